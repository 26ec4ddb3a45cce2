// velocity_law.c - solves the velocity law. See velocity_law.h for its equation.
//
// Read next: character/modes/walking_plan.c, which runs the law for a walk.
#include "motion/velocity/velocity_law.h"
#include "base/copy.h"

#define RUNGE_KUTTA_STEP (1.0 / 240.0) // s: with friction 8 1/s the error is under 1e-8 of the speed a step
#define WEAK 1e-5                      // an exponent below this is taken by its first powers, exact to 1e-15
#define STIFFEST 240.0                 // 1/s, one step's worth: beyond it a turn overshoots into more speed
#define STOPPED 1000.0                 // of `still`, 0.1 m/s: below it, Unreal's deceleration stops for good
#define CAP_TOLERANCE 1e-9             // of max_speed: so near to the limit counts as at it

double lope_time_at(double a, double b, double time, double fraction)
{
    if (fraction <= 0) return 0;
    if (fraction >= 1) return time;
    double way = 0.5 * (a + b) * time * fraction, rate = time > 0 ? (b - a) / time : 0;
    double root = a * a + 2.0 * rate * way;
    double sum = a + sqrt(root > 0 ? root : 0);
    if (!(sum > 1e-12)) return time * fraction;
    double at = 2.0 * way / sum;
    return at < 0 ? 0 : at > time ? time : at;
}

// Returns ln(1 + x) for x > -1.
static double log_ratio(double x) { return x < WEAK ? x * (1.0 - x * (0.5 - x / 3.0)) : lope_log_double(1.0 + x); }

// Brakes straight to a stop: v' = -(f + d / |v|) v, in closed form. Returns the displacement (m). Ends at
// floor_speed (m/s); *used: the seconds that took, or `time`. *end: the velocity then.
static lope_point brake(const lope_law *drive, lope_point v, double time, double floor_speed, lope_point *end, double *used)
{
    lope_point zero = {0, 0, 0};
    double s = lope_point_length(v), f = drive->braking_friction + drive->fluid_friction, d = drive->braking_deceleration;
    *used = time;
    if (s <= 0) {
        *end = zero;
        return zero;
    }
    lope_point way = lope_point_scale(v, 1.0 / s);
    if (f <= 0 && d <= 0) {
        *end = v;
        return lope_point_scale(v, time);
    }
    // t is the time to come down to floor_speed.
    double t = time, slow = f * s + d;
    if (floor_speed > 0 || d > 0)
        t = f <= 0 ? (s - floor_speed) / d : log_ratio(f * (s - floor_speed) / (f * floor_speed + d)) / f;
    bool arrives = (floor_speed > 0 || d > 0) && t <= time;
    if (!arrives) t = time;
    double distance, speed;
    if (f * t < WEAK) { // by the powers of f t: the exponential would lose its digits
        speed = s - slow * t * (1.0 - f * t * 0.5);
        distance = s * t - slow * t * t * (0.5 - f * t / 6.0);
    } else {
        double decay = lope_exp_double(-f * t), rest = d / f;
        speed = (s + rest) * decay - rest;
        distance = (s + rest) * (1.0 - decay) / f - rest * t;
    }
    if (arrives) speed = floor_speed;
    if (floor_speed <= 0 && speed <= drive->still) speed = 0;
    *used = t;
    *end = lope_point_scale(way, speed > 0 ? speed : 0);
    return lope_point_scale(way, distance);
}

// Returns the acceleration (m/s2) of the input at a speed (m/s).
static double acceleration_at(const lope_law *drive, double speed)
{
    return speed < drive->boost_speed ? drive->boost_acceleration : drive->acceleration;
}

static double at_most(double x, double limit) { return x < limit ? x : limit; }

// Returns the rate (1/s) at which braking slows a speed (m/s), with the fluid's friction.
static double brakes_at(const lope_law *drive, double speed)
{
    double friction = drive->braking_friction + drive->fluid_friction;
    return speed > 0 ? at_most(friction + drive->braking_deceleration / speed, STIFFEST) : 0;
}

// Returns the rate (m/s2) without input. A standing character stays so against a force no greater than the
// braking deceleration. A greater force moves it by what is left.
static lope_point braked_rate(const lope_law *drive, lope_point v, double speed)
{
    double brakes = at_most(drive->braking_friction + drive->fluid_friction, STIFFEST);
    if (speed > 0) return lope_point_mad(drive->push, v, -(brakes + drive->braking_deceleration / speed));
    double push = lope_point_length(drive->push), rest = push - drive->braking_deceleration;
    return lope_point_scale(drive->push, rest > 0 ? rest / push : 0);
}

