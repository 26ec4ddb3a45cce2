// camera_solve.c - the way from inside the capsule to the camera. See camera_solve.h.
//
// One sphere is swept all the way: from the capsule's axis to the pivot, on to the hand, and back along the
// arm. Each stretch is short by a cut (m): a hit sets it at once, and what is free lets it out again. Only
// what the cut leaves is swept, so the camera never gets ahead of what it has tested.
//
// A thin thing is looked past while the camera is behind it already. That is the case when the sphere comes
// there round one side of it, and a ray goes past the other side:
//
//                       .-----------------> .
//         hand --------|  thin  |--------- camera       both outer ways are free
//                       '-----------------> .
//
// Where the thing is met they are so far aside that a thing of the angle thin_angle fits between them,
// wherever on the sphere's way it stands. So a camera never steps over a thing to get behind it, and
// what it stands in is always free. Read next: camera_whiskers.c.
#include "control/camera_solve.h"

#include "control/camera_cast.h"
#include "control/camera_relax.h"
#include "control/camera_whiskers.h"

#define NOTHING 1e-9 // m: a way that is none
#define CLEAR 1e-6   // m by which what is pushed out is clear of what pushes it

// Notes a contraction.
static void note_hit(lope_camera_frame *f, double by, const lope_cast_hit *hit)
{
    f->out.blocked = true;
    f->out.body = hit->body;
    if (by > 0) f->out.contracted += by;
}

// Returns a stretch's cut after the frame's time.
static double relaxed(const lope_camera_frame *f, int stretch)
{
    const lope_camera_settings *s = f->settings;
    return lope_relax(f->next.cuts[stretch], (double)s->relax_half_life, (double)s->relax_speed, f->seconds);
}

// Sweeps from `from` toward *to, as far as the cut of that stretch leaves, and puts *to where it ends.
static lope_result sweep_stretch(lope_camera_frame *f, int stretch, lope_point from, lope_point *to)
{
    const lope_point way = lope_point_sub(*to, from);
    const double length = lope_point_length(way), cut = relaxed(f, stretch), least = cut < length ? cut : length;
    double *kept = &f->next.cuts[stretch], share;
    lope_cast_hit hit;
    *kept = least;
    const double reach = length - least;
    *to = length > 0 ? lope_point_mad(from, way, reach / length) : from;
    if (reach <= NOTHING) return LOPE_OK;
    const lope_result result = lope_camera_cast(f, from, *to, f->probe, &share, &hit);
    if (result != LOPE_OK || share >= 1) return result;
    *to = lope_point_mad(from, way, share * reach / length);
    *kept = length - share * reach;
    note_hit(f, (1 - share) * reach, &hit);
    return LOPE_OK;
}

// Tells whether the sphere comes round one side of what is between the hand and `to`, and a ray past the
// other. right: unit, to the right or to the left. by: m, how far aside both are at `to`.
static lope_result passes(const lope_camera_frame *f, lope_point to, lope_point right, const double by[2], bool *free)
{
    const lope_point from = f->out.hand, one = lope_point_mad(to, right, by[0]), other = lope_point_mad(to, right, -by[1]);
    double share;
    *free = false;
    lope_result result = lope_camera_cast(f, from, other, 0, &share, NULL);
    if (result != LOPE_OK || share < 1) return result;
    result = lope_camera_cast(f, from, one, f->probe, &share, NULL);
    if (result != LOPE_OK || share < 1) return result;
    result = lope_camera_cast(f, one, to, f->probe, &share, NULL);
    *free = share >= 1;
    return result;
}

// Tells whether what is met between the hand and `to` is thin, and the camera free behind it. share: of
// the way, reach (m) long, where it is met.
static lope_result is_thin(const lope_camera_frame *f, lope_point to, double reach, double share, bool *thin)
{
    *thin = false;
    if (!(f->settings->thin_angle > 0) || share * reach < f->probe) return LOPE_OK;
    const double width = (double)lope_tan(f->settings->thin_angle) * share * reach;
    const double by[2] = {(width + 2 * f->probe) / share, (width + f->probe) / share};
    const lope_point right = lope_turn_point(f->turn, lope_point_make(1, 0, 0));
    lope_result result = passes(f, to, right, by, thin);
    if (result == LOPE_OK && !*thin) result = passes(f, to, lope_point_scale(right, -1), by, thin);
    return result;
}

// Returns the arm's cut after the frame's time: it is held for a while after a contraction.
static double relaxed_arm(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const lope_camera_settings *s = f->settings;
    const double time = f->seconds > c->holds ? f->seconds - c->holds : 0;
    c->holds = c->holds > f->seconds ? c->holds - f->seconds : 0;
    return lope_relax(c->cuts[2], (double)s->relax_half_life, (double)s->relax_speed, time);
}

