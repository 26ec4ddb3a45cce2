// test_camera_scenes.c - cameras among walls, pillars, corners, ceilings and moving bodies, and what each rig
// does.
#include "camera_stage.h"

#include <math.h>
#include <string.h>

#define HEAD 1.42  // m: the upper end of the capsule's core, 1.76 - 0.34
#define PIVOT 1.38 // m: the capsule's middle and target_offset of 0.5

// Deepest that the near plane's corners, edges and middle are in a box (m); negative: how far outside of it.
static double depth_in_box(const camera_stage *s, const double lower[3], const double upper[3])
{
    const double half = (double)s->rig.near_distance * tan(0.5 * (double)s->out.fov);
    double deepest = -1e9;
    for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++) {
            const lope_point local =
                lope_point_make(half * i / 4, half * j / 4 / (double)s->rig.aspect, -(double)s->rig.near_distance);
            const lope_point p = lope_point_add(s->out.position, lope_quat_rotate_point(s->out.rotation, local));
            const double x = fmin(p.x - lower[0], upper[0] - p.x), y = fmin(p.y - lower[1], upper[1] - p.y);
            deepest = fmax(deepest, fmin(fmin(x, y), fmin(p.z - lower[2], upper[2] - p.z)));
        }
    return deepest;
}

// The view turns once round while a wall is 0.9 m behind the character: no corner of the near plane comes in,
// and the arm goes no faster than is stated, except inward.
static void near_plane_stays_out_of_a_wall(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    const double lower[3] = {-20, -1, 0.9}, upper[3] = {20, 9, 1.5};
    camera_stage_box(s, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]);
    double deepest = -1, fastest = 0, before = 0;
    for (int i = 0; i < 600; i++) {
        s->in.view = (lope_view){.yaw = remainder(2 * PI * i / 600, 2 * PI), .pitch = -0.3 + 0.5 * sin(i * 0.02)};
        camera_stage_frame(s, 1.0 / 60);
        deepest = fmax(deepest, depth_in_box(s, lower, upper));
        // what pitch takes from the arm changes it too
        if (i > 0) fastest = fmax(fastest, s->out.arm - before);
        before = s->out.arm;
    }
    printf("  deepest %.1f mm, the arm comes out at %.2f m/s at most\n", deepest * 1e3, fastest * 60);
    assert_true(deepest <= -0.004);
    assert_true(fastest * 60 <= (double)s->rig.relax_speed + 0.5);
    camera_stage_close(s);
}

static void contraction_is_at_once(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.arm - 3) < 1e-6 && !s->out.blocked);
    const lope_body wall = camera_stage_box(s, -5, -5, 1, 5, 5, 2);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(s->out.blocked && s->out.body == 1 && s->out.contracted > 1.5);
    assert_true(fabs(s->out.arm - (1 - (double)s->out.probe_radius)) < 1e-6);
    assert_int_equal(lope_level_remove(s->level, wall), LOPE_OK);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(!s->out.blocked && s->out.arm < 1.2);
    camera_stage_close(s);
}

// A pillar of 0.2 m is swept by as the view turns: the camera stays behind it. A wall of 3 m is not looked past.
static void thin_pillar_is_looked_past(void **unused)
{
    (void)unused;
    for (int wide = 0; wide < 2; wide++) {
        camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
        const double half = wide ? 1.5 : 0.1;
        s->rig.whisker_angle = 0;
        camera_stage_box(s, -half, -1, 1.6, half, 5, 1.8);
        double least = 9;
        bool past = false;
        for (int i = 0; i <= 240; i++) {
            s->in.view.yaw = 1.2 - 0.01 * i;
            camera_stage_frame(s, 1.0 / 60);
            least = fmin(least, s->out.arm);
            past = past || s->out.looked_past;
        }
        assert_true(past == !wide);
        if (wide)
            assert_true(least < 1.6);
        else
            assert_true(least > 2.99);
        camera_stage_close(s);
    }
}

