// obj.c - a small OBJ reader: `v` and `f` lines count, everything else is skipped; faces are cut into fans.
//
// Numbers are read by strtof, which rounds to the nearest float, so the mesh is the same on every machine. Read next: crowd.c.
#include "obj.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    obj_mesh mesh;
    size_t point_room, index_room; // in elements
    const char *what;              // is wrong, or NULL
} reader;

static void *more_room(void *array, size_t *room, size_t needed, size_t element)
{
    if (needed <= *room) return array;
    const size_t next = *room * 2 > needed ? *room * 2 : needed + 1024;
    void *grown = realloc(array, next * element);
    if (grown != NULL) *room = next;
    return grown;
}

static void read_point(reader *r, const char *text)
{
    const size_t at = (size_t)r->mesh.point_count * 3;
    float *points = more_room(r->mesh.points, &r->point_room, at + 3, sizeof *points);
    if (points == NULL) {
        r->what = "out of memory";
        return;
    }
    r->mesh.points = points;
    for (size_t i = 0; i < 3; i++) {
        char *end;
        points[at + i] = strtof(text, &end);
        if (end == text) r->what = "a point needs three numbers";
        text = end;
    }
    r->mesh.point_count++;
}

static void add_triangle(reader *r, uint32_t a, uint32_t b, uint32_t c)
{
    const size_t at = (size_t)r->mesh.triangle_count * 3;
    uint32_t *indices = more_room(r->mesh.indices, &r->index_room, at + 3, sizeof *indices);
    if (indices == NULL) {
        r->what = "out of memory";
        return;
    }
    r->mesh.indices = indices;
    indices[at] = a;
    indices[at + 1] = b;
    indices[at + 2] = c;
    r->mesh.triangle_count++;
}

// Corners are a, a/b, a//c or a/b/c; only the first number, the position, counts. Negative ones count back from the last.
static void read_face(reader *r, const char *text)
{
    uint32_t first = 0, before = 0, corners = 0;
    for (;;) {
        char *end;
        const long number = strtol(text, &end, 10);
        if (end == text) break;
        const long index = number < 0 ? (long)r->mesh.point_count + number : number - 1;
        if (index < 0 || index >= (long)r->mesh.point_count) {
            r->what = "a face names a point that is not there";
            return;
        }
        if (corners == 0) first = (uint32_t)index;
        if (corners >= 2) add_triangle(r, first, before, (uint32_t)index);
        before = (uint32_t)index;
        corners++;
        text = end + strcspn(end, " \t\r\n");
    }
    if (corners < 3) r->what = "a face needs three corners";
}

bool obj_read(const char *path, obj_mesh *mesh, char *text, unsigned size)
{
    *mesh = (obj_mesh){0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        snprintf(text, size, "%s: cannot be opened", path);
        return false;
    }
    reader r = {0};
    char line[1024];
    unsigned long number = 0;
    while (r.what == NULL && fgets(line, sizeof line, file) != NULL) {
        number++;
        if (strlen(line) + 1 == sizeof line && line[sizeof line - 2] != '\n') r.what = "the line is too long";
        if (line[0] == 'v' && (line[1] == ' ' || line[1] == '\t')) read_point(&r, line + 2);
        if (line[0] == 'f' && (line[1] == ' ' || line[1] == '\t')) read_face(&r, line + 2);
    }
    fclose(file);
    if (r.what == NULL && r.mesh.triangle_count == 0) r.what = "there are no triangles";
    if (r.what != NULL) {
        snprintf(text, size, "%s:%lu: %s", path, number, r.what);
        obj_release(&r.mesh);
        return false;
    }
    *mesh = r.mesh;
    return true;
}

void obj_release(obj_mesh *mesh)
{
    free(mesh->points);
    free(mesh->indices);
    *mesh = (obj_mesh){0};
}
