// socket.c - UDP sockets of POSIX, which do not block. Read first: socket.h.
//
// A server has one socket for both families where the system lets it (IPv6 with IPv4 mapped into it), else one
// for IPv4. Errors that a datagram brings back, such as a port without a listener, are passed over: UDP loses
// datagrams anyway, and a peer that is gone is silent.
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE

#include "socket.h"

#include "refuse.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BUFFER (1 << 20) // bytes that the system keeps between two ticks, where it allows so many

typedef struct udp_socket {
    int handle;
    int family;
    bool connected;
    lope_address server; // of a connected one
} udp_socket;

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

static bool fail(lope_error *error, const char *field, const char *what, const char *why)
{
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s: %s", what, why);
    lope_transport_refuse(error, LOPE_ERROR_STATE, field, text);
    return false;
}

// ---- addresses --------------------------------------------------------------------------------------------

static bool address_of(const struct sockaddr_storage *from, lope_address *address)
{
    memset(address, 0, sizeof *address);
    if (from->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)from;
        memcpy(address->ip, mapped, sizeof mapped);
        memcpy(address->ip + 12, &in->sin_addr, 4);
        address->port = ntohs(in->sin_port);
        return true;
    }
    if (from->ss_family != AF_INET6) return false;
    const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)from;
    memcpy(address->ip, &in->sin6_addr, 16);
    address->scope = in->sin6_scope_id;
    address->port = ntohs(in->sin6_port);
    return true;
}

// Returns the length of *to; 0: a socket of this family cannot reach the address.
static socklen_t system_address(const lope_address *address, int family, struct sockaddr_storage *to)
{
    memset(to, 0, sizeof *to);
    if (family == AF_INET) {
        if (memcmp(address->ip, mapped, sizeof mapped) != 0) return 0;
        struct sockaddr_in *in = (struct sockaddr_in *)to;
        in->sin_family = AF_INET;
        memcpy(&in->sin_addr, address->ip + 12, 4);
        in->sin_port = htons(address->port);
        return sizeof *in;
    }
    struct sockaddr_in6 *in = (struct sockaddr_in6 *)to;
    in->sin6_family = AF_INET6;
    memcpy(&in->sin6_addr, address->ip, 16);
    in->sin6_scope_id = address->scope;
    in->sin6_port = htons(address->port);
    return sizeof *in;
}

// ---- datagrams --------------------------------------------------------------------------------------------

static size_t socket_receive(void *context, lope_address *from, void *bytes, size_t size, double now)
{
    udp_socket *s = context;
    (void)now;
    for (int tries = 0; tries < 64; tries++) { // errors that datagrams of before have brought back stand in the way
        struct sockaddr_storage address;
        socklen_t length = sizeof address;
        const ssize_t got = recvfrom(s->handle, bytes, size, 0, (struct sockaddr *)&address, &length);
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return 0;
        if (got <= 0) continue;
        if (s->connected)
            *from = s->server;
        else if (!address_of(&address, from))
            continue;
        return (size_t)got;
    }
    return 0;
}

static void socket_send(void *context, const lope_address *to, const void *bytes, size_t size, double now)
{
    const udp_socket *s = context;
    struct sockaddr_storage address;
    const socklen_t length = s->connected ? 0 : system_address(to, s->family, &address);
    (void)now;
    if (length == 0 && !s->connected) return;
    for (int tries = 0; tries < 2; tries++) { // the first may only tell of an error of before
        if (sendto(s->handle, bytes, size, 0, s->connected ? NULL : (struct sockaddr *)&address, length) >= 0) return;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return;
    }
}

static void socket_close(void *context)
{
    udp_socket *s = context;
    close(s->handle);
    free(s);
}

// ---- opening ----------------------------------------------------------------------------------------------

