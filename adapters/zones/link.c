// link.c - messages between servers by UDP. Read first: lope_zone_link.h, ../transport/socket.h.
#include "../transport/address.h"
#include "../transport/refuse.h"
#include "../transport/socket.h"
#include "lope_zone_link.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

struct lope_zone_link {
    lope_datagrams socket;
    uint16_t port;
    uint32_t count;
    lope_address others[LOPE_ZONE_LINKS];
};

lope_zone_link *lope_zone_link_open(const char *address, uint16_t port, lope_error *error)
{
    lope_zone_link *link = calloc(1, sizeof *link);
    if (link == NULL) return lope_transport_refuse(error, LOPE_ERROR_MEMORY, "link", "there is no memory");
    link->port = port;
    if (lope_socket_open(address, &link->port, &link->socket, error)) return link;
    free(link);
    return NULL;
}

void lope_zone_link_close(lope_zone_link *link)
{
    if (link == NULL) return;
    if (link->socket.close != NULL) link->socket.close(link->socket.context);
    free(link);
}

uint16_t lope_zone_link_port(const lope_zone_link *link) { return link->port; }

lope_result lope_zone_link_add(lope_zone_link *link, const char *address, uint16_t port)
{
    lope_address other = {.ip = {[10] = 0xff, [11] = 0xff}, .port = port};
    if (link->count == LOPE_ZONE_LINKS || inet_pton(AF_INET, address, other.ip + 12) != 1) return LOPE_ERROR_RANGE;
    link->others[link->count++] = other;
    return LOPE_OK;
}

void lope_zone_link_send(void *context, const void *bytes, size_t size)
{
    lope_zone_link *link = context;
    for (uint32_t i = 0; i < link->count; i++) link->socket.send(link->socket.context, &link->others[i], bytes, size, 0);
}

size_t lope_zone_link_receive(lope_zone_link *link, void *bytes, size_t size)
{
    lope_address from;
    for (;;) {
        const size_t got = link->socket.receive(link->socket.context, &from, bytes, size, 0);
        if (got == 0) return 0;
        for (uint32_t i = 0; i < link->count; i++)
            if (lope_address_is_same(&from, &link->others[i])) return got;
    }
}
