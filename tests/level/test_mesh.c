// test_mesh.c - what is kept of a mesh and what is solid; hulls and height fields.
#include "helpers.h"

#include "level/body.h"

typedef struct added {
    lope_level *level;
    lope_body body;
    lope_mesh_report report;
    lope_error error;
    char log[300];
    int lines;
} added;

static void log_write(void *context, const char *text)
{
    added *a = context;
    snprintf(a->log, sizeof a->log, "%s", text);
    a->lines++;
}

static void add_mesh(added *a, const test_mesh *m, lope_sides sides)
{
    memset(a, 0, sizeof *a);
    a->level = lope_level_create(&(lope_level_def){.log = {log_write, a}});
    lope_mesh_def def = test_mesh_def(m);
    def.sides = sides;
    def.error = &a->error;
    a->body = lope_level_add_mesh(a->level, &def);
    if (a->body.generation != 0) assert_int_equal(lope_level_mesh_report(a->level, a->body, &a->report), LOPE_OK);
}

static void expect(added *a, uint32_t parts, uint32_t closed, uint32_t open, uint32_t inside_out, uint32_t two_sided)
{
    assert_int_equal(a->error.code, LOPE_OK);
    assert_int_equal(a->report.parts, parts);
    assert_int_equal(a->report.parts_closed, closed);
    assert_int_equal(a->report.parts_open, open);
    assert_int_equal(a->report.parts_inside_out, inside_out);
    assert_int_equal(a->report.triangles_two_sided, two_sided);
    assert_int_equal(a->lines, 1);
    lope_level_destroy(a->level);
}

static void boxes_are_solid(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    test_mesh_box(&m, 0, 0, 0, 1, 2, 3, false);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_non_null(strstr(a.log, "12 triangles kept"));
    expect(&a, 1, 1, 0, 0, 0);
    add_mesh(&a, &m, LOPE_SIDES_TWO);
    expect(&a, 1, 1, 0, 0, 12);
    test_mesh_box(&m, 5, 0, 0, 1, 1, 1, true);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 2, 1, 0, 1, 12);
    m.triangle_count--;
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 2, 1, 1, 0, 11);
    add_mesh(&a, &m, LOPE_SIDES_ONE);
    expect(&a, 2, 1, 1, 0, 0);
    test_mesh_free(&m);
}

// Adds a box with a room of a size in its middle, and a free-standing solid in that room with a hollow of its
// own.
static void add_house(test_mesh *m, float x, float room, float shift)
{
    test_mesh_box(m, x, 0, 0, 10, 10, 10, false);
    test_mesh_box(m, x + 5 - room / 2 + shift, 5 - room / 2, 5 - room / 2, room, room, room, true);
    test_mesh_box(m, x + 4, 4, 4, 2, 2, 2, false);
    test_mesh_box(m, x + 4.5f, 4.5f, 4.5f, 1, 1, 1, true);
}

// An inside-out part is a cavity only where it lies whole in a solid: not beside it, not across its surface,
// not touching it.
static void cavities_are_hollow(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    add_house(&m, -3, 8, 0);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    lope_level_hit hit;
    const lope_filter all = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
    for (int i = 0; i < 3; i++) { // in the shell, in the room, in the inner hollow
        const double x = i == 0 ? -2.5 : i == 1 ? -0.5 : 2;
        const lope_capsule c = {{x, 4.9, 5}, {x, 5.1, 5}, 0.2};
        uint32_t count;
        assert_int_equal(lope_level_overlap(a.level, &c, all, &hit, 1, &count), LOPE_OK);
        assert_int_equal(count, i == 0);
        if (i > 0)
            assert_true(lope_level_sweep(a.level, &c, lope_point_make(0, 0, 9), all, &hit)); // the walls are met from within
    }
    expect(&a, 4, 4, 0, 0, 0);
    add_mesh(&a, &m, LOPE_SIDES_TWO);
    expect(&a, 4, 2, 0, 2, 48);
    m.triangle_count = m.point_count = 0;
    add_house(&m, -3, 8, 1.5f); // across the wall
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 4, 3, 0, 1, 12);
    m.triangle_count = m.point_count = 0;
    add_house(&m, -3, 8, 1); // touches the wall
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 4, 3, 0, 1, 12);
    m.triangle_count = m.point_count = 0;
    add_house(&m, -3, 12, 0); // around the solid
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 4, 3, 0, 1, 12);
    test_mesh_free(&m);
}

