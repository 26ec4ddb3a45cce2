// parts.c - finds flawed triangles, connected parts, and which parts are closed and so can be taken as solid.
// See parts.h.
//
// Real levels are not clean: brushes touch and share faces, slivers close T-junctions, boxes come inside out.
// The rules:
// - Points are welded when equal to the bit. Triangles are connected when they share an edge.
// - A part is closed when every edge is used as often one way as the other. That holds for one box, for boxes
//   that touch (four triangles at an edge) and for any pile of closed things. It does not hold for anything
//   with a hole or a flipped triangle. It is counted twice: over all triangles (touching brushes need their
//   doubles), and over distinct ones (a copied face does not open a box). Either suffices. Degenerate
//   triangles count too, because they keep cracks shut.
// - A closed part with a positive volume is solid and one-sided. Parts that are inside out, flat or open are
//   two-sided, which is always safe: nothing passes. (An inside-out part within a solid may be a cavity:
//   cavities.c.)
// - Where two triangles on the same points face away from each other, the one that is kept is two-sided,
//   because it stands for both.
//
// Read next: mesh.c.
#include "level/parts.h"

#include "base/memory.h"

#include <string.h>

#define NONE UINT32_MAX

// An edge between two welded points, with how often each triangle direction uses it.
typedef struct edge {
    uint32_t low, high;    // welded points
    uint32_t triangle;     // the first with this edge
    int32_t all, distinct; // times used from low to high, minus times from high to low
} edge;

// A connected part of the mesh.
typedef struct part {
    double volume_all, volume_distinct; // 6 times, m3
    double area;                        // 2 times, m2
    uint32_t kept;
    bool open_all, open_distinct;
} part;

// Working memory of one analysis, in one allocation.
typedef struct parts_work {
    const lope_vec3 *points;
    uint32_t point_count, triangle_count, edge_count;
    size_t point_slots, triangle_slots, edge_slots; // sizes of the hash tables, powers of two
    part *parts;                                    // by triangle; only those of roots are used
    edge *edges;
    uint32_t *table;  // one hash table at a time
    uint32_t *weld;   // point: the first point with the same bits
    uint32_t *corner; // 3 a triangle, welded
    uint32_t *up;     // triangle: toward the root of its part
    uint8_t *flags;
    void *memory;
    size_t bytes;
} parts_work;

// Returns the size of a hash table for so many items: a power of two, at most two thirds full.
static size_t slots_for(size_t items)
{
    size_t slots = 16;
    while (slots < items + items / 2) slots *= 2;
    return slots;
}

// Allocates the working memory. Returns false when memory is short.
static bool parts_work_begin(parts_work *w, const lope_allocator *allocator)
{
    size_t t = w->triangle_count, p = w->point_count;
    w->point_slots = slots_for(p);
    w->triangle_slots = slots_for(t);
    w->edge_slots = slots_for(3 * t);
    size_t slots = w->edge_slots > w->point_slots ? w->edge_slots : w->point_slots;
    size_t bytes = t * sizeof(part) + 3 * t * sizeof(edge) + (slots + p + 3 * t + t) * sizeof(uint32_t);
    char *memory = lope_allocate(allocator, bytes);
    if (!memory) return false;
    w->memory = memory;
    w->bytes = bytes;
    w->parts = (part *)(void *)memory;
    w->edges = (edge *)(void *)(w->parts + t);
    w->table = (uint32_t *)(void *)(w->edges + 3 * t);
    w->weld = w->table + slots;
    w->corner = w->weld + p;
    w->up = w->corner + 3 * t;
    memset(w->parts, 0, t * sizeof(part));
    return true;
}

// Empties the hash table.
static void table_clear(parts_work *w, size_t slots) { memset(w->table, 0xff, slots * sizeof(uint32_t)); }

// Returns where a table begins to look for three numbers: the high bits of products, which depend on all bits
// of a factor. The order in a table is no result, so this need not be the hash of states.
static size_t hash3(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t h = (((uint64_t)a << 32) | b) * UINT64_C(0x9e3779b97f4a7c15);
    h = ((h >> 32) ^ h ^ c) * UINT64_C(0xc2b2ae3d27d4eb4f);
    return (size_t)(h >> 32);
}

// Finds for each point the first one with the same bits.
static void points_weld(parts_work *w)
{
    size_t mask = w->point_slots - 1;
    table_clear(w, w->point_slots);
    for (uint32_t i = 0; i < w->point_count; ++i) {
        uint32_t bits[3];
        memcpy(bits, &w->points[i], sizeof bits);
        size_t slot = hash3(bits[0], bits[1], bits[2]) & mask;
        while (w->table[slot] != NONE && memcmp(&w->points[w->table[slot]], bits, sizeof bits) != 0) slot = (slot + 1) & mask;
        if (w->table[slot] == NONE) w->table[slot] = i;
        w->weld[i] = w->table[slot];
    }
}

