// test_hooks.c - what a game hooks into a world: callbacks around ticks, its own accumulator, the clock, the
// scale of time, and what is said of calls that have no effect.
#include "world_help.h"

#include <math.h>

// ---- callbacks ----------------------------------------------------------------------------------

typedef struct notes {
    lope_world *world;
    lope_character *hero;
    lope_body platform;
    uint32_t before, after, pushes;
    uint64_t last_before;
    double length, seen; // s; m
    bool good;
} notes;

static void note_before(void *context, lope_world *world, uint64_t tick, float dt)
{
    notes *n = context;
    n->good = n->good && n->before == n->after && lope_world_ticks(world) == tick - 1;
    n->before++;
    n->last_before = tick;
    n->length = (double)dt;
}

static void note_after(void *context, lope_world *world, uint64_t tick, float dt)
{
    notes *n = context;
    n->good = n->good && n->last_before == tick && lope_world_ticks(world) == tick && (double)dt == n->length;
    n->after++;
}

static void callbacks_run_around_each_tick(void **unused)
{
    (void)unused;
    notes n = {.good = true};
    lope_world *world =
        lope_world_create(&(lope_world_def){.before_tick = note_before, .after_tick = note_after, .tick_context = &n});
    assert_int_equal(lope_world_advance(world, 5.0 / 60), 5);
    assert_int_equal(n.before, 5);
    assert_int_equal(n.after, 5);
    steps(world, 3);
    assert_int_equal(n.before, 8);
    assert_int_equal(n.after, 8);
    assert_int_equal(lope_world_advance(world, 0.1 / 60), 0); // no tick is due
    assert_int_equal(n.after, 8);
    assert_int_equal(lope_world_set_time_scale(world, 0.5), LOPE_OK);
    steps(world, 1);
    assert_true(n.length == (double)(float)(0.5 * (double)TICK)); // the tick's own length
    assert_true(n.good);
    lope_world_destroy(world);
}

// A platform that the game moves at 2 m/s, posed by the world's time in each tick, or once a frame.
static void pose_platform(void *context, lope_world *world, uint64_t tick, float dt)
{
    notes *n = context;
    (void)tick;
    const lope_transform pose = {.position = {2 * (lope_world_time(world) + (double)dt), -0.2, 0}, .rotation = {0, 0, 0, 1}};
    lope_level_set_pose(lope_world_level(world), n->platform, &pose);
}

// Returns by how much (m) the drawn way of a rider differs from frame to frame, at 45 frames a second over
// ticks of 60 Hz.
static double shake_of_rider(bool each_tick)
{
    notes n = {0};
    lope_world *world = lope_world_create(&(lope_world_def){.before_tick = each_tick ? pose_platform : NULL, .tick_context = &n});
    n.platform =
        lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.2, 0}, .moving = true}, .size = {6, 0.4f, 6}});
    lope_character *rider = lope_character_create(world, NULL);
    double last = 0, least = 1e9, most = -1e9;
    for (int frame = 1; frame < 120; frame++) {
        const double frame_time = frame / 45.0;
        const lope_transform pose = {.position = {2 * frame_time, -0.2, 0}, .rotation = {0, 0, 0, 1}};
        if (!each_tick) lope_level_set_pose(lope_world_level(world), n.platform, &pose);
        lope_world_advance(world, 1 / 45.0);
        const double x = lope_character_pose(rider).feet.x;
        if (frame > 30 && x - last < least) least = x - last;
        if (frame > 30 && x - last > most) most = x - last;
        last = x;
    }
    lope_world_destroy(world);
    return most - least;
}

static void rider_of_a_platform_posed_each_tick_does_not_shake(void **unused)
{
    (void)unused;
    const double shakes = shake_of_rider(false), still = shake_of_rider(true);
    print_message("drawn ways of a frame differ by %.4f m posed once a frame, %.2g m posed each tick\n", shakes, still);
    assert_true(shakes > 0.01); // of 0.044 m a frame: what the callback is for
    assert_true(still < 1e-5);  // the velocity of the platform is a float's
}

