// zone.c - see zone.h.
//
// A zone is a box about the capsule, ahead of it or around it, along up and two level axes. What has been
// gathered for the tick answers where it covers the zone, and a tick gathers so much that it mostly does
// (lope_zone_bounds). Else a glance at the surroundings answers (peek.h). Either takes in all that the
// ability's own queries could meet, so it does not matter which of them answers. What moves must have been
// gathered, and must be none: else there may be something.
//
//         +-----------+  high   ahead: from the axis over `reach`, for what a sweep ahead meets is not
//       ( | ) ->      |         behind it; for ledges its end is round, as that of a cylinder which is swept;
//         |           |         they lie within BEHIND of it
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
#define FLOOR 0.05  // m farther than a drop: as far as a search for the floor looks
#define PROBED 0.87 // of the radius: a little wider than the cylinder with which the probe looks for walls
// m behind the axis: of a wall that is met straight beside it, the probe looks for tops 0.05 m to the sides
#define BACK 0.1

typedef struct zone {
    lope_point axis[3], at; // unit: up, ahead, aside; its middle, local
    double half[3];         // m, of its size along them
    double round;           // m, not 0: its end ahead is that of an upright cylinder of this radius
    double around;          // m, not 0: what is farther from the axis of the capsule is not in it
    lope_point low, high;   // local: the ends of that axis
    lope_bounds bounds;     // local, around all of it
    double beyond;          // m ahead of it, where what moves counts too
    lope_point up;
    bool tops; // only what faces up counts
    bool met;  // something is in it
} zone;

static double more_of(double a, double b) { return a > b ? a : b; }
static double less_of(double a, double b) { return a < b ? a : b; }

// The units of a row's lengths, in which one of 1 is at least as long, and at most as long, as is due.
typedef struct measures {
    double wide, less;
} measures;

static measures measures_of(const lope_tick *tick)
{
    const double body = (double)tick->state.standing_height / LOPE_STANDARD_HEIGHT, unit = tick->space.unit;
    return (measures){more_of(body, unit), less_of(body, unit)};
}

// Returns how far (m) the character falls in a tick: some look from so much higher.
static double fall_of(const lope_tick *tick)
{
    return more_of(-lope_point_dot(tick->velocity, tick->space.up) * tick->seconds, 0);
}

// Returns the unit level direction in which a row looks ahead.
static lope_point ahead_of(const lope_tick *tick)
{
    const lope_state *state = &tick->state;
    const lope_point wanted = lope_zone_level(tick, tick->wanted), up = tick->space.up;
    if (lope_zone_has_input(tick)) return lope_point_scale(wanted, 1.0 / lope_point_length(wanted));
    const lope_quat turn = lope_quat_from_axis(lope_point_to_vec3(up), state->yaw);
    return lope_quat_rotate_point(turn, lope_vec3_to_point(state->forward));
}

