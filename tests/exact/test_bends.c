// test_bends.c - grids of contacts that bend: round pillars, pillars of many sides, upright corners from
// outside and from inside, met by a walker that goes on round them, at every rate.
//
// The ideal is the law of src/motion/velocity/velocity_law.h held to the outline for as long as the input
// presses against it, integrated here in double precision with steps of 1e-5 s; it shares no code with the
// library. For a round pillar and turn_instantly there is a closed form, which the ideal itself is held
// against: with R the sum of the radii and a the angle between the input and the way to the pillar's axis, a'
// = v sin(a) / R, so tan(a / 2) grows as exp(v t / R). Read next: test_rate.c.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"
#include "grid.h"

#define PI 3.14159265358979323846
#define RADIUS 0.34 // m, the default capsule
#define SPEED 6.0   // m/s
#define APART 1e-3  // m, from the ideal: a tenth of what the issue allows between any two rates
#define STEP 1e-5   // s, of the ideal

static const double rates[] = {20, 30, 60, 120, 360};
#define RATES ((int)(sizeof rates / sizeof rates[0]))
#define LOOKS 12       // instants at which it is looked at
#define LOOK_EVERY 0.1 // s, a whole number of ticks at every rate

// Seen from above, in x and z: a round, or a convex polygon whose corners go round so that its inside lies to
// the left (x right, z up).
typedef struct outline {
    double x, z, round; // radius, or 0
    double corners[24][2];
    int count;
} outline;

// m from the walker's axis to the outline, less its radius; the normal leads to the axis.
static double gap_to(const outline *o, double x, double z, double normal[2])
{
    double best = 1e30, inside = -1e30, in[2] = {1, 0};
    if (o->round > 0) {
        double d = hypot(x - o->x, z - o->z);
        normal[0] = (x - o->x) / d;
        normal[1] = (z - o->z) / d;
        return d - o->round - RADIUS;
    }
    for (int i = 0; i < o->count; i++) {
        const double *a = o->corners[i], *b = o->corners[(i + 1) % o->count];
        double ex = b[0] - a[0], ez = b[1] - a[1], l = hypot(ex, ez);
        double out = ((x - a[0]) * ez - (z - a[1]) * ex) / l;
        if (out > inside) inside = out, in[0] = ez / l, in[1] = -ex / l;
        double at = ((x - a[0]) * ex + (z - a[1]) * ez) / (l * l);
        at = at < 0 ? 0 : at > 1 ? 1 : at;
        double dx = x - a[0] - ex * at, dz = z - a[1] - ez * at, d = hypot(dx, dz);
        if (d < best) best = d, normal[0] = dx / d, normal[1] = dz / d;
    }
    if (inside < 0) normal[0] = in[0], normal[1] = in[1], best = inside;
    return best - RADIUS;
}

typedef struct ideal {
    double x, z, vx, vz;
    bool held[2];
} ideal;

static void law(const ideal *p, double dx, double dz, bool instantly, double *rx, double *rz)
{
    const double acceleration = 20.48, friction = 8;
    if (instantly) {
        *rx = (SPEED * dx - p->vx) / STEP;
        *rz = (SPEED * dz - p->vz) / STEP;
        return;
    }
    double s = hypot(p->vx, p->vz);
    *rx = acceleration * dx - friction * (p->vx - dx * s);
    *rz = acceleration * dz - friction * (p->vz - dz * s);
    double along = s > 0 ? (*rx * p->vx + *rz * p->vz) / (s * s) : 0;
    if (s >= SPEED * (1 - 1e-12) && along > 0) {
        *rx -= along * p->vx;
        *rz -= along * p->vz;
    }
}

// Onto the outlines that it is held to, and out of those that it has come into. v turns with what it is held
// to.
static void press(ideal *p, const outline *outlines, int count, double dx, double dz)
{
    for (int i = 0; i < count; i++) {
        double n[2], gap = gap_to(&outlines[i], p->x, p->z, n), into = p->vx * n[0] + p->vz * n[1];
        bool pressed = dx * n[0] + dz * n[1] < 0;
        if (gap > 0 && !(p->held[i] && pressed && gap < 1e-4)) {
            p->held[i] = false;
            continue;
        }
        double s = hypot(p->vx, p->vz);
        p->x -= gap * n[0];
        p->z -= gap * n[1];
        if (into < 0 || p->held[i]) {
            p->vx -= into * n[0];
            p->vz -= into * n[1];
        }
        double now = hypot(p->vx, p->vz);
        if (gap > 0 && now > 0) p->vx *= s / now, p->vz *= s / now;
        p->held[i] = pressed;
    }
}

