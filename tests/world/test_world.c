// test_world.c - a world's definition and its refusals, surroundings of the game's own, and a gravity that
// changes.
#include "world_help.h"

#include <math.h>

// ---- definitions --------------------------------------------------------------------------------

static void check_refused(lope_world_def def, lope_result code, const char *field)
{
    counter c = {.fail_at = UINT64_MAX};
    lope_error error = {0};
    def.error = &error;
    def.allocator = counter_allocator(&c);
    assert_null(lope_world_create(&def));
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_true(strlen(error.text) > 5);
    assert_int_equal(c.asked, 0); // nothing was half made
}

static void every_field_is_refused_by_name(void **unused)
{
    (void)unused;
    check_refused((lope_world_def){.nearby_triangles = 65537}, LOPE_ERROR_RANGE, "nearby_triangles");
    check_refused((lope_world_def){.threads = 65}, LOPE_ERROR_RANGE, "threads");
    check_refused((lope_world_def){.tick_rate = 1001}, LOPE_ERROR_RANGE, "tick_rate");
    check_refused((lope_world_def){.tick_rate = nanf("")}, LOPE_ERROR_NOT_FINITE, "tick_rate");
    check_refused((lope_world_def){.gravity = {0, 0, nanf("")}}, LOPE_ERROR_NOT_FINITE, "gravity");
    lope_world *most =
        lope_world_create(&(lope_world_def){.nearby_triangles = 65536, .tick_rate = 1000, .gravity_as_given = true});
    assert_non_null(most);
    lope_world_destroy(most);
}