static void a_flipped_triangle_opens(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    test_mesh_box(&m, 0, 0, 0, 1, 1, 1, false);
    uint32_t swap = m.indices[0];
    m.indices[0] = m.indices[1];
    m.indices[1] = swap;
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 1, 0, 1, 0, 12);
    test_mesh_free(&m);
}

// Boxes that share a face, an edge, or everything, stay solid; where both faces of a wall were, one of two
// sides is kept.
static void touching_boxes_are_solid(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    test_mesh_box(&m, 0, 0, 0, 1, 1, 1, false);
    test_mesh_box(&m, 1, 1, 0, 1, 1, 1, false);
    add_mesh(&a, &m, LOPE_SIDES_AUTO); // along an edge: four triangles there
    assert_int_equal(a.report.dropped_duplicate, 0);
    expect(&a, 1, 1, 0, 0, 0);
    test_mesh_box(&m, 0, 0, 0, 1, 1, 1, false);
    add_mesh(&a, &m, LOPE_SIDES_AUTO); // one of them twice
    assert_int_equal(a.report.dropped_duplicate, 12);
    assert_int_equal(a.report.triangles, 24);
    expect(&a, 1, 1, 0, 0, 0);
    // One triangle alone twice: unbalanced when counted with its double, closed without.
    m.triangle_count = 25;
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_int_equal(a.report.dropped_duplicate, 1);
    expect(&a, 1, 1, 0, 0, 0);
    test_mesh_free(&m);
}

static void a_card_of_two_sides_is_open(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    for (int k = 0; k < 2; ++k) {
        uint32_t p = test_mesh_point(&m, 0, 0, 0);
        test_mesh_point(&m, 1, 0, 0);
        test_mesh_point(&m, 1, 1, 0);
        test_mesh_triangle(&m, p, k ? p + 2 : p + 1, k ? p + 1 : p + 2);
    }
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_int_equal(a.report.triangles, 1);
    assert_int_equal(a.report.dropped_duplicate, 1);
    expect(&a, 1, 0, 1, 0, 1);
    test_mesh_free(&m);
}

// A filler of no area that closes a T-junction is dropped, but keeps its box closed.
static void fillers_keep_boxes_closed(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    test_mesh_box(&m, 0, 0, 0, 1, 1, 1, false);
    // Triangle 0 is 0, 4, 6: its edge from 4 to 6 gets a point in the middle, and a filler.
    uint32_t middle = test_mesh_point(&m, 0, 0.5f, 1);
    m.indices[2] = middle;
    test_mesh_triangle(&m, 0, middle, 6);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    expect(&a, 1, 0, 1, 0, 13);
    test_mesh_triangle(&m, 4, 6, middle);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_int_equal(a.report.dropped_degenerate, 1);
    expect(&a, 1, 1, 0, 0, 0);
    test_mesh_free(&m);
}

static void slivers_are_dropped_at_ten_micrometres(void **state)
{
    (void)state;
    added a;
    test_mesh m = {0};
    test_mesh_point(&m, 0, 0, 0);
    test_mesh_point(&m, 2, 0, 0);
    test_mesh_point(&m, 1, 0.9e-5f, 0);
    test_mesh_point(&m, 1, 1.1e-5f, 0);
    test_mesh_triangle(&m, 0, 1, 2);
    test_mesh_triangle(&m, 0, 1, 3);
    test_mesh_triangle(&m, 0, 0, 1);
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_int_equal(a.report.triangles, 1);
    assert_int_equal(a.report.dropped_degenerate, 2);
    lope_level_hit hit;
    assert_true(lope_level_ray(a.level, pt(1, 0.5e-5, 1), pt(0, 0, -2), ALL, &hit));
    assert_int_equal(hit.triangle, 1); // its number in what was given
    lope_level_destroy(a.level);
    m.triangle_count = 1;
    add_mesh(&a, &m, LOPE_SIDES_AUTO);
    assert_int_equal(a.error.code, LOPE_ERROR_EMPTY);
    assert_non_null(strstr(a.error.text, "degenerate"));
    assert_int_equal(a.lines, 0);
    lope_level_destroy(a.level);
    test_mesh_free(&m);
}

