// server_moved.c - in a tick: players that have run it, and those that run it again because another one came
// into them.
//
// With always the truth a player that runs its tick later meets the earlier ones where they have ended, and
// so comes into none of them by itself. A platform may push it into one all the same, and that one into the
// next. Then the one that ran before runs its tick again, meets the other where it has ended, and goes out of
// its way. What has come into it in this tick never gives way to it then, whatever pushes it; all others do,
// and run again themselves where it comes into them (server_sight.c). So a push goes on from one to the next,
// in the order in which they came. A player that has run a few times counts only what is in it then:
// else it may be held by one that could go. Clients are told the same, as places at the end of a tick. Where
// neither of two can give way, both have run so often as they may and stay as they are. Read first: sight.h.
#include "net/server_private.h"

#include <math.h>

#define DEEP 0.002     // m in each other, beyond which one runs again: what a place in whole numbers is off
#define AGAINS_MOST 8u // times in a tick that a player runs again
#define AGAINS_KEPT 4u // of them: for so many what has come into it before counts too

static bool takes_part(const lope_net_server *server)
{
    return server->rules.contact_bound == LOPE_NET_TRUTH && !lope_rules_on_arrival(&server->rules);
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

// Returns whether two players that have run the tick are in each other.
static bool is_in(const lope_net_server *server, const lope_net_seat *seat, const lope_net_seat *other)
{
    return other != seat && other->used && other->ended == server->tick && depth_of(server, seat, other) > DEEP;
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
    seat->entered = false;
    for (uint32_t i = 0; i < server->def.players; i++)
        if (is_in(server, seat, &server->seats[i])) server->seats[i].entered = true;
    return LOPE_OK;
}

// Notes that a player has come into another one.
static void add_unyielding(lope_net_seat *seat, uint32_t player)
{
    for (uint32_t i = 0; i < seat->unyielding_count; i++)
        if (seat->unyielding[i] == player) return;
    if (seat->unyielding_count < LOPE_UNYIELDING_MOST) seat->unyielding[seat->unyielding_count++] = player;
}

// Notes those that are in a player and have run the tick after it. Returns whether there are any.
static bool find_entering(const lope_net_server *server, lope_net_seat *seat)
{
    bool any = false;
    if (seat->agains >= AGAINS_KEPT) seat->unyielding_count = 0;
    for (uint32_t i = 0; i < server->def.players; i++) {
        if (server->seats[i].turn < seat->turn || !is_in(server, seat, &server->seats[i])) continue;
        add_unyielding(seat, i);
        any = true;
    }
    return any;
}

// Returns the player that ran the tick first of those that may have been entered; LOPE_NET_NONE: there is
// none.
static uint32_t first_entered(const lope_net_server *server)
{
    uint32_t first = LOPE_NET_NONE;
    for (uint32_t i = 0; i < server->def.players; i++) {
        const lope_net_seat *seat = &server->seats[i];
        if (!seat->used || !seat->entered || seat->ended != server->tick || seat->agains == AGAINS_MOST) continue;
        if (first == LOPE_NET_NONE || seat->turn < server->seats[first].turn) first = i;
    }
    return first;
}

bool lope_net_server_again(lope_net_server *server, uint32_t *player, lope_state *state)
{
    if (server == NULL || player == NULL || state == NULL || !server->in_tick || !takes_part(server)) return false;
    for (uint32_t i; (i = first_entered(server)) != LOPE_NET_NONE;) {
        lope_net_seat *seat = &server->seats[i];
        seat->entered = false;
        if (!find_entering(server, seat)) continue; // they have gone since
        seat->agains++;
        seat->ended = seat->sight_tick = server->tick - 1;
        *player = i;
        *state = seat->state;
        return true;
    }
    return false;
}
