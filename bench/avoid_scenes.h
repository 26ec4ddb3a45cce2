// avoid_scenes.h - crowds that have to pass each other, as plain data: the floor, walls, agents and their
// ways.
//
// Each family has parameters and a seed, so that no crowd that a constant was chosen by is the only one that
// is played. The plane has x and z; lengths are metres. Read next: avoid_scenes.c, avoid_play.h.
#ifndef LOPE_BENCH_AVOID_SCENES_H
#define LOPE_BENCH_AVOID_SCENES_H

#include <stdbool.h>
#include <stdint.h>

#define AVOID_MOST 400 // agents
#define AVOID_POINTS 4 // of a way
#define AVOID_BOXES 12 // of the floor; of walls

// An upright box seen from above.
typedef struct avoid_box {
    double x, z, size_x, size_z;
} avoid_box;

// One that walks from a place over its points.
typedef struct avoid_walker {
    double x, z, radius, speed;
    double points[AVOID_POINTS][2];
    uint32_t point_count;
} avoid_walker;

typedef struct avoid_scene {
    char name[96];
    avoid_box floor[AVOID_BOXES], walls[AVOID_BOXES];
    uint32_t floor_count, wall_count, count;
    avoid_walker walkers[AVOID_MOST];
    double acceptance; // m, of all points
    double seconds;    // within which all must arrive
    bool has_door;     // in a wall along x, at the first point of each way
    bool leaves;       // one that arrives is taken away
} avoid_scene;

// What a family may vary.
typedef struct avoid_kind {
    uint32_t count;
    double size;                    // m: radius of a circle, width of a door or a corridor
    double radius_low, radius_high; // m, of the agents
    double speed_low, speed_high;   // m/s
    double gap;                     // m, between neighbours at the start
    double jitter;                  // of the gap, by which each one is aside of its place
    uint64_t seed;
} avoid_kind;

// Returns what the named crowds of the guide have: 0.34 m, 6 m/s, no jitter.
avoid_kind avoid_kind_plain(uint32_t count, double size, double gap);

// Each on a circle, toward the opposite place.
void avoid_circle(avoid_scene *scene, const avoid_kind *kind);
// Two streams that cross at a right angle, each of half the count; size: how wide a stream is.
void avoid_streams(avoid_scene *scene, const avoid_kind *kind);
// Through a door from one side.
void avoid_door(avoid_scene *scene, const avoid_kind *kind);
// Through a door from both sides, half each.
void avoid_door_both(avoid_scene *scene, const avoid_kind *kind);
// Both ways along a corridor of walls, or along a bridge without rails.
void avoid_corridor(avoid_scene *scene, const avoid_kind *kind);
void avoid_bridge(avoid_scene *scene, const avoid_kind *kind);
// Round the corner of a corridor, both ways.
void avoid_corner(avoid_scene *scene, const avoid_kind *kind);
// Two corridors that join into a third.
void avoid_joining(avoid_scene *scene, const avoid_kind *kind);
// Past a group that stands.
void avoid_standing(avoid_scene *scene, const avoid_kind *kind);

typedef void avoid_put(avoid_scene *scene, const avoid_kind *kind);

#endif
