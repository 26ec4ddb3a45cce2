// test_mantle_rules.c - what starts a mantle, what rules one out, and what becomes of one that is disturbed.
//
// Each case at several tick rates, in four directions of gravity. Read next: test_mantle.c, the grid.
#include "mantle_scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RATES 5
static const double rates[RATES] = {20, 30, 60, 120, 240};

static uint32_t random_state = 4;
static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(random_state >> 8) * below >> 24);
}

// A box of 1.2 m before the character, at the k-th rate and direction of gravity.
static mantle_case plain(int k)
{
    return (mantle_case){.shape = MANTLE_BOX, .height = 1.2, .gap = 0.2, .radius = 0.34, .up = k & 3, .rate = rates[k % RATES]};
}

#define each_kind(k) for (int k = 0; k < 4 * RATES; k++)

static void tick(mantle_scene *s) { assert_int_equal(mantle_scene_tick(s), LOPE_OK); }
static bool mantles(const mantle_scene *s) { return s->state.mode >= LOPE_MODE_GAME; }
static uint32_t refusal(const mantle_scene *s) { return lope_report_refused(&s->report, LOPE_ASKED_ABILITY + s->ability); }

static uint32_t count_events(const mantle_scene *s, uint32_t kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->report.event_count; i++) count += s->report.events[i].kind == kind;
    return count;
}

static void set(mantle_scene *s, const char *field, double value)
{
    assert_int_equal(lope_moveset_set(&s->moveset, "mantle", field, value, NULL), LOPE_OK);
}

// Adds a box that belongs to no ledge.
static void add_block(mantle_scene *s, const mantle_block *block)
{
    lope_box_def def = {.size = {(float)(2 * block->half.x), (float)(2 * block->half.y), (float)(2 * block->half.z)}};
    def.body.position = lope_quat_rotate_point(s->turn, block->center);
    def.body.rotation = s->turn;
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
    s->blocks[s->block_count++] = *block;
}

// Presses, and mantles onto the ledge at 1.2 m: in nothing on the way, and walking at its end.
static void mantle_onto_the_ledge(mantle_scene *s)
{
    mantle_scene_press(s, true);
    tick(s);
    if (!mantles(s)) fail_msg("refused with %u by query %u", refusal(s), s->report.refused[0].query);
    mantle_scene_press(s, false);
    while (s->ended < 0) {
        tick(s);
        assert_true(mantle_scene_depth(s) < 1e-3);
    }
    assert_int_equal(s->state.mode, LOPE_MODE_WALKING);
    assert_true(fabs(mantle_scene_seen(s, s->state.feet).y - 1.2) < 1e-3);
}

// ---- starts ---------------------------------------------------------------------------------------------

static void press_takes_the_jump(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        assert_true(mantles(&s));
        assert_int_equal(count_events(&s, LOPE_EVENT_JUMP), 0);
        assert_int_equal(s.report.refused_count, 0);
        for (int i = 0; i < 10; i++) tick(&s); // held on, it starts nothing
        assert_int_equal(s.state.abilities[0].id, 1 + s.ability);
        assert_int_equal(s.state.abilities[0].phase, LOPE_MANTLE_LOW);
        mantle_scene_close(&s);
    }
}

static void press_without_a_direction_jumps(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        s.input.move = (lope_vec3){0, 0, 0};
        tick(&s);
        assert_false(mantles(&s));
        assert_int_equal(refusal(&s), LOPE_REFUSAL_NO_INPUT);
        assert_int_equal(count_events(&s, LOPE_EVENT_JUMP), 1);
        mantle_scene_close(&s);
    }
}

