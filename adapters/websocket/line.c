// line.c - messages of one connection. Read first: line.h.
#include "line.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

#define WAITS LOPE_NET_PACKET // bytes that the system keeps unsent before it says that it can take no more

void web_line_begin(struct lws *wsi)
{
#ifdef TCP_NOTSENT_LOWAT
    const int unsent = WAITS;
    setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
#else
    const int kept = 4 * WAITS; // what was sent and not yet confirmed counts too
    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &kept, sizeof kept);
#endif
}

int web_line_add(web_line *line, struct lws *wsi, const void *bytes, size_t size, bool *whole)
{
    *whole = false;
    if (lws_is_first_fragment(wsi)) line->part_size = 0;
    if (!lws_frame_is_binary(wsi)) return WEB_CODE_TEXT;
    if (size > sizeof line->part - line->part_size) return WEB_CODE_LARGE;
    if (size > 0) memcpy(line->part + line->part_size, bytes, size);
    line->part_size += size;
    if (lws_remaining_packet_payload(wsi) > sizeof line->part - line->part_size) return WEB_CODE_LARGE;
    *whole = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    return *whole && line->part_size == 0 ? WEB_CODE_TEXT : 0;
}

bool web_line_keep(web_line *line)
{
    if (line->in_from > 0) {
        memmove(line->in, line->in + line->in_from, line->in_to - line->in_from);
        line->in_to -= line->in_from;
        line->in_from = 0;
    }
    if (line->in_to + 2 + line->part_size > sizeof line->in) return false;
    line->in[line->in_to] = (uint8_t)(line->part_size & 255);
    line->in[line->in_to + 1] = (uint8_t)(line->part_size >> 8);
    memcpy(line->in + line->in_to + 2, line->part, line->part_size);
    line->in_to += 2 + line->part_size;
    return true;
}

size_t web_line_take(web_line *line, void *bytes)
{
    if (line->in_from == line->in_to) return 0;
    const uint8_t *at = line->in + line->in_from;
    const size_t size = at[0] + ((size_t)at[1] << 8);
    memcpy(bytes, at + 2, size);
    line->in_from += 2 + size;
    return size;
}

bool web_line_flush(web_line *line, struct lws *wsi)
{
    const size_t size = line->out_size;
    line->out_size = 0;
    return size == 0 || lws_write(wsi, line->out + LWS_PRE, size, LWS_WRITE_BINARY) >= (int)size;
}

bool web_line_send(web_line *line, struct lws *wsi, const void *bytes, size_t size)
{
    const bool waited = line->out_size > 0;
    memcpy(line->out + LWS_PRE, bytes, size);
    line->out_size = size;
    // a write that fails is told by the next pass, as the end of the connection
    if (lws_send_pipe_choked(wsi) || !web_line_flush(line, wsi)) lws_callback_on_writable(wsi);
    return !waited;
}

int web_line_end(struct lws *wsi, int code)
{
    lws_close_reason(wsi, (enum lws_close_status)code, NULL, 0);
    return -1;
}
