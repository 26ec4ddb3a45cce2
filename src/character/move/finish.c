// finish.c - what stands after a tick: the floor, the velocity and the report, and the state handed over.
#include "character/move/finish.h"
#include "character/state/pages.h"
#include "character/tick/contacts.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"

void lope_finish_floor(lope_tick *tick)
{
    lope_floor *floor = &tick->state.floor;
    const lope_contact *contact = &tick->floor.contact;
    bool known = tick->floor.kind != LOPE_FLOOR_NONE;
    if (tick->stuck_inside && !known && floor->kind != LOPE_FLOOR_NONE)
        return; // pressed into its floor: no other floor was looked for
    if (known && lope_tick_on_ground(tick)) {
        lope_point normal = tick->floor.kind == LOPE_FLOOR_WEDGE ? tick->floor.normal : contact->surface;
        floor->body = contact->body;
        floor->distance = tick->floor.distance;
        floor->normal = lope_point_to_vec3(normal);
        floor->plane = lope_point_to_vec3(tick->floor.normal);
        floor->triangle = contact->index;
        floor->material = contact->material;
        floor->walkable = tick->floor.walkable;
        floor->kind = (uint32_t)tick->floor.kind;
        floor->reserved[0] = floor->reserved[1] = 0;
    } else {
        *floor = (lope_floor){.body = LOPE_BODY_NONE};
    }
    lope_tick_base(tick);
}

// Returns x as a float; 0 unless it is within 1e30 of zero, which NaN is not.
static float finite_or_zero(double x) { return x > -1e30 && x < 1e30 ? (float)x : 0.0f; }

// Returns v as floats, by finite_or_zero.
LOPE_COLD static lope_vec3 finite_part(lope_point v)
{
    return lope_vec3_make(finite_or_zero(v.x), finite_or_zero(v.y), finite_or_zero(v.z));
}

// Returns the velocity (m/s) as the state keeps it.
static lope_vec3 velocity_of(const lope_tick *tick)
{
    lope_point v = tick->velocity;
    return fabs(v.x) + fabs(v.y) + fabs(v.z) < 1e30 ? lope_point_to_vec3(v) : finite_part(v);
}

void lope_finish(lope_tick *tick, const lope_state *before)
{
    lope_report *report = tick->report;
    tick->state.feet = lope_point_add(tick->origin, tick->feet);
    tick->state.velocity = velocity_of(tick);
    tick->state.held = tick->input->held;
    tick->state.ticks++;
    lope_tick_write_hits(tick);
    report->moved = lope_point_sub(tick->state.feet, before->feet);
    report->gathers = tick->space.gathers;
    report->sweeps = tick->space.sweeps;
    report->triangles = tick->space.triangles;
    report->iterations = tick->iterations;
}
