// pack.h - a tick packed into the ring, and out of it again. What stands where: lope_packed in recorder.h. Read next: write.c.
#ifndef LOPE_RECORD_PACK_H
#define LOPE_RECORD_PACK_H

#include "character/state/pages.h"
#include "record/recorder.h"

// The most that comes before the lists.
#define LOPE_PACKED_HEAD                                                                       \
    (sizeof(lope_packed) + 2 * sizeof(lope_state) + 8 * LOPE_PAGE_COUNT + sizeof(lope_input) + \
     LOPE_TERM_COUNT * sizeof(lope_vec3) + 8)

static inline size_t lope_up_to_word(size_t bytes) { return (bytes + 7) / 8 * 8; }
static inline bool lope_packed_has_lists(const lope_packed *packed)
{
    return (packed->body_count | packed->event_count | packed->query_count) != 0;
}
// Bytes of what there is of a tick beside its state, input and terms.
size_t lope_packed_list_bytes(const lope_packed *packed);

// Writes to `to`, where there is room for it, and moves the ring's head on. The recorder's last state becomes this one.
void lope_pack(lope_recorder *recorder, const lope_packed *packed, lope_packed *to, const lope_state *state,
               const lope_input *input, const lope_report *report);
// Into *tick, which holds the one before it.
void lope_unpack(const lope_packed *packed, lope_unpacked *tick);

#endif
