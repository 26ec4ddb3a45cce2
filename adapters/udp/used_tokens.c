// used_tokens.c - the table of used tokens. Read first: used_tokens.h.
//
// A token stands in one of the WAYS places after the one that its random bytes name. Bytes of an honest
// backend are spread evenly; a player cannot choose them, for the tag is over them.
#include "used_tokens.h"

#include <string.h>

#define WAYS 64u

static uint32_t place_of(const lope_token_claim *claim, uint32_t way)
{
    uint32_t start;
    memcpy(&start, claim->random, sizeof start);
    return (start + way) & (USED_TOKENS - 1);
}

bool used_tokens_has(const used_tokens *used, const lope_token_claim *claim)
{
    for (uint32_t way = 0; way < WAYS; way++) {
        const used_token *at = &used->list[place_of(claim, way)];
        if (at->expiry == claim->expiry && memcmp(at->random, claim->random, LOPE_TOKEN_RANDOM) == 0) return true;
    }
    return false;
}

bool used_tokens_add(used_tokens *used, const lope_token_claim *claim, uint64_t time)
{
    for (uint32_t way = 0; way < WAYS; way++) {
        used_token *at = &used->list[place_of(claim, way)];
        if (at->expiry > time) continue;
        at->expiry = claim->expiry;
        memcpy(at->random, claim->random, LOPE_TOKEN_RANDOM);
        return true;
    }
    return false;
}
