// test_mantles.c - walkers at walls of real levels press jump: what the mantle finds, beside tops that rays
// down over all triangles find.
//
// A walker goes in a random direction until something stops it, and presses. Brute force then looks for places
// ahead within the reach: rays down find all that faces up, and the capsule is tried along the way up and over,
// and where it would stand, by distances to all triangles. Where the mantle leads to, the capsule must be free;
// where it is refused, there must be no such place. Prints the seed, the counts and each difference.
// It fails where a mantle leads into something; the other differences are for reading. Run it with
// level names to play only those; LOPE_WALLS=n: walls of each. Read next: level_data.h.
#include "lives.h"

#include "../behaviour/check.h"

#include <lope/lope.h>

#define DT (1.0f / 60)
#ifdef LOPE_QUICK
#define WALLS 8
#else
#define WALLS 40
#endif
#define SEED 4800u
#define LEAST 0.5      // m, of a ledge above the feet
#define MOST 2.5       // m
#define REACH 0.75     // m from the axis
#define INTO 0.15      // m behind the edge
#define STEEP 0.819152 // cosine of 35 degrees: steeper tops are not taken
#define STEP_HIGH 0.45 // m
#define FREE 2e-3      // m, by which the capsule may be nearer than its radius on the way
#define APART 0.02     // m between rays down, and between tops that are two
#define PIECE 0.04     // m between places at which the capsule is tried

typedef struct counts {
    int walls, mantled, jumped, none, missed, other, deep;
    int why[LOPE_REFUSAL_COUNT];
} counts;

// A place that brute force has found.
typedef struct found_place {
    brute_point at;
    double height;
} found_place;

static bool is_free(level_data *level, const lope_state *state, brute_point feet, double lift)
{
    brute_point core[2];
    feet.y += lift;
    core_of(state, feet, core);
    const double radius = (double)state->radius - FREE;
    return level_distance(level, core[0], core[1], radius, NULL) >= radius;
}

// True when the capsule is free at places from a to b.
static bool is_way_free(level_data *level, const lope_state *state, brute_point a, brute_point b)
{
    const brute_point way = brute_sub(b, a);
    const int pieces = (int)(brute_length(way) / PIECE) + 1;
    for (int i = 0; i <= pieces; i++)
        if (!is_free(level, state, brute_add(a, brute_scale(way, (double)i / pieces)), 0)) return false;
    return true;
}

// What faces up on a line down.
typedef struct line_down {
    brute_point from;
    double length;
    double heights[64];
    int count;
} line_down;

static bool note_height(void *context, const level_data *level, int triangle)
{
    line_down *line = context;
    const brute_triangle *t = &level->triangles[triangle];
    const brute_point n = brute_normal(t), to = {line->from.x, line->from.y - line->length, line->from.z};
    double fraction;
    if (fabs(n.y) < STEEP * brute_length(n) || !brute_segment_hits(line->from, to, t, &fraction)) return true;
    if (line->count < 64) line->heights[line->count++] = line->from.y - fraction * line->length;
    return true;
}

// Looks for the lowest place to stand in a direction. Returns false when there is none.
static bool find_place(level_data *level, const lope_state *state, brute_point direction, found_place *place)
{
    const brute_point feet = feet_of(state);
    const double radius = (double)state->radius;
    place->height = 1e9;
    for (double ahead = radius; ahead < REACH + INTO; ahead += APART) {
        const brute_point at = brute_add(feet, brute_scale(direction, ahead));
        line_down line = {.from = {at.x, feet.y + MOST + 0.001, at.z}, .length = MOST - LEAST};
        const brute_point lower = {at.x, feet.y + LEAST, at.z}, upper = {at.x, line.from.y, at.z};
        level_visit(level, lower, upper, note_height, &line);
        for (int i = 0; i < line.count; i++) {
            const double height = line.heights[i] - feet.y;
            if (height >= place->height - APART) continue;
            const brute_point stands = {at.x, line.heights[i] + APART, at.z}, above = {feet.x, stands.y, feet.z};
            // on a slope the round bottom touches beside the axis
            if (!is_free(level, state, stands, 0) ||
                !is_way_free(level, state, brute_add(feet, (brute_point){0, 0.01, 0}), above) ||
                !is_way_free(level, state, above, stands))
                continue;
            *place = (found_place){brute_make(at.x, line.heights[i], at.z), height};
        }
    }
    return place->height < 1e8;
}

// A walker before a wall.
typedef struct player {
    const char *name;
    level_data *level;
    const lope_moveset *moveset, *plain;
    const lope_surroundings *around;
    lope_nearby *nearby;
    uint32_t mantle;
    int number;
} player;

static void tick(const player *p, const lope_moveset *moveset, lope_state *state, const lope_input *input, lope_report *report)
{
    assert_int_equal(lope_move(state, input, moveset, p->around, p->nearby, DT, report), LOPE_OK);
}

// Walks until something stops it. Returns false when nothing did.
static bool walk_to_wall(const player *p, lope_state *state, const lope_input *input)
{
    lope_report report;
    int slow = 0;
    for (int i = 0; i < 240 && slow < 6; i++) {
        tick(p, p->plain, state, input, &report);
        const double speed = hypot((double)state->velocity.x, (double)state->velocity.z);
        slow = i > 20 && speed < 1.0 && state->mode == LOPE_MODE_WALKING ? slow + 1 : 0;
    }
    return slow >= 6;
}

