// ledge_wall.c - see ledge_wall.h. Read next: test_ledge_meshes.c.
#include "ledge_wall.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define TALL_MOST 2.6 // m
#define TALL_LEAST 0.5

const char *const ledge_wall_names[LEDGE_KINDS] = {"stack", "bricks", "facade", "cornice", "quads"};
const char *const ledge_form_names[LEDGE_FORMS] = {"mesh", "boxes", "heights"};

// ---- random numbers -------------------------------------------------------------------------------------

static uint32_t random_state;

void ledge_seed(uint32_t seed) { random_state = seed; }

double ledge_random(double a, double b)
{
    random_state = random_state * 1664525u + 1013904223u;
    return a + (b - a) * (double)(random_state >> 8) / 16777216.0;
}

static int below(int most) { return (int)ledge_random(0, most); }

// ---- what a wall is -------------------------------------------------------------------------------------

// Puts a course on the others.
static void lay(ledge_wall *wall, double face, double height)
{
    const double low = wall->count > 0 ? wall->courses[wall->count - 1].high : 0;
    if (wall->form == LEDGE_HEIGHTS) face = LEDGE_CELL * floor(face / LEDGE_CELL + 0.5);
    wall->courses[wall->count++] = (ledge_course){face, low, low + height};
}

static void lay_stack(ledge_wall *wall, double least, double most, double off)
{
    const int count = 2 + below(5);
    for (int i = 0; i < count; i++) lay(wall, below(2) ? ledge_random(-off, off) : 0, ledge_random(least, most));
}

static void lay_bricks(ledge_wall *wall)
{
    const double tall = ledge_random(TALL_LEAST, TALL_MOST), high = ledge_random(0.13, 0.3), off = below(2) ? 0.012 : 0;
    while (wall->count == 0 || wall->courses[wall->count - 1].high + high <= tall) lay(wall, ledge_random(-off, off), high);
}

// From each course to the next it goes back.
static void lay_facade(ledge_wall *wall)
{
    const int setbacks = 1 + below(8);
    const double least = wall->form == LEDGE_HEIGHTS ? 2 * LEDGE_CELL : 0.02, most = wall->form == LEDGE_HEIGHTS ? 0.16 : 0.08;
    double face = 0;
    for (int i = 0; i <= setbacks; i++) {
        lay(wall, face, ledge_random(0.1, i == 0 ? 1.0 : 2.0 / setbacks));
        face += ledge_random(least, most);
    }
}

static void lay_cornice(ledge_wall *wall)
{
    if (below(3)) lay(wall, -ledge_random(0.02, 0.12), ledge_random(0.15, 0.9));
    lay(wall, 0, ledge_random(0.3, 1.7));
    if (below(3)) lay(wall, -ledge_random(0.02, 0.08), ledge_random(0.08, 0.2));
}

void ledge_wall_draw(ledge_wall *wall, ledge_wall_kind kind, ledge_wall_form form)
{
    double tall = 0;
    while (tall < TALL_LEAST || tall > TALL_MOST) {
        *wall = (ledge_wall){.kind = kind, .form = form, .back = ledge_random(0.6, 2), .solid = below(2)};
        if (kind == LEDGE_STACK) lay_stack(wall, 0.15, 0.9, 0.03);
        if (kind == LEDGE_BRICKS) lay_bricks(wall);
        if (kind == LEDGE_FACADE) lay_facade(wall);
        if (kind == LEDGE_CORNICE) lay_cornice(wall);
        if (kind == LEDGE_QUADS) lay_stack(wall, 0.15, 0.9, 0.02);
        tall = wall->courses[wall->count - 1].high;
    }
    wall->back += wall->courses[wall->count - 1].face;
}

int ledge_wall_tops(const ledge_wall *wall, ledge_top tops[LEDGE_COURSES])
{
    int count = 0;
    for (int i = 0; i < wall->count; i++) {
        const bool last = i == wall->count - 1;
        const double next = last ? wall->back : wall->courses[i + 1].face, depth = next - wall->courses[i].face;
        if (depth > 1e-6) tops[count++] = (ledge_top){wall->courses[i].face, wall->courses[i].high, depth};
    }
    return count;
}

double ledge_wall_room(const ledge_wall *wall, double x, double y, double radius, double height)
{
    double nearest = 1e9;
    for (int i = 0; i < wall->count; i++) {
        const ledge_course *c = &wall->courses[i];
        const double along = fmax(0, fmax(c->face - x, x - wall->back));
        const double up = fmax(0, fmax(c->low - (y + height - radius), y + radius - c->high));
        nearest = fmin(nearest, hypot(along, up) - radius);
    }
    return nearest;
}

