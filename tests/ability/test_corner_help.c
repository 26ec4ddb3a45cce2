// test_corner_help.c - the help at corners and ledges, over a grid of offsets, in four directions of gravity, at
// the tick rates of the promises.
//
// A jump of 4.2 m/s under gravity 9.8 rises 0.9 m. An edge over the head that is met by `need` m either is
// slipped past or ends the rise. What must come is worked out from the layout alone.
#include "../behaviour/check.h"
#include "../behaviour/draw.h"
#include "../behaviour/stage.h"

#define RATES 6
static const float rates[RATES] = {20, 30, 60, 120, 240, 360};
#define FRAMES 4
#define SLIP 0.15
#define LIFT 0.2
#define RADIUS 0.34
#define CEILING 2.2 // m: its lower side, 0.44 m over the head

static lope_quat frame_of(int frame)
{
    const lope_vec3 axes[FRAMES] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[FRAMES] = {0, 180, 90, 50};
    return lope_quat_from_axis(axes[frame], angles[frame] * 3.14159265f / 180);
}

static uint32_t help; // the ability's number

static stage *open_with(stage_form form, int frame, bool with_help)
{
    lope_error error = {0};
    stage *s = stage_open_at(form, frame_of(frame), lope_point_make(100 * frame, -30 * frame, 7));
    stage_tune(s, "jump_speed", 4.2);
    if (with_help && lope_moveset_add_ability(&s->moveset, lope_corner_help_ability(), NULL, &help, &error) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
    stage_floor(s);
    return s;
}

// What a jump has come to.
typedef struct outcome {
    double highest, x, moved;
    int slips, lifts;
    double event_time;
    bool depth_is_good;
} outcome;

static void run(stage *s, double seconds, float rate, outcome *o)
{
    *o = (outcome){.depth_is_good = true, .highest = -100};
    while (s->time < seconds - 1e-6) {
        stage_tick(s, 1.0f / rate);
        const brute_point feet = stage_feet(s);
        if (feet.y > o->highest) o->highest = feet.y;
        if (stage_depth(s) > 1e-4) o->depth_is_good = false;
    }
    o->x = stage_feet(s).x;
    for (int i = 0; i < s->event_count; i++) {
        const stage_event *at = &s->events[i];
        if (at->event.kind != LOPE_EVENT_ABILITY_PHASE) continue;
        if (at->event.to == LOPE_CORNER_HELP_SLIP) o->slips++;
        if (at->event.to == LOPE_CORNER_HELP_LIFT) o->lifts++;
        o->moved = (double)at->event.value;
        o->event_time = at->time;
    }
}

static void jump_up(stage *s, double x, float rate, outcome *o)
{
    stage_place(s, x, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    s->time = 0;
    s->event_count = 0;
    s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
    run(s, 0.5, rate, o); // the apex is at 0.43 s
}

// ---- corners --------------------------------------------------------------------------------------------

typedef enum ceiling { BOX, MESH, BALL } ceiling;
#define BALL_RADIUS 0.3
#define BALL_MIDDLE 2.2

static stage *open_ceiling(ceiling kind, int frame, bool with_help)
{
    stage *s = open_with(kind == MESH ? STAGE_MESH : STAGE_BOXES, frame, with_help);
    if (kind != BALL) {
        stage_box(s, -4, CEILING, -4, 0, CEILING + 1, 4);
        return s;
    }
    const lope_point middle = lope_quat_rotate_point(s->turn, lope_point_make(-BALL_RADIUS, BALL_MIDDLE, 0));
    const lope_sphere_def def = {.body.position = lope_point_add(middle, s->origin), .radius = (float)BALL_RADIUS};
    assert_true(lope_level_valid(s->level, lope_level_add_sphere(s->level, &def)));
    return s;
}

// Returns how far a jump rises without help, m.
static double height_without(ceiling kind, int frame, double x, float rate)
{
    stage *s = open_ceiling(kind, frame, false);
    outcome o;
    jump_up(s, x, rate, &o);
    stage_close(s);
    return o.highest;
}

static void slip_at(ceiling kind, int frame, double share, float rate)
{
    const double need = share * SLIP, x = RADIUS - need;
    stage *s = open_ceiling(kind, frame, true);
    outcome o;
    jump_up(s, x, rate, &o);
    char where[120];
    snprintf(where, sizeof where, "ceiling %d, frame %d, %g of the slip, %g Hz", (int)kind, frame, share, (double)rate);
    if (!o.depth_is_good) fail_msg("%s: inside of something", where);
    const bool helped = share > 0 && share < 1;
    if (o.slips != (helped ? 1 : 0) || o.lifts != 0) fail_msg("%s: %d slips, %d lifts", where, o.slips, o.lifts);
    // 4 mm: ticks of 20 Hz miss the apex by up to 25 ms, in which the character falls 3 mm
    const double due = helped ? 0.9 : height_without(kind, frame, x, rate);
    if (fabs(o.highest - due) > 4e-3) fail_msg("%s: rises %g m, due are %g", where, o.highest, due);
    if (helped && fabs(o.moved - (need + 1e-3)) > 6e-4 && fabs(o.moved - SLIP) > 1e-6)
        fail_msg("%s: slips %g m, needed are %g", where, o.moved, need);
    if (o.moved > SLIP + 1e-6) fail_msg("%s: slips %g m", where, o.moved);
    stage_close(s);
}

// 0.98 and 1.03 are 3 mm and 4.5 mm off the limit. Nearer to it the gap that a cast keeps decides.
static const double shares[] = {0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98, 1.03, 1.1, 1.25, 1.5};
#define SHARES (int)(sizeof shares / sizeof *shares)

static void a_head_slips_past_an_edge_by_at_most_the_setting(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 3; kind++)
        for (int frame = 0; frame < FRAMES; frame++)
            for (int i = 0; i < SHARES; i++)
                for (int k = 0; k < RATES; k++) slip_at((ceiling)kind, frame, shares[i], rates[k]);
}

static void without_the_ability_the_rise_ends(void **unused)
{
    (void)unused;
    for (int kind = 0; kind < 3; kind++) {
        stage *s = open_ceiling((ceiling)kind, 0, false);
        outcome o;
        jump_up(s, RADIUS - 0.5 * SLIP, 360, &o);
        assert_int_equal(o.slips, 0);
        // without help the rounding of the head pushes along the edge, so it comes a bit higher than the contact
        if (o.highest > 0.85) fail_msg("rises %g m", o.highest);
        stage_close(s);
    }
}

static void in_a_shaft_there_is_no_slip(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        stage *s = open_with(STAGE_BOXES, k % FRAMES, true);
        outcome o;
        stage_box(s, -4, CEILING, -4, 0, CEILING + 1, 4);
        stage_box(s, 0.6, 0, -4, 2, 5, 4); // 0.6 m beside the edge: less than the capsule is wide
        jump_up(s, RADIUS - 0.5 * SLIP, rates[k], &o);
        assert_int_equal(o.slips, 0);
        assert_true(o.depth_is_good);
        stage_close(s);
    }
}

