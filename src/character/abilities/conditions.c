// conditions.c - see conditions.h. The order of the checks is that of lope/ability.h: what costs a query is
// last.
#include "character/abilities/conditions.h"
#include "character/abilities/gauges.h"
#include "character/size/crouch.h"
#include "character/state/settings_at.h"
#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"

bool lope_ability_is_airborne(const lope_tick *tick, const lope_conditions *conditions)
{
    bool coyote = conditions->coyote && (double)tick->state.coyote_left > tick->now + 1e-7;
    return !lope_tick_on_ground(tick) && !coyote;
}

// True when another ability at work blocks it. *slots: those that are free once it has started.
static bool is_blocked(const lope_tick *tick, uint32_t ability, uint32_t *slots)
{
    const bool watches = tick->moveset->abilities[ability]->traits & LOPE_ABILITY_WATCHES;
    *slots = LOPE_ACTIVE_ABILITIES;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        if (!lope_tick_ability_in(tick, slot)) continue;
        uint32_t other = tick->state.abilities[slot].id - 1u;
        if (other == ability) continue; // it starts again
        if (tick->moveset->blocks[other] >> ability & 1u) return true;
        // it gives its slot up
        if (tick->state.abilities[slot].flags & LOPE_ABILITY_QUIET && !watches) continue;
        if (!(tick->moveset->cancels[ability] >> other & 1u)) --*slots;
    }
    return false;
}

// Returns LOPE_REFUSAL_NO_ROOM, and notes where, when the standing capsule does not fit.
static uint32_t head_room(lope_tick *tick)
{
    lope_contact met = {.body = LOPE_BODY_NONE, .point = tick->feet};
    if (lope_crouch_has_room(tick, &met)) return LOPE_REFUSAL_NONE;
    tick->refused_by = LOPE_QUERY_OF_CONDITIONS;
    tick->refused_at = lope_point_add(tick->origin, met.point);
    tick->refused_body = met.body;
    return LOPE_REFUSAL_NO_ROOM;
}

uint32_t lope_ability_refusal(lope_tick *tick, uint32_t ability)
{
    const lope_conditions *c = lope_ability_conditions(tick->moveset, ability);
    bool airborne = lope_ability_is_airborne(tick, c);
    uint32_t slots;
    if (tick->input->forbidden & LOPE_FORBID_ABILITIES) return LOPE_REFUSAL_FORBIDDEN;
    if (is_blocked(tick, ability, &slots)) return LOPE_REFUSAL_BLOCKED;
    if (slots == 0) return LOPE_REFUSAL_FULL;
    if (lope_tick_follows(tick)) return LOPE_REFUSAL_WRONG_MODE;
    if (c->modes != 0 && !(c->modes >> tick->state.mode & 1u)) return LOPE_REFUSAL_WRONG_MODE;
    if (c->media != 0 && !(c->media & (tick->water ? LOPE_MEDIUM_WATER : LOPE_MEDIUM_AIR))) return LOPE_REFUSAL_MEDIUM;
    if (c->grounded && !c->airborne && airborne) return LOPE_REFUSAL_IN_THE_AIR;
    if (c->airborne && !c->grounded && !airborne) return LOPE_REFUSAL_ON_THE_GROUND;
    uint32_t why = lope_gauge_refusal(tick, ability, airborne);
    if (why != LOPE_REFUSAL_NONE) return why;
    return c->head_room ? head_room(tick) : LOPE_REFUSAL_NONE;
}
