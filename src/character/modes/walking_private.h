// walking_private.h - the types that the files of the walking mode share.
//
// walking.c             the mode and its slices
// walking_underfoot.c   the planes underfoot and the way down to the floor
// walking_plan.c        pieces of level way
// walking_slice_time.c  how long a part of a slice took
// walking_ground.c      ticks where nothing but ground is near
// walking_walls.c       contacts as walls of the level plane
// walking_bend.c        the way round a contact that bends
// walking_looks.c       where a slice ends because of the ground under it
// walking_break.c       where the floor lets go on the way, or its plane changes
// walking_step.c        steps onto what blocks, and onto what gets low beside the character
// walking_slope.c       ground that is too steep: a slope, or an edge that is rolled off
// walking_ledge.c       rims that may not be walked over
#ifndef LOPE_CHARACTER_MODES_WALKING_PRIVATE_H
#define LOPE_CHARACTER_MODES_WALKING_PRIVATE_H

#include "character/tick/tick.h"
#include "motion/velocity/bend_arc.h"

// The most planes underfoot that are kept.
#define LOPE_WALK_PLANES 8
// m, within which a wall counts as touched: half the skin.
#define LOPE_HOLD_REACH 1e-5

// What a wall of the level plane comes from, and so whether it stays flat along the way.
typedef enum lope_wall_kind {
    LOPE_WALL_GIVEN, // another character: a plane for this tick
    LOPE_WALL_RIM,   // the rim of a ledge that may not be walked over
    LOPE_WALL_FLAT,  // touched inside a flat face
    LOPE_WALL_BENT   // touched at an edge, a corner or a round surface: its normal turns along the way
} lope_wall_kind;

// The way round a contact that bends: two straight legs. Each leg touches the circle at its outer end, so no
// leg cuts into the circle.
typedef struct lope_bend_way {
    bool on;             // the way is being taken
    bool last;           // the second leg is next
    lope_arc start, end; // the arc at the two ends of the whole way
    double time, gone;   // s for the whole way; s of it that are gone
    lope_point center;   // of the circle; its height along up has no meaning
    lope_point apex, to; // ends of the first and the second leg; their height along up has no meaning
    double way;          // m of both legs together
} lope_bend_way;

// A piece of level way that the velocity law has laid out. A slope changes only the height of the way and
// leaves the plan as it is. A new plan at each slope would begin at mid-chord. Then the path would depend on
// how the ground is cut into triangles.
typedef struct lope_plan {
    bool going; // the plan has not been used up
    // velocity at the start, m/s; the whole level way, m; velocity at the end, m/s
    lope_point velocity, level, end;
    double time;         // s, of the whole
    double unpaid;       // share of the way that is left when step debt is paid
    double gone, passed; // share of `level`, and s of `time`, that are done
} lope_plan;

// What the mode works with during a tick.
typedef struct lope_walk {
    lope_law drive;
    lope_plan plan;
    lope_wall_kind kinds[LOPE_WALLS];    // of the drive's walls
    lope_point planes[LOPE_WALK_PLANES]; // normals of the walkable planes underfoot
    uint32_t plane_count;
    lope_bend_way round;
    lope_bend_way leg; // `round` when the current leg began
    bool crossed;      // a slice was taken back to where the character came onto another body
    bool broke;        // the last slice was cut where the plane underfoot changed, for a mode's law
    bool clipped;      // a wall was met, with a law that a mode or an ability has given
    bool coarse;       // many slices are used up: walls are flat planes for the rest of the tick
    bool leans;        // the wall that was met last is a slope: a step onto it may come where none was before
    bool moves;        // something that moves is near
    bool near_limit;   // ground near the walkable limit is underfoot or was met, or a slope blocked the way
    lope_point fence;  // normal of the other character that was met, or zero
    lope_point start;  // feet when the mode began, local
    lope_point tried;  // feet at the last try of a step onto what the character is held by, local
} lope_walk;

// What a slice sets out to do, and what was true before it. lope_walk_take_back restores the latter.
typedef struct lope_walk_slice {
    lope_law drive; // as it began: a wall that is met at the slice's end has no part in the way there
    lope_wall_kind kinds[LOPE_WALLS];
    lope_point from;   // feet, local
    lope_point level;  // the level way, m
    bool rounds, held; // the slice is a leg round a bent wall; a wall holds the character
    uint64_t body;     // of the floor
    bool rim;          // a rim held the character
    lope_point under;  // of the floor: the plane underfoot, a normal
    lope_point plane;  // for a mode's law: the plane underfoot, a unit normal
    uint32_t sequence; // the state's event_sequence
    uint8_t events;    // events in the report
    lope_hit hits[2];  // the tick's hits
    uint32_t impacts;  // the tick's impact_count
} lope_walk_slice;

#endif
