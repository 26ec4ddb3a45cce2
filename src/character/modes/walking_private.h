// walking_private.h - the types that the files of the walking mode share.
//
// walking.c holds the mode and its slices; walking_underfoot.c the planes underfoot and the way down to the floor;
// walking_plan.c pieces of level way; walking_slice_time.c how long a part of a slice took; walking_ground.c ticks where
// nothing but ground is near; walking_walls.c contacts as walls of the level plane; walking_corner.c the way round a
// contact that bends; walking_ledge.c rims that may not be walked over.
#ifndef LOPE_CHARACTER_MODES_WALKING_PRIVATE_H
#define LOPE_CHARACTER_MODES_WALKING_PRIVATE_H

#include "character/tick/tick.h"
#include "motion/velocity/corner_arc.h"

#define LOPE_WALK_PLANES 8
#define LOPE_HOLD_REACH 1e-5 // m, within which a wall counts as touched: half the skin

typedef enum lope_wall_kind {
    LOPE_WALL_GIVEN, // a plane for this tick: another character
    LOPE_WALL_RIM,   // the rim of a ledge that may not be walked over
    LOPE_WALL_FLAT,  // touched inside a flat face
    LOPE_WALL_BENT   // touched at an edge, a corner or a round surface: its normal turns along the way
} lope_wall_kind;

// The way round a contact that bends: two straight legs that touch its circle where they begin and end, so nothing cuts into it.
typedef struct lope_corner_way {
    bool on;
    bool last;           // the second leg is next
    lope_arc start, end; // of the whole way
    double time, gone;   // s for it, and of that gone
    lope_point center;   // of the circle, somewhere along up
    lope_point apex, to; // where the legs end, somewhere along up
    double way;          // m of arc in all
} lope_corner_way;

// A piece of way that the drive has laid out. What only changes its height (ramps, unevenness) does not change the plan: planned anew
// from the middle of a curve's chord, the path would come to depend on how the ground is cut.
typedef struct lope_plan {
    bool going;                      // there is more of it to go
    lope_point velocity, level, end; // at its start; the whole level way; velocity at its end
    double time;                     // s, of the whole
    double unpaid;                   // share of the way that no debt is paid with
    double gone, passed;             // share of level, and s of time, that lie behind
} lope_plan;

typedef struct lope_walk {
    lope_law drive;
    lope_plan plan;
    lope_wall_kind kinds[LOPE_WALLS];    // of the drive's walls
    lope_point planes[LOPE_WALK_PLANES]; // normals of the walkable planes underfoot
    uint32_t plane_count;
    lope_corner_way round;
    lope_corner_way leg; // the same when the leg began
    bool crossed;        // it was taken back to where it came onto another body
    bool coarse;         // there were many slices already: walls are planes for the rest
    lope_point fence;    // normal of the other character that was met, or zero
    lope_point start;    // feet, when the mode began
} lope_walk;

// What a slice sets out to do, and what it began with.
typedef struct lope_walk_slice {
    lope_law drive; // a wall that is met at the end of the slice has no part in the way there
    lope_wall_kind kinds[LOPE_WALLS];
    lope_point from;   // feet
    lope_point level;  // way
    bool rounds, held; // it is a leg round a wall that bends; a wall holds it
    uint64_t body;     // of the floor
    bool rim;          // a rim held it, which was about to let go
    uint32_t sequence; // of events, as it was
    uint8_t events;    // told before
    lope_hit hits[2];
    uint32_t impacts;
} lope_walk_slice;

#endif
