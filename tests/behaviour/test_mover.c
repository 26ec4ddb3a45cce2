// test_mover.c - floating pawns and spectators against Unreal's figures and closed forms: speed, stopping,
// walls, corners, a plane.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360};
enum { RATE_COUNT = sizeof rates / sizeof rates[0] };

typedef struct pawn {
    lope_mover_state state;
    lope_mover_tuning tuning;
    lope_mover_input input;
    lope_mover_report report;
    lope_nearby *nearby;
    stage *s;
} pawn;

static pawn make(stage *s, double x, double y, double z)
{
    pawn p = {.tuning = lope_mover_tuning_default(), .nearby = lope_nearby_create(NULL), .s = s};
    stage_flush(s);
    assert_int_equal(lope_mover_init(&p.state, &(lope_mover_def){.position = {x, y, z}}), LOPE_OK);
    return p;
}

static void drop(pawn *p)
{
    lope_nearby_destroy(p->nearby);
    stage_close(p->s);
}

static void run(pawn *p, double seconds, float rate)
{
    for (int i = 0; i < (int)(seconds * (double)rate + 0.5); i++)
        assert_int_equal(
            lope_mover_move(&p->state, &p->input, &p->tuning, &p->s->surroundings, p->nearby, 1.0f / rate, &p->report), LOPE_OK);
}

// 12 m/s after 12 / 40 = 0.3 s and 12^2 / (2 * 40) = 1.8 m; stopped after 12^2 / (2 * 80) = 0.9 m.
static void speeds_up_and_stops(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        pawn p = make(s, 0, 10, 0);
        p.input.move = lope_vec3_make(0, 1, 0); // up: all directions are alike
        run(&p, 0.5, rates[i]);
        check_near("speed", (double)p.state.velocity.y, 12, 1e-5);
        check_near("way", p.state.position.y - 10, 1.8 + 0.2 * 12, 1e-5);
        p.input.move = lope_vec3_make(0, 0, 0);
        run(&p, 0.5, rates[i]);
        check_near("stopping way", p.state.position.y - 10 - 4.2, 0.9, 1e-5);
        check_near("at rest", (double)p.state.velocity.y, 0, 0);
        p.input.move = lope_vec3_make(0.5f, 0, 0);
        run(&p, 1, rates[i]);
        check_near("half pressed", (double)p.state.velocity.x, 6, 1e-5);
        drop(&p);
    }
}

// At full speed, the stick turned by 90 degrees: after 0.25 s the same place and velocity at every rate.
static void turns_alike(void **unused)
{
    (void)unused;
    lope_point at[RATE_COUNT];
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        pawn p = make(s, 0, 10, 0);
        p.input.move = lope_vec3_make(1, 0, 0);
        run(&p, 0.5, rates[i]);
        p.input.move = lope_vec3_make(0, 0, 1);
        run(&p, 0.25, rates[i]);
        at[i] = p.state.position;
        drop(&p);
    }
    for (int i = 1; i < RATE_COUNT; i++) check_below("apart", lope_point_length(lope_point_sub(at[i], at[0])), 1e-3);
}

// Against a wall it slides along it with what speed leads along, into a corner it stands, under a ceiling it
// stops.
static void slides_and_stops(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open((stage_form)form);
            stage_box(s, 3, 0, -50, 4, 20, 50);
            stage_box(s, -50, 0, 40, 3, 20, 41);
            stage_box(s, -50, 20, -50, 4, 21, 50);
            pawn p = make(s, 0, 10, 0);
            p.input.move = lope_vec3_make(0.70710678f, 0, 0.70710678f);
            run(&p, 2, rates[i]);
            check_near("at the wall", p.state.position.x, 3 - 0.35, 1e-3);
            check_below("slid along it", 5, p.state.position.z);
            assert_true(p.report.hit_count == 1 && p.report.hits[0].body != LOPE_BODY_NONE);
            run(&p, 6, rates[i]);
            check_near("in the corner", p.state.position.z, 40 - 0.35, 1e-3);
            check_below("at rest there", (double)lope_vec3_length(p.state.velocity), 1e-3);
            p.input.move = lope_vec3_make(0.5f, 0.70710678f, 0.5f);
            run(&p, 5, rates[i]);
            check_near("under the ceiling", p.state.position.y, 20 - 0.35, 1e-3);
            drop(&p);
        }
}

