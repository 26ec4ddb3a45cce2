// query.h - rays, sweeps and overlaps against any surroundings: for a camera, an AI, the game itself.
//
// They ask through the seam that characters use (surroundings.h), so every adapter answers them, and they
// find what a character would meet. The caller brings a nearby of its own, the look: one for each camera or
// AI that asks. It keeps the static geometry that it gathered, so a spring arm that asks in every frame
// gathers once in several frames. What it keeps never changes a result.
//
//     lope_nearby *look = lope_nearby_create(NULL);
//     lope_cast_def arm = {.from = head, .motion = back, .radius = 0.12f};
//     lope_result result = lope_surroundings_cast(&world, look, &arm, 1, &hit, &met);
//     if (result == LOPE_OK && met) length *= hit.fraction;
//
// Moving bodies are met where they are when they are gathered: at their pose of the tick's end. They are
// gathered for each call. Characters are met as capsules, with LOPE_CHANNEL_CHARACTER in the filter, where
// the surroundings give them. A level gives none. A lope_world gives them in a tick (lope_tick_cast), to
// and of characters with that channel among their own. Fractions are exact to 1e-9 m of the way, also far
// from the origin: everything is computed in doubles near to `from`.
//
// Threads: calls with different looks may run at the same time on one surroundings. One look serves one
// call at a time.
// Read next: level.h: its own queries follow the same rules (lope_level_ray, lope_level_sweep,
// lope_level_overlap).
#ifndef LOPE_QUERY_H
#define LOPE_QUERY_H

#include <lope/move.h>
#include <lope/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_CAST_STATIC_ONLY (1u << 0) // what moves is not asked for
// one-sided triangles are met from behind as well: a way out of a closed mesh
#define LOPE_CAST_BACK_FACES (1u << 1)
#define LOPE_CAST_WALKABLE_ONLY (1u << 2) // only what can be walked upon is met

// Something that was met.
typedef struct lope_cast_hit {
    double fraction;           // of the motion, 0 to 1; of an overlap 0
    double depth;              // m, > 0: it overlapped where it started, by so much; normal is the way out
    lope_point point;          // m, in the world, on the surface
    lope_point normal;         // contact normal: unit, from point toward what was cast
    lope_point surface_normal; // the surface's own normal, unit, on the side of what was cast
    uint64_t body;             // its id
    uint32_t triangle;         // within the body, as it was given to the sink
    uint32_t material;         // of the body's surface
    bool walkable;             // the surface's normal and the body's rule allow to walk upon it
    bool character;            // it is another character
    lope_point body_velocity;  // m/s, of the body at that point; without the surface's own (a conveyor's)
} lope_cast_hit;

// Tells whether a hit counts. False: it is as if that triangle or solid were not there. It is asked in no
// certain order, and also about hits that turn out not to be the nearest. `hit` is complete, and lives only
// during the call.
typedef bool (*lope_cast_accept)(void *context, const lope_cast_hit *hit);

// A question. All zero but `from` and `motion`: a ray that meets what is solid.
typedef struct lope_cast_def {
    lope_point from;   // m: start of a ray, centre of a sphere, feet of a capsule, origin of `shape`
    lope_point motion; // m. Zero: met is only what overlaps at the start
    // m. 0 and 0: a ray. Height 0: a sphere. Else a capsule along `up`, height at least 2 radii
    float radius, height;
    lope_vec3 up; // of the capsule and of what is walkable, any length; zero: y
    // instead of radius and height: a sphere, capsule, box, cylinder or hull in a frame of its own
    const lope_shape *shape;
    lope_quat rotation;   // of that frame; zero: none
    lope_filter filter;   // channels 0: LOPE_CHANNEL_SOLID; ignore counts either way, 0: nothing is ignored
    uint32_t flags;       // LOPE_CAST_...
    float walkable_angle; // radians, of surfaces without a rule of their own; 0: 0.7813 (44.765 degrees)
    // s, of the tick in which bodies make their motion, for body_velocity; 0: known of dynamic bodies alone
    float seconds;
    lope_cast_accept accept; // optional
    void *context;           // for accept
    lope_error *error;       // optional: says which member was refused
} lope_cast_def;

// Casts, and tells the nearest thing met. Of things met at the same fraction it is the lowest (body,
// triangle).
//
// A thing that is touched at the start is met only when the motion leads into it. One-sided triangles, the
// outsides of closed meshes, are met from their front. Solids (spheres, capsules, cylinders, boxes, hulls)
// are met at fraction 0 by what starts inside them.
//
// look: keeps what is gathered; it grows as a gather needs it, and never otherwise. It must not be a
// character's. units_per_metre: of the world, as the tuning's; 0: 1. hit: optional, written when something
// is met. met: required. Long motions are gathered in pieces, so memory does not grow with their length.
// Returns LOPE_OK whether or not something is met. LOPE_ERROR_NULL, _NOT_FINITE, _RANGE, _EMPTY, _INDEX: a
// bad argument, see def->error. LOPE_ERROR_MEMORY, or what gather refused with: the world could not be
// asked. *met is then false, and says nothing.
LOPE_API lope_result lope_surroundings_cast(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def,
                                            float units_per_metre, lope_cast_hit *hit, bool *met);

// Casts through everything: each triangle and solid that is met on the way, once. In order of fraction,
// body, triangle.
//
// hits: the first `capacity` of them; NULL with capacity 0. count: how many there are in all, also beyond
// the capacity. Required. The rest is as in lope_surroundings_cast.
LOPE_API lope_result lope_surroundings_cast_all(const lope_surroundings *surroundings, lope_nearby *look,
                                                const lope_cast_def *def, float units_per_metre, lope_cast_hit *hits,
                                                uint32_t capacity, uint32_t *count);

// Finds all that overlaps, by more than 0, what stands at `from`; motion does not matter. In order of body,
// triangle.
//
// Triangles are judged by their surface alone, from either side: what is wholly inside a closed mesh
// overlaps none of it. hits: the first `capacity` of them; NULL with capacity 0. count: how many there are
// in all, also beyond the capacity. Required. The rest is as in lope_surroundings_cast.
LOPE_API lope_result lope_surroundings_overlap(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def,
                                               float units_per_metre, lope_cast_hit *hits, uint32_t capacity, uint32_t *count);

// Takes memory for a look ahead, so that queries which gather no more than this ask for none.
//
// triangles: of meshes. solids: spheres, capsules, cylinders, boxes and hulls. hull_triangles: of all the
// hulls together. Each counts for what stands still and once more for what moves. bodies: that all these
// belong to. LOPE_ERROR_MEMORY: what could be had is kept. LOPE_ERROR_NULL: no look.
LOPE_API lope_result lope_nearby_reserve_look(lope_nearby *look, uint32_t bodies, uint32_t triangles, uint32_t solids,
                                              uint32_t hull_triangles);

#ifdef __cplusplus
}
#endif
#endif
