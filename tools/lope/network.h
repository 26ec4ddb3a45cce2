// network.h - what `lope serve` and `lope join` share: the level, bad lines by name, and opening a transport.
//
// Read next: udp.c and websocket.c, which open them; no_udp.c and no_websocket.c, which say that this program was
// built without.
#ifndef LOPE_TOOL_NETWORK_H
#define LOPE_TOOL_NETWORK_H

#include "lope.h"

#include "adapters/transport/lope_transport.h"

#include <lope/net_link.h>

#define TOOL_PORT 7777u
#define TOOL_WEBSOCKET_PORT 7778u
#define TOOL_SPECTATE_PORT 7779u
#define TOOL_TRANSPORTS 2u // of a server: UDP, WebSocket

typedef struct tool_serve_wish {
    const char *address;           // of this machine; NULL: all that it has
    uint64_t port, server;         // 0: any that is free; number of the server in tokens
    uint64_t players;              // at most, over each transport
    bool websocket;                // also over WebSocket
    uint64_t websocket_port;       // 0: any that is free
    const char *origin;            // of pages that may open one; NULL: any
    const char *certificate, *key; // PEM files: WebSocket speaks TLS; NULL: it does not
    const char *page;              // file of the page that plays; NULL: none
    const lope_scenario *scenario; // that the page is given
    const char *master_file;       // secret of tokens, made where there is none; NULL: drawn, and its tokens printed
    uint64_t tokens;               // to print, for an hour each
} tool_serve_wish;

typedef struct tool_join_wish {
    const char *host;        // HOST, HOST:PORT or [HOST]:PORT, after ws:// or wss:// where it is WebSocket
    const char *authorities; // PEM file of certificates that are trusted with wss://; NULL: those of the system
    const char *token;       // as text; NULL: it is in token_file, or made with master_file
    const char *token_file;  // its first line
    const char *master_file; // of a server on this machine
    uint64_t player, server; // for a token that is made; player 0: drawn
    const char *line;        // name of a bad line; NULL: none
    uint64_t seed;           // of it
} tool_join_wish;

// Opens a server's ends, and prints where, and tokens; those that are not wished for are NULL. Returns false on a
// fault, with all of them closed.
bool tool_serve_open(const tool_serve_wish *wish, lope_transport *transports[TOOL_TRANSPORTS], lope_scene_fault *fault);
// Closes a server's ends.
void tool_serve_close(lope_transport *transports[TOOL_TRANSPORTS]);
// Opens a client's end. Returns NULL on a fault.
lope_transport *tool_join_open(const tool_join_wish *wish, lope_scene_fault *fault);

// Opens a server's end of WebSocket beside one of UDP, with the page if there is one, and prints where. Once in a
// process: what browsers are given stays. Returns NULL on a fault.
lope_transport *tool_websocket_serve(const tool_serve_wish *wish, const uint8_t *master, const lope_transport *udp,
                                     lope_scene_fault *fault);
// Opens a client's end of WebSocket. secure: with TLS. token: a lope_token. Returns NULL on a fault.
lope_transport *tool_websocket_join(const tool_join_wish *wish, const char *host, uint16_t port, bool secure, const void *token,
                                    lope_scene_fault *fault);

// Splits HOST, HOST:PORT, [HOST]:PORT; more than one colon without brackets is a number of IPv6. *port: the one that
// counts without one. Returns false on a fault.
bool tool_host_split(const char *text, char *host, size_t size, uint16_t *port, lope_scene_fault *fault);
// Finds a line by its name: lan, good, average, bad, awful. Returns false on a fault.
bool tool_line_find(const char *name, lope_net_link_profile *line, lope_scene_fault *fault);
// Returns the rules' contact_bound of what `--bound` says: 0 m: always the truth; above 100 m: as it is believed.
float tool_contact_bound(double metres);
// Loads a scenario, or a mesh with a character on its floor. Returns NULL on a fault.
lope_scenario *tool_network_level(const char *file, lope_scene_fault *fault);
// Returns false when the program was asked to end, by SIGINT or SIGTERM.
bool tool_goes_on(void *unused);
// Lets SIGINT and SIGTERM end it in good order.
void tool_watch_signals(void);

#endif
