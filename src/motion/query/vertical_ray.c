// vertical_ray.c - casts rays through the near sets, block by block. See vertical_ray.h. Read next:
// shape/kernels.h.
#include "motion/query/vertical_ray.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"

// m from its edge, at which a face must be open: nearer, two solids put together would hide it
#define END_RISE 1e-3 // of a normal: an end that is more upright has nothing above it
#define PLUMB_INWARD 2e-3
#define PLUMB_CLEAR 1e-4 // m above a face: faces in its own plane do not cover it
#define PLUMB_SPARE 1e-5 // m: more than the planes of even a sliver are off

// Returns the box around a line.
static lope_bounds line_bounds(lope_point a, lope_point b)
{
    lope_bounds bounds = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z},
                          {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z}};
    return bounds;
}

// Returns true when `a` is met before `b`. Of two at the same time the walkable one goes first.
static bool plumb_before(const lope_contact *a, const lope_contact *b)
{
    if (a->fraction < b->fraction || a->fraction > b->fraction) return a->fraction < b->fraction;
    if (a->walkable != b->walkable) return a->walkable;
    return lope_contact_before(a, b);
}

// A ray up or down, and what it has met first.
typedef struct lope_plumb_line {
    lope_point from, motion;
    lope_near_vector start, way; // the same as from and motion, four times over
    lope_contact *hit;
    bool found;
} lope_plumb_line;

// Returns true when a triangle's planes say that the ray misses it: beyond one of its edges, or on one side
// of it, all the way.
static inline bool passes_by(const lope_near_planes *planes, const lope_plumb_line *line)
{
    lope_d4 at = lope_d4_sub(lope_near_along4(planes, &line->start), lope_d4_load(planes->offset));
    lope_d4 way = lope_near_along4(planes, &line->way), low = lope_d4_add(at, lope_d4_min(way, lope_d4_splat(0.0)));
    if (lope_d4_greater_bits(low, lope_d4_splat(PLUMB_SPARE))) return true;
    return lope_d4_first(at) - lope_below_zero(-lope_d4_first(way)) < -PLUMB_SPARE;
}

// Casts the ray against one shape and keeps the hit when it is the first.
static void meet_shape(lope_space *space, lope_plumb_line *line, const lope_near_set *set, const lope_near_triangle *triangle,
                       const lope_near_round *round)
{
    lope_shape shape; // not zeroed: that would be a `rep stos` over its largest kind for each candidate
    shape.kind = LOPE_SHAPE_TRIANGLE;
    if (triangle) shape.as.triangle = triangle->shape;
    lope_ray_hit ray;
    lope_contact one;
    space->triangles++;
    if (!lope_shape_ray(line->from, line->motion, triangle ? &shape : &round->shape, &ray)) return;
    one.fraction = ray.fraction;
    one.depth = 0;
    one.point = ray.point;
    one.normal = ray.normal;
    lope_contact_describe(space, &one, set, triangle, round);
    if (line->found && !plumb_before(&one, line->hit)) return;
    *line->hit = one;
    line->found = true;
}

// Casts the ray against all of a set that touches the bounds.
static void meet_set(lope_space *space, lope_plumb_line *line, const lope_bounds *bounds, const lope_near_set *set)
{
    uint32_t triangles = lope_near_blocks(set->triangle_count), rounds = lope_near_blocks(set->round_count);
    if (triangles + rounds == 0) return;
    lope_near_window window = lope_near_window_of(set, bounds);
    for (uint32_t block = 0; block < triangles; block++) {
        uint32_t mask = lope_near_block_touches(&set->triangle_blocks[block], &window);
        for (; mask; mask &= mask - 1) {
            const lope_near_triangle *triangle = &set->triangles[block * LOPE_BLOCK + lope_lowest_bit(mask)];
            if (!passes_by(&triangle->planes, line)) meet_shape(space, line, set, triangle, NULL);
        }
    }
    for (uint32_t block = 0; block < rounds; block++) {
        uint32_t mask = lope_near_block_touches(&set->round_blocks[block], &window);
        for (; mask; mask &= mask - 1)
            meet_shape(space, line, set, NULL, &set->rounds[block * LOPE_BLOCK + lope_lowest_bit(mask)]);
    }
}

