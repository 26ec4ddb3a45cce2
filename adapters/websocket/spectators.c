// spectators.c - the stream to browsers that watch. Read first: lope_spectators.h.
#include "lope_spectators.h"

#include "../transport/rate_limit.h"
#include "../transport/refuse.h"
#include "files.h"
#include "line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WATCHERS 64u
#define WATCHERS_MOST 4096u
#define FETCHES 64u   // connections of browsers that fetch files, at most
#define PASSES 8      // of libwebsockets in one update
#define STALL 20.0    // s for which a connection may take no frame
#define MESSAGES 30.0 // a second from one connection
#define INBOX 64u     // messages that wait until they are heard
#define GOODBYE_PASSES 8
#define REFUSE (-1) // of a callback: libwebsockets ends the connection

// A connection that watches.
typedef struct spectator {
    struct lws *wsi; // NULL: the place is free
    uint64_t seen;   // number of the newest frame that it took
    double took;     // s: when
    lope_rate_limit may;
    uint8_t part[LOPE_SPECTATORS_MESSAGE]; // of the message that is coming
    size_t part_size;
} spectator;

// What libwebsockets keeps for a connection.
typedef struct spectator_session {
    uint32_t place; // + 1; 0: none
    web_transfer transfer;
} spectator_session;

typedef struct spectator_message {
    uint8_t bytes[LOPE_SPECTATORS_MESSAGE];
    size_t size;
} spectator_message;

struct lope_spectators {
    struct lws_context *context;
    struct lws_protocols protocols[3];
    struct lws_vhost *vhost;
    spectator *places;
    uint32_t place_count, count;
    uint8_t *frame; // the newest one, after the room that libwebsockets takes
    size_t frame_size, frame_room;
    uint64_t frame_number; // 0: none yet
    spectator_message inbox[INBOX];
    uint32_t inbox_from, inbox_count;
    double now;
    uint64_t happened; // calls of libwebsockets
    web_files files;
    lope_spectators_stats stats;
};

// ---- what libwebsockets calls -----------------------------------------------------------------------------

// Returns whether a browser's page is one of this server: its origin is the host that it asks. Others send none.
static bool is_own_page(struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0) return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) <= 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0)
        return false;
    const char *at = strstr(origin, "://");
    return at != NULL && strcmp(at + 3, host) == 0;
}

static int come(lope_spectators *s, struct lws *wsi, spectator_session *session)
{
    uint32_t place = 0;
    *session = (spectator_session){0};
    while (place < s->place_count && s->places[place].wsi != NULL) place++;
    if (place == s->place_count) {
        s->stats.refused++;
        return REFUSE;
    }
    s->places[place] = (spectator){.wsi = wsi, .took = s->now, .may = lope_rate_limit_begin(s->now)};
    session->place = place + 1;
    s->count++;
    s->stats.came++;
    web_line_begin(wsi);
    if (s->frame_number > 0) lws_callback_on_writable(wsi);
    return 0;
}

static spectator *place_of(lope_spectators *s, const spectator_session *session)
{
    return session != NULL && session->place != 0 ? &s->places[session->place - 1] : NULL;
}

static void leave(lope_spectators *s, spectator_session *session)
{
    spectator *place = place_of(s, session);
    if (place == NULL) return;
    place->wsi = NULL;
    session->place = 0;
    s->count--;
}

// Sends the newest frame, when the connection has not had it. What was between is lost.
static int write_on(lope_spectators *s, struct lws *wsi, const spectator_session *session)
{
    spectator *place = place_of(s, session);
    if (place == NULL || s->frame_number == place->seen) return 0;
    if (place->seen > 0) s->stats.lost += s->frame_number - place->seen - 1;
    place->seen = s->frame_number;
    place->took = s->now;
    s->stats.sent++;
    s->stats.bytes += s->frame_size;
    return lws_write(wsi, s->frame + LWS_PRE, s->frame_size, LWS_WRITE_BINARY) >= (int)s->frame_size ? 0 : REFUSE;
}

// Ends a connection that does not keep to the protocol; from now on it is none that watches.
static int refuse(lope_spectators *s, struct lws *wsi, spectator_session *session, int code)
{
    leave(s, session);
    return web_line_end(wsi, code);
}

static void keep(lope_spectators *s, spectator *place)
{
    if (!lope_rate_limit_allows(&place->may, MESSAGES, s->now) || s->inbox_count == INBOX) {
        s->stats.dropped++;
        return;
    }
    spectator_message *to = &s->inbox[(s->inbox_from + s->inbox_count++) % INBOX];
    memcpy(to->bytes, place->part, place->part_size);
    to->size = place->part_size;
    s->stats.heard++;
}

