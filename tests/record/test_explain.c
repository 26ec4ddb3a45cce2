// test_explain.c - lope_explain's line, word by word, where it is known why the character is as it is; and
// its numbers.
//
// Read next: include/lope/explain.h, src/record/explain.c.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"
#include "character/tick/tick.h"
#include "record/line.h"

#include <locale.h>
#include <lope/explain.h>

#define RATE 60.0f

// Bodies are named by the order in which they were made; their ids count from 1.
static const char *name_of(void *context, uint64_t body)
{
    const char *const *names = context;
    return body >= 1 && body <= 3 ? names[body - 1] : NULL;
}

static void check_text(const stage *s, const char **names, const char *wanted)
{
    char text[256];
    lope_explain_def def = {.state = &s->state,
                            .moveset = &s->moveset,
                            .report = &s->report,
                            .input = &s->input,
                            .body_name = name_of,
                            .context = names};
    size_t length = lope_explain(&def, text, sizeof text);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
}

static const char *floor_and_wall[3] = {"floor", "wall", "other wall"};

static void a_character_that_stands(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    check_text(s, floor_and_wall, "standing, not yet ticked");
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees)");
    stage_close(s);
}

// 20.48 m/s2 of acceleration: 6 m/s are reached after 0.293 s.
static void a_character_that_walks(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    stage_move(s, 1, 0);
    stage_run(s, 0.2, RATE);
    check_text(s, floor_and_wall, "walking at 4.10 of 6.00 m/s on floor (0 of 44.8 degrees)");
    stage_run(s, 0.3, RATE);
    check_text(s, floor_and_wall, "walking at 6.00 m/s on floor (0 of 44.8 degrees)");
    stage_move(s, 0, 0);
    stage_tick(s, 1 / RATE);
    char text[256];
    lope_explain_def def = {.state = &s->state, .input = &s->input};
    lope_explain(&def, text, sizeof text);
    assert_non_null(strstr(text, " on body 1 (0 degrees), braking"));
    stage_close(s);
}

static void a_slope(void **unused)
{
    (void)unused;
    static const char *ramp[3] = {"floor", "ramp"};
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_ramp(s, 0, 0, 0, 12.5, 0, 40, 10);
    stage_place(s, -1, 0, 0, 0);
    stage_move(s, 1, 0);
    stage_run(s, 1.0, RATE);
    check_text(s, ramp, "walking at 6.00 m/s on ramp (12.5 of 44.8 degrees)");
    stage_close(s);
}

// In the tick of the first contact the report knows the slope; later the state knows only what is touched.
static void a_steep_slope(void **unused)
{
    (void)unused;
    static const char *ramp[3] = {"slope"};
    stage *s = stage_open(STAGE_BOXES);
    stage_ramp(s, 0, 0, 0, 50, 0, 30, 10);
    stage_place(s, 3, 6, 0, LOPE_MODE_FALLING);
    while (stage_count(s, LOPE_EVENT_HIT) == 0) stage_tick(s, 1 / RATE);
    check_text(s, ramp, "sliding at 3.93 m/s down, 3.30 m/s level on slope, too steep to stand on (50 of 44.8 degrees)");
    stage_run(s, 0.2, RATE);
    check_text(s, ramp, "falling at 5.08 m/s down, 4.26 m/s level, along slope");
    stage_close(s);
}

static void a_fall(void **unused)
{
    (void)unused;
    static const char *ledge[3] = {"ledge", "floor"};
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -5, 2, -5, 0, 3, 5);
    stage_floor(s);
    stage_place(s, -2, 3, 0, 0);
    stage_move(s, 1, 0);
    while (stage_count(s, LOPE_EVENT_WALK_OFF) == 0) stage_tick(s, 1 / RATE);
    check_text(s, ledge, "falling at 0.13 m/s down, 6.00 m/s level, may still jump for 0.09 s, walked off an edge");
    stage_tick(s, 1 / RATE);
    check_text(s, ledge, "falling at 0.30 m/s down, 6.00 m/s level, after walking off an edge, may still jump for 0.07 s");
    stage_tune(s, "jump_buffer_time", 0);
    stage_run(s, 0.3, RATE);
    s->input.pressed = LOPE_BUTTON_JUMP;
    lope_input asked = s->input; // a stage forgets what was pressed
    stage_tick(s, 1 / RATE);
    s->input = asked;
    check_text(s, ledge, "falling at 3.40 m/s down, 6.00 m/s level, after walking off an edge, no jump: none is left");
    stage_close(s);
}

