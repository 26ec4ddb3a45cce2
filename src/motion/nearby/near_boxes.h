// near_boxes.h - boxes and edge marks of a set's members, as short integers on a grid that spans the gathered
// bounds.
//
// Read next: broadphase.h, which walks over the boxes.
#ifndef LOPE_MOTION_NEARBY_NEAR_BOXES_H
#define LOPE_MOTION_NEARBY_NEAR_BOXES_H

#include "motion/nearby/near_set.h"

// Bounds in steps of a set's grid, rounded outward: x, y, z; the fourth has no meaning.
typedef struct lope_near_box {
    int16_t lower[4], upper[4];
} lope_near_box;

// Returns how many blocks take as much room as the blocks of so many triangles and their edges.
static inline size_t lope_near_blocks_and_edges(size_t triangles)
{
    size_t blocks = (triangles + LOPE_BLOCK - 1) / LOPE_BLOCK;
    return blocks + (blocks * sizeof(lope_near_edges) + sizeof(lope_near_block) - 1) / sizeof(lope_near_block);
}

// Returns bounds (relative to the origin) in steps of the set's grid.
lope_near_box lope_near_box_of(const lope_near_set *set, const lope_bounds *local);

// Lays the set's grid over the bounds that were gathered (relative to the origin). What sticks out is cut off
// at the bounds, which only makes boxes larger than they are.
void lope_near_set_grid(lope_near_set *set, const lope_bounds *local);

// Makes the boxes of all triangles and round shapes. Returns false when out of memory.
bool lope_near_set_boxes(const lope_allocator *allocator, lope_near_set *set);

// Makes the marks of all edges. The set has at least one triangle, and its boxes are made.
void lope_near_set_edges(lope_near_set *set);

#endif
