// body.h - the definitions of a level's bodies: meshes, height fields and convex shapes, static or moving.
//
// In all definitions zero means the default. The arrays that they point to are copied. Read next: level.h.
#ifndef LOPE_BODY_H
#define LOPE_BODY_H

#include <lope/surroundings.h>

#ifdef __cplusplus
extern "C" {
#endif

// A body of a level. All zero is no body. Becomes stale when the body is removed: then each call refuses it
// with LOPE_ERROR_HANDLE, or finds nothing.
typedef struct lope_body {
    uint32_t index, generation;
} lope_body;

// A callback that tells where a moving body is at the end of a tick. tick: the tick's number. time: s, at its
// end. *pose: holds where the body is now. Returns false when it stays there. It is asked for other ticks
// too, out of order, and perhaps on several threads at one time. So it must depend on its arguments alone,
// and on data that never changes. It must not change the level.
typedef bool (*lope_pose_at)(void *context, uint64_t tick, double time, lope_transform *pose);

// What all bodies have in common. Zero: a static, solid body at the origin.
typedef struct lope_body_def {
    lope_point position; // m; maps larger than floats can hold are bodies with a position each
    lope_quat rotation;  // all zero: none; else made unit (a length under 1e-6 otherwise is refused)
    bool moving;         // true: set_pose may be called every tick; false: set_pose is a level edit
    uint64_t id;         // stable, below 2^62; 0: the order of creation, from 1. Taken: LOPE_ERROR_DUPLICATE
    uint32_t channels;   // 0: LOPE_CHANNEL_SOLID; with a volume LOPE_CHANNEL_VOLUME
    lope_surface surface;
    const lope_volume *volume; // what is different inside; NULL: nothing. Not for meshes and height fields
    void *user;                // the game's own
    lope_error *error;         // optional
    // Optional: where a moving body is in every tick, in place of lope_level_set_pose. NULL: it is told.
    lope_pose_at pose_at;
    void *pose_context;
} lope_body_def;

// Which sides of a mesh's triangles are met.
typedef enum lope_sides {
    // Closed parts are solid. Inside-out ones that lie whole in a solid are hollows in it: rooms. Other
    // inside-out parts, and open ones, are met from both sides.
    LOPE_SIDES_AUTO = 0,
    LOPE_SIDES_TWO, // met from both sides everywhere
    LOPE_SIDES_ONE  // trusted: every triangle is the outside of something solid
} lope_sides;

// Triangles, counter-clockwise seen from the outside.
typedef struct lope_mesh_def {
    lope_body_def body;
    const float *points; // x, y, z each, m, in the body's frame
    uint32_t point_count;
    uint32_t point_stride;   // bytes from point to point; 0: 12
    const uint32_t *indices; // 3 a triangle; NULL: 0, 1, 2, ... (triangle_count 0: point_count / 3)
    uint32_t triangle_count;
    uint32_t sides;    // lope_sides
    bool nav;          // a navigation surface: nothing meets it, nav walkers go over it; not moving
    lope_error *error; // optional; also body.error is filled
} lope_mesh_def;

// The height (m) of a point where there is a hole.
#define LOPE_HOLE (-3.0e38f)
// Points on a grid: column i, row j stands at
// ((i - (columns - 1) / 2) * cell, heights[j * columns + i], (j - (rows - 1) / 2) * cell).
// It is open: met from both sides. A NaN height is refused.
typedef struct lope_height_field_def {
    lope_body_def body;
    const float *heights;   // columns * rows, m; LOPE_HOLE: a hole
    uint32_t columns, rows; // at least 2 each
    float cell;             // m, at least 0.0001
    lope_error *error;      // optional; also body.error is filled
} lope_height_field_def;

// A box about the body's origin.
typedef struct lope_box_def {
    lope_body_def body;
    lope_vec3 size; // m, full size, > 0 each
} lope_box_def;

// A sphere about the body's origin.
typedef struct lope_sphere_def {
    lope_body_def body;
    float radius; // m, > 0
} lope_sphere_def;

// A capsule along the body's y axis, about its origin.
typedef struct lope_capsule_def {
    lope_body_def body;
    float radius, height; // m; the whole height, >= 2 * radius
} lope_capsule_def;

// A cylinder along the body's y axis, about its origin.
typedef struct lope_cylinder_def {
    lope_body_def body;
    float radius, height; // m, > 0 each
} lope_cylinder_def;

// The convex hull of points (4 or more, not in one plane); points inside are dropped.
typedef struct lope_hull_def {
    lope_body_def body;
    const float *points;                // x, y, z each, m, in the body's frame
    uint32_t point_count, point_stride; // bytes from point to point; 0: 12
} lope_hull_def;

#ifdef __cplusplus
}
#endif
#endif
