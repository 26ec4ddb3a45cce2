// test_levels.c - real levels: loaded, counted, compared with what is known of them, and the time that the hierarchy takes.
#include "helpers.h"

#include "../levels/level_names.h"

#include "base/memory.h"
#include "level/body.h"
#include "level/bvh_walk.h"

#include <time.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WATCHED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define WATCHED
#endif
#endif
#if defined(__OPTIMIZE__) && defined(NDEBUG) && !defined(LOPE_QUICK) && !defined(WATCHED)
#define TIMED
#endif

// Processor time, since other programs share the machine.
static double milliseconds(void) { return (double)clock() * 1e3 / (double)CLOCKS_PER_SEC; }

static bool level_read(test_mesh *m, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/levels/%s/%s.obj", LOPE_SHARED_DIR, name, name);
    return test_mesh_read_obj(m, path);
}

// A number of the level's JSON, by its key; -1 when it is not there. The keys asked for occur once.
static double json_number(const char *name, const char *key)
{
    char path[1024], quoted[64], *text;
    double value = -1;
    snprintf(path, sizeof path, "%s/levels/%s/%s.json", LOPE_SHARED_DIR, name, name);
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    FILE *file = fopen(path, "rb");
    if (!file) return -1;
    text = calloc(1, 1 << 22);
    assert_true(fread(text, 1, (1 << 22) - 1, file) > 0);
    fclose(file);
    char *at = strstr(text, quoted);
    if (at) value = strtod(at + strlen(quoted), NULL);
    free(text);
    return value;
}

// Thresholds differ (the statistics count as degenerate what has no area to speak of, lope an altitude under 10 micrometres, and
// as duplicates what is left after that), so counts are compared within the difference that the two rules can make.
static void compare(const char *name, const test_mesh *m, const lope_mesh_report *r)
{
    double triangles = json_number(name, "triangles"), degenerate = json_number(name, "degenerate_triangles");
    double same = json_number(name, "duplicate_triangles_same_winding"),
           opposite = json_number(name, "coincident_opposite_triangles");
    if (triangles >= 0) assert_int_equal(m->triangle_count, (uint32_t)triangles);
    assert_int_equal(r->triangles + r->dropped_degenerate + r->dropped_duplicate, m->triangle_count);
    assert_int_equal(r->parts, r->parts_closed + r->parts_open + r->parts_inside_out);
    printf("%-26s %6u triangles, %4u degenerate (json %4.0f), %4u duplicate (json %4.0f), %4u parts (json %4.0f): %4u closed %4u "
           "open %3u "
           "inside out, %6u two-sided\n",
           name, (unsigned)r->triangles, (unsigned)r->dropped_degenerate, degenerate, (unsigned)r->dropped_duplicate,
           same + opposite, (unsigned)r->parts, json_number(name, "components"), (unsigned)r->parts_closed,
           (unsigned)r->parts_open, (unsigned)r->parts_inside_out, (unsigned)r->triangles_two_sided);
    if (json_number(name, "open_edges") == 0 && json_number(name, "objects_closed") == json_number(name, "objects"))
        assert_int_equal(r->parts_open, 0);
    if (degenerate >= 0) assert_true(fabs((double)r->dropped_degenerate - degenerate) <= 2 + 0.01 * degenerate);
}

static void levels_load(void **state)
{
    (void)state;
    for (int i = 0; i < LEVELS; ++i) {
        test_mesh m = {0};
        lope_mesh_report report;
        if (!level_read(&m, level_names[i])) {
            printf("%s: not there, skipped\n", level_names[i]);
            continue;
        }
        lope_level *level = lope_level_create(NULL);
        lope_error error = {0};
        lope_mesh_def def = test_mesh_def(&m);
        def.error = &error;
        double start = milliseconds();
        lope_body body = lope_level_add_mesh(level, &def);
        printf("%6.1f ms  ", milliseconds() - start);
        if (body.generation == 0) fail_msg("%s: %s %s", level_names[i], error.field, error.text);
        lope_level_mesh_report(level, body, &report);
        compare(level_names[i], &m, &report);
        const lope_mesh *mesh = &lope_level_body_at(level, body)->shape.as.mesh;
        assert_true(lope_bvh_depth(&mesh->bvh) < LOPE_BVH_STACK);
        lope_level_destroy(level);
        test_mesh_free(&m);
    }
}

