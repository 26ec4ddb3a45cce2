// lines.h - thin bodies of LOPE_CHANNEL_ROPE on a stage, for tests of ropes and ziplines. Read next: yard.h.
#ifndef TESTS_ABILITY_LINES_H
#define TESTS_ABILITY_LINES_H

#include "yard.h"

// Returns where a capsule along y from one place to another stands, in the world.
static inline lope_transform line_pose(const stage *s, lope_point from, lope_point to)
{
    const lope_point along = lope_point_sub(to, from), middle = lope_point_scale(lope_point_add(from, to), 0.5);
    const lope_quat lean = lope_quat_to_up(lope_point_to_vec3(lope_point_scale(along, 1 / lope_point_length(along))));
    return (lope_transform){lope_point_add(s->origin, lope_quat_rotate_point(s->turn, middle)),
                            lope_quat_normalize(lope_quat_multiply(s->turn, lean))};
}

// Adds a line of 2 cm between two places of the scene.
static inline lope_body line_add(stage *s, lope_point from, lope_point to, bool moving)
{
    const lope_transform pose = line_pose(s, from, to);
    const lope_capsule_def def = {
        .body = {.position = pose.position, .rotation = pose.rotation, .channels = LOPE_CHANNEL_ROPE, .moving = moving},
        .radius = 0.02f,
        .height = (float)lope_point_length(lope_point_sub(to, from))};
    return lope_level_add_capsule(s->level, &def);
}

// Moves a line there by the next tick's end.
static inline void line_carry(stage *s, lope_body body, lope_point from, lope_point to)
{
    const lope_transform pose = line_pose(s, from, to);
    assert_int_equal(lope_level_set_pose(s->level, body, &pose), LOPE_OK);
}

#endif
