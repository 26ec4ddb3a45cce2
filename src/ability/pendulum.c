// pendulum.c - the swing: see pendulum.h.
//
// A taut rope is solved by Runge and Kutta's fourth order in steps of at most 1/240 s, after which the arm is
// as long as the rope again and the velocity across it. At a length of 1 m a step changes the energy by less
// than 1e-11 of itself, so a swing has no decay at any tick rate. Where the tension would be below zero the
// rope is slack: a free fall up to the instant at which the arm is as long as the rope, which then takes the
// outward speed. Climbing keeps the angular momentum: half before each step, half after it.
//
// Data: a lope_pendulum of the caller's. Read next: rope.c.
#include "pendulum.h"

#include "level.h"

#define STEPS 240.0   // a second
#define TAUT 1e-7     // of the length, by which a taut arm may be short
#define ROUNDING 1e-6 // s, as `stiff`
#define HALVINGS 40

// Returns what accelerates the point without the rope.
static lope_point free_acceleration(const lope_pendulum *p, lope_point velocity)
{
    lope_point a = lope_point_mad(p->pull, velocity, -p->drag);
    const double along = lope_point_dot(velocity, lope_unit_of(p->push));
    return along < p->top ? lope_point_add(a, p->push) : a;
}

// Returns the acceleration on a taut rope.
static lope_point taut_acceleration(const lope_pendulum *p, lope_point arm, lope_point velocity)
{
    const lope_point a = free_acceleration(p, velocity);
    const double inward = lope_point_dot(a, arm) + lope_point_dot(velocity, velocity);
    return lope_point_mad(a, arm, -inward / lope_point_dot(arm, arm));
}

// Returns the rope's pull on the point, m/s2; below 0: it would have to push.
static double tension(const lope_pendulum *p)
{
    const lope_point out = lope_unit_of(p->arm);
    const lope_point across = lope_point_mad(p->velocity, out, -lope_point_dot(p->velocity, out));
    return lope_point_dot(free_acceleration(p, p->velocity), out) + lope_point_dot(across, across) / p->length;
}

// Makes the arm as long as the rope, and the velocity across it.
static void tighten(lope_pendulum *p)
{
    const lope_point out = lope_unit_of(p->arm);
    p->arm = lope_point_scale(out, p->length);
    p->velocity = lope_point_mad(p->velocity, out, -lope_point_dot(p->velocity, out));
}

// Tells whether the rope is taut, and takes the outward speed if it is.
static bool is_taut(lope_pendulum *p)
{
    const double length = lope_point_length(p->arm);
    if (!p->rod && length < p->length * (1 - TAUT)) return false;
    const double outward = lope_point_dot(p->velocity, lope_unit_of(p->arm)), pull = tension(p);
    if (!p->rod && (pull <= 0 || -outward > pull * (p->stiff + ROUNDING))) {
        if (outward > 0) tighten(p);
        return false;
    }
    tighten(p);
    return true;
}

// One step on a taut rope.
static void swing(lope_pendulum *p, double h)
{
    const lope_point r = p->arm, v = p->velocity;
    const lope_point a1 = taut_acceleration(p, r, v);
    const lope_point v2 = lope_point_mad(v, a1, 0.5 * h), a2 = taut_acceleration(p, lope_point_mad(r, v, 0.5 * h), v2);
    const lope_point v3 = lope_point_mad(v, a2, 0.5 * h), a3 = taut_acceleration(p, lope_point_mad(r, v2, 0.5 * h), v3);
    const lope_point v4 = lope_point_mad(v, a3, h), a4 = taut_acceleration(p, lope_point_mad(r, v3, h), v4);
    const lope_point way = lope_point_add(lope_point_add(v, v4), lope_point_scale(lope_point_add(v2, v3), 2));
    const lope_point change = lope_point_add(lope_point_add(a1, a4), lope_point_scale(lope_point_add(a2, a3), 2));
    p->arm = lope_point_mad(r, way, h / 6);
    p->velocity = lope_point_mad(v, change, h / 6);
    tighten(p);
}

static lope_point fallen(const lope_pendulum *p, lope_point a, double h)
{
    return lope_point_mad(lope_point_mad(p->arm, p->velocity, h), a, 0.5 * h * h);
}

// One step on a slack rope. Returns the s that are left when it becomes taut.
static double fall(lope_pendulum *p, double h)
{
    const lope_point a = free_acceleration(p, p->velocity);
    const bool ends = lope_point_length(fallen(p, a, h)) > p->length;
    double low = 0, high = h;
    for (int i = 0; ends && i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        *(lope_point_length(fallen(p, a, middle)) > p->length ? &high : &low) = middle;
    }
    const double time = ends ? low : h;
    p->arm = fallen(p, a, time);
    p->velocity = lope_point_mad(p->velocity, a, time);
    if (!ends) return 0;
    if (lope_point_dot(p->velocity, p->arm) > 0) tighten(p);
    return h - time;
}

// Changes the length for h seconds. The angular momentum of a taut rope stays.
static void reel(lope_pendulum *p, double h)
{
    const double length = lope_point_length(p->arm);
    double next = p->length + p->reel * h;
    if (p->reel == 0) return;
    if (next > p->most) next = p->most > p->length ? p->most : p->length;
    if (next < p->least) next = p->least < p->length ? p->least : p->length;
    const bool taut = length >= p->length * (1 - TAUT);
    p->length = next;
    if ((!taut && length <= next) || !(length > 0)) return;
    p->arm = lope_point_scale(p->arm, next / length);
    p->velocity = lope_point_scale(p->velocity, length / next);
}

bool lope_pendulum_run(lope_pendulum *p, double seconds)
{
    int steps = (int)(seconds * STEPS + 1 - 1e-6);
    if (steps < 1) steps = 1;
    const double h = seconds / steps;
    bool taut = false;
    for (int i = 0; i < steps; i++) {
        reel(p, 0.5 * h);
        double left = h;
        taut = is_taut(p);
        if (!taut) {
            left = fall(p, h);
            taut = left > 0 && is_taut(p);
        }
        if (taut)
            swing(p, left);
        else if (left > 0)
            fall(p, left);
        reel(p, 0.5 * h);
        p->stiff = 0;
    }
    return taut;
}
