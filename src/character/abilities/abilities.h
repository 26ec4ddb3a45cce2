// abilities.h - abilities in the tick: they end, start, cut the tick's time, and grow older.
//
// Order of a tick: lope_abilities_begin after forces and before crouch and jump; lope_abilities_look before
// each further piece of the tick; lope_abilities_pass after each; lope_abilities_finish at the end. Without
// abilities each is one branch. Read next: abilities.c, lope/ability.h.
#ifndef LOPE_CHARACTER_ABILITIES_ABILITIES_H
#define LOPE_CHARACTER_ABILITIES_ABILITIES_H

#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"

// Ends what cannot go on, and starts what is asked for, at the tick's start.
LOPE_COLD void lope_abilities_begin(lope_tick *tick);

// Ends what cannot go on, and starts what waits, within the tick.
LOPE_COLD void lope_abilities_look(lope_tick *tick);

// Returns how many of `left` seconds may run before abilities have to be looked at again.
LOPE_COLD double lope_abilities_piece(lope_tick *tick, double left);

// Lets the time up to now pass for abilities at work and for gauges. Abilities that are over end.
LOPE_COLD void lope_abilities_pass(lope_tick *tick);

// Lets the rest of the tick pass, and ends what cannot go on after it.
LOPE_COLD void lope_abilities_finish(lope_tick *tick);

#endif
