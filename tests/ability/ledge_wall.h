// ledge_wall.h - walls of courses in one mesh, and what their tops are by construction.
//
// A wall is extruded along z. From the ground up it is courses, each with a face of its own: stacked boxes,
// bricks, one solid with setbacks, a plinth and a cornice, or open quads. Its front looks to -x. What a mantle
// may find is worked out from the courses alone (ledge_wall_tops). Read next: ledge_wall.c.
#ifndef TESTS_ABILITY_LEDGE_WALL_H
#define TESTS_ABILITY_LEDGE_WALL_H

#include "../behaviour/stage.h"

typedef enum ledge_wall_kind {
    LEDGE_STACK,   // boxes on each other, flush or some centimetres before and behind each other
    LEDGE_BRICKS,  // courses of bricks, with all their inner faces
    LEDGE_FACADE,  // one solid, or a stack, with setbacks of some centimetres
    LEDGE_CORNICE, // a plinth before it, and a cornice over it
    LEDGE_QUADS,   // a front and tops without anything behind
    LEDGE_KINDS
} ledge_wall_kind;
extern const char *const ledge_wall_names[LEDGE_KINDS];

typedef enum ledge_wall_form { LEDGE_MESH, LEDGE_BOXES, LEDGE_HEIGHTS, LEDGE_FORMS } ledge_wall_form;
extern const char *const ledge_form_names[LEDGE_FORMS];

#define LEDGE_COURSES 32
#define LEDGE_CELL 0.04 // m, of a height field
#define LEDGE_WIDE 1.4  // m: half of a wall's width

typedef struct ledge_course {
    double face, low, high; // m: its front's x, and its heights
} ledge_course;

typedef struct ledge_wall {
    ledge_wall_kind kind;
    ledge_wall_form form;
    int count;
    ledge_course courses[LEDGE_COURSES]; // from the ground up
    double back;                         // m: x of the far side
    bool solid;                          // without inner faces
} ledge_wall;

// A top that lies open.
typedef struct ledge_top {
    double edge, height; // m: x of its front edge
    double depth;        // m, to the next face or to the far side
} ledge_top;

// Returns a random number from a to b.
double ledge_random(double a, double b);
// Begins the random numbers anew.
void ledge_seed(uint32_t seed);
// Draws a wall.
void ledge_wall_draw(ledge_wall *wall, ledge_wall_kind kind, ledge_wall_form form);
// Adds it to a stage, cut into triangles at random.
void ledge_wall_add(stage *s, const ledge_wall *wall);
// Finds the open tops, from the lowest to the highest. Returns how many.
int ledge_wall_tops(const ledge_wall *wall, ledge_top tops[LEDGE_COURSES]);
// Returns how far (m) an upright capsule is from the wall; below 0: in it.
double ledge_wall_room(const ledge_wall *wall, double x, double y, double radius, double height);

#endif
