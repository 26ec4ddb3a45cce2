// lock_step.h - characters that press on each other run a tick in steps: all do a step before any does the
// next.
//
// Within a tick characters see each other as they stood at its start, and each keeps to its half of what is
// between. That is right for two characters that do not reach each other. Where they press on each other, one
// gives way only a tick later, and how late that is depends on the tick rate. So they run a long tick in
// steps of LOPE_PART_TIME, and in each step meet each other as they stood when it began. A step is to the
// character what a whole tick of that length is: it may run in parts itself, beside bodies that pass.
//
// The caller runs the steps of all characters, and shows them to each other anew between two steps. Where the
// tick ends early, on a refusal, the state is as it was at its start. What the input asks for once is done in
// the first step. Read next: world/lock_step.c, which chooses the characters that run so.
#ifndef LOPE_CHARACTER_MOVE_LOCK_STEP_H
#define LOPE_CHARACTER_MOVE_LOCK_STEP_H

#include "character/tick/tick.h"

// A tick that runs in steps, from one step to the next.
typedef struct lope_stepped {
    lope_tick_parts parts; // its state is the one at the tick's start
    // of the step before, which wait for the last one
    lope_impact impacts[LOPE_IMPACTS];
} lope_stepped;

// One step of a tick. `stepped` stays in place from the first step to the last, and so does the rest.
typedef struct lope_move_step {
    lope_stepped *stepped;
    uint32_t index, count; // of this step, and of all
    const lope_input *input;
    const lope_moveset *moveset;
    const lope_surroundings *surroundings;
    lope_nearby *nearby;
    float seconds; // s of the whole tick
    lope_report *report;
} lope_move_step;

// Returns in how many steps a tick of `seconds` runs, 1 to LOPE_PARTS_MOST.
uint32_t lope_steps_of(double seconds);
// True when a character may run its tick in steps: not where something else moves it, nor by Unreal's
// formulas for whole ticks.
bool lope_may_step(const lope_input *input, const lope_moveset *moveset);

#endif
