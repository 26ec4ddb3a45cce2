// carried_poses.c - how far the bases of characters will have carried them by the end of a tick: there others
// meet them.
//
// Characters on the same platform go along with it in every tick. Seen where they stood at its start, those
// in front would be in the way of those behind. Bodies of the embedded level are at their pose of the tick's
// end already; of another world's bodies their motion of the last tick is taken. Read next:
// character/base/carry_base.c, which does the same for each character itself.
#include "world/carried_poses.h"

#include "character/state/state_flags.h"
#include "level/body.h"
#include "world/characters.h"

#define STACK_MOST 8 // characters on each other
#define STEEPEST 0.1 // cosine beyond which the bottom's contact tells nothing of the point under the feet

// Returns the point of its base that a character stands upon, which is straight under its feet: carry_base.c.
static lope_point under(const lope_state *state)
{
    const lope_point up = lope_vec3_to_point(state->up);
    const double facing = lope_point_dot(lope_vec3_to_point(state->floor.plane), up);
    const bool rests = state->floor.kind == LOPE_FLOOR_FACE && facing > STEEPEST;
    return lope_point_mad(state->feet, up, rests ? -(double)state->radius * (1.0 / facing - 1.0) : 0.0);
}

// Returns whether a state is carried by what it stands upon.
static bool is_carried(const lope_state *state)
{
    return state->pages & LOPE_PAGE_BASE && state->base_body != 0 && !(state->flags & LOPE_STATE_KEPT);
}

lope_point lope_carried_by(const lope_state *state, const lope_transform *base, double seconds)
{
    if (!is_carried(state)) return (lope_point){0, 0, 0};
    if (base) return lope_point_sub(lope_transform_apply(base, state->base_point), under(state));
    return lope_point_scale(lope_vec3_to_point(state->base_velocity), seconds);
}

// depth: of characters that stand on each other.
static lope_point way_of(const lope_world *world, const lope_seat *seat, double seconds, int depth)
{
    const lope_state *state = lope_seat_state(seat);
    if (!is_carried(state)) return (lope_point){0, 0, 0};
    const lope_seat *other = lope_world_seat(world, state->base_body);
    if (other && world->lock.running && !(other->block->locked >> other->lane & 1u))
        return lope_point_scale(world->grid.entries[other - world->order].way, 1.0 / (double)world->lock.steps);
    if (other && depth < STACK_MOST) {
        const lope_point way = way_of(world, other, seconds, depth + 1);
        const lope_point stands = lope_point_add(lope_seat_state(other)->feet, state->base_point);
        return lope_point_add(way, lope_point_sub(stands, under(state)));
    }
    const lope_level_body *body =
        world->level ? lope_level_body_at(world->level, lope_level_find(world->level, state->base_body)) : NULL;
    return lope_carried_by(state, body && body->moving && !body->surface.no_base ? &body->pose : NULL, seconds);
}

// depth: of characters that stand on each other.
static lope_point velocity_of(const lope_world *world, const lope_seat *seat, int depth)
{
    const lope_state *state = lope_seat_state(seat);
    const lope_point own = lope_vec3_to_point(state->velocity);
    const lope_seat *other = is_carried(state) && depth < STACK_MOST ? lope_world_seat(world, state->base_body) : NULL;
    return other ? lope_point_add(own, velocity_of(world, other, depth + 1)) : own;
}

lope_vec3 lope_carried_velocity(const lope_world *world, const lope_seat *seat)
{
    return lope_point_to_vec3(velocity_of(world, seat, 0));
}

lope_point lope_carried_way(const lope_world *world, const lope_seat *seat, double seconds)
{
    return way_of(world, seat, seconds, 0);
}
