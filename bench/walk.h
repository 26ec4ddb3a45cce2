// walk.h - one run of the crowd walk with lope, and what it came to. Read next: course.h, walk.c.
#ifndef LOPE_BENCH_WALK_H
#define LOPE_BENCH_WALK_H

#include <lope/lope.h>

#include "obj.h"

typedef struct walk_options {
    bool flat;    // one box in place of the town
    bool collide; // characters block each other
    bool avoid;   // characters avoid each other
    uint32_t count, threads;
    bool recorded;      // every character is
    bool queries;       // and its queries, too
    uint32_t abilities; // in the moveset, of which none is ever asked for
    const char *own;    // besides, of the library's own: their names with commas between, "all", or NULL
    bool nearby;        // also measure the working memory, which walks a second more
} walk_options;

typedef struct walk_figures {
    double us_cpu, us_wall;            // per character-tick
    double grounded, speed_kept;       // shares
    double gathers, sweeps, triangles; // per character-tick
    double nearby_bytes;               // mean; 0 when not measured
    double taken_bytes;                // a character, that the world holds through its allocator
    double resident_bytes;             // a character, by which the process has grown; 0 when not known
    uint64_t allocations;              // in all ticks after the first second; they land a tenth of a second after that
    uint64_t settled_allocations;      // of these, in the measured ticks
    uint32_t fell;
    uint64_t hash;
} walk_figures;

// The town's OBJ file beside the project, or NULL.
const char *walk_find_town(void);
// NULL after one line on stderr. The mesh is read for the town only.
lope_level *walk_build_town(const obj_mesh *town);
lope_level *walk_build_flat(void);

// Runs a tick that is measured: lope_world_step under a name for callgrind. In a file of its own, so that no
// compiler puts it into its caller.
void walk_measured_step(lope_world *world, float seconds, lope_result *result);

// False after one line on stderr.
bool walk_run(const walk_options *options, const lope_surroundings *surroundings, walk_figures *out);

#endif
