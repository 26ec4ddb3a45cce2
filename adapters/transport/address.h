// address.h - addresses of datagrams: compared, hashed, told apart by network. Read first: lope_datagrams.h.
#ifndef LOPE_TRANSPORT_ADDRESS_H
#define LOPE_TRANSPORT_ADDRESS_H

#include "lope_datagrams.h"

// Returns whether an address is IPv4, which stands as ::ffff:a.b.c.d.
bool lope_address_is_ipv4(const lope_address *address);
// Returns whether two addresses are the same, port and scope included.
bool lope_address_is_same(const lope_address *a, const lope_address *b);
// Returns whether two addresses are of one network: an IPv4 address, or the first half of an IPv6 one.
bool lope_address_is_near(const lope_address *a, const lope_address *b);
// Returns a number by which an address is found (FNV-1a).
uint64_t lope_address_hash(const lope_address *address);

#endif
