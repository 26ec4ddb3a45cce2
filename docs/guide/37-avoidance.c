// 37-avoidance.c - two groups walk through each other on a bridge without rails, with and without avoidance, and round a player.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

#define COUNT 20 // of both groups
#define RATE 60.0f

typedef struct walk {
    uint32_t arrived, fell;
    double seconds;
} walk;

// Lets two groups of ten cross a bridge of 4 m toward each other, past a player's character that stands on it.
static walk cross(bool avoid)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = RATE});
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {80, 1, 4}});
    const uint32_t channels = LOPE_CHANNEL_SOLID | LOPE_CHANNEL_CHARACTER;
    lope_character_create(world, &(lope_character_def){.feet = {0, 0, 0}, .channels = channels}); // the player
    lope_avoidance_settings settings = lope_avoidance_default(1);
    settings.weight = 0.5f; // two that meet give way by half each
    const lope_tuning tuning = lope_tuning_default();
    lope_character *who[COUNT];
    lope_path_follower followers[COUNT] = {{0}};
    for (uint32_t i = 0; i < COUNT; i++) {
        const double side = i % 2 == 0 ? -1 : 1;
        const lope_point feet = {side * (8 + i / 4 * 1.5), 0, (i / 2) % 2 == 0 ? -0.7 : 0.7};
        who[i] = lope_character_create(world, &(lope_character_def){.feet = feet, .channels = channels});
        if (avoid) lope_character_set_avoidance(who[i], &settings);
    }
    walk result = {0};
    for (; result.seconds < 20 && result.arrived + result.fell < COUNT; result.seconds += 1 / (double)RATE) {
        for (uint32_t i = 0; i < COUNT; i++) {
            const lope_point goal = {i % 2 == 0 ? 25 : -25, 0, 0};
            const lope_path path = {.points = &goal, .count = 1, .acceptance = 4};
            lope_input input = {0};
            lope_requests requests = {0};
            if (who[i] == NULL) continue;
            const lope_state *state = lope_character_state(who[i]);
            const lope_path_end end = lope_path_follow(&followers[i], &path, state, &tuning, 1 / RATE, &input, &requests);
            lope_character_set_input(who[i], &input);
            if (end != LOPE_PATH_ARRIVED && state->feet.y > -1) continue;
            result.arrived += end == LOPE_PATH_ARRIVED;
            result.fell += end != LOPE_PATH_ARRIVED;
            lope_character_destroy(who[i]);
            who[i] = NULL;
        }
        lope_world_step(world, 1 / RATE);
    }
    lope_world_destroy(world);
    return result;
}

int main(void)
{
    const walk with = cross(true), without = cross(false);
    printf("with avoidance:    %u of %d over the bridge, %u fell, %.1f s\n", with.arrived, COUNT, with.fell, with.seconds);
    printf("without avoidance: %u of %d over the bridge, %u fell, %.1f s\n", without.arrived, COUNT, without.fell,
           without.seconds);

    // the choice alone, for agents of another world: head-on, it turns to the right
    const lope_avoidance_settings settings = lope_avoidance_default(1);
    const lope_avoidance_agent other = {
        .id = 2, .feet = {0, 0, -4}, .velocity = {0, 0, 3}, .radius = 0.34f, .height = 1.76f, .group = 1};
    const lope_vec3 v = lope_avoidance_choose(&(lope_avoidance_question){
        .settings = &settings,
        .self = {.id = 1, .velocity = {0, 0, -3}, .wanted = {0, 0, -3}, .radius = 0.34f, .height = 1.76f},
        .up = {0, 1, 0},
        .max_speed = 3,
        .others = &other,
        .other_count = 1});
    printf("head-on: %.2f m/s ahead, %.2f m/s to the right\n", (double)-v.z, (double)v.x);
    return with.arrived == COUNT && with.fell == 0 && v.x > 0 && v.z < 0 ? 0 : 1;
}
