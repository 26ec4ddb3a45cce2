// websocket_raw.h - a client of WebSocket by hand, for what no good client does.
#ifndef LOPE_TESTS_WEBSOCKET_RAW_H
#define LOPE_TESTS_WEBSOCKET_RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RAW_BINARY 2u // opcodes
#define RAW_TEXT 1u
#define RAW_CONTINUED 0u
#define RAW_CLOSE 8u

// Connects to a port of this machine. room: bytes that the system keeps of what comes, 0: as usual. Returns a
// socket that does not block.
int raw_connect(uint16_t port, int room);
// Sends bytes as they are. Returns how many were taken.
size_t raw_write(int raw, const void *bytes, size_t size);
// Sends the request that opens a WebSocket. origin: NULL: none.
void raw_upgrade(int raw, const char *origin);
// The same for another subprotocol than "lope". The host that it asks is localhost.
void raw_upgrade_as(int raw, const char *protocol, const char *origin);
// Sends a frame, masked. final: of its message.
void raw_frame(int raw, unsigned opcode, bool final, const void *bytes, size_t size);
// Reads what has come. Returns its size; *ended: the other side has closed.
size_t raw_read(int raw, void *bytes, size_t size, bool *ended);
void raw_close(int raw);

#endif
