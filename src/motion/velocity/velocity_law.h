// velocity_law.h - how velocity follows the input: acceleration, turning friction, braking, the speed
// limit.
//
// Rule: the law holds in the plane at right angles to up (walking, falling), or in all of space (swimming,
// flying). As an equation in time:
//   driving:  v' = -friction (v - a |v|) + acceleration a - fluid_friction v
//   braking:  v' = -(braking_friction + fluid_friction + braking_deceleration / |v|) v
// a is the wanted direction, and |v| is held at max_speed. A force adds to both. What stands still moves
// only when the force is greater than the braking deceleration. Walls that are touched are part of the law:
// what would go into them is taken out.
// Source: CalcVelocity of Unreal's CharacterMovementComponent, a rule per tick, which depends on the tick
// rate. The exact integrator solves the equation instead. It uses closed forms where there are any:
// straight ahead, at full speed, braking. Else it uses Runge-Kutta of order 4 in steps of at most 1/240 s.
// It finds the instants at which the law changes.
// Read next: velocity_law.c, bend_arc.h.
#ifndef LOPE_MOTION_VELOCITY_VELOCITY_LAW_H
#define LOPE_MOTION_VELOCITY_VELOCITY_LAW_H

#include "base/hot_cold.h"
#include "motion/velocity/own_law.h"
#include "motion/velocity/two_wall_adjust.h"
#include <lope/vec.h>

// The most walls that a law can hold.
#define LOPE_WALLS 4

// The law's figures for one slice.
typedef struct lope_law {
    lope_point direction;        // unit, or zero without input
    double acceleration;         // m/s2, 0 without input
    double boost_acceleration;   // m/s2, in place of acceleration while slower than boost_speed
    double boost_speed;          // m/s, 0: no boost
    double max_speed;            // m/s, the speed that the input asks for
    double friction;             // 1/s, turning
    double braking_friction;     // 1/s, with its factor
    double braking_deceleration; // m/s2
    double fluid_friction;       // 1/s, of the fluid that the character moves through: slows every velocity
    double still;                // m/s: when friction alone brakes, the character stops below this
    double brake_step;           // s, longest step of braking by Unreal's rule
    const lope_law_own *own;     // NULL, unless a mode or an ability has given the law
    uint32_t wall_count;
    bool turn_instantly; // the velocity is the wanted one at once
    bool pushed;         // a force acts: `push` counts
    bool per_tick;       // Unreal's rule per tick, in place of the exact integrator
    bool drifts;         // `drift` counts
    // m/s2, level, of forces; zero unless `pushed`. Unreal's rule takes only that of an own law
    lope_point push;
    lope_point drift;             // m/s: the character is moved by this besides; the law does not see it
    lope_point walls[LOPE_WALLS]; // unit, level normals of the walls that are touched
} lope_law;

// Runs the law for `time` seconds from velocity v (m/s, level). Returns the displacement (m). *end: the
// velocity then.
lope_point lope_law_run(const lope_law *drive, lope_point v, double time, lope_point *end);

// Returns the velocity after one step of `time` seconds by Unreal's rule, with walls left out. The way is
// then that velocity times `time`.
lope_point lope_law_step(const lope_law *drive, lope_point v, double time);

// Returns the rate of change (m/s2) of velocity v while there is input or a force: the law's right side.
// over: the speed began above the limit.
lope_point lope_law_rate(const lope_law *drive, lope_point v, bool over);
// Returns true when a speed (m/s) is above the maximum.
bool lope_law_over(const lope_law *drive, double speed);

// The parts of the rate, for a record that shows why the velocity changed. They add up to the rate, also
// without input. With the rule per tick they are what an equation of the same figures would say.
typedef enum lope_law_part {
    LOPE_DRIVE_INPUT, // as far as the maximum speed lets it
    LOPE_DRIVE_FRICTION,
    LOPE_DRIVE_BRAKING,
    LOPE_DRIVE_CLIP, // what walls take
    LOPE_DRIVE_FORCE,
    LOPE_DRIVE_PARTS
} lope_law_part;
// Writes the rate's parts (m/s2) at velocity v. over: as for lope_law_rate.
void lope_law_parts(const lope_law *drive, lope_point v, bool over, lope_point parts[LOPE_DRIVE_PARTS]);

// Returns v along the walls of the law; mostly there are none.
static inline lope_point lope_law_along(const lope_law *drive, lope_point v)
{
    return drive->wall_count > 0 ? lope_along_walls(v, drive->walls, drive->wall_count) : v;
}

// Returns the seconds after which a motion has done `fraction` of its way. Its speed goes evenly from a to
// b (m/s) within `time` seconds.
double lope_time_at(double a, double b, double time, double fraction);

#endif
