// test_view.c - bodies whose pose is a function, levels at other poses and at other ticks, and the hash of
// what stands in a level.
#include "world_help.h"

#include <math.h>
#include <pthread.h>

#define RATE 60.0

// ---- bodies whose pose is a function ------------------------------------------------------------

// Slides, rises and turns, by the tick's number alone.
static bool ferry_at(void *context, uint64_t tick, double time, lope_transform *pose)
{
    const double t = (double)tick / RATE, half = 0.3 * t;
    (void)context;
    (void)time;
    pose->position = (lope_point){2 * sin(t), -0.2 + 0.3 * (1 - cos(t)), 0};
    pose->rotation = (lope_quat){0, (float)sin(half), 0, (float)cos(half)};
    return true;
}

static bool by_time(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)context;
    (void)tick;
    pose->position = (lope_point){3 * time, -0.2, 8};
    return true;
}

static bool says_nothing(void *context, uint64_t tick, double time, lope_transform *pose)
{
    (void)context;
    (void)tick;
    (void)time;
    pose->position.x = NAN;
    return false;
}

static lope_box_def plate(lope_pose_at pose_at)
{
    return (lope_box_def){.body = {.position = {0, -0.2, 0}, .moving = true, .pose_at = pose_at}, .size = {6, 0.4f, 6}};
}

static void pose_the_ferry(void *context, lope_world *world, uint64_t tick, float dt)
{
    const lope_body *body = context;
    lope_transform pose;
    (void)dt;
    ferry_at(NULL, tick, 0, &pose);
    lope_level_set_pose(lope_world_level(world), *body, &pose);
}

// A function moves a body, and its riders, as set_pose in every tick does: to the bit.
static void pose_function_is_as_set_pose_in_each_tick(void **unused)
{
    (void)unused;
    lope_body told;
    lope_world *one = lope_world_create(NULL),
               *other = lope_world_create(&(lope_world_def){.before_tick = pose_the_ferry, .tick_context = &told});
    const lope_box_def by_function = plate(ferry_at), by_hand = plate(NULL);
    const lope_body ferry = lope_world_add_box(one, &by_function);
    told = lope_world_add_box(other, &by_hand);
    lope_character *a = lope_character_create(one, NULL), *b = lope_character_create(other, NULL);
    for (int i = 0; i < 300; i++) {
        const lope_input input = {.move = {i > 100 && i < 140 ? 0.3f : 0, 0, 0}};
        lope_character_set_input(a, &input);
        lope_character_set_input(b, &input);
        if (i % 7 == 0) {
            assert_int_equal(lope_world_advance(one, 2 / RATE), 2);
            assert_int_equal(lope_world_advance(other, 2 / RATE), 2);
        } else {
            steps(one, 1);
            steps(other, 1);
        }
        assert_true(lope_world_hash(one) == lope_world_hash(other));
    }
    assert_true(lope_character_state(a)->base_body == 1);
    lope_transform pose, at;
    ferry_at(NULL, lope_world_ticks(one), 0, &at);
    assert_int_equal(lope_level_pose(lope_world_level(one), ferry, &pose), LOPE_OK);
    assert_true(lope_point_length(lope_point_sub(pose.position, at.position)) == 0);
    lope_world_destroy(one);
    lope_world_destroy(other);
}

static void pose_function_by_time_goes_with_time_scale_and_clock(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    const lope_box_def sled = plate(by_time);
    const lope_body body = lope_world_add_box(world, &sled);
    lope_transform pose;
    lope_world_set_time_scale(world, 0.5);
    for (int i = 0; i < 120; i++) lope_world_advance(world, 1 / RATE);
    lope_level_pose(level, body, &pose);
    assert_true(fabs(pose.position.x - 3) < 1e-9); // 2 s at half the scale
    lope_character *rider = lope_character_create(world, &(lope_character_def){.feet = {3, 0, 8}});
    steps(world, 5);
    assert_int_equal(lope_world_set_clock(world, 6000, 100), LOPE_OK);
    lope_level_pose(level, body, &pose);
    assert_true(pose.position.x == 300); // at once, and without motion: the rider is left behind
    steps(world, 1);
    assert_true(lope_character_state(rider)->feet.x < 4);
    lope_world_destroy(world);
}