static void change_everything(void *context, lope_world *world, uint64_t tick, float dt)
{
    notes *n = context;
    (void)dt;
    lope_character_set_input(n->hero, &(lope_input){.move = {1, 0, 0}});
    if (tick == 3) {
        n->good = lope_character_destroy(n->hero) == LOPE_OK;
        for (int i = 0; i < 50; i++) n->hero = lope_character_create(world, &(lope_character_def){.feet = {(double)i, 0, 0}});
        n->good = n->good && n->hero != NULL;
    }
    n->good = n->good && lope_world_step(world, TICK) == LOPE_ERROR_STATE && lope_world_advance(world, 1) == 0 &&
              lope_world_set_clock(world, 0, 0) == LOPE_ERROR_STATE;
    lope_world_destroy(world); // does nothing
    n->good = n->good && lope_world_time_scale(world) == 1;
}

static void callbacks_may_change_the_world_but_not_step_it(void **unused)
{
    (void)unused;
    for (int after = 0; after < 2; after++) {
        notes n = {.good = true};
        lope_world *world = world_with_floor(&(lope_world_def){
            .before_tick = after ? NULL : change_everything, .after_tick = after ? change_everything : NULL, .tick_context = &n});
        n.hero = lope_character_create(world, NULL);
        assert_int_equal(lope_world_advance(world, 8.0 / 60), 8);
        assert_true(n.good);
        assert_true(lope_character_state(n.hero)->feet.x > 49); // the last of the 50 walks
        assert_int_equal(lope_world_ticks(world), 8);
        lope_world_destroy(world);
    }
}

static void change_in_push(void *context, const lope_push *pushes, uint32_t count, float dt)
{
    notes *n = context;
    lope_error error = {0};
    (void)dt;
    n->pushes += count;
    n->good = n->good && pushes[0].body != 0 && lope_character_create(n->world, &(lope_character_def){.error = &error}) == NULL &&
              error.code == LOPE_ERROR_STATE && lope_world_step(n->world, TICK) == LOPE_ERROR_STATE &&
              lope_character_set_input(n->hero, &(lope_input){.move = {0, 0, 1}}) == LOPE_OK;
}

// What a mode, an attachment or surroundings would do to the world while characters move.
static bool change_while_moving(void *context, lope_transform *pose)
{
    notes *n = context;
    lope_error error = {0};
    lope_level *level = lope_world_level(n->world);
    const lope_transform to = {.rotation = {0, 0, 0, 1}};
    const lope_box_def box = {.body.error = &error, .size = {1, 1, 1}};
    pose->position = (lope_point){0, 5, 0};
    pose->rotation = (lope_quat){0, 0, 0, 1};
    n->after++;
    n->good = n->good && lope_character_create(n->world, &(lope_character_def){.error = &error}) == NULL &&
              error.code == LOPE_ERROR_STATE && lope_character_destroy(n->hero) == LOPE_ERROR_STATE &&
              lope_character_set_input(n->hero, &(lope_input){0}) == LOPE_ERROR_STATE &&
              lope_character_set_state(n->hero, lope_character_state(n->hero)) == LOPE_ERROR_STATE &&
              lope_character_set_moveset(n->hero, NULL) == LOPE_ERROR_STATE &&
              lope_character_set_time_scale(n->hero, 1) == LOPE_ERROR_STATE &&
              lope_character_detach(n->hero, 0, NULL) == LOPE_ERROR_STATE && lope_character_record(n->hero, NULL) == NULL &&
              lope_world_set_gravity(n->world, (lope_vec3){0, 1, 0}) == LOPE_ERROR_STATE &&
              lope_world_set_time_scale(n->world, 2) == LOPE_ERROR_STATE &&
              lope_world_radial_impulse(n->world, &(lope_radial){.radius = 1}, NULL) == LOPE_ERROR_STATE &&
              lope_world_step(n->world, TICK) == LOPE_ERROR_STATE &&
              lope_level_set_pose(level, n->platform, &to) == LOPE_ERROR_STATE &&
              lope_level_remove(level, n->platform) == LOPE_ERROR_STATE && lope_level_add_box(level, &box).generation == 0 &&
              error.code == LOPE_ERROR_STATE;
    return true;
}

static void changes_while_characters_move_are_refused(void **unused)
{
    (void)unused;
    notes n = {.good = true};
    n.world = world_with_floor(NULL);
    n.platform = lope_level_find(lope_world_level(n.world), 1);
    n.hero = lope_character_create(n.world, NULL);
    assert_int_equal(lope_character_attach(n.hero, &(lope_attachment){.pose = change_while_moving, .context = &n}), LOPE_OK);
    steps(n.world, 3);
    assert_int_equal(n.after, 3);
    assert_true(n.good);
    assert_int_equal(lope_character_detach(n.hero, 0, NULL), LOPE_OK);
    assert_true(lope_character_state(n.hero)->gravity.y < 0);
    lope_world_destroy(n.world);
}

