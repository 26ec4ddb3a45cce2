// test_walls.c - grids of walls: sliding along them, corners, wedges and funnels of steep slopes, a ceiling
// that comes down.
//
// The ideal that a slide is measured against is the law of src/motion/velocity/velocity_law.h held to the
// wall, integrated here in double precision with steps of 1e-5 s; it shares no code with the library. Read
// next: test_inner_edges.c.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"
#include "grid.h"

#define PI 3.14159265358979323846
#define RADIUS 0.34 // m, the default capsule
#define HEIGHT 1.76
#define SPEED 6.0 // m/s

static const float rates[] = {20, 60, 240};
#define RATES ((int)(sizeof rates / sizeof rates[0]))
static const char *const law_names[] = {"acceleration", "turn_instantly"};

// ---- along walls

typedef enum wall_form { WALL_QUAD, WALL_COARSE, WALL_FINE, WALL_BOXES, WALL_FORM_COUNT } wall_form;
static const char *const wall_names[] = {"1 quad", "0.25 m triangles", "0.05 m triangles", "50 flush boxes"};

#define WALL_FROM (-2.0)
#define WALL_TO 68.0
#define WALL_TALL 2.5

// The wall's face is z = 0, from WALL_FROM to WALL_TO along x, seen from -z; all of it turned about y by
// `yaw` in the points themselves, so that their rounding to floats is part of what is tested.
static void add_sheet(stage *s, double cell, double yaw)
{
    double width = WALL_TO - WALL_FROM;
    int columns = cell > 0 ? (int)(width / cell + 0.5) : 1, rows = cell > 0 ? (int)(WALL_TALL / cell + 0.5) : 1;
    uint32_t points = (uint32_t)((columns + 1) * (rows + 1)), n = 0;
    float *p = calloc((size_t)points * 3, sizeof *p);
    uint32_t *index = calloc((size_t)(columns * rows) * 6, sizeof *index);
    assert_true(p && index);
    for (int j = 0; j <= rows; j++)
        for (int i = 0; i <= columns; i++) {
            double x = WALL_FROM + width * i / columns, at = j * (columns + 1) + i;
            float *q = p + 3 * (size_t)at;
            q[0] = (float)(x * cos(yaw));
            q[1] = (float)(WALL_TALL * j / rows);
            q[2] = (float)(-x * sin(yaw));
        }
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < columns; i++) {
            uint32_t a = (uint32_t)(j * (columns + 1) + i), b = a + 1, d = a + (uint32_t)columns + 1, c = d + 1;
            uint32_t six[6] = {a, d, b, b, d, c};
            for (int k = 0; k < 6; k++) index[n++] = six[k];
        }
    lope_mesh_def def = {.points = p, .point_count = points, .indices = index, .triangle_count = n / 3};
    assert_true(lope_level_valid(s->level, lope_level_add_mesh(s->level, &def)));
    free(p);
    free(index);
}

static stage *open_wall(wall_form form, double yaw)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_box(s, -100, -1, -100, 100, 0, 100);
    if (form == WALL_QUAD) add_sheet(s, 0, yaw);
    if (form == WALL_COARSE) add_sheet(s, 0.25, yaw);
    if (form == WALL_FINE) add_sheet(s, 0.05, yaw);
    if (form != WALL_BOXES) return s;
    for (int i = 0; i < 50; i++) {
        double size = (WALL_TO - WALL_FROM) / 50, x = WALL_FROM + (i + 0.5) * size, z = 0.5;
        stage_tilted_box(s, x * cos(yaw) + z * sin(yaw), WALL_TALL / 2, z * cos(yaw) - x * sin(yaw), size, WALL_TALL, 1, 0,
                         yaw * 180 / PI);
    }
    return s;
}

typedef struct ideal {
    double x, z, vx, vz;
} ideal;

static double hold(double *rx, double *rz, double vx, double vz)
{
    double s = hypot(vx, vz), along = s > 0 ? (*rx * vx + *rz * vz) / (s * s) : 0;
    if (s >= SPEED * (1 - 1e-12) && along > 0) {
        *rx -= along * vx;
        *rz -= along * vz;
    }
    return s;
}

