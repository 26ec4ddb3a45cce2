// face_along.h - the character's way along a face. Read next: face_along.c.
#ifndef LOPE_ABILITY_FACE_ALONG_H
#define LOPE_ABILITY_FACE_ALONG_H

#include "face.h"

#define LOPE_FACE_STAND 0.35 // m, within which the floor is looked for where the character gets off

// Goes along the face for `left` s. Returns the s not used; *done: the mode was left.
double lope_face_go_along(lope_tick *tick, const lope_face_rules *rules, lope_face_data *data, double left, bool *done);

#endif
