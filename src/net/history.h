// history.h - how long a player's line is, by the server's own measure. Read next: history.c.
#ifndef LOPE_NET_HISTORY_H
#define LOPE_NET_HISTORY_H

#include "net/server_private.h"

// Takes in how many ticks old the newest packet was that a client told to have.
void lope_history_measure(lope_net_seat *seat, uint32_t age);

#endif
