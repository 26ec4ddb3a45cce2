// test_controller.c - the player's controller: look input, limits on the circle, ignored input, presses, pause,
// possession, the input of ticks in four directions of gravity and on a turning base, aim offsets.
//
// Rates are frames a second. Closed forms are computed in doubles here, by other means than the library's.
#include "control_help.h"

#define PI 3.14159265358979323846
#define DEGREE (PI / 180.0)
#define CLOSE 1e-5 // rad and shares: what the closed forms are held to
#define RATES 6

static const double rates[RATES] = {20, 30, 60, 90, 240, 360};
static uint64_t seed = 20261127;

static double draw(double low, double high) { return control_draw(&seed, low, high); }

// Look input of an even speed ends at the same control rotation at all rates, and is taken in once.
static void look_input_is_taken_in_once(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        lope_controller c = {0};
        const uint32_t frames = (uint32_t)(3 * rates[r]);
        for (uint32_t i = 0; i < frames; i++) {
            lope_controller_add_look(&c, 0.4 / rates[r], 0.1 / rates[r], -0.05 / rates[r]);
            lope_controller_add_look(&c, 0.3 / rates[r], 0, 0);
            lope_controller_update(&c, NULL);
        }
        lope_controller_update(&c, NULL); // nothing was added: nothing turns
        check_near("yaw", c.view.yaw, 3 * 0.7, CLOSE);
        check_near("pitch", c.view.pitch, 3 * 0.1, CLOSE);
        check_near("roll", c.view.roll, 3 * -0.05, CLOSE);
    }
}

// The nearer end on the circle, by comparing the two ends' distances: another way than the library's.
static double nearer_end(double angle, double least, double most)
{
    double arc = fmod(most - least + 20 * PI, 2 * PI), off = fmod(angle - least + 20 * PI, 2 * PI);
    if (off <= arc) return angle;
    const double past = off - arc, before = 2 * PI - off;
    return past < before ? most : least;
}

static double turned(double a, double b) { return fabs(remainder(a - b, 2 * PI)); }

static void limits_are_on_the_circle(void **unused)
{
    (void)unused;
    printf("seed %llu\n", (unsigned long long)seed);
    uint32_t cut = 0;
    for (int i = 0; i < 100000; i++) {
        const double least = draw(-PI, PI), most = least + draw(0.01, 2 * PI - 0.01), angle = draw(-9, 9);
        const double limit = lope_angle_limit(angle, least, most), wanted = nearer_end(angle, least, most);
        assert_true(limit > -PI - 1e-12 && limit <= PI + 1e-12);
        if (turned(limit, wanted) > CLOSE && fabs(turned(angle, least) - turned(angle, most)) > 1e-9)
            fail_msg("%g in %g to %g: %g, wanted %g", angle, least, most, limit, wanted);
        cut += turned(limit, angle) > CLOSE;
    }
    assert_in_range(cut, 20000, 80000); // of both kinds
}

// Without limits given they are Unreal's.
static void limits_are_unreals_by_default(void **unused)
{
    (void)unused;
    lope_controller c = {0};
    lope_controller_add_look(&c, 7.0, 2.0, -3.0);
    lope_controller_update(&c, NULL);
    check_near("yaw", c.view.yaw, 7.0 - 2 * PI, CLOSE);
    check_near("pitch", c.view.pitch, 89.9 * DEGREE, CLOSE);
    check_near("roll", c.view.roll, -89.9 * DEGREE, CLOSE);
    const lope_controller_settings settings = {
        .limits = {.least_pitch = -0.5, .most_pitch = 0.25, .least_yaw = 3, .most_yaw = 4}};
    lope_controller_update(&c, &settings);
    check_near("pitch", c.view.pitch, 0.25, CLOSE);
    check_near("yaw", c.view.yaw, 3.0, CLOSE); // 0.717 is 2.28 from 3 and 3.0 from 4
    lope_controller_set_view(&c, &settings, (lope_view){.pitch = NAN, .yaw = 1});
    check_near("yaw", c.view.yaw, 3.0, CLOSE);
}

