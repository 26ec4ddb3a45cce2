// lope_zone_store.h - where it is written which server owns which zone, and in which zone each player is: one for
// all servers of a world.
//
// A server has a **lease**, which ends when it is not kept alive. It acquires zones for its lease: one owner at a
// time. Each time a zone gets an owner its **fence** is a number higher than any before, by which what an older owner
// did is told from what a newer one did. A player's place is a zone and a count of moves, `hops`; it is changed by
// comparing: only from the place where it is, and only by the owner of the zone with that fence. So a player is in
// one zone, whatever is lost on the way.
//
// A store is a table of functions. One request is on its way at a time; nothing blocks. Here are that of etcd, and
// one in memory for one process. Times are s, of any clock that goes on evenly. One thread at a time.
#ifndef LOPE_ZONE_STORE_H
#define LOPE_ZONE_STORE_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_ZONE_NAME 64u // bytes of a server's name, with the end

// Where a player is. hops 0: nowhere.
typedef struct lope_zone_place {
    uint32_t zone;
    uint64_t hops;  // counted up with each move
    uint64_t fence; // of the owner that moved it here
} lope_zone_place;

typedef enum lope_zone_request {
    LOPE_ZONE_GRANT,   // a lease of so many seconds; the store may give more
    LOPE_ZONE_KEEP,    // the lease goes on for as long again; refused: it has ended
    LOPE_ZONE_REVOKE,  // the lease ends, and its zones are free
    LOPE_ZONE_ACQUIRE, // a zone, if it is free; granted too when the lease has it already
    LOPE_ZONE_PLACE,   // a player goes from one place to another; from nowhere: it comes; to nowhere: it leaves
    LOPE_ZONE_LIST     // all zones that have an owner, and all players
} lope_zone_request;

typedef struct lope_zone_ask {
    lope_zone_request what;
    double seconds;           // GRANT
    uint64_t lease;           // KEEP, REVOKE, ACQUIRE
    const char *name;         // ACQUIRE: of the server; valid during the call
    uint32_t zone;            // ACQUIRE; PLACE: that the server owns
    uint64_t fence;           // PLACE: of that zone
    uint64_t player;          // PLACE
    lope_zone_place from, to; // PLACE
} lope_zone_ask;

// A zone that has an owner, and a player, in a list.
typedef struct lope_zone_owned {
    uint32_t zone;
    uint64_t fence;
    char name[LOPE_ZONE_NAME];
} lope_zone_owned;
typedef struct lope_zone_placed {
    uint64_t player;
    lope_zone_place place;
} lope_zone_placed;

typedef struct lope_zone_answer {
    bool heard; // the store has answered; else nobody knows whether it did what was asked
    bool granted;
    double seconds;               // GRANT, KEEP: of the lease, counted from when the store got the request
    uint64_t lease;               // GRANT
    uint64_t fence;               // ACQUIRE
    uint64_t revision;            // a number that grows with each change: at least that of all that was done before
    lope_zone_place place;        // PLACE refused: where the player is
    const lope_zone_owned *zones; // LIST, until the next request: as they all were at one moment
    uint32_t zone_count;
    const lope_zone_placed *players;
    uint32_t player_count;
} lope_zone_answer;

typedef struct lope_zone_store lope_zone_store;

// The functions of a store, which stand first in it.
struct lope_zone_store {
    // Begins a request. False: it cannot now; it is as if no answer came.
    bool (*ask)(lope_zone_store *store, const lope_zone_ask *ask, double now);
    // True: the request has ended; *answer is what came of it.
    bool (*answer)(lope_zone_store *store, lope_zone_answer *answer, double now);
    void (*close)(lope_zone_store *store);
};

// Where etcd is. Zero stands for the default.
typedef struct lope_zone_etcd_def {
    const char *address; // as a number of IPv4; NULL: 127.0.0.1
    uint16_t port;       // 0: 2379
    const char *prefix;  // of the keys, at most 31 bytes of letters, digits, - and /; NULL: lope/
    double timeout;      // s until an answer must have come, 0: 0.5
    uint32_t players;    // in a list, at most, 0: 1024. A longer list is as no answer
    lope_error *error;   // optional: why it was refused
} lope_zone_etcd_def;

// Opens a store in etcd 3.4 or later, by its JSON gateway over HTTP: POST /v3/lease/grant, /v3/kv/txn and others.
// Keys: PREFIXzone/N with the owner's name, PREFIXplayer/N with a place. etcd gives leases of whole seconds.
// Nothing is encrypted. Returns NULL on a refusal. For POSIX systems.
lope_zone_store *lope_zone_etcd(const lope_zone_etcd_def *def);

typedef struct lope_zone_memory lope_zone_memory;

// Makes what stores in memory share: of all servers of one process. Returns NULL without memory.
lope_zone_memory *lope_zone_memory_create(uint32_t zones, uint32_t players);
void lope_zone_memory_destroy(lope_zone_memory *memory);
// Does a request at once, as the store that it is.
lope_zone_answer lope_zone_memory_do(lope_zone_memory *memory, const lope_zone_ask *ask, double now);
// Opens a server's store in it, which answers at the next call. Returns NULL without memory.
lope_zone_store *lope_zone_memory_store(lope_zone_memory *memory);

#ifdef __cplusplus
}
#endif
#endif
