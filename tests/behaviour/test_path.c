// test_path.c - a requested velocity, and following a path: closed forms at 20, 60 and 360 Hz.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360};

static stage *open_floor(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.2, 60);
    return s;
}

// By acceleration: 20.48 m/s2 up to the speed that is asked for.
static void requested(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_floor();
        s->requests.has_requested_velocity = true;
        s->requests.requested_velocity = lope_vec3_make(4, 3, 0); // what is not level is dropped
        stage_run(s, 1, rates[r]);
        check_near("speed", stage_velocity(s).x, 4, 1e-6);
        check_near("way", stage_feet(s).x, 4 - 4 * 4 / 20.48 / 2, 1e-4);
        s->requests.requested_velocity = lope_vec3_make(1, 0, 0); // slower: at once
        stage_tick(s, 1 / rates[r]);
        check_near("slower", stage_velocity(s).x, 1, 1e-6);
        s->requests.requested_at_max = true;
        stage_run(s, 1, rates[r]);
        check_near("at the most", stage_velocity(s).x, 6, 1e-6);
        stage_close(s);

        s = open_floor();
        stage_tune(s, "requested_move_use_acceleration", 0);
        s->requests.has_requested_velocity = true;
        s->requests.requested_velocity = lope_vec3_make(0, 0, 9);
        stage_run(s, 1, rates[r]);
        check_near("at once, up to the most", stage_feet(s).z, 6, 1e-4);
        stage_close(s);
    }
}

static void avoids(void **unused)
{
    (void)unused;
    stage *s = open_floor();
    stage_move(s, 1, 0);
    s->requests.avoidance = lope_vec3_make(-3, 0, 4);
    stage_run(s, 1, 60);
    check_near("x", stage_velocity(s).x, 3, 1e-3);
    check_near("z", stage_velocity(s).z, 4, 1e-3);
    stage_close(s);
}

// 5.15
static void braking(void **unused)
{
    (void)unused;
    lope_tuning tuning = lope_tuning_default();
    check_near("from 6 m/s", (double)lope_path_braking_distance(&tuning, 6), 0.879, 5e-4);
    tuning.use_fixed_braking_distance_for_paths = 1;
    tuning.fixed_path_braking_distance = 2;
    check_near("fixed", (double)lope_path_braking_distance(&tuning, 6), 2, 1e-6);
}

static int follow(stage *s, const lope_path *path, float rate, double seconds, lope_path_end wanted, double *when)
{
    lope_path_follower follower = {0};
    int count = 0;
    for (int i = 1; i <= (int)(seconds * (double)rate); i++) {
        lope_path_end end = lope_path_follow(&follower, path, &s->state, &s->tuning, 1 / rate, &s->input, &s->requests);
        if (end == wanted) {
            count++;
            *when = i / (double)rate;
        }
        stage_tick(s, 1 / rate);
    }
    return count;
}

static void follows(void **unused)
{
    (void)unused;
    const lope_point corners[] = {{8, 0, 0}, {8, 0, 8}, {0, 0, 8}};
    for (int use = 0; use < 2; use++)
        for (int r = 0; r < 3; r++) {
            stage *s = open_floor();
            double when = 0;
            stage_tune(s, "use_acceleration_for_paths", use);
            lope_path path = {.points = corners, .count = 3, .acceptance = 0.2f};
            assert_int_equal(follow(s, &path, rates[r], 8, LOPE_PATH_ARRIVED, &when), 1);
            assert_true(when > 3.9 && when < 5.5); // 24 m at 6 m/s, two corners and an end
            check_below("off the end", hypot(stage_feet(s).x, stage_feet(s).z - 8), 0.2);
            check_below("speed", stage_speed(s), 1e-3);
            stage_close(s);
        }
}

// Where it comes to stand does not depend on the rate, and is where the last point counts as reached: by a
// requested velocity, which is there at once. By acceleration it falls behind what is asked for within each
// tick: 22 mm at 20 Hz.
static void stands_at_the_same_place(void **unused)
{
    (void)unused;
    const lope_point points[] = {{8.13, 0, 0}, {8.13, 0, 7.77}};
    const float reached[] = {0.05f, 0.2f, 1.5f};
    for (uint32_t count = 1; count <= 2; count++)
        for (int a = 0; a < 3; a++)
            for (int use = 0; use < 2; use++) {
                brute_point at = {0};
                for (int r = 2; r >= 0; r--) {
                    stage *s = open_floor();
                    double when = 0;
                    stage_tune(s, "use_acceleration_for_paths", use);
                    lope_path path = {.points = points, .count = count, .acceptance = reached[a]};
                    assert_int_equal(follow(s, &path, rates[r], 8, LOPE_PATH_ARRIVED, &when), 1);
                    brute_point feet = stage_feet(s);
                    if (r == 2) at = feet;
                    double off = hypot(feet.x - at.x, feet.z - at.z);
                    double short_of = hypot(feet.x - points[count - 1].x, feet.z - points[count - 1].z);
                    printf("  %3g Hz: %u points, acceptance %.2f, by %s: stands %.4f m before it, off by %.4f m\n",
                           (double)rates[r], count, (double)reached[a], use ? "acceleration" : "velocity", short_of, off);
                    check_below("off", off, use ? 0.025 : 0.01);
                    check_below("speed", stage_speed(s), 1e-3);
                    stage_close(s);
                }
            }
}

static void blocked(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        stage *s = open_floor();
        const lope_point end = {8, 0, 0};
        double when = 0;
        lope_path path = {.points = &end, .count = 1};
        stage_box(s, 3, 0, -5, 4, 3, 5);
        assert_int_equal(follow(s, &path, rates[r], 4, LOPE_PATH_BLOCKED, &when), 1);
        check_near("half a second after the wall", when, (2.66 + 0.44) / 6 + 0.65, 0.25);
        stage_close(s);
    }
}

// Something stands on the end: near it counts as arrived, where the path says so, and nothing is asked for then.
static void blocked_near_the_end_counts_as_arrived(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        const lope_point end = {5, 0, 0}, far = {8, 0, 0};
        const struct {
            const lope_point *end;
            float acceptance;
            int arrives; // 1.66 m before the end it stands
        } cases[] = {{&end, 0, 0}, {&end, 1.6f, 0}, {&end, 1.7f, 1}, {&far, 1.7f, 0}};
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            stage *s = open_floor();
            double when = 0;
            const lope_path path = {.points = cases[k].end, .count = 1, .blocked_acceptance = cases[k].acceptance};
            stage_box(s, 3.68, 0, -5, 6, 3, 5);
            assert_int_equal(follow(s, &path, rates[r], 4, LOPE_PATH_ARRIVED, &when), cases[k].arrives);
            assert_int_equal(lope_vec3_length(s->input.move) > 0 || s->requests.has_requested_velocity, !cases[k].arrives);
            stage_close(s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(requested),
                                       cmocka_unit_test(avoids),
                                       cmocka_unit_test(braking),
                                       cmocka_unit_test(follows),
                                       cmocka_unit_test(stands_at_the_same_place),
                                       cmocka_unit_test(blocked),
                                       cmocka_unit_test(blocked_near_the_end_counts_as_arrived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
