// overlap_zones.c - gathers overlap zones, and finds when a point or a capsule is in one.
//
// Rule: a capsule's exit from a zone is found backward in time, as the entry of a capsule that comes back.
#include "motion/moving/overlap_zones.h"
#include "base/memory.h"
#include "motion/moving/relative_motion.h"
#include "motion/nearby/gather_log.h"
#include "motion/nearby/sink.h"
#include "motion/query/inside.h"

#define ZONE_GROWTH 4.0        // m, by which the bounds of a static gather exceed what was asked for
#define ZONE_MOVING_GROWTH 0.5 // m, the same for what moves, which serves one tick
#define RUN_LEAST 4            // faces of the smallest solid

// Returns true when the static zones were gathered for these surroundings, filter and origin.
static bool is_same(const lope_space *space, lope_filter filter)
{
    const lope_near_zones *zones = space->nearby->zones;
    const lope_surroundings *s = space->surroundings;
    const lope_point a = zones->origin, b = space->nearby->origin;
    return space->nearby->zones_kept && s->static_revision && zones->context == s->context && zones->gather == s->gather &&
           zones->filter.channels == filter.channels && zones->filter.ignore == filter.ignore && a.x == b.x && a.y == b.y &&
           a.z == b.z && zones->revision == s->static_revision(s->context);
}

void lope_zones_begin(lope_space *space, lope_filter filter)
{
    lope_near_zones *zones = space->nearby->zones;
    if (!zones) return;
    if (!is_same(space, filter)) {
        lope_near_set_clear(&zones->sets[0]);
        space->nearby->zones_kept = false;
    }
    lope_near_set_clear(&zones->sets[1]);
    space->nearby->zones_moving_kept = false;
}

// Returns bounds that reach farther by `by` (m) to every side.
static lope_bounds grown(const lope_bounds *local, double by)
{
    lope_point g = lope_point_make(by, by, by);
    return (lope_bounds){lope_point_sub(local->lower, g), lope_point_add(local->upper, g)};
}

