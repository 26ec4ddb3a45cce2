// body.h - the data of a level: its bodies, and the trees over them. Internal to this folder.
// Read next: level.c, then add.c (how bodies come), gather.c and query.c (how they are asked).
#ifndef LOPE_LEVEL_BODY_H
#define LOPE_LEVEL_BODY_H

#include "base/handle.h"
#include "level/body_shape.h"
#include "level/frame.h"
#include "level/ids.h"
#include "level/tree.h"

#include <lope/level.h>

// A body of a level.
typedef struct lope_level_body {
    uint64_t id;
    lope_transform pose;  // at the end of the coming tick
    lope_transform start; // at the start of the tick; equal to `pose` for a body at rest
    lope_motion motion;   // from start to pose
    lope_frame frame;     // of `pose`
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
    bool nav;             // a navigation surface: on no channel
    uint32_t edits;       // poses that a static body was given
    lope_pose_at pose_at; // where a moving body is in each tick; NULL: it is told
    void *pose_context;
    bool moving, moved; // moved: stands in the level's list of what has a motion
} lope_level_body;

// A level: its bodies by handle index, with one tree for static and one for moving bodies.
struct lope_level {
    lope_allocator allocator;
    lope_log log;
    lope_handle_pool pool;
    lope_level_body *bodies; // by handle.index; only live ones are valid
    size_t body_capacity;
    lope_tree trees[2]; // 0: static, 1: moving
    lope_ids ids;
    uint32_t *moved; // indices of bodies with a motion
    size_t moved_capacity;
    uint32_t moved_count;
    uint32_t *posed; // indices of bodies that have a pose function
    size_t posed_capacity;
    uint32_t posed_count;
    uint32_t moving_count;
    uint32_t nav_count;         // navigation surfaces
    uint32_t on_channel[2][32]; // static and moving bodies on each
    uint32_t channels[2];       // channels with any static, and with any moving body
    uint64_t created;           // bodies ever added: the source of ids
    uint64_t revision;
    uint64_t tick; // of the last begin_tick or set_clock, and its time, s
    double time;
    bool busy;          // a world moves characters among the bodies: they may only be read
    bool told_of_edits; // the log was told that a static body is posed again and again
};

// Returns the body of a handle, or NULL when the handle is stale or the level is NULL.
lope_level_body *lope_level_body_at(const lope_level *level, lope_body body);

// Fills in the shape of a body that is one solid, in the body's frame. Returns false for meshes and height
// fields.
bool lope_body_solid(const lope_level_body *body, lope_shape *shape);

// Returns whether a filter lets a body through.
static inline bool lope_body_passes(const lope_level_body *body, lope_filter filter)
{
    return (body->channels & filter.channels) != 0 && body->id != filter.ignore;
}

#endif
