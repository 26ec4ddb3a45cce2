// zone.c - see zone.h.
//
// A zone is a box about the capsule, ahead of it or around it, along up and two level axes. What has been
// gathered for the tick answers where it covers the zone; else a glance at the surroundings does (peek.h).
// Either takes in all that the ability's own queries could meet, so it does not matter which of them answers.
// One glance serves all rows of an instant. What moves must have been gathered, and must be none: else there
// may be something.
//
//         +-----------+  high   ahead: from the axis over `reach`, for what a sweep ahead meets is not
//       ( | ) ->      |         behind it; its ledges lie within BEHIND of it
//         +-----------+  low    around: as far as the sweeps of wall abilities go, by the distance from
//                               the capsule's axis
//
// Read next: asking.c.
#include "character/abilities/zone.h"
#include "level/frame.h"
#include "motion/nearby/broadphase.h"
#include "motion/nearby/peek.h"
#include "shape/distance.h"

#define SPARE 1e-4  // m, far above the roundings of what is compared
#define AROUND 1.1  // times the reach: as far as the sweeps of wall abilities go
#define UPRIGHT 0.5 // share of the radius above the feet, below which nothing upright is touched
#define BEHIND 0.36 // m behind a wall, as far as the probe looks for its tops, and to its sides
// m behind the axis: of a wall that is met straight beside it, the probe looks for tops 0.05 m to the sides
#define BACK 0.1

typedef struct zone {
    lope_point axis[3], at; // unit: up, ahead, aside; its middle, local
    double half[3];         // m, of its size along them
    double around;          // m, not 0: what is farther from the axis of the capsule is not in it
    lope_point low, high;   // local: the ends of that axis
    lope_bounds bounds;     // local, around all of it
    lope_point up;
    bool tops; // only what faces up counts
    bool met;  // something is in it
} zone;

static double more_of(double a, double b) { return a > b ? a : b; }
static double less_of(double a, double b) { return a < b ? a : b; }

// Returns the unit level direction in which a row looks ahead.
static lope_point ahead_of(const lope_tick *tick)
{
    const lope_state *state = &tick->state;
    const lope_point wanted = lope_zone_level(tick, tick->wanted), up = tick->space.up;
    if (lope_zone_has_input(tick)) return lope_point_scale(wanted, 1.0 / lope_point_length(wanted));
    const lope_quat turn = lope_quat_from_axis(lope_point_to_vec3(up), state->yaw);
    return lope_quat_rotate_point(turn, lope_vec3_to_point(state->forward));
}

// Lays the box from `from` to `to` (m from the feet, along the axes), and its bounds.
static void lay(const lope_tick *tick, zone *zone, const double from[3], const double to[3])
{
    lope_point reach = {0, 0, 0};
    zone->at = tick->feet;
    for (int k = 0; k < 3; k++) {
        const lope_point axis = zone->axis[k];
        zone->half[k] = 0.5 * (to[k] - from[k]) + SPARE * tick->space.unit;
        zone->at = lope_point_mad(zone->at, axis, 0.5 * (from[k] + to[k]));
        reach = lope_point_add(
            reach, lope_point_make(fabs(axis.x) * zone->half[k], fabs(axis.y) * zone->half[k], fabs(axis.z) * zone->half[k]));
    }
    zone->bounds = (lope_bounds){lope_point_sub(zone->at, reach), lope_point_add(zone->at, reach)};
}

// Makes the zone of a row. tops: of the ledges, else of the walls.
static zone zone_of(const lope_tick *tick, const lope_ask *row, bool tops)
{
    const lope_state *state = &tick->state;
    const double body = (double)state->standing_height / LOPE_STANDARD_HEIGHT, unit = tick->space.unit;
    const double wide = more_of(body, unit), reach = (double)row->reach * wide, radius = (double)state->radius;
    const double falls = -lope_point_dot(tick->velocity, tick->space.up) * tick->seconds; // looks from higher
    double low = (double)row->low * less_of(body, unit), high = (double)row->high * wide + more_of(falls, 0);
    if (state->height < state->standing_height || low < 0) low = 0;
    if (!(row->high > 0)) {
        low = UPRIGHT * radius;
        high = (double)state->height - low;
    }
    zone zone = {.up = tick->space.up, .tops = tops};
    const bool around = !(row->needs & LOPE_NEEDS_AHEAD);
    const double beside = radius + (around ? AROUND * reach : tops ? BEHIND * wide : 0);
    zone.axis[0] = tick->space.up;
    zone.axis[1] = ahead_of(tick);
    zone.axis[2] = lope_point_cross(zone.axis[0], zone.axis[1]);
    if (around) {
        zone.around = beside + SPARE * unit;
        zone.low = lope_point_mad(tick->feet, zone.up, low);
        zone.high = lope_point_mad(tick->feet, zone.up, high);
    }
    const double back = around ? beside : BACK * wide;
    lay(tick, &zone, (double[3]){low, -back, -beside}, (double[3]){high, beside + (around ? 0 : reach), beside});
    return zone;
}