// Returns how fast a force drives a character beyond the speed limit, against the braking there. In 1/s,
// shares of the speed.
static double kept_over(const lope_law *drive, lope_point v, double speed)
{
    if (!drive->pushed || speed <= 0) return 0;
    double rate = lope_point_dot(drive->push, v) / (speed * speed) - brakes_at(drive, speed);
    return rate > 0 ? rate : 0;
}

// Which side of the maximum speed a step is on. Decided where the step begins, because the law jumps there.
typedef enum side { BELOW, AT, OVER } side;

// Returns the side of a speed (m/s).
static side side_of(const lope_law *drive, double speed)
{
    if (lope_law_over(drive, speed)) return OVER;
    return speed > 0 && speed >= drive->max_speed * (1.0 - CAP_TOLERANCE) ? AT : BELOW;
}

// Returns the law's rate (m/s2) for a step on that side of the maximum speed.
static lope_point rate_at(const lope_law *drive, lope_point v, side side)
{
    double s = lope_point_length(v), a = at_most(acceleration_at(drive, s), STIFFEST * (s + drive->max_speed));
    lope_point r = lope_point_scale(drive->direction, a);
    if (drive->acceleration <= 0) {
        r = braked_rate(drive, v, s);
    } else if (side == OVER) {
        double radial = s > 0 ? lope_point_dot(r, v) / (s * s) : 0;
        // input turns a speed above the limit, but does not hold it up
        if (radial > 0) r = lope_point_mad(r, v, -radial);
        r = lope_point_mad(r, v, -brakes_at(drive, s));
        if (drive->pushed) r = lope_point_add(r, drive->push);
    } else {
        lope_point aligned = lope_point_scale(drive->direction, s);
        r = lope_point_mad(r, lope_point_sub(v, aligned), -at_most(drive->friction, STIFFEST));
        if (drive->fluid_friction > 0) r = lope_point_mad(r, v, -at_most(drive->fluid_friction, STIFFEST));
        if (drive->pushed) r = lope_point_add(r, drive->push);
        if (side == AT && s > 0) {
            double radial = lope_point_dot(r, v) / (s * s) - kept_over(drive, v, s);
            if (radial > 0) r = lope_point_mad(r, v, -radial);
        }
    }
    r = lope_law_along(drive, r);
    // Friction turns the velocity away from a wall. A wall that takes that part must not leave the rest to
    // drive it.
    double most = drive->pushed ? a + lope_point_length(drive->push) : a;
    double faster = s > 0 && drive->wall_count > 0 ? (lope_point_dot(r, v) / s - most) / s : 0;
    return faster > 0 ? lope_point_mad(r, v, -faster) : r;
}

lope_point lope_law_rate(const lope_law *drive, lope_point v, bool over)
{
    side side = side_of(drive, lope_point_length(v));
    return rate_at(drive, v, over ? OVER : side == OVER ? AT : side);
}

bool lope_law_over(const lope_law *drive, double speed) { return speed > drive->max_speed * (1.0 + 1e-6); }

// Returns the part of a push along the velocity that would make it faster.
static lope_point faster_part(lope_point push, lope_point v, double speed)
{
    double radial = speed > 0 ? lope_point_dot(push, v) / (speed * speed) : 0;
    return lope_point_scale(v, radial > 0 ? radial : 0);
}

void lope_law_parts(const lope_law *drive, lope_point v, bool over, lope_point parts[LOPE_DRIVE_PARTS])
{
    double s = lope_point_length(v), a = at_most(acceleration_at(drive, s), STIFFEST * (s + drive->max_speed));
    double brakes = brakes_at(drive, s);
    bool drives = drive->acceleration > 0;
    lope_point zero = {0, 0, 0}, input = lope_point_scale(drive->direction, a), against = zero;
    lope_point force = drive->pushed ? drive->push : zero;
    bool rated = drive->own && drive->own->rate;
    if (rated) input = lope_law_own_rate(drive->own, v, 0);
    parts[LOPE_DRIVE_BRAKING] = drives || rated ? zero : lope_point_sub(braked_rate(drive, v, s), force);
    if (drives && over) {
        input = lope_point_sub(input, faster_part(input, v, s));
        against = lope_point_scale(v, -brakes);
    } else if (drives) {
        against = lope_point_scale(lope_point_mad(v, drive->direction, -s), -at_most(drive->friction, STIFFEST));
        if (drive->fluid_friction > 0) against = lope_point_mad(against, v, -at_most(drive->fluid_friction, STIFFEST));
        lope_point all = lope_point_add(lope_point_add(input, against), force);
        if (s >= drive->max_speed * (1.0 - CAP_TOLERANCE)) {
            lope_point kept = lope_point_scale(v, kept_over(drive, v, s));
            input = lope_point_sub(input, faster_part(lope_point_sub(all, kept), v, s));
        }
    }
    parts[LOPE_DRIVE_INPUT] = input;
    parts[LOPE_DRIVE_FRICTION] = against;
    parts[LOPE_DRIVE_FORCE] = force;
    lope_point sum = lope_point_add(lope_point_add(lope_point_add(input, against), parts[LOPE_DRIVE_BRAKING]), force);
    lope_point rest = lope_law_along(drive, sum);
    double faster = s > 0 && drive->wall_count > 0 && drives ? (lope_point_dot(rest, v) / s - a) / s : 0;
    if (faster > 0) rest = lope_point_mad(rest, v, -faster);
    parts[LOPE_DRIVE_CLIP] = lope_point_sub(rest, sum);
}

