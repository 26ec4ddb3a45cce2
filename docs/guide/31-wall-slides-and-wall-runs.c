// 31-wall-slides-and-wall-runs.c - along a wall for a second, and down it.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Where the character was after a second along the wall, and how fast it slid down a second after it turned to it.
typedef struct outcome {
    double along, up, sink;
} outcome;

static void step(lope_world *world, lope_character *hero, lope_vec3 move, int rate, int ticks)
{
    for (int tick = 0; tick < ticks; tick++) {
        const lope_input input = {.move = move};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
    }
}

static outcome play(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    const lope_box_def wall = {.body = {.position = {25, 15, -0.5}}, .size = {50, 30, 1}};
    lope_level_add_box(lope_world_level(world), &wall);
    const lope_character_def def = {.feet = {1, 20, 0.4}, .velocity = {5, 0, 0}, .moveset = moveset};
    lope_character *hero = lope_character_create(world, &def);

    step(world, hero, (lope_vec3){1, 0, 0}, rate, rate);
    const lope_state *state = lope_character_state(hero);
    outcome result = {.along = state->feet.x - 1, .up = state->feet.y - 20};
    printf("%d Hz: %s, %.4f m along, %.4f m up\n", rate, lope_moveset_mode_name(moveset, state->mode), result.along, result.up);

    step(world, hero, (lope_vec3){0, 0, -1}, rate, 3 * rate);
    state = lope_character_state(hero);
    result.sink = -(double)state->velocity.y;
    printf("%d Hz: %s at %.4f m/s\n", rate, lope_moveset_mode_name(moveset, state->mode), result.sink);
    lope_world_destroy(world);
    return result;
}

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_wall_jump_ability(), NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_wall_run_ability(), NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_wall_slide_ability(), NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double along = 8 + (5 - 8) * (1 - pow(2, -1 / 0.3)) * 0.3 / log(2), up = 2 - 0.5 * 0.35 * 9.8;
    const outcome slow = play(&moveset, 20), fast = play(&moveset, 360);
    const bool runs = fabs(slow.along / along - 1) < 5e-3 && fabs(fast.along / along - 1) < 5e-3;
    const bool rises = fabs(slow.up / up - 1) < 5e-3 && fabs(fast.up / up - 1) < 5e-3;
    const bool slides = fabs(slow.sink - 2) < 0.01 && fabs(fast.sink - 2) < 0.01;
    return runs && rises && slides ? 0 : 1;
}
