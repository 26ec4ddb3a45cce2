// round_slice.c - see round_slice.h.
#include "character/modes/round_slice.h"

#include "character/tick/contacts.h"
#include "character/tick/velocity_log.h"

// The free way of a slice in radii, and the least share of the tick. The character turns around the surface
// by less than that, in radians.
#define ROUND_WAY 0.125
#define ROUND_LEAST (1.0 / 32)

double lope_round_slice_time(const lope_tick *tick, double time, double free_way)
{
    const double most = ROUND_WAY * tick->space.radius, least = ROUND_LEAST * tick->time;
    if (free_way <= most) return time;
    const double h = time * most / free_way;
    return h > least ? h : least < time ? least : time;
}

bool lope_round_slice_lean(lope_tick *tick, lope_point *there, lope_point way, lope_contact *contact)
{
    const bool met = lope_sweep(&tick->space, *there, way, contact);
    *there = lope_point_mad(*there, way, met ? contact->fraction : 1.0);
    return met;
}

// Returns by how much the mean over a slice is more along the surface than what is there at its begin.
// free: a way or a gain of velocity without the surface. begun: the same along the plane at the begin.
static lope_point more_along(lope_point free, lope_point begun, lope_point normal)
{
    const lope_point more = lope_point_scale(lope_point_sub(free, begun), 0.5);
    return lope_point_mad(more, normal, -lope_point_dot(more, normal));
}

void lope_round_slice_on(lope_tick *tick, lope_point free_way, lope_point way, lope_point normal)
{
    lope_contact contact;
    lope_round_slice_lean(tick, &tick->feet, more_along(free_way, way, normal), &contact);
}

// Returns the velocity at a slice's end turned along the surface there, by no more than what has pressed
// against it (m/s). What is turned whole keeps its speed.
static lope_point turned(lope_point end, lope_point normal, double pressed)
{
    const double away = lope_point_dot(end, normal), speed = lope_point_length(end);
    if (away > pressed) return lope_point_mad(end, normal, -pressed);
    const lope_point along = lope_point_mad(end, normal, -away);
    const double length = lope_point_length(along);
    return away > 0 && length > 0 ? lope_point_scale(along, speed / length) : along;
}

bool lope_round_slice_end(lope_tick *tick, const lope_round_slice *slice, lope_contact *contact)
{
    const double into = lope_point_dot(slice->free_way, slice->wall);
    const double pressed = -lope_point_dot(lope_point_sub(slice->free_end, slice->end), slice->wall);
    const bool met = into < 0 && lope_round_slice_lean(tick, &tick->feet, lope_point_scale(slice->wall, into), contact);
    tick->velocity = into < 0 ? slice->free_end : slice->end;
    if (met) {
        const lope_point gain = lope_point_sub(slice->free_end, slice->begun);
        const lope_point more = more_along(gain, lope_point_sub(slice->end, slice->begun), contact->normal);
        lope_round_slice_on(tick, slice->free_way, slice->way, contact->normal);
        tick->velocity = slice->end; // as it meets the surface
        lope_tick_hit(tick, contact);
        tick->velocity = lope_point_add(turned(slice->end, contact->normal, pressed > 0 ? pressed : 0), more);
    }
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    return met;
}