static void ideal_step(ideal *p, const outline *outlines, int count, double dx, double dz, bool instantly)
{
    double rx, rz, ax = p->vx, az = p->vz;
    law(p, dx, dz, instantly, &rx, &rz);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < count; i++) {
            double n[2];
            if (!p->held[i]) continue;
            gap_to(&outlines[i], p->x, p->z, n);
            double into = rx * n[0] + rz * n[1];
            if (instantly) into = (rx + p->vx / STEP) * n[0] + (rz + p->vz / STEP) * n[1];
            if (into < 0) rx -= into * n[0], rz -= into * n[1];
        }
    p->vx += rx * STEP;
    p->vz += rz * STEP;
    double s = hypot(p->vx, p->vz);
    if (s > SPEED) p->vx *= SPEED / s, p->vz *= SPEED / s;
    p->x += 0.5 * ((instantly ? p->vx : ax) + p->vx) * STEP;
    p->z += 0.5 * ((instantly ? p->vz : az) + p->vz) * STEP;
    press(p, outlines, count, dx, dz);
}

typedef enum bend_form { BEND_ROUND, BEND_SIDES, BEND_CORNER, BEND_INNER, BEND_FORM_COUNT } bend_form;
static const char *const form_names[] = {"round pillars", "pillars of 24 sides", "corners from outside", "corners from inside"};

// Walks along +x from x = -1.2. aside: how far beside the middle (m) it comes; heading: of the input, off +x
// (degrees).
typedef struct bend_cell {
    bend_form form;
    bool instantly;
    double aside, heading, yaw, size;
} bend_cell;

static void add_box(outline *o, double x0, double z0, double x1, double z1, double turn)
{
    double c = cos(turn), n = sin(turn), box[4][2] = {{x0, z0}, {x1, z0}, {x1, z1}, {x0, z1}};
    for (int i = 0; i < 4; i++) {
        o->corners[i][0] = box[i][0] * c - box[i][1] * n;
        o->corners[i][1] = box[i][0] * n + box[i][1] * c;
    }
    o->count = 4;
}

static int outlines_of(const bend_cell *cell, outline o[2])
{
    memset(o, 0, 2 * sizeof *o);
    double turn = cell->yaw;
    switch (cell->form) {
    case BEND_ROUND:
        o[0].round = cell->size;
        return 1;
    case BEND_SIDES:
        o[0].count = 24;
        for (int i = 0; i < 24; i++) {
            o[0].corners[i][0] = cell->size * cos(turn + 2 * PI * i / 24);
            o[0].corners[i][1] = cell->size * sin(turn + 2 * PI * i / 24);
        }
        return 1;
    case BEND_CORNER:
        add_box(&o[0], -cell->size, -cell->size, cell->size, cell->size, turn);
        return 1;
    default: // two walls that meet at (0.6, 0.6)
        add_box(&o[0], 0.6, -6, 1.6, 6, 0);
        add_box(&o[1], -6, 0.6, 0.6, 1.6, 0);
        return 2;
    }
}

static void add_body(stage *s, const outline *o)
{
    if (o->round > 0) {
        lope_cylinder_def def = {.radius = (float)o->round, .height = 3};
        def.body.position = lope_point_make(o->x, 1.5, o->z);
        assert_true(lope_level_valid(s->level, lope_level_add_cylinder(s->level, &def)));
        return;
    }
    float points[3 * 48];
    uint32_t indices[3 * 2 * 24 + 6 * 22], n = 0, sides = (uint32_t)o->count;
    for (uint32_t i = 0; i < sides; i++)
        for (uint32_t k = 0; k < 2; k++) {
            points[3 * (2 * i + k)] = (float)o->corners[i][0];
            points[3 * (2 * i + k) + 1] = k ? 3.0f : 0.0f;
            points[3 * (2 * i + k) + 2] = (float)o->corners[i][1];
        }
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t a = 2 * i, b = 2 * ((i + 1) % sides), six[6] = {a, a + 1, b, b, a + 1, b + 1};
        for (int k = 0; k < 6; k++) indices[n++] = six[k];
        if (i < 2) continue;
        uint32_t caps[6] = {1, a + 1, a - 1, 0, a - 2, a};
        for (int k = 0; k < 6; k++) indices[n++] = caps[k];
    }
    lope_mesh_def def = {.points = points, .point_count = 2 * sides, .indices = indices, .triangle_count = n / 3};
    assert_true(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
}

static void ideal_run(const bend_cell *cell, const outline *o, int count, ideal looks[LOOKS])
{
    ideal p = {-1.2, cell->aside, 0, 0, {false, false}};
    double dx = cos(cell->heading * PI / 180), dz = sin(cell->heading * PI / 180);
    for (int k = 0; k < LOOKS; k++) {
        for (long i = 0; i < lround(LOOK_EVERY / STEP); i++) ideal_step(&p, o, count, dx, dz, cell->instantly);
        looks[k] = p;
    }
}

