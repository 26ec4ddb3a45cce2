// rerun.c - one tick of one character run again: its surroundings are bodies that the caller gives, and a
// list of others.
//
// lope_move is a pure function, so all that there is to do is to show it the same as the step did. The others
// are given to the sink as the grid gives them; how many are given beyond those that are near never changes a
// result. Read next: step.c, grid.c for the same in a step.
#include <lope/rerun.h>

#include "character/move/move.h"
#include "character/move/others.h"
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
                          .falls = lope_state_falls(state)};
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

// ---- running again ---------------------------------------------------------------------------------------

// Returns in how many steps a character runs the tick, as the others' list says.
static uint32_t steps_of(const lope_rerun_def *def, uint64_t id)
{
    for (uint32_t i = 0; i < def->other_count; i++)
        if (def->others[i].id == id && def->others[i].steps <= LOPE_PARTS_MOST) return def->others[i].steps;
    return 1;
}

// Runs a tick in steps, among the others as they are met in each.
static lope_result run_steps(lope_others_around *among, lope_move_step *step, lope_state *state)
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
    lope_others_around among = {.bodies = def->bodies != NULL ? *def->bodies : character->world->surroundings,
                                .others = def->others,
                                .count = def->other_count};
    if (among.bodies.gather == NULL) return LOPE_ERROR_NULL;
    const lope_surroundings surroundings = lope_others_surroundings(&among);
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
