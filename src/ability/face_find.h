// face_find.h - where a face is, and whether there is a way over its top. Read next: face_find.c.
#ifndef LOPE_ABILITY_FACE_FIND_H
#define LOPE_ABILITY_FACE_FIND_H

#include "face.h"

// Makes the directions of a face from its normal. Returns false where it is level.
bool lope_face_set(lope_face *face, lope_point out, lope_point up);
// Returns the m from the face's plane at which the feet are `gap` away with the whole capsule.
double lope_face_distance(const lope_tick *tick, const lope_face *face, double gap);
// Casts toward a face from the height of the feet. Returns true with what is met; no character is.
bool lope_face_cast(lope_tick *tick, const lope_face_rules *rules, lope_point from, lope_point along, lope_point way,
                    lope_cast_hit *hit);
// Returns true, with face->point, normal and body, when the face is in front of the feet at that place.
bool lope_face_covers(lope_tick *tick, const lope_face_rules *rules, lope_face *face, lope_point feet);
// Finds a face ahead, or below the edge ahead, and fills in data. Returns why there is none.
uint32_t lope_face_find(lope_tick *tick, const lope_face_rules *rules, lope_point direction, lope_face_data *data,
                        lope_face *face);
// Finds the way over the top from the feet. Returns LOPE_REFUSAL_NONE with places of the world in way.
uint32_t lope_face_over(lope_tick *tick, const lope_face *face, lope_point way[2]);

#endif
