// record.h - the recorder: the last seconds of one character, tick by tick, and how to read them again.
//
// A recorder is a ring of ticks. For each tick of lope_move it keeps state, input, length, events, what
// changed the velocity, the moving shapes that were near and, when asked for, every query. A recording of it
// (lope_recorder_write) has the same bytes on every machine, and plays back to the same states.
//
// Threads: a recorder belongs to one character, and to one thread at a time. Several may read a recording,
// but not while lope_recording_give or lope_recording_destroy changes it. Read next: explain.h, draw.h.
#ifndef LOPE_RECORD_H
#define LOPE_RECORD_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- what a query was for -----------------------------------------------------------------------------

// The question that a query answered.
typedef enum lope_query_purpose {
    LOPE_QUERY_MOVE = 0,     // the way ahead
    LOPE_QUERY_SLIDE,        // the way along a wall, or round a corner
    LOPE_QUERY_PRESS,        // is the wall that it presses against, or slides along, still there
    LOPE_QUERY_FLOOR,        // straight down for a floor
    LOPE_QUERY_RIM,          // rims beside the axis, and whether they lie open
    LOPE_QUERY_STEP_UP,      // a step: the floor at its foot, and the room above
    LOPE_QUERY_STEP_FORWARD, // the room ahead, from up there
    LOPE_QUERY_STEP_DOWN,    // the landing of a step
    LOPE_QUERY_DEPENETRATE,  // overlaps, and ways out of them
    LOPE_QUERY_FALL,         // the way of a fall
    LOPE_QUERY_LAND,         // may it land there
    LOPE_QUERY_HEAD_ROOM,    // may it stand up, or be as large as it is asked to
    LOPE_QUERY_PURPOSE_COUNT
} lope_query_purpose;
// Returns the name of a purpose, "step up"; "?" when it is unknown. Static.
LOPE_API const char *lope_query_purpose_name(uint32_t purpose);

// How a query looked.
typedef enum lope_query_kind {
    LOPE_QUERY_SWEEP = 0, // the capsule along motion, up to the first hit
    LOPE_QUERY_OVERLAP,   // what touches the capsule at `from`; rims: what is near the motion's line
    LOPE_QUERY_LINE       // a line from `from` along motion
} lope_query_kind;

// What became of what a query found.
typedef enum lope_query_verdict {
    LOPE_VERDICT_CLEAR = 0,    // nothing was met: the whole way was free
    LOPE_VERDICT_USED,         // the hit decided: it blocked, or became the floor, ...
    LOPE_VERDICT_RAMP,         // the hit is walkable ground: it goes on along it
    LOPE_VERDICT_TOO_HIGH,     // a step higher than the step height
    LOPE_VERDICT_NO_ROOM,      // no room to stand there
    LOPE_VERDICT_NOT_WALKABLE, // too steep, or its surface's rule forbids it
    LOPE_VERDICT_TOO_FAR,      // beyond the snap distance / the support radius
    LOPE_VERDICT_PROBE,        // one of a search for an instant; only the search's end counts
    LOPE_VERDICT_LESSER,       // it would have done, but another hit is better: a rim above a face
    LOPE_VERDICT_COUNT
} lope_query_verdict;
// Returns the name of a verdict, "too high"; "?" when it is unknown. Static.
LOPE_API const char *lope_query_verdict_name(uint32_t verdict);

// One query of a tick. Places are relative to the feet at the tick's start.
typedef struct lope_query {
    uint8_t purpose, kind, verdict, hit; // lope_query_purpose, _kind, _verdict; hit: 1 when anything was met
    float time;                          // s into the tick
    float fraction;                      // of motion, at the hit
    float radius, height;                // m, of the capsule that was swept; a line: 0; rims: height 0
    lope_vec3 from, motion;              // m; from: the feet, or a line's start
    lope_vec3 point, normal;             // m; of the hit
    uint64_t body;                       // LOPE_BODY_NONE without a hit
    uint32_t triangle;                   // its number within the body
    uint32_t walkable;                   // 1: the hit may be stood upon
} lope_query;

// ---- why the velocity is what it is -------------------------------------------------------------------

// Causes of a change of velocity. A tick's terms, in m/s, sum up to its velocity after minus its velocity
// before.
typedef enum lope_term {
    LOPE_TERM_REQUEST = 0, // a launch, an impulse, a requested mode, depenetration that stopped a fall
    LOPE_TERM_FORCE,       // input->force
    LOPE_TERM_GRAVITY,     // up to the terminal speed; none while a held jump keeps its speed
    LOPE_TERM_JUMP,        // a jump
    LOPE_TERM_INPUT,       // acceleration by the input, as far as the maximum speed lets it
    LOPE_TERM_FRICTION,    // turning, and speed above the maximum
    LOPE_TERM_BRAKING,     // without input
    LOPE_TERM_BASE,        // imparted by the base that carries it
    LOPE_TERM_CLIP,        // taken by what it met: walls, floors, ceilings, other characters
    LOPE_TERM_LAYER,       // layered moves and root motion: what they give, and what they take out again
    LOPE_TERM_COUNT
} lope_term;
// Returns the name of a term, "input"; "?" when it is unknown. Static.
LOPE_API const char *lope_term_name(uint32_t term);

