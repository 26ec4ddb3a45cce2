// test_inner_edges.c - a flat floor is a flat floor, however it is put together: 20 s of walking over floors
// of many pieces, the path compared tick by tick with the one over a single box.
//
// The limit of 1 mm over 20 s is the issue's; up and down, floors whose pieces stand 0.5 mm apart are given
// their 0.5 mm. Input is drawn on the plain floor (it keeps the walker within 8 m of the middle) and then
// played on the others, so a difference has no way to correct itself. Read next: test_walls.c.
#include "../behaviour/check.h"
#include "grid.h"

#include <lope/lope.h>

#define SECONDS 20
#define HALF 11.0  // m: floors reach this far at least
#define LIMIT 1e-3 // m
#define TICKS_MOST (SECONDS * 360)

typedef enum floor_form {
    FLOOR_PLAIN,
    FLOOR_TRIANGLES, // a mesh of 0.1 m triangles
    FLOOR_DIAGONALS, // the same, points moved about within the plane
    FLOOR_CUBES,     // unit cubes, flush
    FLOOR_CUBE_MESH, // the same as closed parts of one mesh
    FLOOR_STRIPS,    // boxes 0.5 m wide that cross, two layers in one plane
    FLOOR_T,         // a mesh whose rows are cut differently: T-junctions along every row
    FLOOR_CRACKS,    // unit cubes 0.1 mm apart
    FLOOR_CRACK_MESH,
    FLOOR_STEPS, // unit cubes at heights of 0 and 0.5 mm
    FLOOR_STEP_MESH,
    FLOOR_COUNT
} floor_form;
static const char *const floor_names[] = {
    "one box",     "0.1 m triangles", "0.1 m uneven triangles", "unit cubes",   "unit cube mesh",  "crossing strips",
    "T-junctions", "0.1 mm cracks",   "0.1 mm crack mesh",      "0.5 mm steps", "0.5 mm step mesh"};

typedef struct ground {
    lope_level *level;
    float *points;
    uint32_t *indices;
    uint32_t point_count, index_count, point_room, index_room;
    uint64_t random;
} ground;

static double draw(uint64_t *generator)
{
    *generator = *generator * 6364136223846793005u + 1442695040888963407u;
    return (double)(*generator >> 11) / 9007199254740992.0;
}

static uint32_t add_point(ground *f, double x, double y, double z)
{
    if (f->point_count == f->point_room) {
        f->point_room = f->point_room ? f->point_room * 2 : 1024;
        f->points = realloc(f->points, (size_t)f->point_room * 3 * sizeof *f->points);
        assert_non_null(f->points);
    }
    float *p = f->points + 3 * (size_t)f->point_count;
    p[0] = (float)x;
    p[1] = (float)y;
    p[2] = (float)z;
    return f->point_count++;
}

static void add_triangle(ground *f, uint32_t a, uint32_t b, uint32_t c)
{
    if (f->index_count + 3 > f->index_room) {
        f->index_room = f->index_room ? f->index_room * 2 : 3072;
        f->indices = realloc(f->indices, (size_t)f->index_room * sizeof *f->indices);
        assert_non_null(f->indices);
    }
    f->indices[f->index_count++] = a;
    f->indices[f->index_count++] = b;
    f->indices[f->index_count++] = c;
}

static void add_box(ground *f, double x0, double x1, double y1, double z0, double z1)
{
    lope_box_def def = {.size = {(float)(x1 - x0), 1, (float)(z1 - z0)}};
    def.body.position = lope_point_make((x0 + x1) / 2, y1 - 0.5, (z0 + z1) / 2);
    assert_true(lope_level_valid(f->level, lope_level_add_box(f->level, &def)));
}

static void add_box_mesh(ground *f, double x0, double x1, double y1, double z0, double z1)
{
    static const uint32_t faces[36] = {0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3, 0, 4, 5, 0, 5, 1,
                                       2, 3, 7, 2, 7, 6, 0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5};
    uint32_t first = f->point_count; // corner: bit 0 z, bit 1 y, bit 2 x
    for (int i = 0; i < 8; i++) add_point(f, i & 4 ? x1 : x0, i & 2 ? y1 : y1 - 1, i & 1 ? z1 : z0);
    for (int i = 0; i < 12; i++) add_triangle(f, first + faces[3 * i], first + faces[3 * i + 2], first + faces[3 * i + 1]);
}

static void flush_mesh(ground *f)
{
    lope_error error = {0};
    lope_mesh_def def = {.points = f->points,
                         .point_count = f->point_count,
                         .indices = f->indices,
                         .triangle_count = f->index_count / 3,
                         .error = &error};
    if (!lope_level_valid(f->level, lope_level_add_mesh(f->level, &def)))
        fail_msg("mesh refused: %s: %s", error.field, error.text);
    free(f->points);
    free(f->indices);
}

