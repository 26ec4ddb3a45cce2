// report.h - what happened in a tick: events, refusals with reasons, pushes, and how the way came about.
//
// Plain data. The simulation never reads a report back. Read next: move.h.
#ifndef LOPE_REPORT_H
#define LOPE_REPORT_H

#include <lope/mode.h>
#include <lope/probe.h>
#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

// Why something that was asked for did not happen.
typedef enum lope_refusal {
    LOPE_REFUSAL_NONE = 0,
    LOPE_REFUSAL_FORBIDDEN, // the input forbids it
    LOPE_REFUSAL_NO_ROOM,   // something is in the way
    LOPE_REFUSAL_WRONG_MODE,
    LOPE_REFUSAL_USED_UP, // no jumps, or no uses in the air, are left
    LOPE_REFUSAL_TUNING,  // the tuning rules it out
    LOPE_REFUSAL_FULL,    // no slot is free
    LOPE_REFUSAL_CROUCHED,
    LOPE_REFUSAL_PLANE, // the plane constraint rules it out
    LOPE_REFUSAL_LAYER, // a layered move or an animation gives the velocity
    LOPE_REFUSAL_IN_THE_AIR,
    LOPE_REFUSAL_ON_THE_GROUND,
    LOPE_REFUSAL_COOLDOWN, // not again so soon
    LOPE_REFUSAL_STAMINA,  // too little of it is left
    LOPE_REFUSAL_BLOCKED,  // an ability that is at work blocks it
    LOPE_REFUSAL_SOLID,    // the floor is no one-way body
    LOPE_REFUSAL_MEDIUM,   // not in water, or only in water
    LOPE_REFUSAL_SLOW,     // too slow for it
    LOPE_REFUSAL_NO_INPUT, // no direction is asked for
    LOPE_REFUSAL_NO_WALL,  // nothing upright within reach
    LOPE_REFUSAL_TOO_LOW,
    LOPE_REFUSAL_TOO_HIGH,     // or without a top
    LOPE_REFUSAL_NOT_WALKABLE, // what it leads to cannot be stood upon
    LOPE_REFUSAL_TOO_FAST,     // what it leads to moves too fast
    LOPE_REFUSAL_STEP,         // it can be stepped onto
    LOPE_REFUSAL_GROUND_NEAR,  // the ground is near below
    LOPE_REFUSAL_JUMP_FIRST,   // a jump that is asked for comes first
    LOPE_REFUSAL_NONE_NEAR,    // nothing that it takes hold of is within reach: no rope, no line
    LOPE_REFUSAL_COUNT,        // built-in reasons of this version
    LOPE_REFUSAL_GAME = 1000   // the first of a game's own reasons, in every version
} lope_refusal;
// Returns a built-in reason in words, "something is in the way"; "" for LOPE_REFUSAL_NONE; "?" for others.
// Static text.
LOPE_API const char *lope_refusal_text(uint32_t refusal);

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
    LOPE_ASKED_DROP,
    LOPE_ASKED_COUNT,          // built-in ones of this version
    LOPE_ASKED_ABILITY = 1000, // plus an ability's number in its moveset
    LOPE_ASKED_GAME = 2000     // the first of a game's own, in every version
} lope_asked;
// Returns the name of a built-in lope_asked, "jump"; "?" for abilities, a game's own and what is unknown.
// Static text. From any thread.
LOPE_API const char *lope_asked_name(uint32_t asked);

// What can happen in a tick.
typedef enum lope_event_kind {
    LOPE_EVENT_MODE = 1, // the mode has changed
    LOPE_EVENT_JUMP,
    LOPE_EVENT_APEX, // the highest point of a jump or fall
    LOPE_EVENT_LAND, // a fall ended on a walkable floor
    LOPE_EVENT_HIT,  // a body blocked the character
    // onto what is no higher than the step height; below 5 mm only when the step leads over 1 cm ahead
    LOPE_EVENT_STEP_UP,
    LOPE_EVENT_BASE,     // another moving body carries the character, or none any more
    LOPE_EVENT_WALK_OFF, // over a ledge
    LOPE_EVENT_TOUCH,    // another character blocked the character
    LOPE_EVENT_CRUSH,    // a moving body has closed over the character and leaves no way out
    LOPE_EVENT_STUCK,    // in an overlap that could not be left
    LOPE_EVENT_TELEPORT,
    LOPE_EVENT_CROUCH,
    LOPE_EVENT_UNCROUCH,
    LOPE_EVENT_ENTER, // began to overlap a body or a volume
    LOPE_EVENT_LEAVE,
    LOPE_EVENT_REFUSE, // something that was asked for
    LOPE_EVENT_LAYER,  // a layered move began (to 1) or ended (to 0)
    LOPE_EVENT_RESIZE,
    LOPE_EVENT_ARRIVE,        // at the end of a path
    LOPE_EVENT_BLOCKED,       // on a path
    LOPE_EVENT_ABILITY,       // an ability has started
    LOPE_EVENT_ABILITY_END,   // an ability has ended
    LOPE_EVENT_FOOTSTEP,      // a foot came down on the ground (the tuning's footstep_distance)
    LOPE_EVENT_ABILITY_PHASE, // an ability at work has changed its phase
    LOPE_EVENT_LOCK_ON,       // a lock on a target began (`body`), or ended (`from` is a lope_lock_end)
    LOPE_EVENT_LINK,          // a link of a path has begun (`to` is a lope_link_kind)
    LOPE_EVENT_KIND_COUNT,    // built-in kinds of this version
    LOPE_EVENT_GAME = 1000    // the first of a game's own kinds, in every version
} lope_event_kind;
// Returns the name of a built-in kind, "land"; "?" for a game's own and what is unknown. Static text.
LOPE_API const char *lope_event_name(uint32_t kind);

