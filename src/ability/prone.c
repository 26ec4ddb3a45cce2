// prone.c - prone, described in lope/prone.h.
//
// It keeps the capsule low (LOPE_ABILITY_LOW) and replaces the figures of the walking law. To get up is a
// wish that stands in its data: it ends where there is room. The hand-over to crouching resizes the
// capsule, which tests for its room, crouches, and ends.
//
// Data: prone_data in the ability's slot. Read next: ability.h (LOPE_ABILITY_LOW, lope_tick_guard_ledges).
#include "level.h"
#include "units.h"

#include <lope/input.h>
#include <lope/prone.h>
#include <lope/report.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/velocity_law.h>

#define OVER 1e-7     // s before its end at which the lock counts as over: a sum's rounding
#define SHORTEST 1e-5 // s: a piece after which a press is looked at

#define NUMBER(member, of_unit, of_low, of_initial, sentence)                                                   \
    {                                                                                                           \
        .name = #member, .unit = of_unit, .text = sentence, .low = of_low, .high = 1000, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_prone_settings, member)                                               \
    }
#define FLAG(member, of_initial, sentence)                                                 \
    {                                                                                      \
        .name = #member, .text = sentence, .kind = LOPE_FIELD_BOOL, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_prone_settings, member)                          \
    }

static const lope_field fields[] = {
    NUMBER(height, "m", 0, 0.7f, "The capsule's height, at least two radii."),
    NUMBER(speed, "m/s", 0, 1.68f, "The top speed."),
    NUMBER(acceleration, "m/s2", 0, 2.56f, "The input's acceleration."),
    NUMBER(deceleration, "m/s2", 0, 5.12f, "The braking deceleration without input."),
    NUMBER(friction, "1/s", 0, 3, "How fast the velocity turns into the input's direction."),
    NUMBER(braking_friction, "1/s", 0, 1, "Friction without input, times the tuning's braking_friction_factor."),
    NUMBER(exit_lock, "s", 0, 1, "How long it lasts at least."),
    FLAG(toggle, 1, "A press lies down and another gets up; else it lasts while the button is held."),
    FLAG(keeps_off_ledges, 1, "It does not crawl off ledges."),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct prone_data {
    uint32_t up; // 1: it shall get up as soon as there is room
} prone_data;

static double locked_for(const lope_ability_self *self)
{
    const lope_prone_settings *settings = self->settings;
    return (double)settings->exit_lock - self->seconds;
}

// True when it shall get up.
static bool wants_up(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_prone_settings *settings = self->settings;
    const prone_data *data = self->data;
    return settings->toggle ? data->up != 0 : !(lope_tick_input(tick)->held & self->button);
}

// True when a press waits to be looked at: its own, or that of crouching.
static bool is_pressed(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_prone_settings *settings = self->settings;
    const bool may_crouch = !(lope_tick_input(tick)->forbidden & LOPE_FORBID_CROUCH);
    const uint32_t asks = (may_crouch ? LOPE_BUTTON_CROUCH : 0) | (settings->toggle ? self->button : 0);
    return (lope_tick_edges(tick) & asks) != 0;
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const double locked = locked_for(self);
    if (is_pressed(tick, self) && left > SHORTEST) return SHORTEST;
    if (!wants_up(tick, self)) return left;
    return locked <= OVER ? 0 : locked < left ? locked : left;
}

static void refuse(lope_tick *tick, const lope_ability_self *self, uint32_t why)
{
    lope_tick_refuse(tick, LOPE_ASKED_ABILITY + self->id, why);
}

// True when there is room to stand.
static bool has_room(lope_tick *tick)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point way = lope_point_scale(lope_tick_up(tick), (double)state->standing_height - (double)state->height);
    lope_tick_contact contact;
    return !lope_tick_sweep(tick, way, &contact);
}

