// test_memory.c - memory: none is asked for in a settled world, none is lost, and running out of it is a
// refusal.
#include "world_help.h"

#include <math.h>

#define MEETS (LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER)

static void circle(lope_character **characters, int count, int tick)
{
    for (int i = 0; i < count; i++) {
        const float angle = 6.2831853f * (float)(tick % 60) / 60.0f + (float)i;
        lope_character_set_input(
            characters[i], &(lope_input){.move = {cosf(angle), 0, sinf(angle)}, .held = tick % 60 == 30 ? LOPE_BUTTON_JUMP : 0});
    }
}

// Forty walk over a plain and jump once a second: what they need in the first second they need in each.
static void a_settled_world_asks_for_nothing(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    lope_world *world = world_with_floor(&(lope_world_def){.allocator = counter_allocator(&c)});
    lope_character *characters[40];
    for (int i = 0; i < 40; i++)
        characters[i] = lope_character_create(world, &(lope_character_def){.feet = {(i % 8) * 1.3 - 5, 0.5, (i / 8) * 1.3 - 3}});
    uint64_t asked = 0;
    for (int tick = 0; tick < 360; tick++) {
        if (tick == 60) asked = c.asked;
        circle(characters, 40, tick);
        steps(world, 1);
    }
    assert_true(asked > 10); // the characters come many at a time
    assert_int_equal(c.asked, asked);
    lope_world_destroy(world);
    assert_int_equal(c.out, 0);
    assert_int_equal(c.bytes_out, 0);
}

// Among boxes and in each other's way they meet more now and then, and a nearby grows to the most that its
// character has met: after five seconds, the same five seconds again ask for nothing.
static void the_same_way_again_asks_for_nothing(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    lope_world *world = world_with_floor(&(lope_world_def){.allocator = counter_allocator(&c)});
    for (int i = 0; i < 10; i++)
        lope_world_add_box(world, &(lope_box_def){.body.position = {i * 2 - 10, 0.1, (i % 3) * 2}, .size = {0.5f, 0.3f, 0.5f}});
    lope_character *characters[40];
    lope_state start[40];
    for (int i = 0; i < 40; i++) {
        characters[i] = lope_character_create(
            world, &(lope_character_def){.feet = {(i % 8) * 1.3 - 5, 0.5, (i / 8) * 1.3 - 3}, .channels = MEETS});
        start[i] = *lope_character_state(characters[i]);
    }
    uint64_t asked = 0, hash = 0;
    for (int time = 0; time < 2; time++) {
        for (int i = 0; i < 40; i++) lope_character_set_state(characters[i], &start[i]);
        for (int tick = 0; tick < 300; tick++) {
            circle(characters, 40, tick);
            steps(world, 1);
        }
        if (time == 0) hash = lope_world_hash(world);
        if (time == 0) asked = c.asked;
    }
    assert_true(lope_world_hash(world) == hash);
    assert_int_equal(c.asked, asked);
    lope_world_destroy(world);
    assert_int_equal(c.out, 0);
}

// One life of a small world. Returns false when something was refused.
static bool live(counter *c)
{
    bool good = true;
    lope_error error = {0};
    lope_world *world = lope_world_create(&(lope_world_def){.allocator = counter_allocator(c), .threads = 2, .error = &error});
    if (world == NULL) {
        assert_int_equal(error.code, LOPE_ERROR_MEMORY);
        return false;
    }
    lope_error body_error = {0};
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.5, 0}, .error = &body_error}, .size = {20, 1, 20}});
    good = good && body_error.code == LOPE_OK;
    uint32_t made = 0;
    for (int i = 0; i < 20; i++) {
        lope_error refused = {0};
        lope_character *character = lope_character_create(
            world, &(lope_character_def){.feet = {i % 5, 0.1, i / 5}, .channels = MEETS, .error = &refused});
        assert_int_equal(refused.code, character == NULL ? LOPE_ERROR_MEMORY : LOPE_OK);
        if (character != NULL) assert_int_equal(lope_character_number(character), made++); // a refusal takes no number
        good = good && character != NULL;
    }
    for (int tick = 0; tick < 20; tick++) {
        const lope_result result = lope_world_step(world, TICK);
        assert_true(result == LOPE_OK || result == LOPE_ERROR_MEMORY);
        good = good && result == LOPE_OK;
    }
    lope_world_destroy(world);
    return good;
}

static void every_allocation_may_fail(void **unused)
{
    (void)unused;
    for (int on = 0; on < 2; on++) {
        uint64_t number = 0;
        for (;; number++) {
            counter c = {.fail_at = number, .fail_on = on == 1};
            const bool good = live(&c);
            assert_int_equal(c.out, 0);
            assert_int_equal(c.bytes_out, 0);
            if (!c.failed) {
                assert_true(good);
                break;
            }
            assert_true(number < 100000);
        }
        assert_true(number > 10); // there was something to fail
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_settled_world_asks_for_nothing),
        cmocka_unit_test(the_same_way_again_asks_for_nothing),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
