// test_characters.c - many in one world: numbers, destroying, meeting each other, one result for any order
// and any threads.
#include "world_help.h"

#include <math.h>

#define MEETS (LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER)

static void numbers_are_never_used_again(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *characters[50];
    const lope_state *states[50];
    int users[50];
    for (int i = 0; i < 50; i++) {
        characters[i] = lope_character_create(world, &(lope_character_def){.feet = {i - 25, 0, 0}, .user = &users[i]});
        states[i] = lope_character_state(characters[i]);
    }
    for (int i = 10; i < 40; i += 2) lope_character_destroy(characters[i]);
    lope_character_destroy(NULL);
    steps(world, 5);
    for (int i = 0; i < 50; i++) {
        if (i >= 10 && i < 40 && i % 2 == 0) continue;
        assert_int_equal(lope_character_number(characters[i]), i);
        assert_ptr_equal(lope_character_user(characters[i]), &users[i]);
        assert_ptr_equal(lope_character_state(characters[i]), states[i]); // states stay where they are
        assert_int_equal(lope_character_state(characters[i])->ticks, 5);
        assert_true(fabs(states[i]->feet.x - (i - 25)) < 1e-6);
    }
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(lope_character_number(lope_character_create(world, &(lope_character_def){0})), 50 + i);
    lope_world_destroy(world);
}

// A character that is gone neither moves nor blocks, and the others go on as if it had never been, once it
// was far away.
static void destroying_in_the_middle(void **unused)
{
    (void)unused;
    lope_world *worlds[2];
    lope_character *walkers[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = world_with_floor(NULL);
        lope_character *first = lope_character_create(worlds[i], &(lope_character_def){.feet = {-20, 0, 0}});
        lope_character *wall = lope_character_create(worlds[i], &(lope_character_def){.feet = {3, 0, 0}});
        walkers[i] = lope_character_create(worlds[i], &(lope_character_def){.feet = {0, 0, 0}, .channels = MEETS});
        lope_character_set_input(walkers[i], &(lope_input){.move = {1, 0, 0}});
        if (i == 1) lope_character_destroy(wall);
        if (i == 1) lope_character_destroy(first);
        steps(worlds[i], 120);
    }
    const double blocked = lope_character_state(walkers[0])->feet.x, free_way = lope_character_state(walkers[1])->feet.x;
    assert_true(blocked < 3 - 2 * 0.34 + 0.001 && blocked > 2); // before the other's capsule
    assert_true(free_way > 10);
    for (int i = 0; i < 2; i++) lope_world_destroy(worlds[i]);
}

static double gap(const lope_state *a, const lope_state *b)
{
    const lope_capsule one = {{a->feet.x, a->feet.y + (double)a->radius, a->feet.z},
                              {a->feet.x, a->feet.y + (double)a->height - (double)a->radius, a->feet.z},
                              (double)a->radius};
    const lope_capsule two = {{b->feet.x, b->feet.y + (double)b->radius, b->feet.z},
                              {b->feet.x, b->feet.y + (double)b->height - (double)b->radius, b->feet.z},
                              (double)b->radius};
    double s, t;
    return sqrt(lope_segment_segment(one.a, one.b, two.a, two.b, &s, &t)) - one.radius - two.radius;
}

static void head_on(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *pair[2];
    for (int i = 0; i < 2; i++) {
        const double side = i == 0 ? -1 : 1;
        pair[i] = lope_character_create(world, &(lope_character_def){.feet = {2 * side, 0, 0}, .channels = MEETS});
        lope_character_set_input(pair[i], &(lope_input){.move = {(float)-side, 0, 0}});
    }
    double least = 1;
    for (int tick = 0; tick < 180; tick++) {
        steps(world, 1);
        const double apart = gap(lope_character_state(pair[0]), lope_character_state(pair[1]));
        if (apart < least) least = apart;
        assert_true(apart > -0.001); // each used at most half of the gap
    }
    print_message("least gap %.6f m, at the end %.6f m\n", least,
                  gap(lope_character_state(pair[0]), lope_character_state(pair[1])));
    // they stand against each other, not somewhere before: half the gap is closed each tick
    assert_true(gap(lope_character_state(pair[0]), lope_character_state(pair[1])) < 0.01);
    // neither has won: the way of both is mirrored
    const double sum = lope_character_state(pair[0])->feet.x + lope_character_state(pair[1])->feet.x;
    assert_true(fabs(sum) < 0.001);
    lope_world_destroy(world);
}

