// 20-queries.c - a camera arm, a line of sight and a search of a room, through the seam that characters use.
#include <lope/lope.h>

#include <math.h>
#include <stdio.h>

// The triggers, and whatever else the game leaves out.
static bool not_the_curtain(void *context, const lope_cast_hit *hit) { return hit->body != *(const uint64_t *)context; }

int main(void)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 2, 4}}, .size = {10, 4, 0.5f}});
    const uint64_t curtain = 7;
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 2, 2.5}, .id = curtain}, .size = {3, 4, 0.1f}});
    lope_surroundings world = lope_level_surroundings(level); // or an adapter's

    // Each that asks brings a nearby of its own. It keeps what it gathered, so the next frames gather nothing.
    lope_nearby *look = lope_nearby_create(NULL);
    lope_nearby_reserve_look(look, 16, 256, 16, 64); // optional: from here on no call asks for memory

    // The camera: a small sphere from the head backward. The arm is as long as it is free.
    lope_cast_def arm = {.from = {0, 1.6, 0}, .motion = {0, 0.6, 5}, .radius = 0.12f};
    arm.accept = not_the_curtain;
    arm.context = (void *)&curtain;
    lope_cast_hit hit;
    bool met;
    lope_result result = lope_surroundings_cast(&world, look, &arm, 1, &hit, &met);
    if (result != LOPE_OK) return 1; // the world could not be asked: keep the last length
    double share = met ? hit.fraction : 1;
    printf("the arm is %.3f m of %.3f m\n", share * lope_point_length(arm.motion), lope_point_length(arm.motion));

    // A line of sight: radius and height 0. All that it passes, in order.
    lope_cast_def sight = {.from = {0, 1.6, 0}, .motion = {0, 0, 20}};
    lope_cast_hit passed[8];
    uint32_t count;
    result = lope_surroundings_cast_all(&world, look, &sight, 1, passed, 8, &count);
    if (result != LOPE_OK || count != 2) return 1;
    printf("the sight passes %u things, first body %llu\n", count, (unsigned long long)passed[0].body);

    // Is there room for a crate? Any convex shape, turned in any way.
    lope_shape crate = {.kind = LOPE_SHAPE_BOX};
    crate.as.box = (lope_box){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .half = {0.5, 0.5, 0.5}};
    lope_cast_def place = {.from = {3, 0.8, 3.4}, .shape = &crate, .rotation = {0, 0.38268f, 0, 0.92388f}};
    lope_cast_hit in_the_way[8];
    result = lope_surroundings_overlap(&world, look, &place, 1, in_the_way, 8, &count);
    if (result != LOPE_OK || count != 1) return 1;
    printf("the crate is %.3f m too near to body %llu\n", in_the_way[0].depth, (unsigned long long)in_the_way[0].body);

    lope_nearby_destroy(look);
    lope_level_destroy(level);
    return share > 0.6 && share < 0.8 ? 0 : 1;
}