// Returns bounds around what is within `level` (m) of the axis through the feet, from `low` to `high` (m)
// along up.
static lope_bounds bounds_around(const lope_tick *tick, double level, double low, double high)
{
    const lope_point up = tick->space.up, feet = tick->feet;
    const lope_bounds axis =
        lope_bounds_add(lope_bounds_add(lope_bounds_none(), lope_point_mad(feet, up, low)), lope_point_mad(feet, up, high));
    const lope_point side = {level * sqrt(more_of(1 - up.x * up.x, 0)), level * sqrt(more_of(1 - up.y * up.y, 0)),
                             level * sqrt(more_of(1 - up.z * up.z, 0))};
    return (lope_bounds){lope_point_sub(axis.lower, side), lope_point_add(axis.upper, side)};
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

// How far a zone reaches, m: above the feet, and from the capsule's axis along the level axes.
typedef struct extent {
    double low, high, ahead, back, beside;
} extent;

// Returns how far the zone of a row reaches. tops: of the ledges, else of the walls.
static extent extent_of(const lope_tick *tick, const lope_ask *row, bool tops)
{
    const lope_state *state = &tick->state;
    const measures in = measures_of(tick);
    const double radius = (double)state->radius, reach = (double)row->reach * in.wide;
    extent extent = {.low = (double)row->low * in.less, .high = (double)row->high * in.wide + fall_of(tick)};
    if (state->height < state->standing_height || extent.low < 0) extent.low = 0;
    if (!(row->high > 0)) {
        extent.low = UPRIGHT * radius;
        extent.high = (double)state->height - extent.low;
    }
    extent.beside = extent.ahead = extent.back = radius + AROUND * reach;
    if (!(row->needs & LOPE_NEEDS_AHEAD)) return extent;
    const double behind = tops ? BEHIND * in.wide : 0;
    extent.beside = (row->needs & LOPE_NEEDS_LEDGE_AHEAD ? PROBED : 1) * radius + behind;
    extent.ahead = radius + reach + behind;
    extent.back = BACK * in.wide;
    return extent;
}

// Makes the zone of a row. tops: of the ledges, else of the walls.
static zone zone_of(const lope_tick *tick, const lope_ask *row, bool tops)
{
    const extent extent = extent_of(tick, row, tops);
    zone zone = {.up = tick->space.up, .tops = tops, .beyond = (double)row->beyond * measures_of(tick).wide};
    zone.axis[0] = tick->space.up;
    zone.axis[1] = ahead_of(tick);
    zone.axis[2] = lope_point_cross(zone.axis[0], zone.axis[1]);
    const bool around = !(row->needs & LOPE_NEEDS_AHEAD);
    if (around) {
        zone.around = extent.beside + SPARE * tick->space.unit;
        zone.low = lope_point_mad(tick->feet, zone.up, extent.low);
        zone.high = lope_point_mad(tick->feet, zone.up, extent.high);
    }
    if (row->needs & LOPE_NEEDS_LEDGE_AHEAD && !tops) zone.round = extent.beside + SPARE * tick->space.unit;
    lay(tick, &zone, (double[3]){extent.low, -extent.back, -extent.beside},
        (double[3]){extent.high, extent.ahead, extent.beside});
    if (around) zone.bounds = bounds_around(tick, zone.around, extent.low, extent.high);
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

// Returns how far the zone reaches from its middle along a vector of any length, times that length.
static double support(const zone *zone, lope_point along)
{
    const double ahead = lope_point_dot(along, zone->axis[1]), aside = fabs(lope_point_dot(along, zone->axis[2]));
    const double up = fabs(lope_point_dot(along, zone->axis[0])) * zone->half[0];
    if (zone->round > 0 && ahead > 0)
        return up + ahead * (zone->half[1] - zone->round) + zone->round * sqrt(ahead * ahead + aside * aside);
    return up + fabs(ahead) * zone->half[1] + aside * zone->half[2];
}

// True when a triangle is beyond the zone along a vector of any length, or before it.
static bool is_parted(const zone *zone, const lope_point v[3], lope_point along)
{
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        const double off = lope_point_dot(along, lope_point_sub(v[i], zone->at));
        least = less_of(least, off);
        most = more_of(most, off);
    }
    return least > support(zone, along) || -most > support(zone, lope_point_scale(along, -1));
}

// True when a triangle is beside a zone with a round end, as seen from above: beyond one of its edges, or
// with the corner that is nearest to the end's middle.
static bool is_beside_round(const zone *zone, const lope_point v[3])
{
    const lope_point up = zone->axis[0], end = lope_point_mad(zone->at, zone->axis[1], zone->half[1] - zone->round);
    for (int i = 0; i < 3; i++) {
        const lope_point off = lope_point_sub(v[i], end), level = lope_point_mad(off, up, -lope_point_dot(off, up));
        if (is_parted(zone, v, lope_point_cross(up, lope_point_sub(v[(i + 1) % 3], v[i]))) || is_parted(zone, v, level))
            return true;
    }
    return false;
}

// True when a triangle with a normal of any length is not in the zone.
static bool is_out(const zone *zone, const lope_point v[3], lope_point normal)
{
    const double off = lope_point_dot(normal, lope_point_sub(zone->at, v[0]));
    if (fabs(off) > support(zone, off > 0 ? lope_point_scale(normal, -1) : normal)) return true;
    if (zone->round > 0) return is_beside_round(zone, v);
    if (!(zone->around > 0)) return false;
    const lope_triangle triangle = {{v[0], v[1], v[2]}};
    lope_point on_axis, on_face;
    return lope_segment_triangle(zone->low, zone->high, &triangle, &on_axis, &on_face) > zone->around * zone->around;
}

// True when a one-sided triangle with a normal of any length does not face as what counts does: tops up, the
// walls of ledges against the way of a sweep ahead.
static bool faces_off(const zone *zone, lope_point normal)
{
    if (zone->tops) return !(lope_point_dot(normal, zone->up) > 0);
    const double away = lope_point_dot(normal, zone->axis[1]);
    // a cosine of 1e-6: far above the roundings of both
    return zone->round > 0 && away > 0 && away * away > 1e-12 * lope_point_dot(normal, normal);
}

// Takes a shape: lope_peek_shape.
static void see(void *context, const lope_point *v, bool two_sided)
{
    zone *zone = context;
    if (zone->met) return;
    zone->met = true;
    if (!v) return;
    const lope_point normal = lope_point_cross(lope_point_sub(v[1], v[0]), lope_point_sub(v[2], v[0]));
    if ((!two_sided && faces_off(zone, normal)) || is_beside(zone, v) || is_out(zone, v, normal)) zone->met = false;
}

// Looks at what has been gathered.
static void look_at_gathered(const lope_nearby *nearby, zone *zone)
{
    lope_candidates walk = lope_candidates_in(nearby, &zone->bounds);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    while (!zone->met && lope_candidates_next(&walk, &triangle, &round)) {
        if (!triangle) {
            zone->met = !walk.set->bodies[round->body].character;
        } else if (triangle->two_sided || !faces_off(zone, lope_near_normal(triangle))) {
            see(zone, triangle->shape.v, triangle->two_sided);
        }
    }
}

// True when nothing moves among what has been gathered for the tick.
static bool has_rest(const lope_nearby *nearby)
{
    return nearby->moving_kept && !nearby->sets[1].moves && !nearby->sets[1].one_way;
}

// True when all that moves within a zone, and beyond it, has been gathered for the tick, and there is none.
static bool rests(const lope_nearby *nearby, const zone *zone)
{
    if (!has_rest(nearby)) return false;
    if (nearby->nothing_moves) return true;
    const lope_bounds bounds = lope_bounds_grow(zone->bounds, zone->beyond);
    return lope_bounds_contain(&nearby->moving_bounds, &bounds);
}

// True when it is sure that nothing is in the walls' or the tops' zone of a row.
static bool is_empty(lope_tick *tick, const lope_ask *row, bool tops)
{
    lope_space *space = &tick->space;
    const lope_nearby *nearby = space->nearby;
    zone zone = zone_of(tick, row, tops);
    if (!rests(nearby, &zone)) return false;
    if (nearby->kept && lope_bounds_contain(&nearby->bounds, &zone.bounds)) {
        look_at_gathered(nearby, &zone);
        return !zone.met;
    }
    space->gathers++;
    return lope_near_peek(nearby, space->surroundings, space->filter, &zone.bounds, see, &zone) == LOPE_OK && !zone.met;
}

bool lope_zone_rests(const lope_tick *tick, const lope_ask *row)
{
    if (tick->space.nearby->nothing_moves && has_rest(tick->space.nearby)) return true;
    const zone zone = zone_of(tick, row, false);
    return rests(tick->space.nearby, &zone);
}

bool lope_zone_has_nothing(lope_tick *tick, const lope_ask *row)
{
    uint32_t channels = row->channels != 0 ? row->channels : tick->state.channels & ~(uint32_t)LOPE_CHANNEL_CHARACTER;
    if (channels == 0) channels = LOPE_CHANNEL_SOLID; // the default of a query
    if (channels & ~tick->space.filter.channels) return false;
    // walls are more often near than tops, and tops are told from their faces
    return (row->needs & LOPE_NEEDS_LEDGE_AHEAD && is_empty(tick, row, true)) || is_empty(tick, row, false);
}

// The direction ahead is not known yet: it may become any.
void lope_zone_join(const lope_tick *tick, const lope_ask *row, lope_zone_reach *reach)
{
    const extent extent = extent_of(tick, row, row->needs & LOPE_NEEDS_LEDGE_AHEAD);
    const double corner = sqrt(extent.ahead * extent.ahead + extent.beside * extent.beside);
    const double down = row->drop > 0 ? FLOOR * tick->space.unit + (double)row->drop * measures_of(tick).less : 0;
    reach->level = more_of(reach->level, row->needs & LOPE_NEEDS_AHEAD ? corner : extent.beside);
    reach->high = more_of(reach->high, extent.high);
    reach->down = more_of(reach->down, down);
}

lope_bounds lope_zone_bounds(const lope_tick *tick, const lope_zone_reach *reach)
{
    const double spare = SPARE * tick->space.unit;
    return bounds_around(tick, reach->level + spare, -reach->down - spare, reach->high + spare);
}
