// test_layers.c - layered moves: exact ways at every tick rate, what overrides what, what is left afterwards.
// Read next: test_root_motion.c.
#include "check.h"
#include "stage.h"

#define RATES 5
static const double rates[RATES] = {20, 60, 360, 37.3, 143.7}; // the last two divide nothing

static void request(stage *s, lope_layer layer)
{
    s->requests.layer = layer;
    s->requests.asked |= LOPE_REQUEST_LAYER;
}

static lope_layer dash(void)
{
    return (lope_layer){
        .id = 7, .kind = LOPE_LAYER_VELOCITY, .duration = 0.25f, .velocity = lope_vec3_make(10, 0, 0), .finish = LOPE_FINISH_SET};
}

// Ticks until the time is over, the last one shorter.
static void run_for(stage *s, double seconds, double rate)
{
    double end = s->time + seconds;
    while (end - s->time > 1e-6) {
        double left = end - s->time;
        stage_tick(s, (float)(left < 1 / rate ? left : 1 / rate));
    }
}

static void a_dash_goes_its_way_exactly(void **unused)
{
    (void)unused;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            int mode = k % 2;
            stage_tune(s, "integrator", k < 2 ? LOPE_INTEGRATOR_EXACT : LOPE_INTEGRATOR_UNREAL);
            if (mode == 1) stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
            double from = stage_feet(s).x, y = stage_feet(s).y, began = s->time;
            request(s, dash());
            stage_run(s, 0.5, (float)rates[i]);
            const stage_event *end = stage_last(s, LOPE_EVENT_LAYER);
            printf("  %s %g Hz: %.9f m, ended at %.7f s\n", mode ? "falling" : "walking", rates[i], stage_feet(s).x - from,
                   end->time - began);
            // 10 m/s for 0.25 s; floats of the velocity and of the ticks' lengths leave some 1e-7 of it
            check_near("way", stage_feet(s).x - from, 2.5, 2e-6);
            assert_int_equal(stage_count(s, LOPE_EVENT_LAYER), 2);
            assert_int_equal(end->event.from, 7);
            assert_int_equal(end->event.to, 0);
            check_near("end", end->time - began, 0.25, 2e-6);
            check_near("speed", stage_speed(s), 0, 1e-9);
            if (mode == 1) // gravity acts again from the instant on at which the layer ended
                check_near("fall", y - stage_feet(s).y, 0.5 * 9.8 * (s->time - end->time) * (s->time - end->time), 2e-5);
            stage_close(s);
        }
}

static void whole_ticks_are_not_cut(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    lope_layer layer = dash();
    layer.duration = 0.26f;
    layer.flags = LOPE_LAYER_WHOLE_TICKS;
    request(s, layer);
    stage_run(s, 1, 20);
    check_near("way", stage_feet(s).x, 3.0, 2e-6); // 6 ticks of 0.05 s
    request(s, (lope_layer){.id = 1, .kind = LOPE_LAYER_VELOCITY, .velocity = {4, 0, 0}, .finish = LOPE_FINISH_SET});
    stage_run(s, 1, 20);
    check_near("one tick", stage_feet(s).x, 3.2, 2e-6); // a duration of 0 is one tick
    stage_close(s);
}

// Straight on and round a quarter, in one tick or in the pieces of a turn, beside a wall so that the ground
// is not all there is.
static void a_tick_of_a_second_leads_all_the_way(void **unused)
{
    (void)unused;
    for (int turns = 0; turns < 2; turns++)
        for (int k = 0; k < 3; k++) {
            const double speeds[3] = {5, 15, 40};
            stage *s = stage_on_floor();
            stage_box(s, -50, 0, 1, 50, 3, 2);
            stage_place(s, -45, 0, 0, LOPE_MODE_WALKING);
            s->state.yaw = s->input.look_yaw = -LOPE_PI / 2; // looks along x
            stage_tick(s, 1e-3f);
            if (turns) s->input.look_yaw = 0;
            double walked = s->state.distance_walked;
            lope_layer layer = dash();
            layer.duration = 1;
            layer.flags = LOPE_LAYER_LOCAL;
            layer.velocity = lope_vec3_make(0, 0, (float)-speeds[k]);
            request(s, layer);
            stage_tick(s, 1);
            walked = s->state.distance_walked - walked;
            printf("  %s %2g m/s: %.9f m in %u slices\n", turns ? "round" : "ahead", speeds[k], walked,
                   (unsigned)s->report.iterations);
            check_near("unused", s->report.time_unused, 0, 1e-9);
            // the chords of 60 pieces are shorter than a quarter of a circle by (pi / 2)^2 / 24 / 60^2 of it
            check_near("way", walked, speeds[k], turns ? 3e-5 * speeds[k] : 2e-6 * speeds[k]);
            assert_true(s->report.iterations <= (turns ? 128 : 64)); // a piece ends a slice
            stage_close(s);
        }
}

