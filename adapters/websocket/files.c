// files.c - files for browsers. Read first: files.h.
#include "files.h"

#include <string.h>

#define STALL 20 // s for which a browser may take nothing of a file

static const lope_websocket_file *find(const web_files *files, const char *path)
{
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->list[i].path, path) == 0) return &files->list[i];
    return NULL;
}

// Ends a request. A browser may ask for the next file over the same connection.
static int completed(struct lws *wsi) { return lws_http_transaction_completed(wsi) != 0 ? -1 : 0; }

int web_files_ask(const web_files *files, struct lws *wsi, const char *path, web_transfer *transfer)
{
    uint8_t head[LWS_PRE + 1024], *start = head + LWS_PRE, *at = start, *end = head + sizeof head - 1;
    *transfer = (web_transfer){.file = find(files, path)};
    ++*files->asked;
    if (transfer->file == NULL) return lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL) != 0 ? -1 : completed(wsi);
    if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, transfer->file->type, transfer->file->size, &at, end) != 0 ||
        lws_add_http_header_by_name(wsi, (const unsigned char *)"cache-control:", (const unsigned char *)"no-cache", 8, &at,
                                    end) != 0 ||
        lws_finalize_write_http_header(wsi, start, &at, end) != 0)
        return -1;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL);
    lws_callback_on_writable(wsi);
    return 0;
}

int web_files_go_on(struct lws *wsi, web_transfer *transfer)
{
    uint8_t bytes[LWS_PRE + WEB_FILE_PART];
    if (transfer->file == NULL) return 0;
    const size_t left = transfer->file->size - transfer->sent, size = left < WEB_FILE_PART ? left : WEB_FILE_PART;
    memcpy(bytes + LWS_PRE, (const uint8_t *)transfer->file->bytes + transfer->sent, size);
    if (lws_write(wsi, bytes + LWS_PRE, size, size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size) return -1;
    transfer->sent += size;
    if (size == left) {
        transfer->file = NULL;
        return completed(wsi);
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, STALL);
    lws_callback_on_writable(wsi);
    return 0;
}
