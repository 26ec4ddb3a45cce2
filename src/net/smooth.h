// smooth.h - what a correction moves the own character by is faded out of the picture: an offset of place and
// yaw that decays as e^(-t / 0.1 s), whatever the frame rate.
#ifndef LOPE_NET_SMOOTH_H
#define LOPE_NET_SMOOTH_H

#include <lope/vec.h>

typedef struct lope_smooth {
    lope_point offset; // m, added to the place
    double yaw;        // rad, added to the yaw
    double time;       // s: when the offset was such
} lope_smooth;

// Lets time pass up to `now`.
void lope_smooth_pass(lope_smooth *smooth, double now);
// Takes in a correction that has moved the character by `moved` (m) and turned it by `turned` (rad). Under 1
// mm and beyond 3.84 m the picture goes along at once.
void lope_smooth_correct(lope_smooth *smooth, lope_point moved, double turned);

#endif
