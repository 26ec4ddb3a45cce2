// world.h - a level, its characters and the ticks they live by: what most games use. Built on
// lope_move_batch.
//
// Order of a tick:
//   1  pose functions of bodies
//   2  before_tick
//   3  all characters move, each against where the others stood at the tick's start
//   4  events and pushes are collected in order of id
//   5  `push`
//   6  after_tick
//
// Threads: one thread at a time on one world; functions on different worlds may run at the same time.
// Functions that take a const world may run at the same time while nothing changes it.
//
// Inside a step: in before_tick and after_tick everything is allowed but lope_world_step, lope_world_advance,
// lope_world_set_clock and lope_world_destroy. In `push` characters may not be created either. In all other
// callbacks (surroundings, modes, attachments, functions of bodies, tasks) the world and its level may only
// be read. What is not allowed returns LOPE_ERROR_STATE and does nothing. Read first: level.h for bodies,
// character.h.
#ifndef LOPE_WORLD_H
#define LOPE_WORLD_H

#include <lope/character.h>
#include <lope/forces.h>

#ifdef __cplusplus
extern "C" {
#endif

// The game's own threads, in place of the library's. In each tick the world hands over at most `threads` - 1
// tasks, and works along until nothing is left to take. Then it waits for each task in the order in which
// they were handed over. A task that begins late finds nothing to do. The result never depends on which
// thread runs what and when.
typedef struct lope_tasks {
    // Has work(argument) run once, on any thread, now or later. Returns a handle for `finish`; NULL: it has
    // been run.
    void *(*enqueue)(void *context, void (*work)(void *argument), void *argument);
    // Returns when the task has been run. It may run other work meanwhile. Called once for each handle but
    // NULL.
    void (*finish)(void *context, void *task);
    void *context;
} lope_tasks;

// How a world begins. Zero: y up, gravity 9.8 down, 60 ticks a second, an embedded level of its own. All
// lengths are in world units, which the defaults take for metres: in a world of centimetres give gravity
// and sizes.
typedef struct lope_world_def {
    float tick_rate;       // Hz, 0: 60; 10 to 1000
    lope_vec3 gravity;     // m/s2; zero, unless as given: (0, -9.8, 0)
    bool gravity_as_given; // gravity as given, also zero
    uint32_t max_ticks;    // that one advance makes up for at most, 0: 8; others are dropped and counted
    // Another collision world in place of the embedded level; copied. Its bodies have ids below 2^62.
    const lope_surroundings *surroundings;
    uint32_t threads; // that move characters at one time, at most 64; 0 or 1: the calling thread alone
    // Optional: what the characters have done to bodies in a tick of `seconds`, in order of character id.
    // Called after each tick that has any, on the calling thread: apply it to the bodies, then step them.
    // `pushes` is valid during the call.
    void (*push)(void *context, const lope_push *pushes, uint32_t count, float seconds);
    void *push_context;
    lope_tasks tasks; // run the threads' work; zero: threads of the library's own
    // Triangles near a character, to take memory for when it is made: 280 bytes each, at most 65,536. Then
    // ticks among no more triangles take none. 0: 160 for each of the first 16 characters. Those made later
    // draw on a common pool, which grows by memory for 44 triangles with each. A tick asks the allocator only
    // where they need more than that on average; what the pool has it keeps.
    uint32_t nearby_triangles;
    // With more than one thread it is called from any of them. Beyond the first 16 the memory of characters
    // comes in pieces for half as many as there are, at most 512: what they leave serves those made later,
    // and is given back with the world.
    lope_allocator allocator;
    lope_log log;      // optional: what a developer should read. Called on the thread that calls the world
    lope_error *error; // optional: receives why the world was refused
    // Optional: called on the calling thread before and after each tick of lope_world_step and of
    // lope_world_advance. tick: its number, from 1; seconds: its length, s. Before it lope_world_ticks is
    // tick - 1, after it tick. A platform of the game is posed in before_tick: posed once a frame, its
    // riders would shake where frames and ticks beat.
    void (*before_tick)(void *context, lope_world *world, uint64_t tick, float seconds);
    void (*after_tick)(void *context, lope_world *world, uint64_t tick, float seconds);
    void *tick_context;
} lope_world_def;

// Makes a world; def NULL: all defaults. Returns NULL on refusal, with def->error filled.
LOPE_API lope_world *lope_world_create(const lope_world_def *def);
// Ends a world with its level, characters and recorders; NULL is fine. Inside a step it does nothing and logs
// that.
LOPE_API void lope_world_destroy(lope_world *world);
// Returns the embedded level, which lives as long as the world; NULL with other surroundings, and for NULL.
LOPE_API lope_level *lope_world_level(lope_world *world);
// Adds a mesh to the world's own level: lope_level_add_mesh. A zero body: refused, the definition's error
// says why.
LOPE_API lope_body lope_world_add_mesh(lope_world *world, const lope_mesh_def *def);
// Adds a box to the world's own level: lope_level_add_box. A zero body: refused, the definition's error says
// why.
LOPE_API lope_body lope_world_add_box(lope_world *world, const lope_box_def *def);

// Runs one tick for everybody, of `seconds` times the time scale, on the calling thread and the world's
// helpers. 0 < seconds <= 1, also times the time scale; at a time scale of 0 nothing happens.
// LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: seconds. LOPE_ERROR_STATE: called inside a step. Else the first
// refusal of a character's tick: that character kept its state and input, and the others have moved all
// the same. Nothing is allocated but what a nearby still grows.
LOPE_API lope_result lope_world_step(lope_world *world, float seconds);
// Runs as many ticks as `seconds` of real time have brought due at the tick rate, each of time scale /
// tick_rate seconds. Returns how many; refusals of characters are logged. Beyond max_ticks they are dropped
// and counted. At a time scale of 0 no tick comes due. NaN, infinite or negative seconds, and a call inside a
// step: 0, and it is logged.
LOPE_API uint32_t lope_world_advance(lope_world *world, double seconds);
// Returns where between the start (0) and the end (1) of the last tick the world is drawn: what advance has
// not made a tick of yet, as a fraction of one. After lope_world_step 1. For the game's own interpolation.
LOPE_API double lope_world_fraction(const lope_world *world);

#define LOPE_TIME_SCALE_MOST 10.0
// Scales the length of the world's ticks, 0 to LOPE_TIME_SCALE_MOST: 1 is real time, less is slow motion, 0
// stands still. It means the same in lope_world_step and lope_world_advance: ticks come as often as before,
// and each lasts scale times as long. So slow motion is as smooth as real time. LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE. Set in before_tick or after_tick it counts from the next step or advance on.
LOPE_API lope_result lope_world_set_time_scale(lope_world *world, double scale);
// Returns the world's time scale; 0 for NULL.
LOPE_API double lope_world_time_scale(const lope_world *world);

// Sets gravity (m/s2) from the next tick on, for all characters that are in no volume with a gravity of its
// own. LOPE_ERROR_NOT_FINITE: a number is not finite.
LOPE_API lope_result lope_world_set_gravity(lope_world *world, lope_vec3 gravity);
// Returns the world's time: the summed lengths of its ticks, s.
LOPE_API double lope_world_time(const lope_world *world);
// Returns how many ticks the world has lived: the number of the last one.
LOPE_API uint64_t lope_world_ticks(const lope_world *world);
// Returns how many ticks advances have dropped beyond max_ticks.
LOPE_API uint64_t lope_world_ticks_dropped(const lope_world *world);
// Sets tick number and time (s, not negative): rollback, joining a server. The next tick is ticks + 1. Bodies
// of the level that have a pose function come to their poses of that tick at once, without motion. States are
// not touched. LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: time. LOPE_ERROR_STATE: inside a step.
LOPE_API lope_result lope_world_set_clock(lope_world *world, uint64_t ticks, double time);

// Gives every character that it reaches an impulse for the next tick. *reached: how many; may be NULL.
// LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE: a number is not finite, a radius negative.
LOPE_API lope_result lope_world_radial_impulse(lope_world *world, const lope_radial *radial, uint32_t *reached);

// One event of a character. Its identity is (character id, tick, sequence): a tick that is run again from the
// same state and input tells the same ones.
typedef struct lope_world_event {
    uint64_t tick;             // number of the tick
    double time;               // s, world time
    lope_character *character; // if destroyed since: ask it for its id, number and user pointer alone
    lope_event event;
    uint64_t identity; // lope_event_identity: stays when an earlier tick is corrected, unlike the sequence
} lope_world_event;
// Returns what happened since the last step or advance began, in order of tick, character id and sequence.
// *count (may be NULL) receives how many. Valid until the next step, advance or lope_character_create. NULL:
// nothing.
LOPE_API const lope_world_event *lope_world_events(const lope_world *world, uint32_t *count);
// Returns what the characters did to bodies in the last tick, in order of character id: the same as `push`
// gets. *count (may be NULL) receives how many. Valid until the next tick or lope_character_create. NULL:
// nothing.
LOPE_API const lope_push *lope_world_pushes(const lope_world *world, uint32_t *count);

// Returns a hash over all states in order of character id: the same on every machine, for every number of
// threads, and for every order of creation where ids are given.
LOPE_API uint64_t lope_world_hash(const lope_world *world);

#ifdef __cplusplus
}
#endif
#endif
