// ground_height.c - finds the highest place at which the round bottom rests on whole ground.
//
// Rule: for each face, the height at which a ball touches its plane, by closed forms; beyond an edge, that
// of the edge or corner. The highest counts. Faces that may matter come from ground_faces.h, the survey
// from ground_survey.c. Read next: character/modes/walking_ground.c.
#include "motion/floor/ground_height.h"
#include "base/copy.h"
#include "base/hot_cold.h"
#include "motion/floor/ground_faces.h"
#include "motion/floor/ground_meets.h"
#include "motion/floor/ground_survey.h"
#include "motion/query/query_log.h"
#include "motion/query/touch.h"
#include "shape/kernels.h"

// of the radius: when the core is over a contact by less, the contact is beside it, but for rounding
#define UPRIGHT 1e-6

// Where the round bottom would rest on a face's plane.
typedef struct lope_ground_plane {
    const lope_near_triangle *triangle;
    lope_point normal; // turned up
    double slope;      // rise of the normal along up
    double rise;       // m along up from the feet asked about to the feet there
    lope_point center; // of the ball in that place
    lope_d4 at;        // m, of that centre over the triangle's four planes
    uint32_t beyond;   // bit i: the centre is beyond plane i, which stands on an edge
} lope_ground_plane;

// Where the round bottom rests on one face: inside it, or on its edge when the centre is beyond one.
typedef struct lope_ground_rest {
    const lope_ground_plane *plane;
    double rise;      // m along up from the feet asked about to the feet there
    lope_point point; // of the contact, when it is on an edge
} lope_ground_rest;

// Finds the highest place of a ball at which it touches a corner. from: the ball's centre relative to the
// corner. *rise: m along up to that place. Returns false when the ball passes the corner by.
static bool rest_on_corner(const lope_space *space, lope_point from, double *rise)
{
    double along = lope_rise(space, from), squared = space->radius * space->radius - lope_point_dot(from, from) + along * along;
    if (squared < 0) return false;
    *rise = sqrt(squared) - along;
    return true;
}

// Finds the same for the edge that begins at v, and the point of it that is touched. The ball rests where
// its axis leaves the cylinder around the edge, or the ball around an end. Returns false when it passes the
// edge by.
static bool rest_on_edge(const lope_space *space, lope_point center, lope_point v, lope_point edge, double *rise,
                         lope_point *point)
{
    lope_point from = lope_point_sub(center, v);
    double inverse = 1.0 / lope_point_dot(edge, edge);
    double from_along = lope_point_dot(from, edge) * inverse, up_along = lope_rise(space, edge) * inverse;
    lope_point side = lope_point_mad(from, edge, -from_along), up = lope_point_mad(space->up, edge, -up_along);
    double a = lope_point_dot(up, up), b = lope_point_dot(side, up);
    double root = b * b - a * (lope_point_dot(side, side) - space->radius * space->radius);
    if (root < 0) return false;
    *rise = (sqrt(root) - b) / a;
    double at = from_along + *rise * up_along;
    *point = lope_point_mad(v, edge, at);
    if (at >= 0 && at <= 1) return true;
    *point = at < 0 ? v : lope_point_add(v, edge);
    return rest_on_corner(space, lope_point_sub(center, *point), rise);
}

// Finds the edge that holds the ball highest. beyond: bits of the edges that the centre is beyond when the
// ball rests on the plane. Returns false when no such edge holds it.
static bool rest_on_rim(const lope_space *space, const lope_near_triangle *triangle, lope_point feet, uint32_t beyond,
                        lope_ground_rest *rest)
{
    const lope_point *v = triangle->shape.v;
    lope_point center = lope_point_mad(feet, space->up, space->radius), point;
    bool found = false;
    double rise;
    for (int i = 0; i < 3; i++) {
        if (!(beyond >> (i + 1) & 1)) continue;
        if (!rest_on_edge(space, center, v[i], lope_point_sub(v[i == 2 ? 0 : i + 1], v[i]), &rise, &point)) continue;
        if (found && rise <= rest->rise) continue;
        rest->rise = rise;
        rest->point = point;
        found = true;
    }
    return found;
}