static void a_curve_gives_its_area_at_every_rate(void **unused)
{
    (void)unused;
    lope_curve curve = {.kind = LOPE_CURVE_SMOOTH, .count = 3, .x = {0, 0.3f, 1}, .y = {0, 1, 0}};
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        uint32_t index;
        assert_int_equal(lope_moveset_add_curve(&s->moveset, &curve, &index, NULL), LOPE_OK);
        lope_layer layer = dash();
        layer.curve = 1 + index;
        layer.duration = 0.8f;
        request(s, layer);
        run_for(s, 0.4, rates[i]);
        check_near("half", stage_feet(s).x, 10 * 0.8 * lope_curve_area(&curve, 0, 0.5), 2e-6);
        check_near("speed", (double)s->state.velocity.x, 10 * lope_curve_at(&curve, 0.5), 2e-5);
        run_for(s, 0.6, rates[i]);
        check_near("way", stage_feet(s).x, 10 * 0.8 * lope_curve_area(&curve, 0, 1), 4e-6);
        stage_close(s);
    }
}

static void a_move_arrives_on_time(void **unused)
{
    (void)unused;
    lope_curve hill = {.kind = LOPE_CURVE_SMOOTH, .count = 3, .x = {0, 0.5f, 1}, .y = {0, 1, 0}};
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        stage_box(s, 4, 0, -2, 8, 1.5, 2);
        uint32_t index;
        assert_int_equal(lope_moveset_add_curve(&s->moveset, &hill, &index, NULL), LOPE_OK);
        request(s, (lope_layer){.id = 1,
                                .kind = LOPE_LAYER_MOVE_TO,
                                .duration = 0.5f,
                                .target = {5, 1.5, 0.5},
                                .height = 1,
                                .curve = 1 + index,
                                .flags = LOPE_LAYER_LIFT_OFF,
                                .finish = LOPE_FINISH_SET});
        run_for(s, 0.25, rates[i]);
        brute_point at = stage_feet(s);
        printf("  %g Hz: half way at %.5f %.5f %.5f", rates[i], at.x, at.y, at.z);
        check_near("half way", at.x, 2.5, 1e-5);
        check_near("height", at.y, 0.75 + 1, 1e-5);
        run_for(s, 0.25, rates[i]);
        at = stage_feet(s);
        printf(", at the end %.5f %.5f %.5f\n", at.x, at.y, at.z);
        check_near("x", at.x, 5, 1e-4); // the landing is within 0.1 mm
        check_near("y", at.y, 1.5, 2e-4);
        check_near("z", at.z, 0.5, 1e-4);
        stage_run(s, 0.2f, 60);
        assert_true(stage_walking(s));
        check_near("stays", stage_feet(s).x, 5, 1e-4);
        stage_close(s);
    }
}

// An additive one besides, from the side and level: it is there in time all the same, and on its way at every
// rate.
static void a_move_makes_good_what_others_do(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            if (k == 1) stage_place(s, 0, 3, 0, LOPE_MODE_FALLING);
            request(s, (lope_layer){.id = 1,
                                    .kind = LOPE_LAYER_MOVE_TO,
                                    .duration = 0.5f,
                                    .target = {4, k == 1 ? 2 : 0, 0},
                                    .finish = LOPE_FINISH_KEEP});
            stage_tick(s, 0.01f);
            lope_layer layer = dash();
            layer.velocity = lope_vec3_make(1, 0, 5);
            layer.flags = LOPE_LAYER_ADDITIVE;
            layer.duration = 0.39f;
            layer.finish = LOPE_FINISH_KEEP;
            request(s, layer);
            run_for(s, 0.29, rates[i]);
            check_near("on its way", stage_feet(s).x, 8 * 0.3, 1e-5);
            check_near("aside", stage_feet(s).z, 0, 1e-5);
            run_for(s, 0.2, rates[i]);
            check_near("there", stage_feet(s).x, 4, 1e-4);
            check_near("at its height", stage_feet(s).y, k == 1 ? 2 : 0, 1e-4);
            check_near("aside", stage_feet(s).z, 0, 1e-4);
            check_near("no speed aside", (double)s->state.velocity.z, 0, 1e-5);
            stage_close(s);
        }
}

