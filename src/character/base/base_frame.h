// base_frame.h - places and directions as seen from the body that carries the character.
//
// "Local" is relative to the nearby's origin. All bodies stand at their pose of the tick's end. Read next:
// base_frame.c.
#ifndef LOPE_CHARACTER_BASE_BASE_FRAME_H
#define LOPE_CHARACTER_BASE_BASE_FRAME_H

#include "character/tick/tick.h"

// Returns the angle wrapped into (-pi, pi], in rad.
float lope_angle_wrap(double angle);

// Returns the gathered body of that id, or NULL when none is near. The pointer is valid until the next
// gather.
const lope_sink_body *lope_base_find(const lope_space *space, uint64_t id);

// Clears the base in the state. Does nothing when the state has no base page.
void lope_base_forget(lope_tick *tick);

// Moves the point on the base along with feet that have moved by `way` (m) before the base carries the
// character in this tick, so that the base does not take that for a way of its own. Does nothing without a
// base.
void lope_base_shift(lope_tick *tick, lope_point way);

// Makes `body` the base in the state. `under` (local): the point of the floor under the feet. `normal`: of
// that floor, unit.
void lope_base_note(lope_tick *tick, const lope_sink_body *body, lope_point under, lope_point normal);

// True when the body moves and its surface may be a base.
bool lope_base_carries(const lope_tick *tick, const lope_sink_body *body);

// Returns how high (m) the feet are above the point of the floor under them. `kind`: a lope_floor_kind;
// `normal`: of the floor, unit. On a slope the round bottom touches beside the axis, so the feet are above
// the plane. 0 for other floors than a face.
double lope_base_over_point(const lope_tick *tick, uint32_t kind, lope_point normal);

// Returns a point of the body's frame in local coordinates, with the body at its pose of the tick's end.
lope_point lope_base_from_frame(const lope_tick *tick, const lope_sink_body *body, lope_point point);

// Returns a local point in the body's frame, with the body at its pose of the tick's end.
lope_point lope_base_to_frame(const lope_tick *tick, const lope_sink_body *body, lope_point point);

// Returns the velocity (m/s) of a conveyor's surface over its body, along a floor of that unit normal.
// Zero: no conveyor.
lope_point lope_base_conveyor_velocity(const lope_sink_body *body, lope_point normal);

// Returns the same as far as the character goes along: zero while it hangs on its base, since a conveyor
// takes only what stands on it.
lope_point lope_base_belt(const lope_tick *tick, const lope_sink_body *body, lope_point normal);

// Returns the way (m) of a body's origin over the tick at its own speed. For another character that way is
// its velocity's: what a step or a depenetration has moved it by at once is no speed.
lope_point lope_base_way(const lope_tick *tick, const lope_sink_body *body);

// Turns facing, control rotation and velocity about up along with the base, by `angle` rad. Does nothing
// when the tuning ignores the rotation of bases.
void lope_base_turn(lope_tick *tick, double angle);

// Notes that the base turns about up by `angle` rad over the tick. The tick's mode then runs in pieces.
void lope_base_turns(lope_tick *tick, double angle);

// Returns how many of `left` seconds a wanted direction may stand still on a base that turns. All of them
// when the base does not turn.
double lope_base_piece(const lope_tick *tick, double left);

// Returns the wanted direction (world) as seen from a base that turns, for the middle of the piece that
// comes next.
LOPE_COLD lope_point lope_base_view(const lope_tick *tick, lope_point wanted);

// Returns a vector of the world turned ahead by what the base still turns after `time` seconds from now. So
// it is seen from the base at its pose of the tick's end.
lope_point lope_base_view_at(const lope_tick *tick, lope_point v, double time);

// Gathers and lists anew what is near, after the base has moved the character by `moved` (m).
void lope_base_look_again(lope_tick *tick, lope_point moved);

#endif
