// world.h - a level, its characters and the ticks they live by: what most games use. Built on lope_move_batch.
//
// Threads: one thread at a time on one world. Read first: level.h for bodies, move.h for state, input and events.
#ifndef LOPE_WORLD_H
#define LOPE_WORLD_H

#include <lope/level.h>
#include <lope/move.h>
#include <lope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_world lope_world;
typedef struct lope_character lope_character;

// The game's own threads, in place of the library's. In each tick the world hands over at most `threads` - 1 tasks, does its own
// share, and then waits for each task in the order of their handing over; what comes out never depends on who runs what when.
typedef struct lope_tasks {
    // Has work(argument) run once, on any thread, now or later. Returns a handle for `finish`; NULL: it has been run already.
    void *(*enqueue)(void *context, void (*work)(void *argument), void *argument);
    // Returns when the task has been run. It may run other work meanwhile. Called once for each handle that is not NULL.
    void (*finish)(void *context, void *task);
    void *context;
} lope_tasks;

// Zero: metres, y up, gravity 9.8 down, 60 ticks a second, an embedded level of its own.
typedef struct lope_world_def {
    float tick_rate;      // Hz, 0: 60; 10 to 1000
    lope_vec3 gravity;    // m/s2; zero with gravity_mode 0: (0, -9.8, 0)
    int32_t gravity_mode; // 0: zero is the default; 1: as given, also zero
    uint32_t max_ticks;   // ticks that one advance makes up for at most, 0: 8; what is beyond is dropped and counted
    const lope_surroundings *surroundings; // another collision world in place of the embedded level; copied
    uint32_t threads;                      // that move characters at one time, at most 64; 0 or 1: the calling thread alone
    lope_tasks tasks;                      // run the threads' work; zero: threads of the library's own
    uint32_t nearby_triangles; // near a character, for which memory is taken when it is made: 0: 160, about 240 bytes each
    lope_allocator allocator;  // with more than one thread it is called from any of them
    lope_log log;
    lope_error *error;
} lope_world_def;

LOPE_API lope_world *lope_world_create(const lope_world_def *def); // NULL on refusal
LOPE_API void lope_world_destroy(lope_world *world);
LOPE_API lope_level *lope_world_level(lope_world *world); // NULL with other surroundings

// Shorthands for the world's own level.
LOPE_API lope_body lope_world_add_mesh(lope_world *world, const lope_mesh_def *def);
LOPE_API lope_body lope_world_add_box(lope_world *world, const lope_box_def *def);

typedef struct lope_character_def {
    lope_point feet;             // m, the lowest point of the capsule
    float radius, height;        // m, 0: 0.34 and 1.76
    float yaw;                   // rad
    lope_vec3 velocity;          // m/s
    lope_vec3 up;                // zero: against gravity
    uint32_t mode;               // 0: walking when there is floor, else falling
    const lope_moveset *moveset; // NULL: the default; must outlive the character
    uint32_t collides_with;      // channels, 0: LOPE_CHANNEL_SOLID
    void *user;
    lope_error *error;
} lope_character_def;

LOPE_API lope_character *lope_character_create(lope_world *world, const lope_character_def *def); // NULL on refusal
LOPE_API void lope_character_destroy(lope_character *character);
LOPE_API uint32_t lope_character_number(const lope_character *character); // order of creation, from 0; never used again
LOPE_API void *lope_character_user(const lope_character *character);

// move, look and held buttons stay until changed; presses are kept until a tick has seen them; requests, launches and impulses
// are used up by the next tick. A non-finite input is refused.
LOPE_API lope_result lope_character_set_input(lope_character *character, const lope_input *input);
LOPE_API const lope_state *lope_character_state(const lope_character *character);
// Rollback, save games. What the next tick was still to see (presses, requests, impulses) is dropped: give the input again.
LOPE_API lope_result lope_character_set_state(lope_character *character, const lope_state *state);
LOPE_API const lope_report *lope_character_report(const lope_character *character); // of the last tick
LOPE_API lope_result lope_character_set_moveset(lope_character *character, const lope_moveset *moveset);

// Records its ticks from the next one on, in place of what was recorded so far; def NULL: no more. The recorder belongs to the character and
// goes with it; dump it with lope_recorder_write between steps. Without a name in the definition it is that of its number; without a tick rate
// the world's. NULL on refusal (def->error says why; what was recorded goes on) and with def NULL.
LOPE_API lope_recorder *lope_character_record(lope_character *character, const lope_recorder_def *def);
LOPE_API lope_recorder *lope_character_recorder(const lope_character *character); // NULL: it is not recorded

// What to draw: interpolated between the last two ticks, step ups and snaps smoothed over 0.1 s.
typedef struct lope_pose {
    lope_point feet;
    lope_quat rotation; // facing: no rotation looks along -z
    lope_vec3 velocity;
    float yaw, height;
} lope_pose;
LOPE_API lope_pose lope_character_pose(const lope_character *character);

// One tick of dt seconds for everybody. 0 < dt <= 1.
LOPE_API lope_result lope_world_step(lope_world *world, float dt);
// As many whole ticks of 1 / tick_rate as have come due. Returns how many.
LOPE_API uint32_t lope_world_advance(lope_world *world, double seconds);
LOPE_API double lope_world_time(const lope_world *world);
LOPE_API uint64_t lope_world_ticks(const lope_world *world);
LOPE_API uint64_t lope_world_ticks_dropped(const lope_world *world);

typedef struct lope_world_event {
    uint64_t tick;
    double time; // s, world time
    lope_character *character;
    lope_event event;
} lope_world_event;
// What happened since the last step or advance began, in order of tick, character and sequence. Valid until the next step.
LOPE_API const lope_world_event *lope_world_events(const lope_world *world, uint32_t *count);

LOPE_API uint64_t lope_world_hash(const lope_world *world); // over all states in order of character

#ifdef __cplusplus
}
#endif
#endif
