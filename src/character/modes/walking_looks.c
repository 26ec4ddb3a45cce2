// walking_looks.c - where a slice has to end because of the ground under its way.
//
// A slice leads straight over the ground, by the planes underfoot where it began. Where the ground bends
// under it, the straight way leaves the ground: over a crest, over a dip, over a strip that is too steep.
// Shorter slices would follow the ground there, and may be held by a slope that the long one passes over.
// So the ground under the way is looked at in places 2 cm apart, when the slopes at the two ends differ.
// The slice is cut where the ground is off the way and nearly too steep to walk on, or a slope holds the
// character; and before a place where the way down meets a slope that is too steep. It ends too where it
// drops onto lower ground, and there is no ground right at the drop. And it ends where it leads down past a
// rim that catches the feet, while the round bottom rolls over that edge.
// Read next: walking.c.
#include "character/modes/walking_looks.h"
#include "base/hot_cold.h"
#include "character/modes/walking_private.h"
#include "character/modes/walking_underfoot.h"
#include "character/tick/ask_parts.h"
#include "character/tick/tick.h"
#include "motion/floor/find_floor.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "shape/sweep_triangle.h"

#define LOOKS 0.06       // of the radius, between looks: 2 cm
#define MOST_LOOKS 256.0 // of them in a slice: 5 m at those 2 cm. Longer slices have as many
#define SAME_SLOPE 1e-4  // 1 - cosine between slopes that count as one: 0.8 degrees
#define LEAST 2e-3       // m: shorter slices are not cut
#define ASIDE 5e-4       // m, by which the way down may lead aside along a steep slope
#define BESIDE 1e-3      // m, beyond the capsule: what looks can meet
#define LOOK_OFF 2e-3    // m, by which ground near the walkable limit may be over or under a slice's way
// Of the radius: ground that lies lower at the end of a slice is dropped to. What is less is found beside
// what stops the way down (walking_underfoot.c).
#define DROP 0.05
#define RIM_SPARE 1e-3              // m, by which a rim may be over the feet and take them up
#define DROP_WITHIN (1.0 / 16384.0) // share of a slice's way, to which the drop is found
// The same along a slope that holds the character: it is held more or less far off by as much.
#define OFF_ALONG 5e-4

// What the ground does under a place on a slice's way.
typedef enum lope_look {
    LOOK_HOLDS, // it holds the character there
    LOOK_BENDS, // it holds the character, off the way
    LOOK_STEEP, // the way down meets a slope that is too steep
    LOOK_NONE   // there is no ground in reach
} lope_look;

// What is needed for looks.
typedef struct lope_looks {
    lope_tick *tick;
    lope_point from, way; // m
    double length;        // m of the way, level
    double off;           // m, at most, that the ground may be off the way
    bool along;           // a slope holds the character
    bool bare;            // the slice ends where there is no ground
} lope_looks;

// Returns true when a floor is nearly too steep to walk on, or the round bottom rolls over an edge of it and
// is nearly off.
static bool is_near_limit(const lope_looks *looks, const lope_floor_hit *floor)
{
    const lope_space *space = &looks->tick->space;
    const double most = space->walkable_cosine + LOPE_NEAR_LIMIT;
    if (lope_rise(space, floor->contact.surface) < most) return true;
    return floor->kind == LOPE_FLOOR_FACE && lope_rise(space, floor->contact.normal) < most;
}

// Returns what the ground does where the feet at `at` come down at `on`, onto that floor.
static lope_look look_down(const lope_looks *looks, lope_point at, lope_point on, const lope_floor_hit *floor)
{
    const lope_space *space = &looks->tick->space;
    const lope_point way = lope_point_sub(on, at), aside = lope_flat(space, way);
    const double up = lope_rise(space, way);
    if (lope_point_dot(aside, aside) > ASIDE * ASIDE * space->unit * space->unit) return LOOK_STEEP;
    const bool off = up > looks->off || up < -looks->off;
    return off && (looks->along || is_near_limit(looks, floor)) ? LOOK_BENDS : LOOK_HOLDS;
}

