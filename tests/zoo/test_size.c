// The zoo's scenarios of size and place: crouching, resizing, teleports, ledges that are kept, births inside
// things.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};
#define EACH_RATE(i) for (int i = 0; i < 3; i++)

static void near(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %g", what, value, wanted, tolerance);
}

static void to_the_end(zoo *z)
{
    while (zoo_tick(z)) continue;
}

static void a_beam_is_passed_crouched(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("crouch-under-beam", rates[i]);
        zoo_play(z, 1.6);
        near("height", (double)zoo_state(z, "hero")->height, 0.8, 1e-6);
        near("speed", -zoo_velocity(z, "hero").z, 3, 1e-3);
        to_the_end(z);
        near("height", (double)zoo_state(z, "hero")->height, 1.76, 1e-6);
        assert_true(zoo_feet(z, "hero").z < -5.84);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_REFUSE), 1);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_UNCROUCH), 1);
        near("told", (double)zoo_event_of(z, "hero", LOPE_EVENT_CROUCH, 0)->event.value, 0.96, 1e-6);
        zoo_close(z);
    }
}

static void a_crouched_jump_is_higher(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("crouch-jump", rates[i]);
        to_the_end(z);
        near("crouches, height", zoo_feet(z, "crouches").y, 1.2, 1e-4);
        near("stands, height", zoo_feet(z, "stands").y, 0, 1e-4);
        near("stood up again", (double)zoo_state(z, "crouches")->height, 1.76, 1e-6);
        zoo_close(z);
    }
}

static void a_low_ceiling_makes_him_crouch(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("forced-crouch", rates[i]);
        zoo_play(z, 2);
        near("height", (double)zoo_state(z, "hero")->height, 0.8, 1e-6);
        to_the_end(z);
        near("height", (double)zoo_state(z, "hero")->height, 1.76, 1e-6);
        near("x", zoo_feet(z, "hero").x, 0, 1e-3);
        near("y", zoo_feet(z, "hero").y, 0, 1e-3);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CRUSH), 0);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CROUCH), 1);
        assert_int_equal(zoo_count(z, "stiff", LOPE_EVENT_CRUSH), 1);
        zoo_close(z);
    }
}

static void a_tunnel_keeps_him_crouched(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("no-room-to-stand", rates[i]);
        zoo_play(z, 0.9);
        near("height", (double)zoo_state(z, "hero")->height, 0.8, 1e-6);
        near("z", zoo_feet(z, "hero").z, -5, 1e-6);
        near("careful, z", zoo_feet(z, "careful").z, 0, 1e-6);
        to_the_end(z);
        near("height", (double)zoo_state(z, "hero")->height, 1.76, 1e-6);
        near("careful, z", zoo_feet(z, "careful").z, 5, 1e-6);
        assert_int_equal(zoo_count(z, "careful", LOPE_EVENT_TELEPORT), 1);
        assert_int_equal(zoo_count(z, "careful", LOPE_EVENT_REFUSE), 1);
        zoo_close(z);
    }
}

static void sizes_are_tested_for_room(void **unused)
{
    (void)unused;
    zoo *z = zoo_open("resize", 0);
    zoo_play(z, 0.9);
    near("height", (double)zoo_state(z, "hero")->height, 1.76, 1e-6);
    zoo_play(z, 1.4);
    near("height", (double)zoo_state(z, "hero")->height, 1.9, 1e-6);
    to_the_end(z);
    near("height", (double)zoo_state(z, "hero")->height, 0.6, 1e-6);
    near("radius", (double)zoo_state(z, "hero")->radius, 0.3, 1e-6);
    assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_RESIZE), 2);
    assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_REFUSE), 1);
    zoo_close(z);
}

#define HELD (0.34 - 0.0015) // m past a rim that hold it

