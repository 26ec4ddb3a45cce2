// replay.c - the window of sequence numbers. Read first: replay.h.
#include "replay.h"

#include <string.h>

static uint64_t bit_of(uint64_t sequence) { return UINT64_C(1) << (sequence % 64); }

static size_t word_of(uint64_t sequence) { return (size_t)(sequence % NETCODE_WINDOW / 64); }

bool netcode_replay_is_new(const netcode_replay *replay, uint64_t sequence)
{
    if (sequence > replay->newest) return true;
    return replay->newest - sequence < NETCODE_WINDOW && (replay->came[word_of(sequence)] & bit_of(sequence)) == 0;
}

void netcode_replay_note(netcode_replay *replay, uint64_t sequence)
{
    if (sequence > replay->newest) {
        const bool all = sequence - replay->newest >= NETCODE_WINDOW;
        if (all) memset(replay->came, 0, sizeof replay->came);
        for (uint64_t i = replay->newest; !all && i < sequence; i++) replay->came[word_of(i + 1)] &= ~bit_of(i + 1);
        replay->newest = sequence;
    }
    replay->came[word_of(sequence)] |= bit_of(sequence);
}