// Pressed obliquely along a wall at 30 degrees it comes to the speed at which what the stick adds along the
// wall, 40 m/s2 times its half, is what turning takes: 8 / s times the half of the speed, so 5 m/s. At every
// rate the same way there.
static void slides_alike(void **unused)
{
    (void)unused;
    lope_point at[RATE_COUNT];
    for (int i = 0; i < RATE_COUNT; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_tilted_box(s, 5, 10, 0, 1, 60, 60, 0, 30);
        pawn p = make(s, 0, 10, 0);
        p.input.move = lope_vec3_make(1, 0, 0);
        run(&p, 2.5, rates[i]);
        check_near("speed along it", (double)lope_vec3_length(p.state.velocity), 5, 0.02);
        at[i] = p.state.position;
        drop(&p);
    }
    for (int i = 1; i < RATE_COUNT; i++) check_below("apart", lope_point_length(lope_point_sub(at[i], at[0])), 2e-3);
}

// A spectator goes through all of it; in a plane it keeps to that.
static void spectators_and_planes(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_MESH);
    stage_box(s, 3, 0, -50, 4, 20, 50);
    stage_tilted_box(s, -6, 10, 0, 1, 20, 20, 0, 40);
    pawn p = make(s, 0, 10, 0);
    p.tuning.no_collision = true;
    p.input.move = lope_vec3_make(1, 0, 0);
    run(&p, 2, 60);
    check_near("through the wall", p.state.position.x, 1.8 + 1.7 * 12, 1e-4);
    lope_nearby_destroy(p.nearby);
    p = make(s, 0, 10, 0.5);
    p.tuning.constrain_to_plane = true;
    p.input.move = lope_vec3_make(-0.8f, 0, 0.6f);
    run(&p, 3, 60);
    check_near("in the plane", p.state.position.z, 0, 1e-9);
    check_near("stopped by an oblique wall", p.state.position.x, -6 + (0.5 + 0.35) / cos(40 * 3.14159265358979 / 180), 1e-3);
    drop(&p);
}

static void pushed_and_freed(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    lope_body wall = stage_moving_box(s, -2, 10, 0, 1, 4, 4);
    pawn p = make(s, 0, 10, 0);
    for (int i = 1; i <= 60; i++) { // a wall moves through where it stands
        stage_carry(s, wall, -2 + 0.05 * i, 10, 0);
        run(&p, 1.0 / 60, 60);
        lope_level_end_tick(s->level);
    }
    check_near("pushed along", p.state.position.x, 1 + 0.5 + 0.35, 1e-3);
    lope_mover_state inside = p.state;
    inside.position = lope_point_make(1.2, 10, 0);
    inside.ticks = 0;
    p.state = inside;
    run(&p, 0.1, 60);
    assert_true(p.report.depth == 0);
    check_below("out of it", 1 + 0.5 + 0.35 - 1e-3, p.state.position.x);
    drop(&p);
}

// A wall presses it against one that stands: it is held there and stuck, while the wall goes over it and
// until that has gone away, and never comes out behind it. When the wall turns back in time it is free where
// it was, in front. Of a wall as thin as a sheet too.
static void is_held_where_it_is_crushed(void **unused)
{
    (void)unused;
    const double thick[] = {1, 0.02};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < RATE_COUNT; i++) {
            stage *s = stage_open(STAGE_BOXES);
            bool returns = k % 2;
            stage_box(s, 1, 8, -2, 2, 12, 2);
            lope_body wall = stage_moving_box(s, -2, 10, 0, (float)thick[k / 2], 4, 4);
            double face = -2 + thick[k / 2] / 2, rate = (double)rates[i], longest = 0, held = 0;
            pawn p = make(s, 0, 10, 0);
            for (int n = 1; n <= (int)(6 * rate + 0.5); n++) {
                double t = n / rate, way = t < 1.8 || !returns ? 2 * t : 3.6 - 2 * (t - 1.8);
                stage_carry(s, wall, -2 + way, 10, 0);
                lope_mover_state before = p.state;
                run(&p, 1 / rate, rates[i]);
                lope_level_end_tick(s->level);
                longest = fmax(longest, fabs(p.state.position.x - before.position.x));
                double in_wall = face + way + 0.35 - p.state.position.x,
                       behind = p.state.position.x + 0.35 - (face + way - thick[k / 2]);
                bool overlaps = in_wall > 1e-3 && behind > 1e-3;
                assert_true(!overlaps || p.state.stuck_ticks > 0);
                if (p.state.stuck_ticks > 0) held += 1 / rate;
            }
            check_near("at the wall that stands", p.state.position.x, 1 - 0.35, 1e-3);
            check_near("on its level", p.state.position.y, 10, 1e-3);
            check_below("never leaps", longest, 2 / rate + 1e-3);
            assert_true(p.state.stuck_ticks == 0); // by now it is gone, to and fro
            check_below("it was stuck", 0.3, held);
            drop(&p);
        }
}