static void refuse(lope_mesh_def def, lope_result code, const char *field)
{
    lope_level *level = lope_level_create(NULL);
    lope_error e = {0}, body = {0};
    def.error = &e;
    def.body.error = &body;
    assert_int_equal(lope_level_add_mesh(level, &def).generation, 0);
    assert_int_equal(e.code, code);
    assert_string_equal(e.field, field);
    assert_memory_equal(&e, &body, sizeof e);
    assert_int_equal(lope_level_body_count(level), 0);
    lope_level_destroy(level);
}

static void flawed_definitions_are_named(void **state)
{
    (void)state;
    test_mesh m = {0};
    test_mesh_box(&m, 0, 0, 0, 1, 1, 1, false);
    lope_mesh_def def = test_mesh_def(&m), bad = def;
    bad.points = NULL;
    refuse(bad, LOPE_ERROR_NULL, "points");
    bad = def;
    bad.point_count = 0;
    refuse(bad, LOPE_ERROR_EMPTY, "point_count");
    bad = def;
    bad.triangle_count = 0;
    refuse(bad, LOPE_ERROR_EMPTY, "triangle_count");
    bad = def;
    bad.indices = NULL;
    refuse(bad, LOPE_ERROR_RANGE, "triangle_count");
    bad = def;
    bad.point_stride = 11;
    refuse(bad, LOPE_ERROR_RANGE, "point_stride");
    bad = def;
    bad.triangle_count = UINT32_MAX; // refused before any of it is read
    refuse(bad, LOPE_ERROR_RANGE, "triangle_count");
    bad = def;
    bad.sides = (lope_sides)7;
    refuse(bad, LOPE_ERROR_RANGE, "sides");
    uint32_t good = m.indices[7];
    m.indices[7] = 8;
    lope_error e = {0};
    bad = def;
    bad.error = &e;
    lope_level *level = lope_level_create(NULL);
    lope_level_add_mesh(level, &bad);
    assert_string_equal(e.field, "indices[7]");
    assert_non_null(strstr(e.text, "is 8, but point_count is 8"));
    lope_level_destroy(level);
    refuse(def, LOPE_ERROR_INDEX, "indices[7]");
    m.indices[7] = good;
    m.points[16] = INFINITY;
    refuse(def, LOPE_ERROR_NOT_FINITE, "points[5]");
    test_mesh_free(&m);
}

static void points_may_have_a_stride(void **state)
{
    (void)state;
    struct {
        float p[3];
        char color[5];
    } vertices[3] = {{{0, 0, 0}, {0}}, {{1, 0, 0}, {0}}, {{0, 0, 1}, {0}}};
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = {.points = vertices[0].p, .point_count = 3, .point_stride = (uint32_t)sizeof vertices[0]};
    lope_level_hit hit;
    assert_true(lope_level_add_mesh(level, &def).generation != 0);
    assert_true(lope_level_ray(level, pt(0.25, 1, 0.25), pt(0, -2, 0), ALL, &hit));
    assert_near(hit.fraction, 0.5, 1e-12);
    lope_level_destroy(level);
}

// No point outside any face, every edge shared by two faces, by Euler's rule; and the volume of a known body.
static void hull_check(const lope_solid_hull *hull, const float *points, uint32_t count, double tolerance)
{
    assert_int_equal(hull->triangle_count, 2 * hull->point_count - 4);
    for (uint32_t t = 0; t < hull->triangle_count; ++t) {
        const uint32_t *i = &hull->triangles[3 * (size_t)t];
        lope_point a = hull->exact[i[0]];
        lope_point n = lope_point_cross(lope_point_sub(hull->exact[i[1]], a), lope_point_sub(hull->exact[i[2]], a));
        double length = lope_point_length(n);
        for (uint32_t k = 0; k < count && length > 1e-9; ++k) {
            lope_point p = pt((double)points[3 * k], (double)points[3 * k + 1], (double)points[3 * k + 2]);
            assert_true(lope_point_dot(lope_point_sub(p, a), n) / length <= tolerance);
        }
    }
}