// Returns a socket that does not block, or -1.
static int make(int family)
{
    const int handle = socket(family, SOCK_DGRAM, 0);
    const int bytes = BUFFER;
    if (handle < 0) return -1;
    setsockopt(handle, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
    setsockopt(handle, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    if (fcntl(handle, F_SETFL, O_NONBLOCK) == 0 && fcntl(handle, F_SETFD, FD_CLOEXEC) == 0) return handle;
    close(handle);
    return -1;
}

static bool give(int handle, int family, const lope_address *server, lope_datagrams *datagrams, lope_error *error)
{
    udp_socket *s = calloc(1, sizeof *s);
    if (s == NULL) {
        close(handle);
        lope_transport_refuse(error, LOPE_ERROR_MEMORY, "socket", "there is no memory");
        return false;
    }
    s->handle = handle;
    s->family = family;
    s->connected = server != NULL;
    if (server != NULL) s->server = *server;
    *datagrams = (lope_datagrams){socket_receive, socket_send, socket_close, s};
    return true;
}

// Tells which port the system has given.
static uint16_t port_of(int handle)
{
    struct sockaddr_storage own;
    socklen_t length = sizeof own;
    lope_address address;
    if (getsockname(handle, (struct sockaddr *)&own, &length) != 0 || !address_of(&own, &address)) return 0;
    return address.port;
}

// Resolves a host, or an address of this machine. Returns NULL with *error filled.
static struct addrinfo *resolve(const char *host, uint16_t port, int flags, lope_error *error)
{
    struct addrinfo hints, *list = NULL;
    char service[8];
    memset(&hints, 0, sizeof hints);
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_DGRAM;
    hints.ai_flags = flags | AI_NUMERICSERV;
    snprintf(service, sizeof service, "%u", (unsigned)port);
    const int result = getaddrinfo(host, service, &hints, &list);
    if (result == 0) return list;
    fail(error, "address", host,
         (flags & AI_NUMERICHOST) != 0 ? "expected an address of this machine as a number" : gai_strerror(result));
    return NULL;
}

static bool open_at(const char *address, uint16_t *port, lope_datagrams *datagrams, lope_error *error)
{
    struct addrinfo *list = resolve(address, *port, AI_NUMERICHOST | AI_PASSIVE, error);
    if (list == NULL) return false;
    const int family = list->ai_family, handle = make(family);
    const bool bound = handle >= 0 && bind(handle, list->ai_addr, list->ai_addrlen) == 0;
    const int why = errno;
    freeaddrinfo(list);
    if (!bound) {
        if (handle >= 0) close(handle);
        return fail(error, "port", "the socket cannot be opened (take another port, or 0 for any that is free)", strerror(why));
    }
    *port = port_of(handle);
    return give(handle, family, NULL, datagrams, error);
}

bool lope_socket_open(const char *address, uint16_t *port, lope_datagrams *datagrams, lope_error *error)
{
    if (address != NULL) return open_at(address, port, datagrams, error);
    const int handle = make(AF_INET6), no = 0;
    struct sockaddr_in6 any;
    memset(&any, 0, sizeof any);
    any.sin6_family = AF_INET6;
    any.sin6_port = htons(*port);
    if (handle >= 0 && setsockopt(handle, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no) == 0 &&
        bind(handle, (struct sockaddr *)&any, sizeof any) == 0) {
        *port = port_of(handle);
        return give(handle, AF_INET6, NULL, datagrams, error);
    }
    const int why = errno;
    if (handle >= 0) close(handle);
    if (handle >= 0 && why == EADDRINUSE)
        return fail(error, "port", "the socket cannot be opened (take another port, or 0 for any that is free)", strerror(why));
    return open_at("0.0.0.0", port, datagrams, error);
}

bool lope_socket_connect(const char *host, uint16_t port, lope_datagrams *datagrams, lope_address *server, lope_error *error)
{
    struct addrinfo *list = resolve(host, port, 0, error);
    int why = 0;
    if (list == NULL) return false;
    for (const struct addrinfo *at = list; at != NULL; at = at->ai_next) {
        struct sockaddr_storage address;
        const int handle = make(at->ai_family);
        if (handle < 0 || connect(handle, at->ai_addr, at->ai_addrlen) != 0) {
            why = errno;
            if (handle >= 0) close(handle);
            continue;
        }
        memset(&address, 0, sizeof address);
        memcpy(&address, at->ai_addr, at->ai_addrlen);
        const int family = at->ai_family;
        freeaddrinfo(list);
        address_of(&address, server);
        return give(handle, family, server, datagrams, error);
    }
    freeaddrinfo(list);
    return fail(error, "address", host, strerror(why));
}
