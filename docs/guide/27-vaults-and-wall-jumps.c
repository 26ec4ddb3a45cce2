// 27-vaults-and-wall-jumps.c - the library's vault: taken into a moveset, asked for, and its closed form.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Vaults from a stand over a wall of 1 m by 0.4 m, 0.6 m ahead. Returns how far along +x the feet are at 0.35 s.
static double half_way(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 200}});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0.8, 0.5, 0}, .size = {0.4f, 1, 4}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});
    for (int tick = 0; tick < rate * 35 / 100; tick++) {
        const lope_input input = {.move = {1, 0, 0}, .held = LOPE_BUTTON_VAULT};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
    }
    const double x = lope_character_state(hero)->feet.x;
    lope_world_destroy(world);
    return x;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_vault_ability(), NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double slow = half_way(&moveset, 20), fast = half_way(&moveset, 360);
    printf("%.4f m at 20 Hz, %.4f m at 360 Hz\n", slow, fast);
    return fabs(slow - 0.8) < 4e-3 && fabs(fast - 0.8) < 4e-3 ? 0 : 1;
}
