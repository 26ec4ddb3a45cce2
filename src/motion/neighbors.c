// neighbors.c - see neighbors.h.
#include "motion/neighbors.h"

#define RIM_JOIN 2.5e-3 // m: rims are listed with all that touches them as near as this

void lope_neighbor_measure(const lope_space *space, lope_neighbor *neighbor)
{
    const lope_near_planes *planes = &neighbor->triangle->planes;
    lope_d4_store(neighbor->home, lope_d4_sub(lope_near_along(planes, space->around->home), lope_d4_load(planes->offset)));
    lope_d4_store(neighbor->rise, lope_near_along(planes, space->up));
}

// How near a triangle comes to the capsule's core at home, by its planes.
typedef struct lope_near_apart {
    double plane;   // m, at least, from its own plane; 0 when that cuts the core
    double outside; // m, at least, from the plane on an edge; 0 or less: over or under the face
} lope_near_apart;

static lope_near_apart apart_at_home(const lope_space *space, const lope_neighbor *neighbor)
{
    double low[4], high[4];
    lope_d4 zero = lope_d4_splat(0.0), rise = lope_d4_load(neighbor->rise);
    lope_d4 core = lope_d4_mul(rise, lope_d4_splat(space->height - 2 * space->radius));
    lope_d4 at = lope_d4_add(lope_d4_load(neighbor->home), lope_d4_mul(rise, lope_d4_splat(space->radius)));
    lope_d4_store(low, lope_d4_add(at, lope_d4_min(core, zero)));
    lope_d4_store(high, lope_d4_sub(at, lope_d4_min(lope_d4_sub(zero, core), zero)));
    lope_near_apart apart = {low[0] > 0 ? low[0] : high[0] < 0 ? -high[0] : 0, low[1] > low[2] ? low[1] : low[2]};
    if (low[3] > apart.outside) apart.outside = low[3];
    return apart;
}

static bool is_within(const lope_near_apart *apart, double wide)
{
    double least = apart->plane * apart->plane + (apart->outside > 0 ? apart->outside * apart->outside : 0);
    return least <= wide * wide;
}

// What a walkable face must touch to matter as a rim for feet within `reach` of home and `reach` up and down from there: a disc as wide as
// the support radius and the reach, twice the reach high and low.
typedef struct lope_rim_zone {
    double wide, high; // m
} lope_rim_zone;

static lope_rim_zone rim_zone(const lope_space *space, double reach)
{
    double join = RIM_JOIN * space->unit;
    lope_rim_zone zone = {space->support_radius + reach + join, 2 * reach + join};
    return zone;
}

static bool may_have_rim(const lope_neighbor *neighbor, const lope_rim_zone *zone)
{
    double rise = neighbor->rise[0], squared = 1.0 - rise * rise, most = zone->wide + zone->high;
    if (rise * rise < 1e-8) return false; // nobody walks on it, whatever its body says
    if (neighbor->home[1] > most || neighbor->home[2] > most || neighbor->home[3] > most) return false;
    double above = neighbor->home[0] < 0 ? -neighbor->home[0] : neighbor->home[0];
    above -= zone->high * (rise < 0 ? -rise : rise);
    return above <= 0 || above * above <= zone->wide * zone->wide * (squared > 0 ? squared : 0) + LOPE_NEAR_SPARE;
}

// The next listful of what a query reaches. True when there are no more.
static bool fill(const lope_space *space, lope_candidates *candidates, lope_neighbor_list *list)
{
    list->count = 0;
    while (list->count < LOPE_NEIGHBORS) {
        lope_neighbor *neighbor = &list->list[list->count];
        if (!lope_candidates_next(candidates, &neighbor->triangle, &neighbor->round)) return true;
        neighbor->set = candidates->set;
        neighbor->met = true;
        if (neighbor->triangle) {
            if (!lope_near_reached(&neighbor->triangle->planes, &candidates->query)) continue;
            lope_neighbor_measure(space, neighbor);
        }
        list->count++;
    }
    return false;
}

