// test_abilities.c - abilities of a game's own: conditions and reasons, cooldowns, buffers, which ability
// blocks which, pieces and ends.
#include "ability_scene.h"
#include "clean_state.h"

#include <lope/record.h>
#include <lope/save.h>

static uint32_t never(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    lope_tick_refused_by(tick, 2, lope_point_make(1, 2, 3), 77);
    return LOPE_REFUSAL_GAME + 3;
}

// 2 m/s along x, for 0.5 s; then it falls.
static double run_glide(lope_tick *tick, double seconds)
{
    float *time = lope_tick_data(tick);
    double rest = 0.5 - (double)*time, part = seconds < rest ? seconds : rest;
    lope_tick_set_velocity(tick, lope_point_make(2, 0, 0));
    lope_tick_slide_for(tick, lope_point_make(2 * part, 0, 0), part);
    *time += (float)part;
    if (seconds - part < 1e-6) return 0;
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return seconds - part;
}
static const lope_mode glide = {.name = "glide", .data_size = sizeof(float), .run = run_glide};
#define GLIDE LOPE_MODE_GAME
static uint32_t begin_glide(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    lope_tick_set_mode(tick, GLIDE);
    return LOPE_REFUSAL_NONE;
}

// ---- conditions -----------------------------------------------------------------------------------------

// Presses, and checks that the ability is refused for that reason; without the condition it starts.
static void check_refused(stage *s, lope_conditions conditions, uint32_t why)
{
    lope_ability ability = span, free = span;
    ability.conditions = conditions;
    free.name = "free";
    free.button = OTHER_PRESS;
    uint32_t id = add(s, &ability), other = add(s, &free);
    press(s, PRESS | OTHER_PRESS, 1e-3f);
    if (refused(s, id) != why)
        fail_msg("refused for \"%s\", wanted \"%s\"", lope_refusal_text(refused(s, id)), lope_refusal_text(why));
    assert_false(is_on(s, id));
    assert_int_equal(refused(s, other), LOPE_REFUSAL_NONE);
    assert_true(is_on(s, other));
    const stage_event *event = stage_last(s, LOPE_EVENT_REFUSE);
    assert_int_equal(event->event.from, LOPE_ASKED_ABILITY + id);
    assert_int_equal(event->event.to, why);
    stage_close(s);
}

static void conditions_refuse_with_their_own_reason(void **unused)
{
    (void)unused;
    check_refused(open_at(0, LOPE_MODE_WALKING), (lope_conditions){.modes = 1u << LOPE_MODE_FALLING}, LOPE_REFUSAL_WRONG_MODE);
    check_refused(open_at(5, LOPE_MODE_FALLING), (lope_conditions){.modes = 1u << LOPE_MODE_WALKING}, LOPE_REFUSAL_WRONG_MODE);
    check_refused(open_at(5, LOPE_MODE_FALLING), (lope_conditions){.grounded = true}, LOPE_REFUSAL_IN_THE_AIR);
    check_refused(open_at(5, LOPE_MODE_FALLING), (lope_conditions){.grounded = true, .coyote = true}, LOPE_REFUSAL_IN_THE_AIR);
    check_refused(open_at(0, LOPE_MODE_WALKING), (lope_conditions){.airborne = true}, LOPE_REFUSAL_ON_THE_GROUND);
    check_refused(open_at(0, LOPE_MODE_WALKING), (lope_conditions){.stamina = 101}, LOPE_REFUSAL_STAMINA);
}

static void conditions_that_hold_let_it_start(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = span;
    ability.conditions =
        (lope_conditions){.modes = 1u << LOPE_MODE_WALKING, .grounded = true, .head_room = true, .cooldown = 1, .stamina = 100};
    uint32_t id = add(s, &ability);
    press(s, PRESS, 1e-3f);
    assert_int_equal(refused(s, id), LOPE_REFUSAL_NONE);
    assert_true(is_on(s, id));
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 1);
    stage_close(s);
}

