// cast.c - sweeps and proximity over the nearby's candidates. The geometry of one pair is the shape room's.
#include "motion/cast.h"
#include "shape/kernels.h"

#define CAST_TIES 16 // things met at the same time of which a cast chooses

// Whether the plane of a triangle alone shows that it cannot stop the motion before `limit`: the core stays farther from it than the
// radius, or runs along it. A one-sided triangle stops only what comes against its front; that holds for its edges too, for the
// normal of any contact with a solid's edge lies between those of the faces that meet there, and one of them is come against.
static bool plane_excludes(const lope_capsule *capsule, lope_point motion, double length, double limit,
                           const lope_near_triangle *triangle)
{
    double along = lope_point_dot(triangle->normal, motion);
    if (!triangle->two_sided && along >= -1e-12 * length) return true;
    double a = lope_point_dot(triangle->normal, lope_point_sub(capsule->a, triangle->shape.v[0]));
    double b = lope_point_dot(triangle->normal, lope_point_sub(capsule->b, triangle->shape.v[0]));
    double low = a < b ? a : b, high = a < b ? b : a, r = capsule->radius;
    if (low > 0) {
        double gap = low - r, approach = along < 0 ? -along : 0;
        return gap > limit * approach + 1e-9 || (gap > -1e-9 && approach <= LOPE_GRAZING * length);
    }
    if (high < 0) {
        double gap = -high - r, approach = along > 0 ? along : 0;
        return gap > limit * approach + 1e-9 || (gap > -1e-9 && approach <= LOPE_GRAZING * length);
    }
    return false;
}

// One candidate. A hit that the motion runs along or leaves is none.
static bool cast_one(lope_space *space, const lope_capsule *capsule, lope_point motion, double length, double limit,
                     const lope_near_set *set, const lope_near_triangle *triangle, const lope_near_round *round,
                     lope_contact *contact)
{
    lope_sweep_hit hit;
    if (triangle && plane_excludes(capsule, motion, length, limit, triangle)) return false;
    space->triangles++;
    bool met = triangle ? lope_sweep_capsule_triangle(capsule, motion, &triangle->shape, triangle->normal, limit, &hit)
                        : lope_capsule_sweep(capsule, motion, &round->shape, &hit);
    if (!met || hit.fraction > limit || lope_point_dot(hit.normal, motion) > -LOPE_GRAZING * length) return false;
    contact->fraction = hit.fraction;
    contact->depth = hit.depth;
    contact->point = hit.point;
    contact->normal = hit.normal;
    lope_contact_describe(space, contact, set, triangle, round);
    return true;
}

// Another character: the plane that stands between.
static bool cast_fence(const lope_space *space, const lope_capsule *capsule, lope_point motion, double length, double limit,
                       const lope_near_fence *fence, lope_contact *contact)
{
    double along = lope_point_dot(fence->normal, motion);
    if (along > -LOPE_GRAZING * length) return false;
    double room = lope_fence_room(capsule, fence);
    double fraction = room > 0 ? room / -along : 0;
    if (fraction > limit) return false;
    contact->fraction = fraction;
    contact->depth = -fence->gap;
    contact->point = fence->point;
    contact->normal = fence->normal;
    lope_near_round round = {.shape = {.kind = LOPE_SHAPE_CAPSULE}, .body = fence->body, .index = fence->index};
    lope_contact_describe(space, contact, &space->nearby->sets[1], NULL, &round);
    return true;
}

// Adds a hit to those that are first; those that it beats by more than a tie go.
static uint32_t keep_first(lope_contact *contacts, uint32_t count, uint32_t capacity, const lope_contact *one, double tie,
                           double *first)
{
    if (one->fraction < *first) {
        *first = one->fraction;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i++)
            if (contacts[i].fraction <= *first + tie) contacts[kept++] = contacts[i];
        count = kept;
    }
    if (count < capacity) contacts[count++] = *one;
    return count;
}

uint32_t lope_cast_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity)
{
    double length = lope_point_length(motion);
    if (!(length > 0)) return 0;
    if (!lope_space_cover(space, lope_point_mad(feet, motion, 0.5), 0.5 * length)) return 0;
    space->sweeps++;
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_candidates walk = lope_candidates_of(space, &capsule, motion);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double tie = LOPE_TOUCH * space->unit / length, first = 2.0;
    uint32_t count = 0;
    lope_contact one;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        double limit = first + tie < 1.0 ? first + tie : 1.0;
        if (cast_one(space, &capsule, motion, length, limit, walk.set, triangle, round, &one))
            count = keep_first(contacts, count, capacity, &one, tie, &first);
    }
    for (uint32_t i = 0; i < space->nearby->fence_count; i++) {
        double limit = first + tie < 1.0 ? first + tie : 1.0;
        if (cast_fence(space, &capsule, motion, length, limit, &space->nearby->fences[i], &one))
            count = keep_first(contacts, count, capacity, &one, tie, &first);
    }
    return count;
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
    lope_contact first[CAST_TIES];
    uint32_t count = lope_cast_first(space, feet, motion, first, CAST_TIES);
    if (count == 0) return false;
    const lope_contact *best = &first[0];
    double fraction = first[0].fraction;
    for (uint32_t i = 1; i < count; i++) {
        if (better_tie(&first[i], best, motion)) best = &first[i];
        if (first[i].fraction < fraction) fraction = first[i].fraction;
    }
    *contact = *best;
    contact->fraction = fraction;
    return true;
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
    lope_capsule grown = {capsule.a, capsule.b, capsule.radius + reach};
    lope_candidates walk = lope_candidates_of(space, &grown, lope_point_make(0, 0, 0));
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
