// public_law.c - see public_law.h.
#include "motion/velocity/public_law.h"
#include "base/error.h"

// True when all numbers of a law are finite.
static bool is_finite(const lope_velocity_law *law)
{
    const double numbers[] = {law->acceleration, law->boost_acceleration, law->boost_speed,          law->max_speed,
                              law->friction,     law->braking_friction,   law->braking_deceleration, law->fluid_friction};
    bool finite = lope_finite_point(law->direction) && lope_finite_point(law->push);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) finite = finite && lope_finite_double(numbers[i]);
    return finite;
}

static double not_negative(double x) { return x > 0 ? x : 0; }

static bool is_same(lope_point a, lope_point b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

lope_velocity_law lope_law_to_public(const lope_law *drive)
{
    lope_velocity_law law = {.direction = drive->direction,
                             .acceleration = drive->acceleration,
                             .boost_acceleration = drive->boost_acceleration,
                             .boost_speed = drive->boost_speed,
                             .max_speed = drive->max_speed,
                             .friction = drive->friction,
                             .braking_friction = drive->braking_friction,
                             .braking_deceleration = drive->braking_deceleration,
                             .fluid_friction = drive->fluid_friction,
                             .instant = drive->turn_instantly};
    if (drive->pushed) law.push = drive->push;
    return law;
}

// Makes *drive a law of its own rate, without figures.
static void take_rate(const lope_velocity_law *law, lope_law_own *own, lope_law *drive)
{
    const lope_point none = {0, 0, 0};
    own->rate = law->rate;
    own->context = law->context;
    drive->direction = none;
    drive->acceleration = drive->boost_acceleration = drive->boost_speed = 0;
    drive->friction = drive->braking_friction = drive->braking_deceleration = drive->fluid_friction = 0;
    drive->turn_instantly = false;
    drive->pushed = true; // no closed form
}

bool lope_law_from_public(const lope_velocity_law *law, lope_law_own *own, lope_law *drive)
{
    if (!is_finite(law)) return false;
    lope_point push = drive->pushed ? drive->push : lope_point_make(0, 0, 0);
    drive->push = is_same(law->push, push) ? push : lope_law_own_frame(own, law->push);
    drive->pushed = lope_point_dot(drive->push, drive->push) > 0;
    drive->own = own;
    own->rate = NULL;
    drive->max_speed = not_negative(law->max_speed);
    if (law->rate) {
        take_rate(law, own, drive);
        return true;
    }
    if (!is_same(law->direction, drive->direction)) {
        lope_point direction = lope_law_own_frame(own, law->direction);
        double length = lope_point_length(direction);
        drive->direction = lope_point_scale(direction, length > 0 ? 1.0 / length : 0);
    }
    bool input = lope_point_dot(drive->direction, drive->direction) > 0;
    drive->acceleration = input ? not_negative(law->acceleration) : 0;
    drive->boost_acceleration = input ? not_negative(law->boost_acceleration) : 0;
    drive->boost_speed = not_negative(law->boost_speed);
    drive->friction = not_negative(law->friction);
    drive->braking_friction = not_negative(law->braking_friction);
    drive->braking_deceleration = not_negative(law->braking_deceleration);
    drive->fluid_friction = not_negative(law->fluid_friction);
    drive->turn_instantly = law->instant;
    return true;
}
