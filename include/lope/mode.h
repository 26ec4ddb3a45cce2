// mode.h - the table of modes: how a character moves at the moment.
//
// Exactly one mode is active. In each tick it gets the time of the tick, in pieces where the tick is cut,
// moves the character, and returns the time that it did not use. When it has changed the mode meanwhile,
// the next mode gets that rest in the same tick. Walking and the other built-in modes are entries of the
// same table as a game's own.
//
// A mode of the game's own is a lope_mode. Its functions work on the tick through the lope_tick_...
// functions below, and on nothing else. So it is saved, restored, hashed and predicted like the rest. Add it
// with lope_moveset_add_mode.
//
// Threads: a tick belongs to the thread that runs it; its functions may be called only inside a mode's
// functions, on that thread. None allocates. Read next: moveset.h.
#ifndef LOPE_MODE_H
#define LOPE_MODE_H

#include <lope/field.h>
#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// The numbers of modes. Built-in ones and a game's own never share one, in any version.
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
#define LOPE_MODES 32      // numbers are below this: 0 to 15 are built in, 16 to 31 the game's
#define LOPE_MODE_DATA 128 // bytes of a mode's own in the state

// Returns the name of a built-in mode, "walking"; "?" for others. Static text. From any thread.
LOPE_API const char *lope_mode_name(uint32_t mode);

typedef struct lope_tick lope_tick; // a tick in progress; only valid inside a mode's functions
typedef struct lope_state lope_state;
typedef struct lope_input lope_input;
typedef struct lope_tuning lope_tuning;
typedef struct lope_moveset lope_moveset;
typedef struct lope_event lope_event;
typedef struct lope_floor lope_floor;
typedef struct lope_velocity_law lope_velocity_law; // velocity_law.h

// What becomes of the jumps that a character has used when it comes into a mode.
typedef enum lope_jumps {
    LOPE_JUMPS_KEEP = 0,   // they stay used: no jump is won by changing modes
    LOPE_JUMPS_RESTORE = 1 // all are there again, as on the ground
} lope_jumps;

// What else a mode is, bits of lope_mode.traits.
#define LOPE_MODE_KEEPS_SIZE (1u << 0) // it may crouch, and neither the button nor head room changes its size
// not on_ground, it keeps the base that it comes with or sets (lope_tick_set_base, tick.h), and goes along
#define LOPE_MODE_CARRIED (1u << 1)
// Solids neither stop nor push it: it is put from place to place (lope_tick_place, tick.h), as an animation
// does. When it is left the character comes out of what it overlaps.
#define LOPE_MODE_GHOST (1u << 2)
// its functions do nothing but what this header and tick.h say, so a tick may be run again from its start: as
// LOPE_ABILITY_REPEATABLE (ability.h)
#define LOPE_MODE_REPEATABLE (1u << 3)

// A mode. Static data of the game: it and its name must outlive the moveset.
typedef struct lope_mode {
    const char *name;                              // stands in saves and traces; unique in the moveset
    uint16_t data_size;                            // bytes of its own in the state, zeroed on entry
    bool on_ground;                                // it stands on a floor: has a base, crouches, jumps
    void (*enter)(lope_tick *tick, uint32_t from); // the mode begins, after `from`; may be NULL
    void (*leave)(lope_tick *tick, uint32_t to);   // the mode ends, before `to`; may be NULL
    // Moves the character for `seconds`. Called several times a tick where the tick is cut. Returns the s
    // that it did not use, 0 to `seconds`; others count as the nearer of the two. NULL: stands still.
    double (*run)(lope_tick *tick, double seconds);
    double (*max_speed)(const lope_tick *tick); // m/s; NULL: max_custom_movement_speed
    uint32_t traits;                            // LOPE_MODE_...; 0: none
    uint32_t jumps;                             // lope_jumps: what its beginning does to the jumps used
    // Rewrites the law by which the velocity follows the input (velocity_law.h), for each piece of way. It
    // reads the tick and changes nothing but *law. NULL: leaves the law as it is.
    void (*law)(lope_tick *tick, lope_velocity_law *law);
    // Its settings, in the moveset: lope_tick_settings (ability.h), lope_moveset_set. Both count in the
    // moveset's hash as soon as one is not 0.
    uint32_t version; // raised when its functions change what they do
    uint32_t field_count;
    const lope_field *fields; // the table of its settings; other bytes of them are zero
    uint16_t settings_size;   // bytes of its settings
} lope_mode;

// ---- reading a tick. Everything is in world space, in m, m/s and s

// Returns the feet as they are now, m. The state's are those of the tick's start.
LOPE_API lope_point lope_tick_feet(const lope_tick *tick);
// Returns the character's up, a unit vector.
LOPE_API lope_point lope_tick_up(const lope_tick *tick);
// Returns the velocity as it is now, m/s.
LOPE_API lope_point lope_tick_velocity(const lope_tick *tick);
// Sets the velocity, m/s. One that is not finite is not taken.
LOPE_API void lope_tick_set_velocity(lope_tick *tick, lope_point velocity);
// Returns the direction that the input wants, times how far the stick is pressed, 0 to 1. It is level in
// modes on the ground, and without what the game forbids.
LOPE_API lope_point lope_tick_wanted(const lope_tick *tick);
// Returns when the piece that runs now ends, s into the tick: the tick's length, unless the tick is cut. It
// is no step: `run` is given the seconds.
LOPE_API double lope_tick_seconds(const lope_tick *tick);
// Returns the tick's input: buttons, control rotation.
LOPE_API const lope_input *lope_tick_input(const lope_tick *tick);
// Returns the state as the tick has made it so far, but for feet and velocity.
LOPE_API const lope_state *lope_tick_state(const lope_tick *tick);
// Returns the tuning of the character's moveset.
LOPE_API const lope_tuning *lope_tick_tuning(const lope_tick *tick);
// Returns the mode's own data_size bytes in the state, for plain data without pointers; NULL when that is 0.
LOPE_API void *lope_tick_data(lope_tick *tick);

