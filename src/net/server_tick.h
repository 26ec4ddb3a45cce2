// server_tick.h - states of players taken in at the end of their ticks. Read next: server_tick.c.
#ifndef LOPE_NET_SERVER_TICK_H
#define LOPE_NET_SERVER_TICK_H

#include "net/server_private.h"

// Takes in a player's state at the end of its tick.
void lope_server_keep(lope_net_seat *seat, const lope_state *state);
// Rounds a player's state for the others, as that of the server's tick.
void lope_server_place_now(lope_net_server *server, uint32_t player);

#endif
