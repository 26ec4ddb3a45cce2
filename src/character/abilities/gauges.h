// gauges.h - what abilities have left to start with: cooldowns, charges, uses in the air, stamina.
//
// They stand in the state's page of gauges, which is all zero while everything is there. Read next: gauges.c.
#ifndef LOPE_CHARACTER_ABILITIES_GAUGES_H
#define LOPE_CHARACTER_ABILITIES_GAUGES_H

#include "character/tick/tick.h"

// Returns an ability's gauge, for reading.
lope_gauge lope_gauge_of(const lope_tick *tick, uint32_t ability);

// Returns why an ability's gauges keep it from starting at this instant, or LOPE_REFUSAL_NONE. airborne: the
// start counts as one in the air.
uint32_t lope_gauge_refusal(const lope_tick *tick, uint32_t ability, bool airborne);

// Takes what a start costs.
void lope_gauge_take(lope_tick *tick, uint32_t ability, bool airborne);

// Returns the s until cooldown and stamina let an ability start; 0: they do. Infinite when they never will.
double lope_gauge_ready_in(const lope_tick *tick, uint32_t ability);

// Lets `seconds` pass for all gauges but the buffers of presses.
void lope_gauges_pass(lope_tick *tick, double seconds);

// Returns the stamina that is left.
double lope_stamina_left(const lope_tick *tick);

// Takes stamina that is there.
void lope_stamina_take(lope_tick *tick, double amount);

#endif
