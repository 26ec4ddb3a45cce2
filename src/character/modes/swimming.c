// swimming.c - the swimming mode: in all directions through water that bears the character (buoyancy,
// pull_at), slows it, and ends.
//
// As Unreal has it (UCharacterMovementComponent::PhysSwimming): gravity less buoyancy times the immersed
// share; half the fluid's friction times that share; no swimming up out of the water. With the exact
// integrator that is an equation in time, for the velocity and the depth together. It is solved by
// Runge-Kutta of order 4 in steps of at most 1/240 s. Unreal cuts a fast rise near the surface once a tick.
// Here it is a steady deceleration, as strong as Unreal's cuts are at 60 Hz. One thing is added: the
// surface damps bobbing, as waves do, so that a floating character comes to rest. The ways out stand in
// swimming_exit.c. Read next: velocity_law.h for the law, physics_volume.c for what water is.
#include "character/modes/swimming.h"
#include "character/modes/round_slice.h"
#include "character/modes/slide_rest.h"
#include "character/modes/step_over.h"
#include "character/modes/swimming_exit.h"
#include "character/modes/wall_end.h"
#include "character/state/state_flags.h"
#include "character/tick/contacts.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/query/sweep.h"
#include "motion/query/touch.h"

#define SWIM_SLICES 96          // in a run of the mode, at most
#define FLUID_SHARE 0.5         // of the place's fluid friction, as Unreal has it
#define SLICE_TIME (1.0 / 60.0) // s: a bend of 20 m/s2 is off its chord by 0.7 mm then
#define STEP_TIME (1.0 / 240.0) // s, of the integration
#define STEP_PARTS 4            // parts of a step, at most: up to the speed limit, and along it
#define LIMIT_ROUNDS 8          // of the regula falsi: from a step to a rounding
#define LIMIT_MISS 1e-12        // share of the limit that is near enough
#define AT_LIMIT 1e-9           // share of the limit: slower by more is below it
#define FAST_RISE 0.33          // share of the maximum speed: a faster rise is cut near the surface
#define CUT_RATE 60.0           // 1/s, of that cut: Unreal's rule, once a tick, at 60 Hz
#define SHALLOW 0.65            // immersion under which the character cannot swim up
#define SHALLOW_UP 0.001        // m/s2 up that are left then
// of immersion, over which that comes in: a jump in the law would not let it rest
#define SHALLOW_BAND 0.10
#define WAVES 0.25       // share of critical damping by which the surface damps bobbing
#define BOB 0.80         // m/s down with which a slow entry begins
#define BOB_FORWARD 0.7  // share of the level speed that goes down with it
#define REST_SPEED 1e-3  // m/s, and
#define REST_PULL 1e-2   // m/s2, under which a floating character rests
#define FLOOR_REACH 0.05 // m down to ground on which a character that comes out walks on
#define UNDER 1e-6       // m under the surface, where the character stays in the water
#define SWIM_CONTACTS 16 // contacts, at most, that a drift may end at
#define TOUCH_REACH 1e-5 // m, within which a contact is touched: half the skin
#define LIFTS 1.0        // m/s off that ground, above which it is a jump

// What stays the same during a run of the mode, and the planes touched in it.
typedef struct lope_swim {
    lope_law drive;           // its frictions are those of whole immersion
    lope_point input;         // m/s2
    lope_point push;          // m/s2, by a mode's law, besides forces
    double buoyancy, gravity; // share of the weight that water bears; m/s2
    lope_point planes[LOPE_WALLS];
    uint32_t plane_count;
    bool round;  // the plane touched last is of an edge or a round surface
    bool coasts; // Unreal's rule: the tick's velocity is set, and the character goes straight on
} lope_swim;

// Takes what a mode's law pushes with besides the forces.
LOPE_COLD static void own_push(const lope_tick *tick, lope_swim *swim)
{
    lope_point force = lope_in_plane(&tick->space, lope_point_sub(tick->acceleration, tick->gravity));
    swim->push = lope_point_sub(swim->drive.push, force);
}

