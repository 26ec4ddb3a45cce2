// roll.c - the roll, described in lope/roll.h.
//
// Its start looks for the landing of this very instant, and sets the velocity. Its law is a rate of its own
// that turns the velocity to the input and leaves the speed alone. The tick is cut where the time is over.
//
// Data: roll_data in the ability's slot. Read next: lope/velocity_law.h (rate), tick.h
// (lope_tick_last_event).
#include "level.h"
#include "units.h"

#include <lope/input.h>
#include <lope/report.h>
#include <lope/roll.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/velocity_law.h>

#include <string.h>

#define OVER 1e-7            // s before its end at which it counts as over: a sum's rounding
#define INSTANT 1e-6         // s, within which a landing is of this instant: an event's time is a float
#define LEAST_HALF_LIFE 0.02 // s: by a shorter one the law would be solved too coarsely
#define LOG_2 0.6931471805599453

#define NUMBER(member, of_unit, of_low, of_initial, sentence)                                                   \
    {                                                                                                           \
        .name = #member, .unit = of_unit, .text = sentence, .low = of_low, .high = 1000, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_roll_settings, member)                                                \
    }

static const lope_field fields[] = {
    NUMBER(fall_speed, "m/s", 0, 7, "The speed into the floor from which a landing is rolled out."),
    NUMBER(keep, NULL, 0, 1, "The share of the level speed that a roll out of a landing has."),
    NUMBER(least_speed, "m/s", 0, 3, "The speed that a roll out of a landing has at least."),
    NUMBER(seconds, "s", 0, 0.7f, "How long a roll out of a landing takes."),
    {.name = "dodge",
     .text = "A press on the ground rolls too.",
     .kind = LOPE_FIELD_BOOL,
     .initial = 1,
     .offset = (uint32_t)offsetof(lope_roll_settings, dodge)},
    NUMBER(dodge_way, "m", 0, 4, "The way of a dodge."),
    NUMBER(dodge_seconds, "s", 0.01f, 0.6f, "How long a dodge takes."),
    NUMBER(half_life, "s", 0, 0.1f, "The time in which the angle to the input halves; 0 does not turn."),
    NUMBER(height, "m", 0, 0.8f, "The capsule's height, at least two radii; 0 keeps it as it is."),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct roll_data {
    float fall_speed; // m/s into the floor; 0: a dodge
} roll_data;

// Returns the speed into the floor of a landing at this instant, m/s; 0: there is none.
static double landed_with(const lope_tick *tick)
{
    const lope_event *land = lope_tick_last_event(tick, LOPE_EVENT_LAND);
    return land && lope_tick_now(tick) - (double)land->time <= INSTANT ? (double)land->value : 0;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_roll_settings *settings = self->settings;
    const double fall = landed_with(tick);
    const bool dodges = self->pressed && settings->dodge;
    return dodges || (fall > 0 && fall >= lope_metres(tick, settings->fall_speed)) ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_SLOW;
}

// Returns the velocity that the roll begins with.
static lope_point first_velocity(const lope_tick *tick, const lope_roll_settings *settings, bool lands)
{
    const lope_point up = lope_tick_up(tick), level = lope_level_part(lope_tick_velocity(tick), up);
    const double kept = (double)settings->keep * lope_point_length(level), least = lope_metres(tick, settings->least_speed);
    lope_point direction = lands ? lope_unit_of(level) : lope_point_make(0, 0, 0);
    if (!(lope_point_dot(direction, direction) > 0)) direction = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    if (!(lope_point_dot(direction, direction) > 0)) direction = lope_facing(tick);
    const double dodge = lope_metres(tick, settings->dodge_way) / (double)settings->dodge_seconds;
    return lope_point_scale(direction, !lands ? dodge : kept > least ? kept : least);
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_roll_settings *settings = self->settings;
    const lope_state *state = lope_tick_state(tick);
    roll_data *data = self->data;
    const double fall = landed_with(tick);
    const bool lands = fall > 0 && fall >= lope_metres(tick, settings->fall_speed);
    const float least = 2 * state->radius, low = (float)lope_metres(tick, settings->height), height = low > least ? low : least;
    data->fall_speed = lands ? (float)fall : 0;
    *self->phase = lands ? LOPE_ROLL_LANDS : LOPE_ROLL_DODGES;
    if (settings->height > 0 && height < state->height) lope_tick_resize(tick, 0, height, LOPE_KEEP_FEET);
    lope_tick_set_velocity(tick, first_velocity(tick, settings, lands));
}

static double seconds_left(const lope_ability_self *self)
{
    const lope_roll_settings *settings = self->settings;
    return (double)(*self->phase == LOPE_ROLL_LANDS ? settings->seconds : settings->dodge_seconds) - self->seconds;
}

static const lope_active_ability *find(const lope_moveset *moveset, const lope_state *state);

// Turns the velocity to the input; its length stays. context: the tick.
static lope_point turn(const void *context, lope_point velocity, double seconds)
{
    const lope_tick *tick = context;
    const lope_active_ability *at = find(lope_tick_moveset(tick), lope_tick_state(tick));
    const lope_point up = lope_tick_up(tick), wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    (void)seconds;
    if (!at || !(lope_point_dot(wanted, wanted) > 0)) return lope_point_make(0, 0, 0);
    const lope_roll_settings *settings = lope_moveset_ability_settings(lope_tick_moveset(tick), at->id - 1u);
    double half_life = (double)settings->half_life;
    if (!(half_life > 0)) return lope_point_make(0, 0, 0);
    if (half_life < LEAST_HALF_LIFE) half_life = LEAST_HALF_LIFE;
    const lope_point left = lope_point_cross(up, velocity);
    const double angle = (double)lope_atan2((float)lope_point_dot(wanted, left), (float)lope_point_dot(wanted, velocity));
    return lope_point_scale(left, LOG_2 / half_life * angle);
}

static void roll_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    const double crawl = (double)lope_tick_tuning(tick)->max_walk_speed_crouched;
    if (seconds_left(self) <= OVER) {
        if (law->max_speed > crawl) law->max_speed = crawl;
        return;
    }
    *law = (lope_velocity_law){.rate = turn, .context = tick};
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const double rest = seconds_left(self);
    (void)tick;
    return rest <= OVER ? 0 : rest < left ? rest : left;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    (void)tick;
    (void)seconds;
    return seconds_left(self) > OVER;
}

