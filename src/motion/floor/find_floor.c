// find_floor.c - finds the floor: a cast down, then rims (rim.c), then wedges (wedge.c).
//
// Rule: of what the round bottom meets first, a contact that carries is the floor. A higher rim takes its
// place. A perch (contact beyond the perch radius) is looked under, in look_under_perch. See find_floor.h for
// what a floor is. Read next: rim.c.
#include "motion/floor/find_floor.h"
#include "base/copy.h"
#include "base/hot_cold.h"
#include "motion/floor/rim.h"
#include "motion/floor/wedge.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"
#include "motion/query/vertical_ray.h"

#define FLOOR_CONTACTS 24 // most contacts that are met at one height
#define FLOOR_NEAR 1e-3   // m: a shorter first look down saves nothing
#define LOOK_PAST 1e-4    // m past where an edge lets go
#define SLOPE_LOOKS 12    // looks down a slope that is too steep to stand on: 0.1 m apart for a usual capsule
#define ONE_RISE 1e-6     // between the rises of two faces: floats bend pieces of one surface by as much
#define LIP_LEAST 1e-5    // m, by which a rim must be higher than what the round bottom rests on

// Returns true when a contact of the round bottom can carry the character: a walkable face, a ridge or a
// rim. `feet` and `reach` (m) are those of the cast down that met it. On a ridge, where the ground goes on,
// the contact normal must be gentle. A rim is the edge of a walkable face over a riser. The surface's own
// rule is one for its face, so on a rim the character's limit counts. A steeper contact with a rim holds only
// a character that walks, where the rim lies open. Ridge and rim must be within the support radius.
static bool carries(lope_space *space, lope_point feet, double reach, const lope_contact *contact)
{
    if (contact->smooth) return contact->walkable;
    lope_point at = lope_point_mad(feet, space->up, -contact->fraction * reach);
    double beside = lope_point_length(lope_flat(space, lope_point_sub(contact->point, at)));
    if (beside > space->support_radius) return false;
    bool gentle = lope_contact_is_gentle(space, contact);
    if (gentle && lope_rise(space, contact->normal) >= space->walkable_cosine - 1e-6) return true;
    if (gentle && lope_rim_ground_goes_on(space, at, contact->point)) return true;
    if (!contact->walkable || !space->walking) return false;
    return !lope_rim_other_ground_goes_on(space, at, contact) && lope_lies_open(space, at, contact);
}

// Returns true when `a` is the better floor of two contacts that carry at the same height. The order:
// first, the body that carries the character, met inside a face. Then the inside of a face before an edge.
// Then the contact more underneath, since a rim that is only leaned against is not the ground. Then the
// more level face. Where one of two bodies moves, and their faces are as level but for a float's rounding,
// the body that comes first: in each pose the rounding is another one.
static bool carries_better(const lope_space *space, const lope_contact *a, const lope_contact *b)
{
    if (space->along && space->along->carrier && a->body != b->body) {
        bool goes = a->body == space->along->carrier && a->smooth;
        if (goes || (b->body == space->along->carrier && b->smooth)) return goes;
    }
    if (a->smooth != b->smooth) return a->smooth;
    double under = lope_rise(space, a->normal) - lope_rise(space, b->normal);
    // edges shared by faces give one normal, but for rounding
    if (under > 1e-6 || under < -1e-6) return under > 0;
    const double more = lope_rise(space, a->surface) - lope_rise(space, b->surface);
    const bool one = a->body != b->body && (a->moving || b->moving) && more < ONE_RISE && more > -ONE_RISE;
    if (LOPE_UNLIKELY(one)) return a->body < b->body;
    return more > 1e-9;
}

// Returns the contact with the least fraction, or NULL when there is none.
static const lope_contact *first_of(const lope_contact *hits, uint32_t count)
{
    const lope_contact *first = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!first || hits[i].fraction < first->fraction) first = &hits[i];
    return first;
}

// Returns the fraction up to which a contact counts as met at the same height as `first`.
static double tie_of(const lope_space *space, double reach, const lope_contact *first)
{
    return first->fraction + LOPE_TOUCH * space->unit / reach;
}

