// face_hold.c - the face that the character holds on to: see face_hold.h.
//
// It is kept in its body's frame, so it goes along with a body that moves. Where the face ends on a way along
// it, the end is found by halving: so the times at both ends are the same at every tick rate.
//
// Data: `at` and `way` of lope_face_data. Built on the public headers alone. Read next: face_along.c.
#include "face_hold.h"

#include "face_find.h"
#include "level.h"
#include "units.h"

#define HALVINGS 26 // of a tick's way, until its end is known
#define EDGE 2e-3   // m by which a face may be missed: what is kept in a moving frame has roundings
#define LOG_2 0.693147180559945309

void lope_face_keep(lope_tick *tick, lope_face_data *data, const lope_face *face)
{
    data->at = lope_tick_seen_from(tick, face->body, face->point, lope_quat_to_up(lope_point_to_vec3(face->out)));
}

lope_point lope_face_seen(lope_tick *tick, const lope_face_data *data, lope_point place)
{
    return lope_tick_seen_from(tick, data->at.body, place, lope_quat_identity()).point;
}

double lope_face_leave(lope_tick *tick, lope_point velocity, double left)
{
    lope_tick_set_velocity(tick, velocity);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    return left;
}

void lope_face_turn_to(lope_tick *tick, const lope_face *face, double half_life, double seconds)
{
    const lope_state *state = lope_tick_state(tick);
    const lope_point up = lope_tick_up(tick), now = lope_facing(tick);
    const lope_point in = lope_unit_of(lope_level_part(lope_point_scale(face->out, -1), up));
    const double off = (double)lope_atan2((float)lope_point_dot(lope_point_cross(now, in), up), (float)lope_point_dot(now, in));
    const double share = half_life > 1e-6 ? 1.0 - lope_exp_double(-LOG_2 / half_life * seconds) : 1.0;
    lope_tick_set_facing(tick, (float)((double)state->yaw + off * share), state->pitch);
}

bool lope_face_find_kept(lope_tick *tick, const lope_face_rules *rules, const lope_face_data *data, lope_face *face)
{
    lope_transform world;
    const lope_point up = lope_tick_up(tick);
    if (!lope_tick_place_of(tick, &data->at, &world)) return false;
    *face = (lope_face){.body = data->at.body, .point = world.position};
    face->scale = lope_body_scale(tick);
    if (!lope_face_set(face, lope_quat_rotate_point(world.rotation, lope_point_make(0, 1, 0)), up)) return false;
    const double lean = lope_point_dot(face->out, up);
    return lean <= (double)lope_sin((float)rules->lean) + 1e-3 && lean >= -(double)lope_sin((float)rules->overhang) - 1e-3;
}

bool lope_face_holds(lope_tick *tick, const lope_face_rules *rules, lope_face *face)
{
    const lope_point feet = lope_tick_feet(tick);
    const double edge = EDGE * face->scale;
    static const int ways[9][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    const lope_point along = lope_point_scale(face->along, edge), aside = lope_point_scale(face->aside, edge);
    for (int i = 0; i < 9; i++) {
        const lope_point at = lope_point_mad(lope_point_mad(feet, along, ways[i][0]), aside, ways[i][1]);
        if (lope_face_covers(tick, rules, face, at)) return true;
    }
    return false;
}

// Returns the share of a way along the face, from `feet`, up to which the face is in front of them.
static double share_from(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point feet, lope_point way)
{
    lope_face there = *face;
    if (lope_face_covers(tick, rules, &there, lope_point_add(feet, way))) return 1;
    double low = 0, high = 1;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (lope_face_covers(tick, rules, &there, lope_point_mad(feet, way, middle)))
            low = middle;
        else
            high = middle;
    }
    return low;
}

double lope_face_share(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way)
{
    return share_from(tick, rules, face, lope_tick_feet(tick), way);
}

double lope_face_share_straight(lope_tick *tick, const lope_face_rules *rules, const lope_face *face, lope_point way,
                                lope_point across)
{
    const lope_point feet = lope_tick_feet(tick);
    double most = share_from(tick, rules, face, feet, way);
    for (int i = -1; i <= 1 && most < 1; i += 2) {
        const lope_point beside = lope_point_mad(feet, across, 0.5 * i * EDGE * face->scale);
        const double share = share_from(tick, rules, face, beside, way);
        if (share > most) most = share;
    }
    return most;
}
