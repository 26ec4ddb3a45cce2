// instant.h - a run ahead, and an instant within one of its ticks.
//
// Where something happens within a tick, that tick is run again up to that instant. So a place is where the
// character is at the instant, not where the tick ended. Read next: marks.h, ahead.h.
#ifndef LOPE_ANIMATION_INSTANT_H
#define LOPE_ANIMATION_INSTANT_H

#include "animation/feet.h"
#include "animation/frame.h"
#include "character/move/predict.h"

// A run ahead.
typedef struct lope_ahead {
    const lope_predict_def *def;
    const lope_animation_numbers *numbers;
    lope_animation_frame frame;
    lope_animation_report *report;
    lope_feet_asker *feet;
    bool finds_stop; // this run looks for the stop
    bool finds_rest; // and for all else: it is the held one
    bool asks;       // the input asks for something
    // ---- found on the way
    bool looked;       // the first tick has been run
    bool pivots;       // the character goes against `wanted`: a pivot will come
    lope_point wanted; // unit: the direction that the first tick's input asks for; zero: none
    // ---- at the end of the last tick
    lope_state before;
    lope_point place;                           // m: the feet, with the base where it is now
    double distance;                            // m of way up to there, as seen from the base
    double strides;                             // strides by then
    double footfalls[LOPE_ANIMATION_FEET_MOST]; // strides at which each foot comes down next
    double time;                                // s
    lope_result result;                         // of what is run again; LOPE_OK
} lope_ahead;

// An instant of a run, within a tick.
typedef struct lope_ahead_instant {
    double time;         // s from now
    lope_state state;    // of the character then
    lope_transform base; // pose of the frame's base then
} lope_ahead_instant;

// s: an instant so near to a border of a tick is on it. A shorter part of a tick is none.
#define LOPE_AHEAD_SHORTEST 1e-6

// Runs the present tick of a run again, up to `seconds` of it: at most the whole tick, at least none.
lope_ahead_instant lope_ahead_at(lope_ahead *run, const lope_tick_ahead *tick, double seconds);

#endif