// The view turns past a pillar within one frame, away from a wall that had shortened the arm. At the frame's end
// nothing is in the way, but the pillar has shortened the arm: that is told.
static void what_passes_within_a_frame_is_told_as_a_contraction(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.whisker_angle = 0;
    camera_stage_box(s, -0.3, -1, 2.6, 0.3, 5, 2.8);
    for (int side = -1; side <= 1; side += 2) camera_stage_box(s, side < 0 ? -1 : 0.5, -1, 0.9, side < 0 ? -0.5 : 1, 5, 1.3);
    camera_stage_run(s, 1);
    const double before = s->out.arm;
    assert_true(s->out.blocked && before > 2);
    s->in.view.yaw = 1.3;
    camera_stage_frame(s, 1.0 / 30);
    printf("an arm of %.3f m, then %.3f m; told: %.3f m\n", before, s->out.arm, s->out.contracted);
    assert_true(!s->out.blocked && s->out.arm < before - 0.3);
    assert_true(s->out.contracted >= before - s->out.arm - 1e-9);
    camera_stage_close(s);
}

// A pillar that is nearer to the camera than the sphere allows is in the way, thin or not.
static void camera_never_stands_in_a_pillar(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    const double lower[3] = {-0.1, -1, 2.9}, upper[3] = {0.1, 5, 3.1};
    camera_stage_box(s, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2]);
    double deepest = -1;
    for (int i = 0; i <= 240; i++) {
        s->in.view.yaw = 0.6 - 0.005 * i;
        camera_stage_frame(s, 1.0 / 60);
        deepest = fmax(deepest, depth_in_box(s, lower, upper));
    }
    assert_true(deepest < -0.004);
    camera_stage_close(s);
}

// A ceiling 5 cm over the capsule, a pivot that asks for more, and a shoulder in a wall: all are tested.
static void pivot_and_hand_never_start_in_a_wall(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_OVER_SHOULDER);
    const double ceiling[2][3] = {{-9, 1.81, -9}, {9, 2.5, 9}}, wall[2][3] = {{0.4, -1, -9}, {2, 5, 9}};
    camera_stage_box(s, ceiling[0][0], ceiling[0][1], ceiling[0][2], ceiling[1][0], ceiling[1][1], ceiling[1][2]);
    camera_stage_box(s, wall[0][0], wall[0][1], wall[0][2], wall[1][0], wall[1][1], wall[1][2]);
    s->rig.target_offset[1] = 1.2f;
    for (int i = 0; i < 200; i++) {
        s->in.view = (lope_view){.yaw = 0.03 * i, .pitch = 0.8 * sin(0.05 * i)};
        camera_stage_frame(s, 1.0 / 60);
        const double r = (double)s->out.probe_radius - 1e-6;
        assert_true(s->out.pivot.y + r <= 1.81 && s->out.hand.x + r <= 0.4 && s->out.hand.y + r <= 1.81);
        assert_true(depth_in_box(s, ceiling[0], ceiling[1]) < -0.004 && depth_in_box(s, wall[0], wall[1]) < -0.004);
    }
    camera_stage_close(s);
}

// Other characters and rope are not in the way; what has the filter's channel is.
static void only_the_filters_channels_are_in_the_way(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    lope_box_def box = {.size = {4, 4, 0.5f}, .body.position = {0, 1, 1.5}, .body.channels = LOPE_CHANNEL_GAME};
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &box)));
    camera_stage_frame(s, 1.0 / 60);
    assert_false(s->out.blocked);
    s->in.probe.channels = LOPE_CHANNEL_GAME;
    camera_stage_frame(s, 1.0 / 60);
    assert_true(s->out.blocked);
    camera_stage_close(s);
}

// Feelers shorten the arm before the corner is in its way, and turn the view away where they may.
static void feelers_shorten_before_a_corner(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.whisker_turn = 1;
    s->in.subject.velocity = lope_vec3_make(0, 0, -3);
    s->rig.lag_forward = s->rig.lag_right = 0;
    camera_stage_box(s, 1.0, -1, 1.5, 9, 5, 9); // behind to the right, beside the arm
    camera_stage_frame(s, 1.0 / 60);
    double least = 3;
    for (int i = 0; i < 60; i++) {
        camera_stage_frame(s, 1.0 / 60);
        s->in.view.yaw += s->out.turn.yaw;
        least = fmin(least, s->out.arm);
        assert_false(s->out.blocked);
    }
    assert_true(least < 2.6);
    // the camera turns to the left of the character: the view to the right
    assert_true(s->in.view.yaw < -0.05);
    camera_stage_close(s);
}

