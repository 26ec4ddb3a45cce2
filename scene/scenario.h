// scenario.h - a scenario file in memory: a level's pieces, the characters and what they are told to do.
//
// Everything is as the file has it (its own axes, degrees, seconds); turn and origin are applied by the
// player. What a file may hold is in docs and in the readers; any fault is one line that names the path and
// what would be right. Read next: player.h, which plays it.
#ifndef LOPE_SCENE_SCENARIO_H
#define LOPE_SCENE_SCENARIO_H

#include "arena.h"
#include "catalog.h"
#include "mesh.h"
#include "mesh_units.h"
#include "motion.h"

#include <lope/camera.h>
#include <lope/lope.h>

typedef enum lope_scene_shape {
    LOPE_SCENE_MESH,
    LOPE_SCENE_TRIANGLES,
    LOPE_SCENE_BOX,
    LOPE_SCENE_SPHERE,
    LOPE_SCENE_CAPSULE,
    LOPE_SCENE_CYLINDER,
    LOPE_SCENE_HULL,
    LOPE_SCENE_HEIGHT_FIELD,
    LOPE_SCENE_SHAPE_COUNT
} lope_scene_shape;

typedef struct lope_scene_piece {
    char *name;      // NULL: none
    char number[12]; // its place in the level, for what has no name
    lope_scene_shape shape;
    lope_scene_mesh mesh;  // mesh, triangles; scale is baked in
    const char *mesh_file; // that it was read from; NULL: none
    lope_point size;       // box: full size; sphere: radius in x; capsule, cylinder: radius, height
    float *numbers;        // hull: points; height field: heights
    uint32_t point_count, columns, rows;
    double cell; // m
    lope_scene_pose pose;
    lope_scene_motion motion;
    bool as_mesh, as_hulls;
    lope_surface surface;
    uint32_t channels;
    lope_sides sides;
    bool nav;           // a navigation surface, in nobody's way
    double mass;        // kg, of a dynamic body; 0: none
    bool is_volume;     // it stands in `volumes`
    lope_volume volume; // in the file's space
    char **tags;        // of a volume
    uint32_t tag_count;
} lope_scene_piece;

// What an entry of an input list holds.
enum {
    LOPE_SCENE_HAS_MOVE = 1,
    LOPE_SCENE_HAS_STICK = 2,
    LOPE_SCENE_HAS_LOOK = 4,
    LOPE_SCENE_HAS_TURN = 8,
    LOPE_SCENE_HAS_JUMP = 16,
    LOPE_SCENE_HAS_LAUNCH = 32,
    LOPE_SCENE_HAS_IMPULSE = 64,
    LOPE_SCENE_HAS_FORCE = 128,
    LOPE_SCENE_HAS_MODE = 256,
    LOPE_SCENE_HAS_TELEPORT = 512,
    LOPE_SCENE_HAS_RANDOM = 1024,
    LOPE_SCENE_HAS_CROUCH = 1u << 11,
    LOPE_SCENE_HAS_RESIZE = 1u << 12,
    LOPE_SCENE_HAS_LAYER = 1u << 20,
    LOPE_SCENE_HAS_END_LAYER = 1u << 21,
    LOPE_SCENE_HAS_ROOT_MOTION = 1u << 22,
    LOPE_SCENE_HAS_DROP = 1u << 23,
    LOPE_SCENE_HAS_LOCK_ON = 1u << 24,
    LOPE_SCENE_HAS_FLICK = 1u << 25,
    LOPE_SCENE_HAS_GOAL = 1u << 28
};

// A seeded wanderer: see lope_scene_wanderer_draw in player_input.c.
typedef struct lope_scene_random {
    uint64_t seed;
    double every, jump; // s; probability
    double crouch;      // probability
    bool move;
} lope_scene_random;

typedef struct lope_scene_radial {
    lope_point origin;
    double radius, strength; // m; N s, N, or m/s and m/s2
    uint32_t falloff;        // lope_falloff
    bool is_force, given;
} lope_scene_radial;

// An animation that moves its character, in the character's frame: x right, y up, z back.
typedef struct lope_scene_root_motion {
    lope_point translation; // m, in all
    double yaw, duration;   // degrees, in all; s
    uint32_t flags;         // LOPE_LAYER_...
} lope_scene_root_motion;

