// frame.h - directions and places as seen from the character and from its base.
//
// An animation wants to know where the character will be as seen from where it is now. On a base that moves
// that is a place in the base's frame: the place is taken back to where the base is now. Read next: ahead.h.
#ifndef LOPE_ANIMATION_FRAME_H
#define LOPE_ANIMATION_FRAME_H

#include "character/orientation/rotation.h"
#include <lope/animation.h>

// The character's axes, in the world; unit.
typedef struct lope_axes {
    lope_point right, up, ahead;
} lope_axes;

// Where the base is now, and which one it is.
typedef struct lope_animation_frame {
    lope_axes axes;
    lope_point feet;
    uint64_t base;           // 0: none, or the way that it goes is not known
    lope_transform base_now; // its pose
} lope_animation_frame;

// Returns true when a moving body carries the character.
bool lope_animation_is_based(const lope_state *state);

// Returns the axes of a character as it faces.
lope_axes lope_animation_axes(const lope_state *state);

// Returns a vector of the world in the character's frame: x right, y up, z back.
lope_vec3 lope_animation_in_axes(const lope_axes *axes, lope_point v);

// Returns the angle (rad, positive to the left) of a vector against ahead. 0 for one that is straight up.
double lope_animation_angle(const lope_axes *axes, lope_point v);

// Returns the frame of a character now. The base counts when `moves` says that bodies will move, and when the
// surroundings find it by its id.
lope_animation_frame lope_animation_frame_of(const lope_state *state, const lope_surroundings *surroundings, bool moves);

// Returns the pose of the frame's base in surroundings of a later instant; its pose of now when there is no
// base, or no longer.
lope_transform lope_animation_base_at(const lope_animation_frame *frame, const lope_surroundings *surroundings);

// Returns a place of the world, at an instant with the base at pose `then`, where the base is now.
lope_point lope_animation_place(const lope_animation_frame *frame, const lope_transform *then, lope_point place);

// Returns a vector of the world at that instant as the base lies now.
lope_point lope_animation_turn_back(const lope_animation_frame *frame, const lope_transform *then, lope_point v);

#endif
