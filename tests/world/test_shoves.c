// test_shoves.c - a crowd before a wall that moves: the same bits on any number of threads, in a world that begins at any tick, and when
// a tick is run again among the others as they were met.
#include "world_help.h"

#define PEOPLE 10
#define TICKS 150
#define OTHERS (PEOPLE * 5) // each as it was met in the tick, and in four steps of it

typedef struct scene {
    lope_world *world;
    lope_body walls[2];
    lope_character *people[PEOPLE];
    lope_state before[PEOPLE];
    lope_input inputs[PEOPLE];
    lope_body_place places[2]; // of the coming tick
} scene;

static void before_tick(void *context, lope_world *world, uint64_t tick, float dt)
{
    scene *s = context;
    for (int i = 0; i < 2; i++) {
        const lope_transform pose = {.position = {-1.2 + 2.0 * (double)dt * (double)tick, 1.5, i ? -3 : 3},
                                     .rotation = {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(lope_world_level(world), s->walls[i], &pose), LOPE_OK);
    }
    assert_int_equal(lope_level_places(lope_world_level(world), s->places, 2), 2);
    for (int i = 0; i < PEOPLE && s->people[i]; i++) {
        s->before[i] = *lope_character_state(s->people[i]);
        s->inputs[i] = *lope_character_input(s->people[i]);
    }
}

// Two walls side by side that shove a crowd of two uneven rows.
static scene *open_scene(uint32_t threads)
{
    scene *s = calloc(1, sizeof *s);
    uint64_t seed = 7;
    s->world = world_with_floor(&(lope_world_def){.threads = threads, .before_tick = before_tick, .tick_context = s});
    for (int i = 0; i < 2; i++)
        s->walls[i] = lope_world_add_box(
            s->world, &(lope_box_def){.body = {.position = {-1.2, 1.5, i ? -3 : 3}, .moving = true}, .size = {1, 3, 6}});
    for (int i = 0; i < PEOPLE; i++) {
        const lope_point feet = {0.69 * (i / 2), 0, (i % 2 ? 0.4 : -0.4) + random_between(&seed, -0.05, 0.05)};
        s->people[i] = lope_character_create(
            s->world, &(lope_character_def){.feet = feet, .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
        assert_non_null(s->people[i]);
    }
    return s;
}

static void close_scene(scene *s)
{
    lope_world_destroy(s->world);
    free(s);
}

static void threads_do_not_matter(void **unused)
{
    (void)unused;
    scene *one = open_scene(1), *four = open_scene(4);
    for (int i = 0; i < TICKS; i++) {
        steps(one->world, 1);
        steps(four->world, 1);
        assert_true(lope_world_hash(one->world) == lope_world_hash(four->world));
    }
    assert_true(lope_character_state(one->people[0])->feet.x > 3); // it was shoved
    close_scene(one);
    close_scene(four);
}

// The buckets of the grid are those of another history, and nothing is known of what was near.
static void where_a_world_begins_does_not_matter(void **unused)
{
    (void)unused;
    for (int from = 30; from < TICKS; from += 30) {
        scene *whole = open_scene(1), *late = open_scene(1);
        steps(whole->world, from);
        steps(late->world, from - 20);
        steps(late->world, 20);
        for (int i = PEOPLE - 1; i >= 0; i--) {
            lope_state state = *lope_character_state(whole->people[i]);
            const lope_point away = {30.0 + i, 0, 20};
            lope_state elsewhere = state;
            elsewhere.feet = away;
            assert_int_equal(lope_character_set_state(late->people[i], &elsewhere), LOPE_OK);
            assert_int_equal(lope_character_set_state(late->people[i], &state), LOPE_OK);
        }
        for (int i = from; i < TICKS; i++) {
            steps(whole->world, 1);
            steps(late->world, 1);
            assert_true(lope_world_hash(whole->world) == lope_world_hash(late->world));
        }
        close_scene(whole);
        close_scene(late);
    }
}

static void rerun_gives_what_the_step_gave(void **unused)
{
    (void)unused;
    scene *s = open_scene(1);
    lope_nearby *nearby = lope_nearby_create(NULL);
    uint32_t shoved = 0, stepped = 0;
    for (int i = 0; i < TICKS; i++) {
        lope_other others[OTHERS];
        uint32_t count = 0;
        steps(s->world, 1);
        assert_int_equal(lope_world_others(s->world, others, OTHERS, &count), LOPE_OK);
        assert_true(count >= PEOPLE && count <= OTHERS);
        for (uint32_t k = 0; k < count; k++) shoved += others[k].way.x > 0, stepped += others[k].step > 0;
        lope_level_view view;
        assert_int_equal(lope_level_view_make(&view, lope_world_level(s->world), s->places, 2), LOPE_OK);
        const lope_surroundings bodies = lope_level_surroundings_at(&view);
        for (int k = 0; k < PEOPLE; k++) {
            lope_state after;
            assert_int_equal(lope_character_rerun(s->people[k],
                                                  &(lope_rerun_def){.state = &s->before[k],
                                                                    .input = &s->inputs[k],
                                                                    .seconds = TICK,
                                                                    .bodies = &bodies,
                                                                    .others = others,
                                                                    .other_count = count,
                                                                    .nearby = nearby},
                                                  &after, NULL),
                             LOPE_OK);
            assert_memory_equal(&after, lope_character_state(s->people[k]), sizeof after);
        }
    }
    assert_true(shoved > 100 && stepped > 100);
    lope_nearby_destroy(nearby);
    close_scene(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_do_not_matter),
                                       cmocka_unit_test(where_a_world_begins_does_not_matter),
                                       cmocka_unit_test(rerun_gives_what_the_step_gave)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
