// face_find.c - where a face is, and whether there is a way over its top: see face_find.h.
//
// A thin capsule, as high as the gap between two rungs, is cast toward the face from the feet: a ladder's
// rungs are one face, which ends at the upper side of the last rung, and at the lower side of the first.
//
// Built on the public headers alone. Read next: face.c.
#include "face_find.h"

#include "level.h"
#include "room.h"
#include "units.h"

#define THIN 1e-3   // m: radius of what is cast toward the face
#define GRAZES 0.3  // cosine of a contact to the way out of the face: below it only the side is grazed
#define TOWARD 0.5  // least cosine between the direction and the way into the face: 60 degrees
#define RISE 0.3    // m: how far above and below the feet a floor at the top may be
#define OVER 0.02   // m over the edge
#define BEHIND 0.05 // m of way behind the edge
#define BELOW 0.1   // m below the floor, where a face under an edge is looked for
#define BACK 0.3    // m before the capsule, up to which an edge is looked for

static uint32_t refuse(lope_tick *tick, uint32_t why, uint32_t query, lope_point point, uint64_t body)
{
    lope_tick_refused_by(tick, query, point, body);
    return why;
}

bool lope_face_set(lope_face *face, lope_point out, lope_point up)
{
    face->out = lope_unit_of(out);
    face->along = lope_unit_of(lope_point_mad(up, face->out, -lope_point_dot(up, face->out)));
    face->aside = lope_point_cross(face->along, face->out);
    return lope_point_dot(face->along, face->along) > 0.5;
}

double lope_face_distance(const lope_tick *tick, const lope_face *face, double gap)
{
    const lope_state *state = lope_tick_state(tick);
    const double lean = lope_point_dot(face->out, lope_tick_up(tick)), radius = (double)state->radius;
    const double low = radius * lean, high = ((double)state->height - radius) * lean;
    return gap + radius - (low < high ? low : high);
}

// Counts what is no character.
static bool not_a_character(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

bool lope_face_cast(lope_tick *tick, const lope_face_rules *rules, lope_point from, lope_point along, lope_point way,
                    lope_cast_hit *hit)
{
    const double thin = THIN * lope_body_scale(tick);
    const lope_cast_def def = {.from = from,
                               .motion = way,
                               .radius = (float)thin,
                               .height = (float)(rules->rungs > 2.1 * thin ? rules->rungs : 0),
                               .up = lope_point_to_vec3(along),
                               .filter = {.channels = rules->channel},
                               .accept = not_a_character};
    return lope_tick_cast(tick, &def, hit) && hit->depth <= 0;
}

bool lope_face_covers(lope_tick *tick, const lope_face_rules *rules, lope_face *face, lope_point feet)
{
    const double reach = lope_face_distance(tick, face, rules->gap + rules->reach) + 0.1 * face->scale;
    lope_cast_hit hit;
    if (!lope_face_cast(tick, rules, feet, face->along, lope_point_scale(face->out, -reach), &hit)) return false;
    if (lope_point_dot(hit.normal, face->out) < GRAZES) return false;
    face->point = hit.point;
    face->normal = hit.surface_normal;
    face->body = hit.body;
    return true;
}

// Returns true when the way between two places is free for the capsule.
static bool is_free(lope_tick *tick, lope_point from, lope_point to, double scale, lope_cast_hit *hit)
{
    return !lope_room_sweep(tick, from, to, scale, hit);
}

// Judges a face by its lean. Returns LOPE_REFUSAL_NONE, or why it is none.
static uint32_t judge(lope_tick *tick, const lope_face_rules *rules, const lope_cast_hit *hit, lope_face *face)
{
    const lope_point up = lope_tick_up(tick);
    const double lean = lope_point_dot(hit->surface_normal, up);
    face->scale = lope_body_scale(tick);
    face->point = hit->point;
    face->body = hit->body;
    if (lean > (double)lope_sin((float)rules->lean) + 1e-6 || lean < -(double)lope_sin((float)rules->overhang) - 1e-6 ||
        !lope_face_set(face, hit->surface_normal, up))
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_FACE_QUERY_LEAN, hit->point, hit->body);
    return LOPE_REFUSAL_NONE;
}

// Looks for a face ahead of a place.
static uint32_t find_ahead(lope_tick *tick, const lope_face_rules *rules, lope_point feet, lope_point direction, lope_face *face)
{
    const double reach = (double)lope_tick_state(tick)->radius + rules->gap + rules->reach;
    lope_cast_hit hit;
    if (!lope_face_cast(tick, rules, feet, lope_tick_up(tick), lope_point_scale(direction, reach), &hit))
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_FACE_QUERY_FACE, lope_point_mad(feet, direction, reach), LOPE_BODY_NONE);
    const uint32_t why = judge(tick, rules, &hit, face);
    if (why != LOPE_REFUSAL_NONE) return why;
    if (-lope_point_dot(direction, lope_unit_of(lope_level_part(face->out, lope_tick_up(tick)))) < TOWARD)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_FACE_QUERY_FACE, hit.point, hit.body);
    return LOPE_REFUSAL_NONE;
}

// Returns true when a face ahead ends within a step above the feet: a walker is past its top already.
static bool ends_low(lope_tick *tick, const lope_face_rules *rules, lope_point feet, lope_point direction)
{
    if (lope_tick_state(tick)->mode == LOPE_MODE_FALLING) return false;
    const double step = (double)lope_tick_tuning(tick)->max_step_height;
    const double leans = step * (double)lope_tan((float)rules->lean);
    const double reach = (double)lope_tick_state(tick)->radius + rules->gap + rules->reach + leans;
    const lope_point from = lope_point_mad(feet, lope_tick_up(tick), step);
    lope_cast_hit hit;
    return !lope_face_cast(tick, rules, from, lope_tick_up(tick), lope_point_scale(direction, reach), &hit);
}

