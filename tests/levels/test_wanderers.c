// test_wanderers.c - twenty seeded wanderers live for a minute in every real level beside the project: nobody
// falls through, ends in a wall, becomes NaN, leaps, or freezes where a second opinion finds the way free.
//
// The second opinion is level_data.h: brute force in doubles over all triangles. Run it with level names to
// play only those. Every fault is printed with what replays it: level, seed, wanderer, tick, place. Levels
// that are absent are skipped, which is said.
#include "lives.h"

#include "../behaviour/check.h"

#include <lope/lope.h>

#define RATE 60
#define DT (1.0f / RATE)
#define SECONDS 60
#define STILL_TICKS (2 * RATE)
#define STILL_WAY 0.01   // m
#define PARK_DEPTH 50.0  // m below the lowest point of the level a fall is over
#define STEP 0.45        // m, of the default tuning
#define STEP_SLACK 5e-3  // m, either way: what a step's height promises
#define WALKABLE 0.70999 // cosine of the default limit of 44.765 degrees, and rounding

typedef struct tally {
    double walked, asked, deepest, rise;
    int falls, respawns, explained, unexplained, stuck;
    int through, inside, deep, leaps, holes, not_finite, faults;
} tally;

typedef struct wanderer {
    const char *level;
    uint32_t seed, random;
    uint32_t crouch_random; // of every other one, who also crouches
    int number, tick;
    lope_state state;
    lope_input input;
    lope_nearby *nearby;
    brute_point spawn;
    // standing still: where, since when, and whether every direction tried there was found blocked
    brute_point still_at;
    int still_ticks, direction_ticks;
    bool unexplained;
    // the fall that is going on
    bool falling_free, nothing_below, went_through;
    bool crouches;
} wanderer;

// `kind` is the counter in the tally that this fault belongs to.
static void fault(wanderer *w, tally *count, int *kind, const char *what)
{
    brute_point f = feet_of(&w->state);
    count->faults++;
    // The first few of a kind say all; thousands would bury them.
    if ((*kind)++ < 6)
        printf("    FAULT %s seed %u wanderer %d tick %d at %.4f %.4f %.4f: %s\n", w->level, (unsigned)w->seed, w->number,
               w->tick, f.x, f.y, f.z, what);
}

static void respawn(wanderer *w)
{
    lope_state_def def = {.feet = {w->spawn.x, w->spawn.y, w->spawn.z}};
    assert_int_equal(lope_state_init(&w->state, &def), LOPE_OK);
    w->still_at = w->spawn;
    w->still_ticks = 0;
    w->falling_free = w->nothing_below = w->went_through = false;
}

// ---- freezing -----------------------------------------------------------------------------------

static bool free_at(level_data *level, const wanderer *w, brute_point feet, double slack)
{
    brute_point core[2];
    core_of(&w->state, feet, core);
    return level_distance(level, core[0], core[1], (double)w->state.radius, NULL) >= (double)w->state.radius - slack;
}

// Lets the capsule down from `feet` by up to `way` in steps of 1 cm until it touches; *normal_y is the
// steepness of the most level face that it then touches no higher than `highest`: over the rim of a block the
// round bottom comes to rest below the block's top, and would make a ladder of what is higher than a step.
// False: nothing is touched.
typedef struct landing_query {
    brute_point a, b;
    double reach, highest, normal_y;
} landing_query;

static bool visit_landing(void *context, const level_data *level, int triangle)
{
    landing_query *q = context;
    const brute_triangle *t = &level->triangles[triangle];
    brute_point touched;
    if (brute_distance(q->a, q->b, t, &touched) > q->reach || touched.y > q->highest) return true;
    brute_point n = brute_normal(t);
    double length = brute_length(n), y = length > 0 ? fabs(n.y) / length : 0;
    q->normal_y = y > q->normal_y ? y : q->normal_y;
    return true;
}

