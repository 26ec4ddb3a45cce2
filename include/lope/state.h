// state.h - the state: all that a tick changes and the next tick needs, in one struct of plain data.
//
// The state has no pointers and no padding. memcpy copies it, and a copy that is put back is a rollback. Make
// a state with lope_state_init; after that it changes through lope_move alone. Everything may be read at any
// time, in three degrees:
//
//   read freely         the meaning stays: write game code on it
//   meaning may change  for displays and tests: a later version may count it in another way
//   private             the library's own bookkeeping: keep it with the rest, and do not look at it
//
// The first part is always in use. What follows it stands in pages. A page is in use while its bit in `pages`
// is set; while the bit is clear, every byte of the page is zero, and the library neither copies nor hashes
// it. So a walker on plain ground costs its first part alone.
//
// Lifetime and threads: a state belongs to the caller. The functions below read and write their arguments
// alone; they may run on any thread. Read next: move.h, and save.h for bytes that outlive the program.
#ifndef LOPE_STATE_H
#define LOPE_STATE_H

#include <lope/layer.h>
#include <lope/mode.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a floor holds the character.
typedef enum lope_floor_kind {
    LOPE_FLOOR_NONE = 0,
    LOPE_FLOOR_FACE = 1, // the capsule's round bottom rests on it
    LOPE_FLOOR_RIM = 2,  // the capsule's axis is past a rim that still counts as support
    LOPE_FLOOR_WEDGE = 3 // held between surfaces that are each too steep
} lope_floor_kind;

// What holds the character up, or what is straight below the character within reach.
typedef struct lope_floor {
    uint64_t body;    // LOPE_BODY_NONE without a floor
    double distance;  // m, of the feet above it
    lope_vec3 normal; // of the surface; in a wedge of steep slopes: of the seat between them
    // Normal of the plane that is walked along: the surface's. On a ridge it is the contact's, on a rim `up`.
    lope_vec3 plane;
    uint32_t triangle;
    uint32_t material;
    uint32_t walkable; // 1 when it can be stood upon
    uint32_t kind;     // lope_floor_kind
    uint32_t reserved[2];
} lope_floor;

// The pages of a state. Sizes in bytes.
#define LOPE_PAGE_BASE (1u << 0)     // 64: the moving body under the character, or what the last one imparted
#define LOPE_PAGE_OVERLAPS (1u << 1) // 104: bodies and volumes that the character is in
#define LOPE_PAGE_LAYERS (1u << 2)   // 464: layered moves at work
#define LOPE_PAGE_MODE (1u << 3)     // 128: data of the mode's own
#define LOPE_PAGE_SQUEEZE (1u << 4)  // 32: where the character was when bodies closed over it
#define LOPE_PAGE_ABILITY (1u << 5)  // 512: abilities at work
// 304: cooldowns, charges and stamina of abilities; buttons that were taken
#define LOPE_PAGE_GAUGES (1u << 6)
#define LOPE_PAGES_ALL 127u

#define LOPE_OVERLAPS 8         // bodies and volumes that a character is in; the report counts those beyond
#define LOPE_ACTIVE_ABILITIES 4 // abilities at work at one time
#define LOPE_ABILITY_DATA 112   // bytes of an ability's own while it is at work
#define LOPE_GAUGES 24          // abilities that have a gauge: those with the ids 0 to 23

// An ability at work. A slot with id 0 is free. Slots in use stand in the order of their ids.
typedef struct lope_active_ability {
    uint16_t id;                          // 1 + the ability's number in the moveset
    uint16_t flags;                       // private
    uint32_t phase;                       // the ability's own; 0 when it starts
    double seconds;                       // s that it has been at work
    uint32_t data[LOPE_ABILITY_DATA / 4]; // the ability's own; zero when it starts
} lope_active_ability;

// What an ability has left to start with. All zero: everything.
typedef struct lope_gauge {
    float cooldown;  // s until it may start again, or one of its charges comes back
    float buffer;    // s for which a press still waits
    uint8_t charges; // that have been used up
    uint8_t uses;    // in the air, since the ground
    uint16_t why;    // the lope_refusal for which that press waits
} lope_gauge;

