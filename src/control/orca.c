// orca.c - the half-planes of avoidance, and the linear program over them. See orca.h.
//
// Relative velocities with which two discs touch within the horizon form a cone that is cut off by a disc.
// The half-plane's line is the tangent of that set at the point nearest to the present velocity. The program
// adds one line after the other: as long as the best velocity is allowed it stays, else the new best one is
// on the new line. Where no velocity is left, the lines are moved out evenly until one is: a program in three
// dimensions, solved one line after the other as well.
#include "control/orca.h"

#include <math.h>

#define PARALLEL 1e-6 // sine of the angle between two lines, below which they count as parallel

static lope_flat2 sum(lope_flat2 a, lope_flat2 b) { return (lope_flat2){a.x + b.x, a.y + b.y}; }
static lope_flat2 difference(lope_flat2 a, lope_flat2 b) { return (lope_flat2){a.x - b.x, a.y - b.y}; }
static lope_flat2 times(lope_flat2 a, double by) { return (lope_flat2){a.x * by, a.y * by}; }
static lope_flat2 along(const lope_orca_line *line, double t) { return sum(line->point, times(line->way, t)); }
static double dot(lope_flat2 a, lope_flat2 b) { return a.x * b.x + a.y * b.y; }
static double cross_flat(lope_flat2 a, lope_flat2 b) { return a.x * b.y - a.y * b.x; }

// Returns the way of a line that allows what lies along `normal`: to its left.
static lope_flat2 way_of(lope_flat2 normal) { return (lope_flat2){normal.y, -normal.x}; }

// Leads out of a disc of velocities round `middle` with `radius`, along the straight line from its middle.
static lope_flat2 out_of_disc(lope_flat2 w, double radius, lope_flat2 apart, lope_flat2 *normal)
{
    const double length = sqrt(dot(w, w));
    *normal = length > 0 ? times(w, 1 / length) : apart;
    return times(*normal, radius - length);
}

lope_flat2 lope_orca_change(const lope_orca_disc *disc, lope_flat2 v, double horizon, double recover, lope_flat2 *normal)
{
    const lope_flat2 p = disc->place;
    const double r = disc->radius, squared = dot(p, p), tangent = squared - r * r;
    // of two middles in one place: any direction, and the same for both as seen from each
    const lope_flat2 apart = squared > 0 ? times(p, -1 / sqrt(squared)) : (lope_flat2){0, 1};
    if (!(tangent > 0)) return out_of_disc(difference(v, times(p, 1 / recover)), r / recover, apart, normal);
    const lope_flat2 w = difference(v, times(p, 1 / horizon));
    const double closing = dot(w, p);
    if (closing < 0 && closing * closing > r * r * dot(w, w)) return out_of_disc(w, r / horizon, apart, normal);
    const double leg = sqrt(tangent);
    lope_flat2 d; // along the nearer leg, away from the tip on the left one and toward it on the right one
    if (cross_flat(p, w) > 0)
        d = times((lope_flat2){p.x * leg - p.y * r, p.x * r + p.y * leg}, 1 / squared);
    else
        d = times((lope_flat2){p.x * leg + p.y * r, p.y * leg - p.x * r}, -1 / squared);
    *normal = (lope_flat2){-d.y, d.x};
    return difference(times(d, dot(v, d)), v);
}

lope_orca_line lope_orca_line_of(const lope_orca_disc *disc, lope_flat2 velocity, double horizon, double recover)
{
    lope_flat2 normal;
    const lope_flat2 change = lope_orca_change(disc, difference(velocity, disc->velocity), horizon, recover, &normal);
    return (lope_orca_line){.point = sum(velocity, times(change, disc->share)), .way = way_of(normal)};
}

// Returns the point of a segment that is nearest to the agent.
static lope_flat2 nearest_on(lope_flat2 a, lope_flat2 b)
{
    const lope_flat2 way = difference(b, a);
    const double squared = dot(way, way), t = squared > 0 ? -dot(a, way) / squared : 0;
    return sum(a, times(way, t < 0 ? 0 : t > 1 ? 1 : t));
}

lope_orca_line lope_orca_line_of_wall(lope_flat2 a, lope_flat2 b, double margin, lope_flat2 wall, lope_flat2 velocity,
                                      double horizon, double recover)
{
    const lope_flat2 near_point = nearest_on(a, b), v = difference(velocity, wall);
    const double distance = sqrt(dot(near_point, near_point)), r = margin;
    const lope_flat2 back = distance > 0 ? times(near_point, -1 / distance) : (lope_flat2){0, 1};
    const double most = (distance - r) / (distance > r ? horizon : recover);
    lope_flat2 normal = back;
    double outside = dot(v, back) + most; // m/s, out of what meets the wall; the greatest counts
    if (distance > r) {
        const lope_flat2 left = cross_flat(a, b) > 0 ? b : a, right = cross_flat(a, b) > 0 ? a : b;
        const double far = dot(left, left), leg = sqrt(far - r * r);
        const lope_flat2 out = times((lope_flat2){-left.x * r - left.y * leg, left.x * leg - left.y * r}, 1 / far);
        const double wide = dot(right, right), side = sqrt(wide - r * r);
        const lope_flat2 away = times((lope_flat2){right.y * side - right.x * r, -right.x * side - right.y * r}, 1 / wide);
        // braking alone never gets out of the way of what comes on: a wall that would be met is passed by
        if (dot(v, out) > outside || outside < 0) {
            outside = dot(v, out);
            normal = out;
        }
        if (dot(v, away) > outside) {
            outside = dot(v, away);
            normal = away;
        }
    }
    return (lope_orca_line){.point = difference(velocity, times(normal, outside)), .way = way_of(normal)};
}

