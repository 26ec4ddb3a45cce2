// lope_loopback.h - a transport between a server and players in one process, over the seeded lines of
// lope/net_link.h: for tests, for bots of a server, and for a game of one player.
//
// Nothing is encrypted, for nothing leaves the process. Both ends take the same `now`. Closing the server's
// end tells the clients; each end is closed by itself, in any order.
#ifndef LOPE_LOOPBACK_H
#define LOPE_LOOPBACK_H

#include "lope_transport.h"

#include <lope/net_link.h>

#ifdef __cplusplus
extern "C" {
#endif

// Opens a server's end with room for `peers` clients, 1 to 4096. line: what each line does, both ways alike;
// NULL: nothing. The same seed does the same to the same packets. Returns NULL when there is no memory or
// `peers` is out of range.
lope_transport *lope_loopback_open(uint32_t peers, const lope_net_link_profile *line, uint64_t seed);

// Opens a client's end. player: as in lope_transport_event. The server is told with its next receive, and the
// client is OPENED at once. server: must be open. Returns NULL when it is full, or there is no memory.
lope_transport *lope_loopback_connect(lope_transport *server, uint64_t player);

// Changes what a client's line does from now on, both ways alike; what is on its way comes as it would have.
void lope_loopback_set_line(lope_transport *client, const lope_net_link_profile *line);
// Returns what a client's line does.
lope_net_link_profile lope_loopback_line(const lope_transport *client);

#ifdef __cplusplus
}
#endif
#endif
