// body.h - what a level is made of: bodies, their shapes, and the trees over them. Internal to this folder.
// Read next: level.c, then add.c (how bodies come), gather.c and query.c (how they are asked).
#ifndef LOPE_LEVEL_BODY_H
#define LOPE_LEVEL_BODY_H

#include "base/handle.h"
#include "level/frame.h"
#include "level/height_field.h"
#include "level/hull.h"
#include "level/ids.h"
#include "level/mesh.h"
#include "level/tree.h"

#include <lope/level.h>

typedef enum lope_body_kind {
    LOPE_BODY_MESH,
    LOPE_BODY_HEIGHT_FIELD,
    LOPE_BODY_BOX,
    LOPE_BODY_SPHERE,
    LOPE_BODY_CAPSULE,
    LOPE_BODY_CYLINDER,
    LOPE_BODY_HULL
} lope_body_kind;

// A body's shape in its own frame. Sizes are those of the definition: whole, not half.
typedef struct lope_body_shape {
    lope_body_kind kind;
    union {
        lope_mesh mesh;
        lope_height_field field;
        lope_solid_hull hull;
        lope_vec3 box; // m, full size
        struct {
            float radius, height;
        } round; // m; a sphere has no height
    } as;
} lope_body_shape;

typedef struct lope_level_body {
    uint64_t id;
    lope_transform pose;  // at the end of the coming tick
    lope_transform start; // where it is; the same for what does not move
    lope_motion motion;   // from start to pose
    lope_frame frame;     // of pose
    lope_bounds local;    // of the shape in its frame
    lope_bounds bounds;   // in the world, over the motion
    double reach;         // m, from the origin to the farthest corner of `local`
    lope_surface surface;
    lope_volume volume;
    void *user;
    lope_body_shape shape;
    uint32_t channels;
    uint32_t leaf; // in the tree of its kind
    bool has_volume;
    bool nav;           // a navigation surface: on no channel
    bool moving, moved; // moved: stands in the level's list of what has a motion
} lope_level_body;

struct lope_level {
    lope_allocator allocator;
    lope_log log;
    lope_handle_pool pool;
    lope_level_body *bodies; // by handle.index; only live ones mean something
    size_t body_capacity;
    lope_tree trees[2]; // 0: static, 1: moving
    lope_ids ids;
    uint32_t *moved; // indices of bodies with a motion
    size_t moved_capacity;
    uint32_t moved_count;
    uint32_t moving_count;
    uint32_t nav_count;         // navigation surfaces
    uint32_t on_channel[2][32]; // static and moving bodies on each
    uint32_t channels[2];       // that there are any static and moving bodies on
    uint64_t created;           // bodies ever added: gives ids
    uint64_t revision;
};

// NULL when stale.
lope_level_body *lope_level_body_at(const lope_level *level, lope_body body);

// Takes the shape over, on success only. shape's bounds are found here.
lope_body lope_level_body_add(lope_level *level, const lope_body_def *def, const lope_body_shape *shape, lope_error *error);
// From now on it is a navigation surface.
void lope_level_body_is_nav(lope_level *level, lope_body body);
// All that can be said against a definition without looking at its shape.
lope_result lope_level_body_check(const lope_level *level, const lope_body_def *def, lope_error *error);

void lope_body_shape_free(lope_body_shape *shape, const lope_allocator *allocator);
lope_bounds lope_body_shape_bounds(const lope_body_shape *shape);
// For bodies that are one solid: the shape in the body's frame. False for meshes and height fields.
bool lope_body_solid(const lope_level_body *body, lope_shape *shape);

static inline bool lope_body_passes(const lope_level_body *body, lope_filter filter)
{
    return (body->channels & filter.channels) != 0 && body->id != filter.ignore;
}

// volume.c
lope_result lope_volume_check(const lope_volume *volume, lope_error *error);
bool lope_volume_fits(const lope_body_shape *shape); // a volume needs a convex one
void lope_level_count_channels(lope_level *level, const lope_level_body *body, bool came);

// How far a point at distance 1 from the origin strays, at most, from the straight line between where a turn by `angle` radians
// starts and ends: 1 - cos(angle / 2), from above.
static inline double lope_turn_stray(lope_vec3 rotation)
{
    double angle = lope_point_length(lope_vec3_to_point(rotation)), stray = angle * angle * 0.125;
    return stray < 1 ? stray : 1;
}

#endif
