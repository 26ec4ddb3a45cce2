// wall_jump.c - the jump off a wall, described in lope/wall_jump.h.
//
// The nearest wall around the capsule is found in wall.c. All else is one velocity. Beside a wall the ability
// is at work as a watch, and keeps the wall: for the coyote time, and to count the jumps off it. It looks at
// least every 1/60 s; the instant at which the gap has become the reach lies on a straight line between two.
//
// Data: wall_memory in the ability's slot. Read next: wall.c.
#include "level.h"
#include "units.h"
#include "wall.h"

#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/wall_jump.h>
#include <lope/wall_run.h>
#include <lope/wall_slide.h>

#include <string.h>

#define GAME_MODES 0xFFFF0000u
#define MODES (1u << LOPE_MODE_FALLING | GAME_MODES) // falling, and what a moveset brings: the wall run
#define LOOK (1.0 / 60.0)                            // s: the longest time between two looks for the wall
#define ROUNDING 1e-6                                // s, of sums of ticks
// times the way of a piece: how far beyond the reach it looks
#define WIDER 1.2
#define SAME 0.7071 // cosine up to which a normal is the same wall's
#define NEVER 1e9   // s since it was left: of a wall that was jumped off

#define QUERY_WALL 1 // lope_refused.query: is there a wall
#define QUERY_USED 2 // may it be jumped off again

// The wall that the character was at last.
typedef struct wall_memory {
    uint64_t body;
    double since;          // s since it was left
    double gap;            // m, at the last look
    lope_vec3 normal, own; // unit; m/s, of the wall
    uint32_t jumps;        // off it
    uint32_t held;         // 1: a run or slide along it was at work at the last look
} wall_memory;

#define FIELD(member, of_unit, most, of_initial, sentence)                                                 \
    {                                                                                                      \
        .name = #member, .unit = of_unit, .text = sentence, .low = 0, .high = most, .initial = of_initial, \
        .offset = (uint32_t)offsetof(lope_wall_jump_settings, member)                                      \
    }

static const lope_field fields[] = {
    FIELD(speed, "m/s", 1000, 12, "The speed of the jump."),
    FIELD(share, "", 1, 0.75f, "The share of the direction away from the wall: 0 is straight up, 1 is level."),
    FIELD(keep, "", 1, 1, "The share of the level velocity along the wall that stays."),
    FIELD(reach, "m", 10, 0.2f, "How far from the capsule a wall may be."),
    FIELD(coyote, "s", 10, 0.1f, "How long after the wall was left a jump off it is possible."),
    {.name = "per_wall",
     .text = "The most jumps off one wall before the ground or another wall; 0: no limit.",
     .kind = LOPE_FIELD_INT,
     .high = 1000,
     .offset = (uint32_t)offsetof(lope_wall_jump_settings, per_wall)},
};
#define FIELD_COUNT (sizeof fields / sizeof *fields)

// ---- walls ------------------------------------------------------------------------------------------------

// True in a mode of that name.
static bool is_in(const lope_tick *tick, const char *name)
{
    return strcmp(lope_moveset_mode_name(lope_tick_moveset(tick), lope_tick_state(tick)->mode), name) == 0;
}

// True in a run or slide along a wall.
static bool is_held(const lope_tick *tick) { return is_in(tick, "wall_running") || is_in(tick, "wall_sliding"); }

// Returns the greatest reach (m) of the moveset's wall abilities.
static float widest_reach(const lope_moveset *moveset, const lope_wall_jump_settings *settings)
{
    const lope_ability *const run = lope_wall_run_ability(), *const slide = lope_wall_slide_ability();
    float reach = settings->reach;
    for (uint32_t i = 0; i < moveset->ability_count; i++) {
        float other = 0;
        if (moveset->abilities[i] == run)
            other = ((const lope_wall_run_settings *)lope_moveset_ability_settings(moveset, i))->reach;
        if (moveset->abilities[i] == slide)
            other = ((const lope_wall_slide_settings *)lope_moveset_ability_settings(moveset, i))->reach;
        if (other > reach) reach = other;
    }
    return reach;
}

// Returns the reach (m) at this instant. A run follows its wall up to twice its own.
static double reach_of(const lope_tick *tick, const lope_wall_jump_settings *settings)
{
    return lope_metres(tick, widest_reach(lope_tick_moveset(tick), settings)) * (is_in(tick, "wall_running") ? 2 : 1);
}

static lope_point normal_of(const lope_tick *tick, const lope_wall *wall)
{
    return lope_unit_of(lope_level_part(wall->contact.normal, lope_tick_up(tick)));
}

