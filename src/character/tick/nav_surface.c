// nav_surface.c - the navigation surface under the feet, as the surroundings tell it.
//
// Also the part of the capsule that solids stop in nav walking: what is above the step height.
#include "character/tick/nav_surface.h"
#include "character/tick/tick.h"

// Share of the height up to which the surface is looked for: Unreal's NavWalkingSearchHeightScale.
#define SEARCH 0.5

bool lope_nav_surface_at(const lope_tick *tick, lope_point feet, lope_nav_point *at)
{
    const lope_surroundings *s = tick->space.surroundings;
    lope_point place = lope_point_add(tick->origin, feet);
    if (!s->nav_point) return false;
    if (!s->nav_point(s->context, place, lope_point_to_vec3(tick->space.up), (float)(SEARCH * tick->space.height), at))
        return false;
    at->point = lope_point_sub(at->point, tick->origin);
    return true;
}

bool lope_nav_stands(const lope_tick *tick)
{
    lope_nav_point at;
    return tick->state.mode == LOPE_MODE_NAV_WALKING && lope_nav_surface_at(tick, tick->feet, &at);
}

double lope_nav_lift(const lope_tick *tick)
{
    const lope_space *space = &tick->space;
    double most = space->height - 2 * space->radius;
    if (tick->state.mode != LOPE_MODE_NAV_WALKING) return 0;
    return space->step_height < most ? space->step_height : most;
}

void lope_nav_raise(lope_tick *tick, double by)
{
    tick->feet = lope_point_mad(tick->feet, tick->space.up, by);
    tick->space.height -= by;
}
