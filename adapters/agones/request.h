// request.h - one HTTP request to the sidecar, on a socket that never blocks. Read next: request.c, lope_agones.c.
#ifndef LOPE_AGONES_REQUEST_H
#define LOPE_AGONES_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include <netinet/in.h>

#define REQUEST_SECONDS 2.0 // until an answer must have come

typedef enum request_end { REQUEST_GOES_ON, REQUEST_ANSWERED, REQUEST_FAILED } request_end;

typedef struct request {
    int socket; // -1: none is on its way
    char text[256];
    size_t size, sent; // bytes of text
    char head[64];     // the first bytes of the answer, up to its first line's end
    size_t read;
    double begun; // s
    int status;   // of the answer: 200, ...
} request;

// Begins POST path {} to an address. Returns false when there is no socket.
bool request_begin(request *one, const struct sockaddr_in *to, const char *path, double now);
// Goes on with it. Once it does not go on, its socket is closed.
request_end request_go_on(request *one, double now);
// Gives it up.
void request_close(request *one);

#endif
