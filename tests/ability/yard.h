// yard.h - one character with one ability of the library on a stage, in four directions of gravity and at the
// tick rates of the promises, for tests.
//
// Read next: ../behaviour/stage.h.
#ifndef TESTS_ABILITY_YARD_H
#define TESTS_ABILITY_YARD_H

#include "../behaviour/check.h"
#include "../behaviour/stage.h"

#define RATES 8
static const float rates[RATES] = {20, 30, 50, 60, 120, 144, 240, 360};
#define FRAMES 4
#define DEGREE (3.14159265358979323846 / 180)

// Every rate in every direction of gravity; `rate` and `frame` are set in the body.
#define each_yard(rate, frame)                               \
    for (int frame = 0; frame < FRAMES; frame++)             \
        for (int rate_at_ = 0; rate_at_ < RATES; rate_at_++) \
            for (float rate = rates[rate_at_]; rate > 0; rate = 0)

static inline lope_quat yard_turn(int frame)
{
    const lope_vec3 axes[FRAMES] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[FRAMES] = {0, 180, 90, 50};
    return lope_quat_from_axis(axes[frame], angles[frame] * (float)DEGREE);
}

static inline stage *yard_open(int frame)
{
    return stage_open_at(STAGE_BOXES, yard_turn(frame), lope_point_make(100 * frame, -30 * frame, 7));
}

// Adds an ability and returns its number. The tuning is set before.
static inline uint32_t yard_add(stage *s, const lope_ability *ability)
{
    uint32_t id = 99;
    lope_error error = {0};
    if (lope_moveset_add_ability(&s->moveset, ability, NULL, &id, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
    return id;
}

static inline void yard_set(stage *s, const char *owner, const char *field, double value)
{
    lope_error error = {0};
    if (lope_moveset_set(&s->moveset, owner, field, value, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
}

// Puts the character there: on the ground, where it has stood for a millisecond, or in the air.
static inline void yard_place(stage *s, double x, double y, double z, bool grounded)
{
    stage_place(s, x, y, z, grounded ? LOPE_MODE_WALKING : LOPE_MODE_FALLING);
    if (!grounded) return;
    stage_tick(s, 1e-3f);
    assert_true(stage_walking(s));
    s->time = 0;
    s->event_count = 0;
}

static inline void yard_press(stage *s, uint32_t button)
{
    s->input.pressed |= button;
    s->input.held |= button;
}

static inline bool yard_is_on(const stage *s, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (s->state.abilities[i].id == id + 1) return true;
    return false;
}

static inline uint32_t yard_refused(const stage *s, uint32_t id)
{
    return lope_report_refused(&s->report, LOPE_ASKED_ABILITY + id);
}

// Returns the nth event of that kind of the ability; NULL: there are fewer.
static inline const stage_event *yard_event(const stage *s, lope_event_kind kind, uint32_t id, int n)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == (uint32_t)kind && s->events[i].event.from == id && n-- == 0) return &s->events[i];
    return NULL;
}

// Runs ticks until the ability has ended, at most `most` seconds. Returns the time of its end, s.
static inline double yard_until_end(stage *s, uint32_t id, float rate, double most)
{
    for (const double until = s->time + most; s->time < until && !yard_event(s, LOPE_EVENT_ABILITY_END, id, 0);) {
        stage_tick(s, 1.0f / rate);
        check_below("depth", stage_depth(s), 1e-4);
    }
    const stage_event *end = yard_event(s, LOPE_EVENT_ABILITY_END, id, 0);
    if (!end) fail_msg("at %g Hz it has not ended after %g s", (double)rate, s->time);
    return end->time;
}

#endif