// Hands over to crouching. Returns false where that is refused.
static bool crouch(lope_tick *tick, const lope_ability_self *self)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_tuning *tuning = lope_tick_tuning(tick);
    const float least = 2 * state->radius, low = state->height;
    const float height = tuning->crouched_height > least ? tuning->crouched_height : least;
    uint32_t why = tuning->can_crouch ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_TUNING;
    if (why == LOPE_REFUSAL_NONE && locked_for(self) > OVER) why = LOPE_REFUSAL_COOLDOWN;
    if (why == LOPE_REFUSAL_NONE && height > low) why = (uint32_t)lope_tick_resize(tick, 0, height, LOPE_KEEP_FEET);
    if (why == LOPE_REFUSAL_NONE) why = (uint32_t)lope_tick_crouch(tick, true);
    if (why == LOPE_REFUSAL_NONE) return lope_tick_end_ability(tick, self->id);
    if (state->height > low) lope_tick_resize(tick, 0, low, LOPE_KEEP_FEET);
    refuse(tick, self, why);
    return false;
}

// Takes up a press of its own: it shall get up, or stay after all.
static void press(lope_tick *tick, const lope_ability_self *self)
{
    prone_data *data = self->data;
    lope_tick_take_press(tick, self->button);
    if (locked_for(self) > OVER)
        refuse(tick, self, LOPE_REFUSAL_COOLDOWN);
    else
        data->up = !data->up;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_prone_settings *settings = self->settings;
    const uint32_t edges = lope_tick_edges(tick);
    const bool wanted = wants_up(tick, self);
    (void)seconds;
    // what was tried when the piece began, and goes on for lack of room
    if (edges & LOPE_BUTTON_CROUCH && !(lope_tick_input(tick)->forbidden & LOPE_FORBID_CROUCH)) {
        if (crouch(tick, self)) return true;
        lope_tick_take_press(tick, LOPE_BUTTON_CROUCH);
    }
    if (settings->toggle && edges & self->button) press(tick, self);
    if (!wanted && wants_up(tick, self) && !has_room(tick)) refuse(tick, self, LOPE_REFUSAL_NO_ROOM);
    return !wants_up(tick, self) || locked_for(self) > OVER;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_prone_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    const float least = 2 * state->radius, low = (float)lope_metres(tick, settings->height), height = low > least ? low : least;
    if (height < state->height) lope_tick_resize(tick, 0, height, LOPE_KEEP_FEET);
    if (settings->keeps_off_ledges) lope_tick_guard_ledges(tick);
    if (settings->toggle) lope_tick_take_press(tick, self->button);
}

static void prone_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const lope_prone_settings *settings = self->settings;
    const double press = lope_point_length(lope_tick_wanted(tick));
    law->max_speed = lope_metres(tick, settings->speed) * press;
    law->acceleration = law->boost_acceleration = lope_metres(tick, settings->acceleration) * press;
    law->friction = (double)settings->friction;
    law->braking_deceleration = lope_metres(tick, settings->deceleration);
    law->braking_friction = (double)(settings->braking_friction * lope_tick_tuning(tick)->braking_friction_factor);
}

#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING)

const lope_ability *lope_prone_ability(void)
{
    static const char *const blocks[] = {"jump", "sprint", NULL}, *const cancels[] = {"sprint", NULL};
    static const lope_ability prone = {.name = "prone",
                                       .version = 1,
                                       .button = LOPE_BUTTON_PRONE,
                                       .blocks = blocks,
                                       .cancels = cancels,
                                       .goes_on_in = MODES,
                                       .data_size = sizeof(prone_data),
                                       .settings_size = sizeof(lope_prone_settings),
                                       .field_count = FIELD_COUNT,
                                       .fields = fields,
                                       .conditions = {.modes = MODES | 1u << LOPE_MODE_FALLING, .grounded = true},
                                       .law = prone_law,
                                       .piece = piece,
                                       .passed = passed,
                                       .start = start,
                                       .groups = LOPE_GROUP_BODY,
                                       .traits = LOPE_ABILITY_LOW | LOPE_ABILITY_REPEATABLE};
    return &prone;
}

void lope_prone_settings_default(lope_prone_settings *settings)
{
    *settings = (lope_prone_settings){.height = 0.7f,
                                      .speed = 1.68f,
                                      .acceleration = 2.56f,
                                      .deceleration = 5.12f,
                                      .friction = 3,
                                      .braking_friction = 1,
                                      .exit_lock = 1,
                                      .toggle = 1,
                                      .keeps_off_ledges = 1};
}
