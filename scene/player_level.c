// player_level.c - makes bodies of a scenario's pieces.
//
// `"as": "mesh"` builds the same form from triangles: a box of 12, a cylinder of 64 sides, a hull as the level itself cuts it.
// Read next: motion.h for where pieces are, level.h for what bodies are.
#include "player_level.h"

#include "bullet.h"
#include "scenario_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDES 64u

typedef struct builder {
    lope_level *level;
    const lope_scenario *scenario;
    const lope_scene_frame *frame;
    lope_volume volume; // of the present piece, in the world
    lope_scene_bodies *bodies;
    lope_scene_fault *fault;
    uint32_t piece;
} builder;

static bool refuse(const builder *b, const char *object, const lope_error *error)
{
    const lope_scene_piece *piece = &b->scenario->pieces[b->piece];
    char of[100] = "";
    if (object != NULL) snprintf(of, sizeof of, "object \"%.64s\": ", object);
    int status = error->code == LOPE_ERROR_MEMORY ? LOPE_SCENE_OWN_FAULT : LOPE_SCENE_BAD_INPUT;
    bool level = b->piece < b->scenario->level_count;
    uint32_t index = level ? b->piece : b->piece - b->scenario->level_count;
    return lope_scene_fail(b->fault, status, "%s: %s[%u].%s: %s%s: %s", b->scenario->file, level ? "level" : "volumes",
                           (unsigned)index, lope_scene_shape_key(piece->shape), of, error->field, error->text);
}

