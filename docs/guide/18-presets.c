// 18-presets.c - every preset by its list, one of them changed a little, and a jump with it.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    for (uint32_t i = 0; i < lope_preset_count(); ++i) printf("%-11s %s\n", lope_preset_name(i), lope_preset_text(i));

    lope_tuning tuning;
    lope_tuning_preset("platformer", &tuning);
    tuning.jump_max_count = 3;

    lope_moveset moveset;
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;
    lope_world *world = lope_world_create(NULL);
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {60, 1, 60}});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset});

    int jumps = 0;
    for (int tick = 0; tick < 90; ++tick) {
        lope_character_set_input(hero, &(lope_input){.pressed = tick % 20 == 10 ? LOPE_BUTTON_JUMP : 0u});
        lope_world_step(world, 1.0f / 60.0f);
        uint32_t count;
        const lope_world_event *events = lope_world_events(world, &count);
        for (uint32_t i = 0; i < count; ++i) jumps += events[i].event.kind == LOPE_EVENT_JUMP;
    }
    printf("%d jumps one after the other\n", jumps);
    lope_world_destroy(world);
    return jumps == 3 ? 0 : 1;
}
