// follow.h - characters that find their own way: a path of points and links becomes the input of each tick.
//
// A path is what a navigation mesh answers (adapters/recast), or what a designer draws: points of the feet,
// and at each the link by which it is reached from the point before: walked, jumped, dropped, climbed by a
// ladder, mantled, or ridden on a lift. The follower slows down before corners and before the end, goes round
// them without leaving the path by more than it may, stands where a link begins, takes the link, and reports
// what a behaviour tree needs. The tree is the game's, and so is the search for a path.
//
// A link is taken from a stand. The character comes to its first point, turns to its second one and goes:
//   jump    at `speed`; after `take_off` metres it presses jump, and steers to the second point in the air
//   drop    at `speed` over the edge, and steers in the air
//   mantle  against the wall; it presses the mantle's button until the mantle begins
//   ladder  into its face, or over its edge, until it stands at the second point
//   lift    waits until the body stands level with the first point, walks onto it, waits until the body
//           stands level with the second point, and walks off
//
// The functions are pure: they read the state, write the follower, the input and the requests, and may be run
// again on copies. From any thread. Nothing is checked or allocated. Read first: path.h, which follows points
// alone. Read next: nav_agent.h, adapters/recast/lope_recast.h.
#ifndef LOPE_FOLLOW_H
#define LOPE_FOLLOW_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a point of a path is reached from the point before.
typedef enum lope_link_kind {
    LOPE_LINK_WALK = 0,
    LOPE_LINK_JUMP,
    LOPE_LINK_DROP,
    LOPE_LINK_LADDER,
    LOPE_LINK_MANTLE,
    LOPE_LINK_LIFT,
    LOPE_LINK_COUNT
} lope_link_kind;

// Returns the name of a kind of link, "jump"; "?" for others. Static text. From any thread.
LOPE_API const char *lope_link_name(uint32_t kind);

// A point of a path, and the link that leads to it. All zero but the point: it is walked to.
typedef struct lope_follow_point {
    lope_point point;   // m, where the feet should go
    uint64_t body;      // of a lift: the body that is ridden
    lope_vec3 standing; // of a lift: m, in the body's frame: where the character stands on it
    uint32_t link;      // lope_link_kind
    uint32_t button;    // LOPE_BUTTON_... that the link presses; 0: jump, mantle, or none, by its kind
    float speed;        // m/s, of a jump or drop; 0: the mode's top speed
    float take_off;     // m from the link's first point, at which a jump is pressed
    uint32_t id;        // the caller's own
} lope_follow_point;

// A path. The points stay the caller's and must live during the call only.
typedef struct lope_follow_path {
    const lope_follow_point *points;
    uint32_t count; // 0: it is over at once
    bool partial;   // it ends short of the goal: its end is told as LOPE_FOLLOW_PARTIAL
} lope_follow_path;

// How a tick of following ended.
typedef enum lope_follow_result {
    LOPE_FOLLOW_FOLLOWING = 0, // it is on its way
    LOPE_FOLLOW_ARRIVED,       // in this tick, at the path's end
    LOPE_FOLLOW_PARTIAL,       // in this tick, at the end of a partial path
    LOPE_FOLLOW_BLOCKED,       // in this tick it was found blocked; it goes on trying
    LOPE_FOLLOW_OFF_PATH,      // in this tick it has left the path; it goes on to the next point
    LOPE_FOLLOW_LINK_FAILED,   // in this tick a link has failed; it stands until it is begun anew
    LOPE_FOLLOW_OVER,          // it arrived, failed or was stopped before
    LOPE_FOLLOW_RESULT_COUNT
} lope_follow_result;

// Returns a result in words, "blocked"; "?" for others. Static text. From any thread.
LOPE_API const char *lope_follow_text(uint32_t result);

