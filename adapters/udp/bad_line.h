// bad_line.h - lays a bad line over datagrams: delays, loses, doubles and reorders them both ways by a seed.
// Read first: ../transport/lope_datagrams.h, lope/net_link.h.
#ifndef LOPE_UDP_BAD_LINE_H
#define LOPE_UDP_BAD_LINE_H

#include "../transport/lope_datagrams.h"

#include <lope/net_link.h>

// Puts the line over `datagrams`, in place; what is under it is closed with it. What is delayed on its way out
// leaves with a later call of receive or send. Returns false when there is no memory.
bool lope_bad_line_over(lope_datagrams *datagrams, const lope_net_link_profile *profile, uint64_t seed);

#endif
