// nearby.h - the geometry gathered around one character, and how to ask for it.
//
// Data: two sets. Static bodies are kept while the static revision stands; moving bodies are asked for in
// every tick. Each set is a lope_near_set: bodies, triangles and round shapes in order, with boxes in blocks
// of eight. One pass over a few blocks finds the candidates of a query. Members are in doubles relative to
// `origin`, the feet snapped to a 16 m grid. The origin depends on the state alone, never on when the set was
// gathered. So a cached set gives the bits of a fresh one.
//
//   surroundings --gather--> sink --> near_set --> broadphase --> sweeps, floors, steps
//
// Read next: near_set.h, gather.h, broadphase.h.
#ifndef LOPE_MOTION_NEARBY_NEARBY_H
#define LOPE_MOTION_NEARBY_NEARBY_H

#include "motion/nearby/character_planes.h"
#include "motion/nearby/near_solids.h"
#include "motion/nearby/tick_part.h"
#include <lope/move.h>

typedef struct lope_tick_log lope_tick_log; // gather_log.h

#define LOPE_GRID 16.0  // m, cell of the origin's grid
#ifndef LOPE_GROWTH     // tests build with 0
#define LOPE_GROWTH 0.5 // m, by which a static gather reaches farther than asked, at least; most of it ahead
#endif
#define LOPE_GROWTH_MOST 4.0    // m, at most: where little is near, a wide gather serves longer
#define LOPE_MOVING_GROWTH 0.05 // m, of a gather of moving bodies, which serves one tick

#define LOPE_PATCH_TRIANGLES 64 // in the static set, at most, for its ground to be kept
#define LOPE_PATCH_FACES 40     // of them ground that may be met, at most; whole blocks of eight

// The ground survey's memory (ground_survey.c): which triangles of the static set are ground about a place.
// lope_nearby.holds says for how long that is known.
typedef struct lope_near_patch {
    lope_point home;        // the feet that it holds for: of this tick, or of the next one
    double reach;           // m, as lope_ground_survey has it
    double radius, height;  // m, of the capsule that it holds for
    double gone;            // m, by which home and reach have changed since the patch was begun
    uint64_t faces, others; // bit i: in or near the tick's zone triangle i is ground; is not
    uint64_t stale;         // bit i: what is known of triangle i does not hold at home
    bool kept;              // it may be used
    bool foreseen;          // home and stale are of a tick to come
    uint8_t face_count;     // in lope_near_ground_faces
} lope_near_patch;

// Eight ground faces as seen from above, in floats. height: m along up over the anchor, at which the centre
// of the capsule's lower ball rests on the face's plane there. fall_x, fall_z: by how much lower it rests for
// each metre along the two level axes. edge_...: the ball's place along (edge_x, edge_z), less edge_offset,
// is how far (m), at least, the touched point lies outside of the edge.
typedef struct lope_near_faces {
    _Alignas(64) float height[8], fall_x[8], fall_z[8];
    float edge_x[3][8], edge_z[3][8], edge_offset[3][8];
} lope_near_faces;

// Blocks of faces that a nearby has from the start, and those that few places need.
#define LOPE_FACES_FIRST 2
#define LOPE_FACES_MORE (LOPE_PATCH_FACES / 8 - LOPE_FACES_FIRST)

// The ground faces of a patch (ground_faces.h), in whole cache lines. Lines without faces are not touched.
typedef struct lope_near_ground_faces {
    _Alignas(64) lope_point anchor;    // home, when the patch was begun
    uint8_t entries[LOPE_PATCH_FACES]; // twice the triangle's number, plus 1 when it is seen from its back
    lope_near_faces blocks[LOPE_FACES_FIRST];
    lope_near_faces *more; // LOPE_FACES_MORE further blocks; NULL until a place needs them
} lope_near_ground_faces;

// Returns block n of the faces.
static inline lope_near_faces *lope_near_faces_block(const lope_near_ground_faces *faces, uint32_t n)
{
    return (lope_near_faces *)(n < LOPE_FACES_FIRST ? &faces->blocks[n] : &faces->more[n - LOPE_FACES_FIRST]);
}

// Makes room for all blocks of faces. Returns false when out of memory.
bool lope_near_faces_reserve(const lope_allocator *allocator, lope_near_ground_faces *faces);

// Bodies that are near without being in the way: volumes, and bodies that are only overlapped. See
// overlap_zones.h.
typedef struct lope_near_zones {
    lope_near_set sets[2];             // [0] static, [1] moving; their blocks are not used
    lope_bounds bounds, moving_bounds; // relative to the origin
    lope_point origin;
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;
} lope_near_zones;

#define LOPE_PASSED 4 // one-way bodies that a tick remembers to have passed

// The character for which a tick gathers.
typedef struct lope_near_self {
    lope_capsule start; // at the tick's start, relative to the origin
    lope_point heading; // m/s, at the tick's start: a gather reaches farther that way
    // Only of a character that collides with characters:
    uint64_t own;           // its id
    uint32_t push_priority; // 0 to LOPE_PUSH_PRIORITY_NEVER
    uint64_t rides;         // the body that carries it; 0: none
    double seconds;         // s, of the tick
    bool falls;             // it is in mode falling
    bool meets_resting;     // it meets the capsules of characters that rest; else planes toward them too
    bool looks;             // a query, no character: boxes, hulls and characters stay solids. See look.h
    // Of one-way bodies, see one_way.h:
    uint32_t passed_count;        // bodies that are passed in this tick
    uint32_t asked;               // LOPE_REQUEST_..., of the tick; without LOPE_REQUEST_DROP once it drops
    const lope_state *state;      // of the tick, with feet and up as it began; NULL: one-way bodies are solid
    uint64_t passed[LOPE_PASSED]; // their ids
} lope_near_self;

