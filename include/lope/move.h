// move.h - one character, one tick: the state, the input, the report, and lope_move, the pure function on them.
//
// The world, the network code, replays and tests all call lope_move. It has no globals, writes nothing but its arguments, and
// runs on any thread, any number of times, on any copy of a state.
#ifndef LOPE_MOVE_H
#define LOPE_MOVE_H

#include <lope/layer.h>
#include <lope/moveset.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_BUTTON_JUMP (1u << 0)
#define LOPE_BUTTON_CROUCH (1u << 1)

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
    LOPE_REFUSAL_PLANE, // the plane constraint rules it out
    LOPE_REFUSAL_LAYER, // a layered move or an animation gives the velocity
    LOPE_REFUSAL_COUNT
} lope_refusal;
LOPE_API const char *lope_refusal_text(uint32_t refusal); // "something is in the way"

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
    LOPE_ASKED_COUNT
} lope_asked;
LOPE_API const char *lope_asked_name(uint32_t asked); // "jump"

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

// What holds the character up, or what is straight below it within reach.
typedef struct lope_floor {
    uint64_t body;    // LOPE_BODY_NONE without a floor
    double distance;  // m, of the feet above it
    lope_vec3 normal; // of the surface; in a wedge of steep slopes: of the seat between them
    lope_vec3 plane;  // normal of the plane that is walked along: the surface's; on a ridge the contact's; up on a lip
    uint32_t triangle;
    uint32_t material;
    uint32_t walkable; // 1 when it can be stood upon
    uint32_t kind;     // lope_floor_kind
    uint32_t reserved[2];
} lope_floor;

typedef enum lope_floor_kind {
    LOPE_FLOOR_NONE = 0,
    LOPE_FLOOR_FACE = 1, // the capsule's round bottom rests on it
    LOPE_FLOOR_LIP = 2,  // the capsule's axis is past a rim that still counts as support
    LOPE_FLOOR_WEDGE = 3 // held between surfaces that are each too steep
} lope_floor_kind;

#define LOPE_OVERLAPS 8 // bodies and volumes that it is in at one time; more are counted in the report

// Everything that a tick changes and the next tick needs. Plain data, no pointers, no padding: memcpy is rollback. Make it with
// lope_state_init; it changes only through lope_move.
typedef struct lope_state {
    lope_point feet; // m, the lowest point of the capsule
    lope_floor floor;
    lope_vec3 velocity;      // m/s
    lope_vec3 up;            // unit
    float radius, height;    // m, of the capsule; whole height
    float yaw, pitch;        // rad, in (-pi, pi]: where it faces, about up from `forward`
    uint32_t mode;           // lope_mode_id
    uint32_t held;           // buttons of the last tick
    float jump_hold_time;    // s that the jump has been held
    float jump_force_left;   // s that holding may still go on
    uint32_t jump_count;     // since the ground
    uint32_t flags;          // internal: LOPE_STATE_... of src/character/tick/tick.h
    double jump_start;       // m along up: the feet's height where the jump began
    float coyote_left;       // s
    float jump_buffer_left;  // s
    float step_debt;         // m of forward way that a step up has taken ahead
    float acceleration;      // m/s2, length of what the input asked for in the last tick
    lope_vec3 gravity;       // m/s2
    uint32_t ticks;          // ticks lived
    uint32_t event_sequence; // events made
    uint32_t stuck_ticks; // ticks in a row in which it could not be freed from what it overlaps; deep in a solid it is held still
    double distance_walked;     // m on the ground, for footsteps
    uint64_t stuck_body;        // what it is stuck in, or LOPE_BODY_NONE
    uint64_t own_body;          // the id under which others meet it, never near to itself; or LOPE_BODY_NONE
    uint64_t last_hit_body;     // what blocked it last, or LOPE_BODY_NONE once it has been left for 0.1 s: no new hit until then
    uint64_t other_hit_body;    // the same of what did before: in a corner there are two
    float last_hit_left;        // s until last_hit_body is forgotten; 0.1 while it is touched
    float other_hit_left;       // s
    uint32_t channels;          // channels of bodies that it collides with
    uint32_t overlap_channels;  // channels of what it overlaps and tells of: LOPE_CHANNEL_VOLUME
    lope_vec3 forward;          // unit, level: where yaw 0 looks; it turns with up and stays
    float roll;                 // rad
    float look_yaw, look_pitch; // rad: control rotation of the last tick, what bases carried it round included
    float carried_yaw;          // rad that bases have turned the control rotation since it was given absolutely
    float standing_height;      // m: the capsule's while it does not crouch
    float immersion;            // 0 to 1: share of the capsule's height that is in water
    float knockback_left;       // s
    uint32_t water;             // 1 in water
    uint32_t reserved;
    // From here on it is all zero in the common case, and then never touched: LOPE_STATE_MORE of src/character/tick/tick.h.
    uint64_t base_body;      // a moving body that carries it, or 0
    lope_point base_point;   // m: its feet in that body's frame
    lope_quat base_rotation; // the body's, at the last tick's end
    lope_vec3 base_velocity; // m/s: the body's at the feet, in the last tick
    uint32_t overlap_count;
    uint64_t overlaps[LOPE_OVERLAPS];      // ids of what it overlaps, ascending
    uint32_t overlap_parts[LOPE_OVERLAPS]; // by which of its shapes: bit 0 the capsule, bit 1 + n sensor n
    lope_active_layer layers[LOPE_LAYERS]; // in the order in which they began
    lope_vec3 layer_velocity;              // m/s that additive layers have put into velocity, taken out again first
    uint32_t layer_count;
    uint32_t mode_data[LOPE_MODE_DATA / 4]; // the mode's own
    // Crushed: the feet in the frames of the moving bodies that have come over it, as it was free of each, and the second such body
    // (stuck_body is the first), or 0. It comes out on that side of them.
    lope_vec3 crush_points[2]; // m
    uint64_t crush_body;
} lope_state;

