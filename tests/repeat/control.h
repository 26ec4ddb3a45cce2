// control.h - an arena in which all of lope/controller.h to lope/follow.h works at once: players with a
// controller, a lock and a camera of every rig; followers that walk, mantle, drop, jump and ride a lift; and
// a crowd that avoids all of them, half of it with lock times. For golden runs, rollback and threads.
//
// Everything follows from numbers of characters and ticks, as in park.h. What is not in the world is plain
// data (control_mind), so a save is a copy. Read next: control.c, control_arena.c.
#ifndef LOPE_TESTS_REPEAT_CONTROL_H
#define LOPE_TESTS_REPEAT_CONTROL_H

#include <lope/lope.h>

#define CONTROL_PLAYERS 10 // one a rig
#define CONTROL_FOLLOWERS 6
#define CONTROL_CROWD 24
#define CONTROL_ALL (CONTROL_PLAYERS + CONTROL_FOLLOWERS + CONTROL_CROWD)
#define CONTROL_TICKS 1440 // of the golden run
#define CONTROL_RATE 60    // ticks and frames a second
#define CONTROL_TICK (1.0f / CONTROL_RATE)
#define CONTROL_ROUTE 9  // points of the followers' way
#define CONTROL_MOVING 2 // bodies

// What stands beside the state of a character.
typedef struct control_mind {
    lope_controller controller;
    lope_stick_memory stick;
    lope_lock_on lock;
    lope_camera camera;
    lope_follower follower;
    lope_path_follower walk; // of the crowd
    uint32_t turned;         // of the crowd: how often it has turned round
    uint32_t reserved;
} control_mind;

// How often what happened, so that a test can see that all of it was used.
typedef struct control_used {
    uint32_t arrived, links[LOPE_LINK_COUNT], locks, lost, switched, recentred, diverted, kept;
} control_used;

typedef struct control {
    lope_world *world;
    lope_moveset movesets[2]; // of the players and the crowd; with mantles
    lope_body moving[CONTROL_MOVING];
    lope_character *characters[CONTROL_ALL];
    control_mind minds[CONTROL_ALL];
    lope_camera_output views[CONTROL_PLAYERS];
    lope_requests requests[CONTROL_ALL];
    lope_nearby *look; // of locks, and of cameras in control_cameras without another one
    uint32_t tick;     // the next one
    control_used used;
} control;

typedef struct control_saved {
    lope_state states[CONTROL_ALL];
    lope_avoidance_memory memories[CONTROL_ALL];
    control_mind minds[CONTROL_ALL];
    lope_view turns[CONTROL_PLAYERS]; // what the last frame's cameras have turned the views by
    uint32_t tick;
} control_saved;

// ---- control_arena.c

// Adds all bodies where they stand at time 0. False: refused.
bool control_fill(control *c);
// Sets the poses of what moves for the end of a tick (from 0; -1: as they begin).
bool control_set_poses(control *c, int tick);
// Writes the followers' way.
void control_route(const control *c, lope_follow_point points[CONTROL_ROUTE]);
lope_point control_start(uint32_t character);
// Where a character of the crowd turns round: `turned` says at which of its two ends.
lope_point control_end(uint32_t character, uint32_t turned);

// ---- control.c

bool control_open(control *c, uint32_t threads);
void control_close(control *c);
// One tick, without the cameras.
bool control_step(control *c);
// The frame's cameras: players `first`, `first` + `stride`, and so on, with a look of their own. May run for
// other players on other threads at the same time.
bool control_cameras(control *c, uint32_t first, uint32_t stride, lope_nearby *look);
// A number of all states, minds and views.
uint64_t control_hash(const control *c);
void control_save(const control *c, control_saved *to);
// Puts a save into an arena, also into one that was just opened.
bool control_restore(control *c, const control_saved *from);

#endif
