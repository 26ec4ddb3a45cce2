// move.c - lope_move: one character, one tick.
//
// This file is the table of contents; each line's work stands in a file of its own. Read next:
// free_character.c, wanted.c, modes/walking.c and modes/falling.c.
#include "character/move/move.h"
#include "base/copy.h"
#include "base/cpu_dispatch.h"
#include "base/error.h"
#include "character/abilities/abilities.h"
#include "character/base/carry_base.h"
#include "character/depenetration/free_character.h"
#include "character/forces/forces.h"
#include "character/forces/push_bodies.h"
#include "character/jump/jump.h"
#include "character/layers/layers.h"
#include "character/move/attached.h"
#include "character/move/begin.h"
#include "character/move/finish.h"
#include "character/move/footsteps.h"
#include "character/move/parts.h"
#include "character/move/requests.h"
#include "character/move/wanted.h"
#include "character/orientation/gravity_up.h"
#include "character/orientation/rotation.h"
#include "character/run/run_mode.h"
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/input_check.h"
#include "character/state/pages.h"
#include "character/state/state_flags.h"
#include "character/tick/ask_parts.h"
#include "character/tick/plane_constraint.h"
#include "character/tick/tick.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/moving/depenetrate.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"

#include <string.h>

// The report up to its lists. Entries of events and pushes count only as far as their counts say.
_Static_assert(offsetof(lope_report, events) == 128, "each tick clears it: two cache lines");

// True when nothing can overlap the character at the tick's start: no moving body is near, no listed triangle
// overlaps it, and it came here by a tick. Most ticks begin so.
static bool is_free(const lope_tick *tick)
{
    const lope_nearby *nearby = tick->space.nearby;
    const lope_shortlist *around = tick->space.around;
    bool alone = nearby->fence_count == 0 && nearby->sets[1].body_count == 0;
    bool free = tick->ground.whole || (alone && around->listed && around->free);
    return free && tick->state.stuck_ticks == 0 && !lope_tick_is_anew(tick);
}

// Called when a mode has stopped with time left, in a tick that is cut into pieces. Turns up where gravity
// has turned along the way. True: one more piece is allowed.
LOPE_COLD static bool next_piece(lope_tick *tick)
{
    bool turns = tick->pull != 0 || tick->gravity_changed || tick->leans;
    if (turns && lope_gravity_up_turn(tick)) lope_look_around(tick);
    return tick->pieces++ < LOPE_TICK_PIECES;
}

// Lets the piece that was run pass for abilities. left: s of the tick behind it.
LOPE_COLD static void pass_abilities(lope_tick *tick, double left)
{
    tick->now = left > LOPE_MIN_TIME ? tick->time - left : tick->time;
    lope_abilities_pass(tick);
}

// Runs the modes until the tick's time is used up. A mode returns the time that it leaves to the next one.
static LOPE_INLINED void run_modes(lope_tick *tick)
{
    // A conveyor may have thrown the character off by now.
    double left = tick->time - tick->now;
    lope_tick_pass(tick);
    if (LOPE_UNLIKELY(lope_tick_follows(tick))) {
        lope_attached_move(tick);
        return;
    }
    if (LOPE_UNLIKELY(tick->stuck_inside)) { // any way out could lead out at the far side
        lope_hold_stuck(tick, left);
        left = 0;
    }
    int most = 8;
    for (int i = 0; i < most && left > LOPE_MIN_TIME && !tick->space.failed && !tick->asks_parts; i++) {
        tick->now = tick->time - left;
        if (LOPE_UNLIKELY(tick->check_overlap) && (left = lope_free_in_tick(tick, tick->feet, left)) <= 0) break;
        if (LOPE_UNLIKELY(i > 0)) {
            lope_crouch_rise(tick);
            if (lope_abilities_concern(tick)) lope_abilities_look(tick);
            lope_wanted_find(tick); // each mode takes the input in its own way
        }
        tick->ability_cut = false;
        left = LOPE_UNLIKELY(tick->layered) ? lope_layers_run(tick, left) : lope_tick_run_mode(tick, left);
        if (LOPE_UNLIKELY(tick->pull != 0)) lope_gravity_up_hold(tick);
        lope_tick_pass(tick);
        if (lope_abilities_concern(tick)) pass_abilities(tick, left);
        if ((tick->pieced || tick->ability_cut) && left > LOPE_MIN_TIME && next_piece(tick)) most++;
    }
    tick->now = tick->time;
    if (LOPE_UNLIKELY(tick->check_overlap)) lope_free_in_tick(tick, tick->feet, 0);
}

