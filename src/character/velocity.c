// velocity.c - see velocity.h for the law.
#include "character/velocity.h"

#define RUNGE_KUTTA_STEP (1.0 / 240.0) // s: with friction 8 1/s the error is under 1e-8 of the speed a step
#define WEAK 1e-5                      // under which an exponent is taken by its first powers, to 1e-15
#define STIFFEST 240.0                 // 1/s: one step's worth; beyond, a turn overshoots into more speed than there was
#define CAP_TOLERANCE 1e-9             // of max_speed: at the limit

lope_point lope_along_walls(lope_point v, const lope_point *walls, uint32_t count)
{
    double speed = lope_point_length(v), tolerance = -1e-9 * speed;
    lope_point zero = {0, 0, 0};
    bool free = true;
    for (uint32_t i = 0; i < count && free; i++) free = lope_point_dot(v, walls[i]) >= tolerance;
    if (free) return v;
    for (uint32_t i = 0; i < count; i++) {
        double into = lope_point_dot(v, walls[i]);
        if (into >= tolerance) continue;
        lope_point along = lope_point_mad(v, walls[i], -into);
        free = true;
        for (uint32_t k = 0; k < count && free; k++) free = k == i || lope_point_dot(along, walls[k]) >= tolerance;
        if (free) return along;
    }
    return zero;
}

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

// ln(1 + x) for x > -1.
static double log_ratio(double x) { return x < WEAK ? x * (1.0 - x * (0.5 - x / 3.0)) : lope_log_double(1.0 + x); }

