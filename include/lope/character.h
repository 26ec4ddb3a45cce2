// character.h - one character of a world: how it is made, what it is told, where it stands, and how it is
// drawn.
//
// Ids: others meet a character under a 64-bit id, which is given by the game or is the order of creation.
// Everything that needs one order (events, pushes, hash, ties between characters) goes by id. So two worlds
// with characters of the same ids are equal to the bit, whatever the order in which the characters were made.
//
// Lifetime: a `lope_character *` is good from lope_character_create until lope_character_destroy. Until the
// next step or advance begins, a destroyed one may still be asked for its number, id and user pointer. Every
// change of it is refused with LOPE_ERROR_HANDLE. Afterwards the pointer names nothing, or another character.
// Keep a lope_character_handle where the character may go first.
//
// Threads: one thread at a time on one world and all its characters. While a tick moves the characters (in
// callbacks of surroundings, modes, attachments and tasks) every change is refused with LOPE_ERROR_STATE;
// world.h says which callbacks may change what. Read first: move.h for state, input and report. Read next:
// world.h.
#ifndef LOPE_CHARACTER_H
#define LOPE_CHARACTER_H

#include <lope/animation.h>
#include <lope/avoidance.h>
#include <lope/level.h>
#include <lope/move.h>
#include <lope/predict.h>
#include <lope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_world lope_world;
typedef struct lope_character lope_character;

// A character's name that goes stale safely. All zero names nobody. It counts in the world that gave it.
typedef struct lope_character_handle {
    uint32_t index, generation;
} lope_character_handle;

// How a character begins. All zero: at the origin, with the default moveset, an id by order of creation.
typedef struct lope_character_def {
    lope_point feet;                // m, the lowest point of the capsule
    float radius, height;           // m, 0: 0.34 and 1.76
    float yaw;                      // rad
    lope_vec3 velocity;             // m/s
    lope_vec3 up;                   // zero: against gravity; else as given, also where that is another way
    lope_vec3 forward;              // where yaw 0 looks; made level. Zero: -z
    uint32_t mode;                  // 0: walking when there is floor, else falling
    const lope_moveset *moveset;    // NULL: the default; must outlive the character
    uint32_t channels;              // of bodies that it collides with; 0: LOPE_CHANNEL_SOLID
    bool no_stand;                  // other characters that come down on its head jump off it
    uint32_t overlap_channels;      // channels of what it tells to enter and leave, 0: LOPE_CHANNEL_VOLUME
    bool overlap_channels_as_given; // overlap_channels as given, also none: then no volume counts
    void *user;                     // the game's own
    lope_error *error;              // optional: why it was refused
    // Id under which others meet it. 0: its number, or the next one that is free. Else 1 to 2^62 - 1 of the
    // game's own choice, or what lope_character_id told of another character. Taken by a living one:
    // LOPE_ERROR_DUPLICATE.
    uint64_t id;
} lope_character_def;

// Makes a character; def NULL: all defaults. Returns NULL on refusal, with def->error filled, and nothing is
// half made. May be called in before_tick and after_tick; refused (LOPE_ERROR_STATE) while a tick moves
// characters and in `push`. What lope_world_events and lope_world_pushes have returned is stale afterwards.
LOPE_API lope_character *lope_character_create(lope_world *world, const lope_character_def *def);
// Ends a character. Its recorder goes with it, and its id is free again at once. LOPE_ERROR_NULL,
// LOPE_ERROR_HANDLE (it has been destroyed already), LOPE_ERROR_STATE (a tick moves the characters): nothing
// is done.
LOPE_API lope_result lope_character_destroy(lope_character *character);
// Returns the order of creation, from 0; never used again in the world. NULL: UINT32_MAX.
LOPE_API uint32_t lope_character_number(const lope_character *character);
// Returns the id under which others meet it, as it stands in hits, bases and overlaps: 2^62 + n, where n is
// the id of the definition or the number. Never that of a level's body. NULL: LOPE_BODY_NONE.
LOPE_API uint64_t lope_character_id(const lope_character *character);
// Returns the definition's user pointer; NULL for NULL.
LOPE_API void *lope_character_user(const lope_character *character);
// Returns the character's handle; all zero for NULL and for one that has been destroyed.
LOPE_API lope_character_handle lope_character_handle_of(const lope_character *character);
// Returns the character of a handle; NULL once it has been destroyed, and for a handle that the world never
// gave.
LOPE_API lope_character *lope_world_character(const lope_world *world, lope_character_handle handle);
// Returns the living character of an id (that of the definition, or of lope_character_id); NULL: there is
// none.
LOPE_API lope_character *lope_world_find_character(const lope_world *world, uint64_t id);