// ---- what moved near by -------------------------------------------------------------------------------

// The kind of a recorded shape, and what its members mean.
typedef enum lope_recorded_kind {
    LOPE_RECORDED_TRIANGLE = 0, // a, b, c: corners
    LOPE_RECORDED_SPHERE,       // a: centre, radius
    LOPE_RECORDED_CAPSULE,      // a, b: the ends of its core, radius
    LOPE_RECORDED_BOX,          // a: centre, b: half the size, rotation
    LOPE_RECORDED_CYLINDER,     // a: centre, radius, half_height along the y axis of rotation
    LOPE_RECORDED_KIND_COUNT
} lope_recorded_kind;

// A shape of a moving body, as the surroundings gave it: in the body's frame, m.
typedef struct lope_recorded_shape {
    uint32_t kind, index;     // index: its number within the body
    uint32_t part, two_sided; // triangles. part: which face of a hull; two_sided: 1 when met from both sides
    lope_vec3 a, b, c;
    lope_quat rotation;
    float radius, half_height;
} lope_recorded_shape;

// A moving body that was near in a recorded tick.
typedef struct lope_recorded_body {
    lope_sink_body body;               // pose at the tick's end; other characters are capsules
    uint32_t first_shape, shape_count; // in the tick's shapes
    bool has_volume;                   // `volume` says what is different inside; body.volume is NULL
    lope_volume volume;
} lope_recorded_body;

// ---- a recorded tick ----------------------------------------------------------------------------------

// One tick as it was recorded. What its pointers lead to lives as long as the recording.
typedef struct lope_recorded_tick {
    float seconds;                    // s
    lope_input input;                 // its requests live as long as the recording
    lope_state before, after;         // the tick
    uint64_t hash_before, hash_after; // lope_state_hash
    const lope_moveset *moveset;
    const lope_event *events;
    uint32_t event_count, events_dropped;
    lope_vec3 terms[LOPE_TERM_COUNT]; // m/s, by lope_term
    const lope_query *queries;        // only when the recorder was asked for them
    uint32_t query_count, queries_dropped;
    const lope_recorded_body *bodies; // that may move and were near at any time in the tick
    const lope_recorded_shape *shapes;
    uint32_t body_count, shape_count;
    uint32_t shapes_dropped; // bodies and shapes beyond the recorder's room; then it cannot be played back
} lope_recorded_tick;

// ---- the recorder -------------------------------------------------------------------------------------

// How to make a recorder. All zero is a good definition. Its memory, `bytes` and about 64 KiB, is taken when
// it is made; recording allocates nothing.
typedef struct lope_recorder_def {
    float seconds;   // that the ring holds; 0: 10; at most 86400
    float tick_rate; // Hz, for the size of the ring: seconds * tick_rate ticks. 0: 60; 1 to 1000
    bool queries;    // record every query too
    // For queries, events and moving shapes; when they fill it, the oldest ticks go. 0: 384 a tick, with
    // queries 3072.
    size_t bytes;
    // Moving shapes that a tick may meet; 0: 256; at most 65536. More are counted, and not played back.
    uint32_t shapes;
    const char *name;                // of the character; copied, at most 63 bytes; NULL: none
    const char *level;               // of the level or scenario; copied, at most 255 bytes; NULL: none
    uint64_t level_hash;             // of the static level; 0: unknown
    const lope_allocator *allocator; // NULL: malloc and free
    lope_error *error;               // optional: receives why it was refused
} lope_recorder_def;

// Makes a recorder. `def` NULL: all zero. Returns NULL, and fills def->error, when a member is out of range
// (LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE) or there is no memory (LOPE_ERROR_MEMORY). The caller destroys
// it.
LOPE_API lope_recorder *lope_recorder_create(const lope_recorder_def *def);
// Ends a recorder and gives its memory back. NULL is fine. Recordings written from it stay good.
LOPE_API void lope_recorder_destroy(lope_recorder *recorder);
// Forgets all ticks; the memory stays. NULL is fine.
LOPE_API void lope_recorder_clear(lope_recorder *recorder);
// Returns how many ticks a recorder holds now. NULL: 0.
LOPE_API uint32_t lope_recorder_tick_count(const lope_recorder *recorder);