static void head_room_is_that_of_the_standing_capsule(void **unused)
{
    (void)unused;
    for (int low = 0; low < 2; low++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, -2, low ? 1.2 : 1.9, -2, 2, 3, 2);
        lope_ability ability = span;
        ability.conditions.head_room = true;
        uint32_t id = add(s, &ability);
        s->state.height = 0.8f;
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        s->input.held = LOPE_BUTTON_CROUCH;
        stage_run(s, 0.2, 60);
        assert_true(s->state.height < 1);
        press(s, PRESS, 1.0f / 60);
        assert_int_equal(refused(s, id), low ? LOPE_REFUSAL_NO_ROOM : LOPE_REFUSAL_NONE);
        assert_int_equal(is_on(s, id), !low);
        stage_close(s);
    }
}

static void what_the_input_forbids_does_not_start_and_goes_on(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability other = span;
    other.name = "other";
    other.button = OTHER_PRESS;
    uint32_t id = add(s, &span), second = add(s, &other);
    press(s, PRESS, 1e-3f);
    s->input.forbidden = LOPE_FORBID_ABILITIES;
    press(s, OTHER_PRESS, 1e-3f);
    assert_int_equal(refused(s, second), LOPE_REFUSAL_FORBIDDEN);
    assert_true(is_on(s, id));
    stage_close(s);
}

static void try_start_refuses_with_its_query(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = span;
    ability.try_start = never;
    ability.conditions.cooldown = 5;
    uint32_t id = add(s, &ability);
    for (int i = 0; i < 2; i++) { // a refusal costs nothing: no cooldown
        press(s, PRESS, 1e-3f);
        assert_int_equal(s->report.refused_count, 1);
        const lope_refused *told = &s->report.refused[0];
        assert_int_equal(told->why, LOPE_REFUSAL_GAME + 3);
        assert_int_equal(told->query, 2);
        assert_true(told->point.y == 2 && told->body == 77);
        assert_false(is_on(s, id));
    }
    assert_int_equal(s->state.pages & LOPE_PAGE_GAUGES, 0);
    stage_close(s);
}

static void four_are_at_work_at_most(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    static const char *const cancels[] = {"b", NULL};
    for (uint32_t i = 0; i < 6; i++) {
        lope_ability *ability = test_malloc(sizeof *ability);
        *ability = span;
        ability->name = names[i];
        ability->button = PRESS << i;
        if (i == 5) ability->cancels = cancels;
        add(s, ability);
    }
    for (uint32_t i = 5; i-- > 0;) press(s, PRESS << i, 1e-3f);
    assert_int_equal(refused(s, 0), LOPE_REFUSAL_FULL);
    // in order
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) assert_int_equal(s->state.abilities[i].id, i + 2);
    press(s, PRESS << 5, 1e-3f); // makes room for itself
    assert_true(is_on(s, 5));
    assert_false(is_on(s, 1));
    for (uint32_t i = 0; i < 6; i++) test_free((void *)(uintptr_t)s->moveset.abilities[i]);
    stage_close(s);
}

// ---- gauges ---------------------------------------------------------------------------------------------

// By itself, as often as cooldown and charges allow: at the same instants at every rate.
static void cooldown_ends_at_the_same_instant_at_every_rate(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        lope_ability ability = {.name = "pulse", .conditions = {.cooldown = 0.31f, .charges = 2}};
        uint32_t id = add(s, &ability);
        stage_run(s, 2, rates[r]);
        // one in each tick while there are charges, then one after each cooldown
        int count = count_of(s, LOPE_EVENT_ABILITY, id);
        assert_int_equal(count, 2 + 6);
        // each is kept as a float, and ends up to 1e-6 s early: 6 of them in a row
        for (int i = 2; i < count; i++) check_near("start", nth(s, LOPE_EVENT_ABILITY, id, i)->time, 0.31 * (i - 1), 7e-6);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY_END, id), count); // it has no duration
        assert_int_equal(s->report.refused_count, 0);                     // nobody asked
        stage_close(s);
    }
}