// Begins the tick of abilities, which see the wanted direction as the character's mode takes it.
LOPE_COLD static void begin_ability_tick(lope_tick *tick)
{
    lope_wanted_find(tick);
    lope_abilities_begin(tick);
}

// True when the members that a tick takes for granted are finite and fit each other.
static LOPE_INLINED bool state_is_sound(const lope_state *state)
{
    uint64_t unfinite = lope_unfinite_pair(&state->velocity) | lope_unfinite_float(state->velocity.z) |
                        lope_unfinite_float(state->height) | lope_unfinite_float(state->standing_height);
    return lope_finite_point(state->feet) && (unfinite & LOPE_UNFINITE_FLOATS) == 0 && state->radius > 0 &&
           state->height >= 2 * state->radius && lope_pages_are_sound(state);
}

// Checks what a tick is given. Returns LOPE_OK, or what is wrong with it. seconds: s, above 0 and at most 1.
static LOPE_INLINED lope_result check(const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                                      const lope_surroundings *surroundings, const lope_nearby *nearby, float seconds)
{
    if (!state || !input || !moveset || !surroundings || !surroundings->gather || !nearby) return LOPE_ERROR_NULL;
    if (!lope_finite(seconds)) return LOPE_ERROR_NOT_FINITE;
    lope_result good = lope_input_admit(input, moveset);
    if (good != LOPE_OK) return good;
    if (seconds <= 0 || seconds > 1) return LOPE_ERROR_RANGE;
    if (!lope_mode_exists(moveset, state->mode) || !state_is_sound(state)) return LOPE_ERROR_STATE;
    const lope_requests *requests = lope_requests_of(input);
    return requests->asked & LOPE_REQUEST_RESIZE ? lope_resize_check(state, requests) : LOPE_OK;
}

// Begins the tick, again without the teleport when it has no room where it would go. Returns what failed.
static LOPE_INLINED lope_result begin_tick(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings,
                                           lope_nearby *nearby, lope_shortlist *around, float seconds)
{
    lope_begin(tick, state, surroundings, nearby, around, seconds);
    if (tick->teleports && tick->requests->teleport_needs_room && !lope_begin_has_room(tick)) {
        if (tick->space.failed) return tick->space.failed;
        tick->report->moved_by_teleport = 0;
        tick->teleports = false;
        lope_begin(tick, state, surroundings, nearby, around, seconds);
    }
    if (tick->log) lope_begin_log(tick, state);
    return LOPE_OK;
}

// Frees the character, unless it only has not been found out that it is free: nothing is listed yet for one
// that hangs on a base which has not moved.
LOPE_COLD static void free_character(lope_tick *tick)
{
    if (!(tick->space.around->reach > 0) && !tick->ground.whole) {
        lope_shortlist_fill(&tick->space, tick->list_reach);
        if (is_free(tick)) return;
    }
    lope_free_character(tick);
}

// Everything that happens after the look around and before the character moves: where it stands, what carries
// it, what is asked of it.
static LOPE_INLINED void prepare_tick(lope_tick *tick)
{
    if (lope_has_page(&tick->state, LOPE_PAGE_LAYERS)) lope_layers_take_out(tick);
    lope_volumes_enter(tick);
    if (!lope_is_upright(tick) && lope_gravity_up_turn(tick)) lope_look_around(tick);
    if (lope_base_carry(tick)) lope_tick_walk_off(tick);
    if (LOPE_UNLIKELY(!is_free(tick))) free_character(tick);
    lope_plane_keep(tick);
    lope_first_tick(tick);
    lope_knockback_begin(tick);
    lope_requests_take(tick);
    lope_forces(tick);
    if (lope_abilities_concern(tick)) begin_ability_tick(tick);
    lope_crouch(tick);
    lope_jump_press(tick);
    lope_wanted_find(tick);
}

// What follows from the movement: layers and abilities that end, rotation, the floor, overlaps, pushes.
// before: the state at the tick's start.
static LOPE_INLINED void complete_tick(lope_tick *tick, const lope_state *before)
{
    lope_plane_keep(tick);
    if (tick->layered) lope_layers_end(tick);
    if (lope_abilities_concern(tick)) lope_abilities_finish(tick);
    lope_crouch_end(tick);
    lope_jump_pass(tick);
    lope_knockback_pass(tick);
    lope_rotation(tick);
    lope_finish_floor(tick);
    if (LOPE_UNLIKELY(tick->tuning->footstep_distance > 0)) lope_footsteps_tell(tick, before);
    lope_base_remember(tick);
    lope_volumes_end(tick);
    lope_overlaps_tell(tick);
    lope_body_pushes(tick);
}