static void pose_function_refusals_name_the_field(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_error error = {0};
    lope_box_def box = plate(ferry_at);
    box.body.error = &error;
    box.body.moving = false;
    assert_int_equal(lope_level_add_box(level, &box).generation, 0);
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    assert_string_equal(error.field, "body.moving");
    box.body.moving = true;
    const lope_transform to = {.position = {1, 2, 3}, .rotation = {0, 0, 0, 1}};
    lope_transform pose;
    const lope_body ferry = lope_level_add_box(level, &box);
    assert_int_equal(lope_level_set_pose(level, ferry, &to), LOPE_ERROR_STATE); // would have no effect
    assert_int_equal(lope_level_set_pose_at(level, ferry, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_level_set_pose(level, ferry, &to), LOPE_OK);
    steps(world, 3);
    lope_level_pose(level, ferry, &pose);
    assert_memory_equal(&pose.position, &to.position, sizeof to.position);
    // one that tells nothing, and a pose that is none, stay where they are
    assert_int_equal(lope_level_set_pose_at(level, ferry, says_nothing, NULL), LOPE_OK);
    steps(world, 3);
    lope_level_pose(level, ferry, &pose);
    assert_memory_equal(&pose.position, &to.position, sizeof to.position);
    box.body.moving = false;
    box.body.pose_at = NULL;
    const lope_body wall = lope_level_add_box(level, &box);
    assert_int_equal(lope_level_set_pose_at(level, wall, ferry_at, NULL), LOPE_ERROR_STATE);
    assert_int_equal(lope_level_remove(level, ferry), LOPE_OK);
    assert_int_equal(lope_level_set_pose_at(level, ferry, ferry_at, NULL), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_level_begin_tick(level, 1, NAN), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_level_set_clock(level, 1, INFINITY), LOPE_ERROR_NOT_FINITE);
    steps(world, 3); // the function of the removed body is not asked any more
    lope_world_destroy(world);
}

// ---- views --------------------------------------------------------------------------------------

typedef struct scene {
    lope_level *level;
    lope_body ferry, lift, door;
} scene;

static scene make_scene(void)
{
    scene s = {.level = lope_level_create(NULL)};
    lope_level_add_box(s.level, &(lope_box_def){.body = {.position = {0, -3, 0}, .id = 50}, .size = {60, 1, 60}});
    const lope_box_def ferry = plate(ferry_at);
    s.ferry = lope_level_add_box(s.level, &ferry);
    lope_box_def lift = plate(NULL);
    lift.body.position.z = 10;
    s.lift = lope_level_add_box(s.level, &lift);
    s.door = lope_level_add_box(s.level, &(lope_box_def){.body = {.position = {0, 1, -3}, .moving = true}, .size = {6, 2, 0.2f}});
    return s;
}

static lope_transform lift_at(uint64_t tick)
{
    return (lope_transform){.position = {0, -0.2 + 0.01 * (double)tick, 10}, .rotation = {0, 0, 0.002f * (float)tick, 1}};
}

static void run_on(lope_state *state, const lope_surroundings *surroundings, lope_nearby *nearby, lope_vec3 move)
{
    static lope_moveset moveset;
    static bool made;
    const lope_tuning tuning = lope_tuning_default();
    if (!made) lope_moveset_make(&moveset, &tuning, NULL);
    made = true;
    const lope_input input = {.move = move};
    assert_int_equal(lope_move(state, &input, &moveset, surroundings, nearby, (float)(1 / RATE), NULL), LOPE_OK);
}

// A rider of the ferry and one of the lift, through ticks in which the level is moved; then again in views of
// a level that never moves.
static void view_gives_what_the_moved_level_gave(void **unused)
{
    (void)unused;
    enum { TICKS = 200 };
    static lope_state moved[2][TICKS];
    scene s = make_scene(), still = make_scene();
    const lope_surroundings level = lope_level_surroundings(s.level);
    lope_nearby *nearby[2] = {lope_nearby_create(NULL), lope_nearby_create(NULL)};
    lope_state state[2];
    lope_state_init(&state[0], &(lope_state_def){.feet = {0, 0, 0}});
    lope_state_init(&state[1], &(lope_state_def){.feet = {0.5, 0, 10}});
    const lope_state start[2] = {state[0], state[1]};
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        const lope_transform to = lift_at(tick);
        lope_level_begin_tick(s.level, tick, (double)tick / RATE);
        lope_level_set_pose(s.level, s.lift, &to);
        const lope_vec3 move = {0, 0, tick > 50 && tick < 80 ? -1 : 0}; // the first one walks against the door
        for (int i = 0; i < 2; i++) {
            run_on(&state[i], &level, nearby[i], move);
            moved[i][tick - 1] = state[i];
        }
        lope_level_end_tick(s.level);
    }
    assert_true(moved[1][TICKS - 1].feet.y > 1.5 && moved[1][TICKS - 1].base_body != 0); // it was carried
    state[0] = start[0];
    state[1] = start[1];
    const uint64_t revision = lope_level_revision(still.level);
    for (uint64_t tick = 1; tick <= TICKS; tick++) {
        lope_body_place places[3];
        uint32_t count = lope_level_places_at(still.level, tick, (double)(tick - 1) / RATE, (double)tick / RATE, places, 3);
        assert_int_equal(count, 1);
        const lope_transform from = tick > 1 ? lift_at(tick - 1) : (lope_transform){{0, -0.2, 10}, {0, 0, 0, 1}},
                             to = lift_at(tick);
        assert_int_equal(lope_level_place(still.level, still.lift, &from, &to, &places[count++]), LOPE_OK);
        lope_level_view view;
        assert_int_equal(lope_level_view_make(&view, still.level, places, count), LOPE_OK);
        const lope_surroundings seen = lope_level_surroundings_at(&view);
        const lope_vec3 move = {0, 0, tick > 50 && tick < 80 ? -1 : 0};
        for (int i = 0; i < 2; i++) {
            run_on(&state[i], &seen, nearby[i], move);
            if (memcmp(&state[i], &moved[i][tick - 1], sizeof state[i]) != 0)
                fail_msg("rider %d differs in tick %d", i, (int)tick);
        }
    }
    lope_transform pose;
    lope_level_pose(still.level, still.lift, &pose);
    assert_true(pose.position.y == -0.2 && lope_level_revision(still.level) == revision); // nothing of it has moved
    for (int i = 0; i < 2; i++) lope_nearby_destroy(nearby[i]);
    lope_level_destroy(s.level);
    lope_level_destroy(still.level);
}

