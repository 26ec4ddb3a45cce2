// test_lock_on.c - lock-on: the view along the line to a target at all rates and in four directions of gravity,
// choice by distance, angle and sight, flicks with hysteresis, loss by distance, sight and death, soft locks.
//
// The line's angles are computed here by a projection of its own. Random scenes print their seed.
#include "control_help.h"

#define PI 3.14159265358979323846
#define CLOSE 1e-5 // rad: what the closed forms are held to
#define RATES 6

static const double rates[RATES] = {20, 30, 60, 90, 240, 360};
static const lope_vec3 downs[4] = {{0, -1, 0}, {0, 1, 0}, {1, 0, 0}, {0.6f, -0.48f, 0.64f}};
static uint64_t seed = 31002;

static double draw(double low, double high) { return control_draw(&seed, low, high); }

// Returns a point of a state's own frame: ahead, to the left, up.
static lope_point at(const lope_state *state, double ahead, double left, double up)
{
    const lope_point u = lope_vec3_to_point(state->up), f = lope_vec3_to_point(state->forward), l = lope_point_cross(u, f);
    return lope_point_add(lope_point_add(lope_point_scale(f, ahead), lope_point_scale(l, left)), lope_point_scale(u, up));
}

static double turned(double a, double b) { return fabs(remainder(a - b, 2 * PI)); }

// A target flies past on a straight line while its hunter walks on another, on a turning base: in each frame
// the view lies along the line between the two, and look input does nothing.
static void a_hard_lock_looks_along_the_line(void **unused)
{
    (void)unused;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int g = 0; g < 4; g++)
        for (int r = 0; r < RATES; r++) {
            lope_state state = control_stand(downs[g]);
            lope_controller player = {.character = 1, .view = {.yaw = 2.5}};
            lope_lock_on lock = {.target = 77};
            const double v[3] = {draw(-4, 4), draw(-4, 4), draw(-1, 1)};
            for (int i = 1; i <= (int)(3 * rates[r]); i++) {
                const double t = i / rates[r], x = 3 + v[0] * t, y = 2 + v[1] * t, z = 1 + v[2] * t;
                state.carried_yaw = (float)(0.4 * t);
                const lope_lock_target target = {.id = 77, .point = at(&state, x, y, z)};
                const lope_lock_scene scene = {
                    .state = &state, .eye = at(&state, 0.5 * t, 0, 0.9), .targets = &target, .count = 1};
                lope_controller_add_look(&player, 0.3, 0.3, 0);
                assert_int_equal(lope_lock_on_update(&lock, NULL, &scene, &player, 1 / rates[r]), LOPE_OK);
                lope_controller_update(&player, NULL);
                const lope_view view = lope_controller_view(&player, &state);
                const double ahead = x - 0.5 * t, up = z - 0.9;
                check_below("yaw off", turned(view.yaw, atan2(y, ahead)), CLOSE);
                check_near("pitch", view.pitch, atan(up / sqrt(ahead * ahead + y * y)), CLOSE);
            }
            assert_int_equal(lock.target, 77);
        }
}

// A lock with a turn rate turns by it, and arrives at the same time at all rates; a soft one halves the way.
static void a_lock_turns_at_its_rate(void **unused)
{
    (void)unused;
    for (int g = 0; g < 4; g++)
        for (int r = 0; r < RATES; r++) {
            lope_state state = control_stand(downs[g]);
            const lope_lock_target target = {.id = 3, .point = at(&state, -4, 3, 0)}; // 143 degrees to the left
            const lope_lock_scene scene = {.state = &state, .targets = &target, .count = 1};
            const lope_lock_settings rate = {.turn_rate = 1.5f}, soft = {.soft_half_life = 0.25f};
            lope_controller hard_player = {.character = 1}, soft_player = {.character = 1};
            lope_lock_on hard = {.target = 3}, drawn = {.target = 3};
            const double whole = atan2(3, -4);
            for (int i = 1; i <= (int)(2 * rates[r]); i++) {
                const double t = i / rates[r], wanted = 1.5 * t < whole ? 1.5 * t : whole;
                assert_int_equal(lope_lock_on_update(&hard, &rate, &scene, &hard_player, 1 / rates[r]), LOPE_OK);
                assert_int_equal(lope_lock_on_update(&drawn, &soft, &scene, &soft_player, 1 / rates[r]), LOPE_OK);
                check_near("yaw at a rate", hard_player.view.yaw, wanted, CLOSE);
                check_near("yaw of a soft lock", soft_player.view.yaw, whole * (1 - pow(0.5, t / 0.25)), CLOSE);
            }
            lope_controller_add_look(&soft_player, 0.2, 0, 0); // a soft lock lets the player look on
            assert_int_equal(lope_lock_on_update(&drawn, &soft, &scene, &soft_player, 1e-9), LOPE_OK);
            lope_controller_update(&soft_player, NULL);
            check_near("look input beside a soft lock", soft_player.view.yaw, whole + 0.2, 0.01);
        }
}