static void characters_are_refused_by_name(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    const struct {
        lope_character_def def;
        lope_result code;
        const char *field;
    } bad[] = {{{.forward = {0, nanf(""), 0}}, LOPE_ERROR_NOT_FINITE, "forward"},
               {{.up = {INFINITY, 0, 0}}, LOPE_ERROR_NOT_FINITE, "up"},
               {{.radius = 0.5f, .height = 0.9f}, LOPE_ERROR_RANGE, "height"},
               {{.radius = -0.5f}, LOPE_ERROR_RANGE, "radius"},
               {{.mode = LOPE_MODE_COUNT}, LOPE_ERROR_RANGE, "mode"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lope_error error = {0};
        lope_character_def def = bad[i].def;
        def.error = &error;
        assert_null(lope_character_create(world, &def));
        assert_int_equal(error.code, bad[i].code);
        assert_string_equal(error.field, bad[i].field);
        assert_true(strlen(error.text) > 5);
    }
    lope_world_destroy(world);
}

// ---- recording ----------------------------------------------------------------------------------

static void recording_can_be_ended(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    lope_world *world = world_with_floor(&(lope_world_def){.allocator = counter_allocator(&c)});
    lope_character *character = lope_character_create(world, NULL);
    const uint64_t without = c.bytes_out;
    lope_recorder *recorder = lope_character_record(character, &(lope_recorder_def){.seconds = 1});
    assert_non_null(recorder);
    assert_ptr_equal(lope_character_recorder(character), recorder);
    steps(world, 10);
    assert_int_equal(lope_recorder_tick_count(recorder), 10);
    lope_error error = {0};
    assert_null(lope_character_record(character, &(lope_recorder_def){.seconds = -1, .error = &error}));
    assert_string_equal(error.field, "seconds");
    assert_ptr_equal(lope_character_recorder(character), recorder); // what was recorded goes on
    assert_true(c.bytes_out > without);
    assert_null(lope_character_record(character, NULL));
    assert_null(lope_character_recorder(character));
    assert_int_equal(c.bytes_out, without);
    steps(world, 10);
    assert_null(lope_character_record(NULL, &(lope_recorder_def){.seconds = 1}));
    lope_world_destroy(world);
    assert_int_equal(c.out, 0);
}

// ---- surroundings of the game's own -------------------------------------------------------------

static void a_mesh_has_no_place_in_them(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    const lope_surroundings real = lope_level_surroundings(level);
    lope_world *world = lope_world_create(&(lope_world_def){.surroundings = &real});
    static const float points[9] = {0, 0, 0, 0, 0, 1, 1, 0, 0};
    lope_error error = {0}, body_error = {0};
    const lope_mesh_def mesh = {.body = {.error = &body_error}, .points = points, .point_count = 3, .error = &error};
    assert_int_equal(lope_world_add_mesh(world, &mesh).generation, 0);
    assert_int_equal(error.code, LOPE_ERROR_STATE);
    assert_int_equal(body_error.code, LOPE_ERROR_STATE);
    assert_string_equal(error.field, "world");
    assert_non_null(strstr(error.text, "surroundings"));
    assert_int_equal(lope_world_add_mesh(world, NULL).generation, 0);
    assert_int_equal(lope_world_add_mesh(NULL, NULL).generation, 0);
    assert_int_equal(lope_world_add_box(NULL, NULL).generation, 0);
    assert_int_equal(lope_level_body_count(level), 0);
    lope_world_destroy(world);
    lope_level_destroy(level);
}

// The nav surface is theirs as well: a nav walker goes over it, where there is no floor at all.
static void walk_on_their_nav_surface(uint32_t channels)
{
    static const float points[12] = {-20, 1, -20, -20, 1, 20, 20, 1, -20, 20, 1, 20};
    static const uint32_t indices[6] = {0, 1, 3, 0, 3, 2};
    lope_level *level = lope_level_create(NULL);
    const lope_body surface = lope_level_add_mesh(
        level, &(lope_mesh_def){.points = points, .point_count = 4, .indices = indices, .triangle_count = 2, .nav = true});
    assert_true(lope_level_valid(level, surface));
    const lope_surroundings around = lope_level_surroundings(level);
    lope_world *world = lope_world_create(&(lope_world_def){.surroundings = &around});
    const lope_character_def def = {.feet = {0, 1, 0}, .mode = LOPE_MODE_NAV_WALKING, .channels = channels};
    lope_character *walker = lope_character_create(world, &def);
    lope_character_set_input(walker, &(lope_input){.move = {1, 0, 0}});
    steps(world, 60);
    const lope_state *state = lope_character_state(walker);
    assert_int_equal(state->mode, LOPE_MODE_NAV_WALKING);
    assert_true(fabs(state->feet.y - 1) < 1e-6);
    // 6 m/s at 20.48 m/s2: 1 s less half of the 0.293 s of speeding up
    assert_true(fabs(state->feet.x - (6 - 0.5 * 6 * 6 / 20.48)) < 0.02);
    lope_world_destroy(world);
    lope_level_destroy(level);
}

static void their_nav_surface_is_walked_on(void **unused)
{
    (void)unused;
    walk_on_their_nav_surface(LOPE_CHANNEL_SOLID);
    walk_on_their_nav_surface(LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER); // who meets others asks through the world
}

// ---- gravity ------------------------------------------------------------------------------------

static void gravity_changes_in_flight(void **unused)
{
    (void)unused;
    lope_world *world = lope_world_create(NULL);
    lope_character *falls = lope_character_create(world, &(lope_character_def){.feet = {0, 100, 0}});
    const lope_state *state = lope_character_state(falls);
    steps(world, 30);
    assert_true(fabsf(state->velocity.y + 4.9f) < 1e-4f);
    assert_int_equal(lope_world_set_gravity(world, lope_vec3_make(0, -2, 0)), LOPE_OK);
    steps(world, 30);
    assert_true(fabsf(state->velocity.y + 5.9f) < 1e-4f);
    assert_int_equal(lope_world_set_gravity(world, lope_vec3_make(0, 0, 0)), LOPE_OK); // none is a gravity too
    steps(world, 30);
    assert_true(fabsf(state->velocity.y + 5.9f) < 1e-4f);
    // who comes later is born into it
    lope_character *late = lope_character_create(world, &(lope_character_def){.feet = {5, 100, 0}});
    steps(world, 10);
    assert_true(lope_character_state(late)->velocity.y == 0);
    const uint64_t hash = lope_world_hash(world);
    assert_int_equal(lope_world_set_gravity(world, lope_vec3_make(0, nanf(""), 0)), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_world_set_gravity(NULL, lope_vec3_make(0, 0, 0)), LOPE_ERROR_NULL);
    assert_true(lope_world_hash(world) == hash);
    lope_world_destroy(world);
}

// ---- out of memory in a step --------------------------------------------------------------------

static void keep_lines(void *context, const char *text)
{
    char *lines = context;
    snprintf(lines + strlen(lines), 1000 - strlen(lines), "%s\n", text);
}

#define CROWD 20

// In one tick each is teleported into four volumes, resized, given a layer for that tick, and refused to
// crouch: nine events where room is kept for four.
static void events_that_find_no_room_are_counted(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX, .fail_on = true};
    char lines[1000] = "";
    lope_world *world =
        world_with_floor(&(lope_world_def){.allocator = counter_allocator(&c), .log = {.write = keep_lines, .context = lines}});
    static const lope_volume trigger = {0};
    lope_character *crowd[CROWD];
    for (int i = 0; i < 4; i++)
        lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, 1, 3}, .volume = &trigger}, .size = {80, 1, 1}});
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = lope_character_create(world, &(lope_character_def){.feet = {2 * i - 20, 0, 3}});
        assert_non_null(crowd[i]);
    }
    steps(world, 10); // what is near there is known from now on
    for (int i = 0; i < CROWD; i++) {
        const lope_input away = {.requests =
                                     &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {2 * i - 20, 0, 2}}};
        assert_int_equal(lope_character_set_input(crowd[i], &away), LOPE_OK);
    }
    steps(world, 10);
    for (int i = 0; i < CROWD; i++) {
        const lope_input busy = {
            .held = LOPE_BUTTON_CROUCH,
            .forbidden = LOPE_FORBID_CROUCH,
            .requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT | LOPE_REQUEST_RESIZE | LOPE_REQUEST_LAYER,
                                         .teleport_feet = {2 * i - 20, 0, 3},
                                         .resize_height = 1.5f,
                                         .layer = {.id = 1, .kind = LOPE_LAYER_VELOCITY, .duration = 0, .velocity = {1, 0, 0}}}};
        assert_int_equal(lope_character_set_input(crowd[i], &busy), LOPE_OK);
    }
    c.fail_at = c.asked;
    assert_int_equal(lope_world_step(world, TICK), LOPE_OK); // the tick itself has all it needs
    uint32_t count, made = 0, said = 0;
    const lope_world_event *events = lope_world_events(world, &count);
    for (int i = 0; i < CROWD; i++) {
        made += lope_character_report(crowd[i])->event_count;
        assert_true(lope_character_state(crowd[i])->feet.z > 2.9);
    }
    printf("  %u events made, %u kept; %s", (unsigned)made, (unsigned)count, lines);
    assert_non_null(strchr(lines, ':'));
    assert_true(made == 9 * CROWD && count < made && count >= 4 * CROWD && c.failed);
    for (uint32_t i = 1; i < count; i++)
        assert_true(lope_character_number(events[i - 1].character) <= lope_character_number(events[i].character));
    assert_int_equal(sscanf(strchr(lines, ':') + 1, "%u", &said), 1);
    assert_non_null(strstr(lines, "events were lost"));
    assert_int_equal(said, made - count);
    c.fail_at = UINT64_MAX; // there is memory again, and nothing is lost
    lines[0] = 0;
    steps(world, 1);
    assert_string_equal(lines, "");
    lope_world_destroy(world);
    assert_int_equal(c.out, 0);
}

