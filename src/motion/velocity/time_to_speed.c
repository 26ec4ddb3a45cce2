// time_to_speed.c - the seconds that a velocity law takes to a speed: lope_law_time_to_speed.
//
// Straight ways have closed forms: braking, with a push along the way too, and speeding up along the input.
// Other laws are solved in the steps of the exact integrator, up to the step in which the speed comes by.
// Read next: velocity_law.c.
#include "base/error.h"
#include "motion/velocity/public_law.h"
#include "motion/velocity/velocity_law.h"

#define STEP (1.0 / 240.0) // s, as the integrator's: so its steps are the same
#define LONGEST 60.0       // s, for which a law is solved at most
#define EQUAL 1e-9         // share of a speed that counts as equal
#define HALVINGS 40        // of a step: to 4e-15 s
#define EDGE (1.0 / 64.0)  // share of a step over which its speed is asked to rise or fall
#define SLOW_FRICTION 4.0  // 1/s: up to here the integrator is within 1e-11 of the closed form, in each step
#define STILL 1e-4         // m/s under which the integrator stands
#define ALONG 1e-12        // share of a push across a velocity: less is along it

// What is asked: by which law, from where, to which speed.
typedef struct lope_speed_goal {
    const lope_law *law;
    lope_law_own *own; // the law's: its `start` goes along
    double speed;
} lope_speed_goal;

// Returns the speed (m/s) after h seconds from v; *end: the velocity then.
static double speed_after(const lope_law *law, lope_point v, double h, lope_point *end)
{
    lope_law_run(law, v, h, end);
    return lope_point_length(*end);
}

// Returns ln(1 + x) / x times y, so that it holds for a small x too.
static double log_share(double x, double y)
{
    bool small = x < 1e-5 && x > -1e-5;
    return small ? y * (1.0 - x * (0.5 - x / 3.0)) : y * lope_log_double(1.0 + x) / x;
}

// Returns the seconds of v' = -friction v + rate from speed s to `goal`; -1: never.
static double decay_time(double s, double goal, double friction, double rate)
{
    double slope = rate - friction * s, there = rate - friction * goal; // m/s2, at the two ends
    bool rises = goal > s;
    if (rises ? slope <= 0 || there <= 0 : slope >= 0 || there >= 0) return -1;
    return log_share(friction * (goal - s) / there, (goal - s) / there);
}

// Returns the seconds of speeding up along the input from speed s; -1: never.
static double straight_time(const lope_law *law, double s, double goal)
{
    double time = 0, boost = law->boost_speed < goal ? law->boost_speed : goal;
    if (goal < s || goal > law->max_speed) return -1;
    if (s < boost) {
        if (law->boost_acceleration <= 0) return -1;
        time = (boost - s) / law->boost_acceleration;
        s = boost;
    }
    if (goal <= s) return time;
    return law->acceleration > 0 ? time + (goal - s) / law->acceleration : -1;
}

// True when the law has a closed form from v, of speed s, with the answer in *time; -1: never.
static bool closed_form(const lope_law *law, lope_point v, double s, double goal, double *time)
{
    double friction = law->braking_friction + law->fluid_friction;
    if (law->own && law->own->rate) return false;
    if (law->turn_instantly) {
        double gap = goal - law->max_speed * lope_point_length(law->direction);
        *time = gap <= EQUAL * goal && gap >= -EQUAL * goal ? 0 : -1;
        return true;
    }
    if (law->acceleration > 0) {
        bool aligned = s - lope_point_dot(v, law->direction) <= 1e-12 * s && s <= law->max_speed * (1.0 + 1e-6);
        if (!aligned || law->pushed || law->fluid_friction > 0) return false;
        *time = straight_time(law, s, goal);
        return true;
    }
    if (!law->pushed) {
        *time = goal > s ? -1 : decay_time(s, goal, friction, -law->braking_deceleration);
        return true;
    }
    if (friction > SLOW_FRICTION || s <= 0) return false;
    double along = lope_point_dot(law->push, v) / s;
    lope_point across = lope_point_mad(law->push, v, -along / s);
    if (lope_point_length(across) > ALONG * lope_point_length(law->push)) return false;
    // pushed back, it may come to a stand and then go the other way
    *time = decay_time(s, goal, friction, along - law->braking_deceleration);
    return *time >= 0 || along > 0 || -along <= law->braking_deceleration;
}

