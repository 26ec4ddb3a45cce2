// test_asks.c - the rows of lope_ask only spare work: with them and without them every tick ends with the same
// bits, among walls, ledges, ladders, lines and bodies that move, whatever the settings; a row rules out what it
// says, and a moveset knows in which modes an ability may ask.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../behaviour/draw.h"
#include "lines.h"

#include "scene/catalog.h"

#include <math.h>

#ifdef LOPE_QUICK
#define SCENES 32
#define LEAST_STARTS 0 // of each ability: some are rare
#else
#define SCENES 128
#define LEAST_STARTS 1
#endif
#define SECONDS 12.0
#define ALWAYS 4 // of the library's abilities: at work from the first tick on, or only along with those

// ---- the same with and without ------------------------------------------------------------------------------

static void add_body(stage *s, lope_point at, lope_vec3 size, uint32_t channels)
{
    lope_box_def def = {.size = size};
    def.body.position = lope_point_add(lope_quat_rotate_point(s->turn, at), s->origin);
    def.body.rotation = s->turn;
    def.body.channels = channels;
    lope_level_add_box(s->level, &def);
}

// Blocks of all heights on a floor in walls, some of them with a ladder, to climb on, or with a marker; lines.
static lope_body build(stage *s)
{
    stage_box(s, -12, -1, -12, 12, 0, 12);
    stage_box(s, -13, 0, -12, -12, 6, 12);
    stage_box(s, 12, 0, -12, 13, 6, 12);
    stage_box(s, -12, 0, -13, 12, 6, -12);
    stage_box(s, -12, 0, 12, 12, 6, 13);
    for (int i = 0; i < 14; i++) {
        const double x = draw(-10, 8), z = draw(-10, 8), high = draw(0.2, i % 2 == 0 ? 3.2 : 1.3),
                     wide = draw(0.2, i % 2 == 0 ? 3 : 0.8);
        stage_box(s, x, 0, z, x + wide, high, z + wide);
        const lope_point middle = {x, 0.5 * high, z + 0.5 * wide};
        const lope_vec3 face = {0.05f, (float)high, (float)wide};
        if (i % 4 == 0) add_body(s, middle, face, LOPE_CHANNEL_LADDER);
        if (i % 4 == 1) add_body(s, middle, face, LOPE_CHANNEL_CLIMB);
        if (i % 4 == 2) add_body(s, lope_point_make(x, high, z), (lope_vec3){0.3f, 0.3f, 2}, LOPE_CHANNEL_LEDGE);
        if (i % 4 == 3) line_add(s, lope_point_make(x - 1, 4, z), lope_point_make(x - 1, 0.6, z + draw(0, 5)), false);
    }
    stage_ramp(s, 2, 0, -6, 35, 60, 6, 3);
    return stage_moving_box(s, 0, 1, 5, 1.5, 2, 1.5);
}

// Lets all ask by themselves that can, some by other rules than usual.
static void settle(stage *s, uint32_t scene)
{
    yard_set(s, "ladder", "by_button", 0);
    yard_set(s, "climb", "by_button", scene % 3 == 0);
    yard_set(s, "vault", "auto_speed", scene % 2 == 0 ? 2.5 : 0);
    yard_set(s, "rope", "auto_catch", 1);
    yard_set(s, "zipline", "auto_catch", 1);
    yard_set(s, "ledge_hang", "catch_by", pick(3));
    yard_set(s, "ledge_hang", "drop_by", pick(3));
    yard_set(s, "ledge_hang", "marked_only", scene % 5 == 0);
    yard_set(s, "wall_run", "along", scene % 2 == 0 ? 0.3 : 0);
    yard_set(s, "wall_run", "min_speed", draw(1, 5));
    yard_set(s, "wall_run", "height", draw(0, 1));
    yard_set(s, "wall_slide", "toward", scene % 4 == 0 ? 0 : 0.3);
    yard_set(s, "wall_jump", "per_wall", scene % 3);
    yard_set(s, "mantle", "auto_in_air", scene % 6 != 0);
}

// Adds the library's abilities to a stage; in every other scene without those that are always at work.
static void add_abilities(stage *s, uint32_t scene)
{
    const lope_ability *const always[ALWAYS] = {lope_runner_ability(), lope_obstacle_ability(), lope_ledge_ability(),
                                                lope_corner_help_ability()};
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) {
        const lope_ability *own = lope_scene_own_ability(i);
        bool left_out = own == lope_air_strafe_ability(); // its many pieces would be all that is seen
        for (int k = 0; k < ALWAYS && scene % 2 == 0; k++) left_out = left_out || own == always[k];
        if (!left_out) yard_add(s, own);
    }
    settle(s, scene);
}