static void a_jump(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "jump_max_count", 2);
    stage_place(s, 0, 0, 0, 0);
    stage_tick(s, 1 / RATE);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "rising at 4.04 m/s up, jumped");
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "rising at 3.87 m/s up, after jump 1 of 2");
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "rising at 4.04 m/s up, jumped again (2)");
    while (stage_count(s, LOPE_EVENT_APEX) == 0) stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "falling at 0.05 m/s down, after jump 2 of 2, at the top of its arc, 0.90 m up");
    s->input.pressed = LOPE_BUTTON_JUMP;
    lope_input asked = s->input; // a stage forgets what was pressed
    stage_tick(s, 1 / RATE);
    s->input = asked;
    check_text(s, floor_and_wall, "falling at 0.21 m/s down, after jump 2 of 2, a jump waits for the ground for 0.08 s more");
    s->input.pressed = 0;
    while (stage_count(s, LOPE_EVENT_LAND) == 0) stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), landed at 4.50 m/s");
    stage_close(s);
}

static void a_wall(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 1, 0, -30, 2, 3, 30);
    stage_box(s, -5, 0, -3, 5, 3, -2);
    stage_place(s, 0, 0, 0, 0);
    stage_move(s, 1, 0);
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), blocked by wall");
    stage_move(s, 0.6, 0.8);
    stage_run(s, 2.0, RATE);
    check_text(s, floor_and_wall, "walking at 6.00 m/s on floor (0 of 44.8 degrees), along wall");
    stage_move(s, 0.6, -0.8);
    stage_run(s, 5.0, RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), held in the corner of other wall and wall");
    stage_move(s, 0, 0);
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees)");
    stage_close(s);
}

static void a_step(void **unused)
{
    (void)unused;
    static const char *step[3] = {"floor", "step", "wall"};
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 1, -1, -5, 9, 0.3, 5);
    stage_box(s, 9, -1, -5, 12, 3, 5);
    stage_place(s, -1, 0, 0, 0);
    stage_move(s, 1, 0);
    while (stage_count(s, LOPE_EVENT_STEP_UP) == 0) stage_tick(s, 1 / RATE);
    check_text(s, step, "walking at 6.00 m/s on the rim of step (0 of 44.8 degrees), stepped up 0.30 m");
    stage_close(s);
}

static void a_solid(void **unused)
{
    (void)unused;
    static const char *solid[3] = {"solid"};
    stage *s = stage_open(STAGE_MESH);
    stage_box(s, -16, -30, -16, 16, 0, 16);
    stage_place(s, 0.3, -12, 0.2, LOPE_MODE_FALLING);
    stage_tick(s, 1 / RATE);
    check_text(s, solid, "stuck in solid for 1 tick, 11.120 m deep; held still");
    stage_run(s, 0.5, RATE);
    check_text(s, solid, "stuck in solid for 31 ticks, 11.120 m deep; held still");
    stage_close(s);
}

static void a_seat_between_slopes(void **unused)
{
    (void)unused;
    static const char *sides[3] = {"left side", "right side"};
    stage *s = stage_open(STAGE_BOXES);
    stage_ramp(s, 0, 0, 0, 55, 0, 10, 10);
    stage_ramp(s, 0, 0, 0, 55, 180, 10, 10);
    stage_place(s, 0.1, 1.5, 0, LOPE_MODE_FALLING);
    stage_run(s, 1.5, RATE);
    check_text(s, sides, "standing between steep sides of left side");
    stage_close(s);
}

// ---- what else moves it -----------------------------------------------------------------------------------