// Tells a character what to do.
//   stays until changed   move, look, held buttons, what is forbidden; of the requests: force, requested
//                         velocity, avoidance. An input without requests ends these
//   until a tick sees it  presses
//   used up by a tick     what is asked for, launches, impulses, a knock-back's time, root motion. Launches,
//                         impulses and root motion add up; of the others the last one counts
// The requests are copied. The first that any of 16 characters is given takes memory for all of these.
// Refused whole: what lope_input_check refuses. LOPE_ERROR_MEMORY: there is none for the requests.
// LOPE_ERROR_STATE: a second layered move of another id, or the end of one, before the next tick; or options
// without the request that they belong to. Numbers that nothing asks for have no effect; the world's log says
// so, once for each kind.
LOPE_API lope_result lope_character_set_input(lope_character *character, const lope_input *input);
// Returns the input that the next tick will see: what was set and gathered. Valid while the character lives,
// and changed by the functions above and below, and by each tick: lope_input_copy keeps it. NULL for NULL.
LOPE_API const lope_input *lope_character_input(const lope_character *character);
// Returns the state after the last tick. The pointer stays valid while the character lives, and shows each
// tick's end. NULL for NULL.
LOPE_API const lope_state *lope_character_state(const lope_character *character);
// Puts a state in place of the character's: rollback, save games, corrections. The character keeps its own
// id, whatever id the state has. What the next tick was still to see (presses, requests, impulses) is
// dropped: give the input again. It is drawn where it is, without a blend. LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE: not a state.
LOPE_API lope_result lope_character_set_state(lope_character *character, const lope_state *state);
// Returns the report of the last tick; all zero where that tick was refused. Valid as the state is. NULL for
// NULL.
LOPE_API const lope_report *lope_character_report(const lope_character *character);
// Gives a character another moveset, or the same after lope_moveset_retune, from the next tick on. The state
// goes on in the mode of the same name, whatever its id is there. NULL: the default. It must outlive the
// character. LOPE_ERROR_STATE: the moveset lacks the mode that the character is in, or what its input asks
// for.
LOPE_API lope_result lope_character_set_moveset(lope_character *character, const lope_moveset *moveset);

// Records the ticks from the next one on, in place of what was recorded so far; def NULL: records no more.
// The recorder belongs to the character; write it with lope_recorder_write between steps. Defaults: the name
// is that of the character's number, the tick rate the world's. NULL: refused (def->error says why, and what
// was recorded goes on), or def is NULL.
LOPE_API lope_recorder *lope_character_record(lope_character *character, const lope_recorder_def *def);
// Returns the recorder, good until the character records anew or ends; NULL: it is not recorded.
LOPE_API lope_recorder *lope_character_recorder(const lope_character *character);

// What to draw: between the starts and the ends of a tick, step ups, snaps and crouching smoothed over 0.1 s.
typedef struct lope_pose {
    lope_point feet;    // m
    lope_quat rotation; // facing, pitch and roll included: no rotation looks along -z
    lope_vec3 velocity; // m/s
    float yaw, height;  // rad, m
} lope_pose;
// Returns the pose at lope_world_fraction of the last tick. NULL: the origin.
LOPE_API lope_pose lope_character_pose(const lope_character *character);
// Returns the pose at a fraction of the last tick, 0 (its start) to 1 (its end; also for NaN): for a game
// that keeps its own accumulator over lope_world_step. Beyond the range it is cut.
LOPE_API lope_pose lope_character_pose_at(const lope_character *character, double fraction);

// Predicts the next `ticks` ticks, at the world's tick rate and the time scales of now. Where time stands
// still the scale is 1. Ends with the first tick that has an event of a kind in `stop`.
//   nearby  the caller's own
//   input   of all ticks; NULL: the input that the character has been told
//   stop    at most LOPE_PREDICT_STOPS kinds with a 0 behind the last; NULL: none
//   list    receives at most `capacity` entries, and *count how many
// Nothing of the world changes. Several threads may predict at one time, each with its own nearby, while
// nothing else uses the world. LOPE_ERROR_RANGE: too many kinds. Else it returns what lope_predict returns.
LOPE_API lope_result lope_character_predict(const lope_character *character, lope_nearby *nearby, const lope_input *input,
                                            uint32_t ticks, const uint32_t *stop, lope_predicted *list, uint32_t capacity,
                                            uint32_t *count);

