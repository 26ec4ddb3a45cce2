// surroundings.c - a level, or a view of one, as what a character stands in: gather.c with the character's
// sink.
//
// Read next: gather.c; view.c for views.
#include <lope/level_view.h>

#include "base/cpu_dispatch.h"
#include "base/hot_cold.h"
#include "level/body.h"
#include "level/gather.h"
#include "level/nav.h"

static const lope_sink_calls calls = {
    .begin = lope_sink_begin,
    .triangle = lope_sink_triangle,
    .faces = lope_sink_faces,
    .sphere = lope_sink_sphere,
    .capsule = lope_sink_capsule,
    .box = lope_sink_box,
    .cylinder = lope_sink_cylinder,
    .hull = lope_sink_hull,
};

// The gather of a level.
static lope_result gather_level(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                                lope_sink *sink)
{
    if (!sink) return LOPE_ERROR_NULL;
    return lope_level_gather(context, bounds, filter, kind, &calls, sink);
}

// The static revision of a level.
LOPE_HOT static uint64_t static_revision(void *context) { return lope_level_revision(context); }

// The channels of a level's bodies.
LOPE_HOT static uint32_t channels(void *context, uint32_t kinds)
{
    const lope_level *level = context;
    const uint32_t all = LOPE_STATIC | LOPE_MOVING;
    if (kinds == all) return level->channels[0] | level->channels[1];
    return (kinds & LOPE_STATIC ? level->channels[0] : 0) | (kinds & LOPE_MOVING ? level->channels[1] : 0);
}

// The navigation surface of a level.
static bool nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    return lope_level_nav_point(context, feet, up, reach, point);
}

// A body of a level.
static bool body(void *context, uint64_t id, lope_sink_body *found) { return lope_level_give_body(context, NULL, id, found); }

LOPE_DISPATCH(lope_level_surroundings);
lope_surroundings lope_level_surroundings(const lope_level *level)
{
    LOPE_DISPATCH_CALL(lope_level_surroundings, level);
    lope_surroundings surroundings = {0};
    // The context of the seam is not const, because other worlds may have to write. Here nothing is ever
    // written to it.
    union {
        const lope_level *level;
        void *context;
    } unread = {level};
    surroundings.context = unread.context;
    surroundings.gather = gather_level;
    surroundings.static_revision = static_revision;
    surroundings.channels = channels;
    surroundings.nav_point = nav_point;
    surroundings.body = body;
    return surroundings;
}

// ---- a view -----------------------------------------------------------------------------------------------

// The gather of a view.
static lope_result view_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind,
                               lope_sink *sink)
{
    if (!sink) return LOPE_ERROR_NULL;
    return lope_level_gather_view(context, bounds, filter, kind, &calls, sink);
}

// The static revision of a view: its level's.
static uint64_t view_revision(void *context)
{
    const lope_level_view *view = context;
    return lope_level_revision(view->level);
}

// The channels of a view's bodies: its level's.
static uint32_t view_channels(void *context, uint32_t kinds)
{
    const lope_level_view *view = context;
    return (kinds & LOPE_STATIC ? view->level->channels[0] : 0) | (kinds & LOPE_MOVING ? view->level->channels[1] : 0);
}

// The navigation surface of a view: its level's.
static bool view_nav_point(void *context, lope_point feet, lope_vec3 up, float reach, lope_nav_point *point)
{
    const lope_level_view *view = context;
    return lope_level_nav_point(view->level, feet, up, reach, point);
}

// A body of a view: the level's, where the view has it.
static bool view_body(void *context, uint64_t id, lope_sink_body *found)
{
    const lope_level_view *view = context;
    return lope_level_give_body(view->level, view, id, found);
}

LOPE_DISPATCH(lope_level_surroundings_at);
lope_surroundings lope_level_surroundings_at(const lope_level_view *view)
{
    LOPE_DISPATCH_CALL(lope_level_surroundings_at, view);
    union {
        const lope_level_view *view;
        void *context;
    } unread = {view};
    return (lope_surroundings){.context = unread.context,
                               .gather = view_gather,
                               .static_revision = view_revision,
                               .channels = view_channels,
                               .nav_point = view_nav_point,
                               .body = view_body};
}
