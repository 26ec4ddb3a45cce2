// test_marks.c - where a report says that the character stops, pivots, lands and is highest, against the
// character that really goes on: at all rates, under turned gravity, on stairs, slopes and moving bases.
#include "scene.h"

#include "../behaviour/check.h"

#define RATES 6
static const double rates[RATES] = {20, 30, 60, 120, 144, 360};

static double distance_of(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }
static void keep_most(double *most, double value)
{
    if (!(value <= *most)) *most = value;
}

// ---- stop -----------------------------------------------------------------------------------------------

typedef struct braking {
    double friction, factor, separate, own, deceleration, integrator, seconds;
} braking;

// seconds: how long it may take
static const braking brakings[] = {
    {8, 2, 0, 0, 20.48, 0, 4},  {8, 2, 0, 0, 0, 0, 4}, {0, 2, 0, 0, 20.48, 0, 4}, {8, 1, 1, 0.5, 3, 0, 4},
    {2, 0.5, 0, 0, 1.5, 0, 10}, {8, 0, 0, 0, 5, 0, 4}, {8, 2, 0, 0, 20.48, 1, 4},
};
#define BRAKINGS ((int)(sizeof brakings / sizeof *brakings))

static void tune_braking(scene *s, const braking *b)
{
    scene_tune(s, "ground_friction", b->friction);
    scene_tune(s, "braking_friction_factor", b->factor);
    scene_tune(s, "use_separate_braking_friction", b->separate);
    scene_tune(s, "braking_friction", b->own);
    scene_tune(s, "braking_deceleration_walking", b->deceleration);
    scene_tune(s, "integrator", b->integrator);
    s->settings.farthest = (float)b->seconds;
}

// Lets go, and ticks until it stands. Returns the seconds that took; -1: it goes on.
static double really_stop(scene *s, double most)
{
    const double start = s->time;
    s->input = (lope_input){0};
    while (s->time - start < most) {
        scene_tick(s);
        if (s->state.mode != LOPE_MODE_FALLING && lope_vec3_length(s->state.velocity) <= 1e-4f) return s->time - start;
    }
    return -1;
}

// What the character stands on before the stop: nothing more, a ramp, stairs down, a wall, a kerb and a drop.
static void build(scene *s, int kind)
{
    scene_box(s, 0, -0.5, 0, kind == 4 ? 4 : 60, 1, 60, 0);
    if (kind == 1) scene_box(s, 4.4, -0.2, 0, 8, 1, 8, 20);
    if (kind == 2)
        for (int i = 0; i < 8; i++) scene_box(s, 1.2 + 0.3 * i + 2, -0.5 + 0.15 * (i + 1), 0, 4, 1, 8, 0);
    if (kind == 3) scene_box(s, 1.6, 1, 0, 1, 2, 8, 0);
    if (kind == 4) scene_box(s, 20, -1.5, 0, 36.8, 1, 20, 0); // a drop of 1 m
}

static void stop_is_where_it_really_stops(void **unused)
{
    (void)unused;
    static const double velocities[3][2] = {{6, 0}, {3, 2}, {0.2, -0.1}};
    double place = 0, late = 0, way = 0;
    int cases = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int kind = 0; kind < 5; kind++)
            for (int b = 0; b < BRAKINGS; b++)
                for (int r = 0; r < RATES; r++)
                    for (int v = 0; v < 3; v++) {
                        scene s;
                        lope_quat turn;
                        lope_point origin;
                        lope_animation_report report;
                        scene_frame(frame, &turn, &origin);
                        scene_open(&s, turn, origin, rates[r]);
                        build(&s, kind);
                        tune_braking(&s, &brakings[b]);
                        s.settings.parts = LOPE_ANIMATION_STOP;
                        scene_place(&s, 0, 0, 0, velocities[v][0], 0, velocities[v][1]);
                        s.input.move = lope_vec3_make((float)velocities[v][0], 0, (float)velocities[v][1]);
                        scene_tick(&s);
                        scene_ask(&s, &report);
                        const lope_point from = s.state.feet;
                        const double seconds = really_stop(&s, brakings[b].seconds);
                        assert_int_equal(report.stop.known, seconds >= 0);
                        if (seconds >= 0) {
                            keep_most(&place, distance_of(report.stop.feet, s.state.feet));
                            check_below("the place", distance_of(report.stop.feet, s.state.feet),
                                        2e-5); // 1e-4 m/s over 8 1/s, and more
                            // the instant is within the tick that ends with the stop
                            const double off = seconds - (double)report.stop.seconds;
                            keep_most(&late, off);
                            if (!(off > -1e-5 && off < (double)s.seconds + 1e-5))
                                fail_msg("stops at %g, told %g", seconds, seconds - off);
                            // straight on the flat the way is the distance; else it is longer
                            const double straight = distance_of(from, s.state.feet);
                            if (kind == 0) keep_most(&way, fabs(report.stop.distance - straight));
                            // the last 1e-4 m/s, where friction alone brakes: 1e-4 over 8 1/s
                            assert_true(report.stop.distance >= straight - 2e-5);
                            assert_true(report.stop.body != LOPE_BODY_NONE);
                        }
                        cases++;
                        scene_close(&s);
                    }
    printf("stop: %d cases, place off by at most %.3g m, way %.3g m, told up to %.3g s before the tick's end\n", cases, place,
           way, late);
    check_below("way on the flat", way, 1e-5);
}