// Returns a triangle's normal, turned when it is seen from its back.
static lope_point face_normal(const lope_near_triangle *triangle, bool turned)
{
    lope_point normal = lope_near_normal(triangle);
    return turned ? lope_point_scale(normal, -1.0) : normal;
}

// Finds where the ball rests on a triangle's plane. Returns false when that is lower than `least` (m along
// up from the feet).
static bool rest_on_plane(const lope_space *space, const lope_near_triangle *triangle, bool turned, lope_point feet, double least,
                          lope_ground_plane *plane)
{
    const lope_near_planes *planes = &triangle->planes;
    plane->normal = face_normal(triangle, turned);
    plane->slope = lope_rise(space, plane->normal);
    double over = lope_point_dot(plane->normal, feet) - (turned ? -planes->offset[0] : planes->offset[0]);
    double rise = (space->radius - over) / plane->slope; // m along up from the feet to the ball's centre
    plane->rise = rise - space->radius;
    if (plane->rise < least) return false;
    plane->triangle = triangle;
    plane->center = lope_point_mad(feet, space->up, rise);
    plane->at = lope_d4_sub(lope_near_along(planes, plane->center), lope_d4_load(planes->offset));
    plane->beyond = lope_d4_greater_bits(plane->at, lope_d4_splat(0.0)) & 0xeu;
    return true;
}

// Returns true when the ball passes the face by, even when lowered to `least`. Lowered so, it goes through
// the plane at most in a circle about the foot of its centre. The face is passed when an edge is farther
// away than that circle reaches.
static bool passes_by(const lope_space *space, const lope_ground_plane *plane, double least)
{
    double lower = plane->rise - least, radius = space->radius, depth = radius - lower * plane->slope;
    double circle = (depth > 0 ? sqrt(radius * radius - depth * depth) : radius) + LOPE_NEAR_SPARE;
    // whatever way the edge leans
    if (lope_d4_greater_bits(plane->at, lope_d4_splat(circle + lower)) & 0xeu) return true;
    lope_d4 rise = lope_near_along(&plane->triangle->planes, space->up), zero = lope_d4_splat(0.0);
    lope_d4 up = lope_d4_sub(zero, lope_d4_min(lope_d4_sub(zero, rise), zero));
    lope_d4 nearest = lope_d4_sub(plane->at, lope_d4_mul(up, lope_d4_splat(lower)));
    return (lope_d4_greater_bits(nearest, lope_d4_splat(circle)) & 0xeu) != 0;
}

// Finds where the ball rests on a face. Returns false when that is lower than `least` (m), which cannot
// matter. On an edge the ball rests lower than on the plane.
static bool rest_on_face(const lope_space *space, const lope_ground_plane *plane, lope_point feet, double least,
                         lope_ground_rest *rest)
{
    if (plane->rise < least || (plane->beyond && passes_by(space, plane, least))) return false;
    rest->plane = plane;
    rest->rise = plane->rise;
    return !plane->beyond || (rest_on_rim(space, plane->triangle, feet, plane->beyond, rest) && rest->rise >= least);
}

// Returns true when `a` is the better of two rests at the same height. The inside of a face goes before an
// edge, then the more level face.
static bool holds_better(const lope_space *space, const lope_ground_rest *a, const lope_ground_rest *b)
{
    if (!a->plane->beyond != !b->plane->beyond) return !a->plane->beyond;
    return lope_rise(space, a->plane->normal) > lope_rise(space, b->plane->normal) + 1e-9;
}

_Static_assert(LOPE_PATCH_FACES <= LOPE_GROUND_FACES, "there is room for the planes of either");