static lope_result crate_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                lope_sink *sink)
{
    (void)context;
    (void)bounds;
    (void)filter;
    if (kind == LOPE_STATIC) {
        lope_sink_begin(sink, &(lope_sink_body){.id = 1, .pose = {.position = {0, -0.5, 0}, .rotation = {0, 0, 0, 1}}});
        lope_sink_box(sink, (lope_vec3){0, 0, 0}, (lope_quat){0, 0, 0, 1}, (lope_vec3){20, 0.5f, 20}, 0);
        return LOPE_OK;
    }
    lope_sink_begin(
        sink,
        &(lope_sink_body){
            .id = 2, .moving = true, .dynamic = true, .mass = 50, .pose = {.position = {1.2, 0.5, 0}, .rotation = {0, 0, 0, 1}}});
    lope_sink_box(sink, (lope_vec3){0, 0, 0}, (lope_quat){0, 0, 0, 1}, (lope_vec3){0.5f, 0.5f, 0.5f}, 0);
    return LOPE_OK;
}

static void push_callback_may_not_create_or_step(void **unused)
{
    (void)unused;
    notes n = {.good = true};
    const lope_surroundings crate = {.gather = crate_gather};
    n.world = lope_world_create(&(lope_world_def){.surroundings = &crate, .push = change_in_push, .push_context = &n});
    n.hero = lope_character_create(n.world, NULL);
    for (int i = 0; i < 60; i++) {
        lope_character_set_input(n.hero, &(lope_input){.move = {1, 0, 0}});
        steps(n.world, 1);
    }
    assert_true(n.pushes > 10 && n.good);
    lope_world_destroy(n.world);
}

// ---- between ticks ------------------------------------------------------------------------------

// The same world by advance and by steps under the game's own accumulator: drawn alike in every frame.
static void own_accumulator_draws_what_advance_draws(void **unused)
{
    (void)unused;
    lope_world *one = world_with_floor(NULL), *other = world_with_floor(NULL);
    lope_character *a = lope_character_create(one, NULL), *b = lope_character_create(other, NULL);
    double left = 0;
    for (int frame = 0; frame < 400; frame++) {
        const lope_input input = {
            .move = {1, 0, 0}, .look_yaw = 0.01f * (float)frame, .held = frame % 90 > 80 ? LOPE_BUTTON_JUMP : 0};
        lope_character_set_input(a, &input);
        lope_character_set_input(b, &input);
        lope_world_advance(one, 1 / 144.0);
        left += 1 / 144.0;
        for (; left > 1 / 60.0 - 1e-10; left -= 1 / 60.0) steps(other, 1);
        if (left < 0) left = 0;
        assert_true(fabs(lope_world_fraction(one) - left * 60) < 1e-9); // sums of the same numbers: rounding alone
        const lope_pose drawn = lope_character_pose(a), own = lope_character_pose_at(b, lope_world_fraction(one));
        assert_memory_equal(&drawn.feet, &own.feet, sizeof drawn.feet);
        assert_true(drawn.yaw == own.yaw && drawn.height == own.height);
    }
    assert_true(lope_world_fraction(other) == 1);
    const lope_pose end = lope_character_pose_at(b, 1), beyond = lope_character_pose_at(b, 7),
                    none = lope_character_pose_at(b, (double)nanf(""));
    assert_memory_equal(&end.feet, &lope_character_state(b)->feet, sizeof end.feet);
    assert_memory_equal(&end.feet, &beyond.feet, sizeof end.feet);
    assert_memory_equal(&end.feet, &none.feet, sizeof end.feet);
    const lope_pose start = lope_character_pose_at(b, 0), before = lope_character_pose_at(b, -3);
    assert_memory_equal(&start.feet, &before.feet, sizeof start.feet);
    assert_true(start.feet.x < end.feet.x);
    lope_world_destroy(one);
    lope_world_destroy(other);
}