static lope_bvh_item *items_of(const test_mesh *m)
{
    lope_bvh_item *items = calloc(m->triangle_count, sizeof *items);
    for (uint32_t t = 0; t < m->triangle_count; ++t) {
        lope_shape shape = test_mesh_shape(m, t);
        lope_bounds b = lope_shape_bounds(&shape);
        const double lower[3] = {b.lower.x, b.lower.y, b.lower.z}, upper[3] = {b.upper.x, b.upper.y, b.upper.z};
        for (int k = 0; k < 3; ++k) {
            items[t].lower[k] = (float)lower[k];
            items[t].minus_upper[k] = -(float)upper[k];
        }
        items[t].item = t;
    }
    return items;
}

static void town_or_soup(test_mesh *m)
{
    if (level_read(m, "town")) return;
    random_numbers r = random_start("hierarchy", 31);
    printf("town: not there, random triangles instead\n");
    test_mesh_soup(m, &r, 100000, 100, 1);
}

#define PROMISED 100.0 // ms of processor time for 100,000 triangles
#define YARDSTICK 13.8 // ms that sort_some takes where 100,000 triangles take 62: the machine of the promise
#define ROUNDS 40      // at most; noise only adds, so the best of them is what the code takes

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// What the machine is worth just now: a sort of 100,000 numbers by the C library.
static double sort_some(void)
{
    static uint32_t numbers[100000];
    uint32_t one = 1;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) numbers[i] = one = one * 1664525u + 1013904223u;
    double start = milliseconds();
    qsort(numbers, sizeof numbers / sizeof *numbers, sizeof *numbers, by_value);
    return milliseconds() - start;
}

static double add_mesh(const lope_mesh_def *def)
{
    lope_level *level = lope_level_create(NULL);
    double start = milliseconds();
    assert_true(lope_level_add_mesh(level, def).generation != 0);
    double took = milliseconds() - start;
    lope_level_destroy(level);
    return took;
}

// The promise is 100,000 triangles in under 100 ms, for all that adding a mesh does. It is held to only where compilers optimise
// and nothing watches (sanitizers, emulators and coverage come with LOPE_QUICK or without NDEBUG), and a machine that is slower
// for the moment is allowed so much more as it needs more for a sort.
static void a_mesh_is_added_in_time(void **state)
{
    (void)state;
    test_mesh m = {0};
    double best = 1e300, sort = 1e300, limit = PROMISED;
    town_or_soup(&m);
    lope_mesh_def def = test_mesh_def(&m);
    double times = 1e5 / (double)m.triangle_count;
    for (int round = 0; round < ROUNDS && (round < 3 || best >= limit); ++round) {
        double took = add_mesh(&def) * times, sorted = sort_some();
        best = took < best ? took : best;
        sort = sorted < sort ? sorted : sort;
        limit = sort > YARDSTICK ? PROMISED * sort / YARDSTICK : PROMISED;
    }
    printf("%u triangles added: %.1f ms of processor time for 100,000, beside %.1f ms for a sort\n", (unsigned)m.triangle_count,
           best, sort);
#ifdef TIMED
    assert_true(best < limit);
#else
    assert_true(best < 100 * PROMISED); // still catches a build whose time is not n log n
#endif
    test_mesh_free(&m);
}

