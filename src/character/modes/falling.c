// falling.c - the falling mode: through the air under gravity, with air control, until something holds the
// character.
//
// Some instants matter: the apex, the end of a held jump, terminal speed, contacts. Between them the path is
// a parabola in closed form. The capsule is swept along the chord of each slice. Slices are so short that the
// chord is within half a millimetre of the parabola. A slope too steep to land on deflects like a wall: the
// level part of the velocity is turned along it. So speed against a slope never becomes height. Only a fall
// onto the slope slides down it. With Unreal's integrator a sub-step goes straight on at its mean velocity
// instead. A contact with a walkable normal, while the character does not rise, is the landing (land).
// Read next: tick/velocity_setup.c for air control, jump/jump.c for jumps.
#include "character/modes/falling.h"
#include "character/base/base_change.h"
#include "character/base/base_leave.h"
#include "character/base/land_on_moving.h"
#include "character/jump/jump.h"
#include "character/modes/round_slice.h"
#include "character/modes/slide_rest.h"
#include "character/modes/swimming.h"
#include "character/state/state_flags.h"
#include "character/tick/ask_parts.h"
#include "character/tick/contacts.h"
#include "character/tick/events.h"
#include "character/tick/jump_state.h"
#include "character/tick/law_hooks.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/tick/velocity_setup.h"
#include "character/transition/mode_switch.h"
#include "character/volume/overlap_events.h"
#include "character/volume/physics_volume.h"
#include "motion/floor/landing_floor.h"
#include "motion/floor/rim.h"
#include "motion/query/sweep.h"
#include "motion/query/touch.h"

// Tolerances in m are multiplied by space.unit, the world units in a metre.
#define FALL_SLICES 48
#define FALL_PLANES 4
#define OVERHANG 1e-3     // of a normal that points down by more: an overhang. Less is an upright wall
#define FLAT 1e-6         // share of a normal that is level; less is a flat ceiling
#define ROUNDING 1e-7     // of a speed: a tenth of what rounding a velocity to floats does
#define FALL_SAGITTA 5e-4 // m, between a slice's chord and its parabola
#define HEAD_GAP 0.01     // m, within which a character is said to touch another
#define TOUCHED 1e-5      // m, within which a plane counts as touched: half the skin
#define TOUCH_CONTACTS 16
#define TURNS 1e-9      // m/s up: at the apex, but for rounding
#define APEX_LEAST 1e-4 // s: Unreal cuts no sub-step earlier than this
// s, of a slice over an edge that the input presses against. At 4 m/s the edge is left by 0.6 mm meanwhile.
#define ROLL_TIME 0.005
// A contact normal that points down by more is a ceiling: up to 49 degrees from level, where nothing is
// built.
#define CEILING 0.65
#define PRESSES 1e-3 // share of a normal along the input; less counts as along the wall
#define LEAVING 1e-3 // share of the speed, away from a touched plane; less slides along it
#define LANDINGS 2   // at one instant, at most

// What a fall works with while the mode runs.
typedef struct lope_fall {
    lope_law drive;
    lope_point planes[FALL_PLANES]; // contact normals of what is touched
    double limits[FALL_PLANES];     // for each: the least rise of a normal that may be stood on there
    uint32_t plane_count;
    bool fenced;      // one plane is another character: it stands for the whole tick
    bool round;       // the plane touched last is an edge or a round surface
    bool overhung;    // one plane is an overhang
    bool pushed;      // a force is part of the velocity law while nothing is touched
    bool takes;       // it is part of it now
    lope_point push;  // m/s2, of that force
    lope_point given; // m/s2, that a mode's law pushes with besides; only with an own law
    double gravity;   // m/s2 down
    // m/s up, of additive layers, less the rise of the body that the character comes down upon
    double drift_up;
    bool to_apex;              // Unreal's rule: the sub-step ends at the apex
    bool by_rule;              // Unreal's rule: a sub-step moves at `average` and ends with `after`
    lope_point average, after; // m/s
} lope_fall;

// A slice of a fall: where free flight would lead.
typedef struct lope_flight {
    double time;            // s
    bool held;              // the jump button is held and keeps the speed up
    lope_point motion, way; // m, of free flight; the same along what is touched
    lope_point end;         // m/s at the end of free flight
} lope_flight;

// A slice's way, and the place on it at which another volume begins to hold the character.
typedef struct lope_crossing {
    lope_volume_way on;
    lope_volume_cut cut;
    bool held; // as in lope_flight
} lope_crossing;

// How a fall goes along what it touches: speed never becomes height.
typedef struct lope_fall_walls {
    lope_wall_law law;
    const lope_space *space;
    const lope_fall *fall;
    double highest; // in the unit of what is clipped: a way along a crease may not rise by more
    bool given;     // what is clipped is given anew by a law or a layer, and is no momentum
} lope_fall_walls;

// Returns v clipped against an overhang or a slope too steep to stand on, where its level part is given anew
// by a law or a layer. Such a velocity is no momentum. Turned down at each contact and then given again, even
// a slow one would throw the character down. So the level part stops, as at a wall, and follows the surface
// as far as v falls from an overhang or rises from a slope.
static lope_point stop_given(const lope_space *space, lope_point v, lope_point normal)
{
    const lope_point level = lope_flat(space, normal);
    const double square = lope_point_dot(level, level);
    if (!(square > FLAT * FLAT)) return v;
    const bool follows = lope_rise(space, v) * lope_rise(space, normal) > 0;
    const double into = lope_point_dot(v, follows ? normal : level);
    return into < 0 ? lope_point_mad(v, level, -into / square) : v;
}

