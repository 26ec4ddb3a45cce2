// runner.h - the runner of Unreal's PlatformerGame sample: runs by itself, bumps into what blocks it and
// climbs over, takes hold of ledges, and plays rounds.
//
// The round is plain data and pure functions: they turn the player's input into the input of a tick. The
// pauses are abilities, to be added in this order:
//   runner    watches the way: the tick is cut at the instant at which a wall or a marker is reached
//   obstacle  a wall nearly head-on: the bump, and the climb over it
//   ledge     a marker of a ledge, met in a fall: hangs, and is put on top
// Without `runner` the other two never start. In a pause the character's velocity is zero. Afterwards the
// character walks along its facing, with a share of the speed that it had.
//
// A marker is a body on LOPE_CHANNEL_LEDGE (surroundings.h), solid or not. The character hangs at its upper
// front edge, in the frame of its body: the marker may move and turn. What is climbed onto must be solid.
//
// Lengths are for a character of 1.76 m, and scale with the standing height. A climb sweeps the character's
// own capsule: it never enters anything.
//
// Built on the public headers alone. Threads: all functions are pure. Read next: ability.h, mantle.h, the
// guide's chapter 26.
#ifndef LOPE_RUNNER_H
#define LOPE_RUNNER_H

#include <lope/ability.h>
#include <lope/input.h>
#include <lope/moveset.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- the round

// Where a round is.
typedef enum lope_runner_stage {
    LOPE_RUNNER_INTRO,    // nothing moves yet
    LOPE_RUNNER_WAITING,  // for a press of jump or slide, which starts the round and does nothing else
    LOPE_RUNNER_PLAYING,  // the character runs
    LOPE_RUNNER_FINISHED, // it stands
    LOPE_RUNNER_STAGE_COUNT
} lope_runner_stage;

// A round. Plain data: save it, copy it, send it. Zero with `forward` set: at the beginning of the intro.
typedef struct lope_runner_round {
    lope_vec3 forward; // unit, in world space: the axis on which the character runs by itself
    float intro;       // s that the intro takes; 0: the round waits at once
    uint32_t stage;    // lope_runner_stage
    uint32_t won;      // finished, or going to finish: 1 won, 0 lost
    uint32_t lands;    // 1: it is finished as soon as the character has landed
    double seconds;    // s in this stage
    double time;       // s played, in all
} lope_runner_round;

// Returns the input of the next tick, made of the player's. While the round is on, the part of `move` along
// `forward` is 1, whatever the player asks for. Before and after, the character stands and no ability starts.
// A press that starts the round is taken out. Call it once a tick, before the tick.
LOPE_API lope_input lope_runner_round_input(lope_runner_round *round, const lope_input *player);

// Lets the seconds of a tick pass. state: the character's, after the tick.
LOPE_API void lope_runner_round_pass(lope_runner_round *round, const lope_state *state, double seconds);

// Finishes the round: at once, or on landing when the character falls. Only while it is on; returns whether
// it is.
LOPE_API bool lope_runner_round_finish(lope_runner_round *round, const lope_state *state, bool won);

// Begins anew at the intro. The game brings the character back by a teleport (requests.h), which ends pauses.
LOPE_API void lope_runner_round_reset(lope_runner_round *round);

// Returns a lope_runner_stage in words, "waiting"; "?" for others. Static text.
LOPE_API const char *lope_runner_stage_name(uint32_t stage);

// ---- the abilities

// The settings of "runner", by the names of the fields.
typedef struct lope_runner_settings {
    float angle; // 0.451 rad: a wall counts as head-on when its normal is within it of the way back
} lope_runner_settings;

// The phase of "obstacle".
typedef enum lope_obstacle_phase {
    LOPE_OBSTACLE_BUMPS, // waits at the wall
    LOPE_OBSTACLE_SMALL, // climbs over
    LOPE_OBSTACLE_MIDDLE,
    LOPE_OBSTACLE_BIG
} lope_obstacle_phase;

// The settings of "obstacle".
typedef struct lope_obstacle_settings {
    float min_speed;     // 2 m/s: faster ones bump, slower ones climb after `soft_time`
    float bump_time;     // 0.5 s, from the bump to the climb: the clip's length less 0.1
    float soft_time;     // 0.01 s
    float small_height;  // 1 m: obstacles up to it are small
    float middle_height; // 2 m: those up to it are middle
    float big_height;    // 3 m: those up to it are big, and higher ones are not climbed
    float small_time;    // 0.6 s, of the climb: the clip's length less 0.1
    float middle_time;   // 0.9 s
    float big_time;      // 1.4 s
    float into;          // 0.4 m behind the edge, where the climb ends
    float speed_kept;    // 0: share of the speed at the hit that it goes on with
} lope_obstacle_settings;

// The phase of "ledge".
typedef enum lope_ledge_phase { LOPE_LEDGE_HANGS, LOPE_LEDGE_CLIMBS } lope_ledge_phase;

// The settings of "ledge". Its cooldown is 0.5 s.
typedef struct lope_ledge_settings {
    float back, down;   // 0.05 and 1.4 m: from the marker's edge to the capsule's side, and down to the feet
    float settle_speed; // 4 m/s, to that place; 0: at once
    float hang_time;    // 0.4 s until the climb
    float climb_time;   // 0.9 s: the clip's length less 0.1
    float into;         // 0.4 m behind the edge, where the climb ends
    float speed_kept;   // 0.8: share of the level speed at the grab that it goes on with
} lope_ledge_settings;

// Returns the ability "runner". Static. From any thread.
LOPE_API const lope_ability *lope_runner_ability(void);
// Returns the ability "obstacle". Static. From any thread.
LOPE_API const lope_ability *lope_obstacle_ability(void);
// Returns the ability "ledge". Static. From any thread.
LOPE_API const lope_ability *lope_ledge_ability(void);

#ifdef __cplusplus
}
#endif
#endif
