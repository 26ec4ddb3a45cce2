// test_guard.c - who may not walk off ledges never leaves the platform, at any speed, rate, integrator, angle
// and shape of rim, and goes along the rim as along a wall.
//
// The second opinion on the way along is a wall: the same walker in a level in which a wall stands where the
// rim holds its axis. Both are a wall of the level plane to the library, so the ways must agree; a wall is
// met by other code (sweeps, not floors). Read next: test_ledges.c, test_walls.c.
#include "../behaviour/check.h"
#include "grid.h"
#include "profile.h"

#define PI 3.14159265358979323846
#define RADIUS 0.34 // m
#define TALL 1.76   // m
#define EDGE 1.5e-3 // m, the edge tolerance: of the radius, all but this holds it
#define SLACK 1e-3  // m beyond that: two of the library's 0.5 mm in which a rim counts as touched
#define LEVEL 1e-3  // m: feet that stand (design.md section 4, promise 6)
#define BENDING \
    0.035 // of a way along a round rim, for a wall that bends: at 20 Hz it is gone in chords, each along the rim at its beginning
#define ALONG 0.01   // of the way along the rim: promise 7's 1 % between rates, here between rim and wall
#define TOUCH 5e-3   // m of that way: rim and wall are met within a tick's search of another
#define SECONDS 1.5  // after the rim is met
#define APPROACH 0.2 // s before

typedef enum rim_shape { STRAIGHT, CORNER, INNER, ROUND, RAMP_SIDE, GAP, SHAPES } rim_shape;
static const char *const shape_names[SHAPES] = {"straight", "corner", "inner corner", "round", "ramp's side", "gap"};
static const double speeds[] = {0.5, 1, 2, 4, 6, 10}, angles[] = {0, 15, 30, 45, 60, 75, 85};
static const int rates[] = {20, 60, 360};

#define CORNER_AT 1.0 // m along the rim from where it is met to the corner
#define ROUND_RADIUS 3.0
#define ROUND_PARTS 720 // of the round wall: its flats are within 0.04 mm of the circle
#define GAP_WIDTH 0.75  // m, to another platform: less than a stride, and more than the round bottom spans
#define RAMP 20.0       // degrees, rising along the rim

typedef struct guard_cell {
    rim_shape shape;
    double speed, angle; // m/s; degrees from straight at the rim
    int rate;
    bool unreal;
} guard_cell;

#define CELL "%s, v %g, %g deg, %d Hz, %s"
#define CELL_OF(c) shape_names[(c)->shape], (c)->speed, (c)->angle, (c)->rate, (c)->unreal ? "unreal" : "exact"

static void add_box(lope_level *level, double x0, double x1, double y0, double y1, double z0, double z1)
{
    lope_box_def def = {.body.position = {0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1)},
                        .size = {(float)(x1 - x0), (float)(y1 - y0), (float)(z1 - z0)}};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &def)));
}

// Its upper side passes through the z = 0 line at y = 0 and rises toward -z; from x = -20 to `side`.
static void add_ramp(lope_level *level, double side)
{
    double a = RAMP * PI / 180, thick = 1;
    lope_box_def def = {.body.position = {0.5 * (side - 20), -0.5 * thick * cos(a), -0.5 * thick * sin(a)},
                        .body.rotation = {(float)sin(0.5 * a), 0, 0, (float)cos(0.5 * a)},
                        .size = {(float)(side + 20), (float)thick, 80}};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &def)));
}

// A hollow cylinder, seen from its inside.
static void add_round_wall(lope_level *level, double radius)
{
    static float points[ROUND_PARTS * 2 * 3];
    static uint32_t indices[ROUND_PARTS * 6];
    for (uint32_t i = 0; i < ROUND_PARTS; i++) {
        double a = 2 * PI * i / ROUND_PARTS;
        uint32_t next = (i + 1) % ROUND_PARTS, quad[6] = {2 * i, 2 * next, 2 * next + 1, 2 * i, 2 * next + 1, 2 * i + 1};
        for (uint32_t k = 0; k < 2; k++) {
            float *to = points + 3 * (2 * i + k);
            to[0] = (float)(radius * cos(a));
            to[1] = k ? 3.0f : -0.5f;
            to[2] = (float)(radius * sin(a));
        }
        for (uint32_t k = 0; k < 6; k++) indices[6 * i + k] = quad[k];
    }
    lope_mesh_def def = {.body.position = {-ROUND_RADIUS, 0, 0},
                         .points = points,
                         .point_count = 2 * ROUND_PARTS,
                         .indices = indices,
                         .triangle_count = 2 * ROUND_PARTS,
                         .sides = LOPE_SIDES_TWO};
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
}