// Returns v clipped against one plane. A slope too steep to stand on first takes the level part, as a wall
// does. So does any slope when v does not rise: no fall goes up.
static lope_point deflect(const lope_wall_law *law, lope_point v, uint32_t wall)
{
    const lope_fall_walls *walls = (const lope_fall_walls *)law;
    const lope_space *space = walls->space;
    lope_point normal = walls->fall->planes[wall], level = lope_flat(space, normal);
    double rise = lope_rise(space, normal), length = lope_point_length(level);
    const bool slope = rise > 0 && (rise < walls->fall->limits[wall] || !(lope_rise(space, v) > 0)) && length > FLAT;
    if (walls->given && (slope || rise < -OVERHANG)) {
        v = stop_given(space, v, normal);
    } else if (slope) {
        lope_point upright = lope_point_scale(level, 1.0 / length);
        double into = lope_point_dot(v, upright);
        if (into < 0) v = lope_point_mad(v, upright, -into);
    }
    double into = lope_point_dot(v, normal);
    return lope_in_plane(space, into < 0 ? lope_point_mad(v, normal, -into) : v);
}

// True when a crease adds no height.
static bool adds_no_height(const lope_wall_law *law, lope_point along)
{
    const lope_fall_walls *walls = (const lope_fall_walls *)law;
    return lope_rise(walls->space, along) <= walls->highest;
}

// Returns v clipped against all touched planes: along one plane, along the crease of two, or zero. given: v
// is no momentum.
static lope_point clip_to_planes(const lope_space *space, lope_point v, const lope_fall *fall, bool given)
{
    if (fall->plane_count == 0) return v;
    double up = lope_rise(space, v), rounding = ROUNDING * lope_point_length(v);
    const lope_fall_walls walls = {{ROUNDING, deflect, adds_no_height}, space, fall, (up > 0 ? up : 0) + rounding, given};
    return lope_along_walls_by(v, fall->planes, fall->plane_count, &walls.law);
}

// Returns a velocity clipped against all touched planes.
static lope_point constrain(const lope_space *space, lope_point v, const lope_fall *fall)
{
    return clip_to_planes(space, v, fall, fall->drive.turn_instantly);
}

// Returns a way (m) clipped against all touched planes. What additive layers do is in it, and is no momentum.
static lope_point constrain_way(const lope_space *space, lope_point way, const lope_fall *fall)
{
    return clip_to_planes(space, way, fall, fall->drive.turn_instantly || fall->drive.drifts);
}

// True when something is touched and a law or a layer gives the velocity anew in each slice. Then the touched
// planes stop what is given, and no walls of the law. On a slope the walls, which are level, would take more.
static bool is_pushed_on(const lope_fall *fall)
{
    return fall->plane_count > 0 && !fall->by_rule && (fall->drive.turn_instantly || fall->drive.drifts);
}

// Returns what pulls down, m/s2: gravity with the forces along up, or what a game's mode gives in its place.
static double pull_of(const lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->has_own_pull)) return tick->own_pull;
    return -lope_rise(&tick->space, tick->acceleration);
}

// Moves the force into the velocity law (takes) or out of it. A wall in the law would take from the force as
// from the input. So while walls are touched the force acts as gravity does.
static void take_push(lope_fall *fall, bool takes)
{
    if (!fall->pushed || fall->takes == takes) return;
    fall->takes = fall->drive.pushed = takes;
    fall->drive.push = takes ? fall->push : lope_point_make(0, 0, 0);
    if (!LOPE_UNLIKELY(fall->drive.own != NULL)) return;
    fall->drive.push = lope_point_add(fall->drive.push, fall->given);
    fall->drive.pushed = true;
}

// Takes the law's force: what of it comes from the input's forces may be moved out of the law again.
static void take_law(const lope_tick *tick, lope_fall *fall)
{
    fall->pushed = fall->takes = fall->drive.pushed && tick->pushed;
    if (fall->pushed) fall->push = tick->push;
    if (!LOPE_UNLIKELY(fall->drive.own != NULL)) return;
    lope_point push = fall->drive.pushed ? fall->drive.push : lope_point_make(0, 0, 0);
    fall->given = fall->pushed ? lope_point_sub(push, fall->push) : push;
}

// Asks a mode's law again for the next piece of way. Walls stay.
LOPE_COLD static void renew_law(lope_tick *tick, lope_fall *fall)
{
    bool takes = fall->takes;
    lope_tick_law_again(tick, false, &fall->drive);
    take_law(tick, fall);
    take_push(fall, takes);
}

// Adds the plane as a level wall of the velocity law, so that input does not press against it. Input that
// pressed against a steep slope would only slow the slide. A law that gives its velocity at once has no
// walls: is_pushed_on.
static void add_wall(const lope_space *space, lope_fall *fall, lope_point normal)
{
    lope_point level = lope_flat(space, normal);
    double length = lope_point_length(level);
    take_push(fall, false);
    if (fall->drive.turn_instantly || length < 1e-6 || fall->drive.wall_count == LOPE_WALLS) return;
    fall->drive.walls[fall->drive.wall_count++] = lope_point_scale(level, 1.0 / length);
}