static void teleport_does_not_smear(void **unused)
{
    (void)unused;
    for (int told = 0; told < 2; told++) {
        camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
        s->in.subject.velocity = lope_vec3_make(0, 0, -6);
        for (int i = 0; i < 60; i++) {
            s->in.subject.feet.z -= 0.1;
            camera_stage_frame(s, 1.0 / 60);
        }
        assert_true(s->out.pivot.z - s->in.subject.feet.z > 0.3); // it lags
        const double way = told ? 0.5 : 80;
        s->in.subject.feet.x += way;
        s->in.subject.teleported = told == 1;
        camera_stage_frame(s, 1.0 / 60);
        assert_true(s->out.teleported);
        assert_true(distance_of(s->out.pivot, lope_point_make(s->in.subject.feet.x, PIVOT, s->in.subject.feet.z)) < 1e-6);
        camera_stage_close(s);
    }
}

// A rider stands on a platform that goes and turns: the camera keeps its place in the platform's frame.
static void riders_camera_keeps_its_place_on_a_base(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    lope_point first = {0, 0, 0};
    s->rig.rotation_lag = 6;
    for (int i = 0; i < 240; i++) {
        const double t = i / 60.0, turn = 0.8 * t;
        lope_transform pose = {{4 * t, 2 * sin(t), -3 * t}, lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)turn)};
        s->in.subject.base = 7;
        s->in.subject.base_pose = pose;
        s->in.subject.feet = lope_transform_apply(&pose, lope_point_make(2, 0, 1));
        s->in.subject.velocity = lope_vec3_make(0, 0, 0);
        if (i > 0) { // as a state has it: the base's own velocity at the feet
            const lope_transform last = {{4 * (t - 1 / 60.0), 2 * sin(t - 1 / 60.0), -3 * (t - 1 / 60.0)},
                                         lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(turn - 0.8 / 60))};
            const lope_point was = lope_transform_apply(&last, lope_point_make(2, 0, 1));
            s->in.subject.velocity = lope_point_to_vec3(lope_point_scale(lope_point_sub(s->in.subject.feet, was), 60));
        }
        s->in.view.yaw = remainder(turn + 0.5, 2 * PI); // carried_yaw turns the view along
        camera_stage_frame(s, 1.0 / 60);
        const lope_point local = lope_transform_unapply(&pose, s->out.position);
        if (i == 0) first = local;
        if (distance_of(local, first) > 1e-4) fail_msg("frame %d: %.3g m", i, distance_of(local, first));
    }
    camera_stage_close(s);
}

// A step of 0.3 m and a crouch: the pivot goes there within its half-life, without a jump.
static void steps_and_crouching_are_smoothed(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->in.subject.standing_height = s->in.subject.height = 1.76f;
    camera_stage_frame(s, 1.0 / 60);
    s->in.subject.feet.y = 0.3;
    s->in.subject.stepped = 0.3f;
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.pivot.y - PIVOT) < 1e-6);
    s->in.subject.stepped = 0;
    camera_stage_frame(s, 0.06);
    assert_true(fabs(s->out.pivot.y - (PIVOT + 0.15)) < 1e-6);
    camera_stage_run(s, 1);
    s->in.subject.height = 1.0f;
    const double before = s->out.pivot.y;
    camera_stage_frame(s, 1e-6);
    assert_true(fabs(s->out.pivot.y - before) < 1e-3);
    camera_stage_run(s, 1);
    assert_true(fabs(s->out.pivot.y - (0.3 + PIVOT * 1.0 / 1.76)) < 1e-3);
    camera_stage_close(s);
}

// A character of the library goes up a flight of stairs: the pivot rises without a jump, as steep as the stairs and a
// half-life ask for, and ends where it belongs.
static void pivot_glides_up_stairs(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_box(s, -50, -1, -50, 50, 0, 50);
    for (int i = 0; i < 8; i++) camera_stage_box(s, -2, 0, -30, 2, 0.25 * (i + 1), -2 - 0.8 * i);
    lope_moveset moveset;
    const lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_state state;
    lope_report report;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0}}), LOPE_OK);
    lope_nearby *nearby = lope_nearby_create(NULL);
    double most_pivot = 0, most_feet = 0, last = 0, feet = 0;
    for (int i = 0; i < 180; i++) {
        const lope_input input = {.move = lope_vec3_make(0, 0, -0.6f)};
        assert_int_equal(lope_move(&state, &input, &moveset, &s->around, nearby, 1.0f / 60, &report), LOPE_OK);
        s->in.subject = lope_camera_subject_of(&state, &report);
        camera_stage_frame(s, 1.0 / 60);
        if (i > 0) most_pivot = fmax(most_pivot, s->out.pivot.y - last);
        if (i > 0) most_feet = fmax(most_feet, state.feet.y - feet);
        last = s->out.pivot.y;
        feet = state.feet.y;
    }
    printf("  the feet rise by up to %.3f m a frame, the pivot by %.3f m\n", most_feet, most_pivot);
    assert_true(most_feet > 0.1 && most_pivot < 0.25 * 0.25); // a frame takes 18 % of a step in at most
    s->in.subject.stepped = 0;
    camera_stage_run(s, 2);
    assert_true(fabs(s->out.pivot.y - (state.feet.y + PIVOT)) < 1e-3);
    lope_nearby_destroy(nearby);
    camera_stage_close(s);
}

