// context.c - see context.h.
#include "character/tick/context.h"
#include "character/tick/tick.h"
#include "motion/query/shortlist.h"

void lope_tick_list(lope_tick *tick)
{
    if (!tick->ground.whole) return;
    tick->ground.whole = false;
    lope_shortlist_fill(&tick->space, tick->list_reach);
}