// True when a plane of about that normal is touched already.
static bool is_plane(const lope_fall *fall, lope_point normal)
{
    for (uint32_t i = 0; i < fall->plane_count; i++)
        if (lope_point_dot(normal, fall->planes[i]) > 0.9999) return true;
    return false;
}

// Adds a contact as a touched plane. When there are too many, the oldest one goes.
static void add_plane(const lope_space *space, lope_fall *fall, const lope_contact *contact)
{
    if (fall->plane_count == FALL_PLANES) {
        for (uint32_t i = 1; i < FALL_PLANES; i++) {
            fall->planes[i - 1] = fall->planes[i];
            fall->limits[i - 1] = fall->limits[i];
        }
        fall->plane_count--;
    }
    fall->limits[fall->plane_count] = contact->limit;
    fall->planes[fall->plane_count++] = contact->normal;
    fall->overhung |= lope_rise(space, contact->normal) < -OVERHANG;
}

// Forgets all touched planes and walls; the force is part of the velocity law again.
static void forget(lope_fall *fall)
{
    fall->plane_count = fall->drive.wall_count = 0;
    fall->fenced = fall->overhung = fall->round = false;
    take_push(fall, true);
}

// Returns the acceleration (m/s2) of the input against the one round thing that is touched, or 0. The
// velocity law leaves it out while they touch.
static double press_of(const lope_tick *tick, const lope_fall *fall)
{
    const lope_law *drive = &fall->drive;
    bool one = fall->plane_count == 1 && drive->wall_count == 1 && fall->round && !fall->fenced;
    if (!one || drive->acceleration <= 0 || drive->turn_instantly || fall->by_rule || tick->layered) return 0;
    double against = -lope_point_dot(drive->direction, drive->walls[0]);
    return against > 0 && lope_rise(&tick->space, fall->planes[0]) > -CEILING ? against * drive->acceleration : 0;
}

// Returns the seconds up to the next instant that matters, at most `time`. up: upward speed, m/s. *held: the
// jump button keeps the speed up during the slice. *to_apex: the slice ends at the apex.
static double slice_time(lope_tick *tick, const lope_fall *fall, double up, double time, bool *held, bool *to_apex)
{
    const lope_tuning *t = tick->tuning;
    double terminal = tick->terminal_speed, h = time, kept = (double)t->jump_speed;
    bool driven = lope_jump_held(tick);
    *held = driven && (!t->apply_gravity_while_jumping || (t->dont_fall_below_jump_speed && up <= kept));
    *to_apex = false;
    if (driven && h > (double)tick->state.jump_force_left) h = (double)tick->state.jump_force_left;
    if (tick->radial && h > LOPE_RADIAL_TIME) h = LOPE_RADIAL_TIME;
    if (h > ROLL_TIME && press_of(tick, fall) > 0) h = ROLL_TIME;
    if (fall->gravity <= 0) return h;
    double chord = sqrt(8.0 * FALL_SAGITTA * tick->space.unit / fall->gravity);
    if (h > chord) h = chord;
    if (*held) return h;
    if (driven && t->dont_fall_below_jump_speed && (up - kept) / fall->gravity < h) {
        h = (up - kept) / fall->gravity;
    } else if (up > 0 && (tick->state.flags & LOPE_STATE_RISING) && up / fall->gravity <= h) {
        h = up / fall->gravity;
        *to_apex = true;
    } else if (up > -terminal && (up + terminal) / fall->gravity < h) {
        h = (up + terminal) / fall->gravity;
    }
    return h > LOPE_MIN_TIME ? h : LOPE_MIN_TIME;
}

// Runs the law on the level velocity among touched planes under additive layers. The planes stop what the
// layers do, and no walls of the law.
LOPE_COLD static lope_point drift_on(const lope_fall *fall, lope_point velocity, double h, lope_point *end)
{
    lope_law law = fall->drive;
    law.drifts = false;
    return lope_point_mad(lope_law_run(&law, velocity, h, end), fall->drive.drift, h);
}

// Runs the velocity law on the level velocity for h seconds. Returns the level way (m); *end is the velocity
// then. The velocity of a character that left a base in this tick is still relative to that base. The law
// then runs on it together with what the base imparts. Among walls, which may be the base's own, the law runs
// on the relative velocity.
static lope_point steer(const lope_tick *tick, const lope_fall *fall, double h, lope_point *end)
{
    lope_point velocity = lope_flat(&tick->space, tick->velocity);
    if (is_pushed_on(fall) && fall->drive.drifts) return drift_on(fall, velocity, h, end);
    if (!tick->base_carry.leaves || tick->layered || fall->drive.wall_count > 0 || is_pushed_on(fall))
        return lope_law_run(&fall->drive, velocity, h, end);
    lope_point base = lope_flat(&tick->space, tick->base_carry.imparted);
    lope_point way = lope_law_run(&fall->drive, lope_point_add(velocity, base), h, end);
    *end = lope_point_sub(*end, base);
    return lope_point_mad(way, base, -h);
}

// Returns the upward speed (m/s) with which a slice begins. An override gives it anew, as it gives the level
// velocity.
static double given_rise(const lope_tick *tick)
{
    return lope_rise(&tick->space, tick->overridden && tick->overridden_up ? tick->override_velocity : tick->velocity);
}

