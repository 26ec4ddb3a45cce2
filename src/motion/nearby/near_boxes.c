// near_boxes.c - boxes of a set's members, and marks of its triangles' edges, as short integers on the set's
// grid.
//
// Rule: boxes are rounded outward by one step for the cut to an integer, and one for all rounding. Read next:
// broadphase.h.
#include "motion/nearby/near_boxes.h"
#include "base/memory.h"
#include "base/simd.h"

#define GRID_HALF 32000.0 // steps from the middle of a set's grid to its ends
#define GRID_LAST 32760.0 // steps, of whatever lies farther out: 16 bits hold 32,767

// Limits steps to what 16 bits hold.
static inline lope_d4 within_steps(lope_d4 x)
{
    return lope_d4_max(lope_d4_min(x, lope_d4_splat(GRID_LAST)), lope_d4_splat(-GRID_LAST));
}

// Returns lower bounds in steps, rounded down: one step for the cut of the conversion, one for all rounding.
static inline lope_d4 steps_below(lope_d4 x, lope_d4 corner, lope_d4 steps)
{
    return within_steps(lope_d4_sub(lope_d4_mul(lope_d4_sub(x, corner), steps), lope_d4_splat(GRID_HALF + 2.0)));
}

// Returns upper bounds in steps, rounded up in the same way.
static inline lope_d4 steps_above(lope_d4 x, lope_d4 corner, lope_d4 steps)
{
    return within_steps(lope_d4_sub(lope_d4_mul(lope_d4_sub(x, corner), steps), lope_d4_splat(GRID_HALF - 2.0)));
}

lope_near_box lope_near_box_of(const lope_near_set *set, const lope_bounds *local)
{
    lope_d4 corner = lope_d4_make(set->corner.x, set->corner.y, set->corner.z, set->corner.z), steps = lope_d4_splat(set->steps);
    lope_d4 lower = lope_d4_make(local->lower.x, local->lower.y, local->lower.z, local->lower.z);
    lope_d4 upper = lope_d4_make(local->upper.x, local->upper.y, local->upper.z, local->upper.z);
    lope_near_box box;
    lope_d4_store_shorts(box.lower, steps_below(lower, corner, steps), steps_above(upper, corner, steps));
    return box;
}

void lope_near_set_grid(lope_near_set *set, const lope_bounds *local)
{
    lope_point size = lope_point_sub(local->upper, local->lower);
    double most = size.x > size.y ? size.x : size.y;
    most = most > size.z ? most : size.z;
    set->corner = local->lower;
    set->steps = 2.0 * GRID_HALF / (most > 1e-3 ? most : 1e-3);
}

// Writes the box of member k of a block.
static void block_put(lope_near_block *block, uint32_t k, const lope_near_box *box)
{
    for (int axis = 0; axis < 3; axis++) {
        block->lower[axis][k] = box->lower[axis];
        block->upper[axis][k] = box->upper[axis];
    }
}

// Fills the slots of the last block that have no member with a box that nothing touches.
static void blocks_pad(lope_near_block *blocks, uint32_t count)
{
    const lope_near_box nothing = {{INT16_MAX, INT16_MAX, INT16_MAX, 0}, {INT16_MIN, INT16_MIN, INT16_MIN, 0}};
    if (count % LOPE_BLOCK == 0) return;
    lope_near_block *last = &blocks[count / LOPE_BLOCK];
    for (uint32_t k = count % LOPE_BLOCK; k < LOPE_BLOCK; k++) block_put(last, k, &nothing);
}

// Returns coordinate `place` (0 to 8: three corners of x, y, z) of four triangles.
static inline lope_d4 four_places(const lope_near_triangle *const t[4], size_t place)
{
    const double *a = &t[0]->shape.v[0].x, *b = &t[1]->shape.v[0].x, *c = &t[2]->shape.v[0].x, *d = &t[3]->shape.v[0].x;
    return lope_d4_make(a[place], b[place], c[place], d[place]);
}

// Writes one axis of the boxes of eight triangles.
static inline void block_put_axis(lope_near_block *block, const lope_near_triangle *const t[LOPE_BLOCK], size_t axis,
                                  double corner, double steps)
{
    lope_d4 from = lope_d4_splat(corner), by = lope_d4_splat(steps), lower[2], upper[2];
    for (int half = 0; half < 2; half++) {
        lope_d4 a = four_places(t + 4 * half, axis), b = four_places(t + 4 * half, 3 + axis),
                c = four_places(t + 4 * half, 6 + axis);
        lower[half] = steps_below(lope_d4_min(lope_d4_min(a, b), c), from, by);
        upper[half] = steps_above(lope_d4_max(lope_d4_max(a, b), c), from, by);
    }
    lope_d4_store_shorts(block->lower[axis], lower[0], lower[1]);
    lope_d4_store_shorts(block->upper[axis], upper[0], upper[1]);
}

