// test_seams.c - where one part of the component meets another: layers and forces in water and in the air,
// the plane in both, crouching into water and on lifts, launches off what moves.
#include "check.h"
#include "stage.h"

#define RATES 3
static const float rates[RATES] = {20, 60, 360};
static const lope_volume water = {.water = true};

// Water 40 m across and 20 m deep, and open air: the modes that move in all directions. Neutral: the water
// bears what it holds.
static stage *open_mode(uint32_t mode, bool unreal)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_volume(s, -20, -20, -20, 20, 0, 20, false, &water);
    stage_tune(s, "integrator", unreal ? LOPE_INTEGRATOR_UNREAL : LOPE_INTEGRATOR_EXACT);
    stage_place(s, 0, mode == LOPE_MODE_SWIMMING ? -10 : 10, 0, mode);
    stage_tick(s, 1e-3f);
    return s;
}

static const char *name_of(uint32_t mode) { return lope_mode_name(mode); }

static void request(stage *s, lope_layer layer)
{
    s->requests.layer = layer;
    s->requests.asked |= LOPE_REQUEST_LAYER;
}

static double way(brute_point a, brute_point b)
{
    double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    return sqrt(x * x + y * y + z * z);
}

// ---- layers and root motion ---------------------------------------------------------------------

// 10 m/s for 0.25 s, level or on a slant, whatever the tick.
static void a_dash_goes_its_way_in_space(void **unused)
{
    (void)unused;
    static const lope_vec3 velocities[] = {{10, 0, 0}, {6, 8, 0}, {0, -8, 6}};
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int k = 0; k < 6; k++)
            for (int i = 0; i < RATES; i++) {
                stage *s = open_mode(mode, k >= 3);
                brute_point from = stage_feet(s);
                lope_vec3 v = velocities[k % 3];
                request(s,
                        (lope_layer){
                            .id = 7, .kind = LOPE_LAYER_VELOCITY, .duration = 0.25f, .velocity = v, .finish = LOPE_FINISH_SET});
                stage_run(s, 0.5, rates[i]);
                brute_point to = stage_feet(s);
                printf("  %s %g Hz: %.9f m\n", name_of(mode), (double)rates[i], way(from, to));
                // floats of the velocity and of the ticks' lengths leave some 1e-7 of it
                check_near("way", way(from, to), 2.5, 2e-6);
                check_near("x", to.x - from.x, 0.25 * (double)v.x, 2e-6);
                check_near("y", to.y - from.y, 0.25 * (double)v.y, 2e-6);
                check_near("speed left", (double)lope_vec3_length(s->state.velocity), 0, 1e-6);
                assert_int_equal(s->state.mode, mode);
                stage_close(s);
            }
}

// Up out of the water and down into it: the surface takes nothing from a dash, and the mode is that of where
// it ends.
static void a_dash_goes_through_the_surface(void **unused)
{
    (void)unused;
    for (int up = 0; up < 2; up++)
        for (int unreal = 0; unreal < 2; unreal++)
            for (int i = 0; i < RATES; i++) {
                stage *s = open_mode(LOPE_MODE_SWIMMING, unreal);
                stage_place(s, 0, up ? -2.5 : 0.5, 0, up ? LOPE_MODE_SWIMMING : LOPE_MODE_FALLING);
                brute_point from = stage_feet(s);
                request(s, (lope_layer){.id = 7,
                                        .kind = LOPE_LAYER_VELOCITY,
                                        .duration = 0.25f,
                                        .velocity = {6, up ? 8 : -8, 0},
                                        .finish = LOPE_FINISH_SET});
                stage_run(s, 0.25, rates[i]);
                printf("  %s at %g Hz%s: %.7f m, mode %u\n", up ? "out" : "in", (double)rates[i], unreal ? ", unreal" : "",
                       way(from, stage_feet(s)), s->state.mode);
                check_near("x", stage_feet(s).x - from.x, 1.5, 2e-6);
                check_near("y", stage_feet(s).y - from.y, up ? 2 : -2, 2e-6);
                assert_int_equal(s->state.mode, up ? LOPE_MODE_FALLING : LOPE_MODE_SWIMMING);
                assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 1);
                stage_close(s);
            }
}

