// way_out.c - tries many directions, each to its exact end, and refines the shortest way.
//
// Rule: the box that is gathered grows until a way is found. So all that a shorter way could meet is known
// by then. These directions are tried: up; the normals of faces and the axes of solids near, as ways along
// them end exactly at a face; and a fixed lattice over the sphere, with one within 10 degrees of any
// direction. The shortest way is then turned a little to all sides, less and less, while that makes it
// shorter. So the corners between several solids are found too.
//
// What is found depends on the place and on what is there alone: of two ways alike the choice is fixed.
// Read next: straight_exit.c, depenetrate.c.
#include "motion/moving/way_out.h"
#include "motion/moving/straight_exit.h"
#include "motion/nearby/broadphase.h"
#include "motion/nearby/look.h"
#include "motion/query/inside.h"
#include "shape/kernels.h"

#define FIRST_REACH 0.5 // m, of the first box; each further one reaches twice as far
#define DIRECTIONS 160  // normals that are kept, at most
#define SAME 1e-8       // directions count as one when their cosine is 1 less so much: 0.008 degrees
#define TURN_FIRST 0.15 // of a refinement, tangent: about half the gap of the lattice
#define TURN_LAST 0.002 // the way is then within 2e-6 of the shortest near it
#define ALIKE_WAYS 3e-6 // m: ways that differ by less are alike
#define TURNS 64        // of one refinement, at most

// A search.
typedef struct search {
    lope_exit_start start;
    double best;      // m, of the shortest way so far
    lope_point along; // its direction
    bool found;
    lope_point directions[DIRECTIONS];
    uint32_t count;
} search;

// Returns true when of two ways alike that along `a` is taken. It is the higher one, else the one with the
// lesser coordinates. So the choice does not depend on the kind and order of shapes.
static bool is_preferred(const search *s, lope_point a, lope_point b)
{
    double rise = lope_rise(s->start.space, lope_point_sub(a, b)), same = 1e-6;
    if (rise > same || rise < -same) return rise > 0;
    if (a.x < b.x - same || a.x > b.x + same) return a.x < b.x;
    if (a.y < b.y - same || a.y > b.y + same) return a.y < b.y;
    return a.z < b.z - same;
}

// Tries one direction. Returns true when it is a shorter way, or one alike that is preferred.
static bool try_direction(search *s, lope_point direction)
{
    const lope_space *space = s->start.space;
    double share, alike = ALIKE_WAYS * space->unit;
    direction = lope_cut_by_plane(space, direction, LOPE_PLANE_PUSH, &share);
    // it leads out of the plane
    if (space->planar && lope_point_dot(direction, space->plane) > 0.5) return false;
    double length = lope_straight_exit(&s->start, direction, s->best + alike);
    if (length < 0 || (!s->found && length >= s->best)) return false;
    if (s->found && length > s->best - alike && !is_preferred(s, direction, s->along)) return false;
    bool shorter = length < s->best - alike;
    s->best = length;
    s->along = direction;
    s->found = true;
    return shorter;
}

// Keeps a direction to try, unless it is known or the list is full.
static void keep_direction(search *s, lope_point direction)
{
    if (s->count == DIRECTIONS) return;
    for (uint32_t i = 0; i < s->count; i++)
        if (lope_point_dot(s->directions[i], direction) > 1 - SAME) return;
    s->directions[s->count++] = direction;
}

// Keeps the directions in which a solid may be left.
static void keep_solid(search *s, const lope_capsule *capsule, const lope_shape *shape)
{
    lope_separation apart = lope_capsule_separation(capsule, shape);
    keep_direction(s, apart.normal);
    if (shape->kind == LOPE_SHAPE_BOX) {
        for (int axis = 0; axis < 3; axis++) {
            lope_point normal = shape->as.box.axis[axis];
            keep_direction(s, lope_point_scale(normal, -1.0));
            keep_direction(s, normal);
        }
    }
    if (shape->kind == LOPE_SHAPE_CYLINDER) {
        keep_direction(s, shape->as.cylinder.axis);
        keep_direction(s, lope_point_scale(shape->as.cylinder.axis, -1.0));
    }
    for (uint32_t i = 0; shape->kind == LOPE_SHAPE_HULL && i < shape->as.hull.triangle_count; i++) {
        const uint32_t *corner = &shape->as.hull.triangles[3 * (size_t)i];
        const lope_point *p = shape->as.hull.points;
        lope_triangle face = {{p[corner[0]], p[corner[1]], p[corner[2]]}};
        lope_point normal = lope_triangle_normal(&face);
        if (lope_point_dot(normal, normal) > 0.5) keep_direction(s, normal);
    }
}

// Returns true when a shape is within the reach of the capsule. A gather brings all of these, and shapes
// beside them that depend on how far earlier ones reached: those must not change the choice.
static bool is_within_reach(const search *s, const lope_capsule *capsule, const lope_near_triangle *triangle,
                            const lope_near_round *round)
{
    lope_point on_core, on_face;
    const double most = capsule->radius + s->start.reach;
    if (round) return lope_capsule_separation(capsule, &round->shape).distance <= s->start.reach;
    return lope_segment_triangle(capsule->a, capsule->b, &triangle->shape, &on_core, &on_face) <= most * most;
}

