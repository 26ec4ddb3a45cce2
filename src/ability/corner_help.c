// corner_help.c - help at corners and ledges in the air, described in lope/corner_help.h.
//
// In a fall the tick runs in pieces of at most LOOK seconds, so that a straight way tells well enough what a
// piece will meet. A piece that would meet something is cut just before. There the contact's normal tells the
// case: it points down for an edge over the head, and mostly sideways for a wall.
//
//      ceiling |             The least slip that frees the rise is found by bisection: a longer one frees it
//     ---------+ <- slip ->  too, as the way leads straight away from the edge.
//           ( head )
//
// Data: help_data in the ability's slot. Read next: lope_tick_cast in lope/tick.h.
#include "level.h"
#include "units.h"

#include <lope/corner_help.h>
#include <lope/input.h>
#include <lope/report.h>
#include <lope/tick.h>
#include <lope/tuning.h>

#define LOOK (1.0 / 120) // s: a fall is off its chord by 0.1 mm in that time
#define AT_ONCE 2e-4     // s: what is met so soon is reached
#define MOST_OF 0.96     // of a longer time that is run at once: air control may speed the way up
#define SHORTEST 2e-5    // s, of a piece
#define SKIN 1e-3        // m, that the character keeps from what it is moved past
#define OVERHEAD 0.05    // least part down of the normal of an edge over the head
#define SIDEWAYS 0.02    // least level part: below it the contact is a flat ceiling
#define STANDS 0.71      // least part up of a contact on which the character lands by itself
#define INTO 0.03        // m behind the contact, where a wall's top is looked for
#define HALVINGS 14      // of the slip: to 1e-4 of it

typedef struct help_data {
    uint32_t met; // GOES_ON, TOUCHES or 0
} help_data;
#define GOES_ON 1u // something is reached, and no help was possible: the next piece goes on into it
#define TOUCHES 2u // what is met is met at once: the shortest piece was asked for

#define AT(member) (uint32_t) offsetof(lope_corner_help_settings, member)

static const lope_field fields[] = {
    {.name = "slip",
     .unit = "m",
     .text = "The most by which the character slips past an edge over its head.",
     .low = 0,
     .high = 1000,
     .initial = 0.15f,
     .offset = AT(slip)},
    {.name = "lift",
     .unit = "m",
     .text = "The most by which the character is lifted onto an edge before its feet.",
     .low = 0,
     .high = 1000,
     .initial = 0.2f,
     .offset = AT(lift)},
    {.name = "own_modes",
     .text = "Helps in modes of abilities and of the game too that move through the air, as a dash's.",
     .kind = LOPE_FIELD_BOOL,
     .offset = AT(own_modes)},
};

// Counts what stops the character.
static bool is_in_the_way(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

// Casts the character's capsule, thinner by `skin`. `piece` is given a tick to read, and a cast reads it.
static bool cast(const lope_tick *tick, lope_point feet, lope_point motion, double skin, lope_cast_hit *hit)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_cast_def def = {.from = lope_point_mad(feet, lope_tick_up(tick), skin),
                               .motion = motion,
                               .radius = (float)((double)state->radius - skin),
                               .height = (float)((double)state->height - 2.0 * skin),
                               .filter = {.channels = state->channels},
                               .accept = is_in_the_way};
    return lope_tick_cast((lope_tick *)(uintptr_t)tick, &def, hit);
}

// Returns true when the capsule may go that way.
static bool is_free(const lope_tick *tick, lope_point feet, lope_point motion)
{
    lope_cast_hit hit;
    const double skin = 0.5 * SKIN * lope_unit(tick);
    return !cast(tick, feet, motion, skin, &hit);
}

// Returns the s until a fall meets something, or -1 when it does not within `left`.
static double until_met(const lope_tick *tick, double left, lope_cast_hit *hit)
{
    const lope_point drop = lope_point_scale(lope_tick_acceleration(tick), 0.5 * left * left);
    const lope_point way = lope_point_mad(drop, lope_tick_velocity(tick), left);
    return cast(tick, lope_tick_feet(tick), way, 0, hit) ? hit->fraction * left : -1;
}

// Returns the m that the character would still rise.
static double rise_left(const lope_tick *tick)
{
    const lope_point up = lope_tick_up(tick);
    const double speed = lope_along(lope_tick_velocity(tick), up), pull = -lope_along(lope_tick_acceleration(tick), up);
    if (speed <= 0) return 0;
    const double most = (double)lope_tick_state(tick)->height, rise = pull > 0 ? 0.5 * speed * speed / pull : most;
    return rise < most ? rise : most;
}

static void tell(lope_tick *tick, const lope_ability_self *self, lope_corner_help what, double length)
{
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_ABILITY_PHASE);
    event->from = self->id;
    event->to = (uint32_t)what;
    event->value = (float)length;
}

// Returns the least slip (m, at most `most`) along a direction that frees a rise, or -1.
static double least_slip(const lope_tick *tick, lope_point direction, double most, double rise)
{
    const lope_point feet = lope_tick_feet(tick), way = lope_point_scale(lope_tick_up(tick), rise);
    double low = 0, high = most;
    if (!is_free(tick, feet, lope_point_scale(direction, most))) return -1;
    if (!is_free(tick, lope_point_mad(feet, direction, most), way)) return -1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(is_free(tick, lope_point_mad(feet, direction, middle), way) ? &high : &low) = middle;
    }
    return high;
}

