// gather.h - gathers shapes for any receiver. The functions of the sink come as a table, so that this folder
// and its tests stand without the sink of a character. Read next: gather.c, surroundings.c.
#ifndef LOPE_LEVEL_GATHER_H
#define LOPE_LEVEL_GATHER_H

#include <lope/level_view.h>

// The functions of a sink: see lope_sink_begin and those after it in lope/surroundings.h.
typedef struct lope_sink_calls {
    void (*begin)(lope_sink *sink, const lope_sink_body *body);
    void (*triangle)(lope_sink *sink, lope_vec3 a, lope_vec3 b, lope_vec3 c, uint32_t index, bool two_sided);
    void (*faces)(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count);
    void (*sphere)(lope_sink *sink, lope_vec3 center, float radius, uint32_t index);
    void (*capsule)(lope_sink *sink, lope_vec3 a, lope_vec3 b, float radius, uint32_t index);
    void (*box)(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index);
    void (*cylinder)(lope_sink *sink, lope_vec3 center, lope_quat rotation, float radius, float half_height, uint32_t index);
    void (*hull)(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t triangle_count, uint32_t index);
} lope_sink_calls;

// Hands every shape of `kind` that touches the bounds and passes the filter to a sink. Returns
// LOPE_ERROR_NULL, LOPE_ERROR_RANGE (kind) or LOPE_ERROR_NOT_FINITE (bounds) when there is nothing that can
// be asked.
lope_result lope_level_gather(const lope_level *level, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                              const lope_sink_calls *calls, lope_sink *sink);

// Hands shapes to a sink as lope_level_gather does, from a view: bodies that have a place are where the place
// says. The view must not be NULL.
lope_result lope_level_gather_view(const lope_level_view *view, const lope_bounds *bounds, lope_filter filter,
                                   lope_gather_kind kind, const lope_sink_calls *calls, lope_sink *sink);

// Fills in the body of that id as a gather gives it. view: NULL, or places of the level's bodies. Returns
// false when the level has no such body, the view has it absent, or it is a navigation surface.
bool lope_level_give_body(const lope_level *level, const lope_level_view *view, uint64_t id, lope_sink_body *body);

#endif
