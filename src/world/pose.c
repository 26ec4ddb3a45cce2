// pose.c - what to draw: between the ends of a tick, with steps and snaps smoothed.
//
// A capsule climbs a stair in jumps, which is right for collision and ugly to look at. So each character
// carries a drawn offset along up. A tick on the ground that jumped by more than a smooth ramp of the floors
// before and after it would have risen puts the rest into the offset, which then goes back to zero in
// SMOOTH_TIME. What crouching takes off the height at once, and what it lifts the feet by in the air, goes
// the same way. Between two ticks on one body that turns, the character goes round with the body. It is
// drawing alone: no state knows it, and no tick reads it. Read next: include/lope/character.h, lope_pose.
#include "world/pose.h"

#include "base/hot_cold.h"

#define SMOOTH_TIME 0.1   // s from a step to where it is no longer seen
#define OFFSET_MOST 0.5   // of the height: what smoothing may hide at most
#define STEEPEST 0.1      // cosine beyond which a floor's normal says nothing about the way
#define TURNS_LEAST 1e-6f // sine of half the angle, under which a body does not turn: it is rounding
#define PI 3.14159265358979323846

// Notes all of what is drawn but what smoothing hides.
static void look(const lope_state *state, lope_visual *visual)
{
    visual->feet = state->feet;
    visual->up = state->up;
    visual->forward = state->forward;
    visual->velocity = state->velocity;
    visual->floor_normal = state->floor.normal;
    visual->yaw = state->yaw;
    visual->pitch = state->pitch;
    visual->roll = state->roll;
    visual->height = state->height;
    visual->floor_body = state->floor.body;
    visual->floor_triangle = state->floor.triangle;
    visual->mode = state->mode;
    visual->base_body = state->stuck_ticks > 0 ? 0 : state->base_body; // crushed, its feet are off its spot
    if (visual->base_body == 0) return;
    visual->base_point = state->base_point;
    visual->base_rotation = state->base_rotation;
}

// Notes what smoothing hides.
static void look_hidden(const lope_character *character, lope_visual *visual)
{
    visual->offset = character->offset;
    visual->taller = character->taller;
}

// Notes what smoothing hides at a tick's start. With nothing left to hide this is the last time.
LOPE_COLD static void look_at_hidden(lope_character *character)
{
    look_hidden(character, &character->before);
    character->hides = !(fabs(character->offset) + fabs(character->taller) <= 0);
}

void lope_pose_reset(lope_character *character)
{
    character->offset = 0;
    character->offset_rate = 0;
    character->taller = 0;
    character->taller_rate = 0;
    character->hides = false;
    look(lope_character_slot(character), &character->before);
    look_hidden(character, &character->before);
}

LOPE_HOT void lope_pose_before(lope_character *character)
{
    look(lope_character_slot(character), &character->before);
    if (LOPE_UNLIKELY(character->hides)) look_at_hidden(character);
}

// Returns how far a floor of this normal rises over a way at right angles to up, m.
static double rise_over(lope_vec3 normal, lope_point up, lope_point way)
{
    const lope_point n = lope_vec3_to_point(normal);
    const double facing = lope_point_dot(n, up);
    return facing > STEEPEST ? -lope_point_dot(n, way) / facing : 0;
}

// Returns what a tick on the ground rose (or sank) beyond a smooth ramp, as far as steps and snaps did it, m.
// Where the floor is the very face of the tick before, it is the floor that moved, as a lift does: nothing to
// smooth.
static double jumped(const lope_visual *before, const lope_state *now, const lope_report *report)
{
    if (before->mode != LOPE_MODE_WALKING || now->mode != LOPE_MODE_WALKING) return 0;
    if (before->floor_body == now->floor.body && before->floor_triangle == now->floor.triangle) return 0;
    const double most = report->moved_by_step + report->moved_by_snap; // both count either way
    const lope_point up = lope_vec3_to_point(now->up);
    const double rise = lope_point_dot(report->moved, up);
    const lope_point way = lope_point_mad(report->moved, up, -rise);
    const double one = rise_over(before->floor_normal, up, way), other = rise_over(now->floor.normal, up, way);
    double low = one < other ? one : other, high = one < other ? other : one;
    if (low > 0) low = 0;
    if (high < 0) high = 0;
    if (rise > high) return rise - high < most ? rise - high : most;
    if (rise < low) return low - rise < most ? rise - low : -most;
    return 0;
}