// The rim is at x = 0, and the walker goes along -z. With a wall the floor goes on beyond it, and `wall` is
// its face.
static lope_level *build(rim_shape shape, bool walled, double wall)
{
    lope_level *level = lope_level_create(NULL);
    double end = walled ? 10 : 0;
    if (shape == ROUND) {
        double radius = walled ? ROUND_RADIUS + 2 : ROUND_RADIUS;
        lope_cylinder_def def = {.body.position = {-ROUND_RADIUS, -0.5, 0}, .radius = (float)radius, .height = 1};
        if (walled) add_round_wall(level, ROUND_RADIUS + wall);
        assert_true(lope_level_valid(level, lope_level_add_cylinder(level, &def)));
        return level;
    }
    if (shape == RAMP_SIDE)
        add_ramp(level, end);
    else
        add_box(level, -40, end, -1, 0, shape == CORNER ? -CORNER_AT : -40, 40);
    if (shape == GAP) add_box(level, GAP_WIDTH, 20, -1, 0, -40, 40);
    if (shape == INNER) add_box(level, 0, 20, -1, 0, -40, -CORNER_AT);
    if (walled) add_box(level, wall, wall + 1, -20, 20, -40, 40);
    return level;
}

static double support(const walker *w)
{
    double perch = (double)w->tuning.perch_radius_threshold;
    return RADIUS - (perch > EDGE ? perch : EDGE);
}

// m that the axis is past the rim, at most over all parts of the platform.
static double past_rim(rim_shape shape, const lope_point *feet)
{
    double ahead = -CORNER_AT - feet->z; // past the corner's other rim
    if (shape == ROUND) return hypot(feet->x + ROUND_RADIUS, feet->z) - ROUND_RADIUS;
    if (shape == CORNER && feet->x > 0 && ahead > 0) return hypot(feet->x, ahead);
    if (shape == CORNER) return feet->x > ahead ? feet->x : ahead;
    if (shape == GAP && GAP_WIDTH - feet->x < feet->x) return GAP_WIDTH - feet->x;
    if (shape != INNER || feet->x <= 0) return feet->x;
    return -ahead < feet->x ? -ahead : feet->x; // the wing's rim may be nearer; its far end is not reached
}

// Of the feet on the ramp: its round bottom touches uphill of the axis.
static double height_at(rim_shape shape, const lope_point *feet)
{
    double a = RAMP * PI / 180;
    return shape == RAMP_SIDE ? -feet->z * tan(a) + RADIUS * (1 / cos(a) - 1) : 0;
}

// Over a ramp's side the round bottom may roll down as far as it is held.
static double lowest_at(rim_shape shape, const lope_point *feet)
{
    return shape == RAMP_SIDE && feet->x > 0 ? -feet->z * tan(RAMP * PI / 180) - RADIUS : height_at(shape, feet);
}

static void start(walker *w, const guard_cell *c)
{
    double a = c->angle * PI / 180, back = APPROACH * c->speed, x = -back * cos(a), z = back * sin(a);
    w->tuning.max_walk_speed = (float)c->speed;
    w->tuning.integrator = c->unreal ? LOPE_INTEGRATOR_UNREAL : LOPE_INTEGRATOR_EXACT;
    w->tuning.can_walk_off_ledges = 0;
    walker_tune(w);
    if (c->shape == ROUND) { // at that angle between its way and the normal of the rim where it meets it
        double along = (ROUND_RADIUS + support(w)) * sin(a);
        x = -ROUND_RADIUS;
        z = -along;
        a = 0;
    }
    lope_point feet = {x, 0, z};
    walker_place(w, x, height_at(c->shape, &feet), z, (float)RADIUS, (float)TALL, c->speed * cos(a), -c->speed * sin(a),
                 LOPE_MODE_WALKING);
    w->input.move = lope_vec3_make((float)cos(a), 0, (float)-sin(a));
}

static bool stays(grid *g, const guard_cell *c, const walker *w, int tick)
{
    const lope_point *feet = &w->state.feet;
    double past = past_rim(c->shape, feet), high = height_at(c->shape, feet), low = lowest_at(c->shape, feet);
    if (!walker_grounded(w))
        grid_fail(g, "left the platform", CELL ": tick %d at %.4f %.4f %.4f", CELL_OF(c), tick, feet->x, feet->y, feet->z);
    else if (past > support(w) + SLACK)
        grid_fail(g, "past the rim", CELL ": tick %d at %.4f %.4f %.4f, %.5f m past", CELL_OF(c), tick, feet->x, feet->y, feet->z,
                  past);
    else if (feet->y > high + LEVEL || feet->y < low - LEVEL)
        grid_fail(g, "not at the platform's height", CELL ": tick %d at %.4f %.4f %.4f, not from %.4f to %.4f", CELL_OF(c), tick,
                  feet->x, feet->y, feet->z, low, high);
    return !g->cell_failed;
}