// ---- its triangles --------------------------------------------------------------------------------------

static void triangle(stage *s, brute_point a, brute_point b, brute_point c)
{
    assert_true(s->triangle_count < STAGE_TRIANGLES);
    s->triangles[s->triangle_count++] = (brute_triangle){{a, b, c}};
}

static brute_point on(const brute_point q[4], double u, double v)
{
    const brute_point low = brute_add(q[0], brute_scale(brute_sub(q[1], q[0]), u)),
                      high = brute_add(q[3], brute_scale(brute_sub(q[2], q[3]), u));
    return brute_add(low, brute_scale(brute_sub(high, low), v));
}

// Adds a quad, counter-clockwise seen from outside. cut: into parts that meet in T-joints; else by a diagonal.
static void quad(stage *s, brute_point a, brute_point b, brute_point c, brute_point d, bool cut)
{
    const brute_point q[4] = {a, b, c, d};
    const int columns = cut ? 1 + below(3) : 1;
    double from = 0;
    for (int i = 0; i < columns; i++) {
        const double to = i + 1 < columns ? from + (1 - from) * ledge_random(0.3, 0.7) : 1;
        const double middle = cut && below(2) ? ledge_random(0.2, 0.8) : 1;
        for (int part = 0; part < (middle < 1 ? 2 : 1); part++) {
            const double low = part ? middle : 0, high = part ? 1 : middle;
            const brute_point p[4] = {on(q, from, low), on(q, to, low), on(q, to, high), on(q, from, high)};
            const int first = below(2);
            triangle(s, p[first], p[1 + first], p[2 + first]);
            triangle(s, p[first], p[2 + first], p[(3 + first) % 4]);
        }
        from = to;
    }
}

#define P brute_make
static void box(stage *s, const double low[3], const double high[3], bool cut)
{
    const double *l = low, *h = high;
    quad(s, P(l[0], l[1], l[2]), P(l[0], l[1], h[2]), P(l[0], h[1], h[2]), P(l[0], h[1], l[2]), cut);
    quad(s, P(h[0], l[1], h[2]), P(h[0], l[1], l[2]), P(h[0], h[1], l[2]), P(h[0], h[1], h[2]), cut);
    quad(s, P(l[0], h[1], h[2]), P(h[0], h[1], h[2]), P(h[0], h[1], l[2]), P(l[0], h[1], l[2]), cut);
    quad(s, P(l[0], l[1], l[2]), P(h[0], l[1], l[2]), P(h[0], l[1], h[2]), P(l[0], l[1], h[2]), cut);
    quad(s, P(l[0], l[1], h[2]), P(h[0], l[1], h[2]), P(h[0], h[1], h[2]), P(l[0], h[1], h[2]), cut);
    quad(s, P(h[0], l[1], l[2]), P(l[0], l[1], l[2]), P(l[0], h[1], l[2]), P(h[0], h[1], l[2]), cut);
}

// One solid: front, tops and undersides between courses, and for a closed one the rest. Without cuts all edges
// are shared, so that it is closed for the mesh's builder too.
static void add_solid(stage *s, const ledge_wall *w, bool closed, bool cut)
{
    const double a = -LEDGE_WIDE, b = LEDGE_WIDE, back = w->back;
    for (int i = 0; i < w->count; i++) {
        const ledge_course *c = &w->courses[i];
        const double next = i + 1 < w->count ? w->courses[i + 1].face : back;
        quad(s, P(c->face, c->low, a), P(c->face, c->low, b), P(c->face, c->high, b), P(c->face, c->high, a), cut);
        if (next > c->face)
            quad(s, P(c->face, c->high, b), P(next, c->high, b), P(next, c->high, a), P(c->face, c->high, a), cut);
        if (next < c->face)
            quad(s, P(next, c->high, a), P(c->face, c->high, a), P(c->face, c->high, b), P(next, c->high, b), cut);
        if (!closed) continue;
        quad(s, P(back, c->low, b), P(back, c->low, a), P(back, c->high, a), P(back, c->high, b), cut);
        for (int side = 0; side < 2; side++) {
            const double z = side ? b : a;
            brute_point ring[6];
            int n = 0;
            ring[n++] = P(c->face, c->low, z);
            if (i > 0 && w->courses[i - 1].face > c->face) ring[n++] = P(w->courses[i - 1].face, c->low, z);
            ring[n++] = P(back, c->low, z);
            ring[n++] = P(back, c->high, z);
            if (next > c->face && next < back) ring[n++] = P(next, c->high, z);
            ring[n++] = P(c->face, c->high, z);
            // a fan about the far upper corner, on no line with two others of the ring
            const int hub = n - 2 - (next > c->face && next < back);
            for (int k = 1; k + 1 < n; k++) {
                const brute_point p = ring[(hub + k) % n], q = ring[(hub + k + 1) % n];
                if (brute_length(brute_cross(brute_sub(p, ring[hub]), brute_sub(q, ring[hub]))) < 1e-12) continue;
                triangle(s, ring[hub], side ? p : q, side ? q : p);
            }
        }
    }
    if (closed) quad(s, P(w->courses[0].face, 0, a), P(back, 0, a), P(back, 0, b), P(w->courses[0].face, 0, b), cut);
}