// True when a walker gets onto a top by itself.
static bool is_walked(const player *p, lope_state state, const lope_input *input, double height)
{
    lope_report report;
    const double start = state.feet.y;
    for (int i = 0; i < 60; i++) tick(p, p->plain, &state, input, &report);
    return state.feet.y - start > height - 0.05;
}

static void say(const player *p, const lope_state *state, brute_point direction, const char *what, double figure, double other,
                uint32_t why)
{
    printf("    %s %d at %.3f %.3f %.3f toward %.3f %.3f: %s (%.3f, %.3f) %s\n", p->name, p->number, state->feet.x, state->feet.y,
           state->feet.z, direction.x, direction.z, what, figure, other, lope_refusal_text(why));
}

// Follows a mantle that has started. Returns how high it led, m; below 0: it did not end on a floor.
static double follow(const player *p, lope_state *state, double *deepest)
{
    const lope_input none = {0};
    const double start = state->feet.y;
    lope_report report;
    for (int i = 0; i < 180; i++) {
        brute_point core[2];
        core_of(state, feet_of(state), core);
        const double radius = (double)state->radius, depth = radius - level_distance(p->level, core[0], core[1], radius, NULL);
        if (depth > *deepest) *deepest = depth;
        if (state->mode == LOPE_MODE_WALKING && i > 0) return state->feet.y - start;
        tick(p, p->moveset, state, &none, &report);
    }
    return -1;
}

static void try_wall(const player *p, const lope_state *before, const lope_input *walks, brute_point direction, counts *n)
{
    lope_state state = *before;
    lope_input press = *walks;
    lope_report report;
    found_place place;
    const bool is_there = find_place(p->level, &state, direction, &place);
    press.pressed = press.held = LOPE_BUTTON_JUMP;
    tick(p, p->moveset, &state, &press, &report);
    const uint32_t why = lope_report_refused(&report, LOPE_ASKED_ABILITY + p->mantle);
    n->walls++;
    n->why[why]++;
    if (why == LOPE_REFUSAL_NONE) {
        double deepest = 0;
        const double low = before->feet.y - state.feet.y, height = follow(p, &state, &deepest) - low;
        n->mantled++;
        if (deepest > 1e-3) n->deep++;
        if (deepest > 1e-3) say(p, before, direction, "deep", deepest, height, why);
        if (!is_there || fabs(height - place.height) > APART) {
            n->other++;
            say(p, before, direction, "leads elsewhere: it, brute force", height, is_there ? place.height : -1, why);
        }
        return;
    }
    if (!is_there || is_walked(p, *before, walks, place.height)) {
        n->none++;
        return;
    }
    n->missed++;
    say(p, before, direction, "missed: height, ahead", place.height,
        hypot(place.at.x - before->feet.x, place.at.z - before->feet.z), why);
}

static void play_walls(player *p, const brute_point *spawns, int spawn_count, counts *n)
{
    const char *some = getenv("LOPE_WALLS");
    const int walls = some ? atoi(some) : WALLS;
    uint32_t seed = SEED;
    lope_state state;
    for (p->number = 0; n->walls < walls && p->number < 20 * walls; p->number++) {
        if (p->number % 12 == 0) {
            const brute_point at = spawns[p->number / 12 % spawn_count];
            lope_state_def def = {.feet = {at.x, at.y, at.z}};
            assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
        }
        const double angle = 2 * 3.14159265358979 * uniform(&seed);
        const brute_point direction = {cos(angle), 0, sin(angle)};
        const lope_input input = {.move = {(float)direction.x, 0, (float)direction.z}};
        if (walk_to_wall(p, &state, &input)) try_wall(p, &state, &input, direction, n);
    }
}

static bool play(const char *name)
{
    counts n = {0};
    level_data data;
    brute_point spawns[64];
    if (!level_of_name(&data, name)) return true;
    const int spawn_count = level_wander_spawns(name, spawns);
    lope_level *level = level_of(&data, name);
    const lope_surroundings around = lope_level_surroundings(level);
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset, plain;
    player p = {.name = name, .level = &data, .moveset = &moveset, .plain = &plain, .around = &around};
    assert_int_equal(lope_moveset_make(&plain, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, &p.mantle, NULL), LOPE_OK);
    p.nearby = lope_nearby_create(NULL);
    play_walls(&p, spawns, spawn_count, &n);
    printf("  %-24s %4d walls: %d mantled, %d of them elsewhere, %d deep; refused: %d rightly, %d missed\n", name, n.walls,
           n.mantled, n.other, n.deep, n.none, n.missed);
    lope_nearby_destroy(p.nearby);
    lope_level_destroy(level);
    level_free(&data);
    return n.deep == 0;
}

static void mantles_at_walls_of_levels(void **unused)
{
    (void)unused;
    printf("  seed %u\n", SEED);
    levels_play(play);
}

int main(int argc, char **argv)
{
    char *some[] = {argv[0], "fantasy_inn", "ahoy_playground", "town"};
    levels_choose(argc > 1 ? argc : 4, argc > 1 ? argv : some);
    const struct CMUnitTest tests[] = {cmocka_unit_test(mantles_at_walls_of_levels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