static double hull_volume(const lope_solid_hull *hull)
{
    double six = 0;
    for (uint32_t t = 0; t < hull->triangle_count; ++t) {
        const uint32_t *i = &hull->triangles[3 * (size_t)t];
        six += lope_point_dot(hull->exact[i[0]], lope_point_cross(hull->exact[i[1]], hull->exact[i[2]]));
    }
    return six / 6;
}

static void hulls_hold_their_points(void **state)
{
    (void)state;
    random_numbers r = random_start("hulls", 5);
    for (int round = 0; round < CASES(300); ++round) {
        uint32_t count = 4 + (uint32_t)(random_next(&r) % 60);
        float points[64 * 3];
        bool on_grid = round % 3 == 0, round_body = round % 3 == 1;
        for (uint32_t i = 0; i < count; ++i) {
            lope_point p = random_point(&r, 2);
            if (on_grid) p = pt(floor(p.x), floor(p.y), floor(p.z)); // many in one plane, many doubled
            if (round_body) p = lope_point_scale(p, 2 / lope_point_length(p));
            points[3 * i] = (float)p.x;
            points[3 * i + 1] = (float)p.y;
            points[3 * i + 2] = (float)p.z;
        }
        lope_solid_hull hull;
        lope_allocator hooks = {0};
        failing_allocator memory = {1000, 0, 0};
        hooks = failing_hooks(&memory);
        lope_hull_def def = {.points = points, .point_count = count};
        lope_result result = lope_solid_hull_build(&hull, &def, &hooks, NULL);
        if (result != LOPE_OK) {
            assert_true(on_grid);
            continue;
        }
        // Decisions are exact on a grid of a millionth of the size of 4 m; a face seen at its flattest may
        // double that.
        hull_check(&hull, points, count, on_grid ? 1e-12 : 2e-5);
        assert_true(hull_volume(&hull) > 0);
        lope_solid_hull_free(&hull, &hooks);
        assert_int_equal(memory.live, 0);
    }
}

static void a_hull_of_a_cube_is_a_cube(void **state)
{
    (void)state;
    float points[27 * 3];
    for (int i = 0; i < 27; ++i) {
        points[3 * i] = (float)(i % 3) - 1;
        points[3 * i + 1] = (float)(i / 3 % 3) - 1;
        points[3 * i + 2] = (float)(i / 9) - 1;
    }
    lope_solid_hull hull;
    failing_allocator memory = {1000, 0, 0};
    lope_allocator hooks = failing_hooks(&memory);
    lope_hull_def def = {.points = points, .point_count = 27};
    assert_int_equal(lope_solid_hull_build(&hull, &def, &hooks, NULL), LOPE_OK);
    hull_check(&hull, points, 27, 1e-12);
    assert_near(hull_volume(&hull), 8, 1e-12);
    for (uint32_t i = 0; i < hull.point_count; ++i) assert_true(lope_point_length(hull.exact[i]) >= 1); // the middle is gone
    lope_solid_hull_free(&hull, &hooks);
}

// A cell's diagonal goes from its lower column and row to its upper ones, and heights stand row after row: a
// point that is raised lifts the middle of the cells of which it is a corner on the diagonal, and no other.
static void height_field_cells_are_cut_from_their_lower_corner_to_their_upper(void **state)
{
    (void)state;
    enum { COLUMNS = 4, ROWS = 3 };
    for (int raised = 0; raised < COLUMNS * ROWS; ++raised) {
        float heights[COLUMNS * ROWS] = {0};
        heights[raised] = 1;
        lope_level *level = lope_level_create(NULL);
        lope_height_field_def def = {.heights = heights, .columns = COLUMNS, .rows = ROWS, .cell = 2};
        assert_int_not_equal(lope_level_add_height_field(level, &def).generation, 0);
        for (int cell = 0; cell < (COLUMNS - 1) * (ROWS - 1); ++cell) {
            const int column = cell % (COLUMNS - 1), row = cell / (COLUMNS - 1);
            const int lower = row * COLUMNS + column, upper = lower + COLUMNS + 1;
            const double x = 2 * (column + 0.5 - 0.5 * (COLUMNS - 1)), z = 2 * (row + 0.5 - 0.5 * (ROWS - 1));
            lope_level_hit hit;
            assert_true(lope_level_ray(level, pt(x, 5, z), pt(0, -10, 0), ALL, &hit));
            assert_near(hit.point.y, raised == lower || raised == upper ? 0.5 : 0, 1e-12);
            // The triangle 2 * cell is the one beyond the diagonal along z, 2 * cell + 1 the one beyond it
            // along x.
            assert_true(lope_level_ray(level, pt(x - 0.5, 5, z + 0.5), pt(0, -10, 0), ALL, &hit));
            assert_int_equal(hit.triangle, 2 * cell);
            assert_true(lope_level_ray(level, pt(x + 0.5, 5, z - 0.5), pt(0, -10, 0), ALL, &hit));
            assert_int_equal(hit.triangle, 2 * cell + 1);
        }
        lope_level_destroy(level);
    }
}

