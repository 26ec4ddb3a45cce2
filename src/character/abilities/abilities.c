// abilities.c - see abilities.h.
//
// An ability at work has a slot in the state: its number, phase, seconds and own bytes. Slots are kept in the
// order of the numbers. Time passes for all of them at once, up to tick->now; tick->ability_time
// says how far it has. So an ability that is looked at is always as it is at this instant.
//
// A press that may not be used at once waits in the ability's gauge. The tick is cut where cooldown or
// stamina would let what waits start, and where `piece` says. So starts and ends are at the same instants at
// every tick rate. Read next: conditions.c, gauges.c, run/run_mode.c.
#include "character/abilities/abilities.h"
#include "character/abilities/asking.h"
#include "character/abilities/conditions.h"
#include "character/abilities/end.h"
#include "character/abilities/gauges.h"
#include "character/state/settings_at.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"

#include <string.h>

// ---- ending

// True when a mode is one that the ability brings.
static bool brings_mode(const lope_moveset *moveset, uint32_t ability, uint32_t mode)
{
    const lope_mode *const *modes = moveset->abilities[ability]->modes;
    uint32_t first = moveset->ability_modes[ability];
    for (uint32_t i = 0; first != 0 && modes[i] != NULL; i++)
        if (first + i == mode) return true;
    return false;
}

// Returns why an ability at work cannot go on in the mode that the character is in, or LOPE_END_COUNT.
static lope_end end_by_mode(const lope_tick *tick, uint32_t slot)
{
    const lope_active_ability *at = &tick->state.abilities[slot];
    uint32_t goes_on_in = tick->moveset->abilities[at->id - 1]->goes_on_in, mode = tick->state.mode;
    bool left = at->flags & LOPE_ABILITY_OWN_MODE && (uint32_t)(at->flags & LOPE_ABILITY_MODE) != mode;
    if (!left && goes_on_in == 0) return LOPE_END_COUNT;
    return goes_on_in >> mode & 1u || brings_mode(tick->moveset, at->id - 1u, mode) ? LOPE_END_COUNT : LOPE_END_MODE_LEFT;
}

// Ends abilities of which the mode was left or the piece is over.
static void end_those_over(lope_tick *tick)
{
    double left = tick->time - tick->now;
    tick->waits_for_room = false;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability) continue;
        lope_end why = end_by_mode(tick, slot);
        if (why == LOPE_END_COUNT && ability->piece && left > LOPE_MIN_TIME) {
            lope_ability_self self = lope_tick_ability_self(tick, slot);
            if (ability->piece(tick, &self, left) <= LOPE_MIN_TIME && lope_ability_may_end(tick, slot)) why = LOPE_END_DONE;
        }
        if (why != LOPE_END_COUNT) lope_ability_end(tick, slot, why);
    }
}

// Ends all abilities at work.
static void end_all(lope_tick *tick, lope_end why)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot)) lope_ability_end(tick, slot, why);
}

// Moves the slots in use together. Takes out what this moveset does not have, and what is not in order.
static void close_ranks(lope_tick *tick)
{
    lope_active_ability *slots = tick->state.abilities;
    uint32_t kept = 0, last = 0;
    if (!lope_tick_has_abilities(tick)) return;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        uint32_t id = slots[i].id;
        if (id <= last || id > tick->moveset->ability_count) continue;
        if (kept != i) slots[kept] = slots[i];
        kept++;
        last = id;
    }
    memset(&slots[kept], 0, (LOPE_ACTIVE_ABILITIES - kept) * sizeof *slots);
}

// True when the slots in use stand first, in order. The others are zero then, once clean_slots has run.
static bool are_in_order(const lope_tick *tick)
{
    const lope_active_ability *slots = tick->state.abilities;
    uint32_t i = 0, last = 0;
    for (; i < LOPE_ACTIVE_ABILITIES && slots[i].id > last; i++) last = slots[i].id;
    for (; i < LOPE_ACTIVE_ABILITIES && slots[i].id == 0; i++) {}
    return i == LOPE_ACTIVE_ABILITIES && last <= tick->moveset->ability_count;
}

