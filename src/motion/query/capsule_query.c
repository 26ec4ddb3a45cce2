// capsule_query.c - covers bounds, and tells what a contact's surface is: its normal, and whether it is
// walkable.
//
// Read next: sweep.c, motion/nearby/gather.h.
#include "motion/query/capsule_query.h"
#include "base/hot_cold.h"
#include "motion/nearby/gather.h"
#include "motion/query/shortlist.h"

#define LEAST_RISE 1e-4 // of a normal: what rises less is upright, and never stood on
#define NO_RISE 2.0     // no normal rises so much

LOPE_HOT bool lope_space_cover(lope_space *space, const lope_bounds *local)
{
    if (space->failed) return false;
    if (lope_nearby_covers(space->nearby, local)) return true;
    space->around->listed = false; // the listed entries may move in memory
    space->failed = lope_nearby_cover(space->nearby, space->surroundings, space->filter, local, &space->gathers);
    return !space->failed;
}

bool lope_space_look(lope_space *space, const lope_bounds *local, bool moving_alone)
{
    if (space->failed) return false;
    space->around->listed = false;
    space->failed = lope_nearby_look(space->nearby, space->surroundings, space->filter, local, moving_alone, &space->gathers);
    return !space->failed;
}

double lope_character_plane_room(const lope_capsule *capsule, const lope_character_plane *fence)
{
    double a = lope_point_dot(fence->normal, capsule->a), b = lope_point_dot(fence->normal, capsule->b);
    return (a < b ? a : b) - capsule->radius - fence->offset;
}

double lope_space_limit(const lope_space *space, const lope_sink_body *body)
{
    double limit = space->walkable_cosine;
    switch (body->surface.walkable) {
    case LOPE_WALKABLE_ALWAYS:
        return LEAST_RISE;
    case LOPE_WALKABLE_NEVER:
        return NO_RISE;
    case LOPE_WALKABLE_OWN_ANGLE:
        limit = (double)lope_cos(body->surface.walkable_angle) - 1e-6;
        break;
    default:
        break;
    }
    return limit > LEAST_RISE ? limit : LEAST_RISE;
}

bool lope_space_walkable(const lope_space *space, const lope_sink_body *body, lope_point surface)
{
    return lope_rise(space, surface) >= lope_space_limit(space, body);
}

bool lope_contact_before(const lope_contact *a, const lope_contact *b)
{
    if (a->body != b->body) return a->body < b->body;
    if (a->index != b->index) return a->index < b->index;
    return a->part < b->part;
}

lope_point lope_triangle_surface(const lope_near_triangle *triangle, lope_point contact_normal)
{
    lope_point normal = lope_near_normal(triangle);
    bool turn = triangle->two_sided && lope_point_dot(normal, contact_normal) < 0;
    return turn ? lope_point_scale(normal, -1.0) : normal;
}

lope_point lope_round_surface(const lope_space *space, const lope_near_round *round, lope_point point, lope_point normal)
{
    if (round->shape.kind != LOPE_SHAPE_CYLINDER) return normal;
    const lope_cylinder *cylinder = &round->shape.as.cylinder;
    lope_point from = lope_point_sub(point, cylinder->center);
    double along = lope_point_dot(from, cylinder->axis);
    lope_point side = lope_point_mad(from, cylinder->axis, -along);
    double out = lope_point_length(side), tolerance = 1e-6 * space->unit;
    lope_point end = lope_point_scale(cylinder->axis, along < 0 ? -1.0 : 1.0);
    bool on_end = (along < 0 ? -along : along) >= cylinder->half_height - tolerance;
    bool on_side = out >= cylinder->radius - tolerance;
    if (!on_side || out <= 0) return on_end ? end : normal;
    side = lope_point_scale(side, 1.0 / out);
    if (!on_end) return side;
    return lope_rise(space, end) >= lope_rise(space, side) ? end : side;
}

// A normal with less than this in the plane: that surface runs along the plane, and is in no way there.
#define ALONG_PLANE 1e-4

lope_point lope_cut_by_plane(const lope_space *space, lope_point v, double least, double *share)
{
    *share = 1.0;
    if (!space->planar) return v;
    lope_point in = lope_in_plane(space, v);
    double length = lope_point_length(in);
    *share = length > least ? length : 1.0;
    return length > least ? lope_point_scale(in, 1.0 / length) : v;
}

// Cuts a contact by the character's plane. In that plane an obstacle is what it is where it cuts the plane.
// So an oblique wall stops, and a slope across is level. In the space of feet the cut has the contact's
// normal, projected.
static void cut_contact(const lope_space *space, lope_contact *contact)
{
    double share, tilt = lope_rise(space, space->plane), along = lope_point_dot(contact->normal, space->plane);
    if (along * along > 1.0 - ALONG_PLANE * ALONG_PLANE) return;
    contact->surface = lope_cut_by_plane(space, contact->surface, ALONG_PLANE, &share);
    contact->normal = lope_cut_by_plane(space, contact->normal, ALONG_PLANE, &share);
    contact->depth /= share;
    bool upright = tilt * tilt < 1e-6; // 0.06 degrees
    if (upright) contact->walkable = lope_rise(space, contact->surface) >= (double)contact->limit;
    if (lope_rise(space, contact->surface) < 1e-3) contact->walkable = false; // no way up within the plane
}

void lope_contact_describe(const lope_space *space, lope_contact *contact, const lope_near_set *set,
                           const lope_near_triangle *triangle, const lope_near_round *round)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    contact->body = body->id;
    contact->index = triangle ? triangle->index : round->index;
    contact->part = triangle ? triangle->part : 0;
    contact->surface = triangle ? lope_triangle_surface(triangle, contact->normal)
                                : lope_round_surface(space, round, contact->point, contact->normal);
    contact->smooth = lope_point_dot(contact->surface, contact->normal) > 1.0 - 1e-7; // within 0.03 degrees
    contact->flat = triangle && contact->smooth;
    const double limit = lope_space_limit(space, body);
    contact->limit = (float)limit;
    contact->walkable = lope_rise(space, contact->surface) >= limit;
    contact->material = body->surface.material;
    contact->no_step_up = body->surface.no_step_up;
    contact->no_base = body->surface.no_base;
    contact->moving = body->moving;
    contact->character = body->character;
    contact->conveys = lope_body_conveys(body);
    contact->halfway = false;
    if (space->planar) cut_contact(space, contact);
}
