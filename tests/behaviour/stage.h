// stage.h - scenes for behaviour tests: a level, one character and its log of events, driven through
// lope_move.
//
// All coordinates are the scene's own. A stage may stand turned and far away (stage_open_at): what is read
// back is turned and shifted back, so one test body serves every frame. Solids come in three forms with the
// same outside: primitive boxes, one triangle mesh of all, or convex hulls. Read next: any test_*.c beside
// this file.
#ifndef LOPE_TESTS_STAGE_H
#define LOPE_TESTS_STAGE_H

#include <lope/lope.h>

#include "brute.h"

typedef enum stage_form { STAGE_BOXES, STAGE_MESH, STAGE_HULLS, STAGE_FORM_COUNT } stage_form;
extern const char *const stage_form_names[STAGE_FORM_COUNT];

#define STAGE_TRIANGLES 4096
#define STAGE_EVENTS 8192

typedef struct stage_event {
    double time;   // s since the start, the event's own instant
    uint64_t tick; // from 1
    lope_event event;
} stage_event;

typedef struct stage {
    lope_level *level;
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_input input;       // moves in scene coordinates; stage_tick turns them
    lope_requests requests; // that go with the input
    lope_report report;     // of the last tick
    stage_form form;
    lope_quat turn;
    lope_point origin;
    double time;
    uint64_t tick;
    // every triangle of every solid, in scene coordinates, for second opinions
    brute_triangle *triangles;
    int triangle_count;
    int mesh_from; // triangles from here on belong to the mesh that stage_flush has still to add
    stage_event *events;
    int event_count;
} stage;

stage *stage_open(stage_form form);
stage *stage_open_at(stage_form form, lope_quat turn, lope_point origin);
// The same of boxes, with a floor and a walker that has stood on it for a millisecond.
stage *stage_on_floor(void);
void stage_close(stage *s);

// Sets a tuning field by name; for all later ticks.
void stage_tune(stage *s, const char *name, double value);

// A box by its lower and upper corner.
lope_body stage_box(stage *s, double x0, double y0, double z0, double x1, double y1, double z1);
// A box of a size turned by `degrees` about z (positive lifts +x) and then by `yaw` degrees about y, centred
// at x, y, z.
lope_body stage_tilted_box(stage *s, double x, double y, double z, double sx, double sy, double sz, double degrees, double yaw);
// An upright wall with a triangle as its plan: points (x, z) counter-clockwise seen from above, i.e. from z
// toward x; from y0 to y1. A hull in place of a box.
void stage_blade(stage *s, const double plan[3][2], double y0, double y1);
// A ramp with a surface that passes through (x, y, z) and rises toward +x turned by yaw; `length` up the slope,
// 1 m thick. Its foot reaches 2 m further down, so that its upper face starts below y.
void stage_ramp(stage *s, double x, double y, double z, double degrees, double yaw, double length, double width);
// A floor 100 by 100 m, top at y = 0.
void stage_floor(stage *s);
// One open triangle sheet of two triangles: a, b, c, d counter-clockwise seen from the front.
void stage_sheet(stage *s, brute_point a, brute_point b, brute_point c, brute_point d);
// A body that moves: a box of a size, centred at x, y, z. Not in stage_depth. stage_carry says where it is at
// the next tick's end.
lope_body stage_moving_box(stage *s, double x, double y, double z, double sx, double sy, double sz);
// A volume: a box by its lower and upper corner. Its gravity is in scene coordinates. Not in stage_depth;
// `moving` ones are carried as boxes are.
lope_body stage_volume(stage *s, double x0, double y0, double z0, double x1, double y1, double z1, bool moving,
                       const lope_volume *volume);
void stage_carry(stage *s, lope_body body, double x, double y, double z);
// With STAGE_MESH: adds what has gathered up as one mesh. Called by stage_place.
void stage_flush(stage *s);

// Puts the character there, at rest, and forgets the log. mode 0: the library decides.
void stage_place(stage *s, double x, double y, double z, uint32_t mode);
// The state in scene coordinates.
brute_point stage_feet(const stage *s);
brute_point stage_velocity(const stage *s);
void stage_set_velocity(stage *s, double x, double y, double z);
double stage_speed(const stage *s); // horizontal

void stage_move(stage *s, double x, double z); // the stick, kept
// One tick. Fails the test when it is refused or gives a number that is not finite. Buttons in input.pressed
// and requests are used up.
void stage_tick(stage *s, float dt);
void stage_run(stage *s, double seconds, float rate);

int stage_count(const stage *s, lope_event_kind kind);
const stage_event *stage_first(const stage *s, lope_event_kind kind); // NULL: none
const stage_event *stage_last(const stage *s, lope_event_kind kind);
// How deep the capsule is in the stage's triangles: the radius less the distance of its core; 0 when clear.
double stage_depth(const stage *s);
bool stage_walking(const stage *s);

#endif
