// test_held.c - what comes to be inside a solid without having walked in: it is out on the near side, or
// reported stuck and held where it was; never through the far side, and never taken for free.
#include "check.h"
#include "stage.h"

// Born deep in a box of 12 m, 2 m under its top and far from its other faces. Boxes and hulls are known
// whole: out on top. Of a mesh no face is near: reported, and held fast whatever the input is. 3 m deep in a
// block it comes out up, whatever the block is made of.
static void born_deep_in_a_solid(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = stage_open((stage_form)form);
        stage_box(s, -6, -12, -6, 6, 0, 6);
        stage_place(s, 0.3, -3, 0.2, LOPE_MODE_FALLING);
        stage_tick(s, 1.0f / 60);
        brute_point f = stage_feet(s);
        printf("  %s: after a tick at %.3f %.3f %.3f, stuck %u\n", stage_form_names[form], f.x, f.y, f.z,
               (unsigned)s->state.stuck_ticks);
        assert_int_equal(s->state.stuck_ticks, 0);
        check_near("x", f.x, (double)0.3f, 1e-6);
        check_near("out", f.y, 0, 1e-4);
        stage_close(s);
    }
}

// Deeper in a mesh than a way out is looked for it is held still, and told once.
static void born_too_deep_in_a_mesh(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_MESH);
    stage_box(s, -16, -30, -16, 16, 0, 16);
    stage_place(s, 0.3, -12, 0.2, LOPE_MODE_FALLING);
    stage_move(s, 1, 0);
    stage_tick(s, 1.0f / 60);
    stage_run(s, 1, 60);
    assert_int_equal(s->state.stuck_ticks, 61);
    assert_int_equal(stage_count(s, LOPE_EVENT_STUCK), 1);
    check_near("held", stage_feet(s).y, -12, 0);
    check_near("held", stage_feet(s).x, (double)0.3f, 1e-6);
    stage_close(s);
}

// A block 10 m long that comes at 1 to 300 m/s: ahead of it, however long its way in a tick is, or, against a
// wall, held and told.
static void a_long_block_comes_fast(void **unused)
{
    (void)unused;
    static const double speeds[] = {1, 30, 300};
    for (int v = 0; v < 3; v++)
        for (int wall = 0; wall < 2; wall++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            if (wall) stage_box(s, 3, -1, -5, 4, 4, 5);
            lope_body block = stage_moving_box(s, -9, 1.55, 0, 10, 3, 4);
            stage_place(s, 0, 0, 0.3, LOPE_MODE_WALKING);
            stage_run(s, 0.2, 60);
            double x = -9, most = 8 / speeds[v] * 60;
            for (int t = 0; t < (most < 600 ? (int)most + 2 : 600); t++) {
                x += speeds[v] / 60 < -1.5 - x ? speeds[v] / 60 : -1.5 - x > 0 ? -1.5 - x : 0;
                stage_carry(s, block, x, 1.55, 0);
                stage_tick(s, 1.0f / 60);
                double front = x + 5, feet = stage_feet(s).x;
                bool told = s->state.stuck_ticks > 0;
                if (feet < -0.01) fail_msg("behind or under the block: feet %g", feet);
                if (wall && feet > 3) fail_msg("through the wall: feet %g", feet);
                if (!told && feet < front + 0.34 - 2e-3) fail_msg("in the block, not told: feet %g, front %g", feet, front);
            }
            printf("  %g m/s%s: front at %.3f, feet at %.3f, stuck %u\n", speeds[v], wall ? ", a wall behind" : "", x + 5,
                   stage_feet(s).x, (unsigned)s->state.stuck_ticks);
            assert_int_equal(s->state.stuck_ticks > 0, wall);
            stage_close(s);
        }
}

// A door 0.06 m thin presses the character against a wall, until it is at its core, and opens again: never to
// the door's back.
static void a_thin_door_closes(void **unused)
{
    (void)unused;
    static const float rates[] = {20, 60, 240};
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 2, -1, -5, 3, 4, 5);
        lope_body door = stage_moving_box(s, 0, 1.55, 0, 0.06, 3, 6);
        stage_place(s, 1, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.2, rates[i]);
        double x = 0;
        int leg = (int)(1.6 * (double)rates[i]);
        for (int t = 0; t < 2 * leg; t++) {
            x += (t < leg ? 1 : -1) / (double)rates[i];
            stage_carry(s, door, x, 1.55, 0);
            stage_tick(s, 1.0f / rates[i]);
            double feet = stage_feet(s).x;
            if (feet > 2 || feet < 1) fail_msg("%g Hz: feet at %g, the door at %g", (double)rates[i], feet, x);
            if (x > feet) fail_msg("%g Hz: at the door's back", (double)rates[i]);
        }
        printf("  %g Hz: door at %.3f, feet at %.3f, %d crush events\n", (double)rates[i], x, stage_feet(s).x,
               stage_count(s, LOPE_EVENT_CRUSH));
        assert_true(stage_count(s, LOPE_EVENT_CRUSH) >= 1);
        assert_int_equal(s->state.stuck_ticks, 0);
        stage_close(s);
    }
}

// A bar of 8 by 0.1 m that turns about its middle takes along who stands in its way, until it slips off its
// end: never at its back.
static void a_thin_bar_turns(void **unused)
{
    (void)unused;
    static const float rates[] = {10, 30, 120};
    static const double speeds[] = {1, 3, 8};
    for (int i = 0; i < 3; i++)
        for (int v = 0; v < 3; v++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            lope_body bar = stage_moving_box(s, 0, 1.05, 0, 8, 2, 0.1);
            double yaw = 0, start = -0.5;
            stage_place(s, 2.5 * cos(start), 0, -2.5 * sin(start), LOPE_MODE_WALKING);
            stage_run(s, 0.2, rates[i]);
            bool met = false;
            for (int t = 0; t < (int)(1.5 / speeds[v] * (double)rates[i]); t++) {
                yaw -= speeds[v] / (double)rates[i];
                lope_quat turn = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)yaw);
                lope_transform pose = {{0, 1.05, 0}, turn};
                assert_int_equal(lope_level_set_pose(s->level, bar, &pose), LOPE_OK);
                stage_tick(s, 1.0f / rates[i]);
                // In the bar's frame the character stays at +z, ahead of the turning end at +x.
                lope_quat back = lope_quat_conjugate(turn);
                brute_point f = stage_feet(s);
                lope_point local = lope_quat_rotate_point(back, lope_point_make(f.x, 0, f.z));
                met = met || local.z < 0.5;
                if (fabs(local.x) > 4) break; // past the end
                if (local.z < 0.39 - 2e-3 && s->state.stuck_ticks == 0)
                    fail_msg("%g Hz, %g rad/s: %.4f from the bar's middle plane", (double)rates[i], speeds[v], local.z);
            }
            assert_true(met);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(born_deep_in_a_solid),    cmocka_unit_test(born_too_deep_in_a_mesh),
        cmocka_unit_test(a_long_block_comes_fast), cmocka_unit_test(a_thin_door_closes),
        cmocka_unit_test(a_thin_bar_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