// How a character follows. All zero: the defaults, in metres times the tuning's units_per_metre.
typedef struct lope_follow_settings {
    float acceptance_radius; // m beyond the capsule's own share, within which the end is reached
    float acceptance_height; // m above and below; 0: half the capsule's height times height_pct
    float radius_pct;        // share of the capsule's radius that counts; 0: 1.1; below 0: none
    float height_pct;        // 0: 1.05
    float corner_radius;     // m within which a corner is passed; 0: 0.1. It is passed beside it too
    // m by which it may swing out at a corner, for which it slows down; 0: half the radius; below 0: it does
    // not slow down.
    float corner_swing;
    float link_radius; // m within which the first point of a link is reached; 0: 0.05
    float link_time;   // s that a jump, drop or mantle may take; 0: 6. A ladder ten times that
    float off_path;    // m beside the path that are told; 0: 2; below 0: never
    // m from the samples' centroid: blocked when none is farther; 0: 0.1; below 0: never
    float block_distance;
    float block_interval;   // s between two samples; 0: 0.5
    uint32_t block_samples; // 0: 10; at most LOPE_FOLLOW_SAMPLES
    bool keeps_look;        // it does not look where it goes: only a focus of the game's turns its view
    // Optional, and lifts need it: to ask where their body is.
    const lope_surroundings *surroundings;
    // Optional: asked for another path when it is blocked, off its path or a link has failed. Returns true
    // when *path is another one, which is followed from this tick on. Its points must live as those before.
    bool (*repath)(void *context, const lope_state *state, lope_follow_result why, lope_follow_path *path);
    void *context;
    // m: found blocked within it of the path's end, it has arrived, as where others stand there; 0: never
    float blocked_acceptance;
} lope_follow_settings;

#define LOPE_FOLLOW_SAMPLES 16

// Priorities of a focus, the higher one first.
typedef enum lope_focus_priority {
    LOPE_FOCUS_DEFAULT = 0,
    LOPE_FOCUS_MOVE, // the follower's own: where it goes
    LOPE_FOCUS_GAMEPLAY,
    LOPE_FOCUS_COUNT
} lope_focus_priority;

// What is looked at.
typedef struct lope_focus {
    lope_point point; // m, in the world
    uint32_t set;     // 1: it counts
    uint32_t pitch;   // 1: the view is pitched to it, as to a character; 0: it stays level
} lope_focus;

// What following remembers from tick to tick. All zero at a path's beginning. Plain data: copy it for
// rollback.
typedef struct lope_follower {
    uint32_t next;     // index of the point that it goes to
    uint32_t over;     // 1: it has ended
    uint32_t phase;    // of a link: private
    uint32_t left;     // 1: in a link, it has left the ground
    uint32_t off_path; // 1: told, and not back yet
    uint32_t waiting;  // 1: it waits for a lift
    uint32_t sample_count, sample_next;
    float sample_time; // s until the next sample
    float link_time;   // s in the link
    float press_time;  // s until a link presses again
    float stands_time; // s that it has stood beside where the link ends
    lope_point from;   // m, where the path or the link was begun
    lope_point samples[LOPE_FOLLOW_SAMPLES];
    lope_focus focus[LOPE_FOCUS_COUNT];
} lope_follower;

// Begins a path at the character's feet. What is focused stays.
LOPE_API void lope_follow_begin(lope_follower *follower, const lope_state *state);
// Ends following: the character brakes by its tuning. Returns the metres that this takes.
LOPE_API float lope_follow_stop(lope_follower *follower, const lope_state *state, const lope_tuning *tuning);
// Forgets what block detection has seen: after a wait of the game's own.
LOPE_API void lope_follow_reset_blocked(lope_follower *follower);

// Sets what is looked at with a priority. pitch: the view is pitched to it too.
LOPE_API void lope_follow_focus(lope_follower *follower, lope_focus_priority priority, lope_point point, bool pitch);
// Forgets what is looked at with a priority.
LOPE_API void lope_follow_clear_focus(lope_follower *follower, lope_focus_priority priority);

// Writes the input of the coming tick of `seconds`: its move, or the requested velocity in *requests, by the
// tuning's use_acceleration_for_paths; the buttons of links into its held and pressed; and the look, where
// there is a focus. The other members stay. settings NULL: the defaults. *path changes only by the repath
// hook. Distances are level, but whole while
// the character flies or swims. Returns how it goes. With ARRIVED, PARTIAL, LINK_FAILED and OVER the input
// asks for nothing.
LOPE_API lope_follow_result lope_follow_update(lope_follower *follower, const lope_follow_settings *settings,
                                               lope_follow_path *path, const lope_state *state, const lope_tuning *tuning,
                                               float seconds, lope_input *input, lope_requests *requests);

// Returns the kind of the link that is being taken; LOPE_LINK_WALK between links.
LOPE_API uint32_t lope_follow_link(const lope_follower *follower, const lope_follow_path *path);

#ifdef __cplusplus
}
#endif
#endif
