// prefetch.c - see prefetch.h.
#include "character/move/prefetch.h"
#include "character/state/pages.h"
#include "motion/floor/ground_faces.h"
#include "motion/nearby/broadphase.h"

// First bytes of a recorder: those that every tick uses.
#define RECORDER_BYTES 768

void lope_prefetch_character(const lope_state *state, const lope_input *input, const lope_report *report,
                             const lope_nearby *nearby, const lope_recorder *recorder)
{
    lope_prefetch(state, LOPE_STATE_COMMON);
    lope_prefetch(input, sizeof *input);
    if (report) lope_prefetch(report, offsetof(lope_report, events));
    lope_prefetch(&nearby->origin, offsetof(lope_nearby, sets[0].rounds) - offsetof(lope_nearby, origin));
    lope_prefetch(&nearby->sets[1], offsetof(lope_near_set, bodies));
    if (recorder) lope_prefetch(recorder, RECORDER_BYTES);
}

// Fetches the edges of all triangles: a face that is judged for the first time asks them all.
static inline void ahead_edges(const lope_near_set *set)
{
    const lope_near_edges *edges = lope_near_edges_of(set);
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK) lope_prefetch(&edges[i / LOPE_BLOCK], sizeof *edges);
}

// Fetches the first character plane and the first moving body: what the character stands by will mostly be
// met again.
static inline void ahead_fences(const lope_nearby *nearby)
{
    lope_prefetch(nearby->fences, sizeof *nearby->fences);
    lope_prefetch(nearby->sets[1].bodies, sizeof(lope_sink_body));
    lope_prefetch(nearby->sets[1].rounds, sizeof(lope_near_round));
}

// Fetches the planes of the triangles that the last tick used. Triangles that the next tick will look at anew
// are fetched whole. Without a patch all used ones are, and the boxes by which they are found. After a tick
// that met more than ground the bodies are fetched too.
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
