// scene.h - a character in a level with bodies that move by functions of time, for tests of the animation
// report.
//
// The scene may stand turned and far away: what is put in is turned, and what is read back is turned back.
// `scene_report` asks for a report, `scene_tick` is the game. Read next: scene.c.
#ifndef LOPE_TESTS_ANIMATION_SCENE_H
#define LOPE_TESTS_ANIMATION_SCENE_H

#include <lope/lope.h>

#define SCENE_PLACES 16

typedef struct scene {
    lope_level *level;
    lope_surroundings surroundings;
    lope_nearby *nearby, *ahead; // of the game, and of the reports
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_input input; // in the scene's coordinates
    lope_animation_state memory;
    lope_animation_settings settings;
    lope_report report; // of the last tick
    lope_quat turn;
    lope_point origin;
    float seconds; // a tick
    double time;
    uint64_t tick;
    bool moves; // reports know where bodies will be
    lope_body_place places[SCENE_PLACES];
    lope_level_view view;
    lope_surroundings then;
} scene;

// Makes a scene; rate: Hz.
void scene_open(scene *s, lope_quat turn, lope_point origin, double rate);
void scene_close(scene *s);
// Sets a field of the tuning.
void scene_tune(scene *s, const char *name, double value);
// Adds a box by its centre and size, lifted by `degrees` about z.
lope_body scene_box(scene *s, double x, double y, double z, double sx, double sy, double sz, double degrees);
// Adds a box that moves. pose: where it is, in the scene's coordinates.
typedef lope_transform scene_pose(double time);
lope_body scene_moving_box(scene *s, scene_pose *pose, double sx, double sy, double sz);
// Puts the character there.
void scene_place(scene *s, double x, double y, double z, double vx, double vy, double vz);
// The input with its direction in the world.
lope_input scene_input(const scene *s);
// One tick, and the memory's.
void scene_tick(scene *s);
// Asks for a report; fails the test when it is refused.
void scene_ask(scene *s, lope_animation_report *report);
// A point of the world, or a vector, in the scene's coordinates.
lope_point scene_of(const scene *s, lope_point world);
lope_point scene_vector_of(const scene *s, lope_vec3 world);
// A vector of the scene in the world.
lope_point scene_to_world(const scene *s, lope_point v);

// A turn and a place far away, for the second half of a test's cases.
#define SCENE_FRAMES 3
void scene_frame(int which, lope_quat *turn, lope_point *origin);

#endif
