// level.h - lope's own collision world: meshes, convex bodies and height fields, static or moving, with
// queries. It knows no character. lope_level_surroundings makes it what a character stands in.
//
// Threads: queries, gathers and all functions that take a const level may run at the same time on one level.
// Functions that change it may not run beside anything. While a world moves characters in its level, changes
// are refused with LOPE_ERROR_STATE.
//
// NULL: a function that returns a lope_result refuses a level or a required argument that is NULL with
// LOPE_ERROR_NULL. The others then find nothing and return zero, NULL or false. An `id` of LOPE_BODY_NONE is
// no body.
//
// Read first: body.h. Read next: level_view.h for a level at other poses, world.h.
#ifndef LOPE_LEVEL_H
#define LOPE_LEVEL_H

#include <lope/body.h>
#include <lope/shape.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_level lope_level;

// How a level begins. Zero: malloc, silent.
typedef struct lope_level_def {
    lope_allocator allocator; // zero: malloc and free. One hook without the other is refused
    lope_log log;             // zero: silent
    lope_error *error;        // optional: receives why it was refused
} lope_level_def;

// What was found out about a mesh when it was built.
typedef struct lope_mesh_report {
    uint32_t triangles;          // kept
    uint32_t dropped_degenerate; // an altitude under 10 micrometres
    uint32_t dropped_duplicate;  // the same three points, whichever way round
    uint32_t parts;              // connected over shared edges (points welded when equal to the bit)
    uint32_t parts_closed;       // solids, and hollows in them: inside-out parts that lie whole in a solid
    uint32_t parts_open;         // with a hole or a flipped triangle, or flat
    uint32_t parts_inside_out;   // closed and wound the wrong way
    uint32_t triangles_two_sided;
} lope_mesh_report;

// Makes an empty level; def NULL: all defaults. Returns NULL on refusal, with def->error filled.
LOPE_API lope_level *lope_level_create(const lope_level_def *def);
// Ends a level with its bodies; NULL is fine. Not a world's own level, which goes with the world.
LOPE_API void lope_level_destroy(lope_level *level);

// Adds a mesh: cleans its triangles, finds its parts and builds a hierarchy. Returns a zero body on refusal,
// and says why in def->error and def->body.error.
LOPE_API lope_body lope_level_add_mesh(lope_level *level, const lope_mesh_def *def);
// Adds a height field. Returns a zero body on refusal, and says why in def->error and def->body.error.
LOPE_API lope_body lope_level_add_height_field(lope_level *level, const lope_height_field_def *def);
// Adds a box. Returns a zero body on refusal, and says why in def->body.error.
LOPE_API lope_body lope_level_add_box(lope_level *level, const lope_box_def *def);
// Adds a sphere. Returns a zero body on refusal, and says why in def->body.error.
LOPE_API lope_body lope_level_add_sphere(lope_level *level, const lope_sphere_def *def);
// Adds a capsule. Returns a zero body on refusal, and says why in def->body.error.
LOPE_API lope_body lope_level_add_capsule(lope_level *level, const lope_capsule_def *def);
// Adds a cylinder. Returns a zero body on refusal, and says why in def->body.error.
LOPE_API lope_body lope_level_add_cylinder(lope_level *level, const lope_cylinder_def *def);
// Adds a convex hull. Returns a zero body on refusal, and says why in def->body.error.
LOPE_API lope_body lope_level_add_hull(lope_level *level, const lope_hull_def *def);
// Removes a body; its handle is stale and its id free at once. LOPE_ERROR_HANDLE: it is stale already.
LOPE_API lope_result lope_level_remove(lope_level *level, lope_body body);
// Returns whether a handle names a body of the level.
LOPE_API bool lope_level_valid(const lope_level *level, lope_body body);

// Sets where a moving body shall be at the end of the coming tick; its motion is from where it is. Call it in
// every tick in which it moves: a body not set stands still. Of a static body it is a level edit, without
// motion; the log is told when a static body is posed again. LOPE_ERROR_HANDLE: stale. LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE: pose. LOPE_ERROR_STATE: the body has a pose function.
LOPE_API lope_result lope_level_set_pose(lope_level *level, lope_body body, const lope_transform *pose);
// Has a function tell where a moving body is from the next tick on; NULL: it is told by lope_level_set_pose
// again. LOPE_ERROR_HANDLE: stale. LOPE_ERROR_STATE: the body does not move.
LOPE_API lope_result lope_level_set_pose_at(lope_level *level, lope_body body, lope_pose_at pose_at, void *context);
// Begins a tick: asks the pose functions where their bodies are at its end. tick: its number; time: s, at its
// end. A world does it for its own level, before before_tick. LOPE_ERROR_NOT_FINITE: time.
LOPE_API lope_result lope_level_begin_tick(lope_level *level, uint64_t tick, double time);
// Ends a tick: what moved has arrived, motions are zero again. A world does it for its own level.
LOPE_API void lope_level_end_tick(lope_level *level);
// Puts the bodies that have a pose function to where they are at a tick's end, without motion: after a jump
// in time. lope_world_set_clock does it for a world's own level. LOPE_ERROR_NOT_FINITE: time.
LOPE_API lope_result lope_level_set_clock(lope_level *level, uint64_t tick, double time);
// Finds where a body is at the end of the coming tick. LOPE_ERROR_HANDLE: stale.
LOPE_API lope_result lope_level_pose(const lope_level *level, lope_body body, lope_transform *pose);
// Changes a body's surface; of a static body it is a level edit. LOPE_ERROR_RANGE, LOPE_ERROR_NOT_FINITE:
// surface.
LOPE_API lope_result lope_level_set_surface(lope_level *level, lope_body body, const lope_surface *surface);
// Changes what is different inside a body, copied; NULL: nothing any more. LOPE_ERROR_STATE: the body is a
// mesh or a height field. LOPE_ERROR_RANGE, LOPE_ERROR_NOT_FINITE: volume.
LOPE_API lope_result lope_level_set_volume(lope_level *level, lope_body body, const lope_volume *volume);
// Returns what is different inside a body, valid until the level changes; NULL: nothing, or the handle is
// stale.
LOPE_API const lope_volume *lope_level_volume(const lope_level *level, lope_body body);

