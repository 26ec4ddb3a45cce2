// move.h - one character, one tick: the state, the input, the report, and lope_move, the pure function on them.
//
// The world, the network code, replays and tests all call lope_move. It has no globals, writes nothing but its arguments, and
// runs on any thread, any number of times, on any copy of a state.
#ifndef LOPE_MOVE_H
#define LOPE_MOVE_H

#include <lope/layer.h>
#include <lope/moveset.h>
#include <lope/state.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_BUTTON_JUMP (1u << 0)
#define LOPE_BUTTON_CROUCH (1u << 1)
#define LOPE_BUTTON_GAME (1u << 16) // bits 16 to 31 are the game's in every version

// Requests, used up by one tick.
#define LOPE_REQUEST_TELEPORT (1u << 0) // to teleport_feet; the velocity stays
#define LOPE_REQUEST_LAUNCH (1u << 1)   // launch_velocity is added, or replaces
#define LOPE_REQUEST_MODE (1u << 2)     // to `mode`
#define LOPE_LAUNCH_OVERRIDE_HORIZONTAL (1u << 3)
#define LOPE_LAUNCH_OVERRIDE_VERTICAL (1u << 4)
#define LOPE_REQUEST_RESIZE (1u << 5)        // to resize_radius and resize_height, the feet fixed
#define LOPE_REQUEST_LAYER (1u << 6)         // adds `layer`, or replaces the one of its id
#define LOPE_REQUEST_END_LAYERS (1u << 7)    // ends the layers with end_layer as their id; 0: all
#define LOPE_REQUEST_TELEPORT_FREE (1u << 8) // with TELEPORT: only when there is room, else it is refused

// Something else moves it: in this tick it is in no mode, collides with nothing, and its feet come to teleport_feet. Mode none stays after the
// last such tick: ask for another with LOPE_REQUEST_MODE, and give it a velocity with a launch. lope_character_attach does all of it.
#define LOPE_REQUEST_FOLLOW (1u << 9)

// What the game forbids right now: what is asked for all the same is refused, and reported so.
#define LOPE_FORBID_JUMP (1u << 0)
#define LOPE_FORBID_CROUCH (1u << 1)
#define LOPE_FORBID_MOVE (1u << 2) // the move vector counts as zero
#define LOPE_FORBID_TURN (1u << 3) // it keeps its facing
#define LOPE_FORBID_SWIM (1u << 4) // in water it falls
#define LOPE_FORBID_STEP_UP (1u << 5)
#define LOPE_FORBID_LAYERS (1u << 6)

// Why something that was asked for did not happen.
typedef enum lope_refusal {
    LOPE_REFUSAL_NONE = 0,
    LOPE_REFUSAL_FORBIDDEN, // the input forbids it
    LOPE_REFUSAL_NO_ROOM,   // something is in the way
    LOPE_REFUSAL_WRONG_MODE,
    LOPE_REFUSAL_USED_UP, // no jumps are left
    LOPE_REFUSAL_TUNING,  // the tuning rules it out
    LOPE_REFUSAL_FULL,    // no slot is free
    LOPE_REFUSAL_CROUCHED,
    LOPE_REFUSAL_PLANE,      // the plane constraint rules it out
    LOPE_REFUSAL_LAYER,      // a layered move or an animation gives the velocity
    LOPE_REFUSAL_COUNT,      // built-in reasons of this version
    LOPE_REFUSAL_GAME = 1000 // the first of a game's own reasons, in every version
} lope_refusal;
// Returns a built-in reason in words, "something is in the way"; "" for LOPE_REFUSAL_NONE; "?" for others.
// Static text.
LOPE_API const char *lope_refusal_text(uint32_t refusal);

// What was refused.
typedef enum lope_asked {
    LOPE_ASKED_JUMP = 0,
    LOPE_ASKED_CROUCH,
    LOPE_ASKED_UNCROUCH,
    LOPE_ASKED_MODE,
    LOPE_ASKED_RESIZE,
    LOPE_ASKED_TELEPORT,
    LOPE_ASKED_LAYER,
    LOPE_ASKED_MOVE,
    LOPE_ASKED_LAUNCH,
    LOPE_ASKED_COUNT,          // built-in ones of this version
    LOPE_ASKED_ABILITY = 1000, // plus an ability's number in its moveset
    LOPE_ASKED_GAME = 2000     // the first of a game's own, in every version
} lope_asked;
// Returns the name of a built-in one, "jump"; "?" for abilities, a game's own and what is unknown. Static text.
LOPE_API const char *lope_asked_name(uint32_t asked);