// By the closed form without friction: v^2 / 2 b.
static void stop_agrees_with_the_closed_form(void **unused)
{
    (void)unused;
    double worst = 0, instant = 0;
    for (int r = 0; r < RATES; r++)
        for (double speed = 0.5; speed < 6; speed += 0.7)
            for (double brake = 2; brake < 30; brake *= 1.7) {
                scene s;
                lope_animation_report report;
                scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
                scene_box(&s, 0, -0.5, 0, 60, 1, 60, 0);
                tune_braking(&s, &(braking){0, 2, 0, 0, brake, 0, 4});
                scene_place(&s, 0, 0, 0, speed, 0, 0);
                s.input.move = lope_vec3_make(1, 0, 0);
                scene_tune(&s, "max_walk_speed", speed);
                scene_tick(&s);
                scene_ask(&s, &report);
                keep_most(&worst, fabs(report.stop.distance - speed * speed / (2 * brake)));
                keep_most(&instant, fabs((double)report.stop.seconds - speed / brake));
                scene_close(&s);
            }
    printf("stop, closed form: way off by at most %.3g m, instant by %.3g s\n", worst, instant);
    // The state keeps floats: at 360 Hz each of 1,000 ticks may round the velocity by 2.4e-7 m/s, the same way.
    check_below("way", worst, 2e-4);
    // The character stands below 1e-4 m/s, which at 2 m/s2 is 5e-5 s early; and those roundings.
    check_below("instant", instant, 2e-4);
}

// ---- pivot ------------------------------------------------------------------------------------------------

static void pivot_is_where_it_really_turns(void **unused)
{
    (void)unused;
    static const double wants[4][2] = {{-1, 0}, {-1, 1}, {-0.5, -0.2}, {-0.1, 1}};
    double place = 0, instant = 0, form = 0;
    int cases = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int kind = 0; kind < 4; kind++)
            for (int r = 0; r < RATES; r++)
                for (int w = 0; w < 4; w++) {
                    scene s, fine;
                    lope_quat turn;
                    lope_point origin;
                    lope_animation_report report;
                    scene_frame(frame, &turn, &origin);
                    scene_open(&s, turn, origin, rates[r]);
                    scene_open(&fine, turn, origin, 14400); // the same character in much shorter ticks
                    build(&s, kind);
                    build(&fine, kind);
                    scene_place(&s, 0, 0, 0, 6, 0, 0);
                    s.input.move = lope_vec3_make(1, 0, 0);
                    for (int i = 0; i < 2; i++) scene_tick(&s);
                    s.input.move = lope_vec3_make((float)wants[w][0], 0, (float)wants[w][1]);
                    s.settings.parts = LOPE_ANIMATION_PIVOT;
                    scene_ask(&s, &report);
                    fine.state = s.state;
                    fine.input = s.input;
                    const lope_point wanted = lope_vec3_to_point(s.input.move);
                    lope_point before = fine.state.feet;
                    while (lope_point_dot(scene_vector_of(&fine, fine.state.velocity), wanted) < 0 && fine.time < 4) {
                        before = fine.state.feet;
                        scene_tick(&fine);
                    }
                    assert_true(report.pivot.known);
                    const double off = distance_of(report.pivot.feet, fine.state.feet);
                    const double off_before = distance_of(report.pivot.feet, before);
                    keep_most(&place, off < off_before ? off : off_before);
                    keep_most(&instant, fabs((double)report.pivot.seconds - fine.time));
                    // Straight back on the flat the velocity falls by the acceleration and 2 f v: Unreal's formula, made exact
                    if (kind == 0 && w == 0) {
                        const double f = 2 * 8.0, a = 20.48, v = 6;
                        keep_most(&form, fabs((double)report.pivot.seconds - lope_log_double(1 + f * v / a) / f));
                    }
                    cases++;
                    scene_close(&s);
                    scene_close(&fine);
                }
    printf("pivot: %d cases, place off by at most %.3g m, instant %.3g s, closed form %.3g s\n", cases, place, instant, form);
    check_below("place", place, 1e-3);
    check_below("instant", instant, 1.0 / 14400 + 2e-5); // a tick of the finer one
    check_below("closed form", form, 1e-5);
}

