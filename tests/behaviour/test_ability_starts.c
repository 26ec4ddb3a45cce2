// test_ability_starts.c - how abilities start: which of a group is at work, what is cancelled before, triggers,
// the medium, phases, the place of a refusal.
#include "ability_scene.h"

// ---- others ---------------------------------------------------------------------------------------------

// What is cancelled ends before the start: its `ended` cannot undo what the new one does.
static uint32_t order[8], order_count;

static void fly_at_start(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    order[order_count++] = 1;
    lope_tick_set_mode(tick, LOPE_MODE_FLYING);
}
static void walk_at_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    (void)self;
    order[order_count++] = 10 + (uint32_t)why;
    lope_tick_set_mode(tick, LOPE_MODE_WALKING);
}

static void what_is_cancelled_ends_before_the_start(void **unused)
{
    (void)unused;
    static const char *const cancelled[] = {"old", NULL};
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability old = span, new = span;
    old.name = "old";
    old.ended = walk_at_end;
    new.name = "new";
    new.button = OTHER_PRESS;
    new.cancels = cancelled;
    new.start = fly_at_start;
    const uint32_t first = add(s, &old), second = add(s, &new);
    order_count = 0;
    press(s, PRESS, 0.01f);
    press(s, OTHER_PRESS, 0.01f);
    assert_int_equal(order_count, 2);
    assert_int_equal(order[0], 10 + LOPE_END_CANCELLED);
    assert_int_equal(order[1], 1);
    assert_int_equal(s->state.mode, LOPE_MODE_FLYING);
    assert_true(is_on(s, second));
    const uint32_t ended = nth(s, LOPE_EVENT_ABILITY_END, first, 0)->event.sequence;
    assert_true(ended < nth(s, LOPE_EVENT_ABILITY, second, 0)->event.sequence);
    stage_close(s);
}

// Of a group one is at work: others are blocked, but for one that cancels the group; other groups are free.
static void one_of_a_group_is_at_work(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    const uint32_t body = LOPE_GROUP_BODY, hands = LOPE_GROUP_GAME, head = LOPE_GROUP_GAME << 1;
    lope_ability a = span, b = span, c = span, d = span, e = span;
    a.name = "a", a.groups = body | hands;
    b.name = "b", b.groups = body, b.button = PRESS << 1;
    c.name = "c", c.groups = body, c.button = PRESS << 2, c.cancels_groups = body;
    d.name = "d", d.groups = head, d.button = PRESS << 3, d.blocks_groups = hands;
    e.name = "e", e.button = PRESS << 4;
    const uint32_t ids[] = {add(s, &a), add(s, &b), add(s, &c), add(s, &d), add(s, &e)};
    press(s, PRESS, 0.01f);
    press(s, PRESS << 1, 0.01f);
    assert_int_equal(refused(s, ids[1]), LOPE_REFUSAL_BLOCKED);
    assert_int_equal(s->report.refused[0].blocked_by, ids[0] + 1);
    press(s, PRESS << 4, 0.01f);
    assert_true(is_on(s, ids[0]) && is_on(s, ids[4]));
    press(s, PRESS << 2, 0.01f);
    assert_true(is_on(s, ids[2]) && is_on(s, ids[4]) && !is_on(s, ids[0]));
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_END, ids[0], 0)->event.to, LOPE_END_CANCELLED);
    press(s, PRESS << 1, 0.01f); // the one that cancels the group is in it
    assert_int_equal(refused(s, ids[1]), LOPE_REFUSAL_BLOCKED);
    stage_close(s);
    s = open_at(0, LOPE_MODE_WALKING);
    const uint32_t hand = add(s, &a), other = add(s, &d);
    press(s, PRESS << 3, 0.01f);
    press(s, PRESS, 0.01f);
    assert_true(is_on(s, other));
    assert_int_equal(refused(s, hand), LOPE_REFUSAL_BLOCKED);
    stage_close(s);
}

static void what_blocks_jump_refuses_it(void **unused)
{
    (void)unused;
    static const char *const jump[] = {"jump", NULL};
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = span;
    ability.blocks = jump;
    add(s, &ability);
    set(s, "span", "duration", 0.3);
    press(s, PRESS, 0.01f);
    press(s, LOPE_BUTTON_JUMP, 0.01f);
    stage_run(s, 0.2, 100);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
    assert_int_equal(stage_first(s, LOPE_EVENT_REFUSE)->event.to, LOPE_REFUSAL_BLOCKED);
    stage_run(s, 0.2, 100);
    press(s, LOPE_BUTTON_JUMP, 0.01f);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);
}

// ---- triggers, media, phases ----------------------------------------------------------------------------

static void let_go(stage *s, uint32_t buttons, float dt)
{
    s->input.held &= ~buttons;
    stage_tick(s, dt);
}

