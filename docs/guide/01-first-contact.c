// 01-first-contact.c - the ten lines of the README, in C, in a game small enough to run as a test.
#include <lope/lope.h>

#include <stdio.h>

// A floor of 20 by 20 m at height 0: two triangles, counter-clockwise seen from above.
static const float points[] = {-10, 0, -10, -10, 0, 10, 10, 0, 10, 10, 0, -10};
static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};

static bool playing = true;
static lope_pose drawn;
static int frames;

static void draw_hero(lope_pose pose)
{
    drawn = pose;
    playing = ++frames < 100;
}

int main(void)
{
    const uint32_t n = 4, t = 2;
    const double frame_seconds = 1.0 / 50; // the screen need not run at the rate of the ticks
    const float stick_right = 0, stick_forward = 1, camera_yaw = 0;
    const bool jump = false;

    lope_world *world = lope_world_create(&(lope_world_def){0}); // zero = defaults: metres, y up, 60 ticks a second
    lope_world_add_mesh(world, &(lope_mesh_def){.points = points, .point_count = n, .indices = indices, .triangle_count = t});
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 1, 0}});

    while (playing) {
        lope_vec3 move = lope_move_from_stick(stick_right, stick_forward, camera_yaw);
        lope_character_set_input(hero, &(lope_input){.move = move, .held = jump ? LOPE_BUTTON_JUMP : 0});
        lope_world_advance(world, frame_seconds); // as many whole ticks as have come due
        draw_hero(lope_character_pose(hero));     // interpolated between ticks, stair and crouch snaps smoothed
    }

    printf("after 2 s the hero is drawn at %.2f %.2f %.2f\n", drawn.feet.x, drawn.feet.y, drawn.feet.z);
    // It fell 1 m, and then the stick moved it toward -z: 6 m/s for what is left of 2 s, less the time to speed up.
    bool walked = drawn.feet.z < -6 && drawn.feet.z > -10 && drawn.feet.y > -0.001 && drawn.feet.y < 0.001;
    lope_world_destroy(world);
    return walked ? 0 : 1;
}
