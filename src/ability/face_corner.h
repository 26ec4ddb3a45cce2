// face_corner.h - the face round a corner. Read next: face_corner.c.
#ifndef LOPE_ABILITY_FACE_CORNER_H
#define LOPE_ABILITY_FACE_CORNER_H

#include "face.h"

// Finds the face round a corner, on the way `aside` (unit). True: *next is it; way: places to go through, for
// LOPE_FACE_ROUND; *inner: there is none to go, it is ahead.
bool lope_face_corner(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point aside, lope_face *next,
                      lope_point way[2], bool *inner);

#endif
