// profile.c - see profile.h.
#include "profile.h"
#include "../behaviour/check.h"

#define PI 3.14159265358979323846

const char *const profile_form_names[PROFILE_FORM_COUNT] = {"box", "quads", "0.1 m mesh", "hull", "cylinder"};

void profile_start(profile *p, double half_width)
{
    memset(p, 0, sizeof *p);
    p->half_width = half_width;
    p->polygons_from = PROFILE_PARTS;
}

void profile_add(profile *p, double x, double y, double degrees, double length, double thick)
{
    assert_true(p->slab_count < PROFILE_PARTS);
    profile_slab slab = {x, y, degrees, length, thick, false};
    p->slabs[p->slab_count++] = slab;
}

void profile_add_ground(profile *p, double x, double y, double degrees, double length, double thick)
{
    profile_add(p, x, y, degrees, length, thick);
    p->slabs[p->slab_count - 1].ground = true;
}

void profile_polygons(profile *p) { p->polygons_from = p->slab_count; }

void profile_add_polygon(profile *p, double corners[][2], int count)
{
    assert_true(p->polygon_count < 4 && count <= 6);
    profile_polygon *polygon = &p->polygons[p->polygon_count++];
    memcpy(polygon->corners, corners, sizeof polygon->corners[0] * (size_t)count);
    polygon->count = count;
}

void profile_add_round(profile *p, double axis, double radius, double top, double bottom)
{
    assert_true(p->round_count < 4);
    profile_round round = {axis, radius, top, bottom};
    p->rounds[p->round_count++] = round;
}

void profile_point(profile *p, double x, double y)
{
    assert_true(p->line_count < PROFILE_PARTS);
    p->line[p->line_count][0] = x;
    p->line[p->line_count++][1] = y;
}

// Corners counter-clockwise seen from +z.
static void slab_corners(const profile_slab *s, double corners[4][2])
{
    double c = cos(s->degrees * PI / 180), n = sin(s->degrees * PI / 180);
    double top[2][2] = {{s->x, s->y}, {s->x + c * s->length, s->y + n * s->length}};
    corners[0][0] = top[0][0] + n * s->thick;
    corners[0][1] = top[0][1] - c * s->thick;
    corners[1][0] = top[1][0] + n * s->thick;
    corners[1][1] = top[1][1] - c * s->thick;
    memcpy(corners[2], top[1], sizeof top[1]);
    memcpy(corners[3], top[0], sizeof top[0]);
}

static void build_box(lope_level *level, const profile_slab *s, double half_width)
{
    double corners[4][2], angle = 0.5 * s->degrees * PI / 180;
    slab_corners(s, corners);
    lope_box_def def = {.size = {(float)s->length, (float)s->thick, (float)(2 * half_width)}};
    def.body.position = lope_point_make(0.5 * (corners[0][0] + corners[2][0]), 0.5 * (corners[0][1] + corners[2][1]), 0);
    def.body.rotation = (lope_quat){0, 0, (float)sin(angle), (float)cos(angle)};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &def)));
}

// The corners of a part, first at +z, then at -z. Returns how many a side.
static int part_points(const profile *p, int part, float points[36])
{
    int slabs = p->slab_count < p->polygons_from ? p->slab_count : p->polygons_from;
    double corners[6][2];
    int count = 4;
    if (part < slabs) {
        slab_corners(&p->slabs[part], corners);
    } else {
        memcpy(corners, p->polygons[part - slabs].corners, sizeof corners);
        count = p->polygons[part - slabs].count;
    }
    for (int i = 0; i < 2 * count; i++) {
        points[3 * i] = (float)corners[i % count][0];
        points[3 * i + 1] = (float)corners[i % count][1];
        points[3 * i + 2] = (float)(i < count ? p->half_width : -p->half_width);
    }
    return count;
}

static int part_count(const profile *p)
{
    return (p->slab_count < p->polygons_from ? p->slab_count : p->polygons_from) + p->polygon_count;
}

static void build_hull(lope_level *level, const profile *p, int part)
{
    float points[36];
    int count = part_points(p, part, points);
    lope_hull_def def = {.points = points, .point_count = 2 * (uint32_t)count};
    assert_true(lope_level_valid(level, lope_level_add_hull(level, &def)));
}