// Sweeps along the arm.
static lope_result sweep_arm(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const lope_point from = f->out.hand, way = lope_point_sub(f->end, from);
    const double length = lope_point_length(way);
    double share, cut = relaxed_arm(f);
    bool thin = false;
    lope_cast_hit hit;
    lope_result result = LOPE_OK;
    if (f->settings->whisker_angle > 0) result = lope_camera_feel(f, from, f->end);
    if (result != LOPE_OK) return result;
    const double shorter = (1 - c->whisker) * length, most = cut > shorter ? cut : shorter;
    const double reach = most < length ? length - most : 0;
    c->cuts[2] = cut < length ? cut : length;
    f->out.position = length > 0 ? lope_point_mad(from, way, reach / length) : from;
    if (reach <= NOTHING) return LOPE_OK;
    result = lope_camera_cast(f, from, f->out.position, f->probe, &share, &hit);
    if (result != LOPE_OK || share >= 1) return result;
    result = is_thin(f, f->out.position, reach, share, &thin);
    f->out.looked_past = thin;
    if (result != LOPE_OK || thin) return result;
    f->out.position = lope_point_mad(from, way, share * reach / length);
    c->cuts[2] = length - share * reach;
    c->holds = (double)f->settings->hold_time;
    note_hit(f, (1 - share) * reach, &hit);
    return LOPE_OK;
}

// Returns true when the sphere about p is within the capsule, which is free.
static bool in_capsule(const lope_camera_frame *f, lope_point p)
{
    const double slack = 0.005; // m: the capsule may overlap what is around it by less
    return lope_point_length(lope_point_sub(p, f->out.safe)) + f->probe <= f->radius - slack;
}

// Flies from where it was, and stops where something is in the way.
static lope_result solve_flight(lope_camera_frame *f)
{
    double share;
    lope_cast_hit hit;
    lope_point from = f->next.place;
    lope_result result = lope_camera_cast(f, from, f->end, f->probe, &share, &hit);
    if (result == LOPE_OK && share <= 0 && hit.depth > 0) {
        from = lope_point_mad(from, hit.normal, hit.depth + CLEAR);
        result = lope_camera_cast(f, from, f->end, f->probe, &share, &hit);
    }
    if (result != LOPE_OK) return result;
    if (share < 1) note_hit(f, 0, &hit);
    f->out.position = f->next.place = lope_point_mad(from, lope_point_sub(f->end, from), share);
    return LOPE_OK;
}

// Gathers what the frame's sweeps and feelers may ask about.
static lope_result cover(const lope_camera_frame *f)
{
    lope_point points[6] = {f->out.safe, f->out.pivot, f->out.hand, f->end};
    const bool feels = f->settings->whisker_angle > 0;
    if (feels) lope_camera_feeler_ends(f, f->out.hand, f->end, &points[4]);
    return lope_camera_cover(f, points, feels ? 6 : 4);
}

lope_result lope_camera_solve(lope_camera_frame *f)
{
    const uint32_t kind = f->settings->kind;
    lope_result result = LOPE_OK;
    f->out.position = f->end;
    if (f->settings->no_collision) {
        if (kind == LOPE_CAMERA_FREE_FLY) f->next.place = f->end;
        return LOPE_OK;
    }
    if (kind == LOPE_CAMERA_FREE_FLY) return solve_flight(f);
    const lope_point pivot = f->out.pivot, hand = lope_point_sub(f->out.hand, pivot);
    const bool arm_from_pivot = lope_point_length(hand) <= NOTHING;
    result = cover(f);
    if (result != LOPE_OK) return result;
    if (!in_capsule(f, pivot) || f->next.cuts[0] > 0) result = sweep_stretch(f, 0, f->out.safe, &f->out.pivot);
    // what the pivot is short of, hand and end are too
    const lope_point moved = lope_point_sub(f->out.pivot, pivot);
    f->out.hand = lope_point_add(f->out.hand, moved);
    if (kind != LOPE_CAMERA_FIXED && kind != LOPE_CAMERA_RAIL) f->end = lope_point_add(f->end, moved);
    if (result == LOPE_OK && !arm_from_pivot) {
        const lope_point was = f->out.hand;
        result = sweep_stretch(f, 1, f->out.pivot, &f->out.hand);
        f->end = lope_point_add(f->end, lope_point_sub(f->out.hand, was));
    }
    return result == LOPE_OK ? sweep_arm(f) : result;
}
