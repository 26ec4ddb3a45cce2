// lead.c - the client's clock. Read first: lead.h.
#include "net/lead.h"

#define SMOOTHING 0.1       // weight of a new depth
#define WANTED 2.0          // ticks
#define DEVIATIONS 3.0      // added to it
#define STARVED 50.0        // added for each share of depths below 0: a line that loses packets in bursts
#define DEPTH_FORGETS 0.005 // weight of a new depth in that share: 200 packets, for bursts are rare
#define WANTED_MOST 12.0    // ticks
#define GAIN 0.02           // pace for each tick that the depth is off
#define PACE_MOST 0.05      // either way
#define FAR 6.0             // ticks off: the client has stalled, or the line has changed
#define PACE_FAR 0.1        // either way, then
#define SECONDS_MOST 0.25   // s between two looks at the clock: a program that stood still catches up no more

void lope_lead_start(lope_lead *lead, double now)
{
    *lead = (lope_lead){.pace = 1.0, .due = 1.0, .last = now, .depth = WANTED, .runs = true};
}

static double clamped(double x, double most) { return x > most ? most : x < -most ? -most : x; }

double lope_lead_wanted(const lope_lead *lead)
{
    const double depth = WANTED + DEVIATIONS * lead->deviation + STARVED * lead->starved;
    return depth > WANTED_MOST ? WANTED_MOST : depth;
}

void lope_lead_measure(lope_lead *lead, int32_t least)
{
    if (!lead->measured) lead->depth = least;
    lead->measured = true;
    const double off = least - lead->depth;
    lead->depth += SMOOTHING * off;
    lead->deviation += SMOOTHING * ((off < 0 ? -off : off) - lead->deviation);
    lead->starved += DEPTH_FORGETS * ((least < 0 ? 1.0 : 0.0) - lead->starved);
    const double missing = lope_lead_wanted(lead) - lead->depth;
    const bool far = missing > FAR || missing < -FAR;
    lead->pace = 1.0 + clamped(GAIN * missing, far ? PACE_FAR : PACE_MOST);
}

uint32_t lope_lead_due(lope_lead *lead, double now, double tick_rate)
{
    double seconds = now - lead->last;
    if (!lead->runs || !(seconds >= 0)) seconds = 0;
    lead->last = now;
    lead->due += (seconds > SECONDS_MOST ? SECONDS_MOST : seconds) * tick_rate * lead->pace;
    return (uint32_t)lead->due;
}

void lope_lead_ran(lope_lead *lead, uint32_t ticks) { lead->due -= ticks; }