static void dead_zone_keeps_the_pivot_until_it_is_left(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.dead_radius = 1;
    s->rig.dead_height = 0.5f;
    s->rig.lag_right = s->rig.lag_forward = s->rig.lag_up = s->rig.teleport_distance = 0;
    camera_stage_frame(s, 1.0 / 60);
    s->in.subject.feet = lope_point_make(0.6, 0.4, 0.7);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.pivot, lope_point_make(0, PIVOT, 0)) < 1e-6);
    s->in.subject.feet = lope_point_make(3, 2, 0);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.pivot, lope_point_make(2, PIVOT + 1.5, 0)) < 1e-6);
    camera_stage_close(s);
}

// Lag of two rates in a plane that turns with the view, at 30 and 240 frames a second. The slices of 1/240 s leave
// an error of second order: far under a millimetre.
static void lag_an_axis_does_not_depend_on_the_frame_rate(void **unused)
{
    (void)unused;
    lope_point at[2];
    for (int k = 0; k < 2; k++) {
        const int rate = k ? 240 : 30;
        camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
        s->rig.lag_right = 4;
        s->rig.lag_forward = 20;
        s->rig.lag_max_distance = 0;
        for (int i = 0; i <= rate; i++) {
            const double t = (double)i / rate;
            s->in.subject.feet = lope_point_make(4 * t, 0, -3 * t);
            s->in.subject.velocity = lope_vec3_make(4, 0, -3);
            s->in.view.yaw = 1.5 * t;
            camera_stage_frame(s, 1.0 / rate);
        }
        at[k] = s->out.position;
        camera_stage_close(s);
    }
    assert_true(distance_of(at[0], at[1]) < 1e-3);
}

static void body_fades_between_two_distances(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.arm_length = 0.7f;
    s->rig.whisker_angle = 0;
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs((double)s->out.fade - 0.5) < 1e-5); // halfway from 0.5 to 0.9 m
    s->rig.arm_length = 2;
    camera_stage_frame(s, 1.0 / 60);
    assert_true(s->out.fade >= 1);
    camera_stage_close(s);
}

// The world's origin is shifted by 1000 m in mid-motion: seen from the character nothing happens.
static void shift_of_the_origin_is_not_seen(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->in.subject.velocity = lope_vec3_make(5, 0, 0);
    for (int i = 0; i < 30; i++) {
        s->in.subject.feet.x = i / 12.0;
        camera_stage_frame(s, 1.0 / 60);
    }
    const lope_point way = {1000, -50, 300}, before = lope_point_sub(s->out.position, s->in.subject.feet);
    lope_camera_shift(&s->camera, way);
    s->in.subject.feet = lope_point_add(s->in.subject.feet, way);
    camera_stage_frame(s, 0);
    assert_false(s->out.teleported);
    assert_true(distance_of(lope_point_sub(s->out.position, s->in.subject.feet), before) < 1e-9);
    camera_stage_close(s);
}

