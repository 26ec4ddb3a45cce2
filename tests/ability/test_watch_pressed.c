// test_watch_pressed.c - the abilities that watch a fall, while a layer presses the character against what they
// watch for: the tick is cut at the first contact, and not again and again.
#include "yard.h"

// A wall 10 m high with its face at z = -1.5, as a solid or as a marker of a ledge that is solid too.
static void add_wall(stage *s, bool marks)
{
    lope_box_def def = {.size = {8, 10, 1}};
    def.body.position = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, lope_point_make(0, 5, -2)));
    def.body.rotation = s->turn;
    if (marks) def.body.channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LEDGE;
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
}

static void push(stage *s, float x, float y, float z)
{
    s->requests.asked |= LOPE_REQUEST_LAYER;
    s->requests.layer = (lope_layer){
        .id = 1, .kind = LOPE_LAYER_VELOCITY, .duration = -1, .velocity = lope_quat_rotate(s->turn, lope_vec3_make(x, y, z))};
}

// Slides along the wall for half a second: up, down and level. Returns the most slices of a tick.
static uint32_t slide_along(int frame, float rate, const lope_ability *ability, bool marks, float y)
{
    stage *s = yard_open(frame);
    yard_add(s, ability);
    add_wall(s, marks);
    yard_place(s, 0, 5, 0, false);
    push(s, 3, y, -8);
    uint32_t most = 0;
    for (int i = 0; i < (int)(0.5f * rate); i++) {
        stage_tick(s, 1 / rate);
        if (s->report.iterations > most) most = s->report.iterations;
        check_near("unused", s->report.time_unused, 0, 1e-9);
    }
    check_near("along", stage_feet(s).x, 3 * s->time, 1e-3);
    check_near("up", stage_feet(s).y, 5 + (double)y * s->time, 1e-3);
    stage_close(s);
    return most;
}

static void pressed_against_a_wall_time_passes(void **unused)
{
    (void)unused;
    static const float rises[3] = {0.5f, 0, -3};
    each_yard(rate, frame) for (int i = 0; i < 3; i++)
    {
        const uint32_t help = slide_along(frame, rate, lope_corner_help_ability(), false, rises[i]);
        const uint32_t watch = slide_along(frame, rate, lope_runner_ability(), true, rises[i]);
        // corner help looks 1/120 s ahead. Each look has a short piece and a long one, of two slices each, and
        // the way to the wall some that grow shorter.
        const uint32_t looks = 1 + (uint32_t)(120 / rate);
        if (frame == 0) printf("  %g Hz, %g m/s up: %u and %u slices\n", (double)rate, (double)rises[i], help, watch);
        assert_true(help <= 8 + 5 * looks);
        assert_true(watch <= 8 + 5 * looks);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pressed_against_a_wall_time_passes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
