// corner_help.h - help at corners and ledges in the air, as platform games give it: a head that just meets an
// edge slips past it, and feet that just miss an edge are lifted onto it.
//
// Add lope_corner_help_ability to a moveset; without it there is no help. It is at work all the time and
// looks ahead in the air alone.
//
// Corner: a rise would end because the head meets an edge. When at most `slip` m straight away from the edge
// free the whole rest of the rise, the character is moved there, and keeps its velocity.
// Ledge: a jump or fall would meet a wall with the feet at most `lift` m below its top. When the top can be
// stood upon, the character moves toward it, would not rise over it by itself, and has room, the character is
// lifted onto it. It keeps its level velocity.
//
// Both happen just before the instant of the contact, which is the same at every tick rate. The character's
// own capsule is swept, so it never enters anything. Each is told by an event LOPE_EVENT_ABILITY_PHASE:
// `from` is the ability's number, `to` a lope_corner_help, `value` the m by which the character was moved.
//
// Threads: the functions are pure. Read next: ability.h, the guide's chapter 26.
#ifndef LOPE_CORNER_HELP_H
#define LOPE_CORNER_HELP_H

#include <lope/ability.h>

#ifdef __cplusplus
extern "C" {
#endif

// What has helped: the event's `to`.
typedef enum lope_corner_help {
    LOPE_CORNER_HELP_SLIP = 1, // past an edge over the head
    LOPE_CORNER_HELP_LIFT      // onto an edge before the feet
} lope_corner_help;

// The settings, by the names of the fields. Lengths are as they are: they do not scale.
typedef struct lope_corner_help_settings {
    float slip; // 0.15 m, at most; 0: no help at corners. More than the radius counts as the radius
    float lift; // 0.2 m, at most; 0: no help at ledges
    // 1: helps in modes of abilities and of the game too that are neither on the ground nor carried, as a
    // dash's; else in falls alone
    uint32_t own_modes;
} lope_corner_help_settings;

// Returns the ability, "corner_help". Static. From any thread.
LOPE_API const lope_ability *lope_corner_help_ability(void);

#ifdef __cplusplus
}
#endif
#endif
