// mode_api.h - what the functions for modes share.
#ifndef LOPE_CHARACTER_EXTENSION_MODE_API_H
#define LOPE_CHARACTER_EXTENSION_MODE_API_H

#include "character/tick/tick.h"

// Moves the capsule by `motion` (m) and along what it meets, while `seconds` pass: tick->now stands at the
// instant of the last contact afterwards. Returns how far the capsule got, m.
lope_point lope_tick_slide_within(lope_tick *tick, lope_point motion, double seconds);

#endif
