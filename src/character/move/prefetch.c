// prefetch.c - see prefetch.h.
#include "character/move/prefetch.h"
#include "character/state/pages.h"
#include "motion/floor/ground_faces.h"
#include "motion/nearby/broadphase.h"

#define RECORDER_BYTES 768 // of a recorder that every tick uses: its first ones

void lope_prefetch_character(const lope_state *state, const lope_input *input, const lope_report *report,
                             const lope_nearby *nearby, const lope_recorder *recorder)
{
    lope_prefetch(state, LOPE_STATE_COMMON);
    lope_prefetch(input, offsetof(lope_input, requested_velocity));
    if (report) lope_prefetch(report, offsetof(lope_report, events));
    lope_prefetch(&nearby->origin, offsetof(lope_nearby, sets[0].rounds) - offsetof(lope_nearby, origin));
    lope_prefetch(&nearby->sets[1], offsetof(lope_near_set, bodies));
    if (recorder) lope_prefetch(recorder, RECORDER_BYTES);
}

// A face that is judged for the first time asks all others for their edges.
static inline void ahead_edges(const lope_near_set *set)
{
    const lope_near_edges *edges = lope_near_edges_of(set);
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK) lope_prefetch(&edges[i / LOPE_BLOCK], sizeof *edges);
}

// Whom it stands by will mostly be met again.
static inline void ahead_fences(const lope_nearby *nearby)
{
    lope_prefetch(nearby->fences, sizeof *nearby->fences);
    lope_prefetch(nearby->sets[1].bodies, sizeof(lope_sink_body));
    lope_prefetch(nearby->sets[1].rounds, sizeof(lope_near_round));
}

// Of all that the last tick has used, the planes; and as a whole what the next one will look at anew: where no patch says what is ground, all
// of that, and the boxes by which it is found. The bodies where the last tick met with more than ground to walk over: its triangles know theirs.
void lope_prefetch_near(const lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    if (nearby->fence_count > 0) ahead_fences(nearby);
    bool patch = nearby->patch.kept && set->triangle_count <= LOPE_PATCH_TRIANGLES;
    if (patch) lope_ground_faces_prefetch(nearby);
    uint64_t all = set->triangle_count < 64 ? (UINT64_C(1) << set->triangle_count) - 1 : UINT64_MAX;
    uint64_t used = nearby->used & all, whole = !patch ? used : nearby->patch.foreseen ? nearby->patch.stale & all : 0;
    if (patch && nearby->under < 64) whole |= UINT64_C(1) << nearby->under & all;
    if (!nearby->whole && set->body_count > 0) lope_prefetch(set->bodies, offsetof(lope_sink_body, pose));
    for (uint32_t i = 0; !nearby->whole && i < set->triangle_count; i += LOPE_BLOCK)
        lope_prefetch(&set->triangle_blocks[i / LOPE_BLOCK], sizeof(lope_near_block));
    for (uint64_t planes = used & ~whole; planes; planes &= planes - 1)
        lope_prefetch(&set->triangles[lope_lowest_bit64(planes)], sizeof(lope_near_planes));
    if (patch) lope_prefetch(nearby->holds, sizeof nearby->holds[0] * set->triangle_count);
    if (patch && nearby->patch.foreseen && nearby->patch.stale) ahead_edges(set);
    for (; whole; whole &= whole - 1) lope_prefetch(&set->triangles[lope_lowest_bit64(whole)], sizeof *set->triangles);
}