// Ended from outside, by a teleport in its middle, it is not gone on with: the character falls at the goal.
static void a_teleport_ends_it(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        mantle_scene_press(&s, false);
        for (int i = 0; i < (int)(0.4 * c.rate); i++) tick(&s);
        assert_true(mantles(&s));
        const lope_point up = lope_vec3_to_point(s.state.up);
        const lope_point back = lope_point_scale(lope_vec3_to_point(s.input.move), -3);
        const lope_point goal = lope_point_mad(lope_point_add(s.state.feet, back), up, 3);
        lope_requests requests = {.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = goal};
        s.input.requests = &requests;
        s.input.move = (lope_vec3){0, 0, 0};
        tick(&s);
        s.input.requests = NULL;
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        assert_int_equal(count_events(&s, LOPE_EVENT_ABILITY_END), 1);
        const double before = lope_point_dot(lope_vec3_to_point(s.state.velocity), up);
        const int ticks = (int)(0.3 * c.rate);
        for (int i = 0; i < ticks; i++) {
            tick(&s);
            assert_false(mantles(&s));
            const lope_point off = lope_point_sub(s.state.feet, goal);
            // a mantle's level speed, below 3 m/s, may stay
            assert_true(lope_point_length(lope_point_mad(off, up, -lope_point_dot(off, up))) < 3 * 0.4);
        }
        const double after = lope_point_dot(lope_vec3_to_point(s.state.velocity), up);
        assert_true(fabs(before - after - 9.8 * ticks / c.rate) < 1e-4); // a free fall; velocities are floats
        mantle_scene_close(&s);
    }
}

// Its own button looks where the character faces, and jumps never.
static void own_button_needs_no_direction(void **unused)
{
    (void)unused;
    each_kind(k) for (int away = 0; away < 2; away++)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        const lope_point up = lope_vec3_to_point(s.state.up), ahead = lope_vec3_to_point(s.state.forward),
                         move = lope_vec3_to_point(s.input.move);
        s.state.yaw = lope_atan2((float)lope_point_dot(move, lope_point_cross(up, ahead)), (float)lope_point_dot(move, ahead));
        if (away) s.state.yaw += s.state.yaw > 0 ? -3.1415f : 3.1415f;
        s.input = (lope_input){.held = LOPE_BUTTON_MANTLE};
        tick(&s);
        assert_int_equal(mantles(&s), !away);
        assert_int_equal(refusal(&s), away ? LOPE_REFUSAL_NO_WALL : LOPE_REFUSAL_NONE);
        assert_int_equal(count_events(&s, LOPE_EVENT_JUMP), 0);
        mantle_scene_close(&s);
    }
}

// In the air it starts by itself, with a direction and where the setting lets it.
static void air_starts_by_itself(void **unused)
{
    (void)unused;
    each_kind(k) for (int way = 0; way < 3; way++)
    {
        mantle_case c = plain(k);
        c.above = 2.5;
        c.height = 0.2; // too low at first
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        s.input.held = 0;
        if (way == 1) s.input.move = (lope_vec3){0, 0, 0};
        if (way == 2) set(&s, "auto_in_air", 0);
        for (int i = 0; i < 2 * (int)c.rate && s.state.mode == LOPE_MODE_FALLING; i++) {
            tick(&s);
            assert_int_equal(s.report.refused_count, 0); // nobody has asked
        }
        assert_int_equal(mantles(&s), way == 0);
        if (way == 0) assert_int_equal(s.state.abilities[0].phase, LOPE_MANTLE_FALLING_CATCH);
        mantle_scene_close(&s);
    }
}

// ---- rules ----------------------------------------------------------------------------------------------