// Returns true when all contacts must be looked at: a log records each, or the carrier may be preferred.
static bool looks_at_all(const lope_space *space) { return space->log || (space->along && space->along->carrier); }

// Returns true when the inside of a walkable face is met up to fraction `last`. Beside it no edge counts.
static bool rests_on_face(const lope_contact *hits, uint32_t count, double last)
{
    for (uint32_t i = 0; i < count; i++)
        if (hits[i].fraction <= last && hits[i].smooth && hits[i].walkable) return true;
    return false;
}

// Fills in `floor` from what the round bottom meets first on its way down. The contact is the best that
// carries, else the first that blocks. Returns false when nothing was met.
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
    bool ridge = best && !best->smooth && lope_contact_is_gentle(space, best);
    floor->normal = ridge ? best->normal : floor->contact.surface;
    if (!floor->walkable) floor->normal = floor->contact.normal;
    return true;
}

// Lets the capsule slide down a rim that is too far out to hold it. There must be floor below within reach
// (m). A thinner capsule, of the support radius, is cast down to find that floor. Returns true when it did,
// and then sets floor->over_rim: the character stays on the ground all the while.
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

// Casts the capsule straight down and returns how many contacts it met first. Looks within the short list
// first, because most floors are there. *way: the length in m that the fractions of `hits` refer to.
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

bool lope_floor_is_met(lope_space *space, lope_point feet, double reach)
{
    lope_contact hits[FLOOR_CONTACTS];
    const lope_point down = lope_point_scale(space->up, -reach);
    space->purpose = LOPE_QUERY_FLOOR;
    return lope_sweep_first(space, feet, down, hits, FLOOR_CONTACTS) > 0 && !space->failed;
}

// Returns true when the cast met only edges or what blocks, and no face that carries. Then only the height
// matters at first, because mostly the rim at that height is the floor. Whether the edges carry is found
// out later, and only when there is no rim. Sets kind and distance of `floor`.
static bool meets_edges(const lope_space *space, double reach, const lope_contact *hits, uint32_t count, lope_floor_hit *floor)
{
    const lope_contact *first = first_of(hits, count);
    if (!first || looks_at_all(space) || rests_on_face(hits, count, tie_of(space, reach, first))) return false;
    floor->kind = LOPE_FLOOR_FACE;
    floor->distance = first->fraction * reach;
    return true;
}

// Finds the floor by the support radius alone, without the perch rule. Parameters as for lope_find_floor.
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
    // A rim counts when it is higher than the face that carries. Over other contacts it need only not be
    // lower.
    double lowest = floor.kind == LOPE_FLOOR_NONE ? -reach : -floor.distance;
    bool on_face = floor.walkable && floor.contact.smooth;
    lowest += (on_face ? LIP_LEAST : -LOPE_TOUCH) * space->unit;
    lope_contact lip;
    double height;
    const lope_contact *rest = on_face ? &floor.contact : NULL;
    if (lope_highest_rim(space, feet, lowest, raise, rest, &lip, &height)) {
        if (space->log) lope_log_rim_support(space->log, floor.walkable);
        floor.kind = LOPE_FLOOR_RIM;
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

// Returns how far (m) along `out` the next look down a slope is. An edge holds the round bottom until it is
// a radius from the axis. What comes then must not be skipped. Otherwise two platforms with less than a
// step between them would count as one.
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

// Applies the perch rule: a rim beyond the perch radius holds only with floor within perch_height below.
// Otherwise finds the floor again without such rims.
static void look_under_perch(lope_space *space, lope_point feet, double reach, double raise, lope_floor_hit *floor)
{
    lope_point out = lope_flat(space, lope_point_sub(feet, floor->contact.point));
    double beside = lope_point_length(out), whole = space->support_radius;
    bool rim = floor->kind == LOPE_FLOOR_RIM || (floor->kind == LOPE_FLOOR_FACE && !floor->contact.smooth && !floor->over_rim);
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
