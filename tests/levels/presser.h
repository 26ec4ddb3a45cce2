// presser.h - a player that presses everything at random, with every ability of the library, and the rules
// that must hold whatever is pressed: each start has its end, and modes do not flicker.
// Read next: test_abilities.c, test_abilities_in_zoo.c.
#ifndef LOPE_TESTS_PRESSER_H
#define LOPE_TESTS_PRESSER_H

#include <lope/lope.h>

#include <stdint.h>

#define PRESSER_RATE 60 // Hz
// Of the mode in a second, at most, unless the input changed as often. A mode that lasts no time counts for
// nothing: an ability that ends at a tick's end leaves a fall, and the next tick begins with the glide that
// waited for it.
#define PRESSER_CHANGES 6
// Changes of the mode beyond those of the input that are let pass: what no input brings. A dash is over by
// its time and falls, which is one; a landing, or a step that is walked off, is another.
#define PRESSER_MORE 2

typedef struct presser_tally {
    int starts[LOPE_ABILITIES], refusals;
    int inside, through, flicker, unpaired, again, not_finite;
    double deepest;
    int respawns, worst_flicker;
} presser_tally;

typedef struct presser {
    const char *level;
    uint32_t seed, random;
    int number, tick;
    lope_state state; // after the last tick
    lope_input input;
    int running[LOPE_ABILITIES];                            // starts without their end
    int changes[PRESSER_RATE], input_changes[PRESSER_RATE]; // of the last second, by tick
    uint32_t modes[PRESSER_RATE];                           // after each of these ticks
    double since;                                           // s from the last change of the mode to the last tick's end
} presser;

// Makes the moveset with every ability of the library.
void presser_moveset(lope_moveset *moveset);
// Begins a player's life: number 0 and up, of odd number the player presses less often.
presser presser_begin(const char *level, uint32_t seed, int number);
// Presses, holds and lets go, for one tick. Returns how often the input changed.
int presser_press(presser *p);
// Prints a fault, the first six of a kind, and counts it.
void presser_fault(const presser *p, int *kind, const char *what);
// Judges the tick that led from mode `before` to p->state.
void presser_check(presser *p, const lope_moveset *moveset, const lope_report *report, uint32_t before, int input_changes,
                   presser_tally *count);
// Takes p->state for what it is: after a tick of which nothing is known.
void presser_skip(presser *p, uint32_t before, int input_changes);
// Prints the rows of the table: its head; what one level came to. Returns the number of faults.
void presser_print_head(void);
int presser_print(const char *level, const presser_tally *count);

#endif
