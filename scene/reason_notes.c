// reason_notes.c - what is noted of a character while it plays, to say why it stopped or fell. Read next: reason.c.
#include "reason_notes.h"

#define STILL 0.05 // of the walking speed: slower, it has stopped

void lope_scene_reason_event(lope_scene_actor *actor, double t, const lope_event *event)
{
    lope_scene_reason *r = &actor->reason;
    switch (event->kind) {
    case LOPE_EVENT_HIT:
        r->hit_body = event->body;
        r->hit_normal = event->normal;
        r->hit_time = t;
        break;
    case LOPE_EVENT_WALK_OFF:
        r->falls++;
        r->fell_at = t;
        r->fell_from = r->floor_body;
        r->fell_feet = r->floor_feet;
        r->falling = true;
        r->landed_on = LOPE_BODY_NONE;
        break;
    case LOPE_EVENT_LAND:
        r->landed_on = r->falling ? event->body : r->landed_on;
        break;
    case LOPE_EVENT_TELEPORT:
        r->falling = false;
        break;
    default:
        break;
    }
}

// Whether the input, or a path, asks the character to go on.
static bool asks(const lope_scene_actor *actor)
{
    const lope_input *input = lope_character_input(actor->handle);
    if (input->forbidden & LOPE_FORBID_MOVE) return false;
    return lope_vec3_length(input->move) > 0 || lope_character_state(actor->handle)->acceleration > 0;
}

static bool stands(const lope_scene_actor *actor)
{
    const lope_state *state = lope_character_state(actor->handle);
    if (state->stuck_ticks > 0) return true;
    const bool ground = state->mode == LOPE_MODE_WALKING || state->mode == LOPE_MODE_NAV_WALKING;
    return ground && (double)lope_vec3_length(state->velocity) < STILL * (double)actor->from->moveset.tuning.max_walk_speed;
}

void lope_scene_reason_step(lope_scene_actor *actor, double start, double end)
{
    lope_scene_reason *r = &actor->reason;
    const lope_state *state = lope_character_state(actor->handle);
    if (!asks(actor) || !stands(actor)) {
        r->stopped_for = 0.0;
    } else {
        if (!(r->stopped_for > 0.0)) r->stopped_at = r->hit_time > start && r->hit_time <= end ? r->hit_time : start;
        r->stopped_for += end - start;
    }
    if (state->mode != LOPE_MODE_WALKING || state->floor.body == LOPE_BODY_NONE) return;
    if (r->falling && r->landed_on != LOPE_BODY_NONE) {
        const lope_point down = lope_point_sub(r->fell_feet, state->feet);
        r->fell_height = lope_point_dot(down, lope_vec3_to_point(state->up));
        r->falling = false;
    }
    r->floor_body = state->floor.body;
    r->floor_feet = state->feet;
}
