// player.h - plays a scenario: a world with its level and characters, stepped tick by tick with every input at its exact time.
//
// Time: tick k ends at k / rate. An input (or a draw of a wanderer) inside a tick splits it there: two steps, one tick. Instants
// within 1e-9 s of a step's border count as on it. A stick's direction takes the control yaw of the middle of its step, the
// look itself that of the end. Moving pieces are at the pose of their step's end. With a time_scale the world's time is that share of it;
// inputs, ticks and traces keep to the clock.
// Space: a position of the file stands in the world at turn * position + origin; the to_file functions undo it.
// Read next: player_ask.h for what it tells; run.h, which writes traces, events and tables from it.
#ifndef LOPE_SCENE_PLAYER_H
#define LOPE_SCENE_PLAYER_H

#include "scenario.h"

typedef struct lope_scene_player lope_scene_player;
typedef struct lope_scene_cameras lope_scene_cameras; // cameras.h

// What is noted of a character to say why it stopped or fell, see reason.h.
typedef struct lope_scene_reason {
    double stopped_at, stopped_for;   // s: since when it asks to move and does not, and how long; 0: it does not
    double hit_time, fell_at;         // s since the start: of the last hit, and of the last edge walked off
    uint64_t hit_body;                // of the last hit
    uint64_t floor_body;              // what it stood on last
    uint64_t fell_from, landed_on;    // of the last fall; LOPE_BODY_NONE: unknown, and not landed
    uint64_t falls;                   // edges walked off
    lope_point floor_feet, fell_feet; // m, in the world: where it stood last, and before the last fall
    double fell_height;               // m along up of the last fall that ended
    lope_vec3 hit_normal;
    bool falling; // the last fall is under way
} lope_scene_reason;

// One character, as it is played. Read only.
typedef struct lope_scene_actor {
    char name[80]; // "name", or "name.3" with a count
    lope_character *handle;
    const lope_scene_character *from;
    uint32_t instance;                      // its number within `from`
    double mode_time[LOPE_MODES];           // s
    uint64_t events[LOPE_EVENT_KIND_COUNT]; // how many of each kind
    uint64_t events_dropped;                // beyond what a report holds
    double hardest_landing, highest_apex;   // m/s, m
    double longest_stuck, stuck_for;        // s
    double last_walked;                     // s since the start: when it was last walking
    uint64_t put_back;                      // how often: lope_scene_character.put_back
    lope_floor first_floor;                 // before the first tick, when its state knows none yet
    lope_scene_reason reason;
} lope_scene_actor;

// A body of a piece. A piece of hulls has several.
typedef struct lope_scene_body {
    lope_body body;
    uint64_t id;
    uint32_t piece;
} lope_scene_body;

// Told of every event when its step is over. tick: the one under way, as the trace counts; time: s since the start.
typedef void (*lope_scene_listener)(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                                    const lope_event *event);

typedef struct lope_scene_player_options {
    double tick_rate; // Hz; 0: the scenario's
    bool has_origin;
    lope_point origin;            // in place of the scenario's
    uint32_t threads;             // 0 or 1: this one
    lope_scene_listener listener; // NULL: none
    void *context;
} lope_scene_player_options;

// NULL on a fault. The scenario must outlive the player. options may be NULL.
lope_scene_player *lope_scene_player_create(const lope_scenario *scenario, const lope_scene_player_options *options,
                                            lope_scene_fault *fault);
void lope_scene_player_destroy(lope_scene_player *player); // NULL is fine
bool lope_scene_player_tick(lope_scene_player *player, lope_scene_fault *fault);

#include "player_ask.h"

#endif
