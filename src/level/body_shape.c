// body_shape.c - frees the shape of a body, and finds its bounds. Read next: body.h.
#include "level/body_shape.h"

void lope_body_shape_free(lope_body_shape *shape, const lope_allocator *allocator)
{
    if (shape->kind == LOPE_BODY_MESH) lope_mesh_free(&shape->as.mesh, allocator);
    if (shape->kind == LOPE_BODY_HEIGHT_FIELD) lope_height_field_free(&shape->as.field, allocator);
    if (shape->kind == LOPE_BODY_HULL) lope_solid_hull_free(&shape->as.hull, allocator);
}

lope_bounds lope_body_shape_bounds(const lope_body_shape *s)
{
    lope_point half = {0, 0, 0};
    double radius = (double)s->as.round.radius, height = (double)s->as.round.height;
    switch (s->kind) {
    case LOPE_BODY_MESH:
        return s->as.mesh.bounds;
    case LOPE_BODY_HEIGHT_FIELD:
        return s->as.field.bounds;
    case LOPE_BODY_HULL:
        return s->as.hull.bounds;
    case LOPE_BODY_BOX:
        half = lope_point_scale(lope_vec3_to_point(s->as.box), 0.5);
        break;
    case LOPE_BODY_SPHERE:
        half = lope_point_make(radius, radius, radius);
        break;
    case LOPE_BODY_CAPSULE:
    case LOPE_BODY_CYLINDER:
        half = lope_point_make(radius, 0.5 * height, radius);
        break;
    }
    lope_bounds b = {{-half.x, -half.y, -half.z}, half};
    return b;
}