// Returns the way (m) of free flight in h seconds; *end is the velocity (m/s) then. held: the upward speed is
// kept.
static lope_point fly(const lope_tick *tick, const lope_fall *fall, double h, bool held, lope_point *end)
{
    const lope_space *space = &tick->space;
    if (fall->by_rule) {
        *end = fall->after;
        return lope_point_scale(fall->average, h);
    }
    double up = given_rise(tick), terminal = -tick->terminal_speed;
    lope_point level_end, side = lope_flat(space, tick->acceleration);
    if (fall->takes) side = lope_point_sub(side, fall->push);
    lope_point level = steer(tick, fall, h, &level_end);
    level = lope_point_mad(level, side, 0.5 * h * h);
    level_end = lope_point_mad(level_end, side, h);
    double up_end = held ? up : up - fall->gravity * h;
    if (up_end < terminal && fall->gravity > 0) up_end = up < terminal ? up : terminal;
    *end = lope_in_plane(space, lope_point_mad(level_end, space->up, up_end));
    return lope_in_plane(space, lope_point_mad(level, space->up, (0.5 * (up + up_end) + fall->drift_up) * h));
}

// Fills in a slice of h seconds: free flight, and its way along what is touched.
static void set_flight(const lope_tick *tick, const lope_fall *fall, double h, bool held, lope_flight *flight)
{
    flight->time = h;
    flight->held = held;
    flight->motion = fly(tick, fall, h, held, &flight->end);
    flight->way = constrain_way(&tick->space, flight->motion, fall);
}

// Moves the tick's clock on by `time` seconds, also for a moving body below.
static void pass(lope_tick *tick, double time)
{
    tick->now += time;
    lope_land_on_moving_pass(tick, time);
}

// Ends the rise and tells the apex with its height (m) over the jump's start. Does nothing when the character
// does not rise.
static void apex(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_RISING)) return;
    tick->state.flags &= ~LOPE_STATE_RISING;
    double height = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet)) - tick->state.jump_start;
    height -= lope_land_on_moving_over(tick);
    lope_tick_event(tick, LOPE_EVENT_APEX)->value = (float)height;
}

// True when one of the touched planes is still there with the feet at `feet`: a contact of about its normal.
static bool touches(lope_tick *tick, const lope_fall *fall, lope_point feet)
{
    lope_contact contacts[TOUCH_CONTACTS];
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = lope_touching(&tick->space, feet, TOUCHED * tick->space.unit, contacts, TOUCH_CONTACTS);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < fall->plane_count; k++)
            if (lope_point_dot(contacts[i].normal, fall->planes[k]) > 0.9) return true;
    return false;
}

// Returns the share of a way after which none of the touched planes is touched any more, by bisection.
// Returns 1 when one is touched to the end. Contact ends past a corner or off a round surface.
static double touched_until(lope_tick *tick, const lope_fall *fall, lope_point way)
{
    if (!fall->plane_count || fall->fenced || touches(tick, fall, lope_point_add(tick->feet, way))) return 1.0;
    double held = 0, gone = 1;
    uint32_t probes = lope_log_next(&tick->space);
    for (int i = 0; i < 12; i++) {
        double middle = 0.5 * (held + gone);
        if (touches(tick, fall, lope_point_mad(tick->feet, way, middle)))
            held = middle;
        else
            gone = middle;
    }
    lope_log_probes(&tick->space, probes);
    return gone;
}

// Returns true when the character has landed that often at this instant: what it lands on does not carry
// it, as between bodies that press. Then the contact is a wall's.
static bool lands_in_vain(const lope_tick *tick)
{
    const lope_report *report = tick->report;
    const float now = (float)lope_tick_done(tick);
    uint32_t landings = 0;
    for (uint32_t i = report->event_count; i-- > 0 && !(report->events[i].time < now);)
        landings += report->events[i].kind == LOPE_EVENT_LAND;
    return landings >= LANDINGS;
}

// Tries to land on the contact. True: the character stands now, in the mode that landing leads to.
static bool land(lope_tick *tick, const lope_contact *contact)
{
    lope_space *space = &tick->space;
    lope_point velocity = tick->layered ? lope_point_add(tick->velocity, tick->added_velocity) : tick->velocity;
    velocity = lope_point_sub(velocity, lope_base_under(tick, contact));
    double speed = -lope_point_dot(velocity, contact->normal), up = lope_rise(space, velocity);
    if (up > 1e-3 * space->unit || lope_rise(space, contact->normal) <= 1e-3 || lands_in_vain(tick)) return false;
    space->purpose = LOPE_QUERY_LAND;
    lope_floor_hit floor = lope_landing_floor(space, tick->feet, contact);
    if (!floor.walkable) return false;
    lope_point above = lope_point_scale(space->up, -floor.distance);
    lope_contact ceiling;
    if (floor.distance < 0 && lope_sweep(space, tick->feet, above, &ceiling)) {
        lope_log_verdict(space, LOPE_VERDICT_NO_ROOM);
        return false;
    }
    tick->feet = lope_point_add(tick->feet, above);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_LAND);
    event->value = (float)(floor.kind == LOPE_FLOOR_FACE ? (speed > 0 ? speed : 0) : -up);
    event->body = floor.contact.body;
    event->material = floor.contact.material;
    lope_base_land(tick, &floor.contact);
    if (tick->base_carry.alights) lope_land_on_moving_land(tick);
    if (floor.kind == LOPE_FLOOR_WEDGE) // its sides take what does not go along it
        tick->velocity = lope_point_scale(floor.crease, lope_point_dot(tick->velocity, floor.crease));
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    lope_tick_set_mode(tick, lope_tick_land_mode(tick));
    tick->floor = floor;
    lope_tick_base(tick);
    return true;
}