// Makes an animation report of a character, with the input that it has been told, at the world's tick rate
// and the time scales of now; in slow motion in ticks of 1/240 s. Bodies are taken to stand where they are.
//   nearby            the caller's own
//   settings, memory  as in lope_animation_def; may be NULL
// Nothing of the world changes. Several threads may ask at one time, each with its own nearby, while nothing
// else uses the world. LOPE_ERROR_HANDLE: the character has been destroyed. Else it returns what
// lope_animation_report_make returns.
LOPE_API lope_result lope_character_animation(const lope_character *character, lope_nearby *nearby,
                                              const lope_animation_settings *settings, const lope_animation_state *memory,
                                              lope_animation_report *report);

// What moves a character in place of its mode: a ragdoll, a vehicle, a cinematic.
typedef struct lope_attachment {
    lope_body body; // of the world's level: where that is at each tick's end; zero: `pose` says where to
    // Asked once a tick, before it, on the calling thread, in order of id; false: it stays where it is. It
    // only reads.
    bool (*pose)(void *context, lope_transform *pose);
    void *context;
    lope_point feet; // m, in the frame of that body or pose: where its feet are
} lope_attachment;
// Attaches a character, copying the definition. Until it is detached it is in mode none, collides with
// nothing, and goes on turning, overlapping and telling events; its input is not looked at. LOPE_ERROR_NULL:
// neither body nor pose. LOPE_ERROR_HANDLE: the body is stale. LOPE_ERROR_NOT_FINITE: feet. A body that goes
// later leaves it where it was.
LOPE_API lope_result lope_character_attach(lope_character *character, const lope_attachment *attachment);
// Returns whether it is attached; false for NULL.
LOPE_API bool lope_character_attached(const lope_character *character);
// Detaches it: from the next tick on it moves by itself, first out of what it overlaps. mode 0: falling, and
// so walking where there is floor. velocity NULL: that at which it was carried. LOPE_ERROR_STATE: it is not
// attached.
LOPE_API lope_result lope_character_detach(lope_character *character, uint32_t mode, const lope_vec3 *velocity);

// Lets a character avoid others from the next tick on, by settings that are copied; NULL: no longer. The
// world then changes the velocity that its input asks for while it walks: it looks at all characters within
// the consideration radius, whether they collide or not, and at walls and the edges of the floor. Characters
// without avoidance, those that stand, and those that do not walk are walked round. One that wants to stand
// is not moved. LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: lope_avoidance_check. LOPE_ERROR_MEMORY.
LOPE_API lope_result lope_character_set_avoidance(lope_character *character, const lope_avoidance_settings *settings);
// Returns its settings; NULL: it does not avoid.
LOPE_API const lope_avoidance_settings *lope_character_avoidance(const lope_character *character);
// Returns the input that its last tick has seen: with requests.avoidance, and LOPE_FORBID_WALK_OFF where it
// is held at ledges. Note it after a tick to run the tick again (lope/rerun.h). Valid until the next tick.
// NULL: it does not avoid.
LOPE_API const lope_input *lope_character_avoidance_input(const lope_character *character);
// Returns what it remembers for avoidance; all zero without lock times. It is saved and restored beside the
// state. All zero: it does not avoid.
LOPE_API lope_avoidance_memory lope_character_avoidance_memory(const lope_character *character);
// Puts a memory in place of its own. LOPE_ERROR_STATE: it does not avoid. LOPE_ERROR_NOT_FINITE.
LOPE_API lope_result lope_character_set_avoidance_memory(lope_character *character, const lope_avoidance_memory *memory);
// Writes each choice that it makes from now on to *trace, on the thread of its tick; NULL: no longer. A tick
// that keeps a velocity, and one without others near, makes none. Results do not change. LOPE_ERROR_STATE: it
// does not avoid.
LOPE_API lope_result lope_character_trace_avoidance(lope_character *character, lope_avoidance_trace *trace);

// Sets a character's time scale, 0 to LOPE_TIME_SCALE_MOST: of a tick of `seconds` it lives scale times that.
// Its state, report and event times tell its own time; at a scale of 0.5 a platform seems twice as fast. The
// world's events tell the world's time. At 0 the character is not moved, and what it is told waits.
// LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: scale.
LOPE_API lope_result lope_character_set_time_scale(lope_character *character, float scale);
// Returns its time scale; 0 for NULL.
LOPE_API float lope_character_time_scale(const lope_character *character);

#ifdef __cplusplus
}
#endif
#endif