// All that may be met within reach of home, or have a rim there. False: there is more than a list holds.
static bool fill_home(lope_space *space, lope_candidates *candidates, double reach)
{
    lope_neighbors *around = space->around;
    lope_neighbor_list *list = &around->near_by;
    lope_rim_zone zone = rim_zone(space, reach);
    double wide = space->radius + reach + LOPE_NEAR_SPARE, core = space->radius - LOPE_SKIN * space->unit;
    list->count = 0;
    around->free = true;
    while (list->count < LOPE_NEIGHBORS) {
        lope_neighbor *neighbor = &list->list[list->count];
        if (!lope_candidates_next(candidates, &neighbor->triangle, &neighbor->round)) return true;
        neighbor->set = candidates->set;
        neighbor->met = true;
        if (neighbor->triangle) {
            lope_neighbor_measure(space, neighbor);
            lope_near_apart apart = apart_at_home(space, neighbor);
            neighbor->met = is_within(&apart, wide);
            if (!neighbor->met && !may_have_rim(neighbor, &zone)) continue;
            if (is_within(&apart, core)) around->free = false;
        } else {
            around->free = false;
        }
        list->count++;
    }
    return false;
}

static void note_used(lope_space *space)
{
    const lope_near_set *set = &space->nearby->sets[0];
    const lope_neighbor_list *list = &space->around->near_by;
    uint64_t used = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->list[i].set != set || !list->list[i].triangle) continue;
        ptrdiff_t at = list->list[i].triangle - set->triangles;
        if (at < 64) used |= UINT64_C(1) << at;
    }
    space->nearby->used = used;
}

void lope_neighbors_list(lope_space *space, double reach)
{
    lope_neighbors *around = space->around;
    lope_capsule capsule = lope_space_capsule(space, around->home);
    capsule.radius += reach + RIM_JOIN * space->unit;
    lope_near_query query = lope_near_query_capsule(&capsule, lope_point_make(0, 0, 0));
    lope_point down = lope_point_scale(space->up, -reach); // the rims' zone is deeper than the capsule's
    query.bounds.lower = lope_point_add(
        query.bounds.lower, lope_point_make(lope_below_zero(down.x), lope_below_zero(down.y), lope_below_zero(down.z)));
    query.bounds.upper = lope_point_sub(
        query.bounds.upper, lope_point_make(lope_below_zero(-down.x), lope_below_zero(-down.y), lope_below_zero(-down.z)));
    lope_candidates candidates;
    lope_candidates_begin(&candidates, space->nearby, &query);
    around->reach = reach;
    around->listed = fill_home(space, &candidates, reach);
    note_used(space);
}

bool lope_neighbors_have_rims(const lope_space *space, lope_point feet, double lowest, double raise)
{
    const lope_neighbors *around = space->around;
    lope_point off = lope_point_sub(feet, around->home);
    double reach = around->reach;
    return around->listed && lope_point_dot(off, off) <= reach * reach && -lowest <= reach && raise <= reach;
}

// Whether the place is so near to home that a capsule there meets only what is listed.
static bool is_near(const lope_space *space, lope_point feet, double radius)
{
    const lope_neighbors *around = space->around;
    double reach = around->reach - (radius - space->radius);
    lope_point off = lope_point_sub(feet, around->home);
    return around->listed && reach >= 0 && lope_point_dot(off, off) <= reach * reach;
}

bool lope_neighbors_begin(lope_space *space, lope_point feet, lope_point motion, double radius, lope_neighbor_walk *walk)
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

double lope_neighbors_reach(const lope_space *space, lope_point feet, lope_point direction)
{
    const lope_neighbors *around = space->around;
    lope_point off = lope_point_sub(feet, around->home);
    double along = lope_point_dot(off, direction), reach = around->reach * (1.0 - 1e-6);
    double root = along * along - lope_point_dot(off, off) + reach * reach;
    return root > 0 ? sqrt(root) - along : 0.0;
}

uint32_t lope_neighbors_next(lope_neighbor_walk *walk)
{
    lope_neighbors *around = walk->space->around;
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
