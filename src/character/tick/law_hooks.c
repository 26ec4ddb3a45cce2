// law_hooks.c - see law_hooks.h.
#include "character/tick/law_hooks.h"
#include "character/tick/tick.h"
#include "motion/velocity/public_law.h"

void lope_law_apply_hooks(lope_tick *tick, bool level, lope_law *drive)
{
    const lope_space *space = &tick->space;
    lope_velocity_law law = lope_law_to_public(drive);
    const lope_mode *mode = lope_tick_mode(tick);
    if (mode->law) mode->law(tick, &law);
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability || !ability->law) continue;
        lope_ability_self self = lope_tick_ability_self(tick, slot);
        ability->law(tick, &self, &law);
    }
    tick->own_law =
        (lope_law_own){.given = tick->now, .up = space->up, .plane = space->plane, .level = level, .planar = space->planar};
    lope_law_from_public(&law, &tick->own_law, drive);
}

lope_point lope_law_plane(const lope_floor_hit *floor)
{
    double length = lope_point_length(floor->normal);
    return lope_point_scale(floor->normal, length > 0 ? 1.0 / length : 0); // a recalled floor has floats
}

// Returns true with the unit normal of the plane underfoot. False: there is none, or none is known.
static bool plane_underfoot(const lope_tick *tick, lope_point *normal)
{
    const lope_floor *last = &tick->state.floor;
    *normal = lope_law_plane(&tick->floor);
    if (!lope_tick_on_ground(tick)) return false;
    if (tick->floor.kind != LOPE_FLOOR_NONE) return true;
    // the tick has not looked yet
    if (last->kind == LOPE_FLOOR_NONE || tick->moved_before) return false;
    *normal = lope_vec3_to_point(last->plane);
    *normal = lope_point_scale(*normal, 1.0 / lope_point_length(*normal));
    return true;
}

lope_point lope_tick_plane(const lope_tick *tick)
{
    lope_point normal;
    return plane_underfoot(tick, &normal) ? normal : tick->space.up;
}

lope_point lope_tick_slope_acceleration(const lope_tick *tick)
{
    const lope_space *space = &tick->space;
    lope_point normal;
    if (!plane_underfoot(tick, &normal)) return (lope_point){0, 0, 0};
    lope_point along = lope_point_mad(tick->gravity, normal, -lope_point_dot(tick->gravity, normal));
    return lope_in_plane(space, lope_flat(space, along));
}
