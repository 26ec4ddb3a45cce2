// bullet_yard.h - a world of Bullet with one of each of its shapes, built and moved by Bullet's calls alone.
#ifndef TESTS_ADAPTERS_BULLET_YARD_H
#define TESTS_ADAPTERS_BULLET_YARD_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bullet_yard bullet_yard;

// What stands in it, by user index (the id):
//  1 plane y = 0; 2 box of 2 x 0.6 x 2 turned by 30 degrees; 3 sphere of 0.7; 4 capsule of 0.4, 3 long along x; 5 cylinder of 0.5, 3 long
//  along z; 6 hull, a pyramid of 2 x 1 x 2; 7 compound of two boxes; 8 mesh of a box, of size 1, scaled by 2 x 0.8 x 2; 9 height field of
//  9 x 9 points at 0.5 m; 10 kinematic box of 2 x 1 x 2 at (0, 0.5, z) that comes and goes; 20 dynamic box of 1 m and 10 kg, out of the way
bullet_yard *bullet_yard_make(void);
void bullet_yard_destroy(bullet_yard *yard);
void *bullet_yard_world(bullet_yard *yard);

float bullet_yard_height(uint32_t column, uint32_t row); // m, of 9
double bullet_yard_lift(double time);                    // m: z of body 10
void bullet_yard_set_time(bullet_yard *yard, double time);
void bullet_yard_step(bullet_yard *yard, float dt);
lope_point bullet_yard_velocity(const bullet_yard *yard, int body); // m/s
void bullet_yard_remove(bullet_yard *yard, int body);
void bullet_yard_set_group(bullet_yard *yard, int body, int group, int mask);

#ifdef __cplusplus
}
#endif
#endif
