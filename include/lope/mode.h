// mode.h - the table of modes: how a character moves at the moment. Walking and the other built-in ones are entries of it like a game's own.
//
// Exactly one mode is active. In each tick it gets the time of the tick, moves the character, and returns the time that it did not use; when
// it has changed the mode meanwhile, the next one gets that rest in the same tick. A mode of the game's own is a lope_mode with functions that
// work on the tick's workbench through the lope_tick_... functions below, and never on anything else: so it is saved, restored, hashed and
// predicted like the rest. Add it to a moveset with lope_moveset_add_mode.
#ifndef LOPE_MODE_H
#define LOPE_MODE_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_mode_id {
    LOPE_MODE_NONE = 0, // does not move
    LOPE_MODE_WALKING = 1,
    LOPE_MODE_FALLING = 2,
    LOPE_MODE_SWIMMING = 3,
    LOPE_MODE_FLYING = 4,
    LOPE_MODE_NAV_WALKING = 5,
    LOPE_MODE_COUNT,    // built-in modes of this version; later ones take the numbers up to 15
    LOPE_MODE_GAME = 16 // the first number of a game's own modes, in every version
} lope_mode_id;
#define LOPE_MODES 32     // numbers are below this: 0 to 15 are built in, 16 to 31 the game's
#define LOPE_MODE_DATA 128// bytes of a mode's own in the state

LOPE_API const char *lope_mode_name(uint32_t mode); // of a built-in mode: "walking"; "?" when unknown

typedef struct lope_tick lope_tick; // one tick's workbench; only valid inside a mode's functions
typedef struct lope_state lope_state;
typedef struct lope_input lope_input;
typedef struct lope_tuning lope_tuning;
typedef struct lope_event lope_event;
typedef struct lope_floor lope_floor;

typedef struct lope_mode {
    const char *name;   // stands in saves and traces; must outlive the moveset
    uint16_t data_size; // of its block inside the state, at most LOPE_MODE_DATA; zeroed on entry
    bool on_ground;     // it is a way of standing on a floor: a base, crouching with the feet fixed, jumping
    void (*enter)(lope_tick *tick, uint32_t from);  // may be NULL
    void (*leave)(lope_tick *tick, uint32_t to);    // may be NULL
    double (*run)(lope_tick *tick, double seconds); // returns the time that it did not use; NULL: stands still
    double (*max_speed)(const lope_tick *tick);     // m/s; NULL: max_custom_movement_speed
} lope_mode;

// What a mode's functions work with. All of it is in world space: m, m/s, s.
LOPE_API lope_point lope_tick_feet(const lope_tick *tick); // now; the state's are those of the tick's start
LOPE_API lope_point lope_tick_up(const lope_tick *tick);   // unit
LOPE_API lope_point lope_tick_velocity(const lope_tick *tick);
LOPE_API void lope_tick_set_velocity(lope_tick *tick, lope_point velocity); // one that is not finite is not taken
// The direction that the input wants times how far the stick is pressed, 0 to 1: level in modes on the ground, else whole. Without what
// the game forbids.
LOPE_API lope_point lope_tick_wanted(const lope_tick *tick);
LOPE_API double lope_tick_time(const lope_tick *tick);             // of the whole tick
LOPE_API const lope_input *lope_tick_input(const lope_tick *tick); // buttons, control rotation
LOPE_API const lope_state *lope_tick_state(
    const lope_tick *tick); // what the tick has made of it so far, but for feet and velocity
LOPE_API const lope_tuning *lope_tick_tuning(const lope_tick *tick);
LOPE_API void *lope_tick_data(
    lope_tick *tick); // the mode's own data_size bytes in the state; NULL when that is 0. Plain data, no pointers

LOPE_API lope_point lope_tick_gravity(const lope_tick *tick);      // m/s2, of where it is
LOPE_API lope_point lope_tick_acceleration(const lope_tick *tick); // m/s2, of gravity and the input's forces
LOPE_API double lope_tick_fluid_friction(const lope_tick *tick);   // 1/s
LOPE_API double lope_tick_terminal_speed(const lope_tick *tick);   // m/s
LOPE_API double lope_tick_control(const lope_tick *tick);          // share of control that it has: less while it is knocked back

// What the capsule meets on a way.
typedef struct lope_tick_contact {
    double fraction;    // of the way
    lope_point point;   // m
    lope_point normal;  // unit, toward the capsule
    lope_point surface; // unit, of the surface
    uint64_t body;
    uint32_t material;
    bool walkable;
} lope_tick_contact;

// Moves the capsule by `motion` (m), and along what it meets; tells of the hits; what is met takes its part of the velocity. Returns how far
// it got. It never ends inside of anything.
LOPE_API lope_point lope_tick_slide(lope_tick *tick, lope_point motion);
// Only looks. False: the way is free.
LOPE_API bool lope_tick_cast(lope_tick *tick, lope_point motion, lope_tick_contact *contact);
// The floor straight under the feet within `reach` (m); floor->body is LOPE_BODY_NONE when there is none.
LOPE_API bool lope_tick_floor_under(lope_tick *tick, double reach, lope_floor *floor);
// Down (or up, out of a rounding) onto a walkable floor within `reach`: what a mode on the ground ends its run with. False: there is none.
LOPE_API bool lope_tick_stand(lope_tick *tick, double reach);
// Another mode: leave and enter run at once; the time that `run` then returns is the new mode's. Ids that the moveset does not have are not taken.
LOPE_API void lope_tick_set_mode(lope_tick *tick, uint32_t mode);
// A new event at this instant, of a kind of move.h or of the game's own from LOPE_EVENT_GAME on. Fill in its fields; never NULL.
LOPE_API lope_event *lope_tick_event(lope_tick *tick, uint32_t kind);
// Reports that something asked for does not happen: in the report's list, and as an event, once a tick for each `asked`. asked: a
// lope_asked, or LOPE_ASKED_GAME plus a number of the game's own below 1000. why: a lope_refusal, or LOPE_REFUSAL_GAME plus such a number.
LOPE_API void lope_tick_refuse(lope_tick *tick, uint32_t asked, uint32_t why);

#ifdef __cplusplus
}
#endif
#endif
