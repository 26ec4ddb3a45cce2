// base_frame.h - places and directions seen from the body that carries the character.
#ifndef LOPE_CHARACTER_BASE_BASE_FRAME_H
#define LOPE_CHARACTER_BASE_BASE_FRAME_H

#include "character/tick/tick.h"

// Returns an angle (rad) in (-pi, pi].
float lope_angle_wrap(double angle);

// Returns a body near by, by id; NULL when there is none. Valid until the next gather.
const lope_sink_body *lope_base_find(const lope_space *space, uint64_t id);

// Clears the base in the state.
void lope_base_forget(lope_tick *tick);

// Keeps `body` in the state as the base, with its point that is at `under` (local); `normal`: of the floor there.
void lope_base_note(lope_tick *tick, const lope_sink_body *body, lope_point under, lope_point normal);

// True when the body moves and may carry characters.
bool lope_base_carries(const lope_sink_body *body);

// Returns how high (m) the feet are above the point of a floor of that kind and normal under them: the round bottom touches
// a slope beside the axis.
double lope_base_over_point(const lope_tick *tick, uint32_t kind, lope_point normal);

// Returns a point of the body's frame in local coordinates, with the body at its pose of the tick's end.
lope_point lope_base_from_frame(const lope_tick *tick, const lope_sink_body *body, lope_point point);

// Returns a local point in the body's frame, with the body at its pose of the tick's end.
lope_point lope_base_to_frame(const lope_tick *tick, const lope_sink_body *body, lope_point point);

// Returns the velocity (m/s) of a conveyor's surface over its body, as far as that goes along a floor of that normal.
lope_point lope_base_conveyor_velocity(const lope_sink_body *body, lope_point normal);

// Returns the displacement (m) by which a body goes straight on in the tick. For a character that is its velocity's: what a
// step or a way out of another one has moved it by at once is no speed.
lope_point lope_base_way(const lope_tick *tick, const lope_sink_body *body);

// Turns facing, control rotation and velocity about up along with the base, by `angle` rad.
void lope_base_turn(lope_tick *tick, double angle);

// Notes that the base turns about up by `angle` rad over the tick.
void lope_base_turns(lope_tick *tick, double angle);

// Returns how much of `left` seconds may pass before a wanted direction is to be seen anew from a base that turns.
double lope_base_piece(const lope_tick *tick, double left);

// Returns the wanted direction, which stands in the world, as seen from a base that turns and is at its pose of the tick's end.
LOPE_COLD lope_point lope_base_view(const lope_tick *tick, lope_point wanted);

// Returns any vector of the world as seen so, `time` seconds from now.
lope_point lope_base_view_at(const lope_tick *tick, lope_point v, double time);

// Lists anew what is near, after the base has moved the character by `moved` (m).
void lope_base_look_again(lope_tick *tick, lope_point moved);

#endif
