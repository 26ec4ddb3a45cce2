// room.c - the room that an ability needs: see room.h.
//
// The capsule is swept a little smaller than it is, against bodies at their pose of the tick's end. Built on
// the public headers alone. Read next: mantle_route.c.
#include "room.h"

#include "level.h"

// Counts what stops the character.
static bool is_in_the_way(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character;
}

lope_cast_def lope_room_capsule(const lope_tick *tick, lope_point feet, lope_point motion, double skin)
{
    const lope_state *state = lope_tick_state(tick);
    return (lope_cast_def){.from = lope_point_mad(feet, lope_tick_up(tick), skin),
                           .motion = motion,
                           .radius = (float)((double)state->radius - skin),
                           .height = (float)((double)state->height - 2.0 * skin),
                           .filter = {.channels = state->channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER},
                           .accept = is_in_the_way};
}

bool lope_room_sweep(lope_tick *tick, lope_point from, lope_point to, double scale, lope_cast_hit *hit)
{
    const lope_cast_def def = lope_room_capsule(tick, from, lope_point_sub(to, from), LOPE_ROOM_SKIN * scale);
    return lope_tick_cast(tick, &def, hit);
}

// Counts what stops a character that a body takes along.
static bool is_another(void *context, const lope_cast_hit *hit)
{
    const uint64_t *carrier = context;
    return hit->body != *carrier && !hit->character;
}

// Returns where the feet get to when a body takes them along by `way`, and what stands in the way stops them.
static lope_point brought(lope_tick *tick, lope_point feet, lope_point way, uint64_t body, double skin)
{
    const lope_state *state = lope_tick_state(tick);
    lope_cast_hit hit;
    for (int i = 0; i < 3; i++) {
        const lope_cast_def def = {.from = lope_point_mad(feet, lope_tick_up(tick), skin),
                                   .motion = way,
                                   .radius = (float)((double)state->radius - skin),
                                   .height = (float)((double)state->height - 2.0 * skin),
                                   .filter = {.channels = state->channels},
                                   .accept = is_another,
                                   .context = &body};
        if (!lope_tick_cast(tick, &def, &hit)) return lope_point_add(feet, way);
        feet = lope_point_mad(feet, way, hit.fraction);
        way = lope_point_scale(way, 1.0 - hit.fraction);
        const double into = lope_point_dot(way, hit.normal);
        way = lope_point_mad(way, hit.normal, into < 0 ? -into : 0);
    }
    return feet;
}

bool lope_room_follow(lope_tick *tick, uint64_t body, double scale, lope_point *feet, lope_point *direction,
                      lope_point *brought_to)
{
    lope_point at;
    double turn;
    if (!lope_tick_brought_to(tick, body, &at, &turn)) return false;
    const lope_point way = lope_point_sub(at, *feet);
    if (lope_point_dot(way, way) < 1e-18 && turn == 0) return false;
    *brought_to = brought(tick, *feet, way, body, LOPE_ROOM_SKIN * scale);
    *feet = at;
    *direction = lope_turn_about(*direction, lope_tick_up(tick), turn);
    return true;
}
