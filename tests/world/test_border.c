// test_border.c - what engines need of a world: time scales, hand-over and back, foresight, another moveset
// in mid-air, events with their identity.
#include "world_help.h"

static double far_apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static lope_character *walker(lope_world *world, double z)
{
    lope_character *c = lope_character_create(world, &(lope_character_def){.feet = {0, 0, z}});
    assert_non_null(c);
    lope_character_set_input(c, &(lope_input){.move = {1, 0, 0}});
    return c;
}

// Half the time: half as many of the world's seconds lived. Two ticks of 1/120 s are one of 1/60 s at half
// the scale, to the bit.
static void one_character_in_slow_motion(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL), *other = world_with_floor(NULL);
    lope_character *slow = walker(world, 0), *fast = walker(world, 3), *like = walker(other, 0);
    assert_int_equal(lope_character_set_time_scale(slow, 0.5f), LOPE_OK);
    for (int i = 0; i < 120; i++) {
        assert_int_equal(lope_world_step(world, TICK), LOPE_OK);
        assert_int_equal(lope_world_step(other, TICK * 0.5f), LOPE_OK);
    }
    assert_true(lope_state_hash(lope_character_state(slow)) == lope_state_hash(lope_character_state(like)));
    // 6 m/s, of its own seconds, less the 0.88 m that reaching them took
    const double way = lope_character_state(slow)->feet.x, whole = lope_character_state(fast)->feet.x;
    assert_true(way > 5.11 && way < 5.13 && whole > 11.11 && whole < 11.13);
    lope_world_destroy(world);
    lope_world_destroy(other);
}

