// angle.c - sine and cosine of degrees by exact reduction and a Taylor series, and quaternions in doubles.
//
// The series runs to x^17 over |x| <= pi / 4, where the first term left out is under 1e-19. Read next: motion.c.
#include "angle.h"

// Degrees in [0, 360).
static double whole_turn(double degrees)
{
    if (!(degrees > -1e12 && degrees < 1e12)) return 0.0;
    double rest = degrees - 360.0 * floor(degrees / 360.0);
    if (rest < 0.0) rest += 360.0;
    return rest >= 360.0 ? rest - 360.0 : rest;
}

// x in radians, |x| <= pi / 4
static double series_sin(double x)
{
    double s = x * x;
    double sum = 1.0 - s / 272.0;
    for (double n = 14.0; n >= 2.0; n -= 2.0) sum = 1.0 - s / (n * (n + 1.0)) * sum;
    return x * sum;
}

static double series_cos(double x)
{
    double s = x * x;
    double sum = 1.0 - s / 240.0;
    for (double n = 13.0; n >= 1.0; n -= 2.0) sum = 1.0 - s / (n * (n + 1.0)) * sum;
    return sum;
}

double lope_scene_sin(double degrees)
{
    double d = whole_turn(degrees);
    double quarter = floor((d + 45.0) / 90.0);
    double x = (d - 90.0 * quarter) * LOPE_SCENE_RADIANS;
    if (quarter == 1.0) return series_cos(x);
    if (quarter == 2.0) return -series_sin(x) + 0.0;
    if (quarter == 3.0) return -series_cos(x);
    return series_sin(x);
}

double lope_scene_cos(double degrees) { return lope_scene_sin(whole_turn(degrees) + 90.0); }

double lope_scene_wrap(double degrees)
{
    double d = whole_turn(degrees);
    return d > 180.0 ? d - 360.0 : d;
}

lope_scene_quat lope_scene_quat_identity(void) { return (lope_scene_quat){0.0, 0.0, 0.0, 1.0}; }

lope_scene_quat lope_scene_quat_multiply(lope_scene_quat a, lope_scene_quat b)
{
    return (lope_scene_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                             a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

lope_scene_quat lope_scene_quat_conjugate(lope_scene_quat q) { return (lope_scene_quat){-q.x, -q.y, -q.z, q.w}; }

lope_scene_quat lope_scene_quat_normalize(lope_scene_quat q)
{
    double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0.0)) return lope_scene_quat_identity();
    return (lope_scene_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

lope_scene_quat lope_scene_quat_about(lope_point axis, double degrees)
{
    double length = lope_point_length(axis);
    if (!(length > 0.0)) return lope_scene_quat_identity();
    double s = lope_scene_sin(degrees / 2.0) / length;
    return (lope_scene_quat){axis.x * s, axis.y * s, axis.z * s, lope_scene_cos(degrees / 2.0)};
}

lope_scene_quat lope_scene_quat_from_euler(lope_point euler)
{
    lope_scene_quat pitch = lope_scene_quat_about(lope_point_make(1.0, 0.0, 0.0), euler.x);
    lope_scene_quat yaw = lope_scene_quat_about(lope_point_make(0.0, 1.0, 0.0), euler.y);
    lope_scene_quat roll = lope_scene_quat_about(lope_point_make(0.0, 0.0, 1.0), euler.z);
    return lope_scene_quat_multiply(yaw, lope_scene_quat_multiply(pitch, roll));
}

lope_scene_quat lope_scene_quat_from_y(lope_point direction)
{
    double length = lope_point_length(direction);
    if (!(length > 0.0)) return lope_scene_quat_identity();
    lope_point d = lope_point_scale(direction, 1.0 / length);
    // Straight down has no least turn: about z, which keeps forward where it was.
    if (d.y < -1.0 + 1e-12) return (lope_scene_quat){0.0, 0.0, 1.0, 0.0};
    return lope_scene_quat_normalize((lope_scene_quat){d.z, 0.0, -d.x, 1.0 + d.y});
}

lope_point lope_scene_quat_rotate(lope_scene_quat q, lope_point p)
{
    if (q.x == 0.0 && q.y == 0.0 && q.z == 0.0) return p;
    lope_point v = lope_point_make(q.x, q.y, q.z);
    lope_point t = lope_point_scale(lope_point_cross(v, p), 2.0);
    return lope_point_add(lope_point_mad(p, t, q.w), lope_point_cross(v, t));
}

lope_quat lope_scene_quat_to_float(lope_scene_quat q)
{
    lope_quat f = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    return f;
}
