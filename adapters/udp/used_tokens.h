// used_tokens.h - which tokens let a player in already, until they expire.
//
// A table of fixed size, searched from where the token's random bytes say. Read next: used_tokens.c.
#ifndef LOPE_USED_TOKENS_H
#define LOPE_USED_TOKENS_H

#include "../transport/lope_transport.h"
#include "lope_token.h"

#define USED_TOKENS 8192u // a power of two: so many that have not expired, at most

typedef struct used_token {
    uint64_t expiry; // 0: the place is free
    uint8_t random[LOPE_TOKEN_RANDOM];
} used_token;

typedef struct used_tokens {
    used_token list[USED_TOKENS];
} used_tokens;

// Returns whether a token was used before.
bool used_tokens_has(const used_tokens *used, const lope_token_claim *claim);
// Notes that it is used. time: s since 1970; what has expired by then makes room. Returns false when there is
// none.
bool used_tokens_add(used_tokens *used, const lope_token_claim *claim, uint64_t time);

// Returns the table of a server's end by lope_udp_serve, for another transport that lets players in beside it.
used_tokens *used_tokens_of(const lope_transport *server);

#endif