// While its time stands still nothing of it changes, and a press waits.
static void one_character_stands_still(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = walker(world, 0);
    steps(world, 30);
    const uint64_t hash = lope_world_hash(world);
    assert_int_equal(lope_character_set_time_scale(c, 0), LOPE_OK);
    lope_character_set_input(c, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    steps(world, 30);
    assert_true(lope_world_hash(world) == hash);
    assert_int_equal(lope_character_report(c)->event_count, 0);
    assert_int_equal(lope_character_set_time_scale(c, 1), LOPE_OK);
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1);
    assert_int_equal(lope_character_set_time_scale(c, -1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_character_set_time_scale(c, 11), LOPE_ERROR_RANGE);
    assert_int_equal(lope_character_set_time_scale(c, nanf("")), LOPE_ERROR_NOT_FINITE);
    assert_true(lope_character_time_scale(c) == 1);
    lope_world_destroy(world);
}

// A jump in the slow motion of one character lands at the same of its own time, and twice as late in the
// world's.
static void events_tell_the_worlds_time(void **unused)
{
    (void)unused;
    double landed[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        lope_world *world = world_with_floor(NULL);
        lope_character *c = lope_character_create(world, NULL);
        assert_int_equal(lope_character_set_time_scale(c, k ? 0.5f : 1.0f), LOPE_OK);
        lope_character_set_input(c, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
        for (int i = 0; i < 200 && landed[k] == 0; i++) {
            steps(world, 1);
            uint32_t count;
            const lope_world_event *events = lope_world_events(world, &count);
            for (uint32_t e = 0; e < count; e++)
                if (events[e].event.kind == LOPE_EVENT_LAND) landed[k] = events[e].time;
        }
        lope_world_destroy(world);
    }
    // 2 * 4.2 / 9.8 s
    assert_true(landed[0] > 0.855 && landed[0] < 0.859 && landed[1] > 1.710 && landed[1] < 1.718);
}

static void the_whole_world_in_slow_motion(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    walker(world, 0);
    assert_int_equal(lope_world_set_time_scale(world, 0.25), LOPE_OK);
    uint32_t ticks = 0;
    for (int i = 0; i < 60; i++) ticks += lope_world_advance(world, 1.0 / 60);
    assert_int_equal(ticks, 60); // as many as in real time, each a quarter as long
    steps(world, 4);
    assert_true(lope_world_time(world) > 0.2666 && lope_world_time(world) < 0.2667);
    const uint64_t hash = lope_world_hash(world);
    assert_int_equal(lope_world_set_time_scale(world, 0), LOPE_OK);
    assert_int_equal(lope_world_advance(world, 1), 0);
    assert_int_equal(lope_world_step(world, TICK), LOPE_OK);
    assert_true(lope_world_hash(world) == hash);
    assert_int_equal(lope_world_set_time_scale(world, 2), LOPE_OK);
    assert_int_equal(lope_world_step(world, 0.6f), LOPE_ERROR_RANGE); // 1.2 s
    assert_int_equal(lope_world_set_time_scale(world, -1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_set_time_scale(world, (double)INFINITY), LOPE_ERROR_NOT_FINITE);
    assert_true(lope_world_time_scale(world) == 2);
    lope_world_destroy(world);
}

typedef struct cart {
    double x;
    bool gone;
} cart;

static bool cart_pose(void *context, lope_transform *pose)
{
    const cart *c = context;
    *pose = (lope_transform){{c->x, 2, 0}, lope_quat_identity()};
    return !c->gone;
}

// Carried through a wall at 5 m/s it is told nothing of the wall; let go in mid-air it flies on at that speed
// and lands.
static void handed_over_and_back(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {3, 1, 0}}, .size = {1, 8, 8}});
    const lope_character *other = lope_character_create(world, &(lope_character_def){.feet = {-5, 0, 5}}); // nobody carries it
    lope_character *c = walker(world, 0);
    steps(world, 5);
    cart place = {.x = 0};
    const lope_attachment to = {.pose = cart_pose, .context = &place, .feet = {0, 0.5, 0}};
    assert_int_equal(lope_character_attach(c, &to), LOPE_OK);
    assert_true(lope_character_attached(c));
    for (int i = 1; i <= 72; i++) {
        place.x = 5.0 * i / 60;
        steps(world, 1);
        assert_true(far_apart(lope_character_state(c)->feet, lope_point_make(place.x, 2.5, 0)) < 1e-12);
        assert_int_equal(lope_character_state(c)->mode, LOPE_MODE_NONE);
        assert_int_equal(count_events(world, LOPE_EVENT_HIT) + count_events(world, LOPE_EVENT_STUCK) +
                             count_events(world, LOPE_EVENT_TELEPORT),
                         0);
    }
    assert_true(fabsf(lope_character_state(c)->velocity.x - 5) < 1e-4f);
    assert_true(!lope_character_attached(other) &&
                far_apart(lope_character_state(other)->feet, lope_point_make(-5, 0, 5)) < 1e-4);
    assert_int_equal(lope_character_state(other)->mode, LOPE_MODE_WALKING);
    const lope_pose pose = lope_character_pose(c);
    assert_true(far_apart(pose.feet, lope_point_make(6, 2.5, 0)) < 1e-9);
    place.gone = true; // nothing to say: it stays
    steps(world, 1);
    assert_true(far_apart(lope_character_state(c)->feet, lope_point_make(6, 2.5, 0)) < 1e-9);
    lope_character_set_input(c, &(lope_input){0});
    assert_int_equal(lope_character_detach(c, 0, &(lope_vec3){5, 0, 0}), LOPE_OK);
    assert_false(lope_character_attached(c));
    steps(world, 90);
    // it falls for sqrt(2 * 2.5 / 9.8) = 0.714 s, 3.57 m far, and stops within 0.2 m
    const lope_state *state = lope_character_state(c);
    assert_int_equal(state->mode, LOPE_MODE_WALKING);
    assert_true(state->feet.x > 9.55 && state->feet.x < 9.85);
    lope_world_destroy(world);
}

// In a car of the level: its feet keep their place in the car's frame; let go inside of a wall it comes out
// of it.
static void carried_by_a_body(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_level *level = lope_world_level(world);
    const lope_body car =
        lope_world_add_box(world, &(lope_box_def){.body = {.position = {10, 1, 10}, .moving = true}, .size = {2, 2, 4}});
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, 2, 0}}, .size = {1, 4, 8}});
    lope_character *c = lope_character_create(world, NULL);
    const lope_attachment to = {.body = car, .feet = {0.5, -1, 1}};
    assert_int_equal(lope_character_attach(c, &to), LOPE_OK);
    for (int i = 1; i <= 60; i++) {
        const float yaw = 0.05f * (float)i;
        const lope_transform pose = {{10 - i / 6.0, 1, 10 - i / 6.0}, lope_quat_from_axis(lope_vec3_make(0, 1, 0), yaw)};
        assert_int_equal(lope_level_set_pose(level, car, &pose), LOPE_OK);
        steps(world, 1);
        // the level normalizes the quaternion: a rounding of its floats, at 1 m
        assert_true(far_apart(lope_character_state(c)->feet, lope_transform_apply(&pose, to.feet)) < 1e-6);
    }
    assert_int_equal(lope_level_remove(level, car), LOPE_OK);
    steps(world, 2);
    assert_int_equal(lope_character_detach(c, 0, NULL), LOPE_OK);
    steps(world, 60);
    const lope_state *state = lope_character_state(c);
    assert_int_equal(state->mode, LOPE_MODE_WALKING);
    assert_true(state->stuck_ticks == 0 && (state->feet.x > 0.5 + 0.339 || state->feet.x < -0.5 - 0.339));
    assert_int_equal(lope_character_detach(c, 0, NULL), LOPE_ERROR_STATE);
    assert_int_equal(lope_character_attach(c, &to), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_attach(c, &(lope_attachment){0}), LOPE_ERROR_NULL);
    lope_world_destroy(world);
}

