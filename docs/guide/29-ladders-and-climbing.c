// 29-ladders-and-climbing.c - the library's ladder: taken into a moveset, climbed, and its closed form.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Climbs a ladder of 3 m from its foot. Returns how high the feet are after 1 s.
static double height_after_a_second(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    const uint32_t channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LADDER;
    lope_world_add_box(world,
                       &(lope_box_def){.body = {.position = {0.44, 1.5, 0}, .channels = channels}, .size = {0.1f, 3, 0.5f}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});
    for (int tick = 0; tick < rate; tick++) {
        const lope_input input = {.move = {1, 0, 0}};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
    }
    const double y = lope_character_state(hero)->feet.y;
    lope_world_destroy(world);
    return y;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_ladder_ability(), NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double slow = height_after_a_second(&moveset, 20), fast = height_after_a_second(&moveset, 360);
    printf("%.4f m at 20 Hz, %.4f m at 360 Hz\n", slow, fast);
    return fabs(slow - 2.5) < 0.0125 && fabs(fast - 2.5) < 0.0125 ? 0 : 1;
}
