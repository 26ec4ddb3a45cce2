// overlap.c - case F2: asks lope_level_overlap about a capsule that is whole inside a closed cube of
// triangles, and inside a box of that size. Prints "mesh N box N"; exit status 0 when both are found once.
#include <lope/lope.h>

#include <stdio.h>

static lope_body add_cube(lope_level *level, float half)
{
    static const uint32_t indices[] = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                       2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
    float points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 4 ? half : -half;
        points[3 * i + 1] = i & 2 ? 2 * half : 0;
        points[3 * i + 2] = i & 1 ? half : -half;
    }
    const lope_mesh_def mesh = {.points = points, .point_count = 8, .indices = indices, .triangle_count = 12};
    return lope_level_add_mesh(level, &mesh);
}

static lope_body add_box(lope_level *level, float half)
{
    const lope_box_def box = {.body = {.position = {0, (double)half, 0}}, .size = {2 * half, 2 * half, 2 * half}};
    return lope_level_add_box(level, &box);
}

static uint32_t overlaps(lope_body (*add)(lope_level *, float))
{
    const double half = 2;
    lope_level *level = lope_level_create(NULL);
    add(level, (float)half);
    const lope_capsule capsule = {.a = {0.1, half - 0.5, 0.2}, .b = {0.1, half + 0.5, 0.2}, .radius = 0.34};
    const lope_filter filter = {.channels = LOPE_CHANNEL_SOLID, .ignore = LOPE_BODY_NONE};
    lope_level_hit hits[4];
    uint32_t count = 0;
    lope_level_overlap(level, &capsule, filter, hits, 4, &count);
    lope_level_destroy(level);
    return count;
}

int main(void)
{
    const uint32_t mesh = overlaps(add_cube), box = overlaps(add_box);
    printf("mesh %u box %u\n", (unsigned)mesh, (unsigned)box);
    return mesh == 1 && box == 1 ? 0 : 1;
}
