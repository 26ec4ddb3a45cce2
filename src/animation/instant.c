// instant.c - a tick of a run ahead up to an instant within it. See instant.h.
#include "animation/instant.h"

lope_ahead_instant lope_ahead_at(lope_ahead *run, const lope_tick_ahead *tick, double seconds)
{
    const double whole = (double)tick->seconds, start = (double)tick->tick * whole;
    if (seconds < LOPE_AHEAD_SHORTEST) seconds = 0;
    if (seconds > whole - LOPE_AHEAD_SHORTEST) seconds = whole;
    lope_ahead_instant at = {.time = start + seconds, .base = run->frame.base_now};
    at.state = seconds < whole ? run->before : *tick->state;
    if (seconds > 0 && seconds < whole) {
        const lope_result result = lope_predict_part(run->def, tick->tick, seconds / whole, tick->input, &at.state, NULL);
        if (run->result == LOPE_OK) run->result = result;
        run->report->ticks++;
    }
    if (run->frame.base != 0)
        at.base = lope_animation_base_at(&run->frame, lope_predict_around(run->def, tick->tick, seconds / whole));
    return at;
}
