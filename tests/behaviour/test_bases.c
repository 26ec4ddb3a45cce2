// test_bases.c - carried by what moves: the spot on a platform is kept, what leaves it gets its velocity, at
// any tick rate.
//
// Each platform moves by a closed form of the time; the truth is worked out here from the same form. Read
// next: test_moving.c.
#include "check.h"
#include "stage.h"

static const double rates[] = {20, 60, 360};
static const lope_quat no_turn = {0, 0, 0, 1};
#define TURN 6.283185307179586
#define G 9.8

// Where a body is at a time: its centre, and turned by `angle` about `axis`.
typedef struct course {
    double x, y, z;
    double ax, ay, az, angle;
} course;
typedef course (*course_at)(double t);

static lope_quat quat_of(course c)
{
    double h = 0.5 * fmod(c.angle, 2 * TURN), s = sin(h);
    return (lope_quat){(float)(c.ax * s), (float)(c.ay * s), (float)(c.az * s), (float)cos(h)};
}

static lope_transform pose_of(const stage *s, course c)
{
    lope_point p = lope_quat_rotate_point(s->turn, lope_point_make(c.x, c.y, c.z));
    return (lope_transform){lope_point_add(s->origin, p), lope_quat_normalize(lope_quat_multiply(s->turn, quat_of(c)))};
}

typedef struct ride {
    stage *s;
    lope_body body;
    course_at at;
    double rate, t;
    uint64_t n;
    lope_point local; // the spot in the body's frame
} ride;

static ride ride_open(course_at at, double rate, double sx, double sy, double sz, lope_quat turn, lope_point origin)
{
    ride r = {.s = stage_open_at(STAGE_BOXES, turn, origin), .at = at, .rate = rate};
    r.body = stage_moving_box(r.s, at(0).x, at(0).y, at(0).z, sx, sy, sz);
    lope_transform pose = pose_of(r.s, at(0));
    assert_int_equal(lope_level_set_pose(r.s->level, r.body, &pose), LOPE_OK);
    lope_level_end_tick(r.s->level);
    return r;
}

static lope_point spot(const ride *r)
{
    lope_transform pose = pose_of(r->s, r->at(r->t));
    return lope_transform_unapply(&pose, r->s->state.feet);
}

static void stand_at(ride *r, double x, double y, double z)
{
    stage_place(r->s, x, y, z, LOPE_MODE_WALKING);
    r->local = spot(r);
}

static void tick(ride *r)
{
    double t = (double)(r->n + 1) / r->rate;
    lope_transform pose = pose_of(r->s, r->at(t));
    assert_int_equal(lope_level_set_pose(r->s->level, r->body, &pose), LOPE_OK);
    r->n++;
    r->t = t;
    stage_tick(r->s, (float)(1.0 / r->rate));
}

static void run(ride *r, double until)
{
    while (r->t < until - 1e-9) tick(r);
}

static double off_spot(const ride *r)
{
    lope_point d = lope_point_sub(spot(r), r->local);
    return lope_point_length(d);
}

static course turntable(double t) { return (course){0, -0.5, 0, 0, 1, 0, TURN * t}; }
static course rolling(double t)
{
    double a = 0.3 * sin(1.7 * t), b = 0.3 * cos(1.3 * t), l = sqrt(a * a + b * b + 1e-12);
    return (course){sin(t), 3 + sin(2 * t), 0, a / l, 0, b / l, l};
}
static course train(double t) { return (course){8 * t, -0.5, 0, 0, 1, 0, 0}; }
static course swing(double t) { return (course){2 * sin(2 * t), -0.5, 1.5 * cos(1.6 * t), 0, 1, 0, 0}; }
static course rise3(double t) { return (course){0, 3 * t, 0, 0, 1, 0, 0}; }
static course sink3(double t) { return (course){0, -3 * t, 0, 0, 1, 0, 0}; }
static course drop15(double t) { return (course){0, t < 0.5 ? 0 : -15 * (t - 0.5), 0, 0, 1, 0, 0}; }
static course plunge(double t) { return (course){0, t < 0.5 ? 0 : -8 * (t - 0.5) * (t - 0.5), 0, 0, 1, 0, 0}; }
static course rise6(double t) { return (course){0, 6 * t, 0, 0, 1, 0, 0}; }

