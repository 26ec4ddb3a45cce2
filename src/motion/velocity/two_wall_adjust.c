// two_wall_adjust.c - along one wall, along the crease of two, or nowhere. See two_wall_adjust.h.
#include "motion/velocity/two_wall_adjust.h"
#include "base/hot_cold.h"

// of a speed: less than this along the crease of two walls is rounding
#define CREASE 1e-6
// of a speed: less than this into a wall is rounding
#define INTO 1e-9
// 1 + cosine between the normals of two walls that close by less than half a milliradian. The sides of a
// groove do by the edges of their triangles, and leave the way along them free.
#define OPPOSITE 1.2e-7

// Returns true when v goes into none of the walls but that one by more than the tolerance.
static inline bool leaves_all_but(uint32_t wall, lope_point v, const lope_point *walls, uint32_t count, double tolerance)
{
    for (uint32_t i = 0; i < count; i++)
        if (i != wall && lope_point_dot(v, walls[i]) < -tolerance) return false;
    return true;
}

// The same for a way along that wall, where the walls opposite to it close by no more than OPPOSITE.
LOPE_COLD static bool runs_between(uint32_t wall, lope_point v, const lope_point *walls, uint32_t count, double tolerance)
{
    for (uint32_t i = 0; i < count; i++)
        if (i != wall && lope_point_dot(v, walls[i]) < -tolerance && lope_point_dot(walls[wall], walls[i]) > OPPOSITE - 1.0)
            return false;
    return true;
}

// Finds v's part along the crease of two walls. Returns false when they are parallel, or when it is nothing:
// so it is in the level plane.
static bool along_crease(lope_point v, lope_point a, lope_point b, lope_point *along)
{
    lope_point crease = lope_point_cross(a, b);
    double squared = lope_point_dot(crease, crease);
    if (squared <= CREASE * CREASE) return false;
    *along = lope_point_scale(crease, lope_point_dot(v, crease) / squared);
    return lope_point_dot(*along, *along) > CREASE * CREASE * lope_point_dot(v, v);
}

// Returns v along the first crease that leads into no wall, or zero.
static lope_point along_two(lope_point v, const lope_point *walls, uint32_t count, double tolerance, const lope_wall_law *law)
{
    lope_point along;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            if (!along_crease(v, walls[i], walls[k], &along)) continue;
            if (law && !law->takes_crease(law, along)) continue;
            if (leaves_all_but(count, along, walls, count, tolerance)) return along;
        }
    return (lope_point){0, 0, 0};
}

// Returns v along one wall, along two, or zero. It is compiled once for the plain law and once for others.
static LOPE_INLINED lope_point clip(lope_point v, const lope_point *walls, uint32_t count, const lope_wall_law *law)
{
    double tolerance = (law ? law->rounding : INTO) * lope_point_length(v);
    if (leaves_all_but(count, v, walls, count, tolerance)) return v;
    for (uint32_t i = 0; i < count; i++) {
        double into = lope_point_dot(v, walls[i]);
        if (into >= -tolerance) continue;
        lope_point along = law ? law->along_one(law, v, i) : lope_point_mad(v, walls[i], -into);
        // into this wall it goes by the rounding of the normal
        if (leaves_all_but(i, along, walls, count, tolerance)) return along;
        if (!law && runs_between(i, along, walls, count, tolerance)) return along;
    }
    return along_two(v, walls, count, tolerance, law);
}

lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count)
{
    return count > 0 ? clip(v, walls, count, NULL) : v;
}

lope_point lope_along_walls_by(lope_point v, const lope_point *walls, uint32_t count, const lope_wall_law *law)
{
    return count > 0 ? clip(v, walls, count, law) : v;
}
