// avoidance_trace.h - what a choice of avoidance was made from, for drawing it. Read next: avoidance_trace.c.
#ifndef LOPE_CONTROL_AVOIDANCE_TRACE_H
#define LOPE_CONTROL_AVOIDANCE_TRACE_H

#include "control/avoidance_plan.h"

// Notes a plan and the velocity (m/s, level) that was chosen from it.
void lope_avoidance_note(const lope_avoidance_plan *plan, lope_vec3 chosen, lope_avoidance_trace *trace);

#endif
