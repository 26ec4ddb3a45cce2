// level.h - lope's own collision world: meshes, primitive bodies and height fields, static or moving, with queries.
// It knows no character. lope_level_surroundings makes it what a character stands in. Read next: world.h.
//
// Threads: queries and gather may run at the same time on one level; add, remove and set may not run beside anything.
#ifndef LOPE_LEVEL_H
#define LOPE_LEVEL_H

#include <lope/shape.h>
#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_level lope_level;

// A body of a level. All zero is no body. Becomes stale when the body is removed.
typedef struct lope_body {
    uint32_t index, generation;
} lope_body;

typedef struct lope_level_def {
    lope_allocator allocator; // zero: malloc and free
    lope_log log;             // zero: silent
    lope_error *error;        // optional
} lope_level_def;

// What all bodies have in common. Zero: a static, solid body at the origin.
typedef struct lope_body_def {
    lope_point position; // m
    lope_quat rotation;  // all zero: none; else made unit (a length under 1e-6 otherwise is refused)
    bool moving;         // true: set_pose may be called every tick; false: set_pose is a level edit
    uint64_t id;         // stable id; 0: the order of creation, from 1. Taken twice: LOPE_ERROR_DUPLICATE
    uint32_t channels;   // 0: LOPE_CHANNEL_SOLID; with a volume LOPE_CHANNEL_VOLUME
    lope_surface surface;
    const lope_volume *volume; // what is different inside, copied; NULL: nothing. Not for meshes and height fields
    void *user;                // the game's own
    lope_error *error;         // optional
} lope_body_def;

typedef enum lope_sides {
    LOPE_SIDES_AUTO = 0, // closed parts are solid, open and inside-out ones are met from both sides
    LOPE_SIDES_TWO,      // met from both sides everywhere
    LOPE_SIDES_ONE       // trusted: every triangle is the outside of something solid
} lope_sides;

// Triangles, counter-clockwise seen from the outside. Copied: the arrays may go after the call.
typedef struct lope_mesh_def {
    lope_body_def body;
    const float *points; // x, y, z each, m, in the body's frame
    uint32_t point_count;
    uint32_t point_stride;   // bytes from point to point; 0: 12
    const uint32_t *indices; // 3 a triangle; NULL: 0, 1, 2, ... (then triangle_count may be 0: point_count / 3)
    uint32_t triangle_count;
    lope_sides sides;
    bool nav;          // it is a navigation surface: nothing meets it, nav walkers go over it. Not for moving bodies
    lope_error *error; // optional; also body.error is filled
} lope_mesh_def;

// The same with doubles for very large maps is a body placed with `position`.

// Points on a grid: column i, row j stands at ((i - (columns - 1) / 2) * cell, heights[j * columns + i], (j - (rows - 1) / 2) * cell).
// Open: met from both sides. A NaN height is refused; a hole is a height of LOPE_HOLE.
typedef struct lope_height_field_def {
    lope_body_def body;
    const float *heights;   // columns * rows
    uint32_t columns, rows; // at least 2 each
    float cell;             // m, at least 0.0001
    lope_error *error;
} lope_height_field_def;
#define LOPE_HOLE (-3.0e38f)

typedef struct lope_box_def {
    lope_body_def body;
    lope_vec3 size;
} lope_box_def; // full size, > 0 each
typedef struct lope_sphere_def {
    lope_body_def body;
    float radius;
} lope_sphere_def; // > 0
typedef struct lope_capsule_def {
    lope_body_def body;
    float radius, height;
} lope_capsule_def; // whole height along y, >= 2 * radius
typedef struct lope_cylinder_def {
    lope_body_def body;
    float radius, height;
} lope_cylinder_def; // along y
// The convex hull of the points (4 or more, not in one plane); points inside are dropped.
typedef struct lope_hull_def {
    lope_body_def body;
    const float *points;
    uint32_t point_count, point_stride;
} lope_hull_def;

// What was found out about a mesh when it was built.
typedef struct lope_mesh_report {
    uint32_t triangles;          // kept
    uint32_t dropped_degenerate; // an altitude under 10 micrometres
    uint32_t dropped_duplicate;  // the same three points, whichever way round
    uint32_t parts;              // connected over shared edges (points welded when equal to the bit)
    uint32_t parts_closed, parts_open, parts_inside_out;
    uint32_t triangles_two_sided;
} lope_mesh_report;

LOPE_API lope_level *lope_level_create(const lope_level_def *def); // NULL on refusal
LOPE_API void lope_level_destroy(lope_level *level);               // NULL is fine

