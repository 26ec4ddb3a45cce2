// wall_run.c - the run along a wall, described in lope/wall_run.h.
//
// The wall carries the character as its base, so every speed here is against the wall. A piece of at most
// 1/60 s is in wall_run_way.c.
//
// After the run the ability stays at work to remember its wall. It is in no group, so it blocks nothing then.
// A wall jump starts out of the run itself: that throws the character off the wall, which ends the run.
//
// Data: lope_wall_side, in the mode's own bytes; its copy and times in the ability's. Read next:
// wall_run_way.c.
#include "level.h"
#include "units.h"
#include "wall.h"
#include "wall_run_way.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/tuning.h>
#include <lope/wall_run.h>

#include <string.h>

#define LOOK (1.0 / 60.0) // s: the longest piece
#define LAST 1e-6         // s: what is shorter is over
#define SAME 0.7071       // cosine up to which a normal is the same wall's
#define GAME_MODES 0xFFFF0000u

typedef struct run_data {
    lope_wall_side wall;
    double without; // s without input along the run
    double ran;     // s
} run_data;

// ---- the start ------------------------------------------------------------------------------------------

static uint32_t refuse(lope_tick *tick, uint32_t query, const lope_wall *nearest, uint32_t why)
{
    const lope_point place = nearest->met ? nearest->contact.point : lope_tick_feet(tick);
    lope_tick_refused_by(tick, query, place, nearest->met ? nearest->contact.body : LOPE_BODY_NONE);
    return why;
}

// Returns true when the input goes along the run, or need not.
static bool is_along(const lope_tick *tick, const lope_wall_run_settings *settings, const lope_wall_side *wall)
{
    const lope_point up = lope_tick_up(tick), wanted = lope_unit_of(lope_level_part(lope_tick_wanted(tick), up));
    return !(settings->along > 0) || lope_point_dot(wanted, lope_wall_way(wall, up)) >= (double)settings->along;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_run_settings *settings = self->settings;
    const lope_point up = lope_tick_up(tick);
    run_data *data = self->data;
    const lope_wall nearest = lope_wall_nearest(tick, lope_metres(tick, settings->reach));
    if (!nearest.found || lope_wall_is_character(&nearest.contact)) return refuse(tick, 1, &nearest, LOPE_REFUSAL_NO_WALL);
    const lope_point own = lope_wall_velocity(tick, &nearest.contact);
    const lope_point level = lope_level_part(lope_point_sub(lope_tick_velocity(tick), own), up);
    lope_wall_side wall = {.normal = lope_unit_of(lope_level_part(nearest.contact.normal, up)), .body = nearest.contact.body};
    wall.side = lope_point_dot(lope_point_cross(up, level), wall.normal) < 0 ? 1 : -1;
    const double along = lope_point_dot(level, lope_wall_way(&wall, up)), whole = lope_point_length(level);
    if (!(along >= lope_metres(tick, settings->min_speed))) return refuse(tick, 2, &nearest, LOPE_REFUSAL_SLOW);
    const bool leaves = lope_point_dot(level, wall.normal) > LOPE_WALL_OFF_SPEED * lope_unit(tick);
    if (leaves || along < whole * (double)lope_cos(settings->angle)) return refuse(tick, 3, &nearest, LOPE_REFUSAL_SLOW);
    if (!is_along(tick, settings, &wall)) return refuse(tick, 4, &nearest, LOPE_REFUSAL_NO_INPUT);
    lope_floor floor;
    if (settings->height > 0 && lope_tick_floor_under(tick, lope_metres(tick, settings->height), &floor))
        return refuse(tick, 5, &nearest, LOPE_REFUSAL_GROUND_NEAR);
    data->wall = wall;
    return LOPE_REFUSAL_NONE;
}

// It starts by itself in a fast fall beside a wall, high over the ground.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_wall_run_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] = (lope_ask){.modes = UINT32_MAX,
                         .needs = LOPE_NEEDS_WALL_AROUND | (settings->along > 0 ? LOPE_NEEDS_INPUT : 0),
                         .speed = settings->min_speed,
                         .drop = settings->height,
                         .reach = settings->reach};
    return 1;
}