// Looks at the ground under the share `share` of the way.
static lope_look look_at(const lope_looks *looks, double share)
{
    const lope_point at = lope_point_mad(looks->from, looks->way, share);
    lope_point on = at;
    lope_floor_hit floor;
    if (lope_walk_holds_at(looks->tick, &on, &floor)) return look_down(looks, at, on, &floor);
    return floor.kind != LOPE_FLOOR_NONE && !floor.walkable ? LOOK_STEEP : LOOK_NONE;
}

// Returns the longest share under `share`, by halving, at which the way down meets no steep slope; 2 when
// there is none that is long enough.
static double before_steep(const lope_looks *looks, double share)
{
    for (share *= 0.5; share * looks->length >= LEAST * looks->tick->space.unit; share *= 0.5) {
        const lope_look look = look_at(looks, share);
        if (look == LOOK_HOLDS || look == LOOK_BENDS) return share;
    }
    return 2.0;
}

// Returns where a slice is cut that has steep ground or none under it at the share `share`. The ground held
// the character at `last`.
static double cut_before(lope_looks *looks, lope_look look, double last, double share, bool held, bool *lost)
{
    const double before = look == LOOK_NONE ? 2.0 : last > 0 ? last : before_steep(looks, share);
    if (before < 1.0) return before;
    *lost = !held || share < 1.0;
    looks->bare = look == LOOK_NONE;
    return *lost ? share : 2.0;
}

// Returns true when a face is no wall and nearly too steep to stand on, or too steep, for the character or by
// the surface's own rule.
static bool is_steep_face(const lope_space *space, const lope_shortlist_entry *face)
{
    const double limit = lope_space_limit(space, &face->set->bodies[face->triangle->body]);
    const double most = (limit > space->walkable_cosine ? limit : space->walkable_cosine) + LOPE_NEAR_LIMIT;
    const double rise = face->rise[0] < 0 ? -face->rise[0] : face->rise[0];
    return limit > 1.0 || (rise < most && rise > LOPE_WALL_RISE);
}

// What the looks along a way can meet.
typedef struct lope_looks_reach {
    lope_capsule capsule; // at the beginning of the way, down by its drop
    lope_point way;       // m
    lope_near_query query;
} lope_looks_reach;

// Returns that for a drop (m).
static lope_looks_reach reach_of(const lope_looks *looks, double down)
{
    const lope_space *space = &looks->tick->space;
    lope_looks_reach reach = {.capsule = lope_space_capsule(space, looks->from), .way = looks->way};
    reach.capsule.a = lope_point_mad(reach.capsule.a, space->up, -down);
    reach.capsule.radius += BESIDE * space->unit;
    reach.query = lope_near_query_capsule(&reach.capsule, reach.way);
    return reach;
}

static bool overlap(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && a->upper.x >= b->lower.x && a->lower.y <= b->upper.y && a->upper.y >= b->lower.y &&
           a->lower.z <= b->upper.z && a->upper.z >= b->lower.z;
}

// Returns true for what looks have to be taken for where they meet it: a round shape or a steep face.
static bool is_disturbing(const lope_space *space, const lope_shortlist_entry *near_by)
{
    return !near_by->triangle || is_steep_face(space, near_by);
}

// Returns true when the looks can meet that. A triangle counts by its true distance, for how many are listed
// or gathered beyond that depends on earlier ticks.
static bool is_reached(const lope_shortlist_entry *near_by, const lope_looks_reach *reach)
{
    lope_sweep_hit hit;
    const lope_near_triangle *triangle = near_by->triangle;
    if (triangle)
        return lope_near_reached(&triangle->planes, &reach->query) &&
               lope_sweep_capsule_triangle(&reach->capsule, reach->way, &triangle->shape, lope_near_normal(triangle), 1.0, &hit);
    const lope_bounds bounds = lope_shape_bounds(&near_by->round->shape);
    return overlap(&bounds, &reach->query.bounds);
}

