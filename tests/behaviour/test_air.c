// test_air.c - jumping and falling: ledges, landings, holds, counts, the two forgiving timers, ceilings, air
// control, gaps.
#include "check.h"
#include "stage.h"

static const float rates[] = {30, 60, 120, 240};

static void press(stage *s, float dt)
{
    s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
    stage_tick(s, dt);
    s->input.held = 0;
}

static void walks_off_a_ledge(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 4; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_box(s, -10, -1, -5, 0, 2, 5);
            stage_place(s, -2, 2, 0, LOPE_MODE_WALKING);
            stage_move(s, 1, 0);
            double last = 2;
            for (int t = 0; t < (int)(2 * rates[i]); t++) {
                stage_tick(s, 1.0f / rates[i]);
                if (stage_feet(s).y > last + 1e-4) fail_msg("rose by %g m while falling off", stage_feet(s).y - last);
                last = stage_feet(s).y;
            }
            const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF), *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(off);
            assert_non_null(land);
            printf("  %s %g Hz: walks off at %.3f s, lands at %.3f s with %.3f m/s\n", stage_form_names[form], (double)rates[i],
                   off->time, land->time, (double)land->event.value);
            assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
            assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
            // sqrt(2 * 9.8 * 2) = 6.261; leaving over the capsule's round bottom may take a little of the
            // height
            check_near("landing speed", (double)land->event.value, 6.261, 0.15);
            check_near("time of the fall", land->time - off->time, sqrt(4 / 9.8), 0.08);
            assert_true(stage_walking(s));
            stage_close(s);
        }
}

static void stays_on_a_guarded_ledge(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 4; turn++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, -10, -1, -5, 0, 2, 5);
        stage_tune(s, "can_walk_off_ledges", 0);
        stage_place(s, -2, 2, 0, LOPE_MODE_WALKING);
        stage_move(s, cos(0.4 * turn), sin(0.4 * turn));
        for (int t = 0; t < 180; t++) {
            stage_tick(s, 1.0f / 60);
            assert_true(stage_walking(s));
        }
        check_near("height", stage_feet(s).y, 2.0, 2e-3);
        stage_close(s);
    }
}

static double jump_height(float rate, double hold, double hold_time)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "jump_max_hold_time", hold_time);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, rate);
    double ground = stage_feet(s).y, highest = 0;
    s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
    int held = (int)(hold * (double)rate + 0.5);
    for (int t = 0; t < (int)(2 * rate); t++) {
        if (t == held) s->input.held = 0;
        stage_tick(s, 1.0f / rate);
        highest = stage_feet(s).y - ground > highest ? stage_feet(s).y - ground : highest;
    }
    const stage_event *apex = stage_first(s, LOPE_EVENT_APEX);
    assert_non_null(apex);
    double value = (double)apex->event.value;
    assert_true(value >= highest - 1e-3);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);
    return value;
}

// While the button is held the speed is kept at 4.2 m/s, for 0.25 s at most; then 0.9 m more: 1.95 m. Held
// for 0.1 s: 1.32 m.
static void holding_jumps_higher(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        double full = jump_height(rates[i], 1.0, 0.25), part = jump_height(rates[i], 0.1, 0.25),
               none = jump_height(rates[i], 1.0, 0.0);
        printf("  %g Hz: held throughout %.4f m, for 0.1 s %.4f m, with no hold time %.4f m\n", (double)rates[i], full, part,
               none);
        check_near("full hold", full, 1.95, 0.01);
        check_near("part hold", part, 1.32, 0.01);
        check_near("no hold time", none, 0.9, 1e-3);
    }
}

static void jump_count(void **unused)
{
    (void)unused;
    for (int most = 1; most <= 3; most++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_tune(s, "jump_max_count", most);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.2, 60);
        for (int k = 0; k < 5; k++) {
            press(s, 1.0f / 60);
            stage_run(s, 0.1, 60);
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), most);
        int expected = 1;
        for (int i = 0; i < s->event_count; i++)
            if (s->events[i].event.kind == LOPE_EVENT_JUMP) assert_int_equal(s->events[i].event.to, expected++);
        stage_run(s, 3.0, 60);
        assert_true(stage_walking(s));
        press(s, 1.0f / 60); // and from the ground again
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), most + 1);
        stage_close(s);
    }
}

// Holding the button down does not jump again on landing.
static void held_button_jumps_once(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
    stage_run(s, 3.0, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);
}