// True for the head of a character that may not be stood upon.
static bool is_head(const lope_space *space, const lope_contact *contact)
{
    bool touches = contact->character && contact->depth > -HEAD_GAP * space->unit;
    return touches && !contact->walkable && lope_rise(space, contact->normal) >= space->walkable_cosine;
}

// True when a moving body has come up faster than the character rises. Then the character has landed on it.
static bool is_caught(lope_tick *tick)
{
    lope_space *space = &tick->space;
    space->purpose = LOPE_QUERY_LAND;
    lope_floor_hit floor = lope_find_floor(space, tick->feet, LOPE_LAND_REACH * space->unit, LOPE_LAND_REACH * space->unit);
    return floor.walkable && floor.contact.moving && land(tick, &floor.contact);
}

// Records the change of velocity of a flight in the velocity log. With Unreal's rule it was recorded at the
// sub-step's start.
static void book_flight(lope_tick *tick, const lope_fall *fall, double time, lope_point end)
{
    if (!tick->log) return;
    if (fall->by_rule)
        lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    else
        lope_velocity_log_add_fall(tick, &fall->drive, time, end);
}

// Returns true when a rim lies within the support radius, between the feet and where the rest of the tick may
// take them.
LOPE_COLD static bool is_beside_rim(lope_tick *tick, const lope_fall *fall)
{
    lope_space *space = &tick->space;
    const double down = -lope_rise(space, tick->velocity), raise = space->radius * (1.0 - space->walkable_cosine);
    const double drop = ((down > 0 ? down : 0) + fall->gravity * tick->time) * tick->time;
    lope_contact rim;
    double height;
    space->purpose = LOPE_QUERY_LAND;
    return lope_highest_rim(space, tick->feet, -drop, raise, NULL, &rim, &height);
}

// Returns true when a small difference of place decides how a fall goes on along a contact: along a slope
// that is too steep, and along a steeper side beside a rim, on which it lands or not.
static bool is_decided_in_parts(lope_tick *tick, const lope_fall *fall, const lope_contact *contact)
{
    const double rise = lope_rise(&tick->space, contact->normal);
    if (rise > lope_riser((double)contact->limit)) return true;
    return rise > LOPE_RISER_LEAST && is_beside_rim(tick, fall);
}

// Handles a contact after `way` metres: lands on it (true), jumps off a head, or goes on along its plane
// (false).
static bool meet(lope_tick *tick, lope_fall *fall, const lope_contact *contact, double way)
{
    const lope_space *space = &tick->space;
    if (land(tick, contact)) return true;
    if (!contact->character && is_decided_in_parts(tick, fall, contact)) lope_tick_ask_parts(tick, &fall->drive);
    lope_tick_hit(tick, contact);
    if (is_head(space, contact)) {
        lope_base_jump_off(tick, contact);
        fall->average = fall->after = tick->velocity;
        forget(fall);
        return false;
    }
    if (way > 1e-5 * space->unit) forget(fall);
    add_plane(space, fall, contact);
    fall->round = !contact->flat;
    if (contact->halfway) fall->fenced = true;
    add_wall(space, fall, contact->normal);
    tick->velocity = constrain(space, tick->velocity, fall);
    fall->average = fall->after = tick->velocity;
    if (tick->layered) fall->average = lope_point_add(fall->average, tick->added_velocity);
    lope_velocity_log_add(tick, LOPE_TERM_CLIP);
    if (lope_rise(space, contact->normal) < -CEILING) lope_jump_hold_ends(tick);
    if (lope_rise(space, tick->velocity) > LOPE_RISES * space->unit) return false;
    apex(tick);
    lope_jump_hold_ends(tick);
    return false;
}

// Returns the speed (m/s) along a unit direction at `velocity`, with what layers and a body below add.
static double speed_along(const lope_tick *tick, const lope_fall *fall, lope_point velocity, lope_point along)
{
    double drifts = tick->layered ? lope_point_dot(tick->added_velocity, along) : 0;
    if (LOPE_UNLIKELY(fall->overhung || is_pushed_on(fall))) { // which stops what is given
        lope_point whole = tick->layered ? lope_point_add(velocity, tick->added_velocity) : velocity;
        velocity = constrain_way(&tick->space, whole, fall);
        drifts = 0;
    }
    if (tick->base_carry.alights) drifts -= tick->base_carry.rises * lope_rise(&tick->space, along);
    return lope_point_dot(velocity, along) + drifts;
}

// Sets the speeds (m/s) along a way, at its begin and its end, where the velocity is `end`.
static void speeds_of(const lope_tick *tick, const lope_fall *fall, lope_point end, lope_volume_way *way)
{
    double length = lope_point_length(way->way);
    way->first = way->last = 1;
    if (fall->by_rule || !(length > 0)) return;
    lope_point along = lope_point_scale(way->way, 1.0 / length);
    way->first = speed_along(tick, fall, tick->velocity, along);
    way->last = speed_along(tick, fall, end, along);
}

