// 01-first-contact.cpp - the ten lines of the README in C++17, which has no designated initialisers: named definitions.
#include <lope/lope.h>

#include <cstdio>

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

int main()
{
    const uint32_t n = 4, t = 2;
    const double frame_seconds = 1.0 / 50;
    const float stick_right = 0, stick_forward = 1, camera_yaw = 0;
    const bool jump = false;

    lope_world_def world_def = {};
    lope_world *world = lope_world_create(&world_def);

    lope_mesh_def level = {};
    level.points = points;
    level.point_count = n;
    level.indices = indices;
    level.triangle_count = t;
    lope_world_add_mesh(world, &level);

    lope_character_def hero_def = {};
    hero_def.feet = lope_point_make(0, 1, 0);
    lope_character *hero = lope_character_create(world, &hero_def);

    while (playing) {
        lope_input input = {};
        input.move = lope_move_from_stick(stick_right, stick_forward, camera_yaw);
        input.held = jump ? LOPE_BUTTON_JUMP : 0;
        lope_character_set_input(hero, &input);
        lope_world_advance(world, frame_seconds);
        draw_hero(lope_character_pose(hero));
    }

    std::printf("after 2 s the hero is drawn at %.2f %.2f %.2f\n", drawn.feet.x, drawn.feet.y, drawn.feet.z);
    bool walked = drawn.feet.z < -6 && drawn.feet.z > -10 && drawn.feet.y > -0.001 && drawn.feet.y < 0.001;
    lope_world_destroy(world);
    return walked ? 0 : 1;
}
