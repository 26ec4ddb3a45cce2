// zones.c - the lease, the zones that it holds, and what the store is asked next. Read first: zones_private.h.
//
// The lease's end is counted from when it was asked for, not from when the answer came, and comes sooner by `drift`. So
// it is over here before it is over at the store, whatever the way there took.
#include "../transport/refuse.h"
#include "zones_private.h"

#include <stdlib.h>
#include <string.h>

#define SECONDS 2.0
#define DRIFT 0.1
#define PLAYERS 256u
#define KEEP_PARTS 5.0 // of the lease, from one keeping to the next
#define LIST_PARTS 8.0 // of the lease, from one list to the next
#define AGAIN 0.05     // s after a request without an answer

lope_zones *lope_zones_open(const lope_zones_def *def)
{
    if (def->store == NULL || def->name == NULL || def->send == NULL)
        return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "store, name, send", "must be there");
    if (strlen(def->name) >= LOPE_ZONE_NAME)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "name", "must have at most 63 bytes");
    if (!(def->seconds >= 0) || !(def->drift >= 0 && def->drift < 0.9))
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "seconds, drift", "must be 0 or more, drift below 0.9");
    lope_zones *zones = calloc(1, sizeof *zones);
    if (zones == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "zones", "there is no memory");
    zones->def = *def;
    memcpy(zones->name, def->name, strlen(def->name) + 1);
    zones->seconds = def->seconds > 0 ? def->seconds : SECONDS;
    if (zones->def.drift <= 0) zones->def.drift = DRIFT;
    if (def->players == 0) zones->def.players = PLAYERS;
    zones->players = calloc(zones->def.players, sizeof *zones->players);
    zones->bytes = malloc((size_t)LOPE_NET_GIVE * zones->def.players);
    if (zones->players != NULL && zones->bytes != NULL) {
        for (uint32_t i = 0; i < zones->def.players; i++) zones->players[i].bytes = zones->bytes + (size_t)LOPE_NET_GIVE * i;
        return zones;
    }
    free(zones->players);
    free(zones->bytes);
    free(zones);
    return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "zones", "there is no memory");
}

void lope_zones_close(lope_zones *zones)
{
    if (zones == NULL) return;
    zones->def.store->close(zones->def.store);
    free(zones->players);
    free(zones->bytes);
    free(zones);
}

own_zone *zones_find(lope_zones *zones, uint32_t zone)
{
    for (uint32_t i = 0; i < zones->zone_count; i++)
        if (zones->zones[i].zone == zone) return &zones->zones[i];
    return NULL;
}

lope_result lope_zones_want(lope_zones *zones, uint32_t zone, double after)
{
    own_zone *own = zones_find(zones, zone);
    if (own == NULL && zones->zone_count == LOPE_ZONES_MOST) return LOPE_ERROR_RANGE;
    if (own == NULL) {
        own = &zones->zones[zones->zone_count++];
        *own = (own_zone){.zone = zone, .free_since = -1};
    }
    own->after = after;
    return LOPE_OK;
}

bool zones_owns(const lope_zones *zones, const own_zone *zone, double now)
{
    return zone != NULL && zone->fence != 0 && zones->lease != 0 && !zones->releases && now < zones->deadline;
}

bool lope_zones_may_step(const lope_zones *zones, uint32_t zone, double now)
{
    for (uint32_t i = 0; i < zones->zone_count; i++)
        if (zones->zones[i].zone == zone) return zones_owns(zones, &zones->zones[i], now);
    return false;
}

bool zones_is_alive(const lope_zones *zones, uint64_t fence)
{
    for (uint32_t i = 0; i < zones->other_count; i++)
        if (zones->others[i].fence == fence) return true;
    return false;
}

uint64_t zones_fence(const lope_zones *zones, uint32_t zone)
{
    for (uint32_t i = 0; i < zones->other_count; i++)
        if (zones->others[i].zone == zone) return zones->others[i].fence;
    return 0;
}

