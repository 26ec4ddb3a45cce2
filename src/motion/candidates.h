// candidates.h - which members of a nearby may matter to a query: eight at a time by boxes and planes in floats, then one by one.
//
// Everything here only leaves out what cannot matter; what decides stands in cast.c, floor.c and depenetrate.c, in doubles. Inline,
// for this is where a tick spends its time.
#ifndef LOPE_MOTION_CANDIDATES_H
#define LOPE_MOTION_CANDIDATES_H

#include "base/simd.h"
#include "motion/space.h"

// Bit i is set when member i of the block may matter to the query.
static inline uint32_t lope_near_block_boxes(const lope_near_block *block, const lope_near_query *query)
{
    lope_m8 hit = lope_f8_less_equal(lope_f8_load(block->lower[0]), lope_f8_splat(query->upper[0]));
    hit = lope_m8_and(hit, lope_f8_less_equal(lope_f8_splat(query->lower[0]), lope_f8_load(block->upper[0])));
    for (int axis = 1; axis < 3; axis++) {
        hit = lope_m8_and(hit, lope_f8_less_equal(lope_f8_load(block->lower[axis]), lope_f8_splat(query->upper[axis])));
        hit = lope_m8_and(hit, lope_f8_less_equal(lope_f8_splat(query->lower[axis]), lope_f8_load(block->upper[axis])));
    }
    return lope_m8_bits(hit);
}

static inline lope_f8 lope_near_dot8(const lope_near_block *block, const float v[3])
{
    lope_f8 x = lope_f8_mul(lope_f8_load(block->normal[0]), lope_f8_splat(v[0]));
    lope_f8 y = lope_f8_mul(lope_f8_load(block->normal[1]), lope_f8_splat(v[1]));
    lope_f8 z = lope_f8_mul(lope_f8_load(block->normal[2]), lope_f8_splat(v[2]));
    return lope_f8_add(lope_f8_add(x, y), z);
}

static inline uint32_t lope_near_block_planes(const lope_near_block *block, const lope_near_query *query)
{
    uint32_t boxes = lope_near_block_boxes(block, query);
    if (!boxes) return 0;
    lope_f8 offset = lope_f8_load(block->offset), zero = lope_f8_splat(0.0f);
    lope_f8 a = lope_f8_sub(lope_near_dot8(block, query->a), offset), b = lope_f8_sub(lope_near_dot8(block, query->b), offset);
    lope_f8 along = lope_near_dot8(block, query->motion);
    lope_f8 low = lope_f8_add(lope_f8_min(a, b), lope_f8_min(along, zero));
    lope_f8 high = lope_f8_add(lope_f8_max(a, b), lope_f8_max(along, zero));
    lope_m8 hit = lope_m8_and(lope_f8_less_equal(low, lope_f8_splat(query->radius)),
                              lope_f8_less_equal(lope_f8_splat(-query->radius), high));
    if (!query->any_front) { // one_sided * along is positive when the motion goes with the front
        lope_f8 with = lope_f8_mul(along, lope_f8_load(block->one_sided));
        hit = lope_m8_and(hit, lope_f8_less_equal(with, lope_f8_splat(1e-5f)));
    }
    return boxes & lope_m8_bits(hit);
}

// A walk over the members of both sets that may matter to a query, static before moving, ordered within each.
typedef struct lope_candidates {
    const lope_near_set *set;
    lope_near_query query;
    uint32_t next_set, block, blocks, base, mask;
    bool rounds; // now walking over the round shapes of the set
    bool by_planes;
    const lope_nearby *nearby;
} lope_candidates;

static inline void lope_candidates_enter(lope_candidates *walk, const lope_near_set *set, bool rounds)
{
    walk->set = set;
    walk->rounds = rounds;
    walk->block = 0;
    walk->mask = 0;
    walk->base = 0;
    walk->blocks = ((rounds ? set->round_count : set->triangle_count) + LOPE_BLOCK - 1) / LOPE_BLOCK;
}

// All whose boxes touch the bounds.
static inline lope_candidates lope_candidates_in(const lope_space *space, const lope_bounds *local)
{
    lope_candidates walk;
    walk.nearby = space->nearby;
    walk.query = lope_near_query_bounds(local);
    walk.next_set = 1;
    walk.by_planes = false;
    lope_candidates_enter(&walk, &space->nearby->sets[0], false);
    return walk;
}

// All that a capsule may meet on its way, or that it overlaps when motion is zero.
static inline lope_candidates lope_candidates_of(const lope_space *space, const lope_capsule *capsule, lope_point motion)
{
    lope_candidates walk;
    walk.nearby = space->nearby;
    walk.query = lope_near_query_capsule(capsule, motion, space->unit);
    walk.next_set = 1;
    walk.by_planes = true;
    lope_candidates_enter(&walk, &space->nearby->sets[0], false);
    return walk;
}

static inline uint32_t lope_lowest_bit(uint32_t mask)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(mask);
#else
    uint32_t i = 0;
    while (!(mask >> i & 1)) i++;
    return i;
#endif
}

// The candidates of a block lie apart in memory: all are on their way while the first is looked at.
static inline void lope_candidates_fetch(const lope_near_triangle *triangles, uint32_t mask)
{
#if defined(__GNUC__)
    for (; mask; mask &= mask - 1) {
        const char *triangle = (const char *)&triangles[lope_lowest_bit(mask)];
        __builtin_prefetch(triangle);
        __builtin_prefetch(triangle + 64);
    }
#else
    (void)triangles;
    (void)mask;
#endif
}

// The next candidate: a triangle or a round shape (the other is NULL). False at the end.
static inline bool lope_candidates_next(lope_candidates *walk, const lope_near_triangle **triangle, const lope_near_round **round)
{
    while (!walk->mask) {
        if (walk->block == walk->blocks) {
            if (!walk->rounds)
                lope_candidates_enter(walk, walk->set, true);
            else if (walk->next_set < 2)
                lope_candidates_enter(walk, &walk->nearby->sets[walk->next_set++], false);
            else
                return false;
            continue;
        }
        const lope_near_block *blocks = walk->rounds ? walk->set->round_blocks : walk->set->triangle_blocks;
        const lope_near_block *block = &blocks[walk->block];
        bool planes = walk->by_planes && !walk->rounds;
        walk->mask = planes ? lope_near_block_planes(block, &walk->query) : lope_near_block_boxes(block, &walk->query);
        walk->base = walk->block++ * LOPE_BLOCK;
        if (planes) lope_candidates_fetch(&walk->set->triangles[walk->base], walk->mask);
    }
    uint32_t i = walk->base + lope_lowest_bit(walk->mask);
    walk->mask &= walk->mask - 1;
    *triangle = walk->rounds ? NULL : &walk->set->triangles[i];
    *round = walk->rounds ? &walk->set->rounds[i] : NULL;
    return true;
}

#endif
