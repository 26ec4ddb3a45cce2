// frame.h - where the space of a scenario's file stands in the world: turned, then moved.
#ifndef LOPE_SCENE_FRAME_H
#define LOPE_SCENE_FRAME_H

#include "motion.h"

#include <lope/vec.h>

typedef struct lope_scene_frame {
    lope_scene_quat turn;
    lope_point origin; // m
} lope_scene_frame;

// Returns where a point of the file stands in the world.
lope_point lope_scene_frame_point(const lope_scene_frame *frame, lope_point p);

// Returns a vector of the file as the world sees it: turned, not moved.
lope_vec3 lope_scene_frame_vector(const lope_scene_frame *frame, lope_point v);

// Returns a pose of the file as the world has it.
lope_transform lope_scene_place(const lope_scene_frame *frame, const lope_scene_pose *pose);

#endif