// Returns the seconds that the way's share takes.
static double time_of(const lope_fall *fall, const lope_volume_way *way)
{
    if (!(way->share > 0) || !(lope_point_length(way->way) > 0)) return 0;
    return fall->by_rule ? way->time * way->share : lope_time_at(way->first, way->last, way->time, way->share);
}

// Corrects the instant of a contact that was found by a sweep along the chord. The chord meets what is below
// sooner than the parabola does, and what is above later. Sets `part` to the flight up to the instant at
// which the parabola is as near. False: the difference is too small to matter.
static bool cut_at_contact(const lope_tick *tick, const lope_fall *fall, const lope_flight *whole, const lope_contact *contact,
                           lope_flight *part)
{
    const lope_space *space = &tick->space;
    lope_point along = lope_point_scale(contact->normal, -1.0);
    double first = speed_along(tick, fall, tick->velocity, along), seen = TOUCHED * space->unit;
    double last = speed_along(tick, fall, constrain(space, whole->end, fall), along);
    double at = lope_time_at(first, last, whole->time, contact->fraction);
    if (!(at > 0)) return false;
    set_flight(tick, fall, at, whole->held, part);
    lope_point off = lope_point_mad(part->way, whole->way, -contact->fraction);
    return lope_point_dot(off, off) > seen * seen;
}

// Goes up to the place on the way where another volume begins to hold the character, and enters it. Returns
// the seconds used. *landed: the character swims now.
static double fall_across(lope_tick *tick, lope_fall *fall, const lope_crossing *crossing, bool *landed)
{
    const lope_space *space = &tick->space;
    lope_point end;
    double used = crossing->cut.time < 0 ? time_of(fall, &crossing->on) : crossing->cut.time;
    fly(tick, fall, used, crossing->held, &end);
    tick->feet = lope_point_mad(tick->feet, crossing->on.way, crossing->on.share);
    tick->velocity = constrain(space, end, fall);
    book_flight(tick, fall, used, end);
    lope_jump_hold(tick, used);
    pass(tick, used);
    lope_volume_change(tick, crossing->cut.into);
    fall->gravity = pull_of(tick);
    *landed = lope_water_takes(tick);
    if (*landed) lope_swim_dive(tick);
    return used;
}

// True when the slice goes around one round surface, pressed against it by what is given anew.
static bool is_rolling(const lope_fall *fall)
{
    return is_pushed_on(fall) && fall->plane_count == 1 && fall->round && !fall->fenced;
}

// Cuts a slice around a round surface, so that it turns little.
static void cut_roll(const lope_tick *tick, const lope_fall *fall, lope_flight *flight)
{
    if (!is_rolling(fall)) return;
    const double h = lope_round_slice_time(tick, flight->time, lope_point_length(flight->motion));
    if (h < flight->time) set_flight(tick, fall, h, flight->held, flight);
}

// Goes on around a round surface by what the slice's mean velocity has over that at its begin.
static void turn_on(lope_tick *tick, const lope_fall *fall, const lope_flight *flight)
{
    const lope_point free = constrain_way(&tick->space, flight->motion, fall);
    tick->space.purpose = LOPE_QUERY_FALL;
    lope_round_slice_on(tick, free, flight->way, fall->planes[0]);
}

// Runs a slice along a round surface that the input presses against, by a way along its plane. The surface
// falls away from that plane. What free flight has against it brings the character back first. Else the input
// does, by no more than that takes. So a contact never turns input into height. When the surface is out of
// the input's reach, the input acts as in free flight. A velocity that a layer gives anew presses with all of
// its way against the surface.
static void fall_pressed(lope_tick *tick, lope_fall *fall, const lope_flight *flight, bool *landed)
{
    double h = flight->time, most = press_of(tick, fall) * h;
    lope_point end = flight->end, there = lope_point_add(tick->feet, flight->way);
    lope_contact contact;
    bool met = lope_round_slice_lean(tick, &there, lope_point_sub(flight->motion, flight->way), &contact);
    if (!met && most > 0) {
        const lope_point wall = fall->drive.walls[0];
        const lope_point press = lope_in_plane(&tick->space, lope_point_scale(wall, -0.5 * most * h));
        met = lope_round_slice_lean(tick, &there, press, &contact);
        double toward = met ? lope_point_dot(contact.normal, wall) : 0;
        if (toward > 0) {
            double away = lope_point_dot(end, contact.normal) / toward;
            most = away < 0 ? 0 : away < most ? away : most;
        }
        end = lope_in_plane(&tick->space, lope_point_mad(end, wall, -most));
    }
    tick->feet = there;
    tick->velocity = end;
    book_flight(tick, fall, h, end);
    lope_jump_hold(tick, h);
    pass(tick, h);
    forget(fall);
    if (met) {
        *landed = meet(tick, fall, &contact, 0);
        if (!*landed && is_rolling(fall)) turn_on(tick, fall, flight);
    } else if (lope_rise(&tick->space, end) <= 0) {
        apex(tick);
    }
}

// True when another volume begins to hold the character on a way of `time` seconds.
static bool leaves_volume(lope_tick *tick, lope_point way, double time)
{
    const lope_volume_way going = {way, 1, time, 1, 1};
    lope_volume_cut cut;
    return lope_volume_cuts(tick, &going, &cut);
}

