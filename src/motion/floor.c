// floor.c - see floor.h for what a floor is. The wedge test stands in wedge.c.
#include "motion/floor.h"
#include "motion/cast.h"
#include "motion/wedge.h"

#define FLOOR_CONTACTS 24
#define FLOOR_LIPS 24
#define LIP_JOIN 2e-3  // m, between two surfaces that count as going on from one another
#define LIP_LEAST 1e-5 // m, by which a rim must be higher than what the round bottom rests on

// A walkable surface beside the axis: its point nearest to the axis, seen from above.
typedef struct lope_lip {
    lope_contact contact;
    double beside; // m from the axis
    const lope_near_triangle *triangle;
} lope_lip;

// The point of a triangle that is nearest to the axis through feet, seen along up. Zero distance when the axis goes through it.
static double beside_triangle(const lope_space *space, lope_point feet, const lope_triangle *triangle, lope_point *nearest)
{
    lope_triangle flat;
    for (int i = 0; i < 3; i++) flat.v[i] = lope_flat(space, lope_point_sub(triangle->v[i], feet));
    lope_point p = lope_closest_on_triangle(lope_point_make(0, 0, 0), &flat);
    // back to the triangle itself: by its plane, whose rise over the flat is known for walkable ones
    lope_point normal =
        lope_point_cross(lope_point_sub(triangle->v[1], triangle->v[0]), lope_point_sub(triangle->v[2], triangle->v[0]));
    double rise = lope_rise(space, normal);
    lope_point level = lope_point_add(feet, p);
    double up = lope_point_dot(normal, lope_point_sub(triangle->v[0], level)) / rise;
    *nearest = lope_point_mad(level, space->up, up);
    return lope_point_length(p);
}

static double beside_cylinder(const lope_space *space, lope_point feet, const lope_cylinder *cylinder, lope_point *nearest,
                              lope_point *end)
{
    *end = lope_point_scale(cylinder->axis, lope_rise(space, cylinder->axis) < 0 ? -1.0 : 1.0);
    lope_point top = lope_point_mad(cylinder->center, *end, cylinder->half_height);
    double rise = lope_rise(space, *end);
    if (rise < 1e-6) return 1e30;
    // where the axis meets the end's plane, then into the disc
    double along = lope_point_dot(*end, lope_point_sub(top, feet)) / rise;
    lope_point from = lope_point_sub(lope_point_mad(feet, space->up, along), top);
    double out = lope_point_length(from);
    if (out > cylinder->radius) from = lope_point_scale(from, cylinder->radius / out);
    *nearest = lope_point_add(top, from);
    return lope_point_length(lope_flat(space, lope_point_sub(*nearest, feet)));
}

static bool lip_of(const lope_space *space, lope_point feet, const lope_near_set *set, const lope_near_triangle *triangle,
                   const lope_near_round *round, lope_lip *lip)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    lope_point surface;
    if (triangle) {
        surface = lope_triangle_surface(triangle, space->up);
        if (!lope_space_walkable(space, body, surface)) return false;
        lip->beside = beside_triangle(space, feet, &triangle->shape, &lip->contact.point);
    } else {
        if (round->shape.kind != LOPE_SHAPE_CYLINDER) return false;
        lip->beside = beside_cylinder(space, feet, &round->shape.as.cylinder, &lip->contact.point, &surface);
        if (!lope_space_walkable(space, body, surface)) return false;
    }
    if (lip->beside > space->support_radius) return false;
    lip->triangle = triangle;
    lip->contact.surface = surface;
    lip->contact.normal = surface;
    lip->contact.body = body->id;
    lip->contact.index = triangle ? triangle->index : round->index;
    lip->contact.part = triangle ? triangle->part : 0;
    lip->contact.material = body->surface.material;
    lip->contact.no_step_up = body->surface.no_step_up;
    lip->contact.no_base = body->surface.no_base;
    lip->contact.moving = body->moving;
    lip->contact.character = body->character;
    lip->contact.walkable = true;
    lip->contact.smooth = false;
    lip->contact.fraction = 0;
    lip->contact.depth = 0;
    return true;
}

// Whether a walkable surface goes on from lip i toward the axis.
static bool goes_on(const lope_space *space, const lope_lip *lips, uint32_t count, uint32_t i)
{
    double near_by = LIP_JOIN * space->unit;
    for (uint32_t k = 0; k < count; k++) {
        if (k == i || !lips[k].triangle || lips[k].beside >= lips[i].beside - 1e-5 * space->unit) continue;
        lope_point on = lope_closest_on_triangle(lips[i].contact.point, &lips[k].triangle->shape);
        lope_point apart = lope_point_sub(on, lips[i].contact.point);
        if (lope_point_dot(apart, apart) < near_by * near_by) return true;
    }
    return false;
}

static double across(double radius, double up) { return up * up < 1.0 ? radius * sqrt(1.0 - up * up) : 0.0; }

// Of the disc of the support radius around the axis, swept from `lowest` to `raise` m along up.
static lope_bounds disc_bounds(const lope_space *space, lope_point feet, double lowest, double raise)
{
    double s = space->support_radius;
    lope_point a = lope_point_mad(feet, space->up, lowest), b = lope_point_mad(feet, space->up, raise);
    lope_point r = {across(s, space->up.x), across(s, space->up.y), across(s, space->up.z)};
    lope_bounds bounds = {{(a.x < b.x ? a.x : b.x) - r.x, (a.y < b.y ? a.y : b.y) - r.y, (a.z < b.z ? a.z : b.z) - r.z},
                          {(a.x > b.x ? a.x : b.x) + r.x, (a.y > b.y ? a.y : b.y) + r.y, (a.z > b.z ? a.z : b.z) + r.z}};
    return bounds;
}

