// test_ids.c - ids of characters: given by the game, kept, never those of bodies; worlds that made theirs in
// another order; handles.
#include "world_help.h"

#include <math.h>

#define CROWD 24

static lope_character *make_with_id(lope_world *world, uint64_t id, lope_result *code)
{
    lope_error error = {0};
    lope_character *c = lope_character_create(world, &(lope_character_def){.id = id, .error = &error});
    if (code != NULL) *code = error.code;
    if (c == NULL) assert_string_equal(error.field, "id");
    return c;
}

static void ids_default_is_order_of_creation(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    for (uint64_t i = 0; i < 40; i++) {
        lope_character *c = lope_character_create(world, NULL);
        assert_true(lope_character_id(c) == (UINT64_C(1) << 62) + i);
        assert_true(lope_character_state(c)->own_body == lope_character_id(c));
        assert_ptr_equal(lope_world_find_character(world, i), c);
        assert_ptr_equal(lope_world_find_character(world, lope_character_id(c)), c);
    }
    assert_null(lope_world_find_character(world, 40));
    assert_true(lope_character_id(NULL) == LOPE_BODY_NONE);
    lope_world_destroy(world);
}

static void ids_taken_or_out_of_range_are_refused(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_result code;
    lope_character *c = make_with_id(world, 7, &code);
    assert_non_null(c);
    assert_null(make_with_id(world, 7, &code));
    assert_int_equal(code, LOPE_ERROR_DUPLICATE);
    assert_null(make_with_id(world, lope_character_id(c), &code)); // the same id in full
    assert_int_equal(code, LOPE_ERROR_DUPLICATE);
    assert_null(make_with_id(world, UINT64_C(1) << 63, &code));
    assert_int_equal(code, LOPE_ERROR_RANGE);
    assert_null(make_with_id(world, LOPE_BODY_NONE, &code));
    assert_int_equal(code, LOPE_ERROR_RANGE);
    assert_int_equal(lope_character_number(make_with_id(world, (UINT64_C(1) << 62) - 1, &code)), 1); // refusals took no number
    assert_int_equal(lope_character_destroy(c), LOPE_OK);
    assert_non_null(make_with_id(world, 7, &code)); // free again at once
    // by order of creation the next one is 3; the game has given 3 and 4 away
    make_with_id(world, 4, NULL);
    make_with_id(world, 5, NULL);
    lope_character *next = make_with_id(world, 6, NULL);
    assert_int_equal(lope_character_number(next), 5);
    next = lope_character_create(world, NULL); // number 6, whose id and the one after it are taken
    assert_true(lope_character_id(next) == (UINT64_C(1) << 62) + 8);
    lope_world_destroy(world);
}

// A body of the level cannot have the id of a character, whichever comes first.
static void ids_never_meet_those_of_bodies(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_character *c = make_with_id(world, 9, NULL);
    lope_error error = {0};
    lope_box_def box = {.body = {.id = lope_character_id(c), .error = &error}, .size = {1, 1, 1}};
    const lope_body refused = lope_world_add_box(world, &box);
    assert_true(refused.index == 0 && refused.generation == 0);
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "body.id");
    box.body.id = 9; // as a number it is another's
    assert_true(lope_level_valid(lope_world_level(world), lope_world_add_box(world, &box)));
    lope_world_destroy(world);
}

static void set_state_keeps_the_id(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *a = make_with_id(world, 100, NULL), *b = make_with_id(world, 200, NULL);
    steps(world, 3);
    assert_int_equal(lope_character_set_state(a, lope_character_state(b)), LOPE_OK);
    assert_true(lope_character_state(a)->own_body == (UINT64_C(1) << 62) + 100);
    lope_world_destroy(world);
}

// ---- the same world, made in another order ------------------------------------------------------

typedef struct stage {
    lope_world *world;
    lope_body slider, lift, turntable;
    lope_character *people[CROWD];
} stage;

static void pose_platforms(void *context, lope_world *world, uint64_t tick, float dt)
{
    const stage *s = context;
    (void)dt;
    lope_level *level = lope_world_level(world);
    const double t = (double)tick / 60;
    const double half = 0.5 * t;
    lope_transform pose = {.position = {3 * sin(t), -0.2, 12}, .rotation = {0, 0, 0, 1}};
    lope_level_set_pose(level, s->slider, &pose);
    pose.position = (lope_point){0, -0.2 + 0.4 * (1 - cos(2 * t)), 24};
    lope_level_set_pose(level, s->lift, &pose);
    pose.position = (lope_point){0, -0.2, 36};
    pose.rotation = (lope_quat){0, (float)sin(half), 0, (float)cos(half)};
    lope_level_set_pose(level, s->turntable, &pose);
}

