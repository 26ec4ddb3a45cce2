// test_boundary.c - what avoidance keeps of the geometry around an agent gives the walls and edges that all of it
// gives, to the bit, whatever was gathered before and however the up turns.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "control/avoidance_edges.h"
#include <lope/lope.h>

#define SEED UINT64_C(20261128)
#define SIDE 24   // cells of the terrain along each side
#define CELL 0.75 // m
#define WALKS 60
#define STEPS 40

static uint64_t seed;

static double between(double low, double high)
{
    seed ^= seed >> 12;
    seed ^= seed << 25;
    seed ^= seed >> 27;
    return low + (high - low) * (double)((seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

// Adds a terrain with holes, cliffs and cells that are cut the other way.
static void add_terrain(lope_level *level)
{
    static lope_vec3 points[(SIDE + 1) * (SIDE + 1)];
    static uint32_t indices[6 * SIDE * SIDE];
    uint32_t count = 0;
    for (uint32_t i = 0; i <= SIDE; i++)
        for (uint32_t j = 0; j <= SIDE; j++)
            points[i * (SIDE + 1) + j] =
                lope_vec3_make((float)(((double)i - SIDE / 2) * CELL),
                               (float)between(0, 0.1) + (between(0, 1) < 0.06 ? (float)between(0.2, 2) : 0),
                               (float)(((double)j - SIDE / 2) * CELL));
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++) {
            const uint32_t a = i * (SIDE + 1) + j, b = a + 1, c = a + SIDE + 1, d = c + 1;
            if (between(0, 1) < 0.06) continue; // a hole
            const bool turned = between(0, 1) < 0.3;
            const uint32_t cell[6] = {a, b, turned ? d : c, turned ? a : b, d, c};
            memcpy(&indices[count], cell, sizeof cell);
            count += 6;
        }
    lope_error error = {0};
    lope_level_add_mesh(level, &(lope_mesh_def){.points = &points[0].x,
                                                .point_count = (SIDE + 1) * (SIDE + 1),
                                                .indices = indices,
                                                .triangle_count = count / 3,
                                                .error = &error});
    assert_int_equal(error.code, LOPE_OK);
}

// Adds boxes: walls, kerbs, and slabs that lie beside each other without a common corner.
static void add_boxes(lope_level *level)
{
    lope_error error = {0};
    for (int i = 0; i < 14; i++)
        lope_level_add_box(
            level, &(lope_box_def){.body = {.position = {between(-8, 8), between(-0.2, 0.6), between(-8, 8)}, .error = &error},
                                   .size = {(float)between(0.3, 3), (float)between(0.2, 1.5), (float)between(0.3, 3)}});
    assert_int_equal(error.code, LOPE_OK);
}

// What a look finds: walls, and the limits at the edges.
typedef struct finds {
    lope_avoidance_wall walls[LOPE_AVOIDANCE_WALLS];
    uint32_t wall_count, triangles;
    lope_avoidance_plan plan;
} finds;

static void look_around(lope_wall_look *look, const lope_surroundings *surroundings, lope_vec3 velocity, finds *found)
{
    static const lope_avoidance_settings *settings;
    static lope_avoidance_settings plain;
    plain = lope_avoidance_default(1);
    settings = &plain;
    const lope_state *state = look->state;
    const lope_avoidance_agent self = {.feet = state->feet, .wanted = velocity, .radius = state->radius, .height = state->height};
    memset(found, 0, sizeof *found);
    assert_int_equal(lope_walls_gather(look, surroundings), LOPE_OK);
    found->triangles = look->nearby->sets[0].triangle_count;
    found->wall_count = lope_walls_find(look, found->walls);
    lope_avoidance_begin(&found->plan, settings, &self, state->up, 6);
    lope_edges_hold(look, &found->plan, velocity);
}

static bool same_point(lope_point a, lope_point b) { return memcmp(&a, &b, sizeof a) == 0; }

static void check_same(const finds *a, const finds *b)
{
    assert_int_equal(a->wall_count, b->wall_count);
    for (uint32_t i = 0; i < a->wall_count; i++)
        assert_true(same_point(a->walls[i].a, b->walls[i].a) && same_point(a->walls[i].b, b->walls[i].b));
    assert_int_equal(a->plan.hard, b->plan.hard);
    assert_memory_equal(a->plan.walls, b->plan.walls, a->plan.hard * sizeof a->plan.walls[0]);
}

// Sums of what was found, so that the comparison is known to have compared something.
typedef struct sums {
    uint64_t walls, limits, kept, all;
} sums;

// Walks one agent, and looks at each step with what it has kept, and with all of it gathered afresh.
static void walk(const lope_surroundings *surroundings, const lope_tuning *tuning, lope_nearby *scout, sums *all)
{
    static finds kept, whole;
    lope_nearby *own = lope_nearby_create(NULL);
    lope_boundary boundary = {0};
    lope_state state = {.up = {0, 1, 0}, .radius = 0.35f, .height = 1.8f, .channels = LOPE_CHANNEL_SOLID};
    state.feet = lope_point_make(between(-7, 7), 0.1, between(-7, 7));
    double angle = between(0, 6.28);
    for (int i = 0; i < STEPS; i++) {
        angle += between(-0.6, 0.6);
        const lope_vec3 velocity = {(float)(4 * cos(angle)), 0, (float)(4 * sin(angle))};
        state.feet = lope_point_mad(state.feet, lope_vec3_to_point(velocity), between(0, 0.06));
        state.feet.y = between(0, 0.3);
        const lope_point up = {(double)state.up.x + between(-0.01, 0.01), (double)state.up.y,
                               (double)state.up.z + between(-0.01, 0.01)};
        if (i % 3 == 0) state.up = lope_point_to_vec3(lope_point_scale(up, 1 / lope_point_length(up)));
        state.velocity = velocity;
        lope_nearby *fresh = lope_nearby_create(NULL);
        lope_boundary none = {0};
        lope_wall_look look = {.state = &state,
                               .tuning = tuning,
                               .nearby = own,
                               .scout = scout,
                               .boundary = &boundary,
                               .reach = 1.95,
                               .limit = (double)lope_cos(tuning->walkable_floor_angle),
                               .seconds = 1.0 / 60};
        look_around(&look, surroundings, velocity, &kept);
        look.nearby = fresh;
        look.still = NULL;
        look.scout = NULL;
        look.boundary = &none;
        look_around(&look, surroundings, velocity, &whole);
        check_same(&kept, &whole);
        all->walls += kept.wall_count;
        all->limits += kept.plan.hard - 1; // without that of begin
        all->kept += kept.triangles;
        all->all += whole.triangles;
        lope_nearby_destroy(fresh);
    }
    lope_nearby_destroy(own);
}

static void walks_find_the_same(double angle)
{
    sums all = {0};
    lope_tuning tuning = lope_tuning_default();
    tuning.walkable_floor_angle = (float)angle;
    lope_nearby *scout = lope_nearby_create(NULL);
    for (int i = 0; i < WALKS; i++) {
        lope_level *level = lope_level_create(NULL);
        add_terrain(level);
        if (i % 2 == 0) add_boxes(level);
        const lope_surroundings surroundings = lope_level_surroundings(level);
        walk(&surroundings, &tuning, scout, &all);
        lope_level_destroy(level);
    }
    lope_nearby_destroy(scout);
    printf("seed %llu: %llu walls, %llu limits; %llu triangles kept, %llu without\n", (unsigned long long)SEED,
           (unsigned long long)all.walls, (unsigned long long)all.limits, (unsigned long long)all.kept,
           (unsigned long long)all.all);
    assert_true(all.walls > 1000);
    assert_true(all.limits > 200);
}

static void kept_geometry_random_walks_same_walls_and_edges(void **state)
{
    (void)state;
    seed = SEED;
    walks_find_the_same(0.78);
}

// Many triangles are near the limit, so that whether they are floor changes with the up.
static void kept_geometry_near_walkable_limit_same_walls_and_edges(void **state)
{
    (void)state;
    seed = SEED + 1;
    walks_find_the_same(0.12);
}

// In the open an agent keeps nothing, so that a look costs nothing.
static void kept_geometry_in_the_open_is_empty(void **state)
{
    (void)state;
    static finds found;
    const lope_vec3 points[] = {{-40, 0, -40}, {-40, 0, 40}, {0, 0, -40}, {0, 0, 40}, {40, 0, -40}, {40, 0, 40}};
    const uint32_t indices[] = {0, 1, 2, 1, 3, 2, 2, 3, 4, 3, 5, 4};
    lope_level *level = lope_level_create(NULL);
    lope_level_add_mesh(level,
                        &(lope_mesh_def){.points = &points[0].x, .point_count = 6, .indices = indices, .triangle_count = 4});
    const lope_surroundings surroundings = lope_level_surroundings(level);
    const lope_tuning tuning = lope_tuning_default();
    lope_nearby *own = lope_nearby_create(NULL), *scout = lope_nearby_create(NULL);
    lope_boundary boundary = {0};
    const lope_state agent = {
        .up = {0, 1, 0}, .radius = 0.35f, .height = 1.8f, .channels = LOPE_CHANNEL_SOLID, .feet = {5, 0, 12}};
    lope_wall_look look = {.state = &agent,
                           .tuning = &tuning,
                           .nearby = own,
                           .scout = scout,
                           .boundary = &boundary,
                           .reach = 1.95,
                           .limit = (double)lope_cos(tuning.walkable_floor_angle),
                           .seconds = 1.0 / 60};
    look_around(&look, &surroundings, lope_vec3_make(4, 0, 0), &found);
    assert_int_equal(found.wall_count, 0);
    assert_int_equal(found.plan.hard, 1); // of begin
    assert_true(scout->sets[0].triangle_count > 0);
    assert_int_equal(found.triangles, 0);
    lope_nearby_destroy(own);
    lope_nearby_destroy(scout);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_geometry_random_walks_same_walls_and_edges),
        cmocka_unit_test(kept_geometry_near_walkable_limit_same_walls_and_edges),
        cmocka_unit_test(kept_geometry_in_the_open_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
