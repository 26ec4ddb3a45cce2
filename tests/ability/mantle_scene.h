// mantle_scene.h - ledges of many kinds, a character before them, and what must come of a mantle.
//
// Everything is laid out with y up and the wall's face at x = 0, then turned so that another direction is up.
// What must come is worked out from the layout alone (mantle_due). Read next: mantle_scene.c.
#ifndef TESTS_ABILITY_MANTLE_SCENE_H
#define TESTS_ABILITY_MANTLE_SCENE_H

#include <lope/lope.h>

typedef enum mantle_shape {
    MANTLE_BOX,
    MANTLE_MESH,
    MANTLE_CORNER,      // a brush turned by 45 degrees
    MANTLE_CORNER_MESH, // the same as triangles
    MANTLE_THIN,        // a wall of 0.1 m
    MANTLE_CEILING,     // `extra` m above the ledge
    MANTLE_ROOF,        // of slats, 2.2 m above the ground
    MANTLE_SLATS,       // the top is slats
    MANTLE_MOVING,      // by `extra`: 2 m/s away, toward, aside; aside and faster and faster; 1 m/s up
    MANTLE_TURNING,     // 90 degrees a second
    MANTLE_SINKING,     // 0.5 m/s
    MANTLE_STAIRS,      // steps of 0.3 m
    MANTLE_SLOPE,       // the top rises by `extra` degrees
    MANTLE_SHAPES
} mantle_shape;

typedef struct mantle_case {
    mantle_shape shape;
    double height; // m, of the ledge above the feet
    double angle;  // degrees, of the approach
    double gap;    // m, between capsule and wall
    double speed;  // m/s
    double above;  // m: the feet above the ground; 0: on it
    double radius; // m
    double extra;
    int up;       // 0 to 3
    double rate;  // ticks a second
    uint32_t way; // lope_mantle_way
} mantle_case;

#define MANTLE_BOXES 40

// A box of the layout: half sizes about a center. ledge: it belongs to the ledge's body.
typedef struct mantle_block {
    lope_point center, half;
    double turn; // rad about y
    bool ledge;
} mantle_block;

typedef struct mantle_scene {
    mantle_case what;
    lope_level *level;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_mantle_settings settings;
    lope_state state;
    lope_input input;
    lope_report report;
    lope_body ledges[MANTLE_BOXES];
    lope_transform at[MANTLE_BOXES]; // of the ledge's bodies in the ledge's frame
    uint32_t ledge_count;
    mantle_block blocks[MANTLE_BOXES];
    uint32_t block_count;
    lope_quat turn; // from the layout to the world
    uint32_t ability;
    double time;
    double began, ended; // s, of the mantle; negative: not yet
} mantle_scene;

// What may come of a press.
typedef struct mantle_due {
    bool starts;         // it may start
    uint32_t reasons[5]; // or be refused so; LOPE_REFUSAL_NONE: no more
} mantle_due;

// Makes a scene. The character has pressed nothing yet.
void mantle_scene_open(mantle_scene *scene, const mantle_case *what);
void mantle_scene_close(mantle_scene *scene);

// Presses jump, or lets it go, in the next tick; the stick points at the wall.
void mantle_scene_press(mantle_scene *scene, bool down);

// Runs a tick. Returns what lope_move returned.
lope_result mantle_scene_tick(mantle_scene *scene);

// Returns the ledge's pose in the layout at a time (s).
lope_transform mantle_scene_pose(const mantle_scene *scene, double time);

// Returns a place of the world as the ledge sees it now.
lope_point mantle_scene_seen(const mantle_scene *scene, lope_point world);

// Returns how deep (m) the capsule is in the layout's boxes now; below 0: its distance.
double mantle_scene_depth(const mantle_scene *scene);

// Returns what must come of the press.
mantle_due mantle_scene_due(const mantle_case *what);

// Returns how long (s) a mantle takes.
double mantle_seconds(double height, bool in_air);

const char *mantle_shape_name(mantle_shape shape);

#endif