// The law from rest, `gap` away from a wall that stops +z, for `time` seconds.
static ideal ideal_slide(double angle, double gap, bool instantly, double time)
{
    const double h = 1e-5, acceleration = 20.48, friction = 8, dx = cos(angle), dz = sin(angle);
    ideal p = {0, -gap, 0, 0};
    for (long i = 0; i < lround(time / h); i++) {
        bool touches = p.z >= 0;
        double ax = p.vx, az = p.vz;
        if (instantly) {
            p.vx = ax = SPEED * dx;
            p.vz = az = touches ? 0 : SPEED * dz;
        } else {
            double s = hypot(p.vx, p.vz);
            double rx = acceleration * dx - friction * (p.vx - dx * s), rz = acceleration * dz - friction * (p.vz - dz * s);
            hold(&rx, &rz, p.vx, p.vz);
            if (touches && rz > 0) rz = 0;
            p.vx += rx * h;
            p.vz += rz * h;
            s = hypot(p.vx, p.vz);
            if (s > SPEED) p.vx *= SPEED / s, p.vz *= SPEED / s;
        }
        p.x += 0.5 * (ax + p.vx) * h;
        p.z += 0.5 * (az + p.vz) * h;
        if (p.z >= 0) p.z = 0, p.vz = p.vz > 0 ? 0 : p.vz;
    }
    return p;
}

typedef struct slide {
    double lost, drift, off; // share of the ideal way; m up or down; m off the wall once it has been touched
} slide;

static slide slide_along(stage *s, double yaw, double angle, double gap, float rate, double wanted)
{
    double c = cos(yaw), n = sin(yaw), z0 = -RADIUS - gap;
    stage_place(s, z0 * n, 0, z0 * c, LOPE_MODE_WALKING);
    double mx = cos(angle), mz = sin(angle), touched = 0;
    stage_move(s, mx * c + mz * n, mz * c - mx * n);
    slide r = {0, 0, 0};
    for (int t = 0; t < (int)(10 * rate); t++) {
        stage_tick(s, 1.0f / rate);
        brute_point f = stage_feet(s);
        double z = f.x * n + f.z * c + RADIUS;
        if (fabs(f.y) > r.drift) r.drift = fabs(f.y);
        if (z > -1e-4) touched = 1;
        if (touched > 0 && fabs(z) > r.off) r.off = fabs(z);
    }
    brute_point f = stage_feet(s);
    r.lost = 1 - (f.x * c - f.z * n) / wanted;
    return r;
}

// Limits of the issue: 0.5 % of the way (also not more than the ideal by that), 1 mm up or down. It stays in
// touch within 2 mm: points rounded to floats 70 m from the origin stand 4 micrometres proud, whose corners a
// capsule of 0.34 m meets with a normal turned by sqrt(2 * 4e-6 / 0.34) = 0.005, which over the 0.3 m of a
// tick at 20 Hz is 1.5 mm; the next tick is back.
static void judge_slide(grid *g, const slide *r, const char *where)
{
    grid_measure(g, fabs(r->lost) * 100, "%s", where);
    if (!(fabs(r->lost) < 0.005)) grid_fail(g, "way", "%s: loses %.3f %%", where, r->lost * 100);
    if (!(r->drift < 1e-3)) grid_fail(g, "drift", "%s: %.3g mm up or down", where, r->drift * 1e3);
    if (!(r->off < 2e-3)) grid_fail(g, "off the wall", "%s: %.3g mm", where, r->off * 1e3);
}

