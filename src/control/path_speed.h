// path_speed.h - how fast a character that follows a path goes, shared by lope_path_follow and
// lope_follow_update: even braking before a point, and the input that asks for a velocity.
//
// The speed of a tick is the mean over the tick, so the character gets as far at any tick rate. Read next:
// path_speed.c.
#ifndef LOPE_CONTROL_PATH_SPEED_H
#define LOPE_CONTROL_PATH_SPEED_H

#include <lope/path.h>

#define LOPE_PATH_THERE 1e-3 // m: within this of the last point's acceptance the path is complete

// Returns the level part of a vector, or all of it while the character flies or swims.
lope_point lope_path_level(const lope_state *state, lope_point v);

// Returns the mean speed (m/s) of a tick toward a point where the character all but stands. `left`: m until
// the point counts as reached. `most`: m/s, its speed before it brakes.
float lope_path_speed_to_stand(const lope_tuning *tuning, float most, double left, float seconds);

// Returns the mean speed (m/s) of a tick toward a point that is passed at `slow` m/s, `left` m ahead. It
// brakes evenly, as lope_path_speed_to_stand does.
float lope_path_speed_to_pass(const lope_tuning *tuning, float most, float slow, double left, float seconds);

// Asks for a velocity in the input: its move, or the requested velocity, by the tuning's
// use_acceleration_for_paths. direction: unit. most: m/s, the mode's top speed.
void lope_path_ask(const lope_tuning *tuning, lope_point direction, float speed, float most, lope_input *input,
                   lope_requests *requests);

// Returns the direction of a tick in which a point counts as reached `left` m ahead: the mean of the ways to
// it and on from there to `after`, each weighted by its part of the tick. direction: unit, toward the point.
lope_point lope_path_round_corner(const lope_state *state, lope_point direction, double left, lope_point after, float seconds);

#endif