// What is foreseen happens, to the bit; the world is as it was.
static void foresees_a_jump(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = walker(world, 0);
    steps(world, 60);
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_predicted list[120];
    const uint32_t stop[] = {LOPE_EVENT_LAND, 0};
    uint32_t count = 0;
    const uint64_t hash = lope_world_hash(world);
    const lope_input jump = {.move = {1, 0, 0}, .pressed = LOPE_BUTTON_JUMP};
    assert_int_equal(lope_character_predict(c, nearby, &jump, 120, stop, list, 120, &count), LOPE_OK);
    assert_true(lope_world_hash(world) == hash);
    assert_int_equal(count, 52); // lands after 0.857 s
    assert_true(lope_predicted_has(&list[0], LOPE_EVENT_JUMP) && lope_predicted_has(&list[51], LOPE_EVENT_LAND));
    assert_true(fabs(list[51].time - 52.0 / 60) < 1e-6 && fabsf(list[51].event_time + 51.0f / 60 - 0.857f) < 2e-3f);
    lope_character_set_input(c, &jump);
    for (uint32_t i = 0; i < count; i++) {
        steps(world, 1);
        const lope_state *state = lope_character_state(c);
        assert_memory_equal(&state->feet, &list[i].feet, sizeof state->feet);
        assert_memory_equal(&state->velocity, &list[i].velocity, sizeof state->velocity);
        assert_int_equal(state->mode, list[i].mode);
    }
    assert_int_equal(lope_character_predict(c, nearby, NULL, 120, NULL, list, 3, &count), LOPE_OK);
    assert_int_equal(count, 3);
    lope_nearby_destroy(nearby);
    lope_world_destroy(world);
}

// A game's own driver: it turns round after a second. Every tenth tick, the last one, and the state at the
// end.
static void turn_round(void *context, uint32_t tick, const lope_state *state, lope_input *input)
{
    (void)context;
    (void)state;
    if (tick == 60) input->move = lope_vec3_make(-1, 0, 0);
}

static void foresees_by_callback(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {80, 1, 80}});
    const lope_surroundings surroundings = lope_level_surroundings(level);
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_state state, end;
    lope_predicted list[32];
    uint32_t count;
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_state_init(&state, &(lope_state_def){0});
    lope_nearby *nearby = lope_nearby_create(NULL);
    const lope_predict_def def = {.state = &state,
                                  .moveset = &moveset,
                                  .surroundings = &surroundings,
                                  .nearby = nearby,
                                  .input = {.move = {1, 0, 0}},
                                  .steer = turn_round,
                                  .ticks = 125,
                                  .every = 10,
                                  .end = &end};
    assert_int_equal(lope_predict(&def, list, 32, &count), LOPE_OK);
    assert_int_equal(count, 13);
    assert_true(list[5].velocity.x > 5.99f && list[12].velocity.x < -5.99f && fabs(list[12].time - 125.0 / 60) < 1e-6);
    assert_true(end.ticks == 125 && state.ticks == 0 && end.feet.x == list[12].feet.x);
    assert_int_equal(lope_predict(NULL, list, 32, &count), LOPE_ERROR_NULL);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
}

// A run over a ledge, twice from the same state: the same events, with the same identity.
static void events_keep_their_identity(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {2, 0.25, 0}}, .size = {2, 0.5f, 2}});
    lope_character *c = walker(world, 0);
    steps(world, 3);
    const lope_state start = *lope_character_state(c);
    uint32_t kinds[2][64], sequences[2][64], found[2] = {0, 0};
    for (int k = 0; k < 2; k++) {
        assert_int_equal(lope_character_set_state(c, &start), LOPE_OK);
        for (int i = 0; i < 120; i++) {
            lope_character_set_input(c, &(lope_input){.move = {1, 0, 0}, .held = i % 40 == 10 ? LOPE_BUTTON_JUMP : 0u});
            steps(world, 1);
            uint32_t count;
            const lope_world_event *events = lope_world_events(world, &count);
            for (uint32_t e = 0; e < count && found[k] < 64; e++) {
                kinds[k][found[k]] = events[e].event.kind;
                sequences[k][found[k]++] = events[e].event.sequence;
            }
        }
    }
    assert_true(found[0] == found[1] && found[0] > 5);
    assert_memory_equal(kinds[0], kinds[1], found[0] * sizeof kinds[0][0]);
    assert_memory_equal(sequences[0], sequences[1], found[0] * sizeof sequences[0][0]);
    for (uint32_t i = 1; i < found[0]; i++) assert_int_equal(sequences[0][i], sequences[0][0] + i);
    lope_world_destroy(world);
}