// The same abilities without their rows.
static lope_ability rowless[LOPE_ABILITIES];

static lope_moveset without_rows(const stage *s)
{
    lope_moveset plain;
    lope_error error = {0};
    assert_int_equal(lope_moveset_make(&plain, &s->tuning, &error), LOPE_OK);
    for (uint32_t i = 0; i < s->moveset.ability_count; i++) {
        rowless[i] = *s->moveset.abilities[i];
        rowless[i].asks = NULL;
        const lope_result result =
            lope_moveset_add_ability(&plain, &rowless[i], lope_moveset_ability_settings(&s->moveset, i), NULL, &error);
        if (result != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
    }
    assert_true(plain.hash == s->moveset.hash);
    return plain;
}

static void push(stage *s)
{
    s->input.held = 0;
    if (draw(0, 1) < 0.3) s->input.held |= LOPE_BUTTON_GRAB;
    if (draw(0, 1) < 0.15) s->input.held |= LOPE_BUTTON_CROUCH;
    if (draw(0, 1) < 0.35) s->input.held |= LOPE_BUTTON_JUMP;
    if (draw(0, 1) < 0.3) return;
    const double angle = draw(0, 6.28), press = draw(0, 1) < 0.15 ? 0 : 1;
    stage_move(s, press * cos(angle), press * sin(angle));
}

// Counts the abilities that have started in the tick.
static void count_starts(const stage *s, uint32_t starts[LOPE_SCENE_OWN_ABILITIES])
{
    for (uint32_t i = 0; i < s->report.event_count; i++) {
        const lope_event *e = &s->report.events[i];
        if (e->kind != LOPE_EVENT_ABILITY) continue;
        for (uint32_t k = 0; k < LOPE_SCENE_OWN_ABILITIES; k++)
            starts[k] += s->moveset.abilities[e->from] == lope_scene_own_ability(k);
    }
}

static void play(uint32_t scene, uint32_t starts[LOPE_SCENE_OWN_ABILITIES])
{
    const float rate = rates[scene % RATES];
    seed = 91000 + scene;
    stage *s =
        stage_open_at((stage_form)(scene % STAGE_FORM_COUNT), yard_turn((int)scene / 2 % FRAMES), lope_point_make(70, 3, -40));
    const lope_body mover = build(s);
    add_abilities(s, scene);
    const lope_moveset plain = without_rows(s);
    yard_place(s, -11, 0, -11, true);
    lope_nearby *nearby = lope_nearby_create(NULL);
    for (int i = 0; i < (int)(SECONDS * (double)rate); i++) {
        if (i % (int)(rate / 4 + 0.5f) == 0) push(s);
        const double turn = 0.7 * s->time;
        if (scene % 4 != 3) stage_carry(s, mover, 4 * sin(turn), 1 + 0.5 * sin(3 * turn), 5 * cos(turn));
        lope_state other = s->state;
        lope_input input = s->input;
        lope_requests none = {0};
        lope_report report;
        input.move = lope_quat_rotate(s->turn, s->input.move);
        input.requests = &none;
        assert_int_equal(lope_move(&other, &input, &plain, &s->surroundings, nearby, 1 / rate, &report), LOPE_OK);
        s->event_count = 0;
        stage_tick(s, 1 / rate);
        count_starts(s, starts);
        if (lope_state_hash(&other) != lope_state_hash(&s->state))
            fail_msg("seed %u at %g Hz, %g s: not the same without rows: mode %u, %u", 91000 + (unsigned)scene, (double)rate,
                     s->time, (unsigned)s->state.mode, (unsigned)other.mode);
        if (report.event_count != s->report.event_count) fail_msg("seed %u: other events", 91000 + (unsigned)scene);
    }
    lope_nearby_destroy(nearby);
    stage_close(s);
}

static void results_do_not_depend_on_rows(void **unused)
{
    (void)unused;
    uint32_t starts[LOPE_SCENE_OWN_ABILITIES] = {0};
    for (uint32_t scene = 0; scene < SCENES; scene++) play(scene, starts);
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++)
        if (lope_scene_own_ability(i)->asks) {
            printf("  %s %u", lope_scene_own_ability(i)->name, (unsigned)starts[i]);
            // a wall jump that watches is not told; a press of jump alone would be a jump in the air
            if (lope_scene_own_ability(i) != lope_wall_jump_ability()) assert_true((int)starts[i] >= LEAST_STARTS);
        }
    printf("\n");
}

