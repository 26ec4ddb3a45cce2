// test_pose.c - what is drawn of a character that crouches, and of one whom a base moves. Stairs and ramps:
// test_time.c.
//
// A crouch takes 0.1 s to be seen, evenly, at any rate: its size then is a closed form. In the air the middle
// of what is drawn is the middle of the capsule, which falls as if nothing had happened. A base's motion is
// drawn as it is.
#include "world_help.h"

#include <math.h>

#define SMOOTH 0.1    // s
#define STANDING 1.76 // m
#define CROUCHED 0.80 // m
#define FLOATS 1e-6   // m: heights are floats

static const double rates[] = {20, 60, 360};

static lope_world *world_at(double rate) { return world_with_floor(&(lope_world_def){.tick_rate = (float)rate}); }

static void tick(lope_world *world, double rate, int count)
{
    for (int i = 0; i < count; i++) assert_int_equal(lope_world_step(world, (float)(1.0 / rate)), LOPE_OK);
}

static void hold(lope_character *character, uint32_t buttons)
{
    lope_character_set_input(character, &(lope_input){.held = buttons});
}

static void near_to(const char *what, double is, double wanted, double tolerance)
{
    if (!(fabs(is - wanted) <= tolerance)) fail_msg("%s: %.9f instead of %.9f, off by %.3g", what, is, wanted, fabs(is - wanted));
}

// From one height to the other: after time t that share of the way is seen.
static void check_height(const lope_character *character, double from, double to, double t)
{
    double share = t < SMOOTH ? t / SMOOTH : 1;
    near_to("drawn height", (double)lope_character_pose(character).height, from + (to - from) * share, FLOATS);
}

static void crouching_takes_its_time_at_any_rate(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        lope_world *world = world_at(rates[r]);
        lope_character *character = lope_character_create(world, NULL);
        tick(world, rates[r], 10);
        for (int down = 1; down >= 0; down--) {
            hold(character, down ? LOPE_BUTTON_CROUCH : 0);
            int ticks = (int)(2 * SMOOTH * rates[r] + 0.5);
            for (int i = 1; i <= ticks; i++) {
                tick(world, rates[r], 1);
                const lope_state *state = lope_character_state(character);
                near_to("height", (double)state->height, down ? CROUCHED : STANDING, FLOATS);
                check_height(character, down ? STANDING : CROUCHED, down ? CROUCHED : STANDING, i / rates[r]);
                near_to("drawn feet", lope_character_pose(character).feet.y, state->feet.y, 0); // they stay
            }
        }
        lope_world_destroy(world);
    }
}

// Up again half-way down: it goes on from what is seen, without a jump, and ends at its size.
static void a_crouch_that_turns_round_does_not_jump(void **unused)
{
    (void)unused;
    uint64_t seed = 20250511;
    print_message("seed %llu\n", (unsigned long long)seed);
    lope_world *world = world_at(60);
    lope_character *character = lope_character_create(world, NULL);
    tick(world, 60, 10);
    double before = STANDING;
    for (int i = 0; i < 600; i++) {
        if (random_next(&seed) % 4 == 0) hold(character, random_next(&seed) % 2 ? LOPE_BUTTON_CROUCH : 0);
        tick(world, 60, 1);
        double now = (double)lope_character_pose(character).height;
        // what is hidden is at most the whole difference, which goes in 0.1 s: that much a tick
        assert_true(fabs(now - before) <= (STANDING - CROUCHED) / (SMOOTH * 60) + FLOATS);
        assert_true(now <= STANDING + FLOATS && now >= CROUCHED - FLOATS);
        before = now;
    }
    hold(character, 0);
    tick(world, 60, 7);
    near_to("height at the end", (double)lope_character_pose(character).height, STANDING, FLOATS);
    lope_world_destroy(world);
}

static double middle_drawn(const lope_character *character)
{
    const lope_pose pose = lope_character_pose(character);
    return pose.feet.y + 0.5 * (double)pose.height;
}

// The state's feet leap by half the difference; the middle that is drawn falls by half g t squared.
static void crouching_in_the_air_draws_a_fall(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        lope_world *world = world_at(rates[r]);
        lope_character *character =
            lope_character_create(world, &(lope_character_def){.feet = {0, 20, 0}, .mode = LOPE_MODE_FALLING});
        double leapt = 0, before = 20;
        int ticks = (int)(1.2 * rates[r]);
        for (int i = 1; i <= ticks; i++) {
            double t = i / rates[r];
            hold(character, t > 0.3 && t < 0.7 ? LOPE_BUTTON_CROUCH : 0);
            tick(world, rates[r], 1);
            double feet = lope_character_state(character)->feet.y;
            leapt = fmax(leapt, feet - before);
            before = feet;
            // velocity is a float: 12 m/s for 1.2 s
            near_to("drawn middle", middle_drawn(character), 20 + 0.5 * STANDING - 4.9 * t * t, 2e-5);
        }
        assert_true(leapt > 0.2); // so there was something to hide
        const lope_pose pose = lope_character_pose(character);
        near_to("feet at the end", pose.feet.y, before, FLOATS);
        lope_world_destroy(world);
    }
}

// ---- bases --------------------------------------------------------------------------------------

// Up and down, at up to 3 m/s.
static double lift_height(double t) { return 2 + 1.5 * sin(2 * t); }

