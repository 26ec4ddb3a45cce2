// level.c - a level and its bodies: how they come and go, and lookups.
//
// Queries and gathers see a moving body where it will be at the end of the coming tick, with the motion that
// brings it there. lope_level_end_tick makes that its resting place. All that can fail is done before
// anything is changed. Read next: add.c, pose.c, gather.c, query.c.
#include "level/level.h"

#include "base/error.h"
#include "base/hot_cold.h"
#include "base/memory.h"
#include "level/pose.h"
#include "level/volume.h"

#include <string.h>

lope_level *lope_level_create(const lope_level_def *def)
{
    lope_level_def none = {0};
    if (!def) def = &none;
    if (!def->allocator.allocate != !def->allocator.release) {
        lope_refuse(def->error, LOPE_ERROR_NULL, def->allocator.allocate ? "allocator.release" : "allocator.allocate",
                    "give both hooks of an allocator or none");
        return NULL;
    }
    lope_allocator allocator = lope_allocator_or_default(&def->allocator);
    lope_level *level = lope_allocate_zero(&allocator, sizeof *level);
    if (!level) {
        lope_refuse(def->error, LOPE_ERROR_MEMORY, "allocator", "no memory for a level");
        return NULL;
    }
    level->allocator = allocator;
    level->log = def->log;
    level->revision = 1;
    for (int k = 0; k < 2; ++k) lope_tree_init(&level->trees[k]);
    return level;
}

void lope_level_destroy(lope_level *level)
{
    if (!level) return;
    lope_allocator allocator = level->allocator;
    for (uint32_t i = 0; i < level->pool.slot_count; ++i)
        if (lope_handle_pool_live(&level->pool, i)) lope_body_shape_free(&level->bodies[i].shape, &allocator);
    lope_handle_pool_free(&level->pool, &allocator);
    lope_release(&allocator, level->bodies, level->body_capacity * sizeof(lope_level_body));
    lope_release(&allocator, level->moved, level->moved_capacity * sizeof(uint32_t));
    lope_release(&allocator, level->posed, level->posed_capacity * sizeof(uint32_t));
    for (int k = 0; k < 2; ++k) lope_tree_free(&level->trees[k], &allocator);
    lope_ids_free(&level->ids, &allocator);
    lope_release(&allocator, level, sizeof *level);
}

// Refuses a surface with a rule that there is not or numbers that are not finite.
static lope_result surface_check(const lope_surface *surface, lope_error *error)
{
    if ((int)surface->walkable < (int)LOPE_WALKABLE_BY_ANGLE || (int)surface->walkable > (int)LOPE_WALKABLE_OWN_ANGLE)
        return lope_refuse(error, LOPE_ERROR_RANGE, "surface.walkable", "%d is not one of lope_walkable", (int)surface->walkable);
    if (!lope_finite(surface->walkable_angle))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "surface.walkable_angle", "is not finite");
    if (!lope_finite_vec3(surface->velocity))
        return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "surface.velocity", "is not finite");
    return LOPE_OK;
}

static const char *const def_pose_names[2] = {"position", "rotation"};

lope_result lope_level_body_check(const lope_level *level, const lope_body_def *def, lope_error *error)
{
    lope_transform pose;
    uint32_t taken;
    if (level->busy) return lope_refuse(error, LOPE_ERROR_STATE, "level", "characters are moving in it: only read it now");
    lope_result result = lope_pose_read(def->position, def->rotation, def_pose_names, &pose, error);
    if (result == LOPE_OK) result = surface_check(&def->surface, error);
    if (result == LOPE_OK && def->volume) result = lope_volume_check(def->volume, error);
    if (result == LOPE_OK) result = lope_pose_at_check(level, def, error);
    if (result != LOPE_OK) return result;
    if (def->id == LOPE_BODY_NONE) return lope_refuse(error, LOPE_ERROR_RANGE, "id", "LOPE_BODY_NONE stands for no body");
    if (def->id >> 62 == 1) return lope_refuse(error, LOPE_ERROR_RANGE, "id", "2^62 to 2^63 - 1 are ids of characters");
    if (def->id != 0 && lope_ids_get(&level->ids, def->id, &taken))
        return lope_refuse(error, LOPE_ERROR_DUPLICATE, "id", "%llu is taken by another body", (unsigned long long)def->id);
    return LOPE_OK;
}

// Takes all memory that one more body will want, in every list that it may come into. Returns false when
// there is none.
static bool add_reserve(lope_level *level, bool moving)
{
    void *bodies = level->bodies, *moved = level->moved, *posed = level->posed;
    const lope_allocator *a = &level->allocator;
    bool room =
        lope_grow(a, &bodies, &level->body_capacity, (size_t)lope_handle_pool_next(&level->pool) + 1, sizeof(lope_level_body));
    level->bodies = bodies;
    if (room && moving) room = lope_grow(a, &moved, &level->moved_capacity, (size_t)level->moving_count + 1, sizeof(uint32_t));
    level->moved = moved;
    if (room && moving) room = lope_grow(a, &posed, &level->posed_capacity, (size_t)level->moving_count + 1, sizeof(uint32_t));
    level->posed = posed;
    return room && lope_tree_reserve(&level->trees[moving ? 1 : 0], a) && lope_ids_reserve(&level->ids, a);
}

