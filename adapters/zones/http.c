// http.c - connect, write, read to the end, close. Read first: http.h.
//
// HTTP 1.0: the other side ends the answer by closing, so that no length and no chunks have to be understood.
#define _POSIX_C_SOURCE 200809L

#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

bool http_begin(http_request *one, const struct sockaddr_in *to, const char *path, const char *body, double now)
{
    char address[INET_ADDRSTRLEN];
    one->sent = one->read = 0;
    one->status = 0;
    one->body = NULL;
    one->begun = now;
    inet_ntop(AF_INET, &to->sin_addr, address, sizeof address);
    const int size =
        snprintf(one->text, sizeof one->text,
                 "POST %s HTTP/1.0\r\nHost: %s:%u\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", path,
                 address, (unsigned)ntohs(to->sin_port), strlen(body), body);
    if (size < 0 || (size_t)size >= sizeof one->text) return false;
    one->size = (size_t)size;
    one->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (one->socket < 0) return false;
    const bool waits = fcntl(one->socket, F_SETFL, O_NONBLOCK) == 0 && fcntl(one->socket, F_SETFD, FD_CLOEXEC) == 0;
    if (waits && (connect(one->socket, (const struct sockaddr *)to, sizeof *to) == 0 || errno == EINPROGRESS)) return true;
    http_close(one);
    return false;
}

void http_close(http_request *one)
{
    if (one->socket >= 0) close(one->socket);
    one->socket = -1;
}

// Returns whether a call only has to be made again later.
static bool is_later(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOTCONN || errno == EINTR; }

// Writes what is left. Returns false when the connection is dead.
static bool write_on(http_request *one)
{
    while (one->sent < one->size) {
        const ssize_t wrote = send(one->socket, one->text + one->sent, one->size - one->sent, MSG_NOSIGNAL);
        if (wrote < 0) return is_later();
        one->sent += (size_t)wrote;
    }
    return true;
}

// Reads status and body of a whole answer. Returns false when it is none.
static bool take_apart(http_request *one)
{
    int minor, status;
    one->answer[one->read] = '\0';
    const char *end = strstr(one->answer, "\r\n\r\n");
    if (end == NULL || sscanf(one->answer, "HTTP/1.%1d %3d", &minor, &status) != 2 || status < 100) return false;
    one->body = end + 4;
    one->status = status;
    return true;
}

// Reads what has come. Returns false when the connection has ended without an answer.
static bool read_on(http_request *one)
{
    while (one->read + 1 < one->capacity) {
        const ssize_t got = recv(one->socket, one->answer + one->read, one->capacity - 1 - one->read, 0);
        if (got < 0) return is_later();
        if (got == 0) return take_apart(one);
        one->read += (size_t)got;
    }
    return false; // longer than there is room for
}

http_end http_go_on(http_request *one, double now)
{
    const bool alive = write_on(one) && (one->sent < one->size || read_on(one)) && now - one->begun <= one->timeout;
    if (alive && one->status == 0) return HTTP_GOES_ON;
    http_close(one);
    return alive ? HTTP_ANSWERED : HTTP_FAILED;
}
