// world_private.h - what a world is made of: blocks of characters in columns, events, broadphase and clock.
// Types only.
//
// Characters live in blocks of a fixed size. So their states and reports never move in memory while others
// come and go, and lope_move_batch still walks plain columns. `order` lists the living by id: everything that
// must have one order (events, pushes, hash) follows it. Read next: world.c, characters.c, step.c.
#ifndef LOPE_WORLD_PRIVATE_H
#define LOPE_WORLD_PRIVATE_H

#include <lope/avoidance.h>
#include <lope/world.h>

#include "base/prefetch.h"
#include "character/move/lock_step.h"
#include "control/avoidance_boundary.h"
#include "world/avoid_cells.h"
#include "world/grid.h"
#include "world/near_pool.h"
#include "world/scouts.h"
#include "world/span.h"
#include "world/threads.h"

// Characters in a block: small enough that a world with one hero stays small, large enough to walk columns.
#define LOPE_BLOCK_LANES 16

typedef struct lope_block lope_block;

// What is drawn at one end of a tick.
typedef struct lope_visual {
    lope_point feet;
    lope_vec3 up, forward, velocity, floor_normal;
    float yaw, pitch, roll, height;
    uint64_t floor_body;
    uint32_t floor_triangle;
    uint32_t mode; // lope_mode_id
    // The body that carries the character, or 0; with one its feet in that body's frame, and the body's
    // rotation.
    uint64_t base_body;
    lope_point base_point;
    lope_quat base_rotation;
    double offset; // m along up, from the feet to where they are drawn
    double taller; // m, by which the character is drawn taller than it is
} lope_visual;

struct lope_character {
    _Alignas(LOPE_LINE) lope_block *block; // from here to before.base_body a tick touches it: two lines
    uint32_t lane;
    bool hides;         // smoothing hides something; else offset and taller are zero, here and in `before`
    lope_visual before; // at the start of the last tick
    double offset;      // m along up: what smoothing still hides
    double offset_rate; // m/s at which it goes away
    double taller;      // m: what smoothing still hides of crouching and standing up
    double taller_rate; // m/s at which it goes away
    lope_world *world;
    uint64_t id;          // with LOPE_BODY_CHARACTER
    uint32_t number;      // order of creation
    uint32_t index;       // of the handle: where it stands among all lanes of all blocks
    uint32_t generation;  // of the handle: grows each time the lane is taken; 0: it never was
    lope_character *next; // in the list of the free, or of the retired
    void *user;           // the game's own
    bool alive;           // not destroyed
    bool attached;        // to `attachment`, which moves it
    lope_attachment attachment;
};
_Static_assert(offsetof(lope_character, before.base_point) <= 2 * LOPE_LINE, "a tick touches more of a character than it should");

// What a tick asks of a character beside its state and input.
typedef struct lope_lane {
    lope_nearby *nearby;
    const lope_moveset *moveset;
    lope_recorder *recorder; // NULL: not recorded
    float time_scale;        // of its own time
    lope_result result;      // of the last tick
} lope_lane;

// How a character avoids others, and what its tick sees: avoid.c.
typedef struct lope_avoider {
    lope_avoidance_settings settings;
    lope_avoidance_memory memory;
    lope_nearby *nearby;         // walls and edges; NULL until the character first avoids
    lope_input input;            // that the coming tick sees, or the last one has seen
    lope_requests requests;      // of that input
    lope_result result;          // of the look for walls in the last tick
    lope_avoidance_trace *trace; // the game's own; NULL: none
    lope_boundary boundary;      // of the nearby
    // of the last look
    uint64_t used; // bit i: it read triangle i of what stands
    uint32_t cell; // from 1, of avoid_cells; 0: none
    double within; // m2: how far neighbours are likely to be (avoid_neighbours.h); 0: not known
} lope_avoider;

// What stands first is asked of a whole block before any of its characters move.
struct lope_block {
    _Alignas(LOPE_LINE) uint32_t used; // bit n: lane n is alive
    uint32_t meets;                    // bit n: lane n collides with characters
    uint32_t no_stand;                 // bit n: no character may stand upon lane n
    uint32_t told;                     // bit n: lane n has something to collect: events, or a refusal
    uint32_t locked;                   // bit n: lane n runs this tick in steps with others
    uint32_t avoids;                   // bit n: lane n avoids others
    _Alignas(LOPE_LINE) lope_lane lanes[LOPE_BLOCK_LANES];
    lope_state states[LOPE_BLOCK_LANES];
    lope_input inputs[LOPE_BLOCK_LANES]; // what the next tick will see
    lope_requests *requests;             // a lane each; NULL until one of them is given any
    lope_avoider *avoiders;              // a lane each; NULL until one of them avoids
    lope_character characters[LOPE_BLOCK_LANES];
    _Alignas(LOPE_LINE) lope_report reports[LOPE_BLOCK_LANES];
};

// Where a character is found: a walk over all in order touches nothing else of those that have nothing to
// say.
typedef struct lope_seat {
    lope_block *block;
    uint64_t id;
    uint32_t lane;
} lope_seat;

// What a world is doing, which says what may be done to it.
typedef enum lope_world_phase {
    LOPE_WORLD_IDLE = 0, // outside of steps: everything
    LOPE_WORLD_TELLING,  // before_tick or after_tick is running: no further step, no end
    LOPE_WORLD_PUSHING,  // `push` is running: no new characters either
    LOPE_WORLD_MOVING    // characters move, perhaps on several threads: nothing
} lope_world_phase;

