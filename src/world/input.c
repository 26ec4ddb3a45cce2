// input.c - what a character is told between two ticks, however often the game says it.
//
// A game sets inputs once a frame; ticks come less often, or more. What is level (move, look, held buttons,
// force) is kept as last said. What is an edge or a request is gathered until a tick has seen it, and seen
// once. Read next: input_effect.c for what is said in vain, step.c.
#include "world/input.h"

#include "base/error.h"
#include "base/memory.h"
#include "character/state/input_check.h"
#include "world/input_effect.h"
#include "world/log.h"

#include <stdio.h>

// Merges a launch that waits into the next one, as one after the other: the later adds to the parts that it
// does not override.
static void merge_launch(lope_requests *next, const lope_requests *pending, lope_vec3 up)
{
    if ((pending->asked & LOPE_REQUEST_LAUNCH) == 0) return;
    if ((next->asked & LOPE_REQUEST_LAUNCH) == 0) {
        next->launch_velocity = pending->launch_velocity;
        next->launch_overrides_horizontal = pending->launch_overrides_horizontal;
        next->launch_overrides_vertical = pending->launch_overrides_vertical;
        next->asked |= LOPE_REQUEST_LAUNCH;
        return;
    }
    lope_vec3 vertical = lope_vec3_scale(up, lope_vec3_dot(pending->launch_velocity, up));
    lope_vec3 horizontal = lope_vec3_sub(pending->launch_velocity, vertical);
    if (next->launch_overrides_vertical) vertical = lope_vec3_make(0, 0, 0);
    if (next->launch_overrides_horizontal) horizontal = lope_vec3_make(0, 0, 0);
    next->launch_velocity = lope_vec3_add(next->launch_velocity, lope_vec3_add(vertical, horizontal));
    next->launch_overrides_horizontal |= pending->launch_overrides_horizontal;
    next->launch_overrides_vertical |= pending->launch_overrides_vertical;
}

// Adds an impulse that waits. Where one is a change of velocity and the other is not, both become changes of
// velocity.
static void merge_impulse(lope_requests *next, const lope_requests *pending, float mass)
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

// Merges a layered move that waits to begin or end: one can begin a tick, and one id end. What is ended
// before it has begun does not begin. Returns false when a tick would have to begin, or end, two.
static bool merge_layers(lope_requests *next, const lope_requests *pending)
{
    const uint32_t ends = LOPE_REQUEST_END_LAYERS, begins = LOPE_REQUEST_LAYER;
    if (pending->asked & next->asked & ends && pending->end_layer != next->end_layer) {
        if (pending->end_layer != 0 && next->end_layer != 0) return false;
        next->end_layer = 0; // all of them
    }
    const bool ended = next->asked & ends && (next->end_layer == 0 || next->end_layer == pending->layer.id);
    if (pending->asked & ~next->asked & ends) next->end_layer = pending->end_layer;
    next->asked |= pending->asked & ends;
    if (!(pending->asked & begins) || ended) return true;
    if (next->asked & begins) return next->layer.id == pending->layer.id;
    next->layer = pending->layer;
    next->asked |= begins;
    return true;
}

// Puts root motion that waits before the next one, which is in the frame that the first has turned.
static void merge_root_motion(lope_requests *next, const lope_requests *pending)
{
    if (!pending->has_root_motion) return;
    const lope_root_motion first = pending->root_motion, second = next->root_motion;
    if (next->has_root_motion) {
        const lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), first.yaw);
        next->root_motion.translation = lope_vec3_add(first.translation, lope_quat_rotate(turn, second.translation));
        next->root_motion.yaw = first.yaw + second.yaw;
        next->root_motion.flags = first.flags | second.flags;
    } else {
        next->root_motion = first;
    }
    next->has_root_motion = true;
}

// Of two sizes the last one counts; what that leaves as it is the first one says.
static void merge_resize(lope_requests *next, const lope_requests *pending)
{
    if (!(pending->asked & LOPE_REQUEST_RESIZE)) return;
    bool again = next->asked & LOPE_REQUEST_RESIZE;
    if (!again || next->resize_radius <= 0) next->resize_radius = pending->resize_radius;
    if (!again || next->resize_height <= 0) next->resize_height = pending->resize_height;
    next->asked |= LOPE_REQUEST_RESIZE;
}

// Of two teleports or modes the last one counts.
static void merge_places(lope_requests *next, const lope_requests *pending)
{
    const uint32_t kept = pending->asked & ~next->asked;
    if (kept & LOPE_REQUEST_TELEPORT) {
        next->teleport_feet = pending->teleport_feet;
        next->teleport_needs_room = pending->teleport_needs_room;
    }
    if (kept & LOPE_REQUEST_MODE) next->mode = pending->mode;
    next->asked |= kept & (LOPE_REQUEST_TELEPORT | LOPE_REQUEST_MODE | LOPE_REQUEST_DROP);
}

// Tells the world's log of a member that can have no effect: of each kind once.
static void tell_idle(lope_world *world, const lope_character *character, const lope_idle_member *member, uint32_t kind)
{
    char line[192];
    if (world->said >> kind & 1u) return;
    world->said |= UINT32_C(1) << kind;
    snprintf(line, sizeof line, "character %u: %s without %s %s (this is told once)", (unsigned)character->number, member->field,
             member->lacks, member->refused ? "is refused" : "has no effect");
    lope_world_say(world, line);
}

