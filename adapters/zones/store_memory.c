// store_memory.c - the store of zones in memory. Read first: lope_zone_store.h.
#include "lope_zone_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEASES 64u // at a time

typedef struct lease {
    uint64_t id; // 0: none
    double seconds, end;
} lease;

typedef struct zone {
    lope_zone_owned owned; // fence 0: free
    uint64_t lease;
} zone;

struct lope_zone_memory {
    uint64_t revision, last_lease;
    lease leases[LEASES];
    uint32_t zone_most, player_most, player_count;
    zone *zones;               // by number
    lope_zone_owned *owned;    // of the last list
    lope_zone_placed *players; // hops 0: none
};

typedef struct memory_store {
    lope_zone_store functions;
    lope_zone_memory *memory;
    lope_zone_answer answer;
    bool waits;
} memory_store;

lope_zone_memory *lope_zone_memory_create(uint32_t zones, uint32_t players)
{
    lope_zone_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) return NULL;
    memory->zone_most = zones;
    memory->player_most = players;
    memory->zones = calloc(zones, sizeof *memory->zones);
    memory->owned = calloc(zones, sizeof *memory->owned);
    memory->players = calloc(players, sizeof *memory->players);
    if (memory->zones != NULL && memory->owned != NULL && memory->players != NULL) return memory;
    lope_zone_memory_destroy(memory);
    return NULL;
}

void lope_zone_memory_destroy(lope_zone_memory *memory)
{
    if (memory == NULL) return;
    free(memory->zones);
    free(memory->owned);
    free(memory->players);
    free(memory);
}

static lease *find_lease(lope_zone_memory *memory, uint64_t id)
{
    for (uint32_t i = 0; i < LEASES; i++)
        if (memory->leases[i].id == id) return &memory->leases[i];
    return NULL;
}

static void end_lease(lope_zone_memory *memory, lease *l)
{
    for (uint32_t i = 0; i < memory->zone_most; i++)
        if (memory->zones[i].owned.fence != 0 && memory->zones[i].lease == l->id) {
            memory->zones[i].owned.fence = 0;
            memory->revision++;
        }
    l->id = 0;
}

static bool grant(lope_zone_memory *memory, const lope_zone_ask *ask, lope_zone_answer *answer, double now)
{
    lease *l = find_lease(memory, 0);
    if (l == NULL) return false;
    *l = (lease){.id = ++memory->last_lease, .seconds = ask->seconds, .end = now + ask->seconds};
    answer->lease = l->id;
    answer->seconds = l->seconds;
    return true;
}

static bool keep(lope_zone_memory *memory, const lope_zone_ask *ask, lope_zone_answer *answer, double now)
{
    lease *l = ask->lease != 0 ? find_lease(memory, ask->lease) : NULL;
    if (l == NULL) return false;
    l->end = now + l->seconds;
    answer->seconds = l->seconds;
    return true;
}

static bool acquire(lope_zone_memory *memory, const lope_zone_ask *ask, lope_zone_answer *answer)
{
    if (ask->zone >= memory->zone_most || ask->lease == 0 || find_lease(memory, ask->lease) == NULL) return false;
    zone *z = &memory->zones[ask->zone];
    if (z->owned.fence != 0 && z->lease != ask->lease) return false;
    if (z->owned.fence == 0) {
        z->owned = (lope_zone_owned){.zone = ask->zone, .fence = ++memory->revision};
        snprintf(z->owned.name, sizeof z->owned.name, "%s", ask->name);
        z->lease = ask->lease;
    }
    answer->fence = z->owned.fence;
    return true;
}

// Returns the entry of a player, or one that is free; NULL: there is none.
static lope_zone_placed *find_player(lope_zone_memory *memory, uint64_t player)
{
    lope_zone_placed *free_one = NULL;
    for (uint32_t i = 0; i < memory->player_count; i++) {
        if (memory->players[i].place.hops != 0 && memory->players[i].player == player) return &memory->players[i];
        if (memory->players[i].place.hops == 0) free_one = &memory->players[i];
    }
    if (free_one != NULL || memory->player_count == memory->player_most) return free_one;
    return &memory->players[memory->player_count++];
}

static bool place(lope_zone_memory *memory, const lope_zone_ask *ask, lope_zone_answer *answer)
{
    lope_zone_placed *at = find_player(memory, ask->player);
    if (at == NULL) return false;
    answer->place = at->place;
    const bool same = at->place.zone == ask->from.zone && at->place.fence == ask->from.fence;
    const bool here = at->place.hops == ask->from.hops && (ask->from.hops == 0 || same);
    const bool owns = ask->zone < memory->zone_most && memory->zones[ask->zone].owned.fence == ask->fence && ask->fence != 0;
    if (!here || !owns) return false;
    *at = (lope_zone_placed){ask->player, ask->to};
    memory->revision++;
    return true;
}

static bool list(lope_zone_memory *memory, lope_zone_answer *answer)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < memory->zone_most; i++)
        if (memory->zones[i].owned.fence != 0) memory->owned[count++] = memory->zones[i].owned;
    answer->zones = memory->owned;
    answer->zone_count = count;
    answer->players = memory->players;
    answer->player_count = memory->player_count;
    return true;
}

lope_zone_answer lope_zone_memory_do(lope_zone_memory *memory, const lope_zone_ask *ask, double now)
{
    lope_zone_answer answer = {.heard = true};
    for (uint32_t i = 0; i < LEASES; i++)
        if (memory->leases[i].id != 0 && now >= memory->leases[i].end) end_lease(memory, &memory->leases[i]);
    switch (ask->what) {
    case LOPE_ZONE_GRANT:
        answer.granted = grant(memory, ask, &answer, now);
        break;
    case LOPE_ZONE_KEEP:
        answer.granted = keep(memory, ask, &answer, now);
        break;
    case LOPE_ZONE_REVOKE: {
        lease *l = ask->lease != 0 ? find_lease(memory, ask->lease) : NULL;
        if (l != NULL) end_lease(memory, l);
        answer.granted = l != NULL;
        break;
    }
    case LOPE_ZONE_ACQUIRE:
        answer.granted = acquire(memory, ask, &answer);
        break;
    case LOPE_ZONE_PLACE:
        answer.granted = place(memory, ask, &answer);
        break;
    case LOPE_ZONE_LIST:
        answer.granted = list(memory, &answer);
        break;
    }
    answer.revision = memory->revision;
    return answer;
}

static bool ask_memory(lope_zone_store *store, const lope_zone_ask *ask, double now)
{
    memory_store *own = (memory_store *)store;
    own->answer = lope_zone_memory_do(own->memory, ask, now);
    return own->waits = true;
}

static bool answer_of_memory(lope_zone_store *store, lope_zone_answer *answer, double now)
{
    memory_store *own = (memory_store *)store;
    (void)now;
    if (!own->waits) return false;
    own->waits = false;
    *answer = own->answer;
    return true;
}

static void close_memory(lope_zone_store *store) { free(store); }

lope_zone_store *lope_zone_memory_store(lope_zone_memory *memory)
{
    memory_store *own = calloc(1, sizeof *own);
    if (own == NULL) return NULL;
    own->functions = (lope_zone_store){ask_memory, answer_of_memory, close_memory};
    own->memory = memory;
    return &own->functions;
}
