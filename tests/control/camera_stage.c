// camera_stage.c - see camera_stage.h.
#include "camera_stage.h"

#include <math.h>
#include <stdlib.h>

camera_stage *camera_stage_open(uint32_t kind)
{
    camera_stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->level = lope_level_create(&(lope_level_def){0});
    s->around = lope_level_surroundings(s->level);
    s->look = lope_nearby_create(NULL);
    s->rig = lope_camera_rig(kind);
    return s;
}

void camera_stage_close(camera_stage *s)
{
    lope_nearby_destroy(s->look);
    lope_level_destroy(s->level);
    free(s);
}

lope_body camera_stage_box(camera_stage *s, double x0, double y0, double z0, double x1, double y1, double z1)
{
    lope_box_def box = {.size = {(float)(x1 - x0), (float)(y1 - y0), (float)(z1 - z0)}};
    box.body.position = lope_point_make(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1));
    const lope_body body = lope_level_add_box(s->level, &box);
    assert_true(lope_level_valid(s->level, body));
    return body;
}

void camera_stage_frame(camera_stage *s, double seconds)
{
    lope_error error = {0};
    s->in.error = &error;
    const lope_result result = lope_camera_update(&s->camera, &s->rig, &s->in, &s->around, s->look, seconds, &s->out);
    if (result != LOPE_OK) fail_msg("%s: %s: %s", lope_result_text(result), error.field, error.text);
}

void camera_stage_run(camera_stage *s, double seconds)
{
    for (int i = 0; i < (int)(seconds * 60 + 0.5); i++) camera_stage_frame(s, 1.0 / 60);
}

double distance_of(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

double degrees_between(lope_quat a, lope_quat b)
{
    const double x[4] = {(double)a.x, (double)a.y, (double)a.z, (double)a.w};
    const double y[4] = {(double)b.x, (double)b.y, (double)b.z, (double)b.w};
    double minus = 0, plus = 0; // squared lengths of a - b and a + b, which keep the digits of small angles
    for (int i = 0; i < 4; i++) {
        minus += (x[i] - y[i]) * (x[i] - y[i]);
        plus += (x[i] + y[i]) * (x[i] + y[i]);
    }
    return 4 * asin(0.5 * sqrt(minus < plus ? minus : plus)) * 180 / PI;
}
