// follow_rules.c - see follow_rules.h.
#include "follow_rules.h"
#include "control/or_default.h"

#define RADIUS_PCT 1.1      // Unreal's MinAgentRadiusPct
#define HEIGHT_PCT 1.05     // Unreal's MinAgentHalfHeightPct
#define CORNER_RADIUS 0.1   // m
#define SWING 0.5           // of the capsule's radius: a navigation mesh ends a whole radius before the edge
#define LINK_RADIUS 0.05    // m
#define OFF_PATH 2.0        // m
#define BLOCK_DISTANCE 0.1  // m; this and the next two are Unreal's
#define BLOCK_INTERVAL 0.5f // s
#define BLOCK_SAMPLES 10    // so it is told after 5 s
#define LINK_TIME 6.0f      // s: a fall of 40 m/s terminal speed from 200 m
#define NEVER 1e30          // m

lope_follow_rules lope_follow_rules_of(const lope_follow_settings *s, const lope_state *state, const lope_tuning *tuning)
{
    const double unit = (double)tuning->units_per_metre, radius = (double)state->radius;
    const double share = s->radius_pct < 0 ? 0 : radius * lope_or_default(s->radius_pct, RADIUS_PCT);
    lope_follow_rules rules = {
        .end_radius = lope_or_default(s->acceptance_radius, 0) + share,
        .end_height =
            lope_or_default(s->acceptance_height, 0.5 * (double)state->height * lope_or_default(s->height_pct, HEIGHT_PCT)),
        .corner_radius = lope_or_default(s->corner_radius, CORNER_RADIUS * unit),
        .corner_swing = s->corner_swing < 0 ? NEVER : lope_or_default(s->corner_swing, SWING * radius),
        .link_radius = lope_or_default(s->link_radius, LINK_RADIUS * unit),
        .off_path = s->off_path < 0 ? NEVER : lope_or_default(s->off_path, OFF_PATH * unit),
        .block_distance = s->block_distance < 0 ? -1 : lope_or_default(s->block_distance, BLOCK_DISTANCE * unit),
        .link_time = s->link_time > 0 ? s->link_time : LINK_TIME,
        .block_interval = s->block_interval > 0 ? s->block_interval : BLOCK_INTERVAL,
        .block_samples = s->block_samples > 0 ? s->block_samples : BLOCK_SAMPLES};
    if (rules.block_samples > LOPE_FOLLOW_SAMPLES) rules.block_samples = LOPE_FOLLOW_SAMPLES;
    return rules;
}
