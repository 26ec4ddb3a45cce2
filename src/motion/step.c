// step.c - up, forward, down: up by the step height, forward until the step can hold the character, down onto it.
#include "motion/step.h"
#include "motion/cast.h"

#define STEP_SPARE 1e-3     // m, by which the way up and forward exceeds what is needed
#define STEP_TOLERANCE 1e-4 // m, by which a step may exceed the step height

// How the floor's plane rises with a level motion.
static double plane_rise(const lope_space *space, lope_point normal, lope_point level)
{
    double rise = lope_rise(space, normal);
    return rise > 1e-3 ? -lope_point_dot(normal, level) / rise : 0.0;
}

typedef struct lope_step_plan {
    lope_point direction; // level, unit
    lope_point floor_normal;
    double raise; // m up that were free
    double least; // m forward, less cannot bring a rim under the support radius
} lope_step_plan;

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
    lope_floor_hit floor = lope_find_floor(space, raised, plan->raise + STEP_SPARE * space->unit, 0.0);
    if (!floor.walkable || floor.kind == LOPE_FLOOR_WEDGE || floor.contact.no_step_up) return false;
    lope_point point = floor.contact.point;
    lope_point level = lope_flat(space, lope_point_sub(point, feet));
    double height = lope_rise(space, lope_point_sub(point, feet)) - plane_rise(space, plan->floor_normal, level);
    if (height > space->step_height + STEP_TOLERANCE * space->unit) return false;
    step->feet = lope_point_mad(raised, space->up, -floor.distance);
    step->floor = floor;
    step->floor.distance = 0;
    step->height = height;
    return true;
}

bool lope_step_up(lope_space *space, lope_point feet, lope_point floor_normal, lope_point motion, const lope_contact *blocking,
                  lope_step *step)
{
    double length = lope_point_length(motion);
    if (space->step_height <= 0 || length <= 0 || blocking->no_step_up || blocking->character) return false;
    lope_step_plan plan = {.direction = lope_point_scale(motion, 1.0 / length), .floor_normal = floor_normal};

    // How far forward a rim must come under the support radius, however obliquely it is met.
    lope_point out = lope_flat(space, blocking->normal);
    double out_length = lope_point_length(out);
    double facing = out_length > 1e-6 ? -lope_point_dot(out, plan.direction) / out_length : 1.0;
    double rim = space->radius - space->support_radius;
    plan.least = (rim + 0.5 * STEP_SPARE * space->unit) / (facing > 0.25 ? facing : 0.25);
    double ways[4] = {length > plan.least ? length : plan.least, 0, 0, 0};
    ways[1] = ways[0] + 0.25 * space->radius;
    ways[2] = ways[0] + 0.5 * space->radius;
    ways[3] = ways[0] + space->radius;

    double slope = plane_rise(space, floor_normal, plan.direction);
    plan.raise = space->step_height + (slope > 0 ? slope : 0) * (space->radius + ways[3]) + STEP_SPARE * space->unit;
    lope_contact above;
    if (lope_cast(space, feet, lope_point_scale(space->up, plan.raise), &above)) plan.raise *= above.fraction;
    if (plan.raise <= 0) return false;

    for (int i = 0; i < 4; i++) {
        double gone;
        if (try_landing(space, feet, &plan, ways[i], &gone, step)) {
            step->way = gone < length ? gone : length;
            step->debt = gone - step->way;
            return true;
        }
        if (space->failed || gone < ways[i] - LOPE_TOUCH * space->unit) return false; // blocked at that height too
    }
    return false;
}
