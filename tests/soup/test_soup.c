// test_soup.c - wanderers in geometry that nobody should ship: a soup of 10,000 random triangles, every face
// twice, inside-out boxes, sheets without thickness, slivers of 1:100,000. They walk, jump and fall for a
// while and every tick is judged by judge.h.
//
// LOPE_SEED in the environment gives other lives. A fault is printed with what replays it: world, seed,
// wanderer, tick, place. Read next: judge.h.
#include "judge.h"

#include "../behaviour/check.h"

#include <lope/lope.h>

#define RATE 60
#define DT (1.0f / RATE)
#ifdef LOPE_QUICK
#define WANDERERS 4
#define SECONDS 5
#else
#define WANDERERS 12
#define SECONDS 20
#endif
#define PARK_DEPTH 30.0 // m below the middle of a world: a fall out of it is over
#define SOUP_HALF 12.0  // m

typedef struct soup {
    const char *name;
    lope_level *level;
    judge_world world;
    float *points; // of the mesh under way: 9 a triangle
    int triangles, capacity;
    uint32_t random;
} soup;

static double uniform(uint32_t *random, double low, double high)
{
    *random = *random * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*random >> 8) / 16777216.0;
}

static uint32_t first_seed(void)
{
    const char *text = getenv("LOPE_SEED");
    return text ? (uint32_t)strtoul(text, NULL, 10) : 7000;
}

// ---- worlds -------------------------------------------------------------------------------------