// The triangles of a block.
typedef struct eight_triangles {
    const lope_near_triangle *t[LOPE_BLOCK];
} eight_triangles;

// Returns eight triangles from number i on. Where fewer are left, the last one is repeated.
static inline eight_triangles eight_from(const lope_near_set *set, uint32_t i)
{
    const lope_near_triangle *last = &set->triangles[set->triangle_count - 1];
    eight_triangles eight;
    eight.t[0] = &set->triangles[i];
    for (uint32_t k = 1; k < LOPE_BLOCK; k++) eight.t[k] = eight.t[k - 1] + (eight.t[k - 1] < last ? 1 : 0);
    return eight;
}

// Writes the boxes of all triangles.
static void put_triangle_boxes(lope_near_set *set)
{
    uint32_t count = set->triangle_count;
    for (uint32_t i = 0; i < count; i += LOPE_BLOCK) {
        eight_triangles eight = eight_from(set, i);
        lope_near_block *block = &set->triangle_blocks[i / LOPE_BLOCK];
        block_put_axis(block, eight.t, 0, set->corner.x, set->steps);
        block_put_axis(block, eight.t, 1, set->corner.y, set->steps);
        block_put_axis(block, eight.t, 2, set->corner.z, set->steps);
    }
    blocks_pad(set->triangle_blocks, count);
}

// How an end of an edge becomes half of the edge's mark: x and z times these, less `from`. Height is left
// out, for few edges lie over one another.
typedef struct mark_scale {
    lope_d4 x, z; // steps in a metre
    lope_d4 from; // steps
} mark_scale;

// Returns the scale by which the two ends of an edge fill the grid's steps, at most.
static mark_scale mark_scale_of(const lope_near_set *set)
{
    double x = 0.3125 * set->steps, z = 0.1875 * set->steps;
    double from = 0.5 * GRID_HALF + set->corner.x * x + set->corner.z * z;
    return (mark_scale){lope_d4_splat(x), lope_d4_splat(z), lope_d4_splat(from)};
}

// Returns the halves of marks that corner `corner` of four triangles makes.
static inline lope_d4 four_halves(const lope_near_triangle *const t[4], size_t corner, const mark_scale *scale)
{
    lope_d4 x = lope_d4_mul(four_places(t, 3 * corner), scale->x), z = lope_d4_mul(four_places(t, 3 * corner + 2), scale->z);
    return lope_d4_sub(lope_d4_add(x, z), scale->from);
}

void lope_near_set_edges(lope_near_set *set)
{
    mark_scale scale = mark_scale_of(set);
    lope_near_edges *edges = lope_near_edges_of(set);
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK, edges++) {
        eight_triangles eight = eight_from(set, i);
        lope_d4 mark[3][2];
        for (int half = 0; half < 2; half++) {
            const lope_near_triangle *const *t = eight.t + 4 * half;
            lope_d4 a = four_halves(t, 0, &scale), b = four_halves(t, 1, &scale), c = four_halves(t, 2, &scale);
            mark[0][half] = within_steps(lope_d4_add(a, b));
            mark[1][half] = within_steps(lope_d4_add(b, c));
            mark[2][half] = within_steps(lope_d4_add(c, a));
        }
        for (int k = 0; k < 3; k++) lope_d4_store_shorts(edges->mark[k], mark[k][0], mark[k][1]);
    }
}

bool lope_near_set_boxes(const lope_allocator *allocator, lope_near_set *set)
{
    size_t triangle_blocks = lope_near_blocks_and_edges(set->triangle_count);
    size_t round_blocks = (set->round_count + LOPE_BLOCK - 1) / LOPE_BLOCK;
    if (!lope_near_grow(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, triangle_blocks,
                        sizeof *set->triangle_blocks, 1))
        return false;
    if (!lope_near_grow(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks,
                        sizeof *set->round_blocks, 1))
        return false;
    put_triangle_boxes(set);
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds bounds = lope_shape_bounds(&set->rounds[i].shape);
        lope_near_box box = lope_near_box_of(set, &bounds);
        block_put(&set->round_blocks[i / LOPE_BLOCK], i % LOPE_BLOCK, &box);
    }
    blocks_pad(set->round_blocks, set->round_count);
    return true;
}