// Looks for a face below the edge ahead of a place, and for the way down to it.
static uint32_t find_below(lope_tick *tick, const lope_face_rules *rules, lope_point feet, lope_point direction, lope_face *face,
                           lope_point way[2])
{
    const lope_point up = lope_tick_up(tick);
    const double scale = lope_body_scale(tick), far = (double)lope_tick_state(tick)->radius + BACK * scale;
    const lope_point level = lope_point_mad(feet, direction, far);
    const double below = BELOW * scale + rules->rungs;
    lope_cast_hit hit;
    if (!lope_face_cast(tick, rules, lope_point_mad(level, up, -below), up, lope_point_scale(direction, -far), &hit))
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_FACE_QUERY_FACE, level, LOPE_BODY_NONE);
    const uint32_t why = judge(tick, rules, &hit, face);
    if (why != LOPE_REFUSAL_NONE) return why;
    const lope_point ahead = lope_unit_of(lope_level_part(face->out, up));
    if (lope_point_dot(direction, ahead) < TOWARD)
        return refuse(tick, LOPE_REFUSAL_NO_WALL, LOPE_FACE_QUERY_FACE, hit.point, hit.body);
    const double distance = lope_point_dot(lope_point_sub(feet, hit.point), face->out);
    const double due = lope_face_distance(tick, face, rules->gap), steep = lope_point_dot(ahead, face->out);
    way[0] = lope_point_mad(lope_point_mad(feet, ahead, (due - distance) / steep), up, OVER * scale);
    const lope_point lifted = lope_point_mad(feet, up, OVER * scale);
    // a last rung may be as far below the floor as on the way up
    static const double depths[2] = {BELOW, RISE};
    for (int i = 0; i < 2; i++) {
        way[1] = lope_point_mad(way[0], face->along, -(depths[i] + OVER) * scale);
        if (!is_free(tick, lifted, way[0], scale, &hit) || !is_free(tick, way[0], way[1], scale, &hit))
            return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_FACE_QUERY_WAY, hit.point, hit.body);
        if (lope_face_covers(tick, rules, face, way[1])) return LOPE_REFUSAL_NONE;
    }
    return refuse(tick, LOPE_REFUSAL_TOO_LOW, LOPE_FACE_QUERY_FACE, way[1], LOPE_BODY_NONE);
}

uint32_t lope_face_find(lope_tick *tick, const lope_face_rules *rules, lope_point direction, lope_face_data *data,
                        lope_face *face)
{
    lope_point feet = lope_tick_feet(tick), brought;
    double turn;
    *data = (lope_face_data){.kind = LOPE_FACE_ON};
    uint32_t why = find_ahead(tick, rules, feet, direction, face);
    if (why == LOPE_REFUSAL_NONE && ends_low(tick, rules, feet, direction))
        why = refuse(tick, LOPE_REFUSAL_STEP, LOPE_FACE_QUERY_FACE, face->point, face->body);
    if (why == LOPE_REFUSAL_NONE && lope_tick_brought_to(tick, face->body, &brought, &turn)) {
        why = find_ahead(tick, rules, brought, lope_turn_about(direction, lope_tick_up(tick), turn), face);
        return why;
    }
    if (why == LOPE_REFUSAL_NONE || lope_tick_state(tick)->mode == LOPE_MODE_FALLING) return why;
    const uint32_t below = find_below(tick, rules, feet, direction, face, data->way);
    if (below == LOPE_REFUSAL_NONE) data->kind = LOPE_FACE_DOWN;
    return below;
}

uint32_t lope_face_over(lope_tick *tick, const lope_face *face, lope_point way[2])
{
    const lope_point up = lope_tick_up(tick), feet = lope_tick_feet(tick), in = lope_unit_of(lope_level_part(face->out, up));
    const double scale = face->scale, rise = RISE * scale,
                 level = lope_point_dot(lope_point_sub(feet, face->point), in) + (double)lope_tick_state(tick)->radius +
                         BEHIND * scale;
    const lope_point above = lope_point_mad(lope_point_mad(feet, in, -level), up, rise);
    const lope_cast_def def = lope_room_capsule(tick, above, lope_point_scale(up, -2.0 * rise), LOPE_ROOM_SKIN * scale);
    lope_cast_hit hit;
    if (!lope_tick_cast(tick, &def, &hit))
        return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_FACE_QUERY_STAND, above, LOPE_BODY_NONE);
    if (hit.depth > 0) return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_FACE_QUERY_STAND, hit.point, hit.body);
    if (!hit.walkable) return refuse(tick, LOPE_REFUSAL_NOT_WALKABLE, LOPE_FACE_QUERY_STAND, hit.point, hit.body);
    const double stand = rise - 2.0 * rise * hit.fraction;
    way[0] = lope_point_mad(feet, up, (stand > 0 ? stand : 0) + OVER * scale);
    way[1] = lope_point_mad(way[0], in, -level);
    if (!is_free(tick, feet, way[0], scale, &hit) || !is_free(tick, way[0], way[1], scale, &hit))
        return refuse(tick, LOPE_REFUSAL_NO_ROOM, LOPE_FACE_QUERY_WAY, hit.point, hit.body);
    return LOPE_REFUSAL_NONE;
}