static bool is_same(const wall_memory *memory, uint64_t body, lope_point normal)
{
    return memory->body == body && lope_point_dot(normal, lope_vec3_to_point(memory->normal)) > SAME;
}

// Writes a wall that is near into the memory. Another one than before has no jumps.
static void remember(lope_tick *tick, wall_memory *memory, const lope_wall *wall)
{
    const lope_point normal = normal_of(tick, wall), own = lope_wall_velocity(tick, &wall->contact);
    const bool same = is_same(memory, wall->contact.body, normal);
    const double away = lope_point_dot(lope_point_sub(lope_tick_velocity(tick), own), normal);
    *memory = (wall_memory){.body = wall->contact.body,
                            .since = same && memory->since >= NEVER && away > 0 ? NEVER : 0,
                            .gap = wall->gap,
                            .normal = lope_point_to_vec3(normal),
                            .own = lope_point_to_vec3(own),
                            .jumps = same ? memory->jumps : 0,
                            .held = is_held(tick)};
}

// Returns what the watch remembers, or NULL.
static const wall_memory *memory_of(const lope_tick *tick, uint32_t id)
{
    const lope_state *state = lope_tick_state(tick);
    for (uint32_t i = 0; state->pages & LOPE_PAGE_ABILITY && i < LOPE_ACTIVE_ABILITIES; i++)
        if (state->abilities[i].id == id + 1u) return (const wall_memory *)(const void *)state->abilities[i].data;
    return NULL;
}

// ---- the jump ---------------------------------------------------------------------------------------------

// Returns the velocity of a jump off a wall.
static lope_point jump_velocity(const lope_tick *tick, const lope_wall_jump_settings *settings, lope_point away, lope_point own)
{
    const lope_point up = lope_tick_up(tick);
    const lope_point level = lope_level_part(lope_point_sub(lope_tick_velocity(tick), own), up);
    const lope_point along = lope_point_mad(level, away, -lope_point_dot(level, away));
    const double share = (double)settings->share;
    const lope_point direction = lope_unit_of(lope_point_mad(lope_point_scale(up, 1 - share), away, share));
    const lope_point kept = lope_point_mad(own, along, (double)settings->keep);
    return lope_point_mad(kept, direction, lope_metres(tick, settings->speed));
}

// Returns true when another ability moves the body.
static bool is_busy(const lope_tick *tick, const lope_ability_self *self)
{
    const lope_moveset *moveset = lope_tick_moveset(tick);
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (i != self->id && moveset->abilities[i]->groups & LOPE_GROUP_BODY && lope_tick_ability_is_on(tick, i)) return true;
    return false;
}

// Finds the wall to jump off: one within reach, or the last one within the coyote time. Returns why there is
// none, or LOPE_REFUSAL_NONE with the memory of it.
static uint32_t find(lope_tick *tick, const lope_ability_self *self, wall_memory *memory)
{
    const lope_wall_jump_settings *settings = self->settings;
    const wall_memory *was = memory_of(tick, self->id);
    const lope_wall nearest = lope_wall_nearest(tick, reach_of(tick, settings));
    if (was) *memory = *was;
    if (nearest.found) remember(tick, memory, &nearest);
    const bool late = !was || !(was->since <= (double)settings->coyote + ROUNDING) || !(settings->coyote > 0);
    if (nearest.found || !late) return LOPE_REFUSAL_NONE;
    const lope_point place = nearest.met ? nearest.contact.point : lope_tick_feet(tick);
    lope_tick_refused_by(tick, QUERY_WALL, place, nearest.met ? nearest.contact.body : LOPE_BODY_NONE);
    return LOPE_REFUSAL_NO_WALL;
}

// Starts to watch where a wall is near, for what needs it.
static uint32_t watch(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_jump_settings *settings = self->settings;
    const bool airborne = lope_tick_state(tick)->mode == LOPE_MODE_FALLING || is_held(tick);
    if (!airborne || !(settings->coyote > 0 || settings->per_wall > 0)) return LOPE_REFUSAL_NO_INPUT;
    const lope_wall nearest = lope_wall_nearest(tick, reach_of(tick, settings));
    if (!nearest.found) return LOPE_REFUSAL_NO_WALL;
    remember(tick, self->data, &nearest);
    *self->phase = LOPE_WALL_JUMP_WATCHES;
    return LOPE_REFUSAL_NONE;
}