static void turntable_keeps_the_spot(void **unused)
{
    (void)unused;
    static const lope_point far_away = {1e7, 1e7, -1e7};
    for (int f = 0; f < 2; f++)
        for (int i = 0; i < 2; i++) {
            ride r = ride_open(turntable, rates[i], 24, 1, 24, no_turn, f ? far_away : (lope_point){0, 0, 0});
            stand_at(&r, 9, 0, 0);
            double worst = 0;
            while (r.t < 600 - 1e-9) {
                tick(&r);
                double off = off_spot(&r);
                worst = off > worst ? off : worst;
                if (!stage_walking(r.s)) fail_msg("not walking at %g s", r.t);
            }
            printf("  %g Hz%s: off its spot by %.3g mm at most in 10 minutes, yaw %.4f, carried %.4f\n", r.rate,
                   f ? ", far away" : "", worst * 1e3, (double)r.s->state.yaw, (double)r.s->state.carried_yaw);
            check_below("off its spot", worst, 0.01);
            check_near("facing as at first", (double)r.s->state.yaw, 0, 0.01);
            assert_int_equal(stage_count(r.s, LOPE_EVENT_HIT) + stage_count(r.s, LOPE_EVENT_WALK_OFF), 0);
            stage_close(r.s);
        }
}

static void tilting_body_keeps_the_spot(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(rolling, rates[i], 12, 1, 12, no_turn, (lope_point){0, 0, 0});
        lope_transform pose = pose_of(r.s, rolling(0));
        lope_point feet = lope_transform_apply(&pose, lope_point_make(0.5, 0.5, 0.4));
        stand_at(&r, feet.x, feet.y + 0.02, feet.z);
        tick(&r);
        r.local = spot(&r);
        double worst = 0, late = 0;
        while (r.t < 120) {
            tick(&r);
            double off = off_spot(&r);
            worst = off > worst ? off : worst;
            if (r.t > 110) late = off > late ? off : late;
            if (!stage_walking(r.s)) fail_msg("%g Hz: not walking at %g s", r.rate, r.t);
            check_below("gap", fabs(r.s->state.floor.distance), 1e-6);
        }
        printf("  %g Hz: off its spot by %.3g mm at most, at the end %.3g mm\n", r.rate, worst * 1e3, late * 1e3);
        check_below("off its spot", worst, 0.025); // the round bottom stands up to r (1 / cos 17.2 - 1) = 16 mm over it
        stage_close(r.s);
    }
}

// The same walk on a turning and on a standing platform leads to the same spot of it.
static void walking_on_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(turntable, rates[i], 24, 1, 24, no_turn, (lope_point){0, 0, 0});
        stand_at(&r, 3, 0, 0);
        run(&r, 0.5);
        stage_move(r.s, 1, 0);
        run(&r, 1.5);
        stage_move(r.s, 0, 0);
        run(&r, 2.5);
        lope_point there = spot(&r);
        printf("  %g Hz: walked to %.4f %.4f %.4f of the table\n", r.rate, there.x, there.y, there.z);
        static lope_point first;
        if (i == 0) first = there;
        check_below("the same at any rate", lope_point_length(lope_point_sub(there, first)), 0.03);
        r.local = there;
        run(&r, 60);
        check_below("stays", off_spot(&r), 1e-4);
        stage_close(r.s);
    }
}

// Free flight from where it left with what it had there.
static void check_flight(const ride *r, const char *what, lope_point from, lope_point v, double time, double tolerance)
{
    lope_point should = lope_point_mad(from, v, time), feet = r->s->state.feet;
    should.y -= 0.5 * G * time * time;
    lope_point off = lope_point_sub(feet, should);
    printf("  %s, %g Hz: after %.3f s off free flight by %.4f m; velocity %.3f %.3f %.3f, should be %.3f %.3f %.3f\n", what,
           r->rate, time, lope_point_length(off), (double)r->s->state.velocity.x, (double)r->s->state.velocity.y,
           (double)r->s->state.velocity.z, v.x, v.y - G * time, v.z);
    check_below("off free flight", lope_point_length(off), tolerance);
    check_near("vx", (double)r->s->state.velocity.x, v.x, 0.01 * lope_point_length(v));
    check_near("vy", (double)r->s->state.velocity.y, v.y - G * time, 0.01 * lope_point_length(v) + 0.01);
    check_near("vz", (double)r->s->state.velocity.z, v.z, 0.01 * lope_point_length(v));
}

static lope_point velocity_of(const ride *r, lope_point local)
{
    lope_transform a = pose_of(r->s, r->at(r->t - 1e-5)), b = pose_of(r->s, r->at(r->t + 1e-5));
    (void)local;
    return lope_point_scale(lope_point_sub(b.position, a.position), 5e4);
}

