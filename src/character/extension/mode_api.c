// mode_api.c - the functions of lope/mode.h with which a game's own modes read and change a tick.
//
// They work like the built-in modes: sweeps along what is met, events, and the velocity log. Each is
// described in lope/mode.h. Read next: tick/context.c, docs/guide/16-modes-and-gravity.md.
#include "character/extension/mode_api.h"

#include "base/error.h"
#include "character/state/settings_at.h"
#include "character/tick/contacts.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "motion/query/sweep.h"

#include <string.h>

#define SLIDE_ROUNDS 8 // sweeps of one slide, at most

lope_point lope_tick_feet(const lope_tick *tick) { return lope_point_add(tick->origin, tick->feet); }
lope_point lope_tick_up(const lope_tick *tick) { return tick->space.up; }
lope_point lope_tick_velocity(const lope_tick *tick) { return tick->velocity; }
lope_point lope_tick_wanted(const lope_tick *tick) { return tick->wanted; }
double lope_tick_seconds(const lope_tick *tick) { return lope_tick_began(tick) + tick->time; }
const lope_input *lope_tick_input(const lope_tick *tick) { return tick->input; }
const lope_state *lope_tick_state(const lope_tick *tick) { return &tick->state; }
const lope_tuning *lope_tick_tuning(const lope_tick *tick) { return tick->tuning; }
lope_point lope_tick_gravity(const lope_tick *tick) { return tick->gravity; }
lope_point lope_tick_acceleration(const lope_tick *tick) { return tick->acceleration; }
double lope_tick_fluid_friction(const lope_tick *tick) { return tick->fluid_friction; }
double lope_tick_terminal_speed(const lope_tick *tick) { return tick->terminal_speed; }
double lope_tick_control(const lope_tick *tick) { return tick->control; }

void lope_tick_set_velocity(lope_tick *tick, lope_point velocity)
{
    if (!lope_finite_point(velocity)) return;
    tick->velocity = velocity;
    lope_velocity_log_add(tick, LOPE_TERM_INPUT);
}

const void *lope_tick_settings(const lope_tick *tick) { return lope_mode_settings(tick->moveset, tick->state.mode); }

const lope_moveset *lope_tick_moveset(const lope_tick *tick) { return tick->moveset; }

void *lope_tick_data(lope_tick *tick)
{
    return lope_tick_mode(tick)->data_size > 0 ? lope_use_mode_data(&tick->state)->mode_data : NULL;
}

// The slide is even in time: after a share of the way that share of `seconds` has passed.
lope_point lope_tick_slide_within(lope_tick *tick, lope_point motion, double seconds)
{
    lope_space *space = &tick->space;
    lope_point planes[LOPE_WALLS], from = tick->feet, left = motion;
    uint32_t count = 0;
    double rest = seconds; // of the time, for the way that is left
    if (!lope_finite_point(motion)) return (lope_point){0, 0, 0};
    for (int i = 0; i < SLIDE_ROUNDS && !space->failed && lope_point_length(left) > 1e-9 * space->unit; i++) {
        lope_contact contact;
        tick->iterations++;
        space->purpose = count > 0 ? LOPE_QUERY_SLIDE : LOPE_QUERY_MOVE;
        if (!lope_sweep(space, tick->feet, left, &contact)) {
            tick->feet = lope_point_add(tick->feet, left);
            break;
        }
        tick->feet = lope_point_mad(tick->feet, left, contact.fraction);
        tick->now += contact.fraction * rest;
        rest -= contact.fraction * rest;
        lope_tick_hit(tick, &contact);
        if (count == LOPE_WALLS) break;
        planes[count++] = contact.normal;
        left = lope_along_walls(lope_point_scale(left, 1.0 - contact.fraction), planes, count);
        tick->velocity = lope_along_walls(tick->velocity, planes, count);
        lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    }
    return lope_point_sub(tick->feet, from);
}

lope_point lope_tick_slide(lope_tick *tick, lope_point motion) { return lope_tick_slide_within(tick, motion, 0); }

// Returns a contact as a mode or an ability is told of it.
static lope_tick_contact told(const lope_tick *tick, const lope_contact *met)
{
    return (lope_tick_contact){.fraction = met->fraction,
                               .point = lope_point_add(tick->origin, met->point),
                               .normal = met->normal,
                               .surface_normal = met->surface,
                               .body = met->body,
                               .material = met->material,
                               .walkable = met->walkable};
}

bool lope_tick_sweep(lope_tick *tick, lope_point motion, lope_tick_contact *contact)
{
    lope_contact met;
    tick->space.purpose = LOPE_QUERY_PRESS;
    if (!lope_finite_point(motion) || !lope_sweep(&tick->space, tick->feet, motion, &met)) return false;
    *contact = told(tick, &met);
    return true;
}

uint32_t lope_tick_sweep_several(lope_tick *tick, const lope_point *motions, uint32_t count, lope_tick_contact *contacts)
{
    lope_contact met[LOPE_TICK_SWEEPS];
    if (count > LOPE_TICK_SWEEPS) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (!lope_finite_point(motions[i])) return 0;
    tick->space.purpose = LOPE_QUERY_PRESS;
    const uint32_t bits = lope_sweep_several(&tick->space, tick->feet, motions, count, met);
    for (uint32_t i = 0; i < count; i++)
        if (bits >> i & 1u) contacts[i] = told(tick, &met[i]);
    return bits;
}

// Returns the floor within `reach` (m) below the feet; a negative reach counts as zero.
static lope_floor_hit look_down(lope_tick *tick, double reach)
{
    tick->space.purpose = LOPE_QUERY_FLOOR;
    return lope_find_floor(&tick->space, tick->feet, reach > 0 ? reach : 0, 1e-3 * tick->space.unit);
}

bool lope_tick_floor_under(lope_tick *tick, double reach, lope_floor *floor)
{
    memset(floor, 0, sizeof *floor);
    floor->body = LOPE_BODY_NONE;
    lope_floor_hit hit = look_down(tick, reach);
    if (hit.kind == LOPE_FLOOR_NONE || tick->space.failed) return false;
    floor->body = hit.contact.body;
    floor->distance = hit.distance;
    floor->normal = lope_point_to_vec3(hit.kind == LOPE_FLOOR_WEDGE ? hit.normal : hit.contact.surface);
    floor->plane = lope_point_to_vec3(hit.normal);
    floor->triangle = hit.contact.index;
    floor->material = hit.contact.material;
    floor->walkable = hit.walkable;
    floor->kind = (uint32_t)hit.kind;
    return true;
}

bool lope_tick_stand(lope_tick *tick, double reach)
{
    lope_floor_hit floor = look_down(tick, reach);
    if (!floor.walkable || tick->space.failed) return false;
    tick->feet = lope_point_mad(tick->feet, tick->space.up, -floor.distance);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    tick->floor = floor;
    tick->floor_seen = true;
    lope_tick_base(tick);
    return true;
}