static bool lands(level_data *level, const wanderer *w, brute_point feet, double way, double highest, double *drop,
                  double *normal_y)
{
    for (double down = 0; down <= way; down += 0.01) {
        brute_point at = brute_make(feet.x, feet.y - down, feet.z), core[2];
        if (free_at(level, w, at, 0.0)) continue;
        core_of(&w->state, at, core);
        landing_query q = {core[0], core[1], (double)w->state.radius + 0.002, highest, 0};
        brute_point grown = brute_make(0.4, 0.4, 0.4);
        level_visit(level, brute_sub(core[0], grown), brute_add(core[1], grown), visit_landing, &q);
        *drop = down;
        *normal_y = q.normal_y;
        return true;
    }
    return false;
}

// True when something blocks the wanted way: at every lift from 1 mm to the step height the capsule cannot
// be, or not 5 cm on, or comes down only on what is too steep to stand on and not lower than it is now. 1 mm
// of overlap is touch. A character that crouches does not go over ledges (can_walk_off_ledges_when_crouching
// is false): to it what has no walkable ground within a step below is blocked too.
static bool way_is_blocked(level_data *level, const wanderer *w)
{
    bool guarded = w->state.height < w->state.standing_height;
    brute_point feet = feet_of(&w->state);
    double x = (double)w->input.move.x, z = (double)w->input.move.z, length = hypot(x, z);
    for (double lift = 0.001; lift < STEP; lift += 0.02) {
        brute_point up = brute_make(feet.x, feet.y + lift, feet.z);
        if (lift > 0.01 && !free_at(level, w, up, 0.003)) return true; // no head-room, so no higher either
        brute_point on = brute_make(feet.x + 0.05 * x / length, feet.y + lift, feet.z + 0.05 * z / length);
        if (!free_at(level, w, on, 0.001)) continue;
        double drop = 0, normal_y = 0;
        if (!lands(level, w, on, lift + STEP, feet.y + STEP + STEP_SLACK, &drop, &normal_y)) {
            if (lift < 0.05 && !guarded) return false; // it could just walk off
            continue;
        }
        if (normal_y >= WALKABLE || (drop > lift + 0.01 && !guarded)) return false;
    }
    return true;
}

// Called at the end of every tick; a stop counts when it has lasted two seconds.
static void watch_for_freezing(level_data *level, wanderer *w, tally *count)
{
    brute_point feet = feet_of(&w->state);
    w->direction_ticks++;
    if (brute_length(brute_sub(feet, w->still_at)) > STILL_WAY) {
        w->still_at = feet;
        w->still_ticks = 0;
        w->direction_ticks = 0;
        w->unexplained = false;
        return;
    }
    w->still_ticks++;
    // half a second in one direction without moving: what is in the way?
    if (w->direction_ticks == RATE / 2 && !way_is_blocked(level, w)) w->unexplained = true;
    if (w->still_ticks < STILL_TICKS) return;
    if (w->unexplained) {
        char text[96];
        snprintf(text, sizeof text, "freezes for 2 s (%s, stuck %u) wanting to go %.3f %.3f", lope_mode_name(w->state.mode),
                 (unsigned)w->state.stuck_ticks, (double)w->input.move.x, (double)w->input.move.z);
        fault(w, count, &count->unexplained, text);
    } else {
        count->explained++;
    }
    w->still_ticks = 0;
    w->unexplained = false;
}

// ---- one tick -----------------------------------------------------------------------------------

static void wander(wanderer *w)
{
    w->input.pressed = 0;
    w->input.held = 0;
    if (w->tick % RATE == 0 && w->number % 2 == 1) w->crouches = next_random(&w->crouch_random) % 10 < 4;
    if (w->tick % RATE == 0 || next_random(&w->random) % (4 * RATE) == 0) {
        double angle = 6.283185307179586 * uniform(&w->random);
        w->input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle));
        w->direction_ticks = 0;
        if (next_random(&w->random) % 10 < 4) w->input.pressed = w->input.held = LOPE_BUTTON_JUMP;
    }
    if (w->crouches) w->input.held |= LOPE_BUTTON_CROUCH;
}

