// ledge_hang_data.h - what a hanging character keeps in the state. Read next: ledge_hang_place.h.
#ifndef LOPE_ABILITY_LEDGE_HANG_DATA_H
#define LOPE_ABILITY_LEDGE_HANG_DATA_H

#include <lope/ledge_hang.h>
#include <lope/state.h>
#include <lope/tick.h>

// What the mode keeps. "The frame" is that of the ledge's body.
typedef struct lope_hang_data {
    lope_body_pose grip; // the place on the edge between the hands
    double time;         // s in the phase: of a catch or a drop, else of hanging
    lope_vec3 inward;    // unit, in the frame: into the wall
    lope_vec3 up;        // unit, in the frame, as it began
    lope_vec3 from;      // m: the feet at the start from where they hang; in a corner `inward` before it
    lope_vec3 turn;      // in a corner: `inward` behind it
    float seconds;       // of the catch or the drop
    int8_t side, inner;  // in a corner: 1 to the right, -1 to the left; 1: an inner one
    uint8_t phase, ability;
    uint32_t cornering;
    float height; // m, of the capsule for which it hangs where it does
    float owed;   // s of shimmy that are still to be run
} lope_hang_data;

// An edge in the world, with bodies at their pose of the tick's end.
typedef struct lope_hang_edge {
    lope_point point;  // m, on the edge
    lope_point inward; // unit, level
    uint64_t body;
} lope_hang_edge;

#endif