static void settings_rule_ledges_out(void **unused)
{
    (void)unused;
    static const struct {
        const char *field;
        double value;
        uint32_t why;
    } cases[] = {{"ledge_height_least", 1.3, LOPE_REFUSAL_TOO_LOW},
                 {"ledge_height_most", 1.1, LOPE_REFUSAL_TOO_HIGH},
                 {"reach", 0.5, LOPE_REFUSAL_NO_WALL},
                 {"mantle_channels", 256, LOPE_REFUSAL_NO_WALL},
                 {"stand_channels", 256, LOPE_REFUSAL_TOO_HIGH},
                 {"mantle_channels", 1, LOPE_REFUSAL_NONE},
                 {"stand_channels", 1, LOPE_REFUSAL_NONE},
                 {"high_above", 0.5, LOPE_REFUSAL_NONE}};
    each_kind(k) for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        set(&s, cases[i].field, cases[i].value);
        set(&s, "auto_in_air", 0); // else the jump of a press that was refused may catch the ledge at once
        mantle_scene_press(&s, true);
        tick(&s);
        if (refusal(&s) != cases[i].why) fail_msg("%s: refused with %u", cases[i].field, refusal(&s));
        assert_int_equal(mantles(&s), cases[i].why == LOPE_REFUSAL_NONE);
        mantle_scene_close(&s);
    }
}

static void ledge_speed_is_limited_when_set(void **unused)
{
    (void)unused;
    each_kind(k) for (int limited = 0; limited < 2; limited++)
    {
        mantle_case c = plain(k);
        c.shape = MANTLE_MOVING;
        c.extra = 2; // aside
        mantle_scene s;
        mantle_scene_open(&s, &c);
        if (limited) set(&s, "max_ledge_speed", 0.1);
        mantle_scene_press(&s, true);
        tick(&s);
        assert_int_equal(mantles(&s), !limited);
        assert_int_equal(refusal(&s), limited ? LOPE_REFUSAL_TOO_FAST : LOPE_REFUSAL_NONE);
        if (limited) assert_int_equal(s.report.refused[0].query, LOPE_MANTLE_QUERY_WALL);
        mantle_scene_close(&s);
    }
}

static void surface_that_is_not_walkable_is_refused(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        assert_int_equal(lope_level_set_surface(s.level, s.ledges[0], &(lope_surface){.walkable = LOPE_WALKABLE_NEVER}), LOPE_OK);
        mantle_scene_press(&s, true);
        tick(&s);
        assert_int_equal(refusal(&s), LOPE_REFUSAL_NOT_WALKABLE);
        const lope_refused *refused = &s.report.refused[0];
        assert_int_equal(refused->query, LOPE_MANTLE_QUERY_TOP);
        assert_true(fabs(mantle_scene_seen(&s, refused->point).y - 1.2) < 1e-3); // where
        mantle_scene_close(&s);
    }
}

// Half as large, the character mantles half as high, and comes to stand half as far in.
static void lengths_scale_with_the_capsule(void **unused)
{
    (void)unused;
    each_kind(k) for (int i = 0; i < 4; i++)
    {
        static const double heights[] = {0.24, 0.26, 1.24, 1.26};
        mantle_case c = plain(k);
        c.height = heights[i];
        c.gap = 0.1;
        c.radius = 0.17;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        s.state.height = s.state.standing_height = 0.88f;
        mantle_scene_press(&s, true);
        tick(&s);
        const uint32_t why = i == 0 ? LOPE_REFUSAL_TOO_LOW : i == 3 ? LOPE_REFUSAL_TOO_HIGH : LOPE_REFUSAL_NONE;
        const bool steps = i == 1; // the ledge can be stepped onto: the step height does not scale
        assert_int_equal(refusal(&s), steps ? LOPE_REFUSAL_STEP : why);
        lope_mantle_report report;
        if (i == 2) {
            assert_true(lope_mantle_report_of(&s.moveset, &s.state, &report));
            assert_int_equal(report.kind, LOPE_MANTLE_HIGH);
            mantle_scene_press(&s, false);
            while (s.ended < 0) tick(&s);
            assert_true(fabs(mantle_scene_seen(&s, s.state.feet).x + 0.075) < 1e-3);
            assert_true(fabs(s.ended - s.began - 1.75) < 1e-5);
        }
        mantle_scene_close(&s);
    }
}

// ---- disturbances ---------------------------------------------------------------------------------------

