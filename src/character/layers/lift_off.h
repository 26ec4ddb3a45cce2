// lift_off.h - when a layered move takes the character off the ground. Read next: lift_off.c.
#ifndef LOPE_CHARACTER_LAYERS_LIFT_OFF_H
#define LOPE_CHARACTER_LAYERS_LIFT_OFF_H

#include "character/tick/tick.h"

// True when a layer's velocity (m/s) rises fast enough to lift the character off the ground. The threshold
// does not depend on the tick's length, except in Unreal's formulas. sensitive: LOPE_LAYER_LIFT_OFF.
bool lope_layer_lifts(const lope_tick *tick, lope_point velocity, bool sensitive);

// True when the velocity (m/s) that lifts the character does so as seen from its base, and nothing that it
// meets soon turns it down again. Sweeps. For a character that has landed under that velocity before.
LOPE_COLD bool lope_layer_lifts_again(lope_tick *tick, lope_point velocity, bool sensitive);

#endif
