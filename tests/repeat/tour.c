// tour.c - the tour of levels/gym as `lope run` plays it, without the scene library: the same instants, the
// same inputs, the same splits of ticks, so its hash must be the one that `lope run` prints for the same
// mesh.
//
// Reads of the scenario's text only what the gym's tour uses, and refuses a tour that uses more. Read next:
// golden.h.
#include "golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSTANT 1e-9 // s: what lies closer together happens at once; as in scene/player_private.h
#define ENTRIES_MOST 1000
#define RADIANS 0.017453292519943295769 // in a degree

typedef struct tour_entry {
    double t; // s
    bool has_move, has_jump, jump;
    lope_point move;
} tour_entry;

typedef struct tour {
    double rate, duration, yaw; // Hz, s, degrees
    lope_point feet;
    tour_entry entries[ENTRIES_MOST];
    uint32_t count;
} tour;

// After `"key":` within [from, to); NULL when it is not there.
static const char *find_key(const char *from, const char *to, const char *key)
{
    char wanted[40];
    const int length = snprintf(wanted, sizeof wanted, "\"%s\":", key);
    const char *found = strstr(from, wanted);
    return found == NULL || found >= to ? NULL : found + length;
}

static bool read_numbers(const char *at, int count, double *numbers)
{
    if (at == NULL) return false;
    at += strspn(at, " [");
    for (int i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(at, &end);
        if (end == at) return false;
        at = end + strspn(end, " ,");
    }
    return true;
}

static bool read_entry(tour *t, const char *from, const char *to)
{
    if (t->count == ENTRIES_MOST) return false;
    tour_entry *entry = &t->entries[t->count++];
    const char *move = find_key(from, to, "move"), *jump = find_key(from, to, "jump");
    double numbers[3] = {0, 0, 0};
    int keys = 1;
    *entry = (tour_entry){.has_move = move != NULL, .has_jump = jump != NULL};
    if (!read_numbers(find_key(from, to, "t"), 1, &entry->t)) return false;
    if (move != NULL && !read_numbers(move, 3, numbers)) return false;
    entry->move = lope_point_make(numbers[0], numbers[1], numbers[2]);
    if (jump != NULL) entry->jump = strncmp(jump + strspn(jump, " "), "true", 4) == 0;
    keys += (move != NULL) + (jump != NULL);
    for (const char *at = from; at < to; at++) keys -= *at == ':';
    return keys == 0; // else there is a key that this does not know
}

static bool read_tour(tour *t, const char *text)
{
    static const char *const unknown[] = {"preset", "tuning", "gravity", "motion", "count", "radius", "height", "turn", "origin"};
    const char *end = text + strlen(text), *input = find_key(text, end, "input");
    double feet[3];
    if (input == NULL) return false;
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (find_key(text, end, unknown[i]) != NULL) return false;
    if (!read_numbers(find_key(text, end, "tick_rate"), 1, &t->rate)) return false;
    if (!read_numbers(find_key(text, end, "duration"), 1, &t->duration)) return false;
    if (!read_numbers(find_key(text, end, "feet"), 3, feet)) return false;
    if (!read_numbers(find_key(text, end, "yaw"), 1, &t->yaw)) t->yaw = 0;
    if (!(t->yaw > -180 && t->yaw <= 180)) return false;
    t->feet = lope_point_make(feet[0], feet[1], feet[2]);
    for (const char *open = strchr(input, '{'), *close; open != NULL; open = strchr(close, '{')) {
        close = strchr(open, '}');
        if (close == NULL || !read_entry(t, open, close)) return false;
    }
    return t->count > 0;
}

typedef struct playing {
    const tour *t;
    lope_world *world;
    lope_character *hero;
    uint32_t next; // entry
    lope_point move;
    bool jump;
} playing;

static bool tell(playing *p)
{
    const lope_input input = {
        .move = lope_point_to_vec3(p->move), .look_yaw = (float)(p->t->yaw * RADIANS), .held = p->jump ? LOPE_BUTTON_JUMP : 0};
    return lope_character_set_input(p->hero, &input) == LOPE_OK;
}

static bool play_tick(playing *p, uint64_t tick)
{
    double now = (double)tick / p->t->rate;
    const double end = (double)(tick + 1) / p->t->rate;
    while (now < end) {
        while (p->next < p->t->count && p->t->entries[p->next].t <= now + INSTANT) {
            const tour_entry *entry = &p->t->entries[p->next++];
            if (entry->has_move) p->move = entry->move;
            if (entry->has_jump) p->jump = entry->jump;
            if (!tell(p)) return false;
        }
        double border = end; // the tick is split where an input changes
        if (p->next < p->t->count) {
            const double t = p->t->entries[p->next].t;
            if (t > now + INSTANT && t < end - INSTANT) border = t;
        }
        if (!tell(p) || lope_world_step(p->world, (float)(border - now)) != LOPE_OK) return false;
        now = border;
    }
    return true;
}

static bool play(const tour *t, const obj_mesh *gym, uint64_t *hash, golden_bytes *record)
{
    playing p = {.t = t, .world = lope_world_create(&(lope_world_def){.tick_rate = (float)t->rate})};
    lope_error error = {0};
    if (p.world == NULL) return false;
    lope_world_add_mesh(p.world, &(lope_mesh_def){.points = gym->points,
                                                  .point_count = gym->point_count,
                                                  .indices = gym->indices,
                                                  .triangle_count = gym->triangle_count,
                                                  .error = &error});
    p.hero = lope_character_create(p.world, &(lope_character_def){.feet = t->feet, .yaw = (float)(t->yaw * RADIANS)});
    bool good = error.code == LOPE_OK && p.hero != NULL;
    const uint64_t ticks = (uint64_t)floor(t->duration * t->rate + 0.5);
    const lope_recorder_def def = {
        .seconds = (float)t->duration * 1.2f, .tick_rate = (float)t->rate, .name = "hero", .level = "gym"};
    if (good && record != NULL) good = lope_character_record(p.hero, &def) != NULL;
    for (uint64_t tick = 0; good && tick < ticks; tick++) good = play_tick(&p, tick);
    *hash = lope_world_hash(p.world);
    if (good && record != NULL) good = golden_append(record, lope_character_recorder(p.hero));
    lope_world_destroy(p.world);
    return good;
}

static bool run(const obj_mesh *gym, const char *text_of_tour, uint64_t *hash, golden_bytes *record, char *text)
{
    tour *t = calloc(1, sizeof *t);
    bool good = t != NULL && read_tour(t, text_of_tour);
    if (!good)
        snprintf(text, 200, "tour: it says more than tests/repeat/tour.c understands");
    else if (!play(t, gym, hash, record)) {
        good = false;
        snprintf(text, 200, "tour: it was refused");
    }
    free(t);
    return good;
}

bool golden_tour(const obj_mesh *gym, const char *text_of_tour, uint64_t *hash, char *text)
{
    return run(gym, text_of_tour, hash, NULL, text);
}

bool golden_tour_record(const obj_mesh *gym, const char *text_of_tour, golden_bytes *record, char *text)
{
    uint64_t hash;
    return run(gym, text_of_tour, &hash, record, text);
}