// Slips past an edge over the head. Returns false when that is no help.
static bool slip(lope_tick *tick, const lope_ability_self *self, const lope_cast_hit *hit)
{
    const lope_corner_help_settings *settings = self->settings;
    const lope_point up = lope_tick_up(tick), away = lope_level_part(hit->normal, up);
    const double radius = (double)lope_tick_state(tick)->radius, rise = rise_left(tick);
    const double longest = lope_metres(tick, settings->slip), most = longest < radius ? longest : radius;
    if (!(most > 0) || rise <= 0 || lope_along(hit->normal, up) > -OVERHEAD || lope_point_length(away) < SIDEWAYS) return false;
    const lope_point direction = lope_unit_of(away), velocity = lope_tick_velocity(tick);
    double length = least_slip(tick, direction, most, rise);
    if (length < 0) return false;
    length += SKIN * lope_unit(tick);
    if (length > most) length = most;
    lope_tick_slide(tick, lope_point_scale(direction, length));
    lope_tick_set_velocity(tick, velocity);
    tell(tick, self, LOPE_CORNER_HELP_SLIP, length);
    return true;
}

// Finds the top of a wall at most `most` m above the feet. Returns its m above them, or -1.
static double top_of(lope_tick *tick, const lope_cast_hit *hit, lope_point into, double most)
{
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick);
    const double unit = lope_unit(tick), above = most + SKIN * unit;
    const lope_point at = lope_point_mad(hit->point, into, INTO * unit);
    const lope_point from = lope_point_mad(at, up, above - lope_along(lope_point_sub(at, feet), up));
    const lope_cast_def down = {.from = from,
                                .motion = lope_point_scale(up, -above),
                                .filter = {.channels = lope_tick_state(tick)->channels},
                                .accept = is_in_the_way};
    lope_cast_hit top;
    if (!lope_tick_cast(tick, &down, &top) || !top.walkable || top.depth > 0) return -1;
    const double height = (1.0 - top.fraction) * above;
    return height <= most ? height : -1;
}

// Lifts the character onto an edge before its feet. Returns false when that is no help.
static bool lift(lope_tick *tick, const lope_ability_self *self, const lope_cast_hit *hit)
{
    const lope_corner_help_settings *settings = self->settings;
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick), velocity = lope_tick_velocity(tick);
    const lope_point into = lope_unit_of(lope_level_part(lope_point_scale(hit->normal, -1), up));
    const double most = lope_metres(tick, settings->lift), normal = lope_along(hit->normal, up);
    if (!(most > 0) || normal < -OVERHEAD || normal > STANDS || !(lope_point_dot(velocity, into) > 0)) return false;
    const double top = top_of(tick, hit, into, most);
    if (!(top > 0) || rise_left(tick) > top) return false;
    const double length = top + SKIN * lope_unit(tick);
    const lope_point way = lope_point_scale(up, length);
    const lope_point over = lope_point_scale(into, (double)lope_tick_state(tick)->radius);
    if (!is_free(tick, feet, way) || !is_free(tick, lope_point_add(feet, way), over)) return false;
    lope_tick_slide(tick, way);
    const double falls = lope_along(velocity, up);
    lope_tick_set_velocity(tick, lope_point_mad(velocity, up, falls < 0 ? -falls : 0));
    tell(tick, self, LOPE_CORNER_HELP_LIFT, length);
    return true;
}

// True in a fall, and with `own_modes` in modes of a game's own that move through the air.
static bool is_falling(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_corner_help_settings *settings = self->settings;
    const uint32_t number = lope_tick_state(tick)->mode;
    const lope_mode *mode = lope_tick_moveset(tick)->modes[number];
    if (number == LOPE_MODE_FALLING) return true;
    if (!settings->own_modes || number < LOPE_MODE_GAME) return false;
    return !mode->on_ground && !(mode->traits & (LOPE_MODE_CARRIED | LOPE_MODE_GHOST));
}

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    help_data *data = self->data;
    if (!is_falling(tick, self)) return left;
    const double look = left < LOOK ? left : LOOK;
    lope_cast_hit hit;
    const double until = data->met == GOES_ON ? -1 : until_met(tick, look, &hit);
    if (until < 0) return look;
    const double time = until * MOST_OF > until - 0.5 * AT_ONCE ? until - 0.5 * AT_ONCE : until * MOST_OF;
    data->met = time > SHORTEST ? 0 : TOUCHES;
    return time > SHORTEST ? time : SHORTEST;
}

// After the shortest piece nothing is met any more where the character slides along what it touches. A layer
// gives the velocity into it anew with each piece. So the next piece goes on into it too, and time passes.
static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    help_data *data = self->data;
    lope_cast_hit hit;
    const bool touched = data->met == TOUCHES;
    (void)seconds;
    data->met = 0;
    if (!is_falling(tick, self)) return true;
    if (until_met(tick, AT_ONCE, &hit) < 0)
        data->met = touched ? GOES_ON : 0;
    else
        data->met = slip(tick, self, &hit) || lift(tick, self, &hit) ? 0 : GOES_ON;
    return true;
}

const lope_ability *lope_corner_help_ability(void)
{
    static const lope_ability help = {.name = "corner_help",
                                      .version = 1,
                                      .data_size = sizeof(help_data),
                                      .settings_size = sizeof(lope_corner_help_settings),
                                      .field_count = sizeof fields / sizeof *fields,
                                      .fields = fields,
                                      .piece = piece,
                                      .passed = passed,
                                      .traits = LOPE_ABILITY_REPEATABLE};
    return &help;
}