// Everything that a tick changes and the next one needs. Make it with lope_state_init.
typedef struct lope_state {
    // ---- read freely
    lope_point feet; // m, the lowest point of the capsule
    lope_floor floor;
    lope_vec3 velocity;         // m/s
    lope_vec3 up;               // unit
    float radius, height;       // m, of the capsule; whole height
    lope_vec3 gravity;          // m/s2
    lope_vec3 forward;          // unit, level: where yaw 0 looks. It turns with up, and else stays
    float yaw, pitch, roll;     // rad, yaw in (-pi, pi]: where the character faces, about up from `forward`
    float look_yaw, look_pitch; // rad: control rotation of the last tick, with what bases have turned it by
    uint32_t mode;              // lope_mode_id, or the id of a game's own mode
    uint32_t held;              // buttons of the last tick
    uint32_t jump_count;        // jumps since the ground
    uint32_t ticks;             // ticks lived
    uint32_t event_sequence;    // events made
    // Ticks in a row that ended in an overlap. Deep in a solid the character is held still.
    uint32_t stuck_ticks;
    uint32_t channels;         // channels of bodies that the character collides with
    uint32_t overlap_channels; // channels of what the character overlaps and reports
    uint32_t water;            // 1 in water
    float immersion;           // 0 to 1: share of the capsule's height that is in water
    float standing_height;     // m: the capsule's height while not crouched
    float acceleration;        // m/s2, length of what the input asked for in the last tick
    float knockback_left;      // s for which control is still reduced
    double distance_walked;    // m on the ground, for footsteps
    uint64_t stuck_body;       // what the character is stuck in, or LOPE_BODY_NONE
    // Id under which others meet the character, or LOPE_BODY_NONE. The character never meets it.
    uint64_t own_body;

    // ---- meaning may change
    // What blocked the character last. LOPE_BODY_NONE 0.1 s after the last contact: then the body hits anew.
    uint64_t last_hit_body;
    uint64_t other_hit_body; // the same of the body that blocked before: in a corner there are two
    float coyote_left;       // s for which a jump from the ground is still allowed
    float jump_buffer_left;  // s for which a jump that was pressed too early is still wanted
    float jump_hold_time;    // s that the jump has been held
    float jump_force_left;   // s for which holding may still lift

    // ---- private
    double jump_start;    // m along up: the feet's height where the jump began
    float last_hit_left;  // s until last_hit_body is forgotten
    float other_hit_left; // s
    float carried_yaw;    // rad that bases have turned the control rotation since it was given absolutely
    float step_debt;      // m of forward way that a step up has taken ahead
    uint32_t flags;
    uint32_t pages; // LOPE_PAGE_... in use

    // ---- LOPE_PAGE_BASE. Read freely
    uint64_t base_body;      // moving body that carries the character, or 0
    lope_point base_point;   // m: the feet in that body's frame
    lope_quat base_rotation; // that body's, at the last tick's end
    lope_vec3 base_velocity; // m/s: that body's at the feet, in the last tick
    uint32_t base_reserved;

    // ---- LOPE_PAGE_OVERLAPS. Read freely
    uint64_t overlaps[LOPE_OVERLAPS];      // ids of what the character overlaps, ascending
    uint32_t overlap_parts[LOPE_OVERLAPS]; // which shapes overlap it: bit 0 the capsule, bit 1 + n sensor n
    uint32_t overlap_count;
    uint32_t overlap_reserved;

    // ---- LOPE_PAGE_LAYERS. Meaning may change
    lope_active_layer layers[LOPE_LAYERS]; // in the order in which they began
    // m/s in velocity by additive layers; the next tick takes it out first.
    lope_vec3 layer_velocity;
    uint32_t layer_count;

    // ---- LOPE_PAGE_MODE. The mode's own
    uint32_t mode_data[LOPE_MODE_DATA / 4];

    // ---- LOPE_PAGE_SQUEEZE. Private
    // m: the feet, as they were free last, in the frames of stuck_body and crush_body.
    lope_vec3 crush_points[2];
    uint64_t crush_body; // the second body that closed over the character, or 0

    // ---- LOPE_PAGE_ABILITY. Meaning may change; `data` is the ability's own
    lope_active_ability abilities[LOPE_ACTIVE_ABILITIES];

    // ---- LOPE_PAGE_GAUGES. Meaning may change
    lope_gauge gauges[LOPE_GAUGES];
    float stamina_used;  // of lope_moveset.stamina.most
    float stamina_delay; // s until it begins to come back
    // Buttons of which a mode or an ability took the press (lope_tick_take_press), until they are let go.
    uint32_t taken_buttons;
    uint32_t gauges_reserved;
} lope_state;

