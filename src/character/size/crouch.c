// crouch.c - crouching and standing up.
//
// On the ground the feet stay where they are. Elsewhere the capsule's middle does: crouching in a jump
// lifts the feet. Standing up is a sweep of the crouched capsule along up, and also down where the feet are
// free. What the sweep passes over is the standing capsule, so a character that has stood up overlaps
// nothing. Crouching because of a lack of room is in depenetration/free_character.c.
//
// A walker that comes out from under something low stands up within the tick, as soon as there is room. Its
// way is predicted from its velocity. The standing capsule is then swept back along that way, from the end,
// and stops at what is low. Where the real way turns out shorter or longer, the rest of the tick tries
// again. Read next: resize.c.
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/context.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"

#define LEAST_FACING 1e-3 // rise of a plane underfoot: a steeper one tells no way
#define CLEAR 1e-4        // m beyond where the sweep back stops: five skins clear of what is low
#define OVER_GROUND 0.02  // m by which the sweep back keeps off the ground, not to graze it

static bool is_crouched(const lope_tick *tick) { return tick->state.flags & LOPE_STATE_CROUCHED; }

// True when the mode or an ability has the say over the size, in place of the button and head room.
static bool size_is_kept(const lope_tick *tick)
{
    return lope_tick_mode(tick)->traits & LOPE_MODE_KEEPS_SIZE || (lope_tick_has_abilities(tick) && lope_tick_kept_low(tick));
}

static bool mode_allows(const lope_tick *tick)
{
    return lope_tick_on_ground(tick) || tick->state.mode == LOPE_MODE_FALLING || size_is_kept(tick);
}

// Returns why the character may not crouch now, or LOPE_REFUSAL_NONE.
static lope_refusal refusal(const lope_tick *tick)
{
    if (tick->input->forbidden & LOPE_FORBID_CROUCH) return LOPE_REFUSAL_FORBIDDEN;
    if (!tick->tuning->can_crouch) return LOPE_REFUSAL_TUNING;
    return mode_allows(tick) ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_WRONG_MODE;
}

// Moves the feet by `way` (m) along up, and counts that as moved by crouching.
static void lift(lope_tick *tick, double way)
{
    tick->feet = lope_point_mad(tick->feet, tick->space.up, way);
    tick->report->moved_by_crouch += way < 0 ? -way : way;
}

void lope_crouch_down(lope_tick *tick, bool feet_fixed)
{
    lope_state *state = &tick->state;
    float standing = state->height, height = lope_crouched_height(tick->tuning, state->radius, standing);
    lope_tick_size(tick, state->radius, height);
    if (!feet_fixed) lift(tick, 0.5 * ((double)standing - (double)height));
    state->flags |= LOPE_STATE_CROUCHED;
    lope_tick_event(tick, LOPE_EVENT_CROUCH)->value = standing - height;
}

// Returns how far (m, signed) the capsule may go along up by `way` (m); a negative way leads down. met: NULL,
// or gets what is in the way.
static double free_way(lope_tick *tick, double way, lope_contact *met)
{
    lope_contact contact;
    lope_point motion = lope_point_scale(tick->space.up, way);
    if (!lope_sweep(&tick->space, tick->feet, motion, &contact)) return way;
    if (met) *met = contact;
    return way * contact.fraction;
}

// Finds room for the standing capsule, which is taller by `growth` (m). *down: m that the feet go down for
// it, half of the growth where there is room. met: NULL, or gets what is in the way above. Returns false when
// there is no room.
static bool room_to_stand(lope_tick *tick, double growth, double *down, lope_contact *met)
{
    bool feet_fixed = lope_tick_on_ground(tick), inside = tick->state.stuck_ticks > 0 || tick->stuck_inside;
    *down = 0;
    if (growth <= 0) return true;
    // a sweep does not see what it begins in
    if (inside || tick->state.flags & LOPE_STATE_CRUSHED) return false;
    lope_tick_list(tick);
    tick->space.purpose = LOPE_QUERY_HEAD_ROOM;
    double over = free_way(tick, growth, met), under = feet_fixed || tick->space.failed ? 0 : -free_way(tick, -growth, NULL);
    // a room of just the standing height is enough
    if (over + under < growth - LOPE_TOUCH * tick->space.unit) return false;
    if (!feet_fixed) *down = 0.5 * growth;
    if (*down < growth - over) *down = growth - over;
    if (*down > under) *down = under;
    return !tick->space.failed;
}

// Takes back a crouch event of this very instant: crouched for lack of room and standing again elsewhere,
// the character has done neither. Returns true when there was one.
static bool takes_back(lope_tick *tick)
{
    lope_report *report = tick->report;
    uint32_t i = report->event_count;
    if (report->events_dropped > 0) return false;
    while (i > 0 && report->events[i - 1].kind != LOPE_EVENT_CROUCH) i--;
    if (i == 0 || report->events[i - 1].time < (float)lope_tick_done(tick)) return false;
    for (; i < report->event_count; i++) {
        report->events[i - 1] = report->events[i];
        report->events[i - 1].sequence--;
    }
    report->event_count--;
    tick->state.event_sequence--;
    return true;
}

// Grows to the standing height where there is room. Returns false when there is none.
static bool grow(lope_tick *tick)
{
    lope_state *state = &tick->state;
    const float growth = state->standing_height - state->height;
    double down;
    if (!room_to_stand(tick, (double)growth, &down, NULL)) return false;
    lift(tick, -down);
    lope_tick_size(tick, state->radius, state->standing_height);
    return true;
}