// Against a plain search over all targets.
static void acquiring_takes_the_best_in_the_cone(void **unused)
{
    (void)unused;
    const lope_lock_settings s = {.range = 12, .cone = 0.7f, .distance_weight = 1.5f, .angle_weight = 1};
    uint32_t taken = 0, none = 0;
    for (int i = 0; i < 4000; i++) {
        lope_state state = control_stand(downs[i % 4]);
        lope_lock_target targets[6];
        const lope_controller player = {.character = 1, .view = {.yaw = draw(-3, 3), .pitch = draw(-0.5, 0.5)}};
        const double c = cos(player.view.pitch);
        const double ahead[3] = {c * cos(player.view.yaw), c * sin(player.view.yaw), sin(player.view.pitch)};
        uint64_t best = 0;
        double most = -1e9, second = -1e9;
        for (int k = 0; k < 6; k++) {
            const double p[3] = {draw(-10, 10), draw(-10, 10), draw(-4, 4)}, d = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
            const double angle = acos((p[0] * ahead[0] + p[1] * ahead[1] + p[2] * ahead[2]) / d), threat = draw(-0.2, 0.2);
            targets[k] =
                (lope_lock_target){.id = (uint64_t)(k + 1), .point = at(&state, p[0], p[1], p[2]), .threat = (float)threat};
            if (d > 12 || angle > (double)0.7f) continue;
            const double score = fmax(0, 1.5 * (1 - d / 12) + 1 - angle / (double)0.7f + (double)targets[k].threat);
            second = score > most ? most : fmax(second, score);
            if (score > most) best = targets[k].id;
            most = fmax(most, score);
        }
        if (best && most - second < 1e-4) continue; // as good as equal
        const lope_lock_scene scene = {.state = &state, .targets = targets, .count = 6};
        lope_lock_on lock = {0};
        assert_int_equal(lope_lock_on_acquire(&lock, &s, &scene, &player), LOPE_OK);
        assert_int_equal(lock.target, best);
        taken += best != 0;
        none += best == 0;
    }
    assert_true(taken > 500 && none > 500);
}

// A wall hides one of two targets; its own body hides nothing of a target. Sight lost for long ends the lock.
static void walls_hide_targets(void **unused)
{
    (void)unused;
    lope_level *level = lope_level_create(NULL);
    const lope_box_def wall = {.body = {.position = {0, 1, -3}}, .size = {2, 4, 0.2f}},
                       own = {.body = {.position = {0, 1, -6}, .id = 50}, .size = {1, 2, 1}};
    assert_true(lope_level_valid(level, lope_level_add_box(level, &wall)));
    assert_true(lope_level_valid(level, lope_level_add_box(level, &own)));
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *look = lope_nearby_create(NULL);
    lope_state state = control_stand(downs[0]);
    lope_lock_target targets[2] = {{.id = 1, .point = {0, 1, -6}, .body = 50}, {.id = 2, .point = {4, 1, -8}}};
    lope_lock_scene scene = {
        .surroundings = &surroundings, .look = look, .state = &state, .eye = {0, 1, 0}, .targets = targets, .count = 2};
    lope_controller player = {.character = 1};
    lope_lock_on lock = {0};
    assert_int_equal(lope_lock_on_acquire(&lock, NULL, &scene, &player), LOPE_OK);
    assert_int_equal(lock.target, 2); // the better one is behind the wall
    scene.eye.x = -3;                 // past the wall
    assert_int_equal(lope_lock_on_acquire(&lock, NULL, &scene, &player), LOPE_OK);
    assert_int_equal(lock.target, 1);
    scene.eye.x = 0;
    for (int r = 0; r < RATES; r++) {
        lope_lock_on hidden = lock;
        double lost = 0;
        for (int i = 1; lost <= 0; i++) {
            assert_true(i < 10000);
            assert_int_equal(lope_lock_on_update(&hidden, NULL, &scene, &player, 1 / rates[r]), LOPE_OK);
            if (!hidden.target) lost = i / rates[r];
        }
        check_near("s until it is lost", lost, 2, 1 / rates[r] + 1e-9); // it is judged once a frame
        assert_int_equal(hidden.ended, LOPE_LOCK_HIDDEN);
    }
    lope_lock_on far = lock;
    scene.eye.z = 30;
    assert_int_equal(lope_lock_on_update(&far, NULL, &scene, &player, 0.1), LOPE_OK);
    assert_int_equal(far.ended, LOPE_LOCK_FAR);
    scene.count = 0;
    assert_int_equal(lope_lock_on_update(&lock, NULL, &scene, &player, 0.1), LOPE_OK);
    assert_int_equal(lock.ended, LOPE_LOCK_GONE);
    assert_int_equal(lope_lock_on_acquire(&lock, NULL, NULL, &player), LOPE_ERROR_NULL);
    lope_nearby_destroy(look);
    lope_level_destroy(level);
}