static void ledge_that_vanishes_lets_go(void **unused)
{
    (void)unused;
    each_kind(k) for (uint32_t way = 0; way < LOPE_MANTLE_WAY_COUNT; way++)
    {
        mantle_case c = plain(k);
        c.way = way;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        mantle_scene_press(&s, false);
        while (s.time < 0.4) tick(&s);
        assert_true(mantles(&s));
        assert_int_equal(lope_level_remove(s.level, s.ledges[0]), LOPE_OK);
        tick(&s);
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        assert_int_equal(count_events(&s, LOPE_EVENT_ABILITY_END), 1);
        assert_false(s.state.pages & LOPE_PAGE_ABILITY);
        while (s.time < 3) tick(&s);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        mantle_scene_close(&s);
    }
}

// A slab that comes down over the ledge in the middle of it: the character is never inside, and falls.
static void what_comes_in_the_way_lets_go(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        const mantle_case c = plain(k);
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        mantle_scene_press(&s, false);
        while (s.time < 0.3) tick(&s);
        add_block(&s, &(mantle_block){.center = {-2, 3.2, 0}, .half = {2, 1, 5}});
        while (mantles(&s)) {
            tick(&s);
            assert_true(mantle_scene_depth(&s) < 1e-3);
            assert_true(s.time < 2);
        }
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        mantle_scene_close(&s);
    }
}

// Under a cornice, or a roof that ends over the character, the way goes up beside it.
static void way_goes_round_what_is_above(void **unused)
{
    (void)unused;
    each_kind(k) for (int roof = 0; roof < 2; roof++)
    {
        mantle_case c = plain(k);
        c.gap = roof ? 0.3 : 0.01;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        // a cornice of 0.2 m under the top, or a roof from 0.5 m off the wall on
        const mantle_block block = roof ? (mantle_block){.center = {1.78, 2.4, 0}, .half = {1, 0.3, 5}}
                                        : (mantle_block){.center = {0.05, 1.1, 0}, .half = {0.05, 0.1, 5}};
        add_block(&s, &block);
        mantle_onto_the_ledge(&s);
        mantle_scene_close(&s);
    }
}

// The character stands on what it has mantled and jumps off with its velocity.
static void ledge_is_the_base_at_the_end(void **unused)
{
    (void)unused;
    each_kind(k) for (uint32_t way = 0; way < LOPE_MANTLE_WAY_COUNT; way++)
    {
        mantle_case c = plain(k);
        c.shape = MANTLE_MOVING;
        c.extra = 2;
        c.way = way;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        mantle_scene_press(&s, false);
        while (s.ended < 0) tick(&s);
        tick(&s);
        assert_true(s.state.base_body == lope_level_id(s.level, s.ledges[0]));
        s.input.held = LOPE_BUTTON_JUMP;
        tick(&s);
        tick(&s);
        assert_int_equal(s.state.mode, LOPE_MODE_FALLING);
        const lope_point velocity = lope_quat_rotate_point(lope_quat_conjugate(s.turn), lope_vec3_to_point(s.state.velocity));
        assert_true(fabs(velocity.z - 2) < 0.02 && fabs(velocity.x) < 0.02);
        mantle_scene_close(&s);
    }
}