static void a_leap_has_its_height_and_its_length(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        request(s, (lope_layer){.id = 1,
                                .kind = LOPE_LAYER_JUMP,
                                .duration = 0.8f,
                                .velocity = {0, 0, 1},
                                .strength = 4,
                                .height = 2,
                                .flags = LOPE_LAYER_UNTIL_LANDING});
        run_for(s, 0.4, rates[i]);
        check_near("height", stage_feet(s).y, 2, 1e-5);
        check_near("way", stage_feet(s).z, 2, 1e-5);
        check_near("no more up", (double)s->state.velocity.y, 0, 1e-4);
        run_for(s, 0.4 - 1e-4, rates[i]);
        check_near("way", stage_feet(s).z, 4, 2e-3);
        assert_true(stage_feet(s).y < 2e-3);
        stage_close(s);
    }
}

// On a box half as high as the leap: it lands there, earlier, and the layer is over.
static void landing_ends_what_is_to_end_so(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        stage_box(s, -3, 0, 2.2, 3, 1, 9);
        request(s, (lope_layer){.id = 1,
                                .kind = LOPE_LAYER_JUMP,
                                .duration = 0.8f,
                                .velocity = {0, 0, 1},
                                .strength = 4,
                                .height = 2,
                                .flags = LOPE_LAYER_UNTIL_LANDING,
                                .finish = LOPE_FINISH_SET});
        run_for(s, 1, rates[i]);
        const stage_event *land = stage_first(s, LOPE_EVENT_LAND), *end = stage_last(s, LOPE_EVENT_LAYER);
        assert_non_null(land);
        check_near("they are one", land->time, end->time, 1e-6);
        // 4 h f (1 - f) = 1 with h = 2: f = 0.85355; within the chord of one piece, 17 ms of 1 / 0.0024 s a
        // millimetre
        check_near("when", land->time, 0.85355 * 0.8 + 1e-3, 2e-3);
        check_near("there", stage_feet(s).y, 1, 1e-3);
        check_near("where", stage_feet(s).z, 4 * 0.85355, 1e-2);
        stage_close(s);
    }
}

static void attracts_in_closed_form(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        lope_layer layer = {.id = 1,
                            .kind = LOPE_LAYER_RADIAL,
                            .duration = 0.5f,
                            .target = {3, 0, 4},
                            .strength = 4,
                            .radius = 10,
                            .flags = LOPE_LAYER_FALLOFF | LOPE_LAYER_IGNORE_VERTICAL,
                            .finish = LOPE_FINISH_SET};
        request(s, layer);
        run_for(s, 1, rates[i]);
        // d' = -4 (1 - d / 10) from 5: d = 10 - 5 exp(0.4 t)
        double left = 10 - 5 * exp(0.4 * 0.5), gone = 5 - left;
        check_near("x", stage_feet(s).x, 0.6 * gone, 2e-6);
        check_near("z", stage_feet(s).z, 0.8 * gone, 2e-6);
        layer.duration = 5;
        request(s, layer);
        run_for(s, 3, rates[i]); // there after 10 ln 2 / 4 = 1.73 s in all, and stays
        check_near("x", stage_feet(s).x, 3, 1e-5);
        check_near("z", stage_feet(s).z, 4, 1e-5);
        check_near("speed", stage_speed(s), 0, 1e-6);
        layer.strength = -6;
        layer.flags = 0;
        layer.radius = 2;
        layer.target = lope_point_make(3, 0, 3);
        layer.duration = 1;
        request(s, layer);
        run_for(s, 2, rates[i]);
        check_near("thrown out as far as it reaches", stage_feet(s).z, 5, 1e-5);
        stage_close(s);
    }
}

static void additive_ones_are_never_momentum(void **unused)
{
    (void)unused;
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            int mode = k % 2;
            stage_tune(s, "integrator", k < 2 ? LOPE_INTEGRATOR_EXACT : LOPE_INTEGRATOR_UNREAL);
            if (mode == 1) stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
            stage_set_velocity(s, 6, 0, 0);
            if (mode == 0) stage_move(s, 1, 0);
            double x = stage_feet(s).x, z = stage_feet(s).z;
            lope_layer layer = dash();
            layer.velocity = lope_vec3_make(0, 0, 3);
            layer.flags = LOPE_LAYER_ADDITIVE;
            layer.finish = LOPE_FINISH_KEEP;
            request(s, layer);
            run_for(s, 0.2, rates[i]);
            check_near("shows in the velocity", (double)s->state.velocity.z, 3, 1e-6);
            run_for(s, 0.3, rates[i]);
            check_near("own way", stage_feet(s).x - x, 3, 1e-5);
            check_near("way aside", stage_feet(s).z - z, 0.75, 2e-6);
            check_near("own speed", (double)s->state.velocity.x, 6, 1e-5);
            check_near("no speed aside", (double)s->state.velocity.z, 0, 1e-6);
            assert_int_equal(s->state.flags & (1u << 6), 0); // nothing is left in the state
            stage_close(s);
        }
}

