// tick.h - what a mode and an ability may do inside a tick, beyond moving the capsule: time, presses, size,
// facing, queries of any shape, and places in a moving body's frame.
//
// Everything is in world space, in m, m/s and s. A tick belongs to the thread that runs it, and these
// functions may be called only inside a mode's or an ability's functions, on that thread. Read first:
// mode.h.
#ifndef LOPE_TICK_H
#define LOPE_TICK_H

#include <lope/query.h>
#include <lope/report.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- time

// Returns how much of the tick is done, s. Events and hits that are told now get this instant.
LOPE_API double lope_tick_now(const lope_tick *tick);

// Moves the capsule by `motion` (m) as lope_tick_slide does, while `seconds` of the tick pass. Hits are
// told at their instant, and lope_tick_now stands `seconds` later afterwards, or at the tick's end. Returns
// how far the capsule got, m. seconds below 0 counts as 0.
LOPE_API lope_point lope_tick_slide_for(lope_tick *tick, lope_point motion, double seconds);

// Adds an event of an instant before now, `time` seconds into the tick, in order of time among the others.
// Returns the event, never NULL, for its other members to be filled in. kind: as for lope_tick_event.
LOPE_API lope_event *lope_tick_event_at(lope_tick *tick, uint32_t kind, double time);

// Returns the latest event of a kind that this tick has told so far, such as the landing that an ability
// starts upon; NULL: there is none, or the report had no room for it. Valid until the next event.
LOPE_API const lope_event *lope_tick_last_event(const lope_tick *tick, uint32_t kind);

// Returns the s of the whole tick, however it is cut.
LOPE_API double lope_tick_length(const lope_tick *tick);

// Returns the s until the instant of which lope_tick_body and casts tell the poses of bodies: the tick's end,
// or that of a part of it, where it runs in parts.
LOPE_API double lope_tick_left(const lope_tick *tick);

// ---- buttons

// Returns the buttons that went down since the last tick and that nothing has taken, LOPE_BUTTON_... bits.
LOPE_API uint32_t lope_tick_edges(const lope_tick *tick);

// Takes a press: the button counts as up, for built-in modes too, until it is let go or pressed anew (the
// state's taken_buttons). Returns false when it did not go down, or something has taken it.
LOPE_API bool lope_tick_take_press(lope_tick *tick, uint32_t button);

// Presses a button at this instant, as the player would: what comes later in the tick sees the press. The
// character jumps by LOPE_BUTTON_JUMP as soon as it may, within the tuning's jump_buffer_time.
LOPE_API void lope_tick_press(lope_tick *tick, uint32_t button);

// Puts the feet at a place (m, in the world) without a sweep, in a mode with LOPE_MODE_GHOST, while `seconds`
// of the tick pass. Returns false, with nothing changed, in other modes and for a place that is not finite.
LOPE_API bool lope_tick_place(lope_tick *tick, lope_point feet, double seconds);

// ---- size and facing

// What stays where it is when the capsule changes its size.
typedef enum lope_keep { LOPE_KEEP_FEET = 0, LOPE_KEEP_MIDDLE = 1, LOPE_KEEP_TOP = 2 } lope_keep;

// Resizes the capsule, crouched or not, to `radius` and whole `height` (m; 0: stays as it is), with a test
// for room at the new place. Returns LOPE_REFUSAL_NONE; LOPE_REFUSAL_NO_ROOM, and nothing has changed;
// LOPE_REFUSAL_TUNING for a size that is not finite, or of a height below 2 radii. The standing height
// of the state stays: it is what the character stands up to again.
LOPE_API lope_refusal lope_tick_resize(lope_tick *tick, float radius, float height, lope_keep keep);

// Crouches (down true) or stands up, as the button would: with the feet fixed on the ground, else with the
// middle fixed. Returns why not: what the input forbids, what the tuning rules out, a mode that does not
// crouch, or no room to stand. In a mode with LOPE_MODE_KEEPS_SIZE the character stays so until the mode
// says otherwise. In others, and after such a mode, it stands up by itself where nothing asks for crouching
// and there is room.
LOPE_API lope_refusal lope_tick_crouch(lope_tick *tick, bool down);

// Sets where the character faces, rad, about up from the state's forward. The tuning's rotation leaves it
// alone in this tick. Angles that are not finite are not taken.
LOPE_API void lope_tick_set_facing(lope_tick *tick, float yaw, float pitch);

// ---- queries
//
// A query that could not be asked is not a free way. The definition may have been refused, memory may have
// been short, or a gather may have failed. The tick is then refused as a whole: lope_move returns the code,
// and the state stays as it was. Until then the functions of mode.h and tick.h that return false for "nothing
// is there" return false, and motions go nowhere. A mode that would do something lasting, such as telling
// the game, asks lope_tick_failed first.