// Returns the law of a run of the mode, from the tuning, the input and the place.
static lope_swim swim_law(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    lope_swim swim = {.buoyancy = (double)t->buoyancy};
    swim.drive = lope_tick_fluid_law(tick, FLUID_SHARE * tick->fluid_friction, (double)t->braking_deceleration_swimming);
    swim.drive.pushed = false; // forces come with gravity: pull_at
    if (LOPE_UNLIKELY(swim.drive.own != NULL)) own_push(tick, &swim);
    swim.input = lope_point_scale(swim.drive.direction, swim.drive.acceleration);
    swim.gravity = lope_point_length(tick->gravity);
    return swim;
}

// Returns the velocity law at an immersion (0 to 1): the frictions, and the input without what would lift the
// character out of the water.
static lope_law drive_at(const lope_tick *tick, const lope_swim *swim, double depth)
{
    lope_law drive = swim->drive;
    drive.friction *= depth;
    drive.fluid_friction *= depth;
    if (!tick->tuning->use_separate_braking_friction) drive.braking_friction *= depth;
    lope_point input = swim->input;
    double rise = lope_rise(&tick->space, input), limit = SHALLOW_UP * tick->space.unit;
    double band = drive.per_tick ? 0 : SHALLOW_BAND;
    if (rise > limit && depth < SHALLOW + band) {
        double left = depth > SHALLOW ? (depth - SHALLOW) / band : 0;
        input = lope_point_mad(input, tick->space.up, (limit - rise) * (1 - left));
        if (tick->space.planar) input = lope_in_plane(&tick->space, input);
        drive.acceleration = drive.boost_acceleration = lope_point_length(input);
        if (drive.acceleration > 0) drive.direction = lope_point_scale(input, 1 / drive.acceleration);
    }
    return drive;
}

// Returns gravity and forces (m/s2) at an immersion, less what the water bears.
static lope_point pull_at(const lope_tick *tick, const lope_swim *swim, double depth)
{
    lope_point pull = lope_point_mad(tick->acceleration, tick->gravity, -swim->buoyancy * depth);
    if (LOPE_UNLIKELY(swim->drive.own != NULL)) pull = lope_point_add(pull, swim->push);
    return tick->space.planar ? lope_in_plane(&tick->space, pull) : pull;
}

// Returns the immersion with the feet at `feet`, 0 to 1; 1 without buoyancy.
static double depth_at(lope_tick *tick, const lope_swim *swim, lope_point feet)
{
    return swim->buoyancy > 0 ? lope_immersion(tick, feet, 0, NULL) : 1;
}

// Returns gravity, forces, buoyancy and the surface's damping, m/s2. up: upward speed, m/s.
static lope_point force_at(const lope_tick *tick, const lope_swim *swim, double depth, double up)
{
    lope_point force = pull_at(tick, swim, depth);
    if (depth <= 0 || depth >= 1 || swim->buoyancy <= 0) return force;
    double fast = FAST_RISE * (double)tick->tuning->max_swim_speed, fade = 10 * (1 - depth), damping = 0;
    if (up > fast) damping += CUT_RATE * (1 - depth * depth) * (up - fast);
    damping += 2 * WAVES * sqrt(swim->gravity * swim->buoyancy / tick->space.height) * (fade < 1 ? fade : 1) * up;
    force = lope_point_mad(force, tick->space.up, -damping);
    return tick->space.planar ? lope_in_plane(&tick->space, force) : force;
}

// Returns v clipped against all touched planes: along one plane, along the crease of two, or zero.
static lope_point along_planes(lope_point v, const lope_swim *swim)
{
    return lope_along_walls(v, swim->planes, swim->plane_count);
}

// Where the speed stands beside its limit when a step begins. That holds for all of the step, for the law
// jumps at the limit.
typedef enum side { BELOW, AT, OVER } side;

// Returns on which side of the law's speed limit the speed (m/s) is.
static side side_of(const lope_law *drive, double speed)
{
    if (lope_law_over(drive, speed)) return OVER;
    return speed < drive->max_speed * (1 - AT_LIMIT) ? BELOW : AT;
}

