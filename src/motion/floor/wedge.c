// wedge.c - finds a seat among steep contacts. See wedge.h.
//
// Rule: the capsule can slide down along one face, or along the crease of two. When no such way is free,
// the contacts are a seat. They are one too when only creases as gentle as a walkable slope are free. What
// is touched of a surface that is never walkable (LOPE_WALKABLE_NEVER) is part of no seat: the character
// falls on there, and comes to rest falling.
#include "motion/floor/wedge.h"
#include "motion/query/touch.h"

#define WEDGE_CONTACTS 16
#define WEDGE_REACH 1e-4 // m, within which a surface counts as touched
#define ALIKE 1e-3       // rises of normals that differ by less are alike

// Returns true when a unit direction leaves all contacts or runs along them.
static bool is_free(const lope_contact *contacts, uint32_t count, lope_point direction)
{
    for (uint32_t i = 0; i < count; i++)
        if (lope_point_dot(direction, contacts[i].normal) < -1e-5) return false;
    return true;
}

// Returns true when the steepest way down along one of the contacts is free.
static bool slides_on_one(const lope_space *space, const lope_contact *contacts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lope_point way =
            lope_point_mad(lope_point_scale(space->up, -1.0), contacts[i].normal, lope_rise(space, contacts[i].normal));
        double length = lope_point_length(way);
        if (length < 1e-6) continue; // straight below: it holds
        if (is_free(contacts, count, lope_point_scale(way, 1.0 / length))) return true;
    }
    return false;
}

// Finds the steepest free crease: a unit vector that leads down. Returns false when no crease is free.
static bool crease_of(const lope_space *space, const lope_contact *contacts, uint32_t count, lope_point *crease)
{
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            lope_point way = lope_point_cross(contacts[i].normal, contacts[k].normal);
            double length = lope_point_length(way);
            if (length < 1e-6) continue;
            way = lope_point_scale(way, (lope_rise(space, way) > 0 ? -1.0 : 1.0) / length);
            if (!is_free(contacts, count, way) || (found && lope_rise(space, way) >= lope_rise(space, *crease))) continue;
            *crease = way;
            found = true;
        }
    return found;
}

// Leaves out the edges and corners that lie in or below the plane of a face that is touched too. A capsule
// that keeps above the face does not meet them, so they bound no way down. Returns how many contacts are
// left, faces first.
static uint32_t without_hidden(const lope_space *space, lope_contact *contacts, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) { // faces first, in their order
        if (!contacts[i].smooth) continue;
        lope_contact face = contacts[i];
        for (uint32_t k = i; k > kept; k--) contacts[k] = contacts[k - 1];
        contacts[kept++] = face;
    }
    uint32_t faces = kept;
    for (uint32_t i = faces; i < count; i++) {
        bool hidden = false;
        for (uint32_t k = 0; k < faces && !hidden; k++) {
            lope_point off = lope_point_sub(contacts[i].point, contacts[k].point);
            hidden = lope_point_dot(contacts[k].normal, off) <= LOPE_TOUCH * space->unit;
        }
        if (!hidden) contacts[kept++] = contacts[i];
    }
    return kept;
}

// Returns true when a character that stays in a plane only has a rim at its round flank. Such a rim runs
// along the plane, beyond the support radius. It holds the flank of a falling character that comes down on
// it, and goes on holding it. A walker is not let down onto it: it is over the rim's end, and falls.
static bool is_flank(const lope_space *space, lope_point at, const lope_floor_hit *floor)
{
    if (!space->planar || !space->walking || floor->contact.smooth) return false;
    lope_point beside = lope_flat(space, lope_point_sub(floor->contact.point, at));
    double out = lope_point_dot(beside, beside), holds = space->support_radius;
    return floor->distance > WEDGE_REACH * space->unit && out > holds * holds;
}

// Returns true for the head of a character that may not be stood upon: not even its very top is a seat.
static bool is_head(const lope_space *space, const lope_contact *contact)
{
    return contact->character && !contact->walkable && lope_rise(space, contact->normal) >= space->walkable_cosine;
}

// Returns the contact of a seat that carries the character: the one that faces up most, whichever is nearer
// by a rounding. So its base stays the same along a groove between two bodies.
static const lope_contact *carrier_of(const lope_space *space, const lope_contact *contacts, uint32_t count)
{
    const lope_contact *best = &contacts[0];
    for (uint32_t i = 1; i < count; i++) {
        const double more = lope_rise(space, contacts[i].normal) - lope_rise(space, best->normal);
        if (more > ALIKE || (more > -ALIKE && contacts[i].body < best->body)) best = &contacts[i];
    }
    return best;
}

bool lope_wedge_seat(lope_space *space, lope_point feet, lope_floor_hit *floor)
{
    lope_contact contacts[WEDGE_CONTACTS];
    lope_point at = lope_point_mad(feet, space->up, -floor->distance);
    if (is_flank(space, at, floor) || is_head(space, &floor->contact)) return false;
    uint32_t count = lope_touching(space, at, WEDGE_REACH * space->unit, contacts, WEDGE_CONTACTS);
    count = without_hidden(space, contacts, count);
    bool below = false;
    double limit = 1.0; // the crease is as gentle as any of them asks for
    for (uint32_t i = 0; i < count; i++) {
        if (lope_rise(space, contacts[i].normal) <= 1e-3) continue;
        below = true;
        if (contacts[i].limit > 1.0) return false; // that surface is never stood upon
        if (contacts[i].limit < limit) limit = contacts[i].limit;
    }
    if (!below || slides_on_one(space, contacts, count)) return false;
    lope_point crease = {0, 0, 0}, seat = space->up;
    if (crease_of(space, contacts, count, &crease)) {
        double drop = -lope_rise(space, crease);
        if (drop * drop > 1.0 - limit * limit) return false;
        seat = lope_point_mad(space->up, crease, drop);
        seat = lope_point_scale(seat, 1.0 / lope_point_length(seat));
    }
    const lope_contact *carrier = carrier_of(space, contacts, count);
    if (carrier->body != floor->contact.body) floor->contact = *carrier;
    floor->kind = LOPE_FLOOR_WEDGE;
    floor->walkable = true;
    floor->normal = seat;
    floor->crease = crease;
    return true;
}
