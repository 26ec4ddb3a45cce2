// abilities_scene.h - a level for abilities out of a fuzzer's bytes: a floor, and pieces on it that abilities
// need (walls, ledges, ladders, ropes, ziplines, low bars, water, slopes), still or moving.
//
// What stands in the way is known to one judge for each character too. Everything is given with y up about
// the origin, in metres, and turned and scaled on its way into the level. Read next: fuzz_abilities.c.
#ifndef LOPE_FUZZ_ABILITIES_SCENE_H
#define LOPE_FUZZ_ABILITIES_SCENE_H

#include "bytes.h"

#include "../soup/judge_world.h"

#include <lope/lope.h>

#define SCENE_PEOPLE 4  // characters
#define SCENE_BODIES 96 // that move

// The kinds of pieces. A seed's fifth byte names the one that the first character stands before.
typedef enum scene_kind {
    SCENE_WALL,
    SCENE_CORRIDOR,
    SCENE_OBSTACLE,
    SCENE_BLOCK,
    SCENE_MARKER,
    SCENE_LADDER,
    SCENE_CLIMB,
    SCENE_ROPE,
    SCENE_ZIPLINE,
    SCENE_BAR,
    SCENE_RAMP,
    SCENE_WATER,
    SCENE_STAIRS,
    SCENE_MESH,
    SCENE_FIELD,
    SCENE_GAP,
    SCENE_ROUND,
    SCENE_BELT,
    SCENE_CORNER,
    SCENE_PLANET,
    SCENE_KINDS
} scene_kind;

// A body that moves: to and fro, and about an axis through its piece.
typedef struct scene_mover {
    lope_transform rest;
    lope_point center, velocity; // m; m/s
    lope_vec3 axis;
    double spin, period, reach; // rad/s; s until it turns back; m, of its farthest point from the center
    int first, count;           // things of the judges
} scene_mover;

typedef struct scene {
    lope_error error; // of the body that is added
    bytes *b;
    lope_level *level;
    bool trace;
    lope_quat turn;
    lope_point origin;
    double unit; // of a metre
    int people;
    judge_world judges[SCENE_PEOPLE];
    scene_mover *movers; // SCENE_BODIES
    int mover_count;
    uint32_t shapes;  // in the level, as a character's work counts them
    double belt;      // m/s, of the fastest conveyor
    lope_point perch; // m, in the scene: where a character comes into the air beside the first piece
    // the piece under work
    lope_point at;
    double yaw; // rad
    bool moving;
    lope_point velocity;
    double spin, period;
} scene;

// Fills an empty level. what: the first piece. more: how many others.
void scene_build(scene *s, uint32_t what, uint32_t more);
void scene_free(scene *s);
// Tells the judges where the moving bodies are at a time.
void scene_follow(scene *s, double time);
// Returns the fastest point of a moving body within `far` m of its piece, m/s.
double scene_fastest(const scene *s, double far);
// Of a place or a direction of the scene, in the world.
lope_point scene_place(const scene *s, lope_point p);
lope_vec3 scene_direction(const scene *s, lope_point p);

#endif