static void clock_can_be_set(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character_create(world, &(lope_character_def){.feet = {0, 0.5, 0}, .mode = LOPE_MODE_FALLING});
    assert_int_equal(lope_world_set_clock(world, 1000000000000, 5e6), LOPE_OK);
    assert_true(lope_world_ticks(world) == 1000000000000 && lope_world_time(world) == 5e6);
    uint32_t count = 0;
    const lope_world_event *events = NULL;
    for (int i = 0; i < 90 && count == 0; i++) {
        steps(world, 1);
        events = lope_world_events(world, &count);
    }
    assert_true(count > 0 && events[0].tick == lope_world_ticks(world) && events[0].tick > 1000000000000 && events[0].time > 5e6);
    assert_int_equal(lope_world_set_clock(world, 1, -1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_set_clock(world, 1, (double)INFINITY), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_world_set_clock(world, 1, (double)nanf("")), LOPE_ERROR_NOT_FINITE);
    assert_int_equal(lope_world_set_clock(NULL, 1, 0), LOPE_ERROR_NULL);
    assert_true(lope_world_ticks(world) > 1000000000000); // refusals change nothing
    lope_world_destroy(world);
}

// At any scale of the world's time as many ticks in an advance as steps of the game's own, each as long, to
// the bit.
static void time_scale_means_the_same_in_step_and_advance(void **unused)
{
    (void)unused;
    const double scales[] = {1, 0.5, 0.1, 2};
    for (int k = 0; k < 4; k++) {
        lope_world *stepped = world_with_floor(&(lope_world_def){.tick_rate = 64}),
                   *advanced = world_with_floor(&(lope_world_def){.tick_rate = 64});
        lope_character *a = lope_character_create(stepped, NULL), *b = lope_character_create(advanced, NULL);
        lope_world_set_time_scale(stepped, scales[k]);
        lope_world_set_time_scale(advanced, scales[k]);
        for (int i = 0; i < 100; i++) {
            const lope_input input = {.move = {1, 0, 0}, .pressed = i == 40 ? LOPE_BUTTON_JUMP : 0};
            lope_character_set_input(a, &input);
            lope_character_set_input(b, &input);
            assert_int_equal(lope_world_step(stepped, 1.0f / 64), LOPE_OK);
            assert_int_equal(lope_world_advance(advanced, 1.0 / 64), 1);
            assert_true(lope_world_hash(stepped) == lope_world_hash(advanced));
        }
        assert_true(lope_world_ticks(stepped) == lope_world_ticks(advanced));
        // a scale of 0.1 is no float: step's length is rounded to one
        assert_true(fabs(lope_world_time(stepped) - lope_world_time(advanced)) < 1e-6);
        assert_true(fabs(lope_world_time(advanced) - 100.0 / 64 * scales[k]) < 1e-9);
        lope_world_destroy(stepped);
        lope_world_destroy(advanced);
    }
}

static void time_that_stands_still_is_drawn_still(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *c = lope_character_create(world, NULL);
    lope_character_set_input(c, &(lope_input){.move = {1, 0, 0}});
    lope_world_advance(world, 20.3 / 60);
    const lope_point drawn = lope_character_pose(c).feet;
    lope_world_set_time_scale(world, 0);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(lope_world_advance(world, 0.4 / 60), 0);
        const lope_point now = lope_character_pose(c).feet;
        assert_memory_equal(&now, &drawn, sizeof now);
    }
    lope_world_set_time_scale(world, 1);
    assert_int_equal(lope_world_advance(world, 0.8 / 60), 1);
    lope_world_destroy(world);
}

// ---- calls that have no effect ------------------------------------------------------------------

typedef struct pages {
    char text[4096];
    uint32_t lines;
} pages;

static void write_page(void *context, const char *text)
{
    pages *p = context;
    p->lines++;
    strncat(p->text, text, sizeof p->text - strlen(p->text) - 2);
    strcat(p->text, "\n");
}