static void halve(void *context, lope_view *view, lope_view *added)
{
    ++*(int *)context;
    added->yaw *= 0.5;
    view->pitch += 0.125;
}

static void the_camera_manager_changes_what_is_added(void **unused)
{
    (void)unused;
    int calls = 0;
    lope_controller c = {0};
    const lope_controller_settings settings = {.modify = halve, .context = &calls};
    lope_controller_add_look(&c, 1, 0, 0);
    lope_controller_update(&c, &settings);
    assert_int_equal(calls, 1);
    check_near("yaw", c.view.yaw, 0.5, CLOSE);
    check_near("pitch", c.view.pitch, 0.125, CLOSE);
}

// Look and move input are ignored by counters of their own, which nest; force passes.
static void ignored_input_nests(void **unused)
{
    (void)unused;
    lope_controller c = {.character = 1};
    lope_state state = control_stand((lope_vec3){0, -1, 0});
    lope_input input = {0};
    lope_controller_ignore_look(&c, true);
    lope_controller_ignore_look(&c, true);
    lope_controller_ignore_look(&c, false);
    lope_controller_add_look(&c, 1, 0, 0);
    lope_controller_add_move(&c, (lope_vec3){1, 0, 0}, 0.5f, false);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    check_near("yaw while ignored", c.view.yaw, 0, 0);
    check_near("move", (double)input.move.x, 0.5, CLOSE);
    lope_controller_ignore_look(&c, false);
    lope_controller_ignore_look(&c, false); // one too many
    lope_controller_ignore_move(&c, true);
    lope_controller_add_look(&c, 1, 0, 0);
    lope_controller_add_move(&c, (lope_vec3){1, 0, 0}, 1, false);
    lope_controller_add_move(&c, (lope_vec3){0, 0, 1}, 0.25f, true);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    check_near("yaw", c.view.yaw, 1, CLOSE);
    check_near("move while ignored", (double)input.move.x, 0, 0);
    check_near("forced move", (double)input.move.z, 0.25, CLOSE);
    lope_controller_ignore_look(&c, true);
    lope_controller_reset_ignores(&c);
    assert_int_equal(c.look_ignores + c.move_ignores, 0);
}

// The stick counts by the view's yaw, in the level plane of any gravity: against a rotation made by hand.
static void stick_follows_the_view_in_any_gravity(void **unused)
{
    (void)unused;
    static const lope_vec3 downs[] = {{0, -1, 0}, {0, 1, 0}, {1, 0, 0}, {0.6f, -0.48f, 0.64f}};
    for (int g = 0; g < 4; g++)
        for (int i = 0; i < 200; i++) {
            lope_state state = control_stand(downs[g]);
            state.carried_yaw = (float)draw(-3, 3);
            lope_controller c = {.character = 7, .view = {.yaw = draw(-3, 3), .pitch = draw(-1, 1)}};
            const double right = draw(-0.7, 0.7), forward = draw(-0.7, 0.7), yaw = c.view.yaw + (double)state.carried_yaw;
            lope_controller_add_stick(&c, (float)right, (float)forward, false);
            lope_controller_update(&c, NULL);
            lope_input input = {0};
            lope_controller_input(&c, &state, &input);
            const lope_point up = lope_vec3_to_point(state.up), ahead = lope_vec3_to_point(state.forward);
            const lope_point left = lope_point_cross(up, ahead);
            const lope_point look = lope_point_add(lope_point_scale(ahead, cos(yaw)), lope_point_scale(left, sin(yaw)));
            const lope_point aside = lope_point_cross(look, up);
            const lope_point wanted = lope_point_add(lope_point_scale(look, forward), lope_point_scale(aside, right));
            const lope_point off = lope_point_sub(lope_vec3_to_point(input.move), wanted);
            check_below("off", lope_point_length(off), CLOSE);
            // and the view's rotation looks the same way
            const lope_quat q = lope_view_rotation(lope_controller_view(&c, &state), state.up, state.forward);
            const lope_point sees = lope_vec3_to_point(lope_quat_rotate(q, lope_vec3_make(0, 0, -1)));
            const lope_point line =
                lope_point_add(lope_point_scale(look, cos(c.view.pitch)), lope_point_scale(up, sin(c.view.pitch)));
            check_below("line of sight", lope_point_length(lope_point_sub(sees, line)), CLOSE);
        }
}

