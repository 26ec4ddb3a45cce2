// 02-the-level.c - puts bodies into a level, asks it where things are, moves one, and reads what a refusal says.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

static bool near_to(double a, double b) { return fabs(a - b) < 1e-6; }

int main(void)
{
    lope_error error = {0};
    lope_world *world = lope_world_create(&(lope_world_def){.error = &error});
    lope_level *level = lope_world_level(world);

    // A floor with its top at height 0, and a crate with an id and a material of the game's own.
    lope_level_add_box(level, &(lope_box_def){.body.position = {0, -0.5, 0}, .size = {40, 1, 40}});
    lope_box_def crate_def = {.size = {1, 1, 1}, .body = {.position = {0, 0.5, -3}, .id = 1000, .surface.material = 7}};
    lope_body crate = lope_level_add_box(level, &crate_def);

    // A platform that the game moves: 1 m up in 60 ticks.
    lope_box_def lift_def = {.size = {2, 0.5f, 2}, .body = {.position = {5, 0.25, 0}, .moving = true}};
    lope_body lift = lope_level_add_box(level, &lift_def);
    for (int tick = 1; tick <= 60; ++tick) {
        lope_transform pose = {.position = {5, 0.25 + tick / 60.0, 0}, .rotation = lope_quat_identity()};
        lope_level_set_pose(level, lift, &pose);
        lope_world_step(world, 1.0f / 60.0f);
    }
    lope_transform arrived;
    bool lifted = lope_level_pose(level, lift, &arrived) == LOPE_OK && near_to(arrived.position.y, 1.25);

    // What does a ray see that goes 10 m along -z, at half a metre above the floor?
    lope_filter everything_solid = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
    lope_level_hit hit;
    lope_point eye = {0, 0.5, 0}, ahead = {0, 0, -10};
    bool sees = lope_level_ray(level, eye, ahead, everything_solid, &hit);
    if (sees) printf("body %llu at %.2f m\n", (unsigned long long)hit.id, 10 * hit.fraction);
    bool saw_crate = sees && hit.id == 1000 && near_to(hit.point.z, -2.5);

    // A bad definition changes nothing and says why.
    lope_box_def flat = {.size = {1, 0, 1}, .body.error = &error};
    lope_body none = lope_level_add_box(level, &flat);
    printf("refused: %s (%s): %s\n", lope_result_text(error.code), error.field, error.text);
    bool refused = none.generation == 0 && error.code != LOPE_OK;

    // A handle of something that is gone is noticed.
    lope_level_remove(level, crate);
    bool gone = !lope_level_valid(level, crate) && !lope_level_ray(level, eye, ahead, everything_solid, &hit);

    lope_world_destroy(world);
    return lifted && saw_crate && refused && gone ? 0 : 1;
}
