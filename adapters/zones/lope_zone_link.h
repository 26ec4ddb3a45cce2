// lope_zone_link.h - messages between the servers of a world, by UDP: each sends to all others. For a private network:
// nothing is encrypted, and a machine that can send from a server's address can write records. For POSIX systems.
#ifndef LOPE_ZONE_LINK_H
#define LOPE_ZONE_LINK_H

#include "lope_zones.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_ZONE_LINKS 32u // other servers, at most

typedef struct lope_zone_link lope_zone_link;

// Opens a socket. address: of this machine, as a number; NULL: all that it has. port 0: any that is free. *error (may be
// NULL) says what is refused. Returns NULL on a refusal.
lope_zone_link *lope_zone_link_open(const char *address, uint16_t port, lope_error *error);
void lope_zone_link_close(lope_zone_link *link);
// Returns the port that it has.
uint16_t lope_zone_link_port(const lope_zone_link *link);
// Adds another server: to its address (a number of IPv4) goes what is sent, and only what comes from there is read.
// LOPE_ERROR_RANGE: no such address, or too many.
lope_result lope_zone_link_add(lope_zone_link *link, const char *address, uint16_t port);
// Sends a message to all others; for lope_zones_def.send, with the link as its context.
void lope_zone_link_send(void *link, const void *bytes, size_t size);
// Takes a message that has come. Returns its size; 0: there is none. size: at least LOPE_ZONE_MESSAGE.
size_t lope_zone_link_receive(lope_zone_link *link, void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
