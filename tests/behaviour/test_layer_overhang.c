// test_layer_overhang.c - layers and root motion in the air against a wall that leans over, or back. What they give
// is no momentum, so the wall stops it, and does not turn it down or up. Read next: test_layers.c, test_root_motion.c.
#include "check.h"
#include "stage.h"

#define RATES 4
#define SPEED 6.0 // m/s, toward the wall
#define TIME 0.5  // s
static const double rates[RATES] = {20, 60, 144, 360};

typedef enum pusher { LEVEL, WHOLE, RISING, ADDITIVE, ANIMATION, BY_RULE, PUSHERS } pusher;
static const char *const names[PUSHERS] = {"level", "whole", "rising", "additive", "animation", "by rule"};

static void push(stage *s, pusher how, double seconds)
{
    const lope_vec3 velocity = lope_quat_rotate(s->turn, lope_vec3_make((float)SPEED, how == RISING ? 0.5f : 0, 0));
    if (how == ANIMATION) {
        s->requests.has_root_motion = true;
        s->requests.root_motion =
            (lope_root_motion){.translation = {(float)(SPEED * seconds), 0, 0}, .flags = LOPE_LAYER_IGNORE_VERTICAL};
        return;
    }
    if (s->time > 0.1) return;
    s->requests.asked |= LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){.id = 3, .kind = LOPE_LAYER_VELOCITY, .duration = -1, .velocity = velocity};
    if (how == LEVEL || how == BY_RULE) s->requests.layer.flags = LOPE_LAYER_IGNORE_VERTICAL;
    if (how == ADDITIVE) s->requests.layer.flags = LOPE_LAYER_ADDITIVE;
}

static stage *open_wall(stage_form form, double lean, bool turned)
{
    const lope_quat turn = turned ? lope_quat_from_axis(lope_vec3_make(0.6f, 0, 0.8f), 0.87f) : lope_quat_identity();
    stage *s = stage_open_at(form, turn, lope_point_make(turned ? 300 : 0, 0, 0));
    stage_tilted_box(s, 5, 10, 0, 1, 60, 6, lean, 0);
    stage_place(s, 2.5 - 0.02 * lean, 10, 0, LOPE_MODE_FALLING);
    return s;
}

// Falls against the wall for TIME. No time is lost, the fall is gravity's, and the way the same at all rates.
static void falls_along(stage *s, pusher how, double rate, double *x, double *y)
{
    const double gravity = how == WHOLE || how == RISING ? 0 : 9.8;
    const double high = stage_feet(s).y;
    const int ticks = (int)(TIME * rate + 0.5);
    for (int i = 0; i < ticks; i++) {
        push(s, how, 1 / rate);
        stage_tick(s, (float)(1 / rate));
        const brute_point v = stage_velocity(s);
        const double down = gravity * (i + 1) / rate;
        check_near("unused", s->report.time_unused, 0, 1e-9);
        assert_true(s->report.iterations <= 8); // two ways and the ends of slices; a tick of 1/20 s has three
        check_below("speed", sqrt(v.x * v.x + v.y * v.y + v.z * v.z), 1e-3 + sqrt(SPEED * SPEED + 0.25 + down * down));
    }
    *x = stage_feet(s).x;
    *y = stage_feet(s).y - high;
}

static void it_follows_the_wall(void **unused)
{
    (void)unused;
    static const double leans[] = {0.2, 1, 5, 16, 31, 46};
    for (int how = 0; how < PUSHERS; how++)
        for (int l = 0; l < 6; l++)
            for (int form = 0; form < STAGE_FORM_COUNT; form++) {
                double x[RATES], y[RATES];
                for (int i = 0; i < RATES; i++) {
                    stage *s = open_wall((stage_form)form, leans[l], i % 2 && how != ANIMATION);
                    if (how == BY_RULE) stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
                    if (how == ANIMATION) s->input.look_yaw = s->state.yaw;
                    falls_along(s, (pusher)how, rates[i], &x[i], &y[i]);
                    printf("  %s, %g degrees, %s, %g Hz: at %.4f m, %.4f m down, %d hits\n", names[how], leans[l],
                           stage_form_names[form], rates[i], x[i], -y[i], stage_count(s, LOPE_EVENT_HIT));
                    assert_true(stage_depth(s) < 1e-3);
                    assert_true(stage_count(s, LOPE_EVENT_HIT) <= 2);
                    stage_close(s);
                    if (how != RISING) check_near("down", y[i], how == WHOLE ? 0 : -0.5 * 9.8 * TIME * TIME, 2e-3);
                    check_near("x", x[i], x[0], 5e-3);
                    check_near("y", y[i], y[0], 5e-3);
                }
            }
}

// A layer that rises takes the character up a slope too steep to stand on. The character rises as fast as the
// layer does: speed against a slope never becomes height. The layer presses it on toward the slope.
static void it_follows_a_steep_slope(void **unused)
{
    (void)unused;
    static const double leans[] = {0.2, 1, 5, 16, 31, 44};
    for (int l = 0; l < 6; l++)
        for (int form = 0; form < STAGE_FORM_COUNT; form++)
            for (int i = 0; i < RATES; i++) {
                stage *s = open_wall((stage_form)form, -leans[l], i % 2);
                const double a = leans[l] * 3.14159265358979 / 180, radius = (double)s->state.radius;
                // 1 cm off the face, which is half a metre from the middle of the box
                stage_place(s, 5 - (0.51 + radius - radius * sin(a)) / cos(a), 10, 0, LOPE_MODE_FALLING);
                const int ticks = (int)(TIME * rates[i] + 0.5);
                double x = 0, y = 0;
                uint32_t most = 0;
                for (int k = 0; k < ticks; k++) {
                    push(s, RISING, 1 / rates[i]);
                    if (k == ticks / 2) x = stage_feet(s).x, y = stage_feet(s).y;
                    stage_tick(s, (float)(1 / rates[i]));
                    check_near("unused", s->report.time_unused, 0, 1e-9);
                    if (s->report.iterations > most) most = s->report.iterations;
                }
                const double rose = stage_feet(s).y - y, time = (ticks - ticks / 2) / rates[i];
                printf("  %g degrees, %s, %g Hz: rose %.4f m, %.4f m on, %u slices\n", leans[l], stage_form_names[form], rates[i],
                       rose, stage_feet(s).x - x, (unsigned)most);
                assert_true(most <= 40); // two a part; beside a slope near the limit a tick runs in 16 parts
                check_near("rise", rose, 0.5 * time, 1e-4);
                check_near("on", stage_feet(s).x - x, 0.5 * time * tan(a), 1e-4);
                assert_true(stage_depth(s) < 1e-3);
                stage_close(s);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_follows_the_wall), cmocka_unit_test(it_follows_a_steep_slope)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
