// server_reals.c - the told places that a client does not have, in the packets of the server.
//
// A packet tells the oldest ones that the client does not have, and each packet tells them again until the
// client says that they have come: so a lost packet costs the time to the next one. Where they do not all
// fit, the next packet goes on with those after them. Once the newest one is told, it starts over. So what
// a client is told in a second follows the rate of packets and not the round trip: one in the middle of a
// knot needs more than a packet holds in each round trip. The places of a packet that goes on are
// differences to places of the same packet or to what the client is known to have, so that it can be read
// where the packets before it were lost. A client without those takes in none of them, and says up to which
// number it has all. Read first: real.h.
#include "net/server_reals.h"

// Returns what both ends know of a body, in which slot and as of which tick; NULL: nothing.
static const lope_proxy *known_of(const lope_net_server *server, const lope_view_packet *packet, uint64_t body, uint32_t *slot,
                                  uint32_t *tick)
{
    for (*slot = 0; *slot < LOPE_NET_PROXIES; ++*slot) {
        const lope_place *place = lope_server_known(server, packet, *slot, tick);
        if (place != NULL && place->body == body) return &place->proxy;
    }
    return NULL;
}

// Told places of a packet, by number.
typedef struct real_run {
    uint32_t lacked; // the first one that the client may not have
    uint32_t first;  // in the packet; later than `lacked` where the packet goes on
} real_run;

// Returns the newest place of a real's body before it which the client has when it reads it, and its number;
// NULL: there is none.
static const lope_real *told_before(const lope_net_seat *seat, const lope_real *real, const real_run *run, uint32_t *number)
{
    const lope_real *last;
    do last = lope_reals_before(&seat->reals, real->body, real->tick, number);
    while (last != NULL && lope_tick_after(run->first, *number) && !lope_tick_after(run->lacked, *number));
    return last;
}

static void write_real(const lope_net_server *server, lope_bits *bits, const lope_net_seat *seat, const lope_view_packet *known,
                       const real_run *run, uint32_t number)
{
    lope_real real = *lope_reals_get(&seat->reals, number);
    uint32_t slot = 0, since = 0, before = number;
    const lope_real *last = told_before(seat, &real, run, &before);
    const lope_proxy *base = last != NULL ? &last->at : known_of(server, known, real.body, &slot, &since);
    if (last != NULL) since = lope_real_known(last);
    lope_bits_flag(bits, true);
    if (lope_bits_flag(bits, base != NULL)) {
        if (lope_bits_flag(bits, last != NULL))
            lope_bits_small(bits, number - before - 1);
        else
            lope_bits_pass(bits, slot, 6);
    }
    lope_real_pass(bits, &real, seat->time, base, since, &server->rules);
}

// Finds the first place that a packet tells. With a client's first state come none: they are in the state.
static real_run begin_run(const lope_net_server *server, lope_net_seat *seat)
{
    const uint32_t end = seat->reals.newest + 1, most = LOPE_REALS - 1;
    uint32_t number = seat->joined ? seat->reals_acked + 1 : end;
    if (end - number > most) { // those before are lost: the digest will tell. The client forgets them too
        number = end - most;
        seat->reals.oldest = number - 1;
    }
    if (lope_tick_after(seat->reals.oldest + 1, number)) number = seat->reals.oldest + 1;
    // It counts from the first ones that it got, so the packets before it has them tell the oldest ones. One
    // with a state does so too: the client compares it whatever it lacks.
    const bool counts = seat->joined && lope_tick_after(seat->reals_acked, seat->reals.oldest) && seat->stated != server->tick;
    const bool goes_on = counts && seat->reals_go_on && lope_tick_after(seat->reals_next, number);
    return (real_run){.lacked = number, .first = goes_on ? seat->reals_next : number};
}

void lope_server_write_reals(lope_net_server *server, lope_bits *bits, lope_net_seat *seat, const lope_view_packet *known,
                             size_t room)
{
    const real_run run = begin_run(server, seat);
    const uint32_t end = seat->reals.newest + 1;
    const uint32_t last = end - run.first > LOPE_REALS_TOLD ? run.first + LOPE_REALS_TOLD : end;
    uint32_t number = run.first;
    const bool any = lope_bits_flag(bits, number != end);
    if (any) lope_bits_pass(bits, lope_reals_low(number), LOPE_REALS_BITS);
    if (any) lope_bits_flag(bits, run.first != run.lacked);
    for (; number != last && bits->at + LOPE_ENTRY_MOST <= room * 8; number++)
        write_real(server, bits, seat, known, &run, number);
    if (any) lope_bits_flag(bits, false);
    if (any) lope_bits_flag(bits, number != end);
    seat->reals_in[server->tick % LOPE_NET_RING] = (uint16_t)(number - 1);
    seat->reals_next = number;
    seat->reals_go_on = number != end;
}
