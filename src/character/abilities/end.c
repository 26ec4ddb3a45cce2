// end.c - see end.h, and what a game's functions ask of abilities in a tick: lope/ability.h.
#include "character/abilities/end.h"
#include "base/error.h"
#include "character/abilities/gauges.h"
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/ability_slots.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"

#include <string.h>

void lope_ability_tell_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    const lope_ability *ability = tick->moveset->abilities[self->id];
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_ABILITY_END);
    event->from = self->id;
    event->to = (uint32_t)why;
    if (ability->ended) ability->ended(tick, self, why);
}

// True when the character is crouched, at that height, and is asked to be so.
static bool crouches(const lope_tick *tick)
{
    const lope_state *state = &tick->state;
    const float height = lope_crouched_height(tick->tuning, state->radius, state->standing_height);
    return state->flags & LOPE_STATE_CROUCHED && lope_tick_asks_to_crouch(tick) && state->height == height;
}

// Gives a capsule that an ability has kept low its standing size back. Without room the character is crouched
// from now on, so that it stands up by itself where there is room.
static void stand_again(lope_tick *tick)
{
    tick->report->mesh_offset = 0;
    const bool kept = lope_tick_mode(tick)->traits & LOPE_MODE_KEEPS_SIZE || lope_tick_kept_low(tick) || crouches(tick);
    if (kept || tick->state.height >= tick->state.standing_height || lope_crouch_stand(tick)) return;
    if (tick->state.flags & LOPE_STATE_CROUCHED) return;
    tick->state.flags |= LOPE_STATE_CROUCHED;
    lope_tick_event(tick, LOPE_EVENT_CROUCH)->value = tick->state.standing_height - tick->state.height;
}

bool lope_ability_may_end(lope_tick *tick, uint32_t slot)
{
    const lope_ability *ability = lope_tick_ability_in(tick, slot);
    if (!(ability->traits & LOPE_ABILITY_LOW) || lope_crouch_has_room(tick, NULL)) return true;
    tick->waits_for_room = true;
    return false;
}

// Notes that an ability has ended at this instant.
static void note_end(lope_tick *tick, uint32_t ability)
{
    if (tick->ended_now && tick->ended_at != tick->now) tick->ended_now = 0;
    tick->ended_at = tick->now;
    tick->ended_now |= 1u << ability;
}

// The slot is free before `ended` is called, which is given a copy of its bytes.
void lope_ability_end(lope_tick *tick, uint32_t slot, lope_end why)
{
    lope_active_ability *slots = tick->state.abilities, at = slots[slot];
    lope_ability_self self = lope_tick_ability_self(tick, slot);
    self.data = at.data;
    self.phase = &at.phase;
    memset(&slots[slot], 0, sizeof at);
    note_end(tick, self.id);
    const lope_ability *ability = tick->moveset->abilities[self.id];
    if (!(at.flags & LOPE_ABILITY_QUIET))
        lope_ability_tell_end(tick, &self, why);
    else if (ability->ended)
        ability->ended(tick, &self, why);
    if (ability->traits & LOPE_ABILITY_LOW) stand_again(tick);
}

bool lope_tick_ability_is_on(const lope_tick *tick, uint32_t ability)
{
    return lope_tick_ability_slot(tick, ability) < LOPE_ACTIVE_ABILITIES;
}

bool lope_tick_end_ability(lope_tick *tick, uint32_t ability)
{
    uint32_t slot = lope_tick_ability_slot(tick, ability);
    if (slot >= LOPE_ACTIVE_ABILITIES || !lope_tick_ability_in(tick, slot)) return false;
    lope_ability_end(tick, slot, LOPE_END_INTERRUPTED);
    return true;
}

double lope_tick_stamina(const lope_tick *tick) { return lope_stamina_left(tick); }

bool lope_tick_take_stamina(lope_tick *tick, double amount)
{
    if (!lope_finite_double(amount) || amount < 0 || amount > lope_stamina_left(tick)) return false;
    if (amount > 0) lope_stamina_take(tick, amount);
    return true;
}

void lope_tick_refused_by(lope_tick *tick, uint32_t query, lope_point point, uint64_t body)
{
    tick->refused_by = query;
    tick->refused_at = point;
    tick->refused_body = body;
}
