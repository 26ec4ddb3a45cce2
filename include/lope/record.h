// record.h - the recorder: what one character did in the last seconds, tick by tick, and how to read it again.
//
// A recorder is a ring that hangs on lope_move itself: for each tick it keeps state, input, dt, events, what changed the velocity, the
// moving shapes that were near and, when asked for, every query. lope_recorder_write makes a recording of it: bytes that are the same on
// every machine. Played back on the static level alone, a recording gives the same states to the bit, or lope_replay says where not.
// Threads: as for lope_move; a recorder belongs to one character. A recording is read only: several threads may read it.
#ifndef LOPE_RECORD_H
#define LOPE_RECORD_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- what a query was for -------------------------------------------------------------------------------------------------------

typedef enum lope_query_purpose {
    LOPE_QUERY_MOVE = 0,     // the way ahead
    LOPE_QUERY_SLIDE,        // the way along a wall, or round a corner
    LOPE_QUERY_PRESS,        // what it is pressed against, or slides along: is it still there
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
LOPE_API const char *lope_query_purpose_name(uint32_t purpose); // "step up"; "?" when unknown

typedef enum lope_query_kind {
    LOPE_QUERY_SWEEP = 0, // the capsule along motion, up to the first hit
    LOPE_QUERY_OVERLAP,   // what comes within the capsule at `from`; rims: within the radius of the line from `from` along motion
    LOPE_QUERY_LINE       // a line from `from` along motion
} lope_query_kind;

// Why what a query found was, or was not, used.
typedef enum lope_query_verdict {
    LOPE_VERDICT_CLEAR = 0,    // nothing was met: the whole way was free
    LOPE_VERDICT_USED,         // the hit decided (blocked, became the floor, ...)
    LOPE_VERDICT_RAMP,         // the hit is walkable ground: it goes on along it
    LOPE_VERDICT_TOO_HIGH,     // a step higher than the step height
    LOPE_VERDICT_NO_ROOM,      // no room to stand there
    LOPE_VERDICT_NOT_WALKABLE, // too steep, or its surface's rule forbids it
    LOPE_VERDICT_TOO_FAR,      // beyond the snap distance / the support radius
    LOPE_VERDICT_PROBE,        // one of a search for an instant; only the search's end counts
    LOPE_VERDICT_LESSER,       // it would have done, but another one is better: a rim above a face
    LOPE_VERDICT_COUNT
} lope_query_verdict;
LOPE_API const char *lope_query_verdict_name(uint32_t verdict); // "too high"; "?" when unknown

typedef struct lope_query {
    uint8_t purpose, kind, verdict, hit; // hit: 1 when anything was met
    float time;                          // s into the tick
    float fraction;                      // of motion, at the hit
    float radius, height;                // m, of the capsule that was swept (a line: 0; rims: height 0)
    lope_vec3 from, motion;              // m; from: the feet (a line: its start), relative to the feet at the tick's start
    lope_vec3 point, normal;             // of the hit; point relative as `from`
    uint64_t body;                       // LOPE_BODY_NONE without a hit
    uint32_t triangle;
    uint32_t walkable;
} lope_query;

// ---- why the velocity is what it is -------------------------------------------------------------------------------------------------

// m/s added in a tick. Their sum is velocity after - velocity before.
typedef enum lope_term {
    LOPE_TERM_REQUEST = 0, // launch, impulse, a mode asked for, depenetration that stopped a fall
    LOPE_TERM_FORCE,       // input->force
    LOPE_TERM_GRAVITY,     // up to the terminal speed; none while a held jump keeps its speed
    LOPE_TERM_JUMP,
    LOPE_TERM_INPUT,    // acceleration by the input, as far as the maximum speed lets it
    LOPE_TERM_FRICTION, // turning, and speed above the maximum
    LOPE_TERM_BRAKING,
    LOPE_TERM_BASE,  // what carries it
    LOPE_TERM_CLIP,  // taken by what it met: walls, floors, ceilings, other characters
    LOPE_TERM_LAYER, // layered moves and root motion: what they give, and what they take out again
    LOPE_TERM_COUNT
} lope_term;
LOPE_API const char *lope_term_name(uint32_t term); // "input"; "?" when unknown

// ---- what moved near by -------------------------------------------------------------------------------------------------------------

typedef enum lope_recorded_kind {
    LOPE_RECORDED_TRIANGLE = 0, // a, b, c: corners
    LOPE_RECORDED_SPHERE,       // a: centre, radius
    LOPE_RECORDED_CAPSULE,      // a, b: the ends of its core, radius
    LOPE_RECORDED_BOX,          // a: centre, b: half the size, rotation
    LOPE_RECORDED_CYLINDER,     // a: centre, radius, half_height along the y axis of rotation
    LOPE_RECORDED_KIND_COUNT
} lope_recorded_kind;

// As the surroundings gave it, in its body's frame.
typedef struct lope_recorded_shape {
    uint32_t kind, index;     // index: its number within the body
    uint32_t part, two_sided; // triangles: which one of a hull; 1 when met from both sides
    lope_vec3 a, b, c;
    lope_quat rotation;
    float radius, half_height;
} lope_recorded_shape;

typedef struct lope_recorded_body {
    lope_sink_body body;               // its pose at the tick's end, its motion; other characters are bodies with a capsule
    uint32_t first_shape, shape_count; // in the tick's shapes
    uint32_t has_volume;               // 1: `volume` is what is different inside; body.volume is NULL
    lope_volume volume;
} lope_recorded_body;

// ---- a recorded tick ----------------------------------------------------------------------------------------------------------------

// What the pointers lead to lives as long as the recording.
typedef struct lope_recorded_tick {
    float dt; // s
    lope_input input;
    lope_state before, after;
    uint64_t hash_before, hash_after; // lope_state_hash
    const lope_moveset *moveset;
    const lope_event *events;
    uint32_t event_count, events_dropped;
    lope_vec3 terms[LOPE_TERM_COUNT]; // m/s, by lope_term
    const lope_query *queries;        // none unless the recorder was asked for them
    uint32_t query_count, queries_dropped;
    const lope_recorded_body *bodies; // that move, or may: what was near at any time in the tick
    const lope_recorded_shape *shapes;
    uint32_t body_count, shape_count;
    uint32_t shapes_dropped; // bodies and shapes beyond what a recorder holds of a tick: it cannot be played back
} lope_recorded_tick;

// ---- the recorder -------------------------------------------------------------------------------------------------------------------

// All zero is a good definition. Its memory, `bytes` and about 64 KiB, is taken when it is made and never again.
typedef struct lope_recorder_def {
    float seconds;   // that the ring holds, 0: 10; at most 86400
    float tick_rate; // Hz, for the size of the ring: seconds * tick_rate ticks. 0: 60; 1 to 1000
    bool queries;    // record every query too
    size_t
        bytes; // for queries, events and moving shapes; when they fill it, the oldest ticks go. 0: 384 a tick, with queries 3072
    uint32_t shapes;  // that a tick may meet of what moves, 0: 256; at most 65536. What is beyond is counted, and not played back
    const char *name; // of the character; copied, at most 63 bytes. NULL: none
    const char *level;               // name of the level or scenario, stands in the header; copied, at most 255 bytes. NULL: none
    uint64_t level_hash;             // of the static level, 0: unknown
    const lope_allocator *allocator; // NULL: malloc and free
    lope_error *error;               // optional
} lope_recorder_def;

LOPE_API lope_recorder *lope_recorder_create(const lope_recorder_def *def); // NULL on refusal
LOPE_API void lope_recorder_destroy(lope_recorder *recorder);               // NULL is fine
LOPE_API void lope_recorder_clear(lope_recorder *recorder);                 // forgets all ticks; the memory stays
LOPE_API uint32_t lope_recorder_tick_count(const lope_recorder *recorder);  // that it holds now

// lope_move, recorded: the same result to the bit. A refused tick is not recorded. recorder NULL: lope_move.
LOPE_API lope_result lope_move_recorded(lope_recorder *recorder, lope_state *state, const lope_input *input,
                                        const lope_moveset *moveset, const lope_surroundings *surroundings, lope_nearby *nearby,
                                        float dt, lope_report *report);

// Writes the ticks that it holds as one recording, and into *size (may be NULL) how many bytes that takes. With NULL bytes it only says so.
// LOPE_ERROR_RANGE: the capacity is too small, and nothing of use was written. Call it between ticks whenever the game wants: on a key, when
// a report says stuck or crush, when an invariant of the game's own breaks. Nothing is allocated.
LOPE_API lope_result lope_recorder_write(const lope_recorder *recorder, void *bytes, size_t capacity, size_t *size);

// ---- recordings ---------------------------------------------------------------------------------------------------------------------

typedef struct lope_recording_header {
    char name[64], level[256];
    uint64_t level_hash;   // 0: unknown
    uint64_t moveset_hash; // of the first tick's
    float tick_rate;       // Hz, as the recorder was told
    uint32_t tick_count;
    bool queries; // were recorded
} lope_recording_header;

// Reads the recording at the beginning of `bytes`, and into *used how many bytes it takes: a file may hold several, one behind the other. With
// used NULL it must fill the bytes. NULL on refusal; error says which chunk, where, which field:
//   LOPE_ERROR_FORMAT        not a recording, another version, cut off, or changed since it was written
//   LOPE_ERROR_UNKNOWN_NAME  a mode or tuning field that this program does not have
//   LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE  numbers that cannot be played back
LOPE_API lope_recording *lope_recording_read(const void *bytes, size_t size, size_t *used, const lope_allocator *allocator,
                                             lope_error *error);
LOPE_API void lope_recording_destroy(lope_recording *recording); // NULL is fine
LOPE_API const lope_recording_header *lope_recording_header_of(const lope_recording *recording);
LOPE_API uint32_t lope_recording_tick_count(const lope_recording *recording);
// False past the end.
LOPE_API bool lope_recording_tick(const lope_recording *recording, uint32_t index, lope_recorded_tick *tick);

// ---- playing back ---------------------------------------------------------------------------------------------------------------------

typedef struct lope_replay_report {
    uint32_t ticks; // that were played
    bool equal;     // all of them ended as they had been recorded
    uint32_t tick;  // else the first that did not, from 0
    char field[48]; // "velocity.x": the first field that differs; "result": the tick was refused
    char text[160]; // "is 1.5, was 1.4999"
} lope_replay_report;

// Puts the game's moveset in the place of the recorded one of the same hash: a recording has a moveset's tuning, curves, sensors and the
// names of modes of the game's own (up to 63 bytes), but not their functions. LOPE_ERROR_STATE: none has that hash.
LOPE_API lope_result lope_recording_give(lope_recording *recording, const lope_moveset *moveset);

// Plays each tick anew, from its recorded state, with its recorded input and moving shapes, on the static bodies of `level` (only
// LOPE_STATIC is asked for), and compares each field of the state that comes out. Goes on after a difference; the first one is told.
// Refuses, with the report's text, a tick that cannot be played. allocator NULL: malloc and free.
LOPE_API lope_result lope_replay(const lope_recording *recording, const lope_surroundings *level, const lope_allocator *allocator,
                                 lope_replay_report *report);

#ifdef __cplusplus
}
#endif
#endif
