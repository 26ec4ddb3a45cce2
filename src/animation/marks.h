// marks.h - where the character stops, pivots, lands and is highest. Read next: marks.c.
#ifndef LOPE_ANIMATION_MARKS_H
#define LOPE_ANIMATION_MARKS_H

#include "animation/instant.h"

// Returns the unit direction that an input asks for, level but in fluids; zero: none.
lope_point lope_marks_wanted(const lope_state *state, const lope_input *input);

// Fills in the stop of a character that stands already.
void lope_marks_begin(lope_ahead *run);

// Looks for stop, pivot, landing and apex in a tick.
void lope_marks_look(lope_ahead *run, const lope_tick_ahead *tick);

// True when a later tick could still have one of the marks that are not known yet.
bool lope_marks_pend(const lope_ahead *run, const lope_state *state);

#endif