static void coyote_time(void **unused)
{
    (void)unused;
    static const double times[] = {0.10, 0.10, 0.0, 0.25}, late[] = {0.05, 0.2, 0.05, 0.2};
    static const int jumps[] = {1, 0, 0, 1};
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 4; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            stage_box(s, -10, -1, -5, 0, 10, 5);
            stage_tune(s, "coyote_time", times[k]);
            stage_place(s, -2, 10, 0, LOPE_MODE_WALKING);
            stage_move(s, 1, 0);
            for (int t = 0; t < (int)(2 * rates[i]) && stage_walking(s); t++) stage_tick(s, 1.0f / rates[i]);
            assert_true(s->state.mode == LOPE_MODE_FALLING);
            const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF);
            assert_non_null(off);
            while (s->time < off->time + late[k]) stage_tick(s, 1.0f / rates[i]);
            press(s, 1.0f / rates[i]);
            stage_run(s, 0.1, rates[i]);
            printf("  coyote time %.2f s, pressed %.2f s after the edge, %g Hz: %d jumps\n", times[k], late[k], (double)rates[i],
                   stage_count(s, LOPE_EVENT_JUMP));
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), jumps[k]);
            stage_close(s);
        }
}

static void jump_buffer(void **unused)
{
    (void)unused;
    static const double times[] = {0.10, 0.10, 0.0, 0.3}, early[] = {0.07, 0.2, 0.07, 0.2};
    static const int jumps[] = {1, 0, 0, 1};
    double fall = sqrt(2 * 2 / 9.8); // from 2 m
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 4; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            stage_tune(s, "jump_buffer_time", times[k]);
            stage_place(s, 0, 2, 0, LOPE_MODE_FALLING);
            while (s->time + 0.5 / (double)rates[i] < fall - early[k]) stage_tick(s, 1.0f / rates[i]);
            press(s, 1.0f / rates[i]);
            stage_run(s, 0.5, rates[i]);
            printf("  buffer %.2f s, pressed %.2f s before landing, %g Hz: %d jumps\n", times[k], early[k], (double)rates[i],
                   stage_count(s, LOPE_EVENT_JUMP));
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), jumps[k]);
            stage_close(s);
        }
}

// A ceiling 0.24 m over the head: up in 0.062 s, the upward speed is gone, down again in 0.221 s.
// Told at the instant at which the press has waited long enough, 3 ms before it lands: not when the tick
// ends, nor after the landing.
static void a_press_is_refused_at_its_instant(void **unused)
{
    (void)unused;
    const double lands = sqrt(2 * 2 / 9.8), early = 3e-3;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 5; i++) {
            double rate = i < 4 ? (double)rates[i] : 20, buffer = k == 0 ? lands - early - 0.5 : 0;
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            stage_tune(s, "jump_buffer_time", buffer);
            stage_tune(s, "coyote_time", 0);
            stage_place(s, 0, 2, 0, LOPE_MODE_FALLING);
            stage_run(s, 0.5, (float)rate);
            double pressed = s->time;
            press(s, (float)(1 / rate));
            stage_run(s, 0.5, (float)rate);
            const stage_event *no = stage_first(s, LOPE_EVENT_REFUSE), *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(no);
            assert_non_null(land);
            check_near("refused", no->time - pressed, buffer, 2e-6);
            assert_int_equal(no->event.to, LOPE_REFUSAL_USED_UP);
            assert_true(no < land && no->event.sequence < land->event.sequence);
            for (int e = 1; e < s->event_count; e++) {
                assert_int_equal(s->events[e].event.sequence, s->events[e - 1].event.sequence + 1);
                assert_true(s->events[e].time >= s->events[e - 1].time);
            }
            stage_close(s);
        }
}

static void bumps_its_head(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int i = 0; i < 4; i++) {
            stage *s = stage_open((stage_form)form);
            stage_floor(s);
            stage_box(s, -5, 2.0, -5, 5, 3, 5);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.2, rates[i]);
            double start = s->time, highest = 0;
            press(s, 1.0f / rates[i]);
            for (int t = 0; t < (int)rates[i]; t++) {
                stage_tick(s, 1.0f / rates[i]);
                highest = stage_feet(s).y > highest ? stage_feet(s).y : highest;
                check_below("depth", stage_depth(s), 1e-3);
            }
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(land);
            printf("  %s %g Hz: highest %.4f m, on the floor after %.3f s\n", stage_form_names[form], (double)rates[i], highest,
                   land->time - start);
            check_below("highest", highest, 0.24 + 1e-3);
            check_near("flight", land->time - start, 0.283, 0.02);
            assert_true(stage_count(s, LOPE_EVENT_HIT) >= 1);
            stage_close(s);
        }
}

