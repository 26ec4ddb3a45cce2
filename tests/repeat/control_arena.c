// control_arena.c - what stands and moves in the arena, where characters begin, and where they go. See
// control.h.
#include "control.h"

#include "park.h"

#define SOLID LOPE_CHANNEL_SOLID
#define RISE 3.0 // m, of the lift

typedef struct arena_box {
    lope_point at;
    lope_vec3 size;
    float yaw;
} arena_box;

static const arena_box boxes[] = {
    {{0, -0.5, 0}, {80, 1, 80}, 0},         {{-18, 0.75, 0}, {5, 1.5f, 5}, 0}, // floor; a ledge to mantle
    {{-21, 1.5, 16}, {4, 3, 4}, 0},         {{-13.9, 1.5, 16}, {4, 3, 4}, 0},  // beside the lift; across the gap
    {{0, 1.5, -7}, {16, 3, 0.4f}, 0},       {{7, 2, -12}, {0.4f, 4, 9}, 0.3f}, // walls
    {{-6, 2, -13}, {9, 4, 0.3f}, 0.8f},     {{2, 3.2, -12}, {12, 0.2f, 6}, 0}, // and a roof
    {{4, 1, 8}, {0.8f, 2, 0.8f}, 0.2f},     {{-3, 1, 10}, {1.2f, 2, 0.6f}, 0.7f},
    {{0.5, 0.4, 5}, {2.5f, 0.8f, 0.5f}, 0}, {{10, 0.1, 2}, {3, 0.2f, 3}, 0.5f},
};
#define BOXES (uint32_t)(sizeof boxes / sizeof *boxes)
static const arena_box moving[CONTROL_MOVING] = {
    {{-24.1, -0.1, 16}, {2, 0.2f, 2}, 0}, // a lift
    {{12, -0.05, -6}, {6, 0.3f, 6}, 0},   // a turntable
};

static bool add_box(control *c, const arena_box *from, uint64_t id, bool moves, lope_body *body)
{
    lope_error error = {0};
    const lope_box_def def = {.body = {.id = id,
                                       .position = from->at,
                                       .rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), from->yaw),
                                       .moving = moves,
                                       .channels = SOLID,
                                       .error = &error},
                              .size = from->size};
    *body = lope_world_add_box(c->world, &def);
    return error.code == LOPE_OK;
}

bool control_fill(control *c)
{
    lope_body body;
    lope_error error = {0};
    for (uint32_t i = 0; i < BOXES; i++)
        if (!add_box(c, &boxes[i], 100 + i, false, &body)) return false;
    for (uint32_t i = 0; i < CONTROL_MOVING; i++)
        if (!add_box(c, &moving[i], 200 + i, true, &c->moving[i])) return false;
    for (uint32_t i = 0; i < 6; i++) { // pillars, thin and thick
        const lope_cylinder_def pillar = {.body = {.id = 300 + i,
                                                   .position = {-7.0 + 2.8 * (double)i, 1.5, 2.0 + 1.5 * (double)(i % 3)},
                                                   .channels = SOLID,
                                                   .error = &error},
                                          .radius = i % 2 == 0 ? 0.12f : 0.45f,
                                          .height = 3};
        lope_level_add_cylinder(lope_world_level(c->world), &pillar);
    }
    return error.code == LOPE_OK;
}

bool control_set_poses(control *c, int tick)
{
    const double time = (double)(tick + 1) / CONTROL_RATE, t = time - 12 * (double)(int)(time / 12);
    const double rise = t < 3 ? 0 : t < 5 ? (t - 3) * RISE / 2 : t < 9 ? RISE : t < 11 ? (11 - t) * RISE / 2 : 0;
    lope_transform lift = {.position = moving[0].at, .rotation = {0, 0, 0, 1}};
    lope_transform table = {.position = moving[1].at,
                            .rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(0.7 * time))};
    lift.position.y += rise;
    table.position.y += 0.1 * (double)lope_sin((float)time);
    lope_level *level = lope_world_level(c->world);
    return lope_level_set_pose(level, c->moving[0], &lift) == LOPE_OK &&
           lope_level_set_pose(level, c->moving[1], &table) == LOPE_OK;
}

// Up the ledge, off its other side, onto the lift, over the gap, down and back.
void control_route(const control *c, lope_follow_point points[CONTROL_ROUTE])
{
    static const struct {
        lope_point at;
        uint32_t link;
    } route[CONTROL_ROUTE] = {
        {{-14.9, 0, 0.2}, LOPE_LINK_WALK}, {{-16.2, 1.5, 0.2}, LOPE_LINK_MANTLE}, {{-20.1, 1.5, 0.5}, LOPE_LINK_WALK},
        {{-22, 0, 0.5}, LOPE_LINK_DROP},   {{-26.5, 0, 16}, LOPE_LINK_WALK},      {{-22.2, 3, 16}, LOPE_LINK_LIFT},
        {{-19.4, 3, 16}, LOPE_LINK_WALK},  {{-14.9, 3, 16}, LOPE_LINK_JUMP},      {{-10, 0, 14}, LOPE_LINK_DROP},
    };
    for (uint32_t i = 0; i < CONTROL_ROUTE; i++) {
        points[i] = (lope_follow_point){.point = route[i].at, .link = route[i].link};
        if (route[i].link == LOPE_LINK_JUMP) points[i].take_off = 0.35f;
        if (route[i].link != LOPE_LINK_LIFT) continue;
        points[i].body = lope_level_id(lope_world_level(c->world), c->moving[0]);
        points[i].standing = lope_vec3_make(0, 0.1f, 0);
    }
}

lope_point control_start(uint32_t i)
{
    if (i < CONTROL_PLAYERS) return lope_point_make(-9 + 2.2 * (double)i, 0, i % 2 == 0 ? -3 : -10);
    if (i == CONTROL_PLAYERS) return lope_point_make(12.8, 0.2, -6); // a follower that begins on the turntable
    if (i < CONTROL_PLAYERS + CONTROL_FOLLOWERS) return lope_point_make(-9 + 1.1 * (double)(i - CONTROL_PLAYERS), 0, 1);
    return control_end(i, 1);
}

lope_point control_end(uint32_t i, uint32_t turned)
{
    const uint32_t k = i - CONTROL_PLAYERS - CONTROL_FOLLOWERS, row = k / 2;
    const double side = (k + turned) % 2 == 0 ? 1 : -1;
    return lope_point_make(side * (11 + 0.9 * (double)(row % 3)), 0, -1.5 + 1.1 * (double)row + (k % 2 == 0 ? 0 : 0.3));
}
