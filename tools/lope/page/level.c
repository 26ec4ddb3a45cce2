// level.c - see level.h. Moving bodies give their triangles where they are before the first tick, and poses from then on: the page
// turns the one by the other.
//
// Read next: viewer/src/level.js.
#include "level.h"

#include <stdlib.h>
#include <string.h>

#define PLACE 1e-4     // m
#define TURN 3.1e-5    // of quaternions
#define MOTION_PARTS 7 // position, rotation

bool page_motion_start(page_motion *motion, const page_bodies *bodies, lope_scene_fault *fault)
{
    uint32_t count = lope_scene_player_body_count(bodies->player);
    motion->bodies = malloc(((size_t)count + 1) * sizeof *motion->bodies);
    if (motion->bodies == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
    for (uint32_t i = 0; i < count; i++) {
        if (page_body_moves(bodies, i)) motion->bodies[motion->count++] = i;
    }
    return true;
}

static void put_pose(int32_t *row, const page_bodies *bodies, uint32_t number)
{
    lope_transform pose = {0};
    lope_level *level = lope_scene_player_level(bodies->player);
    lope_level_pose(level, lope_scene_player_body_at(bodies->player, number)->body, &pose);
    lope_point place = page_place(bodies, pose.position);
    lope_scene_quat turn = {(double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z, (double)pose.rotation.w};
    lope_scene_quat back = lope_scene_quat_conjugate(lope_scene_player_scenario(bodies->player)->turn);
    turn = lope_scene_quat_multiply(back, turn);
    const double values[MOTION_PARTS] = {place.x, place.y, place.z, turn.x, turn.y, turn.z, turn.w};
    for (int i = 0; i < MOTION_PARTS; i++) row[i] = page_whole(values[i], i < 3 ? PLACE : TURN);
}

bool page_motion_tick(page_motion *motion, const page_bodies *bodies, lope_scene_fault *fault)
{
    size_t row = (size_t)motion->count * MOTION_PARTS;
    if (motion->ticks == motion->capacity && row > 0) {
        size_t capacity = motion->capacity == 0 ? 1024 : motion->capacity * 2;
        int32_t *values = realloc(motion->values, capacity * row * sizeof *values);
        if (values == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "--replay: out of memory");
        motion->values = values;
        motion->capacity = capacity;
    }
    for (uint32_t i = 0; i < motion->count; i++)
        put_pose(motion->values + motion->ticks * row + (size_t)i * MOTION_PARTS, bodies, motion->bodies[i]);
    motion->ticks++;
    return true;
}

void page_motion_free(page_motion *motion)
{
    free(motion->values);
    free(motion->bodies);
    *motion = (page_motion){0};
}

void page_motion_pack(const page_motion *motion, page_bytes *out, page_bytes *head)
{
    page_values place = {motion->values, MOTION_PARTS, motion->count, motion->ticks, 3};
    page_values turn = {motion->values == NULL ? NULL : motion->values + 3, MOTION_PARTS, motion->count, motion->ticks, 4};
    page_bytes_print(head, "{\"bodies\": [");
    for (uint32_t i = 0; i < motion->count; i++) page_bytes_print(head, "%s%u", i > 0 ? ", " : "", (unsigned)motion->bodies[i]);
    page_bytes_print(head, "], \"columns\": [");
    page_packed packed = page_pack(out, &place, 4);
    page_describe(head, "position", &place, packed, PLACE);
    page_bytes_print(head, ", ");
    packed = page_pack(out, &turn, 2);
    page_describe(head, "rotation", &turn, packed, TURN);
    page_bytes_print(head, "]}");
}

typedef struct gathered {
    const page_bodies *bodies;
    page_bytes corners, body, triangle;
    uint32_t number, count;
} gathered;

static bool gather(void *context, const lope_point corners[3], uint32_t triangle)
{
    gathered *g = context;
    for (int i = 0; i < 3; i++) {
        lope_point p = page_place(g->bodies, corners[i]);
        page_bytes_add(&g->corners, (float[3]){(float)p.x, (float)p.y, (float)p.z}, 3 * sizeof(float));
    }
    page_bytes_add(&g->body, &g->number, sizeof g->number);
    page_bytes_add(&g->triangle, &triangle, sizeof triangle);
    g->count++;
    return true;
}

// Words of 32 bits as four planes of bytes, the lowest first, on every machine.
static void add_planes(page_bytes *out, const page_bytes *words)
{
    if (words->failed) out->failed = true;
    for (uint32_t shift = 0; shift < 32 && !out->failed; shift += 8) {
        for (size_t i = 0; i + 4 <= words->size; i += 4) {
            uint32_t word;
            memcpy(&word, words->data + i, sizeof word);
            page_bytes_add(out, &(unsigned char){(unsigned char)(word >> shift & 255u)}, 1);
        }
    }
}

void page_level_pack(const page_bodies *bodies, page_bytes *out, page_bytes *head)
{
    gathered g = {.bodies = bodies};
    lope_level *level = lope_scene_player_level(bodies->player);
    uint32_t count = lope_scene_player_body_count(bodies->player);
    for (g.number = 0; g.number < count; g.number++)
        lope_level_visit_triangles(level, lope_scene_player_body_at(bodies->player, g.number)->body, gather, &g);
    add_planes(out, &g.corners);
    add_planes(out, &g.body);
    add_planes(out, &g.triangle);
    page_bytes_print(head, "{\"triangles\": %u}", (unsigned)g.count);
    page_bytes_free(&g.corners);
    page_bytes_free(&g.body);
    page_bytes_free(&g.triangle);
}