// Returns the gravity where the character is, m/s2.
LOPE_API lope_point lope_tick_gravity(const lope_tick *tick);
// Returns the acceleration by gravity and by the input's forces, m/s2.
LOPE_API lope_point lope_tick_acceleration(const lope_tick *tick);
// Returns the friction of the fluid where the character is, 1/s.
LOPE_API double lope_tick_fluid_friction(const lope_tick *tick);
// Returns the terminal speed where the character is, m/s.
LOPE_API double lope_tick_terminal_speed(const lope_tick *tick);
// Returns the share of control that the character has: 1, or less while knocked back.
LOPE_API double lope_tick_control(const lope_tick *tick);

// ---- moving and asking

// What the capsule meets on its way.
typedef struct lope_tick_contact {
    double fraction;           // of the way
    lope_point point;          // m
    lope_point normal;         // unit, toward the capsule
    lope_point surface_normal; // unit, of the surface
    uint64_t body;
    uint32_t material;
    bool walkable;
} lope_tick_contact;

// Moves the capsule by `motion` (m), and along what it meets. Reports the hits; what is met takes its part of
// the velocity. Returns how far the capsule got, m. It never ends inside of anything.
LOPE_API lope_point lope_tick_slide(lope_tick *tick, lope_point motion);
// Sweeps the capsule by `motion` (m) without moving it. Returns true with the first contact in *contact;
// false when the way is free, when `motion` is not finite, and when the tick has failed (lope_tick_failed).
LOPE_API bool lope_tick_sweep(lope_tick *tick, lope_point motion, lope_tick_contact *contact);
#define LOPE_TICK_SWEEPS 16 // motions of lope_tick_sweep_several
// Sweeps the capsule by each of `count` motions (m) from where it is, as lope_tick_sweep does, at less cost:
// what is near is looked up once. Returns bits by motion: those that meet something have it in contacts[i];
// the other contacts are left as they are. 0, with nothing swept, when a motion is not finite or count is
// above LOPE_TICK_SWEEPS.
LOPE_API uint32_t lope_tick_sweep_several(lope_tick *tick, const lope_point *motions, uint32_t count,
                                          lope_tick_contact *contacts);
// Finds the floor straight under the feet within `reach` (m). Returns false, with floor->body LOPE_BODY_NONE,
// when there is none, and when the tick has failed.
LOPE_API bool lope_tick_floor_under(lope_tick *tick, double reach, lope_floor *floor);
// Puts the character onto a walkable floor within `reach` (m) below, or up out of a rounding: what a mode on
// the ground ends its run with. Returns false when there is none, and when the tick has failed.
LOPE_API bool lope_tick_stand(lope_tick *tick, double reach);
// Walks for at most `seconds`, as the walking mode does: over steps and slopes, along walls, with base, jumps
// and falls. For modes on the ground; their own max_speed and law hold. Returns the s not used: after a
// change of the mode, and where the tick is cut. In other modes it does nothing and returns 0.
LOPE_API double lope_tick_walk(lope_tick *tick, double seconds);
// Falls for at most `seconds`, as the falling mode does, up to a landing. For modes off the ground. Returns
// as lope_tick_walk does.
LOPE_API double lope_tick_fall(lope_tick *tick, double seconds);
// Falls as lope_tick_fall does, but under `pull` m/s2 down in place of gravity and of what forces give along
// up: 0 keeps the height. A pull that is not finite counts as 0.
LOPE_API double lope_tick_fall_under(lope_tick *tick, double pull, double seconds);
// Flies for at most `seconds`, as the flying mode does. For modes off the ground. Returns as lope_tick_walk
// does.
LOPE_API double lope_tick_fly(lope_tick *tick, double seconds);
// Swims for at most `seconds`, as the swimming mode does, and comes out where there is no water. For modes
// off the ground. Returns as lope_tick_walk does.
LOPE_API double lope_tick_swim(lope_tick *tick, double seconds);
// Changes the mode. Its leave and the other's enter run at once; the time that `run` then returns is the new
// mode's. A number that the moveset does not have is not taken.
LOPE_API void lope_tick_set_mode(lope_tick *tick, uint32_t mode);
// Adds an event at this instant and returns it, never NULL, for its other members to be filled in. kind: of
// report.h, or the game's own from LOPE_EVENT_GAME on.
LOPE_API lope_event *lope_tick_event(lope_tick *tick, uint32_t kind);
// Reports that something asked for does not happen: on the report's list and as an event, once a tick for
// each `asked`. asked: a lope_asked, or LOPE_ASKED_GAME plus a number of the game's own. why: a lope_refusal,
// or LOPE_REFUSAL_GAME plus a number of the game's own; LOPE_REFUSAL_NONE reports nothing.
LOPE_API void lope_tick_refuse(lope_tick *tick, uint32_t asked, uint32_t why);

#ifdef __cplusplus
}
#endif
#endif
