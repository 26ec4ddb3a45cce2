// content_hash.c - one number for what stands in a level: two machines that mean to play in the same level
// compare it.
//
// Each body has a hash over its id, shape, pose, surface, channels and volume. The level's is the sum of
// these, so the order in which bodies were added does not count; an id that is the order of creation does. Of
// a mesh each triangle is hashed with its number, and the sum taken, for they are kept in the order of their
// hierarchy.
#include "base/hash.h"
#include "level/body.h"
#include "level/pose.h"

// Returns the sum of the hashes of the triangles.
static uint64_t hash_mesh(const lope_mesh *mesh)
{
    uint64_t sum = mesh->report.triangles;
    for (uint32_t i = 0; i < mesh->report.triangles; ++i) {
        const lope_mesh_triangle *t = &mesh->triangles[i];
        uint64_t h = lope_hash_u32(lope_hash_u32(LOPE_HASH_START, t->index), t->two_sided);
        for (int k = 0; k < 3; ++k) h = lope_hash_vec3(h, t->v[k]);
        sum += h;
    }
    return sum;
}

// Returns the hash of a height field: its size and all heights.
static uint64_t hash_field(const lope_height_field *field)
{
    uint64_t h = lope_hash_u32(lope_hash_u32(LOPE_HASH_START, field->columns), field->rows);
    h = lope_hash_double(h, field->cell);
    for (size_t i = 0; i < (size_t)field->columns * field->rows; ++i) h = lope_hash_float(h, field->heights[i]);
    return h;
}

// Returns the hash of a hull's points.
static uint64_t hash_hull(const lope_solid_hull *hull)
{
    uint64_t h = lope_hash_u32(LOPE_HASH_START, hull->point_count);
    for (uint32_t i = 0; i < hull->point_count; ++i) h = lope_hash_vec3(h, hull->points[i]);
    return h;
}

// Folds in a shape.
static uint64_t hash_shape(uint64_t h, const lope_body_shape *shape)
{
    h = lope_hash_u32(h, (uint32_t)shape->kind);
    switch (shape->kind) {
    case LOPE_BODY_MESH:
        return lope_hash_u64(h, hash_mesh(&shape->as.mesh));
    case LOPE_BODY_HEIGHT_FIELD:
        return lope_hash_u64(h, hash_field(&shape->as.field));
    case LOPE_BODY_HULL:
        return lope_hash_u64(h, hash_hull(&shape->as.hull));
    case LOPE_BODY_BOX:
        return lope_hash_vec3(h, shape->as.box);
    case LOPE_BODY_SPHERE:
        return lope_hash_float(h, shape->as.round.radius);
    case LOPE_BODY_CAPSULE:
    case LOPE_BODY_CYLINDER:
        break;
    }
    return lope_hash_float(lope_hash_float(h, shape->as.round.radius), shape->as.round.height);
}

// Folds in a pose.
static uint64_t hash_pose(uint64_t h, const lope_transform *pose)
{
    h = lope_hash_point(h, pose->position);
    h = lope_hash_float(lope_hash_float(h, pose->rotation.x), pose->rotation.y);
    return lope_hash_float(lope_hash_float(h, pose->rotation.z), pose->rotation.w);
}

// Folds in a surface.
static uint64_t hash_surface(uint64_t h, const lope_surface *s)
{
    h = lope_hash_u32(h, (uint32_t)s->walkable);
    h = lope_hash_float(h, s->walkable_angle);
    h = lope_hash_vec3(h, s->velocity);
    h = lope_hash_u32(h, s->material << 2 | (s->no_step_up ? 2u : 0u) | (s->no_base ? 1u : 0u));
    return s->one_way ? lope_hash_u32(h, 1) : h;
}

// Folds in a volume.
static uint64_t hash_volume(uint64_t h, const lope_volume *v)
{
    h = lope_hash_u32(lope_hash_u32(h, (uint32_t)v->priority), v->gravity_mode);
    h = lope_hash_point(lope_hash_float(lope_hash_vec3(h, v->gravity), v->gravity_strength), v->gravity_point);
    h = lope_hash_u32(h, (v->water ? 2u : 0u) | (v->no_fluid_friction ? 1u : 0u));
    return lope_hash_float(lope_hash_float(h, v->fluid_friction), v->terminal_speed);
}

// Ticks at which a pose function is asked, at 60 ticks a second. So a level hashes alike at whatever tick it
// stands.
static const uint64_t asked[] = {0, 1, 77, 1000};

// Hashes where a body is and goes: by its function, or as it stands.
static uint64_t hash_motion(uint64_t h, const lope_level_body *b)
{
    if (!b->pose_at) return hash_pose(hash_pose(h, &b->start), &b->pose);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; ++i) {
        lope_transform pose;
        const bool told = lope_pose_at_ask(b, asked[i], (double)asked[i] / 60.0, &pose);
        h = told ? hash_pose(h, &pose) : lope_hash_u32(h, 1);
    }
    return h;
}

// Returns the hash of a body.
static uint64_t hash_body(const lope_level_body *b)
{
    uint64_t h = lope_hash_u64(LOPE_HASH_START, b->id);
    h = lope_hash_u32(h, b->channels);
    h = lope_hash_u32(h, (b->moving ? 1u : 0u) | (b->nav ? 2u : 0u) | (b->has_volume ? 4u : 0u) | (b->pose_at ? 8u : 0u));
    h = hash_surface(hash_motion(h, b), &b->surface);
    if (b->has_volume) h = hash_volume(h, &b->volume);
    return hash_shape(h, &b->shape);
}

uint64_t lope_level_hash(const lope_level *level)
{
    uint64_t sum = 0;
    if (!level) return LOPE_HASH_START;
    for (uint32_t i = 0; i < level->pool.slot_count; ++i)
        if (lope_handle_pool_live(&level->pool, i)) sum += hash_body(&level->bodies[i]);
    return lope_hash_u64(lope_hash_u32(LOPE_HASH_START, level->pool.live_count), sum);
}
