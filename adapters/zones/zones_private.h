// zones_private.h - what the files of the zones share. Read first: lope_zones.h. Read next: zones.c, players.c.
#ifndef LOPE_ZONES_PRIVATE_H
#define LOPE_ZONES_PRIVATE_H

#include "lope_zones.h"
#include "message.h"

typedef struct own_zone {
    uint32_t zone;
    double after, free_since; // free_since below 0: it has an owner
    uint64_t fence;           // 0: not ours
    bool told;                // the game has been told that it is ours
} own_zone;

typedef enum player_request { REQUEST_NONE, REQUEST_JOIN, REQUEST_LEAVE, REQUEST_MOVE } player_request;
typedef enum player_come { COMES_WHOLE, COMES_RESCUED, COMES_NEW } player_come;

typedef struct zone_player {
    bool used;
    uint64_t player;
    // ---- the newest record, ours or another's
    zone_record head;
    uint8_t *bytes;
    size_t size;  // 0: none
    double heard; // s
    // ---- ours
    bool held;
    lope_zone_place at; // hops stay known when it is not held any more
    player_come come;
    bool at_game, stale; // the game runs it; what it runs is not to be gone on with
    bool is_elsewhere;   // ELSEWHERE is to be told
    double wanted;       // s: since when we lack a record of it; below 0: we do not
    // ---- what the store is asked
    player_request request;
    lope_zone_place to;
    uint64_t request_list; // lists that must have been read before
    bool gives, gives_told, sends;
    double next_sending; // s
} zone_player;

struct lope_zones {
    lope_zones_def def;
    char name[LOPE_ZONE_NAME];
    own_zone zones[LOPE_ZONES_MOST];
    uint32_t zone_count;
    zone_player *players;
    uint8_t *bytes; // of all records
    uint8_t message[LOPE_ZONE_MESSAGE];
    // ---- the lease
    uint64_t lease; // 0: none
    double seconds, deadline;
    bool releases;
    // ---- the store
    bool waits; // for an answer
    lope_zone_ask ask;
    zone_player *asked_for;
    double asked_at, kept_at, next_ask, next_list;
    uint64_t lists, revision; // lists that have been read; of the newest one
    lope_zone_owned others[LOPE_ZONES_MOST * 4];
    uint32_t other_count;
    // ---- events
    bool news;
    bool has_packet;
    uint64_t packet_player;
    uint8_t packet[LOPE_NET_PACKET];
    size_t packet_size;
    double now;
    lope_zones_stats stats;
};

// Returns a zone that is wanted; NULL: it is not.
own_zone *zones_find(lope_zones *zones, uint32_t zone);
// Returns whether a zone is ours at a time.
bool zones_owns(const lope_zones *zones, const own_zone *zone, double now);
// Ends a zone, with its players.
void zones_lose(lope_zones *zones, own_zone *zone);
// Returns whether a fence is that of an owner in the newest list.
bool zones_is_alive(const lope_zones *zones, uint64_t fence);
// Returns the fence of a zone's owner in the newest list; 0: it has none.
uint64_t zones_fence(const lope_zones *zones, uint32_t zone);

// Returns a player's entry; NULL: there is none.
zone_player *players_find(const lope_zones *zones, uint64_t player);
// Returns a player's entry, which is made where there is none; NULL: there is no room.
zone_player *players_make(lope_zones *zones, uint64_t player);
// Ends to run a player.
void players_drop(lope_zones *zones, zone_player *p);
// Begins to run a player.
void players_hold(lope_zones *zones, zone_player *p, lope_zone_place at, player_come come);
// Reads a list of the store: takes over the players that are placed in our zones.
void players_list(lope_zones *zones, const lope_zone_answer *list, double now);
// Reads the answer to what was asked for a player.
void players_answer(lope_zones *zones, zone_player *p, const lope_zone_answer *answer, double now);
// Sends again what has not arrived.
void players_resend(lope_zones *zones);

#endif
