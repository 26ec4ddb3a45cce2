// pose.c - where bodies are over a tick: poses given one by one, or by a function of the tick.
//
// A body stands at `start` when the tick begins and at `pose` when it ends; its motion leads from one to the
// other. lope_level_end_tick makes the pose of each body that moved its new start. A pose function is asked
// once a tick, for the tick's end, and its answer is taken as if lope_level_set_pose had given it. Read next:
// view.c, for the same at other ticks.
#include "level/pose.h"

#include "base/error.h"

#include <stdio.h>
#include <string.h>

// m. Moving bodies lie in their tree with this much air, so that small moves do not touch the tree.
#define MOVING_AIR 0.1

lope_result lope_pose_read(lope_point position, lope_quat rotation, const char *const names[2], lope_transform *out,
                           lope_error *error)
{
    if (!lope_finite_point(position))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, names[0], "has a number that is not finite");
    if (!lope_finite(rotation.x) || !lope_finite(rotation.y) || !lope_finite(rotation.z) || !lope_finite(rotation.w))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, names[1], "has a number that is not finite");
    double x = (double)rotation.x, y = (double)rotation.y, z = (double)rotation.z, w = (double)rotation.w;
    double length = sqrt(x * x + y * y + z * z + w * w);
    bool none = !(x < 0 || x > 0 || y < 0 || y > 0 || z < 0 || z > 0 || w < 0 || w > 0);
    if (!none && length < 1e-6)
        return lope_refuse(error, LOPE_ERROR_RANGE, names[1], "has a length of %g: give a unit quaternion, or all zero for none",
                           length);
    out->position = position;
    out->rotation = lope_quat_identity();
    if (none) return LOPE_OK;
    out->rotation.x = (float)(x / length);
    out->rotation.y = (float)(y / length);
    out->rotation.z = (float)(z / length);
    out->rotation.w = (float)(w / length);
    return LOPE_OK;
}

// ---- one body ---------------------------------------------------------------------------------------------

// Sets the pose of a body and its frame.
static void pose_put(lope_level_body *b, const lope_transform *pose)
{
    b->pose = *pose;
    b->frame = lope_frame_make(pose);
}

// Returns the turn from one rotation to another as an axis times an angle, in world space, the short way
// round.
static lope_vec3 rotation_between(lope_quat from, lope_quat to)
{
    lope_quat q = lope_quat_multiply(to, lope_quat_conjugate(from));
    if (q.w < 0) q.x = -q.x, q.y = -q.y, q.z = -q.z, q.w = -q.w;
    lope_vec3 axis = lope_vec3_make(q.x, q.y, q.z);
    float sine = lope_vec3_length(axis);
    // Below this the angle is twice its half's sine to every digit of a float.
    if (sine < 1e-4f) return lope_vec3_scale(axis, 2.0f);
    return lope_vec3_scale(axis, 2.0f * lope_atan2(sine, q.w) / sine);
}

// Returns whether two rotations are equal to the bit.
static bool rotation_same(lope_quat a, lope_quat b) { return memcmp(&a, &b, sizeof a) == 0; }

// The bounds hold both ends of the motion, and the bulge of a turn between them.
void lope_body_update_bounds(lope_level_body *b)
{
    lope_bounds end = lope_frame_turn_bounds(&b->frame, b->local, false);
    if (!b->moved) {
        b->bounds = lope_bounds_move(end, b->pose.position);
        return;
    }
    lope_frame before = lope_frame_make(&b->start);
    lope_bounds both = lope_bounds_join(end, lope_frame_turn_bounds(&before, b->local, false));
    both = lope_bounds_grow(both, b->reach * lope_turn_stray(b->motion.rotation));
    b->bounds = lope_bounds_join(lope_bounds_move(both, b->pose.position), lope_bounds_move(both, b->start.position));
}

void lope_body_stand(lope_level_body *b, const lope_transform *pose)
{
    pose_put(b, pose);
    b->start = *pose;
    memset(&b->motion, 0, sizeof b->motion);
}

void lope_body_go(lope_level_body *b, const lope_transform *start, const lope_transform *pose)
{
    pose_put(b, pose);
    b->start = *start;
    b->moved = true;
    b->motion.displacement = lope_point_sub(pose->position, start->position);
    b->motion.rotation = lope_vec3_make(0, 0, 0);
    if (!rotation_same(start->rotation, pose->rotation)) b->motion.rotation = rotation_between(start->rotation, pose->rotation);
    lope_body_update_bounds(b);
}

void lope_level_update_leaf(lope_level *level, uint32_t index, bool fresh)
{
    lope_level_body *b = &level->bodies[index];
    lope_tree *tree = &level->trees[b->moving ? 1 : 0];
    if (!fresh && b->moving && lope_bounds_within(&b->bounds, &tree->nodes[b->leaf].bounds)) return;
    if (!fresh) lope_tree_remove(tree, b->leaf);
    lope_bounds bounds = b->moving ? lope_bounds_grow(b->bounds, MOVING_AIR) : b->bounds;
    b->leaf = lope_tree_insert(tree, &bounds, index);
}

// ---- poses that are given ---------------------------------------------------------------------------------

// Sets the pose of a moving body at the tick's end. The rotation is unit already.
static void move_body(lope_level *level, uint32_t index, const lope_transform *to)
{
    lope_level_body *b = &level->bodies[index];
    const lope_transform start = b->start;
    if (!b->moved) level->moved[level->moved_count++] = index;
    lope_body_go(b, &start, to);
    lope_level_update_leaf(level, index, false);
}

