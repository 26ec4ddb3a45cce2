// find_floor.c - see find_floor.h for what a floor is. Rims stand in rim.c, wedges in wedge.c.
#include "motion/floor/find_floor.h"
#include "base/copy.h"
#include "motion/floor/rim.h"
#include "motion/floor/wedge.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"
#include "motion/query/vertical_ray.h"

#define FLOOR_CONTACTS 24
#define FLOOR_NEAR 1e-3 // m: a shorter look down is not worth its while
#define LOOK_PAST 1e-4  // m past where an edge lets go
#define SLOPE_LOOKS 12  // down a slope that is too steep to stand on: 0.1 m apart for a usual capsule
#define LIP_LEAST 1e-5  // m, by which a rim must be higher than what the round bottom rests on

// A contact of the round bottom that could carry: a walkable face, or a ridge or rim of one that is not too far out, and for one who
// lands not too steep to rest upon.
static bool carries(lope_space *space, lope_point feet, double reach, const lope_contact *contact)
{
    if (!contact->walkable) return false;
    if (contact->smooth) return true;
    lope_point at = lope_point_mad(feet, space->up, -contact->fraction * reach);
    double beside = lope_point_length(lope_flat(space, lope_point_sub(contact->point, at)));
    bool leans = lope_rise(space, contact->normal) < space->walkable_cosine - 1e-6;
    return beside <= space->support_radius && (space->walking || !leans) && lope_lies_open(space, at, contact);
}

// Of two that carry at the same height: what it is carried along by, then the inside of a face before an edge, then what lies more underneath
// (a rim that is only leaned against does not make its face the ground), then the more level face.
static bool carries_better(const lope_space *space, const lope_contact *a, const lope_contact *b)
{
    if (space->along && space->along->carrier && a->body != b->body) {
        bool goes = a->body == space->along->carrier && a->smooth;
        if (goes || (b->body == space->along->carrier && b->smooth)) return goes;
    }
    if (a->smooth != b->smooth) return a->smooth;
    double under = lope_rise(space, a->normal) - lope_rise(space, b->normal);
    if (under > 1e-6 || under < -1e-6) return under > 0; // edges shared by faces give one normal, but for rounding
    return lope_rise(space, a->surface) > lope_rise(space, b->surface) + 1e-9;
}

static const lope_contact *first_of(const lope_contact *hits, uint32_t count)
{
    const lope_contact *first = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!first || hits[i].fraction < first->fraction) first = &hits[i];
    return first;
}

// The fraction up to which what is met counts as met at the same height as the first.
static double tie_of(const lope_space *space, double reach, const lope_contact *first)
{
    return first->fraction + LOPE_TOUCH * space->unit / reach;
}

// Who notes down every query is to see each, and what it is carried along by may be preferred: else not all that is met is looked at.
static bool looks_at_all(const lope_space *space) { return space->log || (space->along && space->along->carrier); }

// Whether the inside of a face that carries is met by then: beside it no edge counts.
static bool rests_on_face(const lope_contact *hits, uint32_t count, double last)
{
    for (uint32_t i = 0; i < count; i++)
        if (hits[i].fraction <= last && hits[i].smooth && hits[i].walkable) return true;
    return false;
}

// Of what the round bottom meets first on its way down: what carries, else what blocks. True when there is anything.
static bool rest_on(lope_space *space, lope_point feet, double reach, const lope_contact *hits, uint32_t count,
                    lope_floor_hit *floor)
{
    const lope_contact *first = first_of(hits, count), *best = NULL;
    if (!first) return false;
    double last = tie_of(space, reach, first);
    bool on_face = !looks_at_all(space) && rests_on_face(hits, count, last);
    for (uint32_t i = 0; i < count; i++) {
        if (hits[i].fraction > last || (on_face && !hits[i].smooth)) continue;
        bool better = !best || carries_better(space, &hits[i], best);
        if ((better || space->log) && carries(space, feet, reach, &hits[i]) && better) best = &hits[i];
    }
    floor->contact = best ? *best : *first;
    floor->kind = LOPE_FLOOR_FACE;
    floor->walkable = best != NULL;
    floor->distance = first->fraction * reach;
    bool ridge = best && !best->smooth && lope_rise(space, best->normal) >= space->walkable_cosine - 1e-6;
    floor->normal = ridge ? best->normal : floor->contact.surface;
    if (!floor->walkable) floor->normal = floor->contact.normal;
    return true;
}

