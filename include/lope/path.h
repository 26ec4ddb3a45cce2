// path.h - following a path: a list of points becomes the input of one tick.
//
// The character goes straight to the next point, and on to the one after it when it comes within
// `acceptance`. It brakes before the last point, so that it all but stands where that counts as reached. When
// it makes no progress for a while it is blocked, which is told once. Of a crowd that goes to one place only
// the first few can reach it: with blocked_acceptance the others have arrived when they are blocked near it.
// The points come from whatever knows the level: a navigation mesh, a graph, a designer.
//
// Both functions are pure: they read the state, write the follower, the input and the requests, and may be
// run again on copies. From any thread. Nothing is checked or allocated. Read next: move.h.
#ifndef LOPE_PATH_H
#define LOPE_PATH_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// A path, and when its points count as reached. The points stay the caller's and must live during the call
// only.
typedef struct lope_path {
    const lope_point *points; // m, where the feet should go
    uint32_t count;           // 0: the path is over at once
    float acceptance;         // m: distance at which a point counts as reached; 0: the capsule's radius
    float blocked_time;       // s without progress (0.05 m nearer) after which it is blocked; 0: 0.5
    // m: found blocked within it of the last point, it has arrived, as where others stand there; 0: never
    float blocked_acceptance;
} lope_path;

// How a tick of path following ended.
typedef enum lope_path_end {
    LOPE_PATH_FOLLOWS = 0, // it is on its way
    LOPE_PATH_ARRIVED,     // in this tick, at the last point
    LOPE_PATH_BLOCKED,     // in this tick it was found blocked; it goes on trying
    LOPE_PATH_OVER         // it arrived in an earlier tick
} lope_path_end;

// What following remembers from tick to tick. All zero at a path's beginning. Plain data: copy it for
// rollback.
typedef struct lope_path_follower {
    uint32_t next;    // index of the point that it goes to
    uint32_t over;    // 1: it has arrived
    uint32_t blocked; // 1: it was told blocked, and has not come nearer since
    float waits;      // s since it last came nearer
    double nearest;   // m: the least distance to that point so far; 0: not yet measured
} lope_path_follower;

// Writes the input of the coming tick of `seconds`: its `move`, or the requested velocity in *requests, by
// the tuning's use_acceleration_for_paths. With a requested velocity it points input->requests to
// *requests. The other members stay. Distances are level, but whole while the character flies or swims.
// Returns how the path goes; with ARRIVED and OVER the input asks for nothing.
LOPE_API lope_path_end lope_path_follow(lope_path_follower *follower, const lope_path *path, const lope_state *state,
                                        const lope_tuning *tuning, float seconds, lope_input *input, lope_requests *requests);

// Returns how many metres before the path's end a character at `speed` (m/s) begins to brake:
// fixed_path_braking_distance when the tuning uses it, else what braking at braking_deceleration_walking
// takes. Without that deceleration it is the speed's own number, one second's way.
LOPE_API float lope_path_braking_distance(const lope_tuning *tuning, float speed);

#ifdef __cplusplus
}
#endif
#endif