// Finds where the ball rests on the planes of the ground that are not too low. *least: the highest such
// rest inside a face, less a tie, in m: lower ones cannot matter. Returns how many planes were written.
static uint32_t rest_on_planes(const lope_space *space, const lope_ground *ground, const lope_point *to,
                               lope_ground_plane *planes, double *least)
{
    double tie = LOPE_TOUCH * space->unit;
    uint32_t narrowed[LOPE_PATCH_FACES], count = 0, faces = ground->face_count;
    const uint32_t *entries = ground->patched ? narrowed : ground->faces;
    if (ground->patched) faces = lope_ground_faces_narrow(space, to, ground->reach, narrowed);
    *least = -ground->reach - tie;
    for (uint32_t i = 0; i < faces; i++) {
        lope_ground_plane *plane = &planes[count];
        const lope_near_triangle *triangle = &space->nearby->sets[0].triangles[entries[i] >> 1];
        if (ground->patched) space->nearby->used |= UINT64_C(1) << (entries[i] >> 1);
        if (!rest_on_plane(space, triangle, entries[i] & 1, *to, *least, plane)) continue;
        if (!plane->beyond && plane->rise - tie > *least) *least = plane->rise - tie;
        count++;
    }
    return count;
}

// Finds the rest that holds the character highest. *highest: that height in m; the rest that is chosen may
// be lower by a tie. Returns false when none holds.
LOPE_COLD static bool find_rest(const lope_space *space, const lope_ground_plane *planes, uint32_t count, lope_point to,
                                double least, lope_ground_rest *best, double *highest)
{
    double tie = LOPE_TOUCH * space->unit;
    best->plane = NULL;
    for (uint32_t i = 0; i < count; i++) {
        lope_ground_rest one;
        if (!rest_on_face(space, &planes[i], to, least, &one)) continue;
        bool better = !best->plane || one.rise > *highest + tie || holds_better(space, &one, best);
        if (one.rise > *highest) *highest = one.rise;
        if (better) *best = one;
        if (*highest - tie > least) least = *highest - tie;
    }
    return best->plane;
}

// Fills in hold->triangle, point, normals and inside from a rest.
static void describe(const lope_space *space, const lope_ground_rest *rest, const lope_point *to, lope_ground_hold *hold)
{
    const lope_ground_plane *plane = rest->plane;
    hold->triangle = plane->triangle;
    hold->surface = hold->normal = plane->normal;
    hold->inside = !plane->beyond;
    if (hold->inside) {
        hold->point = lope_point_mad(plane->center, plane->normal, -space->radius);
        return;
    }
    lope_point center = lope_point_mad(*to, space->up, space->radius);
    lope_point away = lope_point_sub(lope_point_mad(center, space->up, rest->rise), rest->point);
    hold->point = rest->point;
    hold->normal = lope_point_scale(away, 1.0 / space->radius);
}

// Finds what holds the character with its feet over or under `to`. Returns false when nothing does, or when
// the contact is farther out than the support radius.
LOPE_HOT static bool stands(const lope_space *space, const lope_ground *ground, const lope_point *to, lope_ground_hold *hold)
{
    lope_ground_plane planes[LOPE_GROUND_FACES];
    lope_ground_rest best;
    double least;
    uint32_t count = rest_on_planes(space, ground, to, planes, &least);
    hold->rise = -ground->reach;
    if (count == 1 && !planes[0].beyond) { // mostly there is one only
        best.plane = &planes[0];
        if (planes[0].rise > hold->rise) hold->rise = planes[0].rise;
    } else if (!find_rest(space, planes, count, *to, least, &best, &hold->rise))
        return false;
    describe(space, &best, to, hold);
    lope_point beside = lope_flat(space, lope_point_sub(hold->point, *to));
    return lope_point_dot(beside, beside) <= space->support_radius * space->support_radius;
}

// Returns true when all that a way may meet (lope_ground_reach) lies within reach of home, where all is
// known. What is listed beyond depends on how wide the gather was. From home itself, with a walkable limit
// of at most 45 degrees, only the way's end must be within reach.
static bool stays_near(const lope_space *space, const lope_ground *ground, const lope_point *feet, lope_point motion)
{
    lope_point from = lope_point_sub(*feet, ground->home), to = lope_point_add(from, motion);
    double most = ground->reach * ground->reach, wide = lope_ground_bulge(space);
    if (lope_point_dot(to, to) > most) return false;
    if (wide <= 1.0 && !(lope_point_dot(from, from) > 0)) return true;
    double left = ground->reach - 0.5 * wide * lope_point_length(motion);
    lope_point middle = lope_point_mad(from, motion, 0.5);
    return left >= 0 && lope_point_dot(middle, middle) <= left * left;
}

