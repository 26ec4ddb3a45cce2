// mantle.h - a mantle as a mode of a game: up onto a ledge, which may be part of something that moves.
//
// It uses the public headers alone, as a game would. The game asks for the mode when the button goes down;
// the mode looks for a ledge when it begins, and is left at once where there is none. Read next: mantle.c.
#ifndef TESTS_EXTENSION_MANTLE_H
#define TESTS_EXTENSION_MANTLE_H

#include <lope/lope.h>

// Why there is no mantle, as refusals of a game's own.
enum {
    MANTLE_NO_PRESS = LOPE_REFUSAL_GAME, // the button did not go down, or the stick is at rest
    MANTLE_NO_WALL,                      // nothing upright within reach
    MANTLE_NO_TOP,                       // nothing to stand on within the heights
    MANTLE_NO_ROOM                       // the capsule does not fit at the top
};
#define MANTLE_ASKED LOPE_ASKED_GAME

// What the mode keeps in the state.
typedef struct mantle_data {
    lope_body_pose top; // where the feet come to stand, and which way the character looks then
    lope_vec3 from;     // m, from there to where the mantle began, in the body's frame
    lope_vec3 up;       // unit, in the body's frame, as it began
    double time;        // s since then
    float seconds;      // that it takes
} mantle_data;

// The mode. Its number is the moveset's.
extern const lope_mode mantle_mode;

// Returns the place at a time (s) in the body's frame: first up, then over the ledge, by smooth steps.
lope_point mantle_place(const mantle_data *data, double time);

#endif
