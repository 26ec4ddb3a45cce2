// rerun.c - one tick of one character run again: its surroundings are bodies that the caller gives, and a
// list of others.
//
// lope_move is a pure function, so all that there is to do is to show it the same as the step did. The others
// are given to the sink as the grid gives them; how many are given beyond those that are near never changes a
// result. Read next: step.c, grid.c for the same in a step.
#include <lope/rerun.h>

#include "character/move/move.h"
#include "character/state/state_flags.h"
#include "world/carried_poses.h"
#include "world/world_private.h"

lope_result lope_other_make(lope_other *other, const lope_state *state, const lope_transform *base, double seconds)
{
    if (other == NULL || state == NULL) return LOPE_ERROR_NULL;
    const lope_point way = lope_carried_by(state, base, seconds);
    *other = (lope_other){.id = state->own_body,
                          .feet = lope_point_add(state->feet, way),
                          .way = way,
                          .up = state->up,
                          .velocity = state->velocity,
                          .radius = state->radius,
                          .height = state->height,
                          .push_priority = lope_state_push_priority(state),
                          .falls = state->mode == LOPE_MODE_FALLING};
    return LOPE_OK;
}

typedef struct list {
    lope_other *others;
    uint32_t capacity, count;
} list;

// Adds a character as an entry of the grid has it; counts it where there is no room.
static void put(list *to, const lope_grid_entry *entry)
{
    if (to->count++ >= to->capacity) return;
    to->others[to->count - 1] = (lope_other){.id = entry->id,
                                             .feet = {entry->feet[0], entry->feet[1], entry->feet[2]},
                                             .way = entry->way,
                                             .up = entry->shape.up,
                                             .velocity = entry->velocity,
                                             .radius = entry->shape.radius,
                                             .height = entry->shape.height,
                                             .push_priority = entry->push_priority,
                                             .falls = entry->falls,
                                             .rests = entry->rests,
                                             .no_stand = entry->no_stand,
                                             .steps = entry->steps,
                                             .step = entry->step};
}

lope_result lope_world_others(const lope_world *world, lope_other *others, uint32_t capacity, uint32_t *count)
{
    if (count != NULL) *count = 0;
    if (world == NULL || count == NULL) return LOPE_ERROR_NULL;
    const lope_lock *lock = &world->lock;
    const lope_grid_entry *met = lock->met;
    list out = {others, others != NULL ? capacity : 0, 0};
    for (uint32_t i = 0; i < world->grid.count; i++) {
        put(&out, &world->grid.entries[i]);
        if (world->grid.entries[i].steps == 0) continue;
        for (uint32_t step = 1; step <= lock->steps; step++) put(&out, &met[step]);
        met += lock->steps + 1;
    }
    *count = out.count;
    return LOPE_OK;
}

// ---- the surroundings of a tick that is run again ---------------------------------------------------------

typedef struct company {
    lope_surroundings bodies;
    const lope_other *others;
    uint32_t count;
    uint32_t step; // that is run again, from 1; 0: the tick runs as a whole
} company;

// Returns whether an other is met as it stands there, in the step that runs.
static bool is_met(const company *c, const lope_other *other)
{
    return other->steps > 0 && c->step > 0 ? other->step == c->step : other->step == 0;
}

// Returns whether an other may be within bounds: its capsule is within its height of its feet.
static bool is_near(const lope_other *other, const lope_bounds *bounds)
{
    const double reach = (double)other->height + (double)other->radius;
    const lope_point feet = other->feet;
    return feet.x + reach >= bounds->lower.x && feet.x - reach <= bounds->upper.x && feet.y + reach >= bounds->lower.y &&
           feet.y - reach <= bounds->upper.y && feet.z + reach >= bounds->lower.z && feet.z - reach <= bounds->upper.z;
}

static lope_sink_body body_of(const lope_other *other)
{
    return (lope_sink_body){.id = other->id,
                            .pose = {.position = other->feet, .rotation = {0, 0, 0, 1}},
                            .channels = LOPE_CHANNEL_CHARACTER,
                            .moving = true,
                            .character = true,
                            .motion = {.displacement = other->way},
                            .push_priority = (uint8_t)other->push_priority,
                            .velocity = other->velocity,
                            .falls = other->falls,
                            .rests = other->rests,
                            .parts = (uint8_t)other->steps,
                            .part = (uint8_t)other->step,
                            .surface = {.walkable = other->no_stand ? LOPE_WALKABLE_NEVER : LOPE_WALKABLE_BY_ANGLE}};
}

