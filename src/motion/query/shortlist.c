// shortlist.c - fills the short list, and walks over it or over the candidates beyond it. See shortlist.h.
//
// Read next: motion/nearby/broadphase.h.
#include "motion/query/shortlist.h"
#include "base/hot_cold.h"

#include <math.h>

#define RIM_JOIN 2.5e-3 // m: a rim is listed with all that touches it within this

// Measures a triangle's planes against home.
static inline void measure(lope_shortlist_entry *neighbor, const lope_near_vector *home, const lope_near_vector *up)
{
    const lope_near_planes *planes = &neighbor->triangle->planes;
    lope_d4_store(neighbor->home, lope_d4_sub(lope_near_along4(planes, home), lope_d4_load(planes->offset)));
    lope_d4_store(neighbor->rise, lope_near_along4(planes, up));
}

void lope_shortlist_measure(const lope_space *space, lope_shortlist_entry *neighbor)
{
    lope_near_vector home = lope_near_vector_of(space->around->home), up = lope_near_vector_of(space->up);
    measure(neighbor, &home, &up);
}

// How near a triangle comes to the capsule's core at home, by its planes.
typedef struct lope_near_apart {
    double plane;   // m, at least, from its own plane; 0 when that cuts the core
    double outside; // m, at least, from the plane on an edge; 0 or less: over or under the face
} lope_near_apart;

// Returns how near a triangle comes to the core at home. home, rise: the entry's members.
static inline lope_near_apart apart_at_home(const lope_space *space, lope_d4 home, lope_d4 rise)
{
    double low[4];
    lope_d4 core = lope_d4_mul(rise, lope_d4_splat(space->height - 2 * space->radius));
    lope_d4 at = lope_d4_add(home, lope_d4_mul(rise, lope_d4_splat(space->radius)));
    double high = lope_d4_first(at) - lope_below_zero(-lope_d4_first(core));
    lope_d4_store(low, lope_d4_add(at, lope_d4_min(core, lope_d4_splat(0.0))));
    lope_near_apart apart = {low[0] > 0 ? low[0] : high < 0 ? -high : 0, low[1] > low[2] ? low[1] : low[2]};
    if (low[3] > apart.outside) apart.outside = low[3];
    return apart;
}

// Returns the square (m2) of the least distance that those planes allow.
static inline double apart_squared(const lope_near_apart *apart)
{
    return apart->plane * apart->plane + (apart->outside > 0 ? apart->outside * apart->outside : 0);
}

// The zone that a walkable face must touch to matter as a rim. The feet are within `reach` of home, and
// rims are looked for `reach` up and down from there. So it is a disc as wide as the support radius and the
// reach, twice the reach high and low.
typedef struct lope_rim_zone {
    double wide, high; // m
} lope_rim_zone;

// Returns that zone for a reach (m).
static lope_rim_zone rim_zone(const lope_space *space, double reach)
{
    double join = RIM_JOIN * space->unit;
    lope_rim_zone zone = {space->support_radius + reach + join, 2 * reach + join};
    return zone;
}

// Returns true when a triangle may have a rim in the zone, by its planes.
static bool may_have_rim(const lope_shortlist_entry *neighbor, const lope_rim_zone *zone)
{
    double rise = neighbor->rise[0], squared = 1.0 - rise * rise, most = zone->wide + zone->high;
    if (rise * rise < 1e-8) return false; // no character walks on it, whatever its body says
    if (neighbor->home[1] > most || neighbor->home[2] > most || neighbor->home[3] > most) return false;
    double above = neighbor->home[0] < 0 ? -neighbor->home[0] : neighbor->home[0];
    above -= zone->high * (rise < 0 ? -rise : rise);
    return above <= 0 || above * above <= zone->wide * zone->wide * (squared > 0 ? squared : 0) + LOPE_NEAR_SPARE;
}

