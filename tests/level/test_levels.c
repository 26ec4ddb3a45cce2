// test_levels.c - real levels: loaded, counted, compared with what is known of them, and the work that the
// hierarchy takes.
//
// What it takes in time is measured by bench/bench.c: a test would fail where the machine is busy.
#include "helpers.h"

#include "../levels/level_names.h"

#include "base/memory.h"
#include "level/body.h"
#include "level/bvh_walk.h"

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

// Thresholds differ (the statistics count as degenerate what has no area to speak of, lope an altitude under
// 10 micrometres, and as duplicates what is left after that), so counts are compared within the difference
// that the two rules can make.
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
        lope_body body = lope_level_add_mesh(level, &def);
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

// Counts what goes through the default hooks.
typedef struct counted {
    lope_allocator hooks;
    size_t bytes, calls;
} counted;

static void *count_allocate(void *context, size_t size, size_t alignment)
{
    counted *c = context;
    c->bytes += size;
    c->calls++;
    return c->hooks.allocate(c->hooks.context, size, alignment);
}

static void count_release(void *context, void *memory, size_t size)
{
    counted *c = context;
    c->hooks.release(c->hooks.context, memory, size);
}

// Returns how many nodes hold an item, on average: the build passes each item once a level.
static double mean_depth(const lope_bvh *bvh)
{
    uint32_t *depth = calloc(bvh->node_count, sizeof *depth);
    double sum = 0, items = 0;
    depth[0] = 1;
    for (uint32_t n = 0; n < bvh->node_count; ++n) {
        assert_true(depth[n] > 0); // children stand behind their parents
        for (uint32_t lane = 0; lane < LOPE_BVH_WIDTH; ++lane) {
            const uint32_t first = bvh->nodes[n].first[lane], count = bvh->nodes[n].count[lane];
            sum += (double)count * depth[n];
            items += count;
            if (count == 0 && first > 0) depth[first] = depth[n] + 1;
        }
    }
    free(depth);
    return sum / items;
}

// Adds a mesh of `triangles` random ones. Returns the mean depth of its hierarchy, and what was allocated.
static double add_soup(uint32_t triangles, random_numbers *r, counted *c)
{
    test_mesh m = {0};
    test_mesh_soup(&m, r, triangles, 100, 1);
    *c = (counted){.hooks = lope_allocator_or_default(NULL)};
    const lope_allocator allocator = {count_allocate, count_release, c};
    lope_level *level = lope_level_create(&(lope_level_def){.allocator = allocator});
    lope_mesh_def def = test_mesh_def(&m);
    lope_body body = lope_level_add_mesh(level, &def);
    assert_true(body.generation != 0);
    const double depth = mean_depth(&lope_level_body_at(level, body)->shape.as.mesh.bvh);
    printf("%6u triangles: mean depth %.2f, %.0f bytes a triangle in %u allocations\n", (unsigned)triangles, depth,
           (double)c->bytes / triangles, (unsigned)c->calls);
    lope_level_destroy(level);
    test_mesh_free(&m);
    return depth;
}

// Ten times the triangles are ten times the memory, in as many allocations, and a few levels more. Nodes of
// eight children need log8(10) = 1.1 levels more where each split halves, and 2.7 where each parts one from
// three.
static void a_mesh_of_ten_times_the_triangles_takes_ten_times_the_work(void **state)
{
    (void)state;
    random_numbers r = random_start("growth", 34);
    counted before, now;
    double depth = add_soup(1000, &r, &before);
    for (uint32_t triangles = 10000; triangles <= 100000; triangles *= 10, before = now) {
        const double deeper = add_soup(triangles, &r, &now);
        assert_true(deeper <= depth + 2.7);
        assert_true(now.bytes <= 11 * before.bytes && now.calls <= before.calls + 8); // tables double
        depth = deeper;
    }
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
    test_mesh_free(&m);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_load),
        cmocka_unit_test(a_mesh_of_ten_times_the_triangles_takes_ten_times_the_work),
        cmocka_unit_test(the_hierarchy_holds_every_item),
        cmocka_unit_test(hostile_boxes_do_not_break_the_build),
        cmocka_unit_test(queries_on_town_agree_with_all_triangles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
