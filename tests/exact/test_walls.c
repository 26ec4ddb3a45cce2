// test_walls.c - grids of walls: sliding along them, corners, wedges and funnels of steep slopes, a ceiling that comes down.
//
// Each grid prints one line: its size, the worst cell and where that was. A cell that fails prints what is needed to replay it.
// The ideal that a slide is measured against is the law of src/character/velocity.h held to the wall, integrated here in double
// precision with steps of 1e-5 s; it shares no code with the library. Read next: test_inner_edges.c.
#include "../behaviour/check.h"
#include "../behaviour/stage.h"

#define PI 3.14159265358979323846
#define RADIUS 0.34 // m, the default capsule
#define HEIGHT 1.76
#define SPEED 6.0 // m/s
#define SHOWN 8   // failing cells that a grid prints in full

typedef struct grid {
    const char *name;
    int cells, failed;
    uint64_t random; // decides which cells a quick run takes
} grid;

static const float rates[] = {20, 60, 360};

static grid grid_open(const char *name)
{
    grid g = {name, 0, 0, 20240607};
    return g;
}

// Counts a cell. False: a quick run leaves it out.
static bool grid_takes(grid *g)
{
#ifdef LOPE_QUICK
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    if ((g->random >> 33) % 10 != 0) return false;
#endif
    g->cells++;
    return true;
}

static bool grid_fails(grid *g, bool failed)
{
    g->failed += failed;
    return failed && g->failed <= SHOWN;
}

static void grid_close(const grid *g)
{
    assert_true(g->cells > 0);
    if (g->failed) fail_msg("%s: %d of %d cells failed", g->name, g->failed, g->cells);
}

// ---- along walls

typedef enum wall_form { WALL_QUAD, WALL_COARSE, WALL_FINE, WALL_BOXES, WALL_FORM_COUNT } wall_form;
static const char *const wall_names[] = {"1 quad", "0.25 m triangles", "0.05 m triangles", "50 flush boxes"};

#define WALL_FROM (-2.0)
#define WALL_TO 68.0
#define WALL_TALL 2.5

// The wall's face is z = 0, from WALL_FROM to WALL_TO along x, seen from -z; all of it turned about y by `yaw` in the points
// themselves, so that their rounding to floats is part of what is tested.
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

