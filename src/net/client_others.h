// client_others.h - the other characters, read from packets. Read next: client_others.c.
#ifndef LOPE_NET_CLIENT_OTHERS_H
#define LOPE_NET_CLIENT_OTHERS_H

#include "net/client_private.h"
#include "net/server_packet.h"

// Reads the others' part of a packet. Returns false when it does not fit what is known.
bool lope_client_read_others(const lope_net_client *client, lope_bits *bits, const lope_server_packet *packet,
                             lope_others_told *told);

// Returns how many ticks before the newest command the others are shown.
double lope_client_back(const lope_net_client *client);

// Notes when a packet came, for how late the others are shown.
void lope_client_note_arrival(lope_net_client *client, uint32_t tick, double now);

// Returns by how much 95 % of the last packets came later than the quickest one, at most, s.
double lope_client_jitter(const lope_net_client *client);

#endif
