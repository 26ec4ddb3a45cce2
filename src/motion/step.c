// step.c - up, forward, down: up by the step height, forward until the step can hold the character, down onto it.
#include "motion/step.h"
#include "motion/cast.h"
#include "motion/landing.h"
#include "motion/plumb.h"

#define STEP_SPARE 1e-3     // m, by which the way up and forward exceeds what is needed
#define STEP_ONTO 0.01      // m, that a step must rise to be worth a way ahead
#define STEP_TOLERANCE 1e-4 // m, by which a step may exceed the step height
#define STEP_FOOT 2e-3      // m before what blocks, where its foot is looked for
#define STEP_UNEVEN 2e-3    // m, by which a ground that the capsule stands on may be off its round bottom
#define STEP_TRIES 6        // ways ahead that are tried
#define STEP_WAYS 12        // ways ahead that are found

typedef struct lope_step_plan {
    lope_point direction; // level, unit
    double facing;        // cosine between the direction and the way straight into what blocks
    double foot;          // m along up from the feet to the ground at the foot of what blocks
    double raise;         // m up that were free
    double least;         // m forward, less cannot bring a rim under the support radius
} lope_step_plan;

// The height over the feet of a plane at the level place of a point.
static double plane_at(const lope_space *space, lope_point feet, lope_point point, lope_point normal, lope_point at)
{
    double rise = lope_rise(space, normal), base = lope_rise(space, lope_point_sub(point, feet));
    if (rise < 1e-3) return base;
    return base - lope_point_dot(normal, lope_flat(space, lope_point_sub(at, point))) / rise;
}

// The height over the feet of the floor at the foot of what blocks: what lies straight below, just before it. Where nothing to stand
// upon does, or only lower ground that is not the one underfoot (the bottom of a gap), it is the ground underfoot, gone on with.
static double foot_of(lope_space *space, lope_point feet, const lope_step_ground *ground, const lope_contact *blocking,
                      lope_point before)
{
    double plane = plane_at(space, feet, ground->point, ground->normal, blocking->point);
    lope_point from = lope_point_mad(blocking->point, before, STEP_FOOT * space->unit);
    double reach = lope_rise(space, lope_point_sub(from, feet)) + space->radius;
    lope_contact floor;
    if (reach <= 0 || !lope_plumb(space, from, -reach, &floor) || !floor.walkable || floor.character) return plane;
    double found = plane_at(space, feet, floor.point, floor.surface, blocking->point);
    if (found >= plane) return found;
    lope_point center = lope_point_mad(feet, space->up, space->radius);
    double over = lope_point_dot(floor.surface, lope_point_sub(center, floor.point)) - space->radius;
    return over <= STEP_UNEVEN * space->unit ? found : plane;
}

// Goes forward by `way` from the raised pose, and down. True when it ends where it may stand.
static bool try_landing(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, double *gone, lope_step *step)
{
    lope_point raised = lope_point_mad(feet, space->up, plan->raise);
    lope_point motion = lope_point_scale(plan->direction, way);
    lope_contact ahead;
    *gone = way;
    if (lope_cast(space, raised, motion, &ahead)) *gone = way * ahead.fraction;
    if (*gone < plan->least && *gone < way) return false;
    raised = lope_point_mad(raised, plan->direction, *gone);
    lope_floor_hit floor = lope_find_floor(space, raised, plan->raise + space->step_height, 0.0);
    if (!floor.walkable || floor.over_rim || floor.kind == LOPE_FLOOR_WEDGE || floor.contact.no_step_up) return false;
    double height = lope_rise(space, lope_point_sub(floor.contact.point, feet)) - plan->foot;
    if (height > space->step_height + STEP_TOLERANCE * space->unit) return false;
    step->feet = lope_point_mad(raised, space->up, -floor.distance);
    step->floor = floor;
    step->floor.distance = 0;
    step->height = height;
    return true;
}