#define LOPE_SAID_TUNING 31 // the bit of `said` for a tuning that looks as if it were in other units

// A character that runs its tick in steps with others: lock_step.c.
typedef struct lope_locked {
    uint32_t place; // in the order, and of its entry in the grid
    lope_stepped stepped;
} lope_locked;

// How a body moves in the whole tick, while it is shown in a step of it.
typedef struct lope_shown {
    lope_transform pose;
    lope_motion motion;
} lope_shown;

// Those that run a tick in steps together, and how they were met in the last tick. Memory is kept.
typedef struct lope_lock {
    lope_locked *list;    // by id
    lope_grid_entry *met; // of each as it was met when the tick began, and then in each step
    lope_shown *shown;    // of the level's bodies that move
    size_t list_capacity, met_capacity, shown_capacity;
    uint32_t count, steps; // of the last tick
    bool running;          // a step is under way: states are those of the step's start
} lope_lock;

// A push of a tick, while those on one body are brought together: push_shares.c.
typedef struct lope_push_note {
    uint32_t push;             // its number in the world's list
    const lope_nearby *nearby; // of the character, which has gathered the body
    double whole, given;       // N s, as the character has sized it, and what is left of it
} lope_push_note;

struct lope_world {
    lope_allocator allocator;
    lope_log log;
    lope_level *level;              // NULL with other surroundings
    lope_surroundings surroundings; // of bodies alone
    lope_surroundings meeting;      // of bodies and characters, for those that collide with these
    lope_moveset moveset;           // of characters that name none
    lope_vec3 gravity;              // m/s2
    uint32_t nearby_triangles;      // to take memory for, a character; 0: what is usual
    lope_threads *threads;          // NULL: the calling thread alone
    uint32_t thread_count;          // as wished for
    lope_world_phase phase;
    // bit n: the log has been told of calls without effect of kind n; also LOPE_SAID_TUNING
    uint32_t said;
    const lope_moveset *looked_over; // the last one looked over for doubtful values

    lope_span *spans;     // the newest first
    lope_near_pool *pool; // of the nearbys beyond the first block; NULL: there are none
    size_t near_share;    // bytes that each of them adds to the pool
    lope_block **blocks;
    size_t block_capacity;
    uint32_t block_count;
    lope_seat *order; // the living, by id
    size_t order_capacity;
    uint32_t order_count;
    uint32_t meeting_count;     // of them that meet others
    uint32_t avoiding_count;    // of them that avoid others
    struct lope_known *known;   // avoid_neighbours.h; in the order; filled in while any avoid
    struct lope_sought *sought; // avoid_neighbours.h; in the order of the grid; as known
    size_t known_capacity, sought_capacity;
    lope_scouts scouts;           // for what avoidance looks at
    lope_avoid_cells avoid_cells; // for what stands around those that avoid
    lope_character *free_list;    // lanes to use again
    lope_character *retired_list; // destroyed since the last step: events may still name them
    uint32_t next_number;
    lope_grid grid;
    uint64_t moved; // how far all that one may meet has come: lope_surroundings; known in a step alone
    lope_lock lock; // of those that press on each other

    lope_world_event *events;
    size_t event_capacity;
    uint32_t event_count;
    uint64_t events_lost; // for want of memory, or of room in a report

    lope_push *pushes; // of the last tick
    size_t push_capacity;
    lope_push_note *push_notes; // one for each
    size_t push_note_capacity;
    uint32_t push_count;
    uint64_t pushes_lost;                                                                // as events_lost
    void (*push)(void *context, const lope_push *pushes, uint32_t count, float seconds); // or NULL
    void *push_context;
    void (*before_tick)(void *context, lope_world *world, uint64_t tick, float seconds); // or NULL
    void (*after_tick)(void *context, lope_world *world, uint64_t tick, float seconds);  // or NULL
    void *tick_context;

    double period;           // s of real time, one tick of advance
    double remainder;        // s of real time that advance has not made a tick of yet
    double blend;            // 0 to 1: where between the last two ticks is drawn
    double time;             // s
    double time_scale;       // of the whole world's time
    uint32_t attached_count; // characters that something else moves
    uint64_t ticks, ticks_dropped;
    uint32_t max_ticks;
};

// Returns the character of a seat.
static inline lope_character *lope_seat_character(const lope_seat *seat) { return &seat->block->characters[seat->lane]; }
// Returns the state of a seat's character.
static inline lope_state *lope_seat_state(const lope_seat *seat) { return &seat->block->states[seat->lane]; }
// Returns the state of a character.
static inline lope_state *lope_character_slot(const lope_character *character)
{
    return &character->block->states[character->lane];
}

// Returns LOPE_OK when a character may be changed now; LOPE_ERROR_NULL, LOPE_ERROR_HANDLE, LOPE_ERROR_STATE
// else.
static inline lope_result lope_character_check(const lope_character *character)
{
    if (character == NULL) return LOPE_ERROR_NULL;
    if (!character->alive) return LOPE_ERROR_HANDLE;
    return character->world->phase == LOPE_WORLD_MOVING ? LOPE_ERROR_STATE : LOPE_OK;
}

// Returns what a lane's character moves among. One that meets no characters asks the bodies alone, which
// saves a call.
static inline const lope_surroundings *lope_lane_surroundings(const lope_world *world, const lope_block *block, uint32_t lane)
{
    return block->meets >> lane & 1u ? &world->meeting : &world->surroundings;
}

#endif