// Braking straight to a stop: v' = -(f + d / |v|) v. Stops for good.
static lope_point brake(const lope_drive *drive, lope_point v, double time, double floor_speed, lope_point *end, double *used)
{
    lope_point zero = {0, 0, 0};
    double s = lope_point_length(v), f = drive->braking_friction, d = drive->braking_deceleration;
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
    // the time to come down to floor_speed
    double t = time, slow = f * s + d;
    if (floor_speed > 0 || d > 0)
        t = f <= 0 ? (s - floor_speed) / d : log_ratio(f * (s - floor_speed) / (f * floor_speed + d)) / f;
    bool arrives = (floor_speed > 0 || d > 0) && t <= time;
    if (!arrives) t = time;
    double distance, speed;
    if (f * t < WEAK) { // the powers of f t, for the exponential loses its digits
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

static double acceleration_at(const lope_drive *drive, double speed)
{
    return speed < drive->boost_speed ? drive->boost_acceleration : drive->acceleration;
}

static double at_most(double x, double limit) { return x < limit ? x : limit; }

lope_point lope_drive_rate(const lope_drive *drive, lope_point v, bool over)
{
    double s = lope_point_length(v), a = at_most(acceleration_at(drive, s), STIFFEST * (s + drive->max_speed));
    lope_point r = lope_point_scale(drive->direction, a);
    if (over) {
        double radial = s > 0 ? lope_point_dot(r, v) / (s * s) : 0;
        if (radial > 0) r = lope_point_mad(r, v, -radial); // input turns it, but does not hold up a speed above the limit
        if (s > 0) r = lope_point_mad(r, v, -at_most(drive->braking_friction + drive->braking_deceleration / s, STIFFEST));
    } else {
        lope_point aligned = lope_point_scale(drive->direction, s);
        r = lope_point_mad(r, lope_point_sub(v, aligned), -at_most(drive->friction, STIFFEST));
        if (s >= drive->max_speed * (1.0 - CAP_TOLERANCE) && s > 0) {
            double radial = lope_point_dot(r, v) / (s * s);
            if (radial > 0) r = lope_point_mad(r, v, -radial);
        }
    }
    r = lope_along_walls(r, drive->walls, drive->wall_count);
    // A wall that takes from the friction what would turn a speed away from it must not leave the rest to drive it.
    double faster = s > 0 && drive->wall_count > 0 ? (lope_point_dot(r, v) / s - a) / s : 0;
    return faster > 0 ? lope_point_mad(r, v, -faster) : r;
}

bool lope_drive_over(const lope_drive *drive, double speed) { return speed > drive->max_speed * (1.0 + 1e-6); }

// What of a push along the velocity would make it faster.
static lope_point faster_part(lope_point push, lope_point v, double speed)
{
    double radial = speed > 0 ? lope_point_dot(push, v) / (speed * speed) : 0;
    return lope_point_scale(v, radial > 0 ? radial : 0);
}

void lope_drive_parts(const lope_drive *drive, lope_point v, bool over, lope_point parts[LOPE_DRIVE_PARTS])
{
    double s = lope_point_length(v), a = at_most(acceleration_at(drive, s), STIFFEST * (s + drive->max_speed));
    double brakes = s > 0 ? at_most(drive->braking_friction + drive->braking_deceleration / s, STIFFEST) : 0;
    lope_point zero = {0, 0, 0}, push = lope_point_scale(drive->direction, a), against = zero;
    parts[LOPE_DRIVE_BRAKING] = drive->acceleration > 0 ? zero : lope_point_scale(v, -brakes);
    if (drive->acceleration > 0 && over) {
        push = lope_point_sub(push, faster_part(push, v, s));
        against = lope_point_scale(v, -brakes);
    } else if (drive->acceleration > 0) {
        against = lope_point_scale(lope_point_mad(v, drive->direction, -s), -at_most(drive->friction, STIFFEST));
        if (s >= drive->max_speed * (1.0 - CAP_TOLERANCE))
            push = lope_point_sub(push, faster_part(lope_point_add(push, against), v, s));
    }
    parts[LOPE_DRIVE_INPUT] = push;
    parts[LOPE_DRIVE_FRICTION] = against;
    lope_point sum = lope_point_add(lope_point_add(push, against), parts[LOPE_DRIVE_BRAKING]);
    lope_point rest = drive->wall_count > 0 ? lope_along_walls(sum, drive->walls, drive->wall_count) : sum;
    double faster = s > 0 && drive->wall_count > 0 && drive->acceleration > 0 ? (lope_point_dot(rest, v) / s - a) / s : 0;
    if (faster > 0) rest = lope_point_mad(rest, v, -faster);
    parts[LOPE_DRIVE_CLIP] = lope_point_sub(rest, sum);
}

static lope_point runge_kutta(const lope_drive *drive, lope_point v, double h, bool over, lope_point *end)
{
    lope_point k1 = lope_drive_rate(drive, v, over), v2 = lope_point_mad(v, k1, 0.5 * h);
    lope_point k2 = lope_drive_rate(drive, v2, over), v3 = lope_point_mad(v, k2, 0.5 * h);
    lope_point k3 = lope_drive_rate(drive, v3, over), v4 = lope_point_mad(v, k3, h);
    lope_point k4 = lope_drive_rate(drive, v4, over);
    lope_point sum = lope_point_add(lope_point_add(k1, k4), lope_point_scale(lope_point_add(k2, k3), 2.0));
    *end = lope_point_mad(v, sum, h / 6.0);
    lope_point way = lope_point_add(lope_point_add(v, v4), lope_point_scale(lope_point_add(v2, v3), 2.0));
    return lope_point_scale(way, h / 6.0);
}

// The largest share of h after which the speed is not past `limit`, by the regula falsi on the step's own result.
static double share_until(const lope_drive *drive, lope_point v, double h, bool over, double limit)
{
    double low = 0, high = 1, f_low = lope_point_length(v) - limit;
    lope_point end;
    for (int i = 0; i < 30; i++) {
        double middle = 0.5 * (low + high);
        runge_kutta(drive, v, h * middle, over, &end);
        double f = lope_point_length(end) - limit;
        if ((f < 0) == (f_low < 0))
            low = middle;
        else
            high = middle;
    }
    return high;
}

// One step of at most RUNGE_KUTTA_STEP, ended early where the law changes. Returns the time used.
static double curved_step(const lope_drive *drive, lope_point *v, double h, lope_point *way)
{
    double s = lope_point_length(*v), limits[2] = {drive->max_speed, drive->boost_speed};
    bool over = lope_drive_over(drive, s);
    lope_point end, moved = runge_kutta(drive, *v, h, over, &end);
    double after = lope_point_length(end), pin = -1;
    for (int i = 0; i < 2; i++) {
        double limit = limits[i];
        bool crossed =
            limit > 0 && ((s < limit * (1.0 - CAP_TOLERANCE) && after > limit) || (s > limit * (1.0 + 1e-6) && after < limit));
        if (!crossed) continue;
        double share = share_until(drive, *v, h, over, limit);
        h *= share > 1e-6 ? share : 1e-6;
        moved = runge_kutta(drive, *v, h, over, &end);
        after = lope_point_length(end);
        pin = limit;
    }
    if (!over && after > drive->max_speed) pin = drive->max_speed;
    if (pin > 0 && after > 0) end = lope_point_scale(end, pin / after);
    *way = lope_point_add(*way, moved);
    *v = end;
    return h;
}

// Straight along the input with nothing in the way: speeds up evenly to the limit. Speed s, distance out.
static double straight(const lope_drive *drive, double *s, double time)
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

static lope_point drive_exact(const lope_drive *drive, lope_point v, double time, lope_point *end)
{
    lope_point way = {0, 0, 0};
    if (drive->acceleration <= 0) {
        double used;
        way = brake(drive, v, time, 0, end, &used);
        return way;
    }
    for (int guard = 0; time > 0 && guard < 4096; guard++) {
        double s = lope_point_length(v), ahead = lope_point_dot(v, drive->direction);
        bool aligned = s - ahead <= 1e-12 * (s + 1e-3) && s <= drive->max_speed * (1.0 + 1e-6);
        if (aligned && drive->wall_count == 0) {
            s = s < drive->max_speed ? s : drive->max_speed;
            way = lope_point_mad(way, drive->direction, straight(drive, &s, time));
            v = lope_point_scale(drive->direction, s);
            break;
        }
        lope_point still = lope_drive_rate(drive, v, lope_drive_over(drive, s));
        if (lope_point_dot(still, still) <= 0) {
            way = lope_point_mad(way, v, time);
            break;
        }
        time -= curved_step(drive, &v, time < RUNGE_KUTTA_STEP ? time : RUNGE_KUTTA_STEP, &way);
    }
    *end = v;
    return way;
}

// Unreal's braking: sub-steps of at most 1/33 s with the deceleration's direction fixed at the start.
static lope_point brake_per_tick(const lope_drive *drive, lope_point v, double time)
{
    lope_point start = v, zero = {0, 0, 0};
    double s = lope_point_length(v), f = drive->braking_friction, d = drive->braking_deceleration;
    if (s <= 0 || (f <= 0 && d <= 0)) return v;
    lope_point slow = lope_point_scale(v, -d / s);
    while (time > 1e-6) {
        double h = f > 0 && time > 1.0 / 33.0 ? (time * 0.5 < 1.0 / 33.0 ? time * 0.5 : 1.0 / 33.0) : time;
        time -= h;
        v = lope_point_mad(v, lope_point_mad(slow, v, -f), h);
        if (lope_point_dot(v, start) <= 0) return zero;
    }
    s = lope_point_length(v);
    return s <= 0.01 * 0.01 || (d > 0 && s <= 0.1) ? zero : v;
}

static lope_point cut(lope_point v, double limit)
{
    double s = lope_point_length(v);
    return s > limit && s > 0 ? lope_point_scale(v, limit / s) : v;
}

static lope_point drive_per_tick(const lope_drive *drive, lope_point v, double time, lope_point *end)
{
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
    if (input) {
        double now = lope_point_length(v);
        bool still_over = now * now > 1.01 * drive->max_speed * drive->max_speed;
        v = cut(lope_point_mad(v, drive->direction, acceleration_at(drive, s) * time), still_over ? now : drive->max_speed);
    }
    *end = lope_along_walls(v, drive->walls, drive->wall_count);
    return lope_point_scale(*end, time);
}

lope_point lope_drive_run(const lope_drive *drive, lope_point v, double time, lope_point *end)
{
    if (drive->turn_instantly) {
        lope_point wanted = lope_point_scale(drive->direction, drive->max_speed);
        *end = lope_along_walls(wanted, drive->walls, drive->wall_count);
        return lope_point_scale(*end, time);
    }
    v = lope_along_walls(v, drive->walls, drive->wall_count);
    return drive->per_tick ? drive_per_tick(drive, v, time, end) : drive_exact(drive, v, time, end);
}