// A wall that moves comes up from behind and goes again: the near plane is never in it.
static void moving_wall_pushes_the_camera(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    lope_box_def box = {.size = {6, 6, 1}, .body.position = {0, 2, 5}, .body.moving = true};
    const lope_body wall = lope_level_add_box(s->level, &box);
    assert_true(lope_level_valid(s->level, wall));
    double shortest = 9;
    for (int i = 0; i < 240; i++) {
        const double z = 3.2 + 2 * cos(i * 0.05);
        const lope_transform pose = {{0, 2, z}, {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(s->level, wall, &pose), LOPE_OK);
        camera_stage_frame(s, 1.0 / 60);
        const double lower[3] = {-3, -1, z - 0.5}, upper[3] = {3, 5, z + 0.5};
        assert_true(depth_in_box(s, lower, upper) < -0.004);
        shortest = fmin(shortest, s->out.arm);
    }
    assert_true(shortest < 0.7);
    camera_stage_close(s);
}

// The sample's numbers: 3.12 m ahead along the lane, 7.8 m beside it, 1.3 m up, looking across; a jump of less
// than air_hold does not move it, a fall does.
static void side_scroller_has_the_samples_numbers(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_SIDE);
    s->in.view.yaw = 2; // does not count
    s->rig.teleport_distance = 0;
    camera_stage_run(s, 0.1);
    assert_true(distance_of(s->out.position, lope_point_make(7.8, 0.88 + 1.3, -3.12)) < 1e-5);
    assert_true(distance_of(lope_quat_rotate_point(s->out.rotation, lope_point_make(0, 0, -1)), lope_point_make(-1, 0, 0)) <
                1e-6);
    s->in.subject.in_air = true;
    s->in.subject.feet.y = 1.5;
    camera_stage_run(s, 0.5);
    assert_true(fabs(s->out.position.y - 2.18) < 1e-5);
    s->in.subject.feet.y = -1;
    camera_stage_run(s, 3);
    assert_true(fabs(s->out.position.y - 1.18) < 1e-5);
    s->in.subject.feet.y = 3;
    camera_stage_run(s, 3);
    assert_true(fabs(s->out.position.y - (1 + 2.18)) < 1e-5); // 2 m under it
    s->in.subject.in_air = false;
    camera_stage_run(s, 3);
    assert_true(fabs(s->out.position.y - (3 + 2.18)) < 1e-5);
    camera_stage_close(s);
}

static void rigs_stand_where_they_say(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_FIRST_PERSON);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.position, lope_point_make(0, 0.88 + 0.75, 0)) < 1e-6);
    assert_true(s->out.fade <= 0);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_OVER_SHOULDER);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.position, lope_point_make(0.5, PIVOT + 0.1, 1.6)) < 1e-6);
    s->in.left_side = true;
    camera_stage_frame(s, 0.1); // its half-life
    assert_true(fabs(s->out.position.x) < 1e-6);
    camera_stage_run(s, 2);
    assert_true(fabs(s->out.position.x + 0.5) < 1e-4);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_LOCK_ON);
    s->in.has_target = true;
    s->in.target = lope_point_make(4, 1.584, 0);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.view.yaw + PI / 2) < 1e-6 && s->out.position.x < -2.9);
    s->in.target = lope_point_make(0, 1.584, -4);
    s->in.view = s->out.view;
    camera_stage_frame(s, log(2) / 8);                                  // the half-life of a lag of 8
    assert_true(fabs(s->out.view.yaw + 0.721347520 * (PI / 2)) < 1e-4); // a ramp lags by (1 - e^-x) / x of it
    camera_stage_run(s, 3);
    assert_true(fabs(s->out.view.yaw) < 1e-6);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_FIXED);
    s->in.place = lope_point_make(0, 3, 5);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.position, s->in.place) < 1e-9);
    const lope_point toward = lope_point_sub(s->out.pivot, s->in.place);
    const lope_point look = lope_quat_rotate_point(s->out.rotation, lope_point_make(0, 0, -lope_point_length(toward)));
    assert_true(distance_of(look, toward) < 1e-5);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_RAIL);
    const lope_point rail[3] = {{-10, 3, 4}, {10, 3, 4}, {10, 3, 20}};
    s->in.rail = rail;
    s->in.rail_count = 3;
    s->in.subject.feet.x = 2;
    camera_stage_frame(s, 1.0 / 60);
    assert_true(distance_of(s->out.position, lope_point_make(2, 3, 4)) < 1e-6);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_TOP_DOWN);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.position.y - (PIVOT + 9 * sin(PI / 3))) < 1e-5 && fabs(s->out.position.z - 4.5) < 1e-5);
    camera_stage_close(s);

    s = camera_stage_open(LOPE_CAMERA_FREE_FLY);
    camera_stage_box(s, -5, -5, -6, 5, 5, -5);
    s->in.fly = lope_vec3_make(0, 0, -1);
    camera_stage_run(s, 0.5);
    assert_true(fabs(s->out.position.z + 4) < 1e-6);
    camera_stage_run(s, 1);
    assert_true(fabs(s->out.position.z + 5 - (double)s->out.probe_radius) < 1e-6);
    camera_stage_close(s);
}