// Equal states and inputs, with whatever has been gathered before: equal bits.
static void repeats(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_HULLS);
    stage_tilted_box(s, 3, 10, 0, 1, 20, 20, 10, 40);
    pawn p = make(s, 0, 10, 0);
    lope_mover_state start = p.state;
    uint64_t hashes[2];
    for (int k = 0; k < 2; k++) {
        p.state = start;
        p.input.move = lope_vec3_make(0.9f, 0.1f, 0.2f);
        run(&p, 2, 60);
        hashes[k] = lope_mover_hash(&p.state);
        lope_nearby_clear(p.nearby);
    }
    assert_true(hashes[0] == hashes[1]);
    drop(&p);
}

// Along a wall of sixty bodies in one long tick: eight are told, the rest is counted.
static void more_hits_than_there_is_room_for(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    for (int i = 0; i < 60; i++) stage_box(s, 1, -2, 0.25 * i - 1, 2, 2, 0.25 * i - 0.75);
    pawn p = make(s, 0, 0, 0);
    p.input.move = lope_vec3_make(0.6f, 0, 0.8f);
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.5f, &p.report), LOPE_OK);
    check_near("at the wall", p.state.position.x, 1 - 0.35, 1e-3);
    assert_int_equal(p.report.hit_count, LOPE_MOVER_HITS);
    // it has gone by all from where it came to the wall to where it is, a quarter of a metre each; what is
    // not told may be met again and again
    double bodies = (p.state.position.z - p.report.hits[0].point.z) / 0.25;
    check_below("bodies met", bodies - 1, (double)(p.report.hit_count + p.report.hits_dropped));
    check_below("more than are told", LOPE_MOVER_HITS + 0.5, bodies);
    assert_true(p.report.hits_dropped > 0);
    for (uint32_t i = 1; i < p.report.hit_count; i++) {
        assert_true(p.report.hits[i].time >= p.report.hits[i - 1].time);
        for (uint32_t k = 0; k < i; k++) assert_true(p.report.hits[i].body != p.report.hits[k].body); // each once
    }
    assert_true(p.report.time_unused == 0);
    drop(&p);
}

// Deep in a solid there is no way out: it is held still there, and says how deep and for how long.
static void held_in_a_solid(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_MESH);
    stage_box(s, -10, -10, -10, 10, 10, 10);
    pawn p = make(s, 0.5, 0, 0.25);
    p.input.move = lope_vec3_make(1, 0, 0);
    for (uint32_t i = 1; i <= 10; i++) {
        run(&p, 0.1, 10);
        check_near("held", p.state.position.x, 0.5, 1e-9);
        check_near("no time is used", p.report.time_unused, (double)0.1f, 1e-9);
        check_near("its speed", (double)lope_vec3_length(p.state.velocity), 0, 0);
        check_below("deep", 9, p.report.depth);
        assert_int_equal(p.state.stuck_ticks, i);
    }
    p.tuning.no_collision = true; // a spectator is free again
    run(&p, 2, 60);
    assert_true(p.state.position.x > 8 && p.report.depth == 0);
    drop(&p);
}

