// tick.h - one tick's workbench: a copy of the state, the input, the moveset, what is near, and the report.
//
// lope_move works on the copy and hands it over at the end: a tick happens whole or not at all. Positions are the feet in doubles
// relative to the nearby's origin (motion/query/capsule_query.h). The tick itself reads down the page in move.c.
#ifndef LOPE_CHARACTER_TICK_TICK_H
#define LOPE_CHARACTER_TICK_TICK_H

#include "base/hot_cold.h"
#include "character/state/state_flags.h"
#include "character/tick/base_tick.h"
#include "motion/floor/ground_survey.h"
#include "motion/moving/overlap_zones.h"
#include "motion/moving/push_out.h"
#include "motion/velocity/velocity_law.h"

#include <float.h>

#define LOPE_RISES 1e-5 // m/s up that count as going up: less is rounding, not the way to an apex

// A body that has blocked the character, and when it did last: s into the tick, before it negative.
typedef struct lope_hit {
    uint64_t body;
    double at;
} lope_hit;

#define LOPE_TRAIL 48 // corners of a tick's way that are kept: more are left out, the ends stand

// The way of the feet in a tick, for what it passes through.
typedef struct lope_trail {
    lope_point at[LOPE_TRAIL];
    double time[LOPE_TRAIL]; // s into the tick, at each
    uint32_t count;
} lope_trail;

// A moving body that has blocked the character in the tick, for push_bodies.c.
#define LOPE_IMPACTS 4
typedef struct lope_impact {
    uint64_t body;
    lope_point point, normal, velocity; // local; of the contact; m/s, of the character before
    bool flat;                          // touched inside a flat face
} lope_impact;

struct lope_tick {
    lope_state state; // the copy; what stands behind base_body in it only through lope_tick_more
    const lope_input *input;
    const lope_moveset *moveset;
    const lope_tuning *tuning; // the moveset's
    lope_report *report;       // never NULL here
    lope_space space;
    lope_near_self self;    // for the space's nearby
    lope_ground ground;     // whole: there is nothing else near, and what is near was not listed
    double list_reach;      // m, that what is near is listed for
    lope_point origin;      // world position of local zero
    lope_point feet;        // local
    lope_point velocity;    // m/s; handed to the state at the end
    double requested;       // m/s, of a path: wanted is then its direction; 0: the stick presses
    lope_point push;        // m/s2, level, of forces, for the law of velocity on the ground and in the air
    double time;            // s, of the tick, or of the part that a mode runs for
    uint64_t base;          // the body it stands on, as far as events have told
    bool teleports;         // a teleport has brought it to where it is
    lope_hit hits[2];       // what has blocked it, the latest first
    lope_tick_log *log;     // the nearby's: what is to be recorded of the tick. The space has one only while queries are wanted
    lope_point gravity;     // m/s2, of where it is, the tuning's scale included
    double terminal_speed;  // m/s along gravity, of where it is
    double fluid_friction;  // 1/s, of where it is
    double control;         // share of control that it has: less while it is knocked back
    double whole;           // s of the tick
    lope_point pull_center; // local, while there is a pull
    uint64_t volume;        // the body of the volume that it is in, or LOPE_BODY_NONE

