// The contracts of the headers, line by line: how long pointers last, what a stale name does in each call,
// what may be called when, and what becomes of modes when a moveset changes.
#include "world/world_help.h"

// The pointers to a character, its state, report and input stay what they are while others come and go.
static void pointers_last_as_long_as_their_character(void **unused)
{
    (void)unused;
    enum { OTHERS = 300 };
    lope_world *world = world_with_floor(NULL);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.id = 7}), *others[OTHERS];
    const lope_state *state = lope_character_state(hero);
    const lope_report *report = lope_character_report(hero);
    const lope_input *input = lope_character_input(hero);
    for (int i = 0; i < OTHERS; i++) others[i] = lope_character_create(world, &(lope_character_def){.feet = {0, 0, 2.0 + i}});
    steps(world, 2);
    for (int i = 0; i < OTHERS; i += 2) assert_int_equal(lope_character_destroy(others[i]), LOPE_OK);
    steps(world, 2);
    assert_ptr_equal(lope_world_find_character(world, 7), hero);
    assert_ptr_equal(lope_character_state(hero), state);
    assert_ptr_equal(lope_character_report(hero), report);
    assert_ptr_equal(lope_character_input(hero), input);
    assert_int_equal(state->ticks, 4); // and shows each tick's end
    lope_world_destroy(world);
}

// Until the next step a destroyed character can be asked for its number, id and user pointer, and every
// change of it is refused.
static void a_destroyed_character_refuses_every_change(void **unused)
{
    (void)unused;
    int mine = 0;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, &(lope_character_def){.id = 5, .user = &mine});
    const lope_character_handle handle = lope_character_handle_of(c);
    const lope_state state = *lope_character_state(c);
    assert_int_equal(lope_character_destroy(c), LOPE_OK);
    assert_int_equal(lope_character_number(c), 0);
    assert_true(lope_character_id(c) == (LOPE_BODY_CHARACTER | 5));
    assert_ptr_equal(lope_character_user(c), &mine);
    assert_null(lope_world_character(world, handle));
    assert_null(lope_world_find_character(world, 5));
    assert_int_equal(lope_character_handle_of(c).generation, 0);
    assert_int_equal(lope_character_destroy(c), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_set_input(c, &(lope_input){0}), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_set_state(c, &state), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_set_moveset(c, NULL), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_set_time_scale(c, 1), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_character_detach(c, 0, NULL), LOPE_ERROR_HANDLE);
    steps(world, 1); // the id is free again
    assert_non_null(lope_character_create(world, &(lope_character_def){.id = 5}));
    assert_null(lope_world_character(world, handle));
    lope_world_destroy(world);
}

static bool no_triangle(void *context, const lope_point corners[3], uint32_t triangle)
{
    (void)context;
    (void)corners;
    (void)triangle;
    return true;
}

// A body that was removed, in every call that takes one.
static void a_stale_body_is_refused_by_every_call(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    const lope_body stale =
        lope_level_add_box(level, &(lope_box_def){.body = {.moving = true, .user = level}, .size = {1, 1, 1}});
    assert_int_equal(lope_level_remove(level, stale), LOPE_OK);
    lope_level_add_box(level, &(lope_box_def){.size = {1, 1, 1}}); // in its place
    const lope_body bodies[] = {stale, {0, 0}, {99, 1}};
    lope_transform pose = {.rotation = {0, 0, 0, 1}};
    const lope_surface surface = {0};
    lope_mesh_report report;
    for (int i = 0; i < 3; i++) {
        const lope_body body = bodies[i];
        assert_false(lope_level_valid(level, body));
        assert_int_equal(lope_level_remove(level, body), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_set_pose(level, body, &pose), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_set_pose_at(level, body, NULL, NULL), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_pose(level, body, &pose), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_set_surface(level, body, &surface), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_set_volume(level, body, NULL), LOPE_ERROR_HANDLE);
        assert_null(lope_level_volume(level, body));
        assert_true(lope_level_id(level, body) == LOPE_BODY_NONE);
        assert_null(lope_level_user(level, body));
        assert_int_equal(lope_level_mesh_report(level, body, &report), LOPE_ERROR_HANDLE);
        assert_int_equal(lope_level_visit_triangles(level, body, no_triangle, NULL), LOPE_ERROR_HANDLE);
    }
    assert_int_equal(lope_level_body_count(level), 1);
    lope_level_destroy(level);
}

// ---- a game's own modes over a hot reload

static double hover(lope_tick *tick, double seconds)
{
    (void)tick;
    (void)seconds;
    return 0;
}

static const lope_mode old_hover = {.name = "hover", .run = hover}, new_hover = {.name = "hover", .run = hover},
                       other = {.name = "other", .run = hover};

// A retuned moveset keeps the game's modes, by pointer: they stay the game's. Nothing that a state may be
// in goes.
static void retuning_keeps_the_modes(void **unused)
{
    (void)unused;
    lope_moveset moveset;
    lope_tuning tuning = lope_tuning_default();
    uint32_t id;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&moveset, &old_hover, &id, NULL), LOPE_OK);
    const uint64_t hash = moveset.hash;
    tuning.max_walk_speed = 3;
    assert_int_equal(lope_moveset_retune(&moveset, &tuning, NULL), LOPE_OK);
    assert_ptr_equal(moveset.modes[id], &old_hover);
    assert_true(moveset.hash != hash);
    const lope_moveset before = moveset;
    tuning.max_walk_speed = -1;
    assert_int_equal(lope_moveset_retune(&moveset, &tuning, NULL), LOPE_ERROR_RANGE);
    assert_memory_equal(&before, &moveset, sizeof before); // nothing half made
}

