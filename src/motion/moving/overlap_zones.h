// overlap_zones.h - what the character may be in without being stopped: volumes, triggers, bodies on a
// channel that it overlaps.
//
// Data: lope_nearby.zones, gathered like what blocks (nearby.h), but into sets of their own. They are
// gathered only where they are asked for. A zone is one shape of a body: a box or hull (the run of its
// triangles), a sphere, capsule or cylinder, or a triangle of a mesh. A triangle has a surface and no
// inside.
// Rule: a point or capsule is in a convex zone on one part of a straight path. That part has a closed form.
// Read next: overlap_zones.c.
#ifndef LOPE_MOTION_MOVING_OVERLAP_ZONES_H
#define LOPE_MOTION_MOVING_OVERLAP_ZONES_H

#include "motion/query/capsule_query.h"

// One zone, and a place in the walk over all of them.
typedef struct lope_zone {
    const lope_near_set *set;
    const lope_sink_body *body;   // NULL before the first
    const lope_near_round *round; // NULL: the triangles from first to end
    uint32_t first, end;
} lope_zone;

// Begins a tick: forgets what moves, and what is static when surroundings, filter or origin changed.
void lope_zones_begin(lope_space *space, lope_filter filter);

// Makes sure that all zones that touch `local` (relative to the origin) are gathered. Returns false when that
// failed; space->failed says why.
bool lope_zones_cover(lope_space *space, lope_filter filter, const lope_bounds *local);

// Returns true when any zone is gathered.
static inline bool lope_zones_any(const lope_nearby *nearby)
{
    bool gathered = nearby->zones_kept || nearby->zones_moving_kept; // else the sets are not even read
    return gathered && nearby->zones->sets[0].body_count + nearby->zones->sets[1].body_count > 0;
}

// Returns true when any zone may touch `local`. Asks the shapes themselves, so that the answer does not
// depend on what else was gathered.
bool lope_zones_near(const lope_space *space, const lope_bounds *local);

// Finds the zone after *zone, which begins as zero: static ones by body id and index, then those that move.
// Returns false at the end.
bool lope_zones_next(const lope_nearby *nearby, lope_zone *zone);

// A straight path of a point in the world, at even speed, from share `begin` to share `end` of the tick.
// Moving bodies move meanwhile.
typedef struct lope_zone_way {
    lope_point from, way; // from: relative to the origin; way: m
    double begin, end;
    double wider; // m, by which the zone counts as larger; negative: as smaller
} lope_zone_way;

// Finds the shares (0 to 1) of the path at which the point enters and leaves the zone. Returns false when it
// is never in it.
bool lope_zone_span(const lope_space *space, const lope_zone *zone, const lope_zone_way *way, double *enter, double *leave);

// Finds the shares of `motion` (m) at which a capsule begins and ceases to touch or overlap the zone. The
// tick passes from share `begin` to share `end` meanwhile. Returns false when it never does.
bool lope_zone_meets(const lope_space *space, const lope_zone *zone, const lope_capsule *capsule, lope_point motion, double begin,
                     double end, double *enter, double *leave);

#endif