#define MODES (1u << LOPE_MODE_WALKING | 1u << LOPE_MODE_NAV_WALKING)

const lope_ability *lope_roll_ability(void)
{
    static const char *const blocks[] = {"jump", "sprint", NULL};
    static const lope_ability roll = {
        .name = "roll",
        .version = 1,
        .button = LOPE_BUTTON_ROLL,
        .blocks = blocks,
        .goes_on_in = MODES,
        .data_size = sizeof(roll_data),
        .settings_size = sizeof(lope_roll_settings),
        .field_count = FIELD_COUNT,
        .fields = fields,
        .conditions = {.modes = MODES | 1u << LOPE_MODE_FALLING, .trigger = LOPE_TRIGGER_HELD, .grounded = true, .buffer = 0.3f},
        .try_start = try_start,
        .law = roll_law,
        .piece = piece,
        .passed = passed,
        .start = start,
        .groups = LOPE_GROUP_BODY,
        .traits = LOPE_ABILITY_LOW | LOPE_ABILITY_REPEATABLE};
    return &roll;
}

void lope_roll_settings_default(lope_roll_settings *settings)
{
    *settings = (lope_roll_settings){.fall_speed = 7,
                                     .keep = 1,
                                     .least_speed = 3,
                                     .seconds = 0.7f,
                                     .dodge = 1,
                                     .dodge_way = 4,
                                     .dodge_seconds = 0.6f,
                                     .half_life = 0.1f,
                                     .height = 0.8f};
}

// Returns the roll at work in a state, by its functions; NULL: there is none.
static const lope_active_ability *find(const lope_moveset *moveset, const lope_state *state)
{
    if (!(state->pages & LOPE_PAGE_ABILITY)) return NULL;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        const lope_active_ability *at = &state->abilities[i];
        if (at->id > 0 && at->id <= moveset->ability_count && moveset->abilities[at->id - 1u]->start == start) return at;
    }
    return NULL;
}

bool lope_roll_report_of(const lope_moveset *moveset, const lope_state *state, lope_roll_report *report)
{
    const lope_active_ability *at = moveset && state && report ? find(moveset, state) : NULL;
    if (!at) return false;
    const lope_roll_settings *settings = lope_moveset_ability_settings(moveset, at->id - 1u);
    roll_data data;
    memcpy(&data, at->data, sizeof data);
    *report = (lope_roll_report){.phase = at->phase,
                                 .seconds = (float)at->seconds,
                                 .duration = at->phase == LOPE_ROLL_LANDS ? settings->seconds : settings->dodge_seconds,
                                 .fall_speed = data.fall_speed,
                                 .mesh_offset = 0.5f * (state->standing_height - state->height)};
    return true;
}
