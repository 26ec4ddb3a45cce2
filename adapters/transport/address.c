// address.c - addresses of datagrams. Read first: address.h.
#include "address.h"

#include <string.h>

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

bool lope_address_is_ipv4(const lope_address *address) { return memcmp(address->ip, mapped, sizeof mapped) == 0; }

bool lope_address_is_same(const lope_address *a, const lope_address *b) { return memcmp(a, b, sizeof *a) == 0; }

bool lope_address_is_near(const lope_address *a, const lope_address *b)
{
    return memcmp(a->ip, b->ip, lope_address_is_ipv4(a) ? 16 : 8) == 0;
}

uint64_t lope_address_hash(const lope_address *address)
{
    const uint8_t *bytes = (const uint8_t *)address;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < sizeof *address; i++) hash = (hash ^ bytes[i]) * UINT64_C(1099511628211);
    return hash;
}
