// history.c - lag compensation: where a character was when another player saw it.
//
// A client says with each packet how far back it shows the others. It is believed for a quarter of a second
// more than the server's own measure of the line: the least age that the newest packet had which the client
// told to have. Read first: lope/net_server.h.
#include "net/history.h"
#include "net/client_packet.h"
#include "net/proxy.h"

#include <math.h>

#define BEYOND 0.25       // s that a client's view may be older than the line
#define LINE_MOST 0.5     // s: no line counts for more
#define LINE_FORGETS 0.01 // by so much a longer age moves the measure

void lope_history_measure(lope_net_seat *seat, uint32_t age)
{
    const float a = (float)age;
    seat->line = !seat->measured || a < seat->line ? a : seat->line + (float)LINE_FORGETS * (a - seat->line);
    seat->measured = true;
}

// Returns how many ticks ago a player saw the others that its command of the tick was meant for.
static double back_of(const lope_net_server *server, const lope_net_seat *seat)
{
    const double rate = server->rules.tick_rate, claimed = (double)seat->view_back / LOPE_VIEW_PARTS;
    const double line = (double)seat->line < LINE_MOST * rate ? (double)seat->line : LINE_MOST * rate;
    const double most = line + BEYOND * rate;
    return claimed < most ? claimed : most;
}

// Returns the character's place at the end of a tick; NULL: it was not there, or it is too long ago.
static const lope_proxy *place_at(const lope_net_server *server, uint32_t other, uint32_t tick)
{
    const lope_place *place = lope_server_place(server, other, tick);
    return place != NULL && place->body == server->seats[other].body ? &place->proxy : NULL;
}

static lope_point feet_at(const lope_net_server *server, const lope_proxy *at, uint32_t tick)
{
    const lope_proxy_frame frame = lope_plans_frame(&server->plans, &server->rules, at->base, tick);
    return lope_proxy_feet(at, &frame);
}

// Makes a capsule along the way up of the rules.
static lope_capsule capsule_of(const lope_net_server *server, lope_point feet, const lope_proxy *at)
{
    const double radius = at->radius / LOPE_PROXY_SIZE, height = at->height / LOPE_PROXY_SIZE;
    const lope_vec3 up = lope_rules_up(&server->rules);
    const lope_point axis = {up.x, up.y, up.z};
    const double top = height - radius > radius ? height - radius : radius;
    return (lope_capsule){lope_point_mad(feet, axis, radius), lope_point_mad(feet, axis, top), radius};
}

bool lope_net_server_rewind(const lope_net_server *server, uint32_t player, uint32_t other, lope_capsule *capsule)
{
    const lope_net_seat *seat = lope_server_seat(server, player);
    if (seat == NULL || capsule == NULL || lope_server_seat(server, other) == NULL) return false;
    const double back = back_of(server, seat), whole = floor(back);
    const uint32_t last = server->in_tick ? server->tick - 1 : server->tick, after = seat->time - (uint32_t)whole;
    if (whole >= LOPE_NET_REWIND) return false;
    if (lope_tick_after(after, last)) { // nothing is older than the tick's start
        const lope_proxy *now = place_at(server, other, last);
        if (now != NULL) *capsule = capsule_of(server, feet_at(server, now, last), now);
        return now != NULL;
    }
    const lope_proxy *b = place_at(server, other, after), *a = place_at(server, other, after - 1);
    if (b == NULL || a == NULL) return false;
    const lope_point p = feet_at(server, b, after), q = feet_at(server, a, after - 1);
    const double share = back - whole;
    *capsule = capsule_of(server, lope_point_mad(p, lope_point_sub(q, p), share), share < 0.5 ? b : a);
    return true;
}