// The round bottom rests on a rim that lies too far out to hold the character, but there is floor below within reach: it goes down
// along the rim, on the ground all the while.
static bool over_the_rim(lope_space *space, lope_point feet, double reach, lope_floor_hit *floor)
{
    lope_point at = lope_point_mad(feet, space->up, -floor->distance);
    double beside = lope_point_length(lope_flat(space, lope_point_sub(floor->contact.point, at)));
    if (beside <= space->support_radius || floor->contact.smooth) return false;
    lope_space thin = *space;
    thin.radius = space->support_radius;
    lope_contact hits[FLOOR_CONTACTS];
    lope_floor_hit below = {.kind = LOPE_FLOOR_NONE};
    uint32_t count = lope_sweep_first(&thin, feet, lope_point_scale(space->up, -reach), hits, FLOOR_CONTACTS);
    bool holds = !thin.failed && rest_on(&thin, feet, reach, hits, count, &below) && below.walkable;
    if (holds && space->log) lope_log_floor(space, feet, &below.contact, true);
    space->failed = thin.failed;
    space->gathers = thin.gathers;
    space->sweeps = thin.sweeps;
    space->triangles = thin.triangles;
    if (!holds) return false;
    floor->walkable = true;
    floor->over_rim = true;
    floor->contact = below.contact;
    floor->normal = space->up;
    return true;
}

// What the round bottom meets first straight down. What it walks on is mostly within the reach of what is listed: there first. *way: m
// that the hits are fractions of.
static uint32_t cast_down(lope_space *space, lope_point feet, double reach, lope_contact *hits, double *way)
{
    double listed = lope_shortlist_reach(space, feet, lope_point_scale(space->up, -1.0));
    *way = listed;
    if (listed > FLOOR_NEAR * space->unit && listed < reach) {
        uint32_t count = lope_sweep_first(space, feet, lope_point_scale(space->up, -listed), hits, FLOOR_CONTACTS);
        if (count > 0) return count;
    }
    *way = reach;
    return lope_sweep_first(space, feet, lope_point_scale(space->up, -reach), hits, FLOOR_CONTACTS);
}

// Whether the round bottom meets no face that carries, but edges or what blocks. Only how high those lie counts then for a lip, and mostly it
// is their own: whether they carry is looked at when there is none.
static bool meets_edges(const lope_space *space, double reach, const lope_contact *hits, uint32_t count, lope_floor_hit *floor)
{
    const lope_contact *first = first_of(hits, count);
    if (!first || looks_at_all(space) || rests_on_face(hits, count, tie_of(space, reach, first))) return false;
    floor->kind = LOPE_FLOOR_FACE;
    floor->distance = first->fraction * reach;
    return true;
}