static void a_release_asks_where_the_trigger_says_so(void **unused)
{
    (void)unused;
    for (int taken = 0; taken < 2; taken++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        lope_ability first = span, second = span;
        first.name = "first";
        if (taken) first.try_start = take_press;
        second.name = "second";
        second.conditions.trigger = LOPE_TRIGGER_RELEASE;
        const uint32_t a = add(s, &first), b = add(s, &second);
        s->input.held = PRESS;
        press(s, PRESS, 0.01f);
        assert_true(is_on(s, a) && !is_on(s, b));
        stage_run(s, 0.1, 100);
        assert_false(is_on(s, b));
        let_go(s, PRESS, 0.01f);
        assert_int_equal(is_on(s, b), !taken); // a press that was taken is let go by nobody
        stage_close(s);
    }
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability tap = span;
    tap.conditions.trigger = LOPE_TRIGGER_RELEASE;
    const uint32_t id = add(s, &tap);
    press(s, PRESS, 0.01f); // down and up within the tick
    assert_true(is_on(s, id));
    stage_close(s);
}

// Held, it starts at the instant of the landing, and when the cooldown is over; only the press is refused.
static void a_held_button_asks_until_it_may(void **unused)
{
    (void)unused;
    double landed = 0;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_at(1, LOPE_MODE_FALLING);
        lope_ability ability = span;
        ability.conditions = (lope_conditions){.grounded = true, .trigger = LOPE_TRIGGER_HELD, .cooldown = 0.5f};
        const uint32_t id = add(s, &ability);
        set(s, "span", "duration", 0.1);
        s->input.held = PRESS;
        stage_run(s, 1.5, rates[i]);
        const double start = nth(s, LOPE_EVENT_ABILITY, id, 0)->time;
        check_near("at the landing", start, stage_first(s, LOPE_EVENT_LAND)->time, 1e-6);
        check_near("again", nth(s, LOPE_EVENT_ABILITY, id, 1)->time, start + 0.5, 1e-5);
        assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
        if (i == 0) landed = start;
        check_near("at each rate", start, landed, 1e-5);
        const int starts = count_of(s, LOPE_EVENT_ABILITY, id);
        s->input.held = 0;
        stage_run(s, 1, rates[i]);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), starts);
        stage_close(s);
    }
}

static void a_medium_is_a_condition(void **unused)
{
    (void)unused;
    const lope_volume pool = {.water = true};
    stage *s = open_at(0, LOPE_MODE_WALKING);
    stage_volume(s, 5, -1, -5, 15, 3, 5, false, &pool);
    lope_ability dry = span, wet = span;
    dry.name = "dry";
    dry.conditions.media = LOPE_MEDIUM_AIR;
    wet.name = "wet";
    wet.conditions.media = LOPE_MEDIUM_WATER;
    const uint32_t a = add(s, &dry), b = add(s, &wet);
    press(s, PRESS, 0.01f);
    assert_true(is_on(s, a));
    assert_int_equal(refused(s, b), LOPE_REFUSAL_MEDIUM);
    stage_place(s, 10, 0.5, 0, LOPE_MODE_SWIMMING);
    press(s, PRESS, 0.01f);
    assert_true(is_on(s, b));
    assert_int_equal(refused(s, a), LOPE_REFUSAL_MEDIUM);
    stage_close(s);
}

static bool pass_to_phases(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)tick;
    (void)seconds;
    *self->phase = self->seconds < 0.1 ? 0 : self->seconds < 0.2 ? 7 : 8;
    return true;
}

static void phases_are_told(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = span;
    ability.passed = pass_to_phases;
    const uint32_t id = add(s, &ability);
    press(s, PRESS, 0.01f);
    stage_run(s, 0.5, 100);
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY_PHASE, id), 2);
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_PHASE, id, 0)->event.to, 7);
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_PHASE, id, 1)->event.to, 8);
    stage_close(s);
}

// Without room to stand the refusal tells where, and what is in the way.
static void no_room_is_refused_with_its_place(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    const lope_body bar = stage_box(s, -2, 1, -2, 2, 2, 2);
    lope_ability ability = span;
    ability.conditions.head_room = true;
    const uint32_t id = add(s, &ability);
    stage_place(s, 5, 0, 0, LOPE_MODE_WALKING);
    s->input.held = LOPE_BUTTON_CROUCH;
    stage_tick(s, 0.01f);
    stage_move(s, -1, 0);
    stage_run(s, 1.7, 100); // 5 m at 3 m/s
    stage_move(s, 0, 0);
    press(s, PRESS, 0.01f);
    assert_int_equal(refused(s, id), LOPE_REFUSAL_NO_ROOM);
    for (uint32_t i = 0; i < s->report.refused_count; i++) {
        const lope_refused *r = &s->report.refused[i];
        if (r->asked != LOPE_ASKED_ABILITY + id) continue;
        assert_int_equal(r->query, LOPE_QUERY_OF_CONDITIONS);
        check_near("height of the place", r->point.y, 1, 1e-3);
        assert_true(r->body == lope_level_id(s->level, bar));
    }
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_cancelled_ends_before_the_start),
        cmocka_unit_test(one_of_a_group_is_at_work),
        cmocka_unit_test(what_blocks_jump_refuses_it),
        cmocka_unit_test(a_release_asks_where_the_trigger_says_so),
        cmocka_unit_test(a_held_button_asks_until_it_may),
        cmocka_unit_test(a_medium_is_a_condition),
        cmocka_unit_test(phases_are_told),
        cmocka_unit_test(no_room_is_refused_with_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