// True when the corners of a triangle are all on one side of the box, along one of its axes.
static bool is_beside(const zone *zone, const lope_point v[3])
{
    for (int k = 0; k < 3; k++) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < 3; i++) {
            const double along = lope_point_dot(lope_point_sub(v[i], zone->at), zone->axis[k]);
            least = less_of(least, along);
            most = more_of(most, along);
        }
        if (least > zone->half[k] || most < -zone->half[k]) return true;
    }
    return false;
}

// True when a triangle with a normal of any length is not in the zone.
static bool is_out(const zone *zone, const lope_point v[3], lope_point normal)
{
    double reach = 0;
    for (int k = 0; k < 3; k++) reach += fabs(lope_point_dot(normal, zone->axis[k])) * zone->half[k];
    if (fabs(lope_point_dot(normal, lope_point_sub(zone->at, v[0]))) > reach) return true;
    if (!(zone->around > 0)) return false;
    const lope_triangle triangle = {{v[0], v[1], v[2]}};
    lope_point on_axis, on_face;
    return lope_segment_triangle(zone->low, zone->high, &triangle, &on_axis, &on_face) > zone->around * zone->around;
}

// Takes a shape: lope_peek_shape.
static void see(void *context, const lope_point *v, bool two_sided)
{
    zone *zone = context;
    if (zone->met) return;
    if (v) {
        if (is_beside(zone, v)) return;
        const lope_point normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
        if (zone->tops && !two_sided && !(lope_point_dot(normal, zone->up) > 0)) return;
        if (is_out(zone, v, normal)) return;
    }
    zone->met = true;
}

// Looks at what has been gathered.
static void look_at_gathered(const lope_nearby *nearby, zone *zone)
{
    lope_candidates walk = lope_candidates_in(nearby, &zone->bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (!zone->met && lope_candidates_next(&walk, &triangle, &round)) {
        if (triangle)
            see(zone, triangle->shape.v, triangle->two_sided);
        else if (!walk.set->bodies[round->body].character)
            see(zone, NULL, false);
    }
}

// True when all that moves within bounds has been gathered for the tick, and there is none.
static bool rests(const lope_nearby *nearby, const lope_bounds *bounds)
{
    if (!nearby->moving_kept || nearby->sets[1].moves || nearby->sets[1].one_way) return false;
    return nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, bounds);
}

// Takes a shape into the glance: lope_peek_shape.
static void note(void *context, const lope_point *v, bool two_sided)
{
    lope_glance *glance = context;
    glance->full = glance->full || glance->count == LOPE_GLANCE;
    if (glance->full) return;
    lope_glance_shape *shape = &glance->shapes[glance->count++];
    shape->round = v == NULL;
    shape->two_sided = two_sided;
    for (int i = 0; v && i < 3; i++) shape->v[i] = v[i];
}

// Glances at the static shapes within bounds. Returns false when that fails.
static bool glance_at(lope_tick *tick, const lope_bounds *bounds, lope_peek_shape *shape, void *context)
{
    lope_space *space = &tick->space;
    space->gathers++;
    return lope_near_peek(space->nearby, space->surroundings, space->filter, bounds, shape, context) == LOPE_OK;
}

// True when it is sure that nothing is in a zone.
static bool is_empty(lope_tick *tick, zone *zone, lope_glance *glance)
{
    const lope_nearby *nearby = tick->space.nearby;
    if (!rests(nearby, &zone->bounds)) return false;
    if (nearby->kept && lope_bounds_contain(&nearby->bounds, &zone->bounds)) {
        look_at_gathered(nearby, zone);
        return !zone->met;
    }
    if (!glance->done) {
        glance->done = true;
        glance->bounds = lope_bounds_join(glance->bounds, zone->bounds);
        glance->full = false;
        if (!glance_at(tick, &glance->bounds, note, glance)) glance->full = true;
    }
    if (glance->full || !lope_bounds_contain(&glance->bounds, &zone->bounds))
        return glance_at(tick, &zone->bounds, see, zone) && !zone->met;
    for (uint32_t i = 0; i < glance->count && !zone->met; i++)
        see(zone, glance->shapes[i].round ? NULL : glance->shapes[i].v, glance->shapes[i].two_sided);
    return !zone->met;
}

lope_bounds lope_zone_bounds(const lope_tick *tick, const lope_ask *row)
{
    return zone_of(tick, row, row->needs & LOPE_NEEDS_LEDGE_AHEAD).bounds;
}

bool lope_zone_rests(const lope_tick *tick, const lope_ask *row)
{
    const zone zone = zone_of(tick, row, false);
    return rests(tick->space.nearby, &zone.bounds);
}

bool lope_zone_has_nothing(lope_tick *tick, const lope_ask *row, lope_glance *glance)
{
    uint32_t channels = row->channels != 0 ? row->channels : tick->state.channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER;
    if (channels == 0) channels = LOPE_CHANNEL_SOLID; // the default of a query
    if (channels & ~tick->space.filter.channels) return false;
    zone walls = zone_of(tick, row, false);
    if (is_empty(tick, &walls, glance)) return true;
    if (!(row->needs & LOPE_NEEDS_LEDGE_AHEAD)) return false;
    zone tops = zone_of(tick, row, true);
    return is_empty(tick, &tops, glance);
}