static void jump_takes_its_velocity_along(void **unused)
{
    (void)unused;
    static const struct {
        const char *name;
        course_at at;
        double x, y;
        lope_point more; // what a turn adds
    } cases[] = {{"train", train, 0, 0, {0, 0, 0}},
                 {"swing", swing, 0, 0, {0, 0, 0}},
                 {"rising lift", rise3, 0, 0.5, {0, 0, 0}},
                 {"turntable", turntable, 2, 0, {0, 0, -TURN * 2}}};
    for (int c = 0; c < 4; c++)
        for (int i = 0; i < 3; i++) {
            ride r = ride_open(cases[c].at, rates[i], 24, 1, 24, no_turn, (lope_point){0, 0, 0});
            stand_at(&r, cases[c].x, cases[c].y, swing(0).z * (c == 1));
            run(&r, 1.0);
            lope_point from = r.s->state.feet, v = velocity_of(&r, r.local);
            v = lope_point_add(v, cases[c].more);
            v.y += 4.2;
            r.s->input.pressed = LOPE_BUTTON_JUMP;
            run(&r, 1.4);
            check_flight(&r, cases[c].name, from, v, 0.4, 0.01);
            stage_close(r.s);
        }
}

static void masks(void **unused)
{
    (void)unused;
    ride r = ride_open(swing, 60, 24, 1, 24, no_turn, (lope_point){0, 0, 0});
    stage_tune(r.s, "impart_base_velocity_x", 0);
    stand_at(&r, 0, 0, 1.5);
    run(&r, 1.0);
    lope_point from = r.s->state.feet, v = velocity_of(&r, r.local);
    v.x = 0;
    v.y = 4.2;
    r.s->input.pressed = LOPE_BUTTON_JUMP;
    run(&r, 1.4);
    check_flight(&r, "no x", from, v, 0.4, 0.01);
    stage_close(r.s);
    r = ride_open(turntable, 60, 24, 1, 24, no_turn, (lope_point){0, 0, 0});
    stage_tune(r.s, "impart_base_angular_velocity", 0);
    stand_at(&r, 2, 0, 0);
    run(&r, 1.0);
    from = r.s->state.feet;
    r.s->input.pressed = LOPE_BUTTON_JUMP;
    run(&r, 1.4);
    check_flight(&r, "no turn", from, lope_point_make(0, 4.2, 0), 0.4, 0.01);
    stage_close(r.s);
}

static course sloping(double t) { return (course){t, 0, 0, 0, 0, 1, 35 * TURN / 360}; }

// A character that was put onto a slope that moves, and has not walked on it since, takes along its velocity
// and no more.
static void jump_from_a_moving_slope(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(sloping, rates[i], 60, 1, 10, no_turn, (lope_point){0, 0, 0});
        double facing = cos(35 * TURN / 360), radius = (double)r.s->state.radius;
        stand_at(&r, 0, 0.5 / facing + radius * (1 / facing - 1), 0);
        run(&r, 0.5);
        lope_point from = r.s->state.feet;
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 0.9);
        check_flight(&r, "moving slope", from, lope_point_make(1, 4.2, 0), 0.4, 0.001);
        stage_close(r.s);
    }
}

static course out_of_floor(double t) { return (course){0, -0.3 + 1.5 * t, 0, 0, 1, 0, 0}; }

// Under the rim of a character that stands beside it a body comes up out of the floor: it is carried, or
// passed, but never thrown.
static void rims_are_no_catapults(void **unused)
{
    (void)unused;
    static const double all[] = {20, 60, 120, 360};
    for (int i = 0; i < 4; i++)
        for (double x = 2.05; x < 2.4; x += 0.05) {
            ride r = ride_open(out_of_floor, all[i], 4, 0.5, 4, no_turn, (lope_point){0, 0, 0});
            stage_floor(r.s);
            stand_at(&r, x, 0, 0);
            while (r.t < 1) {
                tick(&r);
                check_below("speed up", stage_velocity(r.s).y, 1.5 + 1e-3); // its floats
                check_below("over the top", stage_feet(r.s).y - fmax(0, r.at(r.t).y + 0.25), 1e-3);
            }
            if (x < 2.32)
                check_near("carried at the rim's height", stage_feet(r.s).y, r.at(r.t).y + 0.25, 1e-3); // 0.34: the radius
            stage_close(r.s);
        }
}

static course press_down(double t) { return (course){0, t < 0.5 ? 2.45 : t < 1.5 ? 2.45 - 3 * (t - 0.5) : -0.55, 0, 0, 1, 0, 0}; }

// A press that goes all the way into the floor holds the character under it, and does not let it stand up
// inside it and out at its top.
static void presses_hold(void **unused)
{
    (void)unused;
    static const double crouched[] = {0.8, 1.2};
    for (int i = 0; i < 6; i++) {
        ride r = ride_open(press_down, rates[i / 2], 4, 0.5, 4, no_turn, (lope_point){0, 0, 0});
        stage_floor(r.s);
        stage_tune(r.s, "crouched_height", crouched[i % 2]);
        stand_at(&r, 0, 0, 0);
        run(&r, 2);
        check_near("height", r.s->state.feet.y, 0, 1e-3);
        assert_int_equal(stage_count(r.s, LOPE_EVENT_UNCROUCH), 0);
        stage_close(r.s);
    }
}