// Makes good a state that comes from elsewhere: by another moveset, or by hand.
static void clean_slots(lope_tick *tick)
{
    close_ranks(tick);
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES; i++) {
        double *seconds = &tick->state.abilities[i].seconds;
        if (lope_tick_ability_in(tick, i) && !(*seconds >= 0 && *seconds < 1e12)) *seconds = 0;
    }
}

// ---- starting

// Ends a watch where no slot is free.
static void give_up_watch(lope_tick *tick)
{
    uint32_t slot = 0;
    while (slot < LOPE_ACTIVE_ABILITIES && !(tick->state.abilities[slot].flags & LOPE_ABILITY_QUIET)) slot++;
    if (slot < LOPE_ACTIVE_ABILITIES) lope_ability_end(tick, slot, LOPE_END_REPLACED);
    close_ranks(tick);
}

// Puts an ability into its slot, in the order of the numbers. There is a free one, or a watch gives its up.
static void put_into_slot(lope_tick *tick, const lope_active_ability *at)
{
    lope_active_ability *slots = lope_use_abilities(&tick->state)->abilities;
    uint32_t i = LOPE_ACTIVE_ABILITIES - 1;
    close_ranks(tick);
    if (slots[i].id != 0) give_up_watch(tick);
    for (; i > 0 && (slots[i - 1].id == 0 || slots[i - 1].id > at->id); i--) slots[i] = slots[i - 1];
    slots[i] = *at;
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

// Tells that an ability has changed its phase, when it has.
static void tell_phase(lope_tick *tick, const lope_ability_self *self, uint32_t before)
{
    if (*self->phase == before) return;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_ABILITY_PHASE);
    event->from = self->id;
    event->to = *self->phase;
}

// Tells of a start, and of its end at once where the ability watches on.
static void tell_start(lope_tick *tick, const lope_ability_self *self, bool lasts)
{
    lope_tick_event(tick, LOPE_EVENT_ABILITY)->from = self->id;
    tell_phase(tick, self, 0);
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
    if (lasts) put_into_slot(tick, &at);
    return LOPE_REFUSAL_NONE;
}

// Tells that an ability was asked for and did not start. time: s into the tick.
static void refuse(lope_tick *tick, uint32_t ability, uint32_t why, double time)
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

// True when an ability may want to start: a press waits for it, its button is held, or it may ask by itself.
static bool may_want(const lope_tick *tick, uint32_t ability)
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

// Starts what waits, in the order of the table.
static void start_waiting(lope_tick *tick)
{
    uint32_t open = lope_abilities_candidates(tick);
    for (uint32_t i = 0; open >> i != 0 && !tick->space.failed; i++)
        if (open >> i & 1u && start_wanted(tick, i)) open = candidates_after(tick, i);
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

// Starts what is pressed, what waits and what asks by itself, in the order of the table. A press that cannot
// be used yet waits, unless another ability has taken it.
static void start_asked(lope_tick *tick)
{
    uint32_t whys[LOPE_ABILITIES], waits = 0, open = lope_abilities_candidates(tick);
    for (uint32_t i = 0; open >> i != 0 && !tick->space.failed; i++) {
        if (!(open >> i & 1u)) continue;
        const bool pressed = is_pressed(tick, i);
        const uint32_t why = pressed ? try_to_start(tick, i, true) : LOPE_REFUSAL_NONE;
        const bool started = pressed ? why == LOPE_REFUSAL_NONE : start_wanted(tick, i);
        if (started) open = candidates_after(tick, i);
        if (!pressed || started) continue;
        whys[i] = why;
        if (lope_ability_conditions(tick->moveset, i)->buffer > 0 && why != LOPE_REFUSAL_FORBIDDEN)
            waits |= 1u << i;
        else
            refuse(tick, i, why, tick->now);
    }
    if (waits == 0) return;
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        if (!(waits >> i & 1u) || !is_triggered(tick, i)) continue;
        lope_gauge *gauge = &lope_use_gauges(&tick->state)->gauges[i];
        gauge->buffer = lope_ability_conditions(tick->moveset, i)->buffer;
        gauge->why = (uint16_t)(whys[i] < UINT16_MAX ? whys[i] : 0);
    }
}