// After its code was loaded anew a game gives its modes in a new moveset: states go on in the mode of the
// same name. A moveset without that mode is refused, and lope_move refuses a state in a mode that its
// moveset does not have.
static void states_follow_their_mode_by_name_or_are_refused(void **unused)
{
    (void)unused;
    lope_moveset old, new, without;
    const lope_tuning tuning = lope_tuning_default();
    uint32_t old_id, new_id;
    assert_int_equal(lope_moveset_make(&old, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_make(&new, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_make(&without, &tuning, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&old, &old_hover, &old_id, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&new, &other, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_mode(&new, &new_hover, &new_id, NULL), LOPE_OK);
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, &(lope_character_def){.moveset = &old, .mode = old_id});
    steps(world, 2);
    assert_int_equal(lope_character_state(c)->mode, old_id);
    assert_int_equal(lope_character_set_moveset(c, &without), LOPE_ERROR_STATE);
    assert_int_equal(lope_character_state(c)->mode, old_id);
    assert_int_equal(lope_character_set_moveset(c, &new), LOPE_OK);
    assert_int_equal(lope_character_state(c)->mode, new_id);
    steps(world, 1);
    lope_state state = *lope_character_state(c);
    const lope_state before = state;
    const lope_surroundings around = lope_level_surroundings(lope_world_level(world));
    lope_nearby *nearby = lope_nearby_create(NULL);
    assert_int_equal(lope_move(&state, &(lope_input){0}, &without, &around, nearby, TICK, NULL), LOPE_ERROR_STATE);
    assert_memory_equal(&before, &state, sizeof before);
    lope_nearby_destroy(nearby);
    lope_world_destroy(world);
}

// ---- requests beside an input

// Requests are copied by the call: what the game does to its own afterwards changes nothing. A copied input
// keeps its own.
static void requests_are_copied(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, NULL);
    lope_requests mine = {.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {0, 5, 0}}, kept;
    assert_int_equal(lope_character_set_input(c, &(lope_input){.requests = &mine}), LOPE_OK);
    mine.launch_velocity.y = -99;
    const lope_input copy = lope_input_copy(lope_character_input(c), &kept);
    assert_ptr_equal(copy.requests, &kept);
    steps(world, 1);
    assert_true(lope_character_state(c)->velocity.y > 4);
    assert_null(lope_character_input(c)->requests); // used up
    assert_true(kept.asked == LOPE_REQUEST_LAUNCH && kept.launch_velocity.y == 5);
    assert_null(lope_input_copy(lope_character_input(c), &kept).requests);
    lope_world_destroy(world);
}

static void keep_line(void *context, const char *text) { snprintf(context, 200, "%s", text); }

// A moveset of zeros is refused by name, wherever one is handed in.
static void a_moveset_never_made_is_named(void **unused)
{
    (void)unused;
    static const lope_moveset never_made;
    lope_error error = {0};
    lope_world *world = world_with_floor(NULL);
    assert_null(lope_character_create(world, &(lope_character_def){.moveset = &never_made, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    assert_string_equal(error.field, "moveset");
    assert_non_null(strstr(error.text, "lope_moveset_make"));
    error = (lope_error){0};
    assert_int_equal(lope_input_check(&(lope_input){0}, &never_made, &error), LOPE_ERROR_STATE);
    assert_string_equal(error.field, "moveset");
    lope_character *c = lope_character_create(world, NULL);
    assert_int_equal(lope_character_set_moveset(c, &never_made), LOPE_ERROR_STATE);
    steps(world, 1);
    lope_world_destroy(world);
}

// A tuning in Unreal's centimetres is told to the log, once; that of a preset is not, nor one of a world in
// centimetres.
static void a_tuning_in_centimetres_is_told(void **unused)
{
    (void)unused;
    char line[200] = "";
    for (uint32_t i = 0; i < lope_preset_count(); i++) {
        lope_tuning tuning;
        assert_int_equal(lope_tuning_preset(lope_preset_name(i), &tuning), LOPE_OK);
        assert_null(lope_tuning_doubt(&tuning));
    }
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 450;
    assert_string_equal(lope_tuning_doubt(&tuning)->name, "max_walk_speed");
    lope_moveset fast;
    assert_int_equal(lope_moveset_make(&fast, &tuning, NULL), LOPE_OK);
    lope_world *world = world_with_floor(&(lope_world_def){.log = {keep_line, line}});
    lope_character_create(world, NULL);
    assert_string_equal(line, "");
    lope_character_create(world, &(lope_character_def){.moveset = &fast});
    assert_non_null(strstr(line, "max_walk_speed is 450 m/s"));
    assert_non_null(strstr(line, "MaxWalkSpeed"));
    line[0] = 0;
    lope_character_create(world, &(lope_character_def){.moveset = &fast});
    assert_string_equal(line, "");
    lope_world_destroy(world);
    tuning.units_per_metre = 100;
    assert_null(lope_tuning_doubt(&tuning));
    assert_null(lope_tuning_doubt(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_last_as_long_as_their_character),
        cmocka_unit_test(a_destroyed_character_refuses_every_change),
        cmocka_unit_test(a_stale_body_is_refused_by_every_call),
        cmocka_unit_test(retuning_keeps_the_modes),
        cmocka_unit_test(states_follow_their_mode_by_name_or_are_refused),
        cmocka_unit_test(requests_are_copied),
        cmocka_unit_test(a_moveset_never_made_is_named),
        cmocka_unit_test(a_tuning_in_centimetres_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
