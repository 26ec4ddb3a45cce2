// 26-the-runner.c - a round of the runner: waits, starts by a press, bumps, climbs over, and finishes.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Makes a character that runs, bumps, takes hold of ledges, slides, and is helped at corners.
static bool make_moveset(lope_moveset *moveset)
{
    lope_error error;
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 9;
    const lope_ability *const abilities[] = {lope_runner_ability(), lope_obstacle_ability(), lope_ledge_ability(),
                                             lope_slide_ability(), lope_corner_help_ability()};
    bool made = lope_moveset_make(moveset, &tuning, &error) == LOPE_OK;
    for (int i = 0; made && i < 5; i++) made = lope_moveset_add_ability(moveset, abilities[i], NULL, NULL, &error) == LOPE_OK;
    made = made && lope_moveset_set(moveset, "obstacle", "bump_time", 0.4, &error) == LOPE_OK;
    if (!made) printf("%s: %s\n", error.field, error.text);
    return made;
}

// Plays a round up to x = 30. Returns the time that it took, s.
static double play(const lope_moveset *moveset, float rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = rate});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {200, 1, 20}});
    lope_world_add_box(world, &(lope_box_def){.body.position = {11, 0.5, 0}, .size = {2, 1, 20}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});
    lope_runner_round round = {.forward = {1, 0, 0}, .intro = 1};
    double finished = 0;
    for (int tick = 0; tick < (int)(12 * rate) && round.stage != LOPE_RUNNER_FINISHED; tick++) {
        const lope_input player = {.pressed = tick == (int)(1.5f * rate) ? LOPE_BUTTON_JUMP : 0};
        const lope_input input = lope_runner_round_input(&round, &player);
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / rate);
        const lope_state *state = lope_character_state(hero);
        lope_runner_round_pass(&round, state, 1 / (double)rate);
        const double over = state->feet.x - 30;
        if (over >= 0 && lope_runner_round_finish(&round, state, true)) finished = round.time - over / (double)state->velocity.x;
    }
    lope_world_destroy(world);
    return finished;
}

int main(void)
{
    lope_moveset moveset;
    if (!make_moveset(&moveset)) return 1;
    const double slow = play(&moveset, 20), fast = play(&moveset, 240);
    printf("%.4f s at 20 Hz, %.4f s at 240 Hz\n", slow, fast);
    return slow > 0 && fabs(slow - fast) < 1e-3 ? 0 : 1;
}
