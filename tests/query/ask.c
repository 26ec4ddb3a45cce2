// ask.c - see ask.h.
//
// Both sides compute in doubles, from the same floats of the triangles, in other frames: so they differ by
// rounding, 1e-15 of some tens of metres, and more where the motion runs along a surface: by one over the
// sine of the angle. Where such a one misses by rounding alone and the other does not, hit and miss
// themselves differ. These are told from mistakes by asking brute force again a hundred-millionth of a metre
// beside: where the answer hangs on that much, it is no mistake. How many of these there are is bounded by
// the tests.
#include "ask.h"

#include "shape/kernels.h"

#include <stdio.h>
#include <string.h>

#define SAME 1e-9   // m: fraction times length
#define BESIDE 1e-8 // m

static uint64_t next(random_numbers *r)
{
    uint64_t x = r->state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

double draw(random_numbers *r, double low, double high)
{
    return low + (high - low) * ((double)(next(r) >> 11) / 9007199254740992.0);
}

uint32_t draw_below(random_numbers *r, uint32_t count) { return (uint32_t)(next(r) % count); }

lope_point draw_direction(random_numbers *r)
{
    for (;;) {
        const lope_point p = {draw(r, -1, 1), draw(r, -1, 1), draw(r, -1, 1)};
        const double length = lope_point_length(p);
        if (length < 1 && length > 0.1) return lope_point_scale(p, 1 / length);
    }
}

static lope_quat draw_turn(random_numbers *r)
{
    lope_quat q = {(float)draw(r, -1, 1), (float)draw(r, -1, 1), (float)draw(r, -1, 1), (float)draw(r, -1, 1)};
    return lope_quat_normalize(q);
}

// A hull of a cube whose corners are moved, with all faces cut into triangles; now and then a corner less, as
// a tetrahedron.
static void draw_hull(asked *a, random_numbers *r)
{
    static const uint8_t faces[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
                                         {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    static const uint8_t four[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    const double size = draw(r, 0.1, 0.6);
    const bool tetrahedron = draw_below(r, 2) == 0;
    lope_hull *hull = &a->shape.as.hull;
    *hull = (lope_hull){a->points, a->corners, tetrahedron ? 4 : 8, tetrahedron ? 4 : 12};
    for (uint32_t i = 0; i < 8; i++) // a slanted box: a face stays a plane
        a->points[i] = lope_point_make((i & 1 ? size : -size) + (i & 2 ? 0.2 * size : 0), (i & 2 ? size : -size) * 0.7,
                                       (i & 4 ? size : -size) + (i & 1 ? 0.1 * size : 0));
    if (tetrahedron) {
        a->points[0] = lope_point_make(0, size, 0);
        a->points[1] = lope_point_make(size, -size, draw(r, -0.1, 0.1));
        a->points[2] = lope_point_make(-size, -size, -size);
        a->points[3] = lope_point_make(-size, -size, size);
        const lope_triangle first = {{a->points[0], a->points[1], a->points[2]}};
        const lope_point out = lope_triangle_normal(&first), to = lope_point_sub(a->points[3], a->points[0]);
        const bool inside_out = lope_point_dot(out, to) > 0;
        for (uint32_t t = 0; t < 4; t++)
            for (uint32_t k = 0; k < 3; k++) a->corners[3 * t + k] = four[t][inside_out ? 2 - k : k];
        return;
    }
    for (uint32_t t = 0; t < 12; t++)
        for (uint32_t k = 0; k < 3; k++) a->corners[3 * t + k] = faces[t][k];
}

static void draw_shape(asked *a, random_numbers *r)
{
    const lope_point center = {draw(r, -0.3, 0.3), draw(r, -0.3, 0.3), draw(r, -0.3, 0.3)};
    a->def.shape = &a->shape;
    if (draw_below(r, 4) > 0) a->def.rotation = draw_turn(r);
    switch (draw_below(r, 5)) {
    case 0:
        a->shape.kind = LOPE_SHAPE_SPHERE;
        a->shape.as.sphere = (lope_sphere){center, draw(r, 0.05, 0.6)};
        break;
    case 1:
        a->shape.kind = LOPE_SHAPE_CAPSULE;
        a->shape.as.capsule = (lope_capsule){center, {draw(r, -0.8, 0.8), 0.2, 0.1}, draw(r, 0.05, 0.6)};
        break;
    case 2:
        a->shape.kind = LOPE_SHAPE_BOX;
        a->shape.as.box =
            (lope_box){center, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {draw(r, 0.05, 0.8), draw(r, 0.05, 0.8), draw(r, 0.05, 0.8)}};
        break;
    case 3:
        a->shape.kind = LOPE_SHAPE_CYLINDER;
        a->shape.as.cylinder = (lope_cylinder){center, {0, 1, 0}, draw(r, 0.05, 0.6), draw(r, 0.05, 0.8)};
        break;
    default:
        a->shape.kind = LOPE_SHAPE_HULL;
        draw_hull(a, r);
    }
}

// A third each: rays, spheres and capsules; and as many other shapes as all of these.
static void draw_what(asked *a, random_numbers *r)
{
    a->def.up = lope_vec3_make(0, draw_below(r, 4) == 0 ? 1.0f : 0.0f, 0);
    if (draw_below(r, 3) == 0) a->def.up = lope_point_to_vec3(lope_point_scale(draw_direction(r), draw(r, 0.5, 3)));
    const uint32_t kind = draw_below(r, 6);
    if (kind == 1 || kind == 2) a->def.radius = (float)draw(r, 0.05, 0.6);
    if (kind == 2) a->def.height = a->def.radius * (float)draw(r, 2.01, 6);
    if (kind > 2) draw_shape(a, r);
}

// A place of a part: a corner, the middle of an edge, or somewhere about it.
static lope_point draw_place(const brute_part *part, random_numbers *r)
{
    if (part->shape.kind == LOPE_SHAPE_TRIANGLE) {
        const lope_point *v = part->shape.as.triangle.v;
        const uint32_t i = draw_below(r, 3);
        const double s = draw_below(r, 3) == 0 ? 0 : draw(r, 0, 1), t = draw_below(r, 2) == 0 ? 0 : draw(r, 0, 1 - s);
        lope_point p = lope_point_mad(v[i], lope_point_sub(v[(i + 1) % 3], v[i]), s);
        return lope_point_mad(p, lope_point_sub(v[(i + 2) % 3], v[i]), t);
    }
    const lope_bounds b = lope_shape_bounds(&part->shape);
    return lope_point_make(draw(r, b.lower.x, b.upper.x), draw(r, b.lower.y, b.upper.y), draw(r, b.lower.z, b.upper.z));
}

// Whole tenths, so that things lie level with one another and ties are met.
static lope_point on_grid(lope_point p)
{
    return lope_point_make(floor(p.x * 10 + 0.5) / 10, floor(p.y * 10 + 0.5) / 10, floor(p.z * 10 + 0.5) / 10);
}

static double extent_of(const asked *a) { return a->def.shape ? 0.4 : (double)a->def.radius; }

void ask_draw(asked *a, const brute_world *world, random_numbers *r)
{
    *a = (asked){.overlap = draw_below(r, 6) == 0};
    draw_what(a, r);
    // Of the largest planes what is far away is no place to look at.
    lope_point target = draw_place(&world->parts[draw_below(r, world->part_count)], r);
    if (lope_point_length(target) > 40) target = lope_point_make(draw(r, -10, 10), draw(r, -1, 3), draw(r, -10, 10));
    const uint32_t class = draw_below(r, 10);
    lope_point direction = draw_direction(r), from = lope_point_mad(target, direction, draw(r, 0, 8));
    lope_point motion = lope_point_scale(lope_point_sub(target, from), draw(r, 0.2, 2));
    if (class == 0) from = target;                                                 // starts within
    if (class == 1) motion = (lope_point){0, 0, 0};                                // does not move
    if (class == 2) motion = lope_point_scale(draw_direction(r), draw(r, 0, 120)); // goes far
    if (class == 3 || class == 4) { // passes by what it is aimed at, at about its own radius
        const lope_point side = lope_point_cross(direction, draw_direction(r));
        const double by = extent_of(a) * draw(r, 0.99999, 1.00001) / lope_point_length(side);
        from = lope_point_mad(from, side, by);
    }
    if (class == 5) {
        const lope_point axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        from = on_grid(from);
        motion = lope_point_scale(axes[draw_below(r, 3)], draw_below(r, 2) ? 4 : -4);
    }
    if (a->overlap) from = lope_point_mad(target, direction, draw(r, 0, 0.6));
    a->def.from = lope_point_add(world->base, from);
    a->def.motion = motion;
    if (draw_below(r, 8) == 0) a->def.filter = (lope_filter){UINT32_MAX, LOPE_BODY_NONE};
    if (draw_below(r, 8) == 0) a->def.filter = (lope_filter){LOPE_CHANNEL_SOLID, 1 + draw_below(r, 20)};
    if (draw_below(r, 8) == 0) a->def.flags |= LOPE_CAST_STATIC_ONLY;
    if (draw_below(r, 8) == 0) a->def.flags |= LOPE_CAST_BACK_FACES;
}

// ---- the judge ----------------------------------------------------------------------------------

// Whether the nearest hit is one that brute force has, at the same place, and none is before it. *off: m.
static bool nearest_agrees(const brute_hits *brute, const lope_cast_hit *hit, bool met, double length, double same, double *off,
                           bool *tie)
{
    *off = 0;
    *tie = false;
    if (!met || brute->count == 0) return !met && brute->count == 0;
    *off = fabs(hit->fraction - brute->list[0].fraction) * length;
    *tie = hit->body != brute->list[0].body || hit->triangle != brute->list[0].triangle;
    if (!(*off <= same)) return false;
    for (uint32_t i = 0; i < brute->count; i++) {
        const brute_hit *one = &brute->list[i];
        if (one->body == hit->body && one->triangle == hit->triangle)
            return fabs(one->fraction - hit->fraction) * length <= same && fabs(one->depth - hit->depth) <= 1e-7 + same;
    }
    return false;
}

static bool list_agrees(const brute_hits *brute, const lope_cast_hit *hits, uint32_t count, double length, double same,
                        double *off)
{
    bool taken[BRUTE_HITS] = {false};
    *off = 0;
    if (count != brute->count) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        for (; k < brute->count; k++)
            if (!taken[k] && brute->list[k].body == hits[i].body && brute->list[k].triangle == hits[i].triangle) break;
        if (k == brute->count) return false;
        taken[k] = true;
        const double apart = fabs(brute->list[k].fraction - hits[i].fraction) * length;
        if (apart > *off) *off = apart;
        if (!(apart <= same && fabs(brute->list[k].depth - hits[i].depth) <= 1e-7 + same)) return false;
    }
    return true;
}

typedef struct answer {
    bool met, all; // all: the list, too, was asked for
    lope_cast_hit nearest, list[BRUTE_HITS];
    uint32_t count;
} answer;

static bool in_order(const answer *a)
{
    for (uint32_t i = 1; i < a->count; i++) {
        const lope_cast_hit *one = &a->list[i - 1], *two = &a->list[i];
        if (one->fraction < two->fraction) continue;
        if (one->fraction > two->fraction || one->body > two->body) return false;
        if (one->body == two->body && one->triangle > two->triangle) return false;
    }
    return true;
}

static bool ask_library(const brute_world *world, lope_nearby *look, const asked *q, answer *a)
{
    const lope_surroundings *s = &world->surroundings;
    lope_result result;
    if (q->overlap)
        result = lope_surroundings_overlap(s, look, &q->def, 1, a->list, BRUTE_HITS, &a->count);
    else
        result = lope_surroundings_cast_all(s, look, &q->def, 1, a->list, BRUTE_HITS, &a->count);
    if (result != LOPE_OK || a->count > BRUTE_HITS || !in_order(a)) return false;
    a->met = a->count > 0;
    if (a->met) a->nearest = a->list[0];
    if (q->overlap) return true;
    lope_cast_hit hit;
    bool met;
    if (lope_surroundings_cast(s, look, &q->def, 1, &hit, &met) != LOPE_OK || met != a->met) return false;
    // The nearest alone is the first of all, to the bit.
    return !met || (memcmp(&hit.fraction, &a->list[0].fraction, sizeof hit.fraction) == 0 && hit.body == a->list[0].body &&
                    hit.triangle == a->list[0].triangle);
}

static bool agrees(const brute_hits *brute, const answer *a, const asked *q, double same, double *off, bool *tie)
{
    const double length = lope_point_length(q->def.motion);
    double list_off;
    if (!q->overlap && !nearest_agrees(brute, &a->nearest, a->met, length, same, off, tie)) return false;
    if (!list_agrees(brute, a->list, a->count, length, same, &list_off)) return false;
    if (list_off > *off) *off = list_off;
    return true;
}

// Brute force itself says one thing here and another beside, and the library's answer lies between.
static bool explained(const brute_world *world, const asked *q, const answer *a)
{
    static brute_hits brute;
    const lope_point beside[7] = {{0, 0, 0},       {BESIDE, 0, 0}, {-BESIDE, 0, 0}, {0, BESIDE, 0},
                                  {0, -BESIDE, 0}, {0, 0, BESIDE}, {0, 0, -BESIDE}};
    uint32_t least = UINT32_MAX, most = 0;
    double nearest = 2, farthest = -1;
    for (int i = 0; i < 7; i++) {
        brute_ask(world, &q->def, q->overlap, beside[i], &brute);
        least = brute.count < least ? brute.count : least;
        most = brute.count > most ? brute.count : most;
        const double fraction = brute.count > 0 ? brute.list[0].fraction : 2;
        nearest = fraction < nearest ? fraction : nearest;
        farthest = fraction > farthest ? fraction : farthest;
    }
    const double got = a->met ? a->nearest.fraction : 2, slack = 1e-12;
    return a->count >= least && a->count <= most && got >= nearest - slack && got <= farthest + slack &&
           (most > least || farthest > nearest);
}

// What touches the start, but for rounding, is met or not as rounding has it. So is the second triangle of an
// edge that is met. The rest agrees.
static bool only_touches(const brute_hits *brute, const answer *a, const asked *q)
{
    const double length = lope_point_length(q->def.motion);
    uint32_t i = 0, k = 0;
    double last = 0; // m: the hit before
    for (;; i++, k++) {
        while (i < a->count && a->list[i].depth <= SAME && a->list[i].fraction * length <= last + SAME) i++;
        while (k < brute->count && brute->list[k].depth <= SAME && brute->list[k].fraction * length <= last + SAME) k++;
        if (i == a->count || k == brute->count) return i == a->count && k == brute->count;
        if (!(fabs(a->list[i].fraction - brute->list[k].fraction) * length <= SAME)) return false;
        last = a->list[i].fraction * length;
    }
}

void ask_judge(judged *judge, const brute_world *world, lope_nearby *look, const asked *question)
{
    static brute_hits brute;
    static answer got;
    const lope_point none = {0, 0, 0};
    double off = 0;
    bool tie = false;
    judge->asked++;
    const bool asked_well = ask_library(world, look, question, &got);
    brute_ask(world, &question->def, question->overlap, none, &brute);
    judge->met += got.met;
    judge->listed += got.count;
    if (asked_well && agrees(&brute, &got, question, SAME, &off, &tie)) {
        judge->ties += tie;
        if (off > judge->worst) judge->worst = off;
        return;
    }
    if (asked_well && (only_touches(&brute, &got, question) || explained(world, question, &got))) {
        judge->grazing++;
        return;
    }
    if (judge->wrong++ > 3) return;
    const lope_cast_def *d = &question->def;
    printf("WRONG: question %u, %s, shape %d, radius %g, height %g, from %.17g %.17g %.17g, motion %.17g %.17g %.17g, flags %u\n",
           judge->asked, question->overlap ? "overlap" : "cast", d->shape ? (int)d->shape->kind : -1, (double)d->radius,
           (double)d->height, d->from.x, d->from.y, d->from.z, d->motion.x, d->motion.y, d->motion.z, d->flags);
    printf("  library: asked %s, %u hits, nearest %.17g of body %llu/%u depth %g\n", asked_well ? "well" : "BADLY", got.count,
           got.nearest.fraction, (unsigned long long)got.nearest.body, got.nearest.triangle, got.nearest.depth);
    for (uint32_t i = 0; i < got.count; i++)
        for (uint32_t k = 0; k < brute.count; k++)
            if (brute.list[k].body == got.list[i].body && brute.list[k].triangle == got.list[i].triangle)
                printf("  %llu/%u: fractions %.17g and %.17g, depths %.17g and %.17g\n", (unsigned long long)got.list[i].body,
                       got.list[i].triangle, got.list[i].fraction, brute.list[k].fraction, got.list[i].depth,
                       brute.list[k].depth);
    for (uint32_t i = 0; i < brute.count && i < 4; i++)
        printf("  brute force: %u hits, %.17g of body %llu/%u depth %g\n", brute.count, brute.list[i].fraction,
               (unsigned long long)brute.list[i].body, brute.list[i].triangle, brute.list[i].depth);
    if (brute.count == 0) printf("  brute force: none\n");
}

void judged_print(const judged *j, const char *name)
{
    printf("%s: %u questions, %u met something, %u hits in all, worst %.2g m, %u ties, %u grazing, %u wrong\n", name, j->asked,
           j->met, j->listed, j->worst, j->ties, j->grazing, j->wrong);
}
