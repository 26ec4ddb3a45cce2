// golden.c - the crowd walk on the town, and the walk through the park. The tour stands in tour.c. Read next:
// program/golden.c.
#include "golden.h"
#include "fold.h"
#include "park.h"

#include <stdio.h>
#include <stdlib.h>

static bool fault(char *text, const char *what, lope_result result)
{
    snprintf(text, 200, "%s: %s", what, lope_result_text(result));
    return false;
}

// ---- the town, by bench/crowd.md ----------------------------------------------------------------

static lope_input crowd_input(uint32_t walker, uint32_t second)
{
    uint32_t seed = walker * 7919u + second + 1u;
    for (int i = 0; i < 3; i++) seed = seed * 1664525u + 1013904223u;
    const float angle = (float)((double)seed / 4294967296.0 * 2.0 * 3.14159265358979323846);
    return (lope_input){.move = {lope_cos(angle), 0, lope_sin(angle)}};
}

static bool crowd_moveset(lope_moveset *moveset)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 4.0f;
    tuning.walkable_floor_angle = LOPE_PI / 4.0f;
    tuning.max_step_height = 0.40f;
    tuning.snap_distance = 0.50f;
    tuning.turn_instantly = 1;
    return lope_moveset_make(moveset, &tuning, NULL) == LOPE_OK;
}

static bool crowd_walk(lope_world *world, const lope_moveset *moveset, char *text)
{
    static const double side = 32.0; // walkers in a row
    lope_character *walkers[GOLDEN_WALKERS];
    for (uint32_t i = 0; i < GOLDEN_WALKERS; i++) {
        const lope_point feet = {-90.0 + 180.0 * ((double)(i % 32) + 0.5) / side, 6,
                                 -90.0 + 180.0 * ((double)(i / 32) + 0.5) / side};
        walkers[i] = lope_character_create(
            world, &(lope_character_def){.feet = feet, .radius = 0.35f, .height = 1.80f, .moveset = moveset});
        if (walkers[i] == NULL) return fault(text, "town: a walker", LOPE_ERROR_MEMORY);
    }
    for (uint32_t tick = 0; tick < GOLDEN_TICKS; tick++) {
        for (uint32_t i = 0; tick % 60 == 0 && i < GOLDEN_WALKERS; i++) {
            const lope_input input = crowd_input(i, tick / 60);
            lope_character_set_input(walkers[i], &input);
        }
        const lope_result result = lope_world_step(world, 1.0f / 60.0f);
        if (result != LOPE_OK) return fault(text, "town: a tick", result);
    }
    return true;
}

bool golden_town(const obj_mesh *town, uint64_t *walk, uint64_t *queries, char *text)
{
    lope_moveset moveset;
    lope_error error = {0};
    lope_world *world = lope_world_create(&(lope_world_def){.gravity = {0, -9.81f, 0}});
    if (world == NULL || !crowd_moveset(&moveset)) return fault(text, "town: no world", LOPE_ERROR_MEMORY);
    lope_world_add_mesh(world, &(lope_mesh_def){.points = town->points,
                                                .point_count = town->point_count,
                                                .indices = town->indices,
                                                .triangle_count = town->triangle_count,
                                                .error = &error});
    bool good = error.code == LOPE_OK || fault(text, "town: the mesh", error.code);
    good = good && crowd_walk(world, &moveset, text);
    if (good) {
        *walk = lope_world_hash(world);
        *queries = golden_queries(lope_world_level(world), 1);
    }
    lope_world_destroy(world);
    return good;
}

// ---- the park -----------------------------------------------------------------------------------

typedef struct park {
    lope_world *world;
    lope_moveset movesets[PARK_MOVESETS];
    lope_character *walkers[GOLDEN_PARK_WALKERS];
    uint64_t hash;
    golden_events *events;
} park;

static bool open_park(park *p, const obj_mesh *gym)
{
    p->world = lope_world_create(NULL);
    if (p->world == NULL || !park_movesets(p->movesets)) return false;
    for (uint32_t i = 0; i < PARK_BODIES; i++)
        if (!park_add(lope_world_level(p->world), gym, i)) return false;
    for (uint32_t i = 0; i < GOLDEN_PARK_WALKERS; i++) {
        const uint32_t others = i % 3 == 0 ? LOPE_CHANNEL_CHARACTER : 0;
        p->walkers[i] = lope_character_create(p->world, &(lope_character_def){.feet = park_start(i),
                                                                              .radius = i % 7 == 0 ? 0.2f : 0,
                                                                              .height = i % 5 == 0 ? 1.2f : 0,
                                                                              .moveset = &p->movesets[i % PARK_MOVESETS],
                                                                              .channels = LOPE_CHANNEL_SOLID | others});
        if (p->walkers[i] == NULL) return false;
    }
    return true;
}

