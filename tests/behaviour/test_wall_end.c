// test_wall_end.c - flying and swimming along a wall past its end while the input presses against it, and a
// level layer against a slope. All rates go the same way. Read next: test_round_contact.c,
// test_one_obstacle.c.
#include "check.h"
#include "stage.h"

static const double rates[] = {20, 60, 120};
#define RATES 3
#define FINE 720.0       // Hz, what the others are compared with
#define CLOSE 2e-3       // m: 0.8 mm is seen. A wall that is kept to the end of the slice leaves 10 cm
#define SECONDS 0.8      // s
#define LAYER_CLOSE 1e-3 // m: 0.0 mm is seen. A layer that adds to the rise in each tick leaves 22 cm

static const uint32_t modes[] = {LOPE_MODE_FLYING, LOPE_MODE_SWIMMING};
#define MODES 2

static stage *open_place(stage_form form, uint32_t mode, int turned)
{
    const lope_quat turn = turned ? lope_quat_from_axis(lope_vec3_make(0.6f, 0, 0.8f), 0.87f) : lope_quat_identity();
    const lope_volume water = {.water = true};
    stage *s = stage_open_at(form, turn, lope_point_make(turned ? 300 : 0, 0, 0));
    if (mode == LOPE_MODE_SWIMMING) stage_volume(s, -50, -50, -50, 50, 50, 50, false, &water);
    return s;
}

static double apart(brute_point a, brute_point b)
{
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// Goes along the face x = 0.4 of a box, which ends at z = -1, with the input into the face. The end falls
// within a slice of each of the slow rates.
static brute_point past_the_end(stage_form form, uint32_t mode, int turned, double rate)
{
    stage *s = open_place(form, mode, turned);
    stage_box(s, 0.4, -6, -1, 3, 6, 6);
    stage_place(s, 0, 0, -0.1, mode);
    stage_set_velocity(s, 0, 0, -4);
    stage_move(s, 1, -0.3);
    stage_run(s, SECONDS, (float)rate);
    const brute_point feet = stage_feet(s);
    stage_close(s);
    return feet;
}

static void a_wall_ends_where_it_ends(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int m = 0; m < MODES; m++)
            for (int turned = 0; turned < 2; turned++) {
                const brute_point fine = past_the_end((stage_form)form, modes[m], turned, FINE);
                assert_true(fine.x > 0.2 && fine.z < -1.2); // it has come around the end
                for (int i = 0; i < RATES; i++) {
                    const double off = apart(past_the_end((stage_form)form, modes[m], turned, rates[i]), fine);
                    printf("  %s, mode %u, %g Hz: %.4f m\n", stage_form_names[form], (unsigned)modes[m], rates[i], off);
                    check_below("apart", off, CLOSE);
                }
            }
}

// A level layer leads against a slope of 50 degrees for the whole time.
static brute_point up_the_slope(stage_form form, uint32_t mode, int turned, double rate)
{
    stage *s = open_place(form, mode, turned);
    stage_ramp(s, 0.5, 0, 0, 50, 0, 12, 8);
    stage_place(s, -1, 0.3, 0, mode);
    s->requests.asked |= LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){.id = 3, .kind = LOPE_LAYER_VELOCITY, .duration = -1, .flags = LOPE_LAYER_IGNORE_VERTICAL};
    s->requests.layer.velocity = lope_quat_rotate(s->turn, lope_vec3_make(3, 0, 0));
    s->input.requests = &s->requests;
    stage_run(s, SECONDS, (float)rate);
    const brute_point feet = stage_feet(s);
    stage_close(s);
    return feet;
}

static void a_level_layer_gives_no_rise(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (int m = 0; m < MODES; m++)
            for (int turned = 0; turned < 2; turned++) {
                const brute_point fine = up_the_slope((stage_form)form, modes[m], turned, FINE);
                for (int i = 0; i < RATES; i++) {
                    const double off = apart(up_the_slope((stage_form)form, modes[m], turned, rates[i]), fine);
                    printf("  %s, mode %u, %g Hz: %.4f m\n", stage_form_names[form], (unsigned)modes[m], rates[i], off);
                    check_below("apart", off, LAYER_CLOSE);
                }
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_wall_ends_where_it_ends),
                                       cmocka_unit_test(a_level_layer_gives_no_rise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