static void height_fields_have_holes(void **state)
{
    (void)state;
    // 4 columns, 3 rows, 2 m cells: x from -3 to 3, z from -2 to 2.
    float heights[12] = {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, LOPE_HOLE};
    lope_level *level = lope_level_create(NULL);
    lope_error e = {0};
    lope_height_field_def def = {.heights = heights, .columns = 4, .rows = 3, .cell = 2, .error = &e};
    lope_body body = lope_level_add_height_field(level, &def);
    assert_int_not_equal(body.generation, 0);
    lope_level_hit hit;
    assert_true(lope_level_ray(level, pt(-2.5, 5, -0.7), pt(0, -10, 0), ALL, &hit));
    assert_int_equal(hit.triangle, 0); // cell 0, nearer to its z side
    assert_near(hit.point.y, 0, 1e-12);
    assert_near(hit.normal.y, 1, 1e-7);
    assert_true(lope_level_ray(level, pt(0, 5, 1), pt(0, -10, 0), ALL, &hit));
    assert_int_equal(hit.triangle / 2, 4);
    assert_near(hit.point.y, 0.5, 1e-12);
    assert_true(lope_level_ray(level, pt(0, -5, 1), pt(0, 10, 0), ALL, &hit)); // from below too
    assert_true(hit.normal.y < 0);
    assert_false(lope_level_ray(level, pt(2, 5, 1), pt(0, -10, 0), ALL, &hit)); // the hole
    assert_true(lope_level_ray(level, pt(2, 5, -1), pt(0, -10, 0), ALL, &hit));
    heights[3] = NAN;
    assert_int_equal(lope_level_add_height_field(level, &def).generation, 0);
    assert_string_equal(e.field, "heights[3]");
    def.columns = 1;
    assert_int_equal(lope_level_add_height_field(level, &def).generation, 0);
    assert_string_equal(e.field, "columns");
    float holes[4] = {0, 0, LOPE_HOLE, 0};
    lope_height_field_def nothing = {.heights = holes, .columns = 2, .rows = 2, .cell = 1, .error = &e};
    assert_int_equal(lope_level_add_height_field(level, &nothing).generation, 0);
    assert_int_equal(e.code, LOPE_ERROR_EMPTY);
    nothing.cell = -1;
    assert_int_equal(lope_level_add_height_field(level, &nothing).generation, 0);
    assert_string_equal(e.field, "cell");
    lope_level_destroy(level);
}

static bool sum_volume(void *context, const lope_point c[3], uint32_t triangle)
{
    (void)triangle;
    *(double *)context += lope_point_dot(c[0], lope_point_cross(c[1], c[2])) / 6;
    return true;
}

static bool stop_after_five(void *context, const lope_point c[3], uint32_t triangle)
{
    (void)c;
    (void)triangle;
    return ++*(int *)context < 5;
}

