// lift_off.c - when a layered move takes the character off the ground.
//
// An override layer gives the velocity outright, so a character under a rising one does not come down by
// itself. Where it lands all the same, something has turned the velocity down: a roof that leans against the
// way, or a base that rises faster. If the layer lifted it off again at once, it would land at the same
// instant, and no time would pass. So after a landing the way up is tried first.
// Read next: layers.c.
#include "character/layers/lift_off.h"
#include "character/base/base_leave.h"
#include "character/tick/context.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"

// s of gravity that an upward velocity has to beat to lift off: a tick of 60 Hz, whatever the tick is
#define LIFT_TIME (1.0 / 60.0)
// share of the speed: an upward part above it lifts off with LOPE_LAYER_LIFT_OFF. Above the rounding of a
// level velocity
#define SENSITIVE 1e-6
#define LIFT_CONTACTS 4 // more in LIFT_TIME is a corner, which holds the character

bool lope_layer_lifts(const lope_tick *tick, lope_point velocity, bool sensitive)
{
    double time = tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL ? tick->time : LIFT_TIME;
    double beats = -lope_rise(&tick->space, tick->gravity) * time, least = SENSITIVE * lope_point_length(velocity);
    return lope_rise(&tick->space, velocity) > (sensitive || beats < least ? least : beats);
}

// Returns `velocity` as a contact of that normal leaves it: a slope takes the level part, as a wall does, and
// what hangs over takes the part against itself.
static lope_point turned_by(const lope_space *space, lope_point velocity, lope_point normal)
{
    if (lope_rise(space, normal) >= 0) normal = lope_flat(space, normal);
    const double square = lope_point_dot(normal, normal), into = lope_point_dot(velocity, normal);
    return into < 0 && square > 0 ? lope_point_mad(velocity, normal, -into / square) : velocity;
}

bool lope_layer_lifts_again(lope_tick *tick, lope_point velocity, bool sensitive)
{
    lope_space *space = &tick->space;
    const double rises = lope_has_page(&tick->state, LOPE_PAGE_BASE) ? lope_base_rise(tick, tick->now) : 0;
    lope_point feet = tick->feet;
    double left = LIFT_TIME;
    velocity = lope_point_mad(velocity, space->up, -rises);
    lope_tick_list(tick);
    space->purpose = LOPE_QUERY_FALL;
    for (int i = 0; i < LIFT_CONTACTS; i++) {
        lope_contact contact;
        if (!lope_layer_lifts(tick, velocity, sensitive)) return false;
        const lope_point way = lope_point_scale(velocity, left);
        if (!lope_sweep(space, feet, way, &contact)) return true;
        feet = lope_point_mad(feet, way, contact.fraction);
        left *= 1.0 - contact.fraction;
        velocity = turned_by(space, velocity, contact.normal);
    }
    return false;
}
