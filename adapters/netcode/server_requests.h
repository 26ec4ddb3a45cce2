// server_requests.h - how a client gets a seat: by a request with a token, and by the answer to the challenge that the
// request is answered by. Read first: server_places.h.
#ifndef LOPE_NETCODE_SERVER_REQUESTS_H
#define LOPE_NETCODE_SERVER_REQUESTS_H

#include "server_places.h"

// Fills an event. Returns false for LOPE_TRANSPORT_NOTHING.
static inline bool netcode_tell(lope_transport_event *event, uint32_t what, uint32_t peer, uint32_t why)
{
    *event = (lope_transport_event){.what = what, .peer = peer, .why = why};
    return what != LOPE_TRANSPORT_NOTHING;
}

// Takes a request of an address that has no seat. i: its place, or NETCODE_NO_PLACE. Returns whether it tells
// something.
bool netcode_server_request(netcode_server *server, uint32_t i, const lope_address *from, uint64_t hash,
                            const netcode_sealed *sealed, double now, lope_transport_event *event);
// Takes the response of a place that has no seat. One to a challenge from before the place was taken is dropped, for it
// was overheard. Returns whether it tells something.
bool netcode_server_response(netcode_server *server, uint32_t i, const netcode_packet *packet, double now,
                             lope_transport_event *event);
// Tells a peer its number and the count of seats.
void netcode_server_keep_alive(netcode_server *server, netcode_place *at, double now);

#endif