// Jumps while it runs and steers, at drawn speeds: what helps, when and by how much is the same at every rate.
static void jump_in_motion(ceiling kind, int frame)
{
    const double x = RADIUS - draw(0.2, 0.8) * SLIP, vx = draw(-0.1, 0.1), vz = draw(-4, 4), steer = draw(-1, 1);
    outcome first = {.slips = -1}, o;
    for (int k = RATES - 1; k >= 0; k--) {
        stage *s = open_ceiling(kind, frame, true);
        stage_place(s, x, 0, 0, LOPE_MODE_WALKING);
        stage_tick(s, 1e-3f);
        s->time = 0;
        s->event_count = 0;
        stage_move(s, 0, steer);
        stage_set_velocity(s, vx, 0, vz);
        s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
        run(s, 0.5, rates[k], &o);
        if (first.slips < 0) first = o;
        if (o.slips != first.slips || fabs(o.event_time - first.event_time) > 3e-4 || fabs(o.moved - first.moved) > 3e-4 ||
            fabs(o.x - first.x) > 3e-3 || !o.depth_is_good)
            fail_msg("ceiling %d, frame %d, x %g, v %g %g, %g Hz: %d slips at %g by %g to %g; at %g Hz %d at %g by %g to %g",
                     (int)kind, frame, x, vx, vz, (double)rates[k], o.slips, o.event_time, o.moved, o.x, (double)rates[RATES - 1],
                     first.slips, first.event_time, first.moved, first.x);
        stage_close(s);
    }
}

static void in_motion_all_rates_slip_alike(void **unused)
{
    (void)unused;
    seed = 30302;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 48; i++) jump_in_motion(i % 2 ? MESH : BOX, (i / 2) % FRAMES);
}

// ---- ledges ---------------------------------------------------------------------------------------------

// Falls toward a wall's top that is `share` of the lift above the feet when the capsule touches the wall.
static void lift_at(stage_form form, int frame, double share, float rate)
{
    // the edge meets the round bottom, `off` before the axis
    const double below = share * LIFT, off = sqrt(RADIUS * RADIUS - (RADIUS - below) * (RADIUS - below));
    const double speed = 4, gap = 0.6, time = gap / speed;
    stage *s = open_with(form, frame, true);
    outcome o;
    stage_box(s, 0, 0, -4, 6, 1, 4);
    stage_place(s, -off - gap, 1 - below + 4.9 * time * time, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, speed, 0, 0);
    run(s, 0.4, rate, &o);
    char where[120];
    snprintf(where, sizeof where, "%s, frame %d, %g of the lift, %g Hz", stage_form_names[form], frame, share, (double)rate);
    if (!o.depth_is_good) fail_msg("%s: inside of something", where);
    const bool helped = share < 1;
    if (o.lifts != (helped ? 1 : 0) || o.slips != 0) fail_msg("%s: %d lifts, %d slips", where, o.lifts, o.slips);
    if (helped && (stage_feet(s).y < 0.99 || o.x < 0)) fail_msg("%s: it is at %g, %g", where, o.x, stage_feet(s).y);
    if (!helped && stage_feet(s).y > 0.9) fail_msg("%s: it is at height %g", where, stage_feet(s).y);
    if (o.moved > LIFT + 1.1e-3) fail_msg("%s: lifted %g m", where, o.moved);
    stage_close(s);
}

// From 0.6 of the lift on the contact is too steep to stand on; below, the character lands by itself.
static void feet_are_lifted_onto_an_edge_by_at_most_the_setting(void **unused)
{
    (void)unused;
    static const double of_lift[] = {0.65, 0.75, 0.9, 0.97, 1.1, 1.25, 1.5};
    for (int form = 0; form < 2; form++)
        for (int frame = 0; frame < FRAMES; frame++)
            for (int i = 0; i < 7; i++)
                for (int k = 0; k < RATES; k++) lift_at((stage_form)form, frame, of_lift[i], rates[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_head_slips_past_an_edge_by_at_most_the_setting), cmocka_unit_test(without_the_ability_the_rise_ends),
        cmocka_unit_test(in_a_shaft_there_is_no_slip), cmocka_unit_test(in_motion_all_rates_slip_alike),
        cmocka_unit_test(feet_are_lifted_onto_an_edge_by_at_most_the_setting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
