// test_round_contact.c - layers and input against what is round: an upright edge, a cylinder, a sphere, and the upper
// edge of a box; falling, flying, swimming and walking. The layer or the input presses on while the surface falls
// away, so the character goes around it, for the whole of each tick. Read next: test_layer_overhang.c.
#include "check.h"
#include "stage.h"

#include <math.h>

#define RATES 5
static const double rates[RATES] = {20, 30, 60, 144, 360};

typedef enum pusher { LEVEL, WHOLE, ADDITIVE, PUSHERS } pusher;
static const char *const names[PUSHERS] = {"level", "whole", "additive"};

static const uint32_t modes[] = {LOPE_MODE_FALLING, LOPE_MODE_FLYING, LOPE_MODE_SWIMMING, LOPE_MODE_WALKING};
#define MODES (int)(sizeof modes / sizeof *modes)
static const char *const mode_names[] = {"falling", "flying", "swimming", "walking"};

static const lope_quat *turn_of(int which)
{
    static lope_quat turns[2];
    turns[0] = lope_quat_identity();
    turns[1] = lope_quat_from_axis(lope_vec3_make(0.6f, 0, 0.8f), 0.87f);
    return &turns[which % 2];
}

static stage *open_at(stage_form form, int turned)
{
    return stage_open_at(form, *turn_of(turned), lope_point_make(turned % 2 ? 300 : 0, 0, 0));
}

// Water for a swimmer, and a floor for a walker.
static void add_place(stage *s, uint32_t mode)
{
    const lope_volume water = {.water = true};
    if (mode == LOPE_MODE_SWIMMING) stage_volume(s, -50, -50, -50, 50, 50, 50, false, &water);
    if (mode == LOPE_MODE_WALKING) stage_box(s, -40, 9, -40, 40, 10, 40);
}

// Gives the layer in the first tick; it lasts.
static void push(stage *s, pusher how, double speed, double rise)
{
    if (s->tick > 0) return;
    s->requests.asked |= LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){.id = 3, .kind = LOPE_LAYER_VELOCITY, .duration = -1};
    s->requests.layer.velocity = lope_quat_rotate(s->turn, lope_vec3_make((float)speed, (float)rise, 0));
    if (how == LEVEL) s->requests.layer.flags = LOPE_LAYER_IGNORE_VERTICAL;
    if (how == ADDITIVE) s->requests.layer.flags = LOPE_LAYER_ADDITIVE;
}

static int ticks_of(double seconds, double rate) { return (int)(seconds * rate + 0.5); }

static void run(stage *s, pusher how, double speed, double rise, double rate, double seconds)
{
    const int ticks = ticks_of(seconds, rate);
    for (int i = 0; i < ticks; i++) {
        push(s, how, speed, rise);
        stage_tick(s, (float)(1 / rate));
        check_near("unused", s->report.time_unused, 0, 1e-9);
        assert_true(s->report.iterations < 48); // the bound of a fall
    }
}

// Returns where the capsule's axis is after `seconds` when it is pushed along +x at `speed` (m/s) around an upright
// axis at (0, 0). It begins in touch at `z` (m), with `reach` (m) between the two axes. On the way the angle a to -x grows by speed sin(a) / reach, which
// gives tan(a / 2) = tan(a0 / 2) exp(speed t / reach). At a right angle it leaves.
static brute_point around(double reach, double z, double speed, double seconds)
{
    const double begun = asin(z / reach), leaves = -log(tan(0.5 * begun)) * reach / speed;
    if (seconds > leaves) return brute_make(speed * (seconds - leaves), 0, reach);
    const double a = 2 * atan(tan(0.5 * begun) * exp(speed * seconds / reach));
    return brute_make(-reach * cos(a), 0, reach * sin(a));
}

// The character starts in touch, `z` (m) beside the axis, and goes as the closed form says.
static void goes_around(stage *s, const char *what, pusher how, int mode, double radius, double z, double speed, double rate)
{
    const double reach = radius + (double)s->state.radius, seconds = ticks_of(0.2, rate) / rate;
    stage_place(s, -sqrt(reach * reach - z * z) - 1e-5, 10, z, modes[mode]);
    run(s, how, speed, 0, rate, seconds);
    const brute_point feet = stage_feet(s), right = around(reach, z, speed, seconds);
    const double off = hypot(feet.x - right.x, feet.z - right.z);
    printf("  %s, %s, %s, %g m/s, %g Hz: %.1f mm off\n", what, mode_names[mode], names[how], speed, rate, 1e3 * off);
    assert_int_equal(s->state.mode, modes[mode]);
    // Walking is solved exactly, but for the skin at the start. The others go by Heun's method in slices of up to
    // 1/8 radius, which is off by 1.9 mm at most here, after a way of up to 4 m.
    check_below("off", off, modes[mode] == LOPE_MODE_WALKING ? 1e-4 : 3e-3);
}

static void around_upright_edges(void **unused)
{
    (void)unused;
    static const double speeds[] = {1, 6, 20};
    for (int mode = 0; mode < MODES; mode++)
        for (int how = 0; how < PUSHERS; how++)
            for (int form = 0; form < STAGE_FORM_COUNT; form++)
                for (int i = 0; i < RATES; i++)
                    for (int fast = 0; fast < 3; fast++) {
                        stage *s = open_at((stage_form)form, i);
                        stage_box(s, 0, 0, -2, 3, 20, 0);
                        add_place(s, modes[mode]);
                        stage_place(s, -5, 10, 0, modes[mode]);
                        goes_around(s, stage_form_names[form], (pusher)how, mode, 0, 0.05, speeds[fast], rates[i]);
                        stage_close(s);
                    }
}