// Presses of frames without a tick wait; of several ticks the first gets them; a stick is given to all.
static void presses_meet_ticks_once(void **unused)
{
    (void)unused;
    lope_controller c = {.character = 1};
    lope_state state = control_stand((lope_vec3){0, -1, 0});
    lope_input input = {0};
    lope_controller_press(&c, LOPE_BUTTON_JUMP);
    lope_controller_let_go(&c, LOPE_BUTTON_JUMP);
    lope_controller_update(&c, NULL);
    lope_controller_add_stick(&c, 0, 1, false);
    lope_controller_press(&c, LOPE_BUTTON_CROUCH);
    lope_controller_press(&c, LOPE_BUTTON_CROUCH); // is down already
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    assert_int_equal(input.pressed, LOPE_BUTTON_JUMP | LOPE_BUTTON_CROUCH);
    assert_int_equal(input.held, LOPE_BUTTON_CROUCH);
    lope_controller_input(&c, &state, &input);
    assert_int_equal(input.pressed, 0);
    check_near("stick in the second tick", (double)input.move.z, -1, CLOSE);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    check_near("stick of a frame without", (double)input.move.z, 0, 0);
    lope_controller_add_stick(&c, 0, 1, false);
    lope_controller_update(&c, NULL);
    check_near("consumed", (double)lope_controller_consume_move(&c, &state).z, -1, CLOSE);
    check_near("consumed again", (double)lope_controller_consume_move(&c, &state).z, 0, 0);
}

static void pause_and_possession_forget_input(void **unused)
{
    (void)unused;
    lope_controller c = {.character = 1};
    lope_state state = control_stand((lope_vec3){0, -1, 0});
    lope_input input = {.pressed = 1, .held = 1};
    lope_controller_press(&c, LOPE_BUTTON_JUMP);
    lope_controller_add_look(&c, 1, 0, 0);
    lope_controller_pause(&c, true);
    lope_controller_press(&c, LOPE_BUTTON_CROUCH);
    lope_controller_add_look(&c, 1, 0, 0);
    lope_controller_add_stick(&c, 1, 0, true);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    assert_int_equal(input.pressed | input.held, 0);
    check_near("move", (double)lope_vec3_length(input.move), 0, 0);
    lope_controller_let_go(&c, LOPE_BUTTON_JUMP); // is taken while paused
    lope_controller_pause(&c, false);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    assert_int_equal(input.pressed | input.held, 0);
    check_near("yaw", c.view.yaw, 0, 0);
    state.yaw = 2;
    state.carried_yaw = 0.5f;
    lope_controller_press(&c, LOPE_BUTTON_JUMP);
    lope_controller_possess(&c, 9, &state);
    lope_controller_input(&c, &state, &input);
    assert_int_equal(input.pressed, 0);
    assert_int_equal(input.held, LOPE_BUTTON_JUMP);
    check_near("view", lope_controller_view(&c, &state).yaw, 2, CLOSE);
    lope_controller_release(&c);
    lope_controller_add_stick(&c, 1, 0, false);
    lope_controller_update(&c, NULL);
    lope_controller_input(&c, &state, &input);
    check_near("of nobody", (double)lope_vec3_length(input.move), 0, 0);
}