// A ceiling 0.74 m over the head ends a held jump, and one that is tilted a little, or round, no later: up in
// 0.176 s, down in 0.389 s. Turned about by any angle, for a ceiling's rounding must not tell.
static void a_ceiling_ends_the_hold(void **unused)
{
    (void)unused;
    static const double tilts[] = {0, 0, 0, 0, 0.001, 0.01, 0.1, 1};
    static const float all[] = {20, 60, 360};
    for (int k = 0; k < 9; k++)
        for (int i = 0; i < 3; i++) {
            lope_vec3 axis = lope_vec3_make((float)sin(k), (float)cos(2 * k), (float)sin(3 * k + 1));
            lope_quat turn = lope_quat_from_axis(lope_vec3_scale(axis, 1 / lope_vec3_length(axis)), 0.7f * (float)k);
            lope_body_def over = {.position = lope_quat_rotate_point(turn, lope_point_make(0, 5.5, 0))};
            stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(0, 0, 0));
            stage_floor(s);
            if (k < 8)
                stage_tilted_box(s, 0, 3, 0, 4, 1, 4, tilts[k], 30 * k);
            else
                assert_true(lope_level_add_sphere(s->level, &(lope_sphere_def){.body = over, .radius = 3}).generation != 0);
            stage_tune(s, "jump_max_hold_time", 0.4);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.2, all[i]);
            double start = s->time, wanted = 0.74 / 4.2 + sqrt(2 * 0.74 / 9.8);
            s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
            stage_run(s, 1, all[i]);
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(land);
            printf("  ceiling %d at %g Hz: lands after %.4f s, wanted %.4f s\n", k, (double)all[i], land->time - start, wanted);
            check_near("flight", land->time - start, wanted, 1e-3);
            stage_close(s);
        }
}

// A closed form: 2.048 m/s2 until 0.25 m/s, then 1.024 m/s2, over a flight of 0.857 s: 1.003 m/s and 0.476 m.
static void air_control(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.2, rates[i]);
        stage_move(s, 1, 0);
        press(s, 1.0f / rates[i]);
        double speed = 0, before = stage_feet(s).x;
        while (!stage_walking(s) && s->time < 3) {
            speed = stage_speed(s);
            before = stage_feet(s).x;
            stage_tick(s, 1.0f / rates[i]);
        }
        printf("  %g Hz: %.4f m/s and %.4f m at the last tick in the air\n", (double)rates[i], speed, before);
        check_near("speed", speed, 1.003, 1.1 / (double)rates[i] + 0.02); // up to one tick of acceleration is missing
        check_near("way", before, 0.476, 1.1 / (double)rates[i] + 0.01);  // and one tick's way
        stage_close(s);
    }
}

// The middle of the capsule's round end over a box's edge: r from it, `theta` over level, at v along the
// round. It rolls off under gravity, the input held against the box. What gravity does not press onto the
// edge the input does, by as much as the round takes and no more, with nothing left for the edge to turn into
// height.
static double roll_off(double theta, double bottom, double top, double *speed)
{
    const double g = 9.8, r = 0.34, h = 1e-6;
    double v = 0, time = 0;
    for (; theta > 1e-4; time += h) {
        double s = sin(theta), c = cos(theta), free = v * v / r - g * s;
        v += h * (free <= 0 ? g * c : g * c - free * s / c);
        theta -= h * v / r;
    }
    double drop = top - r - bottom; // then straight down along the wall
    *speed = sqrt(v * v + 2 * g * drop);
    return time + (*speed - v) / g;
}

