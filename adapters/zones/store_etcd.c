// store_etcd.c - the store of zones in etcd: which request is made of what is asked, and what its answer says.
// Read first: lope_zone_store.h, http.h, etcd_text.h.
#include "../transport/refuse.h"
#include "etcd_text.h"
#include "http.h"
#include "lope_zone_store.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT 2379u
#define TIMEOUT 0.5       // s
#define PLAYERS 1024u     // in a list
#define ENTRY_BYTES 320u  // of an entry in a list, at most
#define LIST_BYTES 65536u // of a list beside its players
#define KEY 64u           // bytes of a key
#define KEY_64 (KEY / 3 * 4 + 8)
#define ZONES 256u // in a list

typedef struct etcd_store {
    lope_zone_store functions;
    struct sockaddr_in to;
    char prefix[32];
    http_request http;
    lope_zone_ask ask;
    lope_zone_owned zones[ZONES];
    lope_zone_placed *players;
    uint32_t player_most;
} etcd_store;

// ---- requests ---------------------------------------------------------------------------------------------

// Writes prefix, kind and number as a key in base64.
static void key_of(const etcd_store *store, const char *kind, uint64_t number, char key[KEY_64])
{
    char text[KEY];
    snprintf(text, sizeof text, "%s%s/%" PRIu64, store->prefix, kind, number);
    etcd_base64(text, key, KEY_64);
}

// Writes a place as a value in base64.
static void value_of(lope_zone_place place, char value[KEY_64])
{
    char text[KEY];
    snprintf(text, sizeof text, "%" PRIu32 " %" PRIu64 " %" PRIu64, place.zone, place.hops, place.fence);
    etcd_base64(text, value, KEY_64);
}

// A zone is put when it has no key; else the key is read, which tells whether the lease has it already.
static void write_acquire(const etcd_store *store, const lope_zone_ask *ask, char *body, size_t size)
{
    char key[KEY_64], name[LOPE_ZONE_NAME / 3 * 4 + 8];
    key_of(store, "zone", ask->zone, key);
    etcd_base64(ask->name, name, sizeof name);
    snprintf(body, size,
             "{\"compare\":[{\"key\":\"%s\",\"target\":\"CREATE\",\"result\":\"EQUAL\",\"create_revision\":\"0\"}],"
             "\"success\":[{\"requestPut\":{\"key\":\"%s\",\"value\":\"%s\",\"lease\":\"%" PRIu64 "\"}}],"
             "\"failure\":[{\"requestRange\":{\"key\":\"%s\"}}]}",
             key, key, name, ask->lease, key);
}

// A player is put or deleted when it is where it is said to be and the zone has the owner that asks.
static void write_place(const etcd_store *store, const lope_zone_ask *ask, char *body, size_t size)
{
    char zone[KEY_64], key[KEY_64], from[KEY_64], to[KEY_64], is_there[KEY_64 * 2 + 80], change[KEY_64 * 2 + 80];
    key_of(store, "zone", ask->zone, zone);
    key_of(store, "player", ask->player, key);
    value_of(ask->from, from);
    value_of(ask->to, to);
    if (ask->from.hops == 0)
        snprintf(is_there, sizeof is_there, "\"target\":\"CREATE\",\"result\":\"EQUAL\",\"create_revision\":\"0\"");
    else
        snprintf(is_there, sizeof is_there, "\"target\":\"VALUE\",\"result\":\"EQUAL\",\"value\":\"%s\"", from);
    if (ask->to.hops == 0)
        snprintf(change, sizeof change, "{\"requestDeleteRange\":{\"key\":\"%s\"}}", key);
    else
        snprintf(change, sizeof change, "{\"requestPut\":{\"key\":\"%s\",\"value\":\"%s\"}}", key, to);
    snprintf(body, size,
             "{\"compare\":[{\"key\":\"%s\",\"target\":\"CREATE\",\"result\":\"EQUAL\",\"create_revision\":\"%" PRIu64 "\"},"
             "{\"key\":\"%s\",%s}],\"success\":[%s],\"failure\":[{\"requestRange\":{\"key\":\"%s\"}}]}",
             zone, ask->fence, key, is_there, change, key);
}

