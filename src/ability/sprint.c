// sprint.c - the sprint, described in lope/sprint.h.
//
// It raises the top speed of the walking law. The tick is cut where the speed comes to the walking top speed,
// so that a piece drains as a whole or not at all, and where the stamina is used up or back at its threshold.
//
// Data: sprint_data in the ability's slot; the phase tells whether it is drained. Read next:
// lope/velocity_law.h.
#include "level.h"
#include "units.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/sprint.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/velocity_law.h>

#define ABOVE 1e-6    // share of the walking top speed that counts as above it: a velocity's floats
#define SHORTEST 1e-5 // s: a shorter piece would end it
#define EMPTY 1e-3    // stamina that counts as none, and as missing none: floats that are summed
#define DEGREES 0.01745329251994329577f

static const lope_field fields[] = {
    {.name = "speed",
     .unreal_name = "MaxWalkSpeedSprinting",
     .unit = "m/s",
     .text = "The top speed of the sprint.",
     .low = 0,
     .high = 1000,
     .initial = 9,
     .unreal_scale = 0.01f,
     .offset = (uint32_t)offsetof(lope_sprint_settings, speed)},
    {.name = "acceleration",
     .unreal_name = "MaxAccelerationSprinting",
     .unit = "m/s2",
     .text = "The input's acceleration above the walking top speed; 0 is the walking mode's own.",
     .low = 0,
     .high = 10000,
     .unreal_scale = 0.01f,
     .offset = (uint32_t)offsetof(lope_sprint_settings, acceleration)},
    {.name = "angle",
     .unit = "rad",
     .text = "The greatest angle between the input and the facing.",
     .kind = LOPE_FIELD_ANGLE,
     .low = 0,
     .high = 180 * DEGREES,
     .initial = 50 * DEGREES,
     .offset = (uint32_t)offsetof(lope_sprint_settings, angle)},
    {.name = "drain",
     .unit = "1/s",
     .text = "Stamina that a second above the walking top speed takes.",
     .low = 0,
     .high = 1000000,
     .initial = 20,
     .offset = (uint32_t)offsetof(lope_sprint_settings, drain)},
    {.name = "again",
     .text = "Stamina at which a sprint that ran out of it is possible again.",
     .low = 0,
     .high = 1000000,
     .initial = 30,
     .offset = (uint32_t)offsetof(lope_sprint_settings, again)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct sprint_data {
    uint32_t above; // 1: faster than the walking top speed when the last piece ended
} sprint_data;

static bool is_on_ground(const lope_tick *tick)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    return mode == LOPE_MODE_WALKING || mode == LOPE_MODE_NAV_WALKING;
}

static double walking_speed(const lope_tick *tick) { return (double)lope_tick_tuning(tick)->max_walk_speed; }

static double level_speed(const lope_tick *tick)
{
    return lope_point_length(lope_level_part(lope_tick_velocity(tick), lope_tick_up(tick)));
}

// True when the character walks faster than the walking top speed.
static bool is_above(const lope_tick *tick)
{
    return is_on_ground(tick) && level_speed(tick) > walking_speed(tick) * (1 + ABOVE);
}

static bool is_held(const lope_tick *tick, const lope_ability_self *self)
{
    return (lope_tick_input(tick)->held & self->button) != 0;
}

// True when the input is within the angle of the facing, and the character stands upright.
static bool counts(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_sprint_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    const lope_point wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)));
    if (*self->phase == LOPE_SPRINT_DRAINED || !is_held(tick, self) || state->height < state->standing_height) return false;
    if (!(lope_point_dot(wanted, wanted) > 0)) return false;
    return lope_point_dot(wanted, lope_facing(tick)) >= (double)lope_cos(settings->angle) - 1e-6;
}

// Raises the top speed, in a fall too, and on the ground the acceleration above the walking one.
static void sprint_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const lope_sprint_settings *settings = self->settings;
    const double top = walking_speed(tick), most = lope_metres(tick, settings->speed);
    const bool ground = is_on_ground(tick), moves = ground || lope_tick_state(tick)->mode == LOPE_MODE_FALLING;
    if (!moves || !(top > 0) || most <= top || !counts(tick, self)) return;
    law->max_speed *= most / top;
    if (!ground || !(settings->acceleration > 0)) return;
    law->boost_acceleration = law->acceleration;
    law->boost_speed = top;
    law->acceleration = lope_metres(tick, settings->acceleration);
}

