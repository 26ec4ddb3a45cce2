// moving_scene.h - scenes of one character among bodies that move, drawn from a seed, and written as scenarios.
//
// A scene holds its bodies and inputs as numbers, so that it can be written again a little later or a little
// aside: what an instant decides is known by that. Read next: moving_scene.c for the kinds, test_moving_kinds.c.
#ifndef LOPE_TESTS_BEHAVIOUR_MOVING_SCENE_H
#define LOPE_TESTS_BEHAVIOUR_MOVING_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOVERS_MOST 5
#define KEYS_MOST 6
#define MOVING_SECONDS 3.0 // that a scene is played

typedef enum moving_kind {
    MOVING_PUSH,  // a form goes past, or against the character
    MOVING_DOOR,  // a bar turns, about its middle or its end
    MOVING_LIFT,  // a platform rises, sinks, tilts
    MOVING_STEPS, // a row of steps rises under the feet, one after the other
    MOVING_PRESS, // a ceiling, a gate or a wall closes in, and perhaps opens again
    MOVING_CARRY, // a platform slides, turns, speeds up and stops
    MOVING_GAP,   // from one platform onto another that comes or goes
    MOVING_YARD,  // several of these at once
    MOVING_KINDS
} moving_kind;
extern const char *const moving_kind_names[MOVING_KINDS];

typedef struct mover_key {
    double t; // s
    double at[3], euler[3];
} mover_key;

typedef struct mover {
    char form[1200];          // the shape's keys
    double at[3], euler[3];   // when the scene starts
    double velocity[3], spin; // m/s; degrees a second, about y
    mover_key keys[KEYS_MOST];
    int key_count; // 0: it moves by velocity and spin, or swings
    bool smooth;
    double axis[3], amplitude, period; // period 0: it does not swing
    bool turns;
} mover;

typedef struct moving_scene {
    moving_kind kind;
    mover movers[MOVERS_MOST];
    int mover_count;
    char still[400]; // pieces that stand
    double turn[4];  // of all
    double feet[3];
    double walk_speed, press, heading; // m/s; the stick's length and direction
    double stops, jumps, crouches;     // s; 0: never
} moving_scene;

// How a scene is written again.
typedef struct moving_shift {
    double x, z;   // m, by which the character starts aside
    double bodies; // s, by which the bodies are late
    double input;  // s, by which the input is late
} moving_shift;

// Draws a scene by the numbers of draw.h. *state: their seed, moved on.
moving_scene moving_scene_draw(uint64_t *state);
// Puts the character elsewhere, where it started in a solid.
void moving_scene_place_again(moving_scene *s, uint64_t *state);
// Writes the scene as a scenario.
void moving_scene_write(const moving_scene *s, moving_shift shift, char *text, size_t room);

#endif
