// pose.h - what is drawn of a character. Read next: pose.c.
#ifndef LOPE_WORLD_POSE_H
#define LOPE_WORLD_POSE_H

#include "world/world_private.h"

// Draws the character where it is: neither blended nor smoothed.
void lope_pose_reset(lope_character *character);
// Notes the start of a tick.
void lope_pose_before(lope_character *character);
// Notes the end of a tick of `seconds` of the character's own time, and smooths.
void lope_pose_after(lope_character *character, double seconds);

#endif
