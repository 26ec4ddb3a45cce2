// test_dash.c - the dash against its closed form: way = speed * time, and its end at that instant.
#include "yard.h"

#define SPEED 20.0
#define SECONDS ((double)0.3f)
// A state's velocity has floats, and its feet are read a tick after the end: the way is exact to rounding.
#define NEAR 1e-4 // of a way or a time; the promise is 0.5 %

static struct {
    lope_point feet, velocity;
    lope_end why;
    int count;
} end;

// What stays after the end in the same tick drifts on: the place is noted at the very instant.
static void note_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    end.feet = lope_tick_feet(tick);
    end.velocity = lope_tick_velocity(tick);
    end.why = why;
    end.count++;
    lope_dash_ability()->ended(tick, self, why);
}

static uint32_t add(stage *s)
{
    static lope_ability noted;
    noted = *lope_dash_ability();
    noted.ended = note_end;
    memset(&end, 0, sizeof end);
    return yard_add(s, &noted);
}

static lope_point in_scene(const stage *s, lope_point world)
{
    return lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(world, s->origin));
}

static void on_the_ground_its_way_is_speed_times_time(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        const uint32_t id = add(s);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 0.6, 0.8);
        yard_press(s, LOPE_BUTTON_DASH);
        const double time = yard_until_end(s, id, rate, 1);
        const lope_point feet = in_scene(s, end.feet);
        check_near("time", time, SECONDS, NEAR * SECONDS);
        check_near("way along x", feet.x, 0.6 * SPEED * SECONDS, NEAR * SPEED * SECONDS);
        check_near("way along z", feet.z, 0.8 * SPEED * SECONDS, NEAR * SPEED * SECONDS);
        assert_int_equal(end.why, LOPE_END_DONE);
        assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 0);
        stage_close(s);
    }
}

static void in_the_air_it_keeps_its_height(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        const uint32_t id = add(s);
        yard_place(s, 0, 9, 0, false);
        stage_set_velocity(s, 1, -4, 0);
        stage_move(s, 0, -1);
        yard_press(s, LOPE_BUTTON_DASH);
        const double time = yard_until_end(s, id, rate, 1);
        const lope_point feet = in_scene(s, end.feet);
        check_near("time", time, SECONDS, NEAR * SECONDS);
        check_near("way", -feet.z, SPEED * SECONDS, NEAR * SPEED * SECONDS);
        check_near("aside", feet.x, 0, 1e-3);
        check_near("height", feet.y, 9, 1e-4);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        check_below("stands still in the air", stage_speed(s), 2.0); // but for air control since
        // once more: used up until the ground
        s->input.held = 0;
        stage_run(s, 0.3, rate);
        yard_press(s, LOPE_BUTTON_DASH);
        stage_tick(s, 1 / rate);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_USED_UP);
        stage_close(s);
    }
}

static void with_gravity_it_falls_meanwhile(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = yard_open(i % FRAMES);
        stage_floor(s);
        const uint32_t id = add(s);
        yard_set(s, "dash", "gravity", 1);
        yard_set(s, "dash", "distance", 4);
        yard_set(s, "dash", "end_speed", 0.25);
        yard_place(s, 0, 9, 0, false);
        stage_move(s, 0, -1);
        yard_press(s, LOPE_BUTTON_DASH);
        const double time = yard_until_end(s, id, rates[i], 1);
        const lope_point feet = in_scene(s, end.feet);
        check_near("time", time, 0.2, NEAR);
        check_near("way", -feet.z, 4, 4 * NEAR);
        check_near("fall", 9 - feet.y, 0.5 * 9.8 * 0.2 * 0.2, 1e-3);
        check_near("speed that stays", stage_speed(s), 5, 0.06); // but for air control since
        stage_close(s);
    }
}

// Off a ledge of 2 m it goes straight on, and then falls.
static void over_an_edge_it_goes_straight_on(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_box(s, -9, -1, -9, 2, 0, 9);
        const uint32_t id = add(s);
        yard_place(s, 0, 0, 0, true);
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_DASH);
        const double time = yard_until_end(s, id, rate, 1);
        const lope_point feet = in_scene(s, end.feet);
        check_near("time", time, SECONDS, NEAR * SECONDS);
        check_near("way", feet.x, SPEED * SECONDS, NEAR * SPEED * SECONDS);
        check_near("height", feet.y, 0, 1e-3);
        assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
        stage_close(s);
    }
}

// Up a ramp the level way stays; from the air onto a ramp it lands and goes on.
static void ramps_and_steps_take_nothing(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int air = 0; air < 2; air++)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        stage_ramp(s, 2, 0, 0, 25, 0, 12, 6);
        stage_box(s, -9, 0, -9, -3, 0.3, 9);
        const uint32_t id = add(s);
        yard_place(s, air ? 0 : -4, air ? 1 : 0.3, 0, !air);
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_DASH);
        const double time = yard_until_end(s, id, rate, 1);
        const double from = air ? 0 : -4;
        const lope_point feet = in_scene(s, end.feet);
        check_near("time", time, SECONDS, NEAR * SECONDS);
        if (air) {
            check_near("way onto the ramp", feet.x - from, SPEED * SECONDS, NEAR * SPEED * SECONDS);
            assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
            assert_true(stage_walking(s));
        } else {
            check_near("way down the step", feet.x - from, SPEED * SECONDS, NEAR * SPEED * SECONDS);
        }
        check_below("mode changes", stage_count(s, LOPE_EVENT_MODE), 6);
        stage_close(s);
    }
}

