// http.h - one HTTP request with a body each way, on a socket that never blocks. Read next: http.c, store_etcd.c.
#ifndef LOPE_ZONES_HTTP_H
#define LOPE_ZONES_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include <netinet/in.h>

typedef enum http_end { HTTP_GOES_ON, HTTP_ANSWERED, HTTP_FAILED } http_end;

typedef struct http_request {
    int socket; // -1: none is on its way
    char text[2048];
    size_t size, sent; // bytes of text
    char *answer;      // the whole of it, with a 0 behind
    size_t capacity, read;
    double begun, timeout; // s
    int status;            // of the answer: 200, ...
    const char *body;      // of the answer, valid until the next begin
} http_request;

// Begins POST path body to an address. answer and capacity of *one are set before. Returns false when there is no
// socket, or the request is too long.
bool http_begin(http_request *one, const struct sockaddr_in *to, const char *path, const char *body, double now);
// Goes on with it. Once it does not go on, its socket is closed.
http_end http_go_on(http_request *one, double now);
// Gives it up.
void http_close(http_request *one);

#endif
