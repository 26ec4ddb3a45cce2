// use.cpp - the same stranger's program in C++17, which has no designated initialisers.
#include <lope/lope.h>

#include <cmath>
#include <cstdio>

int main()
{
    lope_world_def world_def = {};
    lope_world *world = lope_world_create(&world_def);
    lope_box_def floor = {};
    floor.body.position.y = -0.5;
    floor.size = lope_vec3_make(20, 1, 20);
    lope_body body = lope_world_add_box(world, &floor);
    lope_character_def hero_def = {};
    hero_def.feet.y = 1;
    lope_character *hero = lope_character_create(world, &hero_def);
    if (!world || body.generation == 0 || !hero) return 1;
    for (int tick = 0; tick < 120; ++tick) {
        if (lope_world_step(world, 1.0f / 60.0f) != LOPE_OK) return 2;
    }
    // 1 mm: the promise of lope about standing feet.
    const lope_state *state = lope_character_state(hero);
    bool stands = std::fabs(state->feet.y) < 0.001 && state->mode == LOPE_MODE_WALKING;
    std::printf("lope %s: the hero %s the floor\n", lope_version(), stands ? "stands on" : "misses");
    lope_world_destroy(world);
    return stands ? 0 : 3;
}
