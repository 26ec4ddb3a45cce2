// two_wall_adjust.c - along one wall, along the crease of two, or nowhere. See two_wall_adjust.h, which also
// names the variants of falling, swimming and movers.
#include "motion/velocity/two_wall_adjust.h"

// of a speed: less than this along the crease of two walls is rounding
#define CREASE 1e-6

// Returns the part of v along the crease of two walls; zero when they are parallel.
static lope_point along_crease(lope_point v, lope_point a, lope_point b)
{
    lope_point crease = lope_point_cross(a, b), zero = {0, 0, 0};
    double squared = lope_point_dot(crease, crease);
    return squared > CREASE * CREASE ? lope_point_scale(crease, lope_point_dot(v, crease) / squared) : zero;
}

lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count)
{
    if (count == 0) return v;
    double speed = lope_point_length(v), tolerance = -1e-9 * speed;
    lope_point zero = {0, 0, 0};
    bool free = true;
    for (uint32_t i = 0; i < count && free; i++) free = lope_point_dot(v, walls[i]) >= tolerance;
    if (free) return v;
    for (uint32_t i = 0; i < count; i++) {
        double into = lope_point_dot(v, walls[i]);
        if (into >= tolerance) continue;
        lope_point along = lope_point_mad(v, walls[i], -into);
        free = true;
        for (uint32_t k = 0; k < count && free; k++) free = k == i || lope_point_dot(along, walls[k]) >= tolerance;
        if (free) return along;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            lope_point along = along_crease(v, walls[i], walls[k]);
            // in the level plane two walls leave nothing
            free = lope_point_dot(along, along) > CREASE * CREASE * speed * speed;
            for (uint32_t n = 0; n < count && free; n++) free = lope_point_dot(along, walls[n]) >= tolerance;
            if (free) return along;
        }
    return zero;
}
