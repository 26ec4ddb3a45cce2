// barrier.c - see barrier.h.
//
// However far it is raised, the points of the core between its raised lower end and its upper end at rest stay in it. A ball about the lowest of
// them that meets the inside of a face stops the whole capsule there, or sooner.
#include "motion/barrier.h"
#include "motion/neighbors.h"

#define UPRIGHT 1e-6 // rise of a normal: over its length the core is as far from such a face, but for micrometres
#define FACING 0.01  // least cosine between the way and straight into the face: far more than a cast lets pass as grazing
#define IN_FRONT 0.5 // of the radius, that the face is at least away from the core's middle: behind it nothing is met
#define WITHIN 1e-9  // m, that the ball's contact lies within the face's edges
#define SOONER 1e-6  // m, by which it must be met sooner than asked: more than the rounding of a cast

// Whether a ball about a point, `off` from home, meets the inside of a neighbour's face within `way` along a direction.
static bool bars(const lope_space *space, const lope_neighbor *neighbor, lope_point off, lope_point direction, double way)
{
    double rise = neighbor->rise[0];
    if (!neighbor->triangle || !neighbor->met || rise > UPRIGHT || rise < -UPRIGHT) return false;
    const lope_near_planes *planes = &neighbor->triangle->planes;
    lope_d4 at = lope_d4_add(lope_d4_load(neighbor->home), lope_near_along(planes, off)),
            along = lope_near_along(planes, direction);
    double over = lope_d4_first(at), approach = -lope_d4_first(along);
    if (approach < FACING || over < IN_FRONT * space->radius) return false;
    double gone = over > space->radius ? (over - space->radius) / approach : 0;
    if (gone > way - SOONER * space->unit) return false;
    lope_d4 there = lope_d4_add(at, lope_d4_mul(along, lope_d4_splat(gone)));
    return (lope_d4_greater_bits(there, lope_d4_splat(-WITHIN)) & 0xeu) == 0;
}

bool lope_barrier_stands(const lope_space *space, lope_point feet, lope_point direction, double raise, double way)
{
    const lope_neighbors *around = space->around;
    double low = space->radius + raise;
    bool under_way = space->along && space->along->under_way;
    if (!around->listed || under_way || space->planar || low > space->height - space->radius) return false;
    lope_point off = lope_point_sub(lope_point_mad(feet, space->up, low), around->home);
    for (uint32_t i = 0; i < around->near_by.count; i++)
        if (bars(space, &around->near_by.list[i], off, direction, way)) return true;
    return false;
}