// ---- loss -------------------------------------------------------------------------------------------------

void zones_lose(lope_zones *zones, own_zone *zone)
{
    for (uint32_t i = 0; i < zones->def.players; i++) {
        zone_player *p = &zones->players[i];
        if (!p->used || !p->held || p->at.zone != zone->zone) continue;
        players_drop(zones, p);
    }
    zone->fence = 0;
    zone->free_since = -1;
    zones->news = true;
}

static void lose_all(lope_zones *zones)
{
    for (uint32_t i = 0; i < zones->zone_count; i++)
        if (zones->zones[i].fence != 0) zones_lose(zones, &zones->zones[i]);
    zones->stats.lost_leases += !zones->releases;
    zones->lease = 0;
}

void lope_zones_release(lope_zones *zones)
{
    zones->releases = true;
    for (uint32_t i = 0; i < zones->zone_count; i++)
        if (zones->zones[i].fence != 0) zones_lose(zones, &zones->zones[i]);
}

bool lope_zones_released(const lope_zones *zones) { return zones->releases && zones->lease == 0 && !zones->waits; }

// ---- answers ----------------------------------------------------------------------------------------------

static void take_acquired(lope_zones *zones, const lope_zone_answer *answer)
{
    own_zone *zone = zones_find(zones, zones->ask.zone);
    zone->free_since = -1;
    if (!answer->granted) return;
    zone->fence = answer->fence;
    zones->next_list = zones->now; // which players are in it?
    zones->news = true;
}

static void take_list(lope_zones *zones, const lope_zone_answer *answer)
{
    if (answer->zone_count > LOPE_ZONES_MOST * 4) return;
    zones->other_count = answer->zone_count;
    if (answer->zone_count > 0) memcpy(zones->others, answer->zones, answer->zone_count * sizeof zones->others[0]);
    zones->lists++;
    zones->revision = answer->revision;
    for (uint32_t i = 0; i < zones->zone_count; i++) {
        own_zone *own = &zones->zones[i];
        const uint64_t fence = zones_fence(zones, own->zone);
        if (own->fence != 0 && own->fence != fence) zones_lose(zones, own);
        if (fence != 0)
            own->free_since = -1;
        else if (own->free_since < 0)
            own->free_since = zones->asked_at;
    }
    players_list(zones, answer, zones->now);
}

// Takes an answer to what was asked of the lease.
static void take_lease(lope_zones *zones, const lope_zone_answer *answer)
{
    if (zones->ask.what == LOPE_ZONE_REVOKE) {
        zones->lease = 0;
        return;
    }
    if (!answer->granted) {
        if (zones->lease != 0) lose_all(zones);
        return;
    }
    if (zones->ask.what == LOPE_ZONE_KEEP && zones->lease != zones->ask.lease) return; // given up since
    if (zones->ask.what == LOPE_ZONE_GRANT) zones->lease = answer->lease;
    zones->kept_at = zones->asked_at;
    zones->deadline = zones->asked_at + answer->seconds * (1 - zones->def.drift);
}

static void take_answer(lope_zones *zones, const lope_zone_answer *answer)
{
    if (!answer->heard) {
        zones->stats.unheard++;
        zones->next_ask = zones->now + AGAIN;
        return;
    }
    switch (zones->ask.what) {
    case LOPE_ZONE_GRANT:
    case LOPE_ZONE_KEEP:
    case LOPE_ZONE_REVOKE:
        take_lease(zones, answer);
        break;
    case LOPE_ZONE_ACQUIRE:
        if (zones->lease == zones->ask.lease) take_acquired(zones, answer);
        break;
    case LOPE_ZONE_PLACE:
        players_answer(zones, zones->asked_for, answer, zones->now);
        break;
    case LOPE_ZONE_LIST:
        take_list(zones, answer);
        break;
    }
}

