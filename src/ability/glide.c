// glide.c - the glide, described in lope/glide.h.
//
// Its mode falls in short slices, each under the constant pull that leads from the exact speed at its begin
// to the exact speed at its end. So contacts, landings and moving bodies are those of a fall. A slice ends at
// the apex, where the drag sets in. The level velocity is solved by the velocity law.
//
// Data: none. Read next: lope_tick_fall_under (mode.h).
#include "level.h"
#include "units.h"

#include <lope/glide.h>
#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/velocity_law.h>

#define SLICE (1.0 / 120.0) // s: the way is exact to (k SLICE)^2 / 12 of the change of speed
#define LEAST_SLICE 1e-4    // s: a drag may be so strong that a slice would be no time at all
#define LEAST_SHARE 0.25    // times 1 / k: the longest slice, for a strong drag
#define LEAST_TIME 1e-6     // s: what is shorter is not fallen

#define NUMBER(member, of_unit, of_low, of_initial, sentence)                                                   \
    {                                                                                                           \
        .name = #member, .unit = of_unit, .text = sentence, .low = of_low, .high = 1000, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_glide_settings, member)                                               \
    }

static const lope_field fields[] = {
    NUMBER(sink_rate, "m/s", 0.01f, 2, "The speed of the fall to which the glide comes."),
    NUMBER(speed, "m/s", 0, 8, "The level speed that the input asks for."),
    NUMBER(acceleration, "m/s2", 0, 8, "The level acceleration of the input."),
    NUMBER(turn, "1/s", 0, 2, "How fast the level velocity turns into the input's direction."),
    NUMBER(braking, "m/s2", 0, 2, "How fast the level speed goes down without input, and above its top."),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

// Returns what gravity pulls down, m/s2.
static double weight(const lope_tick *tick) { return -lope_along(lope_tick_gravity(tick), lope_tick_up(tick)); }

static double rise_of(const lope_tick *tick) { return lope_along(lope_tick_velocity(tick), lope_tick_up(tick)); }

// Returns the speed of the fall after `time` from v.
static double sink_after(double v, double rate, double drag, double time)
{
    return rate + (v - rate) * lope_exp_double(-drag * time);
}

// Falls for one slice of at most `left` seconds. *unused: what the fall did not use. Returns the slice's s.
static double fall_slice(lope_tick *tick, const lope_glide_settings *settings, double left, double *unused)
{
    const double g = weight(tick), rate = lope_metres(tick, settings->sink_rate), drag = g / rate, up = rise_of(tick);
    double slice = left < SLICE ? left : SLICE, pull = g;
    if (up > 0 && up / g > LEAST_TIME) {
        if (up / g < slice) slice = up / g;
    } else if (g > 0) {
        const double most = LEAST_SHARE / drag > LEAST_SLICE ? LEAST_SHARE / drag : LEAST_SLICE;
        if (slice > most) slice = most;
        pull = (sink_after(-up, rate, drag, slice) + up) / slice;
    }
    if (left - slice < LEAST_TIME) slice = left;
    *unused = lope_tick_fall_under(tick, pull, slice);
    return slice;
}

// Returns the settings of the ability that brings a mode.
static const lope_glide_settings *settings_of(const lope_moveset *moveset, uint32_t mode)
{
    uint32_t i = 0;
    while (i < moveset->ability_count && moveset->ability_modes[i] != mode) i++;
    return lope_moveset_ability_settings(moveset, i);
}

static double run(lope_tick *tick, double seconds)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    const lope_glide_settings *settings = settings_of(lope_tick_moveset(tick), mode);
    double left = seconds;
    while (left > LEAST_TIME && settings && lope_tick_state(tick)->mode == mode && lope_tick_failed(tick) == LOPE_OK) {
        double unused;
        left -= fall_slice(tick, settings, left, &unused);
        left += unused;
        if (unused > 0) return left;
    }
    return lope_tick_state(tick)->mode == mode ? 0 : left;
}

static const lope_mode gliding = {.name = "gliding", .run = run, .version = 1, .traits = LOPE_MODE_REPEATABLE};

// The level velocity follows the input.
static void glide_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const lope_glide_settings *settings = self->settings;
    const lope_point wanted = lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick));
    const double press = lope_point_length(wanted);
    const lope_point push = law->push;
    *law = (lope_velocity_law){.direction = lope_unit_of(wanted),
                               .acceleration = lope_metres(tick, settings->acceleration) * press,
                               .max_speed = lope_metres(tick, settings->speed) * press,
                               .friction = (double)settings->turn,
                               .braking_deceleration = lope_metres(tick, settings->braking),
                               .push = push};
    law->boost_acceleration = law->acceleration;
}

static bool is_held(const lope_tick *tick, const lope_ability_self *self)
{
    return (lope_tick_input(tick)->held & self->button) != 0;
}

static uint32_t phase_of(const lope_tick *tick) { return rise_of(tick) > 0 ? LOPE_GLIDE_RISES : LOPE_GLIDE_SINKS; }

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    return weight(tick) > 0 ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_TUNING;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    lope_tick_set_mode(tick, self->mode);
    *self->phase = phase_of(tick);
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    return is_held(tick, self) && weight(tick) > 0 ? left : 0;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)seconds;
    *self->phase = phase_of(tick);
    return true;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    (void)why;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

const lope_ability *lope_glide_ability(void)
{
    static const lope_mode *const modes[] = {&gliding, NULL};
    static const lope_ability glide = {
        .name = "glide",
        .version = 1,
        .button = LOPE_BUTTON_GLIDE,
        .settings_size = sizeof(lope_glide_settings),
        .field_count = FIELD_COUNT,
        .fields = fields,
        .conditions = {.modes = MODES, .media = LOPE_MEDIUM_AIR, .trigger = LOPE_TRIGGER_HELD, .airborne = true},
        .try_start = try_start,
        .law = glide_law,
        .piece = piece,
        .passed = passed,
        .ended = ended,
        .start = start,
        .groups = LOPE_GROUP_BODY,
        .traits = LOPE_ABILITY_REPEATABLE,
        .modes = modes};
    return &glide;
}

void lope_glide_settings_default(lope_glide_settings *settings)
{
    *settings = (lope_glide_settings){.sink_rate = 2, .speed = 8, .acceleration = 8, .turn = 2, .braking = 2};
}
