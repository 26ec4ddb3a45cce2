// zones_faults.h - what goes wrong in a match, drawn from its seed. Read first: zones_match.h.
#ifndef LOPE_TESTS_ZONES_FAULTS_H
#define LOPE_TESTS_ZONES_FAULTS_H

#include "zones_match.h"

// Draws a number.
double match_drawn(zones_match *m, double low, double high);
// Starts a server anew, and ends one without a word.
bool match_start(zones_match *m, uint32_t number);
void match_kill(zones_match *m, uint32_t number);
// Begins all wires between servers.
void match_wires(zones_match *m, const lope_net_link_profile *profile);
// Opens a server's store.
match_store *match_store_open(zones_match *m, uint32_t host);
// Lets go wrong what is due, and ends what has lasted.
void match_faults(zones_match *m);
// Lets the store do what was given up by those that asked.
void match_late(zones_match *m);

#endif
