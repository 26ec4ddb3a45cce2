// test_moving_sides.c - what a push from the side is at the instant at which it turns.
//
// Two kinds of scenes in which one tick decided: a corner that turns away from a standing character, and a
// tilting face along which a character walks. Before, at single rates, the first lifted the character onto the
// body, and the second pressed it into the floor, so that it crouched. Read next:
// src/motion/moving/push_out.c.
#include "../zoo/zoo.h"

#include <math.h>
#include <stdio.h>

static const double rates[] = {20, 30, 60, 90, 120, 144, 240, 300, 360, 500, 1000};
#define RATES (sizeof rates / sizeof *rates)

static const char *const turns[] = {"0,0,0,1", "1,0,0,0", "0.5,0.5,0.5,0.5"};

// A platform of a step's height goes past and turns. Its corner comes nearer along the ground, and then goes
// away: it has pushed the character, which stays on the floor.
static void a_corner_that_turns_away_does_not_lift(void **unused)
{
    (void)unused;
    lope_point first = {0, 0, 0};
    for (size_t i = 0; i < 3 * RATES; i++) {
        zoo *z = zoo_open_text(
            "moving_sides", rates[i % RATES],
            "{\"lope\":1,\"duration\":3,\"turn\":[%s],\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},"
            "{\"name\":\"mover\",\"box\":[3.145235,0.242078,3.145235],\"position\":[-2.225241,0.121039,0.771934],\"euler\":[0,"
            "45.52672,0],\"motion\":{\"velocity\":[0.593695,0,-0.205952],\"spin\":[0,36.725747,0]}}],\"characters\":[{\"name\":"
            "\"hero\",\"feet\":[0,0.252078,0]}]}",
            turns[i / RATES]);
        zoo_play(z, 3);
        const lope_point end = zoo_feet(z, "hero");
        if (i == 0) first = end;
        printf("  %g Hz: %.4f %.4f %.4f\n", rates[i % RATES], end.x, end.y, end.z);
        assert_true(fabs(end.y) < 1e-3);
        // promise 7; it was pushed along for 1.85 m
        assert_true(hypot(end.x - first.x, end.z - first.z) < 0.01);
        zoo_close(z);
    }
}

// A platform rises and tilts, and its side pushes a character that walks against it. The push stays level as
// the side turns: the character has room, and does not crouch.
static void a_face_that_tilts_does_not_press_down(void **unused)
{
    (void)unused;
    lope_point first = {0, 0, 0};
    for (size_t i = 0; i < 3 * RATES; i++) {
        zoo *z = zoo_open_text(
            "moving_sides", rates[i % RATES],
            "{\"lope\":1,\"duration\":3,\"turn\":[%s],\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},"
            "{\"name\":\"mover\",\"box\":[3.36683,0.5,3.36683],\"position\":[0.046967,-0.274686,-2.487801],\"motion\":{\"keys\":["
            "{"
            "\"t\":0.5,\"position\":[0.046967,-0.274686,-2.487801],\"euler\":[0,0,0]},{\"t\":1.8,\"position\":[0.046967,1.485922,"
            "-2.487801],\"euler\":[-8.348944,0,-4.174472]}],\"ease\":\"linear\"}}],\"characters\":[{\"name\":\"hero\",\"feet\":["
            "0,0,"
            "0],\"tuning\":{\"max_walk_speed\":1.432718},\"input\":[{\"t\":0,\"move\":[0.252972,0,-0.413465]},{\"t\":1.4,"
            "\"move\":["
            "0,0,0]}]}]}",
            turns[i / RATES]);
        zoo_play(z, 3);
        const lope_point end = zoo_feet(z, "hero");
        if (i == 0) first = end;
        printf("  %g Hz: %.4f %.4f %.4f\n", rates[i % RATES], end.x, end.y, end.z);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CROUCH), 0);
        assert_true(hypot(end.x - first.x, end.z - first.z) < 0.01); // promise 7
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_that_turns_away_does_not_lift),
        cmocka_unit_test(a_face_that_tilts_does_not_press_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