// Stands up where there is room, with its event. Returns false when there is none.
static bool stand_up(lope_tick *tick)
{
    float growth = tick->state.standing_height - tick->state.height;
    if (!grow(tick)) return false;
    tick->state.flags &= ~LOPE_STATE_CROUCHED;
    if (!takes_back(tick)) lope_tick_event(tick, LOPE_EVENT_UNCROUCH)->value = growth;
    return true;
}

bool lope_crouch_stand(lope_tick *tick)
{
    float growth = tick->state.standing_height - tick->state.height;
    if (is_crouched(tick)) return stand_up(tick);
    if (!grow(tick)) return false;
    if (growth > 0) lope_tick_event(tick, LOPE_EVENT_RESIZE)->value = growth;
    return true;
}

// Refuses once for each press and each release, not in every tick.
void lope_crouch_change(lope_tick *tick)
{
    if (size_is_kept(tick)) return;
    bool was_held = tick->state.held & LOPE_BUTTON_CROUCH;
    bool asks = lope_tick_asks_to_crouch(tick);
    lope_refusal why = asks ? refusal(tick) : LOPE_REFUSAL_NONE;
    if (asks && why == LOPE_REFUSAL_NONE) {
        if (!is_crouched(tick)) lope_crouch_down(tick, lope_tick_on_ground(tick));
        return;
    }
    bool crouched = is_crouched(tick), stood = crouched && stand_up(tick);
    if (asks && (!was_held || stood)) lope_tick_refuse(tick, LOPE_ASKED_CROUCH, why);
    if (!asks && was_held && !stood) lope_tick_refuse(tick, LOPE_ASKED_UNCROUCH, LOPE_REFUSAL_NO_ROOM);
}

// A mode that has begun within the tick may not be one to crouch in.
void lope_crouch_leave(lope_tick *tick)
{
    if (!mode_allows(tick)) stand_up(tick);
}

// Returns the way (m) along the ground in the next `time` seconds, if nothing changes.
static lope_point way_on(const lope_tick *tick, double time)
{
    const lope_space *space = &tick->space;
    lope_point way = lope_point_scale(lope_flat(space, tick->velocity), time);
    lope_point plane = tick->floor_seen && tick->floor.kind != LOPE_FLOOR_NONE ? tick->floor.normal
                                                                               : lope_vec3_to_point(tick->state.floor.plane);
    double facing = lope_rise(space, plane);
    if (facing < LEAST_FACING) return way;
    return lope_point_mad(way, space->up, -lope_point_dot(way, plane) / facing);
}

// Returns the share of a way behind which the standing capsule has room as far as its end; 1 when it has
// none at the end.
static double low_share(lope_tick *tick, lope_point way)
{
    lope_space *space = &tick->space;
    double low = space->height, tall = (double)tick->state.standing_height, over = OVER_GROUND * space->unit;
    lope_point end = lope_point_mad(lope_point_add(tick->feet, way), space->up, over);
    lope_contact contact;
    space->purpose = LOPE_QUERY_HEAD_ROOM;
    if (lope_sweep(space, end, lope_point_scale(space->up, tall - low - over), &contact)) return 1.0;
    space->height = tall - over;
    space->around->listed = false; // the list was made for a smaller capsule
    bool met = lope_sweep(space, end, lope_point_scale(way, -1.0), &contact);
    space->height = low;
    space->around->listed = false;
    return met ? 1.0 - contact.fraction : 0.0;
}

double lope_crouch_split(lope_tick *tick, double left)
{
    bool stays = !tick->waits_for_room && (lope_tick_asks_to_crouch(tick) || size_is_kept(tick));
    if (stays || tick->layered || !lope_tick_on_ground(tick) || tick->risings >= LOPE_RISINGS) return left;
    // Unreal stands up at whole ticks
    if (tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL) return left;
    lope_tick_list(tick);
    lope_point way = way_on(tick, left);
    double length = lope_point_length(way), clear = CLEAR * tick->space.unit;
    if (length < clear || tick->space.failed) return left;
    double share = low_share(tick, way) + clear / length;
    if (share >= 1.0 || tick->space.failed) return left;
    tick->risings++;
    return share * left > LOPE_MIN_TIME ? share * left : left;
}

void lope_crouch_rise(lope_tick *tick)
{
    bool asks = lope_tick_asks_to_crouch(tick);
    if (!asks && !size_is_kept(tick) && is_crouched(tick) && tick->risings > 0 && lope_tick_on_ground(tick)) stand_up(tick);
}

bool lope_crouch_has_room(lope_tick *tick, lope_contact *met)
{
    double down;
    return room_to_stand(tick, (double)tick->state.standing_height - (double)tick->state.height, &down, met);
}

lope_refusal lope_crouch_ask(lope_tick *tick, bool down)
{
    lope_refusal why = down ? refusal(tick) : LOPE_REFUSAL_NONE;
    if (why != LOPE_REFUSAL_NONE || down == is_crouched(tick)) return why;
    if (!down) return stand_up(tick) ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_NO_ROOM;
    lope_crouch_down(tick, lope_tick_on_ground(tick));
    return LOPE_REFUSAL_NONE;
}
