// surroundings_check.h - tries a game's collision world against what surroundings.h asks of it.
//
// For the tests of an adapter: a gather that lets something out, or numbers things anew, shows in a game as a
// character that falls through a floor once in an hour. Read next: surroundings.h for the contract.
#ifndef LOPE_SURROUNDINGS_CHECK_H
#define LOPE_SURROUNDINGS_CHECK_H

#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is to be checked. Zero is a default.
typedef struct lope_surroundings_check_def {
    lope_bounds bounds;              // m: the part of the world that is asked for. Some 50 m is a good size
    uint32_t samples;                // places that are asked for alone; 0: 1000
    uint64_t seed;                   // of the sizes of their bounds
    const lope_allocator *allocator; // NULL: malloc and free
    lope_error *error;               // NULL, or receives what is wrong: the callback, and an example
} lope_surroundings_check_def;

// What a check has seen.
typedef struct lope_surroundings_seen {
    uint32_t static_bodies, moving_bodies; // that were given for the bounds
    uint32_t shapes;                       // triangles and convex shapes of both kinds
    uint32_t gathers;                      // that were asked for
} lope_surroundings_seen;

// Asks a collision world many questions about one part of it, and compares the answers:
//   - asked twice, it gives the same bodies and shapes, with the same ids, numbers and places;
//   - no two bodies have one id, and no two shapes of a body one number;
//   - poses are finite, rotations unit, and no static body has a motion;
//   - what is given for wide bounds is given for small bounds at a point of it, and the other way round;
//   - each body is given for the kind that its `moving` says, for each channel that it is on, and for every
//     `ignore` but its own id;
//   - static_revision does not change meanwhile, channels leaves out none, room promises no more than there
//     is, body tells of each body the same as gather, moved and room come together.
// The world must stand still meanwhile. seen: NULL, or receives what there was; also on a refusal. Allocates.
// Returns LOPE_OK, or:
//   LOPE_ERROR_NULL        no surroundings, no gather, no definition; moved without room or the reverse
//   LOPE_ERROR_NOT_FINITE  bounds
//   LOPE_ERROR_RANGE       bounds that are upside down
//   LOPE_ERROR_EMPTY       nothing was given for the bounds, so nothing can be told
//   LOPE_ERROR_CONTRACT    an answer that breaks the contract: the error names the callback
//   LOPE_ERROR_MEMORY      or the code with which gather refused
LOPE_API lope_result lope_surroundings_check(const lope_surroundings *surroundings, const lope_surroundings_check_def *def,
                                             lope_surroundings_seen *seen);

#ifdef __cplusplus
}
#endif
#endif
