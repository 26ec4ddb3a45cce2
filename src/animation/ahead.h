// ahead.h - the character's ticks run ahead: trajectory, footfalls, and the marks on the way.
//
// One run goes with the input held, another with the input released. Each goes tick by tick, by the loop of
// lope_predict. Read next: ahead.c, marks.h.
#ifndef LOPE_ANIMATION_AHEAD_H
#define LOPE_ANIMATION_AHEAD_H

#include "animation/instant.h"

// Runs ahead. strides: walked up to now. Returns LOPE_OK, or what a tick or a cast was refused with.
lope_result lope_ahead_run(lope_ahead *run, double strides);

#endif
