// use.c - a stranger's program in C: drops a character onto a box for two seconds and looks where its feet
// are.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

int main(void)
{
    lope_world *world = lope_world_create(&(lope_world_def){0});
    lope_box_def floor = {.body.position = {0, -0.5, 0}, .size = {20, 1, 20}};
    lope_body body = lope_world_add_box(world, &floor);
    lope_character *hero = lope_character_create(world, &(lope_character_def){.feet = {0, 1, 0}});
    if (!world || body.generation == 0 || !hero) return 1;
    for (int tick = 0; tick < 120; ++tick) {
        if (lope_world_step(world, 1.0f / 60.0f) != LOPE_OK) return 2;
    }
    // 1 mm: the promise of lope about standing feet.
    bool stands = fabs(lope_character_state(hero)->feet.y) < 0.001 && lope_character_state(hero)->mode == LOPE_MODE_WALKING;
    printf("lope %s: the hero %s the floor\n", lope_version(), stands ? "stands on" : "misses");
    lope_world_destroy(world);
    return stands ? 0 : 3;
}
