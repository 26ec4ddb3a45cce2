// told.h - events of the own character are told once, also when ticks are run again.
//
// An event is known by its kind, its body and its tick; the same thing up to LOPE_TOLD_NEAR ticks earlier or
// later counts as the same. What was told and does not happen any more when its tick is run again is told as
// undone. A sequence number is no identity: a correction shifts it.
#ifndef LOPE_NET_TOLD_H
#define LOPE_NET_TOLD_H

#include <lope/net_client.h>

#define LOPE_TOLD_NEAR 6    // ticks
#define LOPE_TOLD_KEPT 256u // a power of two
#define LOPE_TOLD_OUT 128u  // events from one advance to the next, at most; what is beyond is counted

typedef struct lope_told_entry {
    uint32_t tick, kind;
    uint64_t body;
    bool here; // it happened in its tick, by the last run
    bool open; // the entry counts
    lope_event event;
} lope_told_entry;

typedef struct lope_told {
    uint32_t next; // in `kept`, round and round
    lope_told_entry kept[LOPE_TOLD_KEPT];
    uint32_t count, lost;
    uint32_t shown; // of `out`: they stood there when the last frame ended
    lope_net_event out[LOPE_TOLD_OUT];
} lope_told;

// Begins a frame: what the frame before showed is forgotten. What packets since then have told stays.
void lope_told_begin(lope_told *told);
// Ends a frame: what is told up to now is shown.
void lope_told_end(lope_told *told);
// Begins to run ticks again, from `tick` on: what was told of these is in question.
void lope_told_question(lope_told *told, uint32_t tick);
// Takes in the events of a tick that was run.
void lope_told_take(lope_told *told, uint32_t tick, const lope_report *report);
// Ends ticks up to `tick`: what is in question and can no more come did not happen. Returns how many events
// were undone.
uint32_t lope_told_settle(lope_told *told, uint32_t tick);

#endif
