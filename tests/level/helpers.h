// helpers.h - what the level's tests share: random numbers with a printed seed, meshes, an OBJ reader, a
// recording sink and an allocator that fails on demand.
#ifndef LOPE_TESTS_LEVEL_HELPERS_H
#define LOPE_TESTS_LEVEL_HELPERS_H

// cmocka wants these before it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "level/gather.h"

#include <lope/level.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LOPE_QUICK
#define CASES(n) ((n) / 10)
#else
#define CASES(n) (n)
#endif

typedef struct random_numbers {
    uint64_t state;
} random_numbers;

random_numbers random_start(const char *test, uint64_t seed); // prints the seed
uint64_t random_next(random_numbers *r);
double random_in(random_numbers *r, double lower, double upper);
lope_point random_point(random_numbers *r, double size); // in a cube of +- size
lope_quat random_turn(random_numbers *r);

// A mesh under construction. Lists grow with malloc.
typedef struct test_mesh {
    float *points;
    uint32_t *indices;
    uint32_t point_count, triangle_count, point_room, triangle_room;
} test_mesh;

uint32_t test_mesh_point(test_mesh *m, float x, float y, float z);
void test_mesh_triangle(test_mesh *m, uint32_t a, uint32_t b, uint32_t c);
void test_mesh_box(test_mesh *m, float x, float y, float z, float sx, float sy, float sz, bool inside_out); // low corner and size
void test_mesh_soup(test_mesh *m, random_numbers *r, uint32_t triangles, double size, double edge);
void test_mesh_free(test_mesh *m);
lope_mesh_def test_mesh_def(const test_mesh *m);
bool test_mesh_read_obj(test_mesh *m, const char *path); // false: no such file

lope_shape test_mesh_shape(const test_mesh *m, uint32_t triangle);

// What a gather gave.
typedef struct record {
    uint64_t id;
    lope_shape_kind kind;
    uint32_t index;
    bool two_sided;
    lope_vec3 a, b, c; // corners; ends; half sizes
    float radius;
} record;

typedef struct recorder {
    record *records;
    uint32_t count, room, begun;
    lope_sink_body body; // the last begun
} recorder;

const lope_sink_calls *recorder_calls(void);
lope_sink *recorder_sink(recorder *r);
void recorder_sort(recorder *r); // by (id, index)
void recorder_clear(recorder *r);
void recorder_free(recorder *r);

// Fails the allocation after `left` more; counts what lives.
typedef struct failing_allocator {
    long left, live, bytes;
} failing_allocator;
lope_allocator failing_hooks(failing_allocator *f);

#define ALL ((lope_filter){UINT32_MAX, LOPE_BODY_NONE})

// Returns how many overlaps there are; a refusal counts as none.
static inline uint32_t overlap_count(const lope_level *level, const lope_capsule *capsule, lope_filter filter,
                                     lope_level_hit *hits, uint32_t capacity)
{
    uint32_t count = 77;
    if (lope_level_overlap(level, capsule, filter, hits, capacity, &count) != LOPE_OK) assert_int_equal(count, 0);
    return count;
}
// Returns how many bodies touch the bounds.
static inline uint32_t bodies_in_count(const lope_level *level, const lope_bounds *bounds, lope_filter filter, uint64_t *ids,
                                       uint32_t capacity)
{
    uint32_t count = 77;
    assert_int_equal(lope_level_bodies_in(level, bounds, filter, ids, capacity, &count), LOPE_OK);
    return count;
}

static inline lope_point pt(double x, double y, double z) { return lope_point_make(x, y, z); }
#define assert_near(a, b, tolerance) assert_true(fabs((double)(a) - (double)(b)) <= (tolerance))

#endif
