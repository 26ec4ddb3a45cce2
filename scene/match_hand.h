// match_hand.h - the hand of a player in a network match: wanders or jostles, by a seed. Read next:
// match_hand.c.
#ifndef LOPE_SCENE_MATCH_HAND_H
#define LOPE_SCENE_MATCH_HAND_H

#include <lope/command.h>

typedef struct lope_scene_hand {
    uint64_t random;
    double next; // s: when it thinks again
    double yaw, turn;
    float right, ahead;
    uint32_t held;
    bool jumps;
} lope_scene_hand;

// Returns the next random number, 0 to below 1.
double lope_scene_draw(uint64_t *random);

// Returns what a wanderer wishes in a frame of `seconds`: the mouse turns in every one.
lope_command lope_scene_hand_wander(lope_scene_hand *hand, double now, double seconds);

// Returns what one of a knot wishes: all press toward one point that goes round `centre`, jump, and crouch.
// feet: its own.
lope_command lope_scene_hand_jostle(lope_scene_hand *hand, double now, double seconds, lope_point centre, lope_point feet);

#endif