static void ask_for_layer(ride *r, lope_vec3 velocity, float duration)
{
    r->s->requests.layer = (lope_layer){.kind = LOPE_LAYER_VELOCITY, .velocity = velocity, .duration = duration, .id = 7};
    r->s->requests.asked |= LOPE_REQUEST_LAYER;
}

// A velocity that a layer gives is in the world: off a train it goes that way and not along with the train.
static void layers_leave_their_base(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(train, rates[i], 60, 1, 20, no_turn, (lope_point){0, 0, 0});
        stand_at(&r, 0, 0, 0);
        run(&r, 0.5);
        ask_for_layer(&r, lope_vec3_make(0, 4, 1), 0.2f);
        run(&r, 0.7);
        check_near("ahead", r.s->state.feet.x, 4, 1e-5);
        check_near("up", r.s->state.feet.y, 0.8, 1e-5);
        check_near("aside", r.s->state.feet.z, 0.2, 1e-5);
        stage_close(r.s);
    }
}

static course slow_disc(double t) { return (course){0, -0.5, 0, 0, 1, 0, TURN * t / 6}; }

// On what turns: r' = v + w x r, in the world, by small steps.
static void layers_on_a_turning_base(void **unused)
{
    (void)unused;
    double x = -3, z = 0, w = TURN / 6, h = 1e-6; // midpoints: far below a micrometre
    for (int k = 0; k < 400000; k++) {
        double mx = x + 0.5 * h * (6 + w * z), mz = z - 0.5 * h * w * x;
        x += h * (6 + w * mz);
        z -= h * w * mx;
    }
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(slow_disc, rates[i], 40, 1, 40, no_turn, (lope_point){0, 0, 0});
        double at = -TURN / 12; // turned by then to (-3, 0, 0)
        stand_at(&r, -3 * cos(at), 0, 3 * sin(at));
        run(&r, 0.5);
        check_near("x to begin with", r.s->state.feet.x, -3, 1e-5);
        ask_for_layer(&r, lope_vec3_make(6, 0, 0), 0.4f);
        run(&r, 0.9);
        check_near("x", r.s->state.feet.x, x, 2e-3); // the way bends within a tick: at 20 Hz by 3 degrees
        check_near("z", r.s->state.feet.z, z, 2e-3);
        stage_close(r.s);
    }
}

// A character that stays in a plane through the axis stands still there; on a wheel that turns in the plane
// it goes round with it.
static void planes_on_turning_bases(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(slow_disc, rates[i], 40, 1, 40, no_turn, (lope_point){0, 0, 0});
        stage_tune(r.s, "plane_normal_z", 1);
        stage_tune(r.s, "constrain_to_plane", 1);
        stand_at(&r, 3, 0, 0);
        run(&r, 3);
        check_near("x", r.s->state.feet.x, 3, 1e-5);
        check_near("z", r.s->state.feet.z, 0, 1e-7);
        check_near("speed", stage_velocity(r.s).x, 0, 1e-6);
        stage_close(r.s);
    }
}

// A jump straight up on a train comes down on the same spot, and stands there.
static void jump_on_a_train(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(train, rates[i], 60, 1, 6, no_turn, (lope_point){0, 0, 0});
        stand_at(&r, 1, 0, 0);
        run(&r, 0.5);
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 2.5);
        printf("  %g Hz: %.4f m off its spot\n", r.rate, off_spot(&r));
        check_below("off its spot", off_spot(&r), 0.01);
        assert_int_equal(stage_count(r.s, LOPE_EVENT_LAND), 1);
        check_near("landing speed", (double)stage_last(r.s, LOPE_EVENT_LAND)->event.value, 4.2, 0.01);
        stage_close(r.s);
    }
}

// A lift that rises faster than the jump's speed falls: it catches the jumper.
static void fast_lift_catches(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(rise6, rates[i], 6, 1, 6, no_turn, (lope_point){0, 0, 0});
        stand_at(&r, 0, 0.5, 0);
        run(&r, 0.5);
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 1.5);
        const stage_event *land = stage_last(r.s, LOPE_EVENT_LAND);
        assert_non_null(land);
        printf("  %g Hz: lands at %.4f s\n", r.rate, land->time);
        check_near("lands when a jump ends", land->time, 0.5 + 2 * 4.2 / G, 1e-4);
        assert_true(stage_walking(r.s));
        check_below("off its spot", off_spot(&r), 0.01);
        stage_close(r.s);
    }
}

