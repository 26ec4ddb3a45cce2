// lead.h - the client's clock: how far it runs ahead of the server, and how fast to get there.
//
// The server tells with each packet the least depth that the client's queue of commands had since the packet
// before. The client steers its smoothed depth to 2 ticks plus 3 mean deviations, and half a tick for each
// hundredth of depths that were below 0, at most 12, by running its clock up to 5 % faster or slower; up to
// 10 % when it is more than 6 ticks off. The length of a tick never changes.
#ifndef LOPE_NET_LEAD_H
#define LOPE_NET_LEAD_H

#include <stdbool.h>
#include <stdint.h>

typedef struct lope_lead {
    double depth, deviation; // ticks, smoothed; mean deviation from it
    double starved;          // share of depths below 0, smoothed: ticks that ran without a command
    double pace;             // of the clock beside the real one
    double due;              // ticks that are due, and the part of one that has begun
    double last;             // s: when the clock was looked at last
    bool runs, measured;
} lope_lead;

// Starts the clock at `now` (s), with the next tick due at once.
void lope_lead_start(lope_lead *lead, double now);

// Takes in a depth that the server told, ticks.
void lope_lead_measure(lope_lead *lead, int32_t least);

// Returns the depth that is steered to, ticks.
double lope_lead_wanted(const lope_lead *lead);

// Lets time pass up to `now`. Returns how many ticks are due.
uint32_t lope_lead_due(lope_lead *lead, double now, double tick_rate);

// Takes ticks off that have been run.
void lope_lead_ran(lope_lead *lead, uint32_t ticks);

#endif
