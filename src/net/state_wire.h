// state_wire.h - a state in bits: as the difference to one that both ends have, or to nothing.
//
// The packed bytes of a state (lope_state_pack) are the same on every machine. They are laid out with all
// pages in place, and compared word by word. Read next: state_wire.c.
#ifndef LOPE_NET_STATE_WIRE_H
#define LOPE_NET_STATE_WIRE_H

#include "net/bits.h"
#include <lope/state.h>

#define LOPE_STATE_WORDS (sizeof(lope_state) / 4)

// Passes a state as the difference to `base`; NULL: to a state of zeros. Returns false, with a state that is
// read untouched, when the bits have run out, and for what lope_state_unpack refuses. Numbers are not looked
// at.
bool lope_state_pass(lope_bits *bits, lope_state *state, const lope_state *base);

// Returns 32 bits of a state's digest.
uint32_t lope_state_digest_32(const lope_state *state);

#endif
