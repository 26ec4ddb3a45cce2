// resize.c - the capsule's radius and height: setting them in a tick, and a size that the game asks for.
//
// Writes radius, height and standing_height of the state, and the space's copy of them. Support and perch
// radius hang on the radius. Read next: crouch.c.
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/context.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"
#include "motion/query/touch.h"

void lope_tick_size(lope_tick *tick, float radius, float height)
{
    lope_state *state = &tick->state;
    bool grows = radius > state->radius || height > state->height;
    state->radius = radius;
    state->height = height;
    tick->space.radius = (double)radius;
    tick->space.height = (double)height;
    lope_tick_support(tick);
    if (!grows) return;
    tick->ground.whole = false; // what is near was listed for a smaller capsule
    tick->space.around->listed = false;
}

// True when the capsule overlaps nothing at `feet` (local), and keeps to its side of the character planes.
static bool fits(lope_tick *tick, lope_point feet)
{
    lope_space *space = &tick->space;
    lope_contact contact;
    lope_capsule capsule = lope_space_capsule(space, feet);
    if (lope_touching(space, feet, 0, &contact, 1) > 0 && contact.depth > LOPE_SKIN * space->unit) return false;
    for (uint32_t i = 0; i < space->nearby->fence_count; i++)
        if (lope_character_plane_room(&capsule, &space->nearby->fences[i]) < -LOPE_SKIN * space->unit) return false;
    return !space->failed;
}

// Returns how far (m) the feet rise when the radius grows by `wider` (m). On a slope of facing cosine c a
// wider round bottom rests higher: wider (1 / c - 1). Zero off a face.
static double rises_by(const lope_tick *tick, double wider)
{
    double up = lope_rise(&tick->space, lope_vec3_to_point(tick->state.floor.normal));
    if (!lope_tick_on_ground(tick) || tick->state.floor.kind != LOPE_FLOOR_FACE || wider <= 0 || up < 0.1) return 0;
    return wider * (1.0 / up - 1.0);
}

// True when the way up by `up` (m) is free for the capsule as it is. Else the larger one could end beyond
// what is above.
static bool may_rise(lope_tick *tick, double up)
{
    lope_contact contact;
    tick->space.purpose = LOPE_QUERY_HEAD_ROOM;
    return !(up > 0) || !lope_sweep(&tick->space, tick->feet, lope_point_scale(tick->space.up, up), &contact);
}

// Returns the capsule's height (m) when it stands `standing` m tall: less while it is crouched, or while an
// ability keeps it low.
static float height_of(const lope_tick *tick, float radius, float standing)
{
    const lope_state *state = &tick->state;
    if (state->flags & LOPE_STATE_CROUCHED) return lope_crouched_height(tick->tuning, radius, standing);
    if (!lope_tick_has_abilities(tick) || !lope_tick_kept_low(tick)) return standing;
    const float low = state->height > 2 * radius ? state->height : 2 * radius;
    return low < standing ? low : standing;
}

void lope_resize(lope_tick *tick)
{
    const lope_requests *requests = tick->requests;
    if (!(requests->asked & LOPE_REQUEST_RESIZE)) return;
    lope_state *state = &tick->state;
    float radius = requests->resize_radius > 0 ? requests->resize_radius : state->radius, old_radius = state->radius;
    float standing = requests->resize_height > 0 ? requests->resize_height : state->standing_height, old_height = state->height;
    float height = height_of(tick, radius, standing);
    double up = rises_by(tick, (double)radius - (double)old_radius);
    lope_point feet = lope_point_mad(tick->feet, tick->space.up, up);
    lope_tick_list(tick);
    bool rises = may_rise(tick, up);
    lope_tick_size(tick, radius, height);
    if (!rises || ((radius > old_radius || height > old_height) && !fits(tick, feet))) {
        lope_tick_size(tick, old_radius, old_height);
        lope_tick_refuse(tick, LOPE_ASKED_RESIZE, LOPE_REFUSAL_NO_ROOM);
        return;
    }
    tick->feet = feet;
    tick->report->moved_by_snap += up < 0 ? -up : up;
    tick->moved_before = true; // looks for the floor again
    lope_tick_event(tick, LOPE_EVENT_RESIZE)->value = standing - state->standing_height;
    state->standing_height = standing;
}

float lope_crouched_height(const lope_tuning *tuning, float radius, float standing)
{
    float height = tuning->crouched_height > 2 * radius ? tuning->crouched_height : 2 * radius;
    return height < standing ? height : standing;
}

// Returns how far (m) the feet go up when the height changes by `growth` and `keep` stays in place.
static double shift_of(const lope_tick *tick, double growth, double wider, lope_keep keep)
{
    if (keep == LOPE_KEEP_FEET) return rises_by(tick, wider);
    return keep == LOPE_KEEP_MIDDLE ? -0.5 * growth : -growth;
}

lope_refusal lope_resize_to(lope_tick *tick, float radius, float height, lope_keep keep)
{
    lope_state *state = &tick->state;
    const float old_radius = state->radius, old_height = state->height;
    double up = shift_of(tick, (double)height - (double)old_height, (double)radius - (double)old_radius, keep);
    lope_point feet = lope_point_mad(tick->feet, tick->space.up, up);
    lope_tick_list(tick);
    lope_tick_size(tick, radius, height);
    bool inside = radius <= old_radius && height <= old_height; // the capsule that was there has room for it
    if (!inside && !fits(tick, feet)) {
        lope_tick_size(tick, old_radius, old_height);
        return LOPE_REFUSAL_NO_ROOM;
    }
    tick->feet = feet;
    tick->report->moved_by_crouch += up < 0 ? -up : up;
    if (height != old_height) lope_tick_event(tick, LOPE_EVENT_RESIZE)->value = height - old_height;
    return LOPE_REFUSAL_NONE;
}
