// scenario_shape.c - the shape of a piece: exactly one of eight keys.
//
// A mesh file is read here too, relative to the scenario file. Read next: player_level.c, which makes bodies of the shapes.
#include "scenario_shape.h"

#include "mesh.h"
#include "scenario_fields.h"
#include "scenario_keys.h"

#include <stdlib.h>
#include <string.h>

// The mesh's path as seen from here: relative paths start where the scenario file is.
static char *path_beside(lope_scenario *scenario, const char *path)
{
    const char *file = scenario->file;
    size_t folder = 0;
    for (size_t i = 0; file[i] != 0; i++) {
        if (file[i] == '/' || file[i] == '\\') folder = i + 1;
    }
    if (path[0] == '/' || path[0] == '\\' || (path[0] != 0 && path[1] == ':')) folder = 0;
    char *joined = lope_scene_allocate(&scenario->arena, folder + strlen(path) + 1, 1);
    if (joined == NULL) return NULL;
    memcpy(joined, file, folder);
    memcpy(joined + folder, path, strlen(path) + 1);
    return joined;
}

static void read_mesh(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    const char *path;
    if (!lope_json_text(value, 1, 4000, &path)) return;
    char *file = path_beside(scenario, path);
    if (file == NULL) {
        lope_scene_out_of_memory(value);
        return;
    }
    piece->mesh_file = file;
    lope_scene_fault fault = {0};
    if (lope_scene_mesh_read(&piece->mesh, file, &fault)) return;
    if (fault.status == LOPE_SCENE_BAD_INPUT)
        lope_json_wrong(value, "%s", fault.text);
    else
        lope_scene_fail(value->source->fault, fault.status, "%s", fault.text);
}

static void read_points(const lope_json *list, uint32_t least, const char *expected, float **points, uint32_t *count)
{
    lope_json element;
    if (!lope_json_list(list, least, expected, count)) return;
    *points = malloc(3 * ((size_t)*count + 1) * sizeof(float));
    if (*points == NULL) {
        lope_scene_out_of_memory(list);
        return;
    }
    for (bool more = lope_json_first(list, &element); more; more = lope_json_next(&element)) {
        lope_point p;
        if (!lope_json_vector(&element, 1e9, &p)) return;
        float *to = *points + 3 * (size_t)element.index;
        to[0] = (float)p.x;
        to[1] = (float)p.y;
        to[2] = (float)p.z;
    }
}

static void read_indices(const lope_json *list, lope_scene_mesh *mesh)
{
    lope_json element, index;
    const char *expected = "a list of at least one triangle [a, b, c]";
    if (!lope_json_list(list, 1, expected, &mesh->triangle_count)) return;
    mesh->indices = malloc(3 * (size_t)mesh->triangle_count * sizeof(uint32_t));
    if (mesh->indices == NULL) {
        lope_scene_out_of_memory(list);
        return;
    }
    for (bool more = lope_json_first(list, &element); more; more = lope_json_next(&element)) {
        if (!lope_json_list_of(&element, 3, "3 numbers of points [a, b, c]")) return;
        for (bool inner = lope_json_first(&element, &index); inner; inner = lope_json_next(&index)) {
            double number = 0.0;
            if (!lope_json_whole(&index, 0.0, (double)mesh->point_count - 1.0, &number)) return;
            mesh->indices[3 * (size_t)element.index + index.index] = (uint32_t)number;
        }
    }
}

static void read_triangles(const lope_json *value, lope_scene_piece *piece)
{
    static const char *const keys[] = {"points", "indices", NULL};
    lope_json member;
    if (!lope_json_keys(value, keys)) return;
    if (!lope_json_required(value, "points", "a list of points [x, y, z]", &member)) return;
    read_points(&member, 3, "a list of at least 3 points [x, y, z]", &piece->mesh.points, &piece->mesh.point_count);
    if (lope_json_failed(value) || !lope_json_required(value, "indices", "a list of triangles [a, b, c]", &member)) return;
    read_indices(&member, &piece->mesh);
}

static void read_box(const lope_json *value, lope_scene_piece *piece)
{
    lope_json element;
    double v[3] = {0.0, 0.0, 0.0};
    if (!lope_json_list_of(value, 3, "3 numbers, the full size [x, y, z]")) return;
    for (bool more = lope_json_first(value, &element); more; more = lope_json_next(&element)) {
        lope_json_positive(&element, LOPE_SCENE_LARGE, &v[element.index]);
    }
    piece->size = lope_point_make(v[0], v[1], v[2]);
}