// Whether anything at all within the support radius is that high: on a flat floor nothing is, and the search ends here.
static bool reaches_above(const lope_space *space, lope_point feet, double lowest, double raise)
{
    lope_bounds bounds = disc_bounds(space, feet, lowest, raise);
    lope_candidates walk = lope_candidates_in(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    return lope_candidates_next(&walk, &triangle, &round);
}

// The walkable surfaces within the support radius; of too many the nearest, which decide what goes on.
static uint32_t collect_lips(const lope_space *space, lope_point feet, double lowest, double raise, lope_lip *lips)
{
    lope_bounds bounds = disc_bounds(space, feet, lowest, raise);
    lope_candidates walk = lope_candidates_in(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    uint32_t count = 0;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        lope_lip lip;
        if (!lip_of(space, feet, walk.set, triangle, round, &lip)) continue;
        if (count < FLOOR_LIPS) {
            lips[count++] = lip;
            continue;
        }
        uint32_t farthest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (lips[i].beside > lips[farthest].beside) farthest = i;
        if (lip.beside < lips[farthest].beside) lips[farthest] = lip;
    }
    return count;
}

// The highest rim within the support radius that is above `lowest` (m along up from the feet) and at most `raise`.
static bool highest_lip(lope_space *space, lope_point feet, double lowest, double raise, lope_contact *best, double *height)
{
    lowest += LIP_LEAST * space->unit;
    if (!reaches_above(space, feet, lowest, raise)) return false;
    lope_lip lips[FLOOR_LIPS];
    uint32_t count = collect_lips(space, feet, lowest - LIP_JOIN * space->unit, raise, lips);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        double h = lope_rise(space, lope_point_sub(lips[i].contact.point, feet));
        if (lips[i].beside <= 0 || h > raise || h <= (found ? *height + LOPE_TOUCH * space->unit : lowest)) continue;
        if (goes_on(space, lips, count, i)) continue;
        *best = lips[i].contact;
        *height = h;
        found = true;
    }
    return found;
}

// A contact of the round bottom that could carry: a walkable face, or a ridge or rim of one that is not too far out and not too
// steep to rest upon.
static bool carries(const lope_space *space, lope_point feet, double reach, const lope_contact *contact)
{
    if (!contact->walkable) return false;
    if (contact->smooth) return true;
    lope_point at = lope_point_mad(feet, space->up, -contact->fraction * reach);
    double beside = lope_point_length(lope_flat(space, lope_point_sub(contact->point, at)));
    return beside <= space->support_radius && lope_rise(space, contact->normal) >= space->walkable_cosine - 1e-6;
}

// Of what the round bottom meets first on its way down: what carries, else what blocks. True when there is anything.
static bool rest_on(lope_space *space, lope_point feet, double reach, const lope_contact *hits, uint32_t count,
                    lope_floor_hit *floor)
{
    const lope_contact *first = NULL, *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!first || hits[i].fraction < first->fraction) first = &hits[i];
    if (!first) return false;
    double tie = LOPE_TOUCH * space->unit / reach;
    for (uint32_t i = 0; i < count; i++) {
        if (hits[i].fraction > first->fraction + tie || !carries(space, feet, reach, &hits[i])) continue;
        if (!best || (hits[i].smooth && !best->smooth) ||
            (hits[i].smooth == best->smooth && lope_rise(space, hits[i].surface) > lope_rise(space, best->surface) + 1e-9))
            best = &hits[i];
    }
    floor->contact = best ? *best : *first;
    floor->kind = LOPE_FLOOR_FACE;
    floor->walkable = best != NULL;
    floor->distance = first->fraction * reach;
    floor->normal = best && !best->smooth ? best->normal : floor->contact.surface;
    if (!floor->walkable) floor->normal = floor->contact.normal;
    return true;
}

lope_floor_hit lope_find_floor(lope_space *space, lope_point feet, double reach, double raise)
{
    lope_floor_hit floor = {.kind = LOPE_FLOOR_NONE, .distance = reach};
    lope_contact hits[FLOOR_CONTACTS];
    lope_point down = lope_point_scale(space->up, -reach);
    uint32_t count = lope_cast_first(space, feet, down, hits, FLOOR_CONTACTS);
    if (space->failed) return floor;
    rest_on(space, feet, reach, hits, count, &floor);
    // A lip counts when it is not below what the round bottom meets.
    double lowest = floor.kind == LOPE_FLOOR_NONE ? -reach : -floor.distance;
    if (floor.walkable)
        lowest += LOPE_TOUCH * space->unit;
    else
        lowest -= LOPE_TOUCH * space->unit;
    lope_contact lip;
    double height;
    if (highest_lip(space, feet, lowest, raise, &lip, &height)) {
        floor.kind = LOPE_FLOOR_LIP;
        floor.walkable = true;
        floor.distance = -height;
        floor.contact = lip;
        floor.normal = space->up;
        return floor;
    }
    if (floor.kind == LOPE_FLOOR_FACE && !floor.walkable) lope_wedge_seat(space, feet, &floor);
    return floor;
}