// Runs one slice of at most `time` seconds. Returns the seconds used; sets *landed when the fall is over.
static double fall_slice(lope_tick *tick, lope_fall *fall, double time, bool *landed)
{
    lope_space *space = &tick->space;
    bool held = false, to_apex = fall->to_apex;
    double up = lope_rise(space, tick->velocity), none = 1e-12 * space->unit;
    double h = fall->by_rule ? time : slice_time(tick, fall, up, time, &held, &to_apex);
    lope_flight whole, part;
    const lope_flight *flight = &whole;
    set_flight(tick, fall, h, held, &whole);
    cut_roll(tick, fall, &whole);
    to_apex = to_apex && whole.time >= h;
    h = whole.time;
    lope_contact contact;
    space->purpose = LOPE_QUERY_FALL;
    bool met = lope_point_length(whole.way) > none && lope_sweep(space, tick->feet, whole.way, &contact);
    if (met && !fall->by_rule && cut_at_contact(tick, fall, &whole, &contact, &part)) {
        flight = &part;
        h = part.time;
        to_apex = false;
        met = lope_point_length(part.way) > none && lope_sweep(space, tick->feet, part.way, &contact);
    }
    lope_point way = flight->way, end = flight->end;
    double length = lope_point_length(way);
    if (!met && (is_rolling(fall) || press_of(tick, fall) > 0) && !leaves_volume(tick, way, h)) {
        fall_pressed(tick, fall, flight, landed);
        return h;
    }
    if (!met) contact.fraction = length > none && !fall->by_rule ? touched_until(tick, fall, way) : 1.0;
    lope_crossing crossing = {.on = {.way = way, .share = contact.fraction, .time = h}, .held = held};
    if (tick->zoned || contact.fraction < 1.0) speeds_of(tick, fall, end, &crossing.on);
    if (lope_volume_cuts(tick, &crossing.on, &crossing.cut)) {
        crossing.on.share = crossing.cut.share;
        return fall_across(tick, fall, &crossing, landed);
    }
    if (!met && contact.fraction >= 1.0) {
        tick->feet = lope_point_add(tick->feet, way);
        tick->velocity = constrain(space, end, fall);
        book_flight(tick, fall, h, end);
        if (space->failed) return h;
        pass(tick, h);
        if (to_apex || (lope_rise(space, tick->velocity) <= 0 && !held)) apex(tick);
        lope_jump_hold(tick, h);
        return h;
    }
    tick->feet = lope_point_mad(tick->feet, way, contact.fraction);
    double used = time_of(fall, &crossing.on);
    fly(tick, fall, used, held, &end);
    tick->velocity = constrain(space, end, fall);
    book_flight(tick, fall, used, end);
    lope_jump_hold(tick, used);
    pass(tick, used);
    if (!met) // let go of what it slid along
        forget(fall);
    else
        *landed = meet(tick, fall, &contact, contact.fraction * length);
    return used;
}

// Falls for the rest of a tick that has used up its slices.
LOPE_COLD static void fall_rest(lope_tick *tick, lope_fall *fall, double left)
{
    lope_point end;
    const lope_point way = constrain_way(&tick->space, fly(tick, fall, left, false, &end), fall);
    tick->velocity = constrain(&tick->space, end, fall);
    book_flight(tick, fall, left, tick->velocity);
    lope_slide_rest(tick, way);
}

// Runs slices until the time is used up or the fall is over (*landed). Returns the seconds left.
static double fall_on(lope_tick *tick, lope_fall *fall, double time, bool *landed)
{
    double left = time;
    *landed = false;
    for (int i = 0; i < FALL_SLICES && left > LOPE_MIN_TIME && !lope_tick_spent(tick); i++) {
        tick->iterations++;
        tick->now = tick->time - left;
        *landed = tick->water && lope_rise(&tick->space, tick->velocity) <= TURNS * tick->space.unit && lope_water_takes(tick);
        if (*landed) return left;
        if (i > 0 && lope_law_renews(tick, &fall->drive)) renew_law(tick, fall);
        double used = fall_slice(tick, fall, left, landed);
        left -= used;
        if (tick->radial && !*landed) {
            lope_volume_follow(tick, used);
            fall->gravity = pull_of(tick);
        }
        lope_tick_pass(tick);
        if (*landed || tick->gravity_changed) return left;
    }
    if (tick->layered) tick->added_velocity = constrain_way(&tick->space, tick->added_velocity, fall);
    if (fall->drive.wall_count > 0 || fall->overhung || is_pushed_on(fall)) lope_tick_still_hit(tick, 1);
    if (left <= LOPE_MIN_TIME) return 0;
    if (lope_may_slide_rest(tick) && !tick->base_carry.alights) {
        fall_rest(tick, fall, left);
        return 0;
    }
    tick->report->time_unused += left;
    if (tick->base_carry.alights) lope_land_on_moving_give_up(tick);
    return 0;
}