// Takes one Runge-Kutta step of h seconds. Returns the displacement (m); *end: the velocity then.
static lope_point runge_kutta(const lope_law *drive, lope_point v, double h, side side, lope_point *end)
{
    lope_point k1 = rate_at(drive, v, side), v2 = lope_point_mad(v, k1, 0.5 * h);
    lope_point k2 = rate_at(drive, v2, side), v3 = lope_point_mad(v, k2, 0.5 * h);
    lope_point k3 = rate_at(drive, v3, side), v4 = lope_point_mad(v, k3, h);
    lope_point k4 = rate_at(drive, v4, side);
    lope_point sum = lope_point_add(lope_point_add(k1, k4), lope_point_scale(lope_point_add(k2, k3), 2.0));
    *end = lope_point_mad(v, sum, h / 6.0);
    lope_point way = lope_point_add(lope_point_add(v, v4), lope_point_scale(lope_point_add(v2, v3), 2.0));
    return lope_point_scale(way, h / 6.0);
}

// Returns the least share of h after which the speed has crossed `limit` (m/s). Halves the share 30 times,
// on the step's own result.
static double share_until(const lope_law *drive, lope_point v, double h, side side, double limit)
{
    double low = 0, high = 1, f_low = lope_point_length(v) - limit;
    lope_point end;
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (low + high);
        runge_kutta(drive, v, h * middle, side, &end);
        double f = lope_point_length(end) - limit;
        if ((f < 0) == (f_low < 0))
            low = middle;
        else
            high = middle;
    }
    return high;
}

// Takes one step of at most h seconds, ended early where the law changes. Adds to *way and returns the
// seconds used.
static double curved_step(const lope_law *drive, lope_point *v, double h, lope_point *way)
{
    double s = lope_point_length(*v), limits[2] = {drive->max_speed, drive->boost_speed};
    side side = side_of(drive, s);
    lope_point end, moved = runge_kutta(drive, *v, h, side, &end);
    double after = lope_point_length(end), pin = -1;
    for (int i = 0; i < 2; i++) {
        double limit = limits[i];
        bool crossed =
            limit > 0 && ((s < limit * (1.0 - CAP_TOLERANCE) && after > limit) || (s > limit * (1.0 + 1e-6) && after < limit));
        if (!crossed) continue;
        double share = share_until(drive, *v, h, side, limit);
        h *= share > 1e-6 ? share : 1e-6;
        moved = runge_kutta(drive, *v, h, side, &end);
        after = lope_point_length(end);
        pin = limit;
    }
    bool limited = side != OVER && drive->acceleration > 0 && kept_over(drive, *v, s) <= 0;
    if (limited && after > drive->max_speed) pin = drive->max_speed;
    if (pin > 0 && after > 0) end = lope_point_scale(end, pin / after);
    *way = lope_point_add(*way, moved);
    *v = end;
    return h;
}

// Speeds up evenly along the input to the limit, with nothing in the way. *s: speed (m/s), in place.
// Returns the distance (m) in `time` seconds.
static double straight(const lope_law *drive, double *s, double time)
{
    double distance = 0;
    while (time > 0 && *s < drive->max_speed) {
        double a = acceleration_at(drive, *s);
        double limit = *s < drive->boost_speed && drive->boost_speed < drive->max_speed ? drive->boost_speed : drive->max_speed;
        if (a <= 0) break;
        double t = (limit - *s) / a;
        bool arrives = t <= time;
        if (!arrives) t = time;
        double next = arrives ? limit : *s + a * t;
        distance += 0.5 * (*s + next) * t;
        *s = next;
        time -= t;
    }
    return distance + *s * time;
}

