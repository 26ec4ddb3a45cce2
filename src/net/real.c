// real.c - told places: kept, looked up, in bits. Read first: real.h.
#include "net/real.h"
#include "net/serial.h"

void lope_reals_add(lope_reals *reals, const lope_real *real) { reals->kept[++reals->newest % LOPE_REALS] = *real; }

void lope_reals_tell(lope_reals *reals, const lope_real *real)
{
    for (uint32_t number = reals->newest; number != reals->oldest; number--) {
        lope_real *kept = &reals->kept[number % LOPE_REALS];
        if (reals->newest - number >= LOPE_REALS || kept->tick != real->tick) break;
        if (kept->body != real->body) continue;
        *kept = *real;
        return;
    }
    lope_reals_add(reals, real);
}

// Returns how many of the newest places are kept.
static uint32_t kept_reals(const lope_reals *reals)
{
    const uint32_t count = reals->newest - reals->oldest;
    return count < LOPE_REALS ? count : LOPE_REALS;
}

const lope_real *lope_reals_get(const lope_reals *reals, uint32_t number)
{
    return reals->newest - number < kept_reals(reals) ? &reals->kept[number % LOPE_REALS] : NULL;
}

const lope_real *lope_reals_find(const lope_reals *reals, uint64_t body, uint32_t tick, uint32_t known)
{
    for (uint32_t i = 0; i < kept_reals(reals); i++) {
        const lope_real *real = &reals->kept[(reals->newest - i) % LOPE_REALS];
        if (lope_tick_after(real->tick, tick)) continue;
        if (tick - real->tick > LOPE_BELIEF_MOST) return NULL; // all others are older
        if (real->body == body) return lope_tick_after(lope_real_known(real), known) ? real : NULL;
    }
    return NULL;
}

const lope_real *lope_reals_before(const lope_reals *reals, uint64_t body, uint32_t tick, uint32_t *number)
{
    for (uint32_t n = *number - 1;; n--) {
        const lope_real *real = lope_reals_get(reals, n);
        if (real == NULL || tick - real->tick > LOPE_BELIEF_MOST) return NULL;
        *number = n;
        if (real->body == body) return real;
    }
}

uint32_t lope_reals_number(const lope_reals *reals, uint32_t low)
{
    const uint32_t since = lope_reals_low(low - reals->newest);
    return reals->newest + since - (since >> (LOPE_REALS_BITS - 1u) << LOPE_REALS_BITS);
}

void lope_reals_forget(lope_reals *reals) { reals->oldest = reals->newest; }

void lope_real_pass(lope_bits *bits, lope_real *real, uint32_t newest, const lope_proxy *known, uint32_t known_tick,
                    const lope_net_rules *rules)
{
    if (bits->writes && known != NULL) real->at.yaw = known->yaw; // nothing meets a yaw
    real->tick = newest - lope_bits_small(bits, newest - real->tick);
    real->ended = lope_bits_flag(bits, real->ended);
    if (known == NULL) real->body = lope_bits_wide(bits, real->body);
    const bool plain = lope_bits_flag(bits, bits->writes && known != NULL && lope_proxy_is_plain(&real->at, known));
    const int32_t ticks = known != NULL ? lope_tick_since(lope_real_known(real), known_tick) : 0;
    const lope_proxy_known base = {.proxy = known, .ticks = ticks > 0 ? (uint32_t)ticks : 0};
    lope_proxy_pass(bits, &real->at, known != NULL ? &base : NULL, rules, plain);
}