// Returns how the velocity changes (m/s2) at `feet` and v. At the speed limit the input makes up for what a
// force takes.
static lope_point rate_at(lope_tick *tick, const lope_swim *swim, lope_point feet, lope_point v, side side)
{
    double depth = depth_at(tick, swim, feet);
    lope_point parts[LOPE_DRIVE_PARTS], rate = force_at(tick, swim, depth, lope_rise(&tick->space, v));
    if (tick->overridden) return rate;
    if (LOPE_UNLIKELY(swim->drive.own != NULL) && swim->drive.own->rate) {
        double seconds = tick->now - swim->drive.own->given;
        rate = lope_point_add(rate, lope_law_own_rate(swim->drive.own, v, seconds));
        return swim->plane_count > 0 ? along_planes(rate, swim) : rate;
    }
    lope_law drive = drive_at(tick, swim, depth);
    drive.pushed = drive.acceleration > 0;
    if (drive.pushed) drive.push = rate;
    double speed = lope_point_length(v);
    if (side == AT && speed < drive.max_speed) drive.max_speed = speed; // held at what it is
    lope_law_parts(&drive, v, side == OVER, parts);
    for (int i = 0; i < LOPE_DRIVE_CLIP; i++) rate = lope_point_add(rate, parts[i]);
    // what presses against a wall is part of the law
    return swim->plane_count > 0 ? along_planes(rate, swim) : rate;
}

// Makes one step of Runge-Kutta of h seconds. *sum: the sum of rates (m/s2), six times their mean. Returns
// the same sum of velocities (m/s).
static lope_point stages(lope_tick *tick, const lope_swim *swim, double h, lope_point feet, lope_point v, lope_point *sum)
{
    side from = side_of(&swim->drive, lope_point_length(v));
    lope_point v1 = v, k1 = rate_at(tick, swim, feet, v1, from);
    lope_point v2 = lope_point_mad(v, k1, 0.5 * h), k2 = rate_at(tick, swim, lope_point_mad(feet, v1, 0.5 * h), v2, from);
    lope_point v3 = lope_point_mad(v, k2, 0.5 * h), k3 = rate_at(tick, swim, lope_point_mad(feet, v2, 0.5 * h), v3, from);
    lope_point v4 = lope_point_mad(v, k3, h), k4 = rate_at(tick, swim, lope_point_mad(feet, v3, h), v4, from);
    *sum = lope_point_add(lope_point_add(k1, k4), lope_point_scale(lope_point_add(k2, k3), 2));
    return lope_point_add(lope_point_add(v1, v4), lope_point_scale(lope_point_add(v2, v3), 2));
}

// Returns the seconds of a step of h seconds after which the speed is at its limit. By the regula falsi:
// within a step the speed changes almost evenly.
static double until_limit(lope_tick *tick, const lope_swim *swim, double h, lope_point feet, lope_point v)
{
    double top = swim->drive.max_speed, at = h, low = 0, f_low = lope_point_length(v) - top, high = h, f_high = 0;
    for (int i = 0; i < LIMIT_ROUNDS; i++) {
        lope_point sum;
        stages(tick, swim, at, feet, v, &sum);
        double f = lope_point_length(lope_point_mad(v, sum, at / 6)) - top;
        if (f > -LIMIT_MISS * top && f < LIMIT_MISS * top) break;
        if ((f < 0) == (f_low < 0)) {
            low = at;
            f_low = f;
        } else {
            high = at;
            f_high = f;
        }
        at = low + (high - low) * f_low / (f_low - f_high);
    }
    return at;
}

