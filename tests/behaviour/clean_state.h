// clean_state.h - whether a state is one that a tick may leave behind, whatever was played: pages that keep
// their rule, and no number that is NaN or infinite. Random states of every kind, for tests that need them.
#ifndef LOPE_TESTS_CLEAN_STATE_H
#define LOPE_TESTS_CLEAN_STATE_H

#include <lope/lope.h>

// Says in `text` (of at least 160 bytes) what is wrong, and returns false.
bool clean_state(const lope_state *state, char *text);

// Fills in a state with exactly these pages in use. Every number is something; floats are finite and never 0.
void clean_state_random(lope_state *state, uint32_t pages, uint32_t *seed);

#endif