static void no_pivot_without_turning_back(void **unused)
{
    (void)unused;
    scene s;
    lope_animation_report report;
    scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), 60);
    scene_box(&s, 0, -0.5, 0, 60, 1, 60, 0);
    scene_place(&s, 0, 0, 0, 6, 0, 0);
    scene_tick(&s);
    const float moves[3][2] = {{0, 0}, {1, 0}, {0.1f, 1}};
    for (int i = 0; i < 3; i++) {
        s.input.move = lope_vec3_make(moves[i][0], 0, moves[i][1]);
        scene_ask(&s, &report);
        assert_int_equal(report.pivot.known, 0);
    }
    s.input.move = lope_vec3_make(-1, 0, 0);
    s.input.forbidden = LOPE_FORBID_MOVE;
    scene_ask(&s, &report);
    assert_int_equal(report.pivot.known, 0);
    scene_close(&s);
}

// ---- apex and landing ---------------------------------------------------------------------------------------

static void apex_agrees_with_the_closed_form(void **unused)
{
    (void)unused;
    double height = 0, instant = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int r = 0; r < RATES; r++)
            for (double up = 1; up < 12; up += 1.3) {
                scene s;
                lope_quat turn;
                lope_point origin;
                lope_animation_report report;
                scene_frame(frame, &turn, &origin);
                scene_open(&s, turn, origin, rates[r]);
                scene_box(&s, 0, -0.5, 0, 60, 1, 60, 0);
                scene_place(&s, 0, 0, 0, 2, 0, 1);
                scene_tick(&s);
                scene_tune(&s, "jump_speed", up);
                s.input.pressed = s.input.held = LOPE_BUTTON_JUMP;
                s.settings.parts = LOPE_ANIMATION_APEX;
                scene_tick(&s);
                const double rises = lope_point_dot(lope_vec3_to_point(s.state.velocity), lope_vec3_to_point(s.state.up));
                scene_ask(&s, &report);
                if (rises <= 0) {
                    scene_close(&s);
                    continue;
                }
                assert_true(report.apex.known && report.airborne);
                keep_most(&height, fabs(report.apex.rise - rises * rises / (2 * 9.8)));
                keep_most(&instant, fabs((double)report.apex.seconds - rises / 9.8));
                check_near("goes level there",
                           lope_point_dot(lope_vec3_to_point(report.apex.velocity), lope_vec3_to_point(s.state.up)), 0, 1e-4);
                scene_close(&s);
            }
    printf("apex against v^2 / 2g: height off by at most %.3g m, instant by %.3g s\n", height, instant);
    // Floats of up to 11 m/s round by 4.8e-7 m/s, in each of 400 ticks the same way.
    check_below("height", height, 2e-4);
    check_below("instant", instant, 1e-5);
}

// On stairs, against the same character in much shorter ticks.
static void landing_on_stairs_is_where_it_really_lands(void **unused)
{
    (void)unused;
    double place = 0;
    for (int r = 0; r < RATES; r++)
        for (int v = 0; v < 40; v++) {
            scene s, fine;
            lope_animation_report report;
            scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
            scene_open(&fine, lope_quat_identity(), lope_point_make(0, 0, 0), 14400);
            build(&s, 2);
            build(&fine, 2);
            scene_place(&s, -0.5, 1.7, 0, 0.1 * v, 0.5, 0.3);
            s.state.mode = LOPE_MODE_FALLING;
            s.settings.parts = LOPE_ANIMATION_LANDING;
            scene_tick(&s);
            scene_ask(&s, &report);
            assert_true(report.landing.known);
            fine.state = s.state;
            lope_point before = s.state.feet;
            bool lands = false;
            while (!lands && fine.time < 3) {
                before = fine.state.feet;
                scene_tick(&fine);
                for (uint32_t i = 0; i < fine.report.event_count; i++)
                    lands = lands || fine.report.events[i].kind == LOPE_EVENT_LAND;
            }
            const double off = distance_of(report.landing.feet, before),
                         off_after = distance_of(report.landing.feet, fine.state.feet);
            keep_most(&place, off < off_after ? off : off_after);
            scene_close(&s);
            scene_close(&fine);
        }
    printf("landing on stairs: place off by at most %.3g m\n", place);
    check_below("place", place, 1e-3); // a tick of the finer one is 5 m/s long: 3.5e-4 m
}

