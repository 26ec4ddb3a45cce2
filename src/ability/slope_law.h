// slope_law.h - a speed along a line under a constant pull, friction and drag, in closed form. Read next:
// slope_law.c.
#ifndef LOPE_ABILITY_SLOPE_LAW_H
#define LOPE_ABILITY_SLOPE_LAW_H

// v' = pull - hold sign(v) - drag v.
typedef struct lope_slope_law {
    double pull; // m/s2, along the line
    double hold; // m/s2, at least 0: friction and brakes
    double drag; // 1/s
} lope_slope_law;

// Returns the s after which a speed comes to rest; below 0: never, or it is at rest.
double lope_slope_rest(const lope_slope_law *law, double speed);

// Lets the time pass: changes the speed (m/s) and returns the way, m.
double lope_slope_run(const lope_slope_law *law, double *speed, double seconds);

#endif
