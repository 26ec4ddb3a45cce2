// lope_datagrams.h - what carries datagrams: a socket, a line in memory for tests, or a bad line laid over either.
//
// Read next: socket.c, ../udp/bad_line.c.
#ifndef LOPE_DATAGRAMS_H
#define LOPE_DATAGRAMS_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_DATAGRAM 1500 // bytes that are read of one, at most

// Where a datagram comes from or goes to. IPv4 stands as ::ffff:a.b.c.d. Compared byte by byte.
typedef struct lope_address {
    uint8_t ip[16];
    uint32_t scope; // of a link-local address
    uint16_t port, unused;
} lope_address;

// Carries datagrams. Nothing blocks.
typedef struct lope_datagrams {
    // Takes one that has come by `now` (s). Returns its size; 0: there is none. What is longer than `size` is
    // cut.
    size_t (*receive)(void *context, lope_address *from, void *bytes, size_t size, double now);
    void (*send)(void *context, const lope_address *to, const void *bytes, size_t size, double now);
    void (*close)(void *context); // NULL: nothing to close
    void *context;
} lope_datagrams;

#ifdef __cplusplus
}
#endif
#endif
