// frame.c - turns and moves points, vectors and poses of a scenario's file into the world.
#include "frame.h"

lope_point lope_scene_frame_point(const lope_scene_frame *frame, lope_point p)
{
    return lope_point_add(lope_scene_quat_rotate(frame->turn, p), frame->origin);
}

lope_vec3 lope_scene_frame_vector(const lope_scene_frame *frame, lope_point v)
{
    return lope_point_to_vec3(lope_scene_quat_rotate(frame->turn, v));
}

lope_transform lope_scene_place(const lope_scene_frame *frame, const lope_scene_pose *pose)
{
    lope_transform t;
    t.position = lope_scene_frame_point(frame, pose->position);
    t.rotation = lope_scene_quat_to_float(lope_scene_quat_normalize(lope_scene_quat_multiply(frame->turn, pose->rotation)));
    return t;
}
