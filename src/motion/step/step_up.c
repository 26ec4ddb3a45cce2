// step_up.c - goes up by the step height, forward until the step can hold the character, and down onto it.
//
// Rule: first the motion itself is tried. When it does not end on the step, the places ahead where a
// landing begins are tried (step_landing.h). A landing counts when it is no higher than the step height,
// and part of what blocks. Read next: character/modes/walking.c.
#include "motion/step/step_up.h"
#include "base/hot_cold.h"
#include "motion/floor/rim.h"
#include "motion/query/query_log.h"
#include "motion/query/sweep.h"
#include "motion/query/vertical_ray.h"
#include "motion/step/step_barrier.h"
#include "motion/step/step_landing.h"

#define STEP_SPARE 1e-3     // m, by which the way up and forward exceeds what is needed
#define STEP_ONTO 1e-3      // m, that a landing must rise off the floor at the foot, to be worth a way ahead
#define STEP_TOLERANCE 1e-4 // m, by which a landing may exceed the step height
#define STEP_ROUNDING 1e-5  // m, by which a capsule that rests on a floor may be off it
#define STEP_NEAR 0.02      // m, at most, that a step goes farther than the motion, whatever lies there
#define STEP_FOOT 2e-3      // m before what blocks: there its foot is looked for
#define STEP_UNEVEN 2e-3    // m, by which the ground underfoot may be off the round bottom
// cosine: at a flatter angle a step onto what moves is climbed straight into it, where that can be. It may
// come from any side, so the way that the character goes says little about how the two meet.
#define STEP_ASLANT 0.25
#define STEP_FLATTEST 0.1 // cosine: at a flatter angle a step would be climbed metres ahead
// The same along a slope, behind which a landing is farther: there it would be climbed half a metre ahead.
#define STEP_FLATTEST_SLOPE 0.7
#define STEP_LEANS 0.05 // of a wall's normal down: up to 3 degrees, as stairs beside walls of meshes have it
#define STEP_TRIES 6    // ways ahead of each kind that are tried

// What is known of a step before it is tried.
typedef struct lope_step_plan {
    lope_point direction;   // level, unit
    lope_point into;        // level, unit: straight into what blocks
    double facing;          // cosine between the direction and the way straight into what blocks
    lope_step_ground floor; // at the foot of what blocks
    double foot;            // m along up from the feet to that floor
    double raise;           // m up that were free
    double least;           // m forward: a shorter way is no step
    bool grazes;            // the motion leads along what blocks
} lope_step_plan;

// Returns the height (m) over the feet of the plane through `point`, at the level place of `at`.
static double plane_at(const lope_space *space, lope_point feet, lope_point point, lope_point normal, lope_point at)
{
    double rise = lope_rise(space, normal), base = lope_rise(space, lope_point_sub(point, feet));
    if (rise < 1e-3) return base;
    return base - lope_point_dot(normal, lope_flat(space, lope_point_sub(at, point))) / rise;
}

// Returns how far (m) the round bottom is off a plane; negative: it is in it.
static double off_ground(const lope_space *space, const lope_step_ground *ground, lope_point feet)
{
    lope_point center = lope_point_mad(feet, space->up, space->radius);
    return lope_point_dot(ground->normal, lope_point_sub(center, ground->point)) - space->radius;
}

// Returns the height (m) over the feet of the floor at the foot of what blocks, and *foot, its plane.
// before: unit and level, away from what blocks. That floor is what lies straight below, just before it.
// The plane underfoot is used instead when nothing walkable lies there. It is also used when only lower
// ground does that is not underfoot, as the bottom of a gap. *bare: it is used.
static LOPE_INLINED double foot_of(lope_space *space, lope_point feet, const lope_step_ground *ground,
                                   const lope_contact *blocking, lope_point before, lope_step_ground *foot, bool *bare)
{
    *foot = *ground;
    *bare = true;
    double plane = plane_at(space, feet, ground->point, ground->normal, blocking->point);
    lope_point from = lope_point_mad(blocking->point, before, STEP_FOOT * space->unit);
    double reach = lope_rise(space, lope_point_sub(from, feet)) + space->radius;
    lope_contact floor;
    if (reach <= 0 || !lope_vertical_ray(space, from, -reach, &floor) || !floor.walkable || floor.character) return plane;
    double found = plane_at(space, feet, floor.point, floor.surface, blocking->point);
    lope_step_ground lower = {.point = floor.point, .normal = floor.surface};
    if (found < plane && off_ground(space, &lower, feet) > STEP_UNEVEN * space->unit) return plane;
    *foot = lower;
    *bare = false;
    return found;
}

