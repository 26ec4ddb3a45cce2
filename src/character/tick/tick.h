// tick.h - the context of one tick: a copy of the state, the input, the moveset, what is near, and the report.
//
// lope_move works on the copy and hands it over at the end, so a tick happens whole or not at all. Positions are the
// feet in doubles, relative to the nearby's origin ("local"; motion/query/capsule_query.h). Types and small questions
// only: each file of the folders above has a header of its own. Read next: character/move/move.c, the order of a tick.
#ifndef LOPE_CHARACTER_TICK_TICK_H
#define LOPE_CHARACTER_TICK_TICK_H

#include "base/hot_cold.h"
#include "character/state/mode_exists.h"
#include "character/state/pages.h"
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

#define LOPE_TICK_PIECES 32 // pieces into which a tick is cut where what its mode works by turns meanwhile, at most

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
    lope_state state; // the copy. Pages that are not in use have no content in it: pages.h
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
    double seconds;         // s of the tick
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
    bool stuck_inside;              // fast in a solid: its mode does not run
    bool overridden;           // an override layer or root motion gives the velocity: the mode's law of velocity does not run
    bool overridden_up;        // also along up: neither gravity nor jumps act
    bool layered;              // layers or root motion are at work in this tick
    bool held_down;            // one of them has kept it from a jump that was asked for
    bool carried;              // its base has moved it in this tick
    bool zoned;                // there are things that it may be in: its trail is kept
    bool zones_near;           // and some of them within the tick's reach
    bool radial;               // its gravity is toward a point: it changes along the way
    bool pieced;               // its mode runs in pieces of the tick: what it works by turns meanwhile
    bool gravity_changed;      // its gravity is another one since the mode ran: up is to be looked at again
    bool leans;                // it stands with an up that is not against gravity, until it has come farther into the volume
    bool water;                // the volume that it is in is water
    bool swept;                // something that moves has pushed it, as told in shoved
    bool check_overlap;        // it has left a navigation surface, over which what it could step upon was in nobody's way
    lope_base_tick base_carry; // the body that carries it, and how

    lope_moving_push shoved;
    lope_impact impacts[LOPE_IMPACTS];
    lope_trail trail;             // while zoned
    lope_point override_velocity; // m/s, while driven: that velocity
    lope_point added_velocity;    // m/s that additive layers move it besides its own velocity
};
#define LOPE_TICK_ZERO_AT offsetof(lope_tick, floor)
#define LOPE_TICK_ZERO_BYTES (offsetof(lope_tick, base_carry) + LOPE_BASE_TICK_FLAGS - LOPE_TICK_ZERO_AT)

// The built-in modes, by id: entries of the same table as a game's own. modes/table.c
extern const lope_mode *const lope_built_in_modes[LOPE_MODE_COUNT];
static inline const lope_mode *lope_tick_mode(const lope_tick *tick) { return tick->moveset->modes[tick->state.mode]; }
static inline bool lope_tick_on_ground(const lope_tick *tick) { return lope_tick_mode(tick)->on_ground; }

// True when the tick may do no more: a query has failed, or its slices, over all pieces and modes, are used up.
// What is left of its time then is reported as unused.
#define LOPE_TICK_SLICES 512
static inline bool lope_tick_spent(const lope_tick *tick) { return tick->space.failed || tick->iterations >= LOPE_TICK_SLICES; }

// True when the velocity leads up by more than the rounding of one that is level in another frame.
static inline bool lope_tick_rises(const lope_tick *tick)
{
    return lope_rise(&tick->space, tick->velocity) > LOPE_RISES * tick->space.unit;
}

// True when something else moves the character in this tick, in place of its mode (attached.c).
static inline bool lope_tick_follows(const lope_tick *tick) { return tick->input->requests & LOPE_REQUEST_FOLLOW; }

// True when the character has come to where it is without a tick: made, teleported, or carried off too far.
static inline bool lope_tick_is_anew(const lope_tick *tick)
{
    return (tick->state.flags & LOPE_STATE_FRESH) || tick->teleports || tick->base_carry.leapt;
}

#endif
