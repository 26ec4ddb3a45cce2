// input_effect.c - members of an input that can have no effect, because nothing in the input says that they
// count.
//
// Such a member is a mistake most often: a launch velocity without LOPE_REQUEST_LAUNCH launches nobody.
// Options among the requests stand in the same word as the request that they belong to; without it they are
// refused. Numbers may be left from an earlier tick, so for these the world's log gets a line. Read next:
// input.c.
#include "world/input_effect.h"

static bool some(lope_vec3 v) { return v.x != 0 || v.y != 0 || v.z != 0; }
static bool some_point(lope_point p) { return p.x != 0 || p.y != 0 || p.z != 0; }

// Each returns true when its member is given and can have no effect.

static bool launch_options(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return in->requests & (LOPE_LAUNCH_OVERRIDE_HORIZONTAL | LOPE_LAUNCH_OVERRIDE_VERTICAL) &&
           !(in->requests & LOPE_REQUEST_LAUNCH);
}

static bool teleport_options(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return in->requests & LOPE_REQUEST_TELEPORT_FREE && !(in->requests & LOPE_REQUEST_TELEPORT);
}

static bool launch(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return some(in->launch_velocity) && !(in->requests & LOPE_REQUEST_LAUNCH);
}

static bool teleport(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return some_point(in->teleport_feet) && !(in->requests & (LOPE_REQUEST_TELEPORT | LOPE_REQUEST_FOLLOW));
}

static bool mode(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return in->mode != 0 && !(in->requests & LOPE_REQUEST_MODE);
}

static bool resize(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return (in->resize_radius != 0 || in->resize_height != 0) && !(in->requests & LOPE_REQUEST_RESIZE);
}

static bool layer(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return (in->layer.id != 0 || in->layer.kind != LOPE_LAYER_NONE) && !(in->requests & LOPE_REQUEST_LAYER);
}

static bool end_layer(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return in->end_layer != 0 && !(in->requests & LOPE_REQUEST_END_LAYERS);
}

static bool requested_velocity(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return (some(in->requested_velocity) || in->requested_at_max) && !in->requests_velocity;
}

static bool root_motion(const lope_input *in, const lope_input *pending)
{
    (void)pending;
    return (some(in->root_motion.translation) || in->root_motion.yaw != 0) && !in->has_root_motion;
}

static bool knockback(const lope_input *in, const lope_input *pending)
{
    return in->knockback_time > 0 && !((in->requests | pending->requests) & LOPE_REQUEST_LAUNCH) && !some(in->impulse) &&
           !some(pending->impulse);
}

static const struct {
    bool (*idle)(const lope_input *in, const lope_input *pending);
    lope_idle_member member;
} members[LOPE_IDLE_MEMBERS] = {
    {launch_options, {"requests: LOPE_LAUNCH_OVERRIDE_...", "LOPE_REQUEST_LAUNCH", true}},
    {teleport_options, {"requests: LOPE_REQUEST_TELEPORT_FREE", "LOPE_REQUEST_TELEPORT", true}},
    {launch, {"launch_velocity", "LOPE_REQUEST_LAUNCH", false}},
    {teleport, {"teleport_feet", "LOPE_REQUEST_TELEPORT", false}},
    {mode, {"mode", "LOPE_REQUEST_MODE", false}},
    {resize, {"resize_radius and resize_height", "LOPE_REQUEST_RESIZE", false}},
    {layer, {"layer", "LOPE_REQUEST_LAYER", false}},
    {end_layer, {"end_layer", "LOPE_REQUEST_END_LAYERS", false}},
    {requested_velocity, {"requested_velocity", "requests_velocity", false}},
    {root_motion, {"root_motion", "has_root_motion", false}},
    {knockback, {"knockback_time", "a launch or an impulse", false}},
};

const lope_idle_member *lope_input_idle(const lope_input *input, const lope_input *pending, uint32_t kind)
{
    return members[kind].idle(input, pending) ? &members[kind].member : NULL;
}
