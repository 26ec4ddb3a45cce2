// ability_scene.h - a character with abilities of a game's own on a stage, for tests: one that lasts as long as
// its setting says, and what became of it.
#ifndef LOPE_TESTS_BEHAVIOUR_ABILITY_SCENE_H
#define LOPE_TESTS_BEHAVIOUR_ABILITY_SCENE_H

#include "check.h"
#include "stage.h"

#define RATES 5
static const float rates[RATES] = {20, 30, 60, 144, 360};
#define PRESS LOPE_BUTTON_GAME
#define OTHER_PRESS (LOPE_BUTTON_GAME << 1)

// ---- abilities of the tests -----------------------------------------------------------------------------

// At work for as long as its setting says, in pieces: it ends at that instant.
typedef struct span_settings {
    float duration;
} span_settings;
static const lope_field span_fields[] = {{.name = "duration",
                                          .unit = "s",
                                          .kind = LOPE_FIELD_FLOAT,
                                          .low = 0,
                                          .high = 1000,
                                          .initial = 1000,
                                          .offset = offsetof(span_settings, duration)}};

static inline double span_left(const lope_ability_self *self)
{
    return (double)((const span_settings *)self->settings)->duration - self->seconds;
}
static inline double span_piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)tick;
    return span_left(self) < left ? span_left(self) : left;
}
static inline bool span_passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)tick;
    assert_true(seconds > 0);
    return span_left(self) > 1e-7;
}
static const lope_ability span = {.name = "span",
                                  .button = PRESS,
                                  .fields = span_fields,
                                  .field_count = 1,
                                  .settings_size = sizeof(span_settings),
                                  .piece = span_piece,
                                  .passed = span_passed};

static inline uint32_t take_press(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    lope_tick_take_press(tick, PRESS);
    return LOPE_REFUSAL_NONE;
}

// ---- scenes ---------------------------------------------------------------------------------------------

static inline stage *open_at(double height, uint32_t mode)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, height, 0, mode);
    return s;
}

static inline uint32_t add(stage *s, const lope_ability *ability)
{
    uint32_t id = 99;
    lope_error error = {0};
    if (lope_moveset_add_ability(&s->moveset, ability, NULL, &id, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
    return id;
}

static inline void set(stage *s, const char *owner, const char *field, double value)
{
    assert_int_equal(lope_moveset_set(&s->moveset, owner, field, value, NULL), LOPE_OK);
}

static inline void press(stage *s, uint32_t buttons, float dt)
{
    s->input.pressed |= buttons;
    stage_tick(s, dt);
}

static inline bool is_on(const stage *s, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (s->state.abilities[i].id == id + 1) return true;
    return false;
}

static inline uint32_t refused(const stage *s, uint32_t id) { return lope_report_refused(&s->report, LOPE_ASKED_ABILITY + id); }

static inline int count_of(const stage *s, lope_event_kind kind, uint32_t id)
{
    int count = 0;
    for (int i = 0; i < s->event_count; i++) count += s->events[i].event.kind == (uint32_t)kind && s->events[i].event.from == id;
    return count;
}

static inline const stage_event *nth(const stage *s, lope_event_kind kind, uint32_t id, int n)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == (uint32_t)kind && s->events[i].event.from == id && n-- == 0) return &s->events[i];
    fail_msg("there is no such event");
    return NULL;
}

#endif