// A drift of 2 m/s beside a stick: the way is that of the stick alone, and the drift's.
static void a_drift_adds_in_space(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int i = 0; i < RATES; i++) {
            brute_point ends[2];
            for (int drifts = 0; drifts < 2; drifts++) {
                stage *s = open_mode(mode, false);
                if (drifts)
                    request(s, (lope_layer){.id = 1,
                                            .kind = LOPE_LAYER_VELOCITY,
                                            .duration = 0.5f,
                                            .velocity = {0, 1.2f, -1.6f},
                                            .flags = LOPE_LAYER_ADDITIVE});
                stage_move(s, 0.5, 0);
                stage_run(s, 1, rates[i]);
                ends[drifts] = stage_feet(s);
                stage_close(s);
            }
            // the water is still: the law does not see the drift. Its depth under the surface plays no part
            check_near("along", ends[1].x - ends[0].x, 0, 2e-6);
            check_near("up", ends[1].y - ends[0].y, 0.6, 2e-6);
            check_near("aside", ends[1].z - ends[0].z, -0.8, 2e-6);
        }
}

// Against a wall a drift is stopped where the wall is, and the velocity that is told has no part into it.
static void a_drift_ends_at_a_wall(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_volume(s, -20, -20, -20, 20, 0, 20, false, &water);
            stage_box(s, 1, -20, -20, 2, 20, 20);
            stage_place(s, 0, mode == LOPE_MODE_SWIMMING ? -10 : 10, 0, mode);
            request(
                s, (lope_layer){
                       .id = 1, .kind = LOPE_LAYER_VELOCITY, .duration = 1, .velocity = {3, 0, 2}, .flags = LOPE_LAYER_ADDITIVE});
            stage_run(s, 0.5, rates[i]);
            check_near("at the wall", stage_feet(s).x, 1 - 0.34, 1e-4);
            check_near("along it", stage_feet(s).z, 1, 1e-4);
            check_near("told", stage_velocity(s).x, 0, 1e-4);
            stage_close(s);
        }
}

// A dash that leaves the height alone: the swimmer sinks meanwhile as it does without, by the water's law
// without an input.
static void a_level_dash_leaves_the_height_to_the_water(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_mode(LOPE_MODE_SWIMMING, false);
        stage_tune(s, "buoyancy", 0.5);
        brute_point from = stage_feet(s);
        request(s, (lope_layer){.id = 1,
                                .kind = LOPE_LAYER_VELOCITY,
                                .duration = 0.5f,
                                .velocity = {5, 3, 0},
                                .flags = LOPE_LAYER_IGNORE_VERTICAL});
        stage_run(s, 0.5, rates[i]);
        check_near("level", stage_feet(s).x - from.x, 2.5, 3e-6);
        check_near("sinks", from.y - stage_feet(s).y, 0.5 * 4.9 * 0.25, 2e-5); // nothing but half of gravity acts under a layer
        stage_close(s);
    }
}

static void root_motion_in_space(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int i = 0; i < RATES; i++) {
            stage *s = open_mode(mode, false);
            brute_point from = stage_feet(s);
            int ticks = (int)rates[i];
            for (int t = 0; t < ticks; t++) {
                s->requests.has_root_motion = true;
                s->requests.root_motion = (lope_root_motion){.translation = {0, 0.5f / (float)ticks, -2.0f / (float)ticks}};
                stage_tick(s, 1.0f / rates[i]);
            }
            printf("  %s %g Hz: (%.6f, %.6f, %.6f)\n", name_of(mode), (double)rates[i], stage_feet(s).x - from.x,
                   stage_feet(s).y - from.y, stage_feet(s).z - from.z);
            check_near("ahead", stage_feet(s).z - from.z, -2, 1e-5);
            check_near("up", stage_feet(s).y - from.y, 0.5, 1e-5);
            stage_close(s);
        }
}

// ---- what the input asks for, in water as in the air --------------------------------------------

