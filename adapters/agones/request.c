// request.c - connect, write, read the first line, close. Read first: request.h.
//
// Each request has a connection of its own, which the other side closes: of an answer the status alone counts, so no
// length and no body has to be understood.
#define _POSIX_C_SOURCE 200809L

#include "request.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool request_begin(request *one, const struct sockaddr_in *to, const char *path, double now)
{
    char address[INET_ADDRSTRLEN];
    *one = (request){.socket = socket(AF_INET, SOCK_STREAM, 0), .begun = now};
    if (one->socket < 0) return false;
    inet_ntop(AF_INET, &to->sin_addr, address, sizeof address);
    one->size = (size_t)snprintf(one->text, sizeof one->text,
                                 "POST %s HTTP/1.1\r\nHost: %s:%u\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                                 "Connection: close\r\n\r\n{}",
                                 path, address, (unsigned)ntohs(to->sin_port));
    const bool waits = fcntl(one->socket, F_SETFL, O_NONBLOCK) == 0 && fcntl(one->socket, F_SETFD, FD_CLOEXEC) == 0;
    if (waits && (connect(one->socket, (const struct sockaddr *)to, sizeof *to) == 0 || errno == EINPROGRESS)) return true;
    request_close(one);
    return false;
}

void request_close(request *one)
{
    if (one->socket >= 0) close(one->socket);
    one->socket = -1;
}

// Returns whether a call only has to be made again later.
static bool is_later(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOTCONN || errno == EINTR; }

// Writes what is left. Returns false when the connection is dead.
static bool write_on(request *one)
{
    while (one->sent < one->size) {
        const ssize_t wrote = send(one->socket, one->text + one->sent, one->size - one->sent, MSG_NOSIGNAL);
        if (wrote < 0) return is_later();
        one->sent += (size_t)wrote;
    }
    return true;
}

// Reads the status of "HTTP/1.1 200 OK". Returns 0 when it is no such line.
static int status_of(const char *line)
{
    int minor, status;
    return sscanf(line, "HTTP/1.%1d %3d", &minor, &status) == 2 && status >= 100 ? status : 0;
}

// Reads the first line. Returns false when the connection has ended without one.
static bool read_on(request *one)
{
    while (one->read + 1 < sizeof one->head) {
        const ssize_t got = recv(one->socket, one->head + one->read, sizeof one->head - 1 - one->read, 0);
        if (got < 0) return is_later();
        if (got == 0) return false;
        one->read += (size_t)got;
        one->head[one->read] = '\0';
        if (strchr(one->head, '\n') == NULL) continue;
        one->status = status_of(one->head);
        return one->status != 0;
    }
    return false; // a first line that has no end
}

request_end request_go_on(request *one, double now)
{
    const bool alive = write_on(one) && (one->sent < one->size || read_on(one)) && now - one->begun <= REQUEST_SECONDS;
    if (alive && one->status == 0) return REQUEST_GOES_ON;
    request_close(one);
    return alive ? REQUEST_ANSWERED : REQUEST_FAILED;
}