// A character that falls past an edge, the input held against it, slides off: it does not hold it up, at any
// rate.
static void input_holds_nobody_up(void **unused)
{
    (void)unused;
    static const double controls[] = {0.4, 1.0, 3.0}, degrees[] = {20, 35, 44};
    static const float all[] = {20, 30, 60, 120, 360};
    for (int k = 0; k < 9; k++)
        for (int i = 0; i < 5; i++) {
            double theta = degrees[k % 3] * acos(-1.0) / 180, speed, time = roll_off(theta, 0, 1, &speed);
            stage *s = stage_open((stage_form)(k % STAGE_FORM_COUNT));
            stage_floor(s);
            stage_box(s, 0, 0, -3, 6, 1, 3);
            stage_tune(s, "air_control", controls[k / 3]);
            stage_tune(s, "air_control_boost_multiplier", 0);
            stage_place(s, -0.34 * cos(theta), 0.66 + 0.34 * sin(theta), 0, LOPE_MODE_FALLING);
            stage_move(s, 1, 0);
            stage_run(s, 1.5, all[i]);
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(land);
            printf("  from %g degrees with control %g at %g Hz: lands at %.4f s with %.3f m/s, wanted %.4f s with %.3f m/s\n",
                   degrees[k % 3], controls[k / 3], (double)all[i], land->time, (double)land->event.value, time, speed);
            check_near("time", land->time, time, 1.5e-3);
            check_near("speed", (double)land->event.value, speed, 0.01 * speed);
            stage_close(s);
        }
}

// A jump that slides along a pillar with the input held against it: the same way at every rate, with no word
// of the floor that it has left.
static void jumps_along_a_pillar(void **unused)
{
    (void)unused;
    static const float all[] = {360, 20, 60, 120};
    for (int k = 0; k < 3; k++) {
        brute_point first = {0};
        for (int i = 0; i < 4; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            lope_body_def at = {.position = {3, 2, 0}};
            assert_true(lope_level_add_cylinder(s->level, &(lope_cylinder_def){.body = at, .radius = 2, .height = 4}).generation);
            stage_tune(s, "air_control", 0.5 * (k + 1));
            stage_place(s, 0, 0, 0.05, LOPE_MODE_WALKING);
            stage_move(s, 0.9, -0.4);
            stage_run(s, 0.4, all[i]);
            press(s, 1.0f / all[i]);
            stage_run(s, 0.6 - 1.0 / (double)all[i], all[i]);
            brute_point now = stage_feet(s);
            printf("  control %g at %g Hz: at %.4f %.4f %.4f\n", 0.5 * (k + 1), (double)all[i], now.x, now.y, now.z);
            for (int e = 0; e < s->event_count; e++)
                if (s->events[e].event.kind == LOPE_EVENT_HIT) assert_true(!s->events[e].event.walkable);
            if (i == 0) first = now;
            check_near("x", now.x, first.x, 0.01);
            check_near("y", now.y, first.y, 0.002);
            check_near("z", now.z, first.z, 0.01);
            stage_close(s);
        }
    }
}

// Also from a hop of a few millimetres it lands when it comes down: 2 v / g later, at full speed over ground.
static void low_hops_last_their_time(void **unused)
{
    (void)unused;
    static const double ups[] = {0.05, 0.1, 0.134, 0.3, 1.0, 4.2};
    static const float all[] = {20, 30, 60, 120, 360};
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < 5; i++) {
            stage *s = stage_open((stage_form)(k % STAGE_FORM_COUNT));
            stage_floor(s);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.2, all[i]);
            double start = s->time, wanted = 2 * ups[k] / 9.8;
            s->requests.asked = LOPE_REQUEST_LAUNCH;
            s->requests.launch_velocity = lope_vec3_make(5, (float)ups[k], 0);
            stage_tick(s, 1.0f / all[i]);
            stage_run(s, 1.0, all[i]);
            const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
            assert_non_null(land);
            printf("  up at %g m/s at %g Hz: lands after %.5f s, wanted %.5f s\n", ups[k], (double)all[i], land->time - start,
                   wanted);
            check_near("flight", land->time - start, wanted, 5e-5);
            stage_close(s);
        }
}

static void jumps_a_gap(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int wide = 0; wide < 2; wide++)
            for (int i = 0; i < 4; i++) {
                double gap = wide ? 6.2 : 4.6; // 6 m/s for 0.857 s reaches 5.14 m
                stage *s = stage_open((stage_form)form);
                stage_floor(s);
                stage_box(s, -10, -1, -3, 0, 3, 3);
                stage_box(s, gap, -1, -3, gap + 10, 3, 3);
                stage_place(s, -4, 3, 0, LOPE_MODE_WALKING);
                stage_run(s, 0.1, rates[i]);
                stage_move(s, 1, 0);
                while (stage_feet(s).x < -0.25 && s->time < 3) stage_tick(s, 1.0f / rates[i]);
                press(s, 1.0f / rates[i]);
                stage_run(s, 1.2, rates[i]);
                printf("  %s gap of %.1f m at %g Hz: ends at %.2f %.3f\n", stage_form_names[form], gap, (double)rates[i],
                       stage_feet(s).x, stage_feet(s).y);
                if (wide)
                    check_below("fell", stage_feet(s).y, 1.0);
                else
                    check_near("landed across", stage_feet(s).y, 3.0, 2e-3);
                stage_close(s);
            }
}