// To a corner, and round it until it rests. What is left of its angle then falls by e in the time that it
// takes for a radius, or, as what presses ever less along the rim is held back by friction, in radius *
// ground_friction / max_acceleration.
static int ticks_of(const guard_cell *c, const lope_tuning *t)
{
    double seconds = APPROACH + SECONDS, along = c->speed * sin(c->angle * PI / 180);
    double held = (double)t->ground_friction / (double)t->max_acceleration;
    if (c->shape == ROUND) seconds = 8.0 / c->speed;
    if (c->shape == CORNER && c->angle > 0) seconds = APPROACH + CORNER_AT / along + 12 * (RADIUS / c->speed + RADIUS * held);
    return (int)(seconds * c->rate + 0.5);
}

static void check_twin(grid *g, const guard_cell *c, const walker *w, double along)
{
    double seconds = (double)ticks_of(c, &w->tuning) / c->rate, other = w->state.feet.z, off = along - other;
    double way = -other + APPROACH * c->speed * sin(c->angle * PI / 180), part = ALONG;
    if (c->shape == ROUND) {
        double round = ROUND_RADIUS + support(w);
        way = round * (c->angle * PI / 180 - asin(-other / round));
        part = BENDING;
    }
    off = off < 0 ? -off : off;
    grid_measure(g, 100 * off / (way > 0.5 ? way : 0.5), CELL, CELL_OF(c));
    if (off > part * way + TOUCH)
        grid_fail(g, "not as along a wall", CELL ": after %g s at %.4f along, %.4f along a wall", CELL_OF(c), seconds, along,
                  other);
}

static void run(grid *g, const guard_cell *c, walker *w, walker *twin)
{
    start(w, c);
    for (int tick = 1; tick <= ticks_of(c, &w->tuning); tick++) {
        walker_tick(w, 1.0f / (float)c->rate);
        if (!stays(g, c, w, tick)) return;
    }
    if (c->shape == CORNER && c->angle > 0) {
        double speed = hypot((double)w->state.velocity.x, (double)w->state.velocity.z);
        if (speed > 0.01 * c->speed) grid_fail(g, "does not come to rest at the corner", CELL ": %.4f m/s", CELL_OF(c), speed);
    }
    // Beyond a corner there is no such wall, and a gap is only stayed out of. Unreal's formulas make a walker
    // slower at a wall that bends than at a rim: there each tick's velocity is cut by every flat of the wall.
    if (c->shape == CORNER || c->shape == INNER || c->shape == GAP || (c->shape == ROUND && c->unreal)) return;
    start(twin, c);
    for (int tick = 1; tick <= ticks_of(c, &w->tuning); tick++) walker_tick(twin, 1.0f / (float)c->rate);
    check_twin(g, c, twin, w->state.feet.z);
}

// A tick's way that leads from one platform to the other is a stride, as over a crack in the ground.
static bool strides_over(const guard_cell *c)
{
    double held = GAP_WIDTH - 2 * (RADIUS - EDGE);
    return c->shape == GAP && c->speed * cos(c->angle * PI / 180) / c->rate > held;
}

static void nobody_leaves(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "ledge guard", "% off the way along a wall", 1);
    for (int shape = 0; shape < SHAPES; shape++) {
        walker w, twin;
        lope_level *level = build((rim_shape)shape, false, 0);
        walker_open(&w, level);
        lope_level *walled = build((rim_shape)shape, true, RADIUS + support(&w));
        walker_open(&twin, walled);
        for (int i = 0; i < 6 * 7 * 3 * 2; i++) {
            guard_cell c = {.shape = (rim_shape)shape,
                            .speed = speeds[i % 6],
                            .angle = angles[i / 6 % 7],
                            .rate = rates[i / 42 % 3],
                            .unreal = i / 126 != 0};
            g.tag = shape_names[shape];
            if (grid_next(&g) && !strides_over(&c)) run(&g, &c, &w, &twin);
        }
        walker_close(&w);
        walker_close(&twin);
        lope_level_destroy(level);
        lope_level_destroy(walled);
    }
    grid_end(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nobody_leaves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