// Into the tip of a pit with seven sides: it comes to rest there, out of all of them.
static void into_the_tip_of_a_pit(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    const double slope = 50, sides = 7;
    for (int i = 0; i < (int)sides; i++) stage_ramp(s, 0, 0, 0, slope, 360.0 * i / sides, 6, 9);
    pawn p = make(s, 0.31, 2, 0.17);
    p.input.move = lope_vec3_make(0.05f, -1, 0.02f);
    run(&p, 3, 60);
    check_below("at rest", (double)lope_vec3_length(p.state.velocity), 1e-2);
    // a ball of 0.35 m over the tip, touching all: 0.35 m / cos(50 degrees)
    check_near("over the tip", p.state.position.y, 0.35 / cos(slope * 3.14159265358979 / 180), 2e-3);
    assert_true(p.report.depth == 0 && p.report.hit_count >= 2);
    drop(&p);
}

static void check_refused(lope_mover_def def, lope_result code, const char *field)
{
    lope_mover_state state, before;
    lope_error error = {0};
    memset(&state, 0x3c, sizeof state);
    before = state;
    def.error = &error;
    assert_int_equal(lope_mover_init(&state, &def), code);
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_memory_equal(&state, &before, sizeof state);
}

static void definitions_are_refused_by_name(void **unused)
{
    (void)unused;
    check_refused((lope_mover_def){.position = {0, 0, (double)INFINITY}}, LOPE_ERROR_NOT_FINITE, "position");
    check_refused((lope_mover_def){.position = {1e300, 0, 0}}, LOPE_ERROR_RANGE, "position");
    check_refused((lope_mover_def){.velocity = {NAN, 0, 0}}, LOPE_ERROR_NOT_FINITE, "velocity");
    check_refused((lope_mover_def){.up = {0, NAN, 0}}, LOPE_ERROR_NOT_FINITE, "up");
    check_refused((lope_mover_def){.radius = NAN}, LOPE_ERROR_RANGE, "radius");
    check_refused((lope_mover_def){.height = 0.1f}, LOPE_ERROR_RANGE, "height");
}

static void refuses(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    pawn p = make(s, 0, 0, 0);
    lope_mover_state before = p.state;
    lope_mover_state bad;
    assert_int_equal(lope_mover_init(&bad, &(lope_mover_def){.radius = -1}), LOPE_ERROR_RANGE);
    assert_int_equal(lope_mover_init(&bad, &(lope_mover_def){.radius = 1, .height = 1}), LOPE_ERROR_RANGE);
    assert_int_equal(lope_mover_init(&bad, &(lope_mover_def){.position = {NAN, 0, 0}}), LOPE_ERROR_NOT_FINITE);
    p.input.move.x = NAN;
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL),
                     LOPE_ERROR_NOT_FINITE);
    p.input.move.x = 0;
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 2.0f, NULL), LOPE_ERROR_RANGE);
    p.tuning.constrain_to_plane = true;
    p.tuning.plane_normal = lope_vec3_make(0, 0, 0);
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_RANGE);
    assert_memory_equal(&before, &p.state, sizeof before);
    p.tuning.constrain_to_plane = false;
    p.state.up = lope_vec3_make(0, 0, 0);
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_STATE);
    p.state.up = before.up;
    p.state.height = 0.1f;
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_STATE);
    p.state.height = before.height;
    p.state.crush_count = 3;
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_STATE);
    p.state.crush_count = 1;
    p.state.crush_points[0].z = NAN;
    assert_int_equal(lope_mover_move(&p.state, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_STATE);
    assert_int_equal(lope_mover_move(NULL, &p.input, &p.tuning, &s->surroundings, p.nearby, 0.1f, NULL), LOPE_ERROR_NULL);
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_up_and_stops),
        cmocka_unit_test(turns_alike),
        cmocka_unit_test(slides_and_stops),
        cmocka_unit_test(slides_alike),
        cmocka_unit_test(spectators_and_planes),
        cmocka_unit_test(pushed_and_freed),
        cmocka_unit_test(is_held_where_it_is_crushed),
        cmocka_unit_test(more_hits_than_there_is_room_for),
        cmocka_unit_test(held_in_a_solid),
        cmocka_unit_test(into_the_tip_of_a_pit),
        cmocka_unit_test(repeats),
        cmocka_unit_test(definitions_are_refused_by_name),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