static void steady_lifts(void **unused)
{
    (void)unused;
    static const double all[] = {20, 30, 60, 144, 360};
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 5; i++) {
            ride r = ride_open(c ? sink3 : rise3, all[i], 6, 1, 6, no_turn, (lope_point){0, 0, 0});
            stand_at(&r, 0, 0.5, 0);
            stage_tick(r.s, 1e-3f);
            int modes = stage_count(r.s, LOPE_EVENT_MODE);
            while (r.t < 2) {
                stage_move(r.s, r.t > 1 ? 0.2 : 0, 0);
                tick(&r);
                check_near("gap", r.s->state.floor.distance, 0, 1e-9);
                check_near("height", r.s->state.feet.y, r.at(r.t).y + 0.5, 1e-6);
            }
            assert_int_equal(stage_count(r.s, LOPE_EVENT_MODE), modes);
            assert_int_equal(stage_count(r.s, LOPE_EVENT_HIT) + stage_count(r.s, LOPE_EVENT_WALK_OFF), 0);
            stage_close(r.s);
        }
}

static void falling_lifts(void **unused)
{
    (void)unused;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 3; i++) {
            ride r = ride_open(c ? plunge : drop15, rates[i], 6, 1, 6, no_turn, (lope_point){0, 0, 0});
            stand_at(&r, 0, 0.5, 0);
            run(&r, 0.5);
            double left = -1, y = 0, v = 0;
            while (r.t < 1.3 - 1e-9) {
                double before = r.t;
                tick(&r);
                if (left < 0 && r.s->state.mode == LOPE_MODE_FALLING) {
                    left = before;
                    v = c ? -16 * (before - 0.5) : 0;
                    y = r.at(before).y + 0.5;
                }
            }
            assert_true(left >= 0);
            double time = r.t - left, should = y + v * time - 0.5 * G * time * time;
            printf("  %s, %g Hz: let go at %.3f s, then at %.3f, free fall %.3f\n", c ? "plunging" : "dropping", r.rate, left,
                   r.s->state.feet.y, should);
            check_near("falls freely", r.s->state.feet.y, should, c ? 0.03 : 0.01);
            assert_int_equal(stage_count(r.s, LOPE_EVENT_WALK_OFF), 1);
            stage_close(r.s);
        }
}

static void base_vanishes(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(train, rates[i], 24, 1, 24, no_turn, (lope_point){0, 0, 0});
        stand_at(&r, 0, 0, 0);
        run(&r, 1.0);
        lope_point from = r.s->state.feet;
        assert_int_equal(lope_level_remove(r.s->level, r.body), LOPE_OK);
        for (int k = 0; k < (int)(0.5 * r.rate); k++) stage_tick(r.s, (float)(1 / r.rate));
        check_flight(&r, "vanished", from, lope_point_make(8, 0, 0), 0.5, 0.01);
        stage_close(r.s);
    }
}

static course steady(double t)
{
    (void)t;
    return (course){0, -0.5, 0, 0, 1, 0, 0};
}
static course shuttle(double t) { return (course){1.5 * t, -0.5, 0, 0, 1, 0, 0}; }
static course up_and_down(double t) { return (course){0, t < 2 ? t : 4 - t, 0, 0, 1, 0, 0}; }
static course leap_away(double t) { return (course){t < 0.5 ? 0 : 300, -0.5, 0, 0, 1, 0, 0}; }
static course bar(double t) { return (course){0, 0.5, 0, 0, 1, 0, 1.5 * t}; }

// A conveyor, also one on a platform that moves, carries at its velocity without friction; leaving it gives
// that velocity.
static void conveyors(void **unused)
{
    (void)unused;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 3; i++) {
            ride r = ride_open(c ? shuttle : steady, rates[i], 6, 1, 24, no_turn, (lope_point){0, 0, 0});
            lope_surface surface = {.velocity = {0, 0, 2}};
            assert_int_equal(lope_level_set_surface(r.s->level, r.body, &surface), LOPE_OK);
            stand_at(&r, 0, 0, 0);
            tick(&r);
            run(&r, 1.0);
            lope_point from = r.s->state.feet;
            check_near("rides along z", from.z, 2, 2.01 / r.rate); // the first tick finds out what it stands on
            check_near("rides along x", from.x, c ? 1.5 : 0, 1e-3);
            check_below("velocity is relative", stage_speed(r.s), 1e-6);
            r.s->input.pressed = LOPE_BUTTON_JUMP;
            run(&r, 1.4);
            check_flight(&r, "conveyor", from, lope_point_make(c ? 1.5 : 0, 4.2, 2), 0.4, 0.01);
            stage_close(r.s);
        }
}

