// client_sight.h - which others a tick meets at the client. Read next: client_sight.c.
#ifndef LOPE_NET_CLIENT_SIGHT_H
#define LOPE_NET_CLIENT_SIGHT_H

#include "net/client_private.h"

// Returns the surroundings of a tick that begins with the client's state: bodies, and others as the move's
// snapshot has them.
lope_surroundings lope_client_sight(lope_net_client *client, const lope_saved_move *move, const lope_surroundings *bodies);

#endif