// Adds a jump to what is hidden, up to `most` (m), and lets it go back toward zero for seconds.
static void smooth(double *hidden, double *rate, double jump, double most, double seconds)
{
    double now = *hidden - jump;
    if (now > most) now = most;
    if (now < -most) now = -most;
    const double size = now < 0 ? -now : now;
    if (jump > 0 || jump < 0) *rate = size / SMOOTH_TIME;
    const double left = size - *rate * seconds;
    if (!(left > 0))
        *hidden = 0;
    else
        *hidden = now < 0 ? -left : left;
}

// Returns how far crouching or standing up has lifted the feet, m: in the air the middle stays where it is,
// on the ground the feet do.
static double lifted(const lope_visual *before, const lope_state *now, const lope_report *report)
{
    if (!(report->moved_by_crouch > 0)) return 0;
    return now->height < before->height ? report->moved_by_crouch : -report->moved_by_crouch;
}

LOPE_HOT void lope_pose_after(lope_character *character, double seconds)
{
    const lope_block *block = character->block;
    const lope_report *report = &block->reports[character->lane];
    const lope_requests *requests = block->inputs[character->lane].requests;
    bool asked = requests != NULL && requests->asked & LOPE_REQUEST_TELEPORT;
    if (asked && lope_report_refused(report, LOPE_ASKED_TELEPORT) == LOPE_REFUSAL_NONE) {
        lope_pose_reset(character); // from nowhere: neither blended nor smoothed
        return;
    }
    const lope_state *now = &block->states[character->lane];
    const lope_visual *before = &character->before;
    const double standing = (double)now->standing_height;
    const double jump = jumped(before, now, report) + lifted(before, now, report);
    const double grown = (double)now->height - (double)before->height;
    if (fabs(jump) + fabs(grown) <= 0 && !character->hides) return; // nothing to hide: most often
    character->hides = true;
    smooth(&character->offset, &character->offset_rate, jump, standing * OFFSET_MOST, seconds);
    smooth(&character->taller, &character->taller_rate, grown, standing, seconds);
}

static float blend_float(float a, float b, double t) { return (float)((double)a + ((double)b - (double)a) * t); }

static lope_vec3 blend_vec3(lope_vec3 a, lope_vec3 b, double t)
{
    return lope_vec3_make(blend_float(a.x, b.x, t), blend_float(a.y, b.y, t), blend_float(a.z, b.z, t));
}

// Returns the angle at a share t of the shorter way round; both in (-pi, pi].
static float blend_angle(float a, float b, double t)
{
    double way = (double)b - (double)a;
    if (way > PI) way -= 2 * PI;
    if (way < -PI) way += 2 * PI;
    double angle = (double)a + way * t;
    if (angle > PI) angle -= 2 * PI;
    if (angle <= -PI) angle += 2 * PI;
    return (float)angle;
}

static lope_vec3 blend_unit(lope_vec3 a, lope_vec3 b, double t)
{
    const lope_vec3 between = blend_vec3(a, b, t);
    const float length = lope_vec3_length(between);
    return length > 1e-3f ? lope_vec3_scale(between, 1.0f / length) : b;
}