// Looks for members that can have no effect, and tells of them. Returns false for one that is refused.
static bool has_effect(const lope_character *character, const lope_requests *requests, const lope_requests *pending)
{
    bool good = true;
    for (uint32_t kind = 0; kind < LOPE_IDLE_MEMBERS; kind++) {
        const lope_idle_member *member = lope_requests_idle(requests, pending, kind);
        if (member == NULL) continue;
        tell_idle(character->world, character, member, kind);
        if (member->refused) good = false;
    }
    return good;
}

lope_requests *lope_lane_requests(lope_block *block, uint32_t lane)
{
    const lope_allocator *allocator = &block->characters[lane].world->allocator;
    const size_t bytes = LOPE_BLOCK_LANES * sizeof *block->requests;
    if (block->requests == NULL) block->requests = lope_allocate(allocator, bytes);
    if (block->requests == NULL) return NULL;
    lope_requests *requests = &block->requests[lane];
    if (block->inputs[lane].requests == NULL) *requests = (lope_requests){0};
    block->inputs[lane].requests = requests;
    return requests;
}

// Puts an input and requests in place of a character's. Requests that order nothing take no memory.
static lope_result keep(lope_block *block, uint32_t lane, const lope_input *input, const lope_requests *requests)
{
    lope_requests *slot = NULL;
    if (!lope_requests_are_plain(requests)) {
        slot = lope_lane_requests(block, lane);
        if (slot == NULL) return LOPE_ERROR_MEMORY;
        *slot = *requests;
    }
    block->inputs[lane] = *input;
    block->inputs[lane].requests = slot;
    return LOPE_OK;
}

lope_result lope_character_set_input(lope_character *character, const lope_input *input)
{
    if (input == NULL) return LOPE_ERROR_NULL;
    const lope_result may = lope_character_check(character);
    if (may != LOPE_OK) return may;
    lope_block *block = character->block;
    const uint32_t lane = character->lane;
    const lope_moveset *moveset = block->lanes[lane].moveset;
    const lope_result good = lope_input_check(input, moveset, NULL);
    if (good != LOPE_OK) return good;
    const lope_input *waiting = &block->inputs[lane];
    const lope_requests *pending = lope_requests_of(waiting);
    lope_requests asked = *lope_requests_of(input);
    if (!has_effect(character, &asked, pending)) return LOPE_ERROR_STATE;
    lope_input next = *input;
    next.pressed |= waiting->pressed | (input->held & ~waiting->held);
    next.look_is_absolute |= waiting->look_is_absolute;
    if (pending->knockback_time > asked.knockback_time) asked.knockback_time = pending->knockback_time;
    merge_launch(&asked, pending, lope_character_slot(character)->up);
    merge_impulse(&asked, pending, moveset->tuning.mass);
    merge_places(&asked, pending);
    merge_resize(&asked, pending);
    merge_root_motion(&asked, pending);
    if (!merge_layers(&asked, pending)) return LOPE_ERROR_STATE;
    next.requests = &asked;
    const lope_result sum = lope_input_check(&next, moveset, NULL); // launches may add up to too much
    if (sum != LOPE_OK) return sum;
    if (lope_resize_check(lope_character_slot(character), &asked) != LOPE_OK) return LOPE_ERROR_RANGE;
    return keep(block, lane, &next, &asked);
}

const lope_input *lope_character_input(const lope_character *character)
{
    return character == NULL ? NULL : &character->block->inputs[character->lane];
}

lope_result lope_world_radial_impulse(lope_world *world, const lope_radial *radial, uint32_t *reached)
{
    if (reached) *reached = 0;
    if (world == NULL || radial == NULL) return LOPE_ERROR_NULL;
    if (world->phase == LOPE_WORLD_MOVING) return LOPE_ERROR_STATE;
    const lope_point origin = radial->origin;
    if (!lope_finite_point(origin) || !lope_finite(radial->radius) || !lope_finite(radial->strength) ||
        !lope_finite(radial->knockback_time))
        return LOPE_ERROR_NOT_FINITE;
    if (radial->knockback_time < 0 || lope_check_point(NULL, "origin", origin, LOPE_MOST_PLACE) != LOPE_OK)
        return LOPE_ERROR_RANGE;
    if (radial->radius < 0 || radial->falloff > LOPE_FALLOFF_LINEAR) return LOPE_ERROR_RANGE;
    for (uint32_t i = 0; i < world->order_count; i++) {
        const lope_seat *seat = &world->order[i];
        lope_input next = seat->block->inputs[seat->lane];
        lope_requests asked = *lope_requests_of(&next);
        const lope_moveset *moveset = seat->block->lanes[seat->lane].moveset;
        if (!lope_radial_impulse(radial, lope_seat_state(seat), moveset->tuning.mass, &asked)) continue;
        next.requests = &asked;
        const lope_result sum = lope_input_check(&next, moveset, NULL); // impulses may add up to too much
        if (sum != LOPE_OK) return sum;
        const lope_result kept = keep(seat->block, seat->lane, &next, &asked);
        if (kept != LOPE_OK) return kept;
        if (reached) ++*reached;
    }
    return LOPE_OK;
}

void lope_input_consume(lope_block *block, uint32_t lane)
{
    lope_input *input = &block->inputs[lane];
    input->pressed = 0;
    input->look_is_absolute = false;
    if (input->requests == NULL) return;
    lope_requests_consume(&block->requests[lane]);
    if (lope_requests_are_plain(input->requests)) input->requests = NULL;
}