// The kind `unreal_spring_arm` is the spring arm of spring_arm.h.
static void unreal_rig_is_the_spring_arm(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_UNREAL);
    lope_spring_arm arm = {.started = 0};
    lope_spring_arm_output out;
    lope_spring_arm_settings settings = lope_spring_arm_unreal();
    camera_stage_box(s, -9, -9, 2, 9, 9, 3);
    s->rig.lag_right = 10;
    settings.enable_location_lag = true;
    for (int i = 0; i < 60; i++) {
        s->in.subject.feet = lope_point_make(0.1 * i, 0, 0);
        s->in.view = (lope_view){.yaw = 0.02 * i, .pitch = -0.01 * i};
        camera_stage_frame(s, 1.0 / 30);
        const lope_spring_arm_input in = {.pivot = {0.1 * i, 0.88, 0}, .view = s->in.view};
        assert_int_equal(lope_spring_arm_update(&arm, &settings, &in, &s->around, s->look, 1.0 / 30, &out), LOPE_OK);
        assert_true(distance_of(out.position, s->out.position) < 1e-7 && out.blocked == s->out.blocked); // 0.88 is of floats
    }
    camera_stage_close(s);
}

static void blend_goes_from_one_rig_to_another(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_run(s, 0.2);
    const lope_point from = s->out.position;
    s->rig = lope_camera_rig(LOPE_CAMERA_TOP_DOWN);
    s->rig.fov = 1;
    lope_camera_blend(&s->camera, 1);
    camera_stage_frame(s, 0.001);
    assert_true(distance_of(s->out.position, from) < 1e-3);
    double leap = 0;
    lope_point last = s->out.position;
    for (int i = 0; i < 70; i++) {
        camera_stage_frame(s, 1.0 / 60);
        leap = fmax(leap, distance_of(s->out.position, last));
        last = s->out.position;
    }
    assert_true(leap < 1.6 * 9 / 60); // the steepest of the blend's curve is 1.5 times its mean
    assert_true(fabs(s->out.position.y - (PIVOT + 9 * sin(PI / 3))) < 1e-5 && fabs((double)s->out.fov - 1) < 1e-6);
    camera_stage_close(s);
}

// To Unreal's arm and back while the character runs: no frame leaps, and the arm of before is forgotten.
static void blend_to_unreals_arm_and_back_is_smooth(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    const uint32_t kinds[4] = {LOPE_CAMERA_UNREAL, LOPE_CAMERA_THIRD_PERSON, LOPE_CAMERA_UNREAL, LOPE_CAMERA_THIRD_PERSON};
    s->in.subject.velocity = lope_vec3_make(6, 0, 0);
    lope_point last = {0, 0, 0};
    for (int i = 0; i < 400; i++) {
        if (i % 90 == 60 && i / 90 < 4) {
            s->rig = lope_camera_rig(kinds[i / 90]);
            s->rig.lag_right = 10; // of either kind
            lope_camera_blend(&s->camera, 0.3);
        }
        s->in.subject.feet.x = 0.1 * i;
        camera_stage_frame(s, 1.0 / 60);
        const double way = distance_of(s->out.position, last);
        if (i > 1 && way > 0.2) fail_msg("frame %d: %.3f m", i, way); // 0.1 m of the run, and as much of the blend
        last = s->out.position;
    }
    camera_stage_close(s);
}

// A body comes over a free camera: it is pushed out, and flies on.
static void free_fly_gets_out_of_what_comes_over_it(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_FREE_FLY);
    camera_stage_frame(s, 1.0 / 60);
    lope_box_def box = {.size = {2, 2, 2}, .body.position = {3, 1.6, 0}, .body.moving = true};
    const lope_body body = lope_level_add_box(s->level, &box);
    for (int i = 0; i < 60; i++) {
        const lope_transform pose = {{3 - 0.05 * i, 1.6, 0}, {0, 0, 0, 1}};
        assert_int_equal(lope_level_set_pose(s->level, body, &pose), LOPE_OK);
        camera_stage_frame(s, 1.0 / 60);
    }
    s->in.fly = lope_vec3_make(-1, 0, 0);
    camera_stage_run(s, 1);
    const double x = s->out.position.x;
    assert_true(x < -5);
    camera_stage_close(s);
}

