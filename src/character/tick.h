// tick.h - one tick's workbench: a copy of the state, the input, the moveset, what is near, and the report.
//
// lope_move works on the copy and hands it over at the end: a tick happens whole or not at all. Positions are the feet in doubles
// relative to the nearby's origin (motion/space.h). The tick itself reads down the page in tick.c.
#ifndef LOPE_CHARACTER_TICK_H
#define LOPE_CHARACTER_TICK_H

#include "character/velocity.h"
#include "motion/ground.h"

// lope_state.flags
#define LOPE_STATE_FRESH (1u << 0)      // made, not yet ticked: the first tick finds out whether there is floor
#define LOPE_STATE_HOLDING (1u << 1)    // a jump is being held
#define LOPE_STATE_RISING (1u << 2)     // in the air and going up: an apex will come
#define LOPE_STATE_WALKED_OFF (1u << 3) // left the ground without a jump

#define LOPE_MIN_TIME 1e-6 // s: shorter rests of a tick are dropped

// A body that has blocked the character, and when it did last: s into the tick, before it negative.
typedef struct lope_hit {
    uint64_t body;
    double at;
} lope_hit;

typedef struct lope_tick {
    lope_state state; // the copy
    const lope_input *input;
    const lope_tuning *tuning;
    lope_report *report; // never NULL here
    lope_space space;
    lope_ground ground;      // whole: there is nothing else near, and what is near was not listed
    double list_reach;       // m, that what is near is listed for
    lope_point origin;       // world position of local zero
    lope_point feet;         // local
    lope_point velocity;     // m/s; handed to the state at the end
    lope_point wanted;       // level input, length 0 to 1
    lope_point acceleration; // m/s2 of gravity and forces
    double time, now;        // s: of the tick, and how much of it is done
    lope_floor_hit floor;    // what the character stands on, or would
    bool floor_seen;         // it has been looked for in this tick
    uint64_t base;           // the body it stands on, as far as events have told
    bool moved_before;       // something has moved the character before its mode ran: a push, a teleport
    bool held;               // fast in a solid: its mode does not run
    lope_hit hits[2];        // what has blocked it, the latest first
    uint32_t iterations;
    lope_tick_log *log; // the nearby's: what is to be recorded of the tick. The space has one only while queries are wanted
} lope_tick;

// A mode takes the time left and returns what it did not use, for the next mode.
double lope_walking_run(lope_tick *tick, double time);
double lope_falling_run(lope_tick *tick, double time);

// Changes the mode and reports it.
void lope_tick_set_mode(lope_tick *tick, uint32_t mode);
// Starts to fall from the ground, without a jump.
void lope_tick_walk_off(lope_tick *tick);
// Lists what is near, for all queries of the tick, unless it has been.
void lope_tick_list(lope_tick *tick);
// Looks for floor again: after a teleport, a push, a mode change from outside.
void lope_tick_settle(lope_tick *tick, double reach);

// A new event at this instant, or a scratch one when the report is full.
lope_event *lope_tick_event(lope_tick *tick, uint32_t kind);
// Tells when it stands on another body than was told last.
void lope_tick_base(lope_tick *tick);

#define LOPE_HIT_TIME 0.1 // s after which a body that is touched no more counts as left: its next contact is a new hit

// A blocking contact: an event when its body has not blocked for LOPE_HIT_TIME.
void lope_tick_hit(lope_tick *tick, const lope_contact *contact);
// What has blocked in this tick, the latest `count` of it, still does.
void lope_tick_still_hit(lope_tick *tick, uint32_t count);
// Whether something blocked it when the last tick ended.
bool lope_tick_was_hit(const lope_tick *tick);
// From the state and back.
void lope_tick_read_hits(lope_tick *tick);
void lope_tick_write_hits(lope_tick *tick);

// The law of velocity for this tick's input. accelerate: share of max_acceleration.
lope_drive lope_tick_drive(const lope_tick *tick, bool ground);

// jump.c
void lope_jump_press(lope_tick *tick); // at the tick's start
bool lope_jump_try(lope_tick *tick);   // jumps when a press is waiting and it may
void lope_jump_landed(lope_tick *tick);
void lope_jump_pass(lope_tick *tick); // at the tick's end: timers

#endif
