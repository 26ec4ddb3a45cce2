// ledge_hang_rim.c - what comes along an edge: corners, gaps, ends, of walls cut into any number of planes.
//
//         along -->                     The edge is measured at a place ahead. Another plane there meets
//    o------------+ outer      inner +  this one in a corner. Where nothing is measured, a ray back at the
//    |  ledge      \ corner   corner /   side of the wall finds a sharp corner, or samples find the far
//    |              +---->  -------+    side of a gap. A disc about the axis, swept along, touches the wall
//                                       of an inner corner.
//
// Built on the public headers alone. Data: none. Read next: ledge_hang_shimmy.c.
#include "ledge_hang_rim.h"
#include "ledge_hang_edge.h"
#include "ledge_hang_place.h"
#include "level.h"

#define SAME 0.99999999 // cosine between walls that are one: 0.008 degrees
#define FLUSH 1e-4      // m: and so far one may stand before the other
#define ROUND 1e-3      // m between the planes of a round wall
#define SLANT 1e-4      // least sine between an edge and the wall of a corner on it
#define SHALLOW 0.005   // m inside the wall, where the one round a corner is looked for
#define AROUND 0.04     // m behind a corner that shall be held
#define SAMPLE 0.04     // m between the places that are looked at over a gap
#define SAMPLES_MOST 32
#define HALVES 12   // of a piece, to find where an edge ends
#define SHRUNK 1e-4 // m, by which the disc about the axis is smaller, so that it does not touch
#define THICK 0.075 // m: half of its height; what it overlaps is left to the side, and not over the top
#define BEYOND 0.02 // m that it is swept farther: walls at a slant are touched later than by the whole one
#define PIECES_MOST 24
#define BENDS 0.03   // m: the shortest piece in which an edge is looked for before it counts as ended
#define TURNED 0.999 // cosine: what was met with another normal than the wall's is its corner
#define CORNER 0.15  // m: within which that one is

lope_point lope_hang_along(const lope_tick *tick, const lope_hang_edge *edge, int side)
{
    return lope_point_scale(lope_point_cross(edge->inward, lope_tick_up(tick)), side);
}

// Returns the cosine of the sharpest corner that is gone round.
static double sharpest(const lope_ledge_hang_settings *settings) { return (double)lope_cos(settings->corner_most) - 1e-5; }

// Measures the edge `at` (m) along it.
static bool measure(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                    double at, lope_hang_edge *found)
{
    return lope_hang_measure(tick, settings, edge, lope_point_mad(edge->point, along, at), found);
}

// Returns where between a place with an edge and one without the edge ends, m along.
static double end_between(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                          double held, double free)
{
    lope_hang_edge found;
    for (int i = 0; i < HALVES; i++) {
        const double middle = 0.5 * (held + free);
        if (measure(tick, settings, edge, along, middle, &found))
            held = middle;
        else
            free = middle;
    }
    return held;
}

// Returns true when the place `at` on the line of the edge is over a gap that may be crossed.
static bool is_gap(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                   double at)
{
    const double scale = lope_hang_scale(tick), most = (double)settings->gap_most * scale, step = SAMPLE * scale;
    lope_hang_edge found;
    double ahead = 0, back = 0;
    bool held = false;
    for (int i = 1; i <= SAMPLES_MOST && ahead < most && !held; i++) {
        ahead = i * step < most ? i * step : most;
        held = measure(tick, settings, edge, along, at + ahead, &found) && lope_point_dot(found.inward, edge->inward) > 0.99;
    }
    if (!held) return false;
    const double far = end_between(tick, settings, edge, along, at + ahead, at + ahead - step > at ? at + ahead - step : at);
    held = false;
    for (int i = 1; i <= SAMPLES_MOST && far - (at - back) <= most && !held; i++) {
        back = i * step;
        held = measure(tick, settings, edge, along, at - back, &found);
    }
    if (!held) return false;
    return far - end_between(tick, settings, edge, along, at - back, at - back + step) <= most + 1e-3 * scale;
}