// Cells of `size`; uneven moves the inner points by up to a third of it.
static void add_triangles(ground *f, double size, bool uneven)
{
    int n = (int)(2 * HALF / size + 0.5);
    for (int j = 0; j <= n; j++)
        for (int i = 0; i <= n; i++) {
            double dx = uneven ? (draw(&f->random) - 0.5) * size / 1.5 : 0,
                   dz = uneven ? (draw(&f->random) - 0.5) * size / 1.5 : 0;
            add_point(f, -HALF + i * size + dx, 0, -HALF + j * size + dz);
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            uint32_t a = (uint32_t)(j * (n + 1) + i), b = a + 1, d = a + (uint32_t)n + 1, c = d + 1;
            bool other = uneven && draw(&f->random) < 0.5;
            add_triangle(f, a, d, other ? b : c);
            add_triangle(f, other ? b : a, other ? d : c, other ? c : b);
        }
}

// Rows 0.5 m wide; each cut along its near and its far side in cells of other lengths, so that corners lie
// within the neighbours' edges.
static void add_t_junctions(ground *f)
{
    int rows = (int)(2 * HALF / 0.5);
    for (int j = 0; j < rows; j++) {
        double size = 0.3 + 0.17 * (j % 4), z = -HALF + j * 0.5;
        for (double x = -HALF; x < HALF; x += size) {
            uint32_t a = add_point(f, x, 0, z), b = add_point(f, x + size, 0, z);
            uint32_t c = add_point(f, x + size, 0, z + 0.5), d = add_point(f, x, 0, z + 0.5);
            add_triangle(f, a, d, c);
            add_triangle(f, a, c, b);
        }
    }
}

static void add_cubes(ground *f, floor_form form)
{
    bool mesh = form == FLOOR_CUBE_MESH || form == FLOOR_CRACK_MESH || form == FLOOR_STEP_MESH;
    double gap = form == FLOOR_CRACKS || form == FLOOR_CRACK_MESH ? 1e-4 : 0;
    int n = (int)HALF;
    for (int j = -n; j < n; j++)
        for (int i = -n; i < n; i++) {
            bool raised = (form == FLOOR_STEPS || form == FLOOR_STEP_MESH) && draw(&f->random) < 0.5;
            double x = i * (1 + gap), z = j * (1 + gap), y = raised ? 5e-4 : 0;
            if (mesh)
                add_box_mesh(f, x, x + 1, y, z, z + 1);
            else
                add_box(f, x, x + 1, y, z, z + 1);
        }
}

static lope_level *make_floor(floor_form form)
{
    ground f = {.level = lope_level_create(NULL), .random = 5};
    assert_non_null(f.level);
    if (form == FLOOR_PLAIN) add_box(&f, -HALF, HALF, 0, -HALF, HALF);
    if (form == FLOOR_TRIANGLES) add_triangles(&f, 0.1, false);
    if (form == FLOOR_DIAGONALS) add_triangles(&f, 0.1, true);
    if (form == FLOOR_T) add_t_junctions(&f);
    if (form == FLOOR_STRIPS)
        for (double at = -HALF; at < HALF; at += 0.9) {
            add_box(&f, at, at + 0.5, 0, -HALF, HALF);
            add_box(&f, at + 0.45, at + 0.95, 0, -HALF, HALF);
            add_box(&f, -HALF, HALF, 0, at, at + 0.5);
        }
    if (form >= FLOOR_CUBES && form != FLOOR_STRIPS && form != FLOOR_T) add_cubes(&f, form);
    if (f.index_count) flush_mesh(&f);
    return f.level;
}

typedef struct walker {
    lope_surroundings surroundings;
    lope_nearby *nearby;
    lope_moveset moveset;
    lope_state state;
    int events; // that a flat floor has none of: hits, steps, changes of mode
} walker;

typedef struct setup {
    bool instantly;
    double radius, rate;
    uint64_t seed;
} setup;

static walker start(const lope_level *level, const setup *how)
{
    walker w = {.surroundings = lope_level_surroundings(level), .nearby = lope_nearby_create(NULL)};
    lope_tuning tuning = lope_tuning_default();
    tuning.turn_instantly = how->instantly;
    assert_int_equal(lope_moveset_make(&w.moveset, &tuning, NULL), LOPE_OK);
    lope_state_def def = {.feet = {0.123, 0, 0.456}, .radius = (float)how->radius, .height = 1.76f, .mode = LOPE_MODE_WALKING};
    assert_int_equal(lope_state_init(&w.state, &def), LOPE_OK);
    assert_non_null(w.nearby);
    return w;
}