static void charges_are_used_up_and_come_back(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = {.name = "blink", .button = PRESS, .conditions = {.cooldown = 1, .charges = 3}};
    uint32_t id = add(s, &ability);
    for (int i = 0; i < 4; i++) press(s, PRESS, 0.01f);
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 3);
    assert_int_equal(refused(s, id), LOPE_REFUSAL_COOLDOWN);
    stage_run(s, 1, 100); // one is back
    press(s, PRESS, 0.01f);
    press(s, PRESS, 0.01f);
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 4);
    assert_int_equal(refused(s, id), LOPE_REFUSAL_COOLDOWN);
    stage_run(s, 3.5, 100);
    assert_int_equal(s->state.pages & LOPE_PAGE_GAUGES, 0); // all are there
    stage_close(s);
}

static void uses_in_air_come_back_on_the_ground(void **unused)
{
    (void)unused;
    stage *s = open_at(3, LOPE_MODE_FALLING);
    lope_ability ability = {.name = "flap", .button = PRESS, .conditions = {.uses_in_air = 2}};
    uint32_t id = add(s, &ability);
    for (int i = 0; i < 3; i++) press(s, PRESS, 0.01f);
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 2);
    assert_int_equal(refused(s, id), LOPE_REFUSAL_USED_UP);
    stage_run(s, 1.5, 60);
    assert_true(stage_walking(s));
    for (int i = 0; i < 3; i++) press(s, PRESS, 0.01f); // on the ground they do not count
    assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 5);
    assert_int_equal(s->state.pages & LOPE_PAGE_GAUGES, 0);
    stage_close(s);
}

static void stamina_comes_back_after_its_delay(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        lope_ability ability = {.name = "leap", .button = PRESS, .conditions = {.stamina = 60, .buffer = 5}};
        uint32_t id = add(s, &ability);
        press(s, PRESS, 1 / rates[r]);
        check_near("used", (double)s->state.stamina_used, 60, 1e-4);
        press(s, PRESS, 1 / rates[r]); // waits: 40 are left, 1 s of delay and 1 s for 20 more
        stage_run(s, 3, rates[r]);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 2);
        check_near("second", nth(s, LOPE_EVENT_ABILITY, id, 1)->time, 2, 1e-4);
        stage_close(s);
    }
}

// ---- buffer and coyote time -----------------------------------------------------------------------------

static void a_press_waits_for_the_landing(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(1, LOPE_MODE_FALLING);
        lope_ability ability = span;
        ability.conditions = (lope_conditions){.grounded = true, .buffer = 0.4f};
        uint32_t id = add(s, &ability);
        stage_run(s, 0.2, rates[r]);
        press(s, PRESS, 1 / rates[r]);
        stage_run(s, 0.5, rates[r]);
        assert_true(is_on(s, id));
        check_near("starts as it lands", nth(s, LOPE_EVENT_ABILITY, id, 0)->time, stage_first(s, LOPE_EVENT_LAND)->time, 2e-6);
        assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 0);
        stage_close(s);
    }
}

static void a_press_that_waits_too_long_is_refused_at_its_instant(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(20, LOPE_MODE_FALLING);
        lope_ability ability = span;
        ability.conditions = (lope_conditions){.grounded = true, .buffer = 0.123f};
        uint32_t id = add(s, &ability);
        stage_run(s, 0.1, rates[r]);
        double pressed = s->time;
        press(s, PRESS, 1 / rates[r]);
        stage_run(s, 0.3, rates[r]);
        assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
        const stage_event *event = stage_last(s, LOPE_EVENT_REFUSE);
        assert_int_equal(event->event.from, LOPE_ASKED_ABILITY + id);
        assert_int_equal(event->event.to, LOPE_REFUSAL_IN_THE_AIR);
        check_near("refused", event->time, pressed + 0.123, 2e-6);
        assert_int_equal(s->state.pages & LOPE_PAGE_GAUGES, 0);
        stage_close(s);
    }
}

