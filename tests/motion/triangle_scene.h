// triangle_scene.h - triangles about a capsule with its feet at zero, and the seeded numbers to draw them by. Read
// next: test_shortlist.c, test_triangle_cull.c.
#ifndef LOPE_TESTS_TRIANGLE_SCENE_H
#define LOPE_TESTS_TRIANGLE_SCENE_H

#include "../behaviour/check.h"
#include "motion/query/shortlist.h"

#define SCENE_TRIANGLES 8

typedef struct triangle_scene {
    lope_vec3 corners[SCENE_TRIANGLES][3]; // m
    bool two_sided[SCENE_TRIANGLES];
    uint32_t count;
    lope_nearby *nearby; // the caller destroys it
    lope_near_self self;
    lope_surroundings around;
    lope_space space;
    lope_shortlist list;
} triangle_scene;

// Seeds the numbers by LOPE_SEED, else by 1, and prints the seed.
void scene_seed(void);
double scene_draw(void); // from 0 to 1
double scene_between(double low, double high);
lope_point scene_unit_of(lope_point v);
lope_point scene_any_unit(void);

// Gathers the scene's triangles, out to `wide` units, about a capsule of that up and radius (m). unit: of the world.
void scene_look(triangle_scene *scene, lope_point up, double radius, double unit, double wide);

#endif
