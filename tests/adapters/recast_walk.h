// recast_walk.h - a real level, its navigation mesh, and characters that walk paths over it. Read next:
// test_recast_levels.c.
#ifndef LOPE_TESTS_RECAST_WALK_H
#define LOPE_TESTS_RECAST_WALK_H

#include "../levels/lives.h"

#include <adapters/recast/lope_recast.h>

#define RECAST_POINTS 2048

// A level with its mesh.
typedef struct recast_scene {
    level_data data;
    lope_level *level;
    lope_surroundings around;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_nav_agent agent;
    lope_state like; // a character of the kind
    lope_recast *recast;
} recast_scene;

// How a walk went.
typedef struct recast_walk {
    bool found;                // a whole path
    lope_follow_result result; // FOLLOWING: it ran out of time
    lope_point feet;           // where it ended
    double length, seconds;    // m of the path; s that it took
    uint32_t links, next, count;
    uint32_t blocked, off_path; // how often it was told so
    uint32_t link;              // the kind that failed
} recast_walk;

// Loads a level of ../shared/levels, and builds its mesh for the default character; with a mantle too. Says
// so and returns false where the level is not there.
bool recast_open(recast_scene *scene, const char *name, bool mantles, float cell);
void recast_close(recast_scene *scene);

// Puts a character at a place and has it stand there. Returns false when it does not.
bool recast_stand(recast_scene *scene, lope_point place, lope_state *state);

// Walks a path from one place to another at a tick rate.
recast_walk recast_go(recast_scene *scene, lope_point from, lope_point to, float rate);

// Prints why a walk did not arrive.
void recast_say(const recast_walk *walk, lope_point from, lope_point to);

#endif