static void full_acceleration_is_forced(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++) {
        stage *s = open_mode(mode, false);
        double top = mode == LOPE_MODE_SWIMMING ? (double)s->tuning.max_swim_speed : (double)s->tuning.max_fly_speed;
        stage_tune(s, "force_max_acceleration", 1);
        stage_move(s, 0.1, 0);
        stage_run(s, 3, 60);
        check_near("top speed", stage_velocity(s).x, top, 1e-3);
        stage_set_velocity(s, 0, -1, 0);
        stage_move(s, 0, 0);
        stage_run(s, 0.5, 60);
        check_near("goes on the way that it goes", stage_velocity(s).x, 0, 1e-6);
        if (!(stage_velocity(s).y < -2)) fail_msg("%s: not down", name_of(mode));
        s->input.forbidden = LOPE_FORBID_MOVE;
        stage_run(s, 10, 60);
        check_below("brakes", (double)lope_vec3_length(s->state.velocity), 0.2 * top);
        stage_close(s);
    }
}

static void a_path_is_followed(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int at_once = 0; at_once < 2; at_once++)
            for (int i = 0; i < RATES; i++) {
                stage *s = open_mode(mode, false);
                brute_point from = stage_feet(s);
                stage_tune(s, "requested_move_use_acceleration", at_once ? 0 : 1);
                s->requests.has_requested_velocity = true;
                s->requests.requested_velocity = lope_vec3_make(1.2f, -0.9f, 0); // 1.5 m/s
                stage_run(s, 1, rates[i]);
                check_near("x", stage_velocity(s).x, 1.2, 2e-3);
                check_near("y", stage_velocity(s).y, -0.9, 2e-3);
                if (at_once) check_near("way", stage_feet(s).x - from.x, 1.2, 1e-5);
                s->requests.avoidance = lope_vec3_make(0, 0, 1.2f);
                stage_run(s, 1, rates[i]);
                if (!(stage_velocity(s).z > 0.8)) fail_msg("%s does not avoid", name_of(mode));
                s->input.forbidden = LOPE_FORBID_MOVE;
                stage_tick(s, 1.0f / rates[i]);
                assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_MOVE), LOPE_REFUSAL_FORBIDDEN);
                stage_close(s);
            }
}

// A path's velocity that is there at once, obliquely into a wall from rest: the time that the way to the wall
// takes is what that velocity says.
static void a_path_leads_into_a_wall(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_volume(s, -20, -20, -20, 20, 0, 20, false, &water);
            stage_box(s, 0.35, -20, -20, 2, 20, 20); // 1 cm away
            stage_tune(s, "requested_move_use_acceleration", 0);
            stage_place(s, 0, mode == LOPE_MODE_SWIMMING ? -10 : 10, 0, mode);
            s->requests.has_requested_velocity = true;
            s->requests.requested_velocity = lope_vec3_make(1.2f, 0, 0.9f);
            stage_run(s, 0.5, rates[i]);
            printf("  %s %g Hz: %.6f m along it, hit at %.6f s\n", name_of(mode), (double)rates[i], stage_feet(s).z,
                   stage_first(s, LOPE_EVENT_HIT)->time);
            check_near("hit", stage_first(s, LOPE_EVENT_HIT)->time, 0.01 / 1.2, 5e-5); // the skin is some 2e-5 m
            check_near("along", stage_feet(s).z, 0.45, 2e-3);
            stage_close(s);
        }
}

// Knocked back it cannot brake with what it has lost of control; what the fluid takes it takes.
static void control_is_cut(void **unused)
{
    (void)unused;
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int i = 0; i < RATES; i++) {
            stage *s = open_mode(mode, false);
            stage_tune(s, "knockback_control", 0);
            brute_point from = stage_feet(s);
            s->requests.impulse = lope_vec3_make(0, 0, 2);
            s->requests.impulse_is_velocity = true;
            s->requests.knockback_time = 0.5f;
            stage_tick(s, 1.0f / rates[i]);
            s->requests.impulse = lope_vec3_make(0, 0, 0);
            stage_move(s, 1, 0);
            stage_run(s, 0.5 - 1 / (double)rates[i], rates[i]);
            double f = 0.5 * 0.3; // half of the fluid's friction, in air as in water
            check_near("thrown", stage_feet(s).z - from.z, 2 * (1 - exp(-f * 0.5)) / f, 1e-3);
            check_near("steers not", stage_feet(s).x - from.x, 0, 1e-5);
            stage_run(s, 0.2, rates[i]);
            if (!(stage_velocity(s).x > 1)) fail_msg("%s has not got its control back", name_of(mode));
            stage_close(s);
        }
}