// How far ahead the landing of something no higher than a step can begin, m: behind a face just too steep to walk upon, from its foot
// to the step height, against which the round bottom leans.
static double farthest(const lope_space *space, const lope_step_plan *plan)
{
    double cosine = space->walkable_cosine, sine = cosine < 1 ? sqrt(1 - cosine * cosine) : 0;
    if (sine < 0.5) sine = 0.5; // no farther for those who can walk on hardly anything
    double across = space->radius * (1 - cosine) / sine + space->step_height * cosine / sine;
    return (across - space->support_radius + 2 * STEP_SPARE * space->unit) / plan->facing;
}

// Whether what blocks goes on up to a landing: halfway there the capsule would rest above its foot, and not above the landing.
static bool leads_up(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, const lope_step *step)
{
    lope_point half = lope_point_mad(lope_point_mad(feet, space->up, plan->raise), plan->direction, 0.5 * way);
    double tolerance = STEP_TOLERANCE * space->unit, reach = plan->raise - plan->foot - tolerance;
    lope_contact below;
    if (reach <= 0 || !lope_cast(space, half, lope_point_scale(space->up, -reach), &below)) return false;
    double rest = plan->raise - below.fraction * reach;
    return rest <= lope_rise(space, lope_point_sub(step->feet, feet)) + tolerance;
}

// Farther than the motion only up onto what blocks: not over it and down behind, nor onto something that begins behind it.
static bool step_ahead(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, bool blocked, double *gone,
                       lope_step *step)
{
    double spare = STEP_SPARE * space->unit, far = farthest(space, plan), ways[STEP_WAYS], last = -1;
    if (blocked || far < way) far = way;
    lope_landing_query query = {.feet = feet,
                                .direction = plan->direction,
                                .low = plan->foot + STEP_ONTO * space->unit,
                                .high = plan->foot + space->step_height + STEP_TOLERANCE * space->unit,
                                .to = far};
    uint32_t count = lope_landings_ahead(space, &query, ways, STEP_WAYS), tries = 0;
    for (uint32_t i = 0; i < count && tries < STEP_TRIES; i++) {
        if (last >= 0 && ways[i] < last + spare) continue;
        last = ways[i];
        tries++;
        if (try_landing(space, feet, plan, last, gone, step))
            return step->height > STEP_ONTO * space->unit && leads_up(space, feet, plan, last, step);
        if (space->failed || *gone < last - LOPE_TOUCH * space->unit) return false; // blocked at that height too
    }
    return false;
}

bool lope_step_up(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point motion,
                  const lope_contact *blocking, lope_step *step)
{
    double length = lope_point_length(motion), spare = STEP_SPARE * space->unit;
    if (space->step_height <= 0 || length <= 0 || blocking->no_step_up || blocking->character) return false;
    lope_step_plan plan = {.direction = lope_point_scale(motion, 1.0 / length), .facing = 1.0};
    lope_point out = lope_flat(space, blocking->normal);
    double out_length = lope_point_length(out), gone;
    out = out_length > 1e-6 ? lope_point_scale(out, 1.0 / out_length) : lope_point_scale(plan.direction, -1.0);
    plan.facing = -lope_point_dot(out, plan.direction);
    if (plan.facing < 0.1) plan.facing = 0.1; // a step met at a still flatter angle would be climbed metres ahead
    plan.least = (space->radius - space->support_radius + 0.5 * spare) / plan.facing;
    plan.foot = foot_of(space, feet, ground, blocking, out);
    plan.raise = space->step_height + (plan.foot > 0 ? plan.foot : 0) + spare;
    lope_contact above;
    if (lope_cast(space, feet, lope_point_scale(space->up, plan.raise), &above)) plan.raise *= above.fraction;
    if (plan.raise <= 0 || space->failed) return false;

    double way = plan.least + 0.5 * spare / plan.facing;
    if (length > way) way = length;
    bool on = try_landing(space, feet, &plan, way, &gone, step);
    if (!on && (space->failed || gone < plan.least)) return false; // blocked at that height too
    if (!on && !step_ahead(space, feet, &plan, gone, gone < way, &gone, step)) return false;
    step->way = gone < length ? gone : length;
    step->debt = gone - step->way;
    return true;
}
