// records.c - records of players: sent, read, kept; players that come over a border. Read first: zones_private.h.
#include "zones_private.h"

#include <string.h>

#define OFTEN 0.25  // s for which a given record is sent by each update
#define SELDOM 0.25 // s from one sending to the next after that

static void send_message(lope_zones *zones, const zone_message *message)
{
    const size_t size = message_write(message, zones->message, sizeof zones->message);
    if (size == 0) return;
    zones->def.send(zones->def.context, zones->message, size);
    zones->stats.sent++;
    zones->stats.sent_bytes += size;
}

static void send_record(lope_zones *zones, const zone_player *p)
{
    send_message(zones, &(zone_message){.kind = MESSAGE_RECORD, .head = p->head, .bytes = p->bytes, .size = p->size});
}

// A record that has not arrived for a while is sent less often: its owner may be dead.
void players_resend(lope_zones *zones)
{
    for (uint32_t i = 0; i < zones->def.players; i++) {
        zone_player *p = &zones->players[i];
        if (!p->used || !p->sends || zones->now < p->next_sending) continue;
        p->next_sending = zones->now + (zones->now - p->heard < OFTEN ? 0 : SELDOM);
        send_record(zones, p);
    }
}

// Keeps a record as the newest one of its player.
static void keep(zone_player *p, const zone_record *head, const void *bytes, size_t size, double now)
{
    p->head = *head;
    memcpy(p->bytes, bytes, size);
    p->size = size;
    p->heard = now;
}

lope_result lope_zones_record(lope_zones *zones, uint64_t player, uint32_t tick, const void *bytes, size_t size, double now)
{
    zone_player *p = players_find(zones, player);
    if (p == NULL || !p->held) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_GIVE) return LOPE_ERROR_RANGE;
    const own_zone *own = zones_find(zones, p->at.zone);
    if (!zones_owns(zones, own, now)) return LOPE_ERROR_HANDLE;
    const zone_record head = {.player = player, .zone = p->at.zone, .hops = p->at.hops, .fence = own->fence, .tick = tick};
    keep(p, &head, bytes, size, now);
    send_record(zones, p);
    return LOPE_OK;
}

lope_result lope_zones_given(lope_zones *zones, uint64_t player, uint32_t tick, const void *bytes, size_t size, double now)
{
    zone_player *p = players_find(zones, player);
    if (p == NULL || !p->held || !p->gives) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_GIVE) return LOPE_ERROR_RANGE;
    const zone_record head = {.player = player,
                              .zone = p->to.zone,
                              .hops = p->to.hops,
                              .fence = p->to.fence,
                              .to_fence = zones_fence(zones, p->to.zone),
                              .tick = tick,
                              .given = true};
    keep(p, &head, bytes, size, now);
    p->at = p->to;
    p->held = p->at_game = p->gives = p->gives_told = false;
    p->sends = true;
    p->next_sending = 0;
    zones->stats.given++;
    send_record(zones, p);
    return LOPE_OK;
}

void lope_zones_pass(lope_zones *zones, uint64_t player, const void *bytes, size_t size)
{
    if (size > LOPE_NET_PACKET) return;
    send_message(zones, &(zone_message){.kind = MESSAGE_PACKET, .head.player = player, .bytes = bytes, .size = size});
}

// ---- reading ----------------------------------------------------------------------------------------------

// Returns whether a record tells that another owner has the player that we run.
static bool is_beyond(lope_zones *zones, const zone_player *p, const zone_record *head)
{
    const own_zone *own = zones_find(zones, p->at.zone);
    if (head->hops != p->at.hops) return head->hops > p->at.hops && !p->gives && p->request != REQUEST_MOVE;
    return !head->given && own != NULL && head->fence > own->fence;
}

static void hear_record(lope_zones *zones, const zone_message *m, double now)
{
    const zone_record *head = &m->head;
    zone_player *p = players_make(zones, head->player);
    if (p == NULL) return;
    if (p->sends && !head->given && head->hops >= p->head.hops) p->sends = false; // it has arrived
    if (p->held && is_beyond(zones, p, head)) players_drop(zones, p);
    if (p->held || (p->size > 0 && !record_is_newer(head, &p->head))) {
        zones->stats.refused++;
        return;
    }
    const bool has_been = head->hops <= p->at.hops;
    keep(p, head, m->bytes, m->size, now);
    zones->stats.records++;
    const own_zone *own = zones_find(zones, head->zone);
    const bool is_for_us = head->given && !has_been && zones_owns(zones, own, now) && head->to_fence == own->fence;
    if (!is_for_us) return;
    players_hold(zones, p, (lope_zone_place){.zone = head->zone, .hops = head->hops, .fence = head->fence}, COMES_WHOLE);
}

lope_result lope_zones_hear(lope_zones *zones, const void *bytes, size_t size, double now)
{
    zone_message m;
    if (!message_read(&m, bytes, size)) return LOPE_ERROR_FORMAT;
    if (m.kind == MESSAGE_RECORD) hear_record(zones, &m, now);
    zone_player *p = players_find(zones, m.head.player);
    if (m.kind == MESSAGE_WANT && p != NULL && p->size > 0 && !p->held) send_record(zones, p);
    if (m.kind == MESSAGE_PACKET && p != NULL && p->held) {
        zones->has_packet = true;
        zones->packet_player = m.head.player;
        zones->packet_size = m.size;
        if (m.size > 0) memcpy(zones->packet, m.bytes, m.size);
    }
    return LOPE_OK;
}