// From a floor that moves onto a ledge that does not, and from one body onto another that goes elsewhere.
static void mantle_leaves_a_base_that_moves(void **unused)
{
    (void)unused;
    each_kind(k) for (int way = 0; way < 3; way++)
    {
        static const double velocities[3][3] = {{0, 0, 1.5}, {0, 1, 0}, {-0.5, 0, 0}};
        mantle_case c = plain(k);
        c.shape = way == 2 ? MANTLE_TURNING : MANTLE_BOX;
        c.gap = 0.25;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        // a plate of 0.2 m on the floor, on which the character stands: the ledge is 1 m above it
        lope_box_def def = {.size = {0.9f, 0.2f, 3}};
        def.body.position = lope_quat_rotate_point(s.turn, lope_point_make(0.6, 0.1, 0));
        def.body.rotation = s.turn;
        def.body.moving = true;
        const lope_body plate = lope_level_add_box(s.level, &def);
        const lope_point up = lope_vec3_to_point(s.state.up);
        s.state.feet = lope_point_mad(s.state.feet, up, 0.2);
        for (int i = 0; s.ended < 0 && s.time < 3; i++) {
            const double next = s.time + 1 / c.rate, *v = velocities[way];
            const lope_point at = {0.6 + v[0] * next, 0.1 + v[1] * next, v[2] * next};
            lope_level_set_pose(s.level, plate, &(lope_transform){lope_quat_rotate_point(s.turn, at), s.turn});
            mantle_scene_press(&s, i == 3);
            tick(&s);
            if (i == 3 && !mantles(&s)) fail_msg("refused with %u", refusal(&s));
        }
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        const lope_point end = mantle_scene_seen(&s, s.state.feet);
        assert_true(fabs(end.y - 1.2) < 1e-3 && end.x < -0.1 && end.x > -0.3);
        mantle_scene_close(&s);
    }
}

// Into a gap of 0.25 m between two boxes, through which no capsule goes, the character comes onto one of them.
static void gap_is_no_way_through(void **unused)
{
    (void)unused;
    each_kind(k) for (int i = 0; i < 7; i++)
    {
        mantle_case c = plain(k);
        c.shape = MANTLE_SLATS; // its boxes are taken out
        mantle_scene s;
        mantle_scene_open(&s, &c);
        for (uint32_t n = 0; n < s.ledge_count; n++) lope_level_remove(s.level, s.ledges[n]);
        s.block_count = 1;
        const double middle = 0.06 * (i - 3);
        for (int side = -1; side <= 1; side += 2) {
            const mantle_block block = {.center = {-2, 0.6, middle + side * 2.125}, .half = {2, 0.6, 2}};
            add_block(&s, &block);
        }
        mantle_onto_the_ledge(&s);
        mantle_scene_close(&s);
    }
}

// Only the ability sets its modes.
static void request_for_its_mode_is_refused(void **unused)
{
    (void)unused;
    const mantle_case c = plain(2);
    mantle_scene s;
    mantle_scene_open(&s, &c);
    for (uint32_t mode = LOPE_MODE_GAME; mode < LOPE_MODE_GAME + 2; mode++) {
        const lope_requests requests = {.asked = LOPE_REQUEST_MODE, .mode = mode};
        s.input.requests = &requests;
        tick(&s);
        assert_int_equal(lope_report_refused(&s.report, LOPE_ASKED_MODE), LOPE_REFUSAL_WRONG_MODE);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
    }
    mantle_scene_close(&s);
}

// A moveset that does not take an ability is as it was, without the modes that the ability would bring.
static void refused_ability_leaves_no_modes(void **unused)
{
    (void)unused;
    static const lope_mode one = {.name = "one", .settings_size = 4}, two = {.name = "one"};
    static const lope_mode *const modes[] = {&one, &two, NULL};
    const lope_ability ability = {.name = "twice", .modes = modes};
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset, before;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_OK);
    assert_int_equal(moveset.game_mode_count, 2);
    assert_string_equal(lope_moveset_mode_name(&moveset, LOPE_MODE_GAME), "mantling");
    before = moveset;
    assert_int_equal(lope_moveset_add_ability(&moveset, &ability, NULL, NULL, NULL), LOPE_ERROR_DUPLICATE);
    assert_memory_equal(&moveset, &before, sizeof moveset);
    assert_int_equal(lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, NULL, NULL), LOPE_ERROR_DUPLICATE);
    assert_memory_equal(&moveset, &before, sizeof moveset);
}

// ---- state ----------------------------------------------------------------------------------------------

