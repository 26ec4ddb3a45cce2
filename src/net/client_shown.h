// client_shown.h - others that are shown as of the client's own tick. Read next: client_shown.c.
#ifndef LOPE_NET_CLIENT_SHOWN_H
#define LOPE_NET_CLIENT_SHOWN_H

#include "net/client_private.h"

// Returns how a body is shown: a lope_net_showing.
uint32_t lope_client_showing(const lope_net_client *client, uint64_t body);

// Runs all others that are shown so from what was told of them to the client's tick.
void lope_client_show_ahead(lope_net_client *client);

// Returns one of them, by its slot, between the client's last two ticks. Returns false where it was not run.
bool lope_client_shown(const lope_net_client *client, uint32_t slot, lope_net_proxy *proxy);

#endif