// Fills a list with the next candidates that the query reaches. Returns true when there are no more.
static bool fill(const lope_space *space, lope_candidates *candidates, lope_shortlist_list *list)
{
    list->count = 0;
    while (list->count < LOPE_SHORTLIST) {
        lope_shortlist_entry *neighbor = &list->list[list->count];
        if (!lope_candidates_next(candidates, &neighbor->triangle, &neighbor->round)) return true;
        neighbor->set = candidates->set;
        neighbor->met = true;
        if (neighbor->triangle) {
            if (!lope_near_reached(&neighbor->triangle->planes, &candidates->query)) continue;
            lope_shortlist_measure(space, neighbor);
        }
        list->count++;
    }
    return false;
}

// What is listed at home.
typedef struct lope_home_zone {
    lope_bounds bounds;
    // m from the core at home: within `wide` a capsule may be met; within `core` the overlap exceeds the
    // skin
    double wide, core;
    lope_rim_zone rims;
    lope_near_vector home, up;
} lope_home_zone;

// Returns how far (m) the zone of rims reaches along a world axis. up: up's component along that axis.
static double rims_along(const lope_rim_zone *zone, double up)
{
    const double level = 1.0 - up * up, along = up < 0 ? -up : up;
    return along * zone->high + (level > 0 ? zone->wide * sqrt(level) : 0);
}

// Grows a box by the zone of rims around a point. Where up leans, the disc about the feet reaches out of the
// capsule's own box; where up is an axis, it does not.
static void hold_rims(const lope_space *space, const lope_rim_zone *zone, lope_point home, lope_bounds *bounds)
{
    const lope_point up = space->up;
    const bool leans = (up.x != 0) + (up.y != 0) + (up.z != 0) > 1;
    if (!LOPE_UNLIKELY(leans)) return;
    const lope_point r = {rims_along(zone, up.x), rims_along(zone, up.y), rims_along(zone, up.z)};
    const lope_point low = lope_point_sub(home, r), high = lope_point_add(home, r);
    lope_point *lower = &bounds->lower, *upper = &bounds->upper;
    *lower = (lope_point){low.x < lower->x ? low.x : lower->x, low.y < lower->y ? low.y : lower->y,
                          low.z < lower->z ? low.z : lower->z};
    *upper = (lope_point){high.x > upper->x ? high.x : upper->x, high.y > upper->y ? high.y : upper->y,
                          high.z > upper->z ? high.z : upper->z};
}

// Returns the zone of what is listed for a reach (m).
static lope_home_zone home_zone(const lope_space *space, double reach)
{
    lope_home_zone zone;
    double grow = reach + RIM_JOIN * space->unit; // the rims' zone is deeper than the capsule's
    zone.bounds = lope_space_bounds(space, space->around->home, lope_point_scale(space->up, -reach), grow);
    zone.wide = space->radius + reach + LOPE_NEAR_SPARE;
    zone.core = space->radius - LOPE_SKIN * space->unit;
    zone.rims = rim_zone(space, reach);
    hold_rims(space, &zone.rims, space->around->home, &zone.bounds);
    zone.home = lope_near_vector_of(space->around->home);
    zone.up = lope_near_vector_of(space->up);
    return zone;
}

// Lists a triangle when it may be met, or may have a rim. Returns false when it was not listed.
static inline bool take_triangle(lope_space *space, const lope_home_zone *zone, const lope_near_triangle *triangle)
{
    lope_shortlist *around = space->around;
    lope_shortlist_entry *neighbor = &around->near_by.list[around->near_by.count];
    neighbor->triangle = triangle;
    measure(neighbor, &zone->home, &zone->up);
    lope_near_apart apart = apart_at_home(space, lope_d4_load(neighbor->home), lope_d4_load(neighbor->rise));
    double squared = apart_squared(&apart);
    neighbor->met = squared <= zone->wide * zone->wide;
    if (!neighbor->met && !may_have_rim(neighbor, &zone->rims)) return false;
    if (squared <= zone->core * zone->core) around->free = false;
    neighbor->round = NULL;
    around->near_by.count++;
    return true;
}