static void compare(grid *g, const bend_cell *cell, stage *s, const ideal looks[LOOKS], double rate)
{
    double dx = cos(cell->heading * PI / 180), dz = sin(cell->heading * PI / 180);
    stage_place(s, -1.2, 0, cell->aside, LOPE_MODE_WALKING);
    stage_move(s, dx, dz);
    int per_look = (int)(LOOK_EVERY * rate + 0.5);
    for (int k = 0; k < LOOKS; k++) {
        for (int t = 0; t < per_look; t++) stage_tick(s, (float)(1 / rate));
        brute_point f = stage_feet(s), v = stage_velocity(s);
        double apart = hypot(f.x - looks[k].x, f.z - looks[k].z), differs = hypot(v.x - looks[k].vx, v.z - looks[k].vz);
        const char *where = "%g m, aside %g m, %g degrees, yaw %.2f, %s, %g Hz, at %.1f s: %.4f %.4f, ideal %.4f %.4f";
        if (apart * 1e3 > g->worst || !g->measured)
            grid_measure(g, apart * 1e3, where, cell->size, cell->aside, cell->heading, cell->yaw,
                         cell->instantly ? "turn_instantly" : "acceleration", rate, (k + 1) * LOOK_EVERY, f.x, f.z, looks[k].x,
                         looks[k].z);
        if (apart > APART)
            grid_fail(g, "place", where, cell->size, cell->aside, cell->heading, cell->yaw,
                      cell->instantly ? "turn_instantly" : "acceleration", rate, (k + 1) * LOOK_EVERY, f.x, f.z, looks[k].x,
                      looks[k].z);
        // at the instant of a blow or a release the velocity jumps or turns at once: within 1 %, or as it was
        // within 2 ms
        if (differs > 0.01 * SPEED)
            grid_fail(g, "velocity", where, cell->size, cell->aside, cell->heading, cell->yaw,
                      cell->instantly ? "turn_instantly" : "acceleration", rate, (k + 1) * LOOK_EVERY, v.x, v.z, looks[k].vx,
                      looks[k].vz);
        if (stage_count(s, LOPE_EVENT_HIT) > (cell->form == BEND_INNER ? 2 : 1))
            grid_fail(g, "hits", where, cell->size, cell->aside, cell->heading, cell->yaw,
                      cell->instantly ? "turn_instantly" : "acceleration", rate, (k + 1) * LOOK_EVERY, v.x, v.z, looks[k].vx,
                      looks[k].vz);
    }
}

static void go_round(bend_form form)
{
    static const double asides[] = {0.02, 0.1, 0.25, 0.45, 0.7}, headings[] = {0, -4, 15}, sizes[] = {0.05, 0.5};
    grid g;
    grid_begin(&g, form_names[form], "mm", 1.0);
    for (int law = 0; law < 2; law++)
        for (int size = 0; size < 2; size++)
            for (int h = 0; h < 3; h++)
                for (int a = 0; a < 5; a++) {
                    if (form == BEND_INNER && size > 0) continue;
                    if (!grid_next(&g)) continue;
                    bend_cell cell = {form, law > 0, asides[a], headings[h], grid_phase(&g) * PI, sizes[size]};
                    if (form == BEND_INNER) cell.heading = 20 + 12 * headings[h] / 15, cell.aside = asides[a] - 1.5;
                    outline o[2];
                    int count = outlines_of(&cell, o);
                    ideal looks[LOOKS];
                    ideal_run(&cell, o, count, looks);
                    stage *s = stage_open(STAGE_BOXES);
                    stage_tune(s, "turn_instantly", cell.instantly);
                    stage_floor(s);
                    for (int i = 0; i < count; i++) add_body(s, &o[i]);
                    for (int r = 0; r < RATES; r++) compare(&g, &cell, s, looks, rates[r]);
                    stage_close(s);
                }
    grid_end(&g);
}

static void round_pillars(void **unused)
{
    (void)unused;
    go_round(BEND_ROUND);
}

static void pillars_of_sides(void **unused)
{
    (void)unused;
    go_round(BEND_SIDES);
}

static void corners_outside(void **unused)
{
    (void)unused;
    go_round(BEND_CORNER);
}

static void corners_inside(void **unused)
{
    (void)unused;
    go_round(BEND_INNER);
}

// The ideal against the closed form.
static void ideal_is_right(void **unused)
{
    (void)unused;
    bend_cell cell = {BEND_ROUND, true, 0.1, 0, 0, 0.5};
    outline o[2];
    int count = outlines_of(&cell, o);
    ideal looks[LOOKS];
    ideal_run(&cell, o, count, looks);
    double sum = cell.size + RADIUS, start = asin(cell.aside / sum), met = (1.2 - sum * cos(start)) / SPEED;
    double side = met + log(1 / tan(start / 2)) * sum / SPEED;
    for (int k = 0; k < LOOKS; k++) {
        double t = (k + 1) * LOOK_EVERY, x = -1.2 + SPEED * t, z = cell.aside;
        if (t > side) {
            x = SPEED * (t - side);
            z = sum;
        } else if (t > met) {
            double angle = 2 * atan(tan(start / 2) * exp(SPEED * (t - met) / sum));
            x = -sum * cos(angle);
            z = sum * sin(angle);
        }
        check_below("the ideal off the closed form", hypot(looks[k].x - x, looks[k].z - z), 2e-4);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ideal_is_right),  cmocka_unit_test(round_pillars),  cmocka_unit_test(pillars_of_sides),
        cmocka_unit_test(corners_outside), cmocka_unit_test(corners_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
