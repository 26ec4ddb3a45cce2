// brute.h - every shape of some surroundings in one list, and queries that ask all of it: what the library's
// queries are judged by.
//
// The list is what one gather of everything hands out, noted in the bodies' own frames. Placing it, filtering
// it, the rules of what counts and the choice of the nearest are written here anew. Only the geometry of one
// pair is the library's: tests/shape judges that by itself.
#ifndef TESTS_QUERY_BRUTE_H
#define TESTS_QUERY_BRUTE_H

#include <lope/lope.h>

enum { BRUTE_PARTS = 4096, BRUTE_BODIES = 256, BRUTE_HULL_POINTS = 4096, BRUTE_HITS = 512 };

// A triangle or a solid, relative to the world's base.
typedef struct brute_part {
    lope_shape shape;
    uint32_t body, index;
    bool two_sided;
} brute_part;

typedef struct brute_world {
    lope_surroundings surroundings;
    lope_point base; // m: near to everything
    lope_sink_body bodies[BRUTE_BODIES];
    brute_part parts[BRUTE_PARTS];
    lope_point points[BRUTE_HULL_POINTS];
    uint32_t corners[3 * BRUTE_HULL_POINTS];
    uint32_t body_count, part_count, point_count, corner_count;
} brute_world;

typedef struct brute_hit {
    double fraction, depth;
    uint64_t body;
    uint32_t triangle;
} brute_hit;

typedef struct brute_hits {
    brute_hit list[BRUTE_HITS]; // by fraction, body, triangle
    uint32_t count;
} brute_hits;

// Notes down all that the surroundings hand out within `reach` (m) of base. False: more than there is room
// for.
bool brute_make(brute_world *world, const lope_surroundings *surroundings, lope_point base, double reach);

// All that a cast meets, or what overlaps its start. shift: added to def->from (m).
void brute_ask(const brute_world *world, const lope_cast_def *def, bool overlap, lope_point shift, brute_hits *hits);

#endif