// Returns true when braking alone, against a force too weak to move the character, stops it within h
// seconds. Then adds its last way (m) to *way.
static bool comes_to_stand(const lope_law *drive, lope_point v, double h, lope_point *way)
{
    double s = lope_point_length(v), rest = drive->braking_deceleration - lope_point_length(drive->push);
    if (drive->acceleration > 0 || rest <= 0 || s > rest * h) return false;
    *way = lope_point_mad(*way, v, 0.5 * s / rest);
    return true;
}

// Returns true when velocity v, of speed s, goes along the input and nothing bends its way.
static inline bool goes_straight(const lope_law *drive, lope_point v, double s)
{
    bool aligned = s - lope_point_dot(v, drive->direction) <= 1e-12 * (s + 1e-3) && s <= drive->max_speed * (1.0 + 1e-6);
    return aligned && drive->wall_count == 0 && !drive->pushed && drive->fluid_friction <= 0;
}

// Runs the law straight on for `time` seconds, with `way` (m) gone so far and at speed s (m/s). Returns the
// whole way.
static inline lope_point run_straight(const lope_law *drive, lope_point way, double s, double time, lope_point *end)
{
    s = s < drive->max_speed ? s : drive->max_speed;
    way = lope_point_mad(way, drive->direction, straight(drive, &s, time));
    *end = lope_point_scale(drive->direction, s);
    return way;
}

// Runs the exact integrator for `time` seconds. Returns the displacement (m); *end: the velocity then.
static lope_point drive_exact(const lope_law *drive, lope_point v, double time, lope_point *end)
{
    lope_point way = {0, 0, 0};
    if (drive->acceleration <= 0 && !drive->pushed) {
        double used;
        way = brake(drive, v, time, 0, end, &used);
        return way;
    }
    for (int guard = 0; time > 0 && guard < 4096; guard++) {
        double s = lope_point_length(v);
        double h = time < RUNGE_KUTTA_STEP ? time : RUNGE_KUTTA_STEP;
        if (drive->pushed && comes_to_stand(drive, v, h, &way)) {
            v = lope_point_make(0, 0, 0);
            break;
        }
        if (goes_straight(drive, v, s)) {
            way = run_straight(drive, way, s, time, &v);
            break;
        }
        lope_point still = lope_law_rate(drive, v, lope_law_over(drive, s));
        if (lope_point_dot(still, still) <= 0) {
            way = lope_point_mad(way, v, time);
            break;
        }
        time -= curved_step(drive, &v, h, &way);
    }
    *end = v;
    return way;
}

// Brakes by Unreal's rule: in sub-steps while there is friction, with the deceleration's direction fixed at
// the start. Returns the velocity after `time` seconds.
static lope_point brake_per_tick(const lope_law *drive, lope_point v, double time)
{
    lope_point start = v, zero = {0, 0, 0};
    double s = lope_point_length(v), f = drive->braking_friction, d = drive->braking_deceleration, most = drive->brake_step;
    if (s <= 0 || (f <= 0 && d <= 0)) return v;
    lope_point slow = lope_point_scale(v, -d / s);
    while (time > 1e-6) {
        double h = f > 0 && time > most ? at_most(0.5 * time, most) : time;
        time -= h;
        v = lope_point_mad(v, lope_point_mad(slow, v, -f), h);
        if (lope_point_dot(v, start) <= 0) return zero;
    }
    s = lope_point_length(v);
    return s <= drive->still || (d > 0 && s <= STOPPED * drive->still) ? zero : v;
}

// Returns v, no faster than `limit` (m/s).
static lope_point cut(lope_point v, double limit)
{
    double s = lope_point_length(v);
    return s > limit && s > 0 ? lope_point_scale(v, limit / s) : v;
}

// Returns the velocity after a step of `time` seconds by Unreal's rule from the figures alone.
static lope_point step_by_figures(const lope_law *drive, lope_point v, double time)
{
    if (drive->turn_instantly) return lope_point_scale(drive->direction, drive->max_speed);
    double s = lope_point_length(v);
    bool over = s * s > 1.01 * drive->max_speed * drive->max_speed, input = drive->acceleration > 0;
    lope_point old = v;
    if (!input || over) {
        v = brake_per_tick(drive, v, time);
        if (over && lope_point_length(v) < drive->max_speed && input && lope_point_dot(drive->direction, old) > 0)
            v = lope_point_scale(old, drive->max_speed / s);
    } else {
        double share = time * drive->friction < 1 ? time * drive->friction : 1;
        lope_point off = lope_point_sub(v, lope_point_scale(drive->direction, s));
        v = lope_point_mad(v, off, -share);
    }
    if (drive->fluid_friction > 0) v = lope_point_scale(v, 1.0 - at_most(drive->fluid_friction * time, 1.0));
    if (!input) return v;
    double now = lope_point_length(v);
    bool still_over = now * now > 1.01 * drive->max_speed * drive->max_speed;
    return cut(lope_point_mad(v, drive->direction, acceleration_at(drive, s) * time), still_over ? now : drive->max_speed);
}