// ---- time

// Lets `seconds` pass for presses that wait. One that has waited too long is refused, at its instant.
static void pass_buffers(lope_tick *tick, double from, double seconds)
{
    if (!lope_has_page(&tick->state, LOPE_PAGE_GAUGES)) return;
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        lope_gauge *gauge = &tick->state.gauges[i];
        double waits = (double)gauge->buffer, rest = waits - seconds;
        if (!(waits > 0)) continue;
        gauge->buffer = rest > LOPE_MIN_TIME ? (float)rest : 0.0f;
        if (gauge->buffer > 0) continue;
        tick->refused_by = 0;
        refuse(tick, i, gauge->why, from + (waits < seconds ? waits : seconds));
        gauge->why = 0;
    }
}

void lope_abilities_pass(lope_tick *tick)
{
    double from = tick->ability_time, seconds = tick->now - from;
    if (!(seconds > 0)) return;
    tick->ability_time = tick->now;
    lope_gauges_pass(tick, seconds);
    pass_buffers(tick, from, seconds);
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot)) tick->state.abilities[slot].seconds += seconds;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability || !ability->passed) continue;
        lope_ability_self self = lope_tick_ability_self(tick, slot);
        const uint32_t phase = *self.phase;
        bool goes_on = ability->passed(tick, &self, seconds);
        if (!lope_tick_ability_in(tick, slot)) continue; // it has ended itself
        tell_phase(tick, &self, phase);
        if (!goes_on && lope_ability_may_end(tick, slot)) lope_ability_end(tick, slot, LOPE_END_DONE);
    }
}

// Returns the s, of `left`, until what wants to start is let by cooldown and stamina.
static double until_ready(const lope_tick *tick, double left)
{
    if (!lope_has_page(&tick->state, LOPE_PAGE_GAUGES)) return left; // all is there
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        if (!may_want(tick, i)) continue;
        double ready = lope_gauge_ready_in(tick, i);
        if (ready > LOPE_MIN_TIME && ready < left) left = ready;
    }
    return left;
}

double lope_abilities_piece(lope_tick *tick, double left)
{
    double part = left;
    if (tick->pieces + 1 >= LOPE_TICK_PIECES) return left;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability || !ability->piece) continue;
        lope_ability_self self = lope_tick_ability_self(tick, slot);
        double piece = ability->piece(tick, &self, part);
        if (piece > LOPE_MIN_TIME && piece < part) part = piece;
    }
    part = until_ready(tick, part);
    if (left - part <= LOPE_MIN_TIME) return left;
    tick->ability_cut = true;
    return part;
}

void lope_abilities_begin(lope_tick *tick)
{
    clean_slots(tick);
    if (tick->teleports || lope_tick_follows(tick)) end_all(tick, LOPE_END_INTERRUPTED);
    lope_gauges_pass(tick, 0);
    end_those_over(tick);
    start_asked(tick);
    end_those_over(tick); // a piece may be over as it begins
}

void lope_abilities_look(lope_tick *tick)
{
    lope_abilities_pass(tick);
    end_those_over(tick);
    start_waiting(tick);
    end_those_over(tick);
}

void lope_abilities_finish(lope_tick *tick)
{
    double now = tick->now;
    tick->now = tick->time;
    lope_abilities_pass(tick);
    end_those_over(tick);
    if (lope_tick_has_abilities(tick) && !are_in_order(tick)) close_ranks(tick);
    if (lope_tick_kept_low(tick)) tick->report->mesh_offset = 0.5f * (tick->state.standing_height - tick->state.height);
    tick->now = now;
}
