// mode_switch.c - the change from one mode to another, the start of a fall with its coyote time, and settling
// on a floor.
//
// Order of a change: its event, the old mode's leave, jumps and floor, the base's leave, the new mode's
// enter. A mode's own data in the state is zero while no mode uses it. Read next: base/base_leave.c,
// tick/jump_state.c.
#include "character/transition/mode_switch.h"
#include "character/base/base_change.h"
#include "character/base/base_leave.h"
#include "character/base/land_on_moving.h"
#include "character/state/pages.h"
#include "character/tick/ability_slots.h"
#include "character/tick/context.h"
#include "character/tick/events.h"
#include "character/tick/jump_state.h"
#include "character/tick/nav_surface.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/transition/wanted_on_entry.h"

// Enters the tick's mode, which comes after `from`: clears its data and calls its enter function. During that
// call the wanted direction is that of the new mode; it may not be known yet, or be the old mode's.
static void enter(lope_tick *tick, uint32_t from)
{
    const lope_mode *mode = lope_tick_mode(tick);
    if (mode->data_size > 0) memset(lope_use_mode_data(&tick->state)->mode_data, 0, sizeof tick->state.mode_data);
    if (!mode->enter) return;
    const lope_point wanted = tick->wanted;
    tick->wanted = lope_wanted_on_entry(tick);
    mode->enter(tick, from);
    tick->wanted = wanted;
}

// Leaves the tick's mode, before `to`: calls its leave function and clears its data.
static void leave(lope_tick *tick, uint32_t to)
{
    const lope_mode *mode = lope_tick_mode(tick);
    if (mode->leave) mode->leave(tick, to);
    if (mode->data_size > 0) memset(lope_use_mode_data(&tick->state)->mode_data, 0, sizeof tick->state.mode_data);
}

// Makes the velocity level, as on any ground.
static void on_ground(lope_tick *tick)
{
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

uint32_t lope_tick_land_mode(const lope_tick *tick)
{
    uint32_t mode = (uint32_t)tick->tuning->default_land_mode;
    bool lands = lope_mode_exists(tick->moveset, mode) && tick->moveset->modes[mode]->on_ground;
    return lands ? mode : LOPE_MODE_WALKING;
}

// Gives the jumps back where the new mode does. A jump that is under way ends in any mode but falling.
static void begin_jumps(lope_tick *tick)
{
    if (lope_tick_mode(tick)->jumps == LOPE_JUMPS_RESTORE)
        lope_jump_reset(tick);
    else
        lope_jump_end(tick);
}

// True when the new mode hangs on the base that the character has. A conveyor takes nothing along that hangs.
static bool stays_based(const lope_tick *tick)
{
    const lope_base_tick *ride = &tick->base_carry;
    return lope_tick_hangs(tick) && !(ride->on && lope_point_dot(ride->belt, ride->belt) > 0);
}

void lope_tick_set_mode(lope_tick *tick, uint32_t mode)
{
    uint32_t from = tick->state.mode;
    if (mode == from || !lope_mode_exists(tick->moveset, mode)) return;
    // a fall that was seen from a body below ends without a landing
    if (LOPE_UNLIKELY(tick->base_carry.alights)) lope_land_on_moving_give_up(tick);
    const bool hung = lope_tick_hangs(tick), based = lope_tick_on_ground(tick) || hung;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_MODE);
    event->from = from;
    event->to = mode;
    leave(tick, mode);
    // it may have gone into something solid
    if (lope_nav_passes(tick)) tick->state.flags |= LOPE_STATE_FRESH;
    bool through = tick->moveset->modes[from]->traits & LOPE_MODE_GHOST;
    tick->check_overlap = tick->check_overlap || from == LOPE_MODE_NAV_WALKING || through;
    if (tick->now - tick->left_at > LOPE_MIN_TIME) tick->left_modes = 0;
    tick->left_modes |= 1u << from;
    tick->left_at = tick->now;
    tick->state.mode = mode;
    if (LOPE_UNLIKELY(tick->moveset->self_starting != 0)) lope_abilities_find_asking(tick);
    if (mode != LOPE_MODE_FALLING) begin_jumps(tick);
    if (lope_tick_on_ground(tick)) {
        on_ground(tick);
        // it steps off what has carried it now, not where the way of the tick began
        if (hung && tick->floor.kind != LOPE_FLOOR_NONE) lope_base_cross(tick);
    } else {
        tick->floor.kind = LOPE_FLOOR_NONE;
        tick->state.step_debt = 0;
        if (based && !stays_based(tick)) lope_base_leave(tick);
        lope_tick_base(tick);
    }
    if (mode == LOPE_MODE_FALLING) {
        tick->state.jump_start = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet));
        if (lope_tick_rises(tick)) tick->state.flags |= LOPE_STATE_RISING;
    }
    enter(tick, from);
}

void lope_tick_walk_off(lope_tick *tick)
{
    lope_tick_event(tick, LOPE_EVENT_WALK_OFF);
    if (!tick->base_carry.falls) tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    tick->state.flags |= LOPE_STATE_WALKED_OFF;
    tick->state.coyote_left = tick->tuning->coyote_time + (float)tick->now;
}

void lope_tick_settle(lope_tick *tick, double reach)
{
    lope_tick_list(tick);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    lope_floor_hit floor = lope_find_floor(&tick->space, tick->feet, reach, 1e-3 * tick->space.unit);
    if (tick->space.failed) return;
    if (!floor.walkable) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return;
    }
    tick->feet = lope_point_mad(tick->feet, tick->space.up, -floor.distance);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    tick->floor = floor;
}
