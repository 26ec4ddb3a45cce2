// requests_wire.h - what a server orders, in bits: member by member, so that it is the same on every machine.
#ifndef LOPE_NET_REQUESTS_WIRE_H
#define LOPE_NET_REQUESTS_WIRE_H

#include "net/bits.h"
#include <lope/requests.h>

// Passes requests. A member that is zero takes a bit.
void lope_requests_pass(lope_bits *bits, lope_requests *requests);

#endif
