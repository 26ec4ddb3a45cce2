// start.c - see start.h.
//
// A start goes: conditions, try_start, the end of what it cancels, its costs, `start`, its event. A press
// that may not be used at once waits in the ability's gauge. Read next: asking.c, conditions.c, slots.c.
#include "character/abilities/start.h"
#include "character/abilities/asking.h"
#include "character/abilities/conditions.h"
#include "character/abilities/end.h"
#include "character/abilities/gauges.h"
#include "character/abilities/slots.h"
#include "character/state/settings_at.h"
#include "character/tick/events.h"

void lope_ability_tell_phase(lope_tick *tick, const lope_ability_self *self, uint32_t before)
{
    if (*self->phase == before) return;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_ABILITY_PHASE);
    event->from = self->id;
    event->to = *self->phase;
}

void lope_ability_refuse(lope_tick *tick, uint32_t ability, uint32_t why, double time)
{
    lope_report *report = tick->report;
    uint32_t asked = LOPE_ASKED_ABILITY + ability, query = tick->refused_by;
    lope_tick_refuse_at(tick, asked, why, time);
    tick->refused_by = 0;
    for (uint32_t i = 0; query != 0 && i < report->refused_count; i++) {
        lope_refused *refused = &report->refused[i];
        if (refused->asked != asked || refused->query != 0) continue;
        refused->query = query;
        refused->point = tick->refused_at;
        refused->body = tick->refused_body;
    }
}

// Ends what a started ability cancels, and itself, should it be at work already.
static void end_others(lope_tick *tick, uint32_t ability)
{
    uint32_t slot = lope_tick_ability_slot(tick, ability);
    if (slot < LOPE_ACTIVE_ABILITIES) lope_ability_end(tick, slot, LOPE_END_REPLACED);
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        if (!(tick->moveset->cancels[ability] >> i & 1u) || i == ability) continue;
        slot = lope_tick_ability_slot(tick, i);
        if (slot < LOPE_ACTIVE_ABILITIES) lope_ability_end(tick, slot, LOPE_END_CANCELLED);
    }
}

// Tells of a start, and of its end at once where the ability watches on.
static void tell_start(lope_tick *tick, const lope_ability_self *self, bool lasts)
{
    lope_tick_event(tick, LOPE_EVENT_ABILITY)->from = self->id;
    lope_ability_tell_phase(tick, self, 0);
    if (!lasts) lope_ability_tell_end(tick, self, LOPE_END_DONE);
}

// Takes what a start costs, and the press that has waited for it.
static void take_costs(lope_tick *tick, uint32_t number, bool airborne)
{
    lope_gauge_take(tick, number, airborne);
    if (!(lope_gauge_of(tick, number).buffer > 0)) return;
    tick->state.gauges[number].buffer = 0;
    tick->state.gauges[number].why = 0;
}

// Starts an ability that meets its conditions, unless its try_start refuses. Returns why not.
static uint32_t start(lope_tick *tick, uint32_t number, bool pressed)
{
    const lope_ability *ability = tick->moveset->abilities[number];
    bool airborne = lope_ability_is_airborne(tick, lope_ability_conditions(tick->moveset, number));
    uint32_t before = tick->state.mode;
    lope_active_ability at = {.id = (uint16_t)(number + 1)};
    lope_ability_self self = {.settings = lope_ability_settings(tick->moveset, number),
                              .data = at.data,
                              .phase = &at.phase,
                              .id = number,
                              .button = ability->button,
                              .mode = tick->moveset->ability_modes[number],
                              .pressed = pressed};
    uint32_t why = ability->try_start ? ability->try_start(tick, &self) : LOPE_REFUSAL_NONE;
    if (why != LOPE_REFUSAL_NONE) return why;
    if (ability->start) {
        end_others(tick, number);
        before = tick->state.mode;
    }
    const bool watches = ability->traits & LOPE_ABILITY_WATCHES, quiet = watches && !pressed;
    if (!quiet) take_costs(tick, number, airborne);
    tick->asks_guard = false;
    if (ability->start) ability->start(tick, &self);
    uint32_t mode = tick->state.mode;
    if (mode != before) at.flags = (uint16_t)(LOPE_ABILITY_OWN_MODE | mode);
    if (tick->asks_guard) at.flags |= LOPE_ABILITY_GUARDS;
    if (!ability->start) end_others(tick, number);
    bool lasts = ability->law || ability->piece || ability->passed || mode != before;
    if (!quiet) tell_start(tick, &self, lasts && !watches);
    if (watches) at.flags |= LOPE_ABILITY_QUIET;
    if (lasts) lope_slots_put(tick, &at);
    return LOPE_REFUSAL_NONE;
}

// True when an ability has ended at this very instant: it may not start again by itself, and end, for ever.
static bool has_just_ended(const lope_tick *tick, uint32_t ability)
{
    return tick->ended_now >> ability & 1u && tick->ended_at == tick->now;
}

