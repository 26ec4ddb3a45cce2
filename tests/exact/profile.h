// profile.h - levels that are one outline drawn along x and y and drawn out along z, in several kinds of
// shape; and a walker in them.
//
// The same outline as boxes, as one closed mesh of large quads, as one open mesh cut at 0.1 m in both
// directions, as convex hulls; and, for ledges, as upright cylinders of which the outline is the cut through
// the axis. The outline is also the second opinion: profile_depth knows how deep a capsule is in it without
// asking the library. Read next: test_steps.c.
#ifndef LOPE_TESTS_PROFILE_H
#define LOPE_TESTS_PROFILE_H

#include <lope/lope.h>

typedef enum profile_form {
    PROFILE_BOXES,
    PROFILE_QUADS,
    PROFILE_TESSELLATED,
    PROFILE_HULLS,
    PROFILE_CYLINDERS,
    PROFILE_FORM_COUNT
} profile_form;
extern const char *const profile_form_names[PROFILE_FORM_COUNT];

#define PROFILE_PARTS 80
#define PROFILE_CELL 0.1 // m, of the tessellated form

// A rectangle with its upper side from (x, y) by `length` in a direction `degrees` above +x, and `thick`
// below that.
typedef struct profile_slab {
    double x, y, degrees, length, thick;
    bool ground; // also there in the form of cylinders
} profile_slab;

// A convex polygon, corners counter-clockwise seen from +z: in place of slabs in the forms of meshes and
// hulls.
typedef struct profile_polygon {
    double corners[6][2];
    int count;
} profile_polygon;

typedef struct profile_round {
    double axis, radius, top, bottom; // upright cylinder through (axis, z = 0)
} profile_round;

typedef struct profile {
    profile_slab slabs[PROFILE_PARTS];
    int slab_count;
    int polygons_from; // slabs from here on are only for the form of boxes; polygons stand for them in the others
    profile_polygon polygons[4];
    int polygon_count;
    profile_round rounds[4];
    int round_count;
    double line[PROFILE_PARTS][2]; // the outline from left to right, air to the left of its direction
    int line_count;
    double half_width; // along z
} profile;

void profile_start(profile *p, double half_width);
void profile_add(profile *p, double x, double y, double degrees, double length, double thick);
void profile_add_ground(profile *p, double x, double y, double degrees, double length, double thick);
// From here on slabs are for the form of boxes only.
void profile_polygons(profile *p);
void profile_add_polygon(profile *p, double corners[][2], int count);
void profile_add_round(profile *p, double axis, double radius, double top, double bottom);
void profile_point(profile *p, double x, double y);

// Fails the running test when the library refuses a shape.
lope_level *profile_build(const profile *p, profile_form form);

// How deep a capsule is in the outline seen along z, m; negative: its distance.
double profile_depth(const profile *p, double x, double y, double radius, double height);

// The x at which a capsule that stands on a plane through the origin, rising `degrees` along x, meets the
// outline's parts from x = 0 on (those that start left of it are left out) when it comes from the left.
double profile_contact(const profile *p, double degrees, double radius, double height);

// One character in a level, moved by lope_move.
typedef struct walker {
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_tuning tuning;
    lope_moveset moveset;
    lope_state state;
    lope_input input;
    lope_report report;
} walker;

void walker_open(walker *w, const lope_level *level);
void walker_close(walker *w);
// Makes the moveset of w->tuning, after it was changed.
void walker_tune(walker *w);
// Puts it there with that velocity, forgetting everything. mode 0: walking where there is floor.
void walker_place(walker *w, double x, double y, double z, float radius, float height, double vx, double vz, uint32_t mode);
// Fails the running test when the tick is refused or gives what is not finite.
void walker_tick(walker *w, float dt);
bool walker_grounded(const walker *w);

#endif