static void fold_tick(park *p)
{
    uint32_t count = 0;
    const lope_world_event *events = lope_world_events(p->world, &count);
    for (uint32_t i = 0; i < count; i++) {
        const lope_event *e = &events[i].event;
        p->hash = fold_u64(fold_u64(p->hash, lope_character_number(events[i].character)), e->kind);
        p->hash = fold_float(fold_float(fold_u64(p->hash, e->sequence), e->time), e->value);
        p->hash = fold_u64(fold_u64(p->hash, e->body), e->body_from);
        p->hash = fold_vec3(fold_point(p->hash, e->point), e->normal);
        if (e->kind < LOPE_EVENT_KIND_COUNT) p->events->kinds[e->kind]++;
    }
    for (uint32_t i = 0; i < GOLDEN_PARK_WALKERS; i++) {
        const lope_state *state = lope_character_state(p->walkers[i]);
        const lope_report *report = lope_character_report(p->walkers[i]);
        p->hash = fold_double(fold_point(p->hash, report->moved), report->depth);
        p->events->moved++;
        p->events->wedged += state->floor.kind == LOPE_FLOOR_WEDGE;
        p->events->carried += report->moved_by_base > 0;
        p->events->grounded += state->mode == LOPE_MODE_WALKING;
    }
    p->hash = fold_u64(p->hash, lope_world_hash(p->world));
}

static bool park_tick(park *p, uint32_t tick, char *text)
{
    if (!park_set_poses(lope_world_level(p->world), tick)) return fault(text, "park: a pose", LOPE_ERROR_HANDLE);
    for (uint32_t i = 0; i < GOLDEN_PARK_WALKERS; i++) {
        lope_requests requests;
        lope_input input = park_input(i, tick, &requests);
        if (lope_character_state(p->walkers[i])->feet.y < -10) { // walked off the edge of the world
            requests.asked |= LOPE_REQUEST_TELEPORT;
            requests.teleport_feet = park_start(i);
        }
        const lope_result told = lope_character_set_input(p->walkers[i], &input);
        if (told != LOPE_OK) return fault(text, "park: an input", told);
    }
    const lope_result result = lope_world_step(p->world, PARK_TICK);
    if (result != LOPE_OK) return fault(text, "park: a tick", result);
    fold_tick(p);
    return true;
}

// What version 3 of saves has brought at the end: half of the modes' data, abilities, gauges. The park has
// none.
#define LATER (64 + 4 * 128 + 24 * 12 + 12)

// The checksum at the end of a save, written again here: this program has the public headers alone.
static uint64_t checksum_u64(uint64_t hash, uint64_t value)
{
    // The added constant keeps a zero that is folded into a zero from staying zero. The factors are odd, with
    // about half their bits set.
    hash = (hash ^ value) + UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 31)) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ (hash >> 29)) * UINT64_C(0xa0761d6478bd642f);
    return hash ^ (hash >> 32);
}

static uint64_t checksum(const unsigned char *bytes, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), word = 0;
    for (size_t i = 0; i < count; i++) {
        word |= (uint64_t)bytes[i] << (8 * (i % 8));
        if (i % 8 != 7) continue;
        hash = checksum_u64(hash, word);
        word = 0;
    }
    if (count % 8 != 0) hash = checksum_u64(hash, word);
    return checksum_u64(hash, (uint64_t)count);
}

// Makes a record of version 3 the one of version 2, which the golden hashes know. Returns its size.
static size_t as_version_2(unsigned char *bytes, size_t size)
{
    size -= LATER;
    bytes[8] = 2;
    bytes[12] = (unsigned char)(size & 255u);
    bytes[13] = (unsigned char)(size >> 8);
    const uint64_t hash = checksum(bytes, size - 8);
    for (size_t i = 0; i < 8; i++) bytes[size - 8 + i] = (unsigned char)(hash >> (8 * i) & 255u);
    return size;
}

// The bytes of a saved state are the same everywhere, and are read back to the same bits.
static bool fold_saves(park *p, char *text)
{
    for (uint32_t i = 0; i < GOLDEN_PARK_WALKERS; i++) {
        const lope_state *state = lope_character_state(p->walkers[i]);
        unsigned char bytes[2048];
        size_t size = 0;
        lope_state again;
        lope_result result = lope_state_write(state, bytes, sizeof bytes, &size, NULL);
        if (result == LOPE_OK) result = lope_state_read(&again, bytes, size, NULL, NULL);
        if (result != LOPE_OK) return fault(text, "park: a save", result);
        if (memcmp(state, &again, sizeof again) != 0) return fault(text, "park: a save came back changed", LOPE_ERROR_STATE);
        p->hash = fold_bytes(p->hash, bytes, as_version_2(bytes, size));
    }
    return true;
}

bool golden_park(const obj_mesh *gym, uint64_t *walk, uint64_t *queries, golden_events *events, char *text)
{
    park *p = calloc(1, sizeof *p);
    if (p == NULL) return fault(text, "park", LOPE_ERROR_MEMORY);
    *events = (golden_events){0};
    p->events = events;
    p->hash = FOLD_START;
    bool good = open_park(p, gym) || fault(text, "park: refused", LOPE_ERROR_STATE);
    for (uint32_t tick = 0; good && tick < GOLDEN_TICKS; tick++) good = park_tick(p, tick, text);
    good = good && fold_saves(p, text);
    if (good) {
        *walk = p->hash;
        *queries = golden_queries(lope_world_level(p->world), 2);
    }
    lope_world_destroy(p->world);
    free(p);
    return good;
}