static uint64_t along_wall(wall_form form, bool instantly, ideal wanted[18][2][2])
{
    char name[96], where[128];
    snprintf(name, sizeof name, "along a wall of %s, %s", wall_names[form], law_names[instantly]);
    grid g;
    grid_begin(&g, name, "%", 1);
    int count = form == WALL_FINE ? 2 : RATES; // thousands of triangles within reach: not at 240 Hz
    for (int turned = 0; turned < 2; turned++) {
        double yaw = turned ? 33.7 * PI / 180 : 0;
        stage *s = open_wall(form, yaw);
        stage_tune(s, "turn_instantly", instantly);
        for (int a = 1; a < 18; a++)
            for (int k = 0; k < 2 * count; k++) {
                if (!grid_next(&g)) continue;
                snprintf(where, sizeof where, "%d degrees, %g Hz, yaw %g, from %d m away", a * 5, (double)rates[k / 2],
                         yaw * 180 / PI, k % 2);
                slide r = slide_along(s, yaw, a * 5 * PI / 180, k % 2, rates[k / 2], wanted[a][instantly][k % 2].x);
                judge_slide(&g, &r, where);
            }
        stage_close(s);
    }
    return grid_report(&g);
}

// 10 s along the wall, from rest, in touch with it and from 1 m away.
static void along_walls(void **unused)
{
    (void)unused;
    static ideal wanted[18][2][2];
    for (int a = 1; a < 18; a++)
        for (int k = 0; k < 4; k++) wanted[a][k / 2][k % 2] = ideal_slide(a * 5 * PI / 180, k % 2, k / 2, 10);
    uint64_t failed = 0;
    for (int form = 0; form < WALL_FORM_COUNT; form++)
        for (int instantly = 0; instantly < 2; instantly++) failed += along_wall((wall_form)form, instantly, wanted);
    assert_int_equal(failed, 0);
}

// ---- corners

// Two walls whose inner faces meet at (0, 0) at `degrees`, open toward -x.
static void build_corner(stage *s, double degrees)
{
    double half = degrees / 2 * PI / 180;
    for (int side = -1; side <= 1; side += 2) {
        double along_x = -cos(half), along_z = side * sin(half), out_x = sin(half), out_z = side * cos(half);
        // 7 m along its face from the tip, 0.2 m past it
        double cx = 3.4 * along_x + 0.5 * out_x, cz = 3.4 * along_z + 0.5 * out_z;
        stage_tilted_box(s, cx, 1, cz, 7.2, 4, 1.0, 0, atan2(-along_z, along_x) * 180 / PI);
    }
}

typedef struct rest {
    double tick, all, depth, lift; // m: farthest in a tick, farthest from the window's start, deepest, highest
    double x, z;
} rest;

// `seconds` to come to rest, then a window of 2 s.
static rest rest_after(stage *s, double seconds, float rate)
{
    rest r = {0, 0, 0, 0, 0, 0};
    brute_point last = stage_feet(s), from = last;
    for (int t = 0; t < (int)((seconds + 2) * rate); t++) {
        stage_tick(s, 1.0f / rate);
        brute_point now = stage_feet(s);
        double moved = brute_length(brute_sub(now, last));
        last = now;
        if (fabs(now.y) > r.lift) r.lift = fabs(now.y);
        if (t % 8 == 0) {
            double depth = stage_depth(s);
            if (depth > r.depth) r.depth = depth;
        }
        if (t <= (int)(seconds * rate)) {
            from = now;
            continue;
        }
        double all = brute_length(brute_sub(now, from));
        if (moved > r.tick) r.tick = moved;
        if (all > r.all) r.all = all;
    }
    r.x = last.x;
    r.z = last.z;
    return r;
}