// ---- the plane ----------------------------------------------------------------------------------

static void keep_in_plane(stage *s, lope_vec3 normal, double offset)
{
    stage_tune(s, "plane_normal_x", (double)normal.x);
    stage_tune(s, "plane_normal_y", (double)normal.y);
    stage_tune(s, "plane_normal_z", (double)normal.z);
    stage_tune(s, "plane_offset", offset);
    stage_tune(s, "constrain_to_plane", 1);
}

// Off an oblique pillar, out of the water and in again, under layers and knocked about: in the plane all the
// time.
static void the_plane_holds_in_space(void **unused)
{
    (void)unused;
    static const lope_vec3 normals[] = {{0, 0, 1}, {0.6f, 0, 0.8f}, {0, 0.6f, 0.8f}, {0, 1, 0}};
    for (uint32_t mode = LOPE_MODE_SWIMMING; mode <= LOPE_MODE_FLYING; mode++)
        for (int k = 0; k < 4; k++)
            for (int i = 0; i < RATES; i++)
                for (int unreal = 0; unreal < 2; unreal++) {
                    stage *s = open_mode(mode, unreal);
                    stage_tilted_box(s, 3, stage_feet(s).y, 0, 1, 8, 20, 20, 35);
                    brute_point at = stage_feet(s);
                    lope_vec3 n = normals[k];
                    double offset = (double)n.x * at.x + (double)n.y * at.y + (double)n.z * at.z, worst = 0;
                    keep_in_plane(s, n, offset);
                    if (mode == LOPE_MODE_SWIMMING) stage_tune(s, "buoyancy", 1.4);
                    for (int t = 0; t < (int)(4 * rates[i]); t++) {
                        s->input.move = lope_vec3_make(0.7f, t % 40 < 20 ? 0.5f : -0.3f, 0.4f);
                        s->requests.impulse_is_velocity = true;
                        s->requests.impulse = t % 50 == 25 ? lope_vec3_make(-2, 1, 3) : lope_vec3_make(0, 0, 0);
                        if (t % 60 == 30)
                            request(s, (lope_layer){.id = 2,
                                                    .kind = LOPE_LAYER_VELOCITY,
                                                    .duration = 0.1f,
                                                    .velocity = {3, 2, 1},
                                                    .flags = t % 120 == 30 ? LOPE_LAYER_ADDITIVE : 0});
                        stage_tick(s, 1.0f / rates[i]);
                        brute_point f = stage_feet(s);
                        double off = (double)n.x * f.x + (double)n.y * f.y + (double)n.z * f.z - offset;
                        worst = fabs(off) > worst ? fabs(off) : worst;
                    }
                    printf("  %s, plane %d, %g Hz%s: %.3g m off\n", name_of(mode), k, (double)rates[i], unreal ? ", unreal" : "",
                           worst);
                    check_below("off the plane", worst, 1e-6);
                    stage_close(s);
                }
}

// ---- crouching ----------------------------------------------------------------------------------

// A character that crouches into water stands up in it, in the middle; where there is no room it stays small
// until there is, and swims all the same.
static void swimming_ends_crouching(void **unused)
{
    (void)unused;
    for (int low = 0; low < 2; low++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_box(s, -20, -9, -20, 0, -1, 20);
            stage_box(s, -20, -9, -20, 20, -8, 20);
            if (low) stage_box(s, -20, 0, -20, 3, 9, 20); // 1 m of room over the ledge
            stage_volume(s, -20, -8, -20, 20, low ? 0.0 : -1.2, 20, false, &water);
            stage_tune(s, "can_walk_off_ledges_when_crouching", 1);
            stage_place(s, -2, -1, 0, LOPE_MODE_WALKING);
            s->input.held = LOPE_BUTTON_CROUCH;
            stage_tick(s, 1.0f / rates[i]);
            assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), 1);
            stage_move(s, 1, 0);
            for (int t = 0; t < (int)(6 * rates[i]) && stage_feet(s).x < 5; t++) {
                stage_tick(s, 1.0f / rates[i]);
                check_below("in something", stage_depth(s), 1e-4);
                if (s->state.mode == LOPE_MODE_SWIMMING && stage_feet(s).x > 3.5) assert_true((double)s->state.height > 1.7);
            }
            printf("  %g Hz%s: at (%.3f, %.3f) in mode %u, %.2f m high\n", (double)rates[i], low ? ", low" : "", stage_feet(s).x,
                   stage_feet(s).y, s->state.mode, (double)s->state.height);
            assert_int_equal(s->state.mode, LOPE_MODE_SWIMMING);
            assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), 1);
            assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
            stage_close(s);
        }
}