// ---- crowds -------------------------------------------------------------------------------------

#define CROWD 90

typedef struct walker {
    lope_point feet;
    lope_vec3 move;
} walker;

// On a jittered grid of 10 by 9 places 1.2 m apart, so that nobody begins inside another.
static void draw_walkers(walker walkers[CROWD], uint64_t seed)
{
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < CROWD; i++) {
        const double x = (i % 10) * 1.2 - 6 + random_between(&seed, -0.2, 0.2);
        const double z = (i / 10) * 1.2 - 6 + random_between(&seed, -0.2, 0.2);
        walkers[i].feet = lope_point_make(x, 0.3, z);
        // toward the middle, more or less, so that they meet
        const double angle = random_between(&seed, 0, 6.283185307);
        walkers[i].move = lope_vec3_make((float)(-x / 8 + 0.6 * cos(angle)), 0, (float)(-z / 8 + 0.6 * sin(angle)));
    }
}

static lope_world *crowd_world(uint32_t threads, const walker walkers[CROWD], const int order[CROWD],
                               lope_character *characters[CROWD])
{
    lope_world *world = world_with_floor(&(lope_world_def){.threads = threads});
    for (int i = 0; i < CROWD; i++) {
        const int who = order == NULL ? i : order[i];
        characters[who] = lope_character_create(world, &(lope_character_def){.feet = walkers[who].feet, .channels = MEETS});
        lope_character_set_input(characters[who], &(lope_input){.move = walkers[who].move});
    }
    return world;
}

// Walking into each other, changing their minds; jumping: also onto and under each other.
static void press_through(bool jumping)
{
    walker walkers[CROWD];
    lope_character *characters[CROWD];
    draw_walkers(walkers, jumping ? 78 : 77);
    lope_world *world = crowd_world(1, walkers, NULL, characters);
    double deepest = 0;
    int touching = 0;
    for (int tick = 0; tick < 400; tick++) {
        for (int i = 0; i < CROWD; i++) {
            const bool press = jumping && (tick + i * 7) % 80 == 0;
            lope_character_set_input(characters[i], &(lope_input){.move = walkers[(i + tick / 100) % CROWD].move,
                                                                  .pressed = press ? LOPE_BUTTON_JUMP : 0});
        }
        steps(world, 1);
        for (int i = 0; i < CROWD; i++)
            for (int j = i + 1; j < CROWD; j++) {
                const double apart = gap(lope_character_state(characters[i]), lope_character_state(characters[j]));
                if (-apart > deepest) deepest = -apart;
                touching += apart < 0.01;
            }
    }
    print_message("%s: deepest overlap %.6f m, %d touches\n", jumping ? "jumping" : "walking", deepest, touching);
    assert_true(touching > 1000); // they did meet
    assert_true(deepest < 0.001);
    lope_world_destroy(world);
}

static void nobody_walks_into_anybody(void **unused)
{
    (void)unused;
    press_through(false);
}

static void nobody_jumps_into_anybody(void **unused)
{
    (void)unused;
    press_through(true);
}