typedef struct lope_state_def {
    lope_point feet;
    float radius, height; // 0: 0.34 and 1.76 (times units_per_metre of the tuning is up to the caller)
    float yaw;
    lope_vec3 velocity;
    lope_vec3 up; // zero: against gravity, y without. One that is not against the gravity where it stands is its own, and stays
    lope_vec3 forward;         // where yaw 0 looks; made level. Zero: -z
    lope_vec3 gravity;         // zero with gravity_mode 0: -9.8 along up
    int32_t gravity_mode;      // 0: zero is the default; 1: gravity as given, also zero
    uint32_t mode;             // 0: walking when there is floor in the first tick, else falling
    uint32_t channels;         // 0: LOPE_CHANNEL_SOLID
    uint32_t overlap_channels; // 0: LOPE_CHANNEL_VOLUME
    int32_t overlap_mode;      // 0: zero is the default; 1: overlap_channels as given, also none
    uint64_t own_body;         // 0: LOPE_BODY_NONE
    lope_error *error;
} lope_state_def;

LOPE_API lope_result lope_state_init(lope_state *state, const lope_state_def *def);
// How firmly it stands, 0 to 16: 15 while something that moves pushes it, a solid keeps it from going along with what carries it, or it
// is stuck; one less, each, for those whom such a one has pushed. 16: it does not collide with characters, and never gives way to one.
// What lope_sink_body.firm of its capsule should be.
LOPE_API uint32_t lope_state_firm(const lope_state *state);
LOPE_API uint64_t lope_state_hash(const lope_state *state); // of its values, the same on every machine

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
    LOPE_EVENT_ARRIVE,  // at the end of a path
    LOPE_EVENT_BLOCKED, // on a path
    LOPE_EVENT_KIND_COUNT
} lope_event_kind;
LOPE_API const char *lope_event_name(uint32_t kind); // "land"

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
    uint8_t event_count, push_count;
    uint8_t refused[LOPE_ASKED_COUNT]; // lope_refusal of what was asked for in the tick
    // Of these only as many count as are told.
    lope_event events[LOPE_REPORT_EVENTS];
    lope_push pushes[LOPE_REPORT_PUSHES]; // for the world to apply after the step
} lope_report;

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
