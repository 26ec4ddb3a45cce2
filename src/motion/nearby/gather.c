// gather.c - asks the surroundings for what is near, and keeps what serves longer than one tick.
//
// Data: the two sets of a nearby and the bounds that they were gathered for. Rule: a gather reaches farther
// than what was asked for, most of it ahead, so that it serves several ticks. Read next: sink.c, near_set.c.
#include "motion/nearby/gather.h"
#include "base/copy.h"
#include "base/hot_cold.h"
#include "base/prefetch.h"
#include "motion/nearby/character_planes.h"
#include "motion/nearby/gather_log.h"
#include "motion/nearby/near_boxes.h"
#include "motion/nearby/one_way.h"
#include "motion/nearby/sink.h"

// Returns bounds that reach farther by `by` (m) to every side.
static lope_bounds grow(const lope_bounds *bounds, double by)
{
    lope_point g = lope_point_make(by, by, by);
    lope_bounds grown = {lope_point_sub(bounds->lower, g), lope_point_add(bounds->upper, g)};
    return grown;
}

// Gathers what touches `local` into one of the two sets, and puts it in order. most: triangles that are
// taken. *over: there are more, and the set is empty. Returns LOPE_OK, LOPE_ERROR_MEMORY, or the code with
// which the surroundings refused; then the set is empty.
static lope_result gather_set(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              lope_gather_kind kind, const lope_bounds *local, size_t most, bool *over)
{
    lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    lope_near_set *set = &nearby->sets[kind == LOPE_MOVING];
    lope_near_set_clear(set);
    bool room = set->triangle_capacity >= LOPE_SINK_PREFETCH;
    if (kind == LOPE_STATIC && room) lope_prefetch(set->triangles, LOPE_SINK_PREFETCH * sizeof *set->triangles);
    lope_sink sink; // cleared without a `rep stos`: among characters every tick gathers
    lope_clear_bytes(&sink, sizeof sink);
    sink.set = set;
    sink.allocator = &nearby->allocator;
    sink.origin = nearby->origin;
    sink.filter = filter;
    sink.kind = kind;
    sink.part = nearby->part;
    sink.most = most;
    if (nearby->looks) sink.solids = &nearby->solids[kind == LOPE_MOVING];
    if (sink.solids) sink.solids->point_count = sink.solids->corner_count = 0;
    lope_sink_watch noted;
    if (kind == LOPE_MOVING && nearby->log) {
        noted = lope_log_watch(nearby->log);
        sink.watch = &noted;
    }
    lope_result result = surroundings->gather(surroundings->context, &world, filter, kind, &sink);
    if (result == LOPE_OK) result = sink.failed;
    *over = sink.over;
    if (sink.over) lope_near_set_clear(set);
    if (LOPE_UNLIKELY(set->one_way) && kind == LOPE_MOVING && result == LOPE_OK) lope_one_way_leave_out(nearby);
    if (result == LOPE_OK && set->body_count == 0) return LOPE_OK;
    if (sink.solids) lope_near_solids_place(sink.solids, set);
    if (result == LOPE_OK) lope_near_set_sort_rounds(set);
    const bool planes = kind == LOPE_MOVING && !nearby->looks;
    if (result == LOPE_OK && planes && !lope_character_planes_make(nearby)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && set->triangle_count == 0 && set->round_count == 0)
        return LOPE_OK; // nothing but planes toward characters, or volumes
    lope_near_set_grid(set, local);
    const bool ordered = !nearby->unordered;
    if (result == LOPE_OK && ordered && !lope_near_set_sort_triangles(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && !lope_near_set_boxes(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && ordered && kind == LOPE_STATIC && set->triangle_count > 0) lope_near_set_edges(set);
    if (result != LOPE_OK) lope_near_set_clear(set);
    return result;
}

// Returns the bounds of both.
static lope_bounds both(const lope_bounds *a, const lope_bounds *b)
{
    lope_point low = a->lower, high = a->upper;
    if (b->lower.x < low.x) low.x = b->lower.x;
    if (b->lower.y < low.y) low.y = b->lower.y;
    if (b->lower.z < low.z) low.z = b->lower.z;
    if (b->upper.x > high.x) high.x = b->upper.x;
    if (b->upper.y > high.y) high.y = b->upper.y;
    if (b->upper.z > high.z) high.z = b->upper.z;
    return (lope_bounds){low, high};
}

// How a static gather reaches farther than asked, in shares of the growth: to every side, by a shift to where
// the character goes, and farther there alone. Chosen so that a gather serves longest for its cost. `shift`
// is less than `beside`, else the bounds that were asked for would stick out.
typedef struct reach_shape {
    double beside, shift, ahead;
} reach_shape;

// Returns the bounds of a static gather: what was asked for and more, most of it ahead. A wide gather does
// not reach ahead as well: it would find too much.
static lope_bounds bounds_ahead(const lope_nearby *nearby, const lope_bounds *local)
{
    static const reach_shape narrow = {0.8, 0.7, 1.0}, wide = {1.0, 0.8, 0.0};
    const reach_shape *shape = nearby->growth > LOPE_GROWTH ? &wide : &narrow;
    double by = nearby->growth * nearby->unit, speed = lope_point_length(nearby->self->heading);
    lope_bounds bounds = grow(local, shape->beside * by);
    if (!(speed > 0.1 * nearby->unit)) return bounds;
    lope_point way = lope_point_scale(nearby->self->heading, by / speed), shift = lope_point_scale(way, shape->shift);
    lope_bounds shifted = {lope_point_add(bounds.lower, shift), lope_point_add(bounds.upper, shift)};
    shift = lope_point_scale(way, shape->ahead);
    lope_bounds ahead = {lope_point_add(shifted.lower, shift), lope_point_add(shifted.upper, shift)};
    return both(&shifted, &ahead);
}

#define FEW 3   // things, up to which the next gather reaches farther
#define MANY 12 // things, beyond which it reaches less far: what it finds grows with the square of its reach

// Chooses how far the next static gather reaches, by how much this one has found.
static void choose_growth(lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    uint32_t things = set->round_count;
    for (uint32_t i = 0; i < set->triangle_count && things <= MANY; i++)
        if (set->triangles[i].part == 0) things++; // a box or hull counts once
    if (things <= FEW && nearby->growth < LOPE_GROWTH_MOST) nearby->growth *= 2;
    if (things > MANY && nearby->growth > LOPE_GROWTH) nearby->growth *= 0.5;
}

#define WIDE_TRIANGLES 24 // up to so many a wide gather takes memory for

// Gathers what is static, as wide as the growth says. Where a wide gather finds more than a few
// triangles, and more than there is memory for, it is made again, narrow. Returns what gather_set returns.
static lope_result gather_static(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                 const lope_bounds *local)
{
    bool wide = nearby->growth > LOPE_GROWTH, over;
    nearby->bounds = bounds_ahead(nearby, local);
    const size_t room = nearby->sets[0].triangle_capacity, few = room > WIDE_TRIANGLES ? room : WIDE_TRIANGLES;
    size_t most = wide ? few : SIZE_MAX;
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_STATIC, &nearby->bounds, most, &over);
    if (result != LOPE_OK || !over) return result;
    nearby->growth = LOPE_GROWTH;
    nearby->bounds = bounds_ahead(nearby, local);
    return gather_set(nearby, surroundings, filter, LOPE_STATIC, &nearby->bounds, SIZE_MAX, &over);
}

#define CLEAR_MOST 3.0 // m, around the bounds, within which a clearance is asked for
#define CLEAR_PAYS 2   // ticks for which a clearance has to serve, to be worth its cost
#define CLEAR_REST 4   // gathers until it is asked for again, where it may not be worth it
#define MILLIONTH 1e-6 // m: the unit of lope_surroundings.moved

// Returns whether the clearance found earlier says that nothing that moves can have come near `local`. Then
// the moving set is emptied.
static bool stays_clear(lope_nearby *nearby, const lope_surroundings *surroundings, const lope_bounds *local)
{
    const uint64_t moved = surroundings->moved(surroundings->context);
    const double nearer = MILLIONTH * (double)(moved - nearby->clear_moved);
    const lope_bounds within = grow(&nearby->clear, -nearer), wide = grow(local, LOPE_MOVING_GROWTH * nearby->unit);
    nearby->clear_kept = moved != LOPE_MOVED_UNKNOWN && lope_bounds_contain(&within, &wide);
    if (!nearby->clear_kept) return false;
    nearby->moving_bounds = within;
    if (nearby->sets[1].body_count > 0) lope_near_set_clear(&nearby->sets[1]);
    if (nearby->clear_served < CLEAR_PAYS && ++nearby->clear_served == CLEAR_PAYS) nearby->clear_rest = 0;
    return true;
}

// Asks the surroundings how far around the moving bounds nothing moves. Returns false where something does,
// and where asking is not worth its cost.
static bool look_for_clear(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter)
{
    if (!surroundings->moved || !surroundings->room || nearby->fence_count > 0) return false;
    if (nearby->clear_rest > 0) {
        nearby->clear_rest--;
        return false;
    }
    nearby->clear_rest = CLEAR_REST;
    nearby->clear_served = 0;
    nearby->clear_moved = surroundings->moved(surroundings->context);
    if (nearby->clear_moved == LOPE_MOVED_UNKNOWN) return false;
    const lope_bounds *local = &nearby->moving_bounds;
    const lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    const double room = surroundings->room(surroundings->context, &world, filter, CLEAR_MOST * nearby->unit);
    nearby->clear = grow(local, (1.0 - 1e-3) * room); // whatever was rounded is far less
    nearby->clear_kept = room > 0;
    return nearby->clear_kept;
}

// Returns whether anything that the filter lets through may move at all.
static bool any_moves(const lope_surroundings *surroundings, lope_filter filter)
{
    return !surroundings->channels || surroundings->channels(surroundings->context, LOPE_MOVING) & filter.channels;
}

// Notes what the static set was gathered from.
static void note_gathered(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter)
{
    nearby->context = surroundings->context;
    nearby->gather = surroundings->gather;
    nearby->filter = filter;
    nearby->revision = surroundings->static_revision ? surroundings->static_revision(surroundings->context) : 0;
    nearby->kept = true;
}

// Gathers what is static anew and notes what it was gathered for. Returns what gather_set returns.
static lope_result cover_static(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                const lope_bounds *local, uint32_t *gathers)
{
    nearby->kept = nearby->patch.kept = false;
    nearby->gathered++;
    lope_result result = gather_static(nearby, surroundings, filter, local);
    if (result != LOPE_OK) return result;
    *gathers += 1;
    note_gathered(nearby, surroundings, filter);
    choose_growth(nearby);
    return LOPE_OK;
}

void lope_nearby_holds_nothing(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                               const lope_bounds *bounds)
{
    lope_near_set_clear(&nearby->sets[0]);
    nearby->patch.kept = false;
    nearby->gathered++;
    nearby->bounds = *bounds;
    note_gathered(nearby, surroundings, filter);
}

void lope_nearby_holds_as(lope_nearby *nearby, const lope_nearby *other)
{
    nearby->patch.kept = false;
    nearby->gathered++;
    nearby->bounds = other->bounds;
    nearby->context = other->context;
    nearby->gather = other->gather;
    nearby->filter = other->filter;
    nearby->revision = other->revision;
    nearby->kept = other->kept;
}

// Gathers what moves. was_clear: nothing that moves was near until now. Then mostly nothing is near yet, and
// the question how far that holds spares a gather. Returns what gather_set returns.
static lope_result cover_moving(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                const lope_bounds *local, bool was_clear, uint32_t *gathers)
{
    lope_bounds wide = grow(local, LOPE_MOVING_GROWTH * nearby->unit);
    // A plane toward a character holds for the tick, and parts of a tick look at the same.
    bool again = nearby->fence_count > 0 || !lope_is_whole_tick(nearby->part);
    if (LOPE_UNLIKELY(again)) wide = both(&wide, &nearby->moving_bounds);
    lope_put_point(&nearby->moving_bounds.lower, &wide.lower);
    lope_put_point(&nearby->moving_bounds.upper, &wide.upper);
    if (was_clear && nearby->clear_rest == 0 && look_for_clear(nearby, surroundings, filter)) {
        lope_near_set_clear(&nearby->sets[1]);
        return LOPE_OK;
    }
    bool over;
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_MOVING, &nearby->moving_bounds, SIZE_MAX, &over);
    if (result != LOPE_OK) return result;
    *gathers += 1;
    if (nearby->sets[1].body_count == 0) look_for_clear(nearby, surroundings, filter);
    return LOPE_OK;
}

