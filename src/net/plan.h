// plan.h - where moving bodies are in a tick: by plans that began at a tick, of which both ends know.
//
// A body keeps its last two plans, so that ticks before the newer one can be run again.
#ifndef LOPE_NET_PLAN_H
#define LOPE_NET_PLAN_H

#include "net/bits.h"
#include "net/proxy.h"

typedef struct lope_plan {
    uint64_t body;
    uint32_t plan, tick;
    uint32_t before, before_tick; // the plan before it
    uint32_t revision;            // of the list, when this plan was given
} lope_plan;

typedef struct lope_plans {
    uint32_t count, revision;
    lope_plan plans[LOPE_NET_PLANS];
} lope_plans;

// Gives a body a plan from a tick on. Returns false when there is no room for another body.
bool lope_plans_set(lope_plans *plans, uint64_t body, uint32_t plan, uint32_t tick);

// Finds where a body is at the end of a tick. Returns false when the rules know no mover of it.
bool lope_plans_pose(const lope_plans *plans, const lope_net_rules *rules, uint64_t body, uint32_t tick, lope_transform *pose);

// Returns the frame of a base in a tick.
lope_proxy_frame lope_plans_frame(const lope_plans *plans, const lope_net_rules *rules, uint64_t base, uint32_t tick);

// Rounds a state at the end of a tick, in the frame of what carries it.
lope_proxy lope_proxy_of(const lope_state *state, const lope_plans *plans, const lope_net_rules *rules, uint32_t tick);

// Writes the plans that are newer than a revision, or reads them into `plans`. near: a tick that both ends
// know. *earliest (reading): the earliest tick that a plan changes, when it is before what it was.
void lope_plans_pass(lope_bits *bits, lope_plans *plans, uint32_t known, uint32_t near, uint32_t *earliest);

#endif
