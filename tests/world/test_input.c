// test_input.c - what a character is told: kept, gathered until a tick has seen it, used up once, refused
// whole.
#include "world_help.h"

#include <math.h>

static lope_character *standing(lope_world *world)
{
    lope_character *character = lope_character_create(world, &(lope_character_def){.feet = {0, 0.01, 0}});
    assert_non_null(character);
    steps(world, 30);
    assert_int_equal(lope_character_state(character)->mode, LOPE_MODE_WALKING);
    return character;
}

static void tell(lope_character *character, lope_input input)
{
    assert_int_equal(lope_character_set_input(character, &input), LOPE_OK);
}

static void press_shorter_than_a_tick(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.held = LOPE_BUTTON_JUMP});
    tell(character, (lope_input){.held = 0});
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1);
    assert_true(lope_character_state(character)->velocity.y > 3);
    lope_world_destroy(world);
}

static void press_given_without_holding(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.pressed = LOPE_BUTTON_JUMP});
    tell(character, (lope_input){.move = {1, 0, 0}});
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1);
    lope_world_destroy(world);
}

// Held through flight and landing, said again each tick: one press is one jump.
static void holding_is_one_press(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    uint32_t jumps = 0;
    for (int i = 0; i < 180; i++) {
        tell(character, (lope_input){.held = LOPE_BUTTON_JUMP});
        steps(world, 1);
        jumps += count_events(world, LOPE_EVENT_JUMP);
    }
    assert_int_equal(jumps, 1);
    assert_int_equal(lope_character_state(character)->mode, LOPE_MODE_WALKING);
    tell(character, (lope_input){.held = 0});
    steps(world, 1);
    tell(character, (lope_input){.held = LOPE_BUTTON_JUMP});
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_JUMP), 1);
    lope_world_destroy(world);
}

static void press_is_seen_once(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.pressed = LOPE_BUTTON_JUMP});
    uint32_t jumps = 0;
    for (int i = 0; i < 180; i++) {
        steps(world, 1);
        jumps += count_events(world, LOPE_EVENT_JUMP);
    }
    assert_int_equal(jumps, 1);
    lope_world_destroy(world);
}

static void move_is_kept(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.move = {1, 0, 0}, .look_yaw = 0.5f});
    steps(world, 120);
    const lope_state *state = lope_character_state(character);
    // 2 s at 6 m/s less about 0.15 s of acceleration
    assert_true(state->feet.x > 10 && state->feet.x < 12);
    assert_true(fabsf(state->yaw - 0.5f) < 1e-6f);
    lope_world_destroy(world);
}

static void launch_is_used_up_once(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {0, 6, 0}}});
    tell(character, (lope_input){.move = {0, 0, 0}}); // a frame without the request does not take it back
    steps(world, 1);
    const float after_one = lope_character_state(character)->velocity.y;
    assert_true(after_one > 5.5f && after_one <= 6.0f);
    for (int i = 0; i < 10; i++) {
        const float before = lope_character_state(character)->velocity.y;
        steps(world, 1);
        // gravity alone: 9.8 / 60 a tick; a second launch would add 6
        assert_true(lope_character_state(character)->velocity.y < before);
    }
    lope_world_destroy(world);
}

// Velocity after one tick in a world without gravity, where a launch or an impulse is all that changes it.
static lope_vec3 weightless(const lope_input *inputs, int count)
{
    lope_world *world = lope_world_create(&(lope_world_def){.gravity_as_given = true});
    assert_non_null(world);
    lope_character *character =
        lope_character_create(world, &(lope_character_def){.mode = LOPE_MODE_FALLING, .velocity = {1, 2, 3}});
    assert_non_null(character);
    for (int i = 0; i < count; i++) tell(character, inputs[i]);
    steps(world, 1);
    const lope_vec3 velocity = lope_character_state(character)->velocity;
    lope_world_destroy(world);
    return velocity;
}

static void assert_velocity(lope_vec3 got, float x, float y, float z)
{
    // float sums of numbers below 20: a few units of the last place
    assert_true(fabsf(got.x - x) < 1e-5f && fabsf(got.y - y) < 1e-5f && fabsf(got.z - z) < 1e-5f);
}

