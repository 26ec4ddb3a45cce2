// 30-hanging-on-ledges.c - the library's ledge hang: catches a ledge, shimmies along it, and its closed form.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Hangs on a wall of 4 m for 0.5 s, then shimmies for a second. Returns how far it got, m.
static double second_of_shimmy(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {2, 2, 0}, .size = {2, 4, 20}});
    lope_character *hero =
        lope_character_create(world, &(lope_character_def){.moveset = moveset, .feet = {0.5, 2.3, 0}, .mode = LOPE_MODE_FALLING});
    lope_input input = {.move = {1, 0, 0}};
    double from = 0;
    for (int tick = 0; tick < rate * 3 / 2; tick++) {
        if (tick == rate / 2) {
            from = lope_character_state(hero)->feet.z;
            input.move = lope_vec3_make(0, 0, 1);
        }
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
    }
    const double way = lope_character_state(hero)->feet.z - from;
    lope_world_destroy(world);
    return way;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_ledge_hang_ability(), NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double slow = second_of_shimmy(&moveset, 20), fast = second_of_shimmy(&moveset, 360);
    printf("%.4f m at 20 Hz, %.4f m at 360 Hz\n", slow, fast);
    return fabs(slow - 1.2) < 6e-3 && fabs(fast - 1.2) < 6e-3 ? 0 : 1;
}