// Takes a part of a message. Other ones than short and binary ones end the connection.
static int hear_part(lope_spectators *s, struct lws *wsi, spectator_session *session, const void *bytes, size_t size)
{
    spectator *place = place_of(s, session);
    if (place == NULL || !lws_frame_is_binary(wsi)) return refuse(s, wsi, session, WEB_CODE_TEXT);
    if (lws_is_first_fragment(wsi)) place->part_size = 0;
    const size_t room = LOPE_SPECTATORS_MESSAGE - place->part_size, more = lws_remaining_packet_payload(wsi);
    if (size > room || more > room - size) return refuse(s, wsi, session, WEB_CODE_LARGE);
    if (size > 0) memcpy(place->part + place->part_size, bytes, size);
    place->part_size += size;
    if (!lws_is_final_fragment(wsi) || more > 0) return 0;
    if (place->part_size == 0) return refuse(s, wsi, session, WEB_CODE_TEXT);
    keep(s, place);
    return 0;
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    lope_spectators *s = lws_context_user(lws_get_context(wsi));
    spectator_session *session = user;
    s->happened++;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        if (is_own_page(wsi)) return 0;
        s->stats.refused++;
        return REFUSE;
    case LWS_CALLBACK_ESTABLISHED:
        return come(s, wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return hear_part(s, wsi, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_on(s, wsi, session);
    case LWS_CALLBACK_CLOSED:
        leave(s, session);
        return 0;
    case LWS_CALLBACK_HTTP:
        return web_files_ask(&s->files, wsi, in, &session->transfer);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return web_files_go_on(wsi, &session->transfer);
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

// ---- in each tick -----------------------------------------------------------------------------------------

static bool pass(lope_spectators *s)
{
    const uint64_t before = s->happened;
    lws_service(s->context, -1); // without a wait
    return s->happened != before;
}

static void end_stalled(lope_spectators *s)
{
    for (uint32_t i = 0; i < s->place_count; i++) {
        spectator *place = &s->places[i];
        if (place->wsi == NULL || place->seen == s->frame_number) place->took = s->now;
        if (s->now - place->took <= STALL) continue;
        lws_set_timeout(place->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        place->took = s->now;
    }
}

void lope_spectators_update(lope_spectators *s, double now)
{
    s->now = now;
    for (int i = 0; i < PASSES && pass(s); i++) {}
    end_stalled(s);
}

static bool make_room(lope_spectators *s, size_t size)
{
    if (size <= s->frame_room) return true;
    uint8_t *more = realloc(s->frame, LWS_PRE + 2 * size);
    if (more == NULL) return false;
    s->frame = more;
    s->frame_room = 2 * size;
    return true;
}

bool lope_spectators_show(lope_spectators *s, const void *bytes, size_t size)
{
    if (size == 0) return true;
    if (!make_room(s, size)) return false;
    memcpy(s->frame + LWS_PRE, bytes, size);
    s->frame_size = size;
    s->frame_number++;
    for (uint32_t i = 0; i < s->place_count; i++)
        if (s->places[i].wsi != NULL) lws_callback_on_writable(s->places[i].wsi);
    return true;
}

size_t lope_spectators_hear(lope_spectators *s, void *bytes)
{
    if (s->inbox_count == 0) return 0;
    const spectator_message *from = &s->inbox[s->inbox_from];
    memcpy(bytes, from->bytes, from->size);
    s->inbox_from = (s->inbox_from + 1) % INBOX;
    s->inbox_count--;
    return from->size;
}

uint32_t lope_spectators_count(const lope_spectators *s) { return s->count; }
uint16_t lope_spectators_port(const lope_spectators *s) { return (uint16_t)lws_get_vhost_listen_port(s->vhost); }
lope_spectators_stats lope_spectators_stats_of(const lope_spectators *s) { return s->stats; }

// ---- opening and closing ----------------------------------------------------------------------------------

static bool open_context(lope_spectators *s, const lope_spectators_def *def)
{
    const char *address = def->address != NULL ? def->address : "127.0.0.1";
    const unsigned four = strchr(address, ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0u;
    // the first protocol is that of requests without one: of files
    s->protocols[0] = (struct lws_protocols){
        .name = "http", .callback = called, .per_session_data_size = sizeof(spectator_session), .tx_packet_size = WEB_FILE_PART};
    s->protocols[1] = (struct lws_protocols){.name = "lope-spectate",
                                             .callback = called,
                                             .per_session_data_size = sizeof(spectator_session),
                                             .rx_buffer_size = 2 * LOPE_SPECTATORS_MESSAGE,
                                             .tx_packet_size = WEB_FILE_PART}; // else a frame goes in many parts
    struct lws_context_creation_info info = {
        .iface = address,
        .port = def->port,
        .protocols = s->protocols,
        .pt_serv_buf_size = WEB_READ,
        .keepalive_timeout = 5,
        .timeout_secs = 5,
        .fd_limit_per_thread = s->place_count + FETCHES,
        .max_http_header_pool = 16,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .user = s,
    };
    lws_set_log_level(0, NULL);
    s->context = lws_create_context(&info);
    if (s->context == NULL) return false;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | four;
    s->vhost = lws_create_vhost(s->context, &info);
    return s->vhost != NULL;
}

lope_spectators *lope_spectators_open(const lope_spectators_def *def)
{
    char text[96];
    if (def == NULL) return NULL;
    if (def->watchers > WATCHERS_MOST)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "watchers", "must be up to 4096, or 0 for 64");
    lope_spectators *s = calloc(1, sizeof *s);
    if (s == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "watchers", "there is no memory");
    s->place_count = def->watchers != 0 ? def->watchers : WATCHERS;
    s->files = (web_files){.list = def->files, .count = def->file_count, .asked = &s->stats.files};
    s->places = calloc(s->place_count, sizeof *s->places);
    if (s->places != NULL && open_context(s, def)) return s;
    lope_spectators_close(s);
    snprintf(text, sizeof text, "cannot listen on port %u: is it taken, or the address another machine's?", (unsigned)def->port);
    return lope_transport_refuse(def->error, LOPE_ERROR_STATE, "spectate", text);
}

void lope_spectators_close(lope_spectators *s)
{
    if (s == NULL) return;
    for (uint32_t i = 0; s->places != NULL && i < s->place_count; i++)
        if (s->places[i].wsi != NULL) lws_set_timeout(s->places[i].wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    for (int i = 0; s->count > 0 && i < GOODBYE_PASSES; i++) lws_service(s->context, -1);
    if (s->context != NULL) lws_context_destroy(s->context);
    free(s->places);
    free(s->frame);
    free(s);
}