static void coyote_time_counts_as_the_ground(void **unused)
{
    (void)unused;
    for (int late = 0; late < 2; late++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_box(s, -5, -1, -5, 1, 0, 5);
        lope_ability with = span, without = span;
        with.conditions = (lope_conditions){.grounded = true, .coyote = true};
        without.name = "without";
        without.conditions.grounded = true;
        uint32_t id = add(s, &with), other = add(s, &without);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_move(s, 1, 0);
        while (stage_count(s, LOPE_EVENT_WALK_OFF) == 0) stage_tick(s, 0.01f);
        stage_run(s, late ? 0.2 : 0.03, 100);
        press(s, PRESS, 0.01f);
        assert_int_equal(is_on(s, id), !late);
        assert_int_equal(refused(s, id), late ? LOPE_REFUSAL_IN_THE_AIR : LOPE_REFUSAL_NONE);
        assert_int_equal(refused(s, other), LOPE_REFUSAL_IN_THE_AIR);
        stage_close(s);
    }
}

// ---- others ---------------------------------------------------------------------------------------------

static void what_blocks_and_what_cancels(void **unused)
{
    (void)unused;
    static const char *const blocked[] = {"blocked", NULL}, *const cancelled[] = {"blocker", "not there", NULL};
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability blocker = span, low = span, high = span;
    blocker.name = "blocker";
    blocker.blocks = blocked; // is added later
    low.name = "blocked";
    low.button = OTHER_PRESS;
    high.name = "high";
    high.button = PRESS << 2;
    high.cancels = cancelled;
    uint32_t first = add(s, &blocker), second = add(s, &low), third = add(s, &high);
    press(s, PRESS, 0.01f);
    press(s, OTHER_PRESS, 0.01f);
    assert_int_equal(refused(s, second), LOPE_REFUSAL_BLOCKED);
    press(s, PRESS << 2, 0.01f);
    assert_false(is_on(s, first));
    assert_true(is_on(s, third));
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_END, first, 0)->event.to, LOPE_END_CANCELLED);
    press(s, OTHER_PRESS, 0.01f);
    assert_true(is_on(s, second));
    stage_close(s);
}

static void a_press_that_was_taken_is_no_others(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability first = span, second = span, third = span;
    first.name = "waits"; // refused, and would wait for the press
    first.conditions = (lope_conditions){.airborne = true, .buffer = 1};
    second.try_start = take_press;
    third.name = "third";
    uint32_t a = add(s, &first), b = add(s, &second), c = add(s, &third);
    press(s, PRESS, 0.01f);
    assert_true(is_on(s, b));
    assert_false(is_on(s, c));
    assert_true(s->state.gauges[a].buffer == 0);
    stage_close(s);
}

static void a_second_press_starts_again_where_it_may(void **unused)
{
    (void)unused;
    for (int again = 0; again < 2; again++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        lope_ability ability = span;
        ability.conditions.restarts = again;
        uint32_t id = add(s, &ability);
        press(s, PRESS, 0.1f);
        press(s, PRESS, 0.1f);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY, id), 1 + again);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY_END, id), again);
        if (again) assert_int_equal(nth(s, LOPE_EVENT_ABILITY_END, id, 0)->event.to, LOPE_END_REPLACED);
        check_near("seconds", s->state.abilities[0].seconds, again ? 0.1 : 0.2, 1e-6);
        assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 0);
        stage_close(s);
    }
}

// ---- pieces and ends ------------------------------------------------------------------------------------

static void a_piece_ends_at_the_same_instant_at_every_rate(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        uint32_t id = add(s, &span);
        set(s, "span", "duration", 0.237);
        press(s, PRESS, 1 / rates[r]);
        stage_run(s, 0.5, rates[r]);
        assert_int_equal(count_of(s, LOPE_EVENT_ABILITY_END, id), 1);
        const stage_event *event = nth(s, LOPE_EVENT_ABILITY_END, id, 0);
        check_near("ends", event->time, 0.237, 1e-6);
        assert_int_equal(event->event.to, LOPE_END_DONE);
        assert_int_equal(s->state.pages & LOPE_PAGE_ABILITY, 0);
        stage_close(s);
    }
}

