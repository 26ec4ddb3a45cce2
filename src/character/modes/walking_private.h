// walking_private.h - what the files of the walking mode share: one tick's walk over the ground, along walls and round corners.
//
// walking.c holds the mode and its slices, walking_ground.c its ticks where nothing but ground is near, walking_walls.c what a contact is in the level plane
// and whether it is still touched, walking_corner.c the way round a contact that bends, walking_ledge.c rims that may not be walked over.
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
typedef struct lope_round {
    bool on;
    bool last;           // the second leg is next
    lope_arc start, end; // of the whole way
    double time, gone;   // s for it, and of that gone
    lope_point center;   // of the circle, somewhere along up
    lope_point apex, to; // where the legs end, somewhere along up
    double way;          // m of arc in all
} lope_round;

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
    lope_drive drive;
    lope_plan plan;
    lope_wall_kind kinds[LOPE_WALLS];    // of the drive's walls
    lope_point planes[LOPE_WALK_PLANES]; // normals of the walkable planes underfoot
    uint32_t plane_count;
    lope_round round;
    lope_round leg;   // the same when the leg began
    bool crossed;     // it was taken back to where it came onto another body
    bool coarse;      // there were many slices already: walls are planes for the rest
    lope_point fence; // normal of the other character that was met, or zero
    lope_point start; // feet, when the mode began
} lope_walk;

// What a slice sets out to do, and what it began with.
typedef struct lope_stretch {
    lope_drive drive; // a wall that is met at the end of the slice has no part in the way there
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
} lope_stretch;

// walking.c
// Takes back what of a slice came after the share `gone` of what was gone of it. Returns the time used until then.
double lope_walk_take_back(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double gone);
// Down to the floor. False: there is none to stand upon.
bool lope_walk_to_floor(lope_tick *tick);
// Lays out a level way no longer than half a radius, so that no gap in the floor is passed over unseen; longer where a tick leads so far
// (24 radii) that it would have too many.
void lope_plan_make(lope_tick *tick, const lope_drive *drive, double time, lope_plan *plan);
// The level way of one whose speed is that along the ground: what of a way is level where the ground rises so over it.
lope_point lope_walk_along(lope_point level, double rise);
// How the ground under the feet rises over a level way: by the steepest of the planes that it touches.
double lope_walk_rise(const lope_tick *tick, const lope_walk *walk, lope_point level);
// Whether a walker just goes on along what it has met, as along a ramp.
bool lope_walk_is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact);

// walking_ground.c
// Walks over whole ground as far as it goes. Returns the time left.
double lope_walk_open(lope_tick *tick, const lope_drive *drive, double time);
// Notes down a floor that the ground itself has told, as the look down that it comes to.
void lope_walk_log_floor(lope_space *space, lope_point feet, const lope_floor_hit *floor);

// walking_walls.c
typedef struct lope_touch {
    lope_point normal; // level, unit
    double gap;        // m along it; negative: overlap
    lope_wall_kind kind;
} lope_touch;

// A contact as a wall of the level plane: the level ways that do not go into it, the ground's rise included. Walls that the input
// leads away from along the new one are dropped. False: there are too many.
bool lope_wall_add(const lope_tick *tick, lope_walk *walk, lope_point level, lope_point normal, lope_wall_kind kind);
void lope_wall_drop(lope_walk *walk, uint32_t index);
lope_wall_kind lope_wall_kind_of(const lope_contact *contact);
// Whether a character with its feet there touches a wall of about that normal, within `reach`.
bool lope_wall_touched(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                       lope_touch *touch);
// Whether there is exactly one wall, and the input presses against it.
bool lope_wall_holds(const lope_walk *walk);
// The wall that holds it is now that one: comes up to it, and turns its velocity along it.
void lope_wall_follow(lope_tick *tick, lope_walk *walk, const lope_touch *touch);

// walking_ledge.c
// Whether it may not walk off ledges now.
bool lope_ledge_guards(const lope_tick *tick);
// The rim at which the last tick has ended is a wall from the start, when it presses against it.
void lope_ledge_press(lope_tick *tick, lope_walk *walk);
// The floor has let go in a slice along a rim. True: the rim has turned toward it, and it has gone along it. *used: s of the slice.
bool lope_ledge_follows(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double *used);
// The floor has let go in a slice, at the share `gone` of its way, `last` being one up to which it still holds. True: at a ledge that it
// may not walk off, at whose rim it now is. *used: s of the slice.
bool lope_ledge_stops(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double last, double gone,
                      double *used);
// After a slice along a rim: where that now is, or where it ended. Returns the time used.
double lope_ledge_keep(lope_tick *tick, lope_walk *walk, const lope_stretch *s, double fraction, double used);

// walking_corner.c
// Plans the way round the wall that holds it, for up to `time`. False: it does not bend, or there is no way.
bool lope_round_plan(lope_tick *tick, lope_walk *walk, double time);
// The next leg, level.
lope_point lope_round_leg(const lope_tick *tick, const lope_walk *walk);
// How long it takes from the leg's beginning to where the feet are, and the arc there. With `arrived` they are at the leg's end.
double lope_round_time(const lope_walk *walk, lope_point at, bool arrived, lope_arc *there);
// On the way round: turns the wall to where the feet are now.
void lope_round_turn(const lope_tick *tick, lope_walk *walk);
// A leg's end was reached.
void lope_round_next(lope_walk *walk, const lope_arc *there, double used);
// A leg ended before its end, at `there`: it goes on, or that was all.
void lope_round_leave(lope_walk *walk, const lope_arc *there, double used, bool goes_on);

#endif