static void shake_is_the_same_twice_and_ends(void **unused)
{
    (void)unused;
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
        const lope_camera_shake shake = {
            .seconds = 0.5f, .fade_out = 0.3f, .frequency = 12, .move = 0.1f, .turn = 0.05f, .seed = 4};
        camera_stage_frame(s, 1.0 / 60);
        const lope_point at = s->out.position;
        assert_int_equal(lope_camera_add_shake(&s->camera, &shake, NULL), LOPE_OK);
        double far = 0;
        for (int i = 0; i < 25; i++) {
            camera_stage_frame(s, 1.0 / 60);
            far = fmax(far, distance_of(s->out.position, at));
        }
        assert_true(far > 0.02 && far < 0.18);
        hashes[run] = lope_camera_hash(&s->camera);
        camera_stage_run(s, 0.3);
        assert_true(distance_of(s->out.position, at) < 1e-9);
        camera_stage_close(s);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void view_turns_behind_the_character_after_a_wait(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.recentre_wait = 1;
    s->in.subject.yaw = 1.2f;
    for (int i = 0; i < 58; i++) {
        camera_stage_frame(s, 1.0 / 60);
        assert_true(fabs(s->out.turn.yaw) < 1e-12);
    }
    double fastest = 0;
    for (int i = 0; i < 240; i++) {
        camera_stage_frame(s, 1.0 / 60);
        fastest = fmax(fastest, s->out.turn.yaw * 60);
        s->in.view.yaw += s->out.turn.yaw; // as lope_controller_add_look does
    }
    assert_true(fabs(s->in.view.yaw - 1.2) < 0.02);
    assert_true(fastest <= PI / 2 + 1e-6);
    s->in.view.yaw -= 0.5; // the player looks elsewhere
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.turn.yaw) < 1e-12);
    camera_stage_close(s);
}

static void speed_and_pitch_change_arm_and_lens(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->rig.speed_full = 6;
    s->rig.speed_arm = 0.2f;
    s->rig.speed_fov = 0.1f;
    s->rig.lag_forward = s->rig.lag_right = 0;
    s->in.subject.velocity = lope_vec3_make(0, 0, -6);
    camera_stage_frame(s, 1.0 / 60);
    assert_true(fabs(s->out.arm - 3.6) < 1e-5 && fabs((double)s->out.fov - 1.1 * PI / 2) < 1e-5);
    s->in.subject.velocity.z = 0;
    s->in.view.pitch = 70 * PI / 180;
    camera_stage_run(s, 3);
    assert_true(fabs(s->out.arm - 1.8) < 1e-2);
    camera_stage_close(s);
}

static void same_frames_have_the_same_hash_and_a_copy_goes_on_alike(void **unused)
{
    (void)unused;
    assert_true(sizeof(lope_camera) % 8 == 0);
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    camera_stage_box(s, -5, -5, 1.5, 5, 5, 2);
    s->in.subject.velocity = lope_vec3_make(1, 0, 0);
    camera_stage_run(s, 0.5);
    const lope_camera saved = s->camera;
    uint64_t hashes[2];
    for (int run = 0; run < 2; run++) {
        s->camera = saved;
        for (int i = 0; i < 30; i++) {
            s->in.subject.feet.x = 0.02 * i;
            s->in.view.yaw = 0.05 * i;
            camera_stage_frame(s, 1.0 / 60);
        }
        hashes[run] = lope_camera_hash(&s->camera);
    }
    // Equal on every compiler and machine. It changes when a law of the camera, or a default, is meant to.
    if (hashes[0] != UINT64_C(0xdbd69272e9e5624f)) fail_msg("hash %016llx", (unsigned long long)hashes[0]);
    assert_true(hashes[0] == hashes[1] && hashes[0] != lope_camera_hash(&saved));
    camera_stage_close(s);
}

