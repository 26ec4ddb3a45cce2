// lives.h - what the tests of those who live in real levels share: which levels were chosen, where a
// character and its capsule's core are, and random numbers. Read next: level_names.h, level_data.h,
// test_wanderers.c.
#ifndef LOPE_TESTS_LIVES_H
#define LOPE_TESTS_LIVES_H

#include "level_data.h"
#include "level_names.h"

#include <lope/level.h>
#include <lope/move.h>

#define WANDERERS 20 // that live in a level

// Of the command line: level names, to play only those.
void levels_choose(int argc, char **argv);
bool level_is_chosen(const char *name);
// Plays each of them; fails the test when one says that it has faults.
void levels_play(bool (*play)(const char *name));

// Loads the level of that name beside the project; false: it is not there, which is said.
bool level_of_name(level_data *level, const char *name);
// Writes the places where wanderers begin, at least one; returns how many.
int level_wander_spawns(const char *name, brute_point spawns[64]);
// Returns lope's level of the triangles.
lope_level *level_of(const level_data *data, const char *name);

uint32_t next_random(uint32_t *seed); // 24 bits of a linear congruential generator
double uniform(uint32_t *seed);       // in [0, 1)

brute_point feet_of(const lope_state *state);
// The ends of the core of one with that size and its feet there.
void core_of(const lope_state *state, brute_point feet, brute_point core[2]);

#endif
