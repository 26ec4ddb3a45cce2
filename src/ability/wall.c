// wall.c - the upright wall nearest to the capsule, described in wall.h.
//
// The capsule is swept in 8 level directions. The nearest upright contact, measured along its normal, is the
// wall.
//
// Data: none in the state. Read next: wall_jump.c.
#include "wall.h"

#include "level.h"
#include "units.h"

#include <lope/tuning.h>

#define DIRECTIONS 8
#define WIDER 1.083 // above 1 / cos(pi / 8): a wall between two directions is met
#define UPRIGHT 0.5 // sine of the lean up to which a surface is a wall

// Sine and cosine of half the turn to each direction, as lope_quat_from_axis has them.
static const float half_turns[DIRECTIONS][2] = {{0, 1},
                                                {0.382683456f, 0.923879504f},
                                                {0.707106769f, 0.707106769f},
                                                {0.923879504f, 0.382683426f},
                                                {1, -4.37113883e-08f},
                                                {0.923879564f, -0.382683396f},
                                                {0.707106769f, -0.707106769f},
                                                {0.382683486f, -0.923879504f}};

// Takes a contact for the wall where it is upright and nearer than the last one.
static void consider(lope_wall *nearest, const lope_tick_contact *contact, lope_point motion, lope_point up, double reach)
{
    const double lean = lope_along(contact->normal, up);
    const double gap = -contact->fraction * lope_point_dot(motion, contact->normal);
    const bool solid = !contact->walkable && !lope_wall_is_character(contact);
    const bool upright = solid && lean < UPRIGHT && lean > -UPRIGHT && gap <= reach;
    if (!nearest->met && !nearest->found) nearest->contact = *contact;
    nearest->met = true;
    if (!upright || (nearest->found && gap >= nearest->gap)) return;
    *nearest = (lope_wall){.contact = *contact, .gap = gap, .found = true, .met = true};
}

lope_wall lope_wall_nearest(lope_tick *tick, double reach)
{
    lope_wall nearest = {.met = false};
    const lope_point up = lope_tick_up(tick), ahead = lope_vec3_to_point(lope_tick_state(tick)->forward);
    const lope_vec3 axis = lope_point_to_vec3(up);
    lope_point motions[DIRECTIONS];
    lope_tick_contact contacts[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
        const float sine = half_turns[i][0];
        const lope_quat turn = {axis.x * sine, axis.y * sine, axis.z * sine, half_turns[i][1]};
        motions[i] = lope_point_scale(lope_quat_rotate_point(turn, ahead), WIDER * reach);
    }
    const uint32_t met = lope_tick_sweep_several(tick, motions, DIRECTIONS, contacts);
    for (int i = 0; i < DIRECTIONS; i++)
        if (met >> i & 1u) consider(&nearest, &contacts[i], motions[i], up, reach);
    return nearest;
}

lope_point lope_wall_velocity(lope_tick *tick, const lope_tick_contact *contact)
{
    lope_cast_hit hit;
    if (contact->body == lope_tick_base_body(tick) || lope_tick_body_rests(tick, contact->body)) return lope_point_make(0, 0, 0);
    const double unit = lope_unit(tick);
    const lope_cast_def def = {.from = lope_point_mad(contact->point, contact->normal, 0.01 * unit),
                               .motion = lope_point_scale(contact->normal, -0.05 * unit),
                               .filter = {.channels = lope_tick_state(tick)->channels}};
    const bool met = lope_tick_cast(tick, &def, &hit) && hit.body == contact->body;
    return met ? hit.body_velocity : lope_point_make(0, 0, 0);
}
