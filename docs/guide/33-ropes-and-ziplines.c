// 33-ropes-and-ziplines.c - the library's rope: a swing, its period, and an anchor of the game's own.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Swings on a rope of the level, and returns the s from the lowest place to the next but one: a whole period.
static double period(const lope_moveset *moveset, int rate)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = (float)rate});
    const lope_cylinder_def rope = {
        .body = {.position = {0, 7.5, 0}, .channels = LOPE_CHANNEL_ROPE}, .radius = 0.03f, .height = 5};
    lope_level_add_cylinder(lope_world_level(world), &rope);
    lope_character *hero =
        lope_character_create(world, &(lope_character_def){.feet = {0, 5, 0}, .moveset = moveset, .velocity = {4, 0, 0}});
    double last = 0, x = 0;
    int tick = 0;
    for (int turns = 0; turns < 2 && tick < 10 * rate; tick++) {
        const lope_input input = {.held = LOPE_BUTTON_GRAB};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1 / (float)rate);
        last = x;
        x = lope_character_state(hero)->feet.x;
        if (tick > 1 && last * x < 0) turns++;
    }
    lope_world_destroy(world);
    return (tick - x / (x - last)) / rate;
}

// An ability of the game's own: a press hangs the character on a rope of 6 m from a crane.
static void hang_on_the_crane(lope_tick *tick, const lope_ability_self *self)
{
    (void)self;
    lope_rope_hang(tick, 0, lope_point_make(0, 12, 0), LOPE_BODY_NONE, 6);
}
static const lope_ability crane = {.name = "crane", .button = LOPE_BUTTON_GAME, .start = hang_on_the_crane};

int main(void)
{
    lope_moveset moveset;
    lope_error error;
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_rope_ability(), NULL, NULL, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, &crane, NULL, NULL, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }
    const double slow = period(&moveset, 20), fast = period(&moveset, 360);
    printf("%.4f s at 20 Hz, %.4f s at 360 Hz\n", slow, fast);

    lope_world *world = lope_world_create(NULL);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 5, 0}, .moveset = &moveset});
    for (int tick = 0; tick < 240; tick++) {
        const lope_input input = {.held = LOPE_BUTTON_GAME};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / 60);
    }
    const lope_state *state = lope_character_state(hero);
    const double below = 12 - (state->feet.y + 0.9 * (double)state->height);
    printf("%s, %.3f m below the crane\n", lope_moveset_mode_name(&moveset, state->mode), below);
    const bool hangs = fabs(below - 6) < 1e-3;
    lope_world_destroy(world);
    return hangs && fabs(slow / fast - 1) < 5e-3 ? 0 : 1;
}