// The same of a law that a mode or an ability has given: its push and its own rate act for the whole step.
LOPE_COLD static lope_point step_given(const lope_law *drive, lope_point v, double time)
{
    lope_point push = drive->pushed ? drive->push : lope_point_make(0, 0, 0);
    lope_point end =
        drive->own->rate ? lope_point_mad(v, lope_law_own_rate(drive->own, v, 0), time) : step_by_figures(drive, v, time);
    return lope_point_mad(end, push, time);
}

lope_point lope_law_step(const lope_law *drive, lope_point v, double time)
{
    return LOPE_UNLIKELY(drive->own != NULL) ? step_given(drive, v, time) : step_by_figures(drive, v, time);
}

// Returns the rate (m/s2) of a law with a rate of its own, t seconds after it was given.
static lope_point own_rate(const lope_law *drive, lope_point v, double t)
{
    return lope_law_along(drive, lope_point_add(lope_law_own_rate(drive->own, v, t), drive->push));
}

// Runs a law with a rate of its own for `time` seconds, in even steps. Returns the displacement (m); *end:
// the velocity then.
LOPE_COLD static lope_point run_own(const lope_law *drive, lope_point v, double time, lope_point *end)
{
    lope_point way = {0, 0, 0};
    double count = time / RUNGE_KUTTA_STEP;
    int steps = (int)count + (count > (double)(int)count + 1e-6 ? 1 : 0);
    for (int i = 0; i < steps; i++) {
        double h = time / steps, t = drive->own->start + h * i;
        lope_point k1 = own_rate(drive, v, t), v2 = lope_point_mad(v, k1, 0.5 * h);
        lope_point k2 = own_rate(drive, v2, t + 0.5 * h), v3 = lope_point_mad(v, k2, 0.5 * h);
        lope_point k3 = own_rate(drive, v3, t + 0.5 * h), v4 = lope_point_mad(v, k3, h);
        lope_point k4 = own_rate(drive, v4, t + h);
        lope_point mean = lope_point_add(lope_point_add(v, v4), lope_point_scale(lope_point_add(v2, v3), 2.0));
        lope_point sum = lope_point_add(lope_point_add(k1, k4), lope_point_scale(lope_point_add(k2, k3), 2.0));
        way = lope_point_mad(way, mean, h / 6.0);
        v = lope_point_mad(v, sum, h / 6.0);
    }
    *end = v;
    return way;
}

// Runs the integrator that the law asks for, with walls but without the drift.
static lope_point run_law(const lope_law *drive, lope_point v, double time, lope_point *end)
{
    if (!drive->turn_instantly) v = lope_law_along(drive, v);
    if (LOPE_UNLIKELY(drive->own != NULL) && drive->own->rate && !drive->per_tick) return run_own(drive, v, time, end);
    if (!drive->turn_instantly && !drive->per_tick) return drive_exact(drive, v, time, end);
    *end = lope_law_along(drive, lope_law_step(drive, v, time));
    return lope_point_scale(*end, time);
}

// Runs any law, with the drift.
LOPE_COLD static lope_point run_any(const lope_law *drive, lope_point v, double time, lope_point *end)
{
    lope_point way = run_law(drive, v, time, end);
    if (!drive->drifts) return way;
    return lope_law_along(drive, lope_point_mad(way, drive->drift, time));
}

// Takes the common case itself: straight on along the input, with nothing in the way.
LOPE_HOT lope_point lope_law_run(const lope_law *drive, lope_point v, double time, lope_point *end)
{
    const lope_point start = {0, 0, 0};
    if (drive->wall_count > 0 || drive->drifts) return run_any(drive, v, time, end);
    if (drive->turn_instantly) {
        const lope_point wanted = lope_point_scale(drive->direction, drive->max_speed);
        lope_put_point(end, &wanted);
        return lope_point_scale(wanted, time);
    }
    double s = lope_point_length(v);
    bool law = drive->acceleration > 0 && time > 0 && !drive->per_tick;
    if (!law || !goes_straight(drive, v, s)) return run_any(drive, v, time, end);
    return run_straight(drive, start, s, time, end);
}
