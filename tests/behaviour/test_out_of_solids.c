// test_out_of_solids.c - characters that a spawn or a teleport puts deep into solids: blocks, thin walls,
// planks, sunk floors, debris, corners, balls and pillars, meshes that are not convex, rooms of two shells,
// height fields, heaps and shelves, and bodies that move and turn; as boxes, closed meshes and hulls; upright
// and turned with their gravity, near and far from the origin; capsules of several sizes; at 20, 60 and 240
// ticks a second. An oracle that shares no code with the library (free_space.c) says how short a way out is.
//
// Poses are drawn from a seed that is printed. In the environment LOPE_POSES=n plays so many, LOPE_SEED=n
// others, LOPE_SCENE=name those of one scene, LOPE_POSE=n one of them. LOPE_POSES=10000 takes two minutes.
// Compilers may draw arguments in another order: then other poses come of one seed.
#include "check.h"
#include "free_space.h"
#include "stage.h"

#ifdef LOPE_QUICK
enum { POSES = 160 };
#else
enum { POSES = 640 };
#endif
#define MOST 9.0   // m, of a way that the oracle looks for
#define SURE 7.9   // m: a way up to this has to be found
#define STEP 0.025 // m, of the oracle
#define TIMES 1.25 // a way out may be so much longer than the oracle's
#define MORE 0.02  // and so many m
#define NEAR 2.5   // m: a way up to this is gone in the first tick, or in two when the first has left less than 2 cm of overlap
#define TIMES_LATE 1.5     // which may then be so much longer
#define TOUCH 1e-5         // m: a core nearer than this is in the solid, by the rounding of floats
#define CLEAR 1e-3         // m, of overlap that rounding of floats far away may leave
#define CLEAR_WALKING 2e-3 // m: over debris a snap to the floor may lead so deep for one tick; the next one frees it
#define FAULTS_TOLD 10     // of a scene, in words

typedef enum scene_kind {
    BLOCK,
    WALL,
    PLANK,
    DECK,
    DEBRIS,
    CORNER,
    ROUND,
    CHANNEL,
    FIELD,
    HEAP,
    SHELVES,
    LARGE,
    SLIT,
    ROOM,
    MOVING,
    LIFT,
    SCENES
} scene_kind;
static const char *const scene_names[SCENES] = {"block", "wall", "plank",   "deck",  "debris", "corner", "round",  "channel",
                                                "field", "heap", "shelves", "large", "slit",   "room",   "moving", "lift"};

// A box that moves, and is solid i of the oracle.
typedef struct mover {
    lope_body body;
    int solid;
    brute_point velocity;           // m/s
    double yaw, tilt, spin, tumble; // degrees about y and z, and how many a second
    double fastest;                 // m/s, of any of its points
} mover;

typedef struct scene {
    stage *s;
    free_space space;
    brute_point feet; // where the character is put
    uint32_t seed;
    int group;
    double rate;   // ticks/s
    double height; // m, standing
    double pushed; // m, by depenetration
    bool late;     // it was stuck for a tick
    bool crouches; // it may: then the oracle's way, a standing one's, is not the shortest, and it may fall by the height it lost
    mover movers[2];
    int mover_count;
    brute_triangle field[512];
    int faults;
} scene;

static double uniform(scene *c, double from, double to)
{
    c->seed = c->seed * 1664525u + 1013904223u;
    return from + (to - from) * ((double)(c->seed >> 8) / 16777216.0);
}

static int pick(scene *c, int count) { return (int)uniform(c, 0, (double)count - 1e-9); }

static lope_quat turned_about(double x, double y, double z, double degrees)
{
    double half = degrees * 3.14159265358979323846 / 360.0, length = sqrt(x * x + y * y + z * z);
    double s = sin(half) / length;
    lope_quat q = {(float)(x * s), (float)(y * s), (float)(z * s), (float)cos(half)};
    return q;
}

static lope_quat yaw_and_tilt(double yaw, double tilt)
{
    return lope_quat_multiply(turned_about(0, 1, 0, yaw), turned_about(0, 0, 1, tilt));
}