static void step(walker *w, lope_vec3 move, double rate)
{
    lope_input input = {.move = move};
    lope_report report;
    lope_result result = lope_move(&w->state, &input, &w->moveset, &w->surroundings, w->nearby, (float)(1 / rate), &report);
    assert_int_equal(result, LOPE_OK);
    for (uint32_t i = 0; i < report.event_count; i++) {
        uint32_t kind = report.events[i].kind;
        w->events += kind == LOPE_EVENT_HIT || kind == LOPE_EVENT_STEP_UP || kind == LOPE_EVENT_MODE || kind == LOPE_EVENT_STUCK;
    }
}

// A new direction every half second, back to the middle when it strays; now and then it stands.
static lope_vec3 next_direction(const walker *w, uint64_t *random)
{
    double angle = 6.283185307 * draw(random), rest = draw(random), x = w->state.feet.x, z = w->state.feet.z;
    if (hypot(x, z) > 6) angle = atan2(-z, -x) + 0.5 * (angle / 6.283185307 - 0.5);
    double length = rest < 0.1 ? 0 : rest < 0.3 ? 0.4 : 1;
    return lope_vec3_make((float)(length * cos(angle)), 0, (float)(length * sin(angle)));
}

static lope_vec3 moves[TICKS_MOST];
static lope_point plain_feet[TICKS_MOST];

static void walk_plain(const lope_level *plain, const setup *how)
{
    walker w = start(plain, how);
    uint64_t random = how->seed;
    lope_vec3 move = {0, 0, 0};
    int ticks = (int)(SECONDS * how->rate), every = (int)(how->rate / 2);
    for (int t = 0; t < ticks; t++) {
        if (t % every == 0) move = next_direction(&w, &random);
        moves[t] = move;
        step(&w, move, how->rate);
        plain_feet[t] = w.state.feet;
        assert_true(hypot(w.state.feet.x, w.state.feet.z) < HALF - 1.0);
    }
    assert_int_equal(w.events, 0);
    lope_nearby_destroy(w.nearby);
}

static void compare(grid *g, const lope_level *level, floor_form form, const setup *how)
{
    walker w = start(level, how);
    double worst = 0, when = 0, up = 0, first = -1;
    for (int t = 0; t < (int)(SECONDS * how->rate); t++) {
        step(&w, moves[t], how->rate);
        lope_point d = lope_point_sub(w.state.feet, plain_feet[t]);
        double apart = hypot(d.x, d.z);
        if (apart > LIMIT && first < 0) first = (t + 1) / how->rate;
        if (apart > worst) worst = apart, when = (t + 1) / how->rate;
        if (fabs(d.y) > up) up = fabs(d.y);
    }
    char where[160];
    snprintf(where, sizeof where, "%g Hz, radius %g, %s, seed %d", how->rate, how->radius,
             how->instantly ? "turn_instantly" : "acceleration", (int)how->seed);
    grid_measure(g, worst * 1e3, "%s, at %.3f s", where, when);
    g->tag = floor_names[form];
    if (!(worst < LIMIT))
        grid_fail(g, "path differs", "%s: %.4g mm at %.3f s, over 1 mm first at %.3f s, at %.4f %.4f", where, worst * 1e3, when,
                  first, plain_feet[(int)(first * how->rate)].x, plain_feet[(int)(first * how->rate)].z);
    if (!(up < LIMIT)) grid_fail(g, "height differs", "%s: %.4g mm", where, up * 1e3);
    if (w.events) grid_fail(g, "a hit, step or mode change", "%s: %d of them", where, w.events);
    lope_nearby_destroy(w.nearby);
}

static void floors(void **unused)
{
    (void)unused;
    static const double rates[] = {60, 20, 144, 360}, radii[] = {0.34, 0.2};
    lope_level *levels[FLOOR_COUNT];
    grid grids[FLOOR_COUNT];
    for (int form = 0; form < FLOOR_COUNT; form++) {
        levels[form] = make_floor((floor_form)form);
        grid_begin(&grids[form], floor_names[form], "mm", 1);
    }
    for (int k = 0; k < 32; k++) {
        setup how = {.instantly = k & 1, .radius = radii[k >> 1 & 1], .rate = rates[k >> 2 & 3], .seed = (uint64_t)k / 4 + 1};
        walk_plain(levels[FLOOR_PLAIN], &how);
        for (int form = 1; form < FLOOR_COUNT; form++)
            if (grid_next(&grids[form])) compare(&grids[form], levels[form], (floor_form)form, &how);
    }
    uint64_t failed = 0;
    for (int form = 0; form < FLOOR_COUNT; form++) {
        if (form > 0) failed += grid_report(&grids[form]);
        lope_level_destroy(levels[form]);
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(floors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