// A platform that rises, sinks and slides; and a train.
static lope_transform lift_pose(double t)
{
    return (lope_transform){.position = {1.5 * sin(0.9 * t), 0.6 * sin(2.2 * t) - 1, 0.8 * sin(1.3 * t)},
                            .rotation = lope_quat_identity()};
}
static lope_transform train_pose(double t)
{
    return (lope_transform){.position = {4 * t + 0.7 * t * t, -0.5, 0}, .rotation = lope_quat_identity()};
}
static lope_transform turntable_pose(double t)
{
    return (lope_transform){.position = {0.5 * sin(1.7 * t), -0.5 + 0.2 * t, 0},
                            .rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(0.8 * t))};
}

static void landing_is_where_it_really_lands(void **unused)
{
    (void)unused;
    double place = 0, instant = 0, impact = 0;
    int cases = 0;
    for (int frame = 0; frame < SCENE_FRAMES; frame++)
        for (int kind = 0; kind < 4; kind++)
            for (int r = 0; r < RATES; r++)
                for (int v = 0; v < 4; v++) {
                    scene s;
                    lope_quat turn;
                    lope_point origin;
                    lope_animation_report report;
                    scene_frame(frame, &turn, &origin);
                    scene_open(&s, turn, origin, rates[r]);
                    if (kind == 3) {
                        scene_moving_box(&s, lift_pose, 30, 1, 30);
                        s.moves = true;
                    } else {
                        build(&s, kind);
                    }
                    scene_place(&s, 0.3 * v - 0.5, 1.3 + 0.4 * v, 0.2 * v, 1.1 * v, 2.5 - v, 0.3);
                    s.state.mode = LOPE_MODE_FALLING;
                    s.settings.parts = LOPE_ANIMATION_LANDING;
                    scene_tick(&s);
                    scene_ask(&s, &report);
                    assert_true(report.landing.known);
                    const double start = s.time;
                    for (bool lands = false; !lands && s.time < start + 4;) {
                        const lope_state before = s.state;
                        const double began = s.time;
                        scene_tick(&s);
                        for (uint32_t i = 0; i < s.report.event_count && !lands; i++) {
                            const lope_event *event = &s.report.events[i];
                            if (event->kind != LOPE_EVENT_LAND) continue;
                            const double t = (double)event->time;
                            lope_point at = lope_point_mad(before.feet, lope_vec3_to_point(before.velocity), t);
                            at = lope_point_mad(at, lope_vec3_to_point(before.up), -0.5 * 9.8 * t * t);
                            // on stairs it may brush along an edge before it lands
                            if (kind != 2) keep_most(&place, distance_of(at, report.landing.feet));
                            keep_most(&instant, fabs(began + t - start - (double)report.landing.seconds));
                            keep_most(&impact, fabs((double)(event->value - report.landing.impact)));
                            assert_true(event->body == report.landing.body);
                            assert_true(lope_vec3_length(report.landing.normal) > 0.999f);
                            lands = true;
                        }
                    }
                    cases++;
                    scene_close(&s);
                }
    printf("landing: %d cases, place off by at most %.3g m, instant by %.3g s, impact by %.3g m/s\n", cases, place, instant,
           impact);
    check_below("place", place, 1e-6);
    check_below("instant", instant, 1e-6);
    check_below("impact", impact, 1e-4);
}

// ---- moving bases -------------------------------------------------------------------------------------------

// Where a base is within a tick: in a straight line between the tick's ends, and turned at one rate.
static lope_transform within_tick(scene_pose *pose, double time, double seconds)
{
    const double first = floor(time / seconds) * seconds, share = (time - first) / seconds;
    const lope_transform from = pose(first), to = pose(first + seconds);
    lope_transform at = {lope_point_mad(from.position, lope_point_sub(to.position, from.position), share), from.rotation};
    const lope_quat turn = lope_quat_multiply(to.rotation, lope_quat_conjugate(from.rotation)); // about y, here
    const float angle = 2 * lope_atan2(turn.y, turn.w);
    at.rotation = lope_quat_multiply(lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)((double)angle * share)), from.rotation);
    return at;
}

