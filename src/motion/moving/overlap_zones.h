// overlap_zones.h - what the character may be in without being stopped by it: volumes, triggers, others on a channel that it overlaps.
//
// Gathered like what stands in the way (nearby.h), into sets of their own and only for those who care. A zone is one shape of a body: a box or
// hull as the run of its triangles, a sphere, capsule or cylinder, or a triangle of a mesh, which has a surface but no inside. Of a convex zone all
// that is asked has one answer in closed form: on which part of a straight way a point, or a capsule, is in it.
#ifndef LOPE_MOTION_MOVING_OVERLAP_ZONES_H
#define LOPE_MOTION_MOVING_OVERLAP_ZONES_H

#include "motion/query/capsule_query.h"

typedef struct lope_zone {
    const lope_near_set *set;
    const lope_sink_body *body;   // NULL before the first
    const lope_near_round *round; // NULL: the triangles from first to end
    uint32_t first, end;
} lope_zone;

// Begins a tick: what moves is forgotten, and what is static when it is out of date.
void lope_zones_begin(lope_space *space, lope_filter filter);
// Makes sure that all zones that touch `local` (relative to the origin) are gathered. False: space->failed says why.
bool lope_zones_cover(lope_space *space, lope_filter filter, const lope_bounds *local);
static inline bool lope_zones_any(const lope_nearby *nearby)
{
    const lope_near_set *sets = nearby->zones.sets;
    bool gathered = nearby->zones_kept || nearby->zones_moving_kept; // else the sets are empty, and not touched
    return gathered && sets[0].body_count + sets[1].body_count > 0;
}

// Whether any zone may touch `local`, judged from the shapes themselves, never from how they happened to be gathered.
bool lope_zones_near(const lope_space *space, const lope_bounds *local);

// The next zone after *zone, which begins as zero. False: there is none. In order of body id and index within the static ones, then within
// those that move.
bool lope_zones_next(const lope_nearby *nearby, lope_zone *zone);

// A straight way of a point in the world, gone evenly while the tick passes from share `begin` to share `end`: what moves does so meanwhile.
typedef struct lope_zone_way {
    lope_point from, way; // relative to the origin
    double begin, end;
    double wider; // m, by which the zone is taken to reach farther; negative: less far
} lope_zone_way;

// The shares of the way on which the point is in the zone. False: on none of it.
bool lope_zone_span(const lope_space *space, const lope_zone *zone, const lope_zone_way *way, double *enter, double *leave);

// The same for a capsule that goes along `motion` while the tick passes from share `begin` to share `end`, and touches the zone or overlaps it.
bool lope_zone_meets(const lope_space *space, const lope_zone *zone, const lope_capsule *capsule, lope_point motion, double begin,
                     double end, double *enter, double *leave);

#endif
