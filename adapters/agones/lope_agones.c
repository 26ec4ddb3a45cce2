// lope_agones.c - which request is next, and what comes of it. Read first: lope_agones.h, request.h.
#include "lope_agones.h"

#include "../transport/refuse.h"
#include "request.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#define PORT 9358u
#define HEALTH 2.0 // s
#define AGAIN 1.0  // s after a request that failed
#define HEALTH_REQUEST LOPE_AGONES_REQUEST_COUNT

struct lope_agones {
    struct sockaddr_in to;
    double health;            // s between two health requests; below 0: none
    double next, next_health; // s: before these no request begins
    bool begun;               // an update has come
    lope_agones_request queue[LOPE_AGONES_REQUEST_COUNT];
    uint32_t count;
    int doing; // lope_agones_request or HEALTH_REQUEST that is on its way
    request on_its_way;
    lope_agones_stats stats;
};

// Returns the port that counts, or 0 when the environment names none that is one.
static uint16_t port_of(const lope_agones_def *def)
{
    const char *given = getenv("AGONES_SDK_HTTP_PORT");
    if (def->port != 0) return def->port;
    if (given == NULL || given[0] == '\0') return PORT;
    char *rest;
    const unsigned long port = strtoul(given, &rest, 10);
    return *rest == '\0' && port <= UINT16_MAX ? (uint16_t)port : 0;
}

lope_agones *lope_agones_open(const lope_agones_def *def, lope_error *error)
{
    const lope_agones_def zero = {0}, *given = def != NULL ? def : &zero;
    const uint16_t port = port_of(given);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (port == 0) return lope_transport_refuse(error, LOPE_ERROR_RANGE, "AGONES_SDK_HTTP_PORT", "must be a port, 1 to 65535");
    if (inet_pton(AF_INET, given->address != NULL ? given->address : "127.0.0.1", &to.sin_addr) != 1)
        return lope_transport_refuse(error, LOPE_ERROR_RANGE, "address", "is no number of IPv4, such as 127.0.0.1");
    lope_agones *fleet = calloc(1, sizeof *fleet);
    if (fleet == NULL) return lope_transport_refuse(error, LOPE_ERROR_MEMORY, "agones", "there is no memory");
    fleet->to = to;
    fleet->health = given->health != 0 ? given->health : HEALTH;
    fleet->on_its_way.socket = -1;
    fleet->stats.healthy = -1;
    return fleet;
}

void lope_agones_close(lope_agones *fleet)
{
    if (fleet == NULL) return;
    request_close(&fleet->on_its_way);
    free(fleet);
}

void lope_agones_ask(lope_agones *fleet, lope_agones_request what)
{
    if ((unsigned)what >= LOPE_AGONES_REQUEST_COUNT) return;
    fleet->stats.done[what] = false;
    for (uint32_t i = 0; i < fleet->count; i++)
        if (fleet->queue[i] == what) return;
    fleet->queue[fleet->count++] = what;
}

// Takes the answer, or the want of one, of the request that was on its way.
static void hear(lope_agones *fleet, request_end end, double now)
{
    const bool good = end == REQUEST_ANSWERED && fleet->on_its_way.status == 200;
    if (end == REQUEST_ANSWERED) fleet->stats.status = fleet->on_its_way.status;
    fleet->stats.answered += good;
    fleet->stats.failed += !good;
    if (fleet->doing == HEALTH_REQUEST) {
        if (good) fleet->stats.healthy = now;
    } else if (good) {
        fleet->stats.done[fleet->doing] = true;
        fleet->count--;
        memmove(fleet->queue, fleet->queue + 1, fleet->count * sizeof fleet->queue[0]);
    } else {
        fleet->next = now + AGAIN;
    }
}

static void begin(lope_agones *fleet, double now)
{
    static const char *const paths[] = {"/ready", "/allocate", "/shutdown", "/health"};
    const bool health_is_due = fleet->health > 0 && now >= fleet->next_health;
    if (!health_is_due && (fleet->count == 0 || now < fleet->next)) return;
    fleet->doing = health_is_due ? (int)HEALTH_REQUEST : (int)fleet->queue[0];
    if (health_is_due) fleet->next_health = now + fleet->health;
    fleet->stats.sent++;
    if (!request_begin(&fleet->on_its_way, &fleet->to, paths[fleet->doing], now)) hear(fleet, REQUEST_FAILED, now);
}

void lope_agones_update(lope_agones *fleet, double now)
{
    if (!fleet->begun) fleet->next = fleet->next_health = now;
    fleet->begun = true;
    if (fleet->on_its_way.socket >= 0) {
        const request_end end = request_go_on(&fleet->on_its_way, now);
        if (end != REQUEST_GOES_ON) hear(fleet, end, now);
    }
    if (fleet->on_its_way.socket < 0) begin(fleet, now);
}

lope_agones_stats lope_agones_stats_of(const lope_agones *fleet) { return fleet->stats; }