static void move_lift(lope_world *world, lope_body lift, double t)
{
    lope_transform pose = {.position = {0, lift_height(t) - 0.5, 0}, .rotation = {0, 0, 0, 1}};
    assert_int_equal(lope_level_set_pose(lope_world_level(world), lift, &pose), LOPE_OK);
}

// Walking about and crouching on a lift: its way is drawn as it is, and nothing of the crouch comes into the
// feet.
static void a_lift_is_drawn_as_it_goes(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rates[r]});
        lope_box_def def = {.size = {20, 1, 20}, .body = {.moving = true, .position = {0, lift_height(0) - 0.5, 0}}};
        lope_body lift = lope_world_add_box(world, &def);
        lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, lift_height(0), 0}});
        double worst = 0, furthest = 0, highest = 0, walked = 0;
        int ticks = (int)(6 * rates[r]);
        for (int i = 1; i <= ticks; i++) {
            double t = i / rates[r];
            bool crouches = fmod(t, 2) > 1;
            lope_character_set_input(
                character, &(lope_input){.move = {(float)cos(t), 0, (float)sin(t)}, .held = crouches ? LOPE_BUTTON_CROUCH : 0});
            move_lift(world, lift, t);
            tick(world, rates[r], 1);
            double drawn = lope_character_pose(character).feet.y;
            worst = fmax(worst, fabs(drawn - lift_height(t)));
            highest = fmax(highest, drawn);
            walked = fmax(walked, fabs(lope_character_pose(character).feet.x));
            furthest = fmax(furthest, fabs(drawn - lope_character_state(character)->feet.y));
            assert_int_equal(lope_character_state(character)->mode, LOPE_MODE_WALKING);
        }
        print_message("%g Hz: drawn at most %.3g mm off the lift, %.3g mm off the state\n", rates[r], worst * 1e3,
                      furthest * 1e3);
        assert_true(highest > 3.4 && walked > 2);     // it did ride, and walk
        assert_true(worst < 1e-3 && furthest < 1e-3); // feet are on the floor within a millimetre, as everywhere
        lope_world_destroy(world);
    }
}

// Between two ticks it is drawn between the lift's two heights, in the same share.
static void between_ticks_it_stays_on_its_lift(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = 60});
    lope_box_def def = {.size = {20, 1, 20}, .body = {.moving = true, .position = {0, lift_height(0) - 0.5, 0}}};
    lope_body lift = lope_world_add_box(world, &def);
    lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, lift_height(0), 0}});
    move_lift(world, lift, 1.0 / 60);
    assert_int_equal(lope_world_advance(world, 1.0 / 60), 1);
    int ticks = 1;
    for (int frame = 1; frame <= 400; frame++) {
        if (frame % 4 == 0) move_lift(world, lift, (ticks + 1) / 60.0);
        assert_int_equal(lope_world_advance(world, 0.25 / 60), frame % 4 == 0);
        ticks += frame % 4 == 0;
        double share = 0.25 * (frame % 4), last = lift_height((ticks - 1) / 60.0), now = lift_height(ticks / 60.0);
        near_to("drawn feet", lope_character_pose(character).feet.y, last + (now - last) * share, 1e-3);
    }
    lope_world_destroy(world);
}

// Round and on: one turn a second while it goes 2 m/s aside.
static lope_transform turntable_at(double t, double far)
{
    double half = 3.14159265358979323846 * t;
    return (lope_transform){.position = {far + 2 * t, -0.5, 0}, .rotation = {0, (float)sin(half), 0, (float)cos(half)}};
}

// Between two ticks it is drawn where its spot on a turning platform is, and not on the chord of its way; at
// a tick's end where it is.
static void between_ticks_it_goes_round(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++) {
        const double rate = rates[r], far = 1000;
        lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
        lope_box_def def = {.size = {20, 1, 20}, .body = {.moving = true, .position = {far, -0.5, 0}}};
        lope_body table = lope_world_add_box(world, &def);
        lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {far + 9, 0, 0}});
        double worst = 0;
        int ticks = 0;
        for (int frame = 1; frame <= 400; frame++) {
            lope_transform pose = turntable_at((ticks + 1) / rate, far);
            if (frame % 4 == 0) assert_int_equal(lope_level_set_pose(lope_world_level(world), table, &pose), LOPE_OK);
            assert_int_equal(lope_world_advance(world, 0.25 / rate), frame % 4 == 0);
            ticks += frame % 4 == 0;
            if (ticks < 2) continue; // it has been put there
            pose = turntable_at((ticks - 1 + 0.25 * (frame % 4)) / rate, far);
            lope_point wanted = lope_transform_apply(&pose, lope_point_make(9, 0.5, 0));
            worst = fmax(worst, lope_point_length(lope_point_sub(lope_character_pose(character).feet, wanted)));
        }
        print_message("%g Hz: drawn at most %.3g mm off its spot\n", rate, worst * 1e3);
        assert_true(worst < 1e-4); // floats of a rotation, 9 m away, over 100 ticks
        lope_world_destroy(world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crouching_takes_its_time_at_any_rate), cmocka_unit_test(a_crouch_that_turns_round_does_not_jump),
        cmocka_unit_test(crouching_in_the_air_draws_a_fall),    cmocka_unit_test(a_lift_is_drawn_as_it_goes),
        cmocka_unit_test(between_ticks_it_stays_on_its_lift),   cmocka_unit_test(between_ticks_it_goes_round),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