static void add_cylinder(stage *s, double radius)
{
    lope_cylinder_def def = {.radius = (float)radius, .height = 40};
    def.body.position = s->origin;
    def.body.rotation = s->turn;
    assert_true(lope_level_valid(s->level, lope_level_add_cylinder(s->level, &def)));
}

static void around_cylinders(void **unused)
{
    (void)unused;
    static const double radii[] = {0.1, 0.5, 2, 10};
    for (int mode = 0; mode < MODES; mode++)
        for (int how = 0; how < PUSHERS; how++)
            for (int r = 0; r < 4; r++)
                for (int i = 0; i < RATES; i++) {
                    stage *s = open_at(STAGE_BOXES, i);
                    add_cylinder(s, radii[r]);
                    add_place(s, modes[mode]);
                    stage_place(s, -15, 10, 0, modes[mode]);
                    char what[40];
                    snprintf(what, sizeof what, "cylinder of %g m", radii[r]);
                    goes_around(s, what, (pusher)how, mode, radii[r], 0.2 * radii[r] + 0.03, 6, rates[i]);
                    stage_close(s);
                }
}

// The input alone presses. There is no closed form with the velocity law, so 1000 Hz is the measure.
static void around_by_input(void **unused)
{
    (void)unused;
    static const double with[] = {20, 30, 60, 144, 360, 1000}, radii[] = {0, 0.1, 1};
    for (int mode = 1; mode < MODES; mode++) // in a fall it would be by air control
        for (int r = 0; r < 3; r++) {
            brute_point at[6];
            for (int i = 0; i < 6; i++) {
                stage *s = open_at(STAGE_BOXES, i);
                if (r == 0)
                    stage_box(s, 0, 0, -2, 3, 20, 0);
                else
                    add_cylinder(s, radii[r]);
                add_place(s, modes[mode]);
                stage_place(s, -3, 10, 0.1, modes[mode]);
                stage_move(s, 1, 0);
                stage_run(s, 2, (float)with[i]);
                at[i] = stage_feet(s);
                assert_int_equal(s->state.mode, modes[mode]);
                stage_close(s);
            }
            for (int i = 0; i < 6; i++) {
                printf("  %g m, %s, %g Hz: at %.4f %.4f\n", radii[r], mode_names[mode], with[i], at[i].x, at[i].z);
                // walking is solved exactly, but for roundings; Heun's method is off by 2.5 mm at most after 2 s
                const double off = modes[mode] == LOPE_MODE_WALKING ? 2e-4 : 4e-3;
                check_near("x", at[i].x, at[5].x, off);
                check_near("z", at[i].z, at[5].z, off);
            }
        }
}

// The character rises past the upper edge of a box, or past a ball, pressed against it all the way, and goes on
// above it.
static void over_what_it_rises_past(void **unused)
{
    (void)unused;
    static const double speeds[] = {1, 6, 20};
    for (int form = 0; form <= STAGE_FORM_COUNT; form++)
        for (int fast = 0; fast < 3; fast++)
            for (int aside = 0; aside < 2; aside++) {
                double x[RATES], y[RATES], z[RATES];
                for (int i = 0; i < RATES; i++) {
                    stage *s = open_at(form == STAGE_FORM_COUNT ? STAGE_BOXES : (stage_form)form, i);
                    lope_sphere_def ball = {.radius = 2};
                    const lope_vec3 middle = lope_quat_rotate(s->turn, lope_vec3_make(2, -1, aside ? -0.7f : 0));
                    ball.body.position = lope_point_add(s->origin, lope_vec3_to_point(middle));
                    if (form == STAGE_FORM_COUNT)
                        assert_true(lope_level_valid(s->level, lope_level_add_sphere(s->level, &ball)));
                    else
                        stage_tilted_box(s, 2, -1, 0, 4, 4, 4, 0, aside ? 40 : 0);
                    stage_place(s, -1.5, 0.5, aside ? 0.2 : 0, LOPE_MODE_FALLING);
                    run(s, WHOLE, speeds[fast], 2.2, rates[i], 0.5);
                    const brute_point feet = stage_feet(s);
                    x[i] = feet.x, y[i] = feet.y, z[i] = feet.z;
                    printf("  %s, %g m/s%s, %g Hz: at %.4f %.4f %.4f\n",
                           form == STAGE_FORM_COUNT ? "ball" : stage_form_names[form], speeds[fast], aside ? " aside" : "",
                           rates[i], x[i], y[i], z[i]);
                    assert_true(stage_depth(s) < 1e-3);
                    stage_close(s);
                }
                // The place where the edge is left is known to 2 mm, and so the instant to 0.6 ms. From then on the
                // character goes at the layer's speed.
                const double off = 2e-3 + 6e-4 * speeds[fast];
                for (int i = 0; i < RATES; i++) {
                    check_near("x", x[i], x[RATES - 1], off);
                    check_near("y", y[i], y[RATES - 1], off);
                    check_near("z", z[i], z[RATES - 1], off);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(around_upright_edges), cmocka_unit_test(around_cylinders),
                                       cmocka_unit_test(around_by_input), cmocka_unit_test(over_what_it_rises_past)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