static void additive_ones_stop_at_walls(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2 * RATES; k++) {
        int i = k % RATES;
        stage *s = stage_on_floor();
        stage_tune(s, "integrator", k < RATES ? LOPE_INTEGRATOR_EXACT : LOPE_INTEGRATOR_UNREAL);
        stage_box(s, -20, 0, 0.84, 20, 3, 2); // half a metre from the capsule
        stage_set_velocity(s, 6, 0, 0);
        stage_move(s, 1, 0);
        lope_layer layer = dash();
        layer.velocity = lope_vec3_make(0, 0, 3);
        layer.flags = LOPE_LAYER_ADDITIVE;
        layer.finish = LOPE_FINISH_KEEP;
        layer.duration = 0.5f;
        request(s, layer);
        run_for(s, 0.45, rates[i]);
        check_near("at the wall", stage_feet(s).z, 0.5, 1e-4);
        check_near("along", stage_feet(s).x, 6 * 0.45, 1e-3);
        check_near("speed aside", (double)s->state.velocity.z, 0, 1e-6);
        run_for(s, 0.3, rates[i]);
        check_near("does not bounce", stage_feet(s).z, 0.5, 1e-4);
        check_near("along", stage_feet(s).x, 6 * 0.75, 1e-3);
        stage_close(s);
    }
}

// In the character's frame, while it turns by half a turn a second: as its look does, or at a rate toward
// where it looks. An arc of 6 m/s.
static void what_is_local_turns_within_the_tick(void **unused)
{
    (void)unused;
    const double turn = 3.14159265358979, arc = 6 / turn;
    for (int k = 0; k < 6; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            bool at_rate = k / 3 == 1, adds = k % 3 == 1, leaps = k % 3 == 2;
            stage_tune(s, "use_controller_desired_rotation", at_rate);
            stage_tune(s, "rotation_rate", turn);
            lope_layer layer = dash();
            layer.flags = LOPE_LAYER_LOCAL | (adds ? LOPE_LAYER_ADDITIVE : 0u);
            layer.velocity = lope_vec3_make(0, 0, -6);
            layer.duration = 0.8f;
            layer.finish = LOPE_FINISH_KEEP;
            if (leaps) {
                layer.kind = LOPE_LAYER_JUMP;
                layer.strength = 4.8f;
                layer.height = 1;
            }
            request(s, layer);
            double from = s->time, x = stage_feet(s).x, z = stage_feet(s).z;
            while (s->time - from < 0.6 - 1e-6) {
                double left = from + 0.6 - s->time, dt = left < 1 / rates[i] ? left : 1 / rates[i];
                s->input.look_yaw = (float)(at_rate ? 0.6 * turn : turn * (s->time - from + dt));
                stage_tick(s, (float)dt);
            }
            double yaw = turn * (s->time - from); // the last tick may end a microsecond before
            check_near("x", stage_feet(s).x - x, -arc * (1 - cos(yaw)), 1e-5);
            check_near("z", stage_feet(s).z - z, -arc * sin(yaw), 1e-5);
            if (!adds) { // what additive ones show in the velocity is the mean of the tick
                check_near("to the left", (double)s->state.velocity.x, -6 * sin(yaw), 3e-5); // a float of yaw gathers 1e-7 a tick
                check_near("ahead", (double)s->state.velocity.z, -6 * cos(yaw), 3e-5);
            }
            stage_close(s);
        }
}

// What an animation has turned faces where it looks again as soon as that is over.
static void what_is_local_faces_its_look_at_once(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        s->requests.has_root_motion = true;
        s->requests.root_motion = (lope_root_motion){.yaw = LOPE_PI / 2};
        stage_tick(s, 0.01f);
        s->requests.has_root_motion = false;
        lope_layer layer = dash();
        layer.flags = LOPE_LAYER_LOCAL;
        layer.velocity = lope_vec3_make(0, 0, -6);
        request(s, layer);
        run_for(s, 0.5, rates[i]);
        check_near("aside", stage_feet(s).x, 0, 1e-5);
        check_near("ahead", stage_feet(s).z, -1.5, 1e-5);
        stage_close(s);
    }
}