// Lists a round shape. Whether it overlaps the capsule is not tested, so the list is not free.
static void take_round(lope_space *space, const lope_near_round *round)
{
    lope_shortlist *around = space->around;
    lope_shortlist_entry *neighbor = &around->near_by.list[around->near_by.count++];
    neighbor->triangle = NULL;
    neighbor->round = round;
    neighbor->met = true;
    around->free = false;
}

// Lists what of a set lies in the zone. Returns false when the list is full. *used: bits of the first 64
// triangles that were looked at; the next tick wants those of the static set.
static bool list_set(lope_space *space, const lope_home_zone *zone, const lope_near_set *set, uint64_t *used)
{
    lope_shortlist_list *list = &space->around->near_by;
    uint32_t triangles = lope_near_blocks(set->triangle_count), rounds = lope_near_blocks(set->round_count), first = list->count;
    if (triangles + rounds == 0) return true;
    lope_near_window window = lope_near_window_of(set, &zone->bounds);
    for (uint32_t block = 0; block < triangles; block++) {
        uint32_t mask = lope_near_block_touches(&set->triangle_blocks[block], &window), base = block * LOPE_BLOCK;
        lope_candidates_fetch(&set->triangles[base], mask);
        for (; mask; mask &= mask - 1) {
            uint32_t at = base + lope_lowest_bit(mask);
            if (at < 64) *used |= UINT64_C(1) << at;
            if (!take_triangle(space, zone, &set->triangles[at])) continue;
            if (list->count == LOPE_SHORTLIST) return false;
        }
    }
    for (uint32_t block = 0; block < rounds; block++) {
        uint32_t mask = lope_near_block_touches(&set->round_blocks[block], &window);
        for (; mask; mask &= mask - 1) {
            take_round(space, &set->rounds[block * LOPE_BLOCK + lope_lowest_bit(mask)]);
            if (list->count == LOPE_SHORTLIST) return false;
        }
    }
    for (uint32_t i = first; i < list->count; i++) list->list[i].set = set;
    return true;
}

LOPE_HOT void lope_shortlist_fill(lope_space *space, double reach)
{
    lope_shortlist *around = space->around;
    lope_nearby *nearby = space->nearby;
    lope_home_zone zone = home_zone(space, reach);
    uint64_t used[2] = {0, 0};
    around->reach = reach;
    around->near_by.count = 0;
    around->free = true;
    around->listed = list_set(space, &zone, &nearby->sets[0], &used[0]) && list_set(space, &zone, &nearby->sets[1], &used[1]);
    nearby->used = used[0];
}

bool lope_shortlist_has_rims(const lope_space *space, lope_point feet, double lowest, double raise)
{
    const lope_shortlist *around = space->around;
    lope_point off = lope_point_sub(feet, around->home);
    double reach = around->reach;
    return around->listed && lope_point_dot(off, off) <= reach * reach && -lowest <= reach && raise <= reach;
}

// Returns true when a capsule there meets only what is listed. radius: m, of the capsule.
static bool is_near(const lope_space *space, lope_point feet, double radius)
{
    const lope_shortlist *around = space->around;
    double reach = around->reach - (radius - space->radius);
    lope_point off = lope_point_sub(feet, around->home);
    return around->listed && reach >= 0 && lope_point_dot(off, off) <= reach * reach;
}

bool lope_shortlist_begin(lope_space *space, lope_point feet, lope_point motion, double radius, lope_shortlist_walk *walk)
{
    walk->space = space;
    walk->list = NULL;
    walk->end = true;
    if (is_near(space, feet, radius) && is_near(space, lope_point_add(feet, motion), radius)) return !space->failed;
    lope_bounds bounds = lope_space_bounds(space, feet, motion, radius - space->radius);
    if (!lope_space_cover(space, &bounds)) return false;
    lope_capsule capsule = lope_space_capsule(space, feet);
    capsule.radius = radius;
    lope_near_query query = lope_near_query_capsule(&capsule, motion);
    lope_candidates_begin(&walk->candidates, space->nearby, &query);
    walk->end = false;
    return true;
}

