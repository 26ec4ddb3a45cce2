// camera_whiskers.c - feelers beside the arm. See camera_whiskers.h.
//
// Four rays, at half of whisker_angle and at all of it to either side, as in Epic's samples. What one meets
// at a share m of the arm leaves m + (1 - m) (1 - weight) of it; the least of all counts, and is followed
// with a half-life. The outer ones have two thirds of the inner ones' weight.
//
// They are cast 30 times a second, whatever the frame rate, and what they say holds until the next time. That
// is soon enough for a half-life of a tenth of a second, and the same at every frame rate. Read next:
// camera_solve.c.
#include "control/camera_whiskers.h"

#include "control/camera_cast.h"
#include "control/decay.h"

#define FEELERS 4
#define OUTER (2.0 / 3.0)
#define INTERVAL (1.0 / 30.0) // s
#define ROUNDING 1e-6         // s, of a sum of frames

// Returns the end of the arm turned about up by an angle.
static lope_point turned_end(const lope_camera_frame *f, lope_point hand, lope_point end, double sine, double cosine)
{
    const lope_point arm = lope_point_sub(end, hand), up = lope_turn_point(f->frame_turn, lope_point_make(0, 1, 0));
    const double rise = lope_point_dot(arm, up);
    const lope_point level = lope_point_mad(arm, up, -rise), aside = lope_point_cross(up, level);
    const lope_point turned = lope_point_mad(lope_point_scale(level, cosine), aside, sine);
    return lope_point_add(hand, lope_point_mad(turned, up, rise));
}

void lope_camera_feeler_ends(const lope_camera_frame *f, lope_point hand, lope_point end, lope_point ends[2])
{
    const double sine = (double)lope_sin(f->settings->whisker_angle), cosine = (double)lope_cos(f->settings->whisker_angle);
    ends[0] = turned_end(f, hand, end, -sine, cosine);
    ends[1] = turned_end(f, hand, end, sine, cosine);
}

// Casts the feelers. *leaves: the share of the arm that they leave. *lean: to which side they turn the view.
static lope_result cast_feelers(const lope_camera_frame *f, lope_point hand, lope_point end, double *leaves, double *lean)
{
    static const double angles[FEELERS] = {-1, -0.5, 0.5, 1};
    const lope_camera_settings *s = f->settings;
    double sides[2] = {1, 1};
    for (int i = 0; i < FEELERS; i++) {
        const float angle = s->whisker_angle * (float)angles[i];
        const double weight = (double)s->whisker_weight * (i == 0 || i == FEELERS - 1 ? OUTER : 1);
        double share;
        const lope_point to = turned_end(f, hand, end, (double)lope_sin(angle), (double)lope_cos(angle));
        const lope_result result = lope_camera_cast(f, hand, to, 0, &share, NULL);
        if (result != LOPE_OK) return result;
        const double left = share + (1 - share) * (1 - weight);
        double *side = &sides[i >= FEELERS / 2];
        *side = left < *side ? left : *side;
    }
    *leaves = sides[0] < sides[1] ? sides[0] : sides[1];
    *lean = sides[1] - sides[0];
    return LOPE_OK;
}

lope_result lope_camera_feel(lope_camera_frame *f, lope_point hand, lope_point end)
{
    lope_camera *c = &f->next;
    const double half_life = (double)f->settings->whisker_half_life, keeps = lope_half_life_keeps(half_life, f->seconds);
    const bool anew = c->felt_time < 0;
    c->whisker = c->felt[0] + (c->whisker - c->felt[0]) * keeps;
    c->lean = c->felt[1] + (c->lean - c->felt[1]) * keeps;
    c->felt_time += f->seconds;
    if (c->felt_time < INTERVAL - ROUNDING && !anew) return LOPE_OK;
    const lope_result result = cast_feelers(f, hand, end, &c->felt[0], &c->felt[1]);
    c->felt_time = anew || c->felt_time > 2 * INTERVAL ? 0 : c->felt_time - INTERVAL;
    if (anew) c->whisker = c->felt[0];
    return result;
}
