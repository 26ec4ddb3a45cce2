// avoid_play.h - plays a scene of avoid_scenes.h, and measures arrival, overlap, smoothness and cost.
// Read next: avoid_play.c.
#ifndef LOPE_BENCH_AVOID_PLAY_H
#define LOPE_BENCH_AVOID_PLAY_H

#include "avoid_scenes.h"

#include <lope/avoidance.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a scene is played.
typedef struct avoid_way {
    double rate;  // Hz
    double units; // world units in a metre
    lope_vec3 up; // unit
    uint32_t threads;
    bool collide; // agents also collide with each other
    bool avoid;   // false: they do not avoid, for the cost
    bool unreal;  // Unreal's settings
} avoid_way;

// What is measured; lengths are metres.
typedef struct avoid_result {
    uint32_t arrived, count, fell;
    double last;    // s, at which the last one arrived
    double mean;    // s, at which they arrived
    double way;     // walked, over the straight way
    double deepest; // m, of overlap of two of them
    double change;  // m/s2, the mean change of an agent's velocity
    double us;      // thread CPU time an agent-tick of those under way, of the whole step
    uint64_t hash;  // of the world at the end
} avoid_result;

// Plays a scene with lope. Returns false when a step fails.
bool avoid_play(const avoid_scene *scene, const avoid_way *way, avoid_result *result);

// Plays a scene with DetourCrowd, at `rate`. Returns false when it cannot.
bool avoid_play_detour(const avoid_scene *scene, double rate, avoid_result *result);

// The same with RVO2.
bool avoid_play_rvo(const avoid_scene *scene, double rate, avoid_result *result);

#ifdef __cplusplus
}
#endif
#endif
