// step.c - up, forward, down: up by the step height, forward until the step can hold the character, down onto it.
#include "motion/step.h"
#include "motion/cast.h"

#define STEP_SPARE 1e-3     // m, by which the way up and forward exceeds what is needed
#define STEP_ONTO 0.01      // m, that a step must rise to be worth a way ahead
#define STEP_TOLERANCE 1e-4 // m, by which a step may exceed the step height

typedef struct lope_step_plan {
    lope_point direction; // level, unit
    double foot;          // m along up from the feet to the ground at the foot of what blocks
    double raise;         // m up that were free
    double least;         // m forward, less cannot bring a rim under the support radius
} lope_step_plan;

// The ground's height over the feet at the level place of a point.
static double ground_at(const lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point at)
{
    double rise = lope_rise(space, ground->normal), base = lope_rise(space, lope_point_sub(ground->point, feet));
    if (rise < 1e-3) return base;
    return base - lope_point_dot(ground->normal, lope_flat(space, lope_point_sub(at, ground->point))) / rise;
}

// Goes forward by `way` from the raised pose, and down. True when it ends where it may stand.
static bool try_landing(lope_space *space, lope_point feet, const lope_step_plan *plan, double way, double *gone, lope_step *step)
{
    lope_point raised = lope_point_mad(feet, space->up, plan->raise);
    lope_point motion = lope_point_scale(plan->direction, way);
    lope_contact ahead;
    *gone = way;
    if (lope_cast(space, raised, motion, &ahead)) *gone = way * ahead.fraction;
    if (*gone < plan->least) return false;
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

bool lope_step_up(lope_space *space, lope_point feet, const lope_step_ground *ground, lope_point motion,
                  const lope_contact *blocking, lope_step *step)
{
    // how far beyond the first that could do, in radii and step heights at right angles to what blocks: for bevels and perches
    static const double radii[] = {0, 0.25, 0.5, 1, 1}, steps[] = {0, 0, 0, 0, 0.6};
    double length = lope_point_length(motion);
    if (space->step_height <= 0 || length <= 0 || blocking->no_step_up || blocking->character) return false;
    lope_step_plan plan = {.direction = lope_point_scale(motion, 1.0 / length)};
    lope_point out = lope_flat(space, blocking->normal);
    double out_length = lope_point_length(out);
    double facing = out_length > 1e-6 ? -lope_point_dot(out, plan.direction) / out_length : 1.0;
    if (facing < 0.2) facing = 0.2;
    plan.least = (space->radius - space->support_radius + 0.5 * STEP_SPARE * space->unit) / facing;
    plan.foot = ground_at(space, feet, ground, blocking->point);
    plan.raise = space->step_height + (plan.foot > 0 ? plan.foot : 0) + STEP_SPARE * space->unit;
    lope_contact above;
    if (lope_cast(space, feet, lope_point_scale(space->up, plan.raise), &above)) plan.raise *= above.fraction;
    if (plan.raise <= 0) return false;

    double farthest = space->radius + 0.6 * space->step_height;
    for (int i = 0; i < 5; i++) {
        double gone, beyond = (radii[i] * space->radius + steps[i] * space->step_height) / facing;
        if (beyond > farthest) beyond = farthest;
        double way = plan.least + 0.5 * STEP_SPARE * space->unit / facing;
        way = (way > length ? way : length) + beyond;
        // farther than the motion only up onto something, not over it and down behind
        if (try_landing(space, feet, &plan, way, &gone, step) && (i == 0 || step->height > STEP_ONTO * space->unit)) {
            step->way = gone < length ? gone : length;
            step->debt = gone - step->way;
            return true;
        }
        if (space->failed || gone < way - LOPE_TOUCH * space->unit) return false; // blocked at that height too
    }
    return false;
}