// True when an ability is neither at work nor has just ended.
static bool is_off(const lope_tick *tick, uint32_t ability)
{
    return lope_tick_ability_slot(tick, ability) >= LOPE_ACTIVE_ABILITIES && !has_just_ended(tick, ability);
}

// True when the button of an ability that it starts by is held.
static bool is_held(const lope_tick *tick, uint32_t ability)
{
    const bool held = lope_ability_conditions(tick->moveset, ability)->trigger == LOPE_TRIGGER_HELD;
    return held && (tick->holds & tick->moveset->abilities[ability]->button);
}

bool lope_ability_may_want(const lope_tick *tick, uint32_t ability)
{
    if (lope_gauge_of(tick, ability).buffer > 0) return true;
    return is_off(tick, ability) && (is_held(tick, ability) || lope_ability_may_ask(tick, ability));
}

// Starts an ability if it may. Returns why not; remembers that for a press that waits. pressed: in this tick.
static uint32_t try_to_start(lope_tick *tick, uint32_t ability, bool pressed)
{
    tick->refused_by = 0;
    bool waits = lope_gauge_of(tick, ability).buffer > 0;
    uint32_t why = lope_ability_refusal(tick, ability);
    if (why == LOPE_REFUSAL_NONE) why = start(tick, ability, pressed || waits);
    if (lope_gauge_of(tick, ability).buffer > 0) tick->state.gauges[ability].why = (uint16_t)(why < UINT16_MAX ? why : 0);
    return why;
}

// Starts an ability that a press waits for, or of which the button is held, or else that asks by itself.
// Returns whether it has started.
static bool start_wanted(lope_tick *tick, uint32_t ability)
{
    const bool waits = lope_gauge_of(tick, ability).buffer > 0;
    if (!waits && !is_off(tick, ability)) return false;
    if (!waits && !is_held(tick, ability) && !lope_ability_asks(tick, ability)) return false;
    return try_to_start(tick, ability, false) == LOPE_REFUSAL_NONE;
}

// Returns the candidates that come after ability `i` in the table.
static uint32_t candidates_after(const lope_tick *tick, uint32_t i)
{
    return lope_abilities_candidates(tick) & ~((2u << i) - 1u);
}

bool lope_abilities_start_waiting(lope_tick *tick)
{
    uint32_t open = lope_abilities_candidates(tick);
    bool any = false;
    for (uint32_t i = 0; open >> i != 0 && !tick->space.failed; i++) {
        if (!(open >> i & 1u) || !start_wanted(tick, i)) continue;
        open = candidates_after(tick, i);
        any = true;
    }
    return any;
}

// True when its button asks for an ability, by a press or by being let go.
static bool is_triggered(const lope_tick *tick, uint32_t ability)
{
    bool release = lope_ability_conditions(tick->moveset, ability)->trigger == LOPE_TRIGGER_RELEASE;
    return ((release ? tick->releases : tick->presses) & lope_ability_buttons(tick->moveset->abilities[ability])) != 0;
}

// True when a press is for this ability: it is not at work, or it may start again.
static bool is_pressed(const lope_tick *tick, uint32_t ability)
{
    if (!is_triggered(tick, ability)) return false;
    uint32_t slot = lope_tick_ability_slot(tick, ability);
    bool on = slot < LOPE_ACTIVE_ABILITIES && !(tick->state.abilities[slot].flags & LOPE_ABILITY_QUIET);
    return !on || lope_ability_conditions(tick->moveset, ability)->restarts;
}

bool lope_abilities_start_asked(lope_tick *tick)
{
    uint32_t whys[LOPE_ABILITIES], waits = 0, open = lope_abilities_candidates(tick);
    bool any = false;
    for (uint32_t i = 0; open >> i != 0 && !tick->space.failed; i++) {
        if (!(open >> i & 1u)) continue;
        const bool pressed = is_pressed(tick, i);
        const uint32_t why = pressed ? try_to_start(tick, i, true) : LOPE_REFUSAL_NONE;
        const bool started = pressed ? why == LOPE_REFUSAL_NONE : start_wanted(tick, i);
        if (started) open = candidates_after(tick, i);
        any = any || started;
        if (!pressed || started) continue;
        whys[i] = why;
        if (lope_ability_conditions(tick->moveset, i)->buffer > 0 && why != LOPE_REFUSAL_FORBIDDEN)
            waits |= 1u << i;
        else
            lope_ability_refuse(tick, i, why, tick->now);
    }
    if (waits == 0) return any;
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        if (!(waits >> i & 1u) || !is_triggered(tick, i)) continue;
        lope_gauge *gauge = &lope_use_gauges(&tick->state)->gauges[i];
        gauge->buffer = lope_ability_conditions(tick->moveset, i)->buffer;
        gauge->why = (uint16_t)(whys[i] < UINT16_MAX ? whys[i] : 0);
    }
    return any;
}
