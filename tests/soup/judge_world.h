// judge_world.h - what the judge knows of a world: its triangles and convex solids, kept apart from the
// library's level, and whether a character's core (the segment within the capsule) is in them. Read next:
// judge.h.
#ifndef LOPE_TESTS_JUDGE_WORLD_H
#define LOPE_TESTS_JUDGE_WORLD_H

#include "../behaviour/brute.h"

#include <lope/lope.h>

#define JUDGE_PLANES 96

typedef enum judge_kind {
    JUDGE_TRIANGLE, // met from both sides
    JUDGE_CONVEX,   // planes
    JUDGE_ROUND,    // a sphere or an upright capsule in its frame
    JUDGE_CYLINDER  // upright in its frame
} judge_kind;

// One thing that a core must not get into.
typedef struct judge_thing {
    judge_kind kind;
    lope_transform pose;
    // In the frame of the pose:
    brute_triangle triangle;
    brute_point *normals; // JUDGE_CONVEX: outward, unit
    double *offsets;
    int plane_count;
    double radius, half; // JUDGE_ROUND: half the length of its axis; JUDGE_CYLINDER: half its height
    // In the world, of triangles:
    brute_triangle placed;
    double reach;       // m, of a ball about `middle` that holds it
    brute_point middle; // in the world
    bool in;            // the core was in it when last looked
} judge_thing;

typedef struct judge_world {
    judge_thing *things;
    int count, capacity;
} judge_world;

void judge_world_free(judge_world *world);
// Each gives the index of the first thing added. Triangles that a level drops (an altitude of 11 micrometres
// or less) are left out.
int judge_add_triangle(judge_world *world, lope_vec3 a, lope_vec3 b, lope_vec3 c, const lope_transform *pose);
int judge_add_box(judge_world *world, lope_vec3 size, const lope_transform *pose);
int judge_add_hull(judge_world *world, const float *points, int count, const lope_transform *pose);
int judge_add_round(judge_world *world, double radius, double half, const lope_transform *pose);
int judge_add_cylinder(judge_world *world, double radius, double height, const lope_transform *pose);
// Moves things first .. first + count - 1.
void judge_place(judge_world *world, int first, int count, const lope_transform *pose);

// Looks where the core is. The index of a thing into which it has come since the last look, or -1;
// `depth_of_core`, m, is how far the core must be in a solid to count (a triangle counts when the core is
// through it).
int judge_look(judge_world *world, brute_point a, brute_point b, double depth_of_core);
// A solid in which the core was at the last look, or -1.
int judge_in_solid(const judge_world *world);
// How deep a capsule of that core and radius is in any triangle: the radius less the core's distance; 0 or
// less: clear.
double judge_depth(const judge_world *world, brute_point a, brute_point b, double radius);
const char *judge_kind_name(judge_kind kind);

#endif
