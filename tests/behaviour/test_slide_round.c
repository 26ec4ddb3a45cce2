// test_slide_round.c - the slide on ground that turns under the character all the time: the crest of a ramp, a
// lying cylinder, a ball. The slide's law depends on the plane underfoot, so the law is asked again as the plane
// turns. Read next: test_slide.c.
#include "slide_scene.h"

typedef enum ground { CREST, ROOF, CYLINDER, SMALL_CYLINDER, BALL, GROUNDS } ground;
static const char *const names[GROUNDS] = {"crest", "roof", "cylinder", "small cylinder", "ball"};

// Adds a ball, or a cylinder across the way. Its top is at x = 3 m, `height` (m) over the floor.
static void add_round(stage *s, bool ball, double radius, double height)
{
    const lope_vec3 at = lope_quat_rotate(s->turn, lope_vec3_make(3, (float)(height - radius), 0));
    const lope_quat across = lope_quat_from_axis(lope_vec3_make(1, 0, 0), 90 * (float)DEGREE);
    lope_body_def body = {.position = lope_point_add(s->origin, lope_vec3_to_point(at)), .rotation = s->turn};
    if (ball) {
        const lope_sphere_def sphere = {.body = body, .radius = (float)radius};
        assert_true(lope_level_valid(s->level, lope_level_add_sphere(s->level, &sphere)));
        return;
    }
    body.rotation = lope_quat_multiply(s->turn, across);
    const lope_cylinder_def cylinder = {.body = body, .radius = (float)radius, .height = 10};
    assert_true(lope_level_valid(s->level, lope_level_add_cylinder(s->level, &cylinder)));
}

static void add_ground(stage *s, ground what)
{
    stage_floor(s);
    if (what == CREST || what == ROOF) stage_ramp(s, 2, 0, 0, 25, 0, 1.5, 10);
    if (what == ROOF) stage_ramp(s, 2 + 2 * 1.5 * cos(25 * DEGREE), 0, 0, 25, 180, 1.5, 10);
    if (what == CREST) stage_box(s, 2 + 1.5 * cos(25 * DEGREE), 0, -5, 20, 1.5 * sin(25 * DEGREE), 5);
    if (what == CYLINDER) add_round(s, false, 2, 0.4);
    if (what == SMALL_CYLINDER) add_round(s, false, 0.5, 0.1);
    if (what == BALL) add_round(s, true, 3, 0.5);
}

// The character slides the same way at every rate, and no tick has too much to do or leaves time over.
static void it_goes_the_same_way_at_all_rates(void **unused)
{
    (void)unused;
    for (int what = 0; what < GROUNDS; what++)
        for (int form = 0; form < (what < CYLINDER ? STAGE_FORM_COUNT : 1); form++)
            for (int frame = 0; frame < FRAMES; frame++) {
                double x[RATES], y[RATES], speed[RATES];
                uint32_t most[RATES];
                for (int i = 0; i < RATES; i++) {
                    const double rate = (double)rates[i];
                    stage *s = open_frame((stage_form)form, frame);
                    add_ground(s, (ground)what);
                    place(s, 1, 0, 7);
                    start(s, rates[i]);
                    most[i] = 0;
                    for (int tick = 1; tick < (int)(0.5 * rate + 0.5); tick++) {
                        stage_tick(s, 1.0f / rates[i]);
                        check_near("unused", s->report.time_unused, 0, 1e-9);
                        if (s->report.iterations > most[i]) most[i] = s->report.iterations;
                    }
                    const brute_point feet = stage_feet(s), v = stage_velocity(s);
                    x[i] = feet.x, y[i] = feet.y, speed[i] = sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
                    printf("  %s, %s, frame %d, %g Hz: at %.4f %.4f, %.4f m/s, %u slices\n", names[what], stage_form_names[form],
                           frame, rate, x[i], y[i], speed[i], (unsigned)most[i]);
                    stage_close(s);
                }
                // 1 cm and 1 % between any two rates are promised.
                for (int i = 0; i < RATES; i++) {
                    check_near("x", x[i], x[RATES - 1], 1e-2);
                    check_near("y", y[i], y[RATES - 1], 1e-2);
                    check_near("speed", speed[i], speed[RATES - 1], 1e-2 * speed[RATES - 1]);
                    assert_true(most[i] <= 80); // 66 seen, over a roof that turns by 50 degrees; a break at each degree
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_goes_the_same_way_at_all_rates)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