// A lift 4 by 4 m whose top is at `at`; it goes at `speed` up and `along` level from time 0 on.
typedef struct lift {
    stage *s;
    lope_body body;
    double at, speed, along;
} lift;

static lift lift_open(double at, double speed, double along, double x)
{
    lift l = {.s = stage_open(STAGE_BOXES), .at = at, .speed = speed, .along = along};
    l.body = stage_moving_box(l.s, 0, at - 0.5, 0, 4, 1, 4);
    stage_place(l.s, x, at, 0, LOPE_MODE_WALKING);
    lope_level_end_tick(l.s->level);
    return l;
}

static double top_of(const lift *l) { return l->at + l->speed * l->s->time; }

static void lift_tick(lift *l, float dt)
{
    double t = l->s->time + (double)dt;
    stage_carry(l->s, l->body, l->along * t, l->at + l->speed * t - 0.5, 0);
    stage_tick(l->s, dt);
    lope_level_end_tick(l->s->level);
}

static void lift_run(lift *l, double seconds, float rate)
{
    int count = (int)(seconds * (double)rate + 0.5);
    for (int i = 0; i < count; i++) lift_tick(l, 1 / rate);
}

// Carried up and aside it keeps its spot, crouching, standing up, and while its size changes.
static void sizes_change_on_a_base(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        lift l = lift_open(0, 1.5, 3, 1);
        stage *s = l.s;
        lift_run(&l, 0.5, rates[i]);
        s->input.held = LOPE_BUTTON_CROUCH;
        lift_run(&l, 0.5, rates[i]);
        check_near("crouched", (double)s->state.height, (double)s->tuning.crouched_height, 1e-6);
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        check_near("its spot", stage_feet(s).x, 1 + 3 * s->time, 1e-4);
        s->requests.asked = LOPE_REQUEST_RESIZE;
        s->requests.resize_radius = 0.5f;
        s->requests.resize_height = 2.2f;
        lift_run(&l, 0.5, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_RESIZE), 1);
        s->input.held = 0;
        lift_run(&l, 0.5, rates[i]);
        check_near("stands", (double)s->state.height, 2.2, 1e-6);
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        check_near("its spot", stage_feet(s).x, 1 + 3 * s->time, 1e-4);
        assert_true(stage_walking(s));
        assert_int_equal(stage_count(s, LOPE_EVENT_HIT), 0);
        stage_close(s);
    }
}

// Up under a ceiling: the lift makes it crouch before it is crushed, and down again it stands up.
static void a_lift_under_a_ceiling_makes_it_crouch(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        lift l = lift_open(0, 1, 0, 0.5);
        stage *s = l.s;
        stage_box(s, -3, 3, -3, 3, 4, 3); // it stands under it until the top is at 1.24, and crouches until it is at 2.12
        lift_run(&l, 1.8, rates[i]);
        printf("  %g Hz: height %.2f, feet %.4f, lift %.4f, %d crushed\n", (double)rates[i], (double)s->state.height,
               stage_feet(s).y, top_of(&l), stage_count(s, LOPE_EVENT_CRUSH));
        check_near("crouched", (double)s->state.height, (double)s->tuning.crouched_height, 1e-6);
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_CRUSH), 0);
        check_near("crouched when there was no more room", stage_first(s, LOPE_EVENT_CROUCH)->time, 1.24,
                   1 / (double)rates[i] + 1e-3);
        l.at += 2 * 1.8;
        l.speed = -1;
        lift_run(&l, 1.0, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
        check_near("stands", (double)s->state.height, 1.76, 1e-6);
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        stage_close(s);
    }
}

