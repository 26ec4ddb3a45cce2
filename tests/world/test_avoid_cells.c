// test_avoid_cells.c - what stands around agents is gathered once for all in a cell, and nothing of that shows:
// a crowd that shares cells ends as one in which each agent gathers for itself, to the bit.
#include "world_help.h"

#include <math.h>

#define SEED UINT64_C(20261129)
#define AGENTS 60
#define SIDE 7.0 // m, half of the ground that they walk on
#define SECONDS 8
#define FIRST_ID UINT64_C(70000) // of the agents

// A level's surroundings, with one more body that stands, and counted gathers.
typedef struct seen {
    lope_level *level;
    lope_surroundings surroundings;
    uint64_t extra_id;    // of a box that only these surroundings have; 0: none
    atomic_uint gathered; // of what stands
} seen;

static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    seen *s = context;
    const lope_result result = s->surroundings.gather(s->surroundings.context, bounds, filter, kind, sink);
    if (kind != LOPE_STATIC) return result;
    atomic_fetch_add(&s->gathered, 1);
    const bool touches = bounds->lower.x <= 1 && bounds->upper.x >= -1 && bounds->lower.y <= 2 && bounds->upper.y >= 0 &&
                         bounds->lower.z <= 1 && bounds->upper.z >= -1;
    if (result != LOPE_OK || s->extra_id == 0 || filter.ignore == s->extra_id || !touches) return result;
    const lope_sink_body body = {.id = s->extra_id, .pose = {.position = {0, 1, 0}, .rotation = {0, 0, 0, 1}}};
    lope_sink_begin(sink, &body);
    lope_sink_box(sink, (lope_vec3){0, 0, 0}, (lope_quat){0, 0, 0, 1}, (lope_vec3){1, 1, 1}, 0);
    return LOPE_OK;
}

static uint64_t revision(void *context)
{
    const seen *s = context;
    return s->surroundings.static_revision(s->surroundings.context);
}

static uint32_t channels(void *context, uint32_t kinds)
{
    const seen *s = context;
    return s->surroundings.channels(s->surroundings.context, kinds);
}

static lope_body add_box(lope_level *level, lope_point middle, lope_vec3 size, bool moving)
{
    lope_error error = {0};
    const lope_body body =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = middle, .moving = moving, .error = &error},
                                                  .size = {size.x, size.y, size.z}});
    assert_int_equal(error.code, LOPE_OK);
    return body;
}

// Adds ground with a rim, walls, kerbs, and plates of several heights.
static void add_ground(lope_level *level, uint64_t *seed)
{
    add_box(level, (lope_point){0, -0.5, 0}, (lope_vec3){(float)(2 * SIDE), 1, (float)(2 * SIDE)}, false);
    for (int i = 0; i < 24; i++) {
        const lope_point middle = {random_between(seed, -SIDE, SIDE), random_between(seed, -0.3, 0.5),
                                   random_between(seed, -SIDE, SIDE)};
        const lope_vec3 size = {(float)random_between(seed, 0.2, 1.5), (float)random_between(seed, 0.2, 1.6),
                                (float)random_between(seed, 0.2, 1.5)};
        add_box(level, middle, size, false);
    }
}

// How a crowd is run.
typedef struct ways {
    bool alone; // each agent gathers for itself
    uint32_t threads;
    bool moving; // a body moves among them
    bool own;    // the extra box is the body of the first agent
    bool tilted; // the ground is a slope
} ways;

// The hashes of a run at the end of each second.
typedef struct course {
    uint64_t hashes[SECONDS];
    uint32_t gathered;
} course;

static void send(lope_character **agents, uint64_t *seed)
{
    for (int i = 0; i < AGENTS; i++) {
        const double angle = random_between(seed, 0, 6.28);
        const lope_input input = {.move = {(float)cos(angle), 0, (float)sin(angle)}};
        assert_int_equal(lope_character_set_input(agents[i], &input), LOPE_OK);
    }
}

