// players.c - which players this server runs: requests of the game, answers of the store, lists. Read first:
// zones_private.h. Read next: records.c.
//
// A player that the store places in a zone of ours, and that we do not run, is taken over from the newest record when
// it is certain that nobody runs it: it was given to this place; or it was run at this place by an owner that is not in
// the list any more; or the owner that moved it here is not in the list any more.
#include "zones_private.h"

#include <string.h>

zone_player *players_find(const lope_zones *zones, uint64_t player)
{
    for (uint32_t i = 0; i < zones->def.players; i++)
        if (zones->players[i].used && zones->players[i].player == player) return &zones->players[i];
    return NULL;
}

zone_player *players_make(lope_zones *zones, uint64_t player)
{
    zone_player *p = players_find(zones, player);
    for (uint32_t i = 0; i < zones->def.players && p == NULL; i++) {
        if (zones->players[i].used) continue;
        p = &zones->players[i];
        *p = (zone_player){.used = true, .player = player, .bytes = p->bytes, .wanted = -1, .heard = zones->now};
    }
    return p;
}

void players_drop(lope_zones *zones, zone_player *p)
{
    p->held = p->gives = p->gives_told = false;
    p->request = REQUEST_NONE;
    zones->news = true;
}

void players_hold(lope_zones *zones, zone_player *p, lope_zone_place at, player_come come)
{
    p->held = true;
    p->stale = p->at_game;
    p->at = at;
    p->come = come;
    p->wanted = -1;
    p->sends = p->gives = p->gives_told = false;
    p->request = REQUEST_NONE;
    zones->stats.taken += come == COMES_WHOLE;
    zones->stats.rescued += come == COMES_RESCUED;
    zones->news = true;
}

// Returns a player that is ours; NULL: it is not.
static zone_player *held(const lope_zones *zones, uint64_t player)
{
    zone_player *p = players_find(zones, player);
    return p != NULL && p->held ? p : NULL;
}

bool lope_zones_runs(const lope_zones *zones, uint64_t player, uint32_t *zone)
{
    const zone_player *p = held(zones, player);
    if (p != NULL) *zone = p->at.zone;
    return p != NULL;
}

// ---- requests of the game ---------------------------------------------------------------------------------

lope_result lope_zones_join(lope_zones *zones, uint64_t player, uint32_t zone)
{
    if (!zones_owns(zones, zones_find(zones, zone), zones->now)) return LOPE_ERROR_STATE;
    zone_player *p = players_make(zones, player);
    if (p == NULL) return LOPE_ERROR_RANGE;
    if (p->held || p->request != REQUEST_NONE) return LOPE_OK; // it is on its way
    p->request = REQUEST_JOIN;
    p->to = (lope_zone_place){.zone = zone};
    // the list that may be on its way is too old to count hops by
    p->request_list = zones->lists + 1 + (zones->waits && zones->ask.what == LOPE_ZONE_LIST);
    zones->next_list = zones->now;
    return LOPE_OK;
}

lope_result lope_zones_leave(lope_zones *zones, uint64_t player)
{
    zone_player *p = held(zones, player);
    if (p == NULL) return LOPE_ERROR_HANDLE;
    p->held = p->at_game = p->gives = p->gives_told = false;
    p->request = REQUEST_LEAVE;
    return LOPE_OK;
}

lope_result lope_zones_move(lope_zones *zones, uint64_t player, uint32_t zone)
{
    zone_player *p = held(zones, player);
    if (p == NULL) return LOPE_ERROR_HANDLE;
    if (p->request != REQUEST_NONE || p->gives || zone == p->at.zone || zones_fence(zones, zone) == 0) return LOPE_ERROR_STATE;
    p->request = REQUEST_MOVE;
    p->to = (lope_zone_place){.zone = zone, .hops = p->at.hops + 1};
    return LOPE_OK;
}

// ---- answers ----------------------------------------------------------------------------------------------

static bool is_same(lope_zone_place a, lope_zone_place b) { return a.zone == b.zone && a.hops == b.hops && a.fence == b.fence; }

// A player comes that the store has at a place already. One that is ours and of which there is no record begins anew.
static void come_again(lope_zones *zones, zone_player *p, lope_zone_place place, double now)
{
    const bool ours = zones_owns(zones, zones_find(zones, place.zone), now);
    const bool is_lost = p->size == 0 && p->wanted >= 0 && now - p->wanted > zones->seconds;
    if (ours && is_lost && !zones_is_alive(zones, place.fence)) {
        players_hold(zones, p, place, COMES_NEW);
        return;
    }
    p->is_elsewhere = place.hops != 0;
    p->to = place;
    zones->news = true;
}

static void moved(lope_zones *zones, zone_player *p, double now)
{
    if (zones_owns(zones, zones_find(zones, p->to.zone), now)) {
        p->at = p->to; // from one zone of ours to another
        return;
    }
    p->gives = true;
    zones->news = true;
}

void players_answer(lope_zones *zones, zone_player *p, const lope_zone_answer *answer, double now)
{
    const player_request request = p->request;
    const bool granted = answer->granted || is_same(answer->place, zones->ask.to);
    if (request == REQUEST_NONE || p->player != zones->ask.player) return; // it was given up, with the zone
    p->request = REQUEST_NONE;
    own_zone *own = zones_find(zones, zones->ask.zone);
    if (!granted && is_same(answer->place, zones->ask.from) && zones_owns(zones, own, now)) {
        zones_lose(zones, own); // the place is right: so the zone is not ours
        return;
    }
    if (request == REQUEST_JOIN && !granted) come_again(zones, p, answer->place, now);
    if (request == REQUEST_JOIN && granted && zones_owns(zones, own, now)) players_hold(zones, p, p->to, COMES_NEW);
    if (request == REQUEST_MOVE && granted && p->held) moved(zones, p, now);
    if (request == REQUEST_MOVE && !granted && p->held) players_drop(zones, p);
}

