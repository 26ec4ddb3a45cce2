// address.c - addresses in tokens and as text. Read first: address.h.
#define _POSIX_C_SOURCE 200809L

#include "address.h"

#include "../transport/address.h"

#include <arpa/inet.h>
#include <stdlib.h>

#define TYPE_IPV4 1u
#define TYPE_IPV6 2u

void netcode_put_address(netcode_writer *w, const lope_address *address)
{
    if (lope_address_is_ipv4(address)) {
        netcode_put(w, TYPE_IPV4, 1);
        netcode_put_bytes(w, address->ip + 12, 4);
    } else {
        netcode_put(w, TYPE_IPV6, 1);
        for (uint32_t i = 0; i < 16; i += 2) netcode_put(w, (uint64_t)address->ip[i] << 8 | address->ip[i + 1], 2);
    }
    netcode_put(w, address->port, 2);
}

void netcode_take_address(netcode_reader *r, lope_address *address)
{
    const uint64_t type = netcode_take(r, 1);
    *address = (lope_address){.ip = {[10] = 0xff, [11] = 0xff}};
    if (type == TYPE_IPV4) {
        netcode_take_bytes(r, address->ip + 12, 4);
    } else if (type == TYPE_IPV6) {
        for (uint32_t i = 0; i < 8; i++) {
            const uint64_t group = netcode_take(r, 2);
            address->ip[2 * i] = (uint8_t)(group >> 8);
            address->ip[2 * i + 1] = (uint8_t)group;
        }
    } else {
        r->bad = true;
    }
    address->port = (uint16_t)netcode_take(r, 2);
}

// Reads the port after an address. Returns false when it is none.
static bool port_of(const char *text, uint16_t *port)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    const unsigned long value = strtoul(text, &end, 10);
    *port = (uint16_t)value;
    return *end == '\0' && value > 0 && value <= UINT16_MAX;
}

lope_result lope_netcode_address(const char *text, lope_address *address)
{
    char host[INET6_ADDRSTRLEN] = "";
    const bool six = text[0] == '[';
    const char *start = text + (six ? 1 : 0), *end = strchr(start, six ? ']' : ':');
    *address = (lope_address){.ip = {[10] = 0xff, [11] = 0xff}};
    if (end == NULL || (size_t)(end - start) >= sizeof host) return LOPE_ERROR_FORMAT;
    memcpy(host, start, (size_t)(end - start));
    if (six && *++end != ':') return LOPE_ERROR_FORMAT;
    const bool known = inet_pton(six ? AF_INET6 : AF_INET, host, address->ip + (six ? 0 : 12)) == 1;
    return known && port_of(end + 1, &address->port) ? LOPE_OK : LOPE_ERROR_FORMAT;
}
