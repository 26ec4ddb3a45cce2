// level_data.h - a level read for tests: its triangles from an OBJ file, its spawn points from the JSON
// beside it, and slow but independent questions about it (what is under a point, is a point in a closed
// solid, what does a capsule touch). Read next: test_wanderers.c, which asks them.
#ifndef LOPE_TESTS_LEVEL_DATA_H
#define LOPE_TESTS_LEVEL_DATA_H

#include "../behaviour/brute.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct level_part {
    int first, count; // in part_triangles
    brute_point lower, upper;
    bool closed; // every edge is used as often one way as the other
} level_part;

typedef struct level_data {
    float *points; // x, y, z each, as the library gets them
    uint32_t *indices;
    int point_count, triangle_count;
    brute_triangle *triangles; // the same in doubles, so that both sides mean the same geometry
    brute_point *lowers, *uppers;
    int *objects; // of each triangle: which "o" of the file
    brute_point lower, upper;
    // uniform grid over x and z; cell c holds cell_items[cell_first[c] .. cell_first[c + 1])
    double cell;
    int columns, rows;
    int *cell_first, *cell_items;
    int *stamp, stamp_now; // so that a triangle in several cells is seen once
    // connected parts within an object
    level_part *parts;
    int part_count;
    int *part_triangles;
} level_data;

// False when the file is not there. Fails the test when it is there and makes no sense.
bool level_load(level_data *level, const char *obj_path);
void level_free(level_data *level);

// Lists of numbers of the JSON file: spawn points, 3 numbers each. Writes up to `capacity` points and returns
// how many.
int level_spawns(const char *json_path, const char *key, brute_point *points, int capacity);
// The booleans of a list; -1 when there is no such key.
int level_flags(const char *json_path, const char *key, bool *flags, int capacity);

typedef bool (*level_visitor)(void *context, const level_data *level, int triangle);
// Calls for every triangle whose bounds touch the given ones, until the visitor returns false.
void level_visit(level_data *level, brute_point lower, brute_point upper, level_visitor visit, void *context);

// Height of the first surface straight below p, either side; false: nothing.
bool level_below(level_data *level, brute_point p, double *height);
// True when the segment passes through a triangle; which one in *triangle (may be NULL).
bool level_segment_hits(level_data *level, brute_point a, brute_point b, int *triangle);
// Distance from the segment to the nearest triangle within reach; `reach` when none is. *triangle is that
// one, or -1.
double level_distance(level_data *level, brute_point a, brute_point b, double reach, int *triangle);
// True when p lies inside a closed part wound outward.
bool level_in_solid(const level_data *level, brute_point p);

#endif
