// test_fluid_rule.c - swimming and flying by Unreal's rule, tick by tick beside its formulas: at rates where
// braking takes sub-steps and where it does not, with and without input.
#include "check.h"
#include "stage.h"
#include "unreal.h"

#define SEED 20u
#define WIDE 400.0 // m, half the water's edge: nobody comes near its surface

static const float rates[] = {20, 30, 60, 360};
static const lope_volume water = {.water = true};
// s: Unreal's own, ones that take two and three sub-steps of a tick at 20 Hz, its bounds, and beyond them
static const float sub_steps[] = {1.0f / 33.0f, 1.0f / 40.0f, 0.02f, 1.0f / 75.0f, 1.0f / 20.0f, 0.001f, 1.0f};

static stage *open_in(uint32_t mode)
{
    stage *s = stage_open(STAGE_BOXES);
    if (mode == LOPE_MODE_SWIMMING) stage_volume(s, -WIDE, -WIDE, -WIDE, WIDE, WIDE, WIDE, false, &water);
    stage_tune(s, "integrator", LOPE_INTEGRATOR_UNREAL);
    stage_place(s, 0, 0, 0, mode);
    return s;
}

// unreal.md 2.17, 2.18: half of the place's fluid friction of 0.3, and the mode's own braking and speed.
static unreal_law law_of(const stage *s)
{
    const lope_tuning *t = &s->tuning;
    bool swims = s->state.mode == LOPE_MODE_SWIMMING;
    return (unreal_law){.friction = 0.5 * 0.3,
                        .factor = (double)t->braking_friction_factor,
                        .deceleration = (double)(swims ? t->braking_deceleration_swimming : t->braking_deceleration_flying),
                        .acceleration = (double)t->max_acceleration,
                        .max_speed = (double)(swims ? t->max_swim_speed : t->max_fly_speed),
                        .sub_step = (double)t->braking_sub_step_time,
                        .fluid = 1};
}

// One tick beside the formula, which begins with the velocity that the state has: what is apart is no more
// than a float's rounding.
static void tick_beside(stage *s, float h, const char *label)
{
    unreal_law law = law_of(s);
    lope_vec3 move = s->input.move;
    brute_point from = stage_feet(s);
    brute_point v =
        unreal_velocity(&law, stage_velocity(s), brute_make((double)move.x, (double)move.y, (double)move.z), (double)h);
    stage_tick(s, h);
    double near = 1e-6 * (1 + brute_length(v)), apart = brute_length(brute_sub(stage_velocity(s), v));
    double way = brute_length(brute_sub(brute_sub(stage_feet(s), from), brute_scale(v, (double)h)));
    if (apart <= near && way <= near) return;
    fail_msg("%s at %g Hz, sub-steps %g s, tick %d: speed %.9g, wanted %.9g; apart by %.3g m/s and %.3g m", label, 1 / (double)h,
             law.sub_step, (int)s->tick, brute_length(stage_velocity(s)), brute_length(v), apart, way);
}

typedef struct plan {
    const char *label;
    double speed, sideways; // m/s at first, along x and z
    double deceleration;    // m/s2
    double press, aside;    // the stick, along x and z
} plan;

static const plan plans[] = {
    {"coasts", 2.5, 0, 0, 0, 0},
    {"coasts aslant", 2, 1, 0, 0, 0},
    {"brakes to a stop", 2.5, 1, 6, 0, 0},
    {"is too fast and let go", 9, 0, 0, 0, 0},
    {"speeds up", 0, 0, 0, 1, 0},
    {"turns", 2, 0, 0, 0, 1},
    {"is too fast and pushes on", 9, 0, 3, 1, 0},
    {"is too fast and pushes against it", 9, 1, 3, -0.8, 0.2},
    {"half a stick", 2.5, 0, 4, 0.5, 0},
};

static void plays(uint32_t mode)
{
    for (size_t p = 0; p < sizeof plans / sizeof plans[0]; p++)
        for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++)
            for (size_t b = 0; b < sizeof sub_steps / sizeof sub_steps[0]; b++) {
                const plan *now = &plans[p];
                stage *s = open_in(mode);
                stage_tune(s, "braking_sub_step_time", (double)sub_steps[b]);
                stage_tune(s, "braking_deceleration_swimming", now->deceleration);
                stage_tune(s, "braking_deceleration_flying", now->deceleration);
                stage_set_velocity(s, now->speed, 0, now->sideways);
                s->input.move = lope_vec3_make((float)now->press, 0, (float)now->aside);
                for (int t = 0; t < (int)rates[r]; t++) tick_beside(s, 1 / rates[r], now->label);
                assert_int_equal(s->state.mode, mode);
                stage_close(s);
            }
}

static void swims_as_the_formula(void **unused)
{
    (void)unused;
    plays(LOPE_MODE_SWIMMING);
}

static void flies_as_the_formula(void **unused)
{
    (void)unused;
    plays(LOPE_MODE_FLYING);
}

static uint32_t state_of_random = SEED;

static double between(double low, double high)
{
    state_of_random = state_of_random * 1664525u + 1013904223u;
    return low + (high - low) * (double)(state_of_random >> 8) / 16777216.0;
}

static void any_stick_and_tuning(void **unused)
{
    (void)unused;
    printf("  seed %u\n", SEED);
    for (int run = 0; run < 200; run++) {
        stage *s = open_in(run % 2 ? LOPE_MODE_SWIMMING : LOPE_MODE_FLYING);
        double deceleration = run % 3 ? between(0, 8) : 0;
        stage_tune(s, "braking_deceleration_swimming", deceleration);
        stage_tune(s, "braking_deceleration_flying", deceleration);
        stage_tune(s, "braking_friction_factor", between(0, 12));
        stage_tune(s, "braking_sub_step_time", between(0.005, 0.06));
        stage_set_velocity(s, between(-8, 8), between(-3, 3), between(-8, 8));
        float h = (float)between(1.0 / 120, 1.0 / 12);
        for (int t = 0; t < 40; t++) {
            double far = t % 3 ? between(0, 0.57) : 0;
            if (t % 4 == 0)
                s->input.move = lope_vec3_make((float)between(-far, far), (float)between(-far, far), (float)between(-far, far));
            tick_beside(s, h, "any");
        }
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swims_as_the_formula),
        cmocka_unit_test(flies_as_the_formula),
        cmocka_unit_test(any_stick_and_tuning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