    // From here to the end of the ride's first flags a tick begins with zero, LOPE_TICK_ZERO_AT and LOPE_TICK_ZERO_BYTES.
    lope_floor_hit floor;    // what the character stands on, or would
    lope_point wanted;       // input, length 0 to 1, as the mode takes it: level on the ground and in a fall, else whole
    double press;            // its length
    lope_point acceleration; // m/s2 of gravity and forces
    double now;              // s: how much of the tick is done
    double left_at;          // s into the tick
    double pull;             // m/s2, of gravity toward a point, the tuning's scale included; 0: it is the same everywhere
    uint32_t left_modes;     // bit by id: the modes that it has left at left_at
    uint32_t impact_count;
    uint32_t iterations;
    uint32_t sub_steps, apex_steps; // of Unreal's per-tick formulas
    uint32_t pieces;                // that the tick was cut into
    uint32_t risings;               // and to stand up
    bool pushed;                    // the push is not zero
    bool floor_seen;                // the floor has been looked for in this tick
    bool moved_before;              // something has moved the character before its mode ran: a push, a teleport
    bool held;                      // fast in a solid: its mode does not run
    bool driven;     // an override layer or root motion gives the velocity: the mode's law of velocity does not run
    bool driven_up;  // also along up: neither gravity nor jumps act
    bool layered;    // layers or root motion are at work in this tick
    bool held_down;  // one of them has kept it from a jump that was asked for
    bool carried;    // its base has moved it in this tick
    bool zoned;      // there are things that it may be in: its trail is kept
    bool zones_near; // and some of them within the tick's reach
    bool radial;     // its gravity is toward a point: it changes along the way
    bool pieced;     // its mode runs in pieces of the tick: what it works by turns meanwhile
    bool upset;      // its gravity is another one since the mode ran: up is to be looked at again
    bool leans;      // it stands with an up that is not against gravity, until it has come farther into the volume
    bool water;      // the volume that it is in is water
    bool swept;      // something that moves has pushed it, as told in shoved
    bool unfit;      // it has left a navigation surface, over which what it could step upon was in nobody's way
    lope_ride ride;  // the body that carries it, and how

    lope_press shoved;
    lope_impact impacts[LOPE_IMPACTS];
    lope_trail trail; // while zoned
    lope_point given; // m/s, while driven: that velocity
    lope_point drift; // m/s that additive layers move it besides its own velocity
};
#define LOPE_TICK_ZERO_AT offsetof(lope_tick, floor)
#define LOPE_TICK_ZERO_BYTES (offsetof(lope_tick, ride) + LOPE_RIDE_FLAGS - LOPE_TICK_ZERO_AT)

// The built-in modes, by id: entries of the same table as a game's own. modes/table.c
extern const lope_mode *const lope_built_in_modes[LOPE_MODE_COUNT];
static inline const lope_mode *lope_tick_mode(const lope_tick *tick) { return tick->moveset->modes[tick->state.mode]; }
static inline bool lope_tick_on_ground(const lope_tick *tick) { return lope_tick_mode(tick)->on_ground; }

// forces.c: how much of the time left may run at once: control may come back within a tick, or there be room to stand up.
LOPE_RARE double lope_tick_split(lope_tick *tick, double left);
static inline double lope_tick_part(lope_tick *tick, double left) // most ticks run whole
{
    bool whole = tick->state.knockback_left <= 0 && !(tick->state.flags & LOPE_STATE_CROUCHED);
    return whole ? left : lope_tick_split(tick, left);
}

// Whether the tick may take no more: a query has failed, or its slices, over all pieces and modes, are so many that what is left of its
// time is not used.
#define LOPE_TICK_SLICES 512
static inline bool lope_tick_spent(const lope_tick *tick) { return tick->space.failed || tick->iterations >= LOPE_TICK_SLICES; }

// Runs the mode that it is in. A mode takes the time left and returns what it did not use, for the next mode.
double lope_tick_run_mode(lope_tick *tick, double time);
double lope_walking_run(lope_tick *tick, double time);
double lope_falling_run(lope_tick *tick, double time);
double lope_swimming_run(lope_tick *tick, double time);
LOPE_RARE void lope_swim_dive(lope_tick *tick); // it has come into water from the air
double lope_flying_run(lope_tick *tick, double time);
double lope_nav_walking_run(lope_tick *tick, double time);

// A nav walker's own in the state: its height over the surface, and when it looks for the real floor again.
typedef struct lope_nav_state {
    float left;         // s of walking until then
    float offset, goal; // m over the surface: now, and where it goes to
    uint32_t begun;
} lope_nav_state;
// Whether it walks over a navigation surface that is there.
bool lope_nav_stands(const lope_tick *tick);
// What a nav walker could step upon is not in its way: how much of its height (m) that is, 0 in any other mode; and off its lower end, or
// back again.
double lope_nav_lift(const lope_tick *tick);
void lope_nav_raise(lope_tick *tick, double by);
static inline bool lope_nav_passes(const lope_tick *tick) // through what is solid
{
    return tick->state.mode == LOPE_MODE_NAV_WALKING && !tick->tuning->sweep_while_nav_walking;
}

// What stands behind base_body in the state, for writing: zero before its first use.
lope_state *lope_tick_more(lope_tick *tick);
static inline bool lope_tick_has_more(const lope_tick *tick) { return tick->state.flags & LOPE_STATE_MORE; }