// Returns corner k of a triangle, m.
static lope_point corner_point(const parts_work *w, uint32_t triangle, int k)
{
    return lope_vec3_to_point(w->points[w->corner[3 * (size_t)triangle + (size_t)k]]);
}

// Returns whether the smallest altitude, twice the area over the longest edge, is too small.
static bool triangle_degenerate(const parts_work *w, uint32_t t)
{
    lope_point a = corner_point(w, t, 0), b = corner_point(w, t, 1), c = corner_point(w, t, 2);
    lope_point ab = lope_point_sub(b, a), ac = lope_point_sub(c, a), bc = lope_point_sub(c, b);
    double longest = lope_point_length(ab), second = lope_point_length(ac), third = lope_point_length(bc);
    if (second > longest) longest = second;
    if (third > longest) longest = third;
    return !(lope_point_length(lope_point_cross(ab, ac)) >= LOPE_LEAST_ALTITUDE * longest) || longest <= 0;
}

// Sorts three numbers. Returns whether that took an odd number of swaps.
static bool sort3(uint32_t v[3])
{
    bool odd = false;
    for (int pass = 0; pass < 3; ++pass) {
        int k = pass == 1 ? 1 : 0;
        if (v[k] <= v[k + 1]) continue;
        uint32_t swap = v[k];
        v[k] = v[k + 1];
        v[k + 1] = swap;
        odd = !odd;
    }
    return odd;
}

// Returns the corners of a triangle in ascending order. *odd: whether that mirrors it.
static void triangle_sorted(const parts_work *w, uint32_t t, uint32_t v[3], bool *odd)
{
    memcpy(v, &w->corner[3 * (size_t)t], 3 * sizeof(uint32_t));
    *odd = sort3(v);
}

// Flags degenerate triangles, and those that have the same three points as an earlier one.
static void flaws_find(parts_work *w)
{
    size_t mask = w->triangle_slots - 1;
    table_clear(w, w->triangle_slots);
    for (uint32_t t = 0; t < w->triangle_count; ++t) {
        uint32_t v[3], other[3] = {0, 0, 0};
        bool odd, other_odd = false;
        w->flags[t] = 0;
        if (triangle_degenerate(w, t)) {
            w->flags[t] = LOPE_PART_DEGENERATE;
            continue;
        }
        triangle_sorted(w, t, v, &odd);
        size_t slot = hash3(v[0], v[1], v[2]) & mask;
        for (; w->table[slot] != NONE; slot = (slot + 1) & mask) {
            triangle_sorted(w, w->table[slot], other, &other_odd);
            if (memcmp(v, other, sizeof v) == 0) break;
        }
        uint32_t kept = w->table[slot];
        if (kept == NONE) {
            w->table[slot] = t;
            continue;
        }
        w->flags[t] = LOPE_PART_DUPLICATE;
        if (odd != other_odd && !(w->flags[kept] & LOPE_PART_MIRRORED)) {
            w->flags[kept] |= LOPE_PART_MIRRORED;
            w->flags[t] |= LOPE_PART_MIRROR;
        }
    }
}

// Returns the root of a triangle's part, and shortens the way to it.
static uint32_t root_of(parts_work *w, uint32_t t)
{
    while (w->up[t] != t) {
        w->up[t] = w->up[w->up[t]];
        t = w->up[t];
    }
    return t;
}

// Joins two parts. The lower number becomes the root, so that parts do not depend on the order of the edges.
static void join(parts_work *w, uint32_t a, uint32_t b)
{
    a = root_of(w, a);
    b = root_of(w, b);
    if (a < b)
        w->up[b] = a;
    else
        w->up[a] = b;
}

// Returns the edge between two points, and adds it when it is new.
static edge *edge_at(parts_work *w, uint32_t low, uint32_t high, uint32_t triangle)
{
    size_t mask = w->edge_slots - 1, slot = hash3(low, high, 0) & mask;
    for (; w->table[slot] != NONE; slot = (slot + 1) & mask) {
        edge *e = &w->edges[w->table[slot]];
        if (e->low == low && e->high == high) return e;
    }
    w->table[slot] = w->edge_count;
    edge *e = &w->edges[w->edge_count++];
    e->low = low;
    e->high = high;
    e->triangle = triangle;
    e->all = e->distinct = 0;
    return e;
}

