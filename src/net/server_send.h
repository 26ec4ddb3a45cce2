// server_send.h - which others a seat may be told of. Read next: server_send.c.
#ifndef LOPE_NET_SERVER_SEND_H
#define LOPE_NET_SERVER_SEND_H

#include "net/server_private.h"

// Gives slots to those that the viewer may be told of, and lets what is owed them grow.
void lope_server_weigh(lope_net_server *server, uint32_t viewer);

#endif