// Returns LOPE_OK, or why the tick will be refused: what the first query that failed was refused with.
LOPE_API lope_result lope_tick_failed(const lope_tick *tick);

// Casts any shape from anywhere with any filter, as lope_surroundings_cast does (query.h). Bodies stand at
// their pose of the tick's end. `up` zero: the character's. The character's own capsule is never met.
// hit->body_velocity is that of the body at the place that was met, in the world, at the tick's end. Returns
// true with the nearest hit in *hit; false when the way is free, and when the tick has failed. Counted and
// recorded like the tick's own queries.
LOPE_API bool lope_tick_cast(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hit);

// Casts through everything, as lope_surroundings_cast_all does: writes the first `capacity` hits, in order of
// fraction, body, triangle. Returns how many were written: 0 too when the tick has failed. The rest is as for
// lope_tick_cast.
LOPE_API uint32_t lope_tick_cast_all(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hits, uint32_t capacity);

// Finds what overlaps what stands at def->from, as lope_surroundings_overlap does. Returns true with one of
// the hits, the lowest (body, triangle), in *hit; false when there is none, and when the tick has failed. The
// rest is as for lope_tick_cast.
LOPE_API bool lope_tick_overlap(lope_tick *tick, const lope_cast_def *def, lope_cast_hit *hit);

// Returns the tick's place for what the look ahead has found, and whether there is something in it: the
// report's `probe` and `probed`. For lope_tick_probe (probe.h), which all abilities share.
LOPE_API lope_probe *lope_tick_probe_place(lope_tick *tick, uint32_t **probed);

// ---- moving bodies

// A place as it is seen from a body: plain data for a mode's or an ability's own bytes in the state.
typedef struct lope_body_pose {
    uint64_t body;      // LOPE_BODY_NONE: the world
    lope_point point;   // m, in the body's frame
    lope_quat rotation; // in the body's frame
} lope_body_pose;

// Looks a body up by its id: wherever it is where the surroundings have a `body` function (surroundings.h),
// else when it overlaps the capsule grown by 1 m. pose: at the tick's end, `lope_tick_left` s from now.
// motion: over the whole tick; zero for dynamic bodies, and for other characters' own way. Each may be NULL.
// Returns false, with both as they were, when there is no such body, and when the tick has failed.
LOPE_API bool lope_tick_body(lope_tick *tick, uint64_t body, lope_transform *pose, lope_motion *motion);
// Returns true when it is known that a body stands still in this tick, so that its velocity is zero
// everywhere: it is not one that may move, is not simulated, and is no character. False without the
// surroundings' `body` function.
LOPE_API bool lope_tick_body_rests(lope_tick *tick, uint64_t body);

// Returns a place of the world as it is seen from a body, at its pose of the tick's end. A body that
// lope_tick_body does not know is taken for the world.
LOPE_API lope_body_pose lope_tick_seen_from(lope_tick *tick, uint64_t body, lope_point point, lope_quat rotation);

// Finds the world's place of `pose`, with the body at its pose of the tick's end. Returns false, with *world
// as it was, when lope_tick_body does not know the body any more.
LOPE_API bool lope_tick_place_of(lope_tick *tick, const lope_body_pose *pose, lope_transform *world);

// Makes a body the base at this instant, for a mode with LOPE_MODE_CARRIED: the body takes the character
// along from now on, and turns it about up. The feet go at once to where the body brings them by the tick's
// end, so they stand still as lope_tick_seen_from tells; what stands still stops them on that way. Velocity
// and wanted direction are relative to the base from now on: read them again.
// LOPE_BODY_NONE, or a body that stands still: the character leaves its base with that base's velocity.
//
// The base is kept until another one is set, a teleport, its end, or a mode that is not carried: that one
// gets the base's velocity. Returns false, with nothing changed, when lope_tick_body does not know the body,
// it is another character, there is no room where it brings the character, or the mode is not carried.
LOPE_API bool lope_tick_set_base(lope_tick *tick, uint64_t body);

// Tells where lope_tick_set_base would bring the feet (m, in the world) with nothing in the way, and by how
// much (rad, about up) it would turn what is wanted. Changes nothing, and may be asked in any mode: what is
// looked for around a body is looked for from there. Each may be NULL. Returns false where lope_tick_set_base
// would, but for the room and the mode.
LOPE_API bool lope_tick_brought_to(lope_tick *tick, uint64_t body, lope_point *feet, double *turn);

// Returns the body that carries the character now, or LOPE_BODY_NONE.
LOPE_API uint64_t lope_tick_base_body(const lope_tick *tick);

#ifdef __cplusplus
}
#endif
#endif