static void terminal_speed(void **unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_place(s, 0, 300, 0, LOPE_MODE_FALLING);
        stage_run(s, 30, rates[i]);
        const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
        assert_non_null(land);
        // 40 m/s after 4.08 s and 81.6 m, then 218.4 m in 5.46 s
        printf("  %g Hz: lands at %.4f s with %.3f m/s\n", (double)rates[i], land->time, (double)land->event.value);
        check_near("terminal speed", (double)land->event.value, 40.0, 1e-3);
        check_near("time", land->time, 40 / 9.8 + (300 - 800 / 9.8) / 40, 0.02);
        stage_close(s);
    }
}

static void requests_are_used_once(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_velocity = lope_vec3_make(3, 5, 0);
    stage_tick(s, 1.0f / 60);
    s->requests.launch_velocity = lope_vec3_make(0, 0, 0);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    stage_run(s, 2.0, 60);
    // 5 m/s up: 1.02 s of flight at 3 m/s
    check_near("launched", stage_feet(s).x, 3 * 2 * 5 / 9.8, 0.12);
    s->requests.asked = LOPE_REQUEST_TELEPORT;
    s->requests.teleport_feet = lope_point_make(7, 0, -7);
    stage_tick(s, 1.0f / 60);
    check_near("teleported x", stage_feet(s).x, 7, 0.01);
    check_near("reported", s->report.moved_by_teleport, hypot(7 - 3.06, 7), 0.2);
    assert_int_equal(stage_count(s, LOPE_EVENT_TELEPORT), 1);
    s->requests.impulse = lope_vec3_make(300, 0, 0); // on 100 kg: 3 m/s
    stage_tick(s, 1.0f / 60);
    if (stage_speed(s) < 1.5) fail_msg("impulse gave %g m/s", stage_speed(s));
    stage_close(s);
}

// An apex is told by who has gone up: not by who walks or is thrown off a ledge level, in whatever frame that
// is level.
static void no_apex_without_a_rise(void **unused)
{
    (void)unused;
    static const float seconds[] = {0.55f, 0.2f};
    for (int k = 0; k < 40; k++)
        for (int thrown = 0; thrown < 2; thrown++) {
            float angle = 0.157f * (float)k;
            lope_quat turn = lope_quat_from_axis(lope_vec3_make(0.48f, 0.6f, 0.64f), angle);
            stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(300, -40, 70));
            stage_box(s, -10, -1, -5, 0, 2, 5);
            stage_place(s, -2, 2, 0, LOPE_MODE_WALKING);
            stage_move(s, 1, 0.3);
            stage_run(s, (double)seconds[thrown], 60);
            if (thrown) {
                s->requests.asked = LOPE_REQUEST_LAUNCH;
                s->requests.launch_velocity = lope_quat_rotate(turn, lope_vec3_make(7, 0, 2));
            }
            stage_run(s, 0.6, 60);
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            assert_int_equal(stage_count(s, LOPE_EVENT_APEX), 0);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walks_off_a_ledge),
        cmocka_unit_test(stays_on_a_guarded_ledge),
        cmocka_unit_test(holding_jumps_higher),
        cmocka_unit_test(jump_count),
        cmocka_unit_test(held_button_jumps_once),
        cmocka_unit_test(coyote_time),
        cmocka_unit_test(jump_buffer),
        cmocka_unit_test(bumps_its_head),
        cmocka_unit_test(air_control),
        cmocka_unit_test(input_holds_nobody_up),
        cmocka_unit_test(jumps_along_a_pillar),
        cmocka_unit_test(a_ceiling_ends_the_hold),
        cmocka_unit_test(low_hops_last_their_time),
        cmocka_unit_test(jumps_a_gap),
        cmocka_unit_test(terminal_speed),
        cmocka_unit_test(requests_are_used_once),
        cmocka_unit_test(no_apex_without_a_rise),
        cmocka_unit_test(a_press_is_refused_at_its_instant),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
