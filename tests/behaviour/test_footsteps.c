// test_footsteps.c - footstep events: how many, when, on what, and by which foot, at every rate.
#include "check.h"
#include "stage.h"

#define RATES 4
static const float rates[RATES] = {20, 60, 240, 360};

static const stage_event *footstep(const stage *s, int n)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == LOPE_EVENT_FOOTSTEP && n-- == 0) return &s->events[i];
    return NULL;
}

static stage *walker(lope_quat turn, lope_point origin, double every)
{
    stage *s = stage_open_at(STAGE_BOXES, turn, origin);
    stage_floor(s);
    stage_tune(s, "footstep_distance", every);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    return s;
}

// At an even speed of 3 m/s a foot comes down every 0.25 s, at the instant, left and right in turn.
static void even_walk_has_even_steps(void **unused)
{
    (void)unused;
    const lope_quat turns[2] = {lope_quat_identity(), lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.2f, 0.7f})};
    for (int turned = 0; turned < 2; turned++)
        for (int r = 0; r < RATES; r++) {
            stage *s = walker(turns[turned], lope_point_make(turned ? 1e5 : 0, 0, 0), 0.75);
            stage_tune(s, "max_walk_speed", 3);
            stage_set_velocity(s, 3, 0, 0);
            stage_move(s, 1, 0);
            stage_run(s, 3.1, rates[r]);
            assert_int_equal(stage_count(s, LOPE_EVENT_FOOTSTEP), 12);
            for (int n = 0; n < 12; n++) {
                const stage_event *step = footstep(s, n);
                check_near("its instant", step->time, 0.25 * (n + 1), 1e-5);
                assert_int_equal(step->event.to, (n + 1) % 2);
                check_near("its speed", (double)step->event.value, 3, 1e-4);
                assert_true(step->event.body != LOPE_BODY_NONE);
            }
            stage_close(s);
        }
}

// From rest and to rest again the same footsteps at every rate: what counts is the way.
static void every_rate_has_the_same_steps(void **unused)
{
    (void)unused;
    int counts[RATES];
    double times[RATES][16];
    for (int r = 0; r < RATES; r++) {
        stage *s = walker(lope_quat_identity(), lope_point_make(0, 0, 0), 0.75);
        stage_move(s, 1, 0);
        stage_run(s, 1, rates[r]);
        stage_move(s, 0, 1);
        stage_run(s, 0.5, rates[r]);
        stage_move(s, 0, 0);
        stage_run(s, 1, rates[r]);
        counts[r] = stage_count(s, LOPE_EVENT_FOOTSTEP);
        assert_in_range(counts[r], 9, 15);
        for (int n = 0; n < counts[r]; n++) times[r][n] = footstep(s, n)->time;
        stage_close(s);
    }
    for (int r = 1; r < RATES; r++) {
        assert_int_equal(counts[r], counts[0]);
        // Within a tick the way is taken to grow evenly: off by dt^2 a / (8 v), 12 ms at 20 Hz and 0.5 m/s.
        for (int n = 0; n < counts[r]; n++) check_near("its instant", times[r][n], times[0][n], 0.012);
    }
}

// No footsteps in the air, none for what a conveyor carries, and none without a distance.
static void only_walking_has_steps(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = walker(lope_quat_identity(), lope_point_make(0, 0, 0), 0.1);
        stage_set_velocity(s, 3, 0, 0);
        s->input.pressed |= LOPE_BUTTON_JUMP;
        stage_run(s, 0.8, rates[r]); // in the air for 0.857 s
        assert_int_equal(stage_count(s, LOPE_EVENT_FOOTSTEP), 0);
        stage_close(s);
        s = walker(lope_quat_identity(), lope_point_make(0, 0, 0), 0);
        stage_move(s, 1, 0);
        stage_run(s, 1, rates[r]);
        assert_int_equal(stage_count(s, LOPE_EVENT_FOOTSTEP), 0);
        stage_close(s);
    }
}

// Each footstep has the material of the floor where it came down.
static void each_step_knows_its_ground(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        lope_level *level = lope_level_create(NULL);
        for (int i = 0; i < 6; i++)
            lope_level_add_box(
                level, &(lope_box_def){.body = {.position = {2.0 * i + 1, -0.5, 0}, .surface.material = 10u + (uint32_t)i},
                                       .size = {2, 1, 4}});
        const lope_surroundings around = lope_level_surroundings(level);
        lope_tuning tuning = lope_tuning_default();
        tuning.footstep_distance = 0.5f;
        tuning.max_walk_speed = 3;
        lope_moveset moveset;
        assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
        lope_state state;
        lope_state_init(&state, &(lope_state_def){.feet = {0.25, 0, 0}, .velocity = {3, 0, 0}});
        lope_nearby *nearby = lope_nearby_create(NULL);
        int steps = 0;
        for (int tick = 0; tick < (int)(3.5f * rates[r]); tick++) {
            lope_report report;
            const lope_input input = {.move = {1, 0, 0}};
            assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1 / rates[r], &report), LOPE_OK);
            for (uint32_t i = 0; i < report.event_count; i++) {
                if (report.events[i].kind != LOPE_EVENT_FOOTSTEP) continue;
                // The floor is that of the tick's end: within a tick's way of a seam it may be the next one.
                const double at = 0.25 + 0.5 * ++steps, beyond = fmod(at, 2.0) / 2, way = 3.0 / (double)rates[r] / 2;
                const uint32_t here = 10 + (uint32_t)(at / 2), material = report.events[i].material;
                assert_true(material == here || (beyond > 1 - way && material == here + 1));
            }
        }
        assert_true(steps >= 20);
        lope_nearby_destroy(nearby);
        lope_level_destroy(level);
    }
}

// Where the way walked is so long that doubles are more than a footstep apart, there are none, and ticks end.
static void endless_way_has_no_steps(void **unused)
{
    (void)unused;
    static const double ways[] = {1e16, 1e18, 3e40, 1e300}; // m
    for (int r = 0; r < RATES; r++)
        for (int i = 0; i < 4; i++) {
            stage *s = walker(lope_quat_identity(), lope_point_make(0, 0, 0), 0.75);
            s->state.distance_walked = ways[i];
            stage_move(s, 1, 0);
            stage_run(s, 0.5, rates[r]);
            assert_int_equal(stage_count(s, LOPE_EVENT_FOOTSTEP), 0);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_walk_has_even_steps), cmocka_unit_test(every_rate_has_the_same_steps),
        cmocka_unit_test(only_walking_has_steps),   cmocka_unit_test(each_step_knows_its_ground),
        cmocka_unit_test(endless_way_has_no_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
