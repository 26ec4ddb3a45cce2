// 17-movers-and-projectiles.c - a character kept in a plane, a drone that follows it, and a ball that it throws.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

#define TICK (1.0f / 60.0f)

static lope_level *make_level(void)
{
    lope_level *level = lope_level_create(NULL);
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {80, 1, 80}});
    const lope_quat oblique = lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.7f);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {8, 2, 0}, .rotation = oblique}, .size = {1, 4, 12}});
    return level;
}

// A game of two dimensions: whatever pushes, the runner stays in the plane z = 0, and an oblique wall stops it.
static bool runs_in_a_plane(const lope_surroundings *surroundings, lope_nearby *nearby)
{
    lope_tuning tuning = lope_tuning_default();
    tuning.constrain_to_plane = true;
    tuning.plane_normal_z = 1;
    lope_moveset runner;
    lope_moveset_make(&runner, &tuning, NULL);

    lope_state state;
    lope_state_init(&state, &(lope_state_def){.feet = {0, 0, 0.3}});
    const lope_input input = {.move = {0.8f, 0, 0.6f}}; // only its share along the plane counts
    for (int tick = 0; tick < 180; ++tick)
        if (lope_move(&state, &input, &runner, surroundings, nearby, TICK, NULL) != LOPE_OK) return false;
    printf("runner: x %.3f, z %.3f, %.3f m/s\n", state.feet.x, state.feet.z, (double)lope_vec3_length(state.velocity));
    return fabs(state.feet.z) < 1e-6 && fabsf(state.velocity.x) < 1e-3f;
}

// A floating pawn: no gravity, no floor; it slides along the wall that stands in its way.
static bool flies_a_drone(const lope_surroundings *surroundings, lope_nearby *nearby)
{
    const lope_mover_tuning tuning = lope_mover_tuning_default();
    lope_mover_state drone;
    lope_mover_report report;
    lope_mover_init(&drone, &(lope_mover_def){.position = {0, 2, 0}, .radius = 0.3f});

    const lope_mover_input ahead = {.move = {1, 0, 0}};
    bool hit = false;
    for (int tick = 0; tick < 120; ++tick) {
        if (lope_mover_move(&drone, &ahead, &tuning, surroundings, nearby, TICK, &report) != LOPE_OK) return false;
        hit = hit || report.hit_count > 0;
    }
    printf("drone: x %.2f, z %.2f\n", drone.position.x, drone.position.z);
    return hit && drone.position.z > 1; // along the wall
}

// A ball that bounces three quarters as fast as it falls: each time it rises to 0.5625 of the height before.
static bool throws_a_ball(const lope_surroundings *surroundings, lope_nearby *nearby)
{
    lope_projectile_tuning tuning = lope_projectile_tuning_default();
    tuning.should_bounce = true;
    tuning.bounciness = 0.75f;
    lope_projectile_state ball;
    lope_projectile_init(&ball, &(lope_projectile_def){.position = {-8, 1.6, 0}, .velocity = {4, 3, 0}, .radius = 0.1f}, &tuning);

    lope_projectile_report report;
    for (int tick = 0; tick < 600 && !ball.stopped; ++tick) {
        const lope_projectile_input nothing = {0};
        if (lope_projectile_move(&ball, &nothing, &tuning, surroundings, nearby, TICK, &report) != LOPE_OK) return false;
        for (uint32_t i = 0; i < report.event_count; ++i)
            printf("ball: %s, %.2f m/s up\n", report.events[i].kind == LOPE_PROJECTILE_STOP ? "stops" : "bounces",
                   (double)report.events[i].after.y);
    }
    return ball.stopped && ball.bounces > 4;
}

int main(void)
{
    lope_level *level = make_level();
    const lope_surroundings surroundings = lope_level_surroundings(level);
    lope_nearby *nearby = lope_nearby_create(NULL);
    bool good =
        runs_in_a_plane(&surroundings, nearby) && flies_a_drone(&surroundings, nearby) && throws_a_ball(&surroundings, nearby);
    lope_nearby_destroy(nearby);
    lope_level_destroy(level);
    return good ? 0 : 1;
}
