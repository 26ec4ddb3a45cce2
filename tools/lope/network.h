// network.h - what `lope serve` and `lope join` share: the level, bad lines by name, and opening a transport.
//
// Read next: udp.c, which opens it; no_udp.c, which says that this program was built without.
#ifndef LOPE_TOOL_NETWORK_H
#define LOPE_TOOL_NETWORK_H

#include "lope.h"

#include "adapters/transport/lope_transport.h"

#include <lope/net_link.h>

#define TOOL_PORT 7777u

typedef struct tool_serve_wish {
    const char *address;     // of this machine; NULL: all that it has
    uint64_t port, server;   // 0: any that is free; number of the server in tokens
    uint64_t players;        // at most
    const char *master_file; // secret of tokens, made where there is none; NULL: drawn, and its tokens printed
    uint64_t tokens;         // to print, for an hour each
} tool_serve_wish;

typedef struct tool_join_wish {
    const char *host;        // HOST, HOST:PORT or [HOST]:PORT
    const char *token;       // as text; NULL: it is in token_file, or made with master_file
    const char *token_file;  // its first line
    const char *master_file; // of a server on this machine
    uint64_t player, server; // for a token that is made; player 0: drawn
    const char *line;        // name of a bad line; NULL: none
    uint64_t seed;           // of it
} tool_join_wish;

// Opens a server's end, and prints where, and tokens. Returns NULL on a fault.
lope_transport *tool_serve_open(const tool_serve_wish *wish, lope_scene_fault *fault);
// Opens a client's end. Returns NULL on a fault.
lope_transport *tool_join_open(const tool_join_wish *wish, lope_scene_fault *fault);

// Finds a line by its name: lan, good, average, bad, awful. Returns false on a fault.
bool tool_line_find(const char *name, lope_net_link_profile *line, lope_scene_fault *fault);
// Loads a scenario, or a mesh with a character on its floor. Returns NULL on a fault.
lope_scenario *tool_network_level(const char *file, lope_scene_fault *fault);
// Returns false when the program was asked to end, by SIGINT or SIGTERM.
bool tool_goes_on(void *unused);
// Lets SIGINT and SIGTERM end it in good order.
void tool_watch_signals(void);

#endif
