// socket.h - datagrams over UDP, IPv4 and IPv6. Read first: lope_datagrams.h.
#ifndef LOPE_TRANSPORT_SOCKET_H
#define LOPE_TRANSPORT_SOCKET_H

#include "lope_datagrams.h"

// Opens a socket on a port of this machine, 0: any that is free; *port receives it. address: of this machine,
// as a number; NULL: all of them, IPv6 and IPv4. Returns false with *error filled.
bool lope_socket_open(const char *address, uint16_t *port, lope_datagrams *datagrams, lope_error *error);
// Opens a socket to a host, by name or number, IPv6 or IPv4. What others send to it is not read.
bool lope_socket_connect(const char *host, uint16_t port, lope_datagrams *datagrams, lope_address *server, lope_error *error);

#endif
