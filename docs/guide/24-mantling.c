// 24-mantling.c - a mantle onto a ledge that turns: start, animation, end; and refusals with their reasons.
#include <lope/lope.h>

#include <stdio.h>

static lope_transform turned(double seconds)
{
    const lope_vec3 up = {0, 1, 0};
    return (lope_transform){.position = {0, 0.7, 0}, .rotation = lope_quat_from_axis(up, (float)(0.5 * seconds))};
}

// Tells an animation system what to play.
static void animate(const lope_moveset *moveset, const lope_state *state)
{
    lope_mantle_report mantle;
    if (!lope_mantle_report_of(moveset, state, &mantle)) return;
    printf("%s at %.2f s, weight %.2f\n", lope_mantle_animation(mantle.kind, mantle.variant), mantle.position, mantle.blend);
}

// Returns why a mantle that was asked for does not start, and prints where.
static uint32_t tell_refusal(const lope_report *report, uint32_t ability)
{
    for (uint32_t i = 0; i < report->refused_count; i++) {
        const lope_refused *refused = &report->refused[i];
        if (refused->asked != LOPE_ASKED_ABILITY + ability) continue;
        printf("no mantle: %s, at %.2f %.2f %.2f\n", lope_refusal_text(refused->why), refused->point.x, refused->point.y,
               refused->point.z);
        return refused->why;
    }
    return LOPE_REFUSAL_NONE;
}

int main(void)
{
    lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    lope_error error;
    uint32_t mantle;
    if (lope_moveset_make(&moveset, &tuning, &error) != LOPE_OK ||
        lope_moveset_add_ability(&moveset, lope_mantle_ability(), NULL, &mantle, &error) != LOPE_OK ||
        lope_moveset_set(&moveset, "mantle", "ledge_height_most", 2.2, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }

    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {40, 1, 40}});
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, 1.5, 6}, .size = {3, 3, 3}}); // too high
    lope_body ledge =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0.7, 0}, .moving = true}, .size = {3, 1.4f, 3}});
    lope_character *climber = lope_character_create(world, &(lope_character_def){.feet = {2.1, 0, 0}, .moveset = &moveset});
    lope_character *other = lope_character_create(world, &(lope_character_def){.feet = {2.1, 0, 6}, .moveset = &moveset});

    uint32_t why = LOPE_REFUSAL_NONE;
    for (int tick = 0; tick < 120; ++tick) {
        const lope_transform pose = turned((tick + 1) / 60.0);
        lope_level_set_pose(level, ledge, &pose);
        lope_input input = {0};
        if (tick == 0) input = (lope_input){.move = {-1, 0, 0}, .held = LOPE_BUTTON_JUMP};
        lope_character_set_input(climber, &input);
        lope_character_set_input(other, &input);
        lope_world_step(world, 1.0f / 60);
        if (tick % 30 == 0) animate(&moveset, lope_character_state(climber));
        if (tick == 0) why = tell_refusal(lope_character_report(other), mantle);
    }

    const lope_state *state = lope_character_state(climber);
    printf("%s at %.2f m, on body %d\n", lope_moveset_mode_name(&moveset, state->mode), state->feet.y, (int)state->base_body);
    bool good =
        state->mode == LOPE_MODE_WALKING && state->base_body == lope_level_id(level, ledge) && why == LOPE_REFUSAL_TOO_HIGH;
    lope_world_destroy(world);
    return good ? 0 : 1;
}