// Writes the tick's result into the state, which until here was never touched.
static LOPE_INLINED lope_result commit_tick(lope_tick *tick, lope_state *state)
{
    if (tick->space.failed) return tick->space.failed;
    if (!lope_finite_double(tick->feet.x) || !lope_finite_double(tick->feet.y) || !lope_finite_double(tick->feet.z))
        return LOPE_ERROR_NOT_FINITE;
    lope_finish(tick, state);
    lope_point local = lope_point_sub(tick->state.feet, tick->origin);
    if (tick->state.mode == LOPE_MODE_WALKING) lope_ground_foresee(&tick->space, &local);
    lope_hand_over(&tick->state, state);
    return LOPE_OK;
}

LOPE_COLD static lope_result move_in_parts(lope_tick *tick, lope_state *state, uint32_t count);

// Runs a tick again in short parts. What was done of it counts only as work.
LOPE_COLD static lope_result run_in_parts(lope_tick *tick, lope_state *state)
{
    const uint32_t count = lope_short_parts(tick->seconds), iterations = tick->iterations;
    const uint32_t gathers = tick->space.gathers, sweeps = tick->space.sweeps, triangles = tick->space.triangles;
    lope_report *report = tick->report;
    lope_begin_report(report);
    tick->teleports = tick->requests->asked & LOPE_REQUEST_TELEPORT;
    const lope_result result = move_in_parts(tick, state, count);
    report->gathers += gathers;
    report->sweeps += sweeps;
    report->triangles += triangles;
    report->iterations += iterations;
    return result;
}

// Runs what is left of a tick, or of a part of it, after the look around. state: as it began, and as it ends.
static LOPE_INLINED lope_result run_tick(lope_tick *tick, lope_state *state)
{
    prepare_tick(tick);
    run_modes(tick);
    if (LOPE_UNLIKELY(tick->asks_parts)) return run_in_parts(tick, state);
    complete_tick(tick, state);
    return commit_tick(tick, state);
}

// Runs the tick in `count` parts. On a refusal the state is as it was.
LOPE_COLD static lope_result move_in_parts(lope_tick *tick, lope_state *state, uint32_t count)
{
    const float seconds = (float)tick->seconds;
    const lope_surroundings *surroundings = tick->space.surroundings;
    lope_nearby *nearby = tick->space.nearby;
    lope_shortlist *around = tick->space.around;
    lope_result result = LOPE_OK;
    lope_tick_parts parts;
    lope_parts_begin(&parts, tick, state);
    for (uint32_t i = 0; i < count && result == LOPE_OK; i++) {
        lope_parts_next(tick, (lope_part){.index = i, .count = count});
        around->reach = 0;
        around->listed = false;
        result = begin_tick(tick, &parts.state, surroundings, nearby, around, seconds);
        if (result != LOPE_OK) break;
        tick->impact_count = parts.impacts;
        tick->iterations = parts.iterations; // the bound on a tick's work is one for all its parts
        lope_look_around(tick);
        result = run_tick(tick, &parts.state);
        lope_parts_pass(tick);
    }
    nearby->part = (lope_part){0};
    if (result == LOPE_OK) lope_parts_end(tick, state);
    return result;
}

// ---- ticks in steps ----------------------------------------------------------------------------

// Begins a part of a step, and looks around in it.
static lope_result begin_part_of_step(lope_tick *tick, const lope_move_step *step, lope_part part, lope_state *state)
{
    lope_shortlist *around = tick->space.around;
    const uint32_t impacts = tick->parts->impacts;
    lope_parts_next(tick, part);
    around->reach = 0;
    around->listed = false;
    const lope_result result = begin_tick(tick, state, step->surroundings, step->nearby, around, step->seconds);
    if (result != LOPE_OK) return result;
    tick->impact_count = impacts;
    tick->iterations = tick->parts->iterations;
    lope_look_around(tick);
    return LOPE_OK;
}