// The greatest speed that it can have had within the tick: before or after, or before and then as much
// acceleration, gravity and jump as a tick has room for, ended by a wall or ceiling within the same tick.
static double speed_within(const lope_state *before, const lope_state *after, const lope_report *report)
{
    double from = (double)lope_vec3_length(before->velocity), to = (double)lope_vec3_length(after->velocity);
    double top = from + (20.48 + 9.8) / RATE;
    for (uint32_t i = 0; i < report->event_count; i++)
        if (report->events[i].kind == LOPE_EVENT_JUMP) top += 4.2;
    return to > top ? to : top;
}

static void check_move(level_data *level, wanderer *w, const lope_state *before, const lope_report *report, tally *count)
{
    brute_point from = feet_of(before), to = feet_of(&w->state);
    double moved = brute_length(brute_sub(to, from));
    double allowed = speed_within(before, &w->state, report) * (double)DT + report->moved_by_step + report->moved_by_snap +
                     report->moved_by_base + report->moved_by_teleport + report->moved_by_depenetration +
                     report->moved_by_crouch + 1e-3;
    if (moved > allowed) {
        char text[192];
        snprintf(text, sizeof text,
                 "moved %.4f m in a tick, %.4f accounted for (step %.4f snap %.4f base %.4f out %.4f, by %.4f %.4f %.4f)", moved,
                 allowed, report->moved_by_step, report->moved_by_snap, report->moved_by_base, report->moved_by_depenetration,
                 to.x - from.x, to.y - from.y, to.z - from.z);
        fault(w, count, &count->leaps, text);
    }
    // A walker rises by one step, and by what its way rises at the steepest walkable slope; on stairs steeper
    // than any real one two steps may fall into a tick, so this is shown and not judged.
    if (before->mode == LOPE_MODE_WALKING && w->state.mode == LOPE_MODE_WALKING && to.y - from.y > count->rise)
        count->rise = to.y - from.y;
    count->walked += hypot(to.x - from.x, to.z - from.z);
    count->asked += 6.0 * (double)DT;
    // Neither end of the core may pass through a triangle; being pushed out of an overlap may.
    if (report->moved_by_depenetration > 0) return;
    brute_point core[2][2];
    core_of(before, from, core[0]);
    core_of(&w->state, to, core[1]);
    for (int end = 0; end < 2; end++) {
        int triangle;
        if (!level_segment_hits(level, core[0][end], core[1][end], &triangle)) continue;
        char text[96];
        snprintf(text, sizeof text, "its core went through triangle %d", triangle);
        fault(w, count, &count->through, text);
        w->went_through = true;
        break;
    }
}

// A fall ends below the level: it must have gone over an edge or through a hole, where nothing is straight
// below.
static void watch_fall(level_data *level, wanderer *w, tally *count)
{
    brute_point feet = feet_of(&w->state);
    if (w->state.mode != LOPE_MODE_FALLING) {
        w->falling_free = w->nothing_below = w->went_through = false;
        return;
    }
    if (!w->nothing_below && feet.y + (double)w->state.radius > level->lower.y)
        w->nothing_below = !level_below(level, brute_make(feet.x, feet.y + (double)w->state.radius, feet.z), NULL);
    if (feet.y > level->lower.y - PARK_DEPTH) return;
    count->falls++;
    if (!w->nothing_below || w->went_through) {
        fault(w, count, &count->holes, w->went_through ? "fell through the level" : "fell out where a ray down finds a floor");
    }
    count->respawns++;
    respawn(w);
}

// A character that is not reported stuck is in nothing deeper than 2 mm: the millimetre that walls and
// corners promise, and another for what a tick on uneven ground leaves to the next one's depenetration.
static void check_depth(level_data *level, wanderer *w, tally *count)
{
    brute_point core[2];
    core_of(&w->state, feet_of(&w->state), core);
    double radius = (double)w->state.radius, depth = radius - level_distance(level, core[0], core[1], radius, NULL);
    if (w->state.stuck_ticks > 0) return;
    count->deepest = depth > count->deepest ? depth : count->deepest;
    if (depth <= 2e-3) return;
    char text[64];
    snprintf(text, sizeof text, "%.2f mm deep and not reported stuck", depth * 1e3);
    fault(w, count, &count->deep, text);
}