static void launches_before_one_tick_add_up(void **unused)
{
    (void)unused;
    const lope_input adding[2] = {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {1, 1, 1}}},
                                  {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {2, 3, 4}}}};
    assert_velocity(weightless(adding, 2), 4, 6, 8);
    const lope_input vertical[2] = {
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {5, 7, 1}}},
        {.requests =
             &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_overrides_vertical = true, .launch_velocity = {1, 4, 0}}}};
    assert_velocity(weightless(vertical, 2), 7, 4, 4);
    const lope_input both[2] = {
        {.requests =
             &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_overrides_horizontal = true, .launch_velocity = {5, 0, 6}}},
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {1, 1, 1}}}};
    assert_velocity(weightless(both, 2), 6, 3, 7);
}

static void impulses_before_one_tick_add_up(void **unused)
{
    (void)unused;
    const lope_input same[2] = {{.requests = &(lope_requests){.impulse = {100, 0, 0}}},
                                {.requests = &(lope_requests){.impulse = {200, 0, 0}}}}; // N s on 100 kg
    assert_velocity(weightless(same, 2), 4, 2, 3);
    const lope_input mixed[3] = {{.requests = &(lope_requests){.impulse = {100, 0, 0}}},
                                 {.requests = &(lope_requests){.impulse = {0, 3, 0}, .impulse_is_velocity = true}},
                                 {.requests = &(lope_requests){.impulse = {0, 0, 100}}}};
    assert_velocity(weightless(mixed, 3), 2, 5, 4);
    const lope_input kept[2] = {{.requests = &(lope_requests){.impulse = {0, 3, 0}, .impulse_is_velocity = true}},
                                {.move = {0, 0, 0}}};
    assert_velocity(weightless(kept, 2), 1, 5, 3);
}

static void teleport_once(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character, (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {5, 0.01, 7}}});
    tell(character, (lope_input){0});
    steps(world, 1);
    assert_int_equal(count_events(world, LOPE_EVENT_TELEPORT), 1);
    const lope_state *state = lope_character_state(character);
    assert_true(fabs(state->feet.x - 5) < 0.01 && fabs(state->feet.z - 7) < 0.01);
    tell(character, (lope_input){.move = {1, 0, 0}});
    steps(world, 30);
    assert_int_equal(count_events(world, LOPE_EVENT_TELEPORT), 0);
    assert_true(state->feet.x > 5.5);
    lope_world_destroy(world);
}

static void not_finite_changes_nothing(void **unused)
{
    (void)unused;
    lope_world *worlds[2];
    lope_character *characters[2];
    for (int i = 0; i < 2; i++) {
        worlds[i] = world_with_floor(NULL);
        characters[i] = standing(worlds[i]);
        tell(characters[i], (lope_input){.move = {0, 0, 1}, .requests = &(lope_requests){.impulse = {50, 0, 0}}});
    }
    const float nan_value = nanf(""), infinite = INFINITY;
    const lope_input bad[] = {
        {.move = {nan_value, 0, 0}},
        {.move = {0, infinite, 0}, .held = LOPE_BUTTON_JUMP},
        {.look_yaw = nan_value},
        {.look_pitch = -infinite},
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {0, nan_value, 0}}},
        {.pressed = LOPE_BUTTON_JUMP, .requests = &(lope_requests){.impulse = {0, 0, infinite}}},
        {.requests = &(lope_requests){.force = {nan_value, 0, 0}}},
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {0, (double)nan_value, 0}}},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(lope_character_set_input(characters[1], &bad[i]), LOPE_ERROR_NOT_FINITE);
    const lope_input bad_mode = {.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = LOPE_MODE_COUNT}};
    assert_int_equal(lope_character_set_input(characters[1], &bad_mode), LOPE_ERROR_RANGE);
    assert_int_equal(lope_character_set_input(characters[1], NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_character_set_input(NULL, &bad[0]), LOPE_ERROR_NULL);
    for (int i = 0; i < 2; i++) steps(worlds[i], 30);
    assert_true(lope_world_hash(worlds[0]) == lope_world_hash(worlds[1]));
    assert_true(lope_character_state(characters[1])->feet.z > 0.5); // the good input before is still at work
    for (int i = 0; i < 2; i++) lope_world_destroy(worlds[i]);
}

// Two launches that may be, whose sum may not, are refused, and the first is kept.
static void sums_stay_in_range(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    const lope_input huge = {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {6e5f, 0, 0}}};
    tell(character, huge);
    assert_int_equal(lope_character_set_input(character, &huge), LOPE_ERROR_RANGE);
    lope_world_destroy(world);
}