static void the_highest_and_oldest_overrides(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    lope_layer layer = dash();
    for (uint32_t i = 0; i < 3; i++) {
        static const float speeds[3] = {1, 2, 3};
        static const int32_t priorities[3] = {0, 5, 5};
        layer.id = 1 + i;
        layer.velocity.x = speeds[i];
        layer.priority = priorities[i];
        layer.duration = i == 1 ? 0.5f : 1.0f;
        request(s, layer);
        stage_tick(s, 1e-3f);
    }
    double from = stage_feet(s).x;
    stage_run(s, 0.25, 60);
    check_near("second", stage_feet(s).x - from, 0.5, 1e-5);
    stage_run(s, 0.5, 60);
    check_near("then third", stage_feet(s).x - from, 2 * 0.499 + 3 * 0.251 - 2e-3, 4e-3);
    s->requests.end_layer = 3;
    s->requests.asked |= LOPE_REQUEST_END_LAYERS;
    from = stage_feet(s).x;
    stage_tick(s, 0.05f);
    check_near("then first", stage_feet(s).x - from, 0.05, 1e-6);
    s->requests.end_layer = 0;
    s->requests.asked |= LOPE_REQUEST_END_LAYERS;
    stage_tick(s, 0.05f);
    assert_int_equal(s->state.layer_count, 0);
    assert_int_equal(stage_count(s, LOPE_EVENT_LAYER), 6);
    stage_close(s);
}

static void refuses_what_has_no_room(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    lope_layer layer = dash();
    layer.duration = -1;
    for (uint32_t i = 0; i < LOPE_LAYERS + 1; i++) {
        layer.id = 1 + i;
        request(s, layer);
        stage_tick(s, 0.01f);
        assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_LAYER),
                         i < LOPE_LAYERS ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_FULL);
    }
    layer.id = 2; // replaces
    request(s, layer);
    stage_tick(s, 0.01f);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_LAYER), LOPE_REFUSAL_NONE);
    assert_int_equal(s->state.layer_count, LOPE_LAYERS);
    assert_int_equal(s->state.layers[LOPE_LAYERS - 1].id, 2);
    s->input.forbidden = LOPE_FORBID_LAYERS;
    request(s, layer);
    stage_tick(s, 0.01f);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_LAYER), LOPE_REFUSAL_FORBIDDEN);
    s->input.forbidden = 0;
    stage_run(s, 3, 60); // until they are ended
    assert_int_equal(s->state.layer_count, LOPE_LAYERS);
    check_near("speed", (double)s->state.velocity.x, 10, 1e-5);
    lope_state before = s->state;
    lope_requests wrong = {.asked = LOPE_REQUEST_LAYER, .layer = dash()};
    const lope_input bad = {.requests = &wrong};
    wrong.layer.velocity.y = NAN;
    assert_int_equal(lope_move(&s->state, &bad, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL), LOPE_ERROR_NOT_FINITE);
    wrong.layer = dash();
    wrong.layer.curve = 3;
    assert_int_equal(lope_move(&s->state, &bad, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL), LOPE_ERROR_RANGE);
    wrong.layer = dash();
    wrong.layer.kind = LOPE_LAYER_MOVE_TO;
    wrong.layer.duration = -1;
    assert_int_equal(lope_move(&s->state, &bad, &s->moveset, &s->surroundings, s->nearby, 0.01f, NULL), LOPE_ERROR_RANGE);
    assert_memory_equal(&before, &s->state, sizeof before);
    stage_close(s);
}

static void ends_by_its_rule(void **unused)
{
    (void)unused;
    for (uint32_t finish = LOPE_FINISH_KEEP; finish <= LOPE_FINISH_CLAMP; finish++) {
        stage *s = stage_on_floor();
        stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
        lope_layer layer = dash();
        layer.finish = finish;
        layer.finish_velocity = finish == LOPE_FINISH_SET ? lope_vec3_make(0, 3, 2) : lope_vec3_make(4, 0, 0);
        layer.velocity = lope_vec3_make(6, -2, 8);
        request(s, layer);
        stage_run(s, 0.25, 60);
        lope_vec3 v = s->state.velocity;
        lope_vec3 wanted = finish == LOPE_FINISH_KEEP  ? lope_vec3_make(6, -2, 8)
                           : finish == LOPE_FINISH_SET ? lope_vec3_make(0, 3, 2)
                                                       : lope_vec3_make(2.4f, -2, 3.2f);
        check_near("x", (double)v.x, (double)wanted.x, 1e-5);
        check_near("y", (double)v.y, (double)wanted.y, 1e-5);
        check_near("z", (double)v.z, (double)wanted.z, 1e-5);
        stage_close(s);
    }
}