// ---- requests ---------------------------------------------------------------------------------------------

static bool ask_for_lease(const lope_zones *zones, lope_zone_ask *ask)
{
    ask->lease = zones->lease;
    ask->seconds = zones->seconds;
    if (zones->releases) {
        ask->what = LOPE_ZONE_REVOKE;
        return zones->lease != 0;
    }
    ask->what = zones->lease != 0 ? LOPE_ZONE_KEEP : LOPE_ZONE_GRANT;
    return zones->lease == 0 || zones->now - zones->kept_at >= (zones->deadline - zones->kept_at) / KEEP_PARTS;
}

static bool ask_for_player(lope_zones *zones, lope_zone_ask *ask)
{
    for (uint32_t i = 0; i < zones->def.players; i++) {
        zone_player *p = &zones->players[i];
        if (!p->used || p->request == REQUEST_NONE || p->request_list > zones->lists) continue;
        const bool comes = p->request == REQUEST_JOIN;
        if (comes && p->to.hops == 0) p->to.hops = zones->revision; // more than any of before
        const own_zone *own = zones_find(zones, comes ? p->to.zone : p->at.zone);
        if (!zones_owns(zones, own, zones->now)) {
            p->request = REQUEST_NONE;
            continue;
        }
        p->to.fence = own->fence;
        *ask = (lope_zone_ask){.what = LOPE_ZONE_PLACE, .player = p->player, .zone = own->zone, .fence = own->fence};
        if (!comes) ask->from = p->at;
        if (p->request != REQUEST_LEAVE) ask->to = p->to;
        zones->asked_for = p;
        return true;
    }
    return false;
}

static bool ask_for_zone(const lope_zones *zones, lope_zone_ask *ask)
{
    for (uint32_t i = 0; i < zones->zone_count; i++) {
        const own_zone *own = &zones->zones[i];
        if (own->fence != 0 || own->free_since < 0 || zones->now - own->free_since < own->after) continue;
        *ask = (lope_zone_ask){.what = LOPE_ZONE_ACQUIRE, .lease = zones->lease, .name = zones->name, .zone = own->zone};
        return true;
    }
    return false;
}

static bool ask_for_list(lope_zones *zones, lope_zone_ask *ask)
{
    ask->what = LOPE_ZONE_LIST;
    if (zones->now < zones->next_list) return false;
    zones->next_list = zones->now + zones->seconds / LIST_PARTS;
    return true;
}

// Begins the request that is due first: the lease before all.
static void begin(lope_zones *zones)
{
    lope_zone_ask ask = {.what = LOPE_ZONE_LIST};
    if (zones->now < zones->next_ask) return;
    bool is_due = ask_for_lease(zones, &ask);
    if (!is_due && zones->releases) return;
    if (!is_due) is_due = ask_for_player(zones, &ask) || ask_for_zone(zones, &ask) || ask_for_list(zones, &ask);
    if (!is_due) return;
    zones->ask = ask;
    zones->asked_at = zones->now;
    zones->stats.asked++;
    zones->waits = zones->def.store->ask(zones->def.store, &ask, zones->now);
    if (!zones->waits) take_answer(zones, &(lope_zone_answer){.heard = false});
}

void lope_zones_update(lope_zones *zones, double now)
{
    lope_zone_answer answer;
    zones->now = now;
    if (zones->lease != 0 && now >= zones->deadline) lose_all(zones);
    if (zones->waits && zones->def.store->answer(zones->def.store, &answer, now)) {
        zones->waits = false;
        take_answer(zones, &answer);
        if (zones->lease != 0 && now >= zones->deadline) lose_all(zones); // the answer came too late
    }
    if (!zones->waits) begin(zones);
    players_resend(zones);
    zones->stats.lease_left = zones->lease != 0 ? zones->deadline - now : -1;
}

lope_zones_stats lope_zones_stats_of(const lope_zones *zones) { return zones->stats; }
