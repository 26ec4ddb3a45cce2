// velocity_law.h - how velocity follows the input: acceleration, turning friction, braking, the speed limit.
//
// The law holds in the plane at right angles to up (walking, falling), or in all of space (swimming, flying). As an equation in time:
//   driving:  v' = -friction (v - a |v|) + acceleration a - fluid_friction v     a: the wanted direction; |v| held at max_speed
//   braking:  v' = -(braking_friction + fluid_friction + braking_deceleration / |v|) v
// and a force adds to both: what stands moves when the force is greater than the braking deceleration.
// Unreal states it as a rule per tick, which depends on the tick rate; the exact integrator solves the equation instead: in closed
// form where there is one (straight ahead, at full speed, braking), else by Runge-Kutta of order 4 in steps of at most 1/240 s
// with the instants found at which the law changes. Walls touched are part of the law: what would go into them is taken out.
#ifndef LOPE_MOTION_VELOCITY_VELOCITY_LAW_H
#define LOPE_MOTION_VELOCITY_VELOCITY_LAW_H

#include "base/hot_cold.h"
#include <lope/vec.h>

#define LOPE_WALLS 4

typedef struct lope_law {
    lope_point direction;        // unit, or zero without input
    double acceleration;         // m/s2, 0 without input
    double boost_acceleration;   // m/s2, in place of acceleration while slower than boost_speed
    double boost_speed;          // m/s, 0: no boost
    double max_speed;            // m/s that the input asks for
    double friction;             // 1/s, turning
    double braking_friction;     // 1/s, its factor included
    double braking_deceleration; // m/s2
    double fluid_friction;       // 1/s, of what it moves through: takes from every velocity
    double still;                // m/s under which it stands when only friction brakes
    double brake_step;           // s, longest step of braking by Unreal's rule
    uint32_t wall_count;
    bool turn_instantly;
    bool pushed;
    bool per_tick;                // Unreal's rule per tick
    bool drifts;                  // there is a drift
    lope_point push;              // m/s2, level, of forces; only where `pushed`, else zero, and not in Unreal's rule
    lope_point drift;             // m/s: it is moved so besides; the law does not see it
    lope_point walls[LOPE_WALLS]; // unit, level normals of what is touched
} lope_law;

// Runs the law for `time` seconds from velocity v (level). Returns the displacement; *end is the velocity then.
lope_point lope_law_run(const lope_law *drive, lope_point v, double time, lope_point *end);

// Unreal's rule once: the velocity after a step of `time` seconds, walls left out. Its way is then velocity times time.
lope_point lope_law_step(const lope_law *drive, lope_point v, double time);

// The law's right side at velocity v while there is input or a force: how v changes, m/s2. over: the speed began above the limit.
lope_point lope_law_rate(const lope_law *drive, lope_point v, bool over);
bool lope_law_over(const lope_law *drive, double speed);

// The same in its parts, for those who want to see why: they add up to the rate, also without input. With the rule per tick they are what
// an equation of the same figures would say.
typedef enum lope_law_part {
    LOPE_DRIVE_INPUT, // as far as the maximum speed lets it
    LOPE_DRIVE_FRICTION,
    LOPE_DRIVE_BRAKING,
    LOPE_DRIVE_CLIP, // what walls take
    LOPE_DRIVE_FORCE,
    LOPE_DRIVE_PARTS
} lope_law_part;
void lope_law_parts(const lope_law *drive, lope_point v, bool over, lope_point parts[LOPE_DRIVE_PARTS]);

// v without what goes into walls: along one, along the crease of two, or zero in a corner.
lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count);
static inline lope_point lope_law_along(const lope_law *drive, lope_point v) // along what is touched: mostly nothing is
{
    return drive->wall_count > 0 ? lope_along_walls(v, drive->walls, drive->wall_count) : v;
}

// The part of v along the crease of two walls; zero when they are parallel.
lope_point lope_along_crease(lope_point v, lope_point a, lope_point b);

// When a motion that begins with speed a and ends after `time` with speed b (m/s along it, linear between) has done `fraction` of its way.
double lope_time_at(double a, double b, double time, double fraction);

#endif
