// carried_poses.c - where the bases of characters will have carried them by the end of a tick: there the others meet them.
//
// Who stands on the same platform goes along with it in every tick: seen where they stood at its start, those in front would be in the
// way of those behind. Bodies of the embedded level are at their pose of the tick's end already; of another world's what they did in the
// last tick is taken. Read next: character/base/carry_base.c, which does the same for each character itself.
#include "world/world_private.h"

#include "character/state/state_flags.h"
#include "level/body.h"

#define STACK_MOST 8 // characters on each other
#define STEEPEST 0.1 // cosine beyond which the round bottom's contact says nothing about the point under the feet

static const lope_seat *seat_of(const lope_world *world, uint64_t id)
{
    uint32_t low = 0, high = world->order_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (LOPE_CHARACTER_ID(world->order[middle].number) < id)
            low = middle + 1;
        else
            high = middle;
    }
    const bool found = low < world->order_count && LOPE_CHARACTER_ID(world->order[low].number) == id;
    return found ? &world->order[low] : NULL;
}

// The point of its base that it stands upon, which is straight under its feet: character/base/carry_base.c.
static lope_point under(const lope_state *state)
{
    const lope_point up = lope_vec3_to_point(state->up);
    const double facing = lope_point_dot(lope_vec3_to_point(state->floor.plane), up);
    const bool rests = state->floor.kind == LOPE_FLOOR_FACE && facing > STEEPEST;
    return lope_point_mad(state->feet, up, rests ? -(double)state->radius * (1.0 / facing - 1.0) : 0.0);
}

lope_point lope_carried_way(const lope_world *world, const lope_seat *seat, double dt, int depth)
{
    const lope_state *state = lope_seat_state(seat);
    if (!(state->flags & LOPE_STATE_MORE) || state->base_body == 0 || state->flags & LOPE_STATE_KEPT)
        return (lope_point){0, 0, 0};
    const lope_seat *other = seat_of(world, state->base_body);
    if (other && depth < STACK_MOST) {
        const lope_point way = lope_carried_way(world, other, dt, depth + 1);
        const lope_point stands = lope_point_add(lope_seat_state(other)->feet, state->base_point);
        return lope_point_add(way, lope_point_sub(stands, under(state)));
    }
    const lope_level_body *body =
        world->level ? lope_level_body_at(world->level, lope_level_find(world->level, state->base_body)) : NULL;
    if (body && body->moving && !body->surface.no_base)
        return lope_point_sub(lope_transform_apply(&body->pose, state->base_point), under(state));
    return lope_point_scale(lope_vec3_to_point(state->base_velocity), dt);
}
