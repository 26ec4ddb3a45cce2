// follow_blocked.c - see follow_blocked.h. The rule is Unreal's: `block_samples` places, `block_interval`
// apart, all within `block_distance` of their centroid.
#include "follow_blocked.h"

void lope_follow_reset_blocked(lope_follower *follower)
{
    follower->sample_count = follower->sample_next = 0;
    follower->sample_time = 0;
}

// Returns true when no sample is farther than `distance` from the centroid of all.
static bool all_near(const lope_follower *follower, uint32_t count, double distance)
{
    lope_point sum = {0, 0, 0}, first = follower->samples[0];
    for (uint32_t i = 0; i < count; i++) sum = lope_point_add(sum, lope_point_sub(follower->samples[i], first));
    lope_point centroid = lope_point_mad(first, sum, 1.0 / (double)count);
    for (uint32_t i = 0; i < count; i++)
        if (lope_point_length(lope_point_sub(follower->samples[i], centroid)) > distance) return false;
    return true;
}

bool lope_follow_sample(lope_follow_tick *tick)
{
    lope_follower *follower = tick->follower;
    const lope_follow_rules *rules = &tick->rules;
    if (rules->block_distance < 0) return false;
    follower->sample_time -= tick->seconds;
    if (follower->sample_time > 0) return false;
    follower->sample_time += rules->block_interval;
    follower->samples[follower->sample_next] = tick->state->feet;
    follower->sample_next = (follower->sample_next + 1) % rules->block_samples;
    if (follower->sample_count < rules->block_samples) follower->sample_count++;
    if (follower->sample_count < rules->block_samples || !all_near(follower, rules->block_samples, rules->block_distance))
        return false;
    follower->sample_count = follower->sample_next = 0;
    return true;
}
