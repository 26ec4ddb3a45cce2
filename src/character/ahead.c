// ahead.c - see ahead.h.
#include "character/ahead.h"
#include "character/tick.h"

#define RECORDER_BYTES 768 // of a recorder that every tick uses: its first ones

void lope_ahead_character(const lope_state *state, const lope_input *input, const lope_report *report, const lope_nearby *nearby,
                          const lope_recorder *recorder)
{
    lope_ahead(state, LOPE_STATE_MORE_AT);
    lope_ahead(input, offsetof(lope_input, resize_radius));
    if (report) lope_ahead(report, offsetof(lope_report, events));
    lope_ahead(nearby, offsetof(lope_nearby, sets) + offsetof(lope_near_set, rounds));
    lope_ahead(&nearby->sets[1], offsetof(lope_near_set, bodies));
    lope_ahead(&nearby->zones, offsetof(lope_near_zones, sets));
    if (recorder) lope_ahead(recorder, RECORDER_BYTES);
}

// Where a patch says what is ground the planes, else also the boxes by which it is found, and the corners.
void lope_ahead_near(const lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    bool ground = nearby->patch.kept && set->triangle_count <= LOPE_PATCH_TRIANGLES;
    uint32_t at = 0;
    if (set->body_count > 0) lope_ahead(set->bodies, offsetof(lope_sink_body, pose));
    for (uint32_t i = 0; !ground && i < set->triangle_count; i += LOPE_BLOCK)
        lope_ahead(&set->triangle_blocks[i / LOPE_BLOCK], sizeof(lope_near_block));
    for (uint64_t used = nearby->used; used; used >>= 1, at++) {
        if (!(used & 1) || at >= set->triangle_count) continue;
        lope_ahead(&set->triangles[at], offsetof(lope_near_triangle, shape));
        if (!ground) lope_ahead(&set->triangles[at].shape, sizeof(lope_triangle));
    }
}
