// 10-bases.c - a turntable that goes up: a character rides on it, walks by the stick, jumps off, and the camera turns along.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

#define RATE 60
#define SPIN 1.5 // rad/s
#define RISE 0.5 // m/s

// Where the body shall be when the tick ends that is about to begin.
static lope_transform pose_at(double t)
{
    double half = 0.5 * SPIN * t;
    lope_transform pose = {{0, -0.5 + RISE * t, 0}, {0, (float)sin(half), 0, (float)cos(half)}};
    return pose;
}

int main(void)
{
    lope_world *world = lope_world_create(&(lope_world_def){.tick_rate = RATE});
    lope_box_def box = {.body.moving = true, .body.position = {0, -0.5, 0}, .size = {16, 1, 16}};
    lope_body platform = lope_world_add_box(world, &box);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {4, 0, 0}});

    lope_point spot = {0, 0, 0};
    double off = 0;
    for (int tick = 1; tick <= 10 * RATE; ++tick) {
        lope_transform pose = pose_at((double)tick / RATE);
        lope_level_set_pose(lope_world_level(world), platform, &pose);

        // The stick is relative to the control rotation, and that has turned with the platform.
        const lope_state *state = lope_character_state(hero);
        float forward = tick <= RATE ? 0.5f : 0.0f;
        lope_input input = {.move = lope_move_from_stick(0, forward, state->look_yaw)};
        lope_character_set_input(hero, &input);
        lope_world_step(world, 1.0f / RATE);

        lope_point local = lope_transform_unapply(&pose, state->feet);
        if (tick == 2 * RATE) spot = local;
        lope_point way = {local.x - spot.x, local.y - spot.y, local.z - spot.z};
        if (tick > 2 * RATE) off = fmax(off, sqrt(way.x * way.x + way.y * way.y + way.z * way.z));
    }
    const lope_state *state = lope_character_state(hero);
    printf("off its spot by %.6f m, faces %.3f rad\n", off, (double)state->look_yaw);

    lope_character_set_input(hero, &(lope_input){.pressed = LOPE_BUTTON_JUMP});
    lope_transform pose = pose_at(10 + 1.0 / RATE);
    lope_level_set_pose(lope_world_level(world), platform, &pose);
    lope_world_step(world, 1.0f / RATE);
    double level = sqrt((double)(state->velocity.x * state->velocity.x + state->velocity.z * state->velocity.z));
    double radius = sqrt(spot.x * spot.x + spot.z * spot.z);
    printf("jumps off at %.3f m/s level, %.3f m/s up\n", level, (double)state->velocity.y);
    lope_world_destroy(world);
    return off < 0.001 && fabs(level - SPIN * radius) < 0.01 * SPIN * radius ? 0 : 1;
}