// The gathered geometry of one character. Thousands of these do not fit into the near caches. So the members
// that every tick touches stand together, in whole cache lines of 64 bytes: from the origin to the counts of
// the second set.
struct lope_nearby {
    lope_allocator allocator;
    lope_near_zones *zones;         // NULL until a tick asks for overlap zones
    lope_near_ground_faces footing; // only where there are more than a few faces
    lope_near_solids solids[2];     // the hulls of the two sets, only of a look
    // serves what a tick casts of other shapes; NULL until the first such cast
    lope_nearby *look;

    _Alignas(64) lope_point origin;
    // what the static set was gathered for
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    lope_filter filter;
    uint64_t revision;

    lope_bounds bounds;   // of the static set, relative to the origin
    double joints_cosine; // the walkable limit for which the triangles' `joined` holds
    uint64_t used;        // bit i: the last tick read static triangle i, so the next one prefetches it

    lope_point joints_up; // the up for which it holds
    double unit;          // world units in a metre
    lope_tick_log *log;   // while a tick is recorded, else NULL: gather_log.h
    uint32_t fence_count;
    uint32_t gathered;      // how often the static set was gathered: it tells old places from new
    uint32_t under;         // static triangle that held the character up last, on whole ground
    bool near_capsules;     // characters that are met as they stand touch the moving bounds
    bool kept;              // the static set is complete and may serve again
    bool moving_kept;       // the same of the moving set
    bool nothing_moves;     // anywhere; else the moving set holds within moving_bounds
    bool whole;             // the last ground survey found nothing but ground
    bool zones_kept;        // the zones' static set may serve again
    bool zones_moving_kept; // the same of their moving set
    bool clear_kept;        // `clear` holds
    bool looks;             // it was gathered for a query: look.h
    lope_near_self *self;   // in a tick; its memory is the caller's
    lope_part part;         // for which moving bodies are gathered; zero: the whole tick

    lope_near_patch patch;
    lope_near_set sets[2]; // [0] static, [1] moving

    lope_character_plane *fences; // by body id
    size_t fence_capacity;
    double growth; // m, of the next static gather

    lope_bounds moving_bounds; // of the moving set in this tick, relative to the origin
    lope_bounds clear;         // relative to the origin: within it nothing moved at clear_moved
    uint64_t clear_moved;      // the surroundings' `moved` at that time
    uint8_t clear_served;      // ticks that it has spared a gather, up to CLEAR_PAYS
    uint8_t clear_rest;        // gathers before it is asked for again
    bool unordered;            // what stands is left as the surroundings give it, without marks of edges

    // m of patch.gone, up to which what is known of a triangle is sure
    _Alignas(64) float holds[LOPE_PATCH_TRIANGLES];
};

// Reserves what a usual static gather takes, and nothing for what moves or is round: later gathers grow it as
// they need. Returns LOPE_OK or LOPE_ERROR_MEMORY.
lope_result lope_nearby_reserve_usual(lope_nearby *nearby);

// Returns the look of a character's nearby, and makes it on first use. NULL: out of memory.
lope_nearby *lope_nearby_own_look(lope_nearby *nearby);

// Begins a tick: sets the origin for `feet` and forgets the moving bodies. Forgets the static ones when
// surroundings, static revision, filter or origin changed. self: must stay valid for the tick; its start is
// given relative to the feet, and made relative to the origin. unit: world units in a metre.
void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                       lope_near_self *self, double unit);

// Returns the origin of a place: the nearest corner of the origin's grid.
lope_point lope_nearby_origin_of(lope_point feet, double unit);

// Lets the static set serve until the tick's end, and no longer: it has become wider than is needed.
static inline void lope_nearby_expire(lope_nearby *nearby) { nearby->gather = NULL; }

// Begins a later part of the same tick: forgets the moving bodies of the part before. Planes toward other
// characters hold for the whole tick, so the place at the tick's start stays. The caller clears `part`
// before the tick is over.
void lope_nearby_begin_part(lope_nearby *nearby, lope_part part);

// Begins a step of a character that runs in step with others, after lope_nearby_begin of its tick: its place
// is that of the step's start. self, feet: as for lope_nearby_begin. The origin stays.
void lope_nearby_begin_step(lope_nearby *nearby, lope_point feet, lope_near_self *self);

// Moves the character's place at the tick's start by `by` (m), before anything else in the tick. Moving
// bodies are gathered anew where what was gathered depends on that place: planes toward other characters.
void lope_nearby_move(lope_nearby *nearby, lope_point by);

// Returns whether `inner` lies within `outer`; sides may touch.
static inline bool lope_bounds_contain(const lope_bounds *outer, const lope_bounds *inner)
{
    return outer->lower.x <= inner->lower.x && outer->lower.y <= inner->lower.y && outer->lower.z <= inner->lower.z &&
           outer->upper.x >= inner->upper.x && outer->upper.y >= inner->upper.y && outer->upper.z >= inner->upper.z;
}

// Returns whether everything that touches `local` (relative to the origin) is in the sets.
static inline bool lope_nearby_covers(const lope_nearby *nearby, const lope_bounds *local)
{
    return nearby->kept && nearby->moving_kept && lope_bounds_contain(&nearby->bounds, local) &&
           (nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, local));
}

#endif
