// bullet.h - the calls of Bullet that the benchmarks compare with, in C: queries on a level, and its kinematic characters.
// Read next: bullet.cpp.
#ifndef LOPE_BENCH_BULLET_H
#define LOPE_BENCH_BULLET_H

#include <lope/shape.h>
#include <lope/surroundings.h>

#include "obj.h"

#ifdef __cplusplus
extern "C" {
#endif

// A btCollisionWorld with one static body: a btBvhTriangleMeshShape of the mesh, or the flat walk's box.
typedef struct bullet_world bullet_world;

// margin: m, of the mesh; 0 leaves its surface where the triangles are, negative leaves Bullet's own 0.04.
bullet_world *bullet_world_mesh(const obj_mesh *mesh, double margin);
bullet_world *bullet_world_flat(void);
void bullet_world_destroy(bullet_world *world);

// The closest hit. rayTest, convexSweepTest without allowed penetration.
bool bullet_ray(bullet_world *world, lope_point from, lope_point motion, double *fraction);
// Capsules stand along y.
bool bullet_sweep(bullet_world *world, const lope_capsule *capsule, lope_point motion, double *fraction);
// The same with a ball: of its lower end.
bool bullet_sweep_sphere(bullet_world *world, const lope_capsule *capsule, lope_point motion, double *fraction);
// The world through lope's adapter. It lives as long as the world.
lope_surroundings bullet_surroundings(bullet_world *world);
// contactTest: contacts with the capsule that are no farther than its surface; *depth is the deepest's.
uint32_t bullet_overlap(bullet_world *world, const lope_capsule *capsule, double *depth);

// Characters: a btKinematicCharacterController each, on a btPairCachingGhostObject; they meet the level, not each other.
typedef struct bullet_crowd bullet_crowd;

bullet_crowd *bullet_crowd_make(bullet_world *world, uint32_t count);
void bullet_crowd_destroy(bullet_crowd *crowd);
void bullet_crowd_place(bullet_crowd *crowd, uint32_t character, lope_point feet);
void bullet_crowd_head(bullet_crowd *crowd, uint32_t character, double x, double z); // m a tick
void bullet_crowd_step(bullet_crowd *crowd, double dt);                              // updateAction of each
lope_point bullet_crowd_feet(const bullet_crowd *crowd, uint32_t character);
bool bullet_crowd_grounded(const bullet_crowd *crowd, uint32_t character);

#ifdef __cplusplus
}
#endif
#endif