static uint32_t add_triangle(uint32_t *indices, uint32_t at, uint32_t a, uint32_t b, uint32_t c)
{
    indices[at] = a;
    indices[at + 1] = b;
    indices[at + 2] = c;
    return at + 3;
}

// Every part as a closed solid of one quad a side, all in one mesh.
static void build_quads(lope_level *level, const profile *p)
{
    float points[36 * (PROFILE_PARTS + 4)];
    uint32_t indices[60 * (PROFILE_PARTS + 4)], from = 0, at = 0;
    for (int i = 0; i < part_count(p); i++) {
        uint32_t n = (uint32_t)part_points(p, i, points + (size_t)3 * from);
        for (uint32_t k = 0; k < n; k++) {
            uint32_t a = from + k, b = from + (k + 1) % n;
            at = add_triangle(indices, at, a, a + n, b + n);
            at = add_triangle(indices, at, a, b + n, b);
            if (k < 2) continue;
            at = add_triangle(indices, at, from, from + k - 1, from + k);
            at = add_triangle(indices, at, from + n, from + n + k, from + n + k - 1);
        }
        from += 2 * n;
    }
    lope_mesh_def def = {.points = points, .point_count = from, .indices = indices, .triangle_count = at / 3};
    lope_body body = lope_level_add_mesh(level, &def);
    lope_mesh_report report;
    assert_int_equal(lope_level_mesh_report(level, body, &report), LOPE_OK);
    assert_int_equal(report.parts_open + report.parts_inside_out, 0); // the test's own solids are solid
}

static int cuts(double length) { return (int)ceil(length / PROFILE_CELL - 1e-9); }

// The outline as an open mesh, each part of it cut into pieces of at most PROFILE_CELL.
static void build_tessellated(lope_level *level, const profile *p)
{
    int columns = 1, rows = cuts(2 * p->half_width) + 1;
    for (int i = 0; i + 1 < p->line_count; i++)
        columns += cuts(hypot(p->line[i + 1][0] - p->line[i][0], p->line[i + 1][1] - p->line[i][1]));
    float *points = calloc((size_t)(columns * rows) * 3, sizeof *points);
    uint32_t *indices = calloc((size_t)(columns * rows) * 6, sizeof *indices), count = 0, column = 0;
    assert_true(points && indices);
    for (int i = 0; i < p->line_count; i++) {
        const double *a = p->line[i], *b = p->line[i + 1 < p->line_count ? i + 1 : i];
        int n = i + 1 < p->line_count ? cuts(hypot(b[0] - a[0], b[1] - a[1])) : 1;
        for (int k = 0; k < n; k++, column++)
            for (int j = 0; j < rows; j++) {
                float *v = points + 3 * ((size_t)column * (size_t)rows + (size_t)j);
                v[0] = (float)(a[0] + (b[0] - a[0]) * k / n);
                v[1] = (float)(a[1] + (b[1] - a[1]) * k / n);
                v[2] = (float)(-p->half_width + 2 * p->half_width * j / (rows - 1));
            }
    }
    for (uint32_t i = 0; i + 1 < (uint32_t)columns; i++)
        for (uint32_t j = 0; j + 1 < (uint32_t)rows; j++) {
            uint32_t a = i * (uint32_t)rows + j, b = a + (uint32_t)rows, quad[6] = {a, a + 1, b + 1, a, b + 1, b};
            memcpy(indices + count, quad, sizeof quad);
            count += 6;
        }
    lope_mesh_def def = {
        .points = points, .point_count = (uint32_t)(columns * rows), .indices = indices, .triangle_count = count / 3};
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &def)));
    free(points);
    free(indices);
}

static void build_round(lope_level *level, const profile_round *r)
{
    lope_cylinder_def def = {.radius = (float)r->radius, .height = (float)(r->top - r->bottom)};
    def.body.position = lope_point_make(r->axis, 0.5 * (r->top + r->bottom), 0);
    assert_true(lope_level_valid(level, lope_level_add_cylinder(level, &def)));
}