static void read_round(const lope_json *value, lope_scene_piece *piece)
{
    lope_json element;
    double v[2] = {0.0, 0.0};
    if (!lope_json_list_of(value, 2, "2 numbers [radius, height]")) return;
    for (bool more = lope_json_first(value, &element); more; more = lope_json_next(&element)) {
        lope_json_positive(&element, LOPE_SCENE_LARGE, &v[element.index]);
    }
    if (piece->shape == LOPE_SCENE_CAPSULE && !lope_json_failed(value) && v[1] < 2.0 * v[0]) {
        lope_json_wrong(value, "found a height of %.9g, expected at least twice the radius, %.9g", v[1], 2.0 * v[0]);
    }
    piece->size = lope_point_make(v[0], v[1], 0.0);
}

static void read_heights(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    lope_json list, element;
    uint32_t length;
    char expected[80] = "a list of numbers";
    if (!lope_json_required(value, "heights", expected, &list) || !lope_json_list(&list, 1, expected, &length)) return;
    uint64_t needed = (uint64_t)piece->columns * piece->rows;
    if (length != needed) {
        lope_json_expected(&list, "rows times columns numbers, %llu", (unsigned long long)needed);
        return;
    }
    piece->numbers = lope_scene_allocate(&scenario->arena, length, sizeof(float));
    if (piece->numbers == NULL) {
        lope_scene_out_of_memory(value);
        return;
    }
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        double height;
        if (lope_json_number(&element, -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &height))
            piece->numbers[element.index] = (float)height;
    }
}

static void read_height_field(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    static const char *const keys[] = {"columns", "rows", "cell", "heights", NULL};
    lope_json member;
    double columns = 0.0, rows = 0.0;
    if (!lope_json_keys(value, keys)) return;
    if (lope_json_required(value, "columns", "a whole number", &member)) lope_json_whole(&member, 2.0, 65536.0, &columns);
    if (lope_json_required(value, "rows", "a whole number", &member)) lope_json_whole(&member, 2.0, 65536.0, &rows);
    if (lope_json_required(value, "cell", "metres", &member)) lope_json_positive(&member, LOPE_SCENE_LARGE, &piece->cell);
    if (lope_json_failed(value)) return;
    piece->columns = (uint32_t)columns;
    piece->rows = (uint32_t)rows;
    read_heights(value, scenario, piece);
}

static void read_hull(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    float *points = NULL;
    read_points(value, 4, "a list of at least 4 points [x, y, z]", &points, &piece->point_count);
    if (!lope_json_failed(value)) {
        piece->numbers = lope_scene_allocate(&scenario->arena, 3 * (size_t)piece->point_count, sizeof(float));
        if (piece->numbers != NULL)
            memcpy(piece->numbers, points, 3 * (size_t)piece->point_count * sizeof(float));
        else
            lope_scene_out_of_memory(value);
    }
    free(points);
}

bool lope_scene_read_shape(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    lope_json member;
    const char *first = NULL;
    for (uint32_t i = 0; i < LOPE_SCENE_SHAPE_COUNT; i++) {
        const char *key = lope_scene_shape_key((lope_scene_shape)i);
        if (!lope_json_has(value, key)) continue;
        if (first != NULL) return lope_json_wrong(value, "has two shapes, %s and %s, expected one", first, key);
        first = key;
        piece->shape = (lope_scene_shape)i;
    }
    if (first == NULL || !lope_json_member(value, first, &member)) {
        return lope_json_wrong(
            value, "has no shape, expected one of mesh, triangles, box, sphere, capsule, cylinder, hull, heightfield");
    }
    switch (piece->shape) {
    case LOPE_SCENE_MESH:
        read_mesh(&member, scenario, piece);
        break;
    case LOPE_SCENE_TRIANGLES:
        read_triangles(&member, piece);
        break;
    case LOPE_SCENE_BOX:
        read_box(&member, piece);
        break;
    case LOPE_SCENE_SPHERE:
        lope_json_positive(&member, LOPE_SCENE_LARGE, &piece->size.x);
        break;
    case LOPE_SCENE_HULL:
        read_hull(&member, scenario, piece);
        break;
    case LOPE_SCENE_HEIGHT_FIELD:
        read_height_field(&member, scenario, piece);
        break;
    case LOPE_SCENE_CAPSULE:
    case LOPE_SCENE_CYLINDER:
    case LOPE_SCENE_SHAPE_COUNT:
        read_round(&member, piece);
        break;
    }
    return !lope_json_failed(value);
}
