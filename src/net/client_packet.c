// client_packet.c - the packet of a client in bits. Read first: client_packet.h.
#include "net/client_packet.h"

// Passes the snapshot that a command names: mostly that of the one before.
static void pass_seen(lope_bits *bits, lope_client_packet *packet, uint32_t i)
{
    const uint32_t before = i > 0 ? packet->seen[i - 1] : packet->heard;
    if (i == 0) {
        packet->seen[i] = before - lope_bits_small(bits, before - packet->seen[i]);
    } else if (lope_bits_flag(bits, packet->seen[i] != before)) {
        packet->seen[i] = before + lope_bits_small(bits, packet->seen[i] - before);
    } else {
        packet->seen[i] = before;
    }
}

static void pass_commands(lope_bits *bits, lope_client_packet *packet, uint32_t near)
{
    lope_command before = {0};
    packet->count = lope_bits_pass(bits, packet->count, 5);
    packet->names = packet->has_heard && lope_bits_flag(bits, packet->names);
    if (packet->count > LOPE_NET_COPIES) {
        packet->count = 0;
        bits->bad = true;
    }
    if (packet->count == 0) return;
    packet->newest = lope_bits_tick(bits, packet->newest, near);
    for (uint32_t i = 0; i < packet->count; i++) {
        lope_command *command = &packet->commands[i];
        command->tick = packet->newest - (packet->count - 1 - i);
        lope_command_pass(bits, command, &before);
        before = *command;
        if (packet->names) pass_seen(bits, packet, i);
    }
}

void lope_client_packet_pass(lope_bits *bits, lope_client_packet *packet, uint32_t near)
{
    packet->hello = lope_bits_flag(bits, packet->hello);
    if (packet->hello) {
        packet->rules = lope_bits_wide(bits, packet->rules);
        packet->stamp = lope_bits_pass(bits, packet->stamp, 4);
    }
    packet->has_heard = lope_bits_flag(bits, packet->has_heard);
    if (packet->has_heard) {
        packet->heard = lope_bits_tick(bits, packet->heard, near);
        packet->has_agreed = lope_bits_flag(bits, packet->has_agreed);
        if (packet->has_agreed) packet->agreed = packet->heard - lope_bits_small(bits, packet->heard - packet->agreed);
        const bool may_lack = !packet->has_agreed || packet->agreed != packet->heard;
        packet->lacks = may_lack && lope_bits_flag(bits, packet->lacks);
        packet->reals = packet->lacks ? lope_bits_pass(bits, packet->reals, LOPE_REALS_BITS) : 0;
        packet->wish = lope_bits_flag(bits, packet->wish);
        packet->orders = lope_bits_pass(bits, packet->orders, 8);
        packet->plans = lope_bits_pass(bits, packet->plans, 8);
        packet->view = lope_bits_flag(bits, packet->view != 0) ? lope_bits_pass(bits, packet->view, 10) : 0;
    }
    pass_commands(bits, packet, near);
}
