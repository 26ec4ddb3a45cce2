// test_mover.c - floating pawns and spectators against Unreal's figures and closed forms: speed, stopping, walls, corners, a plane.
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

// Against a wall it slides along it with what speed leads along, into a corner it stands, under a ceiling it stops.
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
    drop(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_up_and_stops),
        cmocka_unit_test(turns_alike),
        cmocka_unit_test(slides_and_stops),
        cmocka_unit_test(spectators_and_planes),
        cmocka_unit_test(pushed_and_freed),
        cmocka_unit_test(repeats),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
