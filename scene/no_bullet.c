// no_bullet.c - stands in for bullet.cpp where Bullet was not found: scenarios that want it are refused when they are read.
#include "bullet.h"

#include "bullet_here.h"

lope_scene_bullet *lope_scene_bullet_create(const lope_scenario *scenario, const lope_scene_frame *frame, lope_level *level,
                                            const lope_scene_bodies *bodies, lope_scene_fault *fault)
{
    (void)frame;
    (void)level;
    (void)bodies;
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: world: " LOPE_SCENE_NO_BULLET, scenario->file);
    return NULL;
}

void lope_scene_bullet_destroy(lope_scene_bullet *bullet) { (void)bullet; }

lope_surroundings lope_scene_bullet_surroundings(lope_scene_bullet *bullet)
{
    (void)bullet;
    return (lope_surroundings){0};
}

void lope_scene_bullet_set_pose(lope_scene_bullet *bullet, uint64_t id, const lope_transform *pose)
{
    (void)bullet;
    (void)id;
    (void)pose;
}

lope_result lope_scene_bullet_update(lope_scene_bullet *bullet)
{
    (void)bullet;
    return LOPE_ERROR_STATE;
}

void lope_scene_bullet_step(lope_scene_bullet *bullet, const lope_push *pushes, uint32_t count, double dt)
{
    (void)bullet;
    (void)pushes;
    (void)count;
    (void)dt;
}

bool lope_scene_bullet_pose(const lope_scene_bullet *bullet, uint64_t id, lope_transform *pose, lope_vec3 *velocity)
{
    (void)bullet;
    (void)id;
    (void)pose;
    (void)velocity;
    return false;
}
