// move.h - one character, one tick: the state, the input, the report, and lope_move, the pure function on them.
//
// The world, the network code, replays and tests all call lope_move. It has no globals, writes nothing but its arguments, and
// runs on any thread, any number of times, on any copy of a state.
#ifndef LOPE_MOVE_H
#define LOPE_MOVE_H

#include <lope/moveset.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_mode_id {
    LOPE_MODE_NONE = 0, // does not move
    LOPE_MODE_WALKING = 1,
    LOPE_MODE_FALLING = 2,
    LOPE_MODE_COUNT
} lope_mode_id;
LOPE_API const char *lope_mode_name(uint32_t mode); // "walking"; "?" when unknown

#define LOPE_BUTTON_JUMP (1u << 0)
#define LOPE_BUTTON_CROUCH (1u << 1)

// Requests, used up by one tick.
#define LOPE_REQUEST_TELEPORT (1u << 0) // to teleport_feet; the velocity stays
#define LOPE_REQUEST_LAUNCH (1u << 1)   // launch_velocity is added, or replaces
#define LOPE_REQUEST_MODE (1u << 2)     // to `mode`
#define LOPE_LAUNCH_OVERRIDE_HORIZONTAL (1u << 3)
#define LOPE_LAUNCH_OVERRIDE_VERTICAL (1u << 4)

// What the player, the AI or the network asks for. All zero: stand still.
typedef struct lope_input {
    lope_vec3 move; // wanted direction in world space; its length up to 1 is how far the stick is pressed, more is cut to 1
    float look_yaw, look_pitch; // rad; control rotation. yaw 0 looks along -z, positive to the left; the character faces yaw
    uint32_t held;              // LOPE_BUTTON_..., down during this tick
    uint32_t pressed;           // went down since the last tick, even if it is up again
    uint32_t requests;          // LOPE_REQUEST_...
    lope_vec3 launch_velocity;  // m/s
    lope_vec3 impulse;          // N s, once; with impulse_is_velocity: m/s
    lope_vec3 force;            // N, during this tick
    lope_point teleport_feet;
    uint32_t mode; // with LOPE_REQUEST_MODE
    bool impulse_is_velocity;
    bool force_is_acceleration; // force is m/s2
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

// Everything that a tick changes and the next tick needs. Plain data, no pointers, no padding: memcpy is rollback. Make it with
// lope_state_init; it changes only through lope_move.
typedef struct lope_state {
    lope_point feet; // m, the lowest point of the capsule
    lope_floor floor;
    lope_vec3 velocity;      // m/s
    lope_vec3 up;            // unit
    float radius, height;    // m, of the capsule; whole height
    float yaw, pitch;        // rad, in (-pi, pi]
    uint32_t mode;           // lope_mode_id
    uint32_t held;           // buttons of the last tick
    float jump_hold_time;    // s that the jump has been held
    float jump_force_left;   // s that holding may still go on
    uint32_t jump_count;     // since the ground
    uint32_t flags;          // internal: LOPE_STATE_... of src/character/tick.h
    double jump_start;       // m along up: the feet's height where the jump began
    float coyote_left;       // s
    float jump_buffer_left;  // s
    float step_debt;         // m of forward way that a step up has taken ahead
    float acceleration;      // m/s2, length of what the input asked for in the last tick
    lope_vec3 gravity;       // m/s2
    uint32_t ticks;          // ticks lived
    uint32_t event_sequence; // events made
    uint32_t stuck_ticks; // ticks in a row in which it could not be freed from what it overlaps; deep in a solid it is held still
    double distance_walked;  // m on the ground, for footsteps
    uint64_t stuck_body;     // what it is stuck in, or LOPE_BODY_NONE
    uint64_t own_body;       // the id under which others meet it, never near to itself; or LOPE_BODY_NONE
    uint64_t last_hit_body;  // what blocked it last, or LOPE_BODY_NONE once it has been left for 0.1 s: no new hit until then
    uint64_t other_hit_body; // the same of what did before: in a corner there are two
    float last_hit_left;     // s until last_hit_body is forgotten; 0.1 while it is touched
    float other_hit_left;    // s
    uint32_t channels;       // channels of bodies that it collides with
    uint32_t reserved;
} lope_state;

typedef struct lope_state_def {
    lope_point feet;
    float radius, height; // 0: 0.34 and 1.76 (times units_per_metre of the tuning is up to the caller)
    float yaw;
    lope_vec3 velocity;
    lope_vec3 up;         // zero: y
    lope_vec3 gravity;    // zero with gravity_mode 0: -9.8 along up
    int32_t gravity_mode; // 0: zero is the default; 1: gravity as given, also zero
    uint32_t mode;        // 0: walking when there is floor in the first tick, else falling
    uint32_t channels;    // 0: LOPE_CHANNEL_SOLID
    uint64_t own_body;    // 0: LOPE_BODY_NONE
    lope_error *error;
} lope_state_def;

LOPE_API lope_result lope_state_init(lope_state *state, const lope_state_def *def);
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
    LOPE_EVENT_KIND_COUNT
} lope_event_kind;
LOPE_API const char *lope_event_name(uint32_t kind); // "land"

// One thing that happened. Which fields mean something depends on the kind.
typedef struct lope_event {
    uint32_t kind, sequence;  // sequence: counts a character's events; the same when a tick is run again
    float time;               // s into the tick
    uint32_t from, to;        // mode: mode ids; jump: `to` is the count
    float value;              // apex, step_up: m; land: m/s into the floor; stuck: m deep
    uint64_t body, body_from; // hit, land, base, touch, crush: body ids; base: from body_from to body
    lope_point point;         // hit
    lope_vec3 normal;         // hit: contact normal
    uint32_t material;
    uint32_t walkable; // hit
} lope_event;

#define LOPE_REPORT_EVENTS 32

// What happened in a tick. The simulation never reads it back. Zero it or not: lope_move writes all of it.
typedef struct lope_report {
    uint32_t event_count;
    uint32_t events_dropped; // beyond LOPE_REPORT_EVENTS
    lope_event events[LOPE_REPORT_EVENTS];
    lope_point moved;              // m: the whole displacement of the feet in the tick
    double moved_by_step;          // m by step ups: up, and forward beyond the tick's motion (taken from the motion that follows)
    double moved_by_snap;          // m along up by following the floor (ramps, snapping down), either way, summed
    double moved_by_depenetration; // m, summed lengths of the pushes out of overlaps
    double moved_by_base;          // m: carried, or pushed by moving bodies
    double moved_by_teleport;      // m
    double depth;                  // m, deepest overlap left
    double time_unused;            // s of the tick that could not be used within the bounds on its work; normally 0
    uint32_t gathers, sweeps, triangles, iterations; // what the tick cost; triangles: exact tests
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

// One tick of dt seconds (0 < dt <= 1). On a refusal (non-finite input, gather failed, bad state) the state is untouched.
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
} lope_move_columns;
// Moves entries first .. first + count - 1. Returns LOPE_OK, or the first refusal (the others are moved all the same).
LOPE_API lope_result lope_move_batch(const lope_move_columns *columns, uint32_t first, uint32_t count, float dt);

// The wanted direction in world space for a stick (right, forward in -1 to 1) under a camera yaw in radians; cut to length 1.
LOPE_API lope_vec3 lope_move_from_stick(float right, float forward, float yaw);

#ifdef __cplusplus
}
#endif
#endif