static void give(const lope_other *other, lope_sink *sink)
{
    const lope_sink_body body = body_of(other);
    lope_sink_begin(sink, &body);
    lope_sink_capsule(sink, lope_vec3_scale(other->up, other->radius), lope_vec3_scale(other->up, other->height - other->radius),
                      other->radius, 0);
}

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const company *c = context;
    const lope_result result = c->bodies.gather(c->bodies.context, bounds, filter, kind, sink);
    if (result != LOPE_OK || kind != LOPE_MOVING || (filter.channels & LOPE_CHANNEL_CHARACTER) == 0) return result;
    for (uint32_t i = 0; i < c->count; i++)
        if (c->others[i].id != filter.ignore && is_met(c, &c->others[i]) && is_near(&c->others[i], bounds))
            give(&c->others[i], sink);
    return LOPE_OK;
}

static uint64_t static_revision(void *context)
{
    const company *c = context;
    return c->bodies.static_revision(c->bodies.context);
}

static uint32_t channels(void *context, uint32_t kinds)
{
    const company *c = context;
    return c->bodies.channels(c->bodies.context, kinds) | (kinds & LOPE_MOVING ? LOPE_CHANNEL_CHARACTER : 0);
}

static bool nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    const company *c = context;
    return c->bodies.nav_point(c->bodies.context, feet, up, reach, point);
}

static bool body(void *context, uint64_t id, lope_sink_body *found)
{
    const company *c = context;
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->others[i].id != id || !is_met(c, &c->others[i])) continue;
        *found = body_of(&c->others[i]);
        return true;
    }
    return c->bodies.body(c->bodies.context, id, found);
}

// Returns in how many steps a character runs the tick, as the others' list says.
static uint32_t steps_of(const lope_rerun_def *def, uint64_t id)
{
    for (uint32_t i = 0; i < def->other_count; i++)
        if (def->others[i].id == id && def->others[i].steps <= LOPE_PARTS_MOST) return def->others[i].steps;
    return 1;
}

// Runs a tick in steps, among the others as they are met in each.
static lope_result run_steps(company *among, lope_move_step *step, lope_state *state)
{
    lope_stepped stepped;
    lope_report unread;
    lope_result result = LOPE_OK;
    step->stepped = &stepped;
    if (step->report == NULL) step->report = &unread;
    for (; step->index < step->count && result == LOPE_OK; step->index++) {
        among->step = step->index + 1;
        result = lope_move_step_run(step, state);
    }
    return result;
}

lope_result lope_character_rerun(const lope_character *character, const lope_rerun_def *def, lope_state *after,
                                 lope_report *report)
{
    if (character == NULL || def == NULL || after == NULL || def->state == NULL || def->input == NULL || def->nearby == NULL ||
        (def->other_count > 0 && def->others == NULL))
        return LOPE_ERROR_NULL;
    if (!character->alive) return LOPE_ERROR_HANDLE;
    company among = {.bodies = def->bodies != NULL ? *def->bodies : character->world->surroundings,
                     .others = def->others,
                     .count = def->other_count};
    if (among.bodies.gather == NULL) return LOPE_ERROR_NULL;
    const lope_surroundings surroundings = {.context = &among,
                                            .gather = gather,
                                            .static_revision = among.bodies.static_revision != NULL ? static_revision : NULL,
                                            .channels = among.bodies.channels != NULL ? channels : NULL,
                                            .nav_point = among.bodies.nav_point != NULL ? nav_point : NULL,
                                            .body = among.bodies.body != NULL ? body : NULL};
    const lope_lane *lane = &character->block->lanes[character->lane];
    lope_state state = *def->state;
    state.own_body = character->id;
    lope_result result = LOPE_OK;
    const uint32_t steps = steps_of(def, character->id);
    if (steps > 1) {
        lope_move_step step = {.count = steps,
                               .input = def->input,
                               .moveset = lane->moveset,
                               .surroundings = &surroundings,
                               .nearby = def->nearby,
                               .seconds = def->seconds,
                               .report = report};
        result = run_steps(&among, &step, &state);
        *after = state;
        return result;
    }
    const lope_move_columns columns = {.states = &state,
                                       .inputs = def->input,
                                       .movesets = &lane->moveset,
                                       .surroundings = &surroundings,
                                       .nearbys = &def->nearby,
                                       .reports = report,
                                       .results = &result,
                                       .time_scales = &lane->time_scale};
    lope_move_batch(&columns, 0, 1, def->seconds);
    *after = state;
    return result;
}