bool lope_vertical_ray(lope_space *space, lope_point from, double reach, lope_contact *hit)
{
    lope_point motion = lope_point_scale(space->up, reach);
    lope_bounds bounds = line_bounds(from, lope_point_add(from, motion));
    if (!lope_space_cover(space, &bounds)) return false;
    lope_plumb_line line = {from, motion, lope_near_vector_of(from), lope_near_vector_of(motion), hit, false};
    meet_set(space, &line, &bounds, &space->nearby->sets[0]);
    meet_set(space, &line, &bounds, &space->nearby->sets[1]);
    if (space->log) lope_log_line(space, from, motion, line.found ? hit : NULL);
    return line.found;
}

// Returns true when a triangle is that of a contact.
static bool is_of(const lope_near_triangle *triangle, const lope_near_set *set, const lope_contact *contact)
{
    return triangle->index == contact->index && triangle->part == contact->part &&
           set->bodies[triangle->body].id == contact->body;
}

// Returns the triangle of a contact, which mostly is in the short list. NULL: the contact is of a round
// shape.
static const lope_near_triangle *triangle_of(const lope_space *space, const lope_contact *contact)
{
    const lope_shortlist *around = space->around;
    for (uint32_t i = 0; around->listed && i < around->near_by.count; i++) {
        const lope_shortlist_entry *neighbor = &around->near_by.list[i];
        if (neighbor->triangle && is_of(neighbor->triangle, neighbor->set, contact)) return neighbor->triangle;
    }
    lope_bounds at = {contact->point, contact->point};
    double spare = PLUMB_CLEAR * space->unit;
    lope_point s = {spare, spare, spare};
    at.lower = lope_point_sub(at.lower, s);
    at.upper = lope_point_add(at.upper, s);
    lope_candidates walk = lope_candidates_in(space->nearby, &at);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (lope_candidates_next(&walk, &triangle, &round))
        if (triangle && is_of(triangle, walk.set, contact)) return triangle;
    return NULL;
}

// Returns the point of a cylinder's end that lies by `level` m beside the contact.
static lope_point on_end(const lope_space *space, const lope_contact *contact, lope_point level)
{
    const double up = lope_rise(space, contact->surface);
    const double rise = up > END_RISE ? -lope_point_dot(contact->surface, level) / up : 0;
    return lope_point_mad(lope_point_add(contact->point, level), space->up, rise);
}

// Returns a point of the contact's face a little farther from the axis than its edge.
static lope_point inward(const lope_space *space, lope_point feet, const lope_contact *contact)
{
    double in = PLUMB_INWARD * space->unit;
    lope_point away = lope_flat(space, lope_point_sub(contact->point, feet));
    double length = lope_point_length(away);
    if (length <= 1e-9 * space->unit) return contact->point;
    lope_point there = lope_point_mad(contact->point, away, in / length);
    const lope_near_triangle *triangle = triangle_of(space, contact);
    if (!triangle) return on_end(space, contact, lope_flat(space, lope_point_sub(there, contact->point)));
    there = lope_closest_on_triangle(there, &triangle->shape);
    if (lope_point_length(lope_point_sub(there, contact->point)) > 0.25 * in) return there;
    const lope_point *v = triangle->shape.v; // at a corner that points another way
    lope_point middle = lope_point_scale(lope_point_add(lope_point_add(v[0], v[1]), v[2]), 1.0 / 3.0);
    lope_point to = lope_point_sub(middle, contact->point);
    double far = lope_point_length(to);
    return far > in ? lope_point_mad(contact->point, to, in / far) : middle;
}

// Returns the bounds of all that lope_lies_open asks for: the contact's triangle and the ray above it. A
// gather for the ray alone could lack the triangle.
static lope_bounds open_bounds(const lope_space *space, const lope_contact *contact)
{
    double spare = 1.5 * PLUMB_INWARD * space->unit;
    lope_point out = {spare, spare, spare};
    lope_bounds bounds = line_bounds(contact->point, lope_point_mad(contact->point, space->up, space->radius));
    return (lope_bounds){lope_point_sub(bounds.lower, out), lope_point_add(bounds.upper, out)};
}

bool lope_lies_open(lope_space *space, lope_point feet, const lope_contact *contact)
{
    lope_contact above;
    lope_bounds bounds = open_bounds(space, contact);
    if (!lope_space_cover(space, &bounds)) return false;
    lope_point from = lope_point_mad(inward(space, feet, contact), space->up, PLUMB_CLEAR * space->unit);
    uint8_t purpose = space->purpose;
    space->purpose = LOPE_QUERY_RIM;
    bool covered = lope_vertical_ray(space, from, space->radius, &above);
    space->purpose = purpose;
    if (covered) lope_log_verdict(space, LOPE_VERDICT_NO_ROOM);
    return !covered;
}
