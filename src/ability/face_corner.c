// face_corner.c - the face round a corner, inner or outer: see face_corner.h.
//
// An inner corner is a face ahead on the way aside, within the capsule's radius and gap. An outer one is
// found by a cast back toward the face's edge from beside it, behind the face's plane.
//
// Built on the public headers alone. Read next: face.c.
#include "face_corner.h"
#include "face_find.h"

#include "level.h"
#include "room.h"

#define AHEAD 0.02  // m before the capsule, in which a face ends or another begins
#define BEHIND 0.05 // m behind the face's plane, where its other side is looked for
#define ROUND 0.1   // m behind the face's edge, to which the axis is led

// Takes what was met for the next face, where the corner and the lean suit.
static bool take(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, const lope_cast_hit *hit, lope_face *next)
{
    const lope_point up = lope_tick_up(tick);
    const double lean = lope_point_dot(hit->surface_normal, up), corner = lope_point_dot(hit->surface_normal, face->out);
    *next = (lope_face){.body = hit->body, .point = hit->point, .normal = hit->surface_normal, .scale = face->scale};
    return corner >= (double)lope_cos((float)rules->corner) - 1e-6 && lean <= (double)lope_sin((float)rules->lean) + 1e-6 &&
           lean >= -(double)lope_sin((float)rules->overhang) - 1e-6 && lope_face_set(next, hit->surface_normal, up);
}

bool lope_face_corner(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point aside, lope_face *next,
                      lope_point way[2], bool *inner)
{
    const lope_point feet = lope_tick_feet(tick);
    const double radius = (double)lope_tick_state(tick)->radius, scale = face->scale, reach = radius + rules->gap + AHEAD * scale;
    lope_cast_hit hit;
    *inner = true;
    if (lope_face_cast(tick, rules, feet, face->along, lope_point_scale(aside, reach), &hit))
        return lope_point_dot(hit.surface_normal, aside) < -0.1 && take(tick, rules, face, &hit, next);
    *inner = false;
    lope_face there = *face;
    if (lope_face_covers(tick, rules, &there, lope_point_mad(feet, aside, AHEAD * scale))) return false;
    const double off = lope_point_dot(lope_point_sub(feet, face->point), face->out), far = 2.0 * reach;
    const lope_point beside = lope_point_mad(lope_point_mad(feet, face->out, -off - BEHIND * scale), aside, far);
    if (!lope_face_cast(tick, rules, beside, face->along, lope_point_scale(aside, -far), &hit) ||
        !take(tick, rules, face, &hit, next))
        return false;
    const double steep = lope_point_dot(next->out, aside), due = lope_face_distance(tick, next, rules->gap);
    if (steep < 0.3) return false;
    const double to_go = (due - lope_point_dot(lope_point_sub(feet, hit.point), next->out)) / steep;
    way[0] = lope_point_mad(feet, aside, to_go);
    const lope_point in =
        lope_unit_of(lope_point_mad(lope_point_scale(face->out, -1), next->out, lope_point_dot(face->out, next->out)));
    way[1] = lope_point_mad(way[0], in, off + ROUND * scale);
    return !lope_room_sweep(tick, feet, way[0], scale, &hit) && !lope_room_sweep(tick, way[0], way[1], scale, &hit) &&
           lope_face_covers(tick, rules, next, way[1]);
}
