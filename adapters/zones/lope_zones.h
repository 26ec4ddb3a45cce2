// lope_zones.h - the zones of a world that several servers share: which of them this server owns, which players it
// runs, and what becomes of them when a server dies.
//
// A zone is a part of the world with one owner. The owner holds a lease at a store (lope_zone_store.h), and stops by
// itself before the lease ends, also when it hears nothing and its clock is slow by `drift`. Every few ticks it sends
// a **record** of each player, the bytes of lope_net_server_copy, to the other servers. When it dies, its lease ends,
// another server acquires the zone and takes each player over from the newest record that it has. In the record stand
// the player's count of moves and the owner's fence, so that an older owner's records, and late ones, are refused.
//
// A player that crosses a border is moved in the store first, while its owner still runs it. Then the owner gives it
// (lope_net_server_give) and sends that record until the other server tells one of its own.
//
//     lope_zones_update(zones, now);                       // every tick: asks the store, reads its answers
//     while (lope_zones_event(zones, &event)) ...          // what to do
//     if (lope_zones_may_step(zones, zone, now)) ...       // run the tick of the zone's players
//     lope_zones_record(zones, player, tick, bytes, size, now); // each few ticks
//     lope_zones_move(zones, player, other_zone);          // at the border
//
// The game carries the messages between servers: `send` sends to all others, lope_zones_hear reads. They may be lost,
// doubled and late. lope_zone_link.h does it by UDP. A machine that can send such messages can write records: keep them to a
// private network. Nothing blocks and nothing allocates after open. now: s, of a clock that goes on evenly. One thread
// at a time.
#ifndef LOPE_ZONES_H
#define LOPE_ZONES_H

#include "lope_zone_store.h"
#include <lope/net.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_ZONES_MOST 64u                    // that a server may want
#define LOPE_ZONE_MESSAGE (LOPE_NET_GIVE + 64) // bytes of a message between servers, at most

typedef struct lope_zones lope_zones;

typedef enum lope_zone_what {
    LOPE_ZONE_OWNED, // `zone` is ours; its players follow
    LOPE_ZONE_LOST,  // `zone` is not ours any more; a DROP of each of its players has come before
    // Run this player from `bytes`, a record of tick `tick`. `whole`: it comes over a border, and its client has noticed
    // nothing: lope_net_server_take. Else its owner died: run the ticks since then, and let it join with that state,
    // for its client has seen what the record has not; the client begins anew.
    LOPE_ZONE_TAKE,
    LOPE_ZONE_GIVE,      // the player belongs to `zone` from now on: lope_net_server_give, then lope_zones_given
    LOPE_ZONE_DROP,      // the player is not ours any more: lope_net_server_leave
    LOPE_ZONE_JOINED,    // a player that comes is ours: lope_net_server_join
    LOPE_ZONE_ELSEWHERE, // a player that comes is in `zone` already
    LOPE_ZONE_PACKET     // a packet of the player's client, passed on by a server that it was at before
} lope_zone_what;

typedef struct lope_zone_event {
    lope_zone_what what;
    uint32_t zone;
    uint64_t player;
    uint32_t tick;
    bool whole;
    const void *bytes; // valid until the next update or hear
    size_t size;
} lope_zone_event;

// How it begins. Zero stands for the default; store, name and send are required.
typedef struct lope_zones_def {
    lope_zone_store *store; // closed with it
    const char *name;       // of this server, as others see it in the store
    double seconds;         // of the lease, 0: 2; etcd gives whole ones
    double drift;           // share by which clocks of server and store may go unlike, 0: 0.1
    uint32_t players;       // that there are records of, 0: 256
    void (*send)(void *context, const void *bytes, size_t size); // to all other servers
    void *context;
    lope_error *error; // optional: why it was refused
} lope_zones_def;

typedef struct lope_zones_stats {
    uint64_t asked, unheard;   // requests to the store; of these without an answer
    uint64_t sent, sent_bytes; // messages to other servers
    uint64_t records, refused; // that came and were the newest; that were older, or of an older owner
    uint64_t taken, given;     // players over a border
    uint64_t rescued;          // players of owners that died
    uint64_t lost_leases;      // times that all zones were lost
    double lease_left;         // s, at the last update; below 0: none
} lope_zones_stats;

// Opens it. Returns NULL on a refusal.
lope_zones *lope_zones_open(const lope_zones_def *def);
// Closes it; NULL is fine. The lease ends by itself; see lope_zones_release.
void lope_zones_close(lope_zones *zones);

// Wants to own a zone once it has been free for so many seconds: 0 for the server's own, more for one that it stands by
// for. LOPE_ERROR_RANGE: there are too many.
lope_result lope_zones_want(lope_zones *zones, uint32_t zone, double after);
// Gives all zones back, for a server that ends: send each player's last record before. Update goes on until the lease is
// gone (lope_zones_released), after which the zones are free at once.
void lope_zones_release(lope_zones *zones);
bool lope_zones_released(const lope_zones *zones);

// Goes on: asks what is due, reads what has come.
void lope_zones_update(lope_zones *zones, double now);
// Reads a message of another server. LOPE_ERROR_FORMAT: it is none.
lope_result lope_zones_hear(lope_zones *zones, const void *bytes, size_t size, double now);
// Tells what to do next. False: nothing.
bool lope_zones_event(lope_zones *zones, lope_zone_event *event);

// Returns whether the zone is ours at `now`. Ask at the start of each tick, and run no player of the zone without.
bool lope_zones_may_step(const lope_zones *zones, uint32_t zone, double now);
// Returns whether we run a player; *zone receives where.
bool lope_zones_runs(const lope_zones *zones, uint64_t player, uint32_t *zone);

// A new player comes into a zone of ours: JOINED or ELSEWHERE follows, once the store has answered.
// LOPE_ERROR_RANGE: there is no room. LOPE_ERROR_STATE: the zone is not ours.
lope_result lope_zones_join(lope_zones *zones, uint64_t player, uint32_t zone);
// A player of ours leaves the world. LOPE_ERROR_HANDLE.
lope_result lope_zones_leave(lope_zones *zones, uint64_t player);
// A player of ours goes to another zone: GIVE follows, once the store has written it and the zone has an owner. Until then
// we run it. LOPE_ERROR_HANDLE. LOPE_ERROR_STATE: it is on its way already, or nobody owns that zone.
lope_result lope_zones_move(lope_zones *zones, uint64_t player, uint32_t zone);
// Sends a record of a player of ours. LOPE_ERROR_HANDLE. LOPE_ERROR_RANGE: it is too long.
lope_result lope_zones_record(lope_zones *zones, uint64_t player, uint32_t tick, const void *bytes, size_t size, double now);
// Sends the record of a player that was to be given. It is sent again by each update until it has arrived. The rest as
// for lope_zones_record.
lope_result lope_zones_given(lope_zones *zones, uint64_t player, uint32_t tick, const void *bytes, size_t size, double now);
// Passes a packet of a client on to the servers, for the one that its player is at now.
void lope_zones_pass(lope_zones *zones, uint64_t player, const void *bytes, size_t size);

lope_zones_stats lope_zones_stats_of(const lope_zones *zones);

#ifdef __cplusplus
}
#endif
#endif