static void turn_axes(free_solid *solid, double yaw, double tilt)
{
    lope_quat q = yaw_and_tilt(yaw, tilt);
    for (int k = 0; k < 3; k++) {
        lope_point axis = lope_quat_rotate_point(q, lope_point_make(k == 0, k == 1, k == 2));
        solid->axis[k] = brute_make(axis.x, axis.y, axis.z);
    }
}

// A box, of the stage's form, turned by `tilt` about z and then by `yaw` about y.
static void add_box(scene *c, double x, double y, double z, double sx, double sy, double sz, double tilt, double yaw)
{
    stage_tilted_box(c->s, x, y, z, sx, sy, sz, tilt, yaw);
    free_solid solid = {.kind = FREE_BOX, .group = c->group++, .center = {x, y, z}, .half = {sx / 2, sy / 2, sz / 2}};
    turn_axes(&solid, yaw, tilt);
    solid.bound = 0.5 * sqrt(sx * sx + sy * sy + sz * sz);
    free_space_add(&c->space, &solid);
}

static lope_point world_of(const scene *c, brute_point p)
{
    return lope_point_add(c->s->origin, lope_quat_rotate_point(c->s->turn, lope_point_make(p.x, p.y, p.z)));
}

static void add_round(scene *c, bool ball, double x, double y, double z, double radius, double half)
{
    free_solid solid = {
        .kind = ball ? FREE_BALL : FREE_PILLAR, .group = c->group++, .center = {x, y, z}, .half = {radius, half, 0}};
    solid.bound = ball ? radius : sqrt(radius * radius + half * half);
    lope_body_def body = {.position = world_of(c, solid.center), .rotation = c->s->turn};
    lope_body added =
        ball ? lope_level_add_sphere(c->s->level, &(lope_sphere_def){.body = body, .radius = (float)radius})
             : lope_level_add_cylinder(c->s->level,
                                       &(lope_cylinder_def){.body = body, .radius = (float)radius, .height = (float)(2 * half)});
    assert_true(lope_level_valid(c->s->level, added));
    free_space_add(&c->space, &solid);
}

// A closed mesh that is not convex: an upright prism over an L, with arms of `arm`, so thick and high.
static void add_channel(scene *c, double arm, double thick, double high)
{
    const double plan[6][2] = {{0, 0}, {arm, 0}, {arm, thick}, {thick, thick}, {thick, arm}, {0, arm}};
    static const int caps[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    float points[36];
    uint32_t indices[60], n = 0;
    for (int i = 0; i < 12; i++) {
        points[3 * i] = (float)plan[i % 6][0];
        points[3 * i + 1] = i < 6 ? 0.0f : (float)high;
        points[3 * i + 2] = (float)plan[i % 6][1];
    }
    for (int i = 0; i < 4; i++) {
        const int *cap = caps[i];
        const uint32_t both[6] = {(uint32_t)cap[0],     (uint32_t)cap[1],     (uint32_t)cap[2],
                                  (uint32_t)cap[0] + 6, (uint32_t)cap[2] + 6, (uint32_t)cap[1] + 6};
        for (int k = 0; k < 6; k++) indices[n++] = both[k];
    }
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t j = (i + 1) % 6, side[6] = {i, i + 6, j + 6, i, j + 6, j};
        for (int k = 0; k < 6; k++) indices[n++] = side[k];
    }
    lope_mesh_def def = {.points = points, .point_count = 12, .indices = indices, .triangle_count = n / 3};
    def.body.position = c->s->origin;
    def.body.rotation = c->s->turn;
    lope_body body = lope_level_add_mesh(c->s->level, &def);
    lope_mesh_report report;
    assert_int_equal(lope_level_mesh_report(c->s->level, body, &report), LOPE_OK);
    assert_int_equal(report.parts_closed, 1);
    free_solid solid = {
        .kind = FREE_BOX, .group = c->group++, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .bound = 2 * arm + high};
    solid.center = brute_make(arm / 2, high / 2, thick / 2);
    solid.half[0] = arm / 2, solid.half[1] = high / 2, solid.half[2] = thick / 2;
    free_space_add(&c->space, &solid);
    solid.center = brute_make(thick / 2, high / 2, arm / 2);
    solid.half[0] = thick / 2, solid.half[2] = arm / 2;
    free_space_add(&c->space, &solid);
}