static void run(const ways *how, course *out)
{
    uint64_t seed = SEED;
    seen s = {.level = lope_level_create(NULL)};
    add_ground(s.level, &seed);
    const lope_body mover = how->moving ? add_box(s.level, (lope_point){0, 1, 5}, (lope_vec3){1, 2, 1}, true) : (lope_body){0};
    s.surroundings = lope_level_surroundings(s.level);
    s.extra_id = how->own ? FIRST_ID : 0;
    const lope_surroundings around = {
        .context = &s, .gather = gather, .static_revision = how->alone ? NULL : revision, .channels = channels};
    const lope_vec3 gravity = {how->tilted ? 1.5f : 0, -9.5f, how->tilted ? -2 : 0};
    lope_world *world =
        lope_world_create(&(lope_world_def){.surroundings = &around, .threads = how->threads, .gravity = gravity});
    assert_non_null(world);
    lope_character *agents[AGENTS];
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    for (int i = 0; i < AGENTS; i++) {
        const lope_point feet = {random_between(&seed, -SIDE, SIDE), 1.5, random_between(&seed, -SIDE, SIDE)};
        agents[i] = lope_character_create(world, &(lope_character_def){.id = FIRST_ID + (uint64_t)i, .feet = feet});
        assert_non_null(agents[i]);
        assert_int_equal(lope_character_set_avoidance(agents[i], &settings), LOPE_OK);
    }
    lope_body wall = {0};
    for (int second = 0; second < SECONDS; second++) {
        if (second == 3) wall = add_box(s.level, (lope_point){1, 1, 1}, (lope_vec3){0.2f, 2, 6}, false);
        if (second == 6) assert_int_equal(lope_level_remove(s.level, wall), LOPE_OK);
        send(agents, &seed);
        for (int tick = 0; tick < 60; tick++) {
            const lope_transform pose = {.position = {0.05 * (tick + 1), 1, 5 - second}, .rotation = {0, 0, 0, 1}};
            if (how->moving) assert_int_equal(lope_level_set_pose(s.level, mover, &pose), LOPE_OK);
            steps(world, 1);
        }
        out->hashes[second] = lope_world_hash(world);
    }
    out->gathered = atomic_load(&s.gathered);
    lope_world_destroy(world);
    lope_level_destroy(s.level);
}

// Runs a crowd as `how` says, on one thread and on four, and with each agent alone: all must end alike.
static void check(const char *name, ways how)
{
    course shared, threaded, alone;
    how.threads = 1;
    run(&how, &shared);
    how.threads = 4;
    run(&how, &threaded);
    how.alone = true;
    how.threads = 1;
    run(&how, &alone);
    printf("seed %llu, %s: %u gathers of what stands, %u alone\n", (unsigned long long)SEED, name, (unsigned)shared.gathered,
           (unsigned)alone.gathered);
    assert_memory_equal(shared.hashes, threaded.hashes, sizeof shared.hashes);
    assert_memory_equal(shared.hashes, alone.hashes, sizeof shared.hashes);
}

static void crowd_with_cells_ends_as_without(void **state)
{
    (void)state;
    check("plain", (ways){0});
}

static void crowd_among_moving_bodies_with_cells_ends_as_without(void **state)
{
    (void)state;
    check("with a body that moves", (ways){.moving = true});
}

static void crowd_on_a_slope_with_cells_ends_as_without(void **state)
{
    (void)state;
    check("on a slope", (ways){.tilted = true});
}

// The body is a wall to all others, and nothing to its own agent, in the same cell.
static void crowd_with_an_own_body_in_a_cell_ends_as_without(void **state)
{
    (void)state;
    check("with an own body", (ways){.own = true});
}

// Many agents that walk to and fro in few cells gather less often than they have cells, but for changes.
static void crowd_in_few_cells_gathers_each_once(void **state)
{
    (void)state;
    static lope_character *agents[AGENTS];
    uint64_t seed = SEED;
    seen s = {.level = lope_level_create(NULL)};
    add_ground(s.level, &seed);
    s.surroundings = lope_level_surroundings(s.level);
    const lope_surroundings around = {.context = &s, .gather = gather, .static_revision = revision, .channels = channels};
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    uint32_t gathered[2];
    for (int avoid = 0; avoid < 2; avoid++) {
        lope_world *world = lope_world_create(&(lope_world_def){.surroundings = &around});
        for (int i = 0; i < AGENTS; i++) { // in place: no agent's own tick gathers again
            const lope_point feet = {-3 + 0.7 * (i % 8), 0.2, -3 + 0.7 * (i / 8)};
            agents[i] = lope_character_create(world, &(lope_character_def){.feet = feet});
            if (avoid == 1) assert_int_equal(lope_character_set_avoidance(agents[i], &settings), LOPE_OK);
        }
        for (int i = 0; i < AGENTS; i++)
            assert_int_equal(lope_character_set_input(agents[i], &(lope_input){.move = {i % 2 == 0 ? 1e-3f : -1e-3f, 0, 0}}),
                             LOPE_OK);
        const uint32_t before = atomic_load(&s.gathered);
        steps(world, 60);
        gathered[avoid] = atomic_load(&s.gathered) - before;
        lope_world_destroy(world);
    }
    printf("%u gathers, %u with avoidance\n", (unsigned)gathered[0], (unsigned)gathered[1]);
    // 4 to 8 cells of 4 m, at two heights at most; each agent for itself would be 60
    assert_true(gathered[1] <= gathered[0] + 16);
    lope_level_destroy(s.level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_with_cells_ends_as_without),
        cmocka_unit_test(crowd_among_moving_bodies_with_cells_ends_as_without),
        cmocka_unit_test(crowd_on_a_slope_with_cells_ends_as_without),
        cmocka_unit_test(crowd_with_an_own_body_in_a_cell_ends_as_without),
        cmocka_unit_test(crowd_in_few_cells_gathers_each_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