static void a_swimmer(void **unused)
{
    (void)unused;
    static const char *pool[3] = {"pool", "bottom"};
    static const lope_volume water = {.water = true};
    stage *s = stage_open(STAGE_BOXES);
    stage_volume(s, -20, -20, -20, 20, 0, 20, false, &water);
    stage_place(s, 0, -10, 0, LOPE_MODE_SWIMMING);
    stage_tick(s, 1 / RATE);
    check_text(s, pool, "floating, 100 % under water");
    stage_move(s, 1, 0);
    stage_run(s, 1, RATE);
    check_text(s, pool, "swimming at 3.00 m/s, 100 % under water");
    stage_move(s, 0, 0);
    stage_place(s, 0, -0.5, 0, LOPE_MODE_WALKING);
    s->input.forbidden = LOPE_FORBID_SWIM;
    stage_tick(s, 1 / RATE);
    char text[256];
    lope_explain(&(lope_explain_def){.state = &s->state}, text, sizeof text);
    if (!strstr(text, "% under water")) fail_msg("%s", text);
    stage_close(s);
}

static void a_flier(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_place(s, 0, 5, 0, LOPE_MODE_FLYING);
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "hovering");
    stage_move(s, 0.5, 0);
    stage_run(s, 2, RATE);
    check_text(s, floor_and_wall, "flying at 3.00 m/s");
    s->input.forbidden = LOPE_FORBID_MOVE;
    stage_tick(s, 1 / RATE);
    char text[256];
    lope_explain_def def = {.state = &s->state, .moveset = &s->moveset, .report = &s->report, .input = &s->input};
    lope_explain(&def, text, sizeof text);
    assert_non_null(strstr(text, ", no move: the game forbids it"));
    stage_close(s);
}

static void layers(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    stage_tick(s, 1 / RATE);
    s->requests.asked = LOPE_REQUEST_LAYER;
    s->requests.layer =
        (lope_layer){.id = 7, .kind = LOPE_LAYER_VELOCITY, .duration = 0.25f, .velocity = {10, 0, 0}, .finish = LOPE_FINISH_SET};
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "walking at 10.00 m/s on floor (0 of 44.8 degrees), driven by layer 7");
    while (stage_count(s, LOPE_EVENT_LAYER) < 2) stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), layer 7 ended");
    s->requests.asked = LOPE_REQUEST_LAYER;
    s->requests.layer.id = 3;
    s->requests.layer.velocity = lope_vec3_make(2, 0, 0);
    s->requests.layer.flags = LOPE_LAYER_ADDITIVE;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "walking at 2.00 m/s on floor (0 of 44.8 degrees), layer 3 adds 2.00 m/s");
    s->requests.has_root_motion = true;
    s->requests.root_motion = (lope_root_motion){.translation = {0, 0, -3 / RATE}};
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "walking at 3.00 m/s on floor (0 of 44.8 degrees), moved by an animation");
    s->requests.has_root_motion = false;
    s->input.forbidden = LOPE_FORBID_LAYERS;
    s->requests.asked = LOPE_REQUEST_LAYER;
    stage_run(s, 1 / (double)RATE, RATE);
    char text[256];
    lope_explain_def def = {.state = &s->state, .moveset = &s->moveset, .report = &s->report, .input = &s->input};
    lope_explain(&def, text, sizeof text);
    if (!strstr(text, ", no layer: the game forbids it")) fail_msg("%s", text);
    lope_state full = s->state; // from outside: what it has no room for is not looked at
    full.layer_count = LOPE_LAYERS;
    lope_state overfull = full;
    overfull.layer_count = UINT32_MAX;
    char wanted[256];
    lope_explain(&(lope_explain_def){.state = &full}, wanted, sizeof wanted);
    lope_explain(&(lope_explain_def){.state = &overfull}, text, sizeof text);
    assert_string_equal(text, wanted);
    stage_close(s);
}

static void a_base(void **unused)
{
    (void)unused;
    static const char *names[3] = {"platform"};
    stage *s = stage_open(STAGE_BOXES);
    lope_body platform = stage_moving_box(s, 0, -0.5, 0, 8, 1, 8);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    lope_level_end_tick(s->level);
    for (int i = 1; i <= 30; i++) {
        stage_carry(s, platform, 2 * i / (double)RATE, -0.5, 0);
        stage_tick(s, 1 / RATE);
    }
    check_text(s, names, "standing on platform (0 of 44.8 degrees), carried by platform at 2.00 m/s");
    stage_close(s);
}

