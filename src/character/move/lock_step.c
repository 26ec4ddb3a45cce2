// lock_step.c - which character may run a tick in steps, and in how many. See lock_step.h.
#include "character/move/lock_step.h"
#include "character/state/input_check.h"
#include "character/tick/ask_parts.h"

uint32_t lope_steps_of(double seconds)
{
    const uint32_t parts = lope_short_parts(seconds);
    return parts > 0 ? parts : 1;
}

bool lope_may_step(const lope_input *input, const lope_moveset *moveset)
{
    const lope_requests *requests = lope_requests_of(input);
    if (requests->asked & LOPE_REQUEST_FOLLOW || requests->has_root_motion) return false;
    return moveset->tuning.integrator == LOPE_INTEGRATOR_EXACT;
}
