// motion.c - evaluates a piece's motion at an absolute time.
//
// Everything is a function of t, in doubles, with the trigonometry of angle.c: the same bits on every machine at any tick
// rate. Read next: player_level.c, which sets the poses.
#include "motion.h"

static lope_scene_pose steady_pose(const lope_scene_motion *motion, const lope_scene_pose *start, double t)
{
    lope_scene_pose pose = *start;
    pose.position = lope_point_mad(start->position, motion->velocity, t);
    double speed = lope_point_length(motion->spin);
    if (speed > 0.0) pose.rotation = lope_scene_quat_multiply(lope_scene_quat_about(motion->spin, speed * t), start->rotation);
    return pose;
}

static lope_scene_pose swing_pose(const lope_scene_motion *motion, const lope_scene_pose *start, double t)
{
    lope_scene_pose pose = *start;
    double cycles = t / motion->period;
    double swing = motion->amplitude * lope_scene_sin(360.0 * (cycles - floor(cycles)));
    if (motion->swing_turns)
        pose.rotation = lope_scene_quat_multiply(lope_scene_quat_about(motion->axis, swing), start->rotation);
    else
        pose.position = lope_point_mad(start->position, motion->axis, swing);
    return pose;
}

// The time within the keys that stands for t, by the loop.
static double looped(const lope_scene_motion *motion, double t)
{
    double first = motion->keys[0].t, length = motion->keys[motion->key_count - 1].t - first;
    if (motion->loop == LOPE_SCENE_ONCE || !(length > 0.0)) return t;
    double whole = motion->loop == LOPE_SCENE_PING_PONG ? 2.0 * length : length;
    double passed = t - first;
    if (passed <= length) return t;
    passed -= whole * floor(passed / whole);
    if (passed > length) passed = whole - passed;
    return first + passed;
}

static lope_point blend(lope_point a, lope_point b, double share)
{
    if (share >= 1.0) return b;
    return lope_point_mad(a, lope_point_sub(b, a), share);
}

static lope_scene_pose keyed_pose(const lope_scene_motion *motion, const lope_scene_pose *start, double t)
{
    if (t < motion->keys[0].t) return *start;
    double at = looped(motion, t);
    uint32_t low = 0, high = motion->key_count - 1;
    while (low < high) { // the last key that is not later
        uint32_t middle = low + (high - low + 1) / 2;
        if (motion->keys[middle].t <= at)
            low = middle;
        else
            high = middle - 1;
    }
    const lope_scene_key *from = &motion->keys[low];
    const lope_scene_key *to = low + 1 < motion->key_count ? from + 1 : from;
    double share = to->t > from->t ? (at - from->t) / (to->t - from->t) : 0.0;
    if (motion->smooth) share = share * share * (3.0 - 2.0 * share);
    lope_scene_pose pose = *start;
    pose.position = blend(from->position, to->position, share);
    if (motion->turned) pose.rotation = lope_scene_quat_from_euler(blend(from->euler, to->euler, share));
    return pose;
}

lope_scene_pose lope_scene_motion_pose(const lope_scene_motion *motion, const lope_scene_pose *start, double t)
{
    if (motion->kind == LOPE_SCENE_STEADY) return steady_pose(motion, start, t);
    if (motion->kind == LOPE_SCENE_KEYED) return keyed_pose(motion, start, t);
    if (motion->kind == LOPE_SCENE_SWING) return swing_pose(motion, start, t);
    return *start;
}

uint32_t lope_scene_motion_stops(const lope_scene_motion *motion, const lope_scene_pose *start,
                                 lope_scene_pose stops[LOPE_SCENE_STOPS])
{
    uint32_t count = 0;
    if (motion->kind == LOPE_SCENE_SWING && !motion->swing_turns) {
        stops[0] = swing_pose(motion, start, 0.25 * motion->period);
        stops[1] = swing_pose(motion, start, 0.75 * motion->period);
        return 2;
    }
    if (motion->kind != LOPE_SCENE_KEYED) return 0;
    for (uint32_t i = 0; i < motion->key_count && count < LOPE_SCENE_STOPS; i++) {
        const lope_scene_pose pose = keyed_pose(motion, start, motion->keys[i].t);
        bool known = false;
        for (uint32_t k = 0; k < count; k++)
            known = known || lope_point_length(lope_point_sub(stops[k].position, pose.position)) < 1e-6;
        if (!known) stops[count++] = pose;
    }
    return count;
}
