// units.c - the size of a level and what it says of its file: --scale, --up, and the hints at them.
//
// Read next: scene/mesh_units.h.
#include "lope.h"

#include "scene/mesh_3mf.h"

#include <stdarg.h>
#include <string.h>

// m. Of twenty levels made for play none is longer than 400 m or higher than 111 m; a room in centimetres is
// higher.
#define LONG 1000.0
#define HIGH 150.0
#define LONG_IN_CENTIMETRES 30000.0 // beyond it millimetres are likelier
#define SHORT 2.5                   // m: hardly a room
#define SLOPE 0.75                  // cosine: what faces along an axis
#define MORE 1.5                    // so many times more faces up along another axis than along y

bool tool_units_read(const tool_units_wish *wish, lope_scene_units *units, lope_scene_fault *fault)
{
    *units = (lope_scene_units){.scale = wish->scale};
    if (wish->up == NULL) return true;
    while (lope_scene_up_names[units->up] != NULL && strcmp(lope_scene_up_names[units->up], wish->up) != 0) units->up++;
    return lope_scene_up_names[units->up] != NULL ||
           lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: --up: found %.60s, expected x, y or z", wish->up);
}

bool tool_units_given(const tool_units_wish *wish) { return wish->up != NULL || wish->scale > 0.0; }

// The size along each axis, m, and the area that faces along it, m2.
typedef struct extent {
    double size[3], facing[3];
} extent;

static extent measure(const lope_scene_mesh *mesh)
{
    extent e = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    double low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++) {
            double at = (double)mesh->points[3 * (size_t)mesh->indices[i] + (size_t)k];
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    }
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        lope_point p[3];
        for (size_t k = 0; k < 3; k++) {
            const float *at = &mesh->points[3 * (size_t)mesh->indices[3 * t + k]];
            p[k] = lope_point_make((double)at[0], (double)at[1], (double)at[2]);
        }
        const lope_point n = lope_point_cross(lope_point_sub(p[1], p[0]), lope_point_sub(p[2], p[0]));
        const double length = lope_point_length(n), along[3] = {n.x, n.y, n.z};
        for (int k = 0; k < 3; k++) e.facing[k] += along[k] > SLOPE * length ? 0.5 * length : 0.0;
    }
    for (int k = 0; k < 3 && mesh->triangle_count > 0; k++) e.size[k] = high[k] - low[k];
    return e;
}

// A line of text that grows.
typedef struct line {
    char text[400];
    size_t length;
} line;

static void add(line *to, const char *format, ...) LOPE_SCENE_FORMAT(2, 3);

static void add(line *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    const int wrote = vsnprintf(to->text + to->length, sizeof to->text - to->length, format, list);
    va_end(list);
    if (wrote > 0 && to->length + (size_t)wrote < sizeof to->text) to->length += (size_t)wrote;
}

static void hint_at_scale(const extent *e, line *to)
{
    double longest = e->size[0] > e->size[2] ? e->size[0] : e->size[2];
    if (e->size[1] > longest) longest = e->size[1];
    if (longest > LONG_IN_CENTIMETRES)
        add(to, "; is it in millimetres? --scale 0.001");
    else if (longest > LONG || e->size[1] > HIGH)
        add(to, "; is it in centimetres? --scale 0.01");
    else if (longest < SHORT)
        add(to, "; is its unit larger than a metre? --scale 100");
}

// A level is flatter than it is wide, and most of it faces up.
static void hint_at_up(const extent *e, line *to)
{
    const int axes[2] = {2, 0};
    for (int i = 0; i < 2; i++) {
        const int k = axes[i];
        if (!(e->size[k] < e->size[1] && e->facing[k] > MORE * e->facing[1])) continue;
        add(to, "; more of it faces %c than y, does its %c axis point up? --up %c", "xyz"[k], "xyz"[k], "xyz"[k]);
        return;
    }
}

static void add_hints(const char *file, const extent *e, const tool_units_wish *wish, line *to)
{
    if (lope_scene_3mf_is_named(file) && !tool_units_given(wish)) {
        add(to, "; the unit that the 3MF file says was brought to metres, its axes were not turned: mostly z is up, --up z");
        return;
    }
    if (!(wish->scale > 0.0)) hint_at_scale(e, to);
    if (wish->up == NULL) hint_at_up(e, to);
}

void tool_units_tell(const char *file, const lope_scene_mesh *mesh, const tool_units_wish *wish, FILE *out)
{
    const extent e = measure(mesh);
    line to = {.length = 0};
    add(&to, "The level is ");
    for (int k = 0; k < 3; k++) {
        if (k > 0) add(&to, " x ");
        if (e.size[k] > 0.0 && e.size[k] < 0.1)
            add(&to, "%.2g", e.size[k]);
        else
            add(&to, "%.*f", e.size[k] < 100.0 ? 1 : 0, e.size[k]);
    }
    add(&to, " m large (x, y, z)");
    add_hints(file, &e, wish, &to);
    fprintf(out, "%s.\n", to.text);
}

void tool_units_hint(const char *file, const lope_scene_mesh *mesh, const tool_units_wish *wish, lope_scene_fault *fault)
{
    const extent e = measure(mesh);
    line to = {.length = 0};
    add_hints(file, &e, wish, &to);
    const size_t length = strlen(fault->text);
    if (length + to.length < sizeof fault->text) memcpy(fault->text + length, to.text, to.length + 1);
}
