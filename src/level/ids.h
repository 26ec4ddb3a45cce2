// ids.h - finds the place of a body by its stable id: an open hash table. Read next: ids.c.
#ifndef LOPE_LEVEL_IDS_H
#define LOPE_LEVEL_IDS_H

#include <lope/base.h>

// A slot of the table.
typedef struct lope_ids_entry {
    uint64_t id;
    uint32_t index, used; // used: 0 or 1
} lope_ids_entry;

// All zero is empty.
typedef struct lope_ids {
    lope_ids_entry *entries;
    size_t slots; // a power of two
    uint32_t count;
} lope_ids;

// Makes room for one more id. Returns false when memory is short.
bool lope_ids_reserve(lope_ids *ids, const lope_allocator *allocator);
// Adds an id that is not in the table, after lope_ids_reserve.
void lope_ids_put(lope_ids *ids, uint64_t id, uint32_t index);
// Removes an id, if it is there.
void lope_ids_drop(lope_ids *ids, uint64_t id);
// Finds the place of an id. Returns false when it is not there.
bool lope_ids_get(const lope_ids *ids, uint64_t id, uint32_t *index);
// Releases the memory. The table is empty afterwards.
void lope_ids_free(lope_ids *ids, const lope_allocator *allocator);

#endif