// ---- what a row rules out -----------------------------------------------------------------------------------

static lope_ask row;         // of the ability below
static uint32_t asked, rows; // how often it was asked; how many rows it has

static uint32_t count_it(lope_tick *tick, const lope_ability_self *self)
{
    (void)tick;
    asked += !self->pressed;
    return LOPE_REFUSAL_GAME;
}

static uint32_t ask_it(const lope_moveset *moveset, uint32_t ability, lope_ask *out)
{
    (void)moveset;
    (void)ability;
    out[0] = row;
    return rows;
}

// True when an ability with that row is asked in a tick of a walker at x, with the floor's edge at x = 5 and a
// wall of 1 m at x = 8.
static bool is_asked(lope_ask with, double x, double y, double vx, bool input)
{
    static const lope_ability it = {.name = "it", .asks_in = UINT32_MAX, .try_start = count_it, .asks = ask_it};
    stage *s = yard_open(0);
    stage_box(s, -20, -1, -20, 20, 0, 20);
    stage_box(s, 8, 0, -20, 12, 1, 20);
    row = with;
    rows = 1;
    yard_add(s, &it);
    yard_place(s, x, y, 0, y <= 0);
    stage_set_velocity(s, vx, 0, 0);
    if (input) stage_move(s, 1, 0);
    asked = 0;
    stage_tick(s, 1.0f / 60);
    stage_close(s);
    return asked > 0;
}

static void a_row_rules_out_what_it_says(void **unused)
{
    (void)unused;
    const uint32_t any = UINT32_MAX, air = 1u << LOPE_MODE_FALLING;
    assert_true(is_asked((lope_ask){.modes = any}, 0, 0, 0, false));
    assert_false(is_asked((lope_ask){.modes = air}, 0, 0, 0, false));
    assert_true(is_asked((lope_ask){.modes = air}, 0, 1, 0, false));
    assert_false(is_asked((lope_ask){.modes = any, .needs = LOPE_NEEDS_INPUT}, 0, 0, 0, false));
    assert_true(is_asked((lope_ask){.modes = any, .needs = LOPE_NEEDS_INPUT}, 0, 0, 0, true));
    assert_false(is_asked((lope_ask){.modes = any, .held = LOPE_BUTTON_GRAB}, 0, 0, 0, true));
    assert_false(is_asked((lope_ask){.modes = any, .channels = LOPE_CHANNEL_LADDER}, 0, 0, 0, true));
    assert_true(is_asked((lope_ask){.modes = any, .channels = LOPE_CHANNEL_SOLID}, 0, 0, 0, true));
    assert_false(is_asked((lope_ask){.modes = any, .speed = 2}, 0, 0, 1, true));
    assert_true(is_asked((lope_ask){.modes = any, .speed = 2}, 0, 0, 3, true));
    assert_false(is_asked((lope_ask){.modes = any, .drop = 0.6f}, 0, 0.5, 0, true));
    assert_true(is_asked((lope_ask){.modes = any, .drop = 0.4f}, 0, 0.5, 0, true));
    // the wall is 1 m ahead of the axis, its top 1 m over the floor
    const lope_ask ahead = {.modes = any, .needs = LOPE_NEEDS_WALL_AHEAD, .reach = 1.2f, .low = 0.3f, .high = 2};
    lope_ask ledge = ahead, around = {.modes = any, .needs = LOPE_NEEDS_WALL_AROUND, .reach = 0.8f};
    ledge.needs = LOPE_NEEDS_LEDGE_AHEAD;
    assert_true(is_asked(ahead, 7, 0, 0, true));
    assert_true(is_asked(ledge, 7, 0, 0, true));
    assert_true(is_asked(around, 7, 0, 0, true));
    assert_false(is_asked(ahead, 4, 0, 0, true));
    assert_false(is_asked(ledge, 4, 0, 0, true));
    assert_false(is_asked(around, 4, 0, 0, true));
    // the wall is just behind the capsule: it is around it, and not ahead of its axis
    assert_true(is_asked(around, 12.4, 0, 0, true));
    assert_false(is_asked(ahead, 12.4, 0, 0, true));
    assert_false(is_asked(ledge, 12.4, 0, 0, true));
    ledge.high = 0.7f; // the wall is in it, its top is not
    assert_false(is_asked(ledge, 7, 0, 0, true));
    // the wall is 0.66 m from the capsule: a reach for what moves does not count for it
    lope_ask near = ahead;
    near.reach = 0.6f;
    near.beyond = 0.3f;
    assert_false(is_asked(near, 7, 0, 0, true));
    near.reach = 0.7f;
    assert_true(is_asked(near, 7, 0, 0, true));
}

