// straight_exit.c - goes along one direction from overlap to overlap until nothing is overlapped.
//
// Rule: where the capsule overlaps a shape, that shape's end along the direction comes from a sweep back from
// the far end of the reach. So it is exact, and a whole solid is passed in one stage. Inside a closed mesh,
// where no face may be near, the next crossing of the surface by the core's middle is gone to.
// Read next: way_out.c, which chooses the directions.
#include "motion/moving/straight_exit.h"
#include "motion/nearby/broadphase.h"
#include "motion/query/inside.h"
#include "shape/kernels.h"

#define STAGES 64 // ends of overlaps along a direction, at most
// m: an exit ends so far outside. Under a tenth of the skin, over the rounding of a sweep.
#define SPARE 1e-6
#define FLAT 1e-5 // m: planes that are so near are one

// One direction.
typedef struct lope_exit_way {
    const lope_exit_start *start;
    lope_point direction;
    lope_crossings middle; // faces that the core's middle crosses
    bool crossings_known;  // they are found when they are first asked for
} lope_exit_way;

// Returns the capsule as far (m) along the way. less: m, by which its radius is smaller.
static lope_capsule capsule_at(const lope_exit_way *way, double at, double less)
{
    const lope_exit_start *start = way->start;
    lope_capsule capsule = lope_space_capsule(start->space, lope_point_mad(start->feet, way->direction, at));
    capsule.radius -= less;
    return capsule;
}

// Returns how far (m) along the way a shape is overlapped, seen back from the end of the reach. Beyond the
// reach: it is overlapped there, too. 0: it is not met.
static double end_of(const lope_exit_way *way, const lope_near_triangle *triangle, const lope_near_round *round)
{
    double reach = way->start->reach;
    lope_capsule far = capsule_at(way, reach, 0);
    lope_point back = lope_point_scale(way->direction, -reach);
    lope_sweep_hit hit;
    bool met = triangle ? lope_sweep_capsule_triangle(&far, back, &triangle->shape, lope_near_normal(triangle), 1.0, &hit)
                        : lope_capsule_sweep(&far, back, &round->shape, &hit);
    if (!met) return 0;
    return hit.depth > 0 ? 2 * reach : reach * (1 - hit.fraction);
}

// Returns true when the capsule overlaps a shape.
static bool is_overlapped(const lope_capsule *capsule, const lope_near_triangle *triangle, const lope_near_round *round)
{
    lope_point on_core, on_face;
    if (!triangle) return lope_capsule_overlap(capsule, &round->shape);
    return lope_segment_triangle(capsule->a, capsule->b, &triangle->shape, &on_core, &on_face) <
           capsule->radius * capsule->radius;
}

// Returns how far (m) along the way all that is overlapped at `at` ends; `at`: nothing is.
static double end_of_overlaps(const lope_exit_way *way, double at)
{
    lope_capsule capsule = capsule_at(way, at, 0.5 * LOPE_SKIN * way->start->space->unit);
    lope_near_query query = lope_near_query_capsule(&capsule, (lope_point){0, 0, 0});
    lope_candidates walk;
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double end = at, spare = SPARE * way->start->space->unit;
    lope_candidates_begin(&walk, way->start->nearby, &query);
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (triangle && !lope_near_reached(&triangle->planes, &walk.query)) continue;
        if (!is_overlapped(&capsule, triangle, round)) continue;
        double until = end_of(way, triangle, round);
        if (until < at) until = at; // only rounding overlaps it still
        if (until + spare > end) end = until + spare;
    }
    return end;
}

// Finds the faces that the core's middle crosses on its way.
static void find_crossings(lope_exit_way *way)
{
    const lope_exit_start *start = way->start;
    if (way->crossings_known) return;
    lope_crossings_begin(&way->middle, lope_point_mad(start->feet, start->space->up, 0.5 * start->space->height), way->direction);
    lope_crossings_find(&way->middle, start->nearby, start->reach, NULL);
    way->crossings_known = true;
}

// Returns how far (m) along the way the core's middle next is in no closed mesh, from `at` on. Beyond the
// reach: nowhere.
static double end_of_meshes(lope_exit_way *way, double at)
{
    const lope_crossings *middle = &way->middle;
    int32_t depth = way->start->depth;
    if (depth <= 0 && !way->start->has_closed) return at;
    find_crossings(way);
    for (uint32_t i = 0; i < middle->count; i++) {
        bool beyond = middle->at[i] > at;
        if (beyond && depth <= 0) return at;
        depth += lope_point_dot(lope_near_normal(middle->face[i]), way->direction) > 0 ? -1 : 1;
        if (beyond && depth <= 0) return middle->at[i] + SPARE * way->start->space->unit;
    }
    return depth > 0 ? 2 * way->start->reach : at;
}

