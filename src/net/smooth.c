// smooth.c - the visual offset. Read first: smooth.h.
#include "net/smooth.h"

#define TIME 0.1         // s, of the decay
#define LEAST 1e-3       // m
#define OFFSET_MOST 3.84 // m, as Unreal's: beyond it the character was put elsewhere
#define PI 3.14159265358979323846

void lope_smooth_pass(lope_smooth *smooth, double now)
{
    const double seconds = now - smooth->time;
    smooth->time = now;
    if (!(seconds > 0)) return;
    const double left = lope_exp_double(-seconds / TIME);
    smooth->offset = lope_point_scale(smooth->offset, left);
    smooth->yaw *= left;
}

void lope_smooth_correct(lope_smooth *smooth, lope_point moved, double turned)
{
    while (turned > PI) turned -= 2 * PI;
    while (turned < -PI) turned += 2 * PI;
    smooth->yaw -= turned;
    if (lope_point_length(moved) < LEAST) return;
    smooth->offset = lope_point_sub(smooth->offset, moved);
    if (lope_point_length(smooth->offset) > OFFSET_MOST) smooth->offset = (lope_point){0, 0, 0};
}