// Returns the rotation about the character's own axes, after the turn that takes y to up: roll about its
// back, pitch about its right, yaw about up from where `forward` looks.
static lope_quat facing(const lope_visual *visual)
{
    const lope_vec3 y = lope_vec3_make(0, 1, 0), up = visual->up;
    const lope_quat base = up.y > 0.999999f ? lope_quat_identity() : lope_quat_to_up(up);
    const lope_vec3 ahead = lope_quat_rotate(lope_quat_conjugate(base), visual->forward);
    const float from = lope_atan2(-ahead.x, -ahead.z);
    lope_quat turn = lope_quat_from_axis(y, from + visual->yaw);
    if (visual->pitch != 0) turn = lope_quat_multiply(turn, lope_quat_from_axis(lope_vec3_make(1, 0, 0), visual->pitch));
    if (visual->roll != 0) turn = lope_quat_multiply(turn, lope_quat_from_axis(lope_vec3_make(0, 0, 1), visual->roll));
    return up.y > 0.999999f ? turn : lope_quat_normalize(lope_quat_multiply(base, turn));
}

static lope_pose pose_of(const lope_visual *visual)
{
    const lope_point up = lope_vec3_to_point(visual->up);
    return (lope_pose){.feet = lope_point_mad(visual->feet, up, visual->offset),
                       .rotation = facing(visual),
                       .velocity = visual->velocity,
                       .yaw = visual->yaw,
                       .height = (float)((double)visual->height + visual->taller)};
}

static lope_point blend_point(lope_point a, lope_point b, double t) { return lope_point_mad(a, lope_point_sub(b, a), t); }

// Returns the feet at a share t of the tick. On a body that turns through it the feet go round with the body,
// not along the chord, which is off by a lever's angle^2 / 8: 1.2 cm at 9 m from the middle of a turntable
// with a turn a second, at 60 ticks.
static lope_point blend_feet(const lope_visual *before, const lope_visual *now, double t)
{
    const lope_point chord = blend_point(before->feet, now->feet, t);
    if (before->base_body == 0 || before->base_body != now->base_body) return chord;
    const lope_quat from = before->base_rotation, to = now->base_rotation;
    lope_quat turn = lope_quat_normalize(lope_quat_multiply(to, lope_quat_conjugate(from)));
    if (turn.w < 0) turn = (lope_quat){-turn.x, -turn.y, -turn.z, -turn.w};
    const lope_vec3 axis = lope_vec3_make(turn.x, turn.y, turn.z);
    const float sine = lope_vec3_length(axis);
    if (!(sine > TURNS_LEAST)) return chord;
    const float angle = 2.0f * lope_atan2(sine, turn.w);
    const lope_quat part = lope_quat_from_axis(lope_vec3_scale(axis, 1.0f / sine), angle * (float)t);
    // the body's origin at both ends, and the spot on it, which moves while it walks
    const lope_point first = lope_point_sub(before->feet, lope_quat_rotate_point(from, before->base_point));
    const lope_point last = lope_point_sub(now->feet, lope_quat_rotate_point(to, now->base_point));
    const lope_point spot = blend_point(before->base_point, now->base_point, t);
    const lope_point arm = lope_quat_rotate_point(lope_quat_multiply(part, from), spot);
    return lope_point_add(blend_point(first, last, t), arm);
}

lope_pose lope_character_pose_at(const lope_character *character, double fraction)
{
    if (character == NULL) return (lope_pose){.rotation = {0, 0, 0, 1}};
    const double t = fraction > 0 ? fraction : 0;
    lope_visual now;
    look(lope_character_slot(character), &now);
    look_hidden(character, &now);
    const lope_visual *before = &character->before;
    if (t >= 1 || fraction != fraction) return pose_of(&now);
    const lope_visual between = {
        .feet = blend_feet(before, &now, t),
        .up = blend_unit(before->up, now.up, t),
        .velocity = blend_vec3(before->velocity, now.velocity, t),
        .forward = blend_unit(before->forward, now.forward, t),
        .yaw = blend_angle(before->yaw, now.yaw, t),
        .pitch = blend_angle(before->pitch, now.pitch, t),
        .roll = blend_angle(before->roll, now.roll, t),
        .height = blend_float(before->height, now.height, t),
        .offset = before->offset + (now.offset - before->offset) * t,
        .taller = before->taller + (now.taller - before->taller) * t,
    };
    return pose_of(&between);
}

lope_pose lope_character_pose(const lope_character *character)
{
    return lope_character_pose_at(character, character == NULL ? 1 : character->world->blend);
}
