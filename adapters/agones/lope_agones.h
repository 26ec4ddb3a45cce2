// lope_agones.h - tells Agones, which runs fleets of game servers on Kubernetes, how a server does: by the REST
// interface of the SDK's sidecar, over a plain socket. For POSIX systems.
//
//     lope_agones *fleet = lope_agones_open(&(lope_agones_def){0}, &error);
//     lope_agones_ask(fleet, LOPE_AGONES_READY);   // once players may come
//     lope_agones_update(fleet, now);              // every tick: sends what is due, reads answers
//     lope_agones_ask(fleet, LOPE_AGONES_SHUTDOWN); // the match is over: the pod may go
//
// One request is on its way at a time, in the order in which they were asked for, a health request between them when
// it is due. One that fails (no connection, no answer within 2 s, a status other than 200) is made again after 1 s, for
// as long as it takes; a health request is not, for the next one follows. Nothing blocks and nothing allocates after
// open. now: s, of any clock that goes on evenly. One thread at a time.
//
// The paths are those of the SDK's documentation (Agones, "REST Game Server Client SDK"): POST /ready, /allocate,
// /shutdown and /health, each with the body {}.
#ifndef LOPE_AGONES_H
#define LOPE_AGONES_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a server asks for.
typedef enum lope_agones_request {
    LOPE_AGONES_READY,    // players may be sent here
    LOPE_AGONES_ALLOCATE, // it takes itself: no other match is put here
    LOPE_AGONES_SHUTDOWN, // it is done
    LOPE_AGONES_REQUEST_COUNT
} lope_agones_request;

// How it begins. Zero stands for the default.
typedef struct lope_agones_def {
    const char *address; // of the sidecar, as a number of IPv4; NULL: 127.0.0.1
    uint16_t port;       // 0: AGONES_SDK_HTTP_PORT of the environment, else 9358
    double health;       // s between two health requests, 0: 2; below 0: none. Agones gives up after 5 s by default
} lope_agones_def;

// What has come of it.
typedef struct lope_agones_stats {
    uint64_t sent, answered, failed;      // requests: made, answered by 200, not so
    int status;                           // of the last answer: 200, ...; 0: none has come
    double healthy;                       // s: when a health request was last answered; below 0: never
    bool done[LOPE_AGONES_REQUEST_COUNT]; // answered by 200 since it was last asked for
} lope_agones_stats;

typedef struct lope_agones lope_agones;

// Opens it; nothing is sent before the first update. *error (may be NULL) says what is refused. Returns NULL on a
// refusal: an address that is no number, a port that is none in the environment, or no memory.
lope_agones *lope_agones_open(const lope_agones_def *def, lope_error *error);
// Closes it, with what is on its way; NULL is fine.
void lope_agones_close(lope_agones *fleet);

// Asks for something. Asked again before it is done, it is one request.
void lope_agones_ask(lope_agones *fleet, lope_agones_request what);
// Goes on: sends what is due, reads what has come.
void lope_agones_update(lope_agones *fleet, double now);

// Returns what has come of it so far.
lope_agones_stats lope_agones_stats_of(const lope_agones *fleet);

#ifdef __cplusplus
}
#endif
#endif