static void start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_run_settings *settings = self->settings;
    const run_data *data = self->data;
    const lope_point up = lope_tick_up(tick), way = lope_wall_way(&data->wall, up);
    lope_tick_set_mode(tick, self->mode);
    lope_tick_set_base(tick, data->wall.body);
    memcpy(lope_tick_data(tick), &data->wall, sizeof data->wall);
    *self->phase = data->wall.side > 0 ? LOPE_WALL_RUN_LEFT : LOPE_WALL_RUN_RIGHT;
    const lope_point velocity = lope_tick_velocity(tick);
    const double rise = lope_along(velocity, up), lift = lope_metres(tick, settings->lift);
    const lope_point along = lope_point_scale(way, lope_point_dot(velocity, way));
    lope_tick_set_velocity(tick, lope_point_mad(along, up, rise > lift ? rise : lift));
}

// ---- the way --------------------------------------------------------------------------------------------

// Returns the settings of the ability that brings a mode.
static const lope_wall_run_settings *settings_of(const lope_moveset *moveset, uint32_t mode)
{
    uint32_t i = 0;
    while (i < moveset->ability_count && moveset->ability_modes[i] != mode) i++;
    return lope_moveset_ability_settings(moveset, i);
}

static double run(lope_tick *tick, double seconds)
{
    const lope_wall_run_settings *settings = settings_of(lope_tick_moveset(tick), lope_tick_state(tick)->mode);
    double left = seconds;
    lope_wall_side wall;
    if (!settings) return 0;
    memcpy(&wall, lope_tick_data(tick), sizeof wall);
    while (left > LAST) {
        const double time = left > 1.5 * LOOK ? LOOK : left, now = lope_tick_now(tick);
        const bool goes_on = lope_wall_run_go(tick, settings, &wall, time);
        if (lope_tick_failed(tick) != LOPE_OK) return 0;
        left -= lope_tick_now(tick) - now;
        if (goes_on) continue;
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return left > 0 ? left : 0;
    }
    memcpy(lope_tick_data(tick), &wall, sizeof wall);
    return 0;
}

// ---- the ability ----------------------------------------------------------------------------------------

// Returns true when the moveset has a wall jump, which answers a press of jump.
static bool has_wall_jump(const lope_moveset *moveset)
{
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (strcmp(moveset->abilities[i]->name, "wall_jump") == 0) return true;
    return false;
}

// A press of jump that no wall jump answers ends it.
static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    const lope_wall_run_settings *settings = self->settings;
    const run_data *data = self->data;
    if (*self->phase == LOPE_WALL_RUN_AFTER) return left < LOOK ? left : LOOK;
    const bool presses = (lope_allowed_edges(tick) & LOPE_BUTTON_JUMP) != 0;
    if (presses && lope_tick_state(tick)->mode == self->mode && !has_wall_jump(lope_tick_moveset(tick))) return 0;
    double piece = left < LOOK ? left : LOOK;
    const double rest = (double)settings->time - data->ran;
    if (settings->time > 0 && rest > LAST && rest < piece) piece = rest;
    return piece;
}

// After the run: goes on as long as there is no other wall near. Returns false when there is one.
static bool remembers(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_run_settings *settings = self->settings;
    const run_data *data = self->data;
    *self->phase = LOPE_WALL_RUN_AFTER;
    if (settings->again) return false;
    const lope_wall nearest = lope_wall_nearest(tick, lope_metres(tick, settings->reach));
    if (!nearest.found) return true;
    const lope_point normal = lope_unit_of(lope_level_part(nearest.contact.normal, lope_tick_up(tick)));
    return nearest.contact.body == data->wall.body && lope_point_dot(normal, data->wall.normal) > SAME;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_wall_run_settings *settings = self->settings;
    run_data *data = self->data;
    if (lope_tick_state(tick)->mode != self->mode) return remembers(tick, self);
    memcpy(&data->wall, lope_tick_data(tick), sizeof data->wall);
    data->ran += seconds;
    data->without = is_along(tick, settings, &data->wall) ? 0 : data->without + seconds;
    const bool over = settings->time > 0 && data->ran > (double)settings->time - LAST;
    if (!over && data->without <= (double)settings->grace) return true;
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return remembers(tick, self);
}

static void ended(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_wall_run_settings *settings = self->settings;
    const run_data *data = self->data;
    if (lope_tick_state(tick)->mode != self->mode) return;
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    if (why != LOPE_END_DONE || !lope_take_jump(tick)) return;
    const lope_point up = lope_tick_up(tick), level = lope_level_part(lope_tick_velocity(tick), up);
    const lope_point away = lope_point_mad(level, data->wall.normal, lope_metres(tick, settings->jump_away));
    lope_tick_set_velocity(tick, lope_point_mad(away, up, lope_metres(tick, settings->jump_up)));
}

