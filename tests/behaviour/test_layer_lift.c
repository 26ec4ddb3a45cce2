// test_layer_lift.c - override layers that rise: they lift the character off once, and not again and again where
// something brings it down at once. Read next: test_layers.c.
#include "check.h"
#include "stage.h"

#define RATES 4
static const double rates[RATES] = {20, 60, 144, 360};

static void push(stage *s, double x, double y, double seconds)
{
    const lope_vec3 velocity = {(float)x, (float)y, 0};
    s->requests.layer = (lope_layer){
        .id = 3, .kind = LOPE_LAYER_VELOCITY, .duration = (float)seconds, .velocity = lope_quat_rotate(s->turn, velocity)};
    s->requests.asked |= LOPE_REQUEST_LAYER;
}

static stage *turned_stage(int which)
{
    const lope_quat turn = which == 0 ? lope_quat_identity() : lope_quat_from_axis(lope_vec3_make(0.6f, 0, 0.8f), 0.87f);
    stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(which * 300.0, 0, which * -70.0));
    stage_floor(s);
    return s;
}

// A roof comes down along the way. It stops the level part of the layer, and does not turn it down: there is no
// landing and no new rise, no time is lost, and nothing goes faster than the layer.
static void a_leaning_roof_holds_the_character(void **unused)
{
    (void)unused;
    for (int lean = 20; lean <= 70; lean += 10)
        for (int i = 0; i < 2 * RATES; i++) {
            stage *s = turned_stage(i / RATES);
            const double rate = rates[i % RATES];
            stage_tilted_box(s, 2.5, 1.2, 0, 4, 0.5, 6, -lean, 0);
            stage_place(s, -2, 0, 0, LOPE_MODE_WALKING);
            stage_tick(s, 1e-3f);
            push(s, 6, 0.5, 1);
            for (int k = 0; k < (int)(0.9 * rate); k++) {
                stage_tick(s, (float)(1 / rate));
                const brute_point v = stage_velocity(s);
                check_near("unused", s->report.time_unused, 0, 1e-9);
                check_below("speed", sqrt(v.x * v.x + v.y * v.y + v.z * v.z), 6.03);
            }
            printf("  roof at %d degrees, %g Hz: %d landings, at %.4f m, %.4f m high\n", lean, rate,
                   stage_count(s, LOPE_EVENT_LAND), stage_feet(s).x, stage_feet(s).y);
            assert_true(stage_count(s, LOPE_EVENT_LAND) <= 1);
            stage_close(s);
        }
}

// A lift that rises faster than the layer catches the character and keeps it. When the lift stands, the layer
// takes the character off.
static void a_faster_lift_keeps_the_character(void **unused)
{
    (void)unused;
    for (int i = 0; i < 2 * RATES; i++) {
        stage *s = stage_on_floor();
        const double rate = rates[i % RATES], up = i < RATES ? 0.5 : 1.5;
        const lope_body lift = stage_moving_box(s, 0, 0.5, 0, 20, 1, 6);
        const int ticks = (int)(0.8 * rate + 0.5);
        if (i % 2) stage_tune(s, "impart_base_velocity_y", 0);
        stage_place(s, 0, 1, 0, LOPE_MODE_WALKING);
        stage_tick(s, 1e-3f);
        push(s, 1, up, -1);
        for (int k = 1; k <= ticks; k++) {
            stage_carry(s, lift, 0, 0.5 + 2 * k / rate, 0);
            stage_tick(s, (float)(1 / rate));
        }
        const double top = 1 + 2 * ticks / rate;
        printf("  layer at %g m/s, %g Hz: %d landings, %.4f m over the lift\n", up, rate, stage_count(s, LOPE_EVENT_LAND),
               stage_feet(s).y - top);
        assert_true(stage_count(s, LOPE_EVENT_LAND) <= 2);
        check_near("on the lift", stage_feet(s).y, top, 1e-4);
        stage_run(s, 0.5, (float)rate);
        assert_false(stage_walking(s));
        assert_true(stage_feet(s).y > top + 0.3 * up); // of 0.5 s at `up`, less ticks in which it still stood
        stage_close(s);
    }
}

// Once the way up is free, the layer lifts the character off again.
static void past_the_roof_it_lifts_again(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = stage_on_floor();
        stage_tilted_box(s, 2, 2.9, 0, 4, 0.5, 6, -20, 0); // its lowest corner is over the head
        stage_place(s, -2, 0, 0, LOPE_MODE_WALKING);
        stage_tick(s, 1e-3f);
        push(s, 6, 0.9, 2);
        stage_run(s, 1.9, (float)rates[i]);
        printf("  %g Hz: %d landings, at %.4f m, %.4f m high\n", rates[i], stage_count(s, LOPE_EVENT_LAND), stage_feet(s).x,
               stage_feet(s).y);
        assert_false(stage_walking(s));
        assert_true(stage_count(s, LOPE_EVENT_LAND) <= 2);
        assert_true(stage_feet(s).y > 0.5);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_leaning_roof_holds_the_character),
                                       cmocka_unit_test(a_faster_lift_keeps_the_character),
                                       cmocka_unit_test(past_the_roof_it_lifts_again)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