// Counts the uses of each edge, and joins the triangles that share one.
static void edges_join(parts_work *w)
{
    table_clear(w, w->edge_slots);
    for (uint32_t t = 0; t < w->triangle_count; ++t) w->up[t] = t;
    for (uint32_t t = 0; t < w->triangle_count; ++t) {
        const uint32_t *c = &w->corner[3 * (size_t)t];
        if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
        bool distinct = !(w->flags[t] & LOPE_PART_DUPLICATE) || (w->flags[t] & LOPE_PART_MIRROR);
        for (int k = 0; k < 3; ++k) {
            uint32_t a = c[k], b = c[(k + 1) % 3];
            edge *e = a < b ? edge_at(w, a, b, t) : edge_at(w, b, a, t);
            int32_t way = a < b ? 1 : -1;
            e->all += way;
            if (distinct) e->distinct += way;
            if (e->triangle != t) join(w, e->triangle, t);
        }
    }
}

// Measures each part: its volume by tetrahedra from one of its points (exact enough far from the origin), its
// area, and whether an edge is open.
static void parts_measure(parts_work *w)
{
    for (uint32_t t = 0; t < w->triangle_count; ++t) {
        uint32_t root = root_of(w, t);
        part *p = &w->parts[root];
        lope_point from = corner_point(w, root, 0);
        lope_point a = lope_point_sub(corner_point(w, t, 0), from), b = lope_point_sub(corner_point(w, t, 1), from);
        lope_point c = lope_point_sub(corner_point(w, t, 2), from);
        double volume = lope_point_dot(a, lope_point_cross(b, c));
        bool duplicate = (w->flags[t] & LOPE_PART_DUPLICATE) != 0;
        p->volume_all += volume;
        if (!duplicate || (w->flags[t] & LOPE_PART_MIRROR)) p->volume_distinct += volume;
        p->area += lope_point_length(lope_point_cross(lope_point_sub(b, a), lope_point_sub(c, a)));
        if (!(w->flags[t] & LOPE_PART_DROPPED)) p->kept++;
    }
    for (uint32_t i = 0; i < w->edge_count; ++i) {
        part *p = &w->parts[root_of(w, w->edges[i].triangle)];
        if (w->edges[i].all != 0) p->open_all = true;
        if (w->edges[i].distinct != 0) p->open_distinct = true;
    }
}

// Returns 1 for a part that is closed and outward, -1 for one that is closed and inside out. Returns 0 for
// one that is open, or so flat that it has no inside.
static int part_turn(const part *p)
{
    if (p->open_all && p->open_distinct) return 0;
    double volume = p->open_all ? p->volume_distinct : p->volume_all;
    // A plate of area A on each side and thickness h has 6 V = 6 A h, and p->area is 4 A. A plate thinner
    // than the least altitude is flat.
    double least = 1.5 * LOPE_LEAST_ALTITUDE * p->area;
    return volume > least ? 1 : volume < -least ? -1 : 0;
}

// Counts parts and triangles for the report, and flags the triangles that are met from both sides.
static void parts_report(parts_work *w, lope_sides sides, lope_mesh_report *report)
{
    memset(report, 0, sizeof *report);
    for (uint32_t t = 0; t < w->triangle_count; ++t) {
        const part *p = &w->parts[root_of(w, t)];
        int turn = part_turn(p);
        if (w->up[t] == t && p->kept > 0) {
            report->parts++;
            if (turn > 0)
                report->parts_closed++;
            else if (turn < 0)
                report->parts_inside_out++;
            else
                report->parts_open++;
        }
        if (w->flags[t] & LOPE_PART_DROPPED) {
            if (w->flags[t] & LOPE_PART_DEGENERATE)
                report->dropped_degenerate++;
            else
                report->dropped_duplicate++;
            continue;
        }
        report->triangles++;
        bool two = sides == LOPE_SIDES_TWO || (w->flags[t] & LOPE_PART_MIRRORED) || (sides == LOPE_SIDES_AUTO && turn <= 0);
        if (!two) continue;
        w->flags[t] |= LOPE_PART_TWO_SIDED;
        if (sides == LOPE_SIDES_AUTO && turn < 0) w->flags[t] |= LOPE_PART_INSIDE_OUT;
        report->triangles_two_sided++;
    }
}

bool lope_parts_find(const lope_vec3 *points, uint32_t point_count, const uint32_t *corners, uint32_t triangle_count,
                     lope_sides sides, const lope_allocator *allocator, uint8_t *flags, uint32_t *roots, lope_mesh_report *report)
{
    parts_work w = {.points = points, .point_count = point_count, .triangle_count = triangle_count, .flags = flags};
    if (!parts_work_begin(&w, allocator)) return false;
    points_weld(&w);
    for (size_t i = 0; i < 3 * (size_t)triangle_count; ++i) w.corner[i] = w.weld[corners[i]];
    flaws_find(&w);
    edges_join(&w);
    parts_measure(&w);
    parts_report(&w, sides, report);
    for (uint32_t t = 0; t < triangle_count; ++t) roots[t] = root_of(&w, t);
    lope_release(allocator, w.memory, w.bytes);
    return true;
}