// From a copy of the state in the middle of it, and from its saved bytes, it goes on to the same bits.
static void copy_goes_on_to_the_same_bits(void **unused)
{
    (void)unused;
    printf("  seed %u\n", random_state);
    for (int n = 0; n < 200; n++) {
        static const mantle_shape shapes[] = {MANTLE_BOX, MANTLE_MESH, MANTLE_MOVING, MANTLE_TURNING, MANTLE_SINKING};
        mantle_case c = plain((int)draw(4 * RATES));
        c.shape = shapes[draw(5)];
        c.extra = draw(4);
        c.way = draw(LOPE_MANTLE_WAY_COUNT);
        c.height = 0.5 + 0.05 * draw(20);
        c.above = draw(2) ? 0.8 : 0;
        mantle_scene s, other;
        mantle_scene_open(&s, &c);
        mantle_scene_open(&other, &c);
        const double at = 0.02 * draw(60);
        for (int pass = 0; pass < 2; pass++) mantle_scene_press(pass ? &other : &s, true);
        bool copied = false;
        while (s.time < 2) {
            tick(&s);
            if (copied) tick(&other);
            if (copied) assert_true(lope_state_hash(&s.state) == lope_state_hash(&other.state));
            if (!copied && s.time >= at) {
                other.time = s.time;
                other.state = s.state;
                lope_nearby_clear(other.nearby);
                for (uint32_t i = 0; i < s.ledge_count; i++) {
                    lope_transform pose;
                    lope_level_pose(s.level, s.ledges[i], &pose);
                    if (c.shape >= MANTLE_MOVING) lope_level_set_pose(other.level, other.ledges[i], &pose);
                }
                lope_level_end_tick(other.level);
                copied = true;
            }
            mantle_scene_press(&s, false);
            mantle_scene_press(&other, false);
        }
        mantle_scene_close(&s);
        mantle_scene_close(&other);
    }
}

// What an animation system is told goes on evenly, and ends where the asset ends.
static void report_follows_the_animation(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        mantle_case c = plain(k);
        c.height = 1.6;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        set(&s, "variant", 8);
        lope_mantle_report report, before = {0};
        assert_false(lope_mantle_report_of(&s.moveset, &s.state, &report));
        mantle_scene_press(&s, true);
        tick(&s);
        mantle_scene_press(&s, false);
        while (mantles(&s)) {
            assert_true(lope_mantle_report_of(&s.moveset, &s.state, &report));
            assert_int_equal(report.kind, LOPE_MANTLE_HIGH);
            assert_int_equal(report.variant, 8);
            assert_true(report.time > before.time && report.position > before.position && report.blend >= before.blend);
            assert_true(fabs((double)(report.position - 1.2f * report.time) - 0.6 * (2 - 1.6) / 0.75) < 1e-4);
            assert_true(report.root.y >= before.root.y && report.root.z <= before.root.z);
            before = report;
            tick(&s);
        }
        assert_true(report.seconds - report.time <= 1.01f / (float)c.rate);
        mantle_scene_close(&s);
    }
    assert_string_equal(lope_mantle_animation(LOPE_MANTLE_LOW, 8), "Mantle_1m_LH");
    assert_string_equal(lope_mantle_animation(LOPE_MANTLE_HIGH, 8), "Mantle_2m_Default");
    assert_string_equal(lope_mantle_animation(LOPE_MANTLE_LOW, 99), "Mantle_1m_Default");
}