// The range ends at the prefix with its last byte counted up.
static void write_list(const etcd_store *store, char *body, size_t size)
{
    char end[32], first_64[KEY_64], end_64[KEY_64];
    const size_t length = strlen(store->prefix);
    memcpy(end, store->prefix, length + 1);
    end[length - 1]++;
    etcd_base64(store->prefix, first_64, sizeof first_64);
    etcd_base64(end, end_64, sizeof end_64);
    snprintf(body, size, "{\"key\":\"%s\",\"range_end\":\"%s\"}", first_64, end_64);
}

static bool ask_etcd(lope_zone_store *functions, const lope_zone_ask *ask, double now)
{
    static const char *const paths[] = {"/v3/lease/grant", "/v3/lease/keepalive", "/v3/lease/revoke",
                                        "/v3/kv/txn",      "/v3/kv/txn",          "/v3/kv/range"};
    etcd_store *store = (etcd_store *)functions;
    char body[1536] = "";
    http_close(&store->http);
    store->ask = *ask;
    switch (ask->what) {
    case LOPE_ZONE_GRANT:
        snprintf(body, sizeof body, "{\"TTL\":\"%.0f\"}", ceil(ask->seconds));
        break;
    case LOPE_ZONE_KEEP:
    case LOPE_ZONE_REVOKE:
        snprintf(body, sizeof body, "{\"ID\":\"%" PRIu64 "\"}", ask->lease);
        break;
    case LOPE_ZONE_ACQUIRE:
        write_acquire(store, ask, body, sizeof body);
        break;
    case LOPE_ZONE_PLACE:
        write_place(store, ask, body, sizeof body);
        break;
    case LOPE_ZONE_LIST:
        write_list(store, body, sizeof body);
        break;
    }
    return http_begin(&store->http, &store->to, paths[ask->what], body, now);
}

// ---- answers ----------------------------------------------------------------------------------------------

// Reads a number behind a prefix: "lope/zone/12".
static bool number_behind(const char *text, const char *prefix, const char *kind, uint64_t *number)
{
    const size_t first = strlen(prefix), second = strlen(kind);
    if (strncmp(text, prefix, first) != 0 || strncmp(text + first, kind, second) != 0) return false;
    char *end;
    *number = strtoull(text + first + second, &end, 10);
    return *end == '\0' && end != text + first + second;
}

static bool read_place(etcd_piece entry, lope_zone_place *place)
{
    char text[KEY];
    return etcd_from_base64(etcd_field(entry, "value"), text, sizeof text) &&
           sscanf(text, "%" SCNu32 " %" SCNu64 " %" SCNu64, &place->zone, &place->hops, &place->fence) == 3;
}

static void read_acquire(const etcd_store *store, etcd_piece body, lope_zone_answer *answer)
{
    etcd_piece list = etcd_list(body), entry;
    if (etcd_true(body, "succeeded")) {
        answer->granted = true;
        answer->fence = etcd_number(body, "revision"); // of the put: the key's create_revision
    } else if (etcd_next(&list, &entry) && etcd_number(entry, "lease") == store->ask.lease) {
        answer->granted = true;
        answer->fence = etcd_number(entry, "create_revision");
    }
}

// Reads a list of all keys. What is no key of ours is passed over. Returns false when there is no room.
static bool read_list(etcd_store *store, etcd_piece body, lope_zone_answer *answer)
{
    etcd_piece list = etcd_list(body), entry;
    while (etcd_next(&list, &entry)) {
        char key[KEY];
        uint64_t number;
        if (!etcd_from_base64(etcd_field(entry, "key"), key, sizeof key)) continue;
        if (number_behind(key, store->prefix, "zone/", &number) && number <= UINT32_MAX) {
            if (answer->zone_count == ZONES) return false;
            lope_zone_owned *zone = &store->zones[answer->zone_count++];
            *zone = (lope_zone_owned){.zone = (uint32_t)number, .fence = etcd_number(entry, "create_revision")};
            if (!etcd_from_base64(etcd_field(entry, "value"), zone->name, sizeof zone->name)) zone->name[0] = '\0';
        } else if (number_behind(key, store->prefix, "player/", &number)) {
            lope_zone_placed placed = {.player = number};
            if (!read_place(entry, &placed.place)) continue;
            if (answer->player_count == store->player_most) return false;
            store->players[answer->player_count++] = placed;
        }
    }
    answer->zones = store->zones;
    answer->players = store->players;
    return answer->granted = true;
}

