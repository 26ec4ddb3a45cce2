// pendulum.h - a point on a rope that swings about its anchor, in the anchor's own space. Read next:
// pendulum.c.
#ifndef LOPE_ABILITY_PENDULUM_H
#define LOPE_ABILITY_PENDULUM_H

#include <lope/vec.h>

#include <stdbool.h>

typedef struct lope_pendulum {
    lope_point arm, velocity; // m from the anchor, and m/s against it
    double length;            // m, of the rope up to the hands
    lope_point pull;          // m/s2: gravity and forces
    lope_point push;          // m/s2: what the input asks for
    double top;               // m/s along the push, up to which it works
    double drag;              // 1/s
    double reel;              // m/s by which the length changes, from `least` to `most`
    double least, most;       // m
    double stiff;             // s: an inward speed that the tension takes back in this time leaves it taut
    bool rod;                 // it is never slack
} lope_pendulum;

// Lets the time pass. Returns true when the rope is taut at the end.
bool lope_pendulum_run(lope_pendulum *pendulum, double seconds);

#endif