// From the ground: up by more than gravity takes in a sixtieth of a second, at any tick rate, or by anything
// with the flag.
static void lifts_off(void **unused)
{
    (void)unused;
    const double weak = 9.8 / 60 * 0.9, strong = 9.8 / 60 * 1.1;
    for (int i = 0; i < 6 * RATES; i++) {
        stage *s = stage_on_floor();
        lope_layer layer = {
            .id = 1, .kind = LOPE_LAYER_VELOCITY, .duration = 0.2f, .velocity = {0, (float)(i % 3 ? weak : strong), 0}};
        if (i % 3 == 2) layer.flags = LOPE_LAYER_LIFT_OFF;
        if (i % 6 >= 3) layer.flags |= LOPE_LAYER_ADDITIVE;
        request(s, layer);
        stage_tick(s, 1e-3f);
        assert_int_equal(s->state.mode, i % 3 == 1 ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
        run_for(s, 0.199, rates[i / 6]);
        double rise = i % 3 == 0 ? strong : i % 3 == 2 ? weak : 0;
        if (i % 6 < 3) check_near("rises", stage_feet(s).y, 0.2 * rise, 1e-5);
        stage_close(s);
    }
}

// What is additive never becomes momentum, so gravity brings it down under it: then it stays, and does not
// hop on and on.
static void an_upward_one_lifts_once(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2 * RATES; i++) {
        stage *s = stage_on_floor();
        double up = i < RATES ? 0.3 : 3, high = up * up / (2 * 9.8), began = s->time;
        lope_layer layer = dash();
        layer.duration = 1.5f;
        layer.velocity = lope_vec3_make(2, (float)up, 0);
        layer.flags = LOPE_LAYER_ADDITIVE;
        request(s, layer);
        double top = 0;
        for (double t = 0; t < 1.49; t += 1 / rates[i % RATES]) {
            stage_tick(s, (float)(1 / rates[i % RATES]));
            if (stage_feet(s).y > top) top = stage_feet(s).y;
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
        check_near("landed", stage_first(s, LOPE_EVENT_LAND)->time - began, 2 * up / 9.8,
                   2e-3); // its reach is 0.1 mm, at 0.3 m/s
        check_below("high", top, high + 1e-4);
        assert_true(stage_walking(s));
        layer.id = 8; // another one lifts it anew
        layer.velocity.y = 1;
        request(s, layer);
        stage_tick(s, 1e-3f);
        assert_false(stage_walking(s));
        stage_close(s);
    }
}

// Ignoring the vertical: a jump keeps its height, the way is the layer's.
static void leaves_the_vertical_alone(void **unused)
{
    (void)unused;
    stage *s = stage_on_floor();
    lope_layer layer = dash();
    layer.duration = 2;
    layer.flags = LOPE_LAYER_IGNORE_VERTICAL;
    request(s, layer);
    stage_tick(s, 1.0f / 60);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_run(s, 1.5, 60);
    const stage_event *apex = stage_first(s, LOPE_EVENT_APEX);
    assert_non_null(apex);
    check_near("height", (double)apex->event.value, 0.9, 1e-3);
    check_near("way", stage_feet(s).x, 10 * (1.5 + 1.0 / 60), 5e-4); // the chords of a fall are within half a millimetre
    stage_close(s);
}

// A layer that holds the height takes the rise away, and so makes the apex where it begins: 4.2 m/s up for
// 0.13 s.
static void a_cut_rise_has_its_apex_there(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        double began = s->time;
        lope_layer layer = dash();
        layer.duration = 0.1f;
        s->input.pressed = LOPE_BUTTON_JUMP;
        run_for(s, 0.13, rates[i]);
        request(s, layer);
        stage_run(s, 1, (float)rates[i]);
        const stage_event *apex = stage_first(s, LOPE_EVENT_APEX);
        assert_non_null(apex);
        printf("  %g Hz: apex at %.6f s of %.5f m\n", rates[i], apex->time - began, (double)apex->event.value);
        check_near("time", apex->time - began, 0.13, 2e-6);
        check_near("height", (double)apex->event.value, 4.2 * 0.13 - 4.9 * 0.13 * 0.13, 1e-5);
        assert_int_equal(stage_count(s, LOPE_EVENT_APEX), 1);
        stage_close(s);
    }
}

