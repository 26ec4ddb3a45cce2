// lope_enet.h - packets over ENet, for games on a trusted network: by the system's libenet (Debian: libenet-dev, 1.3).
//
//     lope_transport *t = lope_enet_serve(&(lope_enet_serve_def){.port = 7779});
//     lope_transport *t = lope_enet_join(&(lope_enet_join_def){.host = "192.168.0.2", .port = 7779, .player = 3});
//
// NOTHING IS ENCRYPTED AND NO NUMBER IS PROVEN: any program that reaches the port may come in under any player's number,
// read packets and make them up. For players on the open internet there is ../udp.
//
// Packets go unreliable and unsequenced: ENet repeats none, orders none and, since its throttle is off, holds none
// back. What stays of it is its way in and out, and its pings. A peer is CLOSED as SILENT when it has not answered for
// `timeout`. ENet reads the machine's own clock: `now` is not looked at. IPv4 only, for ENet 1.3 knows no other.
#ifndef LOPE_ENET_H
#define LOPE_ENET_H

#include "../transport/lope_transport.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a server begins. Zero stands for the default.
typedef struct lope_enet_serve_def {
    const char *address; // of this machine, as a number; NULL: all that it has
    uint16_t port;       // 0: any that is free
    uint32_t peers;      // at most, 0: 16; up to 4000
    double timeout;      // s without an answer of a peer until it is gone, 0: 10
    lope_error *error;   // optional: why it was refused
} lope_enet_serve_def;

// How a client begins. Zero stands for the default.
typedef struct lope_enet_join_def {
    const char *host;  // required: name or number
    uint16_t port;     // required
    uint32_t player;   // its number, as it says itself
    double timeout;    // s, as for a server, 0: 10
    lope_error *error; // optional: why it was refused
} lope_enet_join_def;

// Opens a server's end. Returns NULL on a refusal, with def->error filled.
lope_transport *lope_enet_serve(const lope_enet_serve_def *def);
// Opens a client's end. OPENED or CLOSED comes with a later receive, within 5 s. Returns NULL on a refusal. Looking up
// a host by name may block.
lope_transport *lope_enet_join(const lope_enet_join_def *def);

// Returns the port that a server listens on; the transport must be one of lope_enet_serve.
uint16_t lope_enet_port(const lope_transport *server);

#ifdef __cplusplus
}
#endif
#endif