// Fills in a body from its checked definition and its shape. Chooses an id where none is given.
static void body_fill(lope_level *level, lope_level_body *b, const lope_body_def *def, const lope_body_shape *shape)
{
    lope_transform pose;
    uint32_t taken;
    memset(b, 0, sizeof *b);
    lope_pose_read(def->position, def->rotation, def_pose_names, &pose, NULL);
    lope_body_stand(b, &pose);
    b->id = def->id != 0 ? def->id : level->created + 1;
    while (def->id == 0 && lope_ids_get(&level->ids, b->id, &taken)) b->id++;
    b->channels = def->channels != 0 ? def->channels : def->volume ? LOPE_CHANNEL_VOLUME : LOPE_CHANNEL_SOLID;
    b->surface = def->surface;
    b->has_volume = def->volume != NULL;
    if (def->volume) b->volume = *def->volume;
    b->user = def->user;
    b->moving = def->moving || def->surface.one_way;
    b->shape = *shape;
    b->local = lope_body_shape_bounds(shape);
    lope_point far_corner = {lope_larger(fabs(b->local.lower.x), fabs(b->local.upper.x)),
                             lope_larger(fabs(b->local.lower.y), fabs(b->local.upper.y)),
                             lope_larger(fabs(b->local.lower.z), fabs(b->local.upper.z))};
    b->reach = lope_point_length(far_corner);
    lope_body_update_bounds(b);
}

lope_body lope_level_body_add(lope_level *level, const lope_body_def *def, const lope_body_shape *shape, lope_error *error)
{
    lope_body none = {0, 0};
    lope_handle handle;
    if (def->volume && !lope_volume_fits(shape)) {
        lope_refuse(error, LOPE_ERROR_STATE, "volume", "a mesh or a height field is not convex");
        return none;
    }
    if (!add_reserve(level, def->moving || def->surface.one_way) ||
        !lope_handle_pool_acquire(&level->pool, &level->allocator, &handle)) {
        lope_refuse(error, LOPE_ERROR_MEMORY, "allocator", "no memory for one more body");
        return none;
    }
    lope_level_body *b = &level->bodies[handle.index];
    body_fill(level, b, def, shape);
    lope_ids_put(&level->ids, b->id, handle.index);
    lope_level_update_leaf(level, handle.index, true);
    lope_level_count_channels(level, b, true);
    level->created++;
    if (b->moving)
        level->moving_count++;
    else
        level->revision++;
    lope_pose_at_begin(level, handle.index, def);
    return (lope_body){handle.index, handle.generation};
}

void lope_level_body_is_nav(lope_level *level, lope_body body)
{
    lope_level_body *b = lope_level_body_at(level, body);
    lope_level_count_channels(level, b, false);
    b->channels = 0;
    b->nav = true;
    level->nav_count++;
}

lope_result lope_level_remove(lope_level *level, lope_body body)
{
    if (!level) return LOPE_ERROR_NULL;
    lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    if (level->busy) return LOPE_ERROR_STATE;
    lope_tree_remove(&level->trees[b->moving ? 1 : 0], b->leaf);
    lope_ids_drop(&level->ids, b->id);
    lope_level_count_channels(level, b, false);
    lope_level_drop_motion(level, body.index);
    if (b->nav) level->nav_count--;
    if (b->moving)
        level->moving_count--;
    else
        level->revision++;
    lope_body_shape_free(&b->shape, &level->allocator);
    memset(b, 0, sizeof *b);
    lope_handle handle = {body.index, body.generation};
    lope_handle_pool_release(&level->pool, handle);
    return LOPE_OK;
}

lope_result lope_level_set_surface(lope_level *level, lope_body body, const lope_surface *surface)
{
    if (!level || !surface) return LOPE_ERROR_NULL;
    lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    lope_result result = surface_check(surface, NULL);
    if (result != LOPE_OK) return result;
    if (level->busy || (surface->one_way && !b->moving)) return LOPE_ERROR_STATE;
    b->surface = *surface;
    if (!b->moving) level->revision++;
    return LOPE_OK;
}

lope_body lope_level_find(const lope_level *level, uint64_t id)
{
    uint32_t index;
    if (!level || !lope_ids_get(&level->ids, id, &index)) return (lope_body){0, 0};
    lope_handle handle = lope_handle_pool_at(&level->pool, index);
    return (lope_body){handle.index, handle.generation};
}

lope_bounds lope_level_bounds(const lope_level *level)
{
    lope_bounds all = lope_bounds_none();
    for (uint32_t i = 0; level && i < level->pool.slot_count; ++i)
        if (lope_handle_pool_live(&level->pool, i)) all = lope_bounds_join(all, level->bodies[i].bounds);
    return all;
}

uint32_t lope_level_body_count(const lope_level *level) { return level ? level->pool.live_count : 0; }

LOPE_HOT uint64_t lope_level_revision(const lope_level *level) { return level ? level->revision : 0; }