static void one_result_for_any_order_of_creation(void **unused)
{
    (void)unused;
    walker walkers[CROWD];
    lope_character *plain[CROWD], *mixed[CROWD];
    draw_walkers(walkers, 4711);
    int order[CROWD];
    uint64_t seed = 99;
    for (int i = 0; i < CROWD; i++) order[i] = i;
    for (int i = CROWD - 1; i > 0; i--) {
        const int j = (int)(random_next(&seed) % (uint32_t)(i + 1)), keep = order[i];
        order[i] = order[j];
        order[j] = keep;
    }
    lope_world *one = crowd_world(1, walkers, NULL, plain);
    lope_world *other = crowd_world(1, walkers, order, mixed);
    for (int tick = 0; tick < 240; tick++) {
        steps(one, 1);
        steps(other, 1);
        for (int i = 0; i < CROWD; i++) {
            const lope_state *a = lope_character_state(plain[i]), *b = lope_character_state(mixed[i]);
            assert_memory_equal(&a->feet, &b->feet, sizeof a->feet);
            assert_memory_equal(&a->velocity, &b->velocity, sizeof a->velocity);
        }
    }
    lope_world_destroy(one);
    lope_world_destroy(other);
}

static void one_result_for_any_threads(void **unused)
{
    (void)unused;
    static const uint32_t threads[] = {0, 1, 2, 3, 8};
    walker walkers[CROWD];
    draw_walkers(walkers, 123456);
    uint64_t first = 0;
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        lope_character *characters[CROWD];
        lope_world *world = crowd_world(threads[i], walkers, NULL, characters);
        uint64_t hash = 0;
        for (int tick = 0; tick < 180; tick++) {
            steps(world, 1);
            hash = hash * 31 + lope_world_hash(world);
            uint32_t count;
            const lope_world_event *events = lope_world_events(world, &count);
            for (uint32_t e = 0; e < count; e++)
                hash = hash * 31 + lope_character_number(events[e].character) * 64 + events[e].event.kind;
        }
        if (i == 0) first = hash;
        assert_true(hash == first);
        lope_world_destroy(world);
    }
}

// Every pair is asked for: the grid must find whom a plain look at all would find, whatever the sizes and
// wherever they stand.
static void giants_and_dwarfs_meet(void **unused)
{
    (void)unused;
    static const double places[] = {0, 12345.25, -1e6};
    for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
        lope_world *world = lope_world_create(NULL);
        lope_world_add_box(world, &(lope_box_def){.body.position = {places[p], -0.5, places[p]}, .size = {60, 1, 60}});
        lope_character *giant = lope_character_create(
            world, &(lope_character_def){.feet = {places[p] + 5, 0, places[p]}, .radius = 2, .height = 8, .channels = MEETS});
        lope_character *dwarfs[6];
        for (int i = 0; i < 6; i++) {
            dwarfs[i] = lope_character_create(world, &(lope_character_def){.feet = {places[p] - 2, 0, places[p] - 1.25 + 0.5 * i},
                                                                           .radius = 0.15f,
                                                                           .height = 0.6f,
                                                                           .channels = MEETS});
            lope_character_set_input(dwarfs[i], &(lope_input){.move = {1, 0, 0}});
        }
        for (int tick = 0; tick < 120; tick++) {
            steps(world, 1);
            for (int i = 0; i < 6; i++) assert_true(gap(lope_character_state(giant), lope_character_state(dwarfs[i])) > -0.001);
        }
        assert_true(lope_character_state(dwarfs[2])->feet.x > places[p] + 2); // they did reach it
        lope_world_destroy(world);
    }
}

static void who_does_not_collide_passes_through(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character_create(world, &(lope_character_def){.feet = {3, 0, 0}, .channels = MEETS});
    lope_character *walker = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}});
    lope_character_set_input(walker, &(lope_input){.move = {1, 0, 0}});
    steps(world, 90);
    assert_true(lope_character_state(walker)->feet.x > 5);
    lope_world_destroy(world);
}

// ---- states and definitions ---------------------------------------------------------------------