// A tick that is cut by an ability moves as one that is not.
static void a_cut_does_not_change_the_way(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        brute_point ends[2];
        for (int cut = 0; cut < 2; cut++) {
            stage *s = open_at(0, LOPE_MODE_WALKING);
            if (cut) add(s, &span);
            if (cut) set(s, "span", "duration", 0.123);
            stage_move(s, 1, 0);
            s->input.pressed = PRESS | LOPE_BUTTON_JUMP;
            stage_run(s, 1.5, rates[r]);
            ends[cut] = stage_feet(s);
            stage_close(s);
        }
        check_near("x", ends[1].x, ends[0].x, 1e-4);
        check_near("y", ends[1].y, ends[0].y, 1e-4);
    }
}

// Slides on: no input, 8 m/s2 of braking and no friction, until it is slower than 2 m/s.
static void slide_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    (void)tick;
    (void)self;
    law->direction = lope_point_make(0, 0, 0);
    law->braking_friction = 0;
    law->braking_deceleration = 8;
}
static double slide_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    lope_velocity_law law = {.max_speed = 100};
    slide_law(tick, self, &law);
    double time = lope_law_time_to_speed(&law, lope_tick_velocity(tick), 2, left);
    return time < 0 ? left : time;
}
static bool slide_passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)self;
    (void)seconds;
    return lope_point_length(lope_tick_velocity(tick)) > 2 + 1e-9;
}

// Closed form: from 6 m/s by 8 m/s2 to 2 m/s takes 0.5 s and 2 m.
static void a_law_slides_alike_at_every_rate(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(0, LOPE_MODE_WALKING);
        lope_ability ability = {.name = "slide", .button = PRESS, .law = slide_law, .piece = slide_piece, .passed = slide_passed};
        uint32_t id = add(s, &ability);
        stage_tick(s, 1e-3f);
        stage_set_velocity(s, 6, 0, 0);
        double from = stage_feet(s).x, begun = s->time;
        stage_move(s, 0, 0);
        press(s, PRESS, 1 / rates[r]);
        while (is_on(s, id)) stage_tick(s, 1 / rates[r]);
        const stage_event *event = nth(s, LOPE_EVENT_ABILITY_END, id, 0);
        // the state keeps 6 m/s to 2.4e-7, which is 3e-8 s of braking: in each of up to 180 ticks
        check_near("ends", event->time - begun, 0.5, 5.4e-6);
        // on from there it brakes by the tuning for the rest of the tick: a 20th of a second at 2 m/s at most
        check_near("slid", stage_feet(s).x - from, 2, 0.1);
        stage_close(s);
    }
}

static void a_mode_of_its_own_ends_it_when_it_is_left(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        stage *s = open_at(3, LOPE_MODE_FALLING);
        assert_int_equal(lope_moveset_add_mode(&s->moveset, &glide, NULL, NULL), LOPE_OK);
        lope_ability ability = {.name = "glider", .button = PRESS, .try_start = begin_glide};
        uint32_t id = add(s, &ability);
        press(s, PRESS, 1 / rates[r]);
        assert_int_equal(s->state.mode, GLIDE);
        stage_run(s, 1, rates[r]);
        const stage_event *event = nth(s, LOPE_EVENT_ABILITY_END, id, 0);
        check_near("left", event->time, 0.5, 2e-6);
        assert_int_equal(event->event.to, LOPE_END_MODE_LEFT);
        stage_close(s);
    }
}

static void it_goes_on_in_its_modes_alone(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    lope_ability ability = span;
    ability.goes_on_in = 1u << LOPE_MODE_WALKING;
    uint32_t id = add(s, &ability);
    press(s, PRESS, 0.01f);
    stage_run(s, 0.3, 60);
    assert_true(is_on(s, id));
    press(s, LOPE_BUTTON_JUMP, 0.01f);
    assert_false(is_on(s, id));
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_END, id, 0)->event.to, LOPE_END_MODE_LEFT);
    stage_close(s);
}

