// two_wall_adjust.h - takes what goes into walls out of a velocity: Unreal's TwoWallAdjust, for any number
// of walls.
//
// Rule: a velocity into one wall goes along it, when no other wall is in the way. Else it goes along the
// crease of two walls. In the level plane, where a walker's walls are upright, a crease leaves nothing: the
// character stands. Walking, flying and the velocity law use it. Variants: constrain in
// character/modes/falling.c never turns speed into height; along_planes in character/modes/swimming.c;
// motion/query/clip_velocity.h for movers. Read next: velocity_law.h, character/modes/walking_walls.h.
#ifndef LOPE_MOTION_VELOCITY_TWO_WALL_ADJUST_H
#define LOPE_MOTION_VELOCITY_TWO_WALL_ADJUST_H

#include <lope/vec.h>

// Returns v without what goes into walls: along one wall, along the crease of two, or zero in a corner.
// walls: unit normals.
lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count);

#endif
