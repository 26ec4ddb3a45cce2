// abilities.c - see abilities.h.
//
// An ability at work has a slot in the state: its number, phase, seconds and own bytes. Slots are kept in the
// order of the numbers. Time passes for all of them at once, up to tick->now; tick->ability_time
// says how far it has. So an ability that is looked at is always as it is at this instant.
//
// The tick is cut where cooldown or stamina would let what waits start, and where `piece` says. So starts and
// ends are at the same instants at every tick rate. Read next: start.c, slots.c, gauges.c, run/run_mode.c.
#include "character/abilities/abilities.h"
#include "character/abilities/end.h"
#include "character/abilities/gauges.h"
#include "character/abilities/slots.h"
#include "character/abilities/start.h"
#include "character/tick/tick.h"

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

// Ends abilities of which the mode was left or the piece is over. Returns whether there was any.
static bool end_those_over(lope_tick *tick)
{
    double left = tick->time - tick->now;
    bool any = false;
    tick->waits_for_room = false;
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++) {
        const lope_ability *ability = lope_tick_ability_in(tick, slot);
        if (!ability) continue;
        lope_end why = end_by_mode(tick, slot);
        if (why == LOPE_END_COUNT && ability->piece && left > LOPE_MIN_TIME) {
            lope_ability_self self = lope_tick_ability_self(tick, slot);
            if (ability->piece(tick, &self, left) <= LOPE_MIN_TIME && lope_ability_may_end(tick, slot)) why = LOPE_END_DONE;
        }
        if (why == LOPE_END_COUNT) continue;
        lope_ability_end(tick, slot, why);
        any = true;
    }
    return any;
}

// Ends all abilities at work.
static void end_all(lope_tick *tick, lope_end why)
{
    for (uint32_t slot = 0; slot < LOPE_ACTIVE_ABILITIES; slot++)
        if (lope_tick_ability_in(tick, slot)) lope_ability_end(tick, slot, why);
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
        lope_ability_refuse(tick, i, gauge->why, from + (waits < seconds ? waits : seconds));
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
        lope_ability_tell_phase(tick, &self, phase);
        if (!goes_on && lope_ability_may_end(tick, slot)) lope_ability_end(tick, slot, LOPE_END_DONE);
    }
}

// Returns the s, of `left`, until what wants to start is let by cooldown and stamina.
static double until_ready(const lope_tick *tick, double left)
{
    if (!lope_has_page(&tick->state, LOPE_PAGE_GAUGES)) return left; // all is there
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        if (!lope_ability_may_want(tick, i)) continue;
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
    lope_slots_clean(tick);
    if (tick->teleports || lope_tick_follows(tick)) end_all(tick, LOPE_END_INTERRUPTED);
    lope_gauges_pass(tick, 0);
    const bool ended = end_those_over(tick);
    const bool started = lope_abilities_start_asked(tick);
    if (ended || started) end_those_over(tick); // a piece may be over as it begins
}

void lope_abilities_look(lope_tick *tick)
{
    lope_abilities_pass(tick);
    const bool ended = end_those_over(tick);
    const bool started = lope_abilities_start_waiting(tick);
    if (ended || started) end_those_over(tick);
}

void lope_abilities_finish(lope_tick *tick)
{
    double now = tick->now;
    tick->now = tick->time;
    lope_abilities_pass(tick);
    end_those_over(tick);
    if (lope_tick_has_abilities(tick) && !lope_slots_are_in_order(tick)) lope_slots_close(tick);
    if (lope_tick_kept_low(tick)) tick->report->mesh_offset = 0.5f * (tick->state.standing_height - tick->state.height);
    tick->now = now;
}
