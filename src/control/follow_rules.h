// follow_rules.h - the settings of a follower with their defaults filled in, and what one tick of it hands
// round. Read next: follow.c.
#ifndef LOPE_CONTROL_FOLLOW_RULES_H
#define LOPE_CONTROL_FOLLOW_RULES_H

#include <lope/follow.h>

// Lengths in world units.
typedef struct lope_follow_rules {
    double end_radius, end_height, corner_radius, corner_swing, link_radius, off_path, block_distance;
    float link_time, block_interval;
    uint32_t block_samples;
} lope_follow_rules;

// One tick of following.
typedef struct lope_follow_tick {
    lope_follower *follower;
    const lope_follow_settings *settings; // never NULL
    lope_follow_path *path;
    const lope_state *state;
    const lope_tuning *tuning;
    float seconds;
    float most; // m/s: the mode's top speed
    lope_input *input;
    lope_requests *requests;
    lope_follow_rules rules;
} lope_follow_tick;

// Returns the rules of a tick's settings.
lope_follow_rules lope_follow_rules_of(const lope_follow_settings *settings, const lope_state *state, const lope_tuning *tuning);

#endif
