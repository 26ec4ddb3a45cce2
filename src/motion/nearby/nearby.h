// nearby.h - the geometry gathered around one character, and how to ask for it.
//
// Data: two sets, what is static (kept while the static revision stands) and what moves (asked for in every tick). Each is a
// lope_near_set: bodies, triangles and round shapes in order, with boxes in blocks of eight. One pass over a few blocks finds
// the candidates of a query.
// Members are in doubles relative to `origin`, the feet snapped to a 16 m grid. The origin depends on the state alone, never on
// when the set was gathered, so a cached set gives the bits of a fresh one.
// Read next: near_set.h, gather.h, broadphase.h.
#ifndef LOPE_MOTION_NEARBY_NEARBY_H
#define LOPE_MOTION_NEARBY_NEARBY_H

#include "motion/nearby/character_planes.h"
#include "motion/nearby/near_set.h"
#include <lope/move.h>

typedef struct lope_tick_log lope_tick_log; // gather_log.h

#define LOPE_GRID 16.0  // m, of the origin
#ifndef LOPE_GROWTH     // tests build with 0
#define LOPE_GROWTH 0.5 // m, by which the bounds of a static gather exceed what was asked for, at least: most of it ahead
#endif
#define LOPE_GROWTH_MOST 4.0    // m, where little is near: then it serves longer
#define LOPE_MOVING_GROWTH 0.05 // m, the same for what moves, which serves one tick

#define LOPE_PATCH_TRIANGLES 64 // in the static set, at most, for a patch to be kept
#define LOPE_PATCH_FACES 40     // of them ground that may be met, at most: whole blocks of eight

// What is known of the triangles of the static set, as ground about a place: ground_survey.c. Until when, stands in `holds`.
typedef struct lope_near_patch {
    lope_point home;        // feet that it is known for: of this tick, or of the next one
    double reach;           // m, as lope_ground_survey has it
    double radius, height;  // m, of the capsule that it was looked over for
    double gone;            // m, by which home and reach have changed since the patch was begun
    uint64_t faces, others; // bit i: triangle i is ground in the tick's zone, or near it; is there and is not
    uint64_t stale;         // bit i: what is known of triangle i does not hold any more at home
    bool kept;              // it was begun
    bool foreseen;          // home and stale are those of a tick to come
    uint8_t face_count;     // in its footing
} lope_near_patch;

// Eight faces as seen from above, in floats: the height (m along up over the anchor) at which the centre of the ball rests on the plane, over
// the anchor and by how much lower it is for each metre along two level axes; and how far (m), at least, the point where it touches the plane
// is outside of each edge: along edge_x, edge_z of the ball's place, less edge_offset.
typedef struct lope_near_faces {
    _Alignas(64) float height[8], fall_x[8], fall_z[8];
    float edge_x[3][8], edge_z[3][8], edge_offset[3][8];
} lope_near_faces;

// The faces of a patch: ground_faces.h. In whole cache lines, of which those are touched that hold any.
typedef struct lope_near_footing {
    _Alignas(64) lope_point anchor;    // home, when the patch was begun
    uint8_t entries[LOPE_PATCH_FACES]; // of each face twice its triangle's number, and 1 when it is seen from its back
    lope_near_faces blocks[LOPE_PATCH_FACES / 8];
} lope_near_footing;

// What is near without being in the way: volumes, and whatever else is only overlapped. See overlap_zones.h.
typedef struct lope_near_zones {
    lope_near_set sets[2];             // [0] static, [1] moving; their blocks are not used
    lope_bounds bounds, moving_bounds; // relative to the origin
    lope_point origin;
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;
} lope_near_zones;

// Who gathers, for the time of a tick.
typedef struct lope_near_self {
    lope_capsule start; // at the tick's start, relative to the origin
    lope_point heading; // m/s, at the tick's start: a gather reaches farther that way
    // of who collides with characters: its id, how firmly it stands, and whether it falls
    uint64_t own;
    uint32_t firm;
    bool falls;
} lope_near_self;

// Thousands of these do not fit into the near caches: what every tick touches stands together, from the origin to the counts of the second
// set, in whole cache lines of 64 bytes, and near the end, behind which the triangles mostly are.
struct lope_nearby {
    lope_allocator allocator;
    lope_near_zones zones;     // only where there are volumes
    lope_near_footing footing; // only where there are more than a few faces

    _Alignas(64) lope_point origin;
    // what the static set was gathered for
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;

    lope_bounds bounds;   // of the static set, relative to the origin
    double joints_cosine; // what was found of edges in the static set holds for that walkable limit
    uint64_t used;        // bit i: static triangle i was looked at in the last tick; what the next one will want to have at hand

    lope_point joints_up; // and for that up
    double unit;          // world units in a metre
    lope_tick_log *log;   // set while a tick is recorded, else NULL: query_log.h
    uint32_t fence_count;
    uint32_t gathered;      // so often the static set was: by then its members have other places
    uint32_t under;         // the triangle of the static set that has held it up last, on whole ground
    bool kept;              // the static set is whole and may serve again
    bool moving_kept;       // and what moves
    bool nothing_moves;     // within the bounds of the static set; else moving_bounds says within which
    bool whole;             // the last look over the ground found it whole
    bool zones_kept;        // the zones' static set may serve again
    bool zones_moving_kept; // and what moves
    bool clear_kept;        // it is known how far around nothing moves
    lope_near_self *self;   // in a tick; it stands with whoever began it

    lope_near_patch patch;
    lope_near_set sets[2]; // [0] static, [1] moving

    lope_near_fence *fences; // ordered by body id
    size_t fence_capacity;
    double growth; // m, of the next static gather

    lope_bounds moving_bounds; // what the moving set was gathered for, in this tick; relative to the origin
    lope_bounds clear;         // while clear_kept: nothing that moves was within then; relative to the origin
    uint64_t clear_moved;      // how far what moves had come then, as lope_surroundings tells it
    uint8_t clear_served;      // ticks that it has spared a gather, up to CLEAR_PAYS
    uint8_t clear_rest;        // gathers before it is asked for again

    _Alignas(64) float holds[LOPE_PATCH_TRIANGLES]; // m of patch.gone, up to which what is known of each triangle is sure
};

// Begins a tick: sets the origin for feet, forgets what moves, and what is static when the surroundings or the origin changed.
// self: stays where it is for the tick; its start is given relative to the feet. unit: world units in a metre.
void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                       lope_near_self *self, double unit);

// Before anything else in a tick the character was moved by so much (m): what moves is gathered anew, and fences stand between the others
// and where it is now.
void lope_nearby_move(lope_nearby *nearby, lope_point by);

// Whether everything that touches `local` (relative to the origin) is in the sets.
static inline bool lope_bounds_contain(const lope_bounds *outer, const lope_bounds *inner)
{
    return outer->lower.x <= inner->lower.x && outer->lower.y <= inner->lower.y && outer->lower.z <= inner->lower.z &&
           outer->upper.x >= inner->upper.x && outer->upper.y >= inner->upper.y && outer->upper.z >= inner->upper.z;
}
static inline bool lope_nearby_covers(const lope_nearby *nearby, const lope_bounds *local)
{
    return nearby->kept && nearby->moving_kept && lope_bounds_contain(&nearby->bounds, local) &&
           (nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, local));
}

#endif
