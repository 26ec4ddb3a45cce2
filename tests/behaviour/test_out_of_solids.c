// test_out_of_solids.c - characters that a spawn or a teleport puts deep into solids: blocks, thin walls, planks, sunk floors, debris,
// corners, balls and pillars, meshes that are not convex, height fields, heaps and shelves; as boxes, closed meshes and hulls; upright and
// turned, near and far from the origin. An oracle that shares no code with the library (free_space.c) says how short a way out there is.
//
// Poses are drawn from a seed that is printed. LOPE_POSES in the environment plays more of them than the usual, LOPE_SEED others.
#include "check.h"
#include "free_space.h"
#include "stage.h"

#ifdef LOPE_QUICK
enum { POSES = 600 };
#else
enum { POSES = 2200 };
#endif
#define MOST 9.0   // m, of a way that the oracle looks for
#define SURE 6.0   // m: a way up to this has to be found
#define STEP 0.025 // m, of the oracle
#define TIMES 1.25 // a way out may be so much longer than the oracle's
#define MORE 0.02  // and so many m
#define NEAR 2.5   // m: a way up to this is gone in the first tick, or in two when the first has left less than 2 cm of overlap
#define TIMES_LATE 1.5 // which may then be so much longer
#define CROUCHED 0.48  // m, half of the height that crouching takes: it may rise again by so much to either side
#define TOUCH 1e-5     // m: a core nearer than this is in the solid, by the rounding of floats
#define CLEAR 1e-3     // m, of overlap that rounding of floats far away may leave

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
    SCENES
} scene_kind;
static const char *const scene_names[SCENES] = {"block",   "wall",  "plank", "deck",    "debris", "corner", "round",
                                                "channel", "field", "heap",  "shelves", "large",  "slit"};