// Runs lope_move with the same result to the bit, and records the tick. Arguments and refusals as
// lope_move's; a refused tick is not recorded. `recorder` NULL: lope_move.
LOPE_API lope_result lope_move_recorded(lope_recorder *recorder, lope_state *state, const lope_input *input,
                                        const lope_moveset *moveset, const lope_surroundings *surroundings, lope_nearby *nearby,
                                        float seconds, lope_report *report);

// Writes the ticks that a recorder holds as one recording of at most `capacity` bytes. *size (may be NULL)
// receives how many bytes that takes; with `bytes` NULL that is all it does. LOPE_ERROR_RANGE: the capacity
// is too small, and what was written is of no use. LOPE_ERROR_NULL: no recorder. Call it between ticks
// whenever the game wants: on a key, when a report says stuck or crush, when an invariant of the game's own
// breaks. Nothing is allocated.
LOPE_API lope_result lope_recorder_write(const lope_recorder *recorder, void *bytes, size_t capacity, size_t *size);

// ---- recordings ---------------------------------------------------------------------------------------

// What stands at a recording's beginning.
typedef struct lope_recording_header {
    char name[64], level[256]; // as the recorder was told; "" without
    uint64_t level_hash;       // 0: unknown
    uint64_t moveset_hash;     // of the first tick's
    float tick_rate;           // Hz, as the recorder was told
    uint32_t tick_count;
    bool queries; // queries were recorded
} lope_recording_header;

// Reads the recording at the beginning of `bytes`, and into *used how many bytes it takes: a file may hold
// several, one behind the other. With used NULL it must fill the bytes. The bytes may go afterwards.
// `allocator` NULL: malloc and free. The caller destroys the recording. Returns NULL on a refusal; `error`,
// which may be NULL, says which chunk, where and which field:
//   LOPE_ERROR_NULL          no bytes
//   LOPE_ERROR_FORMAT        not a recording, another version, cut off, or changed since it was written
//   LOPE_ERROR_UNKNOWN_NAME  a mode or tuning field that this program does not have
//   LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE  numbers that cannot be played back
//   LOPE_ERROR_MEMORY        no memory
LOPE_API lope_recording *lope_recording_read(const void *bytes, size_t size, size_t *used, const lope_allocator *allocator,
                                             lope_error *error);
// Ends a recording and gives its memory back, with all that ticks and header point to. NULL is fine.
LOPE_API void lope_recording_destroy(lope_recording *recording);
// Returns the header of a recording. It lives as long as the recording. NULL: NULL.
LOPE_API const lope_recording_header *lope_recording_header_of(const lope_recording *recording);
// Returns how many ticks a recording has. NULL: 0.
LOPE_API uint32_t lope_recording_tick_count(const lope_recording *recording);
// Copies tick `index`, from 0, into *tick. Its pointers live as long as the recording. Returns false past the
// end, and when an argument is NULL.
LOPE_API bool lope_recording_tick(const lope_recording *recording, uint32_t index, lope_recorded_tick *tick);

// ---- playing back -------------------------------------------------------------------------------------

// How a replay went.
typedef struct lope_replay_report {
    uint32_t ticks; // that were played
    bool equal;     // all of them were played and ended as they had been recorded
    uint32_t tick;  // else the first that did not, from 0
    char field[48]; // the first field of it that differs, "velocity.x"; "result": the tick was refused
    char text[160]; // "is 1.5, was 1.4999"
} lope_replay_report;

// Puts the game's moveset in the place of the recorded one of the same hash. A recording has tuning, curves,
// sensors, and names (up to 63 bytes) of modes and abilities: a tick with one of these plays only after this.
// *moveset must outlive the recording. LOPE_ERROR_NULL; LOPE_ERROR_STATE: no recorded one has that hash.
LOPE_API lope_result lope_recording_give(lope_recording *recording, const lope_moveset *moveset);
// Returns the name of an ability of which the moveset was not given yet, `index` from 0; NULL past the end.
LOPE_API const char *lope_recording_named_ability(const lope_recording *recording, uint32_t index);

// Plays each tick anew from its recorded state, with its recorded input and moving shapes, on the static
// bodies of `level` (only LOPE_STATIC is asked for). Compares each field of the state that comes out. It goes
// on after a difference; the first one is told. A tick that cannot be played counts as a difference, and
// report->text says why. `allocator` NULL: malloc and free. Returns LOPE_OK whatever differs.
// LOPE_ERROR_NULL: no recording, level or report. LOPE_ERROR_MEMORY: memory is short.
LOPE_API lope_result lope_replay(const lope_recording *recording, const lope_surroundings *level, const lope_allocator *allocator,
                                 lope_replay_report *report);

#ifdef __cplusplus
}
#endif
#endif