lope_orca_line lope_orca_limit(lope_flat2 toward, double most)
{
    return (lope_orca_line){.point = times(toward, most), .way = way_of(times(toward, -1))};
}

double lope_orca_breach(const lope_orca_line *line, lope_flat2 velocity)
{
    return cross_flat(line->way, difference(line->point, velocity));
}

// What a program looks for: the velocity nearest to `wanted`, or the one farthest along it.
typedef struct orca_aim {
    lope_flat2 wanted;
    double most; // m/s
    bool far;
} orca_aim;

// Finds the best velocity on line `which` that the lines before it allow. Returns false when there is none.
static bool best_on_line(const lope_orca_line *lines, uint32_t which, const orca_aim *aim, lope_flat2 *best)
{
    const lope_orca_line *line = &lines[which];
    const double middle = -dot(line->point, line->way);
    const double inside = middle * middle + aim->most * aim->most - dot(line->point, line->point);
    if (inside < 0) return false;
    const double half = sqrt(inside);
    double low = middle - half, high = middle + half;
    for (uint32_t i = 0; i < which; i++) {
        const double sine = cross_flat(line->way, lines[i].way);
        const double behind = cross_flat(lines[i].way, difference(line->point, lines[i].point));
        if (fabs(sine) <= PARALLEL) {
            if (behind < 0) return false;
            continue;
        }
        const double t = behind / sine;
        if (sine > 0 && t < high) high = t;
        if (sine < 0 && t > low) low = t;
        if (low > high) return false;
    }
    double t = aim->far ? (dot(aim->wanted, line->way) > 0 ? high : low) : dot(line->way, difference(aim->wanted, line->point));
    if (t < low) t = low;
    if (t > high) t = high;
    *best = along(line, t);
    return true;
}

// Adds the lines one after the other. Returns the first one that leaves nothing, with *best as it was before
// it; `count`: there is none.
static uint32_t add_lines(const lope_orca_line *lines, uint32_t count, const orca_aim *aim, lope_flat2 *best)
{
    const double squared = dot(aim->wanted, aim->wanted);
    if (aim->far || squared > aim->most * aim->most)
        *best = times(aim->wanted, squared > 0 ? aim->most / sqrt(squared) : 0);
    else
        *best = aim->wanted;
    for (uint32_t i = 0; i < count; i++) {
        if (!(lope_orca_breach(&lines[i], *best) > 0)) continue;
        if (!best_on_line(lines, i, aim, best)) return i;
    }
    return count;
}

// Makes the line on which two lines are breached alike. Returns false when the first one is breached less
// everywhere, or nowhere.
static bool make_even(const lope_orca_line *a, const lope_orca_line *b, lope_orca_line *even)
{
    const double sine = cross_flat(a->way, b->way);
    if (fabs(sine) <= PARALLEL) {
        if (dot(a->way, b->way) > 0) return false;
        even->point = times(sum(a->point, b->point), 0.5);
    } else {
        even->point = along(a, cross_flat(b->way, difference(a->point, b->point)) / sine);
    }
    const lope_flat2 way = difference(b->way, a->way);
    even->way = times(way, 1 / sqrt(dot(way, way)));
    // its point nearest to 0: where two lines are almost parallel they meet far away
    even->point = difference(even->point, times(even->way, dot(even->point, even->way)));
    return true;
}

// Makes the greatest breach of the lines from `from` on as small as can be.
static void breach_least(const lope_orca_line *lines, uint32_t count, uint32_t hard, uint32_t from, double most,
                         lope_flat2 *velocity)
{
    lope_orca_line even[LOPE_ORCA_LINES];
    double breach = 0;
    for (uint32_t i = 0; i < hard; i++) even[i] = lines[i];
    for (uint32_t i = from; i < count; i++) {
        if (!(lope_orca_breach(&lines[i], *velocity) > breach)) continue;
        uint32_t evens = hard;
        for (uint32_t j = hard; j < i; j++)
            if (make_even(&lines[i], &lines[j], &even[evens])) evens++;
        const lope_flat2 kept = *velocity;
        const orca_aim aim = {.wanted = {-lines[i].way.y, lines[i].way.x}, .most = most, .far = true};
        // what fails does so by rounding alone: the velocity of before is in the result by the rule
        if (add_lines(even, evens, &aim, velocity) < evens) *velocity = kept;
        breach = lope_orca_breach(&lines[i], *velocity);
    }
}

bool lope_orca_solve(const lope_orca_line *lines, uint32_t count, uint32_t hard, lope_flat2 wanted, double most,
                     lope_flat2 *velocity)
{
    const orca_aim aim = {.wanted = wanted, .most = most};
    const uint32_t failed = add_lines(lines, count, &aim, velocity);
    if (failed == count) return true;
    breach_least(lines, count, hard, failed, most, velocity);
    return false;
}
