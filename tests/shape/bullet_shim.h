// bullet_shim.h - the few calls of Bullet that test_bullet.c needs, in C.
#ifndef TESTS_SHAPE_BULLET_SHIM_H
#define TESTS_SHAPE_BULLET_SHIM_H

#include <lope/shape.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bullet_room bullet_room;

bullet_room *bullet_room_make(void);
void bullet_room_destroy(bullet_room *room);

// Puts the one shape in (in place of the last). A triangle becomes a triangle mesh of one. Margins are 0
// where Bullet adds them to the surface or rounds edges by them, and the radius for the round ones, so that
// the surfaces are lope's.
void bullet_room_set(bullet_room *room, const lope_shape *shape);

// btCollisionWorld::convexSweepTest with no allowed penetration.
bool bullet_room_sweep(bullet_room *room, const lope_capsule *capsule, lope_point motion, double *fraction, lope_point *normal);

#ifdef __cplusplus
}
#endif
#endif
