// world.h - a level, its characters and the ticks they live by: what most games use. Built on lope_move_batch.
//
// Threads: one thread at a time on one world. Read first: level.h for bodies, move.h for state, input and events.
#ifndef LOPE_WORLD_H
#define LOPE_WORLD_H

#include <lope/forces.h>
#include <lope/level.h>
#include <lope/move.h>
#include <lope/predict.h>
#include <lope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_world lope_world;
typedef struct lope_character lope_character;

// The game's own threads, in place of the library's. In each tick the world hands over at most `threads` - 1 tasks, works along with
// them until nothing is left to take, and then waits for each task in the order of their handing over: one that is begun late finds
// nothing to do. What comes out never depends on who runs what when.
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
    // Optional: what the characters have done to bodies in a tick of dt seconds, in order of character. Called after each tick that has any, from
    // lope_world_step or lope_world_advance, on the calling thread: apply it to the bodies, then step them.
    void (*push)(void *context, const lope_push *pushes, uint32_t count, float dt);
    void *push_context;
    lope_tasks tasks;          // run the threads' work; zero: threads of the library's own
    uint32_t nearby_triangles; // near a character, for which memory is taken when it is made: 0: 160, about 280 bytes each
    // With more than one thread it is called from any of them. Beyond the first 16 the memory of characters comes in pieces for half as
    // many as there are, at most 1,024: what they leave serves those made later, and is given back with the world.
    lope_allocator allocator;
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
    lope_point feet;      // m, the lowest point of the capsule
    float radius, height; // m, 0: 0.34 and 1.76
    float yaw;            // rad
    lope_vec3 velocity;   // m/s
    lope_vec3 up;         // zero: against gravity. One that is not against the gravity where it stands is its own, and stays
    lope_vec3 forward;    // where yaw 0 looks; made level. Zero: -z
    uint32_t mode;        // 0: walking when there is floor, else falling
    const lope_moveset *moveset; // NULL: the default; must outlive the character
    uint32_t collides_with;      // channels, 0: LOPE_CHANNEL_SOLID
    bool no_stand;               // other characters that come down on its head jump off it
    uint32_t overlaps;           // channels of what it tells that it enters and leaves, 0: LOPE_CHANNEL_VOLUME
    int32_t overlap_mode;        // 0: zero is the default; 1: overlaps as given, also none: volumes do nothing to it
    void *user;
    lope_error *error;
} lope_character_def;

LOPE_API lope_character *lope_character_create(lope_world *world, const lope_character_def *def); // NULL on refusal
LOPE_API void lope_character_destroy(lope_character *character);
LOPE_API uint32_t lope_character_number(const lope_character *character); // order of creation, from 0; never used again
LOPE_API void *lope_character_user(const lope_character *character);

// What lasts (move, look, held buttons, force, requested velocity, avoidance, what is forbidden) stays until changed; presses are kept until
// a tick has seen them; requests, launches, impulses, a knock-back's time and root motion are gathered and used up by the next tick.
// Launches, impulses and root motion add up; of the others the last one counts. Refused whole: a non-finite input, a mode that the
// character's moveset does not have, and (LOPE_ERROR_STATE) a second layered move of another id, or end of one, before the next tick.
LOPE_API lope_result lope_character_set_input(lope_character *character, const lope_input *input);
LOPE_API const lope_state *lope_character_state(const lope_character *character);
// Rollback, save games. What the next tick was still to see (presses, requests, impulses) is dropped: give the input again.
LOPE_API lope_result lope_character_set_state(lope_character *character, const lope_state *state);
LOPE_API const lope_report *lope_character_report(const lope_character *character); // of the last tick
// An impulse on every character that it reaches, for the next tick. *reached: how many; may be NULL. Refused: a number that is not finite, a
// negative radius.
LOPE_API lope_result lope_world_radial_impulse(lope_world *world, const lope_radial *radial, uint32_t *reached);
// Another moveset, or the same after lope_moveset_retune: counts from the next tick on, and the state goes on as it is, in the mode of the
// same name whatever its id is there. Refused with LOPE_ERROR_STATE: one that does not have the mode that the character is in, or
// what its input asks for: that mode, that curve. It must outlive the character; NULL: the default.
LOPE_API lope_result lope_character_set_moveset(lope_character *character, const lope_moveset *moveset);

