// view.c - slots, what is known after a packet, heads of entries. Read first: view.h.
#include "net/view.h"

#include <string.h>

uint32_t lope_view_take(lope_net_view *view, uint32_t player, uint64_t body)
{
    uint32_t open = LOPE_NET_NONE;
    for (uint32_t i = 0; i < LOPE_NET_PROXIES; i++) {
        if (view->players[i] == player + 1) return i;
        if (view->players[i] == 0 && open == LOPE_NET_NONE) open = i;
    }
    if (open == LOPE_NET_NONE) return open;
    view->players[open] = (uint16_t)(player + 1);
    view->bodies[open] = body;
    view->owed[open] = 0;
    if (view->count < open + 1) view->count = open + 1;
    return open;
}

void lope_view_drop(lope_net_view *view, uint32_t player)
{
    for (uint32_t i = 0; i < view->count; i++) {
        if (view->players[i] != player + 1) continue;
        view->players[i] = 0;
        view->bodies[i] = 0;
    }
}

const lope_view_packet *lope_view_at(const lope_net_view *view, uint32_t tick)
{
    const lope_view_packet *packet = &view->ring[tick % LOPE_VIEW_RING];
    return packet->sent && packet->tick == tick ? packet : NULL;
}

lope_view_packet *lope_view_note(lope_net_view *view, uint32_t tick, const lope_view_packet *base)
{
    lope_view_packet *packet = &view->ring[tick % LOPE_VIEW_RING];
    // base may be what is written over
    const uint8_t base_age = base != NULL ? (uint8_t)(tick - base->tick) : 0;
    if (base != NULL)
        memmove(packet, base, sizeof *packet);
    else
        memset(packet, 0, sizeof *packet);
    for (uint32_t i = 0; base != NULL && i < LOPE_NET_PROXIES; i++) {
        const uint32_t age = packet->ages[i] + (tick - packet->tick);
        packet->ages[i] = (uint8_t)(age < LOPE_VIEW_OLD ? age : LOPE_VIEW_OLD);
    }
    packet->base_age = base_age;
    packet->tick = tick;
    packet->sent = true;
    return packet;
}

uint32_t lope_view_slot_pass(lope_bits *bits, uint32_t slot, uint32_t before)
{
    const uint32_t next = before == LOPE_NET_NONE ? 0 : before + 1;
    if (lope_bits_flag(bits, slot == next)) return next;
    if (!lope_bits_flag(bits, slot != LOPE_NET_NONE)) return LOPE_NET_NONE;
    return lope_bits_pass(bits, slot, 6);
}

void lope_view_body_pass(lope_bits *bits, uint64_t *body, bool *same)
{
    *same = lope_bits_flag(bits, *same);
    if (*same) return;
    const bool wide = lope_bits_flag(bits, *body >> 32 != 0);
    *body = wide ? lope_bits_wide(bits, *body) : lope_bits_pass(bits, (uint32_t)*body, 32);
}
