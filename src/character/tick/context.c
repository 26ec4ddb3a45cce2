// context.c - what all modes use of a tick: events, mode changes, settling on a floor, the law of velocity.
#include "character/tick/context.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"
#include "motion/query/shortlist.h"

#include <string.h>

lope_state *lope_tick_more(lope_tick *tick)
{
    lope_state *state = &tick->state;
    if (state->flags & LOPE_STATE_MORE) return state;
    state->flags |= LOPE_STATE_MORE;
    memset((char *)state + LOPE_STATE_MORE_AT, 0, sizeof *state - LOPE_STATE_MORE_AT);
    return state;
}

void lope_tick_list(lope_tick *tick)
{
    if (!tick->ground.whole) return;
    tick->ground.whole = false;
    lope_neighbors_list(&tick->space, tick->list_reach);
}