static void bad_settings_and_input_are_refused_by_name(void **unused)
{
    (void)unused;
    lope_error error = {0};
    lope_camera_settings rig = lope_camera_rig(LOPE_CAMERA_THIRD_PERSON);
    for (uint32_t kind = 0; kind < LOPE_CAMERA_KIND_COUNT; kind++) {
        const lope_camera_settings preset = lope_camera_rig(kind);
        assert_true(preset.kind == kind && lope_camera_find(lope_camera_name(kind)) == kind);
        if (lope_camera_settings_check(&preset, &error) != LOPE_OK) fail_msg("%s: %s", lope_camera_name(kind), error.text);
    }
    rig.near_distance = 0;
    assert_int_equal(lope_camera_settings_check(&rig, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "near_distance");
    rig = lope_camera_rig(0);
    rig.lag_up = NAN;
    assert_int_equal(lope_camera_settings_check(&rig, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "lag_up");
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    s->in.error = &error;
    s->in.subject.feet.y = INFINITY;
    assert_int_equal(lope_camera_update(&s->camera, &s->rig, &s->in, &s->around, s->look, 0.1, &s->out), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "subject.feet");
    assert_true(s->camera.started == 0);
    camera_stage_close(s);
    uint32_t count;
    const lope_field *fields = lope_camera_fields(&count);
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *at = (const unsigned char *)&rig + fields[i].offset;
        float value;
        memcpy(&value, at, sizeof value);
        if (fields[i].kind != LOPE_FIELD_FLOAT && fields[i].kind != LOPE_FIELD_ANGLE) continue;
        if (strcmp(fields[i].name, "lag_up") == 0) continue;
        if (fabs((double)value - (double)fields[i].initial) > 1e-6) fail_msg("%s: %g", fields[i].name, (double)value);
    }
}

// lope_camera_measure against the exact distance of a wall, and of a body in the line of sight.
static void measures_tell_distance_and_sight(void **unused)
{
    (void)unused;
    camera_stage *s = camera_stage_open(LOPE_CAMERA_THIRD_PERSON);
    lope_camera_measures got;
    camera_stage_frame(s, 1.0 / 60); // at 0, 1.38, 3; the near plane at z 2.9
    camera_stage_box(s, -5, 1.38 + 0.05625 + 0.1, 2, 5, 4, 4);
    assert_int_equal(lope_camera_measure(&s->out, &s->rig, &s->in, &s->around, s->look, 0, &got), LOPE_OK);
    assert_true(fabs(got.near_clear - 0.1) < 4e-3 && got.head_visible && got.chest_visible);
    camera_stage_box(s, -5, 1.4, 1, 5, 5, 1.2);
    assert_int_equal(lope_camera_measure(&s->out, &s->rig, &s->in, &s->around, s->look, 0, &got), LOPE_OK);
    assert_true(!got.head_visible && got.chest_visible);
    camera_stage_box(s, -1, 1.3, 2.8, 1, 1.4, 3.2);
    assert_int_equal(lope_camera_measure(&s->out, &s->rig, &s->in, &s->around, s->look, 0, &got), LOPE_OK);
    assert_true(got.near_clear <= 0);
    camera_stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_plane_stays_out_of_a_wall),
        cmocka_unit_test(contraction_is_at_once),
        cmocka_unit_test(thin_pillar_is_looked_past),
        cmocka_unit_test(what_passes_within_a_frame_is_told_as_a_contraction),
        cmocka_unit_test(camera_never_stands_in_a_pillar),
        cmocka_unit_test(pivot_and_hand_never_start_in_a_wall),
        cmocka_unit_test(only_the_filters_channels_are_in_the_way),
        cmocka_unit_test(feelers_shorten_before_a_corner),
        cmocka_unit_test(teleport_does_not_smear),
        cmocka_unit_test(riders_camera_keeps_its_place_on_a_base),
        cmocka_unit_test(steps_and_crouching_are_smoothed),
        cmocka_unit_test(pivot_glides_up_stairs),
        cmocka_unit_test(dead_zone_keeps_the_pivot_until_it_is_left),
        cmocka_unit_test(lag_an_axis_does_not_depend_on_the_frame_rate),
        cmocka_unit_test(body_fades_between_two_distances),
        cmocka_unit_test(shift_of_the_origin_is_not_seen),
        cmocka_unit_test(moving_wall_pushes_the_camera),
        cmocka_unit_test(side_scroller_has_the_samples_numbers),
        cmocka_unit_test(rigs_stand_where_they_say),
        cmocka_unit_test(unreal_rig_is_the_spring_arm),
        cmocka_unit_test(blend_goes_from_one_rig_to_another),
        cmocka_unit_test(blend_to_unreals_arm_and_back_is_smooth),
        cmocka_unit_test(free_fly_gets_out_of_what_comes_over_it),
        cmocka_unit_test(shake_is_the_same_twice_and_ends),
        cmocka_unit_test(view_turns_behind_the_character_after_a_wait),
        cmocka_unit_test(speed_and_pitch_change_arm_and_lens),
        cmocka_unit_test(same_frames_have_the_same_hash_and_a_copy_goes_on_alike),
        cmocka_unit_test(bad_settings_and_input_are_refused_by_name),
        cmocka_unit_test(measures_tell_distance_and_sight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