// True when an ability with that row is asked before a wall 0.5 m ahead of a capsule, of which the near corner
// of an upright edge is `aside` of the way.
static bool is_asked_at_corner(lope_ask with, double aside)
{
    static const lope_ability it = {.name = "it", .asks_in = UINT32_MAX, .try_start = count_it, .asks = ask_it};
    stage *s = yard_open(0);
    stage_box(s, -20, -1, -20, 20, 0, 20);
    stage_box(s, 0.8, 0, aside, 3, 1, 20);
    row = with;
    rows = 1;
    yard_add(s, &it);
    yard_place(s, 0, 0, 0, true);
    stage_move(s, 1, 0);
    asked = 0;
    stage_tick(s, 1.0f / 60);
    stage_close(s);
    return asked > 0;
}

// The probe sweeps a cylinder: a corner beside the round end of its way is not met.
static void the_zone_of_a_ledge_ends_round(void **unused)
{
    (void)unused;
    const lope_ask ledge = {.modes = UINT32_MAX, .needs = LOPE_NEEDS_LEDGE_AHEAD, .reach = 0.48f, .low = 0.3f, .high = 2};
    lope_ask wall = ledge;
    wall.needs = LOPE_NEEDS_WALL_AHEAD;
    assert_true(is_asked_at_corner(ledge, 0));
    assert_true(is_asked_at_corner(ledge, 0.05));
    assert_false(is_asked_at_corner(ledge, 0.28));
    assert_true(is_asked_at_corner(wall, 0.28));
    assert_false(is_asked_at_corner(wall, 0.4));
}

// ---- what an ability is told of bodies -----------------------------------------------------------------------

static uint64_t bodies[3];
static bool at_rest[3];

static uint32_t look_at_bodies(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    for (int i = 0; i < 3; i++) at_rest[i] = lope_tick_body_rests(tick, bodies[i]);
    return LOPE_REFUSAL_GAME;
}

static void a_body_rests_unless_it_may_move(void **unused)
{
    (void)unused;
    static const lope_ability it = {.name = "it", .asks_in = UINT32_MAX, .try_start = look_at_bodies};
    stage *s = yard_open(0);
    bodies[0] = lope_level_id(s->level, stage_box(s, -20, -1, -20, 20, 0, 20));
    bodies[1] = lope_level_id(s->level, stage_moving_box(s, 3, 1, 0, 1, 1, 1));
    bodies[2] = bodies[1] + 1000; // there is none
    yard_add(s, &it);
    yard_place(s, 0, 0, 0, true);
    at_rest[1] = at_rest[2] = true;
    stage_tick(s, 1.0f / 60);
    assert_true(at_rest[0]);
    assert_false(at_rest[1]);
    assert_false(at_rest[2]);
    stage_close(s);
}

static void a_moveset_knows_where_an_ability_asks(void **unused)
{
    (void)unused;
    stage *s = yard_open(0);
    const uint32_t ladder = yard_add(s, lope_ladder_ability()), climb = yard_add(s, lope_climb_ability());
    const lope_asking *walking = &s->moveset.asking[LOPE_MODE_WALKING];
    assert_int_equal(walking->abilities, 1u << ladder); // a climb waits for its button
    assert_int_equal(walking->at_once, 0);
    assert_int_equal(walking->channels, LOPE_CHANNEL_LADDER);
    yard_set(s, "climb", "by_button", 0);
    assert_int_equal(walking->abilities, 1u << ladder | 1u << climb);
    assert_int_equal(walking->channels, LOPE_CHANNEL_LADDER | LOPE_CHANNEL_CLIMB);
    const uint32_t hang = yard_add(s, lope_ledge_hang_ability());
    assert_int_equal(walking->held, LOPE_BUTTON_GRAB);
    yard_set(s, "ledge_hang", "drop_by", LOPE_LEDGE_DROP_NEVER);
    assert_int_equal(walking->abilities >> hang & 1u, 0);
    assert_int_equal(s->moveset.asking[LOPE_MODE_FALLING].at_once, 1u << hang);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_rows), cmocka_unit_test(a_row_rules_out_what_it_says),
        cmocka_unit_test(the_zone_of_a_ledge_ends_round), cmocka_unit_test(a_body_rests_unless_it_may_move),
        cmocka_unit_test(a_moveset_knows_where_an_ability_asks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
