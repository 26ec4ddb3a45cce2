// step_over.c - see step_over.h.
#include "character/modes/step_over.h"
#include "character/tick/tick.h"

#define STEEP 0.2 // rise of a contact's normal, up or down: only what is steeper is stepped on
#define LEVEL 0.2 // rise of a way, in shares of it, up to which it is level
#define SINKS 0.5 // the same down

bool lope_step_over(lope_tick *tick, lope_point rest, const lope_contact *contact, lope_step *step, double *part)
{
    lope_space *space = &tick->space;
    if (tick->input->forbidden & LOPE_FORBID_STEP_UP) return false;
    lope_point level = lope_flat(space, rest);
    double steep = lope_rise(space, contact->normal), length = lope_point_length(rest), rise = lope_rise(space, rest);
    if (steep > STEEP || steep < -STEEP || rise > LEVEL * length || rise < -SINKS * length) return false;
    lope_step_ground ground = {.point = tick->feet, .normal = space->up};
    if (lope_point_length(level) <= 0 || !lope_step_up(space, tick->feet, &ground, level, contact, step)) return false;
    double up = lope_rise(space, lope_point_sub(step->feet, tick->feet));
    *part = step->way / lope_point_length(level);
    tick->report->moved_by_step += (up < 0 ? -up : up) + step->debt;
    tick->feet = step->feet;
    return true;
}