// ---- lists ------------------------------------------------------------------------------------------------

// Returns whether it is certain that nobody runs a player that is placed in a zone of ours.
static bool is_orphan(const lope_zones *zones, const zone_player *p, lope_zone_place place)
{
    if (p->head.hops > place.hops) return false;
    if (p->head.hops == place.hops && p->head.given) return true;
    if (p->head.hops == place.hops) return !zones_is_alive(zones, p->head.fence);
    return !zones_is_alive(zones, place.fence);
}

static void want(lope_zones *zones, zone_player *p, double now)
{
    if (p->wanted < 0) p->wanted = now;
    const zone_message message = {.kind = MESSAGE_WANT, .head.player = p->player};
    const size_t size = message_write(&message, zones->message, sizeof zones->message);
    zones->def.send(zones->def.context, zones->message, size);
    zones->stats.sent++;
    zones->stats.sent_bytes += size;
}

static void take_placed(lope_zones *zones, const lope_zone_placed *placed, double now)
{
    zone_player *p = players_find(zones, placed->player);
    if (p != NULL && placed->place.hops > p->head.hops) p->sends = false; // it has arrived, and gone on
    if (p != NULL && p->held && placed->place.hops > p->at.hops && p->request == REQUEST_NONE && !p->gives)
        players_drop(zones, p); // it was moved without us
    if (!zones_owns(zones, zones_find(zones, placed->place.zone), now)) return;
    if (p == NULL) p = players_make(zones, placed->player);
    if (p == NULL || p->held || p->request == REQUEST_LEAVE) return; // one that asks to join again may be such a player
    if (p->at.hops > placed->place.hops) return;                     // the list is older than what we know
    if (p->size > 0 && is_orphan(zones, p, placed->place))
        players_hold(zones, p, placed->place, COMES_RESCUED);
    else
        want(zones, p, now);
}

void players_list(lope_zones *zones, const lope_zone_answer *list, double now)
{
    for (uint32_t i = 0; i < list->player_count; i++)
        if (list->players[i].place.hops != 0) take_placed(zones, &list->players[i], now);
    for (uint32_t i = 0; i < zones->def.players; i++) {
        zone_player *p = &zones->players[i];
        bool is_there = false;
        if (!p->used || p->held || p->at_game || p->sends || p->is_elsewhere || p->request != REQUEST_NONE) continue;
        if (now - p->heard < zones->seconds) continue;
        for (uint32_t k = 0; k < list->player_count && !is_there; k++)
            is_there = list->players[k].place.hops != 0 && list->players[k].player == p->player;
        if (!is_there) p->used = false; // it has left
    }
}

// ---- events -----------------------------------------------------------------------------------------------

static bool tell_player(zone_player *p, lope_zone_event *event)
{
    *event = (lope_zone_event){.player = p->player, .zone = p->at.zone};
    if (p->is_elsewhere) {
        p->is_elsewhere = false;
        event->what = LOPE_ZONE_ELSEWHERE;
        event->zone = p->to.zone;
    } else if (p->held && !p->at_game) {
        p->at_game = true;
        event->what = p->come == COMES_NEW ? LOPE_ZONE_JOINED : LOPE_ZONE_TAKE;
        event->whole = p->come == COMES_WHOLE;
        event->tick = p->head.tick;
        event->bytes = p->bytes;
        event->size = p->size;
    } else if (p->gives && !p->gives_told) {
        p->gives_told = true;
        event->what = LOPE_ZONE_GIVE;
        event->zone = p->to.zone;
    } else {
        return false;
    }
    return true;
}

static bool tell_drop(zone_player *p, lope_zone_event *event)
{
    if (!p->used || !p->at_game || (p->held && !p->stale)) return false;
    p->at_game = p->stale = false;
    *event = (lope_zone_event){.what = LOPE_ZONE_DROP, .player = p->player, .zone = p->at.zone};
    return true;
}

static bool tell_zone(own_zone *own, lope_zone_event *event)
{
    if (own->told == (own->fence != 0)) return false;
    own->told = own->fence != 0;
    *event = (lope_zone_event){.what = own->told ? LOPE_ZONE_OWNED : LOPE_ZONE_LOST, .zone = own->zone};
    return true;
}

bool lope_zones_event(lope_zones *zones, lope_zone_event *event)
{
    if (zones->has_packet) {
        zones->has_packet = false;
        *event = (lope_zone_event){
            .what = LOPE_ZONE_PACKET, .player = zones->packet_player, .bytes = zones->packet, .size = zones->packet_size};
        return true;
    }
    if (!zones->news) return false;
    for (uint32_t i = 0; i < zones->def.players; i++)
        if (tell_drop(&zones->players[i], event)) return true;
    for (uint32_t i = 0; i < zones->zone_count; i++)
        if (tell_zone(&zones->zones[i], event)) return true;
    for (uint32_t i = 0; i < zones->def.players; i++)
        if (zones->players[i].used && tell_player(&zones->players[i], event)) return true;
    zones->news = false;
    return false;
}