// What the player, the AI or the network asks for. All zero: stand still.
typedef struct lope_input {
    lope_vec3 move; // wanted direction in world space; its length up to 1 is how far the stick is pressed, more is cut to 1
    float look_yaw, look_pitch; // rad; control rotation. yaw 0 looks along the state's forward (-z), positive to the left
    uint32_t held;              // LOPE_BUTTON_..., down during this tick
    uint32_t pressed;           // went down since the last tick, even if it is up again
    uint32_t requests;          // LOPE_REQUEST_...
    uint32_t forbidden;         // LOPE_FORBID_..., during this tick
    bool impulse_is_velocity;
    bool force_is_acceleration; // force is m/s2
    bool look_is_absolute;      // look_yaw as given: what bases have carried it round is forgotten
    bool requests_velocity;     // requested_velocity counts, in place of move
    bool requested_at_max;      // its direction counts, the speed is the mode's maximum
    bool has_root_motion;       // an animation moves it in this tick: root_motion counts
    float knockback_time;       // s, with a launch or an impulse: how long control is cut to knockback_control
    lope_vec3 launch_velocity;  // m/s
    lope_vec3 impulse;          // N s, once; with impulse_is_velocity: m/s
    lope_vec3 force;            // N, during this tick
    lope_vec3 avoidance;        // m/s: what avoidance wishes to add to the velocity wanted; zero: nothing
    lope_point teleport_feet;
    // What stands from here on is read only when something above says that it counts.
    lope_vec3 requested_velocity;       // m/s, of a path
    uint32_t mode;                      // with LOPE_REQUEST_MODE
    float resize_radius, resize_height; // m, with LOPE_REQUEST_RESIZE: of the standing capsule; 0: stays as it is
    lope_layer layer;                   // with LOPE_REQUEST_LAYER
    uint32_t end_layer;                 // with LOPE_REQUEST_END_LAYERS
    lope_root_motion root_motion;       // with has_root_motion
} lope_input;

typedef enum lope_event_kind {
    LOPE_EVENT_MODE = 1,
    LOPE_EVENT_JUMP,
    LOPE_EVENT_APEX,
    LOPE_EVENT_LAND,
    LOPE_EVENT_HIT,
    LOPE_EVENT_STEP_UP,
    LOPE_EVENT_BASE,
    LOPE_EVENT_WALK_OFF,
    LOPE_EVENT_TOUCH,
    LOPE_EVENT_CRUSH,
    LOPE_EVENT_STUCK,
    LOPE_EVENT_TELEPORT,
    LOPE_EVENT_CROUCH,
    LOPE_EVENT_UNCROUCH,
    LOPE_EVENT_ENTER, // began to overlap a body or a volume
    LOPE_EVENT_LEAVE,
    LOPE_EVENT_REFUSE, // something that was asked for
    LOPE_EVENT_LAYER,  // a layered move began (to 1) or ended (to 0)
    LOPE_EVENT_RESIZE,
    LOPE_EVENT_ARRIVE,     // at the end of a path
    LOPE_EVENT_BLOCKED,    // on a path
    LOPE_EVENT_KIND_COUNT, // built-in kinds of this version
    LOPE_EVENT_GAME = 1000 // the first of a game's own kinds, in every version
} lope_event_kind;
// Returns the name of a built-in kind, "land"; "?" for a game's own and what is unknown. Static text.
LOPE_API const char *lope_event_name(uint32_t kind);

// One thing that happened. Which fields mean something depends on the kind.
typedef struct lope_event {
    uint32_t kind, sequence; // sequence: counts a character's events; the same when a tick is run again
    float time;              // s into the tick
    uint32_t from, to; // mode: mode ids; jump: `to` is the count; refuse: lope_asked and lope_refusal; layer: id and 1 or 0;
                       // enter, leave: `from` is 0 for the capsule, 1 + n for sensor n
    float value;       // apex, step_up: m; land: m/s into the floor; stuck: m deep; crouch, uncrouch, resize: m of height
    // Body ids of hit, land, base, touch, crush, enter, leave. base: from body_from to body; crush: body, which moves, presses it against
    // body_from, where that is known.
    uint64_t body, body_from;
    lope_point point; // hit
    lope_vec3 normal; // hit: contact normal
    uint32_t material;
    uint32_t walkable; // hit
} lope_event;

#define LOPE_REPORT_EVENTS 32
#define LOPE_REPORT_PUSHES 8
#define LOPE_REPORT_REFUSALS 8

// Something that was asked for in a tick and did not happen.
typedef struct lope_refused {
    uint32_t asked;   // lope_asked; or LOPE_ASKED_ABILITY or LOPE_ASKED_GAME plus a number
    uint32_t why;     // lope_refusal; or LOPE_REFUSAL_GAME plus a number of the game's own
    uint32_t query;   // which of an ability's queries refused, by the ability's own count from 1; 0: none did
    float time;       // s into the tick
    lope_point point; // m, in the world: where that query refused; zero without one
    uint64_t body;    // what it met there, or LOPE_BODY_NONE
} lope_refused;

// What it does to a body: for the game, or the world's push callback, to apply after the step. The tick never reads it back.
typedef struct lope_push {
    uint64_t body;
    lope_point point;  // m, where
    lope_vec3 impulse; // N s, once
    lope_vec3 force;   // N, during the tick: multiply by its length for an impulse
} lope_push;

