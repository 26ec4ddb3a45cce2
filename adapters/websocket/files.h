// files.h - files for browsers over HTTP, from memory. Read first: lope_websocket.h.
#ifndef LOPE_WEBSOCKET_FILES_H
#define LOPE_WEBSOCKET_FILES_H

#include "lope_websocket.h"

#include <libwebsockets.h>

// The files of a server.
typedef struct web_files {
    const lope_websocket_file *list;
    uint32_t count;
    uint64_t *asked; // counts what was asked for
} web_files;

#define WEB_FILE_PART 65536u // bytes that are written at a time

// A file on its way to a browser.
typedef struct web_transfer {
    const lope_websocket_file *file;
    size_t sent;
} web_transfer;

// Answers a request for a path. Returns what the callback then returns.
int web_files_ask(const web_files *files, struct lws *wsi, const char *path, web_transfer *transfer);
// Sends the next part of a file. Returns what the callback then returns.
int web_files_go_on(struct lws *wsi, web_transfer *transfer);

#endif
