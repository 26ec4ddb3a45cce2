// round_slice.c - see round_slice.h.
#include "character/modes/round_slice.h"

// The free way of a slice in radii, and the least share of the tick. The character turns around the surface by
// less than that, in radians.
#define ROUND_WAY 0.125
#define ROUND_LEAST (1.0 / 32)

double lope_round_slice_time(const lope_tick *tick, double time, double free_way)
{
    const double most = ROUND_WAY * tick->space.radius, least = ROUND_LEAST * tick->time;
    if (free_way <= most) return time;
    const double h = time * most / free_way;
    return h > least ? h : least < time ? least : time;
}

bool lope_round_slice_go(lope_tick *tick, lope_point way, lope_contact *contact)
{
    const bool met = lope_sweep(&tick->space, tick->feet, way, contact);
    tick->feet = lope_point_mad(tick->feet, way, met ? contact->fraction : 1.0);
    return met;
}

lope_point lope_round_slice_more(lope_point free, lope_point begun, lope_point normal)
{
    const lope_point more = lope_point_scale(lope_point_sub(free, begun), 0.5);
    return lope_point_mad(more, normal, -lope_point_dot(more, normal));
}

lope_point lope_round_slice_turn(lope_point end, lope_point normal, double pressed)
{
    const double away = lope_point_dot(end, normal), speed = lope_point_length(end);
    if (away > pressed) return lope_point_mad(end, normal, -pressed);
    const lope_point along = lope_point_mad(end, normal, -away);
    const double length = lope_point_length(along);
    return away > 0 && length > 0 ? lope_point_scale(along, speed / length) : along;
}