double lope_step_over_foot(lope_space *space, lope_point feet, const lope_step_ground *ground, const lope_contact *blocking)
{
    lope_step_ground foot;
    bool bare;
    lope_point out = lope_flat(space, blocking->normal);
    double length = lope_point_length(out), height = lope_rise(space, lope_point_sub(blocking->point, feet));
    if (length > 1e-6) out = lope_point_scale(out, 1.0 / length);
    space->purpose = LOPE_QUERY_STEP_UP;
    return height - foot_of(space, feet, ground, blocking, out, &foot, &bare);
}

// Returns the verdict on a floor as a landing; LOPE_VERDICT_USED: it is one. height: m above the floor at
// the foot.
static lope_query_verdict judge_landing(const lope_space *space, const lope_floor_hit *floor, double height)
{
    if (floor->kind == LOPE_FLOOR_NONE) return LOPE_VERDICT_CLEAR;
    if (floor->over_rim) return LOPE_VERDICT_TOO_FAR;
    if (!floor->walkable || floor->kind == LOPE_FLOOR_WEDGE || floor->contact.no_step_up) return LOPE_VERDICT_NOT_WALKABLE;
    return height > space->step_height + STEP_TOLERANCE * space->unit ? LOPE_VERDICT_TOO_HIGH : LOPE_VERDICT_USED;
}

// Returns true when there is room to stand on a landing. A rim holds the character at its own height, where
// something above may leave no room. `at`: the feet, raised and forward.
static bool has_room(const lope_space *space, lope_point feet, const lope_step_plan *plan, const lope_floor_hit *floor,
                     lope_point at)
{
    double most = plan->raise + STEP_TOLERANCE * space->unit;
    if (lope_rise(space, lope_point_sub(floor->contact.point, feet)) <= most) return true;
    return plane_at(space, feet, floor->contact.point, floor->contact.surface, at) <= most;
}

// True when a landing is a rim behind the feet, seen along the way into what blocks. What blocks stands
// before them, so the rim is of another thing. A capsule between both would climb it backward, and fall.
static bool is_behind(lope_point feet, const lope_step_plan *plan, const lope_floor_hit *floor)
{
    return floor->kind == LOPE_FLOOR_RIM && lope_point_dot(lope_point_sub(floor->contact.point, feet), plan->into) < 0;
}

// Goes forward by `way` (m) from the raised pose, and down. *gone: m that were free. Returns true when the
// capsule ends on a landing. Fails too when the raised capsule is blocked before plan->least.
static bool try_landing(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, double *gone, lope_step *step)
{
    lope_point raised = lope_point_mad(feet, space->up, plan->raise);
    lope_point motion = lope_point_scale(plan->direction, way);
    lope_contact ahead;
    *gone = way;
    space->purpose = LOPE_QUERY_STEP_FORWARD;
    if (lope_sweep(space, raised, motion, &ahead)) *gone = way * ahead.fraction;
    if (*gone < plan->least && *gone < way) {
        lope_log_verdict(space, LOPE_VERDICT_NO_ROOM);
        return false;
    }
    raised = lope_point_mad(raised, plan->direction, *gone);
    space->purpose = LOPE_QUERY_STEP_DOWN;
    lope_floor_hit floor = lope_find_floor(space, raised, plan->raise + space->step_height, 0.0);
    double height = lope_rise(space, lope_point_sub(floor.contact.point, feet)) - plan->foot;
    lope_query_verdict verdict = judge_landing(space, &floor, height);
    if (verdict == LOPE_VERDICT_USED && height <= 0) verdict = LOPE_VERDICT_TOO_FAR; // it leads down
    if (verdict == LOPE_VERDICT_USED && is_behind(feet, plan, &floor)) verdict = LOPE_VERDICT_TOO_FAR;
    if (verdict == LOPE_VERDICT_USED && !has_room(space, feet, plan, &floor, raised)) verdict = LOPE_VERDICT_NO_ROOM;
    lope_log_floor_verdict(space, verdict);
    if (verdict != LOPE_VERDICT_USED) return false;
    step->feet = lope_point_mad(raised, space->up, -floor.distance);
    step->floor = floor;
    step->floor.distance = 0;
    step->height = height;
    return true;
}

// Returns how far (m) ahead of the feet a landing `height` (m) above the foot can begin. The farthest lies
// behind a face that is just too steep to walk on. The round bottom leans against that face, from its foot
// up to the landing. A landing behind a steeper surface, flat or round, is nearer.
static double landing_reach(const lope_space *space, double height)
{
    double cosine = space->walkable_cosine, sine = cosine < 1 ? sqrt(1 - cosine * cosine) : 0;
    if (sine < 0.5) sine = 0.5; // no farther when even steeper faces are walkable
    double across = space->radius * (1 - cosine) / sine + height * cosine / sine;
    return across < space->radius ? space->radius : across; // an upright face
}

