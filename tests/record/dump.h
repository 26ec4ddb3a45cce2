// dump.h - a recorder's dump, read again: what the tests of this folder share.
#ifndef LOPE_TESTS_RECORD_DUMP_H
#define LOPE_TESTS_RECORD_DUMP_H

#include <lope/lope.h>

typedef struct dump {
    unsigned char *bytes;
    size_t size;
    lope_recording *recording;
} dump;

// Fails the test when it is refused.
dump dump_of(const lope_recorder *recorder);
void dump_free(dump *d);

// A world with a floor, a step, a wall, a platform that goes to and fro, and one character that walks and
// jumps about, recorded.
typedef struct small_world {
    lope_world *world;
    lope_body platform;
    lope_character *hero;
    uint32_t tick;
} small_world;
small_world small_open(const lope_recorder_def *def);
void small_step(small_world *w);
void small_close(small_world *w);

#endif