// What no game means is refused at the border, by the name of its field, and changes nothing.
static void refused_by_name(void **unused)
{
    (void)unused;
    const struct {
        lope_input input;
        lope_result code;
        const char *field;
    } bad[] = {
        {{.move = {0, NAN, 0}}, LOPE_ERROR_NOT_FINITE, "move"},
        {{.look_yaw = INFINITY}, LOPE_ERROR_NOT_FINITE, "look_yaw"},
        {{.look_pitch = NAN}, LOPE_ERROR_NOT_FINITE, "look_pitch"},
        {{.requests = &(lope_requests){.impulse = {0, 1e38f, 0}}}, LOPE_ERROR_RANGE, "requests.impulse"},
        {{.requests = &(lope_requests){.impulse = {0, 2e6f, 0}, .impulse_is_velocity = true}},
         LOPE_ERROR_RANGE,
         "requests.impulse"},
        {{.requests = &(lope_requests){.force = {0, 0, -1e30f}}}, LOPE_ERROR_RANGE, "requests.force"},
        {{.requests = &(lope_requests){.knockback_time = -1}}, LOPE_ERROR_RANGE, "requests.knockback_time"},
        {{.requests = &(lope_requests){.launch_velocity = {1e30f, 0, 0}}}, LOPE_ERROR_RANGE, "requests.launch_velocity"},
        {{.requests = &(lope_requests){.avoidance = {0, 0, 1e20f}}}, LOPE_ERROR_RANGE, "requests.avoidance"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {1e300, 0, 0}}},
         LOPE_ERROR_RANGE,
         "requests.teleport_feet"},
        {{.requests = &(lope_requests){.has_requested_velocity = true, .requested_velocity = {NAN, 0, 0}}},
         LOPE_ERROR_NOT_FINITE,
         "requests.requested_velocity"},
        {{.requests = &(lope_requests){.has_root_motion = true, .root_motion.yaw = NAN}},
         LOPE_ERROR_NOT_FINITE,
         "requests.root_motion.yaw"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_height = -1}},
         LOPE_ERROR_RANGE,
         "requests.resize_height"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_MODE, .mode = 99}}, LOPE_ERROR_RANGE, "requests.mode"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = 77}}},
         LOPE_ERROR_RANGE,
         "requests.layer.kind"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.kind = LOPE_LAYER_VELOCITY}}},
         LOPE_ERROR_RANGE,
         "requests.layer.id"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = LOPE_LAYER_VELOCITY, .curve = 3}}},
         LOPE_ERROR_RANGE,
         "requests.layer.curve"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = LOPE_LAYER_MOVE_TO}}},
         LOPE_ERROR_RANGE,
         "requests.layer.duration"},
        {{.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER,
                                       .layer = {.id = 1, .kind = LOPE_LAYER_RADIAL, .target = {0, -1e99, 0}}}},
         LOPE_ERROR_RANGE,
         "requests.layer.target"},
    };
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        lope_error error = {0};
        const uint64_t before = lope_world_hash(world);
        assert_int_equal(lope_input_check(&bad[i].input, &moveset, &error), bad[i].code);
        assert_int_equal(error.code, bad[i].code);
        assert_string_equal(error.field, bad[i].field);
        assert_int_equal(lope_character_set_input(character, &bad[i].input), bad[i].code);
        assert_true(lope_world_hash(world) == before);
    }
    const lope_input good = {
        .move = {1, 0, 0},
        .requests = &(lope_requests){.impulse = {1e11f, 0, 0}, .knockback_time = 5, .teleport_feet = {1e7, 0, -1e7}}};
    assert_int_equal(lope_input_check(&good, &moveset, NULL), LOPE_OK);
    lope_error error = {0};
    assert_null(lope_character_create(world, &(lope_character_def){.feet = {0, 1e300, 0}, .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "feet");
    assert_null(lope_character_create(world, &(lope_character_def){.velocity = {0, 1e38f, 0}, .error = &error}));
    assert_string_equal(error.field, "velocity");
    lope_state far = *lope_character_state(character);
    far.feet.z = -1e300;
    assert_int_equal(lope_character_set_state(character, &far), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_radial_impulse(world, &(lope_radial){.radius = 5, .knockback_time = -1}, NULL), LOPE_ERROR_RANGE);
    lope_world_destroy(world);
}

// What lasts is kept, what is asked for once is used up: seen from outside by what the next ticks do.
static void knock_back_is_used_up(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character,
         (lope_input){.move = {1, 0, 0}, .requests = &(lope_requests){.impulse = {-300, 0, 0}, .knockback_time = 0.3f}});
    // of two the longer
    tell(character, (lope_input){.move = {1, 0, 0}, .requests = &(lope_requests){.knockback_time = 0.1f}});
    steps(world, 1);
    assert_true(fabsf(lope_character_state(character)->knockback_left - (0.3f - TICK)) < 1e-6f);
    assert_true(fabsf(lope_character_state(character)->velocity.x + 3) < 1e-5f);
    steps(world, 20);
    assert_true(lope_character_state(character)->knockback_left == 0);
    lope_world_destroy(world);
}