// Solves the equation for velocity and place over one step of at most h seconds. It ends early where the
// speed comes to its limit, for the law is another one there. Returns the seconds used.
static double swim_step(lope_tick *tick, const lope_swim *swim, double h, lope_point *feet, lope_point *v)
{
    double top = swim->drive.max_speed, speed = lope_point_length(*v);
    side from = side_of(&swim->drive, speed);
    bool given = tick->overridden, driven = swim->drive.acceleration > 0;
    lope_point sum, way = stages(tick, swim, h, *feet, *v, &sum), end = lope_point_mad(*v, sum, h / 6);
    double after = lope_point_length(end);
    bool comes = from == OVER ? after < top : from == BELOW && after > top;
    if (driven && !given && comes) {
        h = until_limit(tick, swim, h, *feet, *v);
        way = stages(tick, swim, h, *feet, *v, &sum);
        end = lope_point_mad(*v, sum, h / 6);
        end = lope_point_scale(end, top / lope_point_length(end));
    } else if (driven && !given && from == AT && after > top) {
        lope_point pull = pull_at(tick, swim, depth_at(tick, swim, *feet));
        double gain = lope_point_dot(pull, end) / after * h;
        if (gain < after - top) end = lope_point_scale(end, (top + (gain > 0 ? gain : 0)) / after);
    }
    bool brakes = !driven && !given && swim->drive.braking_deceleration > 0 && lope_point_dot(end, *v) <= 0;
    bool rests =
        !driven && !given && after < REST_SPEED * tick->space.unit && lope_point_length(sum) < 6 * REST_PULL * tick->space.unit;
    *feet = lope_point_mad(*feet, way, h / 6);
    *v = brakes || rests ? (lope_point){0, 0, 0} : end;
    return h;
}

// Solves the equation over `time` seconds, in steps of at most STEP_TIME. *feet and *v: start and end.
static void swim_exact(lope_tick *tick, const lope_swim *swim, double time, lope_point *feet, lope_point *v)
{
    double count = time / STEP_TIME, now = tick->now;
    int steps = (int)count + (count > (double)(int)count + 1e-6 ? 1 : 0);
    for (int i = 0; i < steps; i++) {
        tick->now = now + time * (i + 0.5) / steps; // for water that moves
        double left = time / steps;
        for (int k = 0; k < STEP_PARTS && left > 0; k++) left -= swim_step(tick, swim, left, feet, v);
    }
    tick->now = now;
}

// Applies Unreal's rule for a tick of `time` seconds to *feet and *v.
static void swim_per_tick(lope_tick *tick, const lope_swim *swim, double time, lope_point *feet, lope_point *v)
{
    double depth = depth_at(tick, swim, *feet), up = lope_rise(&tick->space, *v), cut = up * depth * depth;
    double fast = FAST_RISE * (double)tick->tuning->max_swim_speed;
    if (up > fast && swim->buoyancy * depth > 0) {
        *v = lope_point_mad(*v, tick->space.up, (fast > cut ? fast : cut) - up);
        if (tick->space.planar) *v = lope_in_plane(&tick->space, *v);
        depth = depth < SHALLOW ? SHALLOW : depth; // only a slow character is kept from swimming up
    }
    lope_law drive = drive_at(tick, swim, depth);
    if (!tick->overridden) *v = lope_law_step(&drive, *v, time);
    *v = lope_point_mad(*v, pull_at(tick, swim, depth_at(tick, swim, *feet)), time);
    *feet = lope_point_mad(*feet, *v, time);
}

// True for a path's velocity that is there at once. By Unreal's rule the pull then acts on it for a tick.
static bool at_once(const lope_tick *tick, const lope_swim *swim)
{
    return !tick->overridden && swim->drive.turn_instantly && !swim->drive.per_tick;
}

// Returns the velocity (m/s) with which a slice begins. What a layer or a path gives is there again, whatever
// has taken of it. A layer that ignores the vertical leaves the speed along up to the water.
static lope_point velocity_of(const lope_tick *tick, const lope_swim *swim)
{
    const lope_space *space = &tick->space;
    if (at_once(tick, swim)) return lope_point_scale(swim->drive.direction, swim->drive.max_speed);
    if (!tick->overridden || tick->overridden_up) return tick->overridden ? tick->override_velocity : tick->velocity;
    return lope_point_mad(lope_flat(space, tick->override_velocity), space->up, lope_rise(space, tick->velocity));
}

// Finds where the character would be after `time` seconds, and its velocity there. Contacts are left out.
static void swim_for(lope_tick *tick, const lope_swim *swim, double time, lope_point *feet, lope_point *v)
{
    *feet = tick->feet;
    *v = velocity_of(tick, swim);
    if (time <= 0) return;
    if (tick->overridden_up || at_once(tick, swim) || swim->coasts)
        *feet = lope_point_mad(*feet, *v, time);
    else if (swim->drive.per_tick)
        swim_per_tick(tick, swim, time, feet, v);
    else
        swim_exact(tick, swim, time, feet, v);
    if (tick->layered) *feet = lope_point_mad(*feet, tick->added_velocity, time);
}