// Down into water it begins to swim where its middle comes under, with the lift's velocity; up out of it the
// lift takes it along again.
static void a_lift_goes_into_water(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        lift l = lift_open(0, -1, 0, 0.5);
        stage *s = l.s;
        stage_volume(s, -20, -9, -20, 20, -1, 20, false, &water);
        lift_run(&l, 2, rates[i]);
        const stage_event *in = stage_last(s, LOPE_EVENT_MODE);
        assert_non_null(in);
        assert_int_equal(in->event.to, LOPE_MODE_SWIMMING);
        check_near("swims from", in->time, 1.88, 1 / (double)rates[i] + 1e-3);
        check_near("with its velocity", stage_velocity(s).y, -1, 0.1);
        lift_run(&l, 0.5, rates[i]);
        double deep = stage_feet(s).y;
        printf("  %g Hz: swims from %.4f s, feet %.4f, lift %.4f", (double)rates[i], in->time, deep, top_of(&l));
        check_below("in the lift", top_of(&l) - deep, 1e-4);
        l.at += -2 * 2.5;
        l.speed = 1;
        lift_run(&l, 2.5, rates[i]);
        printf("; up again %.4f, lift %.4f, mode %u\n", stage_feet(s).y, top_of(&l), s->state.mode);
        assert_true(stage_walking(s));
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        check_near("its spot", stage_feet(s).x, 0.5, 0.05);
        assert_int_equal(stage_count(s, LOPE_EVENT_STUCK) + stage_count(s, LOPE_EVENT_CRUSH), 0);
        stage_close(s);
    }
}

// 1 m/s along z over the floor that is there.
static double shuffle_run(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 1));
    lope_tick_slide(tick, lope_point_make(0, 0, seconds));
    if (!lope_tick_stand(tick, 0.1)) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return 0;
}