// Visited triangles face outward and enclose what the shape holds; round ones a little less.
static void visited_triangles_enclose_their_volume(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    lope_body_def at = {.position = {3, -4, 5}, .rotation = {0.1f, 0.5f, -0.3f, 0.8f}};
    double pi = 3.14159265358979, volume = 0;
    lope_body box = lope_level_add_box(level, &(lope_box_def){at, {1, 2, 3}});
    lope_body ball = lope_level_add_sphere(level, &(lope_sphere_def){at, 2});
    lope_body capsule = lope_level_add_capsule(level, &(lope_capsule_def){at, 1, 5});
    lope_body cylinder = lope_level_add_cylinder(level, &(lope_cylinder_def){at, 1, 3});
    assert_int_equal(lope_level_visit_triangles(level, box, sum_volume, &volume), LOPE_OK);
    assert_near(volume, 6, 1e-5); // float rotation
    volume = 0;
    lope_level_visit_triangles(level, ball, sum_volume, &volume);
    assert_true(volume < 32 * pi / 3 && volume > 0.96 * 32 * pi / 3);
    volume = 0;
    lope_level_visit_triangles(level, capsule, sum_volume, &volume);
    assert_true(volume < (4.0 / 3 + 3) * pi && volume > 0.96 * (4.0 / 3 + 3) * pi);
    volume = 0;
    lope_level_visit_triangles(level, cylinder, sum_volume, &volume);
    assert_true(volume < 3 * pi && volume > 0.98 * 3 * pi);
    int count = 0;
    lope_level_visit_triangles(level, ball, stop_after_five, &count);
    assert_int_equal(count, 5);
    lope_level_destroy(level);
}

typedef struct visited {
    uint32_t numbers[64], count;
    double area; // seen from above, m2
} visited;

static bool note_triangle(void *context, const lope_point c[3], uint32_t triangle)
{
    visited *v = context;
    lope_point normal = lope_point_cross(lope_point_sub(c[1], c[0]), lope_point_sub(c[2], c[0]));
    assert_true(normal.y > 0); // the front is up
    v->area += 0.5 * normal.y;
    v->numbers[v->count++] = triangle;
    return v->count < 64;
}

// Two a cell, with the numbers that queries tell; none where a corner is a hole.
static void a_height_field_is_visited_cell_by_cell(void **state)
{
    (void)state;
    lope_level *level = lope_level_create(NULL);
    float heights[12] = {0, 1, 0, 2, 1, 0, 3, 0, 0, 0, 0, LOPE_HOLE};
    lope_height_field_def def = {.body = {.position = {10, 1, -4}}, .heights = heights, .columns = 4, .rows = 3, .cell = 2};
    lope_body body = lope_level_add_height_field(level, &def);
    visited v = {.count = 0};
    assert_int_equal(lope_level_visit_triangles(level, body, note_triangle, &v), LOPE_OK);
    assert_int_equal(v.count, 10); // six cells less the one with the hole
    assert_near(v.area, 5 * 4, 1e-9);
    for (uint32_t i = 0; i < v.count; i++) {
        uint32_t cell = v.numbers[i] / 2, column = cell % 3, row = cell / 3;
        assert_true(row < 2 && !(column == 2 && row == 1));
        lope_level_hit hit; // from above the cell's middle one of its two is met
        assert_true(lope_level_ray(level, pt(10 + 2.0 * column - 2, 9, -4 + 2.0 * row - 1 + 0.1), pt(0, -20, 0), ALL, &hit));
        assert_int_equal(hit.triangle / 2, cell);
    }
    int count = 0;
    lope_level_visit_triangles(level, body, stop_after_five, &count);
    assert_int_equal(count, 5);
    assert_int_equal(lope_level_visit_triangles(level, body, NULL, &count), LOPE_ERROR_NULL);
    assert_int_equal(lope_level_visit_triangles(NULL, body, stop_after_five, &count), LOPE_ERROR_NULL);
    assert_int_equal(lope_level_visit_triangles(level, (lope_body){7, 7}, stop_after_five, &count), LOPE_ERROR_HANDLE);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_solid),
        cmocka_unit_test(cavities_are_hollow),
        cmocka_unit_test(a_flipped_triangle_opens),
        cmocka_unit_test(touching_boxes_are_solid),
        cmocka_unit_test(a_card_of_two_sides_is_open),
        cmocka_unit_test(fillers_keep_boxes_closed),
        cmocka_unit_test(slivers_are_dropped_at_ten_micrometres),
        cmocka_unit_test(flawed_definitions_are_named),
        cmocka_unit_test(points_may_have_a_stride),
        cmocka_unit_test(hulls_hold_their_points),
        cmocka_unit_test(a_hull_of_a_cube_is_a_cube),
        cmocka_unit_test(height_field_cells_are_cut_from_their_lower_corner_to_their_upper),
        cmocka_unit_test(height_fields_have_holes),
        cmocka_unit_test(visited_triangles_enclose_their_volume),
        cmocka_unit_test(a_height_field_is_visited_cell_by_cell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