// By the caller's curves for the root the body goes along them: here 1.5 m up at once, then 0.65 m ahead.
static void root_follows_the_callers_curves(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        mantle_case c = plain(k);
        c.height = 1;
        c.way = LOPE_MANTLE_ROOT;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        const lope_curve forward = {.kind = LOPE_CURVE_LINEAR, .count = 2, .x = {0.5f, 1}, .y = {0, 0.65f}},
                         up = {.kind = LOPE_CURVE_LINEAR, .count = 2, .x = {0, 0.5f}, .y = {0, 1}};
        uint32_t one, two;
        assert_int_equal(lope_moveset_add_curve(&s.moveset, &forward, &one, NULL), LOPE_OK);
        assert_int_equal(lope_moveset_add_curve(&s.moveset, &up, &two, NULL), LOPE_OK);
        set(&s, "root_forward", 1 + one);
        set(&s, "root_up", 1 + two);
        mantle_scene_press(&s, true);
        const double start = mantle_scene_seen(&s, s.state.feet).x, end = -0.15;
        do {
            tick(&s);
            mantle_scene_press(&s, false);
            const double t = s.time - s.began, w = fmin(t / 0.2, 1) * fmin(fmax((t - 0.3) / 0.4, 0), 1);
            const lope_point at = mantle_scene_seen(&s, s.state.feet);
            const double ahead = 0.65 * fmin(fmax((t - 0.5) / 0.5, 0), 1), above = fmin(t / 0.5, 1);
            if (!mantles(&s)) break;
            assert_true(fabs(at.y - above) < 1e-3);
            // the facing at the start is across the wall's: only the wall's own part is looked at when it is done
            if (t > 0.7) assert_true(fabs(at.x - (end + 0.65 - ahead)) < 1e-3);
            if (t < 0.3) assert_true(fabs(at.x - start) < 1e-3);
            (void)w;
        } while (s.ended < 0);
        assert_int_equal(s.state.mode, LOPE_MODE_WALKING);
        mantle_scene_close(&s);
    }
}

// ---- probe and cost -------------------------------------------------------------------------------------

// Asked again at one instant, the probe does not look again.
static uint32_t casts_before, casts_after, sweeps;
static uint32_t ask_twice(lope_tick *tick, const lope_ability_self *self)
{
    const lope_probe_def def = {
        .feet = lope_tick_feet(tick), .direction = {-1, 0, 0}, .least = 0.25, .most = 2, .reach = 0.7, .into = 0.15, .scale = 1};
    lope_probe_def less = def;
    less.most = 1.5;
    (void)self;
    casts_before = lope_tick_probe(tick, &def)->casts;
    const lope_probe *again = lope_tick_probe(tick, &less);
    casts_after = again->casts;
    sweeps = again->ledge_count;
    return LOPE_REFUSAL_GAME;
}

static void probe_looks_once(void **unused)
{
    (void)unused;
    const lope_ability asks = {.name = "asks", .button = LOPE_BUTTON_GAME, .try_start = ask_twice};
    mantle_case c = plain(2);
    c.up = 0;
    mantle_scene s;
    mantle_scene_open(&s, &c);
    assert_int_equal(lope_moveset_add_ability(&s.moveset, &asks, NULL, NULL, NULL), LOPE_OK);
    tick(&s);
    assert_int_equal(s.report.probed, 0);
    s.input.held = LOPE_BUTTON_GAME;
    tick(&s);
    assert_int_equal(s.report.probed, 1);
    assert_true(casts_before > 5 && casts_before == casts_after);
    assert_int_equal(sweeps, 1);
    assert_true(s.report.probe.casts == casts_before);
    const lope_probe_ledge *ledge = &s.report.probe.ledges[0];
    assert_true(fabs(ledge->height - 1.2) < 1e-6 && fabs(ledge->edge.x) < 1e-6 && fabs(ledge->stand.x + 0.15) < 1e-6);
    assert_true(ledge->flags == (LOPE_LEDGE_WALKABLE | LOPE_LEDGE_FLOOR) && fabs(ledge->floor) < 1e-6);
    mantle_scene_close(&s);
}