// A mode of the game's own that stands on a floor is carried, crouches with the feet fixed, and jumps with
// the lift's velocity.
static void an_own_mode_rides(void **unused)
{
    (void)unused;
    static const lope_mode shuffle = {.name = "shuffle", .on_ground = true, .run = shuffle_run};
    for (int i = 0; i < RATES; i++) {
        lift l = lift_open(0, 1.5, 2, 0);
        stage *s = l.s;
        assert_int_equal(lope_moveset_add_mode(&s->moveset, &shuffle, NULL, NULL), LOPE_OK);
        lift_tick(&l, 1 / rates[i]);
        s->requests.asked = LOPE_REQUEST_MODE;
        s->requests.mode = LOPE_MODE_GAME;
        s->input.held = LOPE_BUTTON_CROUCH;
        double began = s->time;
        lift_run(&l, 0.5, rates[i]);
        assert_int_equal(s->state.mode, LOPE_MODE_GAME);
        check_near("crouched", (double)s->state.height, (double)s->tuning.crouched_height, 1e-6);
        check_near("on it", stage_feet(s).y, top_of(&l), 1e-4);
        check_near("carried", stage_feet(s).x, 2 * s->time, 1e-4);
        check_near("its own way", stage_feet(s).z, s->time - began, 1e-4);
        s->input.held = 0;
        lift_tick(&l, 1 / rates[i]);
        check_near("stands", (double)s->state.height, 1.76, 1e-6);
        brute_point from = stage_feet(s);
        s->input.pressed = LOPE_BUTTON_JUMP;
        lift_run(&l, 0.3, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
        check_near("up", stage_feet(s).y - from.y, 5.7 * 0.3 - 4.9 * 0.09, 2e-3);
        check_near("along", stage_feet(s).x - from.x, 2 * 0.3, 2e-3);
        stage_close(s);
    }
}

// ---- thrown off what moves ----------------------------------------------------------------------

typedef enum throw_kind { BY_LAUNCH, BY_LAUNCH_OVERRIDE, BY_JUMP, BY_BLOW, THROW_COUNT } throw_kind;

static void throw_it(stage *s, throw_kind kind)
{
    if (kind == BY_JUMP) s->input.pressed = LOPE_BUTTON_JUMP;
    if (kind == BY_BLOW) {
        s->requests.impulse = lope_vec3_make(0, 4.2f, 1);
        s->requests.impulse_is_velocity = true;
        s->requests.knockback_time = 2;
    }
    if (kind > BY_LAUNCH_OVERRIDE) return;
    s->requests.asked = LOPE_REQUEST_LAUNCH;
    s->requests.launch_overrides_horizontal = s->requests.launch_overrides_vertical = kind == BY_LAUNCH_OVERRIDE;
    s->requests.launch_velocity = lope_vec3_make(0, 4.2f, 1);
}

// 4.2 m/s up and 1 aside, relative to what it stands on: after 0.3 s it is where its own and the base's
// velocity have brought it.
static void check_thrown(stage *s, throw_kind kind, brute_point from, double up, double along, double seconds)
{
    static const char *const names[] = {"launch", "launch in place", "jump", "blow"};
    brute_point at = stage_feet(s);
    double aside = kind == BY_JUMP ? 0 : 1;
    printf("    %s: (%.4f, %.4f, %.4f)\n", names[kind], at.x - from.x, at.y - from.y, at.z - from.z);
    assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
    check_near(names[kind], at.x - from.x, along * seconds, 2e-3);
    check_near(names[kind], at.y - from.y, (up + 4.2) * seconds - 4.9 * seconds * seconds, 2e-3);
    check_near(names[kind], at.z - from.z, aside * seconds, 2e-3);
}

static void thrown_off_a_lift(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < THROW_COUNT; kind++)
        for (int i = 0; i < RATES; i++) {
            lift l = lift_open(0, 1.5, 2, 0);
            lift_run(&l, 0.5, rates[i]);
            brute_point from = stage_feet(l.s);
            throw_it(l.s, (throw_kind)kind);
            lift_tick(&l, 1 / rates[i]);
            l.s->requests.impulse = lope_vec3_make(0, 0, 0);
            lift_run(&l, 0.3 - 1 / (double)rates[i], rates[i]);
            check_thrown(l.s, (throw_kind)kind, from, 1.5, 2, 0.3);
            stage_close(l.s);
        }
}

static void thrown_off_a_conveyor(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < THROW_COUNT; kind++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_open(STAGE_BOXES);
            lope_body belt = stage_box(s, -9, -1, -9, 9, 0, 9);
            lope_surface surface = {.velocity = {2, 0, 0}};
            assert_int_equal(lope_level_set_surface(s->level, belt, &surface), LOPE_OK);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_run(s, 0.5, rates[i]);
            brute_point from = stage_feet(s);
            throw_it(s, (throw_kind)kind);
            stage_tick(s, 1 / rates[i]);
            s->requests.impulse = lope_vec3_make(0, 0, 0);
            stage_run(s, 0.3 - 1 / (double)rates[i], rates[i]);
            check_thrown(s, (throw_kind)kind, from, 0, 2, 0.3);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dash_goes_its_way_in_space),
        cmocka_unit_test(a_dash_goes_through_the_surface),
        cmocka_unit_test(a_drift_adds_in_space),
        cmocka_unit_test(a_drift_ends_at_a_wall),
        cmocka_unit_test(a_level_dash_leaves_the_height_to_the_water),
        cmocka_unit_test(root_motion_in_space),
        cmocka_unit_test(full_acceleration_is_forced),
        cmocka_unit_test(a_path_is_followed),
        cmocka_unit_test(a_path_leads_into_a_wall),
        cmocka_unit_test(control_is_cut),
        cmocka_unit_test(the_plane_holds_in_space),
        cmocka_unit_test(swimming_ends_crouching),
        cmocka_unit_test(sizes_change_on_a_base),
        cmocka_unit_test(a_lift_under_a_ceiling_makes_it_crouch),
        cmocka_unit_test(a_lift_goes_into_water),
        cmocka_unit_test(an_own_mode_rides),
        cmocka_unit_test(thrown_off_a_lift),
        cmocka_unit_test(thrown_off_a_conveyor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