// A height field of 13 by 13 points, waves of up to half a metre.
static void add_field(scene *c)
{
    enum { N = 13 };
    static const double cell = 0.6;
    float heights[N * N];
    double wave = uniform(c, 0, 0.5), phase = uniform(c, 0, 6);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) heights[j * N + i] = (float)(wave * sin(phase + 0.9 * i) * cos(0.7 * j));
    lope_height_field_def def = {.heights = heights, .columns = N, .rows = N, .cell = (float)cell};
    def.body.position = c->s->origin;
    def.body.rotation = c->s->turn;
    assert_true(lope_level_valid(c->s->level, lope_level_add_height_field(c->s->level, &def)));
    int n = 0;
    for (int j = 0; j + 1 < N; j++)
        for (int i = 0; i + 1 < N; i++) {
            brute_point p[4];
            for (int k = 0; k < 4; k++)
                p[k] = brute_make((i + k % 2 - 6) * cell, (double)heights[(j + k / 2) * N + i + k % 2], (j + k / 2 - 6) * cell);
            c->field[n++] = (brute_triangle){{p[0], p[2], p[3]}};
            c->field[n++] = (brute_triangle){{p[0], p[3], p[1]}};
        }
    free_solid solid = {.kind = FREE_SHEET, .group = c->group++, .bound = 8, .triangles = c->field, .triangle_count = n};
    free_space_add(&c->space, &solid);
}

// Appends a box to a mesh of 8 points and 12 triangles a box, wound from outside or from inside.
static void append_shell(float *points, uint32_t *indices, const double half[3], double up, bool inside)
{
    static const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                       0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    uint32_t first = inside ? 8 : 0;
    for (uint32_t i = 0; i < 8; i++) {
        float *p = &points[3 * (first + i)];
        p[0] = (float)(i & 1 ? half[0] : -half[0]);
        p[1] = (float)(up + (i & 2 ? half[1] : -half[1]));
        p[2] = (float)(i & 4 ? half[2] : -half[2]);
    }
    for (uint32_t i = 0; i < 36; i++) indices[(inside ? 36 : 0) + i] = first + faces[inside ? 35 - i : i];
}