// Each stands on a raft that moves and presses against a crate: two pushes each.
static lope_result raft_and_crates(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                   lope_sink *sink)
{
    const lope_quat none = lope_quat_identity();
    const bool *dynamic = context;
    (void)filter;
    if (kind != LOPE_MOVING) return LOPE_OK;
    for (int i = 0; i < CROWD; i++) {
        const lope_sink_body raft = {
            .id = 1000 + (uint64_t)i, .pose = {{4.0 * i, -0.5, 0}, none}, .moving = true, .dynamic = *dynamic, .mass = 1000};
        if (bounds->upper.x < 4 * i - 1.5 || bounds->lower.x > 4 * i + 1.5) continue;
        lope_sink_begin(sink, &raft);
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){1.5f, 0.5f, 1.5f}, 0);
        const lope_sink_body crate = {
            .id = 2000 + (uint64_t)i, .pose = {{4.0 * i, 0.5, 1}, none}, .moving = true, .dynamic = *dynamic, .mass = 100};
        lope_sink_begin(sink, &crate);
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, none, (lope_vec3){0.5f, 0.5f, 0.5f}, 0);
    }
    return LOPE_OK;
}

static void pushes_that_find_no_room_are_counted(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX, .fail_on = true};
    char lines[1000] = "";
    bool dynamic = false;
    const lope_surroundings around = {.gather = raft_and_crates, .context = &dynamic};
    lope_world *world = lope_world_create(&(lope_world_def){
        .surroundings = &around, .allocator = counter_allocator(&c), .log = {.write = keep_lines, .context = lines}});
    lope_character *crowd[CROWD];
    for (int i = 0; i < CROWD; i++) {
        crowd[i] = lope_character_create(world, &(lope_character_def){.feet = {4.0 * i, 0, 0}, .mode = LOPE_MODE_WALKING});
        lope_character_set_input(crowd[i], &(lope_input){.move = {0, 0, 1}});
    }
    steps(world, 60); // the ticks themselves have all they need; from now on there is something to push
    uint32_t before = 1;
    assert_null(lope_world_pushes(world, &before));
    dynamic = true;
    c.fail_at = c.asked;
    uint32_t made = 0, count = 0, said = 0;
    for (int tick = 0; tick < 30 && made <= count; tick++) {
        lines[0] = 0;
        assert_int_equal(lope_world_step(world, TICK), LOPE_OK);
        made = 0;
        for (int i = 0; i < CROWD; i++) made += lope_character_report(crowd[i])->push_count;
        lope_world_pushes(world, &count);
    }
    printf("  %u pushes made, %u kept; %s", (unsigned)made, (unsigned)count, lines);
    assert_non_null(strchr(lines, ':'));
    assert_true(made > count && count >= CROWD && c.failed);
    assert_int_equal(sscanf(strchr(lines, ':') + 1, "%u", &said), 1);
    assert_non_null(strstr(lines, "pushes were lost"));
    assert_int_equal(said, made - count);
    lope_world_destroy(world);
    assert_int_equal(c.out, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_refused_by_name),
        cmocka_unit_test(characters_are_refused_by_name),
        cmocka_unit_test(recording_can_be_ended),
        cmocka_unit_test(a_mesh_has_no_place_in_them),
        cmocka_unit_test(their_nav_surface_is_walked_on),
        cmocka_unit_test(gravity_changes_in_flight),
        cmocka_unit_test(events_that_find_no_room_are_counted),
        cmocka_unit_test(pushes_that_find_no_room_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