static void places_note_the_coming_tick(void **unused)
{
    (void)unused;
    scene s = make_scene();
    lope_level_begin_tick(s.level, 40, 40 / RATE);
    const lope_transform to = lift_at(40), was = {{0, -0.2, 10}, {0, 0, 0, 1}};
    lope_level_set_pose(s.level, s.lift, &to);
    lope_body_place noted[8], own;
    assert_int_equal(lope_level_places(s.level, NULL, 0), 3);
    assert_int_equal(lope_level_places(s.level, noted, 8), 3);
    assert_int_equal(lope_level_place(s.level, s.lift, &was, &to, &own), LOPE_OK);
    assert_int_equal(noted[1].body.index, s.lift.index);
    assert_memory_equal(&noted[1].motion, &own.motion, sizeof own.motion);
    assert_memory_equal(&noted[1].pose, &own.pose, sizeof own.pose);
    assert_true(lope_point_length(noted[0].motion.displacement) > 0.5 && lope_point_length(noted[2].motion.displacement) == 0);
    lope_level_destroy(s.level);
}

static void view_refusals(void **unused)
{
    (void)unused;
    scene s = make_scene();
    const lope_transform here = {.rotation = {0, 0, 0, 1}}, bad = {.position = {NAN, 0, 0}};
    lope_body_place places[2];
    lope_level_view view;
    const lope_body floor = lope_level_find(s.level, 50), none = {0, 0};
    assert_int_equal(lope_level_place(s.level, floor, &here, &here, &places[0]), LOPE_ERROR_STATE);
    assert_int_equal(lope_level_place(s.level, none, &here, &here, &places[0]), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_level_place(s.level, s.lift, &here, &bad, &places[0]), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_level_place(s.level, s.lift, &here, &here, &places[0]), LOPE_OK);
    places[1] = places[0];
    assert_int_equal(lope_level_view_make(&view, s.level, places, 2), LOPE_ERROR_DUPLICATE);
    assert_int_equal(lope_level_view_make(&view, s.level, NULL, 2), LOPE_ERROR_NULL);
    assert_int_equal(lope_level_view_make(&view, s.level, NULL, 0), LOPE_OK);
    lope_level_destroy(s.level);
}