// One thing that happened. Which fields mean something depends on the kind.
typedef struct lope_event {
    uint32_t kind, sequence; // sequence: counts a character's events; the same when a tick is run again
    float time;              // s into the tick
    // mode: mode ids. jump: `to` is the count. refuse: lope_asked and lope_refusal. layer: id, and 1 or 0.
    // enter, leave: `from` is 0 for the capsule, 1 + n for sensor n. ability, ability_end, ability_phase:
    // `from` is its number in the moveset, `to` the lope_end or the phase. footstep: `to` is 0 for the left
    // foot, 1 for the right one.
    uint32_t from, to;
    // apex, step_up: m. land: m/s into the floor. stuck: m deep. crouch, uncrouch, resize: m of height.
    // footstep: m/s that the character walks.
    float value;
    // Body ids of hit, land, base, touch, crush, enter, leave, footstep. base: from body_from to body. crush:
    // the moving body presses the character against body_from, where that is known.
    uint64_t body, body_from;
    lope_point point;  // hit. footstep: the feet at the tick's end
    lope_vec3 normal;  // hit: contact normal. footstep: the floor's
    uint32_t material; // hit, land, footstep
    uint32_t walkable; // hit
} lope_event;

// Entries that a report has room for; what is beyond is counted.
#define LOPE_REPORT_EVENTS 32
#define LOPE_REPORT_PUSHES 8
#define LOPE_REPORT_REFUSALS 8

#define LOPE_QUERY_OF_CONDITIONS 1000 // the query of an ability's conditions: lope_refused.query

// Something that was asked for in a tick and did not happen.
typedef struct lope_refused {
    uint32_t asked; // lope_asked; or LOPE_ASKED_ABILITY or LOPE_ASKED_GAME plus a number
    uint32_t why;   // lope_refusal; or LOPE_REFUSAL_GAME plus a number of the game's own
    // Which of an ability's queries refused, by the ability's own count from 1; LOPE_QUERY_OF_CONDITIONS:
    // that for head room; 0: none did.
    uint32_t query;
    float time;       // s into the tick
    lope_point point; // m, in the world: where that query refused; zero without one
    uint64_t body;    // what it met there, or LOPE_BODY_NONE
    // With LOPE_REFUSAL_BLOCKED: 1 + the number of the ability at work that blocks it; else 0.
    uint32_t blocked_by;
} lope_refused;

// What the character does to a body, for the game or the world's push callback to apply after the step. The
// tick never reads it back.
typedef struct lope_push {
    uint64_t body;
    lope_point point;  // m, where
    lope_vec3 impulse; // N s, once
    lope_vec3 force;   // N, during the tick: multiply by its length for an impulse
    // Of the limited push law: the fastest (m/s) that the point may get along the push, by all pushes of the
    // tick together. A world makes the pushes of several characters smaller where they would be too much.
    float limit;
    uint32_t limited; // 1: the limit counts; 0: there is none
} lope_push;

// What happened in a tick. The simulation never reads it back. Zero it or not: lope_move writes all of it.
typedef struct lope_report {
    lope_point moved; // m: the whole displacement of the feet in the tick
    // m by step ups: up, and forward beyond the tick's motion, which is taken from the motion that follows.
    double moved_by_step;
    // m along up by following the floor (ramps, snapping down), either way, summed.
    double moved_by_snap;
    double moved_by_depenetration; // m, summed lengths of the pushes out of overlaps
    double moved_by_base;          // m: carried, or pushed by moving bodies
    double moved_by_crouch;        // m along up, by crouching and standing up in the air
    double moved_by_teleport;      // m
    double depth;                  // m, deepest overlap left
    // s of the tick that could not be used; normally 0. The character is stuck, a query failed, or the bounds
    // on the tick's work are reached on a navigation surface.
    double time_unused;
    uint32_t gathers, sweeps, triangles, iterations; // what the tick cost; triangles: exact tests
    float carried_yaw;                               // rad that the base has turned the character
    uint32_t overlaps_dropped;                       // beyond LOPE_OVERLAPS
    uint16_t events_dropped;                         // beyond LOPE_REPORT_EVENTS; 65535: so many or more
    uint16_t pushes_dropped;                         // beyond LOPE_REPORT_PUSHES; 65535: so many or more
    uint8_t event_count, push_count, refused_count;
    uint8_t refused_dropped; // beyond LOPE_REPORT_REFUSALS; 255: so many or more
    uint32_t probed;         // 1: an ability has looked ahead, and `probe` tells what it found
    // m along up, for a mesh that hangs on the capsule's middle: while an ability keeps the capsule low
    // (LOPE_ABILITY_LOW), so far the mesh must be raised for its feet to stay on the capsule's. Else 0.
    float mesh_offset;
    // Of these only as many count as are told.
    lope_event events[LOPE_REPORT_EVENTS];
    lope_push pushes[LOPE_REPORT_PUSHES];       // for the world to apply after the step
    lope_refused refused[LOPE_REPORT_REFUSALS]; // what was asked for and refused
    lope_probe probe;                           // the last look ahead; only with `probed`
} lope_report;
// Returns why `asked` was refused in the report's tick: a lope_refusal, or a reason of the game's own.
// LOPE_REFUSAL_NONE: it was not refused.
LOPE_API uint32_t lope_report_refused(const lope_report *report, uint32_t asked);

#ifdef __cplusplus
}
#endif
#endif
