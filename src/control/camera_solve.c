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
// what it stands in is always free.
//
// What is in the arm's way at a frame's end cuts it at once, so there the frame rate does not matter. What
// goes out of its way does so within a frame: that frame is gone through in slices. Read next:
// camera_whiskers.c.
#include "control/camera_solve.h"

#include "control/camera_cast.h"
#include "control/camera_relax.h"
#include "control/camera_whiskers.h"

#define NOTHING 1e-9        // m: a way that is none
#define HALVINGS 6          // of a slice, in search of an instant: to 65 us, in which 6 m/s go 0.4 mm
#define SLICE (1.0 / 240.0) // s: where the arm comes free, a frame is gone through in such slices
#define CLEAR 1e-6          // m by which what is pushed out is clear of what pushes it

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

// Returns the arm's cut after a time of the frame: it is held for a while after a contraction.
static double relaxed_arm(lope_camera_frame *f, double cut, double seconds)
{
    lope_camera *c = &f->next;
    const lope_camera_settings *s = f->settings;
    const double time = seconds > c->holds ? seconds - c->holds : 0;
    c->holds = c->holds > seconds ? c->holds - seconds : 0;
    return lope_relax(cut, (double)s->relax_half_life, (double)s->relax_speed, time);
}

// The arm within a frame.
typedef struct arm_place {
    lope_point hand, way; // m; from the hand to the arm's end
    double length;        // m, of the way
} arm_place;

// Returns where the arm was a share of the frame's time after its beginning: the hand went as under even
// acceleration, and the arm turned evenly.
static arm_place arm_at(const lope_camera_frame *f, double share)
{
    const lope_camera *c = &f->next;
    const lope_point first = lope_point_sub(c->end, c->hand), last = lope_point_sub(f->end, f->out.hand);
    const lope_point was = lope_point_add(c->hand, f->carried), gone = lope_point_sub(f->out.hand, was);
    const double before = lope_point_length(first), after = lope_point_length(last);
    const lope_point mixed = lope_point_mad(lope_point_scale(first, 1 - share), last, share);
    const double length = before + (after - before) * share, chord = lope_point_length(mixed);
    return (arm_place){.hand = lope_point_mad(was, gone, share),
                       .way = lope_point_scale(mixed, chord > NOTHING ? length / chord : 1),
                       .length = length};
}

// The arm at an instant within a frame.
typedef struct arm_instant {
    double share;      // of the frame's time
    double cut, holds; // m; s
} arm_instant;

// Goes on to a later instant of the frame: the arm is let out, and cut by what is in its way there. Returns
// in *blocked whether something is.
static lope_result go_on(lope_camera_frame *f, double share, arm_instant *instant, bool *blocked)
{
    const arm_place arm = arm_at(f, share);
    double met = 1;
    f->next.holds = instant->holds;
    const double left = relaxed_arm(f, instant->cut, (share - instant->share) * f->seconds), reach = arm.length - left;
    if (reach > NOTHING) {
        const lope_point to = lope_point_mad(arm.hand, arm.way, reach / arm.length);
        const lope_result result = lope_camera_cast(f, arm.hand, to, f->probe, &met, NULL);
        if (result != LOPE_OK) return result;
    }
    *blocked = met < 1;
    instant->share = share;
    instant->cut = *blocked ? arm.length - met * reach : left;
    instant->holds = *blocked ? (double)f->settings->hold_time : f->next.holds;
    return LOPE_OK;
}

// Searches between an instant at which the arm is blocked, and a later one at which it is not, for the last
// at which it is.
static lope_result find_release(lope_camera_frame *f, arm_instant *blocked, double free)
{
    for (int i = 0; i < HALVINGS; i++) {
        arm_instant middle = *blocked;
        bool is_blocked;
        const lope_result result = go_on(f, 0.5 * (blocked->share + free), &middle, &is_blocked);
        if (result != LOPE_OK) return result;
        if (is_blocked)
            *blocked = middle;
        else
            free = middle.share;
    }
    return LOPE_OK;
}

