// unreal.c - see unreal.h.
#include "unreal.h"

static double least(double a, double b) { return a < b ? a : b; }

// In sub-steps while there is friction: as long as more than the longest one is left, of that or of half of
// what is left.
brute_point unreal_brake(const unreal_law *law, brute_point v, double h)
{
    double speed = brute_length(v), friction = law->friction * law->factor;
    // BrakingSubStepTime is kept within these, which are floats as a tick's time is: a tick of 1/20 s is one
    // sub-step of 1/20 s.
    double shortest = (double)(1.0f / 75.0f), longest = (double)(1.0f / 20.0f), most = law->sub_step;
    if (most < shortest) most = shortest;
    if (most > longest) most = longest;
    if (speed <= 0 || (friction <= 0 && law->deceleration <= 0)) return v;
    brute_point start = v, slow = brute_scale(v, -law->deceleration / speed);
    for (double left = h, part; left >= 1e-6; left -= part) {
        part = left > most && friction > 0 ? least(most, left / 2) : left;
        v = brute_add(v, brute_scale(brute_add(brute_scale(v, -friction), slow), part));
        if (brute_dot(v, start) <= 0) return brute_make(0, 0, 0);
    }
    speed = brute_length(v); // 0.01 cm/s, and 10 cm/s, are at rest
    return speed <= 1e-4 || (law->deceleration > 0 && speed <= 0.1) ? brute_make(0, 0, 0) : v;
}

static int over(brute_point v, double limit) { return brute_dot(v, v) > 1.01 * limit * limit; }

brute_point unreal_velocity(const unreal_law *law, brute_point v, brute_point input, double h)
{
    double press = brute_length(input), speed = brute_length(v), limit = press > 0 ? law->max_speed * press : law->max_speed;
    brute_point old = v;
    if (press <= 0 || over(v, limit)) {
        v = unreal_brake(law, v, h);
        if (over(old, limit) && brute_length(v) < limit && brute_dot(input, old) > 0) v = brute_scale(old, limit / speed);
    } else { // turned toward the input
        brute_point off = brute_sub(v, brute_scale(input, speed / press));
        v = brute_sub(v, brute_scale(off, least(h * law->friction, 1)));
    }
    if (law->fluid) v = brute_scale(v, 1 - least(law->friction * h, 1));
    if (press <= 0) return v;
    double cap = over(v, limit) ? brute_length(v) : limit;
    v = brute_add(v, brute_scale(input, law->acceleration * h));
    speed = brute_length(v);
    return speed > cap ? brute_scale(v, cap / speed) : v;
}
