// squeeze_state.c - what the state keeps of the bodies that have come over a crushed character.
//
// While LOPE_STATE_CRUSHED is set: stuck_body with crush_points[0], and crush_body with crush_points[1]. Read
// next: motion/moving/squeeze.h.
#include "character/tick/squeeze_state.h"
#include "character/state/pages.h"
#include "character/tick/tick.h"

// True when the state keeps squeezing bodies. A state from outside may have the flag without the page.
static bool is_crushed(const lope_state *state)
{
    return state->flags & LOPE_STATE_CRUSHED && lope_has_page(state, LOPE_PAGE_SQUEEZE);
}

void lope_squeeze_state_look(lope_tick *tick)
{
    if (is_crushed(&tick->state)) lope_squeeze_look(&tick->space, tick->feet);
}

void lope_squeeze_state_recall(lope_tick *tick, lope_crush *crush)
{
    crush->count = 0;
    const lope_state *state = &tick->state;
    if (lope_tick_is_anew(tick)) lope_squeeze_state_forget(tick);
    if (!is_crushed(state)) return;
    lope_squeeze_marks marks = {.bodies = {state->stuck_body, state->crush_body}, .count = state->crush_body ? 2 : 1};
    for (uint32_t i = 0; i < marks.count; i++) marks.points[i] = state->crush_points[i];
    lope_squeeze_look(&tick->space, tick->feet); // its base may have carried it on, and gathered less there
    *crush = lope_squeeze_recall(&tick->space, &marks);
}

void lope_squeeze_state_forget(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_CRUSHED)) return;
    lope_state *state = lope_use_squeeze(&tick->state);
    state->flags &= ~LOPE_STATE_CRUSHED;
    state->crush_points[0] = state->crush_points[1] = (lope_vec3){0, 0, 0};
    state->crush_body = 0;
}

void lope_squeeze_state_remember(lope_tick *tick, const lope_crush *crush, bool stuck, lope_point feet)
{
    lope_squeeze_state_forget(tick);
    if (!stuck || tick->space.failed) return;
    lope_squeeze_marks marks = lope_squeeze_note(&tick->space, crush, lope_tick_is_anew(tick), tick->feet, feet);
    if (marks.count == 0) return;
    lope_state *state = lope_use_squeeze(&tick->state);
    state->flags |= LOPE_STATE_CRUSHED;
    state->stuck_body = marks.bodies[0];
    state->crush_body = marks.count > 1 ? marks.bodies[1] : 0;
    for (uint32_t i = 0; i < marks.count; i++) state->crush_points[i] = marks.points[i];
}
