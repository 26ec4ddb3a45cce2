// footsteps.c - see footsteps.h.
//
// A foot comes down where the distance walked passes a multiple of the tuning's footstep_distance. So the
// state needs nothing of its own, and every tick rate tells the same footsteps. Within the tick the distance
// is taken to grow evenly.
#include "character/move/footsteps.h"
#include "character/tick/events.h"

#include <math.h>

#define MOST 4 // footsteps in a tick: beyond that they are no footsteps

void lope_footsteps_tell(lope_tick *tick, const lope_state *before)
{
    const double every = (double)tick->tuning->footstep_distance;
    const double from = before->distance_walked / every, to = tick->state.distance_walked / every;
    // a tick that ends in the air walked on the floor of the tick before
    const lope_floor *ground = tick->state.floor.kind != LOPE_FLOOR_NONE ? &tick->state.floor : &before->floor;
    const double speed = (to - from) * every / tick->time;
    for (int i = 1; i <= MOST; i++) {
        const double count = floor(from) + i; // not above `from` where doubles are more than 1 apart
        if (!(count > from && count <= to)) break;
        lope_event *event = lope_tick_event_at(tick, LOPE_EVENT_FOOTSTEP, tick->time * (count - from) / (to - from));
        event->to = (uint32_t)fmod(count, 2.0);
        event->value = (float)speed;
        event->body = ground->body;
        event->material = ground->material;
        event->normal = ground->normal;
        event->point = lope_point_add(tick->origin, tick->feet);
    }
}
