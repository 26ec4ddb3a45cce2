// ids.c - the map from stable ids to places. See ids.h.
//
// Linear probing, at most two thirds full. A removal moves followers back, so the table keeps no marks of
// removed entries, which would pile up in a level where bodies come and go. Read next: level.c.
#include "level/ids.h"

#include "base/hash.h"
#include "base/memory.h"

#include <string.h>

// Returns the slot in which the search for an id begins.
static size_t home(const lope_ids *ids, uint64_t id) { return (size_t)lope_hash_u64(LOPE_HASH_START, id) & (ids->slots - 1); }

bool lope_ids_reserve(lope_ids *ids, const lope_allocator *allocator)
{
    if (((size_t)ids->count + 1) * 3 <= ids->slots * 2) return true;
    lope_ids grown = {0};
    grown.slots = ids->slots == 0 ? 16 : ids->slots * 2;
    grown.entries = lope_allocate_zero(allocator, grown.slots * sizeof(lope_ids_entry));
    if (!grown.entries) return false;
    for (size_t i = 0; i < ids->slots; ++i)
        if (ids->entries[i].used) lope_ids_put(&grown, ids->entries[i].id, ids->entries[i].index);
    lope_ids_free(ids, allocator);
    *ids = grown;
    return true;
}

void lope_ids_put(lope_ids *ids, uint64_t id, uint32_t index)
{
    size_t slot = home(ids, id);
    while (ids->entries[slot].used) slot = (slot + 1) & (ids->slots - 1);
    lope_ids_entry entry = {id, index, 1};
    ids->entries[slot] = entry;
    ids->count++;
}

// Finds the slot of an id. Returns false when it is not there.
static bool find(const lope_ids *ids, uint64_t id, size_t *slot)
{
    if (ids->slots == 0) return false;
    for (*slot = home(ids, id); ids->entries[*slot].used; *slot = (*slot + 1) & (ids->slots - 1))
        if (ids->entries[*slot].id == id) return true;
    return false;
}

bool lope_ids_get(const lope_ids *ids, uint64_t id, uint32_t *index)
{
    size_t slot;
    if (!find(ids, id, &slot)) return false;
    *index = ids->entries[slot].index;
    return true;
}

void lope_ids_drop(lope_ids *ids, uint64_t id)
{
    size_t hole, mask = ids->slots - 1;
    if (!find(ids, id, &hole)) return;
    for (size_t at = (hole + 1) & mask; ids->entries[at].used; at = (at + 1) & mask) {
        // An entry may move into the hole unless its home lies between the hole and itself.
        size_t from_home = (at - home(ids, ids->entries[at].id)) & mask, from_hole = (at - hole) & mask;
        if (from_home < from_hole) continue;
        ids->entries[hole] = ids->entries[at];
        hole = at;
    }
    ids->entries[hole].used = 0;
    ids->count--;
}

void lope_ids_free(lope_ids *ids, const lope_allocator *allocator)
{
    lope_release(allocator, ids->entries, ids->slots * sizeof(lope_ids_entry));
    memset(ids, 0, sizeof *ids);
}
