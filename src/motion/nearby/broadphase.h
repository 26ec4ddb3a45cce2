// broadphase.h - which members of a nearby a capsule may meet on its way: eight boxes at a time, then the
// planes of each triangle.
//
// It only leaves out members that cannot matter. The exact tests stand in sweep.c, rim.c and depenetrate.c.
// The functions are inline, because shortlist.c calls them in every tick.
#ifndef LOPE_MOTION_NEARBY_BROADPHASE_H
#define LOPE_MOTION_NEARBY_BROADPHASE_H

#include "base/bits.h"
#include "base/simd.h"
#include "motion/nearby/near_boxes.h"
#include "motion/nearby/nearby.h"

// A question: what comes within `radius` of the core (from a to a + core) on its way along `motion`. bounds:
// of all of that, relative to the origin.
typedef struct lope_near_query {
    lope_bounds bounds;
    lope_point a, core, motion;
    double radius;
} lope_near_query;

// The box of a query in a set's grid, eight times over.
typedef struct lope_near_window {
    lope_s8 lower[3], upper[3];
} lope_near_window;

// A walk over the members of both sets that a query may meet: static before moving, in the set's order within
// each.
typedef struct lope_candidates {
    const lope_nearby *nearby;
    const lope_near_set *set;
    lope_near_query query;
    lope_near_window window;
    uint32_t next_set, block, blocks, base, mask;
    bool rounds; // now walking over the round shapes of the set
} lope_candidates;

// Returns the query of a capsule (relative to the origin) along `motion` (m).
static inline lope_near_query lope_near_query_capsule(const lope_capsule *capsule, lope_point motion)
{
    double r = capsule->radius;
    lope_point a = capsule->a, b = capsule->b, m = motion;
    lope_near_query query = {
        {{(a.x < b.x ? a.x : b.x) + (m.x < 0 ? m.x : 0) - r, (a.y < b.y ? a.y : b.y) + (m.y < 0 ? m.y : 0) - r,
          (a.z < b.z ? a.z : b.z) + (m.z < 0 ? m.z : 0) - r},
         {(a.x > b.x ? a.x : b.x) + (m.x > 0 ? m.x : 0) + r, (a.y > b.y ? a.y : b.y) + (m.y > 0 ? m.y : 0) + r,
          (a.z > b.z ? a.z : b.z) + (m.z > 0 ? m.z : 0) + r}},
        a,
        lope_point_sub(b, a),
        m,
        r};
    return query;
}

// Returns a mask: bit i is set when the box of member i of the block touches the query's.
static inline uint32_t lope_near_block_touches(const lope_near_block *block, const lope_near_window *window)
{
    lope_s8 apart = lope_s8_splat(0);
    for (int axis = 0; axis < 3; axis++) {
        apart = lope_s8_or_greater(apart, lope_s8_load(block->lower[axis]), window->upper[axis]);
        apart = lope_s8_or_greater(apart, window->lower[axis], lope_s8_load(block->upper[axis]));
    }
    return ~lope_s8_bits(apart) & 0xffu;
}

// Returns how far the box of each member of the block is apart from the query's, along the axis where that is
// most. In steps of the set's grid, halved; at most one too many. 0 or less: they may touch.
static inline lope_s8 lope_near_block_apart(const lope_near_block *block, const lope_near_window *window)
{
    lope_s8 apart = lope_s8_splat(INT16_MIN);
    for (int axis = 0; axis < 3; axis++) {
        apart = lope_s8_max(apart, lope_s8_half_apart(lope_s8_load(block->lower[axis]), window->upper[axis]));
        apart = lope_s8_max(apart, lope_s8_half_apart(window->lower[axis], lope_s8_load(block->upper[axis])));
    }
    return apart;
}

// A point or direction four times over, for a question to many planes.
typedef struct lope_near_vector {
    lope_d4 x, y, z;
} lope_near_vector;

// Returns v four times over.
static inline lope_near_vector lope_near_vector_of(lope_point v)
{
    lope_near_vector four = {lope_d4_splat(v.x), lope_d4_splat(v.y), lope_d4_splat(v.z)};
    return four;
}

// Returns x v.x + y v.y + z v.z for the four planes.
static inline lope_d4 lope_near_along4(const lope_near_planes *planes, const lope_near_vector *v)
{
    lope_d4 x = lope_d4_mul(lope_d4_load(planes->x), v->x);
    lope_d4 y = lope_d4_mul(lope_d4_load(planes->y), v->y);
    lope_d4 z = lope_d4_mul(lope_d4_load(planes->z), v->z);
    return lope_d4_add(lope_d4_add(x, y), z);
}

// Returns the dot product of v with the normals of the four planes.
static inline lope_d4 lope_near_along(const lope_near_planes *planes, lope_point v)
{
    lope_near_vector four = lope_near_vector_of(v);
    return lope_near_along4(planes, &four);
}

#define LOPE_NEAR_SPARE 1e-9 // m, more than the rounding of any distance here

// Returns x, or 0 where x is above it.
static inline double lope_below_zero(double x) { return x < 0 ? x : 0; }

