// used.c - the table of shown tokens. Read first: used.h.
//
// A token stands in one of the WAYS places after the one that its tag names. Tags are spread evenly, and a player
// cannot choose them.
#include "used.h"

#include "../transport/address.h"

#define WAYS 64u

bool netcode_used_allows(netcode_used *used, const netcode_sealed *sealed, const lope_address *from, uint64_t time)
{
    const uint8_t *tag = sealed->bytes + NETCODE_PRIVATE - NETCODE_TAG;
    netcode_used_token *room = NULL;
    uint32_t start;
    memcpy(&start, tag, sizeof start);
    for (uint32_t way = 0; way < WAYS; way++) {
        netcode_used_token *at = &used->list[(start + way) & (NETCODE_USED - 1)];
        if (at->expiry <= time) {
            if (room == NULL) room = at;
        } else if (memcmp(at->tag, tag, NETCODE_TAG) == 0) {
            return lope_address_is_same(&at->address, from);
        }
    }
    if (room == NULL) return false;
    room->expiry = sealed->expiry;
    memcpy(room->tag, tag, NETCODE_TAG);
    room->address = *from;
    return true;
}