static void a_blow(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "knockback_control", 0.1);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1 / RATE);
    s->requests.impulse = lope_vec3_make(4, 0, 0);
    s->requests.impulse_is_velocity = true;
    s->requests.knockback_time = 0.5f;
    stage_tick(s, 1 / RATE);
    char text[256];
    lope_explain_def def = {.state = &s->state, .moveset = &s->moveset, .report = &s->report, .input = &s->input};
    lope_explain(&def, text, sizeof text);
    if (!strstr(text, ", knocked back for 0.48 s more (10 % of control)")) fail_msg("%s", text);
    stage_run(s, 0.6, RATE);
    lope_explain(&def, text, sizeof text);
    assert_null(strstr(text, "knocked back"));
    stage_close(s);
}

static void a_low_ceiling(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, -3, 1.2, -3, 3, 2, 3);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "crouching on floor (0 of 44.8 degrees), crouched for want of room to stand");
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "crouching on floor (0 of 44.8 degrees)");
    stage_move(s, 1, 0);
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "crouching at 3.00 m/s on floor (0 of 44.8 degrees)");
    stage_close(s);
}

static double glide_along(lope_tick *tick, double seconds)
{
    lope_tick_set_velocity(tick, lope_point_make(0, 0, 3));
    lope_tick_slide(tick, lope_point_make(0, 0, 3 * seconds));
    return 0;
}

static void a_mode_of_the_game(void **unused)
{
    (void)unused;
    static const lope_mode glide = {.name = "glide", .run = glide_along};
    stage *s = stage_open(STAGE_BOXES);
    assert_int_equal(lope_moveset_add_mode(&s->moveset, &glide, NULL, NULL), LOPE_OK);
    stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_GAME;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "in mode glide at 3.00 m/s, was falling");
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_FALLING;
    stage_tick(s, 1 / RATE);
    char text[256];
    lope_explain_def def = {.state = &s->state, .moveset = &s->moveset, .report = &s->report};
    lope_explain(&def, text, sizeof text);
    if (!strstr(text, ", was glide")) fail_msg("%s", text);
    stage_close(s);
}

// ---- what a game says of it, beside what a tick brings ----------------------------------------------------

static void check_said(const stage *s, const char *wanted)
{
    char text[256];
    lope_explain_def def = {.state = &s->state, .moveset = &s->moveset, .report = &s->report, .input = &s->input};
    lope_explain(&def, text, sizeof text);
    if (!strstr(text, wanted)) fail_msg("\"%s\" is not in \"%s\"", wanted, text);
}

static void a_path_that_asks_for_a_speed(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    s->requests.has_requested_velocity = true;
    s->requests.requested_velocity = lope_vec3_make(3, 0, 0);
    stage_tick(s, 1 / RATE);
    stage_tick(s, 1 / RATE); // 20.48 m/s2 for 1/30 s
    check_text(s, floor_and_wall, "walking at 0.68 of 3.00 m/s on floor (0 of 44.8 degrees)");
    stage_run(s, 0.5, RATE);
    check_text(s, floor_and_wall, "walking at 3.00 m/s on floor (0 of 44.8 degrees)");
    stage_close(s);
}

static void too_fast(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1 / RATE);
    stage_set_velocity(s, 9, 0, 0);
    stage_move(s, 1, 0);
    stage_tick(s, 1 / RATE);
    check_said(s, " m/s on body 1 (0 of 44.8 degrees), faster than it may run");
    stage_run(s, 1, RATE);
    check_text(s, floor_and_wall, "walking at 6.00 m/s on floor (0 of 44.8 degrees)");
    stage_close(s);
}

static void a_held_jump(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "jump_max_hold_time", 0.3);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1 / RATE);
    s->input.pressed = LOPE_BUTTON_JUMP;
    s->input.held = LOPE_BUTTON_JUMP;
    for (int i = 0; i < 6; i++) stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "rising at 4.20 m/s up, after jump 1 of 1, the jump held for 0.10 s");
    s->input.held = 0;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "rising at 4.04 m/s up, after jump 1 of 1");
    s->input.forbidden = LOPE_FORBID_JUMP;
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_tick(s, 1 / RATE);
    check_said(s, ", no jump: the game forbids it");
    stage_close(s);
}

