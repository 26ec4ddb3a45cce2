// test_rotation.c - where a character faces: by the control, toward its movement, at a rate, tilted, under
// any up.
#include "check.h"
#include "stage.h"

static const float rates[] = {20, 60, 360, 37.3f};
#define RATES 4

static const double pi = 3.14159265358979323846;

static stage *open_flat(const char *flag)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "use_controller_rotation_yaw", 0);
    if (flag) stage_tune(s, flag, 1);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    return s;
}

static void faces_the_control_by_default(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    s->input.look_yaw = 9;
    s->input.look_pitch = 0.5f;
    stage_tick(s, 0.01f);
    check_near("yaw", (double)s->state.yaw, 9 - 2 * pi, 1e-6);
    check_near("look", (double)s->state.look_yaw, 9 - 2 * pi, 1e-6);
    check_near("look", (double)s->state.look_pitch, 0.5, 1e-6);
    check_near("upright", (double)s->state.pitch, 0, 0);
    s->input.look_yaw = 1;
    s->input.forbidden = LOPE_FORBID_TURN;
    stage_tick(s, 0.01f);
    check_near("keeps", (double)s->state.yaw, 9 - 2 * pi, 1e-6);
    check_near("looks all the same", (double)s->state.look_yaw, 1, 1e-6);
    stage_close(s);
    s = open_flat(NULL);
    s->state.yaw = 0.25f;
    s->input.look_yaw = 1;
    stage_move(s, 0, 1);
    stage_run(s, 0.5, 60);
    check_near("none of them", (double)s->state.yaw, 0.25, 0);
    stage_close(s);
}

// Half a turn at 360 degrees a second takes half a second, whatever the tick rate; then it stands exactly
// there.
static void turns_toward_its_movement_at_its_rate(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_flat("orient_rotation_to_movement");
        stage_move(s, 0, 1); // straight back
        double time = 0, worst = 0;
        while (time < 0.45) {
            stage_tick(s, 1 / rates[i]);
            time += 1.0 / (double)rates[i];
            double off = fabs(fabs((double)s->state.yaw) - 2 * pi * time);
            if (off > worst) worst = off;
        }
        check_near("on the way", worst, 0, 1e-5);
        stage_run(s, 0.2, rates[i]);
        check_near("there", fabs((double)s->state.yaw), pi, 1e-6);
        stage_move(s, -1, 0); // yaw 90
        stage_run(s, 1, rates[i]);
        check_near("left", (double)s->state.yaw, pi / 2, 1e-6);
        stage_move(s, 0, 0);
        stage_run(s, 0.2, rates[i]);
        check_near("keeps it", (double)s->state.yaw, pi / 2, 1e-6);
        stage_close(s);
    }
}

static void goes_the_shorter_way(void **unused)
{
    (void)unused;
    const double cases[][3] = {{3.0, -3.0, 1}, {-3.0, 3.0, -1}, {0.2, -0.3, -1}, {0, 3.1, 1}, {0, -3.1, -1}};
    for (int i = 0; i < 5; i++) {
        stage *s = open_flat("use_controller_desired_rotation");
        stage_tune(s, "rotation_rate", 1);
        s->state.yaw = (float)cases[i][0];
        s->input.look_yaw = (float)cases[i][1];
        stage_tick(s, 0.05f);
        check_near("first", (double)s->state.yaw, cases[i][0] + 0.05 * cases[i][2], 1e-6);
        stage_run(s, 7, 60);
        check_near("there", (double)s->state.yaw, cases[i][1], 1e-6);
        stage_close(s);
    }
}

static void at_once_or_never(void **unused)
{
    (void)unused;
    stage *s = open_flat("use_controller_desired_rotation");
    s->input.look_yaw = 2;
    stage_tune(s, "rotation_rate", 0);
    stage_run(s, 1, 60);
    check_near("never", (double)s->state.yaw, 0, 0);
    stage_tune(s, "rotation_rate", -1);
    stage_tick(s, 0.01f);
    check_near("at once", (double)s->state.yaw, 2, 1e-6);
    stage_tune(s, "orient_rotation_to_movement", 1); // goes before the control
    stage_move(s, 1, 0);
    stage_tick(s, 0.01f);
    check_near("movement", (double)s->state.yaw, -pi / 2, 1e-6);
    s->requests.has_requested_velocity = true;
    s->requests.requested_velocity = lope_vec3_make(0, 0, 2);
    stage_tick(s, 0.01f);
    check_near("path", fabs((double)s->state.yaw), pi, 1e-6);
    stage_close(s);
}

static void tilts_where_it_may(void **unused)
{
    (void)unused;
    stage *s = open_flat("use_controller_desired_rotation");
    stage_tune(s, "keep_upright", 0);
    stage_tune(s, "rotation_rate_pitch", 1);
    s->input.look_pitch = 0.5f;
    stage_run(s, 0.5, 60);
    check_near("on the ground", (double)s->state.pitch, 0, 0);
    stage_place(s, 0, 5, 0, LOPE_MODE_FLYING);
    s->input.look_pitch = 0.5f;
    stage_run(s, 0.25, 20);
    check_near("on the way", (double)s->state.pitch, 0.25, 1e-6);
    stage_run(s, 0.5, 60);
    check_near("there", (double)s->state.pitch, 0.5, 1e-6);
    stage_tune(s, "orient_rotation_to_movement", 1);
    s->input.move = lope_vec3_make(0, -0.6f, -0.8f);
    stage_run(s, 3, 60);
    check_near("down along its way", (double)s->state.pitch, -asin(0.6), 1e-5);
    stage_tune(s, "rotation_rate_roll", 1);
    s->state.roll = 0.5f; // as a game has set it
    stage_run(s, 0.25, 20);
    check_near("levels its roll", (double)s->state.roll, 0.25, 1e-6);
    stage_tune(s, "keep_upright", 1);
    stage_tick(s, 0.01f);
    check_near("upright again", (double)s->state.pitch, 0, 0);
    stage_close(s);
}

static void under_any_up(void **unused)
{
    (void)unused;
    uint32_t seed = 20260705u;
    printf("  seed %u\n", seed);
    for (int i = 0; i < 50; i++) {
        float q[4];
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            q[k] = (float)(seed >> 8) / 16777216.0f - 0.5f;
        }
        lope_quat turn = lope_quat_normalize((lope_quat){q[0], q[1], q[2], q[3]});
        stage *s = stage_open_at(STAGE_BOXES, turn, lope_point_make(0, 0, 0));
        stage_floor(s);
        stage_tune(s, "orient_rotation_to_movement", 1);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        double way = 0.1 * i;
        stage_move(s, cos(way), sin(way));
        stage_run(s, 1, 60);
        // what it faces is where it goes
        lope_vec3 up = s->state.up, ahead = s->state.forward, left = lope_vec3_cross(up, ahead);
        lope_vec3 facing =
            lope_vec3_add(lope_vec3_scale(ahead, lope_cos(s->state.yaw)), lope_vec3_scale(left, lope_sin(s->state.yaw)));
        double speed = (double)lope_vec3_length(s->state.velocity);
        check_near("facing", (double)lope_vec3_dot(facing, s->state.velocity) / speed, 1, 1e-5);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_the_control_by_default), cmocka_unit_test(turns_toward_its_movement_at_its_rate),
        cmocka_unit_test(goes_the_shorter_way),         cmocka_unit_test(at_once_or_never),
        cmocka_unit_test(tilts_where_it_may),           cmocka_unit_test(under_any_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
