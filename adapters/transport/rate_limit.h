// rate_limit.h - how many packets a peer may send: a token bucket, which fills evenly and has room for a burst.
#ifndef LOPE_TRANSPORT_RATE_LIMIT_H
#define LOPE_TRANSPORT_RATE_LIMIT_H

#include <stdbool.h>

#define LOPE_RATE_BURST 64.0 // packets of a peer that may come at once

typedef struct lope_rate_limit {
    double allowed; // packets that may come now
    double filled;  // s: when that was worked out
} lope_rate_limit;

// Returns a full bucket.
static inline lope_rate_limit lope_rate_limit_begin(double now) { return (lope_rate_limit){LOPE_RATE_BURST, now}; }

// Returns whether one more packet may come now, and counts it. rate: packets a second.
static inline bool lope_rate_limit_allows(lope_rate_limit *limit, double rate, double now)
{
    if (now > limit->filled) limit->allowed += (now - limit->filled) * rate;
    if (limit->allowed > LOPE_RATE_BURST) limit->allowed = LOPE_RATE_BURST;
    limit->filled = now;
    if (limit->allowed < 1.0) return false;
    limit->allowed -= 1.0;
    return true;
}

#endif