typedef struct scene {
    stage *s;
    free_space space;
    brute_point feet; // where the character is put
    uint32_t seed;
    int group;
    double pushed; // m, by depenetration
    bool late;     // it was stuck for a tick
    bool
        crouches; // it may: then the oracle's way, which is a standing one's, is not the shortest, and it may fall by the height it lost
    brute_triangle field[512];
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

// A box, of the stage's form, turned by `tilt` about z and then by `yaw` about y.
static void add_box(scene *c, double x, double y, double z, double sx, double sy, double sz, double tilt, double yaw)
{
    stage_tilted_box(c->s, x, y, z, sx, sy, sz, tilt, yaw);
    lope_quat q = lope_quat_multiply(turned_about(0, 1, 0, yaw), turned_about(0, 0, 1, tilt));
    free_solid solid = {.kind = FREE_BOX, .group = c->group++, .center = {x, y, z}, .half = {sx / 2, sy / 2, sz / 2}};
    for (int k = 0; k < 3; k++) {
        lope_point axis = lope_quat_rotate_point(q, lope_point_make(k == 0, k == 1, k == 2));
        solid.axis[k] = brute_make(axis.x, axis.y, axis.z);
    }
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

static void build(scene *c, scene_kind kind)
{
    static void (*const builders[SCENES])(scene *) = {build_block,   build_wall,  build_plank,   build_deck,  build_debris,
                                                      build_corner,  build_round, build_channel, build_field, build_heap,
                                                      build_shelves, build_large, build_slit};
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

// Puts the character there: born there, or teleported there in its second tick.
static void arrive(scene *c, bool teleport)
{
    stage *s = c->s;
    if (!teleport) {
        stage_place(s, c->feet.x, c->feet.y, c->feet.z, LOPE_MODE_FALLING);
    } else {
        stage_place(s, 0, 30, 0, LOPE_MODE_FALLING);
        stage_tick(s, 1e-3f);
        s->requests.asked = LOPE_REQUEST_TELEPORT;
        s->requests.teleport_feet = world_of(c, c->feet);
    }
    stage_tick(s, 1e-3f);
    c->pushed = s->report.moved_by_depenetration;
    c->late = s->state.stuck_ticks > 0;
    if (!c->late) return;
    stage_tick(s, 1e-3f); // nearly free ones are free in the second tick
    c->pushed += s->report.moved_by_depenetration;
    for (int i = 0; i < 90 && s->state.stuck_ticks > 0; i++) { // what is far away is looked for later
        stage_tick(s, 1.0f / 60);
        c->pushed += s->report.moved_by_depenetration;
    }
}

typedef struct tally {
    int poses, overlapped, out, late, stuck, none;
    double late_worst; // m, the longest way of a late one that is near
    double worst;      // the greatest way over what is allowed
} tally;

static void describe(const scene *c, const char *name, int i, const char *what, double value, double wanted)
{
    brute_point feet = stage_feet(c->s);
    fail_msg("%s, pose %d, %s: %s: %g, wanted %g; from %g %g %g, now %g %g %g, depth %g, %u ticks stuck, height %g", name, i,
             stage_form_names[c->s->form], what, value, wanted, c->feet.x, c->feet.y, c->feet.z, feet.x, feet.y, feet.z,
             c->s->report.depth, (unsigned)c->s->state.stuck_ticks, (double)c->s->state.height);
}

// Half a second of any input: nothing is entered, and a character that is stuck with its core in a solid stays.
static void judge_after(scene *c, const char *name, int i, bool stuck)
{
    brute_point held = stage_feet(c->s);
    c->space.height = (double)c->s->state.height;
    double held_depth = free_depth(&c->space, held);
    bool deep = held_depth >= c->space.radius - TOUCH; // its core is in a solid
    stage_move(c->s, uniform(c, -1, 1), uniform(c, -1, 1));
    for (int tick = 0; tick < 30; tick++) {
        stage_tick(c->s, 1.0f / 60);
        c->space.height = (double)c->s->state.height;
        double depth = free_depth(&c->space, stage_feet(c->s));
        if (c->s->state.stuck_ticks == 0 && depth > CLEAR) describe(c, name, i, "overlap while it moves", depth, CLEAR);
        if (c->s->state.stuck_ticks > 0 && !deep && depth >= c->space.radius)
            describe(c, name, i, "goes in, stuck", depth, held_depth);
    }
    double moved = brute_length(brute_sub(stage_feet(c->s), held));
    if (stuck && deep && c->s->state.stuck_ticks > 0 && moved > 0) describe(c, name, i, "moved while stuck", moved, 0);
}

static void judge(scene *c, const char *name, int i, tally *t)
{
    brute_point best, feet = stage_feet(c->s), way = brute_sub(feet, c->feet);
    double shortest = free_shortest_way(&c->space, c->feet, MOST, STEP, &best), length = fmin(brute_length(way), c->pushed);
    bool stuck = c->s->state.stuck_ticks > 0;
    t->poses++;
    t->overlapped += free_depth(&c->space, c->feet) > 0;
    t->none += shortest > MOST;
    t->stuck += stuck;
    t->late += c->late && !stuck;
    if (c->late && t->late_worst < shortest && shortest < NEAR) t->late_worst = shortest;
    if (stuck && shortest <= SURE) describe(c, name, i, "stuck, with a way out of", shortest, 0);
    if (stuck && !(c->s->report.depth > 0)) describe(c, name, i, "stuck without a depth", c->s->report.depth, 0);
    if (!stuck) {
        c->space.height = (double)c->s->state.height;
        double depth = free_depth(&c->space, feet);
        if (depth > CLEAR) describe(c, name, i, "overlap where it is free", depth, CLEAR);
        if (length > (c->late && shortest < NEAR ? TIMES_LATE : TIMES) * shortest + MORE + (c->crouches ? CROUCHED : 0))
            describe(c, name, i, "way out", length, shortest);
        if (shortest <= MOST && length > shortest) t->worst = fmax(t->worst, length - shortest);
        c->space.height = 1.76;
        if (!c->crouches && length > c->space.radius && free_clearance(&c->space, c->feet, way, 0.01) >= 0 &&
            free_clearance(&c->space, c->feet, way, 0.01) <= 0)
            describe(c, name, i, "through something that it did not begin in", 0, 1);
        t->out++;
    }
    judge_after(c, name, i, stuck);
}

static void play(int kind, int poses, uint32_t seed)
{
    tally t = {0};
    for (int i = 0; i < poses; i++) {
        scene *c = calloc(1, sizeof *c);
        assert_non_null(c);
        c->seed = seed + 7919u * (uint32_t)i + 104729u * (uint32_t)kind;
        c->s = open_stage(c, i);
        c->space.radius = 0.34;
        c->space.height = 1.76;
        c->crouches = i % 4 == 3;
        stage_tune(c->s, "can_crouch", c->crouches);
        build(c, (scene_kind)kind);
        arrive(c, i % 2);
        judge(c, scene_names[kind], i, &t);
        stage_close(c->s);
        free(c);
    }
    printf("%-8s %d poses, %d overlapped, %d out, %d of them late, %d stuck, %d without a way within %g m, longest over the "
           "oracle's %.3f m\n",
           scene_names[kind], t.poses, t.overlapped, t.out, t.late, t.stuck, t.none, MOST, t.worst);
}

// Walls of 0.02 to 0.3 m, each 5 to 33 cm off the axis, whole and as a mesh and a hull: away from the wall by what is missing, whichever side.
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
    for (int kind = 0; kind < SCENES; kind++)
        if (!only || strcmp(only, scene_names[kind]) == 0) play(kind, (poses + SCENES - 1) / SCENES, seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(thin_walls_are_left_on_the_near_side),
                                       cmocka_unit_test(poses_in_solids_get_out_by_the_nearest_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