static uint32_t try_start(lope_tick *tick, const lope_ability_self *self)
{
    const lope_wall_jump_settings *settings = self->settings;
    wall_memory memory = {.since = 0};
    if (!self->pressed) return watch(tick, self);
    if (is_busy(tick, self)) return LOPE_REFUSAL_BLOCKED;
    if (lope_tick_state(tick)->mode != LOPE_MODE_FALLING && !is_in(tick, "wall_running")) return LOPE_REFUSAL_WRONG_MODE;
    if (lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP) return LOPE_REFUSAL_FORBIDDEN;
    const uint32_t why = find(tick, self, &memory);
    if (why != LOPE_REFUSAL_NONE) return why;
    if (settings->per_wall > 0 && memory.jumps >= (uint32_t)settings->per_wall) {
        lope_tick_refused_by(tick, QUERY_USED, lope_tick_feet(tick), memory.body);
        return LOPE_REFUSAL_USED_UP;
    }
    lope_tick_take_press(tick, LOPE_BUTTON_JUMP);
    lope_tick_set_velocity(tick,
                           jump_velocity(tick, settings, lope_vec3_to_point(memory.normal), lope_vec3_to_point(memory.own)));
    memory.since = NEVER;
    memory.jumps++;
    memory.held = 0;
    *(wall_memory *)self->data = memory;
    return LOPE_REFUSAL_NONE;
}

// It watches beside walls in a fall, and in a run or slide along one.
static uint32_t asks(const lope_moveset *moveset, uint32_t ability, lope_ask *rows)
{
    const lope_wall_jump_settings *settings = lope_moveset_ability_settings(moveset, ability);
    rows[0] =
        (lope_ask){.modes = 1u << LOPE_MODE_FALLING, .needs = LOPE_NEEDS_WALL_AROUND, .reach = widest_reach(moveset, settings)};
    rows[1] = (lope_ask){.modes = GAME_MODES};
    return settings->coyote > 0 || settings->per_wall > 0 ? 2 : 0;
}

// ---- the watch --------------------------------------------------------------------------------------------

static double piece(const lope_tick *tick, const lope_ability_self *self, double left)
{
    (void)tick;
    (void)self;
    return left < LOOK ? left : LOOK;
}

// Returns the s, of the last `seconds`, since the wall has left the reach; a run or slide ends at this
// instant.
static double left_for(const wall_memory *memory, const lope_wall *wall, double reach, double seconds)
{
    if (memory->held) return 0;
    if (!wall->found || wall->gap <= memory->gap) return seconds;
    const double rest = seconds * (wall->gap - reach) / (wall->gap - memory->gap);
    return rest < seconds ? rest : seconds;
}

static bool passed(lope_tick *tick, const lope_ability_self *self, double seconds)
{
    const lope_wall_jump_settings *settings = self->settings;
    wall_memory *memory = self->data;
    const double reach = reach_of(tick, settings);
    const double way = lope_point_length(lope_level_part(lope_tick_velocity(tick), lope_tick_up(tick))) * seconds;
    const lope_wall wall = lope_wall_nearest(tick, reach + WIDER * way);
    const bool counts = settings->per_wall > 0 && memory->jumps > 0;
    if (wall.found && wall.gap <= reach)
        remember(tick, memory, &wall);
    else if (memory->since > 0)
        memory->since += seconds;
    else
        memory->since = left_for(memory, &wall, reach, seconds) + ROUNDING;
    if (memory->since > 0) memory->held = 0;
    return counts || memory->since <= (double)settings->coyote + 2 * ROUNDING || (wall.found && wall.gap <= reach);
}

#define ASKS (1u << LOPE_MODE_FALLING | GAME_MODES)

static const lope_ability wall_jump = {
    .name = "wall_jump",
    .version = 2,
    .button = LOPE_BUTTON_JUMP,
    .goes_on_in = ASKS,
    .data_size = sizeof(wall_memory),
    .settings_size = sizeof(lope_wall_jump_settings),
    .field_count = FIELD_COUNT,
    .fields = fields,
    .conditions = {.modes = MODES, .trigger = LOPE_TRIGGER_PRESS, .airborne = true, .cooldown = 0.2f},
    .try_start = try_start,
    .piece = piece,
    .passed = passed,
    .traits = LOPE_ABILITY_REPEATABLE | LOPE_ABILITY_WATCHES,
    .asks_in = ASKS,
    .asks = asks};

const lope_ability *lope_wall_jump_ability(void) { return &wall_jump; }

void lope_wall_jump_settings_default(lope_wall_jump_settings *settings)
{
    *settings = (lope_wall_jump_settings){.speed = 12, .share = 0.75f, .keep = 1, .reach = 0.2f, .coyote = 0.1f};
}
