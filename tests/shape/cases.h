// cases.h - seeded pairs of a capsule and a shape: random ones, and nasty ones that sit where geometry code
// breaks.
//
// A pair is built from a contact: a point of the shape with a direction out of it (corner, edge or face),
// against which the capsule is laid, then moved in, out or aside, and given a motion that leads to it. So
// about half of the sweeps hit, and the contacts are exact by construction, not by search. Each failure
// prints its pair with all digits. Read next: judge.h, which counts and prints what the tests find.
#ifndef TESTS_SHAPE_CASES_H
#define TESTS_SHAPE_CASES_H

#include "oracle.h"

#include <stdio.h>

typedef struct rng {
    uint64_t state;
} rng;

rng rng_make(uint64_t seed);
uint64_t rng_next(rng *r);
double rng_unit(rng *r); // 0 up to 1
double rng_range(rng *r, double low, double high);
double rng_log(rng *r, double low, double high); // all powers of ten alike
int rng_pick(rng *r, int count);
bool rng_chance(rng *r, double chance);
lope_point rng_direction(rng *r);

enum { CASE_HULL_POINTS = 64, CASE_HULL_TRIANGLES = 124, CASE_SEED = 20177 };

typedef enum case_class {
    CASE_RANDOM,
    CASE_TOUCHING,     // starts in touch, to rounding
    CASE_TOUCH_AT_END, // comes to touch at the end of the motion, or just not
    CASE_PARALLEL,     // axis along an edge, face or axis of the shape
    CASE_EDGE_ON,      // axis and motion within a face's plane
    CASE_SLIVER,       // 1:10 down to 1:100,000
    CASE_ZERO_MOTION,
    CASE_ZERO_SEGMENT,
    CASE_LONG,    // 100 m
    CASE_INSIDE,  // starts inside
    CASE_GRAZING, // passes by at the radius, give or take 1e-12 to 2e-4
    CASE_GRID,    // everything axis-aligned and in halves: exact ties everywhere
    CASE_CLASS_COUNT
} case_class;

typedef struct shape_case {
    case_class kind;
    uint32_t index;
    lope_shape shape;
    lope_capsule capsule;
    lope_point motion;
    lope_point contact, contact_normal; // what it was built from
    double share;                       // of the motion, at which the capsule is laid against the contact
    lope_point points[CASE_HULL_POINTS];
    uint32_t triangles[3 * CASE_HULL_TRIANGLES];
} shape_case;

// The case depends on (kind, index, nasty) and the seed alone, so any one of them can be made again.
void case_make(shape_case *c, lope_shape_kind kind, uint32_t index, bool nasty);
void case_print(FILE *out, const shape_case *c);

const char *case_class_name(case_class kind);
const char *case_shape_name(lope_shape_kind kind);

// 100,000 random and 10,000 nasty ones a shape; a tenth when the environment has LOPE_QUICK (or it is
// defined).
uint32_t case_random_count(void);
uint32_t case_nasty_count(void);
// Makes number i of all random and then all nasty ones. False: there are no more.
bool case_nth(shape_case *c, lope_shape_kind kind, uint32_t i);

#endif
