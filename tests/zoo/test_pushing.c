// The zoo's scenarios of pushing, in Bullet's world.
//
// Masses, friction and speeds as the scenarios have them; Bullet is an engine of floats that solves contacts
// by iteration, so bodies are judged to a few per cent.
#include "scene/bullet_here.h"
#include "zoo.h"

#include <math.h>
#include <string.h>

static const double rates[] = {20, 60, 360}; // Hz
#define RATES 3

static lope_point velocity_of(const zoo *z, const char *name)
{
    for (uint32_t i = 0; i < lope_scene_player_body_count(z->player); i++) {
        const lope_scene_body *body = lope_scene_player_body_at(z->player, i);
        lope_transform pose;
        lope_vec3 velocity = {0, 0, 0};
        if (strcmp(lope_scene_player_body_name(z->player, body->id), name) != 0) continue;
        assert_true(lope_scene_player_body_pose(z->player, body->id, &pose, &velocity));
        return lope_scene_player_vector_to_file(z->player, velocity);
    }
    fail_msg("there is no piece \"%s\"", name);
    return (lope_point){0, 0, 0};
}

static double most(double a, double b) { return a > b ? a : b; }

// A box that slides is slowed by friction in each step after it was pushed: by 0.5 g dt, 0.25 m/s of 6 at 20
// Hz.
static void a_light_box_goes_at_the_walkers_speed(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_light", rates[i]);
        zoo_play(z, 3.0);
        double from = zoo_piece(z, "crate").position.z, start = zoo_feet(z, "hero").z, fastest = 0, highest = 0;
        while (zoo_tick(z)) {
            fastest = most(fastest, -velocity_of(z, "crate").z);
            highest = most(highest, zoo_feet(z, "hero").y);
        }
        double crate = (from - zoo_piece(z, "crate").position.z) / 2.0, hero = (start - zoo_feet(z, "hero").z) / 2.0;
        print_message("  %3.0f Hz: the box %.3f m/s, fastest %.3f, the walker %.3f, up to %.1e m high\n", rates[i], crate,
                      fastest, hero, highest);
        assert_true(crate > 0.965 * 6.0 && crate < 6.01);
        assert_true(fabs(crate - hero) < 0.01 * 6.0);
        assert_true(fastest < 6.0 + 0.02);
        assert_true(highest < 1e-3);
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        zoo_close(z);
    }
}

static void a_heavy_box_stays(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_heavy", rates[i]);
        zoo_play(z, 0.4);
        lope_point from = zoo_piece(z, "block").position;
        while (zoo_tick(z)) continue;
        double moved = lope_point_length(lope_point_sub(zoo_piece(z, "block").position, from));
        lope_point feet = zoo_feet(z, "hero"), velocity = zoo_velocity(z, "hero");
        print_message("  %3.0f Hz: the box moved %.2f mm, the walker stands at %.4f and goes %.4f m/s\n", rates[i], 1e3 * moved,
                      feet.z, lope_point_length(velocity));
        assert_true(moved < 5e-3); // m: Bullet's bodies creep under a steady load
        assert_true(fabs(feet.z + 2.16) < 5e-3);
        assert_true(lope_point_length(velocity) < 0.02);
        zoo_close(z);
    }
}

static void a_ball_is_never_faster_than_its_pusher(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_ball", rates[i]);
        double fastest = 0, highest = 0;
        while (zoo_tick(z)) {
            fastest = most(fastest, lope_point_length(velocity_of(z, "ball")));
            highest = most(highest, zoo_piece(z, "ball").position.y);
        }
        print_message("  %3.0f Hz: fastest %.3f m/s, highest %.4f m\n", rates[i], fastest, highest);
        assert_true(fastest > 4.0 && fastest < 6.0 * 1.02);
        assert_true(highest < 0.52);
        zoo_close(z);
    }
}

static void nobody_is_launched_by_a_squeeze(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_squeeze", rates[i]);
        zoo_play(z, 2.5);
        double fastest = 0, own = 0, highest = 0;
        while (zoo_tick(z)) {
            fastest = most(fastest, lope_point_length(velocity_of(z, "crate")));
            own = most(own, lope_point_length(zoo_velocity(z, "hero")));
            highest = most(highest, zoo_feet(z, "hero").y);
        }
        print_message("  %3.0f Hz: the box %.4f m/s, the walker %.4f m/s, %.1e m high\n", rates[i], fastest, own, highest);
        assert_true(fastest < 0.3 && own < 0.1 && highest < 1e-3);
        assert_true(fabs(zoo_feet(z, "hero").z + 4.66) < 0.02);
        zoo_close(z);
    }
}

