// find_body.c - looks a body up by its id. See find_body.h.
//
// What is gathered near the capsule is no answer: how far a gather reached depends on earlier ticks, and a
// result must not. Read next: carry_base.c, which carries a character in a mode that hangs on its base.
#include "character/base/find_body.h"
#include "motion/nearby/gather_log.h"
#include "motion/nearby/nearby.h"
#include "motion/query/shape_cast.h"

#define REACH 1.0 // m around the capsule, where the surroundings have no `body` function

// Accepts the hits of one body.
static bool is_of(void *context, const lope_cast_hit *hit)
{
    const uint64_t *id = context;
    return hit->body == *id;
}

// Returns the body of that id in what a look has gathered, or NULL.
static const lope_sink_body *body_in(const lope_nearby *look, uint64_t id)
{
    for (int s = 1; s >= 0; s--)
        for (uint32_t i = 0; i < look->sets[s].body_count; i++)
            if (look->sets[s].bodies[i].id == id) return &look->sets[s].bodies[i];
    return NULL;
}

// Finds a body by an overlap query around the capsule.
static bool overlaps(lope_tick *tick, uint64_t id, lope_sink_body *body)
{
    lope_space *space = &tick->space;
    lope_nearby *look = lope_nearby_own_look(space->nearby);
    if (!look) {
        space->failed = LOPE_ERROR_MEMORY;
        return false;
    }
    const double reach = REACH * space->unit;
    const lope_shape_asker asker = {.surroundings = space->surroundings,
                                    .look = look,
                                    .unit = space->unit,
                                    .walkable_cosine = space->walkable_cosine,
                                    .up = space->up,
                                    .seconds = tick->seconds,
                                    .space = space};
    const lope_cast_def def = {.from = lope_point_mad(lope_point_add(tick->origin, tick->feet), space->up, -reach),
                               .radius = (float)(space->radius + reach),
                               .height = (float)(space->height + 2.0 * reach),
                               .filter = {.channels = UINT32_MAX, .ignore = tick->state.own_body},
                               .accept = is_of,
                               .context = &id};
    lope_cast_hit hit;
    lope_shape_hits hits = {.hits = &hit, .capacity = 1};
    lope_result result = lope_shape_overlap(&asker, &def, &hits);
    if (result != LOPE_OK) space->failed = result;
    const lope_sink_body *found = result == LOPE_OK && hits.held > 0 ? body_in(look, id) : NULL;
    if (found) *body = *found;
    return found != NULL;
}

// Notes a moving body in the log of a recorded tick, without shapes, unless a gather has brought it.
static void note_body(lope_tick_log *log, const lope_sink_body *body)
{
    for (uint32_t i = 0; i < log->body_count; i++)
        if (log->bodies[i].body.id == body->id) return;
    const lope_sink_watch watch = lope_log_watch(log);
    watch.body(watch.context, body);
}

LOPE_COLD const lope_sink_body *lope_body_of_id(lope_tick *tick, uint64_t id)
{
    const lope_surroundings *surroundings = tick->space.surroundings;
    if (id == LOPE_BODY_NONE || tick->space.failed) return NULL;
    if (tick->found == id) return &tick->found_body;
    tick->found = LOPE_BODY_NONE;
    if (!surroundings->body) return overlaps(tick, id, &tick->found_body) ? &tick->found_body : NULL;
    if (!surroundings->body(surroundings->context, id, &tick->found_body)) return NULL;
    if (tick->log && tick->found_body.moving) note_body(tick->log, &tick->found_body);
    if (tick->found_body.moving) lope_body_in_part(&tick->found_body, tick->space.nearby->part);
    tick->found = id;
    return &tick->found_body;
}

LOPE_COLD bool lope_find_body(lope_tick *tick, uint64_t id, lope_sink_body *body)
{
    const lope_sink_body *found = lope_body_of_id(tick, id);
    if (found) *body = *found;
    return found != NULL;
}
