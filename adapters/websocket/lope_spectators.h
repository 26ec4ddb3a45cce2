// lope_spectators.h - a stream of a match to browsers that watch, over WebSocket, and the page that shows it, over HTTP
// on the same port: by the system's libwebsockets. For POSIX systems.
//
//     lope_spectators *s = lope_spectators_open(&(lope_spectators_def){.port = 7779, .files = files, .file_count = 2});
//     each tick:  lope_spectators_update(s, now);
//                 if (lope_spectators_count(s) > 0) lope_spectators_show(s, bytes, size);
//
// A port of its own, for a spectator is no player: it has no token, and nothing of it reaches the match. It sees where
// all players are, so it listens on this machine alone unless an address is given. NOTHING IS ENCRYPTED.
//
// A connection opens with the subprotocol "lope-spectate". Each message to it is the newest frame, whole. One that
// cannot take it loses frames, and gets the newest one as soon as it can; the server never waits, and keeps one frame
// for all. What a connection sends are short binary messages; others end it. A browser's page must be one of this
// server: another Origin than the Host is refused.
#ifndef LOPE_SPECTATORS_H
#define LOPE_SPECTATORS_H

#include "lope_websocket.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_SPECTATORS_MESSAGE 64u // bytes of a message of a spectator, at most

typedef struct lope_spectators lope_spectators;

// How it begins. Zero stands for the default.
typedef struct lope_spectators_def {
    const char *address;              // of this machine, as a number; NULL: 127.0.0.1
    uint16_t port;                    // 0: any that is free
    uint32_t watchers;                // connections at most, 0: 64
    const lope_websocket_file *files; // must outlive it
    uint32_t file_count;
    lope_error *error; // optional: why it was refused
} lope_spectators_def;

// What it has seen.
typedef struct lope_spectators_stats {
    uint64_t came;    // connections
    uint64_t refused; // that were one too many, or of another page
    uint64_t sent;    // frames, to one connection each
    uint64_t lost;    // frames that a connection did not get, since it could not take them in time
    uint64_t bytes;   // of the frames that were sent
    uint64_t heard;   // messages that were kept
    uint64_t dropped; // messages beyond what may come
    uint64_t files;   // that browsers asked for
} lope_spectators_stats;

// Returns NULL on a refusal, with def->error filled.
lope_spectators *lope_spectators_open(const lope_spectators_def *def);
// Ends all connections; NULL is fine.
void lope_spectators_close(lope_spectators *spectators);
// Lets connections go on. now: s, of any clock that goes on evenly.
void lope_spectators_update(lope_spectators *spectators, double now);
// Shows a frame to all: now to those that can take it, or as soon as they can. Returns false when there is no memory.
bool lope_spectators_show(lope_spectators *spectators, const void *bytes, size_t size);
// Takes the oldest message that has come. Returns its size; 0: there is none. bytes: room for LOPE_SPECTATORS_MESSAGE.
size_t lope_spectators_hear(lope_spectators *spectators, void *bytes);

uint32_t lope_spectators_count(const lope_spectators *spectators); // connections now
uint16_t lope_spectators_port(const lope_spectators *spectators);
lope_spectators_stats lope_spectators_stats_of(const lope_spectators *spectators);

#ifdef __cplusplus
}
#endif
#endif
