// The slide down a wall against its closed form: at all rates, in four directions of gravity; its ends.
#include "yard.h"

#include <lope/wall_slide.h>

#define RADIUS 0.34 // m, of a character by default
#define AFTER 0.5   // s: a whole number of ticks at each rate

// Opens a stage with a wall; its face is at x = 0. The character falls at 3 m/s, `gap` m from that face.
static stage *open_at(int frame, double gap, float toward)
{
    const lope_vec3 axes[4] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[4] = {0, 3.14159265f, 1.57079633f, 0.9f};
    lope_error error = {0};
    lope_wall_slide_settings settings;
    stage *s = stage_open_at(STAGE_BOXES, lope_quat_from_axis(axes[frame], angles[frame]), lope_point_make(50 * frame, 3, 7));
    lope_wall_slide_settings_default(&settings);
    settings.toward = toward;
    if (lope_moveset_add_ability(&s->moveset, lope_wall_slide_ability(), &settings, NULL, &error) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
    stage_box(s, -1, -50, -50, 0, 50, 50);
    stage_place(s, RADIUS + gap, 0, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 0, -3, 0);
    return s;
}

// s(t) = 2 + 2^(-t / 0.1), so the way is 2 t + 0.1 / ln 2 (1 - 2^(-t / 0.1)).
static void the_way_is_the_closed_form(void **unused)
{
    (void)unused;
    const double rest = pow(2, -AFTER / 0.1), way = 2 * AFTER + 0.1 / log(2) * (1 - rest);
    for (int frame = 0; frame < 4; frame++)
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            stage *s = open_at(frame, 0.05, 0);
            const brute_point from = stage_feet(s);
            for (int k = 0; k < (int)(AFTER * (double)rates[i] + 0.5); k++) stage_tick(s, 1.0f / rates[i]);
            const double went = from.y - stage_feet(s).y, speed = -stage_velocity(s).y;
            if (fabs(went - way) > 0.005 * way || fabs(speed - 2 - rest) > 0.005 * (2 + rest))
                fail_msg("frame %d, %g Hz: %g m at %g m/s; wanted %g, %g", frame, (double)rates[i], went, speed, way, 2 + rest);
            stage_close(s);
        }
}

// Without a wall in reach, and without input where it is needed, the character falls by gravity.
static void else_the_character_falls(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2; i++) {
        stage *s = open_at(0, i ? 0.05 : 0.15, i ? 0.3f : 0);
        stage_run(s, 0.5, 60);
        assert_true(fabs(stage_velocity(s).y + 3 + 9.8 * 0.5) < 0.01);
        stage_close(s);
    }
}

// The wall jump of the moveset starts with the press that ends the slide.
static void a_wall_jump_starts_in_the_same_press(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = open_at(frame, 0.05, 0);
        const uint32_t jump = yard_add(s, lope_wall_jump_ability());
        stage_run(s, 0.5, rate);
        assert_true(yard_is_on(s, 0));
        yard_press(s, LOPE_BUTTON_JUMP);
        stage_tick(s, 1 / rate);
        assert_non_null(yard_event(s, LOPE_EVENT_ABILITY, jump, 0));
        assert_false(yard_is_on(s, 0));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        check_near("away", stage_velocity(s).x, 0.75 * 12 / sqrt(0.25 * 0.25 + 0.75 * 0.75), 1e-3);
        stage_close(s);
    }
}

// A wall that goes up and away: the slide is against it, and the character stays at it.
static void a_wall_that_moves_takes_it_along(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body wall = stage_moving_box(s, -0.5, 0, 0, 1, 100, 100);
        const uint32_t id = yard_add(s, lope_wall_slide_ability());
        yard_place(s, RADIUS + 0.02, 0, 0, false);
        stage_set_velocity(s, -1, -1, 0.5); // with the wall, but for the slide's own 2 m/s
        stage_move(s, -1, 0);
        for (int i = 0; i < (int)rate; i++) {
            const double t = s->time + 1 / (double)rate;
            stage_carry(s, wall, -0.5 - t, t, 0.5 * t);
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
        }
        const double t = s->time;
        check_near("down the wall", stage_feet(s).y - t, -2 * t, 0.01);
        check_near("at the wall", stage_feet(s).x + t, RADIUS, 0.03);
        stage_move(s, 1, 0);
        for (int i = 0; i < (int)(0.2 * (double)rate) + 1; i++) {
            const double next = s->time + 1 / (double)rate;
            stage_carry(s, wall, -0.5 - next, next, 0.5 * next);
            stage_tick(s, 1 / rate);
        }
        assert_false(yard_is_on(s, id));
        assert_true(stage_velocity(s).x > -1.01 && stage_velocity(s).x < -0.5); // the wall's, and the input's
        stage_close(s);
    }
}

