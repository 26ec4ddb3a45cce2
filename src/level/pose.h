// pose.h - where a body is over a tick: its pose, motion and bounds. Read next: pose.c.
#ifndef LOPE_LEVEL_POSE_H
#define LOPE_LEVEL_POSE_H

#include "level/body.h"

// Checks a pose and makes its rotation unit; all zero becomes none. names: of the two fields, for the error.
// Returns LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE and leaves `out` as it was when it is no pose.
lope_result lope_pose_read(lope_point position, lope_quat rotation, const char *const names[2], lope_transform *out,
                           lope_error *error);
// Puts a body at a pose at both ends of the tick, without motion. Does not touch bounds and tree.
void lope_body_stand(lope_level_body *body, const lope_transform *pose);
// Has a body go from `start` to `pose` during the tick, and finds motion and bounds. Does not touch the tree.
void lope_body_go(lope_level_body *body, const lope_transform *start, const lope_transform *pose);
// Finds the world bounds over the motion.
void lope_body_update_bounds(lope_level_body *body);
// Puts a body into the tree of its kind, or where its bounds are now. fresh: it is not in it yet.
void lope_level_update_leaf(lope_level *level, uint32_t index, bool fresh);
// Takes a body out of the lists of those with a motion and of those that have a pose function.
void lope_level_drop_motion(lope_level *level, uint32_t index);
// Returns LOPE_OK when a definition's pose function is for a moving body and tells a pose now, or refuses it.
lope_result lope_pose_at_check(const lope_level *level, const lope_body_def *def, lope_error *error);
// Asks a body's pose function for a tick that ends at `time` (s). Returns false when it tells no pose.
bool lope_pose_at_ask(const lope_level_body *body, uint64_t tick, double time, lope_transform *pose);
// Gives a body that is being added its definition's pose function, if there is one: it stands where that
// says.
void lope_pose_at_begin(lope_level *level, uint32_t index, const lope_body_def *def);

#endif
