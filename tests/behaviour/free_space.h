// free_space.h - where a capsule is free among solids, by plain distance functions, and the shortest straight
// way to such a place, found by trying many directions in small steps. It shares no code with the library.
// Read next: test_out_of_solids.c.
#ifndef LOPE_TESTS_FREE_SPACE_H
#define LOPE_TESTS_FREE_SPACE_H

#include "brute.h"

typedef enum free_kind { FREE_BOX, FREE_BALL, FREE_PILLAR, FREE_SHEET } free_kind;

// A solid. Box: center, unit axes, half sizes. Ball: center, half[0] is the radius. Pillar: an upright
// cylinder with radius half[0] and half height half[1]. Sheet: triangles without an inside.
typedef struct free_solid {
    free_kind kind;
    int group; // solids of one group are parts of one thing: a core that begins in one of them may go through all
    brute_point center, axis[3];
    double half[3], bound; // bound: m, a ball around the center that holds it
    const brute_triangle *triangles;
    int triangle_count;
} free_solid;

typedef struct free_space {
    free_solid solids[64];
    int count;
    double radius, height; // of the capsule, which stands along y
} free_space;

void free_space_add(free_space *space, const free_solid *solid);

// How deep the capsule with its feet there is in the solids, m: the radius less the core's distance, which is
// 0 inside. 0: free.
double free_depth(const free_space *space, brute_point feet);

// The length of the shortest way that was found, at most `most`; 2 * most: none. Steps of `step`, then
// bisected. The core goes through nothing that it does not begin in, and keeps half a step from it. *way:
// that way.
double free_shortest_way(const free_space *space, brute_point feet, double most, double step, brute_point *way);

// How far (m) the core is from the nearest solid that it does not begin in, at least, on a straight way; -1:
// it begins in all.
double free_clearance(const free_space *space, brute_point feet, brute_point way, double step);

#endif
