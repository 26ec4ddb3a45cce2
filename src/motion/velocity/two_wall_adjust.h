// two_wall_adjust.h - takes what goes into walls out of a velocity or a displacement: clip velocity, Unreal's
// TwoWallAdjust, for any number of walls.
//
// Rule: a velocity into one wall goes along it, when no other wall is in the way. Else it goes along the
// crease of two walls. In the level plane, where a walker's walls are upright, a crease leaves nothing: the
// character stands. All modes, carrying and movers use it. A fall has a law of its own for how it goes along
// one wall, so that speed never becomes height: character/modes/falling.c.
// Read next: two_wall_adjust.c, velocity_law.h, character/modes/walking_walls.h.
#ifndef LOPE_MOTION_VELOCITY_TWO_WALL_ADJUST_H
#define LOPE_MOTION_VELOCITY_TWO_WALL_ADJUST_H

#include <lope/vec.h>

// A caller's own law of going along walls. It stands first in a struct with what the law needs.
typedef struct lope_wall_law lope_wall_law;
struct lope_wall_law {
    double rounding; // of a speed: less than this into a wall is rounding
    // Returns v without what goes into the wall of that index.
    lope_point (*along_one)(const lope_wall_law *law, lope_point v, uint32_t wall);
    // True when v's part along a crease may be taken.
    bool (*takes_crease)(const lope_wall_law *law, lope_point along);
};

// Returns v without what goes into walls: along one wall, along the crease of two, or zero in a corner.
// walls: unit normals.
lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count);

// The same by a law of the caller's own.
lope_point lope_along_walls_by(lope_point v, const lope_point *walls, uint32_t count, const lope_wall_law *law);

#endif
