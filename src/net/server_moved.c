// server_moved.c - in a tick: players that have run it, and those that run it again because another one came
// into them.
//
// With always the truth a player that runs its tick later meets the earlier ones where they have ended, and
// so comes into none of them by itself. A platform may push it into one all the same, and that one into the
// next. Then the one that ran before runs its tick again, meets the other where it has ended, and goes out of
// its way: the others never give way to it then, whatever pushes it (server_sight.c). Its client is told the
// same, as a place at the end of a tick. Where neither can give way, both have run a few times and stay as
// they are. Read first: sight.h.
#include "net/server_private.h"

#include <math.h>

#define DEEP 0.002     // m in each other, beyond which one runs again: what a place in whole numbers is off
#define AGAINS_MOST 4u // times in a tick that a player runs again

static bool takes_part(const lope_net_server *server)
{
    return server->rules.contact_bound == LOPE_NET_TRUTH && !lope_rules_on_arrival(&server->rules);
}

lope_result lope_net_server_moved(lope_net_server *server, uint32_t player, const lope_state *state)
{
    lope_net_seat *seat = lope_server_seat(server, player);
    if (server == NULL || state == NULL) return LOPE_ERROR_NULL;
    if (seat == NULL) return LOPE_ERROR_HANDLE;
    if (!server->in_tick || !seat->running) return LOPE_ERROR_STATE;
    if (!takes_part(server)) return LOPE_OK;
    seat->end = lope_proxy_of(state, &server->plans, &server->rules, seat->time);
    seat->end_feet = state->feet;
    seat->ended = seat->time;
    seat->turn = ++server->turns;
    return LOPE_OK;
}

// Returns how deep (m) two characters are in each other where they have ended; below 0: apart.
static double depth_of(const lope_net_server *server, const lope_net_seat *a, const lope_net_seat *b)
{
    const lope_point way = lope_point_sub(b->end_feet, a->end_feet);
    const lope_point up = lope_vec3_to_point(lope_rules_up(&server->rules));
    const double rise = lope_point_dot(way, up), radii = (a->end.radius + b->end.radius) / LOPE_PROXY_SIZE;
    // between the upper end of the lower core and the lower end of the upper one
    const lope_proxy *low = rise > 0 ? &a->end : &b->end, *high = rise > 0 ? &b->end : &a->end;
    const double core = (low->height - low->radius - high->radius) / LOPE_PROXY_SIZE, above = fabs(rise) - core;
    const lope_point level = lope_point_mad(way, up, -rise);
    const double gap = above > 0 ? above : 0;
    return radii - sqrt(lope_point_dot(level, level) + gap * gap);
}

// Returns whether another one came into a player after its tick.
static bool is_entered_by(const lope_net_server *server, const lope_net_seat *seat, const lope_net_seat *other)
{
    return other->used && other->ended == server->tick && other->turn > seat->turn && depth_of(server, seat, other) > DEEP;
}

static bool is_entered(const lope_net_server *server, const lope_net_seat *seat)
{
    for (uint32_t i = 0; i < server->def.players; i++)
        if (&server->seats[i] != seat && is_entered_by(server, seat, &server->seats[i])) return true;
    return false;
}

bool lope_net_server_again(lope_net_server *server, uint32_t *player, lope_state *state)
{
    if (server == NULL || player == NULL || state == NULL || !server->in_tick || !takes_part(server)) return false;
    for (uint32_t i = 0; i < server->def.players; i++) {
        lope_net_seat *seat = &server->seats[i];
        if (!seat->used || seat->ended != server->tick || seat->agains == AGAINS_MOST || !is_entered(server, seat)) continue;
        seat->agains++;
        seat->ended = seat->sight_tick = server->tick - 1;
        *player = i;
        *state = seat->state;
        return true;
    }
    return false;
}
