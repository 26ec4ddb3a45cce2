// path.h - following a path: a list of points becomes the input of one tick.
//
// A pure function, like the tick: it reads the state and writes a follower and an input, and may be run again. The character goes straight to
// the next point, on to the one after it when it comes within `acceptance`, and brakes before the last one, to all but stand where that counts
// as reached. Where it makes no way for a while it is blocked, and says so once. Find the points with whatever knows the level: a navigation mesh, a graph, a designer.
#ifndef LOPE_PATH_H
#define LOPE_PATH_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_path {
    const lope_point *points; // m
    uint32_t count;
    float acceptance;   // m, level distance at which a point counts as reached; 0: the capsule's radius
    float blocked_time; // s without way after which it is blocked; 0: 0.5
} lope_path;

typedef enum lope_path_end {
    LOPE_PATH_FOLLOWS = 0,
    LOPE_PATH_ARRIVED, // in this tick, at the last point
    LOPE_PATH_BLOCKED, // in this tick: it goes on trying
    LOPE_PATH_OVER     // it arrived before
} lope_path_end;

// What the follower remembers; all zero at a path's beginning. Plain data.
typedef struct lope_path_follower {
    uint32_t next; // the point it goes to
    uint32_t over;
    uint32_t blocked;
    float waits;    // s since it was last nearer
    double nearest; // m that it has been near to that point; 0: not yet looked
} lope_path_follower;

// For the tick of dt seconds that comes. Writes the input's move, or its requested velocity: by use_acceleration_for_paths in the tuning.
LOPE_API lope_path_end lope_path_follow(lope_path_follower *follower, const lope_path *path, const lope_state *state,
                                        const lope_tuning *tuning, float dt, lope_input *input);
// m before the end of a path at which one of that speed (m/s) has to begin to brake: fixed_path_braking_distance when the tuning uses it, else
// what braking at braking_deceleration_walking takes; without that its speed's own number.
LOPE_API float lope_path_braking_distance(const lope_tuning *tuning, float speed);

#ifdef __cplusplus
}
#endif
#endif