// 10 s along the wall, from rest in touch with it and from 1 m away. The limits: 0.5 % of the way, 1 mm up or down. It
// stays in touch: within 1 mm, the limit that all else has here.
static void along_walls(void **unused)
{
    (void)unused;
    static ideal wanted[18][2][2];
    for (int a = 1; a < 18; a++)
        for (int k = 0; k < 4; k++) wanted[a][k / 2][k % 2] = ideal_slide(a * 5 * PI / 180, k % 2, k / 2, 10);
    int failed = 0;
    for (int form = 0; form < WALL_FORM_COUNT; form++)
        for (int instantly = 0; instantly < 2; instantly++) {
            char name[96], where[96] = "";
            slide worst = {0, 0, 0};
            snprintf(name, sizeof name, "along a wall of %s, %s", wall_names[form],
                     instantly ? "turn_instantly" : "acceleration");
            grid g = grid_open(name);
            for (int turned = 0; turned < 2; turned++) {
                double yaw = turned ? 33.7 * PI / 180 : 0;
                stage *s = open_wall((wall_form)form, yaw);
                stage_tune(s, "turn_instantly", instantly);
                for (int a = 1; a < 18; a++)
                    for (int k = 0; k < 6; k++) {
                        double gap = k % 2;
                        if (!grid_takes(&g)) continue;
                        slide r = slide_along(s, yaw, a * 5 * PI / 180, gap, rates[k / 2], wanted[a][instantly][k % 2].x);
                        char cell[96];
                        snprintf(cell, sizeof cell, "%d degrees, %g Hz, yaw %g, %g m away", a * 5, (double)rates[k / 2],
                                 turned ? 33.7 : 0, gap);
                        if (fabs(r.lost) > fabs(worst.lost)) worst.lost = r.lost, memcpy(where, cell, sizeof where);
                        if (r.drift > worst.drift) worst.drift = r.drift;
                        if (r.off > worst.off) worst.off = r.off;
                        if (grid_fails(&g, !(fabs(r.lost) < 0.005 && r.drift < 1e-3 && r.off < 1e-3)))
                            printf("    FAILED %s: %s: loses %.3f %%, drift %.3g mm, off the wall %.3g mm\n", name, cell,
                                   r.lost * 100, r.drift * 1e3, r.off * 1e3);
                    }
                stage_close(s);
            }
            printf("  %s: %d cells, %d failed, loses %.4f %% at worst (%s), drift %.2g mm, off %.2g mm\n", name, g.cells,
                   g.failed, worst.lost * 100, where, worst.drift * 1e3, worst.off * 1e3);
            failed += g.failed;
        }
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

// Pressed into the corner by every direction that both walls together hold, it stands: not 0.1 mm in a tick, not 1 mm in two
// seconds, within 3 mm of where the capsule touches both walls.
static void corner_cell(grid *g, rest *worst, int form, int degrees, int aim, bool beside, float rate, bool instantly)
{
    double half = degrees / 2.0 * PI / 180, stop = -RADIUS / sin(half), held = PI / 2 - half;
    double turn = held * 0.45 * aim;
    stage *s = stage_open((stage_form)form);
    stage_floor(s);
    build_corner(s, degrees);
    stage_tune(s, "turn_instantly", instantly);
    stage_place(s, stop - 0.8, 0, beside ? 0.05 : 0.0, LOPE_MODE_WALKING);
    stage_move(s, cos(turn), sin(turn));
    rest r = rest_after(s, 6, rate);
    double off = hypot(r.x - stop, r.z);
    bool failed = !(r.tick < 1e-4 && r.all < 1e-3 && r.lift < 1e-3 && r.depth < 1e-3 && off < 3e-3 && stage_walking(s));
    if (grid_fails(g, failed))
        printf("    FAILED corner of %d, %s, aim %g degrees off, %s, %g Hz, %s: %.3g mm a tick, %.3g mm in all, lifted %.3g mm, "
               "%.3g mm deep, %.3g mm off the corner\n",
               degrees, stage_form_names[form], turn * 180 / PI, beside ? "5 cm beside" : "middle", (double)rate,
               instantly ? "turn_instantly" : "acceleration", r.tick * 1e3, r.all * 1e3, r.lift * 1e3, r.depth * 1e3, off * 1e3);
    if (r.tick > worst->tick) worst->tick = r.tick, worst->x = degrees;
    if (r.all > worst->all) worst->all = r.all;
    if (r.depth > worst->depth) worst->depth = r.depth;
    if (off > worst->z) worst->z = off;
    stage_close(s);
}

static void corners(void **unused)
{
    (void)unused;
    grid g = grid_open("corners");
    rest worst = {0, 0, 0, 0, 0, 0};
    for (int degrees = 15; degrees <= 165; degrees += 15)
        for (int form = 0; form < STAGE_FORM_COUNT; form++)
            for (int aim = -2; aim <= 2; aim++)
                for (int k = 0; k < 12; k++)
                    if (grid_takes(&g)) corner_cell(&g, &worst, form, degrees, aim, k & 1, rates[k / 4], (k & 2) != 0);
    printf("  corners of 15 to 165: %d cells, %d failed, %.3g mm a tick at worst (corner of %g), %.3g mm in 2 s, %.3g mm deep, "
           "rests "
           "within %.3g mm of the corner\n",
           g.cells, g.failed, worst.tick * 1e3, worst.x, worst.all * 1e3, worst.depth * 1e3, worst.z * 1e3);
    grid_close(&g);
}

// ---- wedges and funnels

typedef struct pit {
    int slopes;
    double degrees[4];
    double top, seat, seat_x, seat_z; // m: of the rim; of the feet in it
} pit;

// Where a sphere of the capsule's radius rests between the first two slopes, which face each other, and how high the rim is.
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

static void press_around(stage *s, float rate, double yaw, double seat, sitting *r)
{
    for (int k = 0; k < 8; k++) {
        double w = (yaw + 45.0 * k) * PI / 180;
        // Along the crease of two slopes there is a way on; across it there is none.
        if (k == 2 || k == 6) continue;
        stage_move(s, cos(w), -sin(w));
        for (int t = 0; t < (int)(0.5f * rate); t++) {
            stage_tick(s, 1.0f / rate);
            double lift = stage_feet(s).y - seat;
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
    press_around(s, rate, yaw, p->seat, &r);
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

static void pit_cell(grid *g, sitting *worst, const pit *p, int form, double yaw, double aside, float rate)
{
    stage *s = stage_open((stage_form)form);
    build_pit(s, p, yaw);
    stage_tune(s, "air_control", 1); // so that a jump of 0.9 m leads over the rim at every steepness
    sitting r = sit_in(s, p, yaw, aside, rate);
    // 0.1 mm in a tick is standing; 5 mm from where the sphere rests; no input gains 2 mm of height; the jump is the closed
    // form's 0.9 m within 1 %.
    bool stands = r.stands && r.tick < 1e-4 && r.off < 5e-3 && r.lift < 2e-3 && r.depth < 1e-3 && r.changes <= 2;
    bool jumps = fabs(r.apex / 0.9 - 1) < 0.01 && r.jump_changes == 2 && r.stands_again && r.out;
    if (grid_fails(g, !stands || !jumps))
        printf("    FAILED pit of %d slopes %g %g degrees, %s, yaw %g, dropped %g m aside, %g Hz: %s, %.3g mm a tick, %.3g mm "
               "off the "
               "seat, input lifts %.3g mm, %.3g mm deep, %d mode changes; jump: apex %.4f m, %d changes, %s; %s\n",
               p->slopes, p->degrees[0], p->degrees[1], stage_form_names[form], yaw, aside, (double)rate,
               r.stands ? "stands" : "DOES NOT STAND", r.tick * 1e3, r.off * 1e3, r.lift * 1e3, r.depth * 1e3, r.changes, r.apex,
               r.jump_changes, r.stands_again ? "stands again" : "DOES NOT STAND AGAIN", r.out ? "out" : "NOT OUT");
    if (r.tick > worst->tick) worst->tick = r.tick;
    if (r.off > worst->off) worst->off = r.off;
    if (r.lift > worst->lift) worst->lift = r.lift;
    if (r.changes > worst->changes) worst->changes = r.changes;
    if (r.jump_changes > worst->jump_changes) worst->jump_changes = r.jump_changes;
    stage_close(s);
}

static void pits(const char *name, const pit *list, int count)
{
    grid g = grid_open(name);
    sitting worst = {0, 0, 0, 0, 0, 0, 0, false, false, false};
    for (int i = 0; i < count; i++) {
        pit p = list[i];
        measure_pit(&p);
        for (int form = 0; form < STAGE_FORM_COUNT; form++)
            for (int k = 0; k < 18; k++) {
                static const double yaws[] = {0, 23};
                if (grid_takes(&g)) pit_cell(&g, &worst, &p, form, yaws[k % 2], 0.05 * (k / 2 % 3 - 1), rates[k / 6]);
            }
    }
    printf("  %s: %d cells, %d failed, at worst %.3g mm a tick, %.3g mm off the seat, %d mode changes, input lifts %.3g mm\n",
           name, g.cells, g.failed, worst.tick * 1e3, worst.off * 1e3, worst.changes, worst.lift * 1e3);
    grid_close(&g);
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

static void ceilings(void **unused)
{
    (void)unused;
    grid g = grid_open("ceiling down to the floor");
    squeeze worst = {0, 0, 0, 0, 0, 0, 0};
    for (int instantly = 0; instantly < 2; instantly++)
        for (int press = 15; press <= 90; press += 15) {
            double wanted = ideal_slide(press * PI / 180, 0.5, instantly, 5).x;
            for (int degrees = 10; degrees <= 85; degrees += degrees == 80 ? 5 : 10)
                for (int form = 0; form < STAGE_FORM_COUNT; form++)
                    for (int k = 0; k < 3; k++) {
                        if (!grid_takes(&g)) continue;
                        double a = degrees * PI / 180, stop = -(RADIUS + (HEIGHT - RADIUS) * cos(a)) / sin(a);
                        stage *s = open_ceiling(form, degrees, instantly);
                        squeeze r = squeeze_under(s, stop, press * PI / 180, wanted, rates[k]);
                        bool still = press < 90 || r.tick < 1e-4;
                        // limits as along walls; after the jump it comes back 4 m in a second (from rest: 5.1)
                        bool fine = fabs(r.lost) < 0.005 && r.drift < 1e-3 && r.off < 1e-3 && r.depth < 1e-3 && still &&
                                    r.back > 4 && r.changes <= 2;
                        if (grid_fails(&g, !fine))
                            printf("    FAILED ceiling of %d degrees, %s, pressed at %d, %g Hz, %s: loses %.3f %%, drift %.3g "
                                   "mm, off "
                                   "%.3g mm, %.3g mm deep, %.3g mm a tick, back %.3f m, %d mode changes\n",
                                   degrees, stage_form_names[form], press, (double)rates[k],
                                   instantly ? "turn_instantly" : "acceleration", r.lost * 100, r.drift * 1e3, r.off * 1e3,
                                   r.depth * 1e3, r.tick * 1e3, r.back, r.changes);
                        if (fabs(r.lost) > fabs(worst.lost)) worst.lost = r.lost;
                        if (r.drift > worst.drift) worst.drift = r.drift;
                        if (r.off > worst.off) worst.off = r.off;
                        if (press == 90 && r.tick > worst.tick) worst.tick = r.tick;
                        stage_close(s);
                    }
        }
    printf("  %s: %d cells, %d failed, loses %.4f %% at worst, drift %.3g mm, off %.3g mm, straight in %.3g mm a tick\n", g.name,
           g.cells, g.failed, worst.lost * 100, worst.drift * 1e3, worst.off * 1e3, worst.tick * 1e3);
    grid_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(along_walls), cmocka_unit_test(corners),         cmocka_unit_test(wedges),
        cmocka_unit_test(funnels),     cmocka_unit_test(funnels_of_four), cmocka_unit_test(ceilings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
