// line.h - one connection's messages: put together from their fragments, kept until they are asked for, and the
// one packet that waits to be sent.
//
// libwebsockets reads at most WEB_READ bytes of a connection in one pass, and what came in a pass is asked for
// before the next one: so the ring of a line is never full. Read next: line.c, server.c, client.c.
#ifndef LOPE_WEBSOCKET_LINE_H
#define LOPE_WEBSOCKET_LINE_H

#include <lope/net.h>

#include <libwebsockets.h>

#define WEB_READ 4096u  // bytes that are read of a connection in one pass
#define WEB_INBOX 8192u // bytes of messages that have come: more than WEB_READ, for each has two of length here

#define WEB_LET_IN 1u      // the server's first message: one byte
#define WEB_CODE_TEXT 1003 // codes that a connection is closed with
#define WEB_CODE_LARGE 1009
#define WEB_CODE_LEFT 1000
#define WEB_CODE_WHY 4000 // and a lope_transport_why

typedef struct web_line {
    uint8_t part[LOPE_NET_PACKET]; // of the message that is coming
    size_t part_size;
    uint8_t in[WEB_INBOX]; // whole messages, each after its length
    size_t in_from, in_to;
    uint8_t out[LWS_PRE + LOPE_NET_PACKET]; // the packet that waits, after the room that libwebsockets takes
    size_t out_size;                        // 0: none does
} web_line;

// Sets up the socket of a new connection: little waits in the system.
void web_line_begin(struct lws *wsi);
// Adds a fragment. *whole: `part` is a message now. Returns 0, or the code that the connection must be closed with.
int web_line_add(web_line *line, struct lws *wsi, const void *bytes, size_t size, bool *whole);
// Keeps the message that is whole. Returns false when there is no room.
bool web_line_keep(web_line *line);
// Takes the oldest message that was kept. Returns its size, or 0. bytes: room for LOPE_NET_PACKET.
size_t web_line_take(web_line *line, void *bytes);
// Sends a packet now or as soon as it can be. Returns false when it took the place of one that waited.
bool web_line_send(web_line *line, struct lws *wsi, const void *bytes, size_t size);
// Sends the packet that waits, when libwebsockets says that it can be. Returns false when the connection is dead.
bool web_line_flush(web_line *line, struct lws *wsi);
// Prepares the end of a connection with a code. Returns what the callback then returns.
int web_line_end(struct lws *wsi, int code);

#endif
