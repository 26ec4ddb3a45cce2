// base_frame.h - what the files about bases share: carry_base.c (carried along), base_leave.c (what a base gives to those who leave it).
#ifndef LOPE_CHARACTER_BASE_BASE_FRAME_H
#define LOPE_CHARACTER_BASE_BASE_FRAME_H

#include "character/tick/tick.h"

// A body near by, by id; NULL: there is none. Valid until the next gather.
const lope_sink_body *lope_base_find(const lope_space *space, uint64_t id);
void lope_base_forget(lope_tick *tick);
// What is near is another now, and other characters are seen from here: something has moved it so far.
void lope_base_look_again(lope_tick *tick, lope_point moved);
// What faces and moves with the base turns about up, by so many rad.
void lope_base_turn(lope_tick *tick, double angle);
// The base turns about up by so many rad over the tick.
void lope_base_turns(lope_tick *tick, double angle);
// The velocity (m/s) of a body's surface over it, as far as it goes along a floor of that normal.
lope_point lope_base_belt(const lope_sink_body *body, lope_point normal);
// Whether it has come less than half of the way that carries it, with a push after that.
bool lope_base_kept(const lope_tick *tick, lope_point pushed);
// m, by which a body goes straight on in the tick. Of a character by its velocity: what a step, or the way out of another one, has moved it by
// at once is no speed.
lope_point lope_base_way(const lope_tick *tick, const lope_sink_body *body);
// Keeps a body as the base, with the point of it that is at `under`.
void lope_base_note(lope_tick *tick, const lope_sink_body *body, lope_point under, lope_point normal);

// The base's velocity where it carries the character, at that time of the tick: as far as the tuning imparts it, m/s.
lope_point lope_base_velocity(const lope_tick *tick, double time);
// At the end of a tick in which it has left its base.
void lope_base_impart(lope_tick *tick);
// At the end of a tick in the air: whether it stays on its base all the same.
void lope_base_in_air(lope_tick *tick);
// What of a base's velocity is imparted at all.
lope_point lope_base_masked(const lope_tick *tick, lope_point v);
// At the end of a tick in which it has come from one floor onto another, which no mode has told: the whole tick counts for it.
void lope_base_cross_late(lope_tick *tick);
// What is left of a former base's velocity fades.
void lope_former_begin(lope_tick *tick);
void lope_former_end(lope_tick *tick);

#endif