// Finds the wall round a sharp corner that is less than `way` ahead, by a ray back at it, `deep` inside the
// wall of the edge. Returns false when there is none to hold.
static bool round_corner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                         double way, double deep, lope_hang_rim *rim)
{
    const double scale = lope_hang_scale(tick), below = LOPE_HANG_BELOW * scale, far = way + 2.0 * below;
    const lope_point up = lope_tick_up(tick);
    const lope_point low = lope_point_mad(lope_point_mad(edge->point, edge->inward, deep * scale), up, -below);
    lope_cast_hit wall;
    lope_point inward;
    if (!lope_hang_wall(tick, settings, lope_point_mad(low, along, far), lope_point_scale(along, -far), &wall, &inward))
        return false;
    const double slant = -lope_point_dot(along, inward);
    if (slant < 0.02 || lope_point_dot(inward, edge->inward) < sharpest(settings)) return false;
    const double distance = -lope_point_dot(lope_point_sub(wall.point, edge->point), inward) / slant;
    const lope_hang_edge corner = {lope_point_mad(edge->point, along, distance), inward, edge->body};
    const int side = lope_along(lope_point_cross(edge->inward, along), up) < 0 ? 1 : -1;
    lope_hang_edge found;
    if (!measure(tick, settings, &corner, lope_hang_along(tick, &corner, side), AROUND * scale, &found)) return false;
    *rim = (lope_hang_rim){LOPE_HANG_OUTER, distance > 0 ? distance : 0, corner};
    rim->next.body = found.body;
    return true;
}

// Returns what is there when nothing can be measured `way` ahead.
static lope_hang_rim beyond(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge,
                            lope_point along, double way)
{
    lope_hang_rim rim = {LOPE_HANG_ON, way, *edge};
    rim.next.point = lope_point_mad(edge->point, along, way);
    if (is_gap(tick, settings, edge, along, way)) return rim;
    const double ends = end_between(tick, settings, edge, along, 0, way);
    if (round_corner(tick, settings, edge, along, ends, SHALLOW, &rim)) return rim;
    if (round_corner(tick, settings, edge, along, ends, LOPE_HANG_BELOW, &rim)) return rim;
    rim.kind = LOPE_HANG_ENDS;
    rim.distance = ends;
    return rim;
}

// Returns whether two measures are of one plane.
static bool is_one(const lope_hang_edge *a, const lope_hang_edge *b)
{
    const double off = lope_point_dot(lope_point_sub(b->point, a->point), a->inward);
    return lope_point_dot(a->inward, b->inward) > SAME && off < FLUSH && off > -FLUSH;
}

// Returns what is there when the edge `way` ahead is on another plane: an outer corner, or a wall that stands
// more before or behind.
static lope_hang_rim other_plane(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge,
                                 lope_point along, double way, double fine, lope_hang_edge other)
{
    lope_hang_edge nearer;
    while (way > fine && measure(tick, settings, edge, along, 0.5 * way, &nearer) && !is_one(edge, &nearer)) {
        other = nearer;
        way *= 0.5;
    }
    const double scale = lope_hang_scale(tick), slant = -lope_point_dot(along, other.inward),
                 ahead = -lope_point_dot(lope_point_sub(other.point, edge->point), other.inward);
    const bool meets = ahead > -ROUND * scale && ahead < slant * way + ROUND * scale;
    lope_hang_rim rim = {LOPE_HANG_ON, way, other};
    if (!meets) return rim;
    rim.next = *edge;
    rim.next.point = lope_point_mad(edge->point, along, way);
    // on the round wall of a cylinder the plane of the edge touches farther ahead; it is held to there
    if (slant <= SLANT) return rim;
    rim.distance = ahead > 0 ? ahead / slant : 0;
    if (rim.distance > way) rim.distance = way;
    rim.kind = lope_point_dot(other.inward, edge->inward) < sharpest(settings) ? LOPE_HANG_ENDS : LOPE_HANG_OUTER;
    rim.next = other;
    rim.next.point = lope_point_mad(edge->point, along, rim.distance);
    return rim;
}

// The way of the disc about the axis.
typedef struct disc {
    lope_point along, up;
} disc;

// Counts walls that face the way.
static bool is_ahead(void *context, const lope_cast_hit *hit)
{
    const disc *d = context;
    lope_point inward;
    return !hit->character && lope_hang_is_wall(hit, d->up, &inward) && lope_point_dot(inward, d->along) > SLANT;
}