// A wall at 30 degrees to the way: the speed along it stays, cos 30 of it.
static void along_a_wall_its_part_of_the_speed_stays(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int air = 0; air < 2; air++)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        stage_tilted_box(s, 2, 2, 0, 30, 6, 0.2, 0, 30); // its face leads from -x toward x, -z
        const uint32_t id = add(s);
        const double gap = 0.1 + 0.34;
        // beside the wall, touching it but for 1 cm
        yard_place(s, 2 + (gap + 0.01) * sin(30 * DEGREE), air ? 1 : 0, (gap + 0.01) * cos(30 * DEGREE), !air);
        const lope_point from = in_scene(s, s->state.feet);
        stage_move(s, -1, 0);
        yard_press(s, LOPE_BUTTON_DASH);
        yard_until_end(s, id, rate, 1);
        const lope_point way = lope_point_sub(in_scene(s, end.feet), from);
        const double along = -way.x * cos(30 * DEGREE) + way.z * sin(30 * DEGREE), wanted = SPEED * SECONDS * cos(30 * DEGREE);
        check_near("along the wall", along, wanted, 5e-3 * wanted);
        check_near("up to the wall", way.x * sin(30 * DEGREE) + way.z * cos(30 * DEGREE), -0.01, 1e-3);
        check_below("depth", stage_depth(s), 1e-4);
        stage_close(s);
    }
}

static void on_a_lift_and_a_train_it_dashes_in_their_frame(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = yard_open(i % FRAMES);
        const double dt = (double)(1.0f / rates[i]);
        lope_body floor = stage_moving_box(s, 0, -0.5, 0, 60, 1, 60);
        const uint32_t id = add(s);
        stage_carry(s, floor, 0, -0.5, 0);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        double t = 0;
        for (int k = 0; k < 4; k++) {
            t += dt;
            stage_carry(s, floor, 0, -0.5 + 2 * t, 3 * t);
            stage_tick(s, 1 / rates[i]);
        }
        const brute_point from = stage_feet(s);
        const double t0 = t;
        stage_move(s, 1, 0);
        yard_press(s, LOPE_BUTTON_DASH);
        while (end.count == 0 && t < 2) {
            t += dt;
            stage_carry(s, floor, 0, -0.5 + 2 * t, 3 * t);
            stage_tick(s, 1 / rates[i]);
        }
        const lope_point feet = in_scene(s, end.feet);
        check_near("way", feet.x - from.x, SPEED * SECONDS, NEAR * SPEED * SECONDS);
        check_near("carried along", feet.z - from.z, 3 * (t - t0), 1e-3);
        check_near("lifted", feet.y - from.y, 2 * (t - t0), 1e-3);
        assert_false(yard_is_on(s, id));
        stage_close(s);
    }
}

static void charges_and_cooldown_count(void **unused)
{
    (void)unused;
    stage *s = yard_open(0);
    stage_floor(s);
    const uint32_t id = add(s);
    yard_set(s, "dash", "charges", 2);
    yard_set(s, "dash", "cooldown", 1);
    yard_place(s, 0, 0, 0, true);
    yard_press(s, LOPE_BUTTON_DASH);
    stage_tick(s, 0.01f);
    const brute_point v = stage_velocity(s);
    check_near("without input where it faces", -v.z, SPEED, 1e-4);
    yard_press(s, LOPE_BUTTON_DASH); // again, while it is at work
    stage_tick(s, 0.01f);
    assert_int_equal(end.why, LOPE_END_REPLACED);
    yard_press(s, LOPE_BUTTON_DASH);
    stage_tick(s, 0.01f);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_COOLDOWN);
    stage_close(s);
}

static void a_jump_is_blocked_or_ends_it(void **unused)
{
    (void)unused;
    for (int ends = 0; ends < 2; ends++) {
        stage *s = yard_open(ends);
        stage_floor(s);
        const uint32_t id = add(s);
        yard_set(s, "dash", "jump_ends", ends);
        yard_place(s, 0, 0, 0, true);
        yard_press(s, LOPE_BUTTON_DASH);
        stage_tick(s, 0.02f);
        yard_press(s, LOPE_BUTTON_JUMP);
        stage_tick(s, 0.02f);
        assert_int_equal(yard_is_on(s, id), !ends);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), ends);
        if (ends) check_near("keeps its speed", stage_speed(s), SPEED, 1e-3);
        stage_close(s);
    }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_dash_settings initially, read;
    lope_dash_settings_default(&initially);
    stage *s = yard_open(0);
    const uint32_t id = add(s);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, id), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    check_near("seconds", lope_dash_seconds(&initially), SECONDS, 0);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_ground_its_way_is_speed_times_time),
        cmocka_unit_test(in_the_air_it_keeps_its_height),
        cmocka_unit_test(with_gravity_it_falls_meanwhile),
        cmocka_unit_test(over_an_edge_it_goes_straight_on),
        cmocka_unit_test(ramps_and_steps_take_nothing),
        cmocka_unit_test(along_a_wall_its_part_of_the_speed_stays),
        cmocka_unit_test(on_a_lift_and_a_train_it_dashes_in_their_frame),
        cmocka_unit_test(charges_and_cooldown_count),
        cmocka_unit_test(a_jump_is_blocked_or_ends_it),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
