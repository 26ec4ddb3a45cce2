// input_effect.c - members of requests that can have no effect, because nothing in the requests says that
// they count.
//
// Such a member is a mistake most often: a launch velocity without LOPE_REQUEST_LAUNCH launches nobody.
// Options without the request that they belong to are refused. Numbers may be left from an earlier tick,
// so for these the world's log gets a line. Read next: input.c.
#include "world/input_effect.h"

static bool some(lope_vec3 v) { return v.x != 0 || v.y != 0 || v.z != 0; }
static bool some_point(lope_point p) { return p.x != 0 || p.y != 0 || p.z != 0; }

// Each returns true when its member is given and can have no effect.

static bool launch_options(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return (in->launch_overrides_horizontal || in->launch_overrides_vertical) && !(in->asked & LOPE_REQUEST_LAUNCH);
}

static bool teleport_options(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return in->teleport_needs_room && !(in->asked & LOPE_REQUEST_TELEPORT);
}

static bool launch(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return some(in->launch_velocity) && !(in->asked & LOPE_REQUEST_LAUNCH);
}

static bool teleport(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return some_point(in->teleport_feet) && !(in->asked & (LOPE_REQUEST_TELEPORT | LOPE_REQUEST_FOLLOW));
}

static bool mode(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return in->mode != 0 && !(in->asked & LOPE_REQUEST_MODE);
}

static bool resize(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return (in->resize_radius != 0 || in->resize_height != 0) && !(in->asked & LOPE_REQUEST_RESIZE);
}

static bool layer(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return (in->layer.id != 0 || in->layer.kind != LOPE_LAYER_NONE) && !(in->asked & LOPE_REQUEST_LAYER);
}

static bool end_layer(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return in->end_layer != 0 && !(in->asked & LOPE_REQUEST_END_LAYERS);
}

static bool requested_velocity(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return (some(in->requested_velocity) || in->requested_at_max) && !in->has_requested_velocity;
}

static bool root_motion(const lope_requests *in, const lope_requests *pending)
{
    (void)pending;
    return (some(in->root_motion.translation) || in->root_motion.yaw != 0) && !in->has_root_motion;
}

static bool knockback(const lope_requests *in, const lope_requests *pending)
{
    return in->knockback_time > 0 && !((in->asked | pending->asked) & LOPE_REQUEST_LAUNCH) && !some(in->impulse) &&
           !some(pending->impulse);
}

static const struct {
    bool (*idle)(const lope_requests *in, const lope_requests *pending);
    lope_idle_member member;
} members[LOPE_IDLE_MEMBERS] = {
    {launch_options, {"requests.launch_overrides_...", "LOPE_REQUEST_LAUNCH", true}},
    {teleport_options, {"requests.teleport_needs_room", "LOPE_REQUEST_TELEPORT", true}},
    {launch, {"requests.launch_velocity", "LOPE_REQUEST_LAUNCH", false}},
    {teleport, {"requests.teleport_feet", "LOPE_REQUEST_TELEPORT", false}},
    {mode, {"requests.mode", "LOPE_REQUEST_MODE", false}},
    {resize, {"requests.resize_radius and resize_height", "LOPE_REQUEST_RESIZE", false}},
    {layer, {"requests.layer", "LOPE_REQUEST_LAYER", false}},
    {end_layer, {"requests.end_layer", "LOPE_REQUEST_END_LAYERS", false}},
    {requested_velocity, {"requests.requested_velocity", "has_requested_velocity", false}},
    {root_motion, {"requests.root_motion", "has_root_motion", false}},
    {knockback, {"requests.knockback_time", "a launch or an impulse", false}},
};

const lope_idle_member *lope_requests_idle(const lope_requests *requests, const lope_requests *pending, uint32_t kind)
{
    return members[kind].idle(requests, pending) ? &members[kind].member : NULL;
}