// Finds the arm's cut where what was in its way has gone out of it in this frame. The frame is gone through
// in slices, and in the last one with something in the way the instant of its going is searched for: from
// then on the arm is let out. So the path hardly depends on the frame rate. *cut: m, in: at the frame's
// beginning. holds: s, for which the arm was to be held then.
static lope_result let_go(lope_camera_frame *f, double holds, double *cut)
{
    const int slices = 1 + (int)(f->seconds / SLICE - 1e-6);
    arm_instant now = {0, *cut, holds}, last = now;
    double free = 0;
    for (int i = 1; i <= slices; i++) {
        bool blocked = false;
        const lope_result result = i < slices ? go_on(f, (double)i / slices, &now, &blocked) : LOPE_OK;
        if (result != LOPE_OK) return result;
        if (blocked) last = now;
        if (blocked || !(free > last.share)) free = blocked ? 0 : (double)i / slices;
    }
    const lope_result result = find_release(f, &last, free);
    f->next.holds = last.holds;
    *cut = relaxed_arm(f, last.cut, (1 - last.share) * f->seconds);
    return result;
}

// Sweeps along the arm, as far as its cut leaves, and notes what is in the way. Returns in *struck whether
// something is.
static lope_result strike(lope_camera_frame *f, lope_point from, lope_point way, double length, double reach, bool *struck)
{
    lope_camera *c = &f->next;
    double share;
    bool thin = false;
    lope_cast_hit hit;
    *struck = false;
    if (reach <= NOTHING) return LOPE_OK;
    lope_result result = lope_camera_cast(f, from, f->out.position, f->probe, &share, &hit);
    if (result != LOPE_OK || share >= 1) return result;
    result = is_thin(f, f->out.position, reach, share, &thin);
    f->out.looked_past = thin;
    if (result != LOPE_OK || thin) return result;
    f->out.position = lope_point_mad(from, way, share * reach / length);
    c->cuts[2] = length - share * reach;
    c->holds = (double)f->settings->hold_time;
    *struck = true;
    note_hit(f, (1 - share) * reach, &hit);
    return LOPE_OK;
}

// Puts the camera where a cut leaves the arm. Returns how far (m) it then reaches.
static double place_on_arm(lope_camera_frame *f, lope_point from, lope_point way, double length, double cut)
{
    const double shorter = (1 - f->next.whisker) * length, most = cut > shorter ? cut : shorter;
    const double reach = most < length ? length - most : 0;
    f->out.position = length > 0 ? lope_point_mad(from, way, reach / length) : from;
    return reach;
}

// Sweeps along the arm.
static lope_result sweep_arm(lope_camera_frame *f)
{
    lope_camera *c = &f->next;
    const lope_point from = f->out.hand, way = lope_point_sub(f->end, from);
    const double length = lope_point_length(way), holds = c->holds, before = c->cuts[2];
    double cut = relaxed_arm(f, before, f->seconds);
    bool struck = false;
    lope_result result = LOPE_OK;
    if (f->settings->whisker_angle > 0) result = lope_camera_feel(f, from, f->end);
    if (result != LOPE_OK) return result;
    const double reach = place_on_arm(f, from, way, length, cut);
    c->cuts[2] = cut < length ? cut : length;
    result = strike(f, from, way, length, reach, &struck);
    if (result == LOPE_OK && c->struck && !struck && !f->out.looked_past && !f->anew) {
        cut = before;
        result = let_go(f, holds, &cut);
        if (cut > before) f->out.contracted += cut - before; // by what passed within the frame
        place_on_arm(f, from, way, length, cut);
        c->cuts[2] = cut < length ? cut : length;
    }
    c->struck = struck;
    c->hand = from;
    c->end = f->end;
    return result;
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
    lope_point points[8] = {f->out.safe, f->out.pivot, f->out.hand, f->end};
    uint32_t count = 4;
    if (f->next.struck != 0 && !f->anew) { // it may be let go
        points[count++] = lope_point_add(f->next.hand, f->carried);
        points[count++] = lope_point_add(f->next.end, f->carried);
    }
    if (f->settings->whisker_angle > 0) {
        lope_camera_feeler_ends(f, f->out.hand, f->end, &points[count]);
        count += 2;
    }
    return lope_camera_cover(f, points, count);
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