// Each returns a zero body on refusal and says why in the definition's error.
LOPE_API lope_body lope_level_add_mesh(lope_level *level, const lope_mesh_def *def);
LOPE_API lope_body lope_level_add_height_field(lope_level *level, const lope_height_field_def *def);
LOPE_API lope_body lope_level_add_box(lope_level *level, const lope_box_def *def);
LOPE_API lope_body lope_level_add_sphere(lope_level *level, const lope_sphere_def *def);
LOPE_API lope_body lope_level_add_capsule(lope_level *level, const lope_capsule_def *def);
LOPE_API lope_body lope_level_add_cylinder(lope_level *level, const lope_cylinder_def *def);
LOPE_API lope_body lope_level_add_hull(lope_level *level, const lope_hull_def *def);

LOPE_API lope_result lope_level_remove(lope_level *level, lope_body body);
LOPE_API bool lope_level_valid(const lope_level *level, lope_body body);

// Where the body shall be at the end of the coming tick of `dt` seconds; its motion is from where it is. For a static body: a
// level edit, without motion. Call once a tick for each body that moves; a body not set stands still.
LOPE_API lope_result lope_level_set_pose(lope_level *level, lope_body body, const lope_transform *pose);
// The tick is over: what moved has arrived, motions are zero again. lope_world_step calls it for its own level.
LOPE_API void lope_level_end_tick(lope_level *level);
LOPE_API lope_result lope_level_pose(const lope_level *level, lope_body body, lope_transform *pose);
LOPE_API lope_result lope_level_set_surface(lope_level *level, lope_body body, const lope_surface *surface);

// What is different inside, copied; NULL: nothing any more. LOPE_ERROR_STATE: the body is a mesh or a height field.
LOPE_API lope_result lope_level_set_volume(lope_level *level, lope_body body, const lope_volume *volume);
LOPE_API const lope_volume *lope_level_volume(const lope_level *level, lope_body body); // NULL: nothing; until the next edit

LOPE_API lope_body lope_level_find(const lope_level *level, uint64_t id); // zero body when there is none
LOPE_API uint64_t lope_level_id(const lope_level *level, lope_body body); // LOPE_BODY_NONE when stale
LOPE_API void *lope_level_user(const lope_level *level, lope_body body);
LOPE_API lope_result lope_level_mesh_report(const lope_level *level, lope_body body, lope_mesh_report *report);
LOPE_API lope_bounds lope_level_bounds(const lope_level *level); // of everything; empty when nothing is there
LOPE_API uint32_t lope_level_body_count(const lope_level *level);
LOPE_API uint32_t lope_level_channels(const lope_level *level); // that any of its bodies is on
LOPE_API uint64_t lope_level_revision(const lope_level *level); // changes with every edit of what is static

typedef struct lope_level_hit {
    lope_body body;
    uint64_t id;
    uint32_t triangle; // within the body; 0 for primitive shapes
    double fraction;   // 0 to 1
    lope_point point;
    lope_vec3 normal; // contact normal, unit, toward what was cast
    // Unit, of the triangle or the surface there, on the side of what was cast. Of a sliver, whose height is under 1e-5 of its shorter
    // edges, it is the contact normal: its plane is not known well enough.
    lope_vec3 surface_normal;
    double depth; // > 0: started inside
} lope_level_hit;

// Coordinates from 1e30 up find nothing. The nearest hit; ties go to the lower (id, triangle). One-sided triangles are met from their front only by rays and sweeps.
LOPE_API bool lope_level_ray(const lope_level *level, lope_point from, lope_point motion, lope_filter filter,
                             lope_level_hit *hit);
LOPE_API bool lope_level_sweep(const lope_level *level, const lope_capsule *capsule, lope_point motion, lope_filter filter,
                               lope_level_hit *hit);
// Every body's shape that the capsule overlaps by more than 0, one hit a triangle or primitive, ordered by (id, triangle). Writes up
// to `capacity` and returns how many there are in all.
LOPE_API uint32_t lope_level_overlap(const lope_level *level, const lope_capsule *capsule, lope_filter filter,
                                     lope_level_hit *hits, uint32_t capacity);
// Ids of bodies whose bounds touch `bounds`, ascending. Writes up to `capacity`, returns how many there are in all.
LOPE_API uint32_t lope_level_bodies_in(const lope_level *level, const lope_bounds *bounds, lope_filter filter, uint64_t *ids,
                                       uint32_t capacity);

// Calls back for every triangle of a body in world space (boxes, hulls, cylinders, spheres and capsules cut into triangles), for
// drawing. Stops when the callback returns false.
typedef bool (*lope_triangle_visitor)(void *context, const lope_point corners[3], uint32_t triangle);
LOPE_API lope_result lope_level_visit_triangles(const lope_level *level, lope_body body, lope_triangle_visitor visit,
                                                void *context);

// The level as surroundings. Valid while the level lives.
LOPE_API lope_surroundings lope_level_surroundings(const lope_level *level);

#ifdef __cplusplus
}
#endif
#endif