// Gathers zones of one kind. Returns false when that failed; space->failed says why.
static bool gather(lope_space *space, lope_filter filter, lope_gather_kind kind, const lope_bounds *local)
{
    lope_nearby *nearby = space->nearby;
    lope_near_set *set = &nearby->zones->sets[kind == LOPE_MOVING];
    lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    lope_near_set_clear(set);
    lope_sink sink = {.set = set,
                      .allocator = &nearby->allocator,
                      .origin = nearby->origin,
                      .filter = filter,
                      .kind = kind,
                      .part = nearby->part,
                      .most = SIZE_MAX};
    lope_sink_watch noted = lope_log_watch(nearby->log);
    if (kind == LOPE_MOVING && nearby->log) sink.watch = &noted;
    lope_result result = space->surroundings->gather(space->surroundings->context, &world, filter, kind, &sink);
    if (result == LOPE_OK) result = sink.failed;
    if (result == LOPE_OK && set->body_count > 0 && !lope_near_set_order(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    space->gathers++;
    if (result == LOPE_OK) return true;
    lope_near_set_clear(set);
    space->failed = result;
    return false;
}

bool lope_zones_cover(lope_space *space, lope_filter filter, const lope_bounds *local)
{
    const lope_surroundings *s = space->surroundings;
    if (space->failed) return false;
    if (!space->nearby->zones) space->nearby->zones = lope_allocate_zero(&space->nearby->allocator, sizeof *space->nearby->zones);
    lope_near_zones *zones = space->nearby->zones;
    if (!zones) {
        space->failed = LOPE_ERROR_MEMORY;
        return false;
    }
    if (!space->nearby->zones_kept || !lope_bounds_contain(&zones->bounds, local)) {
        space->nearby->zones_kept = false;
        zones->bounds = grown(local, ZONE_GROWTH * space->unit);
        if (!gather(space, filter, LOPE_STATIC, &zones->bounds)) return false;
        zones->context = s->context;
        zones->gather = s->gather;
        zones->filter = filter;
        zones->origin = space->nearby->origin;
        zones->revision = s->static_revision ? s->static_revision(s->context) : 0;
        space->nearby->zones_kept = true;
    }
    if (space->nearby->zones_moving_kept && lope_bounds_contain(&zones->moving_bounds, local)) return true;
    space->nearby->zones_moving_kept = false;
    zones->moving_bounds = grown(local, ZONE_MOVING_GROWTH * space->unit);
    if (!gather(space, filter, LOPE_MOVING, &zones->moving_bounds)) return false;
    space->nearby->zones_moving_kept = true;
    return true;
}

// Makes *zone the zone of triangle `triangle`, or else of round shape `round`. Returns false when the set has
// neither.
static bool first_of(const lope_near_set *set, uint32_t triangle, uint32_t round, lope_zone *zone)
{
    *zone = (lope_zone){.set = set};
    if (triangle < set->triangle_count) {
        zone->first = triangle;
        zone->end = lope_run_end(set, triangle);
        zone->body = &set->bodies[set->triangles[triangle].body];
        return true;
    }
    if (round >= set->round_count) return false;
    zone->round = &set->rounds[round];
    zone->body = &set->bodies[zone->round->body];
    return true;
}

bool lope_zones_next(const lope_nearby *nearby, lope_zone *zone)
{
    if (!nearby->zones) return false;
    const lope_near_set *sets = nearby->zones->sets;
    if (zone->body) {
        const lope_near_set *set = zone->set;
        uint32_t round = zone->round ? (uint32_t)(zone->round - set->rounds) + 1 : 0;
        if (first_of(set, zone->round ? set->triangle_count : zone->end, round, zone)) return true;
        return set == &sets[0] && first_of(&sets[1], 0, 0, zone);
    }
    return first_of(&sets[0], 0, 0, zone) || first_of(&sets[1], 0, 0, zone);
}

// Returns a zone's bounds.
static lope_bounds bounds_of(const lope_zone *zone)
{
    if (zone->round) return lope_shape_bounds(&zone->round->shape);
    lope_bounds all = lope_triangle_bounds(&zone->set->triangles[zone->first].shape);
    for (uint32_t i = zone->first + 1; i < zone->end; i++) {
        lope_bounds one = lope_triangle_bounds(&zone->set->triangles[i].shape);
        all.lower.x = one.lower.x < all.lower.x ? one.lower.x : all.lower.x;
        all.lower.y = one.lower.y < all.lower.y ? one.lower.y : all.lower.y;
        all.lower.z = one.lower.z < all.lower.z ? one.lower.z : all.lower.z;
        all.upper.x = one.upper.x > all.upper.x ? one.upper.x : all.upper.x;
        all.upper.y = one.upper.y > all.upper.y ? one.upper.y : all.upper.y;
        all.upper.z = one.upper.z > all.upper.z ? one.upper.z : all.upper.z;
    }
    return all;
}

// Returns the distance (m) that no point of the zone exceeds in the tick.
static double most_motion(const lope_space *space, const lope_zone *zone, const lope_bounds *bounds)
{
    const lope_sink_body *body = zone->body;
    if (!body->moving || !lope_body_moves(body)) return 0;
    lope_point center = lope_point_sub(body->pose.position, space->nearby->origin);
    double to_lower = lope_point_length(lope_point_sub(bounds->lower, center));
    double lever = to_lower + lope_point_length(lope_point_sub(bounds->upper, bounds->lower));
    double angle = lope_point_length(lope_vec3_to_point(body->motion.rotation));
    return lope_point_length(body->motion.displacement) + angle * lever;
}

bool lope_zones_near(const lope_space *space, const lope_bounds *local)
{
    for (lope_zone zone = {0}; lope_zones_next(space->nearby, &zone);) {
        lope_bounds bounds = bounds_of(&zone);
        double by = most_motion(space, &zone, &bounds);
        bounds = grown(&bounds, by);
        bool apart = bounds.upper.x < local->lower.x || bounds.lower.x > local->upper.x || bounds.upper.y < local->lower.y ||
                     bounds.lower.y > local->upper.y || bounds.upper.z < local->lower.z || bounds.lower.z > local->upper.z;
        if (!apart) return true;
    }
    return false;
}

// Returns true when a zone is a run of triangles with an inside.
static bool is_solid(const lope_zone *zone)
{
    return !zone->round && zone->end - zone->first >= RUN_LEAST && !zone->set->triangles[zone->first].two_sided;
}

// Returns the height (m) of p over a triangle's plane.
static double over_plane(const lope_near_triangle *t, lope_point p)
{
    return lope_point_dot(lope_near_normal(t), p) - t->planes.offset[0];
}

// Finds the shares of a segment that are behind all planes of a solid run, moved out by `wider` (m). Returns
// false when there are none.
static bool run_span(const lope_zone *zone, lope_point from, lope_point motion, double wider, double *enter, double *leave)
{
    *enter = 0;
    *leave = 1;
    for (uint32_t i = zone->first; i < zone->end; i++) {
        const lope_near_triangle *t = &zone->set->triangles[i];
        double at = over_plane(t, from) - wider, rate = lope_point_dot(lope_near_normal(t), motion);
        if (rate == 0 && at > 0) return false;
        if (rate > 0 && -at / rate < *leave) *leave = -at / rate;
        if (rate < 0 && -at / rate > *enter) *enter = -at / rate;
        if (*enter > *leave) return false;
    }
    return true;
}

// Returns p as seen from the body at that share of the tick.
static lope_point seen_from(const lope_relative_motion *course, lope_point p, double time)
{
    return course->steps ? lope_relative_motion_at(course, p, time) : p;
}

// Returns the capsule's motion relative to the zone's body. steps 0: the body stands still.
static lope_relative_motion course_of(const lope_space *space, const lope_zone *zone, const lope_capsule *capsule)
{
    if (!zone->body->moving || !lope_body_moves(zone->body)) return (lope_relative_motion){.steps = 0};
    return lope_relative_motion_of(space, zone->body, capsule);
}

// Returns a round shape that is larger by `by` (m). Made smaller than nothing, it is a point.
static lope_shape widened(lope_shape shape, double by)
{
    double *radius = NULL, *half = NULL;
    if (shape.kind == LOPE_SHAPE_SPHERE) radius = &shape.as.sphere.radius;
    if (shape.kind == LOPE_SHAPE_CAPSULE) radius = &shape.as.capsule.radius;
    if (shape.kind == LOPE_SHAPE_CYLINDER) {
        radius = &shape.as.cylinder.radius;
        half = &shape.as.cylinder.half_height;
    }
    if (radius) *radius = *radius + by > 0 ? *radius + by : 0;
    if (half) *half = *half + by > 0 ? *half + by : 0;
    return shape;
}

bool lope_zone_span(const lope_space *space, const lope_zone *zone, const lope_zone_way *way, double *enter, double *leave)
{
    lope_point from = way->from, motion = way->way;
    if (zone->body->moving && lope_body_moves(zone->body)) {
        lope_capsule point = {from, from, space->radius};
        lope_relative_motion course = lope_relative_motion_in_world(space, zone->body, &point);
        lope_point to = lope_relative_motion_at(&course, lope_point_add(from, motion), way->end);
        from = lope_relative_motion_at(&course, from, way->begin);
        motion = lope_point_sub(to, from);
    }
    if (!zone->round) return is_solid(zone) && run_span(zone, from, motion, way->wider, enter, leave);
    lope_shape shape = widened(zone->round->shape, way->wider);
    return lope_shape_span(&shape, from, motion, enter, leave);
}

// Returns true when some plane of a solid keeps the capsule out on its whole path.
static bool run_is_far(const lope_zone *zone, const lope_capsule *capsule, lope_point motion)
{
    for (uint32_t i = zone->first; i < zone->end; i++) {
        const lope_near_triangle *t = &zone->set->triangles[i];
        double a = over_plane(t, capsule->a), b = over_plane(t, capsule->b), rate = lope_point_dot(lope_near_normal(t), motion);
        if ((a < b ? a : b) + (rate < 0 ? rate : 0) > capsule->radius) return true;
    }
    return false;
}

// Returns the share of the path at which the capsule first overlaps the zone; 2: never.
static double first_share(const lope_zone *zone, const lope_capsule *capsule, lope_point motion)
{
    bool moves = lope_point_dot(motion, motion) > 0;
    lope_sweep_hit hit;
    if (zone->round) {
        const lope_shape *shape = &zone->round->shape;
        if (lope_capsule_overlap(capsule, shape)) return 0;
        return moves && lope_capsule_sweep(capsule, motion, shape, &hit) ? hit.fraction : 2;
    }
    double first = 2, enter, leave;
    if (is_solid(zone)) {
        if (run_is_far(zone, capsule, motion)) return 2;
        if (run_span(zone, capsule->a, lope_point_sub(capsule->b, capsule->a), 0, &enter, &leave)) return 0;
    }
    for (uint32_t i = zone->first; i < zone->end && first > 0; i++) {
        lope_shape shape = {.kind = LOPE_SHAPE_TRIANGLE};
        shape.as.triangle = zone->set->triangles[i].shape;
        if (lope_capsule_overlap(capsule, &shape)) return 0;
        if (moves && lope_capsule_sweep(capsule, motion, &shape, &hit) && hit.fraction < first) first = hit.fraction;
    }
    return first;
}

// Finds the shares of one straight piece, from one pose to another, at which the capsule enters and leaves.
// Returns false when it never is in the zone.
static bool piece_meets(const lope_zone *zone, const lope_capsule *from, const lope_capsule *to, double *enter, double *leave)
{
    lope_point motion = lope_point_scale(lope_point_add(lope_point_sub(to->a, from->a), lope_point_sub(to->b, from->b)), 0.5);
    double first = first_share(zone, from, motion);
    if (first > 1) return false;
    double last = 1 - first_share(zone, to, lope_point_scale(motion, -1.0));
    *enter = first;
    *leave = last > first ? last : first;
    return true;
}

bool lope_zone_meets(const lope_space *space, const lope_zone *zone, const lope_capsule *capsule, lope_point motion, double begin,
                     double end, double *enter, double *leave)
{
    lope_relative_motion course = course_of(space, zone, capsule);
    uint32_t steps = course.steps ? course.steps : 1;
    lope_capsule from = {seen_from(&course, capsule->a, begin), seen_from(&course, capsule->b, begin), capsule->radius};
    bool met = false;
    for (uint32_t k = 1; k <= steps; k++) {
        double share = (double)k / steps, time = begin + (end - begin) * share, first, last;
        lope_capsule to = {seen_from(&course, lope_point_mad(capsule->a, motion, share), time),
                           seen_from(&course, lope_point_mad(capsule->b, motion, share), time), capsule->radius};
        if (piece_meets(zone, &from, &to, &first, &last)) {
            if (!met) *enter = (k - 1 + first) / steps;
            *leave = (k - 1 + last) / steps;
            met = true;
        }
        from = to;
    }
    return met;
}
