// brute.h - the tests' own slow geometry in doubles: how far a capsule's core is from triangles, and rays
// against them. It shares no code with the library, so that what it finds is a second opinion. Read next:
// stage.h, which builds scenes for tests.
#ifndef LOPE_TESTS_BRUTE_H
#define LOPE_TESTS_BRUTE_H

#include <stdbool.h>

typedef struct brute_point {
    double x, y, z;
} brute_point;

typedef struct brute_triangle {
    brute_point v[3];
} brute_triangle;

brute_point brute_make(double x, double y, double z);
brute_point brute_add(brute_point a, brute_point b);
brute_point brute_sub(brute_point a, brute_point b);
brute_point brute_scale(brute_point a, double s);
double brute_dot(brute_point a, brute_point b);
brute_point brute_cross(brute_point a, brute_point b);
double brute_length(brute_point a);

// Not unit: its length is twice the area.
brute_point brute_normal(const brute_triangle *t);

// The triangle's point nearest to p.
brute_point brute_closest(brute_point p, const brute_triangle *t);

// True when the segment passes through the triangle's inside or rim; *fraction then says where along it.
bool brute_segment_hits(brute_point a, brute_point b, const brute_triangle *t, double *fraction);

// Distance of the segment a-b to the triangle; 0 when it passes through. *nearest, when not NULL, is the
// triangle's point.
double brute_distance(brute_point a, brute_point b, const brute_triangle *t, brute_point *nearest);

// The solid angle of the triangle seen from p, over 4 pi, signed: summed over a closed mesh it is 1 inside
// and 0 outside.
double brute_winding(brute_point p, const brute_triangle *t);

#endif
