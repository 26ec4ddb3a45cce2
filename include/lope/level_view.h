// level_view.h - a level with its moving bodies at other poses, or at another tick, without moving the level.
//
// A client runs a tick again, a server looks back for a shot, an AI looks ahead. Each asks for surroundings
// in which some bodies stand elsewhere. A view is plain data of the caller's: a list of places over a level.
// It owns nothing, and nothing is allocated. Bodies that are not in the list are where the level has them.
//
// Threads: any number of threads may use views of one level at one time, each view from several threads,
// while nothing changes the level and the list. Read first: level.h. Read next: rerun.h, which runs a world's
// tick again in one.
#ifndef LOPE_LEVEL_VIEW_H
#define LOPE_LEVEL_VIEW_H

#include <lope/level.h>

#ifdef __cplusplus
extern "C" {
#endif

// Where a moving body is during one tick. Filled by the functions below; only `absent` is for the caller to
// set.
typedef struct lope_body_place {
    lope_body body;
    lope_transform start, pose; // at the tick's start and at its end
    lope_motion motion;         // from start to pose
    lope_bounds bounds;         // m, in the world, over the motion
    bool absent;                // the body is not there at all: not yet, or no longer
} lope_body_place;

// Fills in where a moving body is in a tick that brings it from `start` to `pose`. Rotations are made unit,
// as lope_level_set_pose does; so the same poses give the same bits. LOPE_ERROR_HANDLE: the body is stale.
// LOPE_ERROR_STATE: it does not move. LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: a pose.
LOPE_API lope_result lope_level_place(const lope_level *level, lope_body body, const lope_transform *start,
                                      const lope_transform *pose, lope_body_place *place);
// Notes where all moving bodies are in the coming tick, to the bit, in order of handle: for running it again
// later. In a world call it at the end of before_tick. Writes up to `capacity` and returns how many there are
// in all.
LOPE_API uint32_t lope_level_places(const lope_level *level, lope_body_place *places, uint32_t capacity);
// Finds where the bodies with pose functions are in tick `tick`, which lasts from `start` to `end` (s): calls
// each function for the tick before it and for the tick. A body of which the function tells no pose is left
// out. Writes up to `capacity`, in order of handle, and returns how many such bodies there are in all.
LOPE_API uint32_t lope_level_places_at(const lope_level *level, uint64_t tick, double start, double end, lope_body_place *places,
                                       uint32_t capacity);

// Cuts places of a tick to its first `share`: then they end at that share of their motions. Origins go in a
// straight line, and rotations at one rate, as in the tick. share: 0 to 1; others count as the nearer one of
// these. places: NULL is none. From any thread.
LOPE_API void lope_level_places_cut(lope_body_place *places, uint32_t count, double share);

// A level with some of its moving bodies elsewhere. Made by lope_level_view_make; only to be read.
typedef struct lope_level_view {
    const lope_level *level;
    const lope_body_place *places; // in order of handle
    uint32_t count;
} lope_level_view;

// Makes a view of a level with `count` places, which it puts in order and keeps a pointer to: they must
// outlive it. count 0: the level as it is. A body that has been removed since is not there.
// LOPE_ERROR_DUPLICATE: a body is in the list twice. LOPE_ERROR_NULL: level or places.
LOPE_API lope_result lope_level_view_make(lope_level_view *view, const lope_level *level, lope_body_place *places,
                                          uint32_t count);
// Returns the view as surroundings: what characters move among and queries ask. Valid while the view, its
// places and the level live. What was kept near from the level serves in its views too, for what is static is
// the same.
LOPE_API lope_surroundings lope_level_surroundings_at(const lope_level_view *view);

#ifdef __cplusplus
}
#endif
#endif