LOPE_HOT lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                       const lope_bounds *local, uint32_t *gathers)
{
    if (!nearby->kept || !lope_bounds_contain(&nearby->bounds, local)) {
        lope_result result = cover_static(nearby, surroundings, filter, local, gathers);
        if (result != LOPE_OK) return result;
    }
    if (nearby->moving_kept && (nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, local))) return LOPE_OK;
    nearby->moving_kept = nearby->nothing_moves = false;
    const bool was_clear = nearby->clear_kept && surroundings->moved && nearby->fence_count == 0;
    if (!was_clear || !stays_clear(nearby, surroundings, local)) {
        nearby->nothing_moves = !any_moves(surroundings, filter);
        lope_result result = LOPE_OK;
        if (!nearby->nothing_moves) result = cover_moving(nearby, surroundings, filter, local, was_clear, gathers);
        if (result != LOPE_OK) return result;
    }
    nearby->moving_kept = true;
    return LOPE_OK;
}

lope_result lope_nearby_look(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                             const lope_bounds *local, bool moving_alone, uint32_t *gathers)
{
    if (!moving_alone && !(nearby->kept && lope_bounds_contain(&nearby->bounds, local))) {
        lope_result result = cover_static(nearby, surroundings, filter, local, gathers);
        if (result != LOPE_OK) return result;
    }
    bool none = nearby->nothing_moves || nearby->clear_kept; // nothing but characters
    if (none || !nearby->moving_kept || lope_bounds_contain(&nearby->moving_bounds, local)) return LOPE_OK;
    bool over;
    const lope_bounds wide = both(&nearby->moving_bounds, local);
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_MOVING, &wide, SIZE_MAX, &over);
    nearby->moving_kept = result == LOPE_OK;
    if (nearby->moving_kept) *gathers += 1;
    return result;
}
