// motion.h - where a moving piece is at a time, as a closed form: no steps, so no drift and no tick rate.
//
// Read next: scenario.h.
#ifndef LOPE_SCENE_MOTION_H
#define LOPE_SCENE_MOTION_H

#include "angle.h"

typedef enum lope_scene_motion_kind {
    LOPE_SCENE_STILL = 0,
    LOPE_SCENE_STEADY, // velocity and spin
    LOPE_SCENE_KEYED,
    LOPE_SCENE_SWING
} lope_scene_motion_kind;

typedef enum lope_scene_loop { LOPE_SCENE_ONCE, LOPE_SCENE_REPEAT, LOPE_SCENE_PING_PONG } lope_scene_loop;

typedef struct lope_scene_key {
    double t;            // s, ascending
    lope_point position; // m, world
    lope_point euler;    // degrees; between keys the three angles are blended one by one, so 0 to 360 is a whole turn
} lope_scene_key;

typedef struct lope_scene_motion {
    lope_scene_motion_kind kind;
    lope_point velocity, spin; // m/s; degrees a second about each world axis
    lope_scene_key *keys;
    uint32_t key_count;
    lope_scene_loop loop;     // repeat: from the last key back to the first at once; ping_pong: back the way it came
    bool smooth, turned;      // smooth: starts and stops gently at each key; turned: keys have angles
    lope_point axis;          // of a swing, unit
    double amplitude, period; // m or degrees; s
    bool swing_turns;         // degrees about the axis rather than m along it
} lope_scene_motion;

// The pose at `t` seconds of a piece that would stand at `start` without the motion. Before the first key: `start`.
lope_scene_pose lope_scene_motion_pose(const lope_scene_motion *motion, const lope_scene_pose *start, double t);

#define LOPE_SCENE_STOPS 64

// Lists the poses at which a piece may stop or turns back: of keys each of another place, of a swing along an axis both
// ends. Returns how many there are, at most LOPE_SCENE_STOPS; 0: the motion has none.
uint32_t lope_scene_motion_stops(const lope_scene_motion *motion, const lope_scene_pose *start,
                                 lope_scene_pose stops[LOPE_SCENE_STOPS]);

#endif
