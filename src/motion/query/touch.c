// touch.c - see touch.h.
//
// Rule: a triangle that its planes keep farther off than the reach is left out; the shape room measures the
// others (shape/kernels.h). Read next: triangle_cull.c, shortlist.c.
#include "motion/query/touch.h"
#include "motion/query/query_log.h"
#include "motion/query/triangle_cull.h"
#include "shape/kernels.h"

// Fills in a contact's depth, point and normal from a distance.
static void tell_touch(const lope_separation *apart, lope_contact *contact)
{
    contact->fraction = 0;
    contact->depth = -apart->distance;
    contact->point = apart->point;
    contact->normal = apart->normal;
}

bool lope_touch_triangle(lope_space *space, const lope_capsule *capsule, double reach, const lope_near_set *set,
                         const lope_near_triangle *triangle, lope_contact *contact)
{
    lope_shape shape; // not zeroed: see take_hit in sweep.c
    shape.kind = LOPE_SHAPE_TRIANGLE;
    shape.as.triangle = triangle->shape;
    space->triangles++;
    lope_separation apart = lope_capsule_separation(capsule, &shape);
    if (apart.distance > reach) return false;
    tell_touch(&apart, contact);
    lope_contact_describe(space, contact, set, triangle, NULL);
    return true;
}

// Returns true and fills in the contact when an entry of the short list is nearer than `reach` (m).
static bool touch_one(lope_space *space, const lope_capsule *capsule, double reach, const lope_shortlist_entry *neighbor,
                      lope_contact *contact)
{
    if (neighbor->triangle) return lope_touch_triangle(space, capsule, reach, neighbor->set, neighbor->triangle, contact);
    space->triangles++;
    lope_separation apart = lope_capsule_separation(capsule, &neighbor->round->shape);
    if (apart.distance > reach) return false;
    tell_touch(&apart, contact);
    lope_contact_describe(space, contact, neighbor->set, NULL, neighbor->round);
    return true;
}

// Keeps a contact; in a full list it replaces the shallowest.
static void keep_deepest(lope_contact *contacts, uint32_t *count, uint32_t capacity, const lope_contact *one)
{
    if (*count < capacity) {
        contacts[(*count)++] = *one;
        return;
    }
    uint32_t least = 0;
    for (uint32_t i = 1; i < *count; i++)
        if (contacts[i].depth < contacts[least].depth) least = i;
    if (one->depth > contacts[least].depth) contacts[least] = *one;
}

const lope_contact *lope_deepest_contact(const lope_contact *contacts, uint32_t count)
{
    const lope_contact *deepest = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!deepest || contacts[i].depth > deepest->depth) deepest = &contacts[i];
    return deepest;
}

uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity)
{
    lope_point zero = {0, 0, 0};
    lope_shortlist_walk walk;
    if (!lope_shortlist_begin(space, feet, zero, space->radius + reach, &walk)) return 0;
    lope_way still = lope_way_of(space, feet, zero, space->radius + reach);
    lope_capsule capsule = lope_space_capsule(space, feet);
    uint32_t kept = 0;
    for (uint32_t count; (count = lope_shortlist_next(&walk)) > 0;)
        for (uint32_t i = 0; i < count; i++) {
            lope_shortlist_entry *neighbor = &walk.list[i];
            lope_contact one;
            lope_triangle_cull planes;
            if (!neighbor->met) continue;
            if (neighbor->triangle &&
                (!lope_triangle_cull_make(&planes, &still, neighbor) || lope_triangle_cull_excludes(&planes, &still, 1.0)))
                continue;
            if (touch_one(space, &capsule, reach, neighbor, &one)) keep_deepest(contacts, &kept, capacity, &one);
        }
    if (space->log) lope_log_overlap(space, feet, reach, lope_deepest_contact(contacts, kept));
    return kept;
}