// Pressed into the corner by every direction that both walls together hold, it stands: not 0.1 mm in a tick,
// not 1 mm in two seconds, within 3 mm of where the capsule touches both walls.
static void corner_cell(grid *g, int form, int degrees, int aim, bool beside, float rate, bool instantly)
{
    double half = degrees / 2.0 * PI / 180, stop = -RADIUS / sin(half), held = PI / 2 - half;
    double turn = held * 0.45 * aim;
    char where[160];
    stage *s = stage_open((stage_form)form);
    stage_floor(s);
    build_corner(s, degrees);
    stage_tune(s, "turn_instantly", instantly);
    stage_place(s, stop - 0.8, 0, beside ? 0.05 : 0.0, LOPE_MODE_WALKING);
    stage_move(s, cos(turn), sin(turn));
    rest r = rest_after(s, 6, rate);
    double off = hypot(r.x - stop, r.z);
    snprintf(where, sizeof where, "corner of %d, %s, aim %g degrees off, %s, %g Hz, %s", degrees, stage_form_names[form],
             turn * 180 / PI, beside ? "5 cm beside" : "middle", (double)rate, law_names[instantly]);
    grid_measure(g, r.tick * 1e3, "%s", where);
    if (!(r.tick < 1e-4)) grid_fail(g, "moves in a tick", "%s: %.3g mm", where, r.tick * 1e3);
    if (!(r.all < 1e-3)) grid_fail(g, "moves in two seconds", "%s: %.3g mm", where, r.all * 1e3);
    if (!(r.lift < 1e-3)) grid_fail(g, "lifted", "%s: %.3g mm", where, r.lift * 1e3);
    if (!(r.depth < 1e-3)) grid_fail(g, "in a wall", "%s: %.3g mm deep", where, r.depth * 1e3);
    if (!(off < 3e-3)) grid_fail(g, "off the corner", "%s: %.3g mm", where, off * 1e3);
    if (!stage_walking(s)) grid_fail(g, "not walking", "%s", where);
    stage_close(s);
}

static void corners(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "corners of 15 to 165 degrees", "mm a tick", 1);
    for (int degrees = 15; degrees <= 165; degrees += 15)
        for (int form = 0; form < STAGE_FORM_COUNT; form++)
            for (int aim = -2; aim <= 2; aim++)
                for (int k = 0; k < 4 * RATES; k++)
                    if (grid_next(&g)) corner_cell(&g, form, degrees, aim, k & 1, rates[k / 4], (k & 2) != 0);
    grid_end(&g);
}

// ---- wedges and funnels

typedef struct pit {
    int slopes;
    double degrees[4];
    double top, seat, seat_x, seat_z; // m: of the rim; of the feet in it
} pit;

// Where a sphere of the capsule's radius rests between the first two slopes, which face each other, and how
// high the rim is.
static void measure_pit(pit *p)
{
    double a = p->degrees[0] * PI / 180, b = p->degrees[1] * PI / 180;
    if (p->slopes > 2) b = a;
    // the middle of the sphere: (x, y) . (-sin a, cos a) = r and (x, y) . (sin b, cos b) = r
    double det = -sin(a) * cos(b) - cos(a) * sin(b);
    double x = (RADIUS * cos(b) - RADIUS * cos(a)) / det, y = (-RADIUS * sin(a) - RADIUS * sin(b)) / det;
    p->seat = y - RADIUS;
    p->seat_x = x;
    p->seat_z = 0;
    p->top = p->seat + 0.65; // higher than a step (0.45 m), lower than a jump (0.9 m)
}

// Slopes that rise from the origin to every side, and level ground around at their top.
static void build_pit(stage *s, const pit *p, double yaw)
{
    for (int i = 0; i < p->slopes; i++) {
        double a = p->degrees[i] * PI / 180, out = yaw + 360.0 * i / p->slopes, w = out * PI / 180;
        double run = a < 1.57 ? p->top / tan(a) : 0, length = p->top / sin(a);
        if (a < 1.57) stage_ramp(s, 0, 0, 0, p->degrees[i], out, length, 8);
        double middle = run + 1.5; // the ground: 3 m wide
        stage_tilted_box(s, middle * cos(w), p->top - 2, -middle * sin(w), 3, 4, 8, 0, out);
    }
}

static int mode_changes(const stage *s) { return stage_count(s, LOPE_EVENT_MODE); }

typedef struct sitting {
    double tick, off, lift, depth, apex;
    int changes, jump_changes;
    bool stands, stands_again, out;
} sitting;