// Four groups of six close together, so that most overlap at first: on the floor, a slider, a lift and a
// turntable. In each the last two fall on the heads of others.
static lope_point place_of(int i)
{
    const int group = i / 6, one = i % 6;
    const lope_point flat = {0.5 * (one % 2) - 0.25, 0, 12.0 * group + 0.5 * (one / 2) - 0.25};
    return one < 4 ? flat : (lope_point){0.2 * (one - 4), 1.9 + 0.3 * (one - 4), 12.0 * group};
}

static stage *open_stage(uint32_t threads, uint64_t seed)
{
    stage *s = calloc(1, sizeof *s);
    s->world = lope_world_create(&(lope_world_def){.threads = threads, .before_tick = pose_platforms, .tick_context = s});
    lope_world_add_box(s->world, &(lope_box_def){.body = {.position = {0, -1, 18}, .id = 1}, .size = {80, 1, 80}});
    const lope_box_def plate = {.body = {.position = {0, -0.2, 12}, .moving = true}, .size = {6, 0.4f, 6}};
    lope_box_def one = plate;
    one.body.id = 10;
    s->slider = lope_world_add_box(s->world, &one);
    one.body.id = 11;
    one.body.position.z = 24;
    s->lift = lope_world_add_box(s->world, &one);
    one.body.id = 12;
    one.body.position.z = 36;
    s->turntable = lope_world_add_box(s->world, &one);
    int order[CROWD];
    for (int i = 0; i < CROWD; i++) order[i] = i;
    for (int i = CROWD - 1; seed != 0 && i > 0; i--) {
        const int k = (int)(random_next(&seed) % (uint32_t)(i + 1)), was = order[i];
        order[i] = order[k];
        order[k] = was;
    }
    // some that come and go leave lanes to be taken in another order
    for (int i = 0; seed != 0 && i < 5; i++) lope_character_destroy(make_with_id(s->world, 1000 + (uint64_t)i, NULL));
    for (int k = 0; k < CROWD; k++) {
        const int i = order[k];
        s->people[i] =
            lope_character_create(s->world, &(lope_character_def){.id = 50 + 3 * (uint64_t)i,
                                                                  .feet = place_of(i),
                                                                  .channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER});
        assert_non_null(s->people[i]);
    }
    return s;
}

static void close_stage(stage *s)
{
    lope_world_destroy(s->world);
    free(s);
}

static void act(stage *s, int tick)
{
    for (int i = 0; i < CROWD; i++) {
        const double way = 0.05 * tick * (1 + i % 3) + i;
        const bool walks = tick / 60 % 3 != i % 3; // each stands, and rides, for a third of the time
        lope_character_set_input(s->people[i], &(lope_input){.move = {walks ? (float)(0.5 * cos(way)) : 0.0f, 0,
                                                                      walks ? (float)(0.5 * sin(way)) : 0.0f},
                                                             .pressed = (tick + 17 * i) % 150 == 149 ? LOPE_BUTTON_JUMP : 0});
    }
}

// Ids and values of the events and pushes of a tick.
static uint64_t told(const lope_world *world)
{
    uint32_t count;
    uint64_t sum = 1469598103934665603u;
    const lope_world_event *events = lope_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++)
        sum =
            sum * 1099511628211u + lope_character_id(events[i].character) + events[i].event.kind * 31u + events[i].event.sequence;
    return sum + count;
}

// Pairs of capsules that are within 2 cm of each other.
static uint32_t count_touching(const stage *s)
{
    uint32_t pairs = 0;
    for (int i = 0; i < CROWD; i++)
        for (int k = 0; k < i; k++) {
            const lope_point way =
                lope_point_sub(lope_character_state(s->people[i])->feet, lope_character_state(s->people[k])->feet);
            pairs += fabs(way.y) < 1 && sqrt(way.x * way.x + way.z * way.z) < 0.7;
        }
    return pairs;
}

