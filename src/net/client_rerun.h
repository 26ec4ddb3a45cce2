// client_rerun.h - a tick predicted, and ticks run again. Read next: client_rerun.c.
#ifndef LOPE_NET_CLIENT_RERUN_H
#define LOPE_NET_CLIENT_RERUN_H

#include "net/client_private.h"

// Runs a tick, with the command that counts for it, and saves it. The state before it is client->state.
void lope_client_run(lope_net_client *client, lope_saved_move *move);

// Runs all ticks from `from` to the last one again. Returns false when the tick before `from` is not saved.
bool lope_client_rerun(lope_net_client *client, uint32_t from);

// Saves a state as that at the end of a move's tick.
void lope_client_save(lope_net_client *client, lope_saved_move *move, const lope_state *state);

#endif