// Tells the log of a static body that is posed a second time: it looks like a platform that was not made
// `moving`.
static void tell_of_edits(lope_level *level, const lope_level_body *b)
{
    if (level->told_of_edits || !level->log.write) return;
    level->told_of_edits = true;
    char line[192];
    snprintf(line, sizeof line,
             "body %llu is not `moving`: each lope_level_set_pose edits the level, and carries nothing (told once)",
             (unsigned long long)b->id);
    level->log.write(level->log.context, line);
}

lope_result lope_level_set_pose(lope_level *level, lope_body body, const lope_transform *pose)
{
    static const char *const names[2] = {"pose.position", "pose.rotation"};
    lope_transform to;
    if (!level || !pose) return LOPE_ERROR_NULL;
    lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    lope_result result = lope_pose_read(pose->position, pose->rotation, names, &to, NULL);
    if (result != LOPE_OK) return result;
    if (level->busy || b->pose_at) return LOPE_ERROR_STATE;
    if (b->moving) {
        move_body(level, body.index, &to);
        return LOPE_OK;
    }
    lope_body_stand(b, &to);
    lope_body_update_bounds(b);
    lope_level_update_leaf(level, body.index, false);
    level->revision++;
    if (++b->edits == 2) tell_of_edits(level, b);
    return LOPE_OK;
}

// Makes where a body has come to its new start.
static void arrive(lope_level *level, uint32_t index)
{
    lope_level_body *b = &level->bodies[index];
    b->start = b->pose;
    memset(&b->motion, 0, sizeof b->motion);
    b->moved = false;
    lope_body_update_bounds(b);
    lope_level_update_leaf(level, index, false);
}

void lope_level_end_tick(lope_level *level)
{
    if (!level || level->busy) return;
    for (uint32_t i = 0; i < level->moved_count; ++i) arrive(level, level->moved[i]);
    level->moved_count = 0;
}

// Removes a body from a list, when it is there. The last one takes its place.
static void drop(uint32_t *list, uint32_t *count, uint32_t index)
{
    for (uint32_t i = 0; i < *count; ++i) {
        if (list[i] != index) continue;
        list[i] = list[--*count];
        return;
    }
}

void lope_level_drop_motion(lope_level *level, uint32_t index)
{
    const lope_level_body *b = &level->bodies[index];
    if (b->moved) drop(level->moved, &level->moved_count, index);
    if (b->pose_at) drop(level->posed, &level->posed_count, index);
}

// ---- poses by a function of the tick ----------------------------------------------------------------------

bool lope_pose_at_ask(const lope_level_body *b, uint64_t tick, double time, lope_transform *pose)
{
    static const char *const names[2] = {"pose.position", "pose.rotation"};
    lope_transform told = b->pose;
    if (!b->pose_at(b->pose_context, tick, time, &told)) return false;
    return lope_pose_read(told.position, told.rotation, names, pose, NULL) == LOPE_OK;
}

lope_result lope_pose_at_check(const lope_level *level, const lope_body_def *def, lope_error *error)
{
    static const char *const names[2] = {"pose_at", "pose_at"};
    lope_transform told = {.position = def->position, .rotation = def->rotation}, pose;
    if (!def->pose_at) return LOPE_OK;
    if (!def->moving) return lope_refuse(error, LOPE_ERROR_STATE, "moving", "must be true for a body whose pose is a function");
    if (!def->pose_at(def->pose_context, level->tick, level->time, &told)) return LOPE_OK;
    return lope_pose_read(told.position, told.rotation, names, &pose, error);
}

// Puts a body at its function's pose of the level's tick, without motion.
static void stand_at(lope_level *level, uint32_t index)
{
    lope_level_body *b = &level->bodies[index];
    lope_transform pose;
    if (!lope_pose_at_ask(b, level->tick, level->time, &pose)) return;
    if (b->moved) drop(level->moved, &level->moved_count, index);
    pose_put(b, &pose);
    arrive(level, index);
}

void lope_pose_at_begin(lope_level *level, uint32_t index, const lope_body_def *def)
{
    lope_level_body *b = &level->bodies[index];
    if (!def->pose_at) return;
    b->pose_at = def->pose_at;
    b->pose_context = def->pose_context;
    level->posed[level->posed_count++] = index;
    stand_at(level, index);
}

lope_result lope_level_set_pose_at(lope_level *level, lope_body body, lope_pose_at pose_at, void *context)
{
    if (!level) return LOPE_ERROR_NULL;
    lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    if (level->busy || !b->moving) return LOPE_ERROR_STATE;
    if (b->pose_at && !pose_at) drop(level->posed, &level->posed_count, body.index);
    if (!b->pose_at && pose_at) level->posed[level->posed_count++] = body.index;
    b->pose_at = pose_at;
    b->pose_context = context;
    return LOPE_OK;
}

lope_result lope_level_set_clock(lope_level *level, uint64_t tick, double time)
{
    if (!level) return LOPE_ERROR_NULL;
    if (level->busy) return LOPE_ERROR_STATE;
    if (time - time != 0) return LOPE_ERROR_NOT_FINITE;
    level->tick = tick;
    level->time = time;
    level->busy = true; // the functions only read
    for (uint32_t i = 0; i < level->posed_count; ++i) stand_at(level, level->posed[i]);
    level->busy = false;
    return LOPE_OK;
}

lope_result lope_level_begin_tick(lope_level *level, uint64_t tick, double time)
{
    if (!level) return LOPE_ERROR_NULL;
    if (level->busy) return LOPE_ERROR_STATE;
    if (time - time != 0) return LOPE_ERROR_NOT_FINITE;
    level->tick = tick;
    level->time = time;
    level->busy = true;
    for (uint32_t i = 0; i < level->posed_count; ++i) {
        lope_transform to;
        if (lope_pose_at_ask(&level->bodies[level->posed[i]], tick, time, &to)) move_body(level, level->posed[i], &to);
    }
    level->busy = false;
    return LOPE_OK;
}