static void add_triangle(soup *s, lope_vec3 a, lope_vec3 b, lope_vec3 c)
{
    if (s->triangles == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 1024;
        s->points = realloc(s->points, 9 * (size_t)s->capacity * sizeof *s->points);
        assert_non_null(s->points);
    }
    const float corners[9] = {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
    memcpy(&s->points[9 * s->triangles++], corners, sizeof corners);
}

static void add_quad(soup *s, lope_vec3 a, lope_vec3 b, lope_vec3 c, lope_vec3 d)
{
    add_triangle(s, a, b, c);
    add_triangle(s, a, c, d);
}

// Its faces look out, or in.
static void add_box(soup *s, lope_vec3 low, lope_vec3 high, bool inside_out)
{
    lope_vec3 c[8];
    for (int i = 0; i < 8; i++) c[i] = lope_vec3_make(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
    static const int faces[6][4] = {{1, 3, 7, 5}, {0, 4, 6, 2}, {2, 6, 7, 3}, {0, 1, 5, 4}, {4, 5, 7, 6}, {0, 2, 3, 1}};
    for (int f = 0; f < 6; f++) {
        const int *k = faces[f];
        if (inside_out)
            add_quad(s, c[k[3]], c[k[2]], c[k[1]], c[k[0]]);
        else
            add_quad(s, c[k[0]], c[k[1]], c[k[2]], c[k[3]]);
    }
}

static lope_vec3 somewhere(soup *s, double half)
{
    float x = (float)uniform(&s->random, -half, half), y = (float)uniform(&s->random, -half / 3, half / 3);
    return lope_vec3_make(x, y, (float)uniform(&s->random, -half, half));
}

static lope_vec3 beside(soup *s, lope_vec3 p, double reach)
{
    return lope_vec3_add(p, lope_vec3_make((float)uniform(&s->random, -reach, reach), (float)uniform(&s->random, -reach, reach),
                                           (float)uniform(&s->random, -reach, reach)));
}

// Everything that has been added becomes one mesh, and known to the judge.
static void flush(soup *s, lope_sides sides, const char *what)
{
    lope_error error = {.code = LOPE_OK};
    lope_mesh_def def = {
        .points = s->points, .point_count = 3 * (uint32_t)s->triangles, .sides = sides, .body = {.error = &error}};
    lope_body body = lope_level_add_mesh(s->level, &def);
    if (body.generation == 0) fail_msg("%s: %s: %s", what, error.field, error.text);
    lope_transform pose = {.rotation = {0, 0, 0, 1}};
    for (int i = 0; i < s->triangles; i++) {
        const float *p = &s->points[9 * i];
        judge_add_triangle(&s->world, lope_vec3_make(p[0], p[1], p[2]), lope_vec3_make(p[3], p[4], p[5]),
                           lope_vec3_make(p[6], p[7], p[8]), &pose);
    }
    s->triangles = 0;
}

static void floor_under(soup *s)
{
    float h = (float)(1.5 * SOUP_HALF), y = (float)(-SOUP_HALF / 3);
    add_box(s, lope_vec3_make(-h, y - 1, -h), lope_vec3_make(h, y, h), false);
    flush(s, LOPE_SIDES_AUTO, "floor");
}

static void random_soup(soup *s)
{
    for (int i = 0; i < 10000; i++) {
        lope_vec3 p = somewhere(s, SOUP_HALF);
        add_triangle(s, p, beside(s, p, 1), beside(s, p, 1));
    }
    flush(s, LOPE_SIDES_AUTO, "soup");
}

static void sparse_soup(soup *s)
{
    floor_under(s);
    for (int i = 0; i < 300; i++) {
        lope_vec3 p = somewhere(s, SOUP_HALF);
        add_triangle(s, p, beside(s, p, 3), beside(s, p, 3));
    }
    flush(s, LOPE_SIDES_AUTO, "soup");
}

// Every face of boxes twice: as it is, turned round, and once more in a mesh of its own.
static void duplicated_faces(soup *s)
{
    for (int copy = 0; copy < 2; copy++) {
        s->random = 99;
        floor_under(s);
        for (int i = 0; i < 60; i++) {
            lope_vec3 p = somewhere(s, SOUP_HALF), q = lope_vec3_add(p, lope_vec3_make(2, 0.4f, 2));
            add_box(s, p, q, false);
            add_box(s, p, q, i % 2 == 0);
        }
        flush(s, LOPE_SIDES_TWO, "duplicates");
    }
}

static void inside_out_boxes(soup *s)
{
    floor_under(s);
    for (int i = 0; i < 60; i++) {
        lope_vec3 p = somewhere(s, SOUP_HALF), size = beside(s, lope_vec3_make(2, 1, 2), 0.9);
        add_box(s, p, lope_vec3_add(p, size), true);
    }
    flush(s, LOPE_SIDES_AUTO, "inside out");
}

// Level, upright and tilted sheets of two triangles each.
static void sheets(soup *s)
{
    floor_under(s);
    for (int i = 0; i < 80; i++) {
        lope_vec3 p = somewhere(s, SOUP_HALF), u = beside(s, lope_vec3_make(0, 0, 0), 2),
                  v = beside(s, lope_vec3_make(0, 0, 0), 2);
        if (i % 3 == 0) u.y = v.y = 0;
        if (i % 3 == 1) {
            u.y = 0;
            v = lope_vec3_make(0, 2, 0);
        }
        add_quad(s, p, lope_vec3_add(p, u), lope_vec3_add(lope_vec3_add(p, u), v), lope_vec3_add(p, v));
    }
    flush(s, LOPE_SIDES_AUTO, "sheets");
}

// Triangles 10 m long and 0.1 mm wide, alone and as fans that tile a floor.
static void slivers(soup *s)
{
    floor_under(s);
    for (int i = 0; i < 400; i++) {
        lope_vec3 p = somewhere(s, SOUP_HALF), along = beside(s, lope_vec3_make(0, 0, 0), 1);
        float length = lope_vec3_length(along);
        if (length < 0.01f) continue;
        along = lope_vec3_scale(along, 10 / length);
        lope_vec3 q = lope_vec3_add(p, along), side = beside(s, lope_vec3_make(0, 0, 0), 1);
        side = lope_vec3_scale(lope_vec3_cross(along, side), 1e-4f / (1e-3f + lope_vec3_length(lope_vec3_cross(along, side))));
        add_triangle(s, p, q, lope_vec3_add(p, side));
    }
    flush(s, LOPE_SIDES_AUTO, "slivers");
    for (int i = 0; i < 2000; i++) {
        float z = -0.1f + 1e-4f * (float)i, y = 0.3f - (float)(SOUP_HALF / 3);
        add_quad(s, lope_vec3_make(-5, y, z), lope_vec3_make(-5, y, z + 1e-4f), lope_vec3_make(5, y, z + 1e-4f),
                 lope_vec3_make(5, y, z));
    }
    flush(s, LOPE_SIDES_AUTO, "sliver floor");
}

// ---- lives --------------------------------------------------------------------------------------

typedef struct tally {
    int faults, stuck, falls, ticks;
    double walked, deepest; // m
    uint32_t sweeps, triangles, iterations;
} tally;

typedef struct wanderer {
    int number, tick;
    uint32_t random;
    lope_state state;
    lope_input input;
    lope_nearby *nearby, *other;
} wanderer;

static void be_born(soup *s, wanderer *w)
{
    lope_vec3 p = somewhere(s, 0.8 * SOUP_HALF);
    lope_state_def def = {.feet = lope_vec3_to_point(p)};
    assert_int_equal(lope_state_init(&w->state, &def), LOPE_OK);
    judge_tick start = {.after = &w->state};
    judge_fault unused;
    judge_inside(&s->world, &start, &unused);
}

static void wander(wanderer *w)
{
    w->input.pressed = 0;
    if (w->tick % (RATE / 2) != 0) return;
    double angle = uniform(&w->random, 0, 6.283185307179586);
    w->input.move = lope_vec3_make((float)cos(angle), 0, (float)sin(angle));
    if (uniform(&w->random, 0, 1) < 0.3) w->input.pressed = LOPE_BUTTON_JUMP;
}

static void keep_most(uint32_t *most, uint32_t value) { *most = value > *most ? value : *most; }

static void judge_all(soup *s, wanderer *w, const judge_tick *tick, const lope_surroundings *around, tally *count)
{
    judge_fault fault;
    bool good = judge_state(&w->state, NULL, &fault) && judge_speed_and_way(tick, &fault) &&
                judge_work(tick, (uint32_t)s->world.count, &fault) && judge_inside(&s->world, tick, &fault);
    // Twice the price, so not for every tick.
    if (good && w->tick % 7 == 0) good = judge_again(tick, around, w->other, &fault);
    if (!good && count->faults++ < 8)
        printf("    FAULT %s seed %u wanderer %d tick %d at %.6f %.6f %.6f: %s\n", s->name, (unsigned)first_seed(), w->number,
               w->tick, w->state.feet.x, w->state.feet.y, w->state.feet.z, fault.text);
    count->stuck += w->state.stuck_ticks > 0;
    keep_most(&count->sweeps, tick->report->sweeps);
    keep_most(&count->triangles, tick->report->triangles);
    keep_most(&count->iterations, tick->report->iterations);
    if (w->state.stuck_ticks == 0 && w->tick % 10 == 0) {
        brute_point core[2];
        judge_core(&w->state, core);
        count->deepest = fmax(count->deepest, judge_depth(&s->world, core[0], core[1], (double)w->state.radius));
    }
}

static void live(soup *s, wanderer *w, const lope_moveset *moveset, tally *count)
{
    lope_surroundings around = lope_level_surroundings(s->level);
    be_born(s, w);
    for (w->tick = 0; w->tick < SECONDS * RATE; w->tick++) {
        lope_report report;
        lope_state before = w->state;
        wander(w);
        lope_result result = lope_move(&w->state, &w->input, moveset, &around, w->nearby, DT, &report);
        if (result != LOPE_OK) fail_msg("%s: a tick is refused: %s", s->name, lope_result_text(result));
        judge_tick tick = {
            .before = &before, .after = &w->state, .input = &w->input, .moveset = moveset, .report = &report, .dt = DT};
        judge_all(s, w, &tick, &around, count);
        count->ticks++;
        count->walked += hypot(report.moved.x, report.moved.z);
        if (w->state.feet.y > -PARK_DEPTH) continue;
        count->falls++;
        be_born(s, w);
    }
}

static void play(const char *name, void (*build)(soup *))
{
    soup s = {.name = name, .random = first_seed()};
    lope_level_def def = {0};
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    tally count = {0};
    s.level = lope_level_create(&def);
    assert_non_null(s.level);
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    build(&s);
    wanderer w = {.nearby = lope_nearby_create(NULL), .other = lope_nearby_create(NULL)};
    for (w.number = 0; w.number < WANDERERS; w.number++) {
        w.random = (first_seed() + (uint32_t)w.number) * 2654435761u;
        live(&s, &w, &moveset, &count);
    }
    printf("  %-18s seed %u, %5d triangles, %d ticks: walked %.0f m, %d falls out, %d ticks stuck, deepest %.3f mm, at most %u "
           "iterations, %u sweeps, %u tests a tick\n",
           name, (unsigned)first_seed(), s.world.count, count.ticks, count.walked, count.falls, count.stuck, count.deepest * 1e3,
           (unsigned)count.iterations, (unsigned)count.sweeps, (unsigned)count.triangles);
    lope_nearby_destroy(w.nearby);
    lope_nearby_destroy(w.other);
    lope_level_destroy(s.level);
    judge_world_free(&s.world);
    free(s.points);
    if (count.faults) fail_msg("%s: %d faults", name, count.faults);
    // A character that is held fast everywhere has not survived.
    if (!(count.walked > 1.0)) fail_msg("%s: nobody got anywhere", name);
}

static void ten_thousand_random_triangles(void **unused) { (void)unused, play("soup of 10,000", random_soup); }
static void some_large_triangles(void **unused) { (void)unused, play("soup of 300", sparse_soup); }
static void faces_twice(void **unused) { (void)unused, play("duplicated faces", duplicated_faces); }
static void boxes_inside_out(void **unused) { (void)unused, play("inside-out boxes", inside_out_boxes); }
static void sheets_without_thickness(void **unused) { (void)unused, play("sheets", sheets); }
static void slivers_one_to_100000(void **unused) { (void)unused, play("slivers", slivers); }

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ten_thousand_random_triangles),
                                       cmocka_unit_test(some_large_triangles),
                                       cmocka_unit_test(faces_twice),
                                       cmocka_unit_test(boxes_inside_out),
                                       cmocka_unit_test(sheets_without_thickness),
                                       cmocka_unit_test(slivers_one_to_100000)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