// Returns the same as is_plain, from all that has been gathered.
LOPE_COLD static bool is_plain_all_over(const lope_looks *looks, double down)
{
    lope_space *space = &looks->tick->space;
    const lope_looks_reach reach = reach_of(looks, down);
    lope_candidates walk;
    lope_shortlist_entry near_by;
    if (!lope_space_cover(space, &reach.query.bounds)) return false;
    lope_candidates_begin(&walk, space->nearby, &reach.query);
    while (lope_candidates_next(&walk, &near_by.triangle, &near_by.round)) {
        near_by.set = walk.set;
        if (near_by.triangle) lope_shortlist_measure(space, &near_by);
        if (is_disturbing(space, &near_by) && is_reached(&near_by, &reach)) return false;
    }
    return true;
}

// Returns whether the short list holds all that the looks can meet.
static bool is_listed(const lope_space *space, const lope_looks *looks, double down)
{
    const lope_shortlist *around = space->around;
    const double reach = around->reach - BESIDE * space->unit, most = reach > 0 ? reach * reach : -1;
    const lope_point begin = lope_point_sub(looks->from, around->home), end = lope_point_add(begin, looks->way);
    const lope_point low = lope_point_mad(begin, space->up, -down), last = lope_point_mad(end, space->up, -down);
    return around->listed && lope_point_dot(begin, begin) <= most && lope_point_dot(end, end) <= most &&
           lope_point_dot(low, low) <= most && lope_point_dot(last, last) <= most;
}

// Returns true when all that the looks can meet is gentle ground and walls: then none are taken. A way that
// is shorter than the support radius leads over no gap that does not hold the character at its ends. Where it
// drops (m, over less than that) the character steps down. What was gathered depends on earlier ticks, so
// only what lies in reach counts: by the short list or, where it reaches less far, by all that is near.
static bool is_plain(const lope_looks *looks, double drop)
{
    const lope_space *space = &looks->tick->space;
    if (looks->length > space->support_radius) return false;
    const double down = (drop > 0 ? drop : 0) + BESIDE * space->unit;
    if (!is_listed(space, looks, down)) return is_plain_all_over(looks, down);
    const lope_shortlist_entry *list = space->around->near_by.list;
    const uint32_t count = space->around->near_by.count;
    uint32_t at = 0;
    while (at < count && !is_disturbing(space, &list[at])) at++;
    if (at == count) return true;
    const lope_looks_reach reach = reach_of(looks, down);
    for (; at < count; at++)
        if (is_disturbing(space, &list[at]) && is_reached(&list[at], &reach)) return false;
    return true;
}

// Looks at places along the way, and then at its end, which is known when it holds the character.
static double look_along(lope_looks *looks, bool held, lope_point over, bool *lost, double *last)
{
    const double apart = LOOKS * looks->tick->space.radius, length = looks->length;
    const double part = length > MOST_LOOKS * apart ? 1.0 / MOST_LOOKS : length > apart ? apart / length : 1.0;
    for (double share = part; share < 1.0; share += part) {
        const lope_look look = look_at(looks, share);
        if (look == LOOK_BENDS) return share;
        if (look != LOOK_HOLDS) return cut_before(looks, look, *last, share, held, lost);
        *last = share;
    }
    const lope_look end = held ? look_down(looks, over, looks->tick->feet, &looks->tick->floor) : look_at(looks, 1.0);
    if (end == LOOK_HOLDS) return 2.0;
    if (end != LOOK_BENDS) return cut_before(looks, end, *last, 1.0, held, lost);
    return *last > 0 ? *last : 0.5 * length >= LEAST * looks->tick->space.unit ? 0.5 : 2.0;
}

// Looks for a place without ground between the two ends of a way that drops onto lower ground. On the brink
// the way down may meet a steep side, which the slice as a whole passes over.
LOPE_COLD static double look_at_drop(const lope_looks *looks, double drop, bool *lost, double *last)
{
    double low = 1.0;
    while (low - *last > DROP_WITHIN && !looks->tick->space.failed) {
        const double share = 0.5 * (*last + low);
        const lope_point at = lope_point_mad(looks->from, looks->way, share);
        lope_point on = at;
        lope_floor_hit floor;
        *lost = !lope_walk_holds_at(looks->tick, &on, &floor);
        if (*lost) return share;
        *(lope_rise(&looks->tick->space, lope_point_sub(at, on)) > 0.5 * drop ? &low : last) = share;
    }
    return 2.0;
}

