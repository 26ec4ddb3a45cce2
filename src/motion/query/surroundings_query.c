// surroundings_query.c - the public queries outside a tick: what lope/query.h declares. Read next:
// shape_cast.h.
#include "motion/query/surroundings_query.h"

#include "motion/query/cast_def.h"
#include "motion/query/shape_cast.h"

#include "base/error.h"

#define WALKABLE_COSINE 0.70998 // of 0.7813 rad, the tuning's default

// Checks the arguments and fills in an asker. Returns LOPE_OK, or why a query cannot be asked.
static lope_result asker_make(lope_shape_asker *asker, const lope_surroundings *surroundings, lope_nearby *look,
                              const lope_cast_def *def, float units_per_metre)
{
    if (!def) return LOPE_ERROR_NULL;
    if (!surroundings || !surroundings->gather)
        return lope_refuse(def->error, LOPE_ERROR_NULL, "surroundings", "surroundings need a gather");
    if (!look) return lope_refuse(def->error, LOPE_ERROR_NULL, "look", "a query needs a nearby of its own");
    lope_result result = lope_cast_def_check(def);
    if (result == LOPE_OK) result = lope_check_number(def->error, "units_per_metre", (double)units_per_metre, 0, LOPE_MOST_SPEED);
    if (result != LOPE_OK) return result;
    *asker = (lope_shape_asker){
        .surroundings = surroundings, .look = look, .unit = 1, .walkable_cosine = WALKABLE_COSINE, .own_body = LOPE_BODY_NONE};
    asker->up = lope_point_make(0, 1, 0);
    if (units_per_metre > 0) asker->unit = (double)units_per_metre;
    return LOPE_OK;
}

lope_result lope_surroundings_cast_about(const lope_surroundings *surroundings, lope_nearby *look, const lope_point *anchor,
                                         const lope_cast_def *def, float units_per_metre, lope_cast_hit *hit, bool *met)
{
    lope_shape_asker asker;
    lope_cast_hit nearest;
    // Not the caller's hit: a gather may fail after something was met.
    lope_shape_hits hits = {.hits = &nearest, .capacity = 1};
    if (!met) return LOPE_ERROR_NULL;
    *met = false;
    lope_result result = asker_make(&asker, surroundings, look, def, units_per_metre);
    if (result != LOPE_OK) return result;
    asker.anchor = anchor;
    result = lope_shape_cast(&asker, def, true, &hits);
    *met = result == LOPE_OK && hits.held > 0;
    if (*met && hit) *hit = nearest;
    return result;
}

lope_result lope_surroundings_cast(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def,
                                   float units_per_metre, lope_cast_hit *hit, bool *met)
{
    return lope_surroundings_cast_about(surroundings, look, NULL, def, units_per_metre, hit, met);
}

// Begins a list of hits. Returns LOPE_ERROR_NULL without a count.
static lope_result list_begin(lope_shape_hits *list, lope_cast_hit *hits, uint32_t capacity, uint32_t *count)
{
    if (!count) return LOPE_ERROR_NULL;
    *count = 0;
    *list = (lope_shape_hits){.hits = hits, .capacity = hits ? capacity : 0};
    return LOPE_OK;
}

lope_result lope_surroundings_cast_all(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def,
                                       float units_per_metre, lope_cast_hit *hits, uint32_t capacity, uint32_t *count)
{
    lope_shape_asker asker;
    lope_shape_hits list;
    lope_result result = list_begin(&list, hits, capacity, count);
    if (result == LOPE_OK) result = asker_make(&asker, surroundings, look, def, units_per_metre);
    if (result == LOPE_OK) result = lope_shape_cast(&asker, def, false, &list);
    if (result == LOPE_OK) *count = list.count;
    return result;
}

lope_result lope_surroundings_overlap(const lope_surroundings *surroundings, lope_nearby *look, const lope_cast_def *def,
                                      float units_per_metre, lope_cast_hit *hits, uint32_t capacity, uint32_t *count)
{
    lope_shape_asker asker;
    lope_shape_hits list;
    lope_result result = list_begin(&list, hits, capacity, count);
    if (result == LOPE_OK) result = asker_make(&asker, surroundings, look, def, units_per_metre);
    if (result == LOPE_OK) result = lope_shape_overlap(&asker, def, &list);
    if (result == LOPE_OK) *count = list.count;
    return result;
}

lope_result lope_nearby_reserve_look(lope_nearby *look, uint32_t bodies, uint32_t triangles, uint32_t solids,
                                     uint32_t hull_triangles)
{
    if (!look) return LOPE_ERROR_NULL;
    bool good = true;
    for (int kind = 0; kind < 2 && good; kind++)
        good = lope_near_set_reserve(&look->allocator, &look->sets[kind], triangles, solids, bodies) &&
               lope_near_set_reserve_order(&look->allocator, &look->sets[kind], triangles) &&
               lope_near_solids_reserve(&look->allocator, &look->solids[kind], hull_triangles);
    return good ? LOPE_OK : LOPE_ERROR_MEMORY;
}
