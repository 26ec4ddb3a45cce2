// entry_cache.c - entries looked up, kept, copied. Read first: entry_cache.h.
#include "net/entry_cache.h"

uint32_t lope_entry_place(const lope_entry_key *key)
{
    return (key->known * 5u + key->changed) * UINT32_C(2654435769) >> 28; // Fibonacci hashing, to 16 places
}

bool lope_entry_is(const lope_entry *entry, const lope_entry_key *key)
{
    return entry->key.tick == key->tick && entry->key.known == key->known && entry->key.changed == key->changed;
}

void lope_entry_keep(lope_entry *entry, const lope_entry_key *key, bool idle, const lope_bits *packet, size_t start)
{
    const size_t count = packet->at - start;
    if (packet->bad || count > 32u * LOPE_ENTRY_WORDS) return;
    lope_bits in = lope_bits_read(packet->bytes, packet->size);
    in.at = start;
    *entry = (lope_entry){.key = *key, .idle = idle, .count = (uint8_t)count};
    for (unsigned i = 0; 32 * i < count; i++)
        entry->words[i] = lope_bits_pass(&in, 0, count - 32 * i < 32 ? (unsigned)count - 32 * i : 32);
}

void lope_entry_write(const lope_entry *entry, lope_bits *packet)
{
    for (unsigned i = 0; 32 * i < entry->count; i++)
        lope_bits_pass(packet, entry->words[i], entry->count - 32 * i < 32 ? entry->count - 32 * i : 32);
}