// A door that was not there in that tick lets a character through; a body removed since is not there either.
static void view_leaves_out_what_is_absent(void **unused)
{
    (void)unused;
    scene s = make_scene();
    const lope_transform here = {.position = {0, -1.5, -3}, .rotation = {0, 0, 0, 1}},
                         low = {.position = {0, -2.5, 0}, .rotation = {0, 0, 0, 1}};
    for (int way = 0; way < 3; way++) { // the door is there; absent; removed
        lope_body_place places[2];
        lope_level_view view;
        lope_level_place(s.level, s.ferry, &low, &low, &places[0]);
        if (way < 2) lope_level_place(s.level, s.door, &here, &here, &places[1]);
        places[1].absent = way == 1;
        if (way == 2) lope_level_remove(s.level, s.door);
        assert_int_equal(lope_level_view_make(&view, s.level, places, way < 2 ? 2 : 1), LOPE_OK);
        const lope_surroundings seen = lope_level_surroundings_at(&view);
        lope_nearby *nearby = lope_nearby_create(NULL);
        lope_state state;
        lope_state_init(&state, &(lope_state_def){.feet = {0, -2.3, 0}});
        state.feet.y = -2.3;
        for (int i = 0; i < 90; i++) run_on(&state, &seen, nearby, (lope_vec3){0, 0, -1});
        assert_true(way == 0 ? state.feet.z > -3 : state.feet.z < -5);
        lope_nearby_destroy(nearby);
    }
    lope_level_destroy(s.level);
}

typedef struct job {
    const scene *s;
    uint64_t seed, hash;
} job;

static void *look_back(void *argument)
{
    job *j = argument;
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_state state;
    lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0}});
    uint64_t seed = j->seed;
    for (int i = 0; i < 400; i++) {
        const uint64_t tick = random_next(&seed) % 1000 + 1;
        lope_body_place places[2];
        lope_level_view view;
        const uint32_t count = lope_level_places_at(j->s->level, tick, 0, 0, places, 2);
        lope_level_view_make(&view, j->s->level, places, count);
        const lope_surroundings seen = lope_level_surroundings_at(&view);
        state.feet = (lope_point){0, 1.5, 0};
        for (int k = 0; k < 3; k++) run_on(&state, &seen, nearby, (lope_vec3){0, 0, 0});
        j->hash = j->hash * 31 + lope_state_hash(&state);
    }
    lope_nearby_destroy(nearby);
    return NULL;
}

static void views_work_from_several_threads(void **unused)
{
    (void)unused;
    const scene s = make_scene();
    job alone[3], together[3];
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) {
        alone[i] = together[i] = (job){&s, 100 + (uint64_t)i, 0};
        look_back(&alone[i]);
    }
    for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, look_back, &together[i]), 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < 3; i++) assert_true(alone[i].hash == together[i].hash);
    lope_level_destroy(s.level);
}

// ---- the hash -----------------------------------------------------------------------------------

static const float corners[] = {0, 0, 0, 0, 0, 4, 4, 0, 4, 4, 0, 0, 8, 1, 4, 8, 1, 0};
static const uint32_t faces[] = {0, 1, 2, 0, 2, 3, 3, 2, 4, 3, 4, 5};
static const float hills[] = {0, 1, 0, 1, 2, 1, 0, 1, 0};
static const lope_volume water = {.water = true};