static void a_teleport_interrupts(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    uint32_t id = add(s, &span);
    press(s, PRESS, 0.01f);
    s->requests.asked = LOPE_REQUEST_TELEPORT;
    s->requests.teleport_feet = lope_point_make(3, 0, 3);
    stage_tick(s, 0.01f);
    assert_false(is_on(s, id));
    assert_int_equal(nth(s, LOPE_EVENT_ABILITY_END, id, 0)->event.to, LOPE_END_INTERRUPTED);
    stage_close(s);
}

static uint32_t a_call_order[8];
static uint32_t a_calls;
static bool end_the_first(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)seconds;
    uint32_t *own = self->data;
    a_call_order[a_calls++] = self->id;
    if (self->id == 1) {
        assert_true(lope_tick_ability_is_on(tick, 0));
        assert_true(lope_tick_end_ability(tick, 0));
        assert_false(lope_tick_end_ability(tick, 0));
    }
    own[27] += self->id + 1; // its own bytes have not moved
    *self->phase = self->id + 5;
    return true;
}

static void one_may_end_another(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    static const char *const names[] = {"a", "b", "c"};
    lope_ability abilities[3];
    for (uint32_t i = 0; i < 3; i++) {
        abilities[i] = (lope_ability){.name = names[i], .button = PRESS, .data_size = 112, .passed = end_the_first};
        add(s, &abilities[i]);
    }
    a_calls = 0;
    press(s, PRESS, 0.01f);
    assert_int_equal(a_calls, 3);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(a_call_order[i], i);
    assert_false(is_on(s, 0));
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(s->state.abilities[i].id, i + 2);
        assert_int_equal(s->state.abilities[i].data[27], i + 2);
        assert_int_equal(s->state.abilities[i].phase, i + 6);
    }
    stage_close(s);
}

static void what_the_moveset_does_not_have_leaves_the_state(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    add(s, &span);
    press(s, PRESS, 0.01f);
    lope_tuning tuning = s->moveset.tuning;
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    stage_tick(s, 0.01f);
    assert_int_equal(s->state.pages & LOPE_PAGE_ABILITY, 0);
    stage_close(s);
}

// ---- the same again -------------------------------------------------------------------------------------

