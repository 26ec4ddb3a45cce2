// entry_cache.h - entries of other characters, kept in bits for the tick: clients that know the same of a
// character are written the same of it.
//
// In a crowd on lines alike there are few different entries of a character in a tick, and one of them is
// copied in a tenth of the time in which it is worked out. Read next: entry_cache.c, server_send.c.
#ifndef LOPE_NET_ENTRY_CACHE_H
#define LOPE_NET_ENTRY_CACHE_H

#include "net/bits.h"

#define LOPE_ENTRIES 16u    // entries that are kept of a character; a power of two
#define LOPE_ENTRY_WORDS 3u // of 32 bits: longer ones are not kept

// What an entry depends on beside the character: as of which ticks the client knows it.
typedef struct lope_entry_key {
    uint32_t tick;   // of the packet
    uint8_t known;   // ticks since what is known, not 0
    uint8_t changed; // ticks before it, of what was known before; 0: not known
} lope_entry_key;

// An entry. Zero: none. The entries of a seat are made zero when another character takes it.
typedef struct lope_entry {
    lope_entry_key key;
    uint8_t count; // bits
    bool idle;
    uint32_t words[LOPE_ENTRY_WORDS];
} lope_entry;

// Returns the place of an entry among those of its character.
uint32_t lope_entry_place(const lope_entry_key *key);

// Returns whether the entry that is kept at a place is that of a key.
bool lope_entry_is(const lope_entry *entry, const lope_entry_key *key);

// Keeps an entry that stands in a packet from bit `start` on, where it is short enough.
void lope_entry_keep(lope_entry *entry, const lope_entry_key *key, bool idle, const lope_bits *packet, size_t start);

// Writes an entry into a packet.
void lope_entry_write(const lope_entry *entry, lope_bits *packet);

#endif