// Records its ticks from the next one on, in place of what was recorded so far; def NULL: no more. The recorder belongs to the character and
// goes with it; dump it with lope_recorder_write between steps. Without a name in the definition it is that of its number; without a tick rate
// the world's. NULL on refusal (def->error says why; what was recorded goes on) and with def NULL.
LOPE_API lope_recorder *lope_character_record(lope_character *character, const lope_recorder_def *def);
LOPE_API lope_recorder *lope_character_recorder(const lope_character *character); // NULL: it is not recorded

// What to draw: interpolated between the last two ticks, step ups and snaps smoothed over 0.1 s.
typedef struct lope_pose {
    lope_point feet;
    lope_quat rotation; // facing, pitch and roll included: no rotation looks along -z
    lope_vec3 velocity;
    float yaw, height;
} lope_pose;
LOPE_API lope_pose lope_character_pose(const lope_character *character);

// Foresight: its next `ticks` ticks of the world's tick rate under an input (NULL: what it has been told), up to the first tick with one of the
// events `stop` (predict.h). Writes into list, at most `capacity` entries, and *count. nearby: the caller's own. Nothing of the world changes.
LOPE_API lope_result lope_character_predict(const lope_character *character, lope_nearby *nearby, const lope_input *input,
                                            uint32_t ticks, uint32_t stop, lope_predicted *list, uint32_t capacity,
                                            uint32_t *count);

// Hand-over: until it is let go, something else moves the character: a ragdoll, a vehicle, a cinematic. Meanwhile it is in mode none, collides
// with nothing, and goes on turning, overlapping and telling events; its input is not looked at.
typedef struct lope_attachment {
    lope_body body; // of the world's level: where that is at each tick's end; zero: `pose` says where to
    bool (*pose)(void *context, lope_transform *pose); // asked once a tick, before it; false: it stays where it is
    void *context;
    lope_point feet; // m, in the frame of that body or pose: where its feet are
} lope_attachment;
LOPE_API lope_result lope_character_attach(lope_character *character, const lope_attachment *attachment);
LOPE_API bool lope_character_attached(const lope_character *character);
// Lets it go: from the next tick on it moves by itself, first out of what it overlaps. mode 0: falling, and so walking where there is floor.
// velocity NULL: that at which it was carried.
LOPE_API lope_result lope_character_detach(lope_character *character, uint32_t mode, const lope_vec3 *velocity);

// Time: 1 is real time, less is slow motion, 0 stands still; at most 10. The world's scales what a step or an advance brings. A character's own
// scales what of a tick it lives: its state, report and events tell its own time (at half of it a platform seems twice as fast), the
// events of the world the world's. While its time stands still, what it is told waits.
#define LOPE_TIME_SCALE_MOST 10.0
LOPE_API lope_result lope_world_set_time_scale(lope_world *world, double scale);
LOPE_API double lope_world_time_scale(const lope_world *world);
LOPE_API lope_result lope_character_set_time_scale(lope_character *character, float scale);
LOPE_API float lope_character_time_scale(const lope_character *character);

// One tick of dt seconds for everybody. 0 < dt <= 1, also times the world's time scale.
LOPE_API lope_result lope_world_step(lope_world *world, float dt);
// As many whole ticks of 1 / tick_rate as have come due. Returns how many.
LOPE_API uint32_t lope_world_advance(lope_world *world, double seconds);
// From the next tick on, for all who are in no volume with a gravity of its own. Refused: numbers that are not finite.
LOPE_API lope_result lope_world_set_gravity(lope_world *world, lope_vec3 gravity);
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

// What the characters did to bodies in the last tick, in order of character: the same as the definition's `push` gets. Valid until the next tick.
LOPE_API const lope_push *lope_world_pushes(const lope_world *world, uint32_t *count);

LOPE_API uint64_t lope_world_hash(const lope_world *world); // over all states in order of character

#ifdef __cplusplus
}
#endif
#endif
