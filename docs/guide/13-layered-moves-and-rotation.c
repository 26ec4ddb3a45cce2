// 13-layered-moves-and-rotation.c - a dash, a leap, a knock aside, an animation that moves its character, and where characters face.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

static const float dt = 1.0f / 60.0f;

static void step_for(lope_world *world, double seconds)
{
    for (int tick = 0; tick < (int)(seconds * 60 + 0.5); ++tick) lope_world_step(world, dt);
}

static void show(const char *what, const lope_character *hero)
{
    const lope_state *state = lope_character_state(hero);
    printf("%-16s x %6.3f  y %6.3f  z %6.3f  yaw %6.1f degrees\n", what, state->feet.x, state->feet.y, state->feet.z,
           state->yaw * 180 / LOPE_PI);
}

int main(void)
{
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_world_add_box(world, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {60, 1, 60}});

    // It turns toward its movement, half a turn in half a second. One curve, for layers to go by.
    lope_tuning tuning = lope_tuning_default();
    tuning.orient_rotation_to_movement = 1;
    tuning.rotation_rate = 2 * LOPE_PI;

    lope_moveset moveset;
    uint32_t hill;
    lope_curve curve = {.kind = LOPE_CURVE_SMOOTH, .count = 3, .x = {0, 0.5f, 1}, .y = {0, 1, 0}};
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;
    if (lope_moveset_add_curve(&moveset, &curve, &hill, NULL) != LOPE_OK) return 1;
    lope_character *hero = lope_character_create(world, &(lope_character_def){.moveset = &moveset});
    step_for(world, 0.1);

    // A dash: 10 m/s for a quarter of a second, 2.5 m at every tick rate, and then it stands.
    const lope_requests dash = {
        .asked = LOPE_REQUEST_LAYER,
        .layer = {.id = 1, .kind = LOPE_LAYER_VELOCITY, .velocity = {10, 0, 0}, .duration = 0.25f, .finish = LOPE_FINISH_SET}};
    lope_character_set_input(hero, &(lope_input){.requests = &dash});
    step_for(world, 0.5);
    show("dash", hero);
    if (fabs(lope_character_state(hero)->feet.x - 2.5) > 1e-4) return 1;

    // A leap of 4 m, 2 m high, that ends where it lands; and a hop that is at its target in time.
    const lope_requests leap = {.asked = LOPE_REQUEST_LAYER,
                                .layer = {.id = 2,
                                          .kind = LOPE_LAYER_JUMP,
                                          .velocity = {0, 0, -1},
                                          .strength = 4,
                                          .height = 2,
                                          .duration = 0.8f,
                                          .flags = LOPE_LAYER_UNTIL_LANDING,
                                          .finish = LOPE_FINISH_SET}};
    lope_character_set_input(hero, &(lope_input){.requests = &leap});
    step_for(world, 1);
    show("leap", hero);
    const lope_requests hop = {.asked = LOPE_REQUEST_LAYER,
                               .layer = {.id = 3,
                                         .kind = LOPE_LAYER_MOVE_TO,
                                         .target = {0, 0, 0},
                                         .height = 1,
                                         .curve = 1 + hill,
                                         .duration = 0.5f,
                                         .finish = LOPE_FINISH_SET}};
    lope_character_set_input(hero, &(lope_input){.requests = &hop});
    step_for(world, 1);
    show("hop", hero);
    if (fabs(lope_character_state(hero)->feet.z) > 1e-3) return 1;

    // A runner is knocked aside: what is additive never becomes momentum.
    lope_input run = {.move = {1, 0, 0}};
    lope_character_set_input(hero, &run);
    step_for(world, 1);
    run.requests = &(lope_requests){
        .asked = LOPE_REQUEST_LAYER,
        .layer = {.id = 4, .kind = LOPE_LAYER_VELOCITY, .velocity = {0, 0, 6}, .duration = 0.25f, .flags = LOPE_LAYER_ADDITIVE}};
    lope_character_set_input(hero, &run);
    step_for(world, 0.5);
    show("knocked aside", hero);
    if (fabsf(lope_character_state(hero)->velocity.z) > 1e-4f) return 1;

    // An animation: what it does in each tick, in the character's frame. A step of 1 m ahead, with a quarter turn to the left.
    for (int tick = 0; tick < 30; ++tick) {
        const lope_root_motion step = {.translation = {0, 0, -1.0f / 30}, .yaw = LOPE_PI / 60};
        const lope_requests frame = {.has_root_motion = true, .root_motion = step};
        lope_character_set_input(hero, &(lope_input){.requests = &frame});
        lope_world_step(world, dt);
    }
    show("animation", hero);

    const lope_report *report = lope_character_report(hero);
    if (lope_report_refused(report, LOPE_ASKED_LAYER) != LOPE_REFUSAL_NONE) printf("refused\n");
    lope_world_destroy(world);
    return 0;
}