// Takes the character out of the water: onto ground under its feet, or into the air.
static void come_out(lope_tick *tick)
{
    const lope_tuning *t = tick->tuning;
    uint32_t land = (uint32_t)t->default_land_mode;
    lope_space *space = &tick->space;
    space->purpose = LOPE_QUERY_FLOOR;
    lope_floor_hit floor = lope_find_floor(space, tick->feet, FLOOR_REACH * space->unit, 1e-3 * space->unit);
    bool grounded = lope_mode_exists(tick->moveset, land) && tick->moveset->modes[land]->on_ground;
    bool lifts = lope_point_dot(tick->velocity, floor.normal) > LIFTS * space->unit;
    bool stands = floor.walkable && grounded && !lifts;
    uint32_t mode = stands || !grounded ? land : LOPE_MODE_FALLING;
    if (lope_tick_turns_back(tick, mode)) return; // goes on swimming for a moment
    if (space->failed || !stands) {
        lope_tick_set_mode(tick, mode);
        return;
    }
    lope_point standing = lope_point_mad(tick->feet, space->up, -floor.distance);
    bool wet;
    uint64_t water = lope_volume_at(tick, standing, &wet);
    // Standing here the character would swim again at once: it comes no higher than the surface.
    if (wet && !(tick->input->forbidden & LOPE_FORBID_SWIM)) {
        double up = lope_rise(space, tick->velocity);
        if (up > 0) tick->velocity = lope_point_mad(tick->velocity, space->up, -up);
        lope_velocity_log_add(tick, LOPE_TERM_CLIP);
        tick->feet = lope_point_mad(tick->feet, space->up, -UNDER * space->unit);
        lope_volume_change(tick, water);
        return;
    }
    tick->feet = standing;
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    lope_tick_set_mode(tick, land);
    if (!tick->water) tick->state.flags |= LOPE_STATE_ASHORE;
    tick->floor = floor;
    lope_tick_base(tick);
}