static void ledges_are_kept(void **unused)
{
    (void)unused;
    const char *names[] = {"straight", "diagonal", "beam", "round", "stairs"};
    EACH_RATE(i)
    {
        zoo *z = zoo_open("ledge-guard", rates[i]);
        while (zoo_tick(z))
            for (int k = 0; k < 5; k++) assert_int_equal(zoo_state(z, names[k])->mode, LOPE_MODE_WALKING);
        print_message("  %3.0f Hz: diagonal %.4f, beam %.4f, round %.4f\n", rates[i], zoo_feet(z, "diagonal").z,
                      zoo_feet(z, "beam").x, zoo_feet(z, "round").z);
        near("straight", zoo_feet(z, "straight").x, 4 + HELD, 1e-4);
        near("diagonal", zoo_feet(z, "diagonal").x, 4 + HELD, 1e-4);
        assert_true(zoo_feet(z, "diagonal").z > 5); // it went on along the edge
        assert_true(zoo_feet(z, "beam").x > 26);
        near("beam", zoo_feet(z, "beam").z, 0.15 + HELD, 1e-4);
        const lope_point round = zoo_feet(z, "round");
        near("round", hypot(round.x + 15, round.z), 3 + HELD, 2e-3);
        assert_true(fabs(round.z) < 0.5); // it went round to where it presses straight out
        near("stairs", zoo_feet(z, "stairs").y, -3, 1e-4);
        zoo_close(z);
    }
}

static void crouched_he_stays_on(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("ledge-guard-crouched", rates[i]);
        to_the_end(z);
        near("sneaks", zoo_feet(z, "sneaks").x, 3 + HELD, 1e-4);
        near("sneaks, height", zoo_feet(z, "sneaks").y, 0, 1e-4);
        near("runs, height", zoo_feet(z, "runs").y, -2, 1e-4);
        zoo_close(z);
    }
}

static void a_perch_needs_a_floor_below(void **unused)
{
    (void)unused;
    zoo *z = zoo_open("perch", 0);
    to_the_end(z);
    near("over the shelf", zoo_feet(z, "over the shelf").y, 0, 1e-4);
    near("over the pit", zoo_feet(z, "over the pit").y, -1.5, 1e-4);
    zoo_close(z);
}

static void a_wedge_is_stood_in(void **unused)
{
    (void)unused;
    EACH_RATE(i)
    {
        zoo *z = zoo_open("wedge", rates[i]);
        zoo_play(z, 2);
        const lope_point at = zoo_feet(z, "hero");
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        zoo_play(z, 3);
        near("x", zoo_feet(z, "hero").x, at.x, 1e-3);
        near("y", zoo_feet(z, "hero").y, at.y, 1e-3);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_LAND), 1);
        to_the_end(z);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_JUMP), 1);
        zoo_close(z);
    }
}

static void nobody_comes_through(void **unused)
{
    (void)unused;
    zoo *z = zoo_open("spawned-inside", 0);
    while (zoo_tick(z)) {
        assert_true(zoo_feet(z, "in the wall").x < 2);
        assert_true(zoo_feet(z, "in the block").y > -0.01);
    }
    assert_true(zoo_feet(z, "in the wall").x < 1.75 - 0.34 + 1e-4);
    near("in the floor", zoo_feet(z, "in the floor").y, 0, 1e-4);
    near("in the block", zoo_feet(z, "in the block").x, -8 - 3 - 0.34, 1e-3);
    assert_int_equal(zoo_count(z, "in the block", LOPE_EVENT_STUCK), 0);
    zoo_close(z);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_beam_is_passed_crouched),
                                       cmocka_unit_test(a_crouched_jump_is_higher),
                                       cmocka_unit_test(a_low_ceiling_makes_him_crouch),
                                       cmocka_unit_test(a_tunnel_keeps_him_crouched),
                                       cmocka_unit_test(sizes_are_tested_for_room),
                                       cmocka_unit_test(ledges_are_kept),
                                       cmocka_unit_test(crouched_he_stays_on),
                                       cmocka_unit_test(a_perch_needs_a_floor_below),
                                       cmocka_unit_test(a_wedge_is_stood_in),
                                       cmocka_unit_test(nobody_comes_through)};
    return cmocka_run_group_tests_name("zoo.size", tests, NULL, NULL);
}