static void a_stack_is_pushed(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_stack", rates[i]);
        double fastest = 0;
        while (zoo_tick(z)) {
            fastest = most(fastest, lope_point_length(velocity_of(z, "lower")));
            fastest = most(fastest, lope_point_length(velocity_of(z, "upper")));
        }
        print_message("  %3.0f Hz: ends at %.3f, fastest box %.3f m/s\n", rates[i], zoo_feet(z, "hero").z, fastest);
        assert_true(zoo_feet(z, "hero").z < -10);
        assert_true(fastest < 7.5); // one that falls off adds the speed of its fall of 0.8 m: sqrt(36 + 2 g 0.8)
        zoo_close(z);
    }
}

static void a_plank_tips_under_weight(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_plank", rates[i]);
        zoo_tick(z);
        double fastest = 0, lowest = 1e9;
        while (zoo_tick(z)) {
            lope_quat q = zoo_piece(z, "plank").rotation;
            double tilt = 2 * asin(sqrt((double)(q.x * q.x + q.z * q.z))) * 57.29578;
            fastest = most(fastest, tilt);
            double y = zoo_feet(z, "hero").y;
            lowest = y < lowest ? y : lowest;
        }
        print_message("  %3.0f Hz: tilts by %.2f degrees, the walker is down at %.3f m\n", rates[i], fastest, lowest);
        assert_true(fastest > 10 && fastest < 30); // 0.8 m over 3 m: 15.5 degrees
        assert_true(lowest > -1e-3 && lowest < 0.6);
        zoo_close(z);
    }
}

static void who_is_hit_goes_along(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_pushed", rates[i]);
        double came = 0, after = 0, through = -1e9, momentum = 0;
        while (zoo_tick(z)) {
            lope_point v = velocity_of(z, "ball"), own = zoo_velocity(z, "hero"), at = zoo_piece(z, "ball").position;
            if (own.z <= 0 && after <= 0) came = v.z;
            if (own.z > after) after = own.z;
            if (own.z > 0 && momentum <= 0) momentum = 100 * own.z + 50 * v.z;
            through = most(through, at.z - zoo_feet(z, "hero").z);
        }
        print_message("  %3.0f Hz: comes with %.3f m/s, the one hit gets %.3f m/s; momentum %.0f to %.0f kg m/s\n", rates[i],
                      came, after, 50 * came, momentum);
        assert_true(after > 0.2 * came && after < came * 50 / 150 * 1.05);
        assert_true(through < -0.34); // its centre stays in front of the capsule
        zoo_close(z);
    }
}

static void what_falls_on_a_head_is_held(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        zoo *z = zoo_open("push_head", rates[i]);
        double lowest = 1e9;
        while (zoo_tick(z)) {
            double y = zoo_piece(z, "crate").position.y;
            lowest = y < lowest ? y : lowest;
        }
        print_message("  %3.0f Hz: the box rests at %.4f m, lowest %.4f m\n", rates[i], zoo_piece(z, "crate").position.y, lowest);
        assert_true(lowest > 1.76 + 0.3 - 1e-3); // m: its half and the character
        assert_true(zoo_piece(z, "crate").position.y < 1.76 + 0.3 + 1e-3);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CRUSH), 0);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_STUCK), 0);
        assert_true(fabs((double)zoo_state(z, "hero")->height - 1.76) < 1e-6);
        zoo_close(z);
    }
}

int main(void)
{
    if (!lope_scene_has_bullet()) {
        print_message("skipped: Bullet was not found (Debian: apt-get install libbullet-dev)\n");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_box_goes_at_the_walkers_speed),
        cmocka_unit_test(a_heavy_box_stays),
        cmocka_unit_test(a_ball_is_never_faster_than_its_pusher),
        cmocka_unit_test(nobody_is_launched_by_a_squeeze),
        cmocka_unit_test(a_stack_is_pushed),
        cmocka_unit_test(a_plank_tips_under_weight),
        cmocka_unit_test(who_is_hit_goes_along),
        cmocka_unit_test(what_falls_on_a_head_is_held),
    };
    return cmocka_run_group_tests_name("zoo.pushing", tests, NULL, NULL);
}