// A house of two closed shells in one mesh: a box of inner half sizes with walls so thick, which stands on
// the ground.
static void add_house(scene *c, const double inner[3], double thick)
{
    float points[48];
    uint32_t indices[72];
    double outer[3], up = inner[1] + thick;
    for (int k = 0; k < 3; k++) outer[k] = inner[k] + thick;
    append_shell(points, indices, outer, up, false);
    append_shell(points, indices, inner, up, true);
    lope_mesh_def def = {.points = points, .point_count = 16, .indices = indices, .triangle_count = 24};
    def.body.position = c->s->origin;
    def.body.rotation = c->s->turn;
    assert_true(lope_level_valid(c->s->level, lope_level_add_mesh(c->s->level, &def)));
    for (int wall = 0; wall < 6; wall++) {
        free_solid solid = {.kind = FREE_BOX, .group = c->group++, .axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        double center[3] = {0, up, 0};
        for (int k = 0; k < 3; k++) solid.half[k] = outer[k];
        center[wall / 2] += (wall % 2 ? 1 : -1) * (inner[wall / 2] + thick / 2);
        solid.half[wall / 2] = thick / 2;
        solid.center = brute_make(center[0], center[1], center[2]);
        solid.bound = sqrt(pow(outer[0], 2) + pow(outer[1], 2) + pow(outer[2], 2));
        free_space_add(&c->space, &solid);
    }
}

// Makes one thing of the walls of a house: what leaves one by its end goes through another.
static void join_walls(scene *c)
{
    for (int i = 2; i <= 6; i++) c->space.solids[i].group = 1; // after the floor
}

static lope_transform pose_of(const scene *c, const mover *m)
{
    lope_quat turn = lope_quat_multiply(c->s->turn, yaw_and_tilt(m->yaw, m->tilt));
    return (lope_transform){world_of(c, c->space.solids[m->solid].center), lope_quat_normalize(turn)};
}

// A body of the stage's form that moves and turns.
static void add_mover(scene *c, brute_point center, const double half[3], const mover *motion)
{
    mover *m = &c->movers[c->mover_count++];
    free_solid solid = {.kind = FREE_BOX, .group = c->group++, .center = center, .half = {half[0], half[1], half[2]}};
    solid.bound = sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    *m = *motion;
    m->solid = c->space.count;
    m->fastest = brute_length(m->velocity) + (fabs(m->spin) + fabs(m->tumble)) * 0.01746 * solid.bound;
    turn_axes(&solid, m->yaw, m->tilt);
    free_space_add(&c->space, &solid);
    float points[48];
    uint32_t indices[72];
    append_shell(points, indices, half, 0, false);
    lope_transform pose = pose_of(c, m);
    lope_body_def body = {.position = pose.position, .rotation = pose.rotation, .moving = true};
    lope_vec3 size = {(float)(2 * half[0]), (float)(2 * half[1]), (float)(2 * half[2])};
    lope_box_def box = {.body = body, .size = size};
    lope_mesh_def mesh = {.body = body, .points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
    lope_hull_def hull = {.body = body, .points = points, .point_count = 8};
    m->body = c->s->form == STAGE_BOXES  ? lope_level_add_box(c->s->level, &box)
              : c->s->form == STAGE_MESH ? lope_level_add_mesh(c->s->level, &mesh)
                                         : lope_level_add_hull(c->s->level, &hull);
    assert_true(lope_level_valid(c->s->level, m->body));
}

// One tick, in which the moving bodies go on.
static void tick(scene *c)
{
    double dt = 1 / c->rate;
    for (int i = 0; i < c->mover_count; i++) {
        mover *m = &c->movers[i];
        free_solid *solid = &c->space.solids[m->solid];
        solid->center = brute_add(solid->center, brute_scale(m->velocity, dt));
        m->yaw += m->spin * dt;
        m->tilt += m->tumble * dt;
        turn_axes(solid, m->yaw, m->tilt);
        lope_transform pose = pose_of(c, m);
        assert_int_equal(lope_level_set_pose(c->s->level, m->body, &pose), LOPE_OK);
    }
    stage_tick(c->s, (float)dt);
}

static void add_floor(scene *c) { add_box(c, 0, -0.5, 0, 60, 1, 60, 0, 0); }

static void put(scene *c, double x, double y, double z) { c->feet = brute_make(x, y, z); }

static void build_block(scene *c)
{
    double x = uniform(c, 1, 7), y = uniform(c, 1, 6), z = uniform(c, 1, 7);
    add_floor(c);
    add_box(c, 0, y / 2, 0, x, y, z, 0, uniform(c, 0, 90));
    put(c, uniform(c, -x, x) / 2, uniform(c, 0, y), uniform(c, -z, z) / 2);
}

static void build_wall(scene *c)
{
    double thick = uniform(c, 0.02, 0.3);
    add_floor(c);
    add_box(c, uniform(c, -0.35, 0.35), 1.5, 0, thick, 3, 6, 0, uniform(c, -20, 20));
    put(c, 0, 0, uniform(c, -3.2, 3.2));
}

static void build_plank(scene *c)
{
    double thick = uniform(c, 0.02, 0.3), high = uniform(c, 0, 1.9);
    add_floor(c);
    add_box(c, uniform(c, -1, 1), high + thick / 2, 0, uniform(c, 0.3, 3), thick, uniform(c, 0.3, 3), uniform(c, -10, 10),
            uniform(c, 0, 90));
    put(c, uniform(c, -1, 1), 0, uniform(c, -1, 1));
}

static void build_deck(scene *c)
{
    double thick = uniform(c, 0.02, 2);
    add_box(c, 0, -thick / 2, 0, 40, thick, 40, uniform(c, -20, 20), uniform(c, 0, 90));
    add_box(c, 0, -20.5, 0, 90, 1, 90, 0, 0);
    put(c, uniform(c, -3, 3), uniform(c, -2, 0.3), uniform(c, -3, 3));
}

static void build_debris(scene *c)
{
    add_floor(c);
    for (int i = 0; i < 24; i++)
        add_box(c, uniform(c, -2, 2), uniform(c, 0, 2.5), uniform(c, -2, 2), uniform(c, 0.1, 1.2), uniform(c, 0.1, 1.2),
                uniform(c, 0.1, 1.2), uniform(c, -60, 60), uniform(c, 0, 180));
    put(c, uniform(c, -2, 2), uniform(c, -0.3, 1), uniform(c, -2, 2));
}

static void build_corner(scene *c)
{
    double a = uniform(c, 0.05, 2), b = uniform(c, 0.05, 2), yaw = uniform(c, 70, 110);
    add_floor(c);
    add_box(c, 0, 2, 0, a, 4, 8, 0, 0);
    add_box(c, 0, 2, 0, b, 4, 8, 0, yaw);
    put(c, uniform(c, -1, 1), uniform(c, -0.2, 0.5), uniform(c, -1, 1));
}

static void build_round(scene *c)
{
    double radius = uniform(c, 0.3, 2.5);
    add_floor(c);
    bool ball = pick(c, 2);
    add_round(c, ball, 0, ball ? radius * uniform(c, 0, 1) : 1.5, 0, radius, uniform(c, 1.5, 3));
    add_round(c, !ball, uniform(c, -2, 2), 1, uniform(c, -2, 2), uniform(c, 0.2, 1), 1);
    put(c, uniform(c, -1, 1) * radius, uniform(c, 0, 1), uniform(c, -1, 1) * radius);
}

static void build_channel(scene *c)
{
    double arm = uniform(c, 2, 6), thick = uniform(c, 0.3, 1) * arm, high = uniform(c, 1, 5);
    add_channel(c, arm, thick, high);
    add_box(c, 0, -0.5, 0, 60, 1, 60, 0, 0);
    bool first = pick(c, 2);
    double along = uniform(c, -0.2, arm), across = uniform(c, -0.2, thick);
    put(c, first ? along : across, uniform(c, 0, high), first ? across : along);
}

static void build_field(scene *c)
{
    add_field(c);
    put(c, uniform(c, -2, 2), uniform(c, -2, 0.5), uniform(c, -2, 2));
}

static void build_heap(scene *c)
{
    add_floor(c);
    for (int i = 0; i < 5; i++) {
        double y = uniform(c, 0.5, 3);
        add_box(c, uniform(c, -1.5, 1.5), y / 2, uniform(c, -1.5, 1.5), uniform(c, 0.8, 3), y, uniform(c, 0.8, 3), 0,
                uniform(c, 0, 90));
    }
    put(c, uniform(c, -1.5, 1.5), uniform(c, 0, 1.5), uniform(c, -1.5, 1.5));
}

static void build_shelves(scene *c)
{
    double gap = uniform(c, 0.25, 1.9), deep = uniform(c, 0.3, 1.2), thick = uniform(c, 0.02, 0.1);
    add_floor(c);
    add_box(c, 0, 1.5, -deep / 2, 3, 3, thick, 0, 0);
    for (double y = gap; y < 3; y += gap) add_box(c, 0, y, 0, 3, thick, deep, 0, 0);
    put(c, uniform(c, -1.6, 1.6), pick(c, 3) ? 0 : uniform(c, 0, 1.5), uniform(c, -1, 1));
}

// A block out of which the way is long, or too long.
static void build_large(scene *c)
{
    double x = uniform(c, 6, 24), y = uniform(c, 6, 24), z = uniform(c, 6, 24);
    add_floor(c);
    add_box(c, 0, y / 2, 0, x, y, z, 0, uniform(c, 0, 90));
    put(c, uniform(c, -x, x) / 3, uniform(c, 0, y - 2), uniform(c, -z, z) / 3);
}

// Between two masses that are too near to each other: its core is free, and there is nowhere to go.
static void build_slit(scene *c)
{
    double gap = uniform(c, 0.1, 0.66);
    add_floor(c);
    add_box(c, -10 - gap / 2, 15, 0, 20, 30, 60, 0, 0);
    add_box(c, 10 + gap / 2, 15, 0, 20, 30, 60, 0, 0);
    put(c, uniform(c, -gap, gap) / 2, uniform(c, 0, 10), uniform(c, -10, 10));
}

// In a room, in its walls, or across them.
static void build_room(scene *c)
{
    const double inner[3] = {uniform(c, 0.5, 4), uniform(c, 0.8, 3), uniform(c, 0.5, 4)}, thick = uniform(c, 0.05, 2);
    add_floor(c);
    add_house(c, inner, thick);
    put(c, uniform(c, -1, 1) * (inner[0] + thick), uniform(c, 0, 2 * (inner[1] + thick)), uniform(c, -1, 1) * (inner[2] + thick));
}

// In a body that moves and turns over a floor.
static void build_moving(scene *c)
{
    const double half[3] = {uniform(c, 0.05, 2), uniform(c, 0.05, 2), uniform(c, 0.05, 2)};
    mover m = {.velocity = {uniform(c, -3, 3), 0, uniform(c, -3, 3)}, .yaw = uniform(c, 0, 90)};
    if (pick(c, 2)) m.spin = uniform(c, -120, 120);
    if (pick(c, 3) == 0) m.tilt = uniform(c, -30, 30), m.tumble = uniform(c, -90, 90);
    add_floor(c);
    double y = uniform(c, 0, 1) * half[1] + 0.5;
    add_mover(c, brute_make(0, y, 0), half, &m);
    put(c, uniform(c, -1, 1) * (half[0] + 0.3), uniform(c, 0, y + half[1]), uniform(c, -1, 1) * (half[2] + 0.3));
}

// In the platform of a lift that rises or sinks, high over a floor, beside a wall of its shaft.
static void build_lift(scene *c)
{
    const double half[3] = {uniform(c, 0.5, 3), uniform(c, 0.05, 0.8), uniform(c, 0.5, 3)};
    mover m = {.velocity = {0, uniform(c, -4, 4), 0}};
    add_floor(c);
    add_box(c, half[0] + 0.52, 10, 0, 1, 20, 8, 0, 0);
    double y = uniform(c, 6, 9);
    add_mover(c, brute_make(0, y, 0), half, &m);
    put(c, uniform(c, -1, 0.9) * half[0], y + uniform(c, -half[1] - 1.9, half[1] + 0.1), uniform(c, -1, 1) * (half[2] + 0.3));
}

static void build(scene *c, scene_kind kind)
{
    static void (*const builders[SCENES])(scene *) = {
        build_block, build_wall, build_plank,   build_deck,  build_debris, build_corner, build_round,  build_channel,
        build_field, build_heap, build_shelves, build_large, build_slit,   build_room,   build_moving, build_lift};
    builders[kind](c);
}

// Upright at the origin, turned, far away, or both.
static stage *open_stage(scene *c, int i)
{
    static const double far[4] = {0, 1e3, 1e5, 1e7};
    stage_form form = (stage_form)(i % STAGE_FORM_COUNT);
    lope_quat turn = turned_about(uniform(c, -1, 1), uniform(c, -1, 1), uniform(c, 0.1, 1), i / 3 % 3 ? 0 : uniform(c, 0, 180));
    double away = i / 5 % 2 ? 0 : far[pick(c, 4)];
    return stage_open_at(form, turn, lope_point_make(away, -0.3 * away, 0.7 * away));
}

// A character of the scene's size, at rest in the air.
static void make(scene *c, brute_point feet)
{
    stage_place(c->s, feet.x, feet.y, feet.z, LOPE_MODE_FALLING);
    lope_state_def def = {.feet = world_of(c, feet), .mode = LOPE_MODE_FALLING};
    def.up = lope_quat_rotate(c->s->turn, lope_vec3_make(0, 1, 0));
    def.radius = (float)c->space.radius;
    def.height = (float)c->height;
    assert_int_equal(lope_state_init(&c->s->state, &def), LOPE_OK);
}

// Puts the character there: born there, or teleported there in its second tick. It does not fall meanwhile.
static void arrive(scene *c, bool teleport)
{
    stage *s = c->s;
    stage_tune(s, "gravity_scale", 0);
    if (!teleport) {
        make(c, c->feet);
    } else {
        make(c, brute_make(0, 40, 0));
        tick(c);
        s->requests.asked = LOPE_REQUEST_TELEPORT;
        s->requests.teleport_feet = world_of(c, c->feet);
    }
    tick(c);
    c->pushed = s->report.moved_by_depenetration + s->report.moved_by_base;
    c->late = s->state.stuck_ticks > 0;
    if (c->late) { // nearly free ones are free in the second tick
        tick(c);
        c->pushed += s->report.moved_by_depenetration + s->report.moved_by_base;
    }
}

typedef struct tally {
    int poses, overlapped, out, late, stuck, none, faults;
    double late_worst; // m, the longest way of a late one that is near
    double worst;      // the greatest way over what is allowed
} tally;

static void describe(scene *c, tally *t, const char *name, int i, const char *what, double value, double wanted)
{
    brute_point feet = stage_feet(c->s);
    if (c->faults++ > 0 || t->faults++ >= FAULTS_TOLD) return;
    print_error(
        "%s, pose %d, %s, %g Hz: %s: %g, wanted %g; radius %g height %g from %g %g %g, now %g %g %g, depth %g, %u ticks stuck, "
        "height %g\n",
        name, i, stage_form_names[c->s->form], c->rate, what, value, wanted, c->space.radius, c->height, c->feet.x, c->feet.y,
        c->feet.z, feet.x, feet.y, feet.z, c->s->report.depth, (unsigned)c->s->state.stuck_ticks, (double)c->s->state.height);
}

// Half a second of any input: nothing is entered, and a character that is stuck with its core in a solid
// stays.
static void judge_after(scene *c, tally *t, const char *name, int i, bool stuck)
{
    brute_point held = stage_feet(c->s);
    stage_tune(c->s, "gravity_scale", 1);
    c->space.height = (double)c->s->state.height;
    double held_depth = free_depth(&c->space, held);
    bool deep = held_depth >= c->space.radius - TOUCH; // its core is in a solid
    stage_move(c->s, uniform(c, -1, 1), uniform(c, -1, 1));
    for (int k = 0; k < (int)(0.5 * c->rate); k++) {
        tick(c);
        c->space.height = (double)c->s->state.height;
        double depth = free_depth(&c->space, stage_feet(c->s));
        if (c->s->state.stuck_ticks == 0 && depth > CLEAR_WALKING)
            describe(c, t, name, i, "overlap while it moves", depth, CLEAR_WALKING);
        if (c->s->state.stuck_ticks > 0 && !deep && depth >= c->space.radius)
            describe(c, t, name, i, "goes in, stuck", depth, held_depth);
    }
    double moved = brute_length(brute_sub(stage_feet(c->s), held));
    if (stuck && deep && c->s->state.stuck_ticks > 0 && moved > 0) describe(c, t, name, i, "moved while stuck", moved, 0);
}

// How far (m) the moving bodies go in the ticks of the arrival, at most: a way out may be so much longer.
static double moved_meanwhile(const scene *c)
{
    double fastest = 0;
    for (int i = 0; i < c->mover_count; i++) fastest = fmax(fastest, c->movers[i].fastest);
    return fastest * (c->late ? 2 : 1) / c->rate;
}

static void judge_out(scene *c, tally *t, const char *name, int i, double shortest)
{
    brute_point feet = stage_feet(c->s), way = brute_sub(feet, c->feet);
    double length = fmin(brute_length(way), c->pushed), more = MORE + moved_meanwhile(c);
    // Crouching saves up to half of the height that it takes, and it may rise again by so much to either
    // side.
    if (c->crouches) more += 0.5 * (c->height - fmin(c->height, fmax(0.8, 2 * c->space.radius)));
    c->space.height = (double)c->s->state.height;
    double depth = free_depth(&c->space, feet);
    if (depth > CLEAR) describe(c, t, name, i, "overlap where it is free", depth, CLEAR);
    if (length > (c->late && shortest < NEAR ? TIMES_LATE : TIMES) * shortest + more)
        describe(c, t, name, i, "way out", length, shortest);
    if (shortest <= MOST && length > shortest) t->worst = fmax(t->worst, length - shortest);
    c->space.height = c->height;
    double clearance = free_clearance(&c->space, c->feet, way, 0.01);
    if (!c->crouches && length > c->space.radius && clearance >= 0 && clearance <= 0)
        describe(c, t, name, i, "through something that it did not begin in", 0, 1);
    t->out++;
}

static void judge(scene *c, scene_kind kind, int i, tally *t)
{
    const char *name = scene_names[kind];
    brute_point best;
    double shortest = free_shortest_way(&c->space, c->feet, MOST, STEP, &best);
    bool stuck = c->s->state.stuck_ticks > 0;
    t->poses++;
    t->overlapped += free_depth(&c->space, c->feet) > 0;
    t->none += shortest > MOST;
    t->stuck += stuck;
    t->late += c->late && !stuck;
    if (c->late && t->late_worst < shortest && shortest < NEAR) t->late_worst = shortest;
    if (stuck && shortest <= SURE) describe(c, t, name, i, "stuck, with a way out of", shortest, 0);
    if (stuck && !(c->s->report.depth > 0)) describe(c, t, name, i, "stuck without a depth", c->s->report.depth, 0);
    if (kind == ROOM) join_walls(c);
    if (!stuck) judge_out(c, t, name, i, shortest);
    judge_after(c, t, name, i, stuck);
}

static void play_pose(int kind, int i, uint32_t seed, tally *t)
{
    static const double rates[3] = {60, 20, 240}, radii[4] = {0.34, 0.34, 0.2, 0.6}, heights[4] = {1.76, 1.76, 1, 2.4};
    scene *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->seed = seed + 7919u * (uint32_t)i + 104729u * (uint32_t)kind;
    c->s = open_stage(c, i);
    c->rate = rates[i / 2 % 3];
    c->space.radius = radii[i / 7 % 4];
    c->space.height = c->height = heights[i / 7 % 4];
    c->crouches = i % 4 == 3;
    stage_tune(c->s, "can_crouch", c->crouches);
    build(c, (scene_kind)kind);
    arrive(c, i % 2);
    judge(c, (scene_kind)kind, i, t);
    stage_close(c->s);
    free(c);
}

// Returns how many poses fail.
static int play(int kind, int poses, uint32_t seed)
{
    tally t = {0};
    const char *one = getenv("LOPE_POSE");
    for (int i = one ? atoi(one) : 0; i < (one ? atoi(one) + 1 : poses); i++) play_pose(kind, i, seed, &t);
    printf("%-8s %d poses, %d overlapped, %d out, %d of them late, %d stuck, %d without a way within %g m, longest over the "
           "oracle's %.3f m, %d failed\n",
           scene_names[kind], t.poses, t.overlapped, t.out, t.late, t.stuck, t.none, MOST, t.worst, t.faults);
    return t.faults;
}

// Walls of 0.02 to 0.3 m, each 5 to 33 cm off the axis, whole and as a mesh and a hull: away from the wall by
// what is missing, whichever side.
static void thin_walls_are_left_on_the_near_side(void **state)
{
    (void)state;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (double thick = 0.02; thick < 0.31; thick += 0.04)
            for (double off = 0.03; off < 0.34; off += 0.05)
                for (int side = -1; side <= 1; side += 2) {
                    stage *s = stage_open((stage_form)form);
                    double a = side * off, b = side * (off + thick);
                    stage_floor(s);
                    stage_box(s, fmin(a, b), 0, -3, fmax(a, b), 3, 3);
                    stage_place(s, 0, 0, 0.2, 0);
                    stage_tick(s, 1.0f / 60);
                    brute_point feet = stage_feet(s);
                    if (fabs(feet.x + side * (0.34 - off)) > 1e-4 || fabs(feet.z - 0.2) > 1e-4 || s->state.stuck_ticks > 0)
                        fail_msg("%s %g m thick, %g m off: at %g %g %g", stage_form_names[form], thick, side * off, feet.x,
                                 feet.y, feet.z);
                    stage_move(s, -side, 0);
                    stage_run(s, 0.5, 60);
                    check_below("walks away", side * stage_feet(s).x, -0.5);
                    stage_close(s);
                }
}

static void poses_in_solids_get_out_by_the_nearest_way(void **state)
{
    (void)state;
    const char *more = getenv("LOPE_POSES"), *other = getenv("LOPE_SEED"), *only = getenv("LOPE_SCENE");
    int poses = more ? atoi(more) : POSES;
    uint32_t seed = other ? (uint32_t)strtoul(other, NULL, 10) : 20261;
    printf("seed %u, %d poses\n", (unsigned)seed, poses);
    int failed = 0;
    for (int kind = 0; kind < SCENES; kind++)
        if (!only || strcmp(only, scene_names[kind]) == 0) failed += play(kind, (poses + SCENES - 1) / SCENES, seed);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(thin_walls_are_left_on_the_near_side),
                                       cmocka_unit_test(poses_in_solids_get_out_by_the_nearest_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
