// message.c - messages between servers as bytes. Read first: message.h.
#include "message.h"

#include <string.h>

#define MAGIC UINT64_C(0x31304e4f5a504f4c) // "LOPZON01"
#define HEAD 54u

// A place in a message that is written or read.
typedef struct cursor {
    uint8_t *out;
    const uint8_t *in;
} cursor;

static uint64_t pass(cursor *at, uint64_t value, unsigned bytes)
{
    uint64_t read = 0;
    for (unsigned i = 0; i < bytes; i++) {
        if (at->out != NULL)
            *at->out++ = (uint8_t)(value >> 8 * i);
        else
            read |= (uint64_t)*at->in++ << 8 * i;
    }
    return at->out != NULL ? value : read;
}

static bool pass_head(cursor *at, zone_message *m)
{
    zone_record *h = &m->head;
    const bool is_ours = pass(at, MAGIC, 8) == MAGIC;
    m->kind = (zone_message_kind)pass(at, m->kind, 1);
    h->player = pass(at, h->player, 8);
    h->zone = (uint32_t)pass(at, h->zone, 4);
    h->hops = pass(at, h->hops, 8);
    h->fence = pass(at, h->fence, 8);
    h->to_fence = pass(at, h->to_fence, 8);
    h->tick = (uint32_t)pass(at, h->tick, 4);
    const uint64_t flags = pass(at, h->given, 1);
    m->size = (size_t)pass(at, m->size, 4);
    h->given = flags == 1;
    return is_ours && flags <= 1 && m->kind >= MESSAGE_RECORD && m->kind <= MESSAGE_PACKET;
}

size_t message_write(const zone_message *message, uint8_t *out, size_t capacity)
{
    zone_message copy = *message;
    cursor at = {out, NULL};
    if (capacity < HEAD || message->size > capacity - HEAD) return 0;
    pass_head(&at, &copy);
    if (message->size > 0) memcpy(at.out, message->bytes, message->size);
    return HEAD + message->size;
}

bool message_read(zone_message *message, const uint8_t *in, size_t size)
{
    cursor at = {NULL, in};
    *message = (zone_message){.size = 0};
    if (size < HEAD || !pass_head(&at, message) || message->size != size - HEAD) return false;
    message->bytes = at.in;
    if (message->kind == MESSAGE_RECORD) return message->size > 0 && message->size <= LOPE_NET_GIVE;
    return message->size <= (message->kind == MESSAGE_PACKET ? LOPE_NET_PACKET : 0);
}

bool record_is_newer(const zone_record *a, const zone_record *b)
{
    if (a->hops != b->hops) return a->hops > b->hops;
    if (a->given != b->given) return b->given;
    if (a->fence != b->fence) return a->fence > b->fence;
    return (int32_t)(a->tick - b->tick) > 0;
}
