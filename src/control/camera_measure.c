// camera_measure.c - what can be measured of a camera: how near the near plane is to a surface, and whether
// the character is seen. See lope_camera_measure in lope/camera.h.
//
// The rectangle is stood for by capsules along its rows. The overlap of one tells exactly how far its core is
// from each surface; rows stand close, so the rectangle is no nearer than that by more than half their gap.
#include <lope/camera.h>

#include "control/turn.h"

#define ROWS 15
#define MOST 0.5 // m
#define HEAD 0.92
#define CHEST 0.7

// The nearest of what overlaps a capsule.
typedef struct nearest {
    double depth;
} nearest;

// Notes the deepest overlap. No hit is kept: there may be many.
static bool note_depth(void *context, const lope_cast_hit *hit)
{
    nearest *n = context;
    if (hit->depth > n->depth) n->depth = hit->depth;
    return false;
}

// Measures from one row of the near plane's rectangle. *clear is lowered to what is found.
static lope_result measure_row(const lope_camera_input *in, const lope_surroundings *surroundings, lope_nearby *look,
                               const lope_transform *pose, lope_point a, lope_point b, double most, double *clear)
{
    lope_shape shape;
    nearest found = {0};
    uint32_t count;
    shape.kind = LOPE_SHAPE_CAPSULE;
    shape.as.capsule = (lope_capsule){a, b, most};
    lope_cast_def def = {.from = pose->position, .rotation = pose->rotation, .shape = &shape, .filter = in->probe};
    def.flags = LOPE_CAST_BACK_FACES;
    def.accept = note_depth;
    def.context = &found;
    def.error = in->error;
    const lope_result result = lope_surroundings_overlap(surroundings, look, &def, in->units_per_metre, NULL, 0, &count);
    if (most - found.depth < *clear) *clear = most - found.depth;
    return result;
}

// Tells whether a part of the character is seen.
static lope_result look_at(const lope_camera_output *out, const lope_camera_input *in, const lope_surroundings *surroundings,
                           lope_nearby *look, double height, bool *visible)
{
    bool met;
    const lope_camera_subject *s = &in->subject;
    const double size = s->height > 0 ? (double)s->height : 1.76;
    lope_vec3 up = s->up;
    if (!(lope_vec3_length(up) > 0)) up = lope_vec3_make(0, 1, 0);
    const lope_point part = lope_point_mad(s->feet, lope_vec3_to_point(up), height * size / (double)lope_vec3_length(up));
    lope_cast_def def = {.from = part, .motion = lope_point_sub(out->position, part), .filter = in->probe};
    def.flags = LOPE_CAST_BACK_FACES;
    def.error = in->error;
    const lope_result result = lope_surroundings_cast(surroundings, look, &def, in->units_per_metre, NULL, &met);
    *visible = result == LOPE_OK && !met;
    return result;
}

lope_result lope_camera_measure(const lope_camera_output *out, const lope_camera_settings *settings, const lope_camera_input *in,
                                const lope_surroundings *surroundings, lope_nearby *look, double most,
                                lope_camera_measures *measures)
{
    if (!out || !settings || !in || !measures) return LOPE_ERROR_NULL;
    if (!(most > 0)) most = MOST;
    const double near = (double)settings->near_distance, half = near * (double)lope_tan(0.5f * out->fov);
    const double high = half / (double)settings->aspect;
    const lope_transform pose = {out->position, out->rotation};
    lope_camera_measures got = {.near_clear = most};
    lope_result result = LOPE_OK;
    for (int i = 0; i < ROWS && result == LOPE_OK; i++) {
        const double y = high * (2.0 * i / (ROWS - 1) - 1);
        result = measure_row(in, surroundings, look, &pose, lope_point_make(-half, y, -near), lope_point_make(half, y, -near),
                             most, &got.near_clear);
    }
    if (result == LOPE_OK) result = look_at(out, in, surroundings, look, HEAD, &got.head_visible);
    if (result == LOPE_OK) result = look_at(out, in, surroundings, look, CHEST, &got.chest_visible);
    if (result == LOPE_OK) *measures = got;
    return result;
}