// Returns the longest way (m) of a motion that leads along what blocks: up to a rim close beside it. What
// lies ahead is another thing.
static double grazing_way(const lope_space *space)
{
    return (space->radius - space->support_radius + 2 * STEP_SPARE * space->unit) / STEP_FLATTEST;
}

// Returns true when a landing that holds after `way` (m) begins no farther ahead than one of its height can.
// A rim holds when it is the support radius ahead of the axis, a ridge when its contact normal is gentle. A
// round top holds where it is touched.
static bool is_in_reach(const lope_space *space, const lope_step_plan *plan, double way, const lope_step *step)
{
    if (plan->grazes && way > grazing_way(space)) return false;
    const lope_contact *on = &step->floor.contact;
    bool round = on->smooth && !on->flat, ridge = !on->smooth && step->floor.kind == LOPE_FLOOR_FACE && on->limit < 1;
    double gentle = ridge ? space->radius * sqrt(1 - (double)on->limit * (double)on->limit) : space->support_radius;
    double most = gentle < space->support_radius ? gentle : space->support_radius;
    double ahead = round ? lope_point_dot(lope_point_sub(on->point, step->feet), plan->into) : most;
    return way * plan->facing <= landing_reach(space, step->height) - ahead + 2 * STEP_SPARE * space->unit;
}

// Returns the longest way (m) after which a landing can hold the character. The landing is still ahead of the
// axis then: a rim by the support radius, a round top by what the steepest walkable contact allows.
static double farthest(const lope_space *space, const lope_step_plan *plan)
{
    if (plan->grazes) return grazing_way(space);
    double cosine = space->walkable_cosine, ahead = cosine < 1 ? space->radius * sqrt(1 - cosine * cosine) : 0;
    if (ahead > space->support_radius) ahead = space->support_radius;
    return (landing_reach(space, space->step_height) - ahead + 2 * STEP_SPARE * space->unit) / plan->facing;
}

// Returns true when what blocks goes on up to the landing. The capsule would then rest off the floor at the
// foot, both halfway and at the end. And halfway it would rest no higher than at the end.
static bool leads_up(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, const lope_step *step)
{
    lope_point half = lope_point_mad(lope_point_mad(feet, space->up, plan->raise), plan->direction, 0.5 * way);
    double tolerance = STEP_TOLERANCE * space->unit, reach = plan->raise + space->step_height;
    lope_contact below;
    space->purpose = LOPE_QUERY_STEP_DOWN;
    if (off_ground(space, &plan->floor, step->feet) < STEP_ONTO * space->unit) return false;
    if (!lope_sweep(space, half, lope_point_scale(space->up, -reach), &below)) return false;
    half = lope_point_mad(half, space->up, -reach * below.fraction);
    if (off_ground(space, &plan->floor, half) < STEP_ROUNDING * space->unit) return false;
    return lope_rise(space, lope_point_sub(step->feet, half)) > -tolerance;
}

// How far a list of ways has been tried.
typedef struct lope_step_tries {
    const lope_step_list *list;
    uint32_t next, tries;
} lope_step_tries;

// Passes over ways shorter than `least` (m). Returns the next way; 1e30 when there is none, or enough were
// tried.
static double peek_way(lope_step_tries *tries, double least)
{
    while (tries->next < tries->list->count && tries->list->ways[tries->next] < least) tries->next++;
    return tries->next < tries->list->count && tries->tries < STEP_TRIES ? tries->list->ways[tries->next] : 1e30;
}

// Takes the shortest way of both kinds that is not tried yet and at least `least` (m). Returns false at the
// end.
static bool next_way(lope_step_tries *rims, lope_step_tries *faces, double least, double *way)
{
    const double rim = peek_way(rims, least), face = peek_way(faces, least);
    lope_step_tries *from = rim < face ? rims : faces;
    *way = rim < face ? rim : face;
    from->next++;
    from->tries++;
    return *way < 1e30;
}