void lope_swim_dive(lope_tick *tick)
{
    double up = lope_rise(&tick->space, tick->velocity), bob = BOB * tick->space.unit;
    if (tick->state.mode != LOPE_MODE_SWIMMING || up >= 0 || up <= -2 * bob) return;
    double level = lope_point_length(lope_flat(&tick->space, tick->velocity));
    tick->velocity = lope_point_mad(tick->velocity, tick->space.up, -bob - BOB_FORWARD * level - up);
    if (tick->space.planar) tick->velocity = lope_in_plane(&tick->space, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
}

// Steps onto a shelf under water that is no higher than a step above the feet. True: done; *gone is the share
// of `rest` used.
static bool step_onto(lope_tick *tick, lope_point rest, const lope_contact *contact, double *gone)
{
    lope_step step;
    if (!lope_step_over(tick, rest, contact, &step, gone)) return false;
    tick->state.step_debt += (float)step.debt;
    bool wet; // it may have stepped out of the water
    lope_volume_change(tick, lope_volume_at(tick, tick->feet, &wet));
    lope_tick_event(tick, LOPE_EVENT_STEP_UP)->value = (float)step.height;
    return true;
}

// Records the slice's change of velocity in the velocity log. begun: velocity at its start; used: its
// seconds.
static void book(lope_tick *tick, const lope_swim *swim, double used, lope_point begun)
{
    if (!tick->log) return;
    lope_point now = tick->velocity;
    double depth = depth_at(tick, swim, tick->feet);
    tick->velocity = lope_point_mad(begun, pull_at(tick, swim, depth), used);
    lope_velocity_log_add(tick, LOPE_TERM_GRAVITY);
    tick->velocity = now;
    lope_velocity_log_add(tick, swim->drive.acceleration > 0 ? LOPE_TERM_INPUT : LOPE_TERM_FRICTION);
}

// Returns the way (m) without the step debt: what a step up has gone ahead is taken from its level part.
static lope_point pay_swim_debt(lope_tick *tick, lope_point way)
{
    double debt = (double)tick->state.step_debt;
    lope_point level = lope_flat(&tick->space, way);
    double length = lope_point_length(level), pay = debt < length ? debt : length;
    if (debt <= 0 || length <= 0) return way;
    tick->state.step_debt = (float)(debt - pay);
    return lope_point_mad(way, level, -pay / length);
}

// Finds the slice of h seconds without the surface.
static void swim_free(lope_tick *tick, const lope_swim *swim, double h, lope_round_slice *slice)
{
    lope_swim none = *swim;
    none.plane_count = 0;
    swim_for(tick, &none, h, &slice->free_way, &slice->free_end);
    slice->free_way = lope_point_sub(slice->free_way, tick->feet);
}

// Returns the seconds of the next slice, at most `time`. *round becomes true when the slice goes around a
// round surface: then *slice has what is known of it before.
static double swim_slice_time(lope_tick *tick, const lope_swim *swim, double time, bool *round, lope_round_slice *slice)
{
    *round = swim->round && swim->plane_count == 1 && !swim->drive.per_tick;
    double h = swim->drive.per_tick || time < SLICE_TIME ? time : SLICE_TIME;
    if (!*round) return h;
    slice->wall = swim->planes[0];
    slice->begun = velocity_of(tick, swim);
    swim_free(tick, swim, h, slice);
    const double cut = lope_round_slice_time(tick, h, lope_point_length(slice->free_way));
    if (cut < h) swim_free(tick, swim, cut, slice);
    return cut;
}

// Returns a velocity (m/s) along the touched planes. The rise that a level layer found stays the
// character's own: what the layer gives against a slope is way along it, and no momentum.
static lope_point swim_along(const lope_tick *tick, const lope_swim *swim, lope_point velocity)
{
    const lope_space *space = &tick->space;
    const lope_point along = along_planes(velocity, swim);
    if (!tick->overridden || tick->overridden_up) return along;
    const lope_point own = along_planes(lope_point_scale(space->up, lope_rise(space, velocity)), swim);
    return lope_point_mad(lope_flat(space, along), space->up, lope_rise(space, own));
}

// Keeps the plane of a contact.
static void touch_plane(lope_swim *swim, const lope_contact *contact)
{
    if (swim->plane_count == LOPE_WALLS) swim->plane_count = 0;
    swim->planes[swim->plane_count++] = contact->normal;
    swim->round = !contact->flat && !contact->halfway;
}

// Ends a slice around a round surface, after its way along the plane at its begin.
static void swim_round(lope_tick *tick, lope_swim *swim, lope_round_slice *slice, lope_point way)
{
    lope_contact contact;
    slice->way = way;
    slice->end = tick->velocity;
    tick->space.purpose = LOPE_QUERY_MOVE;
    if (lope_round_slice_end(tick, slice, &contact)) touch_plane(swim, &contact);
}

// Runs one slice of at most `time` seconds. Returns the seconds used.
static double swim_slice(lope_tick *tick, lope_swim *swim, double time)
{
    lope_space *space = &tick->space;
    lope_round_slice slice;
    bool round;
    double h = swim_slice_time(tick, swim, time, &round, &slice);
    lope_point to, end, begun = tick->velocity;
    swim_for(tick, swim, h, &to, &end);
    swim->coasts = swim->drive.per_tick;
    lope_point way = pay_swim_debt(tick, along_planes(lope_point_sub(to, tick->feet), swim));
    double length = lope_point_length(way), share = 1, used = h;
    lope_contact contact;
    space->purpose = LOPE_QUERY_MOVE;
    bool met = length > 1e-12 * space->unit && lope_sweep(space, tick->feet, way, &contact), even = swim->drive.per_tick;
    if (space->failed) return h;
    if (met)
        share = contact.fraction;
    else if (!round && !even)
        share = lope_wall_end(tick, way, swim->planes, swim->plane_count);
    lope_point along = lope_point_scale(way, length > 0 ? 1 / length : 0), there;
    double besides = tick->layered ? lope_point_dot(tick->added_velocity, along) : 0, last = lope_point_dot(end, along) + besides;
    double first = even ? last : lope_point_dot(velocity_of(tick, swim), along) + besides;
    const lope_volume_way asked = {way, share, h, first, last};
    lope_volume_cut cut;
    bool crosses = lope_volume_cuts(tick, &asked, &cut);
    if (crosses) share = cut.share;
    double reached = even ? share : lope_swimming_exit_comes(tick, way, share, swim->plane_count > 0);
    if (reached < share) {
        share = reached;
        crosses = met = false;
    }
    if (share < 1 || crosses) {
        used = crosses && cut.time >= 0 ? cut.time : share > 0 ? lope_time_at(first, last, h, share) : 0;
        if (!even) swim_for(tick, swim, used, &there, &end);
    }
    tick->feet = lope_point_mad(tick->feet, way, share);
    tick->velocity = swim_along(tick, swim, end);
    book(tick, swim, used, begun);
    tick->now += used;
    if (share > 0) swim->plane_count = 0;
    if (crosses) {
        lope_volume_change(tick, cut.into);
        return used;
    }
    if (round && !met && share >= 1) swim_round(tick, swim, &slice, way);
    if (!met) return used;
    lope_tick_hit(tick, &contact);
    double gone;
    if (step_onto(tick, lope_point_scale(way, 1 - share), &contact, &gone)) return used + (h - used) * gone;
    if (lope_swimming_exit_leap(tick, swim->input, &contact)) return used;
    touch_plane(swim, &contact);
    tick->velocity = swim_along(tick, swim, tick->velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    return used;
}

// Takes from the additive layers' velocity what goes into touched contacts. The rest shows in the character's
// velocity.
static void cut_drift(lope_tick *tick)
{
    lope_contact contacts[SWIM_CONTACTS];
    lope_swim touched = {.plane_count = 0};
    if (!tick->layered || lope_point_dot(tick->added_velocity, tick->added_velocity) <= 0) return;
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = lope_touching(&tick->space, tick->feet, TOUCH_REACH * tick->space.unit, contacts, SWIM_CONTACTS);
    for (uint32_t i = 0; i < count && touched.plane_count < LOPE_WALLS; i++)
        if (lope_point_dot(contacts[i].normal, tick->added_velocity) < 0)
            touched.planes[touched.plane_count++] = contacts[i].normal;
    tick->added_velocity = along_planes(tick->added_velocity, &touched);
}

// Swims for the rest of a tick that has used up its slices.
LOPE_COLD static void swim_rest(lope_tick *tick, const lope_swim *swim, double left)
{
    lope_point to, end;
    swim_for(tick, swim, left, &to, &end);
    const lope_point way = along_planes(lope_point_sub(to, tick->feet), swim);
    tick->velocity = swim_along(tick, swim, end);
    lope_slide_rest(tick, way);
}

double lope_swimming_run(lope_tick *tick, double time)
{
    tick->space.walking = false;
    double left = time;
    uint64_t held = tick->volume;
    const uint32_t mode = tick->state.mode;
    lope_swim swim = swim_law(tick);
    for (int i = 0; i < SWIM_SLICES && left > LOPE_MIN_TIME && !lope_tick_spent(tick); i++) {
        tick->iterations++;
        tick->now = tick->time - left;
        if (!tick->water || tick->input->forbidden & LOPE_FORBID_SWIM) come_out(tick);
        if (tick->state.mode == mode) lope_swimming_exit_jump(tick);
        if (tick->state.mode != mode) return left;
        bool coasts = swim.coasts;
        if (held != tick->volume) swim = swim_law(tick);
        swim.coasts = coasts;
        held = tick->volume;
        double used = swim_slice(tick, &swim, left);
        lope_volume_follow(tick, used);
        left -= used;
        lope_tick_pass(tick);
        if (tick->state.mode != mode) return left;
    }
    cut_drift(tick);
    if (left > LOPE_MIN_TIME) {
        if (lope_may_slide_rest(tick))
            swim_rest(tick, &swim, left);
        else
            tick->report->time_unused += left;
        return 0;
    }
    if (!tick->water) come_out(tick);
    return 0;
}
