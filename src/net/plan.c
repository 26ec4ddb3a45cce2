// plan.c - plans of moving bodies. Read first: plan.h.
#include "net/plan.h"
#include "net/serial.h"

static lope_plan *find_plan(lope_plans *plans, uint64_t body)
{
    for (uint32_t i = 0; i < plans->count; i++)
        if (plans->plans[i].body == body) return &plans->plans[i];
    return NULL;
}

bool lope_plans_set(lope_plans *plans, uint64_t body, uint32_t plan, uint32_t tick)
{
    lope_plan *place = find_plan(plans, body);
    if (place == NULL) {
        if (plans->count == LOPE_NET_PLANS) return false;
        place = &plans->plans[plans->count++];
        *place = (lope_plan){.body = body};
    } else {
        place->before = place->plan;
        place->before_tick = place->tick;
    }
    place->plan = plan;
    place->tick = tick;
    place->revision = ++plans->revision;
    return true;
}

bool lope_plans_pose(const lope_plans *plans, const lope_net_rules *rules, uint64_t body, uint32_t tick, lope_transform *pose)
{
    uint32_t plan = 0, start = 0;
    if (rules->mover == NULL || body == LOPE_BODY_NONE) return false;
    for (uint32_t i = 0; i < plans->count; i++) {
        const lope_plan *p = &plans->plans[i];
        if (p->body != body) continue;
        const bool begun = !lope_tick_after(p->tick, tick);
        plan = begun ? p->plan : p->before;
        start = begun ? p->tick : p->before_tick;
    }
    return rules->mover(rules->context, body, plan, tick - start, pose);
}

lope_proxy_frame lope_plans_frame(const lope_plans *plans, const lope_net_rules *rules, uint64_t base, uint32_t tick)
{
    lope_proxy_frame frame = {.pose = {.rotation = {0, 0, 0, 1}}};
    frame.moves = base != LOPE_BODY_NONE && base != 0 && lope_plans_pose(plans, rules, base, tick, &frame.pose);
    return frame;
}

lope_proxy lope_proxy_of(const lope_state *state, const lope_plans *plans, const lope_net_rules *rules, uint32_t tick)
{
    const uint64_t base = state->pages & LOPE_PAGE_BASE && state->base_body != 0 ? state->base_body : LOPE_BODY_NONE;
    const lope_proxy_frame frame = lope_plans_frame(plans, rules, base, tick);
    return lope_proxy_make(state, base, &frame);
}

static void pass_plan(lope_bits *bits, lope_plan *plan, uint32_t near)
{
    plan->body = lope_bits_wide(bits, plan->body);
    plan->plan = lope_bits_small(bits, plan->plan);
    plan->tick = lope_bits_tick(bits, plan->tick, near);
    plan->before = lope_bits_small(bits, plan->before);
    plan->before_tick = lope_bits_pass(bits, plan->before_tick, 32);
}

// Takes in a plan that was read.
static void take_plan(lope_plans *plans, const lope_plan *read, uint32_t *earliest)
{
    lope_plan *place = find_plan(plans, read->body);
    if (place == NULL && plans->count == LOPE_NET_PLANS) return;
    if (place == NULL) place = &plans->plans[plans->count++];
    if (place->body == read->body && place->plan == read->plan && place->tick == read->tick) return;
    *place = *read;
    if (lope_tick_after(*earliest, read->tick)) *earliest = read->tick;
}

void lope_plans_pass(lope_bits *bits, lope_plans *plans, uint32_t known, uint32_t near, uint32_t *earliest)
{
    if (!lope_bits_flag(bits, plans->revision != known)) return;
    const uint32_t revision = lope_bits_pass(bits, plans->revision, 32);
    for (uint32_t i = 0; bits->writes && i < plans->count; i++) {
        if (!lope_tick_after(plans->plans[i].revision, known)) continue;
        lope_bits_flag(bits, true);
        pass_plan(bits, &plans->plans[i], near);
    }
    if (bits->writes) {
        lope_bits_flag(bits, false);
        return;
    }
    for (uint32_t i = 0; i < LOPE_NET_PLANS && lope_bits_flag(bits, false); i++) {
        lope_plan plan = {0};
        pass_plan(bits, &plan, near);
        if (!bits->bad) take_plan(plans, &plan, earliest);
    }
    if (!bits->bad) plans->revision = revision;
}