// Between two slopes there is a way on along the crease, so there the presses stay within 15 degrees of
// straight across.
static void press_around(stage *s, float rate, double yaw, const pit *p, sitting *r)
{
    double from = stage_feet(s).y;
    static const double across[] = {0, 180, 15, 165, -15, 195}, around[] = {0, 60, 120, 180, 240, 300};
    for (int k = 0; k < 6; k++) {
        double w = (yaw + (p->slopes == 2 ? across[k] : around[k])) * PI / 180;
        stage_move(s, cos(w), -sin(w));
        for (int t = 0; t < (int)(0.5f * rate); t++) {
            stage_tick(s, 1.0f / rate);
            double lift = stage_feet(s).y - from;
            if (lift > r->lift) r->lift = lift;
        }
    }
    stage_move(s, 0, 0);
    stage_run(s, 1, rate);
}

static sitting sit_in(stage *s, const pit *p, double yaw, double aside, float rate)
{
    sitting r = {0, 0, 0, 0, 0, 0, 0, false, false, false};
    double c = cos(yaw * PI / 180), n = sin(yaw * PI / 180), x = p->seat_x + aside;
    stage_place(s, x * c, p->top + 0.3, -x * n, LOPE_MODE_FALLING);
    stage_run(s, 3, rate);
    brute_point last = stage_feet(s);
    for (int t = 0; t < (int)rate; t++) {
        stage_tick(s, 1.0f / rate);
        double moved = brute_length(brute_sub(stage_feet(s), last));
        last = stage_feet(s);
        if (moved > r.tick) r.tick = moved;
    }
    r.stands = stage_walking(s);
    r.off = hypot(hypot(last.x - p->seat_x * c, last.z + p->seat_x * n), last.y - p->seat);
    if (p->slopes == 2) r.off = hypot(last.x * c - last.z * n - p->seat_x, last.y - p->seat);
    press_around(s, rate, yaw, p, &r);
    r.depth = stage_depth(s);
    r.changes = mode_changes(s);
    // straight up and back
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_run(s, 3, rate);
    const stage_event *apex = stage_last(s, LOPE_EVENT_APEX);
    r.apex = apex ? (double)apex->event.value : 0;
    r.jump_changes = mode_changes(s) - r.changes;
    r.stands_again = stage_walking(s);
    // and out over the first slope
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_move(s, c, -n);
    stage_run(s, 0.75, rate);
    stage_move(s, 0, 0);
    stage_run(s, 1, rate);
    r.out = stage_walking(s) && fabs(stage_feet(s).y - p->top) < 2e-3;
    return r;
}

// Two slopes beside each other in a funnel meet in a crease that is gentler than they are; where it is as
// gentle as a walkable floor the character may rest anywhere in it.
static bool has_gentle_creases(const pit *p)
{
    return p->slopes > 2 && atan(tan(p->degrees[0] * PI / 180) * cos(PI / p->slopes)) < 44.765 * PI / 180;
}

// 0.1 mm in a tick is standing; 5 mm from where the sphere rests, or from under where it was dropped, 0.05 m
// aside; no input gains 2 mm of height; the jump is the closed form's 0.9 m within 1 %.
static void judge_pit(grid *g, const pit *p, const sitting *r, const char *where)
{
    grid_measure(g, r->off * 1e3, "%s", where);
    if (!r->stands) grid_fail(g, "does not stand", "%s", where);
    if (!(r->tick < 1e-4)) grid_fail(g, "moves in a tick", "%s: %.3g mm", where, r->tick * 1e3);
    if (!(r->off < (has_gentle_creases(p) ? 0.055 : 5e-3))) grid_fail(g, "off the seat", "%s: %.3g mm", where, r->off * 1e3);
    if (!(r->lift < 2e-3)) grid_fail(g, "input lifts", "%s: %.3g mm", where, r->lift * 1e3);
    if (!(r->depth < 1e-3)) grid_fail(g, "in a slope", "%s: %.3g mm deep", where, r->depth * 1e3);
    if (r->changes > 2) grid_fail(g, "mode flickers", "%s: %d changes", where, r->changes);
    if (!(fabs(r->apex / 0.9 - 1) < 0.01)) grid_fail(g, "jump", "%s: apex %.4f m", where, r->apex);
    if (r->jump_changes != 2) grid_fail(g, "mode flickers after a jump", "%s: %d changes", where, r->jump_changes);
    if (!r->stands_again) grid_fail(g, "does not stand after a jump", "%s", where);
    if (!r->out) grid_fail(g, "cannot jump out", "%s", where);
}

