// face_hold.h - the face that the character holds on to: kept, found again, turned to and let go, and how far
// it reaches along a way. Read next: face_hold.c.
#ifndef LOPE_ABILITY_FACE_HOLD_H
#define LOPE_ABILITY_FACE_HOLD_H

#include "face.h"

// Keeps a face in its body's frame.
void lope_face_keep(lope_tick *tick, lope_face_data *data, const lope_face *face);
// Returns a place of the world in the frame that the face is kept in.
lope_point lope_face_seen(lope_tick *tick, const lope_face_data *data, lope_point place);
// Finds the kept face in the world. Returns false when it is gone, or has turned away from upright.
bool lope_face_find_kept(lope_tick *tick, const lope_face_rules *rules, const lope_face_data *data, lope_face *face);
// Returns true, with the place on the face, when the feet have it in front of them, or nearly.
bool lope_face_holds(lope_tick *tick, const lope_face_rules *rules, lope_face *face);
// Leaves the face with a velocity, in a fall. Returns the s that are left.
double lope_face_leave(lope_tick *tick, lope_point velocity, double left);
// Turns the character to the face: what is missing halves in each half-life.
void lope_face_turn_to(lope_tick *tick, const lope_face *face, double half_life, double seconds);
// Returns the share of a way along the face, from the feet, up to which the face is in front of them.
double lope_face_share(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way);
// Returns the same of a way straight along the face, or straight aside. At an end of the face a rounding
// decides whether it is in front of the feet: then a place beside the way counts. across: unit, to there.
double lope_face_share_straight(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way,
                                lope_point across);

#endif
