// command_wire.h - a command in bits, as the difference to the one of the tick before.
#ifndef LOPE_NET_COMMAND_WIRE_H
#define LOPE_NET_COMMAND_WIRE_H

#include "net/bits.h"
#include <lope/command.h>

// Passes a command without its tick, as the difference to `before`. An equal one takes a bit.
void lope_command_pass(lope_bits *bits, lope_command *command, const lope_command *before);

// True when two commands wish the same, whatever their ticks.
bool lope_command_equal(const lope_command *a, const lope_command *b);

// Returns what stands in for a command that is missing: the one before without its presses; after `run` such
// ticks of more than `hold`, one that asks for nothing and looks where that one looked.
lope_command lope_command_replaced(const lope_command *before, uint32_t tick, uint32_t run, uint32_t hold);

#endif