// Returns the body of an id; a zero body when there is none.
LOPE_API lope_body lope_level_find(const lope_level *level, uint64_t id);
// Returns a body's id; LOPE_BODY_NONE when the handle is stale.
LOPE_API uint64_t lope_level_id(const lope_level *level, lope_body body);
// Returns a body's user pointer; NULL when the handle is stale.
LOPE_API void *lope_level_user(const lope_level *level, lope_body body);
// Copies what was found out about a mesh. LOPE_ERROR_HANDLE: stale. LOPE_ERROR_STATE: the body is no mesh.
LOPE_API lope_result lope_level_mesh_report(const lope_level *level, lope_body body, lope_mesh_report *report);
// Returns bounds (m) around all bodies; empty (lower above upper) when nothing is there.
LOPE_API lope_bounds lope_level_bounds(const lope_level *level);
// Returns how many bodies there are.
LOPE_API uint32_t lope_level_body_count(const lope_level *level);
// Returns the channels that any of the bodies is on.
LOPE_API uint32_t lope_level_channels(const lope_level *level);
// Returns a number that changes with every edit of what is static.
LOPE_API uint64_t lope_level_revision(const lope_level *level);
// Returns a hash over all bodies: ids, shapes, poses, motions, surfaces, channels, volumes. The same on every
// machine, and for every order of adding where ids are given. A pose function counts by what it tells for a
// few ticks, so the hash does not change with the clock. It reads every triangle: for a handshake, not for
// every tick.
LOPE_API uint64_t lope_level_hash(const lope_level *level);

// What a ray, a sweep or an overlap has met.
typedef struct lope_level_hit {
    lope_body body;
    uint64_t id;       // of the body
    uint32_t triangle; // within the body; 0 for convex shapes
    double fraction;   // of the motion, 0 to 1
    lope_point point;  // m
    lope_vec3 normal;  // contact normal, unit, toward what was cast
    // Unit, of the triangle or the surface there, on the side of what was cast. Of a sliver, with a height
    // under 1e-5 of its shorter edges, it is the contact normal: its plane is not known well enough.
    lope_vec3 surface_normal;
    double depth; // m; > 0: started inside
} lope_level_hit;

// Finds the nearest hit of a ray. motion: m, its whole way. hit: receives it; may be NULL. Ties go to the
// lower (id, triangle). One-sided triangles are met from their front only. Moving bodies are where
// lope_level_set_pose has put them last. filter: zero is LOPE_CHANNEL_SOLID and nobody ignored. Returns
// false for no hit, and for numbers that are not finite or from 1e30 up.
LOPE_API bool lope_level_ray(const lope_level *level, lope_point from, lope_point motion, lope_filter filter,
                             lope_level_hit *hit);
// Finds the nearest hit of a capsule that moves by `motion` (m). hit, ties, sides, poses and what is refused
// are as for lope_level_ray; a negative radius is refused too.
LOPE_API bool lope_level_sweep(const lope_level *level, const lope_capsule *capsule, lope_point motion, lope_filter filter,
                               lope_level_hit *hit);
// Finds every shape that a capsule overlaps by more than 0: one hit a triangle or convex shape, in order of
// (id, triangle). A closed mesh that holds the capsule whole gives one hit: its nearest triangle. normal is
// then the way out, depth the m along it. A mesh counts as closed by what was found when it was built, not by
// LOPE_SIDES_ONE alone. Writes the first `capacity` (none with hits NULL), and into *count how many there are
// in all. LOPE_ERROR_RANGE: the capsule's numbers, as for lope_level_sweep.
LOPE_API lope_result lope_level_overlap(const lope_level *level, const lope_capsule *capsule, lope_filter filter,
                                        lope_level_hit *hits, uint32_t capacity, uint32_t *count);
// Finds the ids of bodies with bounds that touch `bounds`, ascending. Writes the first `capacity` (none with
// ids NULL), and into *count how many there are in all. Empty bounds touch nothing.
LOPE_API lope_result lope_level_bodies_in(const lope_level *level, const lope_bounds *bounds, lope_filter filter, uint64_t *ids,
                                          uint32_t capacity, uint32_t *count);

// Takes a triangle, m in world space; false: no more.
typedef bool (*lope_triangle_visitor)(void *context, const lope_point corners[3], uint32_t triangle);
// Calls back for every triangle of a body (convex shapes cut into triangles), for drawing. LOPE_ERROR_HANDLE:
// stale.
LOPE_API lope_result lope_level_visit_triangles(const lope_level *level, lope_body body, lope_triangle_visitor visit,
                                                void *context);

// Returns the level as surroundings: what characters move among. Valid while the level lives. `level` must
// not be NULL.
LOPE_API lope_surroundings lope_level_surroundings(const lope_level *level);

#ifdef __cplusplus
}
#endif
#endif