// Returns false when one of the planes keeps the core farther off than the radius on its whole way.
static inline bool lope_near_reached(const lope_near_planes *planes, const lope_near_query *query)
{
    double radius = query->radius + LOPE_NEAR_SPARE, back[4];
    lope_d4 zero = lope_d4_splat(0.0), at = lope_d4_sub(lope_near_along(planes, query->a), lope_d4_load(planes->offset));
    lope_d4 core = lope_near_along(planes, query->core), along = lope_near_along(planes, query->motion);
    lope_d4 low = lope_d4_add(at, lope_d4_add(lope_d4_min(core, zero), lope_d4_min(along, zero)));
    if (lope_d4_greater_bits(low, lope_d4_splat(radius))) return false;
    lope_d4 up = lope_d4_add(lope_d4_min(lope_d4_sub(zero, core), zero), lope_d4_min(lope_d4_sub(zero, along), zero));
    lope_d4_store(back, lope_d4_sub(up, at));
    return back[0] <= radius;
}

// Returns false when at no instant up to the fraction `until` of the way the core is within the radius of all
// the planes. That tells more than lope_near_reached where the way is long beside the triangle. The radius
// must exceed what is asked for by far more than the rounding of a distance.
static inline bool lope_near_reached_until(const lope_near_planes *planes, const lope_near_query *query, double until)
{
    const lope_d4 at = lope_d4_sub(lope_near_along(planes, query->a), lope_d4_load(planes->offset));
    const lope_d4 core = lope_near_along(planes, query->core), zero = lope_d4_splat(0.0);
    double room[4], along[4], first = 0, last = until;
    // m, by which the core is nearer to the outside of each plane than the radius; by what a way adds to that
    lope_d4_store(room, lope_d4_sub(lope_d4_splat(query->radius), lope_d4_add(at, lope_d4_min(core, zero))));
    lope_d4_store(along, lope_near_along(planes, query->motion));
    const double behind = query->radius + lope_d4_first(lope_d4_sub(at, lope_d4_min(lope_d4_sub(zero, core), zero)));
    for (int i = 0; i < 4; i++) {
        if (along[i] > 0) { // inside, until it has gone too far
            if (room[i] < along[i] * last) last = room[i] / along[i];
        } else if (room[i] < 0) { // outside, until it has come nearer
            if (along[i] >= 0) return false;
            if (room[i] < along[i] * first) first = room[i] / along[i];
        }
    }
    if (along[0] > 0) {
        if (-behind > along[0] * first) first = -behind / along[0];
    } else if (along[0] < 0) {
        if (behind < -along[0] * last) last = -behind / along[0];
    } else if (behind < 0) {
        return false;
    }
    return !(first > last);
}

// Returns the box of bounds (relative to the origin) in a set's grid, eight times over.
static inline lope_near_window lope_near_window_of(const lope_near_set *set, const lope_bounds *local)
{
    lope_near_box box = lope_near_box_of(set, local);
    lope_near_window window;
    for (int axis = 0; axis < 3; axis++) {
        window.lower[axis] = lope_s8_splat(box.lower[axis]);
        window.upper[axis] = lope_s8_splat(box.upper[axis]);
    }
    return window;
}

// Goes on to the triangles or the round shapes of a set.
static inline void lope_candidates_enter(lope_candidates *walk, const lope_near_set *set, bool rounds)
{
    walk->set = set;
    walk->rounds = rounds;
    walk->block = 0;
    walk->mask = 0;
    walk->base = 0;
    walk->blocks = lope_near_blocks(rounds ? set->round_count : set->triangle_count);
    if (walk->blocks == 0) return;
    walk->window = lope_near_window_of(set, &walk->query.bounds);
}

// Begins a walk.
static inline void lope_candidates_begin(lope_candidates *walk, const lope_nearby *nearby, const lope_near_query *query)
{
    walk->nearby = nearby;
    walk->query = *query;
    walk->next_set = 1;
    lope_candidates_enter(walk, &nearby->sets[0], false);
}

// Returns a walk over all members with boxes that touch the bounds (relative to the origin).
static inline lope_candidates lope_candidates_in(const lope_nearby *nearby, const lope_bounds *local)
{
    lope_near_query query = {.bounds = *local};
    lope_candidates walk;
    lope_candidates_begin(&walk, nearby, &query);
    return walk;
}

// Returns a mask: bit i is set when triangle i of the block has an edge with that mark.
static inline uint32_t lope_near_have_edge(const lope_near_edges *edges, lope_s8 mark)
{
    lope_s8 same = lope_s8_splat(0);
    for (int k = 0; k < 3; k++) same = lope_s8_or_same(same, lope_s8_load(edges->mark[k]), mark);
    return lope_s8_bits(same);
}

// Prefetches the candidates of a block, which lie apart in memory.
static inline void lope_candidates_fetch(const lope_near_triangle *triangles, uint32_t mask)
{
#if defined(__GNUC__)
    for (; mask; mask &= mask - 1) {
        const char *triangle = (const char *)&triangles[lope_lowest_bit(mask)];
        __builtin_prefetch(triangle);
        __builtin_prefetch(triangle + 64);
        __builtin_prefetch(triangle + 128);
    }
#else
    (void)triangles;
    (void)mask;
#endif
}

// Finds the next candidate, by its box only: a triangle or a round shape; the other is NULL. Returns false at
// the end.
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
        walk->mask = lope_near_block_touches(&blocks[walk->block], &walk->window);
        walk->base = walk->block++ * LOPE_BLOCK;
        if (!walk->rounds) lope_candidates_fetch(&walk->set->triangles[walk->base], walk->mask);
    }
    uint32_t i = walk->base + lope_lowest_bit(walk->mask);
    walk->mask &= walk->mask - 1;
    *triangle = walk->rounds ? NULL : &walk->set->triangles[i];
    *round = walk->rounds ? &walk->set->rounds[i] : NULL;
    return true;
}

#endif