// Returns the height (m over `feet`) of the edge on which the round bottom rests, where that edge is nearest
// to the axis, seen from above.
static double edge_over(const lope_space *space, const lope_contact *on, lope_point feet)
{
    const lope_point to = lope_point_sub(on->point, feet), edge = lope_point_cross(on->surface, on->normal);
    const lope_point level = lope_flat(space, edge);
    const double square = lope_point_dot(level, level), along = square > 0 ? lope_point_dot(to, level) / square : 0;
    return lope_rise(space, lope_point_mad(to, edge, -along));
}

// Returns true when a slice from `from` led from above an edge to below it, and the round bottom rolls over
// that edge.
static bool rolls_past(const lope_tick *tick, lope_point from)
{
    const double spare = RIM_SPARE * tick->space.unit;
    const lope_contact *on = &tick->floor.contact;
    if (tick->floor.kind != LOPE_FLOOR_FACE || on->smooth || tick->floor.over_rim) return false;
    return edge_over(&tick->space, on, tick->feet) > spare && edge_over(&tick->space, on, from) <= spare;
}

// Returns true when a rim is over the feet, too high to take them up.
static bool is_below_rim(lope_tick *tick, lope_point feet)
{
    const double spare = RIM_SPARE * tick->space.unit;
    const lope_floor_hit rim = lope_find_floor(&tick->space, feet, spare, tick->space.radius);
    return rim.kind == LOPE_FLOOR_RIM && -rim.distance > spare;
}

// Returns the share of a slice's way at which a rim catches the character, past which the slice leads down; 2
// when none does. A long slice would take the feet below the rim, where it holds no more, and a short one
// would not.
LOPE_COLD static double caught_at(const lope_looks *looks)
{
    lope_tick *tick = looks->tick;
    if (!is_below_rim(tick, tick->feet) || is_below_rim(tick, looks->from)) return 2.0;
    double above = 0, below = 1;
    bool caught = false;
    while (below - above > DROP_WITHIN && !tick->space.failed) {
        const double share = 0.5 * (above + below);
        lope_point on = lope_point_mad(looks->from, looks->way, share);
        lope_floor_hit floor;
        const bool high = lope_walk_holds_at(tick, &on, &floor) && !is_below_rim(tick, on);
        if (high) caught = floor.kind == LOPE_FLOOR_RIM;
        *(high ? &above : &below) = share;
    }
    return caught ? above : 2.0;
}

double lope_walk_cut_at(lope_tick *tick, const lope_walk *walk, const lope_walk_slice *s, lope_point over, bool held, bool *lost,
                        double *last)
{
    *lost = false;
    *last = 0;
    const bool even = held && lope_point_dot(s->under, tick->floor.normal) > 1.0 - SAME_SLOPE;
    const double drop = held ? lope_rise(&tick->space, lope_point_sub(over, tick->feet)) : 0;
    lope_looks looks = {.tick = tick, .from = s->from, .way = lope_point_sub(over, s->from)};
    if (LOPE_UNLIKELY(held && rolls_past(tick, s->from))) {
        const uint32_t probes = lope_log_next(&tick->space);
        const double caught = caught_at(&looks);
        lope_log_probes(&tick->space, probes);
        if (caught <= 1.0) return caught;
    }
    if (even && !(drop > DROP * tick->space.radius)) return 2.0;
    const bool along = walk->leans && s->held;
    looks.length = lope_point_length(lope_flat(&tick->space, looks.way));
    looks.along = along;
    looks.off = (along ? OFF_ALONG : LOOK_OFF) * tick->space.unit;
    // a character that is not kept on the floor leaves it where the way does
    if (!(looks.length > LEAST * tick->space.unit) || lope_walk_snap_reach(tick) < looks.off) {
        *lost = !held;
        return held ? 2.0 : 1.0;
    }
    if (held && is_plain(&looks, drop)) return 2.0;
    const uint32_t probes = lope_log_next(&tick->space);
    const double cut = even ? look_at_drop(&looks, drop, lost, last) : look_along(&looks, held, over, lost, last);
    lope_log_probes(&tick->space, probes);
    if (cut <= 1.0 && !looks.bare) lope_tick_ask_parts(tick, &walk->drive);
    return cut;
}