// Returns true when the core, on its way along `motion`, meets a shape. *begins: m, how deep it begins in it.
static bool core_meets(const lope_capsule *core, lope_point motion, const lope_near_triangle *triangle,
                       const lope_near_round *round, double *begins)
{
    lope_sweep_hit hit;
    bool met = triangle ? lope_sweep_capsule_triangle(core, motion, &triangle->shape, lope_near_normal(triangle), 1.0, &hit)
                        : lope_capsule_sweep(core, motion, &round->shape, &hit);
    *begins = met ? hit.depth : 0;
    return met && (hit.depth > 0 || lope_point_dot(hit.normal, motion) < -LOPE_GRAZING * lope_point_length(motion));
}

// The faces that the core begins across.
typedef struct lope_crossed_faces {
    const lope_near_triangle *faces[8];
    const lope_near_set *sets[8];
    uint32_t count; // of the first ones
} lope_crossed_faces;

// Lists the faces that the core begins across.
static lope_crossed_faces find_crossed(const lope_exit_way *way, const lope_capsule *core)
{
    lope_near_query query = lope_near_query_capsule(core, (lope_point){0, 0, 0});
    lope_crossed_faces crossed = {.count = 0};
    lope_candidates walk;
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    lope_candidates_begin(&walk, way->start->nearby, &query);
    while (crossed.count < 8 && lope_candidates_next(&walk, &triangle, &round)) {
        if (!triangle || !is_overlapped(core, triangle, round)) continue;
        crossed.sets[crossed.count] = walk.set;
        crossed.faces[crossed.count++] = triangle;
    }
    return crossed;
}

// Returns true when two triangles lie in one plane, as the halves of a flat face do.
static bool is_flat(const lope_near_triangle *a, const lope_near_triangle *b, double unit)
{
    double apart = a->planes.offset[0] - b->planes.offset[0];
    return lope_point_dot(lope_near_normal(a), lope_near_normal(b)) > 1 - 1e-9 && apart < FLAT * unit && apart > -FLAT * unit;
}

// Returns true when a way along `motion` through a face leads out of what the core begins in. It leads
// through the rest of a flat face that the core begins across, or to the side to which it leaves that sheet
// anyway.
static bool leads_out(const lope_exit_way *way, const lope_crossed_faces *crossed, const lope_near_set *set,
                      const lope_near_triangle *triangle, lope_point motion)
{
    double front = lope_point_dot(lope_near_normal(triangle), motion);
    bool same = false, other = false;
    for (uint32_t i = 0; i < crossed->count; i++) {
        const lope_near_triangle *begun = crossed->faces[i];
        if (crossed->sets[i] != set || begun->body != triangle->body) continue;
        if (is_flat(begun, triangle, way->start->space->unit)) return true;
        double begun_front = lope_point_dot(lope_near_normal(begun), motion);
        bool agrees = begun->two_sided && (front > 0) == (begun_front > 0);
        same = same || agrees;
        other = other || !agrees;
    }
    return triangle->two_sided && same && !other;
}

// Returns true when the core may go so far (m): it goes through nothing that it does not begin in.
static bool core_passes(const lope_exit_way *way, double length)
{
    lope_capsule core = capsule_at(way, 0, 0);
    core.radius = LOPE_SKIN * way->start->space->unit;
    lope_point motion = lope_point_scale(way->direction, length);
    lope_crossed_faces crossed = find_crossed(way, &core);
    lope_near_query query = lope_near_query_capsule(&core, motion);
    lope_candidates walk;
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double begins;
    lope_candidates_begin(&walk, way->start->nearby, &query);
    while (lope_candidates_next(&walk, &triangle, &round)) {
        if (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), motion) >= 0) continue;
        if (triangle && !lope_near_reached(&triangle->planes, &walk.query)) continue;
        if (!core_meets(&core, motion, triangle, round, &begins) || begins > 0) continue;
        if (!triangle || !leads_out(way, &crossed, walk.set, triangle, motion)) return false;
    }
    return true;
}

double lope_straight_exit(const lope_exit_start *start, lope_point direction, double most)
{
    lope_exit_way way = {.start = start, .direction = direction};
    double at = 0;
    for (int stage = 0; stage < STAGES; stage++) {
        double end = end_of_overlaps(&way, at);
        if (end <= at) end = end_of_meshes(&way, at);
        if (end <= at) return core_passes(&way, at) ? at : LOPE_NO_EXIT;
        if (end >= most || end > start->reach) return LOPE_NO_EXIT;
        at = end;
    }
    return LOPE_NO_EXIT;
}
