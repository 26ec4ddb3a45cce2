// hulls.c - builds test hulls by brute force: a triangle is a face when no point is in front of it.
//
// Random points are in general position, so that is exact enough; prisms and boxes, which are not, are
// written out.
#include "hulls.h"

static void add_triangle(lope_hull *hull, uint32_t *triangles, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *t = triangles + 3 * hull->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

static void random_polytope(rng *r, lope_hull *hull, lope_point *p, uint32_t *triangles)
{
    uint32_t count = 4 + (uint32_t)rng_pick(r, 9);
    for (uint32_t i = 0; i < count; i++) p[i] = rng_direction(r); // on a sphere: each is a corner
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = a + 1; b < count; b++)
            for (uint32_t c = b + 1; c < count; c++) {
                lope_point n = lope_point_cross(lope_point_sub(p[b], p[a]), lope_point_sub(p[c], p[a]));
                uint32_t front = 0, behind = 0;
                for (uint32_t i = 0; i < count && !(front && behind); i++) {
                    if (i == a || i == b || i == c) continue;
                    if (lope_point_dot(n, lope_point_sub(p[i], p[a])) > 0)
                        front++;
                    else
                        behind++;
                }
                if (front == 0)
                    add_triangle(hull, triangles, a, b, c);
                else if (behind == 0)
                    add_triangle(hull, triangles, a, c, b);
            }
    hull->point_count = count;
}

// Sides of two triangles each and two fans: coplanar triangles and corners with many faces.
static void prism(rng *r, lope_hull *hull, lope_point *p, uint32_t *triangles)
{
    uint32_t sides = rng_chance(r, 0.05) ? 31 : 3 + (uint32_t)rng_pick(r, 6);
    double top = rng_range(r, 0.3, 1.0); // tapered
    for (uint32_t i = 0; i < sides; i++) {
        double angle = 6.283185307179586 * i / sides;
        p[i] = lope_point_make(cos(angle), -0.7, -sin(angle));
        p[i + sides] = lope_point_make(top * cos(angle), 0.7, -top * sin(angle));
    }
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t next = (i + 1) % sides;
        add_triangle(hull, triangles, i, next, next + sides);
        add_triangle(hull, triangles, i, next + sides, i + sides);
        if (i >= 1 && i + 1 < sides) {
            add_triangle(hull, triangles, 0, i + 1, i);
            add_triangle(hull, triangles, sides, sides + i, sides + i + 1);
        }
    }
    hull->point_count = 2 * sides;
}

void hull_make(rng *r, lope_hull *hull, lope_point *points, uint32_t *triangles)
{
    hull->triangle_count = 0;
    if (rng_chance(r, 0.6))
        random_polytope(r, hull, points, triangles);
    else
        prism(r, hull, points, triangles);
    hull->points = points;
    hull->triangles = triangles;
}