static void what_lasts_is_kept(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character,
         (lope_input){.move = {1, 0, 0}, .forbidden = LOPE_FORBID_MOVE, .requests = &(lope_requests){.force = {1000, 0, 0}}});
    steps(world, 3);
    assert_int_equal(lope_report_refused(lope_character_report(character), LOPE_ASKED_MOVE), LOPE_REFUSAL_FORBIDDEN);
    tell(character, (lope_input){.requests = &(lope_requests){.force = {3000, 0, 0}}});
    steps(world, 120);
    assert_int_equal(lope_report_refused(lope_character_report(character), LOPE_ASKED_MOVE), LOPE_REFUSAL_NONE);
    // 30 m/s2 less 20.48 of braking on 16 1/s of friction
    assert_true(fabsf(lope_character_state(character)->velocity.x - (30.0f - 20.48f) / 16) < 1e-3f);
    lope_world_destroy(world);
}

static lope_result told(lope_character *character, lope_input input) { return lope_character_set_input(character, &input); }

static lope_layer push_of(uint32_t id, float speed)
{
    return (lope_layer){.id = id, .kind = LOPE_LAYER_VELOCITY, .duration = 1, .velocity = {speed, 0, 0}};
}

// One layered move can begin in a tick: a second of another id is refused whole, one of the same id takes its
// place, an end before the beginning leaves none.
static void layers_before_one_tick(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    const lope_input first = {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = push_of(7, 1)}};
    const lope_input other = {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = push_of(8, 2)}};
    const lope_input same = {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = push_of(7, 3)}};
    const lope_input end_7 = {.requests = &(lope_requests){.asked = LOPE_REQUEST_END_LAYERS, .end_layer = 7}};
    const lope_input end_9 = {.requests = &(lope_requests){.asked = LOPE_REQUEST_END_LAYERS, .end_layer = 9}};
    const lope_input end_all = {.requests = &(lope_requests){.asked = LOPE_REQUEST_END_LAYERS}};
    assert_int_equal(told(character, first), LOPE_OK);
    assert_int_equal(told(character, other), LOPE_ERROR_STATE);
    assert_int_equal(told(character, same), LOPE_OK);
    assert_int_equal(told(character, end_7), LOPE_OK); // it never begins
    assert_int_equal(told(character, other), LOPE_OK);
    assert_int_equal(told(character, end_9), LOPE_ERROR_STATE);
    assert_int_equal(told(character, end_all), LOPE_OK);
    assert_int_equal(told(character, end_9), LOPE_OK); // all are ended anyway
    steps(world, 1);
    assert_int_equal(told(character, first), LOPE_OK); // the tick has used all that up
    const lope_input bad[] = {
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = push_of(7, nanf(""))}},
        {.requests = &(lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_radius = 0.3f, .resize_height = INFINITY}},
        {.requests = &(lope_requests){.has_root_motion = true, .root_motion = {.yaw = nanf("")}}},
        {.requests = &(lope_requests){.has_requested_velocity = true, .requested_velocity = {0, INFINITY, 0}}},
        {.requests = &(lope_requests){.avoidance = {nanf(""), 0, 0}}},
        {.requests = &(lope_requests){.knockback_time = INFINITY}}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) assert_int_equal(told(character, bad[i]), LOPE_ERROR_NOT_FINITE);
    const lope_input unread = {
        .requests =
            &(lope_requests){.layer = push_of(7, nanf("")), .resize_height = INFINITY, .requested_velocity = {0, INFINITY, 0}}};
    assert_int_equal(told(character, unread), LOPE_OK); // nobody asks for it
    lope_world_destroy(world);
}

