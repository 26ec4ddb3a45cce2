// probe_ledge.c - what the probe tells of one top. See probe_ledge.h.
//
//              room |   far side
//        edge  .    |   .
//          +===x====+===+            x: stand, `into` behind the edge; nearer where the top is narrow
//     wall |        depth
//   -------+                ------ behind
//    floor
//
// Built on the public headers alone. Read next: probe.c.
#include "probe_ledge.h"

#include "level.h"

#define BELOW 0.02     // m: so far below the top the level rays go
#define BEFORES 3      // places before the edge where the floor is looked for
#define ASIDE 0.1      // m: so far to both sides of the place to stand there shall be top as well
#define EDGE_REACH 0.5 // m: an edge that is farther from where its top was met is another one's
#define SLANT 0.2      // least cosine between the direction and a wall for which distances are right
#define ROUGH 0.05     // m, by which the top may be off its plane at the place to stand
#define STEEPEST 0.85  // and so far per m: a plane of 40 degrees
#define DEEP 1.5       // m: how far a far side is looked for
#define ROOM 3.0       // m: how far the room above is looked at
#define DROP 1.0       // m below the feet: how far the floor before the edge is looked for
#define BEHIND 2.0     // m below the feet: the same behind the far side

// Counts what is no character, and is not overlapped at the start.
static bool is_solid(void *context, const lope_cast_hit *hit)
{
    (void)context;
    return !hit->character && hit->depth <= 0;
}

// Casts a ray at what can be stood on.
static bool ray(lope_tick *tick, lope_probe *probe, lope_point from, lope_point motion, lope_cast_hit *hit)
{
    const lope_cast_def def = {
        .from = from, .motion = motion, .filter = {.channels = probe->asked.top_channels}, .accept = is_solid};
    probe->casts++;
    return lope_tick_cast(tick, &def, hit);
}

// Returns how much higher the top's plane is, m a m, along a level direction.
static double rise_along(const lope_probe_top *top, lope_point up, lope_point direction)
{
    return -lope_point_dot(top->hit.surface_normal, direction) / lope_along(top->hit.surface_normal, up);
}

// Finds the front edge of the top, by a level ray just below it from above the feet, and how far it is.
static void find_edge(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, lope_probe_ledge *ledge)
{
    const lope_probe_def *def = &probe->asked;
    const lope_point up = lope_tick_up(tick);
    const double rise = rise_along(top, up, top->inward), slopes = rise > 0 ? top->depth * rise : 0;
    const lope_point below = lope_point_mad(top->hit.point, up, -BELOW * def->scale - slopes);
    double ahead = lope_point_dot(lope_point_sub(top->hit.point, def->feet), top->inward), back = top->depth;
    if (ahead < back + BELOW) ahead = back + BELOW;
    lope_cast_hit hit;
    if (ray(tick, probe, lope_point_mad(below, top->inward, -ahead), lope_point_scale(top->inward, ahead), &hit)) {
        const double way = (1.0 - hit.fraction) * ahead;
        if (way < EDGE_REACH * def->scale) back = way;
    }
    ledge->edge = lope_point_mad(top->hit.point, top->inward, -back);
    ledge->edge = lope_point_mad(ledge->edge, up, -back * rise);
    ledge->height = lope_along(lope_point_sub(ledge->edge, def->feet), up);
    // a top behind another wall than its own: the way there is longer at a slant
    const double behind = top->depth - back, steep = lope_point_dot(top->inward, def->direction);
    if (behind > 0) ledge->distance += behind / (steep > SLANT ? steep : SLANT);
}

// Looks straight down for the top's plane at a level place: `over` behind the edge, `aside` to the side of
// it. True: it can be stood upon there, and *hit is the place.
static bool is_firm(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, const lope_probe_ledge *ledge, double over,
                    lope_point aside, lope_cast_hit *hit)
{
    const double scale = probe->asked.scale, rough = ROUGH * scale + STEEPEST * over;
    const lope_point up = lope_tick_up(tick);
    const lope_point at = lope_point_add(lope_point_mad(ledge->edge, top->inward, over), aside);
    const bool met = ray(tick, probe, lope_point_mad(at, up, rough), lope_point_scale(up, -2.0 * rough), hit);
    return met && hit->walkable;
}

// True when the top goes on `over` behind the edge: what ends there is one of the parts that it is made of.
static bool goes_on(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, const lope_probe_ledge *ledge, double over)
{
    const double scale = probe->asked.scale, beyond = over + BELOW * scale;
    const lope_point up = lope_tick_up(tick), at = lope_point_mad(ledge->edge, top->inward, beyond);
    const lope_point above = lope_point_mad(at, up, beyond * rise_along(top, up, top->inward) + BELOW * scale);
    lope_cast_hit hit;
    return ray(tick, probe, above, lope_point_scale(up, -2.0 * BELOW * scale), &hit);
}

// Returns how thick the top is (m) where it ends before `most`, by a ray back at its far side; `most` where
// none is met.
static double thickness(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, const lope_probe_ledge *ledge, double most)
{
    const double down = BELOW * probe->asked.scale, rest = most - 0.01;
    lope_cast_hit hit;
    const lope_point far = lope_point_mad(lope_point_mad(ledge->edge, top->inward, most), lope_tick_up(tick), -down);
    if (!ray(tick, probe, far, lope_point_scale(top->inward, -rest), &hit)) return most;
    const double thick = most - hit.fraction * rest;
    return goes_on(tick, probe, top, ledge, thick) ? most : thick;
}

