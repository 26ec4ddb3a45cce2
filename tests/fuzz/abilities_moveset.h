// abilities_moveset.h - movesets with the library's abilities and settings out of a fuzzer's bytes.
//
// Read next: fuzz_abilities.c.
#ifndef LOPE_FUZZ_ABILITIES_MOVESET_H
#define LOPE_FUZZ_ABILITIES_MOVESET_H

#include "bytes.h"

#include "scene/catalog.h"

#include <lope/lope.h>

// Makes a moveset. only: 0: all abilities; n up to their number: number n - 1 alone; more: some of them.
// count: how many settings are changed. Aborts where what must be taken is refused, what must be refused is
// taken, or a refusal leaves a trace.
void moveset_from_bytes(bytes *b, lope_moveset *moveset, double unit, uint32_t only, uint32_t count, bool trace);

// What an ability can do to a character by its settings.
typedef struct moveset_reach {
    double speed;        // m/s: the sum of its speeds, and of its lengths over its shortest time
    double way;          // m: the sum of its lengths
    double acceleration; // m/s2: the sum
    double factor;       // of the speed before: the product of its shares above 1
} moveset_reach;
// scale: of lengths, which count for a character of 1.76 m.
moveset_reach moveset_reach_of(const lope_moveset *moveset, uint32_t ability, double scale);

#endif
