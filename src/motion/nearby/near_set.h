// near_set.h - one set of gathered shapes: bodies, triangles with their planes, round shapes, and boxes for
// the broadphase.
//
// Data: a table of bodies, an array of triangles and one of round shapes, each ordered by (body id, index).
// Boxes and hulls become one-sided triangles, except in a look (look.h). Spheres, capsules and cylinders stay
// round shapes. Read next: near_boxes.h, sink.h.
#ifndef LOPE_MOTION_NEARBY_NEAR_SET_H
#define LOPE_MOTION_NEARBY_NEAR_SET_H

#include <lope/shape.h>
#include <lope/surroundings.h>

#define LOPE_BLOCK 8 // members in a block: what one comparison of short integers holds

// Returns whether a body's surface moves along it, as a conveyor's does.
static inline bool lope_body_conveys(const lope_sink_body *body)
{
    lope_vec3 v = body->surface.velocity;
    return v.x != 0 || v.y != 0 || v.z != 0;
}

// The four planes of a triangle. [0]: its own, by the winding. [1] to [3]: those through its edges, at right
// angles to it, facing outward. Normals are unit: x a + y b + z c - offset is the height (m) of the point (a,
// b, c) over a plane.
typedef struct lope_near_planes {
    double x[4], y[4], z[4], offset[4];
} lope_near_planes;

// What a tick asks of the body of a triangle that is walked on. With this copy most ticks do not read the
// table of bodies.
typedef struct lope_near_ground {
    uint64_t id;
    uint32_t material;
    bool by_angle; // walkable by the slope's angle
    bool no_step_up, no_base;
} lope_near_ground;

// A gathered triangle, in whole cache lines of 64 bytes. Most ticks read only the first two, the planes; the
// third has `ground`.
typedef struct lope_near_triangle {
    _Alignas(64) lope_near_planes planes;
    lope_near_ground ground;
    uint32_t body;        // in the set's table
    uint32_t index, part; // index: the game's; part: counts the triangles of a box or hull
    bool two_sided;
    // Bit k stands for the edge from corner k: it is no rim; its neighbours were searched for. See
    // ground_survey.c.
    uint8_t joined, searched;
    lope_triangle shape; // last: the ground survey reads it only at rims
} lope_near_triangle;

// Returns a triangle's unit normal.
static inline lope_point lope_near_normal(const lope_near_triangle *triangle)
{
    return lope_point_make(triangle->planes.x[0], triangle->planes.y[0], triangle->planes.z[0]);
}

// A gathered sphere, capsule or cylinder; in a look (look.h) also a box or hull.
typedef struct lope_near_round {
    lope_shape shape;
    uint32_t body;  // in the set's table
    uint32_t index; // the game's
} lope_near_round;

// The boxes of eight members, in steps of the set's grid, rounded outward. They only leave out what cannot
// matter; they never decide. A slot without a member has lower > upper.
typedef struct lope_near_block {
    int16_t lower[3][LOPE_BLOCK], upper[3][LOPE_BLOCK];
} lope_near_block;

// Marks of the edges of eight triangles: [k] is of the edge from corner k. A mark is made of the edge's two
// ends, in either order. Edges with different marks are different edges.
typedef struct lope_near_edges {
    int16_t mark[3][LOPE_BLOCK];
} lope_near_edges;

// One set of gathered shapes. What a usual tick reads stands first.
typedef struct lope_near_set {
    uint32_t body_count, triangle_count, round_count, volume_count;
    bool conveys; // one of the bodies is a conveyor
    bool one_way; // one of the bodies is a one-way body
    bool moves;   // one of the bodies moves, and is no character
    lope_sink_body *bodies;
    lope_near_triangle *triangles;
    lope_near_block *triangle_blocks; // in a static set followed by the marks of the edges
    lope_point corner;                // of the blocks' grid
    double steps;                     // of the grid, in a metre
    lope_near_round *rounds;
    lope_near_block *round_blocks;
    uint32_t *order;      // scratch of the sort
    lope_volume *volumes; // of the bodies that have one, in their order
    size_t body_capacity, triangle_capacity, round_capacity, triangle_block_capacity, round_block_capacity, order_capacity;
    size_t volume_capacity;
} lope_near_set;

// Returns the blocks of eight that so many members fill.
static inline uint32_t lope_near_blocks(uint32_t members) { return (members + LOPE_BLOCK - 1) / LOPE_BLOCK; }

// Returns the marks of the edges, in as many blocks as the triangles have.
static inline lope_near_edges *lope_near_edges_of(const lope_near_set *set)
{
    return (lope_near_edges *)(void *)(set->triangle_blocks + lope_near_blocks(set->triangle_count));
}

#define LOPE_NEAR_STEP 4 // triangles by which an array of them grows, at least

// Makes room for `needed` elements of `element` bytes, in whole steps of `step` elements. Short arrays grow
// to what is needed, so that thousands of nearbys leave little unused. Longer ones grow by an eighth more,
// very long ones by half more. Returns false when out of memory; then nothing has changed.
bool lope_near_grow(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element, size_t step);

// Reserves memory for so many triangles with their boxes, round shapes and bodies. Returns false when out of
// memory.
bool lope_near_set_reserve(const lope_allocator *allocator, lope_near_set *set, size_t triangles, size_t rounds, size_t bodies);

// The same for a set that holds nothing, with no memory beyond what is asked for.
bool lope_near_set_reserve_exactly(const lope_allocator *allocator, lope_near_set *set, size_t triangles, size_t rounds,
                                   size_t bodies);

// Reserves what the sort of so many triangles takes, which is only needed where they come out of order.
// Returns false when out of memory.
bool lope_near_set_reserve_order(const lope_allocator *allocator, lope_near_set *set, size_t triangles);

// Sorts the first `count` numbers in `order`, which name some of the set's triangles, as the triangles are
// sorted. There must be room for so many: lope_near_set_reserve_order.
void lope_near_set_sort_named(lope_near_set *set, uint32_t count);

// Releases a set's memory. The set must not be used afterwards.
void lope_near_set_free(const lope_allocator *allocator, lope_near_set *set);

// Empties a set. Its memory stays.
static inline void lope_near_set_clear(lope_near_set *set)
{
    set->body_count = 0;
    set->triangle_count = 0;
    set->round_count = 0;
    set->conveys = set->one_way = set->moves = false;
    set->volume_count = 0;
}

// Returns the bytes that a set has reserved.
size_t lope_near_set_bytes(const lope_near_set *set);

// Sorts the triangles by (body id, index, part). False: out of memory for the order.
bool lope_near_set_sort_triangles(const lope_allocator *allocator, lope_near_set *set);

// Sorts the round shapes by (body id, index).
void lope_near_set_sort_rounds(lope_near_set *set);

// Sorts triangles and round shapes, and lets each body point at its copy of its volume. For overlap zones,
// which have no boxes. False: out of memory.
bool lope_near_set_order(const lope_allocator *allocator, lope_near_set *set);

#endif
