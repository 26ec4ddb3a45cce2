// bad_line.c - datagrams over the seeded lines of lope/net_link.h. Read first: bad_line.h.
//
// A line carries packets of the room, which are shorter than datagrams. So it carries a number instead, that
// of the place where the datagram is kept: as many places as twice what a line holds, used in turn.
#include "bad_line.h"

#include <stdlib.h>
#include <string.h>

#define PLACES (4u * LOPE_NET_LINK_PACKETS)

typedef struct kept {
    lope_address address;
    size_t size;
    uint8_t bytes[LOPE_DATAGRAM];
} kept;

typedef struct one_way {
    lope_net_link link;
    uint32_t next;
    kept places[PLACES];
} one_way;

typedef struct bad_line {
    lope_datagrams under;
    one_way up, down;
} bad_line;

static void put(one_way *way, const lope_address *address, const void *bytes, size_t size, double now)
{
    const uint32_t number = way->next++ % PLACES;
    kept *place = &way->places[number];
    if (size > sizeof place->bytes) return;
    place->address = *address;
    place->size = size;
    memcpy(place->bytes, bytes, size);
    lope_net_link_send(&way->link, &number, sizeof number, now);
}

static const kept *take(one_way *way, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    uint32_t number;
    if (lope_net_link_receive(&way->link, bytes, now) == 0) return NULL;
    memcpy(&number, bytes, sizeof number);
    return &way->places[number];
}

static void send_due(bad_line *line, double now)
{
    const kept *place;
    while ((place = take(&line->up, now)) != NULL)
        line->under.send(line->under.context, &place->address, place->bytes, place->size, now);
}

static size_t line_receive(void *context, lope_address *from, void *bytes, size_t size, double now)
{
    bad_line *line = context;
    uint8_t datagram[LOPE_DATAGRAM];
    size_t got;
    send_due(line, now);
    while ((got = line->under.receive(line->under.context, from, datagram, sizeof datagram, now)) > 0)
        put(&line->down, from, datagram, got, now);
    const kept *place = take(&line->down, now);
    if (place == NULL) return 0;
    const size_t count = place->size < size ? place->size : size;
    *from = place->address;
    memcpy(bytes, place->bytes, count);
    return count;
}

static void line_send(void *context, const lope_address *to, const void *bytes, size_t size, double now)
{
    bad_line *line = context;
    put(&line->up, to, bytes, size, now);
    send_due(line, now);
}

static void line_close(void *context)
{
    bad_line *line = context;
    send_due(line, 1e300); // a goodbye is still on its way
    if (line->under.close != NULL) line->under.close(line->under.context);
    free(line);
}

bool lope_bad_line_over(lope_datagrams *datagrams, const lope_net_link_profile *profile, uint64_t seed)
{
    bad_line *line = calloc(1, sizeof *line);
    if (line == NULL) return false;
    line->under = *datagrams;
    lope_net_link_begin(&line->up.link, profile, 2 * seed + 1);
    lope_net_link_begin(&line->down.link, profile, 2 * seed + 2);
    *datagrams = (lope_datagrams){line_receive, line_send, line_close, line};
    return true;
}
