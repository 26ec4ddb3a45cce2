// draw_volume.c - asks the surroundings for volumes near a character, and draws each as it is handed out.
//
// A sink with a watch is given to the gather: the watch draws, and the sink keeps nothing.
#include "record/draw_volume.h"
#include "motion/nearby/sink.h"

#define REACH 2.0 // m, from the capsule: volumes as near as that are drawn

// The context of the watch.
typedef struct sketch {
    const lope_state *state;
    const lope_draw *draw;
    lope_transform pose; // of the present body
    lope_brush brush;
    bool shown; // the present body is a volume
} sketch;

// Takes a body from the sink. Only volumes are drawn.
static void see_body(void *context, const lope_sink_body *body)
{
    sketch *s = context;
    s->shown = body->volume != NULL;
    if (!s->shown) return;
    s->pose = body->pose;
    s->brush = lope_draw_volume_brush(s->draw, body->volume, s->state, body->id);
}

// Takes a shape of the present body, and draws it.
static void see_shape(void *context, const lope_recorded_shape *shape)
{
    const sketch *s = context;
    if (s->shown) lope_draw_shape(shape, &s->pose, &s->brush);
}

// Returns the lesser of two numbers.
static double lesser(double a, double b) { return a < b ? a : b; }

// Returns the bounds of the capsule, grown by its radius and REACH. unit: world units in a metre.
static lope_bounds bounds_about(const lope_state *state, double unit)
{
    lope_point feet = state->feet, head = lope_point_mad(feet, lope_vec3_to_point(state->up), (double)state->height);
    double by = (double)state->radius + REACH * unit;
    lope_point low = {lesser(feet.x, head.x) - by, lesser(feet.y, head.y) - by, lesser(feet.z, head.z) - by};
    return (lope_bounds){low, lope_point_sub(lope_point_add(feet, head), low)};
}

void lope_draw_volumes(const lope_state *state, lope_gather_kind kind, const lope_draw *draw)
{
    const lope_surroundings *around = draw->surroundings;
    if (!(draw->categories & LOPE_SHOW_VOLUME) || !around || !around->gather) return;
    double unit = draw->moveset ? (double)draw->moveset->tuning.units_per_metre : 1;
    lope_bounds bounds = bounds_about(state, unit);
    lope_filter filter = {LOPE_CHANNEL_VOLUME, state->own_body};
    sketch s = {.state = state, .draw = draw};
    const lope_sink_watch watch = {&s, see_body, see_shape};
    lope_near_set nothing = {0};
    lope_sink sink = {.set = &nothing, .filter = filter, .kind = kind, .watch = &watch};
    around->gather(around->context, &bounds, filter, kind, &sink);
}