// A belt runs in the world while its body turns: r' = belt + w x r.
static void conveyor_that_turns(void **unused)
{
    (void)unused;
    double x = -3, z = 0, w = TURN / 6, h = 1e-6; // midpoints: far below a micrometre
    for (int k = 0; k < 2000000; k++) {
        double mx = x + 0.5 * h * (1 + w * z), mz = z - 0.5 * h * w * x;
        x += h * (1 + w * mz);
        z -= h * w * mx;
    }
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(slow_disc, rates[i], 40, 1, 40, no_turn, (lope_point){0, 0, 0});
        lope_surface surface = {.velocity = {1, 0, 0}};
        assert_int_equal(lope_level_set_surface(r.s->level, r.body, &surface), LOPE_OK);
        stand_at(&r, -3, 0, 0);
        run(&r, 2);
        check_near("x", r.s->state.feet.x, x, 1e-3); // the way bends within a tick
        check_near("z", r.s->state.feet.z, z, 1e-3);
        stage_close(r.s);
    }
}

// A character that jumps off it has the belt's velocity and what the turn gives where it stands at that
// instant, not where the belt would have brought it.
static void off_a_conveyor_that_turns(void **unused)
{
    (void)unused;
    const double w = TURN / 6;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(slow_disc, rates[i], 40, 1, 40, no_turn, (lope_point){0, 0, 0});
        lope_surface surface = {.velocity = {4, 0, 0}};
        assert_int_equal(lope_level_set_surface(r.s->level, r.body, &surface), LOPE_OK);
        stand_at(&r, -3, 0, 2);
        run(&r, 0.5);
        const lope_point from = r.s->state.feet;
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        tick(&r);
        assert_int_equal(r.s->state.mode, LOPE_MODE_FALLING);
        check_near("velocity x", (double)r.s->state.velocity.x, 4 + w * from.z,
                   2e-3); // the turn's is told in floats, by a chord's middle
        check_near("velocity z", (double)r.s->state.velocity.z, -w * from.x, 2e-3);
        stage_close(r.s);
    }
}

// A conveyor of the static level, walked against, and its end.
static void static_conveyor(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        lope_body belt = stage_box(s, -1, -1, -8, 1, 0, 8);
        lope_surface surface = {.velocity = {0, 0, 2}};
        assert_int_equal(lope_level_set_surface(s->level, belt, &surface), LOPE_OK);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.5, (float)rates[i]);
        double z = stage_feet(s).z;
        stage_move(s, 0, -1);
        stage_run(s, 1.5, (float)rates[i]);
        printf("  %g Hz: carried to %.3f, walked back to %.4f\n", rates[i], z, stage_feet(s).z);
        check_near("walks against it", stage_feet(s).z, 1.0 - 4 * 1.5 - 6 * 6 / (2 * 20.48) * -1, 0.03);
        stage_move(s, 0, 0);
        stage_run(s, 8, (float)rates[i]);
        check_near("leaves it with its velocity", stage_velocity(s).z, 2, 0.02);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_close(s);
    }
}

// May be stood upon, but does not carry.
static void no_base(void **unused)
{
    (void)unused;
    ride r = ride_open(shuttle, 60, 12, 1, 12, no_turn, (lope_point){0, 0, 0});
    lope_surface surface = {.no_base = true};
    assert_int_equal(lope_level_set_surface(r.s->level, r.body, &surface), LOPE_OK);
    stand_at(&r, 0, 0, 0);
    run(&r, 1);
    check_near("stays where it is", r.s->state.feet.x, 0, 1e-6);
    assert_true(stage_walking(r.s));
    stage_close(r.s);
}

// Into a ceiling and back, first crouching when it may: crushed, told so, never through, free again.
static void lift_into_ceiling(void **unused)
{
    (void)unused;
    for (int crouches = 0; crouches < 2; crouches++)
        for (int i = 0; i < 3; i++) {
            ride r = ride_open(up_and_down, rates[i], 6, 1, 6, no_turn, (lope_point){0, 0, 0});
            stage_tune(r.s, "can_crouch", crouches);
            stage_box(r.s, -5, 3.2, -5, 5, 4, 5);
            stand_at(&r, 0.3, 0.5, 0.2);
            double top = 0;
            while (r.t < 4 - 1e-9) {
                tick(&r);
                top = fmax(top, r.s->state.feet.y + (double)r.s->state.height);
                assert_true(stage_walking(r.s));
                if (top > 3.2 + 1e-3) fail_msg("through the ceiling at %g s: %g", r.t, top);
            }
            printf("  %g Hz: head up to %.4f, %d crush, %d stuck, ends at %.4f %.4f %.4f\n", r.rate, top,
                   stage_count(r.s, LOPE_EVENT_CRUSH), stage_count(r.s, LOPE_EVENT_STUCK), r.s->state.feet.x, r.s->state.feet.y,
                   r.s->state.feet.z);
            assert_int_equal(stage_count(r.s, LOPE_EVENT_CRUSH), 1);
            assert_int_equal((int)r.s->state.stuck_ticks, 0);
            check_near("on the lift again", r.s->state.feet.y, 0.5, 1e-3);
            check_below("not aside", hypot(r.s->state.feet.x - 0.3, r.s->state.feet.z - 0.2), 0.01);
            stage_close(r.s);
        }
}

