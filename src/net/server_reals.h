// server_reals.h - told places in a packet of the server. Read next: server_reals.c.
#ifndef LOPE_NET_SERVER_REALS_H
#define LOPE_NET_SERVER_REALS_H

#include "net/server_private.h"

#define LOPE_ENTRY_MOST 640u // bits that another character takes in a packet, at most

// Writes told places that the client does not have. known: what it knows of the others by snapshots. room:
// bytes of the packet that are full after them, at most.
void lope_server_write_reals(lope_net_server *server, lope_bits *bits, lope_net_seat *seat, const lope_view_packet *known,
                             size_t room);

#endif
