// datagram_bio.h - what OpenSSL has in place of a socket: the datagrams of a session in memory.
//
// It hands over the datagram that the session was given, once, and sends each write as a datagram. So borders
// between datagrams stay as they are, and nothing is kept between calls. Read first: session.h.
#ifndef LOPE_UDP_DATAGRAM_BIO_H
#define LOPE_UDP_DATAGRAM_BIO_H

#include "session.h"

#define UDP_MTU 1232 // bytes of a datagram of the handshake, at most: IPv6's least packet without headers

// Makes the kind of BIO; the data of each is its udp_session. Returns NULL when there is no memory.
BIO_METHOD *udp_datagram_bio(void);

#endif