#define ROW(NAME, KIND, UNIT, LOW, HIGH, INITIAL, TEXT)                                                        \
    {                                                                                                          \
        .name = #NAME, .kind = KIND, .unit = UNIT, .text = TEXT, .low = LOW, .high = HIGH, .initial = INITIAL, \
        .offset = (uint32_t)offsetof(lope_wall_run_settings, NAME)                                             \
    }
#define NUMBER(NAME, UNIT, LOW, HIGH, INITIAL, TEXT) ROW(NAME, LOPE_FIELD_FLOAT, UNIT, LOW, HIGH, INITIAL, TEXT)

static const lope_field fields[] = {
    NUMBER(speed, "m/s", 0, 1000, 8, "The speed to which the run along the wall comes"),
    NUMBER(half_life, "s", 0.01f, 60, 0.3f, "The time in which the difference to that speed halves"),
    NUMBER(min_speed, "m/s", 0, 1000, 4, "The speed along the wall that a start needs"),
    NUMBER(least, "m/s", 0, 1000, 2, "The speed along the wall below which it ends"),
    ROW(angle, LOPE_FIELD_ANGLE, "rad", 0, 1.5707f, 1.047f, "The largest angle between the level velocity and the wall"),
    NUMBER(along, "", 0, 1, 0.3f, "Cosine of the input to the run that is needed; 0: no input is needed"),
    NUMBER(grace, "s", 0, 60, 0.1f, "How long it goes on without such input"),
    NUMBER(gravity, "", 0, 10, 0.35f, "The share of gravity"),
    NUMBER(lift, "m/s", 0, 1000, 2, "The speed up at the start, at least"),
    NUMBER(height, "m", 0, 1000, 0.8f, "How high above the ground a start must be"),
    NUMBER(time, "s", 0, 1000, 2, "The longest run; 0: no limit"),
    NUMBER(reach, "m", 0.001f, 1000, 0.2f, "How far from the capsule the wall may be"),
    NUMBER(jump_up, "m/s", 0, 1000, 6, "Speed up of a jump off the wall, without a wall jump"),
    NUMBER(jump_away, "m/s", 0, 1000, 5, "Speed away from the wall of such a jump"),
    ROW(again, LOPE_FIELD_BOOL, "", 0, 1, 0, "The same wall may be run again before a landing or another wall"),
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

static const lope_mode running = {.name = "wall_running",
                                  .data_size = sizeof(lope_wall_side),
                                  .run = run,
                                  .version = 2,
                                  .traits = LOPE_MODE_CARRIED | LOPE_MODE_KEEPS_SIZE | LOPE_MODE_REPEATABLE};
static const lope_mode *const modes[] = {&running, NULL};

static const lope_ability wall_run = {.name = "wall_run",
                                      .version = 3,
                                      .button = LOPE_BUTTON_GRAB,
                                      .goes_on_in = 1u << LOPE_MODE_FALLING | GAME_MODES,
                                      .data_size = sizeof(run_data),
                                      .settings_size = sizeof(lope_wall_run_settings),
                                      .field_count = FIELD_COUNT,
                                      .fields = fields,
                                      .conditions = {.modes = 1u << LOPE_MODE_FALLING, .airborne = true, .cooldown = 0.3f},
                                      .try_start = try_start,
                                      .piece = piece,
                                      .passed = passed,
                                      .ended = ended,
                                      .start = start,
                                      .cancels_groups = LOPE_GROUP_BODY,
                                      .traits = LOPE_ABILITY_REPEATABLE,
                                      .modes = modes,
                                      .asks_in = 1u << LOPE_MODE_FALLING,
                                      .asks = asks};

const lope_ability *lope_wall_run_ability(void) { return &wall_run; }

void lope_wall_run_settings_default(lope_wall_run_settings *settings)
{
    *settings = (lope_wall_run_settings){.speed = 8,
                                         .half_life = 0.3f,
                                         .min_speed = 4,
                                         .least = 2,
                                         .angle = 1.047f,
                                         .along = 0.3f,
                                         .grace = 0.1f,
                                         .gravity = 0.35f,
                                         .lift = 2,
                                         .height = 0.8f,
                                         .time = 2,
                                         .reach = 0.2f,
                                         .jump_up = 6,
                                         .jump_away = 5};
}