static bool keep(const builder *b, lope_body body)
{
    lope_scene_bodies *bodies = b->bodies;
    if (bodies == NULL) return true;
    if (bodies->count == bodies->capacity) {
        size_t capacity = bodies->capacity == 0 ? 64 : bodies->capacity * 2;
        lope_scene_body *more = realloc(bodies->list, capacity * sizeof *more);
        if (more == NULL) return lope_scene_fail(b->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", b->scenario->file);
        bodies->list = more;
        bodies->capacity = capacity;
    }
    bodies->list[bodies->count++] = (lope_scene_body){body, lope_level_id(b->level, body), b->piece};
    return true;
}

static bool kept_or_refused(const builder *b, lope_body body, const char *object, const lope_error *error)
{
    return body.generation == 0 && body.index == 0 ? refuse(b, object, error) : keep(b, body);
}

static lope_body_def body_def(const builder *b)
{
    const lope_scene_piece *piece = &b->scenario->pieces[b->piece];
    lope_scene_pose pose = lope_scene_motion_pose(&piece->motion, &piece->pose, 0.0);
    lope_transform place = lope_scene_place(b->frame, &pose);
    lope_surface surface = piece->surface;
    surface.velocity = lope_scene_frame_vector(b->frame, lope_vec3_to_point(surface.velocity));
    return (lope_body_def){.position = place.position,
                           .rotation = place.rotation,
                           .moving = piece->motion.kind != LOPE_SCENE_STILL || piece->mass > 0.0,
                           .channels = piece->channels,
                           .surface = surface,
                           .volume = piece->is_volume ? &b->volume : NULL};
}

static bool add_triangles(const builder *b, const float *points, uint32_t point_count, const uint32_t *indices,
                          uint32_t triangle_count)
{
    lope_error error = {0};
    lope_mesh_def def = {.body = body_def(b),
                         .points = points,
                         .point_count = point_count,
                         .indices = indices,
                         .triangle_count = triangle_count,
                         .sides = b->scenario->pieces[b->piece].sides,
                         .nav = b->scenario->pieces[b->piece].nav,
                         .error = &error};
    return kept_or_refused(b, lope_level_add_mesh(b->level, &def), NULL, &error);
}

// One hull an object; a mesh of triangles alone is one object.
static bool add_hulls(const builder *b, const lope_scene_mesh *mesh)
{
    float *points = malloc(9 * (size_t)mesh->triangle_count * sizeof *points);
    bool good = points != NULL || lope_scene_fail(b->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", b->scenario->file);
    for (uint32_t i = 0; good && i < mesh->object_count; i++) {
        const lope_scene_object *object = &mesh->objects[i];
        size_t count = 0;
        for (size_t k = 0; k < 3 * (size_t)object->triangle_count; k++) {
            uint32_t index = mesh->indices[3 * (size_t)object->first_triangle + k];
            memcpy(&points[3 * count++], &mesh->points[3 * (size_t)index], 3 * sizeof *points);
        }
        lope_error error = {0};
        lope_hull_def def = {.body = body_def(b), .points = points, .point_count = (uint32_t)count};
        def.body.error = &error;
        good = kept_or_refused(b, lope_level_add_hull(b->level, &def), object->name, &error);
    }
    free(points);
    return good;
}

static bool add_box(const builder *b, const lope_scene_piece *piece)
{
    lope_vec3 size = lope_point_to_vec3(piece->size);
    if (!piece->as_mesh) {
        lope_error error = {0};
        lope_box_def def = {.body = body_def(b), .size = size};
        def.body.error = &error;
        return kept_or_refused(b, lope_level_add_box(b->level, &def), NULL, &error);
    }
    static const uint32_t indices[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                         2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    float points[24]; // corner i: bit 0 is +x, bit 1 is +y, bit 2 is +z
    for (unsigned i = 0; i < 8; i++) {
        points[3 * i] = (i & 1u) != 0 ? size.x * 0.5f : size.x * -0.5f;
        points[3 * i + 1] = (i & 2u) != 0 ? size.y * 0.5f : size.y * -0.5f;
        points[3 * i + 2] = (i & 4u) != 0 ? size.z * 0.5f : size.z * -0.5f;
    }
    return add_triangles(b, points, 8, indices, 12);
}

// Ring points i at the bottom and SIDES + i at the top, then the two centres.
static bool add_cylinder_mesh(const builder *b, const lope_scene_piece *piece)
{
    float points[3 * (2 * SIDES + 2)];
    uint32_t indices[12 * SIDES];
    float half = (float)(piece->size.y * 0.5);
    for (uint32_t i = 0; i < SIDES; i++) {
        double degrees = 360.0 * (double)i / (double)SIDES;
        float x = (float)(piece->size.x * lope_scene_cos(degrees)), z = (float)(-piece->size.x * lope_scene_sin(degrees));
        memcpy(&points[3 * i], (float[3]){x, -half, z}, 3 * sizeof(float));
        memcpy(&points[3 * (SIDES + i)], (float[3]){x, half, z}, 3 * sizeof(float));
        uint32_t n = (i + 1) % SIDES;
        memcpy(&indices[12 * i],
               (uint32_t[12]){i, n, SIDES + n, i, SIDES + n, SIDES + i, 2 * SIDES, n, i, 2 * SIDES + 1, SIDES + i, SIDES + n},
               12 * sizeof(uint32_t));
    }
    memcpy(&points[6 * SIDES], (float[6]){0.0f, -half, 0.0f, 0.0f, half, 0.0f}, 6 * sizeof(float));
    return add_triangles(b, points, 2 * SIDES + 2, indices, 4 * SIDES);
}

static bool add_round(const builder *b, const lope_scene_piece *piece)
{
    lope_error error = {0};
    lope_body body;
    float radius = (float)piece->size.x, height = (float)piece->size.y;
    lope_body_def common = body_def(b);
    common.error = &error;
    if (piece->shape == LOPE_SCENE_SPHERE) {
        body = lope_level_add_sphere(b->level, &(lope_sphere_def){.body = common, .radius = radius});
    } else if (piece->shape == LOPE_SCENE_CAPSULE) {
        body = lope_level_add_capsule(b->level, &(lope_capsule_def){.body = common, .radius = radius, .height = height});
    } else {
        body = lope_level_add_cylinder(b->level, &(lope_cylinder_def){.body = common, .radius = radius, .height = height});
    }
    return kept_or_refused(b, body, NULL, &error);
}

typedef struct gathered {
    float *points;
    size_t count, capacity;
    bool failed;
} gathered;

static bool gather_triangle(void *context, const lope_point corners[3], uint32_t triangle)
{
    gathered *g = context;
    (void)triangle;
    if (g->count + 9 > g->capacity) {
        size_t capacity = g->capacity == 0 ? 900 : g->capacity * 2;
        float *more = realloc(g->points, capacity * sizeof *more);
        if (more == NULL) return !(g->failed = true);
        g->points = more;
        g->capacity = capacity;
    }
    for (int i = 0; i < 3; i++) {
        g->points[g->count++] = (float)corners[i].x;
        g->points[g->count++] = (float)corners[i].y;
        g->points[g->count++] = (float)corners[i].z;
    }
    return true;
}

// The hull is made in a level of its own, where it stands at the origin, and read back as triangles.
static bool add_hull(const builder *b, const lope_scene_piece *piece)
{
    lope_error error = {0};
    lope_hull_def def = {.body = body_def(b), .points = piece->numbers, .point_count = piece->point_count};
    def.body.error = &error;
    if (!piece->as_mesh) return kept_or_refused(b, lope_level_add_hull(b->level, &def), NULL, &error);
    lope_level *scratch = lope_level_create(NULL);
    if (scratch == NULL) return lope_scene_fail(b->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", b->scenario->file);
    def.body = (lope_body_def){.error = &error};
    lope_body hull = lope_level_add_hull(scratch, &def);
    gathered g = {0};
    bool good = error.code == LOPE_OK || refuse(b, NULL, &error);
    if (good) {
        lope_level_visit_triangles(scratch, hull, gather_triangle, &g);
        good = !g.failed || lope_scene_fail(b->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", b->scenario->file);
    }
    lope_level_destroy(scratch);
    good = good && add_triangles(b, g.points, (uint32_t)(g.count / 3), NULL, (uint32_t)(g.count / 9));
    free(g.points);
    return good;
}

static bool add_height_field(const builder *b, const lope_scene_piece *piece)
{
    lope_error error = {0};
    lope_height_field_def def = {.body = body_def(b),
                                 .heights = piece->numbers,
                                 .columns = piece->columns,
                                 .rows = piece->rows,
                                 .cell = (float)piece->cell,
                                 .error = &error};
    return kept_or_refused(b, lope_level_add_height_field(b->level, &def), NULL, &error);
}

static bool add_piece(const builder *b)
{
    const lope_scene_piece *piece = &b->scenario->pieces[b->piece];
    const lope_scene_mesh *mesh = &piece->mesh;
    switch (piece->shape) {
    case LOPE_SCENE_MESH:
    case LOPE_SCENE_TRIANGLES:
        if (piece->as_hulls) return add_hulls(b, mesh);
        return add_triangles(b, mesh->points, mesh->point_count, mesh->indices, mesh->triangle_count);
    case LOPE_SCENE_BOX:
        return add_box(b, piece);
    case LOPE_SCENE_CYLINDER:
        return piece->as_mesh ? add_cylinder_mesh(b, piece) : add_round(b, piece);
    case LOPE_SCENE_HULL:
        return add_hull(b, piece);
    case LOPE_SCENE_HEIGHT_FIELD:
        return add_height_field(b, piece);
    case LOPE_SCENE_SPHERE:
    case LOPE_SCENE_CAPSULE:
    case LOPE_SCENE_SHAPE_COUNT:
        break;
    }
    return add_round(b, piece);
}

bool lope_scene_build_level(lope_level *level, const lope_scenario *scenario, const lope_scene_frame *frame,
                            lope_scene_bodies *bodies, lope_scene_fault *fault)
{
    builder b = {.level = level, .scenario = scenario, .frame = frame, .bodies = bodies, .fault = fault};
    for (b.piece = 0; b.piece < scenario->piece_count; b.piece++) {
        b.volume = scenario->pieces[b.piece].volume;
        b.volume.gravity = lope_scene_frame_vector(frame, lope_vec3_to_point(b.volume.gravity));
        b.volume.gravity_point = lope_scene_frame_point(frame, b.volume.gravity_point);
        if (!add_piece(&b)) return false;
    }
    return true;
}

lope_level *lope_scene_level_of(const lope_scene_player *player)
{
    return player->picture != NULL ? player->picture : lope_world_level(player->world);
}

bool lope_scene_pose_of(const lope_scene_player *player, uint64_t body, lope_transform *pose, lope_vec3 *velocity)
{
    if (player->bullet != NULL) return lope_scene_bullet_pose(player->bullet, body, pose, velocity);
    if (velocity != NULL) *velocity = lope_vec3_make(0, 0, 0);
    lope_level *level = lope_scene_level_of(player);
    return lope_level_pose(level, lope_level_find(level, body), pose) == LOPE_OK;
}
