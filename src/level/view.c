// view.c - a level with some of its moving bodies at other poses: places and views.
//
// A place holds what a level keeps of a body's motion, worked out once. So a gather does not work it out
// again, and equal poses give equal bits. Read next: gather.c, which asks the level and the places of a view,
// surroundings.c.
#include <lope/level_view.h>

#include "level/body.h"
#include "level/pose.h"

// Notes what a level knows of a moving body, which may be a copy.
static lope_body_place place_of(lope_body body, const lope_level_body *b)
{
    return (lope_body_place){.body = body, .start = b->start, .pose = b->pose, .motion = b->motion, .bounds = b->bounds};
}

lope_result lope_level_place(const lope_level *level, lope_body body, const lope_transform *start, const lope_transform *pose,
                             lope_body_place *place)
{
    static const char *const names[2] = {"position", "rotation"};
    if (!level || !start || !pose || !place) return LOPE_ERROR_NULL;
    const lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    if (!b->moving) return LOPE_ERROR_STATE;
    lope_transform from, to;
    lope_result result = lope_pose_read(start->position, start->rotation, names, &from, NULL);
    if (result == LOPE_OK) result = lope_pose_read(pose->position, pose->rotation, names, &to, NULL);
    if (result != LOPE_OK) return result;
    lope_level_body there = *b;
    lope_body_go(&there, &from, &to);
    *place = place_of(body, &there);
    return LOPE_OK;
}

// Returns the handle of the body at an index.
static lope_body handle_at(const lope_level *level, uint32_t index)
{
    const lope_handle handle = lope_handle_pool_at(&level->pool, index);
    return (lope_body){handle.index, handle.generation};
}

uint32_t lope_level_places(const lope_level *level, lope_body_place *places, uint32_t capacity)
{
    uint32_t count = 0;
    if (!level || level->moving_count == 0) return 0;
    for (uint32_t i = 0; i < level->pool.slot_count; ++i) {
        if (!lope_handle_pool_live(&level->pool, i) || !level->bodies[i].moving) continue;
        if (places && count < capacity) places[count] = place_of(handle_at(level, i), &level->bodies[i]);
        count++;
    }
    return count;
}

uint32_t lope_level_places_at(const lope_level *level, uint64_t tick, double start, double end, lope_body_place *places,
                              uint32_t capacity)
{
    uint32_t count = 0;
    if (!level || level->posed_count == 0) return 0;
    for (uint32_t i = 0; i < level->pool.slot_count; ++i) {
        const lope_level_body *b = &level->bodies[i];
        lope_transform from, to;
        if (!lope_handle_pool_live(&level->pool, i) || !b->pose_at) continue;
        if (!lope_pose_at_ask(b, tick - 1, start, &from) || !lope_pose_at_ask(b, tick, end, &to)) continue;
        if (places && count < capacity) {
            lope_level_body there = *b;
            lope_body_go(&there, &from, &to);
            places[count] = place_of(handle_at(level, i), &there);
        }
        count++;
    }
    return count;
}

void lope_level_places_cut(lope_body_place *places, uint32_t count, double share)
{
    if (!places) return;
    share = share > 0 ? share < 1 ? share : 1 : 0;
    for (uint32_t i = 0; i < count && share < 1; ++i) {
        lope_body_place *place = &places[i];
        const lope_point turn = lope_vec3_to_point(place->motion.rotation);
        const double angle = lope_point_length(turn);
        place->motion.displacement = lope_point_scale(place->motion.displacement, share);
        place->pose.position = lope_point_add(place->start.position, place->motion.displacement);
        if (!(angle > 0)) continue;
        const lope_vec3 axis = lope_point_to_vec3(lope_point_scale(turn, 1.0 / angle));
        const lope_quat part = lope_quat_from_axis(axis, (float)(angle * share));
        place->pose.rotation = lope_quat_normalize(lope_quat_multiply(part, place->start.rotation));
        place->motion.rotation = lope_point_to_vec3(lope_point_scale(turn, share));
    }
}

// ---- views ------------------------------------------------------------------------------------------------

// Puts places in order of handle, by insertion: they mostly are already.
static void sort_places(lope_body_place *places, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        const lope_body_place one = places[i];
        uint32_t at = i;
        for (; at > 0 && places[at - 1].body.index > one.body.index; --at) places[at] = places[at - 1];
        places[at] = one;
    }
}

lope_result lope_level_view_make(lope_level_view *view, const lope_level *level, lope_body_place *places, uint32_t count)
{
    if (!view || !level || (count > 0 && !places)) return LOPE_ERROR_NULL;
    sort_places(places, count);
    for (uint32_t i = 1; i < count; ++i)
        if (places[i].body.index == places[i - 1].body.index) return LOPE_ERROR_DUPLICATE;
    *view = (lope_level_view){level, places, count};
    return LOPE_OK;
}