// Another moveset in mid-air: the state goes on, the new one counts from the next tick on.
static void another_moveset_in_the_air(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset, dance;
    uint32_t id;
    static const lope_mode mode = {.name = "dance"};
    lope_moveset_make(&moveset, &tuning, NULL);
    lope_moveset_make(&dance, &tuning, NULL);
    lope_moveset_add_mode(&dance, &mode, &id, NULL);
    lope_character *c = lope_character_create(world, &(lope_character_def){.moveset = &moveset});
    lope_character_set_input(c, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    steps(world, 20);
    const lope_state before = *lope_character_state(c);
    tuning.gravity_scale = 0.1f;
    assert_int_equal(lope_moveset_retune(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_character_set_moveset(c, &moveset), LOPE_OK);
    assert_memory_equal(&before, lope_character_state(c), sizeof before);
    steps(world, 1);
    assert_true(fabsf(lope_character_state(c)->velocity.y - (before.velocity.y - 0.98f / 60)) < 1e-5f);
    // a state in a mode that the other moveset does not have
    assert_int_equal(lope_character_set_moveset(c, &dance), LOPE_OK);
    if (lope_character_set_input(c, &(lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = id}}) ==
        LOPE_OK) {
        steps(world, 1);
        assert_int_equal(lope_character_state(c)->mode, id);
        assert_int_equal(lope_character_set_moveset(c, &moveset), LOPE_ERROR_STATE);
    }
    lope_world_destroy(world);
}

static double dance_on(lope_tick *tick, double seconds)
{
    lope_tick_slide(tick, (lope_point){2 * seconds, 0, 0});
    return 0;
}

// A mode goes by its name: where another moveset has it under another id the state goes on in it, and so does
// a request for one.
static void modes_follow_their_names(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    const lope_tuning tuning = lope_tuning_default();
    static const lope_mode other = {.name = "other"}, dance = {.name = "dance", .on_ground = true, .run = dance_on};
    lope_moveset movesets[3];
    uint32_t id[3];
    for (int i = 0; i < 3; i++) assert_int_equal(lope_moveset_make(&movesets[i], &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&movesets[0], &dance, &id[0], NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&movesets[1], &other, &id[2], NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&movesets[1], &dance, &id[1], NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&movesets[2], &other, &id[2], NULL), LOPE_OK);
    lope_character *c = lope_character_create(world, &(lope_character_def){.moveset = &movesets[0]});
    steps(world, 2);
    const lope_input ask = {.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = id[0]}};
    assert_int_equal(lope_character_set_input(c, &ask), LOPE_OK);
    assert_int_equal(lope_character_set_moveset(c, &movesets[2]), LOPE_ERROR_STATE); // it has been asked to dance
    assert_int_equal(lope_character_set_moveset(c, &movesets[1]), LOPE_OK);
    steps(world, 1);
    assert_int_equal(lope_character_state(c)->mode, id[1]);
    const double from = lope_character_state(c)->feet.x;
    assert_int_equal(lope_character_set_moveset(c, &movesets[0]), LOPE_OK);
    assert_int_equal(lope_character_state(c)->mode, id[0]);
    steps(world, 60);
    assert_int_equal(lope_character_state(c)->mode, id[0]);
    assert_true(fabs(lope_character_state(c)->feet.x - from - 2) < 1e-4); // it dances on
    assert_int_equal(lope_character_set_moveset(c, &movesets[2]), LOPE_ERROR_STATE);
    assert_int_equal(lope_character_set_moveset(c, NULL), LOPE_ERROR_STATE);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_follow_their_names),
        cmocka_unit_test(one_character_in_slow_motion),
        cmocka_unit_test(one_character_stands_still),
        cmocka_unit_test(events_tell_the_worlds_time),
        cmocka_unit_test(the_whole_world_in_slow_motion),
        cmocka_unit_test(handed_over_and_back),
        cmocka_unit_test(carried_by_a_body),
        cmocka_unit_test(foresees_a_jump),
        cmocka_unit_test(foresees_by_callback),
        cmocka_unit_test(events_keep_their_identity),
        cmocka_unit_test(another_moveset_in_the_air),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