// Tries landings farther than the motion, up to `to` (m). Only the top of what blocks counts. Landings over
// it and down behind, or on something that begins behind it, do not.
static bool step_ahead(lope_space *space, lope_point feet, const lope_step_plan *plan, double to, double *gone, lope_step *step)
{
    double spare = STEP_SPARE * space->unit, last = -1 - spare;
    lope_step_landing_query query = {.feet = feet,
                                     .direction = plan->direction,
                                     .floor = plan->floor.point,
                                     .normal = plan->floor.normal,
                                     .over = STEP_ONTO * space->unit,
                                     .low = plan->foot + STEP_ONTO * space->unit,
                                     .high = plan->foot + space->step_height + STEP_TOLERANCE * space->unit,
                                     .to = to};
    lope_step_ways ways;
    lope_step_tries rims = {.list = &ways.rims}, faces = {.list = &ways.faces};
    lope_step_landings_ahead(space, &query, &ways);
    for (double way; next_way(&rims, &faces, last + spare, &way);) {
        last = way > spare ? way : spare;
        bool lands = try_landing(space, feet, plan, last, gone, step) && is_in_reach(space, plan, last, step);
        if (lands && leads_up(space, feet, plan, last, step)) return true;
        if (lands) lope_log_floor_verdict(space, LOPE_VERDICT_TOO_FAR);
        // blocked at that height too
        if (space->failed || *gone < last - LOPE_TOUCH * space->unit) return false;
    }
    return false;
}

// Returns how far (m) the raised capsule can go, up to where the last landing of what blocks may begin.
static double free_way(lope_space *space, lope_point feet, const lope_step_plan *plan)
{
    double way = farthest(space, plan);
    lope_contact ahead;
    lope_point raised = lope_point_mad(feet, space->up, plan->raise);
    space->purpose = LOPE_QUERY_STEP_FORWARD;
    return lope_sweep(space, raised, lope_point_scale(plan->direction, way), &ahead) ? way * ahead.fraction : way;
}

// Finds how far up the capsule is free, at most *up (m), and sets *up to it. A wall beside the capsule that
// leans over a little, perhaps by rounding, does not stop it: the way up leads along the wall. Returns the
// feet, moved aside by as much.
static LOPE_INLINED lope_point raise(lope_space *space, lope_point feet, double *up)
{
    const double most = *up;
    lope_point way = lope_point_scale(space->up, most);
    lope_contact above;
    if (!lope_sweep(space, feet, way, &above)) return feet;
    *up *= above.fraction;
    const double rise = lope_rise(space, above.normal);
    if (rise >= 0 || rise < -STEP_LEANS || above.fraction >= 1.0) return feet;
    way = lope_point_mad(way, above.normal, -most * rise);
    const double share = lope_sweep(space, feet, way, &above) ? above.fraction : 1.0;
    if (!(share * lope_rise(space, way) > *up)) return feet;
    *up = share * lope_rise(space, way);
    return lope_point_mad(feet, lope_flat(space, way), share);
}

// Returns the shortest way forward (m) of a step.
static double least_way(const lope_space *space, double facing)
{
    const double least = (space->radius - space->support_radius + STEP_SPARE * space->unit) / facing;
    return least > STEP_NEAR * space->unit ? STEP_NEAR * space->unit : least;
}

// Tries a step in the direction of the plan. feet: at the contact. length: m of motion that are left.
static LOPE_INLINED bool step_in(lope_space *space, lope_point feet, const lope_step_ground *ground, double length,
                                 const lope_contact *blocking, lope_step_plan *plan, lope_step *step)
{
    const double spare = STEP_SPARE * space->unit;
    const bool slope = lope_rise(space, blocking->normal) > lope_riser((double)blocking->limit);
    double gone = 0;
    plan->least = least_way(space, plan->facing);
    // A barrier is seen at a glance, but a log shall hold the sweeps that tell so. First for the highest
    // floor that can lie at the foot: it is under the round bottom, so it is lower than the radius.
    const bool glances = !space->log;
    const double highest = space->step_height + space->radius + spare;
    if (glances && lope_step_barrier_stands(space, feet, plan->direction, highest, plan->least)) return false;
    plan->foot = foot_of(space, feet, ground, blocking, lope_point_scale(plan->into, -1.0), &plan->floor, &step->bare);
    plan->raise = space->step_height + (plan->foot > 0 ? plan->foot : 0) + spare;
    // The way is the motion itself, or the little that brings an upright face's rim under the support
    // radius. Otherwise it is as far as a landing needs.
    if (glances && lope_step_barrier_stands(space, feet, plan->direction, plan->raise, plan->least)) return false;
    feet = raise(space, feet, &plan->raise);
    if (plan->raise <= 0 || space->failed) return false;

    // Onto what lies behind a slope the motion itself leads by chance, as long as a tick makes it.
    double way = length > plan->least && !slope ? length : plan->least;
    bool on = try_landing(space, feet, plan, way, &gone, step);
    // past what blocks: no step onto it
    if (on && off_ground(space, &plan->floor, step->feet) < STEP_ROUNDING * space->unit) {
        lope_log_floor_verdict(space, LOPE_VERDICT_TOO_FAR);
        on = false;
    }
    if (!on && (space->failed || gone < plan->least)) return false; // blocked at that height too
    if (!on) {
        double to = gone < way ? gone : free_way(space, feet, plan);
        on = step_ahead(space, feet, plan, to, &gone, step);
    }
    if (!on || space->failed) return false;
    step->way = gone < length ? gone : length;
    step->debt = gone - step->way;
    return true;
}