static uint32_t word(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

#define IDLE 20
static lope_ability idle[IDLE];
static char idle_names[IDLE][8];

// Random buttons among 20 abilities of all kinds. Returns after `ticks`.
static void fill_table(stage *s)
{
    static const char *const blocks[] = {"a3", "a7", NULL}, *const cancels[] = {"a1", "a2", NULL};
    for (uint32_t i = 0; i < IDLE; i++) {
        snprintf(idle_names[i], sizeof idle_names[i], "a%u", (unsigned)i);
        idle[i] = span;
        idle[i].name = idle_names[i];
        idle[i].button = LOPE_BUTTON_GAME << i % 8;
        idle[i].conditions = (lope_conditions){.cooldown = i % 3 ? 0.1f * (float)i : 0,
                                               .charges = i % 4,
                                               .grounded = i % 5 == 0,
                                               .airborne = i % 7 == 0,
                                               .coyote = i % 2,
                                               .uses_in_air = i % 3,
                                               .stamina = i % 6 == 0 ? 5 : 0,
                                               .restarts = i % 2,
                                               .buffer = i % 4 == 1 ? 0.2f : 0};
        if (i % 9 == 2) idle[i].blocks = blocks;
        if (i % 9 == 4) idle[i].cancels = cancels;
        if (i % 10 == 9) idle[i].piece = NULL;
        if (i % 11 == 10) idle[i].passed = NULL, idle[i].piece = NULL;
        add(s, &idle[i]);
        set(s, idle_names[i], "duration", 0.05 * (double)(1 + i % 5));
    }
}

static void random_tick(stage *s, uint32_t *seed, uint32_t buttons)
{
    stage_move(s, (double)(word(seed) % 3) - 1, (double)(word(seed) % 3) - 1);
    s->input.pressed = word(seed) % 4 == 0 ? LOPE_BUTTON_GAME << word(seed) % 8 : 0;
    if (word(seed) % 50 == 0) s->input.pressed |= LOPE_BUTTON_JUMP;
    s->input.pressed &= buttons;
    stage_tick(s, 1.0f / (float)(20 + word(seed) % 200));
}

// From a save, from packed bytes and from a copy the run goes on to the bit; and the library predicts it.
static void states_with_abilities_come_back(void **unused)
{
    (void)unused;
    uint32_t seed = 5150, starts = 0;
    printf("  seed %u\n", (unsigned)seed);
    stage *s = open_at(0, LOPE_MODE_WALKING);
    fill_table(s);
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < 10; i++) random_tick(s, &seed, UINT32_MAX);
        unsigned char saved[8192], packed[sizeof(lope_state)];
        size_t size = lope_state_pack(&s->state, packed), bytes = 0;
        lope_state read;
        assert_int_equal(lope_state_write(&s->state, saved, sizeof saved, &bytes, NULL), LOPE_OK);
        assert_int_equal(lope_state_read(&read, saved, bytes, NULL, NULL), LOPE_OK);
        assert_memory_equal(&read, &s->state, sizeof read);
        lope_state again = s->state;
        lope_state wanted[2];
        for (int twice = 0; twice < 2; twice++) {
            uint32_t same = seed;
            if (twice) assert_int_equal(lope_state_unpack(&again, packed, size), LOPE_OK);
            s->state = again;
            for (int i = 0; i < 5; i++) random_tick(s, &same, UINT32_MAX);
            wanted[twice] = s->state;
        }
        assert_memory_equal(&wanted[0], &wanted[1], sizeof(lope_state));
        char text[200];
        if (!clean_state(&s->state, text)) fail_msg("%s", text);
        s->state = again;
    }
    for (uint32_t i = 0; i < IDLE; i++) starts += (uint32_t)count_of(s, LOPE_EVENT_ABILITY, i);
    printf("  %u starts\n", (unsigned)starts);
    assert_true(starts > 100);
    stage_close(s);
}

static void predict_goes_as_the_ticks_do(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    fill_table(s);
    stage_move(s, 1, 0);
    s->input.pressed = PRESS;
    lope_predicted list[30];
    uint32_t count = 0;
    lope_state end;
    lope_predict_def def = {.state = &s->state,
                            .input = s->input,
                            .moveset = &s->moveset,
                            .surroundings = &s->surroundings,
                            .nearby = s->nearby,
                            .ticks = 30,
                            .end = &end};
    assert_int_equal(lope_predict(&def, list, 30, &count), LOPE_OK);
    assert_true(lope_predicted_has(&list[0], LOPE_EVENT_ABILITY));
    for (int i = 0; i < 30; i++) stage_tick(s, 1.0f / 60);
    assert_true(lope_state_digest(&end) == lope_state_digest(&s->state));
    stage_close(s);
}

// A table that nobody asks anything of changes nothing.
static void an_idle_table_leaves_every_bit(void **unused)
{
    (void)unused;
    uint64_t digests[2];
    for (int with = 0; with < 2; with++) {
        uint32_t seed = 77;
        stage *s = open_at(0, LOPE_MODE_WALKING);
        if (with) fill_table(s);
        for (int i = 0; i < 300; i++) random_tick(s, &seed, LOPE_BUTTON_JUMP);
        digests[with] = lope_state_digest(&s->state);
        stage_close(s);
    }
    assert_true(digests[0] == digests[1]);
}

