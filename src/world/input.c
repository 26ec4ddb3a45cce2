// input.c - what a character is told between two ticks, however often the game says it.
//
// A game sets inputs once a frame; ticks come less often, or more. What is level (move, look, held buttons, force) is kept as
// last said; what is an edge or a request is gathered until a tick has seen it, and seen once. Read next: step.c.
#include "world/world_private.h"

#include "base/error.h"

#define LAUNCH_FLAGS (LOPE_LAUNCH_OVERRIDE_HORIZONTAL | LOPE_LAUNCH_OVERRIDE_VERTICAL)

static bool finite_vec3(lope_vec3 v) { return lope_finite(v.x) && lope_finite(v.y) && lope_finite(v.z); }

static bool finite_input(const lope_input *input)
{
    return finite_vec3(input->move) && lope_finite(input->look_yaw) && lope_finite(input->look_pitch) &&
           finite_vec3(input->launch_velocity) && finite_vec3(input->impulse) && finite_vec3(input->force) &&
           lope_finite_double(input->teleport_feet.x) && lope_finite_double(input->teleport_feet.y) &&
           lope_finite_double(input->teleport_feet.z);
}

// Two launches before one tick are as one after the other: the later adds to the parts that it does not override.
static void merge_launch(lope_input *next, const lope_input *pending, lope_vec3 up)
{
    if ((pending->requests & LOPE_REQUEST_LAUNCH) == 0) return;
    if ((next->requests & LOPE_REQUEST_LAUNCH) == 0) {
        next->launch_velocity = pending->launch_velocity;
        next->requests = (next->requests & ~LAUNCH_FLAGS) | (pending->requests & (LOPE_REQUEST_LAUNCH | LAUNCH_FLAGS));
        return;
    }
    lope_vec3 vertical = lope_vec3_scale(up, lope_vec3_dot(pending->launch_velocity, up));
    lope_vec3 horizontal = lope_vec3_sub(pending->launch_velocity, vertical);
    if (next->requests & LOPE_LAUNCH_OVERRIDE_VERTICAL) vertical = lope_vec3_make(0, 0, 0);
    if (next->requests & LOPE_LAUNCH_OVERRIDE_HORIZONTAL) horizontal = lope_vec3_make(0, 0, 0);
    next->launch_velocity = lope_vec3_add(next->launch_velocity, lope_vec3_add(vertical, horizontal));
    next->requests |= pending->requests & LAUNCH_FLAGS;
}

// Impulses add up. Where one is a change of velocity and the other is not, both become changes of velocity.
static void merge_impulse(lope_input *next, const lope_input *pending, float mass)
{
    const lope_vec3 old = pending->impulse, new = next->impulse;
    if (old.x == 0 && old.y == 0 && old.z == 0) return;
    if (new.x == 0 && new.y == 0 && new.z == 0) {
        next->impulse = old;
        next->impulse_is_velocity = pending->impulse_is_velocity;
        return;
    }
    const bool same = next->impulse_is_velocity == pending->impulse_is_velocity;
    const float old_scale = same || pending->impulse_is_velocity ? 1.0f : 1.0f / mass;
    const float new_scale = same || next->impulse_is_velocity ? 1.0f : 1.0f / mass;
    next->impulse = lope_vec3_add(lope_vec3_scale(old, old_scale), lope_vec3_scale(new, new_scale));
    if (!same) next->impulse_is_velocity = true;
}

lope_result lope_character_set_input(lope_character *character, const lope_input *input)
{
    if (character == NULL || input == NULL) return LOPE_ERROR_NULL;
    if (!character->alive) return LOPE_ERROR_HANDLE;
    if (!finite_input(input)) return LOPE_ERROR_NOT_FINITE;
    if ((input->requests & LOPE_REQUEST_MODE) && input->mode >= LOPE_MODE_COUNT) return LOPE_ERROR_RANGE;
    const lope_input *pending = &character->block->inputs[character->lane];
    lope_input next = *input;
    next.pressed |= pending->pressed | (input->held & ~pending->held);
    merge_launch(&next, pending, lope_character_slot(character)->up);
    merge_impulse(&next, pending, character->block->movesets[character->lane]->tuning.mass);
    if ((pending->requests & ~next.requests) & LOPE_REQUEST_TELEPORT) next.teleport_feet = pending->teleport_feet;
    if ((pending->requests & ~next.requests) & LOPE_REQUEST_MODE) next.mode = pending->mode;
    next.requests |= pending->requests & (LOPE_REQUEST_TELEPORT | LOPE_REQUEST_MODE);
    if (!finite_input(&next)) return LOPE_ERROR_NOT_FINITE; // two huge launches that add up to infinity
    character->block->inputs[character->lane] = next;
    return LOPE_OK;
}

void lope_input_consume(lope_input *input)
{
    input->pressed = 0;
    input->requests = 0;
    input->launch_velocity = lope_vec3_make(0, 0, 0);
    input->impulse = lope_vec3_make(0, 0, 0);
    input->impulse_is_velocity = false;
    input->teleport_feet = lope_point_make(0, 0, 0);
    input->mode = 0;
}