typedef struct lope_scene_entry {
    double t;     // s
    uint32_t has; // LOPE_SCENE_HAS_...
    lope_point move, launch, impulse, force, teleport;
    double stick_right, stick_forward, look_yaw, look_pitch, turn; // degrees, degrees a second
    bool jump, override_horizontal, override_vertical, velocity_change;
    uint32_t mode;
    lope_scene_random random;
    bool crouch, teleport_free;
    uint32_t buttons_given; // LOPE_BUTTON_... of the abilities that the entry names
    uint32_t buttons;       // of these the ones that are down
    lope_layer layer;       // in the file's space
    uint32_t end_layer;
    lope_scene_root_motion root_motion;
    double resize_radius, resize_height; // m; 0: stays as it is
    lope_point *path;                    // to follow
    uint32_t path_count;
    bool has_path;
    double acceptance; // m; 0: the capsule's radius
    lope_scene_radial radial;
    double knockback; // s
    uint32_t forbid;  // LOPE_FORBID_...
    bool has_forbid;
    double pitch_input, yaw_input;      // degrees, added once
    int32_t ignores_look, ignores_move; // 1, 0 or -1: on their counters
    char *lock_on;                      // name of a character or piece; NULL with HAS_LOCK_ON: none
    double flick[2];                    // the look stick, -1 to 1: right, up
    lope_point goal;                    // to go to by the navigation mesh
} lope_scene_entry;

// A character's camera.
typedef struct lope_scene_camera {
    bool on; // there is one
    lope_camera_settings rig;
    lope_point place, target; // in the file's space
    lope_point *rail;
    uint32_t rail_count;
    bool has_target, left_side, look_along_view;
} lope_scene_camera;

// The navigation mesh of the level. Numbers 0: lope_recast_def's defaults.
typedef struct lope_scene_navigation_def {
    bool given;
    double cell, cell_height, drop_height; // m
    uint32_t tile_cells;
    bool links, moving;
} lope_scene_navigation_def;

typedef struct lope_scene_character {
    char *name;
    lope_point feet, velocity, up; // up zero: against gravity
    double yaw;                    // degrees
    double radius, height;         // m
    uint32_t mode;                 // 0: by the floor
    lope_moveset moveset;
    char *curve_names[LOPE_CURVES]; // of the moveset's curves; NULL: none
    uint32_t channels;
    bool no_stand;             // others jump off its head
    uint32_t overlap_channels; // channels; may be none
    uint32_t count;            // instances, on a grid from `feet` on: rows along x, then along z
    double spacing;            // m
    double time_scale;         // of its own time
    char *lock_on;             // name of a character or piece, from the start on; NULL: none
    double soft_lock;          // s, half-life of a soft lock; 0: a hard one
    lope_scene_entry start;    // a path from the start on, has_path; nothing else of it is read
    bool avoids;               // others, by `avoidance`
    lope_avoidance_settings avoidance;
    lope_scene_entry *input;
    uint32_t input_count;
    lope_scene_camera camera;
    bool has_goal;
    lope_point goal; // to go to from the start on
    bool put_back;   // at `feet`, when it has fallen out of the level
} lope_scene_character;

typedef struct lope_scenario {
    char *file, *name, *about;  // name: the file's own name when it gives none
    double tick_rate, duration; // Hz, s
    double time_scale;          // of the world's time
    bool bullet;                // its world is Bullet's, not the embedded level
    lope_point gravity, origin;
    lope_scene_quat turn;
    lope_scene_piece *pieces; // the level's, then the volumes
    lope_scene_character *characters;
    uint32_t piece_count, character_count;
    uint32_t level_count;     // pieces of the level
    const char *channels[32]; // names by bit
    uint32_t channel_count;
    lope_scene_navigation_def navigation;
    lope_scene_catalog catalog; // that it was loaded with
    lope_scene_arena arena;
} lope_scenario;

// Returns NULL on a fault. catalog: modes and abilities that characters may have, copied but for what it
// points to; NULL: none but the built-in ones.
lope_scenario *lope_scenario_load(const char *file, const lope_scene_catalog *catalog, lope_scene_fault *fault);
// A mesh on its own, and one character that wanders by `seed` for `duration` seconds from `feet` on, and is
// put back there when it has fallen out of the level. units: of the file; NULL: metres, y up.
lope_scenario *lope_scenario_wander(const char *mesh_file, const lope_scene_units *units, uint64_t seed, double duration,
                                    lope_scene_fault *fault);
void lope_scenario_free(lope_scenario *scenario); // NULL is fine

#endif