// A recording plays back with the abilities it was made with, and says so without them. A moveset of
// another version, or with another setting, is not taken for them.
static void recordings_ask_for_their_abilities(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    uint32_t seed = 9;
    fill_table(s);
    lope_recorder *recorder = lope_recorder_create(&(lope_recorder_def){.seconds = 10});
    for (int i = 0; i < 120; i++) {
        s->input.pressed = i >= 10 && i % 7 == 0 ? LOPE_BUTTON_GAME << word(&seed) % 8 : 0;
        lope_result moved =
            lope_move_recorded(recorder, &s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, &s->report);
        assert_int_equal(moved, LOPE_OK);
    }
    size_t size = 0;
    assert_int_equal(lope_recorder_write(recorder, NULL, 0, &size), LOPE_OK);
    void *bytes = test_malloc(size);
    assert_int_equal(lope_recorder_write(recorder, bytes, size, NULL), LOPE_OK);
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, NULL);
    assert_non_null(recording);
    lope_replay_report replay;
    assert_int_equal(lope_replay(recording, &s->surroundings, NULL, &replay), LOPE_OK);
    assert_false(replay.equal);
    assert_string_equal(replay.field, "abilities");
    assert_non_null(strstr(replay.text, "lope_recording_give"));
    lope_moveset other = s->moveset;
    assert_int_equal(lope_moveset_set(&other, "a3", "duration", 7, NULL), LOPE_OK);
    assert_int_equal(lope_recording_give(recording, &other), LOPE_ERROR_STATE);
    assert_int_equal(lope_recording_give(recording, &s->moveset), LOPE_OK);
    assert_int_equal(lope_replay(recording, &s->surroundings, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    lope_recording_destroy(recording);
    lope_recorder_destroy(recorder);
    test_free(bytes);
    stage_close(s);
}

// A change of a setting counts from the next tick on; what is at work goes on.
static void a_setting_is_changed_while_it_is_at_work(void **unused)
{
    (void)unused;
    stage *s = open_at(0, LOPE_MODE_WALKING);
    uint32_t id = add(s, &span);
    press(s, PRESS, 0.1f);
    set(s, "span", "duration", 0.25);
    stage_run(s, 0.5, 60);
    check_near("ends", nth(s, LOPE_EVENT_ABILITY_END, id, 0)->time, 0.25, 1e-6);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_refuse_with_their_own_reason),
        cmocka_unit_test(conditions_that_hold_let_it_start),
        cmocka_unit_test(head_room_is_that_of_the_standing_capsule),
        cmocka_unit_test(what_the_input_forbids_does_not_start_and_goes_on),
        cmocka_unit_test(try_start_refuses_with_its_query),
        cmocka_unit_test(four_are_at_work_at_most),
        cmocka_unit_test(cooldown_ends_at_the_same_instant_at_every_rate),
        cmocka_unit_test(charges_are_used_up_and_come_back),
        cmocka_unit_test(uses_in_air_come_back_on_the_ground),
        cmocka_unit_test(stamina_comes_back_after_its_delay),
        cmocka_unit_test(a_press_waits_for_the_landing),
        cmocka_unit_test(a_press_that_waits_too_long_is_refused_at_its_instant),
        cmocka_unit_test(coyote_time_counts_as_the_ground),
        cmocka_unit_test(what_blocks_and_what_cancels),
        cmocka_unit_test(a_press_that_was_taken_is_no_others),
        cmocka_unit_test(a_second_press_starts_again_where_it_may),
        cmocka_unit_test(a_piece_ends_at_the_same_instant_at_every_rate),
        cmocka_unit_test(a_cut_does_not_change_the_way),
        cmocka_unit_test(a_law_slides_alike_at_every_rate),
        cmocka_unit_test(a_mode_of_its_own_ends_it_when_it_is_left),
        cmocka_unit_test(it_goes_on_in_its_modes_alone),
        cmocka_unit_test(a_teleport_interrupts),
        cmocka_unit_test(one_may_end_another),
        cmocka_unit_test(what_the_moveset_does_not_have_leaves_the_state),
        cmocka_unit_test(states_with_abilities_come_back),
        cmocka_unit_test(predict_goes_as_the_ticks_do),
        cmocka_unit_test(an_idle_table_leaves_every_bit),
        cmocka_unit_test(recordings_ask_for_their_abilities),
        cmocka_unit_test(a_setting_is_changed_while_it_is_at_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