static void rollback_is_a_copy(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, 1, 0}});
    lope_character_set_input(character, &(lope_input){.move = {0.6f, 0, 0.8f}});
    steps(world, 20);
    const lope_state kept = *lope_character_state(character);
    steps(world, 50);
    const lope_state first = *lope_character_state(character);
    assert_int_equal(lope_character_set_state(character, &kept), LOPE_OK);
    const lope_pose pose = lope_character_pose(character);
    assert_memory_equal(&pose.feet, &kept.feet, sizeof pose.feet);
    steps(world, 50);
    assert_memory_equal(lope_character_state(character), &first, sizeof first);
    lope_state bad = kept;
    bad.feet.y = (double)nanf("");
    assert_int_equal(lope_character_set_state(character, &bad), LOPE_ERROR_NOT_FINITE);
    bad = kept;
    bad.radius = 0;
    assert_int_equal(lope_character_set_state(character, &bad), LOPE_ERROR_RANGE);
    bad = kept;
    bad.mode = 77;
    assert_int_equal(lope_character_set_state(character, &bad), LOPE_ERROR_RANGE);
    bad = kept;
    bad.overlap_count = LOPE_OVERLAPS + 1;
    assert_int_equal(lope_character_set_state(character, &bad), LOPE_ERROR_RANGE);
    bad = kept;
    bad.layer_count = LOPE_LAYERS + 1;
    assert_int_equal(lope_character_set_state(character, &bad), LOPE_ERROR_RANGE);
    assert_int_equal(lope_character_set_state(character, NULL), LOPE_ERROR_NULL);
    assert_memory_equal(lope_character_state(character), &first, sizeof first);
    lope_world_destroy(world);
}

static void bad_definitions_are_refused(void **unused)
{
    (void)unused;
    lope_error error = {0};
    assert_null(lope_world_create(&(lope_world_def){.tick_rate = 5, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "tick_rate");
    assert_null(lope_world_create(&(lope_world_def){.tick_rate = nanf(""), .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NOT_FINITE);
    assert_null(lope_world_create(&(lope_world_def){.gravity = {0, INFINITY, 0}, .error = &error}));
    assert_string_equal(error.field, "gravity");
    const lope_surroundings empty = {0};
    assert_null(lope_world_create(&(lope_world_def){.surroundings = &empty, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    lope_world *world = lope_world_create(NULL);
    assert_null(lope_character_create(world, &(lope_character_def){.radius = -1, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    assert_null(lope_character_create(world, &(lope_character_def){.feet = {(double)nanf(""), 0, 0}, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NOT_FINITE);
    assert_null(lope_character_create(world, &(lope_character_def){.mode = 99, .error = &error}));
    assert_null(lope_character_create(NULL, &(lope_character_def){0}));
    assert_int_equal(lope_character_number(lope_character_create(world, &(lope_character_def){0})), 0); // refusals took no number
    lope_world_destroy(world);
    lope_world_destroy(NULL);
}

static void other_surroundings_in_place_of_a_level(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {20, 1, 20}});
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_world *world = lope_world_create(&(lope_world_def){.surroundings = &surroundings});
    assert_null(lope_world_level(world));
    lope_error error = {0};
    const lope_body none = lope_world_add_box(world, &(lope_box_def){.body.error = &error, .size = {1, 1, 1}});
    assert_int_equal(none.generation, 0);
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, 1, 0}, .channels = MEETS});
    steps(world, 60);
    assert_int_equal(lope_character_state(character)->mode, LOPE_MODE_WALKING);
    lope_world_destroy(world);
    lope_level_destroy(level);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_never_used_again),
        cmocka_unit_test(destroying_in_the_middle),
        cmocka_unit_test(head_on),
        cmocka_unit_test(nobody_walks_into_anybody),
        cmocka_unit_test(nobody_jumps_into_anybody),
        cmocka_unit_test(one_result_for_any_order_of_creation),
        cmocka_unit_test(one_result_for_any_threads),
        cmocka_unit_test(giants_and_dwarfs_meet),
        cmocka_unit_test(who_does_not_collide_passes_through),
        cmocka_unit_test(rollback_is_a_copy),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(other_surroundings_in_place_of_a_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