// Unreal's rule for a sub-step of up to h seconds, which ends at the apex: sets `average` and `after`.
// Returns its seconds.
static double set_out(lope_tick *tick, lope_fall *fall, const lope_law *drive, double h)
{
    const lope_space *space = &tick->space;
    const lope_tuning *t = tick->tuning;
    lope_point before = tick->velocity, side = lope_flat(space, tick->acceleration);
    double up = lope_rise(space, before), held = lope_jump_held(tick) ? (double)tick->state.jump_force_left : 0;
    double pulled = t->apply_gravity_while_jumping ? h : held < h ? h - held : 0, terminal = tick->terminal_speed;
    double up_end = up - fall->gravity * pulled;
    if (fall->gravity > 0 && up_end < -terminal) up_end = -terminal;
    lope_point level = lope_point_mad(lope_law_step(drive, lope_flat(space, before), h), side, h);
    lope_point after = lope_point_mad(level, space->up, up_end);
    double at = up > 0 && up_end <= 0 ? up * h / (up - up_end) : h;
    fall->to_apex = at >= APEX_LEAST && at < h && tick->apex_steps < (uint32_t)t->max_jump_apex_attempts;
    if (fall->to_apex) {
        after = lope_point_mad(before, lope_point_sub(after, before), at / h);
        after = lope_flat(space, after);
        pulled = pulled > h - at ? pulled - (h - at) : 0;
        h = at;
        tick->apex_steps++;
        tick->sub_steps--;
    }
    fall->after = after;
    fall->average = lope_point_scale(lope_point_add(before, after), 0.5 * pulled / h);
    fall->average = lope_point_mad(fall->average, before, (h - pulled) / h);
    if (tick->layered) fall->average = lope_point_add(fall->average, tick->added_velocity);
    tick->velocity = after;
    if (tick->log) lope_velocity_log_add_fall(tick, drive, h, after);
    forget(fall);
    return h;
}

// Runs the mode by Unreal's rule, in sub-steps. Returns the seconds that were not used.
static double fall_by_rule(lope_tick *tick, lope_fall *fall, double time)
{
    const double end = tick->time;
    lope_law drive = fall->drive;
    double up = lope_rise(&tick->space, tick->velocity), kept = (double)tick->tuning->jump_speed;
    if (lope_point_length(lope_flat(&tick->space, tick->velocity)) < drive.boost_speed)
        drive.acceleration = drive.boost_acceleration;
    drive.boost_speed = 0; // the boost is judged once a tick
    if (lope_jump_held(tick) && tick->tuning->dont_fall_below_jump_speed && up < kept)
        tick->velocity = lope_point_mad(tick->velocity, tick->space.up, kept - up);
    lope_velocity_log_add(tick, LOPE_TERM_JUMP);
    float left = lope_rule_time(time);
    while ((double)left > LOPE_MIN_TIME && !tick->space.failed) {
        bool landed;
        const double begun = end - (double)left;
        float h = (float)set_out(tick, fall, &drive, (double)lope_tick_sub_step(tick, left));
        left -= h;
        const double until = lope_rule_end(begun, h, end, left);
        tick->time = until;
        double unused = fall_on(tick, fall, (double)h, &landed);
        tick->time = end;
        if (landed) return end - until + unused;
    }
    return 0;
}

// Restores the planes along which the character slid when the last tick ended. So the input does not press
// against them anew.
static void keep_touch(lope_tick *tick, lope_fall *fall)
{
    const lope_space *space = &tick->space;
    const lope_law *drive = &fall->drive;
    lope_contact contacts[TOUCH_CONTACTS];
    if (!lope_tick_was_hit(tick) || drive->acceleration <= 0 || drive->turn_instantly) return;
    tick->space.purpose = LOPE_QUERY_PRESS;
    uint32_t count = lope_touching(&tick->space, tick->feet, TOUCHED * space->unit, contacts, TOUCH_CONTACTS);
    double leaving = LEAVING * lope_point_length(tick->velocity);
    for (uint32_t i = 0; i < count && fall->plane_count < FALL_PLANES; i++) {
        lope_point normal = contacts[i].normal;
        if (lope_rise(space, normal) < -CEILING || lope_point_dot(normal, drive->direction) > -PRESSES) continue;
        if (lope_point_dot(normal, tick->velocity) > leaving) continue;
        if (is_plane(fall, normal)) continue; // another piece of what is touched
        add_plane(space, fall, &contacts[i]);
        fall->round = !contacts[i].flat;
        add_wall(space, fall, normal);
        lope_tick_hit(tick, &contacts[i]);
    }
}

double lope_falling_run(lope_tick *tick, double time)
{
    bool landed;
    tick->space.walking = false;
    if (tick->swept && tick->now <= 0 && is_caught(tick)) return time;
    // a layer, or another up, has ended the rise
    if (lope_rise(&tick->space, tick->velocity) <= 0) apex(tick);
    lope_jump_try(tick);
    lope_fall fall; // set member by member: planes are written when they are touched
    lope_tick_law(tick, false, &fall.drive);
    fall.plane_count = 0;
    fall.gravity = pull_of(tick);
    fall.drift_up = 0;
    fall.fenced = fall.round = fall.overhung = fall.to_apex = false;
    fall.by_rule = fall.drive.per_tick;
    take_law(tick, &fall);
    if (tick->layered) fall.drift_up = lope_rise(&tick->space, tick->added_velocity);
    if (tick->base_carry.alights) fall.drift_up -= tick->base_carry.rises;
    if (fall.by_rule) return fall_by_rule(tick, &fall, time);
    keep_touch(tick, &fall);
    double left = fall_on(tick, &fall, time, &landed);
    if (tick->base_carry.alights && (landed || tick->gravity_changed))
        lope_land_on_moving_give_up(tick); // not upon that body's floor: swims, or up has changed
    return left;
}