static void worlds_made_in_another_order_are_equal(void **unused)
{
    (void)unused;
    const uint64_t seed = 20260311;
    print_message("seed %llu\n", (unsigned long long)seed);
    stage *stages[] = {open_stage(1, 0), open_stage(1, seed), open_stage(3, 0), open_stage(3, seed + 1)};
    uint32_t ridden = 0, riding = 0, touching = 0;
    for (int tick = 0; tick < 600; tick++) {
        uint64_t hash = 0, events = 0;
        for (int k = 0; k < 4; k++) {
            act(stages[k], tick);
            steps(stages[k]->world, 1);
            if (k == 0) hash = lope_world_hash(stages[k]->world), events = told(stages[k]->world);
            if (lope_world_hash(stages[k]->world) != hash) fail_msg("world %d differs after tick %d", k, tick + 1);
            if (told(stages[k]->world) != events) fail_msg("world %d tells other events in tick %d", k, tick + 1);
        }
        for (int i = 0; i < CROWD; i++) {
            const uint64_t base = lope_character_state(stages[0]->people[i])->base_body;
            if (base >= UINT64_C(1) << 62)
                ridden++;
            else if (base >= 10)
                riding++;
        }
        touching += count_touching(stages[0]);
    }
    print_message("on characters %u, on platforms %u character-ticks, %u pairs in touch\n", ridden, riding, touching);
    assert_true(ridden > 100 && riding > 2000 && touching > 300); // else it shows nothing
    for (int k = 0; k < 4; k++) close_stage(stages[k]);
}

static void events_come_in_order_of_id(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    for (uint64_t i = 0; i < 20; i++) {
        lope_character *c = make_with_id(world, 100 - i, NULL);
        lope_state state = *lope_character_state(c);
        state.feet = (lope_point){2 * (double)i, 0.5, 0};
        lope_character_set_state(c, &state);
    }
    uint32_t seen = 0;
    for (int tick = 0; tick < 40; tick++) {
        steps(world, 1);
        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 1; i < count; i++)
            assert_true(lope_character_id(events[i - 1].character) <= lope_character_id(events[i].character));
        seen += count;
    }
    assert_true(seen >= 20); // each has landed
    lope_world_destroy(world);
}

// ---- handles ------------------------------------------------------------------------------------

static void handle_goes_stale_when_its_character_does(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, NULL);
    const lope_character_handle handle = lope_character_handle_of(c), none = {0, 0};
    _Static_assert(sizeof handle == 8, "a handle is 64 bits");
    assert_ptr_equal(lope_world_character(world, handle), c);
    assert_null(lope_world_character(world, none));
    assert_null(lope_world_character(world, (lope_character_handle){5000, 1}));
    assert_null(lope_world_character(NULL, handle));
    assert_int_equal(lope_character_destroy(c), LOPE_OK);
    assert_null(lope_world_character(world, handle)); // at once
    assert_true(lope_character_handle_of(c).generation == 0);
    assert_int_equal(lope_character_destroy(c), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_destroy(NULL), LOPE_ERROR_NULL);
    steps(world, 1);
    lope_character *other = lope_character_create(world, NULL);
    assert_ptr_equal(other, c); // the same lane: an old pointer names the new one, an old handle does not
    assert_null(lope_world_character(world, handle));
    assert_ptr_equal(lope_world_character(world, lope_character_handle_of(other)), other);
    lope_world_destroy(world);
}

static void handles_of_many_that_come_and_go(void **unused)
{
    (void)unused;
    uint64_t seed = 771;
    print_message("seed %llu\n", (unsigned long long)seed);
    lope_world *world = lope_world_create(NULL);
    enum { MOST = 100 };
    lope_character *living[MOST] = {0};
    lope_character_handle handles[MOST] = {{0, 0}}, dead[4000];
    int gone = 0;
    for (int round = 0; round < 3000; round++) {
        const uint32_t i = random_next(&seed) % MOST;
        if (living[i] == NULL) {
            living[i] = lope_character_create(world, NULL);
            handles[i] = lope_character_handle_of(living[i]);
        } else {
            lope_character_destroy(living[i]);
            living[i] = NULL;
            dead[gone++] = handles[i];
        }
        if (round % 50 == 0) assert_int_equal(lope_world_advance(world, 0), 0); // lanes of the destroyed are free again
        for (int k = 0; k < MOST; k++)
            if (living[k] != NULL) assert_ptr_equal(lope_world_character(world, handles[k]), living[k]);
        for (int k = 0; k < gone; k += 7) assert_null(lope_world_character(world, dead[k]));
    }
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_default_is_order_of_creation),
        cmocka_unit_test(ids_taken_or_out_of_range_are_refused),
        cmocka_unit_test(ids_never_meet_those_of_bodies),
        cmocka_unit_test(set_state_keeps_the_id),
        cmocka_unit_test(worlds_made_in_another_order_are_equal),
        cmocka_unit_test(events_come_in_order_of_id),
        cmocka_unit_test(handle_goes_stale_when_its_character_does),
        cmocka_unit_test(handles_of_many_that_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