// True when the speed after h seconds is on the other side of the goal than at the start, or on it.
static bool is_past(const lope_speed_goal *goal, lope_point v, double h, bool below)
{
    lope_point end;
    double speed = speed_after(goal->law, v, h, &end);
    return below ? speed >= goal->speed : speed <= goal->speed;
}

// Returns the first instant in h seconds at which the speed is past the goal. It is so after h.
static double first_past(const lope_speed_goal *goal, lope_point v, double h, bool below)
{
    double low = 0, high = h;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (is_past(goal, v, middle, below))
            high = middle;
        else
            low = middle;
    }
    return high;
}

// True when the speed turns back within a step of h seconds: *at is the instant, to a share of the step.
// Finds it by cutting the step in three.
static bool turns_back(const lope_speed_goal *goal, lope_point v, double h, bool below, double *at)
{
    lope_point end;
    double s = lope_point_length(v), sign = below ? 1 : -1, low = 0, high = h;
    bool nears = sign * (speed_after(goal->law, v, EDGE * h, &end) - s) > 0;
    double last = speed_after(goal->law, v, h, &end), before = speed_after(goal->law, v, (1 - EDGE) * h, &end);
    if (!nears || sign * (last - before) >= 0) return false;
    for (int i = 0; i < HALVINGS; i++) {
        double third = (high - low) / 3;
        double a = speed_after(goal->law, v, low + third, &end), b = speed_after(goal->law, v, high - third, &end);
        if (sign * (a - b) < 0)
            low += third;
        else
            high -= third;
    }
    *at = 0.5 * (low + high);
    return true;
}

// Solves the law step by step, for at most `within` seconds. Returns -1 when the speed does not come by.
static double march(const lope_speed_goal *goal, lope_point v, double within)
{
    double time = 0, s = lope_point_length(v), left = within < LONGEST ? within : LONGEST;
    while (left > 0) {
        lope_point end;
        double h = left < STEP ? left : STEP, peak;
        bool below = s < goal->speed;
        goal->own->start = time;
        double after = speed_after(goal->law, v, h, &end);
        if (is_past(goal, v, h, below)) return time + first_past(goal, v, h, below);
        if (turns_back(goal, v, h, below, &peak) && is_past(goal, v, peak, below)) return time + first_past(goal, v, peak, below);
        bool rests = end.x == v.x && end.y == v.y && end.z == v.z;
        if (rests && !(goal->law->own && goal->law->own->rate)) return -1;
        time += h;
        left -= h;
        v = end;
        s = after;
    }
    return -1;
}

double lope_law_time_to_speed(const lope_velocity_law *law, lope_point velocity, double speed, double within)
{
    lope_law_own own = {.rate = NULL};
    lope_law drive = {.still = STILL};
    if (!lope_finite_double(speed) || speed < 0 || !lope_finite_point(velocity) || !(within >= 0)) return -1;
    if (!lope_law_from_public(law, &own, &drive)) return -1;
    double s = lope_point_length(velocity), gap = s - speed, time;
    bool is_there = gap <= EQUAL * (s + speed) && gap >= -EQUAL * (s + speed);
    if (is_there && !drive.turn_instantly) return 0;
    const lope_speed_goal goal = {&drive, &own, speed};
    if (!closed_form(&drive, velocity, s, speed, &time)) return march(&goal, velocity, within);
    return time <= within ? time : -1;
}