// A turntable turns the view by its own turn, once, at all rates; the stick goes with it.
static void a_turning_base_carries_the_view_once(void **unused)
{
    (void)unused;
    for (int r = 0; r < RATES; r++) {
        lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rates[r]});
        lope_box_def box = {.body = {.position = {0, -0.5, 0}}, .size = {20, 1, 20}};
        box.body.moving = true;
        const lope_body table = lope_world_add_box(world, &box);
        assert_true(lope_level_valid(lope_world_level(world), table));
        lope_character *character = lope_character_create(world, &(lope_character_def){.id = 5});
        assert_non_null(character);
        lope_controller c = {0};
        lope_controller_possess(&c, 5, lope_character_state(character));
        const double spin = 0.7;
        const uint32_t ticks = (uint32_t)(2 * rates[r]);
        for (uint32_t i = 0; i < ticks; i++) {
            const lope_transform pose = {.position = {0, -0.5, 0},
                                         .rotation =
                                             lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)(spin * (i + 1) / rates[r]))};
            assert_int_equal(lope_level_set_pose(lope_world_level(world), table, &pose), LOPE_OK);
            lope_input input = {0};
            lope_controller_add_look(&c, 0.2 / rates[r], 0, 0);
            lope_controller_update(&c, NULL);
            lope_controller_input(&c, lope_character_state(character), &input);
            assert_int_equal(lope_character_set_input(character, &input), LOPE_OK);
            assert_int_equal(lope_world_step(world, (float)(1 / rates[r])), LOPE_OK);
        }
        // the first tick finds the base, and is not yet carried by it where it falls onto it
        const double turned_by = lope_controller_view(&c, lope_character_state(character)).yaw - c.view.yaw;
        check_near("own yaw", c.view.yaw, 0.4, CLOSE);
        check_near("carried", turned_by, 2 * spin, spin / rates[r] + CLOSE);
        check_near("look of the state", (double)lope_character_state(character)->look_yaw, c.view.yaw + turned_by, CLOSE);
        lope_world_destroy(world);
    }
}

static void aim_offset_is_the_view_against_the_facing(void **unused)
{
    (void)unused;
    lope_state state = control_stand((lope_vec3){0, -1, 0});
    state.yaw = 3;
    state.look_yaw = -3;
    state.look_pitch = 0.5f;
    const lope_aim_offset aim = lope_state_aim_offset(&state);
    check_near("yaw", aim.yaw, 2 * PI - 6, CLOSE);
    check_near("pitch", aim.pitch, 0.5, CLOSE);
}

static void bad_settings_are_named(void **unused)
{
    (void)unused;
    lope_error error;
    lope_controller_settings settings = {.limits = {.least_pitch = 1, .most_pitch = -1}};
    assert_int_equal(lope_controller_settings_check(&settings, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "limits.least_pitch");
    settings.limits = (lope_view_limits){.most_roll = NAN};
    assert_int_equal(lope_controller_settings_check(&settings, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "limits.most_roll");
    settings.limits = (lope_view_limits){.least_yaw = -7, .most_yaw = 0};
    assert_int_equal(lope_controller_settings_check(&settings, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "limits.least_yaw");
    assert_int_equal(lope_controller_settings_check(NULL, NULL), LOPE_ERROR_NULL);
    settings.limits = (lope_view_limits){0};
    assert_int_equal(lope_controller_settings_check(&settings, &error), LOPE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(look_input_is_taken_in_once),
                                       cmocka_unit_test(limits_are_on_the_circle),
                                       cmocka_unit_test(limits_are_unreals_by_default),
                                       cmocka_unit_test(the_camera_manager_changes_what_is_added),
                                       cmocka_unit_test(ignored_input_nests),
                                       cmocka_unit_test(stick_follows_the_view_in_any_gravity),
                                       cmocka_unit_test(presses_meet_ticks_once),
                                       cmocka_unit_test(pause_and_possession_forget_input),
                                       cmocka_unit_test(a_turning_base_carries_the_view_once),
                                       cmocka_unit_test(aim_offset_is_the_view_against_the_facing),
                                       cmocka_unit_test(bad_settings_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