// change: what is different, 0 for nothing. order: in which the bodies are added.
static uint64_t hash_of(int change, int order, bool ids)
{
    lope_level *level = lope_level_create(NULL);
    lope_body moved = {0, 0};
    for (int k = 0; k < 8; k++) {
        const int i = order == 0 ? k : order == 1 ? 7 - k : (k * 3 + 2) % 8;
        lope_body_def body = {.id = ids ? 10 + (uint64_t)i : 0, .position = {3.0 * i, 0, 0}};
        if (i == 0 && change == 1) body.position.y = 0.001;
        if (i == 1 && change == 2) body.surface.no_step_up = true;
        if (i == 1 && change == 3) body.channels = 4;
        if (i == 2 && change == 4) body.rotation = (lope_quat){0, 0.1f, 0, 1};
        float points[18];
        uint32_t indices[12];
        memcpy(points, corners, sizeof points);
        memcpy(indices, faces, sizeof indices);
        if (change == 5) points[13] = 1.001f;
        if (change == 6) indices[1] = 2, indices[2] = 1; // the other way round
        float heights[9];
        memcpy(heights, hills, sizeof heights);
        if (change == 7) heights[4] = 2.5f;
        if (i == 0)
            lope_level_add_mesh(
                level,
                &(lope_mesh_def){.body = body, .points = points, .point_count = 6, .indices = indices, .triangle_count = 4});
        if (i == 1) lope_level_add_box(level, &(lope_box_def){.body = body, .size = {1, change == 8 ? 1.1f : 1, 1}});
        if (i == 2)
            lope_level_add_height_field(
                level, &(lope_height_field_def){.body = body, .heights = heights, .columns = 3, .rows = 3, .cell = 1});
        if (i == 3) lope_level_add_sphere(level, &(lope_sphere_def){.body = body, .radius = change == 9 ? 1.5f : 1});
        if (i == 4)
            body.moving = true,
            moved = lope_level_add_capsule(
                level, &(lope_capsule_def){.body = body, .radius = 0.5f, .height = change == 10 ? 3.0f : 2.0f});
        if (i == 5)
            body.volume = change == 11 ? NULL : &water, body.channels = LOPE_CHANNEL_VOLUME,
            lope_level_add_cylinder(level, &(lope_cylinder_def){.body = body, .radius = 1, .height = 1});
        if (i == 6)
            lope_level_add_hull(level, &(lope_hull_def){.body = body, .points = corners, .point_count = change == 12 ? 5 : 6});
        if (i == 7 && change != 13)
            body.moving = true, body.pose_at = change == 14 ? by_time : ferry_at,
            lope_level_add_box(level, &(lope_box_def){.body = body, .size = {1, 1, 1}});
    }
    if (change == 15) lope_level_set_pose(level, moved, &(lope_transform){.position = {0, 5, 0}});
    if (change == 16) lope_level_begin_tick(level, 500, 500 / RATE); // the clock alone: no change
    const uint64_t hash = lope_level_hash(level);
    lope_level_destroy(level);
    return hash;
}

static void level_hash_counts_all_and_no_order(void **unused)
{
    (void)unused;
    const uint64_t hash = hash_of(0, 0, true);
    for (int order = 0; order < 3; order++) assert_true(hash_of(0, order, true) == hash);
    assert_true(hash_of(16, 0, true) == hash);
    uint64_t seen[16] = {hash};
    for (int change = 1; change <= 15; change++) {
        seen[change] = hash_of(change, 0, true);
        for (int i = 0; i < change; i++)
            if (seen[i] == seen[change]) fail_msg("changes %d and %d hash alike", i, change);
    }
    assert_true(hash_of(0, 0, false) != hash_of(0, 1, false)); // ids that are the order of creation do count
    // the number itself: the same on every machine
    print_message("hash %016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xf4c25a753a984c80));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pose_function_is_as_set_pose_in_each_tick),
        cmocka_unit_test(pose_function_by_time_goes_with_time_scale_and_clock),
        cmocka_unit_test(pose_function_refusals_name_the_field),
        cmocka_unit_test(view_gives_what_the_moved_level_gave),
        cmocka_unit_test(places_note_the_coming_tick),
        cmocka_unit_test(view_refusals),
        cmocka_unit_test(view_leaves_out_what_is_absent),
        cmocka_unit_test(views_work_from_several_threads),
        cmocka_unit_test(level_hash_counts_all_and_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