LOPE_HOT bool lope_ground_walk(const lope_space *space, const lope_ground *ground, const lope_point *feet,
                               const lope_point *level, lope_ground_hold *hold)
{
    const lope_point over = lope_point_add(*feet, *level);
    if (!stands(space, ground, &over, hold)) return false;
    lope_point motion = lope_point_mad(*level, space->up, hold->rise);
    return stays_near(space, ground, feet, motion) && !lope_ground_meets(space, ground, *feet, motion);
}

LOPE_HOT void lope_ground_tell(const lope_space *space, const lope_ground_hold *hold, lope_floor_hit *floor)
{
    const lope_near_triangle *triangle = hold->triangle;
    lope_near_set *set = &space->nearby->sets[0];
    const lope_near_ground *ground = &triangle->ground;
    space->nearby->under = (uint32_t)(triangle - set->triangles);
    lope_clear_bytes(floor, sizeof *floor);
    floor->kind = LOPE_FLOOR_FACE;
    floor->walkable = true;
    floor->normal = hold->normal;
    floor->contact.point = hold->point;
    floor->contact.normal = hold->normal;
    floor->contact.surface = hold->surface;
    floor->contact.body = ground->id;
    floor->contact.index = triangle->index;
    floor->contact.part = triangle->part;
    floor->contact.material = ground->material;
    floor->contact.limit = (float)space->walkable_cosine;
    floor->contact.walkable = true;
    floor->contact.smooth = floor->contact.flat = hold->inside;
    floor->contact.no_step_up = ground->no_step_up;
    floor->contact.no_base = ground->no_base;
}

// Returns true when something that is not ground could hold up a capsule at `feet`. down: m, by which it
// came down to there. It is touched from above, or the core is in it or has come through it.
static bool leans_on(const lope_space *space, const lope_ground *ground, lope_point feet, double down)
{
    lope_near_query query = lope_ground_reach(space, feet, lope_point_make(0, 0, 0));
    if (down > 0) query.core = lope_point_mad(query.core, space->up, down);
    lope_point on_core, on_face, top = lope_point_add(query.a, query.core);
    for (uint32_t i = 0; i < ground->other_count; i++) {
        const lope_near_triangle *triangle = &space->nearby->sets[0].triangles[ground->others[i]];
        if (!lope_near_reached(&triangle->planes, &query)) continue;
        double squared = lope_segment_triangle(query.a, top, &triangle->shape, &on_core, &on_face);
        if (squared > query.radius * query.radius) continue;
        if (squared <= 0 || lope_rise(space, lope_point_sub(on_core, on_face)) > UPRIGHT * space->radius) return true;
    }
    return false;
}

bool lope_ground_floor(lope_space *space, lope_ground *ground, lope_point feet, double deep, double raise, lope_floor_hit *floor)
{
    lope_ground_hold hold;
    if (!lope_ground_serves(space, ground, feet) || !stands(space, ground, &feet, &hold)) return false;
    if (hold.rise > raise || -hold.rise > deep) return false;
    lope_point there = lope_point_mad(feet, space->up, hold.rise);
    if (!lope_ground_serves(space, ground, there) || leans_on(space, ground, there, -hold.rise)) return false;
    lope_ground_tell(space, &hold, floor);
    floor->distance = -hold.rise;
    return true;
}

bool lope_ground_touching(lope_space *space, lope_ground *ground, lope_point feet, double reach, lope_contact *contacts,
                          uint32_t capacity, uint32_t *count)
{
    if (!lope_ground_serves(space, ground, feet)) return false;
    const lope_near_set *set = &space->nearby->sets[0];
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_near_query query = lope_near_query_capsule(&capsule, lope_point_make(0, 0, 0));
    query.radius += reach;
    *count = 0;
    for (uint32_t i = 0; i < ground->other_count && *count < capacity; i++) {
        const lope_near_triangle *triangle = &set->triangles[ground->others[i]];
        if (lope_near_reached(&triangle->planes, &query) &&
            lope_touch_triangle(space, &capsule, reach, set, triangle, &contacts[*count]))
            *count += 1;
    }
    if (space->log) lope_log_overlap(space, feet, reach, lope_deepest_contact(contacts, *count));
    return true;
}