// So does its end: in the middle of a jump, set or cut, what is level of the velocity is.
static void its_end_leaves_the_vertical_alone(void **unused)
{
    (void)unused;
    for (uint32_t finish = LOPE_FINISH_KEEP; finish <= LOPE_FINISH_CLAMP; finish++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            s->input.pressed = LOPE_BUTTON_JUMP;
            run_for(s, 0.1, rates[i]);
            lope_layer layer = dash();
            layer.flags = LOPE_LAYER_IGNORE_VERTICAL;
            layer.finish = finish;
            layer.finish_velocity = lope_vec3_make(3, 1, 0);
            request(s, layer);
            run_for(s, 0.25, rates[i]);
            check_near("ahead", (double)s->state.velocity.x, finish == LOPE_FINISH_KEEP ? 10 : 3, 1e-5);
            check_near("up", (double)s->state.velocity.y, 4.2 - 9.8 * 0.35, 2e-4);
            stage_run(s, 1, 60);
            check_near("height", (double)stage_first(s, LOPE_EVENT_APEX)->event.value, 0.9, 1e-3);
            stage_close(s);
        }
}

// It gives the velocity: nothing else throws the character meanwhile, and it is told so. k: 0 a launch, 1 an
// impulse, 2 a force, 3 a jump; from 4 on given in the tick with which the layer begins.
static void nothing_else_throws_it(void **unused)
{
    (void)unused;
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_on_floor();
            stage_tune(s, "jump_buffer_time", 0);
            lope_layer layer = dash();
            layer.duration = 0.5f;
            request(s, layer);
            if (k < 4) run_for(s, 0.2, rates[i]);
            if (k % 4 == 0) s->requests.asked |= LOPE_REQUEST_LAUNCH;
            s->requests.launch_velocity = lope_vec3_make(0, 5, 0);
            if (k % 4 == 1) s->requests.impulse = lope_vec3_make(0, 600, 0);
            if (k % 4 == 2) s->requests.force = lope_vec3_make(0, 5000, 0);
            if (k % 4 == 3) s->input.pressed = LOPE_BUTTON_JUMP;
            stage_tick(s, 0.01f);
            lope_refusal launch = k % 4 == 0 ? LOPE_REFUSAL_LAYER : LOPE_REFUSAL_NONE;
            assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_LAUNCH), launch);
            assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_JUMP),
                             k % 4 == 3 ? LOPE_REFUSAL_LAYER : LOPE_REFUSAL_NONE);
            s->requests.force = s->requests.impulse = lope_vec3_make(0, 0, 0);
            run_for(s, k < 4 ? 0.28 : 0.48, rates[i]);
            check_near("way", stage_feet(s).x, 4.9, 1e-5);
            assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 0);
            stage_close(s);
        }
}

// A character that ends it in the same input is thrown, whatever the layer's end makes of its velocity; and
// it is not in the way of what is vertical when it leaves the vertical alone.
static void a_launch_takes_over(void **unused)
{
    (void)unused;
    for (int k = 0; k < 2; k++) {
        stage *s = stage_on_floor();
        lope_layer layer = dash();
        layer.duration = 1;
        if (k == 1) layer.flags = LOPE_LAYER_IGNORE_VERTICAL;
        request(s, layer);
        stage_run(s, 0.2, 60);
        s->requests.asked = LOPE_REQUEST_LAUNCH | (k == 0 ? LOPE_REQUEST_END_LAYERS : 0u);
        s->requests.launch_velocity = lope_vec3_make(2, 5, 0);
        stage_tick(s, 1.0f / 60);
        assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_LAUNCH), LOPE_REFUSAL_NONE);
        check_near("up", (double)s->state.velocity.y, 5 - 9.8 / 60, 1e-4);
        check_near("ahead", (double)s->state.velocity.x, k == 0 ? 2 : 10, 1e-4);
        stage_close(s);
    }
}

// A press waits in the buffer for the layer's end, and jumps at its instant.
static void a_jump_waits_for_its_end(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        stage_tune(s, "jump_buffer_time", 0.15);
        double began = s->time;
        request(s, dash());
        run_for(s, 0.16, rates[i]);
        s->input.pressed = LOPE_BUTTON_JUMP;
        run_for(s, 0.2, rates[i]);
        assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
        check_near("jumps", stage_first(s, LOPE_EVENT_JUMP)->time - began, 0.25, 2e-6);
        stage_close(s);
    }
}

