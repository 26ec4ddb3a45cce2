// mantle_course.h - the way onto a ledge as the body goes it, tick by tick. Read next: mantle_course.c.
#ifndef LOPE_ABILITY_MANTLE_COURSE_H
#define LOPE_ABILITY_MANTLE_COURSE_H

#include "mantle_data.h"

// Returns the yaw (rad) of a level direction.
float lope_mantle_yaw_of(const lope_state *state, lope_point direction);

// Fills in the places of the data, as they are seen from the ledge's body: target, from, column, up, yaw,
// over. faces: level, unit: where the character looks at the end.
void lope_mantle_aim(lope_tick *tick, const lope_mantle_search *search, const lope_mantle_plan *plan, lope_point faces,
                     lope_mantle_data *data);

// Goes on for at most *left seconds, which it counts down. Returns false when the character is let go.
bool lope_mantle_go_on(lope_tick *tick, lope_mantle_data *data, double *left);

// Returns true at the end of the way.
bool lope_mantle_is_over(const lope_mantle_data *data);

#endif