static void pit_cell(grid *g, const pit *p, int form, double yaw, double aside, float rate)
{
    char where[160];
    stage *s = stage_open((stage_form)form);
    build_pit(s, p, yaw);
    stage_tune(s, "air_control", 1); // so that a jump of 0.9 m leads over the rim at every steepness
    sitting r = sit_in(s, p, yaw, aside, rate);
    snprintf(where, sizeof where, "%d slopes of %g and %g, %s, yaw %g, dropped %g m aside, %g Hz", p->slopes, p->degrees[0],
             p->degrees[1], stage_form_names[form], yaw, aside, (double)rate);
    judge_pit(g, p, &r, where);
    stage_close(s);
}

static void pits(const char *name, const pit *list, int count)
{
    grid g;
    grid_begin(&g, name, "mm off the seat", 1);
    for (int i = 0; i < count; i++) {
        pit p = list[i];
        measure_pit(&p);
        for (int form = 0; form < STAGE_FORM_COUNT; form++)
            for (int k = 0; k < 6 * RATES; k++) {
                static const double yaws[] = {0, 23};
                if (grid_next(&g)) pit_cell(&g, &p, form, yaws[k % 2], 0.05 * (k / 2 % 3 - 1), rates[k / 6]);
            }
    }
    grid_end(&g);
}

static void wedges(void **unused)
{
    (void)unused;
    static const pit list[] = {{.slopes = 2, .degrees = {46, 46}}, {.slopes = 2, .degrees = {50, 50}},
                               {.slopes = 2, .degrees = {60, 60}}, {.slopes = 2, .degrees = {70, 70}},
                               {.slopes = 2, .degrees = {80, 80}}, {.slopes = 2, .degrees = {50, 70}},
                               {.slopes = 2, .degrees = {60, 85}}, {.slopes = 2, .degrees = {50, 90}}};
    pits("wedges of 2 slopes", list, 8);
}

static void funnels(void **unused)
{
    (void)unused;
    static const pit three[] = {
        {.slopes = 3, .degrees = {50, 50, 50}}, {.slopes = 3, .degrees = {60, 60, 60}}, {.slopes = 3, .degrees = {75, 75, 75}}};
    pits("funnels of 3 slopes", three, 3);
}

static void funnels_of_four(void **unused)
{
    (void)unused;
    static const pit four[] = {{.slopes = 4, .degrees = {50, 50, 50, 50}},
                               {.slopes = 4, .degrees = {60, 60, 60, 60}},
                               {.slopes = 4, .degrees = {75, 75, 75, 75}}};
    pits("funnels of 4 slopes", four, 3);
}

// ---- a ceiling that slopes down to the floor

typedef struct squeeze {
    double lost, drift, off, depth, tick, back;
    int changes;
} squeeze;

// The ceiling's lower face comes down toward +x and meets the floor at x = 0.
static stage *open_ceiling(int form, double degrees, bool instantly)
{
    double a = degrees * PI / 180, length = 24;
    stage *s = stage_open((stage_form)form);
    stage_floor(s);
    stage_tilted_box(s, -(length / 2 - 1) * cos(a) + 0.5 * sin(a), (length / 2 - 1) * sin(a) + 0.5 * cos(a), 0, length, 1, 90,
                     -degrees, 0);
    stage_tune(s, "turn_instantly", instantly);
    return s;
}

