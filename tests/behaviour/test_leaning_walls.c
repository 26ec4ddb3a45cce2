// test_leaning_walls.c - steps are climbed beside a wall that leans over the character a little, as walls of
// meshes do by rounding.
#include "check.h"

#include <lope/lope.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

// Walks up ten steps of 0.2 m along a wall that leans over by `lean` (rad), pressed against it. Returns the
// way ahead, m.
static double climb(float lean, double press, float rate)
{
    lope_level *level = lope_level_create(NULL);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {20, 1, 20}});
    for (int i = 0; i < 10; i++)
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {2.6 + 0.4 * i, 0.1 * (i + 1), 0}},
                                                  .size = {4, 0.2f * (float)(i + 1), 6}});
    const lope_quat turn = lope_quat_from_axis(lope_vec3_make(1, 0, 0), -lean); // its top comes toward -z
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0, 1}, .rotation = turn}, .size = {20, 12, 1}});
    lope_surroundings around = lope_level_surroundings(level);
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    lope_state state;
    lope_state_init(&state, &(lope_state_def){.feet = {-0.5, 0, -0.1}});
    lope_nearby *nearby = lope_nearby_create(NULL);
    const lope_input input = {.move = {0.8f, 0, (float)press}};
    for (int tick = 0; tick < (int)(1.5f * rate); tick++)
        assert_int_equal(lope_move(&state, &input, &moveset, &around, nearby, 1 / rate, NULL), LOPE_OK);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
    return state.feet.x;
}

static void steps_are_climbed_beside_leaning_walls(void **unused)
{
    (void)unused;
    static const float leans[] = {0, 1e-5f, 1e-4f, 1e-3f, 0.01f, 0.03f}, rates[] = {20, 60, 240};
    static const double presses[] = {0.1, 0.3, 0.5};
    int walks = 0;
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++)
            for (int r = 0; r < 3; r++, walks++) {
                const double way = climb(leans[i], presses[k], rates[r]);
                if (!(way > 3.5))
                    fail_msg("leans by %g rad, pressed %g, %g Hz: comes to %g m", (double)leans[i], presses[k], (double)rates[r],
                             way);
            }
    printf("  %d walks\n", walks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(steps_are_climbed_beside_leaning_walls)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
