// dash.c - the dash, described in lope/dash.h.
//
// Its start sets the velocity, and its law leaves the velocity alone: no drive, no brake. So the way is
// known, and what carries or blocks the character does so as in the built-in modes. The tick is cut where the
// time is over. In the air without gravity the mode is the dash's own, which falls under no pull. A landing
// hands over to walking, and an edge hands over to that mode, within the dash.
//
// Data: none but the ability's own seconds. Read next: lope/velocity_law.h, lope_tick_fall_under (mode.h).
#include "level.h"
#include "units.h"

#include <lope/dash.h>
#include <lope/input.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/velocity_law.h>

#define OVER 1e-7     // s before its end at which it counts as over: a sum's rounding
#define SHORTEST 1e-5 // s: a piece in which it takes hold of a fall that has begun

static const lope_field fields[] = {
    {.name = "speed",
     .unit = "m/s",
     .text = "The level speed of the dash.",
     .low = 0,
     .high = 1000,
     .initial = 20,
     .offset = (uint32_t)offsetof(lope_dash_settings, speed)},
    {.name = "duration",
     .unit = "s",
     .text = "How long it lasts.",
     .low = 0,
     .high = 60,
     .initial = 0.3f,
     .offset = (uint32_t)offsetof(lope_dash_settings, duration)},
    {.name = "distance",
     .unit = "m",
     .text = "Its level way; above 0 it lasts distance / speed in place of its duration.",
     .low = 0,
     .high = 1000,
     .offset = (uint32_t)offsetof(lope_dash_settings, distance)},
    {.name = "end_speed",
     .text = "The share of the level speed that stays at the end.",
     .low = 0,
     .high = 1,
     .offset = (uint32_t)offsetof(lope_dash_settings, end_speed)},
    {.name = "gravity",
     .text = "Gravity acts in the air meanwhile; else the dash keeps its height.",
     .kind = LOPE_FIELD_BOOL,
     .offset = (uint32_t)offsetof(lope_dash_settings, gravity)},
    {.name = "jump_ends",
     .text = "A press of jump ends the dash and jumps; else no jump is possible meanwhile.",
     .kind = LOPE_FIELD_BOOL,
     .offset = (uint32_t)offsetof(lope_dash_settings, jump_ends)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

double lope_dash_seconds(const lope_dash_settings *settings)
{
    if (!(settings->distance > 0)) return (double)settings->duration;
    return settings->speed > 0 ? (double)settings->distance / (double)settings->speed : 0;
}

static double seconds_left(const lope_ability_self *self) { return lope_dash_seconds(self->settings) - self->seconds; }

// True in the air where the dash keeps its height, and the mode is not its own yet.
static bool starts_to_fall(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_dash_settings *settings = self->settings;
    return !settings->gravity && lope_tick_state(tick)->mode == LOPE_MODE_FALLING;
}

// Takes hold of a fall: the height is kept from here on.
static void keep_height(lope_tick *tick, const lope_ability_self *self)
{
    if (!starts_to_fall(tick, self)) return;
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_velocity(tick, lope_level_part(lope_tick_velocity(tick), lope_tick_up(tick)));
}

// Returns the level direction of the input, else of the facing.
static lope_point direction_of(const lope_tick *tick)
{
    const lope_point up = lope_tick_up(tick), wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    return lope_point_dot(wanted, wanted) > 0 ? wanted : lope_facing(tick);
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_dash_settings *settings = self->settings;
    const lope_point up = lope_tick_up(tick), velocity = lope_tick_velocity(tick);
    const lope_point level = lope_point_scale(direction_of(tick), lope_metres(tick, settings->speed));
    lope_tick_set_velocity(tick, lope_point_mad(level, up, lope_along(velocity, up)));
    keep_height(tick, self);
}

// Nothing drives and nothing brakes.
static void dash_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    (void)tick;
    (void)self;
    *law = (lope_velocity_law){.max_speed = 0};
}

// True when a press of jump ends it.
static bool jumps_out(const lope_tick *tick, const lope_dash_settings *settings)
{
    if (!settings->jump_ends || lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return false;
    return lope_tick_edges(tick) & LOPE_BUTTON_JUMP || lope_tick_state(tick)->jump_buffer_left > 0;
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const double rest = seconds_left(self);
    if (rest <= OVER || jumps_out(tick, self->settings)) return 0;
    if (starts_to_fall(tick, self) && SHORTEST < rest) return SHORTEST;
    return rest < left ? rest : left;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)seconds;
    keep_height(tick, self);
    return seconds_left(self) > OVER;
}

// Slows down to the share that stays. Early ends keep the speed.
static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_dash_settings *settings = self->settings;
    const bool over = why == LOPE_END_DONE && seconds_left(self) <= OVER;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    if (!over) return;
    const lope_point velocity = lope_tick_velocity(tick), level = lope_level_part(velocity, lope_tick_up(tick));
    lope_tick_set_velocity(tick, lope_point_mad(velocity, level, (double)settings->end_speed - 1));
}

// The mode in the air: its height stays, but for what it meets.
static double run(lope_tick *tick, double seconds) { return lope_tick_fall_under(tick, 0, seconds); }

static const lope_mode dashing = {.name = "dashing", .run = run, .version = 1, .traits = LOPE_MODE_REPEATABLE};

#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING | 1u << LOPE_MODE_FALLING)

const lope_ability *lope_dash_ability(void)
{
    static const lope_mode *const modes[] = {&dashing, NULL};
    static const char *const blocks[] = {"jump", NULL}, *const cancels[] = {"glide", NULL};
    static const lope_ability dash = {
        .name = "dash",
        .version = 1,
        .button = LOPE_BUTTON_DASH,
        .blocks = blocks,
        .cancels = cancels,
        .goes_on_in = MODES,
        .settings_size = sizeof(lope_dash_settings),
        .field_count = FIELD_COUNT,
        .fields = fields,
        .conditions = {.modes = MODES, .restarts = true, .cooldown = 0.5f, .charges = 1, .uses_in_air = 1},
        .law = dash_law,
        .piece = piece,
        .passed = passed,
        .ended = ended,
        .start = start,
        .groups = LOPE_GROUP_BODY,
        .traits = LOPE_ABILITY_REPEATABLE,
        .modes = modes};
    return &dash;
}

void lope_dash_settings_default(lope_dash_settings *settings) { *settings = (lope_dash_settings){.speed = 20, .duration = 0.3f}; }