// Reads an answer of status 200. Returns false when it is none.
static bool read_answer(etcd_store *store, etcd_piece body, lope_zone_answer *answer)
{
    etcd_piece list = etcd_list(body), entry;
    answer->revision = etcd_number(body, "revision");
    if (answer->revision == 0) return false;
    switch (store->ask.what) {
    case LOPE_ZONE_GRANT:
    case LOPE_ZONE_KEEP:
        answer->lease = etcd_number(body, "ID");
        answer->seconds = (double)etcd_number(body, "TTL"); // 0, left out: the lease has ended
        answer->granted = answer->lease != 0 && answer->seconds > 0;
        break;
    case LOPE_ZONE_REVOKE:
        answer->granted = true;
        break;
    case LOPE_ZONE_ACQUIRE:
        read_acquire(store, body, answer);
        break;
    case LOPE_ZONE_PLACE:
        answer->granted = etcd_true(body, "succeeded");
        if (!answer->granted && etcd_next(&list, &entry)) return read_place(entry, &answer->place);
        break;
    case LOPE_ZONE_LIST:
        return read_list(store, body, answer);
    }
    return true;
}

static bool answer_of_etcd(lope_zone_store *functions, lope_zone_answer *answer, double now)
{
    etcd_store *store = (etcd_store *)functions;
    *answer = (lope_zone_answer){.heard = false};
    if (store->http.socket < 0) return false;
    const http_end end = http_go_on(&store->http, now);
    if (end == HTTP_GOES_ON) return false;
    if (end == HTTP_FAILED) return true;
    const etcd_piece body = {store->http.body, store->http.answer + store->http.read};
    lope_zone_answer read = {.heard = true};
    // 404: there is no such lease any more
    const bool gone = store->http.status == 404 && store->ask.what != LOPE_ZONE_LIST;
    if (gone || (store->http.status == 200 && read_answer(store, body, &read))) *answer = read;
    return true;
}

static void close_etcd(lope_zone_store *functions)
{
    etcd_store *store = (etcd_store *)functions;
    http_close(&store->http);
    free(store->http.answer);
    free(store->players);
    free(store);
}

static bool is_prefix(const char *prefix)
{
    const size_t length = strlen(prefix);
    return length > 0 && length < 32 &&
           strspn(prefix, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-/") == length;
}

lope_zone_store *lope_zone_etcd(const lope_zone_etcd_def *def)
{
    const lope_zone_etcd_def zero = {0}, *given = def != NULL ? def : &zero;
    const char *prefix = given->prefix != NULL ? given->prefix : "lope/";
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(given->port != 0 ? given->port : (uint16_t)PORT)};
    if (inet_pton(AF_INET, given->address != NULL ? given->address : "127.0.0.1", &to.sin_addr) != 1)
        return lope_transport_refuse(given->error, LOPE_ERROR_RANGE, "address", "is no number of IPv4, such as 127.0.0.1");
    if (!is_prefix(prefix))
        return lope_transport_refuse(given->error, LOPE_ERROR_RANGE, "prefix", "must be 1 to 31 letters, digits, - or /");
    etcd_store *store = calloc(1, sizeof *store);
    if (store == NULL) return lope_transport_refuse(given->error, LOPE_ERROR_MEMORY, "etcd", "there is no memory");
    store->functions = (lope_zone_store){ask_etcd, answer_of_etcd, close_etcd};
    store->to = to;
    memcpy(store->prefix, prefix, strlen(prefix) + 1);
    store->player_most = given->players != 0 ? given->players : PLAYERS;
    store->players = calloc(store->player_most, sizeof *store->players);
    store->http.socket = -1;
    store->http.timeout = given->timeout > 0 ? given->timeout : TIMEOUT;
    store->http.capacity = LIST_BYTES + (size_t)ENTRY_BYTES * store->player_most;
    store->http.answer = malloc(store->http.capacity);
    if (store->players != NULL && store->http.answer != NULL) return &store->functions;
    close_etcd(&store->functions);
    return lope_transport_refuse(given->error, LOPE_ERROR_MEMORY, "etcd", "there is no memory");
}
