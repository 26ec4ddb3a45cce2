// rim_scene.h - a ledge with a polygon as its plan, of several kinds of body, a character of any size before
// it, and the closed form of the way along its rim, for tests.
//
// The scene's up is y. The closed form knows nothing of the library: the axis keeps `off` from the wall along
// sides and round outer corners; at an inner corner it stays, and the character turns.
// Read next: test_ledge_rim.c.
#ifndef TESTS_ABILITY_RIM_SCENE_H
#define TESTS_ABILITY_RIM_SCENE_H

#include "../behaviour/check.h"

#include <lope/lope.h>

#define RIM_SIDES 256
#define RIM_CELL 0.1 // m, of a height field

// What the ledge is made of.
typedef enum rim_kind {
    RIM_MESH,     // one closed mesh
    RIM_HULL,     // one convex hull
    RIM_WEDGES,   // a hull for each side, together as the polygon
    RIM_CYLINDER, // a cylinder; the polygon has many sides and stands for it
    RIM_BOX,      // a box, of four sides
    RIM_PIT,      // a mesh round the polygon: the character is inside of it
    RIM_BLOCKS,   // a hull for each side, round the polygon
    RIM_FIELD,    // a height field, of four sides along its grid: rim_field
    RIM_KINDS
} rim_kind;

// Where the character is on the rim.
typedef struct rim_place {
    double x, z;   // m, of the axis
    double nx, nz; // unit, away from the wall
} rim_place;

// One side of the polygon, and the corner behind it.
typedef struct rim_side {
    double ax, az, tx, tz, nx, nz; // its start; unit, along it; unit, away from the wall
    double length, from, to;       // m; the part of it that is gone along
    double turn;                   // rad at the corner; positive: an outer one
    double begins;                 // m of way, at `from`
} rim_side;

typedef struct rim_scene {
    lope_level *level;
    lope_nearby *nearby;
    lope_surroundings surroundings;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
    lope_quat turn;
    lope_point origin;
    rim_kind kind;
    int sides;
    double corner[RIM_SIDES][2]; // m, x and z; the solid is to the left as z is up and x is right
    rim_side side[RIM_SIDES];
    double round;          // m of way once round
    double top;            // m
    double off;            // m, of the axis from the wall
    double radius, height; // m, of the capsule
    uint32_t ability;
    uint32_t channels; // of the bodies; 0: what is solid
    bool moves;
    double spin;           // rad/s about the polygon's origin
    lope_point velocity;   // m/s, in the scene
    double time;           // s
    lope_transform motion; // of the ledge by now
    lope_body bodies[RIM_SIDES];
    lope_transform at[RIM_SIDES]; // of the bodies, in the ledge
    int body_count;
} rim_scene;

// A scene without a ledge yet: `frame` is a direction of gravity, from 0 to 3.
void rim_open(rim_scene *s, int frame, double radius, double height);
void rim_close(rim_scene *s);
// Has the ledge move from time 0 on: before it is built.
void rim_moves(rim_scene *s, double spin, lope_point velocity);
// Sets the polygon: regular with a circumscribed radius, turned by an angle (rad).
void rim_regular(rim_scene *s, int sides, double radius, double angle);
// Sets the polygon of a height field: a rectangle of so many cells.
void rim_field(rim_scene *s, int columns, int rows);
// Builds the ledge from `bottom` to `top` of the scene's polygon.
void rim_build(rim_scene *s, rim_kind kind, double bottom, double top);
// Puts the character into the air before the rim at a way (m), `gap` farther off than it hangs.
void rim_place_before(rim_scene *s, double way, double gap, double above);
// Sets the stick in the ledge's plane as it is now.
void rim_stick(rim_scene *s, double x, double z);
// One tick; the ledge moves along. Fails when it is refused.
void rim_tick(rim_scene *s, double seconds);

// Where the axis is after a way (m) counted in the corners' order, from the first side's start.
rim_place rim_at(const rim_scene *s, double way);
// The feet in the ledge.
lope_point rim_feet(const rim_scene *s);
// The distance of the axis from the polygon's outline, m; the level distance of the feet.
double rim_distance(const rim_scene *s);
// How deep the capsule is in the ledge, m; negative: it is clear.
double rim_depth(const rim_scene *s);
// The level direction in which the character faces, in the ledge.
lope_point rim_facing(const rim_scene *s);
// The phase of the ledge hang; 99: it is not active.
uint32_t rim_phase(const rim_scene *s);

#endif
