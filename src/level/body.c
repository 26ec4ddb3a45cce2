// body.c - answers about one body by its handle, and its shape as a solid. Nothing is changed here.
//
// Read next: level.c, which changes bodies.
#include "level/body.h"

#include <string.h>

lope_level_body *lope_level_body_at(const lope_level *level, lope_body body)
{
    lope_handle handle = {body.index, body.generation};
    return level && lope_handle_pool_valid(&level->pool, handle) ? &level->bodies[body.index] : NULL;
}

bool lope_level_valid(const lope_level *level, lope_body body) { return lope_level_body_at(level, body) != NULL; }

uint64_t lope_level_id(const lope_level *level, lope_body body)
{
    const lope_level_body *b = lope_level_body_at(level, body);
    return b ? b->id : LOPE_BODY_NONE;
}

void *lope_level_user(const lope_level *level, lope_body body)
{
    const lope_level_body *b = lope_level_body_at(level, body);
    return b ? b->user : NULL;
}

lope_result lope_level_pose(const lope_level *level, lope_body body, lope_transform *pose)
{
    if (!level || !pose) return LOPE_ERROR_NULL;
    const lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    *pose = b->pose;
    return LOPE_OK;
}

lope_result lope_level_mesh_report(const lope_level *level, lope_body body, lope_mesh_report *report)
{
    if (!level || !report) return LOPE_ERROR_NULL;
    const lope_level_body *b = lope_level_body_at(level, body);
    if (!b) return LOPE_ERROR_HANDLE;
    if (b->shape.kind != LOPE_BODY_MESH) return LOPE_ERROR_STATE;
    *report = b->shape.as.mesh.report;
    return LOPE_OK;
}

bool lope_body_solid(const lope_level_body *body, lope_shape *shape)
{
    const lope_body_shape *s = &body->shape;
    lope_point origin = {0, 0, 0}, up = {0, 1, 0};
    double radius = (double)s->as.round.radius, height = (double)s->as.round.height;
    memset(shape, 0, sizeof *shape);
    switch (s->kind) {
    case LOPE_BODY_MESH:
    case LOPE_BODY_HEIGHT_FIELD:
        return false;
    case LOPE_BODY_BOX:
        shape->kind = LOPE_SHAPE_BOX;
        shape->as.box.axis[0].x = shape->as.box.axis[1].y = shape->as.box.axis[2].z = 1;
        shape->as.box.half[0] = 0.5 * (double)s->as.box.x;
        shape->as.box.half[1] = 0.5 * (double)s->as.box.y;
        shape->as.box.half[2] = 0.5 * (double)s->as.box.z;
        break;
    case LOPE_BODY_SPHERE:
        shape->kind = LOPE_SHAPE_SPHERE;
        shape->as.sphere = (lope_sphere){origin, radius};
        break;
    case LOPE_BODY_CAPSULE:
        shape->kind = LOPE_SHAPE_CAPSULE;
        // The ends are rounded to floats as in a gather, so that all queries meet the same capsule.
        height = (double)(0.5f * s->as.round.height - s->as.round.radius);
        shape->as.capsule = (lope_capsule){{0, -height, 0}, {0, height, 0}, radius};
        break;
    case LOPE_BODY_CYLINDER:
        shape->kind = LOPE_SHAPE_CYLINDER;
        shape->as.cylinder = (lope_cylinder){origin, up, radius, 0.5 * height};
        break;
    case LOPE_BODY_HULL:
        shape->kind = LOPE_SHAPE_HULL;
        shape->as.hull = (lope_hull){s->as.hull.exact, s->as.hull.triangles, s->as.hull.point_count, s->as.hull.triangle_count};
        break;
    }
    return true;
}
