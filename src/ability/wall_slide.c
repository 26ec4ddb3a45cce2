// wall_slide.c - the slide down a wall, described in lope/wall_slide.h.
//
// Its mode falls in short slices, each under the constant pull that leads from the exact speed at its begin
// to the exact speed at its end, as the glide's does. A press of jump ends it before other abilities start.
// The wall is the character's base, so it goes along where the wall moves or turns.
//
// Data: the seconds without input toward the wall. Read next: wall.c, glide.c.
#include "level.h"
#include "units.h"
#include "wall.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/wall_slide.h>

#define SLICE (1.0 / 120.0)
#define LOOK (1.0 / 60.0) // s: the longest time between two looks for the wall
#define LEAST_TIME 1e-6   // s: what is shorter is not fallen
#define WIDER 1.1         // times the reach: beside what rounds or leans
#define LASTS 0.1         // s: a slide that is over sooner is no more than a change of pose and back
#define LN2 0.693147180559945

#define FIELD(member, of_unit, least, most, of_initial, sentence)                                              \
    {                                                                                                          \
        .name = #member, .unit = of_unit, .text = sentence, .low = least, .high = most, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_wall_slide_settings, member)                                         \
    }

static const lope_field fields[] = {
    FIELD(speed, "m/s", 0, 1000, 2, "The speed to which the slide comes, relative to the wall."),
    FIELD(half_life, "s", 0.01f, 60, 0.1f, "The time in which the difference to that speed halves."),
    FIELD(toward, "", 0, 1, 0.3f, "Cosine of the input to the wall that is needed; 0: no input is needed."),
    FIELD(grace, "s", 0, 60, 0.1f, "How long it goes on without such input."),
    FIELD(reach, "m", 0.001f, 1000, 0.1f, "How far from the capsule the wall may be."),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

typedef struct slide_data {
    double without; // s without input toward the wall
} slide_data;

// Returns the settings of the ability that brings a mode.
static const lope_wall_slide_settings *settings_of(const lope_moveset *moveset, uint32_t mode)
{
    uint32_t i = 0;
    while (i < moveset->ability_count && moveset->ability_modes[i] != mode) i++;
    return lope_moveset_ability_settings(moveset, i);
}

// Falls for one slice of at most `left` seconds. rise: m/s of the wall. Returns the seconds that were fallen.
static double fall_slice(lope_tick *tick, const lope_wall_slide_settings *settings, double rise, double left)
{
    const double slice = left - SLICE < LEAST_TIME ? left : SLICE;
    const double sink = rise - lope_along(lope_tick_velocity(tick), lope_tick_up(tick));
    const double rest = lope_exp_double(-LN2 * slice / (double)settings->half_life);
    const double pull = (lope_metres(tick, settings->speed) - sink) * (1 - rest) / slice;
    return slice - lope_tick_fall_under(tick, pull, slice);
}

static double run(lope_tick *tick, double seconds)
{
    const uint32_t mode = lope_tick_state(tick)->mode;
    const lope_wall_slide_settings *settings = settings_of(lope_tick_moveset(tick), mode);
    double left = seconds;
    if (!settings) return 0;
    const lope_wall nearest = lope_wall_nearest(tick, lope_metres(tick, settings->reach));
    if (nearest.found && lope_tick_base_body(tick) != nearest.contact.body) lope_tick_set_base(tick, nearest.contact.body);
    const lope_point own = nearest.found ? lope_wall_velocity(tick, &nearest.contact) : lope_point_make(0, 0, 0);
    const double rise = lope_along(own, lope_tick_up(tick));
    while (left > LEAST_TIME && lope_tick_state(tick)->mode == mode && lope_tick_failed(tick) == LOPE_OK) {
        const double asked = left - SLICE < LEAST_TIME ? left : SLICE;
        const double fallen = fall_slice(tick, settings, rise, left);
        left -= fallen;
        if (fallen < asked) return left;
    }
    return lope_tick_state(tick)->mode == mode ? 0 : left;
}

// Returns true when the input goes toward the wall, or need not.
static bool is_toward(const lope_tick *tick, const lope_wall_slide_settings *settings, const lope_wall *nearest)
{
    const lope_point up = lope_tick_up(tick);
    const lope_point wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    const lope_point away = lope_unit_of(lope_level_part(nearest->contact.normal, up));
    return !(settings->toward > 0) || -lope_point_dot(wanted, away) >= (double)settings->toward;
}

// Returns true when the wall is still there in LASTS seconds, as the character goes along it now, and the
// slide comes to no floor sooner. way: m/s, against the wall.
static bool lasts(lope_tick *tick, const lope_wall_slide_settings *settings, const lope_wall *nearest, lope_point way)
{
    const double slow = lope_metres(tick, settings->speed), sink = -lope_along(way, lope_tick_up(tick));
    lope_floor floor;
    if (lope_tick_floor_under(tick, LASTS * (sink > slow ? sink : slow), &floor)) return false;
    lope_cast_hit hit;
    const lope_state *state = lope_tick_state(tick);
    const lope_point normal = nearest->contact.normal;
    const double into = lope_point_dot(way, normal);
    const lope_point along = lope_point_mad(way, normal, into < 0 ? -into : 0);
    const lope_cast_def def = {.from = lope_point_mad(lope_tick_feet(tick), along, LASTS),
                               .motion = lope_point_scale(normal, -WIDER * lope_metres(tick, settings->reach)),
                               .radius = state->radius,
                               .height = state->height,
                               .up = state->up,
                               .filter = {.channels = state->channels & ~LOPE_CHANNEL_CHARACTER}};
    return lope_tick_cast(tick, &def, &hit);
}

static bool jumps(const lope_tick *tick) { return (lope_allowed_edges(tick) & LOPE_BUTTON_JUMP) != 0; }

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_slide_settings *settings = self->settings;
    if (jumps(tick)) return LOPE_REFUSAL_FORBIDDEN;
    const lope_wall nearest = lope_wall_nearest(tick, lope_metres(tick, settings->reach));
    const lope_point place = nearest.met ? nearest.contact.point : lope_tick_feet(tick);
    lope_tick_refused_by(tick, 1, place, nearest.met ? nearest.contact.body : LOPE_BODY_NONE);
    if (!nearest.found || lope_wall_is_character(&nearest.contact)) return LOPE_REFUSAL_NO_WALL;
    const lope_point way = lope_point_sub(lope_tick_velocity(tick), lope_wall_velocity(tick, &nearest.contact));
    if (lope_along(way, lope_tick_up(tick)) > 0) return LOPE_REFUSAL_NO_WALL;
    if (!is_toward(tick, settings, &nearest)) return LOPE_REFUSAL_NO_INPUT;
    return lasts(tick, settings, &nearest, way) ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_NO_WALL;
}