// Tries a step straight into what blocks.
LOPE_COLD static bool step_straight_in(lope_space *space, lope_point feet, const lope_step_ground *ground,
                                       const lope_contact *blocking, const lope_step_plan *plan, lope_step *step)
{
    lope_step_plan straight = {.direction = plan->into, .into = plan->into, .facing = 1};
    return step_in(space, feet, ground, 0, blocking, &straight, step);
}

bool lope_step_up(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point motion,
                  const lope_contact *blocking, lope_step *step)
{
    const double length = lope_point_length(motion);
    if (space->step_height <= 0 || length <= 0 || blocking->no_step_up || blocking->character) return false;
    lope_step_plan plan = {.direction = lope_point_scale(motion, 1.0 / length)};
    const lope_point out = lope_flat(space, blocking->normal);
    const double out_length = lope_point_length(out);
    plan.into = out_length > 1e-6 ? lope_point_scale(out, -1.0 / out_length) : plan.direction;
    plan.facing = lope_point_dot(plan.into, plan.direction);
    space->purpose = LOPE_QUERY_STEP_UP;
    const bool aslant = plan.facing < STEP_ASLANT;
    if (LOPE_UNLIKELY(blocking->moving && aslant)) {
        if (step_straight_in(space, feet, ground, blocking, &plan, step)) return true;
        if (space->failed) return false;
    }
    const bool slope = lope_rise(space, blocking->normal) > lope_riser((double)blocking->limit);
    if (slope && plan.facing < STEP_FLATTEST) return false; // along it: what lies ahead is another thing
    plan.grazes = plan.facing < STEP_FLATTEST;
    const double flattest = slope ? STEP_FLATTEST_SLOPE : STEP_FLATTEST;
    if (plan.facing < flattest) plan.facing = flattest;
    if (step_in(space, feet, ground, length, blocking, &plan, step)) return true;
    // what presses the character onto it from behind may stand in the way that it goes, but not in this one
    const bool tries = LOPE_UNLIKELY(blocking->moving && !aslant && !space->failed);
    return tries && step_straight_in(space, feet, ground, blocking, &plan, step);
}

// Returns true when what lies under `over`, from the top of the capsule down, is too high to step onto.
static bool is_high_at(lope_space *space, lope_point feet, lope_point over, double high)
{
    const double from = lope_rise(space, lope_point_sub(over, feet));
    lope_contact top;
    space->purpose = LOPE_QUERY_STEP_DOWN;
    over = lope_point_mad(over, space->up, space->height - from);
    return space->height > high && lope_vertical_ray(space, over, high - space->height, &top);
}

bool lope_step_may_be(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point direction, lope_point wall)
{
    const double spare = STEP_SPARE * space->unit;
    lope_step_plan plan = {.direction = direction, .into = lope_point_scale(wall, -1.0)};
    plan.facing = lope_point_dot(direction, plan.into);
    plan.grazes = plan.facing < STEP_FLATTEST;
    if (plan.grazes) plan.facing = STEP_FLATTEST;
    plan.foot = plane_at(space, feet, ground->point, ground->normal, lope_point_mad(feet, plan.into, space->radius));
    if (plan.foot < 0) plan.foot = 0;
    const double high = space->step_height + plan.foot + spare;
    if (lope_step_barrier_stands(space, feet, direction, high, least_way(space, plan.facing))) return false;
    const lope_point behind = lope_point_mad(feet, plan.into, space->radius + STEP_FOOT * space->unit);
    lope_point along = lope_point_mad(direction, wall, -lope_point_dot(direction, wall));
    const double length = lope_point_length(along);
    along = lope_point_scale(along, length > 0 ? space->radius / length : 0);
    if (!is_high_at(space, feet, lope_point_add(behind, along), high)) return true;
    const double way = farthest(space, &plan), into = space->radius + STEP_FOOT * space->unit - way * plan.facing;
    return !is_high_at(space, feet, lope_point_mad(lope_point_mad(feet, direction, way), plan.into, into > 0 ? into : 0), high);
}