static squeeze squeeze_under(stage *s, double stop, double angle, double wanted, float rate)
{
    squeeze r = {0, 0, 0, 0, 0, 0, 0};
    double z0 = -25, touched = 0;
    stage_place(s, stop - 0.5, 0, z0, LOPE_MODE_WALKING);
    stage_move(s, sin(angle), cos(angle)); // angle: 90 is straight at it
    brute_point last = stage_feet(s);
    for (int t = 0; t < (int)(5 * rate); t++) {
        stage_tick(s, 1.0f / rate);
        brute_point f = stage_feet(s);
        if (fabs(f.y) > r.drift) r.drift = fabs(f.y);
        if (f.x > stop - 1e-4) touched = 1;
        if (touched > 0 && fabs(f.x - stop) > r.off) r.off = fabs(f.x - stop);
        double moved = brute_length(brute_sub(f, last)), depth = t % 8 ? 0 : stage_depth(s);
        if (t > (int)(2 * rate) && moved > r.tick) r.tick = moved;
        if (depth > r.depth) r.depth = depth;
        last = f;
    }
    r.lost = wanted > 0.1 ? 1 - (last.z - z0) / wanted : 0;
    // a jump there neither sticks nor sinks in, and there is a way back
    stage_move(s, 1, 0);
    s->input.pressed = LOPE_BUTTON_JUMP;
    stage_run(s, 1, rate);
    double depth = stage_depth(s);
    if (depth > r.depth) r.depth = depth;
    stage_move(s, -1, 0);
    stage_run(s, 1, rate);
    r.back = stop - stage_feet(s).x;
    r.changes = mode_changes(s);
    return r;
}

// Limits as along walls; pressed straight in it stands; after the jump it comes back 4 m in a second (the law
// from rest: 5.1).
static void judge_squeeze(grid *g, const squeeze *r, bool straight, const char *where)
{
    grid_measure(g, fabs(r->lost) * 100, "%s", where);
    if (!(fabs(r->lost) < 0.005)) grid_fail(g, "way", "%s: loses %.3f %%", where, r->lost * 100);
    if (!(r->drift < 1e-3)) grid_fail(g, "drift", "%s: %.3g mm up or down", where, r->drift * 1e3);
    if (!(r->off < 1e-3)) grid_fail(g, "off the ceiling", "%s: %.3g mm", where, r->off * 1e3);
    if (!(r->depth < 1e-3)) grid_fail(g, "in the ceiling", "%s: %.3g mm deep", where, r->depth * 1e3);
    if (straight && !(r->tick < 1e-4)) grid_fail(g, "does not stand", "%s: %.3g mm a tick", where, r->tick * 1e3);
    if (!(r->back > 4)) grid_fail(g, "no way back", "%s: %.3f m", where, r->back);
    if (r->changes > 2) grid_fail(g, "mode flickers", "%s: %d changes with one jump", where, r->changes);
}

static void ceiling_cell(grid *g, int form, int degrees, int press, float rate, bool instantly, double wanted)
{
    char where[160];
    double a = degrees * PI / 180, stop = -(RADIUS + (HEIGHT - RADIUS) * cos(a)) / sin(a);
    stage *s = open_ceiling(form, degrees, instantly);
    squeeze r = squeeze_under(s, stop, press * PI / 180, wanted, rate);
    snprintf(where, sizeof where, "ceiling of %d degrees, %s, pressed at %d, %g Hz, %s", degrees, stage_form_names[form], press,
             (double)rate, law_names[instantly]);
    judge_squeeze(g, &r, press == 90, where);
    stage_close(s);
}

static void ceilings(void **unused)
{
    (void)unused;
    grid g;
    grid_begin(&g, "a ceiling down to the floor", "%", 1);
    for (int instantly = 0; instantly < 2; instantly++)
        for (int press = 15; press <= 90; press += 15) {
            double wanted = ideal_slide(press * PI / 180, 0.5, instantly, 5).x;
            for (int degrees = 10; degrees <= 85; degrees += degrees == 80 ? 5 : 10)
                for (int form = 0; form < STAGE_FORM_COUNT; form++)
                    for (int r = 0; r < RATES; r++)
                        if (grid_next(&g)) ceiling_cell(&g, form, degrees, press, rates[r], instantly, wanted);
        }
    grid_end(&g);
}

int main(int argc, char **argv)
{
    if (argc > 1) cmocka_set_test_filter(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_walls), cmocka_unit_test(corners),         cmocka_unit_test(wedges),
        cmocka_unit_test(funnels),     cmocka_unit_test(funnels_of_four), cmocka_unit_test(ceilings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
