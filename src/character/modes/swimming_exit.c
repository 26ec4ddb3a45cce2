// swimming_exit.c - the ways out of the water.
//
// There are three: a jump at the surface, a climb onto a low shore, and Unreal's leap at a wall while looking
// up. A shore is low up to max_out_of_water_step_height above the water. Each way out is a fall that begins
// with a speed up. A climb takes as much speed as the shore asks for. So it comes out the same at every tick
// rate.
#include "character/modes/swimming_exit.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/volume/physics_volume.h"
#include "motion/floor/find_floor.h"
#include "motion/query/sweep.h"

#define SURFACE_REACH 0.10 // m, at most, of the head under the surface that still count as at it
#define SPARE_RISE 0.05    // m over the shore, to which a climb goes
#define ONTO 0.10          // m over the shore's rim that must be free to stand there
#define REACH_HALVINGS 16  // of a slice: 5 cm of way come down to a micrometre
#define FACING 0.3         // cosine between the input and the way straight into the wall

// Returns how far (m) the surface is above `feet`; 0: the head is too deep under it.
static double surface_over(lope_tick *tick, lope_point feet)
{
    double above = SURFACE_REACH * tick->space.unit, surface;
    lope_immersion(tick, feet, above, &surface);
    return surface < tick->space.height + above * (1 - 1e-6) ? surface : 0;
}

// The same for the character's own feet.
static double surface_at(lope_tick *tick) { return surface_over(tick, tick->feet); }

// Leaves the water with at least that speed (m/s) up, as a fall.
static void leap(lope_tick *tick, double speed)
{
    double up = lope_rise(&tick->space, tick->velocity);
    if (up < speed) tick->velocity = lope_point_mad(tick->velocity, tick->space.up, speed - up);
    lope_velocity_log_add(tick, LOPE_TERM_JUMP);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    tick->state.flags |= LOPE_STATE_RISING;
    tick->state.jump_hold_time = tick->state.jump_force_left = 0;
    tick->state.coyote_left = 0;
}

// True while a press of the jump button waits to be used.
static bool wants_jump(const lope_tick *tick)
{
    return tick->state.jump_buffer_left > 0 && (double)tick->state.jump_buffer_left > tick->now - 1e-7;
}

double lope_swimming_exit_comes(lope_tick *tick, lope_point way, double share, bool walled)
{
    if ((!walled && !wants_jump(tick)) || surface_over(tick, lope_point_mad(tick->feet, way, share)) <= 0) return share;
    if (surface_at(tick) > 0) return share;
    double low = 0, high = share;
    for (int i = 0; i < REACH_HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (surface_over(tick, lope_point_mad(tick->feet, way, middle)) > 0)
            high = middle;
        else
            low = middle;
    }
    return high;
}

bool lope_swimming_exit_jump(lope_tick *tick)
{
    if (!wants_jump(tick) || tick->overridden_up || tick->tuning->jump_max_count <= 0 || surface_at(tick) <= 0) return false;
    leap(tick, (double)tick->tuning->out_of_water_speed);
    tick->state.jump_count = 1;
    tick->state.jump_buffer_left = 0;
    lope_tick_event(tick, LOPE_EVENT_JUMP)->to = 1;
    return true;
}

// Returns how high (m) above the feet a shore stands behind the wall, to which the capsule can come. ahead:
// level, unit, into the wall. surface: m above the feet. 0: none, or one that is under water.
static double shore_over(lope_tick *tick, double surface, lope_point ahead)
{
    lope_space *space = &tick->space;
    double unit = space->unit, most = surface + (double)tick->tuning->max_out_of_water_step_height;
    lope_point up = lope_point_scale(space->up, most + ONTO * unit), on = lope_point_scale(ahead, ONTO * unit);
    lope_contact contact;
    space->purpose = LOPE_QUERY_STEP_UP;
    double risen = lope_sweep(space, tick->feet, up, &contact) ? contact.fraction : 1;
    lope_point raised = lope_point_mad(tick->feet, up, risen);
    space->purpose = LOPE_QUERY_STEP_FORWARD;
    if (lope_sweep(space, raised, on, &contact) && contact.fraction < 0.5) return 0;
    raised = lope_point_add(raised, on);
    double height = risen * (most + ONTO * unit);
    space->purpose = LOPE_QUERY_STEP_DOWN;
    lope_floor_hit floor = lope_find_floor(space, raised, height, 0);
    double top = height - floor.distance;
    if (space->failed || !floor.walkable || top > most + 1e-4 * unit) return 0;
    return top > 0 && top + 0.5 * space->height > surface ? top : 0;
}

bool lope_swimming_exit_leap(lope_tick *tick, lope_point input, const lope_contact *wall)
{
    const lope_tuning *t = tick->tuning;
    lope_space *space = &tick->space;
    lope_point ahead = lope_flat(space, lope_point_scale(wall->normal, -1.0)), level = lope_flat(space, input);
    double length = lope_point_length(ahead), press = lope_point_length(level);
    double surface = length > 0.5 && press > 0 ? surface_at(tick) : 0;
    if (surface <= 0) return false;
    ahead = lope_point_scale(ahead, 1 / length);
    if (lope_point_dot(ahead, level) < FACING * press) return false;
    bool looks_up = tick->input->look_pitch > t->jump_out_of_water_pitch && (double)t->out_of_water_speed > 0;
    double shore = (double)t->max_out_of_water_step_height > 0 ? shore_over(tick, surface, ahead) : 0;
    if (shore <= 0 && !looks_up) return false;
    double pull = -lope_rise(space, tick->gravity), speed = 0;
    if (shore > 0 && pull > 0) speed = sqrt(2 * pull * (shore + SPARE_RISE * space->unit));
    if (looks_up && speed < (double)t->out_of_water_speed) speed = (double)t->out_of_water_speed;
    leap(tick, speed);
    return true;
}