// What to make a state with. All zero: at the origin, at rest, a capsule of 0.34 m by 1.76 m.
typedef struct lope_state_def {
    lope_point feet; // m, at most 1e12 from the origin
    // m, of the capsule. 0: 0.34 and 1.76, whatever the tuning's units_per_metre. height >= 2 * radius.
    float radius, height;
    float yaw;          // rad, about up from `forward`; positive turns left
    lope_vec3 velocity; // m/s, at most 1e6
    // Of any length. Zero: against gravity, or y without gravity. An up that is not against the gravity where
    // the character stands stays as given.
    lope_vec3 up;
    lope_vec3 forward;              // where yaw 0 looks; made level. Zero: -z
    lope_vec3 gravity;              // zero, unless as given: -9.8 along up
    bool gravity_as_given;          // gravity as given, also zero
    uint32_t mode;                  // 0: walking when there is floor in the first tick, else falling
    uint32_t channels;              // 0: LOPE_CHANNEL_SOLID
    uint32_t overlap_channels;      // 0: LOPE_CHANNEL_VOLUME
    bool overlap_channels_as_given; // overlap_channels as given, also none
    uint64_t own_body;              // 0: LOPE_BODY_NONE
    lope_error *error;              // optional: receives why it was refused
} lope_state_def;

// Makes a state from a definition, where zero stands for the defaults above. On a refusal the state is
// untouched, and def->error names the field (a NULL argument fills none):
//   LOPE_ERROR_NULL        no state or no definition
//   LOPE_ERROR_NOT_FINITE  a number that is NaN or infinite
//   LOPE_ERROR_RANGE       radius not above 0, height under twice the radius, mode not below LOPE_MODES, or a
//                          place, velocity or gravity beyond its limit
LOPE_API lope_result lope_state_init(lope_state *state, const lope_state_def *def);

// Returns the push priority, 0 to 16. Of two characters that overlap the one with the lower value moves.
//   15     a moving body pushes it, a solid blocks it while it is carried, or it is stuck
//   n - 1  a character of value n pushes it
//   16     it collides with no characters, and never gives way to one
// A game that gathers the character for others copies the value into lope_sink_body.push_priority.
LOPE_API uint32_t lope_state_push_priority(const lope_state *state);

// Returns true when a character stands still and its input asks for nothing: in the tick that the input is
// for, it does not move by itself. A game that gathers the character for others copies this into
// lope_sink_body.rests. Neither may be NULL.
LOPE_API bool lope_state_rests(const lope_state *state, const struct lope_input *input);

// Returns a hash of the values: equal states have equal hashes on every machine and in every version. -0
// counts as 0. For tests and for runs that are compared over years; lope_state_digest takes a tenth of its
// time.
LOPE_API uint64_t lope_state_hash(const lope_state *state);

// Returns a digest of the bits, cheap enough for every tick of every character. It is the same on every
// machine that runs the same version of the library; another version may give another one. 0 and -0 are two
// bit patterns here: ticks make the same ones everywhere. States that differ in one 8-byte word never have
// equal digests.
LOPE_API uint64_t lope_state_digest(const lope_state *state);

// Packs a state: the first part and the pages in use, 304 to sizeof(lope_state) bytes. Returns how many.
// `bytes` must have room for them (sizeof(lope_state) is always enough); with NULL only the number is
// returned. For saved moves: the bytes are the same on every machine that runs the same version of the
// library. save.h has bytes for other versions.
LOPE_API size_t lope_state_pack(const lope_state *state, void *bytes);

// Unpacks a state from exactly `size` bytes, and reads none beyond. On a refusal the state is untouched:
//   LOPE_ERROR_NULL    no state or no bytes
//   LOPE_ERROR_FORMAT  pages that there are not, or a size that is not that of the pages
//   LOPE_ERROR_STATE   counts beyond the arrays, a page in use that is all zero, flags that do not fit
// The numbers are not looked at. Bytes from a source that is not trusted belong in lope_state_read (save.h),
// which checks all.
LOPE_API lope_result lope_state_unpack(lope_state *state, const void *bytes, size_t size);

#ifdef __cplusplus
}
#endif
#endif
