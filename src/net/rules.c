// rules.c - rules: defaults, checks, the hash that both ends compare. Read first: lope/net.h.
#include "net/rules.h"
#include "base/error.h"
#include "base/hash.h"

#include <math.h>

#define PROTOCOL 7u // of the packets; another one is another match

static lope_result check(const lope_net_rules *r, lope_error *error)
{
    if (r->tick_rate < 10 || r->tick_rate > 240)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.tick_rate", "is %u, must be 10 to 240, or 0 for 60",
                           (unsigned)r->tick_rate);
    if (r->send_every > 30)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.send_every", "is %u, must be 1 to 30, or 0 for 2",
                           (unsigned)r->send_every);
    if (r->copies > LOPE_NET_COPIES)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.copies", "is %u, must be 1 to 16, or 0 for 16", (unsigned)r->copies);
    if (r->hold_ticks > 120)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.hold_ticks", "is %u, must be 1 to 120, or 0 for 12",
                           (unsigned)r->hold_ticks);
    if (!lope_finite(r->contact_bound)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "rules.contact_bound", "must be finite");
    if (r->contact_bound < 0 && r->contact_bound != LOPE_NET_TRUTH && r->contact_bound != LOPE_NET_BELIEVE &&
        r->contact_bound != LOPE_NET_PASS)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.contact_bound",
                           "is %g, must be above 0, or 0 for 0.25, or LOPE_NET_TRUTH, _BELIEVE or _PASS",
                           (double)r->contact_bound);
    if (!lope_finite_vec3(r->gravity)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "rules.gravity", "must be finite");
    if (!(r->tolerance >= 0) || !lope_finite(r->tolerance))
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.tolerance", "is %g, must be 0 or more", (double)r->tolerance);
    if (r->stepping > LOPE_NET_ON_ARRIVAL)
        return lope_refuse(error, LOPE_ERROR_RANGE, "rules.stepping", "is %u, must be LOPE_NET_ON_TICK or LOPE_NET_ON_ARRIVAL",
                           (unsigned)r->stepping);
    return LOPE_OK;
}

lope_result lope_rules_make(const lope_net_rules *given, lope_net_rules *rules, lope_error *error)
{
    lope_net_rules r = *given;
    if (r.tick_rate == 0) r.tick_rate = 60;
    if (r.send_every == 0) r.send_every = 2;
    if (r.copies == 0) r.copies = LOPE_NET_COPIES;
    if (r.hold_ticks == 0) r.hold_ticks = 12;
    if (r.contact_bound == 0) r.contact_bound = 0.25f;
    if (r.gravity.x == 0 && r.gravity.y == 0 && r.gravity.z == 0) r.gravity.y = -9.8f;
    const lope_result result = check(&r, error);
    if (result == LOPE_OK) *rules = r;
    return result;
}

uint64_t lope_net_rules_hash(const lope_net_rules *given, const lope_moveset *moveset)
{
    const lope_net_rules none = {0};
    lope_net_rules r;
    if (lope_rules_make(given != NULL ? given : &none, &r, NULL) != LOPE_OK) return 0;
    uint64_t hash = lope_hash_u32(LOPE_HASH_START, PROTOCOL);
    hash = lope_hash_u32(hash, r.tick_rate);
    hash = lope_hash_u32(hash, r.send_every);
    hash = lope_hash_u32(hash, r.copies);
    hash = lope_hash_u32(hash, r.hold_ticks);
    hash = lope_hash_float(hash, r.contact_bound);
    hash = lope_hash_vec3(hash, r.gravity);
    hash = lope_hash_float(hash, r.tolerance);
    hash = lope_hash_u32(hash, r.stepping);
    hash = lope_hash_u32(hash, r.tells_commands);
    hash = lope_hash_u64(hash, r.content);
    return lope_hash_u64(hash, moveset != NULL ? moveset->hash : 0);
}

void lope_rules_input(const lope_net_rules *rules, uint32_t player, const lope_command *command, const lope_state *state,
                      lope_input *input)
{
    if (rules->input != NULL)
        rules->input(rules->context, player, command, state, input);
    else
        lope_command_input(command, state, input);
}

lope_vec3 lope_rules_up(const lope_net_rules *rules)
{
    const lope_vec3 g = rules->gravity;
    return lope_vec3_scale(g, -1.0f / sqrtf(lope_vec3_dot(g, g)));
}

lope_command lope_rules_neutral(const lope_state *state, uint32_t tick)
{
    lope_command command = lope_command_make(0, 0, 0, state->look_yaw, state->look_pitch, 0, 0);
    command.tick = tick;
    return command;
}