// Five targets in a row: each flick goes to the neighbour on its side, once, however long the stick stays.
static void flicks_switch_once(void **unused)
{
    (void)unused;
    for (int g = 0; g < 4; g++) {
        lope_state state = control_stand(downs[g]);
        lope_lock_target targets[6];
        for (int k = 0; k < 5; k++)
            targets[k] = (lope_lock_target){.id = (uint64_t)(k + 1), .point = at(&state, 8, 2.0 * (k - 2), 1)};
        targets[5] = (lope_lock_target){.id = 6, .point = at(&state, 8, 0, 5)};
        lope_lock_scene scene = {.state = &state, .targets = targets, .count = 6};
        lope_controller player = {.character = 1};
        lope_lock_on lock = {.target = 3};
        static const struct {
            float x, y;
            int frames;
            uint64_t wanted;
        } sticks[] = {{0, 0, 5, 3},  {1, 0, 60, 2}, {0.5f, 0, 30, 2}, {1, 0, 30, 2}, {0.1f, 0, 30, 2}, {0.9f, 0.1f, 1, 1},
                      {0, 0, 1, 1},  {-1, 0, 5, 1}, {0, 0, 30, 1},    {-1, 0, 1, 2}, {0, 0, 30, 2},    {-1, 0, 1, 3},
                      {0, 0, 30, 3}, {0, 1, 1, 6},  {0, 0, 30, 6},    {0, 1, 30, 6}, {0, 0, 30, 6},    {0, -1, 1, 3}};
        for (size_t i = 0; i < sizeof sticks / sizeof *sticks; i++) {
            scene.flick[0] = sticks[i].x;
            scene.flick[1] = sticks[i].y;
            for (int k = 0; k < sticks[i].frames; k++)
                assert_int_equal(lope_lock_on_update(&lock, NULL, &scene, &player, 1 / 60.0), LOPE_OK);
            if (lock.target != sticks[i].wanted)
                fail_msg("gravity %d, stick %zu: target %llu, wanted %llu", g, i, (unsigned long long)lock.target,
                         (unsigned long long)sticks[i].wanted);
        }
        lope_lock_on_clear(&lock);
        assert_int_equal(lock.ended, LOPE_LOCK_CLEARED);
    }
}

static void bad_settings_are_named(void **unused)
{
    (void)unused;
    lope_error error;
    assert_int_equal(lope_lock_settings_check(&(lope_lock_settings){.range = -1}, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "range");
    assert_int_equal(lope_lock_settings_check(&(lope_lock_settings){.soft_half_life = NAN}, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "soft_half_life");
    assert_int_equal(lope_lock_settings_check(&(lope_lock_settings){0}, &error), LOPE_OK);
    assert_int_equal(lope_lock_settings_check(NULL, NULL), LOPE_ERROR_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_hard_lock_looks_along_the_line),
                                       cmocka_unit_test(a_lock_turns_at_its_rate),
                                       cmocka_unit_test(acquiring_takes_the_best_in_the_cone),
                                       cmocka_unit_test(walls_hide_targets),
                                       cmocka_unit_test(flicks_switch_once),
                                       cmocka_unit_test(bad_settings_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