// At the wall's lower end the character falls, and on the ground it stands.
static void it_ends_without_a_wall_and_on_the_ground(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int floor = 0; floor < 2; floor++)
    {
        stage *s = yard_open(frame);
        stage_box(s, -1, -2, -50, 0, 50, 50);
        if (floor) stage_box(s, -5, -3, -50, 5, -1, 50);
        const uint32_t id = yard_add(s, lope_wall_slide_ability());
        yard_set(s, "wall_slide", "toward", 0);
        yard_place(s, RADIUS + 0.02, 0, 0, false);
        stage_set_velocity(s, 0, -2, 0);
        yard_until_end(s, id, rate, 3);
        if (!floor) assert_true(stage_feet(s).y < -2 && s->state.mode == LOPE_MODE_FALLING);
        if (floor) assert_true(stage_walking(s));
        stage_close(s);
    }
}

// A press of GRAB tells why there is no slide, once, with the place; what asks by itself tells nothing.
static void a_press_is_told_why(void **unused)
{
    (void)unused;
    stage *s = yard_open(0);
    stage_box(s, -1, -50, -50, 0, 50, 50);
    const uint32_t id = yard_add(s, lope_wall_slide_ability());
    yard_place(s, 0.34 + 0.05, 0, 0, false);
    stage_set_velocity(s, 0, -3, 0);
    for (int i = 0; i < 10; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 0);
    yard_press(s, LOPE_BUTTON_GRAB);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_INPUT);
    assert_int_equal(s->report.refused[0].query, 1);
    check_near("place", s->report.refused[0].point.x - s->origin.x, 0, 1e-6);
    for (int i = 0; i < 10; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
    stage_close(s);
}

// Past a wall that ends `rest` m ahead, at 2 m/s: a wall that is over within 0.1 s starts no slide.
static void a_wall_that_ends_at_once_starts_nothing(void **unused)
{
    (void)unused;
    const double speed = 2, rests[] = {0.05, 0.15, 0.25, 1};
    each_yard(rate, frame) for (int i = 0; i < 4; i++)
    {
        stage *s = yard_open(frame);
        // the capsule's middle passes the corner; the rim round it is in reach (0.1 m) for sqrt(0.44^2 -
        // 0.36^2)
        const double rim = sqrt((RADIUS + 0.1) * (RADIUS + 0.1) - (RADIUS + 0.02) * (RADIUS + 0.02));
        stage_box(s, -1, -50, -50, 0, 50, rests[i] - rim);
        const uint32_t id = yard_add(s, lope_wall_slide_ability());
        yard_set(s, "wall_slide", "toward", 0);
        yard_place(s, RADIUS + 0.02, 0, 0, false);
        stage_set_velocity(s, 0, -1, speed);
        stage_tick(s, 1 / rate);
        assert_int_equal(yard_is_on(s, id), rests[i] > 0.1 * speed);
        stage_close(s);
    }
}

// Beside a wall, `depth` over a floor: a slide of less than 0.1 s does not start.
static void a_floor_that_comes_at_once_starts_nothing(void **unused)
{
    (void)unused;
    const double speed = 2, depths[] = {0.02, 0.15, 0.35, 1}; // under the slide's speed, 2 m/s, and the fall's
    each_yard(rate, frame) for (int i = 0; i < 4; i++)
    {
        stage *s = yard_open(frame);
        stage_box(s, -1, -50, -50, 0, 50, 50);
        stage_box(s, 0, -2, -50, 50, -1, 50);
        const uint32_t id = yard_add(s, lope_wall_slide_ability());
        yard_set(s, "wall_slide", "toward", 0);
        yard_place(s, RADIUS + 0.02, depths[i] - 1, 0, false);
        stage_set_velocity(s, 0, -speed, 0);
        stage_tick(s, 1 / rate);
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY) > 0, depths[i] > 0.1 * speed);
        assert_int_equal(yard_is_on(s, id), depths[i] > 0.1 * speed);
        stage_close(s);
    }
}

// Crouched in the air: the slide keeps the size, and starts once.
static void it_keeps_the_crouched_size(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_box(s, -1, -50, -50, 0, 50, 50);
        const uint32_t id = yard_add(s, lope_wall_slide_ability());
        yard_set(s, "wall_slide", "toward", 0);
        yard_place(s, RADIUS + 0.3, 0, 0, false);
        s->input.held = LOPE_BUTTON_CROUCH;
        stage_set_velocity(s, -2, 0, 0);
        for (int i = 0; i < (int)(0.5 * (double)rate); i++) {
            const float height = s->state.height;
            const bool slid = yard_is_on(s, id);
            stage_tick(s, 1 / rate);
            if (slid) check_near("size", (double)s->state.height, (double)height, 1e-6);
        }
        assert_true(yard_is_on(s, id));
        assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
        assert_true(s->state.height < s->state.standing_height);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_press_is_told_why),
                                       cmocka_unit_test(the_way_is_the_closed_form),
                                       cmocka_unit_test(else_the_character_falls),
                                       cmocka_unit_test(it_keeps_the_crouched_size),
                                       cmocka_unit_test(a_floor_that_comes_at_once_starts_nothing),
                                       cmocka_unit_test(a_wall_that_ends_at_once_starts_nothing),
                                       cmocka_unit_test(a_wall_jump_starts_in_the_same_press),
                                       cmocka_unit_test(a_wall_that_moves_takes_it_along),
                                       cmocka_unit_test(it_ends_without_a_wall_and_on_the_ground)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
