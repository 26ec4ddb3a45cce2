// gauges.c - see gauges.h.
//
// A start takes a charge, and `cooldown` begins unless it runs. When it is over one charge comes back, and it
// begins again while another is missing. An ability without charges has one. Stamina is kept as what was
// used: it comes back evenly after its delay. Times go down in closed form, so instants do not depend on how
// the tick is cut.
//
// Data: gauges, stamina_used and stamina_delay of the state. Read next: conditions.c.
#include "character/abilities/gauges.h"
#include "character/state/settings_at.h"
#include "character/tick/tick.h"

#define LEAST_STAMINA 1e-4 // less than that is a float's rounding

lope_gauge lope_gauge_of(const lope_tick *tick, uint32_t ability)
{
    return lope_has_page(&tick->state, LOPE_PAGE_GAUGES) ? tick->state.gauges[ability] : (lope_gauge){0};
}

double lope_stamina_left(const lope_tick *tick)
{
    double used = lope_has_page(&tick->state, LOPE_PAGE_GAUGES) ? (double)tick->state.stamina_used : 0;
    double left = (double)tick->moveset->stamina.most - used;
    return left > 0 ? left : 0;
}

void lope_stamina_take(lope_tick *tick, double amount)
{
    lope_state *state = lope_use_gauges(&tick->state);
    state->stamina_used += (float)amount;
    state->stamina_delay = tick->moveset->stamina.delay;
}

// Returns how many charges an ability has when none is used up.
static uint32_t charges_of(const lope_conditions *c) { return c->charges > 0 ? c->charges : 1; }

uint32_t lope_gauge_refusal(const lope_tick *tick, uint32_t ability, bool airborne)
{
    const lope_conditions *c = lope_ability_conditions(tick->moveset, ability);
    lope_gauge gauge = lope_gauge_of(tick, ability);
    if (gauge.cooldown > 0 && gauge.charges >= charges_of(c)) return LOPE_REFUSAL_COOLDOWN;
    if (airborne && c->uses_in_air > 0 && gauge.uses >= c->uses_in_air) return LOPE_REFUSAL_USED_UP;
    if ((double)c->stamina > lope_stamina_left(tick) + LEAST_STAMINA) return LOPE_REFUSAL_STAMINA;
    return LOPE_REFUSAL_NONE;
}

void lope_gauge_take(lope_tick *tick, uint32_t ability, bool airborne)
{
    const lope_conditions *c = lope_ability_conditions(tick->moveset, ability);
    if (c->stamina > 0) lope_stamina_take(tick, (double)c->stamina);
    if (c->cooldown > 0) {
        lope_gauge *gauge = &lope_use_gauges(&tick->state)->gauges[ability];
        if (!(gauge->cooldown > 0)) gauge->cooldown = c->cooldown;
        if (gauge->charges < UINT8_MAX) gauge->charges++;
    }
    if (airborne && c->uses_in_air > 0) {
        lope_gauge *gauge = &lope_use_gauges(&tick->state)->gauges[ability];
        if (gauge->uses < UINT8_MAX) gauge->uses++;
    }
}

void lope_tick_cool_down(lope_tick *tick, uint32_t ability, double seconds)
{
    if (ability >= tick->moveset->ability_count || !(seconds > 0)) return;
    lope_gauge *gauge = &lope_use_gauges(&tick->state)->gauges[ability];
    const uint32_t charges = charges_of(lope_ability_conditions(tick->moveset, ability));
    if (gauge->charges < charges) gauge->charges = (uint8_t)charges;
    if (gauge->cooldown < (float)seconds) gauge->cooldown = (float)seconds;
}

double lope_gauge_ready_in(const lope_tick *tick, uint32_t ability)
{
    const lope_conditions *c = lope_ability_conditions(tick->moveset, ability);
    lope_gauge gauge = lope_gauge_of(tick, ability);
    double wait = gauge.charges >= charges_of(c) ? (double)gauge.cooldown : 0;
    double missing = (double)c->stamina - lope_stamina_left(tick);
    if (missing <= LEAST_STAMINA) return wait;
    const lope_stamina *stamina = &tick->moveset->stamina;
    if (!(stamina->recovery > 0) || c->stamina > stamina->most) return HUGE_VAL;
    double rest = (double)tick->state.stamina_delay + missing / (double)stamina->recovery;
    return rest > wait ? rest : wait;
}

// Returns a timer's rest (s) after `seconds`; what is shorter than any part of a tick is none.
static float after(float left, double seconds)
{
    double rest = (double)left - seconds;
    return rest > LOPE_MIN_TIME ? (float)rest : 0.0f;
}

// Lets `seconds` pass for a cooldown: charges come back, each at its instant.
static void recharge(lope_gauge *gauge, const lope_conditions *c, double seconds)
{
    double rest = (double)gauge->cooldown - seconds;
    while (rest <= LOPE_MIN_TIME && gauge->charges > 1 && c->cooldown > 0) {
        gauge->charges--;
        rest += (double)c->cooldown;
    }
    gauge->cooldown = rest > LOPE_MIN_TIME ? (float)rest : 0.0f;
    if (!(gauge->cooldown > 0)) gauge->charges = 0;
}

// Lets `seconds` pass for the stamina: first the delay, then it comes back.
static void recover(lope_tick *tick, double seconds)
{
    lope_state *state = &tick->state;
    double delay = (double)state->stamina_delay, waits = delay < seconds ? delay : seconds;
    double used = (double)state->stamina_used - (seconds - waits) * (double)tick->moveset->stamina.recovery;
    state->stamina_delay = after(state->stamina_delay, waits);
    state->stamina_used = used > LEAST_STAMINA ? (float)used : 0.0f;
    if (!(state->stamina_used > 0)) state->stamina_delay = 0;
}

void lope_gauges_pass(lope_tick *tick, double seconds)
{
    if (!lope_has_page(&tick->state, LOPE_PAGE_GAUGES)) return;
    bool grounded = lope_tick_on_ground(tick);
    for (uint32_t i = 0; i < tick->moveset->ability_count; i++) {
        lope_gauge *gauge = &tick->state.gauges[i];
        if (gauge->cooldown > 0 || gauge->charges > 0) recharge(gauge, lope_ability_conditions(tick->moveset, i), seconds);
        if (grounded) gauge->uses = 0;
    }
    if (tick->state.stamina_used > 0 || tick->state.stamina_delay > 0) recover(tick, seconds);
}