static void input_without_effect_is_logged_once_a_kind(void **unused)
{
    (void)unused;
    pages log = {0};
    lope_world *world = world_with_floor(&(lope_world_def){.log = {write_page, &log}});
    lope_character *c = lope_character_create(world, NULL);
    log.lines = 0;
    const struct {
        lope_input input;
        const char *field;
    } idle[] = {
        {{.requests = &(lope_requests){.launch_velocity = {0, 5, 0}}}, "requests.launch_velocity"},
        {{.requests = &(lope_requests){.teleport_feet = {0, 5, 0}}}, "requests.teleport_feet"},
        {{.requests = &(lope_requests){.mode = LOPE_MODE_FLYING}}, "requests.mode"},
        {{.requests = &(lope_requests){.resize_height = 1}}, "requests.resize_radius and resize_height"},
        {{.requests = &(lope_requests){.layer = {.id = 3, .kind = LOPE_LAYER_VELOCITY}}}, "requests.layer"},
        {{.requests = &(lope_requests){.end_layer = 3}}, "requests.end_layer"},
        {{.requests = &(lope_requests){.requested_velocity = {1, 0, 0}}}, "requests.requested_velocity"},
        {{.requests = &(lope_requests){.root_motion = {.yaw = 1}}}, "requests.root_motion"},
        {{.requests = &(lope_requests){.knockback_time = 1}}, "requests.knockback_time"},
    };
    const uint32_t kinds = sizeof idle / sizeof idle[0];
    for (uint32_t i = 0; i < 3 * kinds; i++) {
        assert_int_equal(lope_character_set_input(c, &idle[i % kinds].input), LOPE_OK);
        steps(world, 1);
        if (i < kinds) assert_non_null(strstr(log.text, idle[i].field));
    }
    assert_int_equal(log.lines, kinds);
    // what counts says nothing
    lope_character_set_input(
        c, &(lope_input){.requests =
                             &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {0, 5, 0}, .knockback_time = 1}});
    lope_character_set_input(c, &(lope_input){.requests = &(lope_requests){.impulse = {0, 5, 0}}});
    // of the impulse that waits
    lope_character_set_input(c, &(lope_input){.requests = &(lope_requests){.knockback_time = 1}});
    assert_int_equal(log.lines, kinds);
    lope_world_destroy(world);
}

static void options_without_their_request_are_refused(void **unused)
{
    (void)unused;
    pages log = {0};
    lope_world *world = world_with_floor(&(lope_world_def){.log = {write_page, &log}});
    lope_character *c = lope_character_create(world, NULL);
    const lope_requests options[] = {
        {.launch_overrides_horizontal = true}, {.launch_overrides_vertical = true}, {.teleport_needs_room = true}};
    for (int i = 0; i < 3; i++) {
        const lope_input input = {.move = {1, 0, 0}, .requests = &options[i]};
        assert_int_equal(lope_character_set_input(c, &input), LOPE_ERROR_STATE);
        assert_true(lope_character_input(c)->move.x == 0); // whole
    }
    assert_non_null(strstr(log.text, "requests.launch_overrides"));
    assert_non_null(strstr(log.text, "requests.teleport_needs_room"));
    lope_world_destroy(world);
}

static void pose_of_a_static_body_set_again_is_logged(void **unused)
{
    (void)unused;
    pages log = {0};
    lope_world *world = world_with_floor(&(lope_world_def){.log = {write_page, &log}});
    lope_level *level = lope_world_level(world);
    const lope_body lift = lope_level_add_box(level, &(lope_box_def){.body.id = 77, .size = {1, 1, 1}});
    log.lines = 0;
    for (int i = 0; i < 5; i++) {
        const lope_transform pose = {.position = {0, 0.1 * i, 0}, .rotation = {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(level, lift, &pose), LOPE_OK); // a level edit
        if (i == 0) assert_int_equal(log.lines, 0);                         // once is what an editor does
        steps(world, 1);
    }
    assert_int_equal(log.lines, 1);
    assert_non_null(strstr(log.text, "77"));
    assert_non_null(strstr(log.text, "moving"));
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callbacks_run_around_each_tick),
        cmocka_unit_test(rider_of_a_platform_posed_each_tick_does_not_shake),
        cmocka_unit_test(callbacks_may_change_the_world_but_not_step_it),
        cmocka_unit_test(changes_while_characters_move_are_refused),
        cmocka_unit_test(push_callback_may_not_create_or_step),
        cmocka_unit_test(own_accumulator_draws_what_advance_draws),
        cmocka_unit_test(clock_can_be_set),
        cmocka_unit_test(time_scale_means_the_same_in_step_and_advance),
        cmocka_unit_test(time_that_stands_still_is_drawn_still),
        cmocka_unit_test(input_without_effect_is_logged_once_a_kind),
        cmocka_unit_test(options_without_their_request_are_refused),
        cmocka_unit_test(pose_of_a_static_body_set_again_is_logged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
