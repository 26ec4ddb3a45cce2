// message.h - the messages between servers: little-endian, whole bytes. Read next: message.c.
#ifndef LOPE_ZONES_MESSAGE_H
#define LOPE_ZONES_MESSAGE_H

#include "lope_zones.h"

typedef enum zone_message_kind {
    MESSAGE_RECORD = 1, // a player's record
    MESSAGE_WANT = 2,   // has another server a record of this player?
    MESSAGE_PACKET = 3  // of a player's client
} zone_message_kind;

// What stands before the bytes of a record.
typedef struct zone_record {
    uint64_t player;
    uint32_t zone; // that it is in
    uint64_t hops;
    uint64_t fence;    // of the owner that wrote it
    uint64_t to_fence; // given: of the owner that it is given to
    uint32_t tick;
    bool given; // its writer does not run the player any more
} zone_record;

typedef struct zone_message {
    zone_message_kind kind;
    zone_record head; // of WANT and PACKET: the player alone
    const uint8_t *bytes;
    size_t size;
} zone_message;

// Writes a message. Returns its size; 0: there is no room.
size_t message_write(const zone_message *message, uint8_t *out, size_t capacity);
// Reads a message; its bytes point into `in`. Returns false when it is none.
bool message_read(zone_message *message, const uint8_t *in, size_t size);
// Returns whether a record is newer than another of the same player: by hops, then the one of the new owner before the
// one that was given to it, then by fence, then by tick.
bool record_is_newer(const zone_record *a, const zone_record *b);

#endif
