// stage.c - see stage.h. Some things lie level with one another, and two lie in the same place, for ties.
#include "stage.h"

#include <math.h>

static lope_body_def at(lope_point base, double x, double y, double z, const lope_quat *turn, bool moving)
{
    lope_body_def def = {.position = {base.x + x, base.y + y, base.z + z}, .moving = moving};
    if (turn) def.rotation = *turn;
    return def;
}

static lope_quat any_turn(random_numbers *r)
{
    return lope_quat_normalize(
        (lope_quat){(float)draw(r, -1, 1), (float)draw(r, -1, 1), (float)draw(r, -1, 1), (float)draw(r, -1, 1)});
}

static void add_solids(lope_level *level, lope_point base, random_numbers *r, bool moving)
{
    for (int i = 0; i < 4; i++) {
        const lope_quat turn = any_turn(r);
        const lope_body_def body = at(base, draw(r, -9, 9), draw(r, 0, 4), draw(r, -9, 9), i > 0 ? &turn : NULL, moving);
        const float size = (float)draw(r, 0.3, 1.2);
        lope_level_add_box(level, &(lope_box_def){.body = body, .size = {size, 2 * size, 0.7f * size}});
        const lope_body_def round = at(base, draw(r, -9, 9), draw(r, 0, 4), draw(r, -9, 9), &turn, moving);
        lope_level_add_sphere(level, &(lope_sphere_def){.body = round, .radius = size});
        const lope_body_def tall = at(base, draw(r, -9, 9), draw(r, 0, 4), draw(r, -9, 9), &turn, moving);
        lope_level_add_capsule(level, &(lope_capsule_def){.body = tall, .radius = 0.4f * size, .height = 2 * size});
        const lope_body_def drum = at(base, draw(r, -9, 9), draw(r, 0, 4), draw(r, -9, 9), &turn, moving);
        lope_level_add_cylinder(level, &(lope_cylinder_def){.body = drum, .radius = size, .height = 1.5f * size});
        float points[3 * 14];
        for (int k = 0; k < 3 * 14; k++) points[k] = (float)draw(r, -1, 1) * size;
        const lope_body_def rock = at(base, draw(r, -9, 9), draw(r, 0, 4), draw(r, -9, 9), &turn, moving);
        lope_level_add_hull(level, &(lope_hull_def){.body = rock, .points = points, .point_count = 14});
    }
}

// A closed one: of one-sided triangles. `open` leaves out two: then they are two-sided.
static void add_mesh_box(lope_level *level, lope_body_def body, float size, bool open)
{
    static const uint32_t faces[36] = {1, 3, 7, 1, 7, 5, 0, 4, 6, 0, 6, 2, 2, 6, 7, 2, 7, 3,
                                       0, 1, 5, 0, 5, 4, 4, 5, 7, 4, 7, 6, 0, 2, 3, 0, 3, 1};
    float points[24];
    for (int i = 0; i < 8; i++) {
        points[3 * i] = i & 1 ? size : -size;
        points[3 * i + 1] = i & 2 ? size : -size;
        points[3 * i + 2] = i & 4 ? size : -size;
    }
    lope_level_add_mesh(
        level,
        &(lope_mesh_def){.body = body, .points = points, .point_count = 8, .indices = faces, .triangle_count = open ? 10 : 12});
}

lope_level *stage_make(lope_point base, random_numbers *r)
{
    lope_level *level = lope_level_create(&(lope_level_def){0});
    if (!level) return NULL;
    float heights[21 * 21];
    for (int i = 0; i < 21 * 21; i++) heights[i] = i == 77 ? LOPE_HOLE : (float)draw(r, -0.3, 0.6);
    lope_level_add_height_field(
        level, &(lope_height_field_def){
                   .body = at(base, 0, 0, 0, NULL, false), .heights = heights, .columns = 21, .rows = 21, .cell = 1});
    for (int i = 0; i < 4; i++) { // level with one another, and one in the place of another
        const lope_body_def body = at(base, i == 3 ? 1 : i, 1, -3, NULL, false);
        lope_level_add_box(level, &(lope_box_def){.body = body, .size = {1, 1, 1}});
    }
    for (int i = 0; i < 4; i++) {
        const lope_quat turn = any_turn(r);
        add_mesh_box(level, at(base, draw(r, -8, 8), draw(r, 0, 3), draw(r, -8, 8), i > 1 ? &turn : NULL, i == 3),
                     (float)draw(r, 0.4, 1.5), i % 2 == 1);
    }
    const lope_volume water = {.water = true};
    lope_body_def pool = at(base, 5, 1, 5, NULL, false);
    pool.volume = &water;
    lope_level_add_box(level, &(lope_box_def){.body = pool, .size = {4, 2, 4}});
    add_solids(level, base, r, false);
    add_solids(level, base, r, true);
    return level;
}
