// replay.h - which packets of a peer came already: a window of 256 sequence numbers up to the newest.
#ifndef LOPE_NETCODE_REPLAY_H
#define LOPE_NETCODE_REPLAY_H

#include <lope/base.h>

#define NETCODE_WINDOW 256u

// Zero: none has come.
typedef struct netcode_replay {
    uint64_t newest;
    uint64_t came[NETCODE_WINDOW / 64]; // a bit for each sequence number, at its remainder by the window
} netcode_replay;

// Returns whether a packet may be new: it is in the window or after it, and has not come.
bool netcode_replay_is_new(const netcode_replay *replay, uint64_t sequence);
// Notes a packet that is new and authentic.
void netcode_replay_note(netcode_replay *replay, uint64_t sequence);

#endif
