// add.c - adds bodies to a level: checks a definition, makes its shape and hands it to level.c.
//
// A refusal names the field as the caller wrote it: members of the common part get "body." in front. Read
// next: mesh.c, hull.c, height_field.c.
#include "base/error.h"
#include "base/memory.h"
#include "level/level.h"

#include <stdio.h>

static const lope_body none = {0, 0};

// Checks the part that all kinds have in common.
static bool common_check(const lope_level *level, const lope_body_def *def, lope_error *error)
{
    if (!level) {
        lope_refuse(error, LOPE_ERROR_NULL, "level", "is NULL");
        return false;
    }
    lope_error inner = {0};
    if (lope_level_body_check(level, def, &inner) == LOPE_OK) return true;
    char field[48];
    snprintf(field, sizeof field, "body.%.42s", inner.field);
    lope_refuse(error, inner.code, field, "%s", inner.text);
    return false;
}

// Copies an error, when there is one and a place for it.
static void error_copy(const lope_error *from, lope_error *to)
{
    if (to && from->code != LOPE_OK) *to = *from;
}

// Adds the body, which takes the shape over. Frees the shape when that fails.
static lope_body add(lope_level *level, const lope_body_def *def, lope_body_shape *shape, lope_error *error)
{
    lope_body body = lope_level_body_add(level, def, shape, error);
    if (body.generation == 0) lope_body_shape_free(shape, &level->allocator);
    return body;
}

// Returns whether a size (m) is finite and above 0; else refuses it under the name of its field.
static bool size_check(float size, const char *field, lope_error *error)
{
    if (!lope_finite(size)) {
        lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "must be a finite number of metres");
        return false;
    }
    if (size > 0) return true;
    lope_refuse(error, LOPE_ERROR_RANGE, field, "%g m: must be over 0", (double)size);
    return false;
}

// Tells the log what was kept and dropped of a mesh.
static void mesh_log(const lope_level *level, uint64_t id, const lope_mesh_report *r)
{
    char text[256];
    if (!level->log.write) return;
    snprintf(
        text, sizeof text,
        "mesh %llu: %u triangles kept, %u degenerate and %u duplicate dropped; %u parts: %u closed, %u open, %u inside out; %u "
        "triangles two-sided",
        (unsigned long long)id, (unsigned)r->triangles, (unsigned)r->dropped_degenerate, (unsigned)r->dropped_duplicate,
        (unsigned)r->parts, (unsigned)r->parts_closed, (unsigned)r->parts_open, (unsigned)r->parts_inside_out,
        (unsigned)r->triangles_two_sided);
    level->log.write(level->log.context, text);
}

// Refuses a navigation surface that moves or is a conveyor.
static bool nav_check(const lope_mesh_def *def, lope_error *error)
{
    const lope_vec3 along = def->body.surface.velocity;
    if (!def->nav) return true;
    if (!def->body.moving && along.x == 0 && along.y == 0 && along.z == 0) return true;
    lope_refuse(error, LOPE_ERROR_STATE, "nav", "a navigation surface does not move, nor does it move what goes over it");
    return false;
}

lope_body lope_level_add_mesh(lope_level *level, const lope_mesh_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_MESH};
    lope_error error = {0};
    lope_body body = none;
    if (!def) return none;
    if (common_check(level, &def->body, &error) && nav_check(def, &error) &&
        lope_mesh_build(&shape.as.mesh, def, &level->allocator, &error) == LOPE_OK)
        body = add(level, &def->body, &shape, &error);
    if (body.generation != 0 && def->nav) lope_level_body_is_nav(level, body);
    error_copy(&error, def->error);
    error_copy(&error, def->body.error);
    if (body.generation != 0) mesh_log(level, lope_level_id(level, body), &shape.as.mesh.report);
    return body;
}

lope_body lope_level_add_height_field(lope_level *level, const lope_height_field_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_HEIGHT_FIELD};
    lope_error error = {0};
    lope_body body = none;
    if (!def) return none;
    if (common_check(level, &def->body, &error) &&
        lope_height_field_build(&shape.as.field, def, &level->allocator, &error) == LOPE_OK)
        body = add(level, &def->body, &shape, &error);
    error_copy(&error, def->error);
    error_copy(&error, def->body.error);
    return body;
}

lope_body lope_level_add_hull(lope_level *level, const lope_hull_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_HULL};
    if (!def || !common_check(level, &def->body, def->body.error)) return none;
    if (lope_solid_hull_build(&shape.as.hull, def, &level->allocator, def->body.error) != LOPE_OK) return none;
    return add(level, &def->body, &shape, def->body.error);
}

lope_body lope_level_add_box(lope_level *level, const lope_box_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_BOX};
    if (!def || !common_check(level, &def->body, def->body.error)) return none;
    if (!size_check(def->size.x, "size.x", def->body.error) || !size_check(def->size.y, "size.y", def->body.error) ||
        !size_check(def->size.z, "size.z", def->body.error))
        return none;
    shape.as.box = def->size;
    return add(level, &def->body, &shape, def->body.error);
}

lope_body lope_level_add_sphere(lope_level *level, const lope_sphere_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_SPHERE};
    if (!def || !common_check(level, &def->body, def->body.error)) return none;
    if (!size_check(def->radius, "radius", def->body.error)) return none;
    shape.as.round.radius = def->radius;
    return add(level, &def->body, &shape, def->body.error);
}

lope_body lope_level_add_capsule(lope_level *level, const lope_capsule_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_CAPSULE};
    if (!def || !common_check(level, &def->body, def->body.error)) return none;
    if (!size_check(def->radius, "radius", def->body.error) || !size_check(def->height, "height", def->body.error)) return none;
    if (def->height < 2 * def->radius) {
        lope_refuse(def->body.error, LOPE_ERROR_RANGE, "height", "%g m is less than twice the radius of %g m",
                    (double)def->height, (double)def->radius);
        return none;
    }
    shape.as.round.radius = def->radius;
    shape.as.round.height = def->height;
    return add(level, &def->body, &shape, def->body.error);
}

lope_body lope_level_add_cylinder(lope_level *level, const lope_cylinder_def *def)
{
    lope_body_shape shape = {.kind = LOPE_BODY_CYLINDER};
    if (!def || !common_check(level, &def->body, def->body.error)) return none;
    if (!size_check(def->radius, "radius", def->body.error) || !size_check(def->height, "height", def->body.error)) return none;
    shape.as.round.radius = def->radius;
    shape.as.round.height = def->height;
    return add(level, &def->body, &shape, def->body.error);
}
