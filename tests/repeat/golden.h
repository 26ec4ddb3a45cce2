// golden.h - the runs whose hashes must be the same on every machine, and the file that says which they are.
//
// Eight numbers: the digests of two states of fixed numbers, the crowd walk on the town and queries of it, the
// walk through the park, queries of it, the tour of the gym, all abilities in the yard, and controllers,
// cameras, followers and avoidance together. The program program/golden.c prints them; golden.txt holds what
// they are; scripts/determinism.sh compares over compilers and machines.
#ifndef LOPE_TESTS_REPEAT_GOLDEN_H
#define LOPE_TESTS_REPEAT_GOLDEN_H

#include "bench/obj.h"
#include "control.h"
#include "scene/catalog.h"

#include <lope/lope.h>

#define GOLDEN_WALKERS 1000
#define GOLDEN_TICKS 720
#define GOLDEN_PARK_WALKERS 300
#define GOLDEN_YARD_TICKS 480

// What came about in the park, so that a test can see that all of it was used.
typedef struct golden_events {
    uint32_t kinds[LOPE_EVENT_KIND_COUNT];
    uint32_t wedged;  // character-ticks on a floor that is a wedge
    uint32_t carried; // character-ticks in which a moving body carried or pushed somebody
    uint32_t grounded, moved;
} golden_events;

// The digests of digest.c: of a state without pages, and with all of them.
typedef struct golden_digests {
    uint64_t walker, all_pages;
} golden_digests;
// Returns one number for both.
uint64_t golden_digest(golden_digests *digests);

// Each is true when all went as it should; else `text` (of at least 200 bytes) says what did not.

// bench/crowd.md on the mesh: the same as the hash that `crowd town` prints. `queries` of its level beside
// it.
bool golden_town(const obj_mesh *town, uint64_t *walk, uint64_t *queries, char *text);
// The park: every tick's states, what happened, and at the end every state written and read again.
bool golden_park(const obj_mesh *gym, uint64_t *walk, uint64_t *queries, golden_events *events, char *text);
// What `lope run` makes of the tour with this mesh. tour: the scenario's text; only what the gym's tour has
// is understood.
bool golden_tour(const obj_mesh *gym, const char *tour, uint64_t *hash, char *text);

// How often each ability has started and ended, by its index in scene/catalog.h.
typedef struct golden_abilities_used {
    uint32_t starts[LOPE_SCENE_OWN_ABILITIES], ends[LOPE_SCENE_OWN_ABILITIES];
} golden_abilities_used;
// The yard: every tick's states and events, and each second the saved states.
bool golden_abilities(uint64_t *hash, golden_abilities_used *used, char *text);

// The arena of control.h: every tick's states, minds and views.
bool golden_control(uint64_t *hash, control_used *used, char *text);

// Bytes that grow, from malloc.
typedef struct golden_bytes {
    unsigned char *bytes;
    size_t size;
} golden_bytes;
bool golden_append(golden_bytes *to, const lope_recorder *recorder);

// The tour, recorded: appended to `record`.
bool golden_tour_record(const obj_mesh *gym, const char *tour, golden_bytes *record, char *text);
// Recordings of the tour and of some walkers of the park, who meet what moves and each other, with their
// queries.
bool golden_record(const obj_mesh *gym, const char *tour, golden_bytes *record, char *text);
// Plays recordings back, made on any machine. True: all ticks are equal, and this machine makes the same
// bytes.
bool golden_replay(const obj_mesh *gym, const char *tour, const golden_bytes *record, char *text);

uint64_t golden_queries(const lope_level *level, uint32_t seed);

#endif