// Something that was asked for does not happen: told once a tick, in the report and as an event; _at: so many seconds into the tick.
LOPE_RARE void lope_tick_refuse(lope_tick *tick, lope_asked asked, lope_refusal why);
LOPE_RARE void lope_tick_refuse_at(lope_tick *tick, lope_asked asked, lope_refusal why, double time);

// The mode in which it lands: default_land_mode where that is one on the ground.
uint32_t lope_tick_land_mode(const lope_tick *tick);
// Whether it has left that mode at this very instant. What holds it (air, water) does not send it back into that one before some time has passed:
// else two modes of which each leads to the other would use up none.
static inline bool lope_tick_turns_back(const lope_tick *tick, uint32_t mode)
{
    return tick->left_modes >> mode & 1u && tick->now - tick->left_at <= LOPE_MIN_TIME;
}
// Starts to fall from the ground, without a jump.
void lope_tick_walk_off(lope_tick *tick);
// Lists what is near, for all queries of the tick, unless it has been.
void lope_tick_list(lope_tick *tick);
// Looks for floor again: after a teleport, a push, a mode change from outside.
LOPE_RARE void lope_tick_settle(lope_tick *tick, double reach);

// An event of an instant before now: among the others by its time, with sequences in order again.
LOPE_RARE lope_event *lope_tick_event_at(lope_tick *tick, uint32_t kind, double at);
// Tells when it stands on another body than was told last.
void lope_tick_tell_base(lope_tick *tick, uint64_t body);
static inline void lope_tick_base(lope_tick *tick)
{
    bool stands = lope_tick_on_ground(tick) && tick->floor.kind != LOPE_FLOOR_NONE;
    uint64_t body = stands ? tick->floor.contact.body : LOPE_BODY_NONE;
    if (LOPE_SELDOM(body != tick->base)) lope_tick_tell_base(tick, body);
}

// Whether its velocity leads up: by more than the rounding of one that is level in another frame.
static inline bool lope_tick_rises(const lope_tick *tick)
{
    return lope_rise(&tick->space, tick->velocity) > LOPE_RISES * tick->space.unit;
}