// A thin wall has a far side, with a floor behind it; a ceiling leaves so much room.
static void probe_tells_far_side_and_room(void **unused)
{
    (void)unused;
    each_kind(k)
    {
        mantle_case c = plain(k);
        c.shape = MANTLE_THIN;
        mantle_scene s;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        const lope_probe_ledge *ledge = &s.report.probe.ledges[0];
        assert_int_equal(ledge->flags, LOPE_LEDGE_WALKABLE | LOPE_LEDGE_FLOOR | LOPE_LEDGE_FAR_SIDE | LOPE_LEDGE_BEHIND);
        assert_true(fabs(ledge->depth - 0.1) < 1e-6 && fabs(ledge->behind) < 1e-6);
        mantle_scene_close(&s);
        c.shape = MANTLE_CEILING;
        c.extra = 1.3;
        mantle_scene_open(&s, &c);
        mantle_scene_press(&s, true);
        tick(&s);
        assert_int_equal(refusal(&s), LOPE_REFUSAL_NO_ROOM);
        assert_true(fabs(s.report.probe.ledges[0].room - 1.3) < 1e-6);
        mantle_scene_close(&s);
    }
}

// Work is counted, not time, which `./run bench` measures: at most a few queries a tick, whatever the way.
static void active_tick_is_cheap(void **unused)
{
    (void)unused;
    for (uint32_t way = 0; way < LOPE_MANTLE_WAY_COUNT; way++)
        for (int shape = 0; shape < 3; shape++) {
            static const mantle_shape shapes[] = {MANTLE_BOX, MANTLE_MESH, MANTLE_TURNING};
            mantle_case c = plain(2);
            c.shape = shapes[shape];
            c.way = way;
            mantle_scene s;
            uint32_t sweeps = 0, triangles = 0, gathers = 0;
            mantle_scene_open(&s, &c);
            mantle_scene_press(&s, true);
            tick(&s);
            mantle_scene_press(&s, false);
            for (tick(&s); mantles(&s); tick(&s)) {
                if (s.report.sweeps > sweeps) sweeps = s.report.sweeps;
                if (s.report.triangles > triangles) triangles = s.report.triangles;
                if (s.report.gathers > gathers) gathers = s.report.gathers;
            }
            // measured: 2 sweeps, 6 triangles, 3 gathers; a tick that looked around or ran in parts would take dozens
            assert_true(sweeps <= 2 && triangles <= 8 && gathers <= 3);
            printf("  way %u, %s: at most %u sweeps, %u triangles, %u gathers in a tick\n", way, mantle_shape_name(shapes[shape]),
                   sweeps, triangles, gathers);
            mantle_scene_close(&s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(press_takes_the_jump),
        cmocka_unit_test(press_without_a_direction_jumps),
        cmocka_unit_test(own_button_needs_no_direction),
        cmocka_unit_test(a_teleport_ends_it),
        cmocka_unit_test(air_starts_by_itself),
        cmocka_unit_test(settings_rule_ledges_out),
        cmocka_unit_test(ledge_speed_is_limited_when_set),
        cmocka_unit_test(surface_that_is_not_walkable_is_refused),
        cmocka_unit_test(lengths_scale_with_the_capsule),
        cmocka_unit_test(ledge_that_vanishes_lets_go),
        cmocka_unit_test(what_comes_in_the_way_lets_go),
        cmocka_unit_test(way_goes_round_what_is_above),
        cmocka_unit_test(ledge_is_the_base_at_the_end),
        cmocka_unit_test(mantle_leaves_a_base_that_moves),
        cmocka_unit_test(gap_is_no_way_through),
        cmocka_unit_test(request_for_its_mode_is_refused),
        cmocka_unit_test(refused_ability_leaves_no_modes),
        cmocka_unit_test(copy_goes_on_to_the_same_bits),
        cmocka_unit_test(report_follows_the_animation),
        cmocka_unit_test(root_follows_the_callers_curves),
        cmocka_unit_test(probe_looks_once),
        cmocka_unit_test(probe_tells_far_side_and_room),
        cmocka_unit_test(active_tick_is_cheap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