// It starts by itself beside a wall, where the slide lasts.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_wall_slide_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX,
                         .needs = LOPE_NEEDS_WALL_AROUND | (settings->toward > 0 ? LOPE_NEEDS_INPUT : 0),
                         .drop = (float)LASTS * settings->speed,
                         .reach = settings->reach};
    return 1;
}

static void start(lope_tick *tick, const lope_ability_self *self) { lope_tick_set_mode(tick, self->mode); }

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)self;
    return jumps(tick) ? 0 : left < LOOK ? left : LOOK;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_wall_slide_settings *settings = self->settings;
    slide_data *data = self->data;
    const lope_wall nearest = lope_wall_nearest(tick, lope_metres(tick, settings->reach));
    if (!nearest.found) return false;
    data->without = is_toward(tick, settings, &nearest) ? 0 : data->without + seconds;
    return data->without <= (double)settings->grace;
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    (void)why;
    if (lope_tick_state(tick)->mode == self->mode) lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}

const lope_ability *lope_wall_slide_ability(void)
{
    // it keeps its size: one that crouches in the air would stand up, lose the wall, crouch and start anew
    static const lope_mode sliding = {.name = "wall_sliding",
                                      .run = run,
                                      .version = 2,
                                      .traits = LOPE_MODE_CARRIED | LOPE_MODE_REPEATABLE | LOPE_MODE_KEEPS_SIZE};
    static const lope_mode *const modes[] = {&sliding, NULL};
    static const lope_ability wall_slide = {.name = "wall_slide",
                                            .version = 3,
                                            .button = LOPE_BUTTON_GRAB,
                                            .data_size = sizeof(slide_data),
                                            .settings_size = sizeof(lope_wall_slide_settings),
                                            .field_count = FIELD_COUNT,
                                            .fields = fields,
                                            .conditions = {.modes = 1u << LOPE_MODE_FALLING, .airborne = true},
                                            .try_start = try_start,
                                            .piece = piece,
                                            .passed = passed,
                                            .ended = ended,
                                            .start = start,
                                            .groups = LOPE_GROUP_BODY,
                                            .traits = LOPE_ABILITY_REPEATABLE,
                                            .modes = modes,
                                            .asks_in = 1u << LOPE_MODE_FALLING,
                                            .asks = asks};
    return &wall_slide;
}

void lope_wall_slide_settings_default(lope_wall_slide_settings *settings)
{
    *settings = (lope_wall_slide_settings){.speed = 2, .half_life = 0.1f, .toward = 0.3f, .grace = 0.1f, .reach = 0.1f};
}
