// 03-walking-and-falling.c - a moveset with a tuning of its own, a jump, and the events that tell how it went.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// Plays a run-up of half a second and a jump, until two seconds are over. Returns the height of the apex.
static double jump_of(const lope_moveset *moveset)
{
    double apex = 0;
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {60, 1, 60}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = moveset});

    for (int tick = 0; tick < 120; ++tick) {
        lope_input input = {.move = lope_move_from_stick(0, 1, 0)};
        if (tick == 30) input.held = LOPE_BUTTON_JUMP;
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / 60.0f);

        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i) {
            const lope_event *event = &events[i].event;
            printf("%5.3f s %s\n", events[i].time, lope_event_name(event->kind));
            if (event->kind == LOPE_EVENT_APEX) apex = event->value;
        }
    }
    lope_world_destroy(world);
    return apex;
}

int main(void)
{
    // Start from a whole tuning and change what should differ; a moveset checks it and can serve any number of characters.
    lope_tuning tuning = lope_tuning_default();
    tuning.jump_speed = 5.6f;
    lope_tuning_set(&tuning, "max_walk_speed", 8);
    lope_tuning_set_unreal(&tuning, "GroundFriction", 6); // the same field under Unreal's name, in Unreal's units

    lope_error error;
    lope_moveset high_jumper;
    if (lope_moveset_make(&high_jumper, &tuning, &error) != LOPE_OK) {
        printf("%s: %s\n", error.field, error.text);
        return 1;
    }

    // v^2 / 2g: 1.6 m for 5.6 m/s, 0.9 m for the default of 4.2 m/s.
    double high = jump_of(&high_jumper), usual = jump_of(NULL);
    printf("apex: %.3f m and %.3f m\n", high, usual);
    return fabs(high - 1.6) < 0.001 && fabs(usual - 0.9) < 0.001 ? 0 : 1;
}