// Finds where to stand: `into` behind the edge, in the middle of a narrower top, and not beside its end.
static void find_stand(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, lope_probe_ledge *ledge)
{
    const double scale = probe->asked.scale;
    const lope_point up = lope_tick_up(tick), none = {0, 0, 0};
    const lope_point left = lope_point_scale(lope_point_cross(up, top->inward), ASIDE * scale);
    double over = probe->asked.into;
    lope_cast_hit hit = top->hit, side;
    if (top->hit.walkable && !is_firm(tick, probe, top, ledge, over, none, &hit)) {
        over = 0.5 * thickness(tick, probe, top, ledge, over);
        if (!is_firm(tick, probe, top, ledge, over, none, &hit)) hit = top->hit;
    }
    ledge->stand = hit.point;
    ledge->normal = hit.surface_normal;
    if (!top->hit.walkable) return;
    const bool on_left = is_firm(tick, probe, top, ledge, over, left, &side);
    const lope_point left_point = side.point;
    const bool on_right = is_firm(tick, probe, top, ledge, over, lope_point_scale(left, -1), &side);
    if (on_left != on_right) ledge->stand = on_left ? left_point : side.point;
}

// Finds the floor before the edge, by rays down ever farther before it until one meets what can be walked
// upon: the wall below may lean, and a tread may be narrow.
static void find_floor(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, lope_probe_ledge *ledge)
{
    static const double befores[BEFORES] = {0.02, 0.05, 0.1}; // m
    const double scale = probe->asked.scale, way = ledge->height + DROP * scale;
    const lope_point up = lope_tick_up(tick), low = lope_point_mad(ledge->edge, up, -BELOW * scale);
    lope_cast_hit hit;
    for (int i = 0; i < BEFORES; i++) {
        const lope_point before = lope_point_mad(low, top->inward, -befores[i] * scale);
        if (!ray(tick, probe, before, lope_point_scale(up, -way), &hit)) return;
        if (!hit.walkable) continue;
        ledge->floor = lope_along(lope_point_sub(hit.point, probe->asked.feet), up);
        ledge->flags |= LOPE_LEDGE_FLOOR;
        return;
    }
}

// Finds the room above, the far side, and the floor behind it.
static void find_neighbourhood(lope_tick *tick, lope_probe *probe, const lope_probe_top *top, lope_probe_ledge *ledge)
{
    const double scale = probe->asked.scale, radius = (double)lope_tick_state(tick)->radius;
    const lope_point up = lope_tick_up(tick), down = lope_point_scale(up, -1);
    const lope_point low = lope_point_mad(ledge->edge, up, -BELOW * scale);
    lope_cast_hit hit;
    ledge->room = ROOM * scale;
    if (ray(tick, probe, lope_point_mad(ledge->stand, up, BELOW * scale), lope_point_scale(up, ledge->room), &hit))
        ledge->room = hit.fraction * ledge->room + BELOW * scale;
    ledge->depth = thickness(tick, probe, top, ledge, DEEP * scale);
    if (ledge->depth >= DEEP * scale || ledge->depth < BELOW) {
        ledge->depth = DEEP * scale;
        return;
    }
    ledge->flags |= LOPE_LEDGE_FAR_SIDE;
    const double way = ledge->height + BEHIND * scale;
    if (!ray(tick, probe, lope_point_mad(low, top->inward, ledge->depth + radius), lope_point_scale(down, way), &hit)) return;
    ledge->behind = lope_along(lope_point_sub(hit.point, probe->asked.feet), up);
    ledge->flags |= LOPE_LEDGE_BEHIND;
}

// Moves a top that was met beside an end of its wall away from that end: rays along the side of a body may
// meet it or not.
static void leave_end(lope_tick *tick, lope_probe *probe, lope_probe_top *top)
{
    const double scale = probe->asked.scale;
    const lope_point up = lope_tick_up(tick), none = {0, 0, 0};
    const lope_point left = lope_point_scale(lope_point_cross(up, top->inward), ASIDE * scale);
    const lope_probe_ledge here = {.edge = top->hit.point};
    lope_cast_hit on_left, on_right;
    const bool is_left = is_firm(tick, probe, top, &here, 0, left, &on_left),
               is_right = is_firm(tick, probe, top, &here, 0, lope_point_sub(none, left), &on_right);
    if (is_left != is_right) top->hit.point = is_left ? on_left.point : on_right.point;
}

void lope_probe_ledge_fill(lope_tick *tick, lope_probe *probe, const lope_probe_top *met, lope_probe_ledge *ledge)
{
    lope_probe_top moved = *met;
    const lope_probe_top *top = &moved;
    if (met->hit.walkable) leave_end(tick, probe, &moved);
    *ledge = (lope_probe_ledge){.body = top->hit.body,
                                .wall_body = top->wall_body,
                                .distance = top->distance,
                                .rise = top->rise,
                                .inward = top->inward,
                                .velocity = top->hit.body_velocity,
                                .material = top->hit.material,
                                .flags = top->hit.walkable ? LOPE_LEDGE_WALKABLE : 0};
    find_edge(tick, probe, top, ledge);
    find_stand(tick, probe, top, ledge);
    find_floor(tick, probe, top, ledge);
    find_neighbourhood(tick, probe, top, ledge);
}