// What happened in a tick. The simulation never reads it back. Zero it or not: lope_move writes all of it.
typedef struct lope_report {
    lope_point moved;              // m: the whole displacement of the feet in the tick
    double moved_by_step;          // m by step ups: up, and forward beyond the tick's motion (taken from the motion that follows)
    double moved_by_snap;          // m along up by following the floor (ramps, snapping down), either way, summed
    double moved_by_depenetration; // m, summed lengths of the pushes out of overlaps
    double moved_by_base;          // m: carried, or pushed by moving bodies
    double moved_by_crouch;        // m along up, by crouching and standing up in the air
    double moved_by_teleport;      // m
    double depth;                  // m, deepest overlap left
    double time_unused;            // s of the tick that could not be used within the bounds on its work; normally 0
    uint32_t gathers, sweeps, triangles, iterations; // what the tick cost; triangles: exact tests
    float carried_yaw;                               // rad that its base has turned it in the tick
    uint32_t overlaps_dropped;                       // beyond LOPE_OVERLAPS
    uint16_t events_dropped;                         // beyond LOPE_REPORT_EVENTS; 65535: so many or more
    uint16_t pushes_dropped;                         // beyond LOPE_REPORT_PUSHES; 65535: so many or more
    uint8_t event_count, push_count, refused_count;
    uint8_t refused_dropped; // beyond LOPE_REPORT_REFUSALS; 255: so many or more
    uint32_t reserved[2];
    // Of these only as many count as are told.
    lope_event events[LOPE_REPORT_EVENTS];
    lope_push pushes[LOPE_REPORT_PUSHES];       // for the world to apply after the step
    lope_refused refused[LOPE_REPORT_REFUSALS]; // what was asked for and refused
} lope_report;
// Returns why `asked` was refused in the report's tick: a lope_refusal, or a reason of the game's own.
// LOPE_REFUSAL_NONE: it was not refused.
LOPE_API uint32_t lope_report_refused(const lope_report *report, uint32_t asked);

// Working memory: the geometry gathered around one character. One a character is fastest, one a thread is enough; its content
// never changes a result. Not shared between threads at one time.
typedef struct lope_nearby lope_nearby;
LOPE_API lope_nearby *lope_nearby_create(const lope_allocator *allocator); // NULL allocator: malloc. NULL: out of memory
LOPE_API void lope_nearby_destroy(lope_nearby *nearby);
LOPE_API void lope_nearby_clear(lope_nearby *nearby); // forgets; the memory stays
// Takes memory ahead, for so many triangles of what stands near and for a few bodies that move there: ticks that meet no more than that
// ask for none. LOPE_ERROR_MEMORY: what could be had is kept.
LOPE_API lope_result lope_nearby_reserve(lope_nearby *nearby, uint32_t triangles);
LOPE_API size_t lope_nearby_bytes(const lope_nearby *nearby);

// What lope_move and lope_character_set_input refuse an input with, and in *error (may be NULL) which field and what it takes:
// LOPE_ERROR_NOT_FINITE, or LOPE_ERROR_RANGE for what is beyond all games (places 1e12 m, speeds 1e6 m/s, impulses and forces 1e12) or below
// 0 where that is nothing, and for a mode, a kind of layer or a curve that there is not.
LOPE_API lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset, lope_error *error);

// One tick of dt seconds (0 < dt <= 1). On a refusal (an input that lope_input_check refuses, gather failed, bad state) the state is untouched.
// report may be NULL.
LOPE_API lope_result lope_move(lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float dt, lope_report *report);

typedef struct lope_recorder lope_recorder;
typedef struct lope_recording lope_recording;

// lope_move over columns: entry i of a column is at pointer + i * stride bytes; stride 0 gives all the same one (moveset,
// surroundings; a nearby shared by one thread). reports may be NULL. results, when not NULL, gets a code each.
typedef struct lope_move_columns {
    lope_state *states;
    size_t state_stride;
    const lope_input *inputs;
    size_t input_stride;
    const lope_moveset *const *movesets;
    size_t moveset_stride;
    const lope_surroundings *surroundings;
    size_t surroundings_stride;
    lope_nearby *const *nearbys;
    size_t nearby_stride;
    lope_report *reports;
    size_t report_stride;
    lope_result *results;
    size_t result_stride;
    lope_recorder *const *recorders; // may be NULL, and so may its entries: record.h
    size_t recorder_stride;
    const float *time_scales; // of each one's own time: it lives dt times that; 0: it is not moved, its report is empty. NULL: 1
    size_t time_scale_stride;
} lope_move_columns;
// Moves entries first .. first + count - 1. Returns LOPE_OK, or the first refusal (the others are moved all the same).
LOPE_API lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float dt);

// The wanted direction in world space for a stick (right, forward in -1 to 1) under a camera yaw in radians; cut to length 1.
LOPE_API lope_vec3 lope_move_from_stick(float right, float forward, float yaw);
// The same for a character that may stand in any gravity: in its level plane, yaw from its forward. It turns with it.
LOPE_API lope_vec3 lope_state_from_stick(const lope_state *state, float right, float forward, float yaw);

#ifdef __cplusplus
}
#endif
#endif
