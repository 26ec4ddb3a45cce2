// bullet.h - a scenario's world in Bullet: its pieces as Bullet's bodies, stepped by Bullet, read by characters through adapters/bullet.
//
// Of a tick: moving pieces get their pose (bullet_set_pose), bullet_update, the characters step, bullet_step applies what they pushed and
// steps Bullet by the same time. Bullet's origin lies at the scenario's, so its floats stay small. Built where Bullet was found
// (bullet.cpp); elsewhere no_bullet.c says so.
#ifndef LOPE_SCENE_BULLET_H
#define LOPE_SCENE_BULLET_H

#include <lope/lope.h>

#ifdef __cplusplus
#include <cmath> // before what is included as C
extern "C" {
#endif

#include "player_private.h"

// All bodies of the player's level anew in Bullet, under their ids; dynamic where their piece has a mass. The level must stay: volumes are
// read from it. NULL on a fault.
lope_scene_bullet *lope_scene_bullet_create(const lope_scenario *scenario, const lope_scene_frame *frame, lope_level *level,
                                            const lope_scene_bodies *bodies, lope_scene_fault *fault);
void lope_scene_bullet_destroy(lope_scene_bullet *bullet); // NULL is fine
lope_surroundings lope_scene_bullet_surroundings(lope_scene_bullet *bullet);
void lope_scene_bullet_set_pose(lope_scene_bullet *bullet, uint64_t id, const lope_transform *pose);
lope_result lope_scene_bullet_update(lope_scene_bullet *bullet);
void lope_scene_bullet_step(lope_scene_bullet *bullet, const lope_push *pushes, uint32_t count, double dt);
// Where a body is; false: there is none of that id.
bool lope_scene_bullet_pose(const lope_scene_bullet *bullet, uint64_t id, lope_transform *pose, lope_vec3 *velocity);

#ifdef __cplusplus
}
#endif
#endif