// The stop on a base, in the base's frame: told with the base's way ahead, and without it.
static void stop_on_a_base_is_in_its_frame(void **unused)
{
    (void)unused;
    scene_pose *const poses[3] = {lift_pose, train_pose, turntable_pose};
    static const char *const names[3] = {"lift", "train", "turntable"};
    double worst[2] = {0, 0}, offset = 0;
    for (int base = 0; base < 3; base++)
        for (int r = 0; r < RATES; r++)
            for (int knows = 0; knows < 2; knows++) {
                scene s;
                lope_animation_report report;
                scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
                const lope_body body = scene_moving_box(&s, poses[base], 60, 1, 60);
                const lope_point top = lope_point_add(poses[base](0).position, lope_point_make(1, 0.5, 0.5));
                scene_place(&s, top.x, top.y, top.z, 0, 0, 0);
                s.moves = knows;
                s.settings.parts = LOPE_ANIMATION_STOP;
                s.input.move = lope_vec3_make(0.8f, 0, 0.6f);
                for (int i = 0; i < (int)rates[r]; i++) scene_tick(&s);
                assert_true(s.state.base_body == lope_level_id(s.level, body));
                scene_ask(&s, &report);
                assert_true(report.stop.known);
                const double now = s.time;
                const lope_transform pose_now = poses[base](now);
                const lope_transform pose_told =
                    knows ? within_tick(poses[base], now + (double)report.stop.seconds, (double)s.seconds) : pose_now;
                const lope_point told = lope_transform_unapply(&pose_told, report.stop.feet);
                const lope_point local_now = lope_transform_unapply(&pose_now, s.state.feet);
                assert_true(really_stop(&s, 4) >= 0);
                const lope_transform pose_end = poses[base](s.time);
                const lope_point real = lope_transform_unapply(&pose_end, s.state.feet);
                keep_most(&worst[knows], distance_of(told, real));
                // the offset is as long as the way in the base's frame
                keep_most(&offset, fabs((double)lope_vec3_length(report.stop.offset) - distance_of(local_now, real)));
                if (distance_of(told, real) > 1e-5)
                    fail_msg("%s at %g Hz, base %s: told off by %g m", names[base], rates[r], knows ? "known" : "taken to stand",
                             distance_of(told, real));
                scene_close(&s);
            }
    printf("stop on bases: off by at most %.3g m with the base's way known, %.3g m without; offset %.3g m\n", worst[1], worst[0],
           offset);
    check_below("offset", offset, 1e-6);
}

// A jump on a train that speeds up: where it lands, with the train's way known.
static void landing_on_a_train_is_on_the_train(void **unused)
{
    (void)unused;
    double worst = 0;
    for (int r = 0; r < RATES; r++) {
        scene s;
        lope_animation_report report;
        scene_open(&s, lope_quat_identity(), lope_point_make(0, 0, 0), rates[r]);
        scene_moving_box(&s, train_pose, 60, 1, 60);
        scene_place(&s, 1, 0, 0, 0, 0, 0);
        s.moves = true;
        for (int i = 0; i < (int)rates[r] / 2; i++) scene_tick(&s);
        s.input.pressed = s.input.held = LOPE_BUTTON_JUMP;
        s.settings.parts = LOPE_ANIMATION_LANDING | LOPE_ANIMATION_APEX;
        scene_ask(&s, &report); // the press counts in the first tick ahead
        assert_true(report.landing.known && report.apex.known);
        check_near("apex over the train", report.apex.rise, 4.2 * 4.2 / (2 * 9.8), 1e-4);
        const double start = s.time;
        bool lands = false;
        while (!lands && s.time < start + 3) {
            const lope_state before = s.state;
            scene_tick(&s);
            s.input.held = 0;
            for (uint32_t i = 0; i < s.report.event_count && !lands; i++) {
                const double t = (double)s.report.events[i].time;
                if (s.report.events[i].kind != LOPE_EVENT_LAND) continue;
                lope_point at = lope_point_mad(before.feet, lope_vec3_to_point(before.velocity), t);
                at = lope_point_mad(at, lope_vec3_to_point(before.up), -0.5 * 9.8 * t * t);
                keep_most(&worst, distance_of(at, report.landing.feet));
                lands = true;
            }
        }
        assert_true(lands);
        scene_close(&s);
    }
    printf("landing on a train that speeds up: off by at most %.3g m\n", worst);
    check_below("landing", worst, 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stop_is_where_it_really_stops),
        cmocka_unit_test(stop_agrees_with_the_closed_form),
        cmocka_unit_test(pivot_is_where_it_really_turns),
        cmocka_unit_test(no_pivot_without_turning_back),
        cmocka_unit_test(apex_agrees_with_the_closed_form),
        cmocka_unit_test(landing_is_where_it_really_lands),
        cmocka_unit_test(landing_on_stairs_is_where_it_really_lands),
        cmocka_unit_test(stop_on_a_base_is_in_its_frame),
        cmocka_unit_test(landing_on_a_train_is_on_the_train),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