lope_level *profile_build(const profile *p, profile_form form)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    assert_non_null(level);
    if (form == PROFILE_QUADS) build_quads(level, p);
    if (form == PROFILE_TESSELLATED) build_tessellated(level, p);
    for (int i = 0; i < p->slab_count; i++) {
        const profile_slab *s = &p->slabs[i];
        if (form == PROFILE_BOXES || (form == PROFILE_CYLINDERS && s->ground)) build_box(level, s, p->half_width);
    }
    for (int i = 0; form == PROFILE_HULLS && i < part_count(p); i++) build_hull(level, p, i);
    for (int i = 0; form == PROFILE_CYLINDERS && i < p->round_count; i++) build_round(level, &p->rounds[i]);
    return level;
}

static double point_to_segment(double px, double py, const double a[2], const double b[2])
{
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    double t = square > 0 ? ((px - a[0]) * dx + (py - a[1]) * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(px - a[0] - t * dx, py - a[1] - t * dy);
}

// Distance of the upright segment at x from low to high and the segment a-b.
static double upright_to_segment(double x, double low, double high, const double a[2], const double b[2])
{
    double lower[2] = {x, low}, upper[2] = {x, high};
    double d = point_to_segment(x, low, a, b), e = point_to_segment(x, high, a, b);
    if (e < d) d = e;
    if ((e = point_to_segment(a[0], a[1], lower, upper)) < d) d = e;
    if ((e = point_to_segment(b[0], b[1], lower, upper)) < d) d = e;
    if ((a[0] - x) * (b[0] - x) < 0) { // may cross
        double y = a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0]);
        if (y >= low && y <= high) d = 0;
    }
    return d;
}

double profile_depth(const profile *p, double x, double y, double radius, double height)
{
    double least = 1e9;
    for (int i = 0; i + 1 < p->line_count; i++) {
        double d = upright_to_segment(x, y + radius, y + height - radius, p->line[i], p->line[i + 1]);
        if (d < least) least = d;
    }
    return radius - least;
}

double profile_contact(const profile *p, double degrees, double radius, double height)
{
    double slope = tan(degrees * PI / 180), lift = radius * (1 / cos(degrees * PI / 180) - 1);
    for (double x = -2; x < 1; x += 1e-3)
        for (int i = 0; i + 1 < p->line_count; i++) {
            if (p->line[i][0] < -1e-9) continue;
            double y = slope * x + lift;
            if (upright_to_segment(x, y + radius, y + height - radius, p->line[i], p->line[i + 1]) < radius - 1e-6) return x;
        }
    return 0;
}

void walker_open(walker *w, const lope_level *level)
{
    memset(w, 0, sizeof *w);
    w->surroundings = lope_level_surroundings(level);
    w->nearby = lope_nearby_create(NULL);
    assert_non_null(w->nearby);
    w->tuning = lope_tuning_default();
    walker_tune(w);
}

void walker_close(walker *w) { lope_nearby_destroy(w->nearby); }

void walker_tune(walker *w)
{
    lope_error error = {0};
    if (lope_moveset_make(&w->moveset, &w->tuning, &error) != LOPE_OK)
        fail_msg("moveset refused: %s: %s", error.field, error.text);
}

void walker_place(walker *w, double x, double y, double z, float radius, float height, double vx, double vz, uint32_t mode)
{
    lope_state_def def = {.feet = {x, y, z}, .radius = radius, .height = height, .mode = mode};
    def.velocity = lope_vec3_make((float)vx, 0, (float)vz);
    assert_int_equal(lope_state_init(&w->state, &def), LOPE_OK);
    w->input = (lope_input){0};
}

void walker_tick(walker *w, float dt)
{
    lope_result result = lope_move(&w->state, &w->input, &w->moveset, &w->surroundings, w->nearby, dt, &w->report);
    if (result != LOPE_OK) fail_msg("tick refused: %s", lope_result_text(result));
    const lope_point *feet = &w->state.feet;
    if (!isfinite(feet->x) || !isfinite(feet->y) || !isfinite(feet->z)) fail_msg("feet are not finite");
}

bool walker_grounded(const walker *w) { return w->state.mode == LOPE_MODE_WALKING; }