// From a platform that drives at 2 m/s: what it gives is told while the character flies on with it.
static void off_a_platform(void **unused)
{
    (void)unused;
    static const char *names[3] = {"platform", "floor"};
    stage *s = stage_open(STAGE_BOXES);
    lope_body platform = stage_moving_box(s, 0, -0.5, 0, 8, 1, 8);
    stage_box(s, 4, -1, -4, 30, 0, 4);
    stage_tune(s, "former_base_velocity_half_life", 10);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    lope_level_end_tick(s->level);
    for (int i = 1; i <= 30; i++) {
        if (i == 29) s->input.pressed = LOPE_BUTTON_JUMP;
        stage_carry(s, platform, 2 * i / (double)RATE, -0.5, 0);
        stage_tick(s, 1 / RATE);
    }
    check_text(s, names, "rising at 3.87 m/s up, 2.00 m/s level, after jump 1 of 1, with 2.00 m/s left of what carried it");
    stage_close(s);
}

static void one_floor_after_the_other(void **unused)
{
    (void)unused;
    static const char *names[3] = {"old floor", "new floor"};
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -5, -1, -5, 0, 0, 5);
    stage_box(s, 0, -1, -5, 30, 0, 5);
    stage_place(s, -3, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1 / RATE);
    stage_move(s, 1, 0);
    for (int bases = stage_count(s, LOPE_EVENT_BASE); stage_count(s, LOPE_EVENT_BASE) == bases;) stage_tick(s, 1 / RATE);
    check_text(s, names, "walking at 6.00 m/s on new floor (0 of 44.8 degrees), came from old floor");
    stage_close(s);
}

static void sizes_and_places(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1 / RATE);
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "crouching on floor (0 of 44.8 degrees), crouched by 0.96 m");
    s->input.held = 0;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), stood up by 0.96 m");
    s->requests.asked = LOPE_REQUEST_RESIZE;
    s->requests.resize_height = 2;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), grew by 0.24 m");
    s->requests.asked = LOPE_REQUEST_RESIZE;
    s->requests.resize_height = 1.5f;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), shrank by 0.50 m");
    s->requests.asked = LOPE_REQUEST_TELEPORT;
    s->requests.teleport_feet = lope_point_make(5, 0, 0);
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), teleported");
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_NONE;
    stage_tick(s, 1 / RATE);
    check_text(s, floor_and_wall, "not moving (mode none), was walking");
    stage_close(s);
}

static void a_ledge_that_holds(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -5, -9, -5, 0, 0, 5);
    stage_tune(s, "can_walk_off_ledges", 0);
    stage_place(s, -1, 0, 0, LOPE_MODE_WALKING);
    stage_move(s, 1, 0);
    stage_run(s, 1, RATE);
    check_said(s, ", held: it may not walk off edges");
    stage_close(s);
}

// What a game, or a path, hands in beside a tick's own: no tick makes these.
static void events_and_states_as_given(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.5, RATE);
    s->report.event_count = 1;
    s->report.events[0] = (lope_event){.kind = LOPE_EVENT_ARRIVE};
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), arrived");
    s->report.events[0] = (lope_event){.kind = LOPE_EVENT_BLOCKED};
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), its path is blocked");
    s->report.events[0] = (lope_event){.kind = LOPE_EVENT_TOUCH, .body = 2};
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), met wall");
    s->report.events[0] = (lope_event){.kind = LOPE_EVENT_GAME + 3}; // the game's own
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees)");
    s->report.event_count = 0;
    s->state.floor.distance = 0.0123;
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), 0.0123 m above it");
    s->state.floor.distance = 0;
    stage_move(s, 1, 0);
    check_text(s, floor_and_wall, "standing on floor (0 of 44.8 degrees), held though nothing blocks it");
    stage_close(s);
}

