// feet.c - the floor at each foot: a ray or a sphere down, beside the capsule's axis. See feet.h.
//
// It begins as far above the capsule's feet as it reaches below them. There the capsule is, so nothing is in
// the way of a foot beside the axis. A foot that belongs outside the capsule is first sent sideways from the
// axis, and stays before what is upright there.
#include "animation/feet.h"
#include "animation/frame.h"

#include <lope/query.h>

// The share of a way to a wall that a foot goes: it must not start in the wall, whatever rounding does.
#define BEFORE_WALL 0.999

// Casts from `from` by `motion`. Returns true when something is met.
static bool cast(lope_feet_asker *asker, const lope_state *state, lope_point from, lope_point motion, lope_cast_hit *hit)
{
    const lope_tuning *tuning = &asker->moveset->tuning;
    // Others' heads are no floor for a foot, and their capsules no walls.
    const uint32_t channels = state->channels & ~LOPE_CHANNEL_CHARACTER;
    const lope_cast_def def = {.from = from,
                               .motion = motion,
                               .radius = (float)asker->numbers->foot_radius,
                               .up = state->up,
                               .filter = {.channels = channels, .ignore = state->own_body},
                               .walkable_angle = tuning->walkable_floor_angle};
    bool met = false;
    if (asker->result != LOPE_OK || channels == 0) return false;
    asker->casts++;
    asker->result = lope_surroundings_cast(asker->surroundings, asker->look, &def, tuning->units_per_metre, hit, &met);
    return met;
}

// Returns how far to the side a foot gets, at a height where the capsule is.
static lope_point beside(lope_feet_asker *asker, const lope_state *state, lope_point axis, lope_point side)
{
    lope_cast_hit hit;
    const double radius = (double)state->radius;
    if (lope_point_dot(side, side) <= radius * radius || !cast(asker, state, axis, side, &hit)) return side;
    return lope_point_scale(side, BEFORE_WALL * hit.fraction);
}

lope_animation_ground lope_feet_ground(lope_feet_asker *asker, const lope_state *state, const lope_animation_foot_place *foot)
{
    const lope_axes axes = lope_animation_axes(state);
    const double height = (double)state->height, radius = asker->numbers->foot_radius;
    const double down = asker->numbers->foot_reach, up = down < height ? down : height;
    lope_point side = lope_point_mad(lope_point_scale(axes.right, (double)foot->right), axes.ahead, (double)foot->ahead);
    side = beside(asker, state, lope_point_mad(state->feet, axes.up, up + radius), side);
    lope_animation_ground ground = {.point = lope_point_add(state->feet, side), .body = LOPE_BODY_NONE};
    lope_cast_hit hit;
    const lope_point from = lope_point_mad(ground.point, axes.up, up + radius);
    if (!(up + down > 0) || !cast(asker, state, from, lope_point_scale(axes.up, -(up + down)), &hit)) return ground;
    const double level = lope_point_dot(hit.surface_normal, axes.up);
    ground = (lope_animation_ground){.known = 1,
                                     .walkable = hit.walkable,
                                     .point = hit.point,
                                     .normal = lope_point_to_vec3(hit.surface_normal),
                                     .height = up - hit.fraction * (up + down),
                                     .slope = lope_acos((float)level),
                                     .material = hit.material,
                                     .triangle = hit.triangle,
                                     .body = hit.body};
    ground.pitch = lope_atan2((float)-lope_point_dot(hit.surface_normal, axes.ahead), (float)level);
    ground.roll = lope_atan2((float)-lope_point_dot(hit.surface_normal, axes.right), (float)level);
    return ground;
}
