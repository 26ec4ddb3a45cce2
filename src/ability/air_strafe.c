// air_strafe.c - air strafing, described in lope/air_strafe.h.
//
// In a fall its law neither drives nor brakes, and the tick is cut where a step is due: the step changes the
// velocity at that instant. Steps stand on a grid in time that begins with the ability, on the ground too, so
// that no tick rate moves them.
//
// Data: strafe_data in the ability's slot. Read next: lope/velocity_law.h.
#include "level.h"
#include "units.h"

#include <lope/air_strafe.h>
#include <lope/input.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/velocity_law.h>

#define DUE 1e-7         // s: a step that is nearer is due: a sum's rounding
#define SOURCE_CAP 0.762 // m/s: 30 units
#define NO_CAP 1e9

static const char *const laws[] = {"source", "quake3", NULL};

static const lope_field fields[] = {
    {.name = "law",
     .text = "The engine of which the numbers hold where accelerate and air_cap are 0.",
     .kind = LOPE_FIELD_ENUM,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, law),
     .choices = laws},
    {.name = "accelerate",
     .unit = "1/s",
     .text = "The acceleration per speed that is asked for; 0 is 10 by source, 1 by quake3.",
     .low = 0,
     .high = 10000,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, accelerate)},
    {.name = "air_cap",
     .unit = "m/s",
     .text = "The most speed along the input that it adds up to; 0 is 0.762 by source, none by quake3.",
     .low = 0,
     .high = 1000,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, air_cap)},
    {.name = "max_speed",
     .unit = "m/s",
     .text = "The speed that the input asks for.",
     .low = 0,
     .high = 1000,
     .initial = 8.128f,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, max_speed)},
    {.name = "step",
     .unit = "s",
     .text = "The time between two steps of the law.",
     .low = 0.004f,
     .high = 0.1f,
     .initial = 0.008f,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, step)},
    {.name = "turns",
     .text = "The input's direction turns evenly within a tick, from the last one's; else it is the tick's.",
     .kind = LOPE_FIELD_BOOL,
     .initial = 1,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, turns)},
    {.name = "auto_hop",
     .text = "A jump button that stays down jumps at each landing.",
     .kind = LOPE_FIELD_BOOL,
     .offset = (uint32_t)offsetof(lope_air_strafe_settings, auto_hop)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct strafe_data {
    double next;       // s until the next step
    lope_point last;   // what the last tick's input wanted
    uint32_t in_air;   // 1: it fell when the last piece ended
    uint32_t reserved; // 0: no padding in the state
} strafe_data;

static bool falls(const lope_tick *tick) { return lope_tick_state(tick)->mode == LOPE_MODE_FALLING; }

static bool is_on_ground(const lope_tick *tick)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    return mode == LOPE_MODE_WALKING || mode == LOPE_MODE_NAV_WALKING;
}

// Returns what the input wants, level.
static lope_point wanted_now(const lope_tick *tick) { return lope_level_part(lope_tick_wanted(tick), lope_tick_up(tick)); }

// Returns the wish at this instant: it turns from the last tick's to this one's over the tick.
static lope_point wish(const lope_tick *tick, const lope_air_strafe_settings *settings, const strafe_data *data)
{
    const lope_point up = lope_tick_up(tick), to = wanted_now(tick), from = lope_level_part(data->last, up);
    const double length = lope_tick_length(tick), share = length > 0 ? lope_tick_now(tick) / length : 1;
    const double before = lope_point_length(from), after = lope_point_length(to);
    if (!settings->turns || !(before > 0) || !(after > 0)) return to;
    const double angle =
        (double)lope_atan2((float)lope_point_dot(to, lope_point_cross(up, from)), (float)lope_point_dot(to, from));
    const lope_point turned = lope_turn_about(from, up, angle * share);
    return lope_point_scale(turned, (before + (after - before) * share) / before);
}

// Takes one step of the law at this instant.
static void accelerate(lope_tick *tick, const lope_air_strafe_settings *settings, const strafe_data *data)
{
    const bool source = settings->law == LOPE_AIR_SOURCE;
    const lope_point velocity = lope_tick_velocity(tick), wanted = wish(tick, settings, data), w = lope_unit_of(wanted);
    const double speed = lope_metres(tick, settings->max_speed) * lope_point_length(wanted);
    const double rate = settings->accelerate > 0 ? (double)settings->accelerate : source ? 10.0 : 1.0;
    const double cap = (settings->air_cap > 0 ? (double)settings->air_cap : source ? SOURCE_CAP : NO_CAP) * lope_unit(tick);
    const double most = rate * speed * (double)settings->step, add = (speed < cap ? speed : cap) - lope_point_dot(velocity, w);
    if (add > 0 && speed > 0) lope_tick_set_velocity(tick, lope_point_mad(velocity, w, add < most ? add : most));
}

static void strafe_law(const lope_tick *tick, const lope_ability_self *self, lope_velocity_law *law)
{
    (void)self;
    if (falls(tick)) *law = (lope_velocity_law){.push = law->push};
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const strafe_data *data = self->data;
    if (!falls(tick)) return left;
    return data->next < left ? (data->next > 2 * DUE ? data->next : 2 * DUE) : left;
}

// Presses jump anew at a landing, while its button is down.
static void hop(lope_tick *tick, const lope_air_strafe_settings *settings)
{
    const lope_input *input = lope_tick_input(tick);
    if (!settings->auto_hop || !(input->held & LOPE_BUTTON_JUMP) || input->forbidden & LOPE_FORBID_JUMP) return;
    lope_tick_press(tick, LOPE_BUTTON_JUMP);
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_air_strafe_settings *settings = self->settings;
    strafe_data *data = self->data;
    data->next -= seconds;
    while (data->next <= DUE) {
        if (falls(tick) && data->in_air) accelerate(tick, settings, data);
        data->next += (double)settings->step;
    }
    if (data->in_air && is_on_ground(tick)) hop(tick, settings);
    data->in_air = falls(tick);
    if (lope_tick_now(tick) >= lope_tick_length(tick) - DUE) data->last = wanted_now(tick);
    return true;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_air_strafe_settings *settings = self->settings;
    *(strafe_data *)self->data = (strafe_data){.next = (double)settings->step, .last = wanted_now(tick), .in_air = falls(tick)};
}

const lope_ability *lope_air_strafe_ability(void)
{
    static const lope_ability strafe = {.name = "air_strafe",
                                        .version = 1,
                                        .data_size = sizeof(strafe_data),
                                        .settings_size = sizeof(lope_air_strafe_settings),
                                        .field_count = FIELD_COUNT,
                                        .fields = fields,
                                        .law = strafe_law,
                                        .piece = piece,
                                        .passed = passed,
                                        .start = start,
                                        .traits = LOPE_ABILITY_REPEATABLE};
    return &strafe;
}

void lope_air_strafe_settings_default(lope_air_strafe_settings *settings)
{
    *settings = (lope_air_strafe_settings){.max_speed = 8.128f, .step = 0.008f, .turns = 1};
}
