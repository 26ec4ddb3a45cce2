// judge.h - judges one tick of lope_move by what must hold whatever the world, the tuning and the input are: finite, a valid state,
// not inside what it was not in before, speed bounded, way accounted for, work bounded, and the same again from an empty nearby.
//
// Used by the fuzzer of lope_move and by the soup test. Read next: judge_world.h, judge.c.
#ifndef LOPE_TESTS_JUDGE_H
#define LOPE_TESTS_JUDGE_H

#include "judge_world.h"

typedef struct judge_tick {
    const lope_state *before, *after;
    const lope_input *input;
    const lope_moveset *moveset;
    const lope_report *report;
    float dt;
    double fastest_body; // m/s: greatest speed of a point of a moving body near by; 0 without any
    // What abilities at work may do beside input, gravity and jumps: a factor for the speed before (0: 1), m/s, m/s2, m.
    double factor, more_speed, more_acceleration, more_way;
    uint32_t more_sweeps; // of abilities
} judge_tick;

typedef struct judge_fault {
    char text[320]; // one line
} judge_fault;

// What a tick may cost at most; triangles are also bounded by the number of shapes there are. The slices of a tick (512) and the strides over
// open ground (100); in each 15 probes for where a floor lets go (down as far as is listed, down to the end, its rim); where it
// is held only within a perch each of them looks 12 times down the slope beyond, as dear; and a step that fails. Fuzzing has seen 451.
#define JUDGE_ITERATIONS 640
#define JUDGE_SWEEPS_PER_ITERATION 640
// Beside bodies that pass, a tick runs in up to so many parts (character/move/parts.h). A character that is
// stuck looks for a way out in each of them, standing and crouched: 28 escapes each, which may lead metres away.
// Fuzzing has seen 48.
#define JUDGE_PARTS 64
#define JUDGE_GATHERS_PER_PART 56

// Each says what is wrong and returns false.
// moveset: of the state; NULL: it has no modes but the built-in ones.
bool judge_state(const lope_state *state, const lope_moveset *moveset, judge_fault *fault);
bool judge_speed_and_way(const judge_tick *tick, judge_fault *fault);
bool judge_work(const judge_tick *tick, uint32_t shapes, judge_fault *fault);
// Also remembers where the core is, so call it for the start (before == NULL) and then for every tick.
bool judge_inside(judge_world *world, const judge_tick *tick, judge_fault *fault);
// Runs the tick again from a copy of the state before it with an empty nearby.
bool judge_again(const judge_tick *tick, const lope_surroundings *surroundings, lope_nearby *other, judge_fault *fault);

// The core of a capsule: the segment that it is about.
void judge_core(const lope_state *state, brute_point core[2]);

#endif
