// bend_arc.c - steps the velocity law along a circle. See bend_arc.h. Read next: velocity_law.c.
#include "motion/velocity/bend_arc.h"

#define ARC_STEP (1.0 / 480.0) // s: half of the plain law's step, since the normal turns besides
#define ARC_TURN 0.05          // rad a step: the error is under 1e-9 of the speed
#define ARC_ENDS 3             // what an arc may end at: the input, the drift, the wanted end
#define ARC_ROUNDS 6           // of the secant: enough from a step's 0.05 rad to a rounding

// Returns the speed (m/s) along the arc; with turn_instantly the input alone sets it.
static double speed_of(const lope_law *drive, const lope_arc *arc)
{
    return drive->turn_instantly ? drive->max_speed * lope_point_dot(drive->direction, lope_arc_along(arc)) : arc->speed;
}

// Returns the rate of the speed (m/s2). *turn: the rate of the normal (1/s). over: see lope_law_rate.
static double rates(const lope_law *drive, const lope_arc *arc, bool over, lope_point *turn)
{
    lope_point along = lope_arc_along(arc);
    double speed = speed_of(drive, arc), goes = drive->drifts ? speed + lope_point_dot(drive->drift, along) : speed;
    *turn = lope_point_scale(along, goes / arc->radius);
    return drive->turn_instantly ? 0 : lope_point_dot(lope_law_rate(drive, lope_point_scale(along, speed), over), along);
}

// Returns the arc after h seconds at even rates.
static lope_arc moved(const lope_arc *arc, double faster, lope_point turn, double h)
{
    lope_arc next = *arc;
    next.speed += faster * h;
    next.normal = lope_point_mad(arc->normal, turn, h);
    next.normal = lope_point_scale(next.normal, 1.0 / lope_point_length(next.normal));
    return next;
}

// Returns the arc after one Runge-Kutta step of h seconds.
static lope_arc step(const lope_law *drive, const lope_arc *arc, double h)
{
    lope_point t1, t2, t3, t4;
    double before = arc->speed < 0 ? -arc->speed : arc->speed, most = drive->max_speed;
    bool over = lope_law_over(drive, before); // for the whole step: the law jumps there
    double f1 = rates(drive, arc, over, &t1);
    lope_arc at = moved(arc, f1, t1, 0.5 * h);
    double f2 = rates(drive, &at, over, &t2);
    at = moved(arc, f2, t2, 0.5 * h);
    double f3 = rates(drive, &at, over, &t3);
    at = moved(arc, f3, t3, h);
    double f4 = rates(drive, &at, over, &t4);
    lope_point turn = lope_point_add(lope_point_add(t1, t4), lope_point_scale(lope_point_add(t2, t3), 2.0));
    at = moved(arc, (f1 + f4 + 2.0 * (f2 + f3)) / 6.0, lope_point_scale(turn, 1.0 / 6.0), h);
    if (!over) at.speed = at.speed > most ? most : at.speed < -most ? -most : at.speed;
    at.speed = speed_of(drive, &at);
    return at;
}

// Returns after how many seconds of a step of h the normal is at right angles to `way`. after: normal . way
// at the step's end. Uses the secant, since the normal turns almost evenly over a step.
static double time_until(const lope_law *drive, const lope_arc *arc, double h, double after, lope_point way)
{
    double before = lope_point_dot(arc->normal, way), at = h * before / (before - after), from = 0, f_from = before;
    for (int i = 0; i < ARC_ROUNDS; i++) {
        lope_arc middle = step(drive, arc, at);
        double f = lope_point_dot(middle.normal, way);
        if (f == f_from || (f > -1e-15 && f < 1e-15)) break;
        double next = at - f * (at - from) / (f - f_from);
        from = at;
        f_from = f;
        at = next < 0 ? 0 : next > h ? h : next;
    }
    return at;
}

double lope_arc_run(const lope_law *drive, lope_arc *arc, double time, lope_point until)
{
    lope_law law = *drive;
    law.wall_count = 0;
    const lope_point none = {0, 0, 0};
    const lope_point ends[ARC_ENDS] = {drive->acceleration > 0 ? drive->direction : none, drive->drifts ? drive->drift : none,
                                       until};
    double used = 0;
    arc->speed = speed_of(drive, arc);
    for (int i = 0; i < ARC_ENDS; i++)
        if (lope_point_dot(arc->normal, ends[i]) >= 0 && lope_point_dot(ends[i], ends[i]) > 0) return 0;
    for (bool ended = false; !ended && used < time;) {
        double h = time - used < ARC_STEP ? time - used : ARC_STEP, speed = lope_arc_way_speed(drive, arc);
        if (speed < 0) speed = -speed;
        if (h * speed > ARC_TURN * arc->radius) h = ARC_TURN * arc->radius / speed;
        lope_arc next = step(&law, arc, h);
        for (int i = 0; i < ARC_ENDS; i++) {
            double after = lope_point_dot(next.normal, ends[i]);
            if (after < 0 || lope_point_dot(ends[i], ends[i]) <= 0) continue;
            h = time_until(&law, arc, h, after, ends[i]);
            next = step(&law, arc, h);
            ended = true;
        }
        *arc = next;
        used += h;
    }
    return used;
}