// Lists the directions that what is near asks for, in the order of the sets.
static void list_directions(search *s)
{
    const lope_space *space = s->start.space;
    lope_bounds box = lope_space_bounds(space, s->start.feet, (lope_point){0, 0, 0}, s->start.reach);
    lope_capsule capsule = lope_space_capsule(space, s->start.feet);
    lope_candidates walk = lope_candidates_in(s->start.nearby, &box);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    s->count = 0;
    keep_direction(s, space->up);
    while (s->count < DIRECTIONS && lope_candidates_next(&walk, &triangle, &round)) {
        if (!is_within_reach(s, &capsule, triangle, round)) continue;
        if (round) {
            keep_solid(s, &capsule, &round->shape);
            continue;
        }
        keep_direction(s, lope_near_normal(triangle));
        if (triangle->two_sided) keep_direction(s, lope_point_scale(lope_near_normal(triangle), -1.0));
    }
}

// Tries the lattice: the directions to all points of a cube's surface with whole coordinates up to 3.
static void try_lattice(search *s)
{
    lope_crossings frame; // for its axes across up
    lope_point up = s->start.space->up;
    lope_crossings_begin(&frame, s->start.feet, up);
    for (int i = -3; i <= 3; i++)
        for (int j = -3; j <= 3; j++)
            for (int k = -3; k <= 3; k++) {
                if (i != 3 && i != -3 && j != 3 && j != -3 && k != 3 && k != -3) continue;
                lope_point d = lope_point_scale(up, (double)i);
                d = lope_point_mad(lope_point_mad(d, frame.side, (double)j), frame.other, (double)k);
                try_direction(s, lope_point_scale(d, 1.0 / lope_point_length(d)));
            }
}

// Turns the shortest way to all sides while that makes it shorter.
static void refine(search *s)
{
    double turn = TURN_FIRST;
    for (int i = 0; i < TURNS && turn > TURN_LAST; i++) {
        lope_crossings frame; // for its axes across the way
        lope_crossings_begin(&frame, s->start.feet, s->along);
        bool shorter = false;
        for (int k = 0; k < 8; k++) {
            static const double side[8] = {1, 0.7, 0, -0.7, -1, -0.7, 0, 0.7}, other[8] = {0, 0.7, 1, 0.7, 0, -0.7, -1, -0.7};
            lope_point d = lope_point_mad(frame.way, frame.side, turn * side[k]);
            d = lope_point_mad(d, frame.other, turn * other[k]);
            shorter = try_direction(s, lope_point_scale(d, 1.0 / lope_point_length(d))) || shorter;
        }
        if (!shorter) turn *= 0.5;
    }
}

// Returns true when any of the triangles that were gathered is one-sided.
static bool has_closed(const lope_nearby *look)
{
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < look->sets[i].triangle_count; k++)
            if (!look->sets[i].triangles[k].two_sided) return true;
    return false;
}

// Returns true when a shorter way than the best so far is found within the reach.
static bool search_reach(search *s)
{
    s->start.has_closed = has_closed(s->start.nearby);
    list_directions(s);
    for (uint32_t i = 0; i < s->count; i++) try_direction(s, s->directions[i]);
    try_lattice(s);
    if (s->found) refine(s);
    return s->found;
}

// Gathers the box around the start, and all above it that tells how deep in meshes it is. Returns false when
// that fails.
static bool gather_column(lope_space *space, lope_nearby *look, const lope_bounds *box)
{
    if (!space->failed) space->failed = lope_look_cover(look, space->surroundings, space->filter, box, false, &space->gathers);
    return !space->failed;
}

// Counts the closed meshes that the middle of the core is in. Returns false when a gather fails.
static bool find_depth(lope_space *space, lope_nearby *look, lope_exit_start *start)
{
    lope_crossings ray;
    double length = LOPE_RAY * space->unit;
    lope_bounds box = lope_space_bounds(space, start->feet, lope_point_scale(space->up, length), 0.0);
    if (!gather_column(space, look, &box)) return false;
    lope_crossings_begin(&ray, lope_point_mad(start->feet, space->up, 0.5 * space->height), space->up);
    lope_crossings_find(&ray, look, length, NULL);
    start->depth = lope_crossings_depth(&ray);
    return true;
}

// Searches in boxes of growing reach. Returns true when a way is found.
static bool search_out(lope_space *space, lope_nearby *look, lope_point feet, search *s)
{
    double farthest = s->best;
    s->start = (lope_exit_start){.space = space, .nearby = look, .feet = feet};
    if (!find_depth(space, look, &s->start)) return false;
    for (double reach = FIRST_REACH * space->unit;; reach *= 2) {
        s->start.reach = reach < farthest ? reach : farthest;
        if (s->best > s->start.reach) s->best = s->start.reach;
        lope_bounds box = lope_space_bounds(space, feet, (lope_point){0, 0, 0}, s->start.reach);
        if (!gather_column(space, look, &box)) return false;
        if (search_reach(s) || !(reach < farthest)) return s->found;
        s->best = farthest;
    }
}

LOPE_COLD bool lope_way_out_find(lope_space *space, lope_point feet, double most, lope_point *way)
{
    search s = {.best = most};
    lope_near_self self;
    lope_nearby *look = lope_nearby_own_look(space->nearby);
    if (!look) space->failed = LOPE_ERROR_MEMORY;
    if (space->failed) return false;
    lope_look_begin(look, space->surroundings, space->filter, lope_point_add(feet, space->nearby->origin), &self, space->unit);
    look->part = space->nearby->part;
    look->log = space->nearby->log; // a moving body that stands in a way is part of a recorded tick
    lope_point shift = lope_point_sub(space->nearby->origin, look->origin);
    bool found = search_out(space, look, lope_point_add(feet, shift), &s);
    lope_look_end(look);
    if (found) *way = lope_point_scale(s.along, s.best);
    return found;
}