// The place of a capsule that many queries begin at, and how far they go from it.
typedef struct lope_about {
    lope_near_vector home, up, offset; // offset: m, of the feet from home
    lope_d4 radius, core;              // m, of the capsule
    double wide;                       // m from its core
} lope_about;

// Measures a triangle against home. Returns false when one of its planes keeps it farther off than all goes.
static inline bool is_about(const lope_about *about, lope_shortlist_entry *neighbor)
{
    const lope_near_planes *planes = &neighbor->triangle->planes;
    double far[4];
    const lope_d4 home = lope_d4_sub(lope_near_along4(planes, &about->home), lope_d4_load(planes->offset));
    const lope_d4 rise = lope_near_along4(planes, &about->up), core = lope_d4_mul(rise, about->core), zero = lope_d4_splat(0);
    const lope_d4 a = lope_d4_add(lope_d4_add(home, lope_near_along4(planes, &about->offset)), lope_d4_mul(rise, about->radius));
    lope_d4_store(neighbor->home, home);
    lope_d4_store(neighbor->rise, rise);
    if (lope_d4_greater_bits(lope_d4_add(a, lope_d4_min(core, zero)), lope_d4_splat(about->wide))) return false;
    lope_d4_store(far, lope_d4_sub(lope_d4_min(lope_d4_sub(zero, core), zero), a));
    return far[0] <= about->wide;
}

bool lope_shortlist_about(lope_space *space, lope_point feet, double way, lope_shortlist *about_feet)
{
    lope_shortlist_list *const list = &about_feet->near_by;
    const lope_point home = space->around->home, offset = lope_point_sub(feet, home);
    const double core = space->height - 2 * space->radius, wide = way * (1.0 + 1e-6) + LOPE_NEAR_SPARE;
    const lope_bounds bounds = lope_space_bounds(space, feet, (lope_point){0, 0, 0}, wide);
    if (!lope_space_cover(space, &bounds)) return false;
    const lope_about about = {lope_near_vector_of(home),   lope_near_vector_of(space->up),
                              lope_near_vector_of(offset), lope_d4_splat(space->radius),
                              lope_d4_splat(core),         space->radius + wide};
    lope_candidates walk = lope_candidates_in(space->nearby, &bounds);
    about_feet->home = home;
    about_feet->reach = lope_point_length(offset) + wide;
    about_feet->listed = true;
    for (list->count = 0; list->count < LOPE_SHORTLIST;) {
        lope_shortlist_entry *neighbor = &list->list[list->count];
        if (!lope_candidates_next(&walk, &neighbor->triangle, &neighbor->round)) return true;
        if (neighbor->triangle && !is_about(&about, neighbor)) continue;
        neighbor->set = walk.set;
        neighbor->met = true;
        list->count++;
    }
    return false;
}

double lope_shortlist_reach(const lope_space *space, lope_point feet, lope_point direction)
{
    const lope_shortlist *around = space->around;
    lope_point off = lope_point_sub(feet, around->home);
    double along = lope_point_dot(off, direction), reach = around->reach * (1.0 - 1e-6);
    double root = along * along - lope_point_dot(off, off) + reach * reach;
    return root > 0 ? sqrt(root) - along : 0.0;
}

uint32_t lope_shortlist_next(lope_shortlist_walk *walk)
{
    lope_shortlist *around = walk->space->around;
    bool begun = walk->list != NULL;
    if (walk->end && (begun || walk->space->failed)) return 0;
    if (walk->end) {
        walk->list = around->near_by.list;
        return around->near_by.count;
    }
    walk->list = around->beyond.list;
    walk->end = fill(walk->space, &walk->candidates, &around->beyond);
    return around->beyond.count;
}
