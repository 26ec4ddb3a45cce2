// park.h - the gym made livelier, for golden runs and tests: its mesh, rolling ground beside it, every kind
// of shape standing about at odd angles, and some of each that move. And those who walk there: where they
// start, what they can do, what they are told.
//
// Everything follows from numbers of bodies, walkers and ticks, by lope's own sine and a small generator, so
// it is the same on every machine. Bodies have ids of their own, so that they may be added in any order.
#ifndef LOPE_TESTS_REPEAT_PARK_H
#define LOPE_TESTS_REPEAT_PARK_H

#include "bench/obj.h"

#include <lope/lope.h>

#define PARK_SOLIDS 66 // gym, ground, and 64 shapes, of which every fourth moves
#define PARK_BODIES 72 // and water, other gravity, a fluid, something that tells who passes it
#define PARK_RATE 60   // ticks a second
#define PARK_TICK (1.0f / PARK_RATE)
#define PARK_MOVESETS 3

// The next of a linear congruential generator, as a number in [0, 1).
double park_random(uint32_t *seed);

// Adds body number `number` (0 to PARK_BODIES - 1) where it stands at time 0. False: refused.
bool park_add(lope_level *level, const obj_mesh *gym, uint32_t number);
// Sets the poses of all that moves for the end of tick `tick` (from 0). Pose at the start of tick 0: as
// added.
bool park_set_poses(lope_level *level, uint32_t tick);

lope_point park_start(uint32_t walker);
// Default with a curve and a sensor, instant turns with low steps and guarded ledges, and Unreal's formulas.
bool park_movesets(lope_moveset movesets[PARK_MOVESETS]);
// Another way each half second, jumps held short and long, crouching, and now and then a launch, a push, a
// force, back to the start, another mode, a layered move of each kind, root motion, another size, something
// forbidden, a velocity asked for.
lope_input park_input(uint32_t walker, uint32_t tick, lope_requests *requests);

#endif