static void a_flier_that_speeds_up(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_place(s, 0, 5, 0, LOPE_MODE_FLYING);
    stage_move(s, 1, 0);
    stage_tick(s, 1 / RATE);
    stage_tick(s, 1 / RATE); // 20.48 m/s2 for 1/30 s
    check_text(s, floor_and_wall, "flying at 0.68 of 6.00 m/s");
    stage_close(s);
}

static void check_number(double number, unsigned decimals, const char *wanted, const char *wanted_short)
{
    char text[40];
    lope_line line = lope_line_start(text, sizeof text);
    lope_line_number(&line, number, decimals);
    assert_string_equal(text, wanted);
    line = lope_line_start(text, sizeof text);
    lope_line_short(&line, number, decimals);
    assert_string_equal(text, wanted_short);
}

static void numbers_are_written_without_the_locale(void **unused)
{
    (void)unused;
    setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed its decimal sign is a comma
    check_number(0, 2, "0.00", "0");
    check_number(-0.0, 1, "0.0", "0");
    check_number(-0.001, 2, "0.00", "0");
    check_number(0.125, 2, "0.13", "0.13"); // 0.125 is exact: half, away from zero
    check_number(-0.125, 2, "-0.13", "-0.13");
    check_number(12, 1, "12.0", "12");
    check_number(44.764999, 1, "44.8", "44.8");
    check_number(9.999, 2, "10.00", "10");
    check_number(100.5, 0, "101", "101");
    check_number(999999999999.0, 6, "999999999999.000000", "999999999999");
    check_number(1e12, 2, "?", "?");
    check_number(-1e300, 2, "?", "?");
    check_number((double)NAN, 2, "?", "?");
    check_number((double)INFINITY, 2, "?", "?");
    setlocale(LC_ALL, "C");
}

static void the_line_is_cut_as_by_snprintf(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, 0);
    stage_run(s, 0.5, RATE);
    lope_explain_def def = {.state = &s->state};
    char whole[128];
    size_t length = lope_explain(&def, whole, sizeof whole);
    assert_string_equal(whole, "standing on body 1 (0 degrees)");
    assert_int_equal(length, strlen(whole));
    assert_int_equal(lope_explain(&def, NULL, 0), length);
    for (size_t size = 1; size <= length + 1; size++) {
        char text[128];
        memset(text, 'x', sizeof text);
        assert_int_equal(lope_explain(&def, text, size), length);
        assert_int_equal(strlen(text), size - 1);
        assert_memory_equal(text, whole, size - 1);
        assert_int_equal(text[size], 'x');
    }
    assert_int_equal(lope_explain(NULL, whole, sizeof whole), 0);
    assert_int_equal(lope_explain(&(lope_explain_def){0}, whole, sizeof whole), 0);
    assert_string_equal(whole, "");
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_that_stands),
        cmocka_unit_test(a_character_that_walks),
        cmocka_unit_test(a_slope),
        cmocka_unit_test(a_steep_slope),
        cmocka_unit_test(a_fall),
        cmocka_unit_test(a_jump),
        cmocka_unit_test(a_wall),
        cmocka_unit_test(a_step),
        cmocka_unit_test(a_solid),
        cmocka_unit_test(a_seat_between_slopes),
        cmocka_unit_test(a_swimmer),
        cmocka_unit_test(a_flier),
        cmocka_unit_test(layers),
        cmocka_unit_test(a_base),
        cmocka_unit_test(a_blow),
        cmocka_unit_test(a_low_ceiling),
        cmocka_unit_test(a_mode_of_the_game),
        cmocka_unit_test(a_path_that_asks_for_a_speed),
        cmocka_unit_test(too_fast),
        cmocka_unit_test(a_held_jump),
        cmocka_unit_test(off_a_platform),
        cmocka_unit_test(one_floor_after_the_other),
        cmocka_unit_test(sizes_and_places),
        cmocka_unit_test(a_ledge_that_holds),
        cmocka_unit_test(events_and_states_as_given),
        cmocka_unit_test(a_flier_that_speeds_up),
        cmocka_unit_test(numbers_are_written_without_the_locale),
        cmocka_unit_test(the_line_is_cut_as_by_snprintf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
