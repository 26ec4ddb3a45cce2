// near_solids.c - memory for hulls. See near_solids.h.
#include "motion/nearby/near_solids.h"

#include "base/memory.h"

bool lope_near_solids_reserve(const lope_allocator *allocator, lope_near_solids *solids, size_t triangles)
{
    size_t corners = 3 * triangles;
    return lope_grow(allocator, (void **)&solids->points, &solids->point_capacity, corners, sizeof *solids->points) &&
           lope_grow(allocator, (void **)&solids->corners, &solids->corner_capacity, corners, sizeof *solids->corners);
}

void lope_near_solids_free(const lope_allocator *allocator, lope_near_solids *solids)
{
    lope_release(allocator, solids->points, solids->point_capacity * sizeof *solids->points);
    lope_release(allocator, solids->corners, solids->corner_capacity * sizeof *solids->corners);
}

size_t lope_near_solids_bytes(const lope_near_solids *solids)
{
    return solids->point_capacity * sizeof *solids->points + solids->corner_capacity * sizeof *solids->corners;
}

void lope_near_solids_place(const lope_near_solids *solids, lope_near_set *set)
{
    const lope_point *points = solids->points;
    const uint32_t *corners = solids->corners;
    for (uint32_t i = 0; i < set->round_count; i++) {
        if (set->rounds[i].shape.kind != LOPE_SHAPE_HULL) continue;
        lope_hull *hull = &set->rounds[i].shape.as.hull;
        hull->points = points;
        hull->triangles = corners;
        points += hull->point_count;
        corners += 3 * (size_t)hull->triangle_count;
    }
}