static void add_bricks(stage *s, const ledge_wall *w)
{
    const double thick = ledge_random(0.1, 0.25), wide = ledge_random(0.5, 0.9);
    for (int i = 0; i < w->count; i++) {
        const ledge_course *c = &w->courses[i];
        for (int layer = 0; layer < 2; layer++) {
            const double from = layer ? c->face + thick : c->face, to = layer ? w->back : c->face + thick;
            double z = -LEDGE_WIDE, next = z + wide * (i % 2 ? 0.5 : 1);
            for (; z < LEDGE_WIDE - 1e-9; z = next, next = fmin(next + wide, LEDGE_WIDE)) {
                const double low[3] = {from, c->low, z}, high[3] = {to, c->high, fmin(next, LEDGE_WIDE)};
                box(s, low, high, false);
            }
        }
    }
}

static void add_heights(stage *s, const ledge_wall *w)
{
    enum { COLUMNS = 76, ROWS = 12 };
    const double wide = 2 * LEDGE_WIDE / (ROWS - 1), first = -12 * LEDGE_CELL;
    static float heights[COLUMNS * 71];
    const int rows = (int)(2 * LEDGE_WIDE / LEDGE_CELL) + 1;
    double profile[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
        const double x = first + i * LEDGE_CELL;
        profile[i] = 0;
        for (int k = 0; k < w->count; k++)
            if (x >= w->courses[k].face - 1e-6) profile[i] = w->courses[k].high;
        for (int k = 0; k < rows; k++) heights[k * COLUMNS + i] = (float)profile[i];
    }
    const lope_point centre = {first + 0.5 * (COLUMNS - 1) * LEDGE_CELL, 0, 0};
    lope_height_field_def def = {.heights = heights, .columns = COLUMNS, .rows = (uint32_t)rows, .cell = (float)LEDGE_CELL};
    def.body.position = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, centre));
    def.body.rotation = s->turn;
    assert_true(lope_level_valid(s->level, lope_level_add_height_field(s->level, &def)));
    for (int i = 0; i + 1 < COLUMNS; i++) {
        const double x = first + i * LEDGE_CELL;
        for (int k = 0; k + 1 < ROWS; k++) {
            const double a = -LEDGE_WIDE + k * wide, b = a + wide;
            quad(s, P(x, profile[i], b), P(x + LEDGE_CELL, profile[i + 1], b), P(x + LEDGE_CELL, profile[i + 1], a),
                 P(x, profile[i], a), false);
        }
    }
    s->mesh_from = s->triangle_count;
}

void ledge_wall_add(stage *s, const ledge_wall *wall)
{
    const double a = -LEDGE_WIDE, b = LEDGE_WIDE;
    const bool cut = below(2);
    if (wall->form == LEDGE_HEIGHTS) {
        add_heights(s, wall);
        return;
    }
    s->form = wall->form == LEDGE_BOXES ? STAGE_BOXES : STAGE_MESH;
    if (s->form == STAGE_MESH && wall->kind == LEDGE_BRICKS) {
        add_bricks(s, wall);
    } else if (s->form == STAGE_MESH && (wall->kind == LEDGE_QUADS || (wall->kind != LEDGE_STACK && wall->solid))) {
        add_solid(s, wall, wall->kind != LEDGE_QUADS, cut);
    } else {
        for (int i = 0; i < wall->count; i++) {
            const ledge_course *c = &wall->courses[i];
            const double low[3] = {c->face, c->low, a}, high[3] = {wall->back, c->high, b};
            if (s->form == STAGE_MESH)
                box(s, low, high, cut);
            else
                stage_box(s, c->face, c->low, a, wall->back, c->high, b);
        }
    }
    stage_flush(s);
}
