// websocket_raw.c - WebSocket by hand. Read first: websocket_raw.h.
#define _DEFAULT_SOURCE

#include "websocket_raw.h"

#include "../net/net_help.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int raw_connect(uint16_t port, int room)
{
    const int raw = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert_true(raw >= 0);
    if (room > 0) assert_int_equal(setsockopt(raw, SOL_SOCKET, SO_RCVBUF, &room, sizeof room), 0);
    assert_int_equal(connect(raw, (struct sockaddr *)&to, sizeof to), 0);
    assert_int_equal(fcntl(raw, F_SETFL, O_NONBLOCK), 0);
    return raw;
}

size_t raw_write(int raw, const void *bytes, size_t size)
{
    const ssize_t sent = send(raw, bytes, size, MSG_NOSIGNAL);
    return sent > 0 ? (size_t)sent : 0;
}

void raw_upgrade(int raw, const char *origin) { raw_upgrade_as(raw, "lope", origin); }

void raw_upgrade_as(int raw, const char *protocol, const char *origin)
{
    char text[512];
    const int size =
        snprintf(text, sizeof text,
                 "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                 "Sec-WebSocket-Protocol: %s\r\n%s%s%s\r\n",
                 protocol, origin != NULL ? "Origin: " : "", origin != NULL ? origin : "", origin != NULL ? "\r\n" : "");
    assert_int_equal(raw_write(raw, text, (size_t)size), (size_t)size);
}

void raw_frame(int raw, unsigned opcode, bool final, const void *bytes, size_t size)
{
    static uint8_t frame[70000];
    const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    size_t at = 2;
    assert_true(size < 65536);
    frame[0] = (uint8_t)((final ? 0x80u : 0u) | opcode);
    frame[1] = (uint8_t)(0x80u | (size < 126 ? size : 126));
    if (size >= 126) {
        frame[at++] = (uint8_t)(size >> 8);
        frame[at++] = (uint8_t)(size & 255);
    }
    memcpy(frame + at, mask, 4);
    at += 4;
    for (size_t i = 0; i < size; i++) frame[at + i] = ((const uint8_t *)bytes)[i] ^ mask[i % 4];
    raw_write(raw, frame, at + size);
}

size_t raw_read(int raw, void *bytes, size_t size, bool *ended)
{
    const ssize_t got = recv(raw, bytes, size, 0);
    *ended = got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
    return got > 0 ? (size_t)got : 0;
}

void raw_close(int raw) { close(raw); }