// Runs a step of a tick that has begun: as a whole, or in parts where bodies pass.
static lope_result run_step(lope_tick *tick, const lope_move_step *step, lope_state *state)
{
    lope_part part = {.index = step->index, .count = step->count, .per_step = 1};
    lope_result result = begin_part_of_step(tick, step, part, state);
    if (result != LOPE_OK) return result;
    const uint32_t parts = lope_parts_concern(tick) ? lope_parts_of(tick) : 1;
    part = (lope_part){.index = step->index * parts, .count = step->count * parts, .per_step = parts};
    for (uint32_t i = 0; i < parts && result == LOPE_OK; i++, part.index++) {
        if (parts > 1) result = begin_part_of_step(tick, step, part, state);
        if (result == LOPE_OK) result = run_tick(tick, state);
        lope_parts_pass(tick);
    }
    return result;
}

// Begins a tick that runs in steps.
static lope_result begin_steps(lope_tick *tick, const lope_move_step *step, const lope_state *state)
{
    lope_result result = check(state, step->input, step->moveset, step->surroundings, step->nearby, step->seconds);
    if (result != LOPE_OK) return result;
    lope_begin_report(step->report);
    tick->parts = NULL;
    tick->teleports = tick->requests->asked & LOPE_REQUEST_TELEPORT;
    result = begin_tick(tick, state, step->surroundings, step->nearby, tick->space.around, step->seconds);
    if (result != LOPE_OK) return result;
    lope_parts_begin(&step->stepped->parts, tick, state);
    return LOPE_OK;
}

// Ends a tick that runs in steps, after its last one or a refusal.
static void end_steps(lope_tick *tick, const lope_move_step *step, lope_result result, lope_state *state)
{
    lope_tick_parts *parts = tick->parts;
    const lope_state after = *state;
    step->nearby->part = (lope_part){0};
    lope_state_copy(state, &parts->state);
    if (result != LOPE_OK) return;
    lope_state_copy(&parts->state, &after);
    lope_parts_end(tick, state);
}

LOPE_DISPATCH(lope_move_step_run);
lope_result lope_move_step_run(const lope_move_step *step, lope_state *state)
{
    LOPE_DISPATCH_CALL(lope_move_step_run, step, state);
    lope_stepped *stepped = step->stepped;
    lope_tick tick;
    lope_shortlist around = {.reach = 0};
    tick.input = step->input;
    tick.requests = lope_requests_of(step->input);
    tick.moveset = step->moveset;
    tick.report = step->report;
    tick.space.around = &around;
    lope_result result = LOPE_OK;
    if (step->index == 0)
        result = begin_steps(&tick, step, state);
    else
        lope_copy_bytes(tick.impacts, stepped->impacts, sizeof tick.impacts);
    if (result != LOPE_OK) return result;
    tick.parts = &stepped->parts;
    tick.teleports = step->index == 0 && tick.requests->asked & LOPE_REQUEST_TELEPORT;
    result = run_step(&tick, step, state);
    lope_copy_bytes(stepped->impacts, tick.impacts, sizeof tick.impacts);
    if (result != LOPE_OK || step->index + 1 == step->count) end_steps(&tick, step, result, state);
    return result;
}

// Runs a tick by this compilation of the code. The arguments are lope_move's.
LOPE_NOINLINE LOPE_HOT static lope_result move_here(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                                                    const lope_surroundings *surroundings, lope_nearby *nearby, float seconds,
                                                    lope_report *report)
{
    lope_result result = check(state, input, moveset, surroundings, nearby, seconds);
    if (result != LOPE_OK) return result;
    lope_report unread;
    lope_tick tick;
    lope_shortlist around;
    if (!report) report = &unread;
    lope_begin_report(report);
    around.reach = 0;
    around.listed = false;
    tick.input = input;
    tick.requests = lope_requests_of(input);
    tick.moveset = moveset;
    tick.report = report;
    tick.parts = NULL;
    tick.teleports = tick.requests->asked & LOPE_REQUEST_TELEPORT;
    result = begin_tick(&tick, state, surroundings, nearby, &around, seconds);
    if (result != LOPE_OK) return result;
    lope_look_around(&tick);
    if (lope_parts_concern(&tick)) {
        const uint32_t parts = lope_parts_of(&tick);
        if (parts > 1) return move_in_parts(&tick, state, parts);
    }
    return run_tick(&tick, state);
}

LOPE_DISPATCH(lope_move);
LOPE_HOT lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float seconds, lope_report *report)
{
    LOPE_DISPATCH_CALL(lope_move, state, input, moveset, surroundings, nearby, seconds, report);
    return move_here(state, input, moveset, surroundings, nearby, seconds, report);
}