static void walls_and_steps_hold_it(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        stage_box(s, 1, 0, -5, 2, 0.3, 5); // a step
        stage_box(s, 3.5, 0, -5, 5, 3, 5); // a wall
        lope_layer layer = dash();
        layer.velocity = lope_vec3_make(10, 0, 3);
        layer.duration = 1;
        request(s, layer);
        run_for(s, 0.9, rates[i]);
        check_near("at the wall", stage_feet(s).x, 3.5 - 0.34, 1e-4);
        check_near("along it", stage_feet(s).z, 2.7, 2e-2);
        check_near("speed along", (double)s->state.velocity.z, 3, 1e-4);
        assert_int_equal(stage_count(s, LOPE_EVENT_STEP_UP), 1);
        stage_close(s);
    }
}

static void in_any_frame(void **unused)
{
    (void)unused;
    lope_quat turn = lope_quat_normalize((lope_quat){0.3f, -0.5f, 0.2f, 0.7f});
    stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(12345, -777, 9876));
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    lope_layer layer = dash();
    layer.velocity = lope_quat_rotate(turn, layer.velocity);
    layer.flags = LOPE_LAYER_LIFT_OFF; // it is level, whatever its last digits say
    request(s, layer);
    stage_run(s, 0.5, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 0);
    check_near("way", stage_feet(s).x, 2.5, 1e-5);
    check_near("aside", stage_feet(s).z, 0, 1e-5);
    request(s, (lope_layer){.id = 2,
                            .kind = LOPE_LAYER_JUMP,
                            .duration = 0.8f,
                            .velocity = lope_quat_rotate(turn, lope_vec3_make(0, 0, 1)),
                            .strength = 4,
                            .height = 2});
    stage_run(s, 0.4, 60);
    check_near("height", stage_feet(s).y, 2, 1e-4);
    check_near("way", stage_feet(s).z, 2, 1e-4);
    stage_close(s);
}

// Held still deep in a solid, nothing of a layered move is seen, but its time goes by: it is over when it
// would have been.
static void time_goes_by_while_it_is_held(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_MESH);
    stage_box(s, -16, -30, -16, 16, 0, 16);
    stage_place(s, 0.3, -12, 0.2, LOPE_MODE_FALLING);
    s->requests.asked = LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){.id = 4, .kind = LOPE_LAYER_VELOCITY, .duration = 0.25f, .velocity = {3, 0, 0}};
    stage_tick(s, 1.0f / 60);
    assert_true(s->state.stuck_ticks == 1 && s->state.layer_count == 1);
    for (int i = 1; i < 14; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(s->state.layer_count, 1);
    for (int i = 0; i < 2; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(s->state.layer_count, 0);
    assert_int_equal(stage_count(s, LOPE_EVENT_LAYER), 2);
    check_near("held", stage_feet(s).x, 0.3, 1e-9);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dash_goes_its_way_exactly),
        cmocka_unit_test(whole_ticks_are_not_cut),
        cmocka_unit_test(a_tick_of_a_second_leads_all_the_way),
        cmocka_unit_test(a_curve_gives_its_area_at_every_rate),
        cmocka_unit_test(a_move_arrives_on_time),
        cmocka_unit_test(a_move_makes_good_what_others_do),
        cmocka_unit_test(a_leap_has_its_height_and_its_length),
        cmocka_unit_test(landing_ends_what_is_to_end_so),
        cmocka_unit_test(attracts_in_closed_form),
        cmocka_unit_test(additive_ones_are_never_momentum),
        cmocka_unit_test(additive_ones_stop_at_walls),
        cmocka_unit_test(what_is_local_turns_within_the_tick),
        cmocka_unit_test(what_is_local_faces_its_look_at_once),
        cmocka_unit_test(the_highest_and_oldest_overrides),
        cmocka_unit_test(refuses_what_has_no_room),
        cmocka_unit_test(ends_by_its_rule),
        cmocka_unit_test(lifts_off),
        cmocka_unit_test(an_upward_one_lifts_once),
        cmocka_unit_test(leaves_the_vertical_alone),
        cmocka_unit_test(a_cut_rise_has_its_apex_there),
        cmocka_unit_test(its_end_leaves_the_vertical_alone),
        cmocka_unit_test(nothing_else_throws_it),
        cmocka_unit_test(a_launch_takes_over),
        cmocka_unit_test(a_jump_waits_for_its_end),
        cmocka_unit_test(walls_and_steps_hold_it),
        cmocka_unit_test(in_any_frame),
        cmocka_unit_test(time_goes_by_while_it_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
