// cast.c - sweeps and proximity over the nearby's candidates. The geometry of one pair is the shape room's.
#include "motion/cast.h"
#include "shape/kernels.h"

static lope_bounds swept_bounds(const lope_capsule *capsule, lope_point motion, double grow)
{
    double r = capsule->radius + grow;
    lope_point a = capsule->a, b = capsule->b, m = motion;
    lope_bounds bounds = {{(a.x < b.x ? a.x : b.x) + (m.x < 0 ? m.x : 0) - r, (a.y < b.y ? a.y : b.y) + (m.y < 0 ? m.y : 0) - r,
                           (a.z < b.z ? a.z : b.z) + (m.z < 0 ? m.z : 0) - r},
                          {(a.x > b.x ? a.x : b.x) + (m.x > 0 ? m.x : 0) + r, (a.y > b.y ? a.y : b.y) + (m.y > 0 ? m.y : 0) + r,
                           (a.z > b.z ? a.z : b.z) + (m.z > 0 ? m.z : 0) + r}};
    return bounds;
}

// Two characters that close in use at most half of the gap each: the other's capsule counts as grown by half the gap.
static lope_shape with_half_gap(const lope_capsule *capsule, const lope_near_round *round)
{
    lope_shape shape = round->shape;
    lope_separation apart = lope_capsule_separation(capsule, &shape);
    if (apart.distance > 0) shape.as.capsule.radius += 0.5 * apart.distance;
    return shape;
}

// One candidate. A hit that the motion runs along or leaves is none.
static bool cast_one(lope_space *space, const lope_capsule *capsule, lope_point motion, double length, double limit,
                     const lope_near_set *set, const lope_near_triangle *triangle, const lope_near_round *round, lope_contact *contact)
{
    lope_sweep_hit hit;
    space->triangles++;
    if (triangle) {
        if (!triangle->two_sided && lope_point_dot(triangle->normal, motion) >= -1e-12 * length) return false;
        if (!lope_sweep_capsule_triangle(capsule, motion, &triangle->shape, triangle->normal, limit, &hit)) return false;
    } else {
        const lope_sink_body *body = &set->bodies[round->body];
        lope_shape grown;
        const lope_shape *shape = &round->shape;
        if (body->character && shape->kind == LOPE_SHAPE_CAPSULE) {
            grown = with_half_gap(capsule, round);
            shape = &grown;
        }
        if (!lope_capsule_sweep(capsule, motion, shape, &hit)) return false;
    }
    if (hit.fraction > limit || lope_point_dot(hit.normal, motion) > -LOPE_GRAZING * length) return false;
    contact->fraction = hit.fraction;
    contact->depth = hit.depth;
    contact->point = hit.point;
    contact->normal = hit.normal;
    lope_contact_describe(space, contact, set, triangle, round);
    return true;
}

// Of two things met at the same time: the one that faces the motion more.
static bool better_tie(const lope_contact *a, const lope_contact *b, lope_point motion)
{
    double fa = lope_point_dot(a->surface, motion), fb = lope_point_dot(b->surface, motion);
    if (fa < fb - 1e-9) return true;
    if (fb < fa - 1e-9) return false;
    return lope_contact_before(a, b);
}

bool lope_cast(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact)
{
    double length = lope_point_length(motion);
    if (!(length > 0)) return false;
    if (!lope_space_cover(space, lope_point_mad(feet, motion, 0.5), 0.5 * length)) return false;
    space->sweeps++;
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_bounds bounds = swept_bounds(&capsule, motion, 0.0);
    lope_candidates walk = lope_candidates_begin(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double tie = LOPE_TOUCH * space->unit / length, limit = 1.0;
    bool found = false;
    lope_contact one;
    double first = 1.0;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!cast_one(space, &capsule, motion, length, limit, walk.set, triangle, round, &one)) continue;
        bool same_time = found && one.fraction <= first + tie && one.fraction >= first - tie;
        if (!found || (same_time ? better_tie(&one, contact, motion) : one.fraction < first)) *contact = one;
        if (!found || one.fraction < first) first = one.fraction;
        found = true;
        limit = first + tie < 1.0 ? first + tie : 1.0;
    }
    if (found) contact->fraction = first;
    return found;
}

uint32_t lope_cast_all(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity)
{
    double length = lope_point_length(motion);
    if (!(length > 0) || !lope_space_cover(space, lope_point_mad(feet, motion, 0.5), 0.5 * length)) return 0;
    space->sweeps++;
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_bounds bounds = swept_bounds(&capsule, motion, 0.0);
    lope_candidates walk = lope_candidates_begin(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    uint32_t count = 0;
    lope_contact one;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!cast_one(space, &capsule, motion, length, 1.0, walk.set, triangle, round, &one)) continue;
        if (count < capacity) {
            contacts[count++] = one;
            continue;
        }
        uint32_t farthest = 0;
        for (uint32_t i = 1; i < count; i++)
            if (contacts[i].fraction > contacts[farthest].fraction) farthest = i;
        if (one.fraction < contacts[farthest].fraction) contacts[farthest] = one;
    }
    return count;
}

static bool touch_one(lope_space *space, const lope_capsule *capsule, double reach, const lope_near_set *set,
                      const lope_near_triangle *triangle, const lope_near_round *round, lope_contact *contact)
{
    lope_shape shape = {.kind = LOPE_SHAPE_TRIANGLE};
    space->triangles++;
    if (triangle) shape.as.triangle = triangle->shape;
    lope_separation apart = lope_capsule_separation(capsule, triangle ? &shape : &round->shape);
    if (apart.distance > reach) return false;
    contact->fraction = 0;
    contact->depth = -apart.distance;
    contact->point = apart.point;
    contact->normal = apart.normal;
    lope_contact_describe(space, contact, set, triangle, round);
    return true;
}

uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity)
{
    if (!lope_space_cover(space, feet, reach)) return 0;
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_bounds bounds = swept_bounds(&capsule, lope_point_make(0, 0, 0), reach);
    lope_candidates walk = lope_candidates_begin(space, &bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    uint32_t count = 0;
    lope_contact one;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (!touch_one(space, &capsule, reach, walk.set, triangle, round, &one)) continue;
        if (count < capacity) {
            contacts[count++] = one;
            continue;
        }
        uint32_t least = 0;
        for (uint32_t i = 1; i < count; i++)
            if (contacts[i].depth < contacts[least].depth) least = i;
        if (one.depth > contacts[least].depth) contacts[least] = one;
    }
    return count;
}