// A blocking contact: an event when its body has not blocked for LOPE_HIT_TIME.
void lope_tick_hit(lope_tick *tick, const lope_contact *contact);
// What has blocked in this tick, the latest `count` of it, still does.
void lope_tick_still_hit(lope_tick *tick, uint32_t count);
// Whether something blocked it when the last tick ended.
bool lope_tick_was_hit(const lope_tick *tick);
// From the state and back.
static inline void lope_tick_read_hits(lope_tick *tick)
{
    const lope_state *state = &tick->state;
    tick->hits[0] = (lope_hit){state->last_hit_body, (double)state->last_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
    tick->hits[1] = (lope_hit){state->other_hit_body, (double)state->other_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
}
void lope_tick_store_hits(lope_tick *tick);
static inline void lope_tick_write_hits(lope_tick *tick) // most ticks touch nothing
{
    bool none = tick->hits[0].body == LOPE_BODY_NONE && tick->hits[1].body == LOPE_BODY_NONE;
    if (!none || tick->state.last_hit_body != LOPE_BODY_NONE || tick->state.other_hit_body != LOPE_BODY_NONE)
        lope_tick_store_hits(tick);
}

// velocity_setup.c
// The law of velocity on the ground or in the air for this tick's input.
void lope_tick_drive(const lope_tick *tick, bool ground, lope_drive *drive);
// The same in all directions and without gravity, through a fluid of that friction (1/s).
lope_drive lope_tick_fluid_drive(const lope_tick *tick, double friction, double deceleration);
double lope_tick_max_speed(const lope_tick *tick); // m/s, of the mode, crouching included
// Has a law follow Unreal's rule, when that is the integrator.
void lope_drive_by_rule(const lope_tick *tick, lope_drive *drive);
// The next sub-step of what is left of a tick, s: Unreal's rule, by max_simulation_time_step and max_simulation_iterations.
LOPE_RARE float lope_tick_sub_step(lope_tick *tick, float left);
// A mode's time as Unreal's formulas have it, in floats; never more than it is given, or it would begin before the tick does.
static inline float lope_rule_time(double time)
{
    const float left = (float)time;
    return (double)left > time ? left * (1.0f - FLT_EPSILON) : left;
}
// When a sub-step of `step` ends that began at `begun`, of a time until `end` of which `left` is left: what floats round of that never makes it
// begin earlier.
static inline double lope_rule_end(double begun, float step, double end, float left)
{
    const double at = end - (double)left;
    return at - (double)step < begun ? begun + (double)step : at;
}

// physics_volume.c: the volume that holds it, which is that of its middle (lope_tick_middle). At the tick's start; at its end.
void lope_volumes_enter(lope_tick *tick);
void lope_volumes_leave(lope_tick *tick);
static inline void lope_volumes_end(lope_tick *tick)
{
    if (LOPE_SELDOM(tick->zoned || tick->state.immersion > 0)) lope_volumes_leave(tick);
}
lope_point lope_tick_middle(const lope_tick *tick, lope_point feet);
// A way of the feet from where they are, begun now, of which the first `share` is gone; its speed changes evenly.
typedef struct lope_volume_way {
    lope_point way;
    double share;
    double time;        // s that the whole of it takes
    double first, last; // m/s along it, at its begin and its end
} lope_volume_way;
typedef struct lope_volume_cut {
    double share;  // of the whole way; 2: none
    double time;   // s from now, where that was found along with it: volumes move; else negative
    uint64_t into; // LOPE_BODY_NONE: no volume
} lope_volume_cut;
// Whether another volume begins to hold it on that way.
bool lope_volume_cuts(lope_tick *tick, const lope_volume_way *way, lope_volume_cut *cut);
// The volume that holds one with its feet there; LOPE_BODY_NONE: none. *is_water: whether it is water.
uint64_t lope_volume_at(lope_tick *tick, lope_point feet, bool *is_water);
// From now on that volume holds it: gravity, terminal speed, friction, water.
void lope_volume_change(lope_tick *tick, uint64_t into);
// After a piece of way of so many seconds: gravity toward a point is another one here. The velocity gets the mean of both (Verlet's rule).
void lope_volume_follow(lope_tick *tick, double time);
#define LOPE_RADIAL_TIME 0.01 // s: pieces of way under such gravity are no longer
// The share of the capsule's height that is in water, with the feet there; `above`: m that the capsule is taken to be longer by at its top.
// *surface, when not NULL: m from the feet up to where the uppermost water on it ends, 0 when there is none.
double lope_immersion(lope_tick *tick, lope_point feet, double above, double *surface);
// Whether water that it is in makes it swim, or whatever the tuning has for water; then it does so.
bool lope_water_takes(lope_tick *tick);
// Whether it swims, or what the tuning has for water, and would be taken back at once from that mode.
bool lope_water_keeps(const lope_tick *tick, uint32_t mode);

// overlap_events.c: at the tick's end the overlaps that began and ended; and a corner of its way, at tick->now.
void lope_overlaps_find(lope_tick *tick);
static inline void lope_overlaps_tell(lope_tick *tick)
{
    if (LOPE_SELDOM(tick->zoned || (lope_tick_has_more(tick) && tick->state.overlap_count > 0))) lope_overlaps_find(tick);
}
void lope_trail_add(lope_tick *tick);
static inline void lope_tick_pass(lope_tick *tick)
{
    if (LOPE_SELDOM(tick->zoned)) lope_trail_add(tick);
}
// The channels of all that it may be in, its sensors included.
uint32_t lope_zone_channels(const lope_tick *tick);

// gravity_up.c: up against gravity. At the tick's start, and again where gravity turns along the way. True: it has turned, and what is near
// has to be looked over again.
LOPE_RARE bool lope_upright(lope_tick *tick);
// How much of `left` seconds may pass before up has to be looked at again.
#define LOPE_TICK_PIECES 32 // of a tick, at most
double lope_upright_piece(const lope_tick *tick, double left);

// carry_base.c, base_leave.c, base_change.c: carried by the body that it stands upon. At the tick's start; when it leaves the ground; at the tick's end.
void lope_base_begin(lope_tick *tick);
static inline void lope_base_carry(lope_tick *tick) // most ticks have nothing to do with a base
{
    bool anew = tick->teleports || tick->input->look_is_absolute;
    if (LOPE_SELDOM(anew || (tick->state.flags & (LOPE_STATE_FRESH | LOPE_STATE_MORE)))) lope_base_begin(tick);
}
void lope_base_leave(lope_tick *tick);
// How much of `left` seconds may pass before a wanted direction is to be seen anew from a base that turns; and how it is seen now: it
// stands in the world, and the base is at its pose of the tick's end.
double lope_base_piece(const lope_tick *tick, double left);
LOPE_RARE lope_point lope_base_sees(const lope_tick *tick, lope_point wanted);
lope_point lope_base_sees_at(const lope_tick *tick, lope_point v, double time); // any v, so many seconds from now
void lope_base_end(lope_tick *tick);
static inline void lope_base_remember(lope_tick *tick)
{
    const lope_contact *floor = &tick->floor.contact;
    if (LOPE_SELDOM((tick->state.flags & LOPE_STATE_MORE) || floor->moving || floor->conveys)) lope_base_end(tick);
}
// Whether a walk from what carried it, or from nothing that does, to the floor that it has now leads into another frame; that it has done
// so just now: each carries it for its part of the tick. True: its walk begins anew for the rest of the tick, in the other frame, or in its
// own where the other would bring it to a place without room.
bool lope_base_changes_frame(const lope_tick *tick);
bool lope_base_cross(lope_tick *tick);
// Where in the world one is, `now` seconds into the tick, whom what carries him will have brought to those feet by its end.
lope_point lope_base_in_world(const lope_tick *tick, lope_point feet, double now);
// Off what carries it, at once and for good: into the world, with that velocity.
LOPE_RARE void lope_base_step_off(lope_tick *tick);
// The share of a way from `from` to the feet after which the floor is the one that it is now.
double lope_base_crossed_at(lope_tick *tick, lope_point from);
// The velocity (m/s) of what it comes down upon, as far as a base imparts it; and landing there: relative to it from now on.
lope_point lope_base_under(const lope_tick *tick, const lope_contact *contact);
void lope_base_land(lope_tick *tick, const lope_contact *contact);
// land_on_moving.c: a fall that ends upon a body that rises or sinks, as seen from it. At the tick's start, where something moves; a piece of the fall
// has taken so long; it has landed; or something else has begun, with the fall not yet at its end: back into the world.
void lope_alight_begin(lope_tick *tick);
static inline void lope_alight_pass(lope_tick *tick, double time)
{
    if (tick->ride.alights) tick->ride.over -= tick->ride.rises * time;
}
void lope_alight_land(lope_tick *tick);
LOPE_RARE void lope_alight_give_up(lope_tick *tick);
static inline double lope_alight_over(const lope_tick *tick) { return tick->ride.alights ? tick->ride.over : 0; } // m
// Off the head of a character that may not be stood upon.
LOPE_RARE void lope_base_jump_off(lope_tick *tick, const lope_contact *contact);

// wanted.c: what is asked for, into `wanted` and `requested`.
void lope_want(lope_tick *tick);
// free_character.c: out of the way of what moves, and out of what it overlaps.
void lope_tick_free(lope_tick *tick);
// Within a tick, where it has come to from there without a sweep, or has left a navigation surface: out of what it overlaps, crouched if it
// must; else it is held where it was, and told stuck. left: s of the tick. Returns what of that it may still go.
LOPE_RARE double lope_tick_fit(lope_tick *tick, lope_point from, double left);
// Held fast it stays for what is left (s) of the tick.
LOPE_RARE void lope_tick_hold(lope_tick *tick, double left);
// Whether it has come to where it is without a tick.
static inline bool lope_tick_is_anew(const lope_tick *tick)
{
    return (tick->state.flags & LOPE_STATE_FRESH) || tick->teleports || tick->ride.leapt;
}

// forces.c
LOPE_RARE void lope_launch(lope_tick *tick);
void lope_forces(lope_tick *tick);
static inline void lope_knockback_begin(lope_tick *tick) // at the tick's start: what control it has
{
    if (tick->state.knockback_left > 0) tick->control = (double)tick->tuning->knockback_control;
}
LOPE_RARE void lope_knockback_end(lope_tick *tick); // at the tick's end
static inline void lope_knockback_pass(lope_tick *tick)
{
    if (tick->state.knockback_left > 0) lope_knockback_end(tick);
}

// crouch.c: at the tick's start what is asked for; at its end whether it may stand up.
LOPE_RARE void lope_crouch_change(lope_tick *tick);
static inline void lope_crouch(lope_tick *tick)
{
    bool asks = (tick->input->held | tick->input->pressed) & LOPE_BUTTON_CROUCH;
    if (asks || tick->state.flags & LOPE_STATE_CROUCHED) lope_crouch_change(tick);
}
LOPE_RARE void lope_crouch_leave(lope_tick *tick);
static inline void lope_crouch_end(lope_tick *tick)
{
    if (tick->state.flags & LOPE_STATE_CROUCHED) lope_crouch_leave(tick);
}
// How much of the time left a walker who would stand up goes on crouched: to where there is room. Between two such parts: he stands up.
#define LOPE_RISINGS 4 // in a tick
LOPE_RARE double lope_crouch_split(lope_tick *tick, double left);
LOPE_RARE void lope_crouch_rise(lope_tick *tick);
LOPE_RARE void lope_crouch_down(lope_tick *tick, bool feet_fixed);
float lope_crouched_height(const lope_tuning *tuning, float radius, float standing); // m, of a capsule of that size
static inline bool lope_crouch_may(const lope_tick *tick)                            // crouch if it must
{
    bool forbidden = tick->input->forbidden & LOPE_FORBID_CROUCH;
    return tick->tuning->can_crouch && !forbidden && !(tick->state.flags & LOPE_STATE_CROUCHED);
}

// resize.c
void lope_tick_size(lope_tick *tick, float radius, float height); // the capsule's from now on
LOPE_RARE void lope_resize(lope_tick *tick);
#define LOPE_EDGE_TOLERANCE 1.5e-3 // m from the capsule's rim inward, in which a rim no more holds it
#define LOPE_LEAST_SUPPORT 1.1e-3  // m from the axis, within which one always does
static inline double lope_held_within(const lope_space *space, double ring)
{
    double edge = LOPE_EDGE_TOLERANCE * space->unit, least = LOPE_LEAST_SUPPORT * space->unit;
    double radius = space->radius - (ring > edge ? ring : edge);
    return radius > least ? radius : least;
}
static inline void lope_tick_support(lope_tick *tick) // how far out a rim still holds a capsule of that radius
{
    tick->space.support_radius = lope_held_within(&tick->space, 0);
    tick->space.perch_radius = lope_held_within(&tick->space, (double)tick->tuning->perch_radius_threshold);
}

// layers.c: takes what additive ones put into the velocity out of it. Before launches and forces, what is
// asked for; the mode under layers, which returns the time that it did not use; at the tick's end.
static inline bool lope_input_has_layers(const lope_input *input)
{
    return input->has_root_motion || input->requests & (LOPE_REQUEST_LAYER | LOPE_REQUEST_END_LAYERS);
}
static inline bool lope_layers_concern(const lope_tick *tick)
{
    return lope_tick_has_more(tick) || lope_input_has_layers(tick->input);
}
LOPE_RARE void lope_layers_take_out(lope_tick *tick);
LOPE_RARE void lope_layers_begin(lope_tick *tick);
// Whether what overrides gives the velocity along up, too, so that nothing else can throw it.
LOPE_RARE bool lope_layers_give_up(const lope_tick *tick);
double lope_layers_run(lope_tick *tick, double time);
LOPE_RARE void lope_layers_end(lope_tick *tick);

// layer_displacement.c: what a layer does from its time on for `time` seconds.
typedef struct lope_layer_way {
    lope_point mean, end; // m/s: of the whole, and at its end
    lope_point plain;     // m/s: of the whole, without making good what it has fallen back
} lope_layer_way;
lope_layer_way lope_layer_way_of(const lope_tick *tick, const lope_active_layer *layer, double time);
#define LOPE_BEND_TIME 0.017 // s: a way that bends is gone in pieces no longer than this
// The longest piece whose chord stays by the way.
double lope_layer_piece(const lope_tick *tick, const lope_active_layer *layer, double time);

// root_motion.c: what the tick's root motion does for `time` seconds from now on.
LOPE_RARE lope_layer_way lope_root_motion_way(const lope_tick *tick, double time);

// rotation.c: at the tick's end. How far (rad) it will have turned about up by then, `time` seconds after the tick's start.
void lope_rotation(lope_tick *tick);
LOPE_RARE double lope_turned(const lope_tick *tick, double time);
// The direction that a yaw about up looks along; what is in the frame of a character that faces there, in the world; the share that is left of
// an even way whose direction turns by an angle, up to half a turn.
lope_point lope_facing(const lope_state *state, double yaw);
LOPE_RARE lope_point lope_from_frame(const lope_state *state, double yaw, lope_vec3 v);
double lope_chord(double turn);

// plane_constraint.c: a character that stays in a plane. Read from the tuning at the tick's start; what drives it, before each mode runs; back into the
// plane, at the tick's start and end.
LOPE_RARE void lope_plane_begin(lope_tick *tick);
LOPE_RARE void lope_plane_flatten(lope_tick *tick);
LOPE_RARE void lope_plane_return(lope_tick *tick);
static inline void lope_plane_hold(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_flatten(tick);
}
static inline void lope_plane_keep(lope_tick *tick)
{
    if (tick->space.planar) lope_plane_return(tick);
}
static inline bool lope_plane_leans(const lope_space *space) // it stays in a plane that is not upright
{
    double tilt = space->planar ? lope_rise(space, space->plane) : 0;
    return tilt * tilt > 1e-6; // 0.06 degrees
}
LOPE_RARE bool lope_plane_locks_up(const lope_space *space); // and in which nothing rises
// What a carrier takes of what is at `from` along the plane, as its carrier from then on: of its turn what goes about the plane's normal, of
// the rest what keeps to the plane all the way. Returns where that leads.
LOPE_RARE lope_point lope_plane_ride(const lope_space *space, lope_point from, lope_carrier *carrier);
// The level direction, unit, of the ways over ground of that normal that stay in the plane, either way; zero: all do.
LOPE_RARE lope_point lope_plane_way(const lope_space *space, lope_point ground);

// attached.c: something else moves it, in place of its mode.
LOPE_RARE void lope_follow(lope_tick *tick);
static inline bool lope_tick_follows(const lope_tick *tick) { return tick->input->requests & LOPE_REQUEST_FOLLOW; }

// push_bodies.c: a moving body has blocked it; at the tick's end what it does to bodies, into the report.
void lope_body_hit(lope_tick *tick, const lope_contact *contact);
void lope_body_push_all(lope_tick *tick);
static inline void lope_body_pushes(lope_tick *tick) // most ticks have nothing to push near by
{
    const lope_nearby *nearby = tick->space.nearby;
    if (LOPE_SELDOM(nearby->sets[1].body_count > 0 || lope_zones_any(nearby))) lope_body_push_all(tick);
}

// jump.c
void lope_jump_take(lope_tick *tick);
static inline void lope_jump_press(lope_tick *tick) // at the tick's start
{
    bool asks = (tick->input->pressed | tick->input->held) & LOPE_BUTTON_JUMP;
    if (LOPE_SELDOM(asks || tick->state.jump_buffer_left > 0 || tick->state.flags & LOPE_STATE_HOLDING)) lope_jump_take(tick);
}
bool lope_jump_waiting(lope_tick *tick);
static inline bool lope_jump_try(lope_tick *tick) // jumps when a press is waiting and it may
{
    return !(tick->state.jump_buffer_left <= 0) && lope_jump_waiting(tick);
}
void lope_jump_reset(lope_tick *tick);             // in any mode but falling: all jumps are there again
bool lope_jump_held(const lope_tick *tick);        // the button goes on to drive the jump
void lope_jump_hold(lope_tick *tick, double time); // it has been held so long
void lope_jump_hold_ends(lope_tick *tick);
void lope_jump_timers(lope_tick *tick); // at the tick's end
static inline void lope_jump_pass(lope_tick *tick)
{
    if (LOPE_SELDOM(tick->state.jump_buffer_left > 0 || tick->state.coyote_left > 0)) lope_jump_timers(tick);
}

// state.c: the level direction that yaw 0 looks along for an up, from one that need not be level.
lope_vec3 lope_level_forward(lope_point up, lope_point ahead);

#endif