static void the_hierarchy_holds_every_item(void **state)
{
    (void)state;
    test_mesh m = {0};
    town_or_soup(&m);
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_bvh_item *items = items_of(&m);
    lope_bvh bvh;
    assert_true(lope_bvh_build(&bvh, &allocator, items, m.triangle_count));
    uint32_t seen = 0, children = 0;
    for (uint32_t n = 0; n < bvh.node_count; ++n) {
        const lope_bvh_node *node = &bvh.nodes[n];
        for (uint32_t lane = 0; lane < LOPE_BVH_WIDTH; ++lane) {
            const lope_bvh_node *inner = &bvh.nodes[node->first[lane]];
            children += node->count[lane] > 0 || node->first[lane] > 0;
            seen += node->count[lane];
            for (int k = 0; k < 3; ++k) {
                for (uint32_t i = 0; i < node->count[lane]; ++i) {
                    const lope_bvh_item *item = &items[node->first[lane] + i];
                    assert_true(node->lower[k][lane] <= item->lower[k] && -item->minus_upper[k] <= node->upper[k][lane]);
                }
                for (uint32_t i = 0; node->count[lane] == 0 && node->first[lane] > 0 && i < LOPE_BVH_WIDTH; ++i) {
                    if (inner->count[i] == 0 && inner->first[i] == 0) continue;
                    assert_true(node->lower[k][lane] <= inner->lower[k][i] && inner->upper[k][i] <= node->upper[k][lane]);
                }
            }
        }
    }
    assert_int_equal(seen, m.triangle_count);
    printf("%u nodes of %.2f children, depth %u\n", (unsigned)bvh.node_count, (double)children / bvh.node_count,
           (unsigned)lope_bvh_depth(&bvh));
    bool *reached = calloc(m.triangle_count, sizeof *reached);
    for (uint32_t i = 0; i < m.triangle_count; ++i) {
        assert_false(reached[items[i].item]);
        reached[items[i].item] = true;
    }
    free(reached);
    free(items);
    lope_bvh_free(&bvh, &allocator);
    test_mesh_free(&m);
}

// Piles of equal and nested boxes, and sizes from 1e-30 to 1e30: the depth stays within the stack.
static void hostile_boxes_do_not_break_the_build(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    random_numbers r = random_start("hostile boxes", 32);
    lope_allocator allocator = lope_allocator_or_default(NULL);
    for (int kind = 0; kind < 4; ++kind) {
        lope_bvh_item *items = calloc(COUNT, sizeof *items);
        for (uint32_t i = 0; i < COUNT; ++i) {
            items[i].item = i;
            double size = kind == 0   ? 1
                          : kind == 1 ? pow(10, -30 + 60.0 * i / COUNT)
                          : kind == 2 ? 3e38
                                      : pow(2, -(double)(i % 120));
            for (int k = 0; k < 3; ++k) {
                items[i].lower[k] = (float)(kind == 3 ? size : -size);
                items[i].minus_upper[k] = -(float)size;
                if (kind == 1) items[i].lower[k] = (float)size * (float)random_in(&r, 0.5, 1);
            }
        }
        lope_bvh bvh;
        assert_true(lope_bvh_build(&bvh, &allocator, items, COUNT));
        uint32_t depth = lope_bvh_depth(&bvh), seen = 0, first, count;
        lope_bvh_walk walk;
        lope_bounds all = {{-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}};
        lope_bvh_walk_begin(&walk, &bvh, &all);
        while (lope_bvh_walk_next(&walk, &first, &count)) {
            assert_true(count > 0 && count <= LOPE_BVH_LEAF);
            seen += count;
        }
        assert_int_equal(seen, COUNT);
        printf("kind %d: depth %u\n", kind, (unsigned)depth);
        assert_true(depth + 1 < LOPE_BVH_STACK);
        lope_bvh_free(&bvh, &allocator);
        free(items);
    }
}

static void count_begin(lope_sink *sink, const lope_sink_body *body)
{
    (void)sink;
    (void)body;
}

static void count_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count)
{
    (void)list, (void)which;
    *(long *)(void *)sink += count;
}

