// used.h - which tokens have been shown, and from where: each counts for the first address that brings it.
//
// A table of fixed size, searched from where the token's tag says. Read next: used.c.
#ifndef LOPE_NETCODE_USED_H
#define LOPE_NETCODE_USED_H

#include "token.h"

#define NETCODE_USED 8192u // a power of two: so many that have not expired, at most

typedef struct netcode_used_token {
    uint64_t expiry; // 0: the place is free
    uint8_t tag[NETCODE_TAG];
    lope_address address;
} netcode_used_token;

typedef struct netcode_used {
    netcode_used_token list[NETCODE_USED];
} netcode_used;

// Returns whether a token may be used from an address: it is new and there is room to note it, or it came from there
// before. time: s since 1970; what has expired by then makes room.
bool netcode_used_allows(netcode_used *used, const netcode_sealed *sealed, const lope_address *from, uint64_t time);

#endif