// Carried against a wall it stays there, and the platform slides on under it.
static void carried_into_a_wall(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(shuttle, rates[i], 12, 1, 12, no_turn, (lope_point){0, 0, 0});
        stage_box(r.s, 1, 0.01, -5, 2, 3, 5);
        stand_at(&r, 0, 0, 0);
        run(&r, 2);
        printf("  %g Hz: %.4f %.4f\n", r.rate, r.s->state.feet.x, r.s->state.feet.y);
        check_near("at the wall", r.s->state.feet.x, 1 - 0.34, 1e-3);
        check_near("on the platform", r.s->state.feet.y, 0, 1e-6);
        assert_int_equal(stage_count(r.s, LOPE_EVENT_CRUSH) + stage_count(r.s, LOPE_EVENT_STUCK), 0);
        assert_int_equal(stage_count(r.s, LOPE_EVENT_HIT), 1);
        stage_close(r.s);
    }
}

// A base that the game puts elsewhere takes along who stands on it.
static void base_teleported(void **unused)
{
    (void)unused;
    ride r = ride_open(leap_away, 60, 6, 1, 6, no_turn, (lope_point){0, 0, 0});
    stand_at(&r, 0.5, 0, 0.5);
    run(&r, 1);
    check_below("off its spot", off_spot(&r), 1e-6);
    check_below("at rest", stage_speed(r.s), 1e-6);
    stage_close(r.s);
}

// A bar that turns over the floor sweeps along who stands in its way.
static void bar_sweeps(void **unused)
{
    (void)unused;
    brute_point at = {0};
    for (int i = 2; i >= 0; i--) {
        ride r = ride_open(bar, rates[i], 6, 0.6, 0.3, no_turn, (lope_point){0, 0, 0});
        stage_floor(r.s);
        stand_at(&r, 2, 0, -1);
        double deepest = 0;
        while (r.t < 2) {
            tick(&r);
            deepest = fmax(deepest, r.s->report.depth);
        }
        double angle = atan2(-r.s->state.feet.z, r.s->state.feet.x), out = hypot(r.s->state.feet.x, r.s->state.feet.z);
        if (i == 2) at = stage_feet(r.s);
        double off = hypot(stage_feet(r.s).x - at.x, stage_feet(r.s).z - at.z);
        printf("  %g Hz: swept to %.1f degrees, %.3f m out, off by %.4f m, depth %.2g\n", r.rate, angle * 57.3, out, off,
               deepest);
        check_below("off", off, 0.01);
        double ahead = fmod(angle - 1.5 * r.t + 2 * TURN, TURN);
        if (out < 3) assert_true(ahead < 1.2);
        check_near("on the floor", r.s->state.feet.y, 0, 1e-6);
        check_below("not in it", deepest, 1e-3);
        stage_close(r.s);
    }
}

static course quick_bar(double t) { return (course){0, 0.5, 0, 0, 1, 0, 0.5 * TURN * t}; }

// Half a turn a second, its face 0.2 m off its middle: seen from it, who is pushed slides outward at 0.54 m
// times pi a second.
static void bar_pushes_along_its_face(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(quick_bar, rates[i], 14, 1, 0.4, no_turn, (lope_point){0, 0, 0});
        stage_floor(r.s);
        stand_at(&r, 3, 0, -2);
        run(&r, 1);
        double distance = sqrt(3.0 * 3.0 + 2.0 * 2.0), first = asin(2 / distance) - asin(0.54 / distance);
        double spin = 0.5 * TURN, out = sqrt(distance * distance - 0.54 * 0.54) + spin * 0.54 * (1 - first / spin);
        lope_point at = spot(&r);
        printf("  %g Hz: %.4f m along its face, wanted %.4f\n", r.rate, at.x, out);
        check_near("along", at.x, out, 5e-3);
        check_near("in front", at.z, -0.54, 1e-3);
        stage_close(r.s);
    }
}