static void live(level_data *level, wanderer *w, const lope_moveset *moveset, const lope_surroundings *around, int ticks,
                 tally *count)
{
    for (w->tick = 0; w->tick < ticks; w->tick++) {
        wander(w);
        lope_state before = w->state;
        lope_report report;
        lope_result result = lope_move(&w->state, &w->input, moveset, around, w->nearby, DT, &report);
        brute_point f = feet_of(&w->state),
                    v = brute_make((double)w->state.velocity.x, (double)w->state.velocity.y, (double)w->state.velocity.z);
        if (result != LOPE_OK || !isfinite(brute_length(f)) || !isfinite(brute_length(v))) {
            fault(w, count, &count->not_finite, result != LOPE_OK ? lope_result_text(result) : "a number is not finite");
            respawn(w);
            continue;
        }
        check_move(level, w, &before, &report, count);
        count->stuck += w->state.stuck_ticks > 0;
        if (w->tick % 5 == 0) check_depth(level, w, count);
        watch_for_freezing(level, w, count);
        watch_fall(level, w, count);
    }
}

static void check_end(level_data *level, wanderer *w, tally *count)
{
    brute_point core[2], feet = feet_of(&w->state);
    core_of(&w->state, feet, core);
    int triangle;
    bool cut = level_segment_hits(level, core[0], core[1], &triangle), solid = false;
    for (int i = 0; i <= 4; i++)
        solid = solid || level_in_solid(level, brute_add(core[0], brute_scale(brute_sub(core[1], core[0]), 0.25 * i)));
    if (!cut && !solid) return;
    char text[96];
    snprintf(text, sizeof text, "ends inside: %s%s, triangle %d", cut ? "a triangle cuts its core" : "",
             solid ? " in a closed solid" : "", triangle);
    fault(w, count, &count->inside, text);
}

// ---- one level ----------------------------------------------------------------------------------

// LOPE_SEED in the environment gives other lives than the usual ones.
static uint32_t first_seed(void)
{
    const char *text = getenv("LOPE_SEED");
    return text ? (uint32_t)strtoul(text, NULL, 10) : 1000;
}

static bool play(const char *name)
{
    tally count = {0};
    level_data data;
    if (!level_of_name(&data, name)) return true;
    brute_point spawns[64];
    int spawn_count = level_wander_spawns(name, spawns);
    if (spawn_count == 0) fail_msg("%s yields no spawn", name);
#ifdef LOPE_QUICK
    bool quick = true;
#else
    bool quick = getenv("LOPE_QUICK") != NULL;
#endif
    int wanderers = quick ? 5 : WANDERERS, ticks = (quick ? 10 : SECONDS) * RATE;
    lope_level *level = level_of(&data, name);
    lope_surroundings around = lope_level_surroundings(level);
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < wanderers; i++) {
        wanderer w = {
            .level = name, .seed = first_seed() + (uint32_t)i, .number = i, .nearby = nearby, .spawn = spawns[i % spawn_count]};
        w.random = w.seed * 2654435761u;
        w.crouch_random = w.seed * 40503u + 77u;
        respawn(&w);
        live(&data, &w, &moveset, &around, ticks, &count);
        check_end(&data, &w, &count);
    }
    printf("  %-26s %7d %3d %6.2f %6d %6d %6d %6d %6d %6d %6d %8.2f %6.3f\n", name, data.triangle_count, wanderers,
           count.walked / count.asked, count.falls, count.explained, count.unexplained, count.through, count.inside, count.leaps,
           count.stuck, count.deepest * 1e3, count.rise);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
    level_free(&data);
    return count.faults == 0;
}

static void everybody_wanders(void **unused)
{
    (void)unused;
    printf("  seeds from %u; depth in mm; stuck in ticks\n", (unsigned)first_seed());
    printf("  %-26s %7s %3s %6s %6s %6s %6s %6s %6s %6s %6s %8s %6s\n", "level", "tris", "n", "walked", "falls", "block",
           "frozen", "throug", "inside", "leaps", "stuck", "depth", "rise");
    levels_play(play);
}

int main(int argc, char **argv)
{
    levels_choose(argc, argv);
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_wanders)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
