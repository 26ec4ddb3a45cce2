// test_pushes.c - what characters push, through a world: in order of character on any number of threads, told
// once a tick.
#include "world_help.h"

#define COUNT 40
#define CRATE(i) ((uint64_t)(100 + (i)))

// A floor, and before each of the characters a crate that does not move.
static lope_result gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    const lope_quat none = lope_quat_identity();
    (void)context;
    (void)filter;
    if (kind == LOPE_STATIC) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {{0, -0.5, 0}, none}});
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){500, 0.5f, 50}, 0);
        return LOPE_OK;
    }
    for (int i = 0; i < COUNT; i++) {
        if (bounds->upper.x < 4 * i - 0.5 || bounds->lower.x > 4 * i + 0.5 || bounds->lower.z > 2) continue;
        lope_sink_begin(
            sink,
            &(lope_sink_body){.id = CRATE(i), .pose = {{4.0 * i, 0.5, 1}, none}, .moving = true, .dynamic = true, .mass = 100});
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){0.5f, 0.5f, 0.5f}, 0);
    }
    return LOPE_OK;
}

typedef struct told {
    lope_push pushes[4 * COUNT];
    uint32_t count, calls;
    float dt;
} told;

static void push(void *context, const lope_push *pushes, uint32_t count, float dt)
{
    told *t = context;
    assert_true(count > 0 && count <= 4 * COUNT);
    memcpy(t->pushes, pushes, count * sizeof *pushes);
    t->count = count;
    t->calls++;
    t->dt = dt;
}

static lope_world *make(told *t, uint32_t threads)
{
    lope_surroundings around = {.gather = gather};
    lope_world *world =
        lope_world_create(&(lope_world_def){.surroundings = &around, .push = push, .push_context = t, .threads = threads});
    for (int i = 0; i < COUNT; i++) {
        lope_character *c =
            lope_character_create(world, &(lope_character_def){.feet = {4.0 * i, 0, 0}, .mode = LOPE_MODE_WALKING});
        lope_character_set_input(c, &(lope_input){.move = {0, 0, 1}});
    }
    return world;
}

static void pushes_come_in_order_of_character(void **unused)
{
    (void)unused;
    static told alone, many;
    memset(&alone, 0, sizeof alone);
    memset(&many, 0, sizeof many);
    lope_world *a = make(&alone, 1), *b = make(&many, 4);
    for (int tick = 0; tick < 30; tick++) {
        assert_int_equal(lope_world_step(a, TICK), LOPE_OK);
        assert_int_equal(lope_world_step(b, TICK), LOPE_OK);
        uint32_t count = 0;
        const lope_push *pushes = lope_world_pushes(a, &count);
        assert_int_equal(alone.calls, many.calls);
        if (count == 0) continue;
        assert_int_equal(count, alone.count);
        assert_memory_equal(pushes, alone.pushes, count * sizeof *pushes);
        assert_int_equal(count, many.count);
        assert_memory_equal(alone.pushes, many.pushes, count * sizeof *pushes);
        for (uint32_t i = 1; i < count; i++)
            assert_true(pushes[i - 1].body <= pushes[i].body); // crate i stands before character i
    }
    assert_true(alone.calls > 20);
    assert_true(alone.dt == TICK);
    assert_int_equal(alone.count, COUNT);
    lope_world_destroy(a);
    lope_world_destroy(b);
}

static void nothing_is_told_without_pushes(void **unused)
{
    (void)unused;
    static told t;
    memset(&t, 0, sizeof t);
    lope_world *world = make(&t, 1);
    uint32_t count = 7;
    assert_null(lope_world_pushes(world, &count));
    assert_int_equal(count, 0);
    assert_int_equal(lope_world_step(world, 1.0f / 1000), LOPE_OK); // nobody has come as far yet
    assert_int_equal(t.calls, 0);
    assert_null(lope_world_pushes(NULL, &count));
    // several ticks in one advance: one call each
    for (int i = 0; i < 10; i++) lope_world_advance(world, 3.0 / 60);
    uint32_t calls = t.calls;
    lope_world_advance(world, 3.0 / 60);
    assert_int_equal(t.calls, calls + 3);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pushes_come_in_order_of_character),
                                       cmocka_unit_test(nothing_is_told_without_pushes)};
    return cmocka_run_group_tests_name("world.pushes", tests, NULL, NULL);
}
