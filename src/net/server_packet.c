// server_packet.c - the packet of a server in bits: its head, and what stands around a state. Read first:
// server_packet.h.
#include "net/server_packet.h"
#include "net/command_wire.h"
#include "net/rules.h"

void lope_server_packet_pass(lope_bits *bits, lope_server_packet *p, uint32_t near, const lope_net_rules *rules)
{
    p->mismatch = lope_bits_flag(bits, p->mismatch);
    if (p->mismatch) return;
    p->whole = lope_bits_flag(bits, p->whole);
    if (p->whole) {
        p->tick = lope_bits_pass(bits, p->tick, 32);
        p->stamp = lope_bits_pass(bits, p->stamp, 5);
        p->player = lope_bits_pass(bits, p->player, 16);
    } else {
        p->tick = lope_bits_tick(bits, p->tick, near);
    }
    p->done = p->tick + (lope_rules_on_arrival(rules) ? (uint32_t)lope_bits_signed(bits, (int32_t)(p->done - p->tick), 8) : 0);
    p->least = lope_bits_signed(bits, p->least, 6);
    p->has_newest = lope_bits_flag(bits, p->has_newest);
    if (p->has_newest) p->newest = lope_bits_tick(bits, p->newest, p->tick);
    p->digest = lope_bits_pass(bits, p->digest, 32);
    if (rules->tolerance > 0) lope_proxy_pass(bits, &p->own, NULL, rules, false);
    p->covered = lope_bits_pass(bits, p->covered, 8);
    lope_ranges_pass(bits, &p->replaced, p->done, p->covered);
    p->newest_order = lope_bits_pass(bits, p->newest_order, 8);
    p->order_count = lope_bits_flag(bits, p->order_count > 0) ? lope_bits_pass(bits, p->order_count, 5) : 0;
    if (p->order_count > 0) p->first_order = lope_bits_pass(bits, p->first_order, 32);
    if (p->order_count > LOPE_NET_ORDERS) bits->bad = true;
}

void lope_server_packet_pass_state(lope_bits *bits, lope_server_packet *p)
{
    const lope_command none = {0};
    p->has_base = lope_bits_flag(bits, p->has_base);
    if (p->has_base) p->base = p->done - lope_bits_pass(bits, p->done - p->base, 8);
    p->command.tick = p->done;
    lope_command_pass(bits, &p->command, &none);
    p->run = lope_bits_small(bits, p->run);
    p->has_seen = lope_bits_flag(bits, p->has_seen);
    if (p->has_seen) p->seen = lope_bits_tick(bits, p->seen, p->tick);
    p->orders_before = lope_bits_pass(bits, p->orders_before, 32);
    p->forbidden = lope_bits_small(bits, p->forbidden);
}

void lope_server_packet_pass_view(lope_bits *bits, lope_server_packet *p)
{
    p->has_view_base = lope_bits_flag(bits, p->has_view_base);
    if (p->has_view_base) p->view_base = p->tick - lope_bits_pass(bits, p->tick - p->view_base, 8);
}