// Returns the s until a drained sprint is over, by the stamina that comes back.
static double until_again(const lope_tick *tick, const lope_sprint_settings *settings)
{
    const lope_stamina *stamina = &lope_tick_moveset(tick)->stamina;
    const double wanted = settings->again < stamina->most ? (double)settings->again : (double)stamina->most;
    const double missing = wanted - lope_tick_stamina(tick);
    if (missing <= EMPTY) return 0;
    const double wait = (double)lope_tick_state(tick)->stamina_delay;
    return stamina->recovery > 0 ? wait + missing / (double)stamina->recovery : 1e9;
}

// Returns the s until the speed crosses the walking top speed, or all of `left`.
static double until_crossing(const lope_tick *tick, double left)
{
    if (!is_on_ground(tick)) return left;
    const lope_velocity_law law = lope_tick_velocity_law(tick);
    const double time = lope_law_time_to_speed(&law, lope_tick_velocity(tick), walking_speed(tick), left);
    return time > SHORTEST ? time : left;
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const lope_sprint_settings *settings = self->settings;
    if (*self->phase == LOPE_SPRINT_DRAINED) {
        const double rest = until_again(tick, settings);
        return rest > SHORTEST ? (rest < left ? rest : left) : is_held(tick, self) ? SHORTEST : 0;
    }
    if (!is_held(tick, self)) return 0;
    double part = until_crossing(tick, left);
    if (!is_above(tick) || !(settings->drain > 0)) return part;
    const double empty = lope_tick_stamina(tick) / (double)settings->drain;
    if (empty < part) part = empty;
    return part > SHORTEST ? part : SHORTEST;
}

// Takes what a piece above the walking top speed costs. Returns false when there is no stamina left.
static bool pay(lope_tick *tick, const lope_sprint_settings *settings, double seconds)
{
    const double cost = (double)settings->drain * seconds, has = lope_tick_stamina(tick);
    lope_tick_take_stamina(tick, cost < has ? cost : has);
    return has - cost > EMPTY;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_sprint_settings *settings = self->settings;
    sprint_data *data = self->data;
    const bool above = is_above(tick), was_above = data->above;
    data->above = above;
    if (*self->phase == LOPE_SPRINT_DRAINED) {
        if (until_again(tick, settings) <= SHORTEST) *self->phase = LOPE_SPRINT_READY;
        return *self->phase == LOPE_SPRINT_DRAINED || is_held(tick, self);
    }
    *self->phase = above ? LOPE_SPRINT_RUNS : LOPE_SPRINT_READY;
    if ((above || was_above) && settings->drain > 0 && !pay(tick, settings, seconds)) *self->phase = LOPE_SPRINT_DRAINED;
    return true;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_sprint_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    if (state->height < state->standing_height) return LOPE_REFUSAL_CROUCHED;
    if (settings->drain > 0 && lope_tick_stamina(tick) <= EMPTY) return LOPE_REFUSAL_STAMINA;
    return LOPE_REFUSAL_NONE;
}

static void start(lope_tick *tick, const lope_ability_self *self) { ((sprint_data *)self->data)->above = is_above(tick); }

const lope_ability *lope_sprint_ability(void)
{
    static const lope_ability sprint = {.name = "sprint",
                                        .version = 1,
                                        .button = LOPE_BUTTON_SPRINT,
                                        .data_size = sizeof(sprint_data),
                                        .settings_size = sizeof(lope_sprint_settings),
                                        .field_count = FIELD_COUNT,
                                        .fields = fields,
                                        .conditions = {.modes = 1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING,
                                                       .trigger = LOPE_TRIGGER_HELD,
                                                       .grounded = true},
                                        .try_start = try_start,
                                        .law = sprint_law,
                                        .piece = piece,
                                        .passed = passed,
                                        .start = start,
                                        .traits = LOPE_ABILITY_REPEATABLE};
    return &sprint;
}

void lope_sprint_settings_default(lope_sprint_settings *settings)
{
    *settings = (lope_sprint_settings){.speed = 9, .angle = 50 * DEGREES, .drain = 20, .again = 30};
}