static void times_print(const lope_level *level, random_numbers *r)
{
    enum { RAYS = 20000 };
    const lope_sink_calls counting = {.begin = count_begin, .faces = count_faces};
    double start = milliseconds();
    for (int i = 0; i < RAYS; ++i) {
        lope_level_hit hit;
        lope_level_ray(level, pt(random_in(r, -90, 90), 20, random_in(r, -90, 90)), random_point(r, 60), ALL, &hit);
    }
    double rays = milliseconds() - start;
    // What a capsule of 0.35 m by 1.8 m asks for: 0.5 m more all round, and a step of 0.45 m up and down.
    lope_bounds *asked = calloc(RAYS, sizeof *asked);
    uint32_t count = 0;
    for (int i = 0; i < RAYS; ++i) {
        lope_level_hit floor;
        if (!lope_level_ray(level, pt(random_in(r, -90, 90), 20, random_in(r, -90, 90)), pt(0, -60, 0), ALL, &floor)) continue;
        asked[count].lower = lope_point_sub(floor.point, pt(0.85, 0.95, 0.85));
        asked[count++].upper = lope_point_add(floor.point, pt(0.85, 2.75, 0.85));
    }
    assert_true(count > RAYS / 2);
    long given = 0;
    start = milliseconds();
    for (uint32_t i = 0; i < count; ++i)
        lope_level_gather(level, &asked[i], ALL, LOPE_STATIC, &counting, (lope_sink *)(void *)&given);
    printf("%.2f us a ray, %.2f us a gather of %.1f triangles\n", rays * 1e3 / RAYS, (milliseconds() - start) * 1e3 / count,
           (double)given / count);
    free(asked);
}

static void queries_on_town_agree_with_all_triangles(void **state)
{
    (void)state;
    random_numbers r = random_start("town", 33);
    test_mesh m = {0};
    if (!level_read(&m, "town")) {
        printf("town: not there, skipped\n");
        return;
    }
    lope_level *level = lope_level_create(NULL);
    lope_mesh_def def = test_mesh_def(&m);
    def.sides = LOPE_SIDES_TWO;
    lope_body body = lope_level_add_mesh(level, &def);
    lope_mesh_report report;
    lope_level_mesh_report(level, body, &report);
    bool *kept = calloc(m.triangle_count, sizeof *kept);
    const lope_mesh *mesh = &lope_level_body_at(level, body)->shape.as.mesh;
    for (uint32_t i = 0; i < report.triangles; ++i) kept[mesh->triangles[i].index] = true;
    int hits = 0;
    for (int i = 0; i < CASES(60); ++i) {
        lope_point from = pt(random_in(&r, -90, 90), random_in(&r, 0, 12), random_in(&r, -90, 90));
        lope_capsule c = {from, lope_point_add(from, pt(0, 1.2, 0)), 0.35};
        lope_point motion = random_point(&r, i % 2 ? 3 : 40);
        double best = 2;
        uint32_t which = 0;
        for (uint32_t t = 0; t < m.triangle_count; ++t) {
            lope_shape shape = test_mesh_shape(&m, t);
            lope_sweep_hit hit;
            if (!kept[t] || !lope_capsule_sweep(&c, motion, &shape, &hit) || hit.fraction >= best) continue;
            best = hit.fraction;
            which = t;
        }
        lope_level_hit hit;
        bool found = lope_level_sweep(level, &c, motion, ALL, &hit);
        assert_int_equal(found, best <= 1);
        if (found) assert_true(hit.fraction == best && hit.triangle == which);
        hits += found;
    }
    assert_true(hits > CASES(60) / 4);
    free(kept);
    times_print(level, &r);
    test_mesh_free(&m);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_load),
        cmocka_unit_test(a_mesh_is_added_in_time),
        cmocka_unit_test(the_hierarchy_holds_every_item),
        cmocka_unit_test(hostile_boxes_do_not_break_the_build),
        cmocka_unit_test(queries_on_town_agree_with_all_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