// Finds the edge on a wall that the axis comes near to within `way`, in an inner corner, and how far ahead
// that is: negative where the axis is too near already. Returns false when there is none to hold.
static bool inner_corner(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, lope_point along,
                         double way, lope_hang_rim *rim)
{
    const double scale = lope_hang_scale(tick), off = lope_hang_off(tick, settings);
    const lope_point up = lope_tick_up(tick), axis = lope_point_mad(edge->point, edge->inward, -off);
    lope_shape shape = {.kind = LOPE_SHAPE_CYLINDER};
    shape.as.cylinder = (lope_cylinder){.axis = up, .radius = off - SHRUNK * scale, .half_height = THICK * scale};
    disc d = {along, up};
    const lope_cast_def def = {.from = lope_point_mad(axis, up, -(LOPE_HANG_BELOW + THICK) * scale),
                               .motion = lope_point_scale(along, way + BEYOND * scale),
                               .shape = &shape,
                               .filter = {.channels = lope_hang_channels(tick, settings)},
                               .accept = is_ahead,
                               .context = &d};
    lope_cast_hit wall;
    lope_point inward;
    if (!lope_tick_cast(tick, &def, &wall) || !lope_hang_is_wall(&wall, up, &inward)) return false;
    if (lope_point_dot(inward, edge->inward) < sharpest(settings)) return false;
    rim->kind = LOPE_HANG_INNER;
    rim->distance = (lope_point_dot(lope_point_sub(wall.point, axis), inward) - off) / lope_point_dot(along, inward);
    if (rim->distance > way) return false;
    const lope_point centre = lope_point_mad(axis, along, rim->distance);
    const lope_hang_edge guess = {lope_point_mad(centre, inward, off), inward, edge->body};
    return lope_hang_measure(tick, settings, &guess, guess.point, &rim->next);
}

lope_hang_rim lope_hang_next(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge,
                             lope_point along, double way, double fine)
{
    lope_hang_rim inner, rim = {LOPE_HANG_ON, way, *edge};
    const bool turns = inner_corner(tick, settings, edge, along, way, &inner);
    if (turns) way = inner.distance = inner.distance > 0 ? inner.distance : 0;
    lope_hang_edge found;
    if (measure(tick, settings, edge, along, way, &found)) {
        rim.next = found;
        rim.next.inward = edge->inward; // what little it has turned by counts at the next corner
        if (!is_one(edge, &found)) rim = other_plane(tick, settings, edge, along, way, fine, found);
    } else {
        rim = beyond(tick, settings, edge, along, way);
    }
    return turns && (rim.kind == LOPE_HANG_ENDS || rim.distance >= way) ? inner : rim;
}

double lope_hang_free(lope_tick *tick, const lope_ledge_hang_settings *settings, const lope_hang_edge *edge, int side, double way)
{
    lope_hang_edge at = *edge;
    double went = 0, piece = way;
    for (int i = 0; i < PIECES_MOST && way - went > 1e-9; i++) {
        if (piece > way - went) piece = way - went;
        const lope_hang_rim rim = lope_hang_next(tick, settings, &at, lope_hang_along(tick, &at, side), piece, piece);
        if (rim.kind == LOPE_HANG_ENDS && piece > BENDS * lope_hang_scale(tick)) {
            piece *= 0.5; // the edge may bend away from its line
            continue;
        }
        went += rim.distance;
        at = rim.next;
        if (rim.kind == LOPE_HANG_ENDS) return went;
    }
    return way;
}

// Brings an edge that was met at an outer corner to that corner, where the axis is before neither of its
// walls; else to the place on the wall that the axis is before.
static void settle_outer(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point axis, lope_hang_edge *edge)
{
    lope_hang_edge wall;
    if (!lope_hang_measure(tick, settings, edge, edge->point, &wall)) return;
    const lope_point met = edge->inward;
    *edge = wall;
    if (lope_point_dot(wall.inward, met) > TURNED) return;
    const lope_point right = lope_hang_along(tick, &wall, 1);
    const int side = lope_point_dot(met, right) < 0 ? 1 : -1;
    const lope_point along = lope_point_scale(right, side);
    const lope_hang_rim rim =
        lope_hang_next(tick, settings, &wall, along, CORNER * lope_hang_scale(tick), 0.1 * CORNER * lope_hang_scale(tick));
    const lope_point corner = lope_point_mad(wall.point, along, rim.distance), from = lope_point_sub(corner, axis);
    const lope_point past = lope_hang_along(tick, &rim.next, -side);
    if (rim.kind != LOPE_HANG_OUTER) return;
    edge->point = corner;
    if (lope_point_dot(from, along) > 0) return; // before the wall: at its end
    edge->inward = rim.next.inward;
    edge->body = rim.next.body;
    if (lope_point_dot(from, past) > 0) return; // before the wall behind the corner
    edge->inward = lope_unit_of(lope_level_part(from, lope_tick_up(tick)));
}

void lope_hang_settle(lope_tick *tick, const lope_ledge_hang_settings *settings, lope_point axis, lope_hang_edge *edge)
{
    lope_hang_edge found;
    settle_outer(tick, settings, axis, edge);
    for (int side = -1; side <= 1; side += 2) {
        const lope_point along = lope_hang_along(tick, edge, side);
        lope_hang_rim inner;
        if (inner_corner(tick, settings, edge, along, 0, &inner) && inner.distance > -lope_hang_off(tick, settings) &&
            measure(tick, settings, edge, along, inner.distance, &found))
            *edge = found;
    }
}
