// 09-volumes-and-water.c - a pool with a shore, a trigger with a sensor that sees it first, and what is told of them.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct told {
    double enter[2], leave; // s: [0] the capsule, [1] the sensor; of the trigger
    bool swam;
} told;

static void listen(lope_world *world, uint64_t trigger, told *told)
{
    uint32_t count;
    const lope_world_event *events = lope_world_events(world, &count);
    for (uint32_t i = 0; i < count; ++i) {
        const lope_event *event = &events[i].event;
        if (event->kind == LOPE_EVENT_MODE && event->to == LOPE_MODE_SWIMMING) told->swam = true;
        if (event->kind == LOPE_EVENT_ENTER && event->body == trigger) told->enter[event->from] = events[i].time;
        if (event->kind == LOPE_EVENT_LEAVE && event->body == trigger && event->from == 0) told->leave = events[i].time;
    }
}

int main(void)
{
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -5.5, 0}, .size = {40, 1, 40}});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -2, -15}, .size = {40, 4.6f, 10}}); // 0.3 m over the water

    const lope_volume water = {.water = true};
    const lope_volume trigger = {0}; // all zero: it only tells
    lope_level *level = lope_world_level(world);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -2.5, 0}, .volume = &water}, .size = {40, 5, 40}});
    lope_body gate =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 1, -16}, .volume = &trigger}, .size = {10, 2, 0.01f}});

    lope_tuning tuning = lope_tuning_default();
    tuning.buoyancy = 1.2f;
    lope_moveset swimmer;
    lope_moveset_make(&swimmer, &tuning, NULL);
    const lope_sensor reach = {
        .name = "reach", .channels = LOPE_CHANNEL_VOLUME, .a = {0, 1, 0}, .b = {0, 1, -1.5f}, .radius = 0.1f};
    lope_moveset_add_sensor(&swimmer, &reach, NULL, NULL);

    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, -1.5, 0}, .moveset = &swimmer});
    told told = {0};
    double immersion = 0;
    for (int tick = 0; tick < 600 && told.leave == 0; ++tick) {
        lope_character_set_input(hero, &(lope_input){.move = {0, 0, tick < 240 ? 0 : -1}});
        lope_world_step(world, 1.0f / 60.0f);
        listen(world, lope_level_id(level, gate), &told);
        if (tick == 239) immersion = (double)lope_character_state(hero)->immersion;
    }

    printf("floats with %.2f of its height in the water, walks over the shore, height %.2f m\n", immersion,
           lope_character_state(hero)->feet.y);
    printf("the reach met the trigger at %.3f s, the capsule at %.3f s, and left it at %.3f s\n", told.enter[1], told.enter[0],
           told.leave);
    bool good = told.swam && fabs(immersion - 1 / 1.2) < 0.05 && told.enter[1] > 0 && told.enter[1] < told.enter[0] &&
                told.enter[0] < told.leave && fabs(lope_character_state(hero)->feet.y - 0.3) < 1e-3;
    lope_world_destroy(world);
    return good ? 0 : 1;
}