// The last size and the last place count, with what belongs to them.
static void sizes_and_places_before_one_tick(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    tell(character,
         (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_radius = 0.2f, .resize_height = 1}});
    tell(character,
         (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_radius = 0.3f, .resize_height = 1.5f}});
    tell(character, (lope_input){.requests = &(lope_requests){
                                     .asked = LOPE_REQUEST_TELEPORT, .teleport_needs_room = true, .teleport_feet = {3, 0, 0}}});
    tell(character, (lope_input){.requests = &(lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = {4, 0, 0}}});
    tell(character, (lope_input){0});
    steps(world, 1);
    const lope_state *state = lope_character_state(character);
    assert_true(state->radius == 0.3f && state->height == 1.5f);
    assert_true(fabs(state->feet.x - 4) < 1e-6);
    lope_world_destroy(world);
}

// One delta after the other: the second begins where the first has turned it to.
static void root_motion_before_one_tick_adds_up(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *character = standing(world);
    const lope_point from = lope_character_state(character)->feet;
    const lope_input ahead = {
        .requests =
            &(lope_requests){.has_root_motion = true, .root_motion = {.translation = {0, 0, -0.05f}, .yaw = 0.5f * LOPE_PI}}};
    tell(character, ahead);
    tell(character, ahead);
    tell(character, (lope_input){0}); // an input without one leaves what there is
    steps(world, 1);
    // 5 cm ahead, a quarter to the left, 5 cm ahead: to -z, then to -x; and half a turn in all
    const lope_state *state = lope_character_state(character);
    assert_true(fabs(state->feet.x - (from.x - 0.05)) < 1e-5 && fabs(state->feet.z - (from.z - 0.05)) < 1e-5);
    assert_true(fabsf(fabsf(state->yaw) - LOPE_PI) < 1e-5f);
    const float speed = lope_vec3_length(state->velocity); // m/s, of 7 cm a tick
    assert_true(speed > 4);
    steps(world, 1); // used up: it brakes
    assert_true(lope_vec3_length(state->velocity) < speed - 0.3f);
    lope_world_destroy(world);
}

static void radial_impulse_on_all(void **unused)
{
    (void)unused;
    lope_world *world = world_with_floor(NULL);
    lope_character *all[3];
    for (int i = 0; i < 3; i++) all[i] = lope_character_create(world, &(lope_character_def){.feet = {2.0 + 2 * i, 0.01, 0}});
    steps(world, 30);
    uint32_t reached = 9;
    lope_radial radial = {.origin = {0, 0.88, 0}, .radius = 5, .strength = 500, .knockback_time = 0.2f};
    assert_int_equal(lope_world_radial_impulse(world, &radial, &reached), LOPE_OK);
    assert_int_equal(reached, 2);
    assert_int_equal(lope_world_radial_impulse(world, &radial, NULL), LOPE_OK); // two add up
    tell(all[0], (lope_input){0});
    steps(world, 1);
    assert_true(fabsf(lope_character_state(all[0])->velocity.x - 10) < 0.02f); // the middle is a hair under the origin's height
    assert_true(fabsf(lope_character_state(all[1])->velocity.x - 10) < 0.02f);
    assert_true(lope_character_state(all[2])->velocity.x == 0);
    radial.strength = nanf("");
    assert_int_equal(lope_world_radial_impulse(world, &radial, &reached), LOPE_ERROR_NOT_FINITE);
    radial = (lope_radial){.radius = -1};
    assert_int_equal(lope_world_radial_impulse(world, &radial, &reached), LOPE_ERROR_RANGE);
    assert_int_equal(lope_world_radial_impulse(world, NULL, &reached), LOPE_ERROR_NULL);
    lope_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(press_shorter_than_a_tick),
        cmocka_unit_test(press_given_without_holding),
        cmocka_unit_test(holding_is_one_press),
        cmocka_unit_test(press_is_seen_once),
        cmocka_unit_test(move_is_kept),
        cmocka_unit_test(launch_is_used_up_once),
        cmocka_unit_test(launches_before_one_tick_add_up),
        cmocka_unit_test(impulses_before_one_tick_add_up),
        cmocka_unit_test(teleport_once),
        cmocka_unit_test(not_finite_changes_nothing),
        cmocka_unit_test(sums_stay_in_range),
        cmocka_unit_test(refused_by_name),
        cmocka_unit_test(knock_back_is_used_up),
        cmocka_unit_test(what_lasts_is_kept),
        cmocka_unit_test(layers_before_one_tick),
        cmocka_unit_test(sizes_and_places_before_one_tick),
        cmocka_unit_test(root_motion_before_one_tick_adds_up),
        cmocka_unit_test(radial_impulse_on_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