// What the support radius says.
static lope_floor_hit find(lope_space *space, lope_point feet, double reach, double raise)
{
    lope_floor_hit floor;
    lope_clear_bytes(&floor, sizeof floor);
    floor.kind = LOPE_FLOOR_NONE;
    floor.distance = reach;
    lope_contact hits[FLOOR_CONTACTS];
    double way;
    uint32_t count = cast_down(space, feet, reach, hits, &way);
    if (space->failed) return floor;
    bool late = meets_edges(space, way, hits, count, &floor);
    if (!late) rest_on(space, feet, way, hits, count, &floor);
    if (space->log) lope_log_floor(space, feet, floor.kind == LOPE_FLOOR_NONE ? NULL : &floor.contact, floor.walkable);
    // A lip counts when it is higher than the face that carries, or not lower than the edge or whatever else is met.
    double lowest = floor.kind == LOPE_FLOOR_NONE ? -reach : -floor.distance;
    bool on_face = floor.walkable && floor.contact.smooth;
    lowest += (on_face ? LIP_LEAST : -LOPE_TOUCH) * space->unit;
    lope_contact lip;
    double height;
    const lope_contact *rest = on_face ? &floor.contact : NULL;
    if (lope_highest_rim(space, feet, lowest, raise, rest, &lip, &height)) {
        if (space->log) lope_log_rim_support(space->log, floor.walkable);
        floor.kind = LOPE_FLOOR_LIP;
        floor.walkable = true;
        floor.distance = -height;
        floor.contact = lip;
        floor.normal = space->up;
        return floor;
    }
    if (late) rest_on(space, feet, way, hits, count, &floor);
    if (floor.kind != LOPE_FLOOR_FACE || floor.walkable) return floor;
    if (!over_the_rim(space, feet, reach, &floor) && lope_wedge_seat(space, feet, &floor))
        lope_log_floor_verdict(space, LOPE_VERDICT_USED);
    return floor;
}

// How far out the next look is. An edge holds the round bottom until it is a radius from the axis: what comes then must not be looked
// past, or two platforms with less than a look between them would be one.
static double next_look(const lope_space *space, lope_point at, lope_point out, const lope_floor_hit *floor, double step)
{
    lope_point beside = lope_flat(space, lope_point_sub(floor->contact.point, at));
    double along = lope_point_dot(beside, out);
    double square = along * along + space->radius * space->radius - lope_point_dot(beside, beside);
    if (floor->contact.smooth || !(square > 0)) return step;
    double holds = along + sqrt(square) + LOOK_PAST * space->unit;
    return holds < 0 ? LOOK_PAST * space->unit : holds < step ? holds : step;
}

bool lope_floor_goes_on(lope_space *space, lope_point feet, lope_point out, double deep)
{
    double step = (deep + 2.0 * space->radius) / SLOPE_LOOKS, whole = space->support_radius, way = 0;
    bool met = true, found = false;
    space->support_radius = space->perch_radius;
    for (int i = 0; i < SLOPE_LOOKS && met && !found && !space->failed; i++) {
        lope_point at = lope_point_mad(feet, out, way);
        lope_floor_hit floor = find(space, at, deep, FLOOR_NEAR * space->unit);
        met = floor.kind != LOPE_FLOOR_NONE && floor.distance <= deep;
        found = met && floor.walkable;
        way += next_look(space, at, out, &floor, step);
    }
    space->support_radius = whole;
    return found;
}

// A rim that is farther out than a perch goes holds only where there is floor not too deep below: else it does not count at all.
static void look_under_perch(lope_space *space, lope_point feet, double reach, double raise, lope_floor_hit *floor)
{
    lope_point out = lope_flat(space, lope_point_sub(feet, floor->contact.point));
    double beside = lope_point_length(out), whole = space->support_radius;
    bool rim = floor->kind == LOPE_FLOOR_LIP || (floor->kind == LOPE_FLOOR_FACE && !floor->contact.smooth && !floor->over_rim);
    if (!floor->walkable || !rim || beside <= space->perch_radius) return;
    lope_point at = lope_point_mad(feet, space->up, -floor->distance);
    if (lope_floor_goes_on(space, at, lope_point_scale(out, 1.0 / beside), space->perch_height)) return;
    space->support_radius = space->perch_radius;
    *floor = find(space, feet, reach, raise);
    space->support_radius = whole;
}

lope_floor_hit lope_find_floor(lope_space *space, lope_point feet, double reach, double raise)
{
    lope_floor_hit floor = find(space, feet, reach, raise);
    if (space->perch_radius < space->support_radius && !space->failed) look_under_perch(space, feet, reach, raise, &floor);
    return floor;
}