// It follows its base through the air, and comes down on the same spot though nothing is imparted.
static void stays_based_in_air(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(swing, rates[i], 24, 1, 24, no_turn, (lope_point){0, 0, 0});
        stage_tune(r.s, "stay_based_in_air", 1);
        stand_at(&r, 0, 0, 1.5);
        run(&r, 1.0);
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 1.4);
        assert_int_equal(r.s->state.mode, LOPE_MODE_FALLING);
        check_near("over its spot x", spot(&r).x, r.local.x, 1e-3);
        check_near("over its spot z", spot(&r).z, r.local.z, 1e-3);
        check_near("height", r.s->state.feet.y, 4.2 * 0.4 - 0.5 * G * 0.16, 2e-3);
        run(&r, 2.5);
        check_below("off its spot", off_spot(&r), 1e-3);
        stage_tune(r.s, "stay_based_in_air_height", 0.4);
        run(&r, 3.0);
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 3.4);
        check_below("let go: it has a velocity of its own", 0.1, stage_speed(r.s));
        stage_close(r.s);
    }
}

// What was imparted fades by half in each half-life: after t its way is v h / ln 2 (1 - 2^(-t / h)).
static void former_velocity_fades(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        ride r = ride_open(train, rates[i], 24, 1, 24, no_turn, (lope_point){0, 0, 0});
        stage_tune(r.s, "former_base_velocity_half_life", 0.2);
        stand_at(&r, 0, 0, 0);
        run(&r, 1.0);
        double from = r.s->state.feet.x;
        r.s->input.pressed = LOPE_BUTTON_JUMP;
        run(&r, 1.4);
        double way = 8 * 0.2 / log(2) * (1 - 0.25);
        printf("  %g Hz: went %.4f m, should be %.4f; velocity %.4f\n", r.rate, r.s->state.feet.x - from, way,
               (double)r.s->state.velocity.x);
        check_near("way", r.s->state.feet.x - from, way, 0.01 * way);
        check_near("velocity", (double)r.s->state.velocity.x, 2, 0.02);
        stage_close(r.s);
    }
}

static void facing(void **unused)
{
    (void)unused;
    ride r = ride_open(bar, 60, 12, 1, 12, no_turn, (lope_point){0, 0, 0});
    stand_at(&r, 1, 1, 0);
    r.s->input.look_yaw = 0.3f;
    run(&r, 1);
    check_near("control rotation", (double)r.s->state.look_yaw, 1.8, 1e-3);
    check_near("carried", (double)r.s->state.carried_yaw, 1.5, 1e-3);
    check_near("in the tick", (double)r.s->report.carried_yaw, 1.5 / 60, 1e-5);
    r.s->input.look_is_absolute = true;
    tick(&r);
    check_near("absolute", (double)r.s->state.look_yaw, 0.3, 1e-6);
    check_near("forgotten", (double)r.s->state.carried_yaw, 0, 1e-6);
    r.s->input.look_is_absolute = false;
    stage_tune(r.s, "ignore_base_rotation", 1);
    double before = (double)r.s->state.look_yaw;
    run(&r, 2);
    check_near("not turned", (double)r.s->state.look_yaw, before, 1e-6);
    check_below("still on its spot", off_spot(&r), 1e-6);
    stage_close(r.s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turntable_keeps_the_spot),
        cmocka_unit_test(tilting_body_keeps_the_spot),
        cmocka_unit_test(walking_on_it),
        cmocka_unit_test(jump_takes_its_velocity_along),
        cmocka_unit_test(jump_from_a_moving_slope),
        cmocka_unit_test(rims_are_no_catapults),
        cmocka_unit_test(presses_hold),
        cmocka_unit_test(layers_leave_their_base),
        cmocka_unit_test(layers_on_a_turning_base),
        cmocka_unit_test(planes_on_turning_bases),
        cmocka_unit_test(masks),
        cmocka_unit_test(jump_on_a_train),
        cmocka_unit_test(fast_lift_catches),
        cmocka_unit_test(steady_lifts),
        cmocka_unit_test(falling_lifts),
        cmocka_unit_test(base_vanishes),
        cmocka_unit_test(conveyors),
        cmocka_unit_test(conveyor_that_turns),
        cmocka_unit_test(off_a_conveyor_that_turns),
        cmocka_unit_test(static_conveyor),
        cmocka_unit_test(no_base),
        cmocka_unit_test(lift_into_ceiling),
        cmocka_unit_test(carried_into_a_wall),
        cmocka_unit_test(base_teleported),
        cmocka_unit_test(bar_sweeps),
        cmocka_unit_test(bar_pushes_along_its_face),
        cmocka_unit_test(stays_based_in_air),
        cmocka_unit_test(former_velocity_fades),
        cmocka_unit_test(facing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
