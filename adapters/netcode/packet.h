// packet.h - packets of the standard: their kinds, their form, what is sealed of them.
//
// A request is plain, with a sealed token in it. All others are a prefix byte (kind, and count of sequence bytes), the
// sequence number without its high zero bytes, and data that is sealed by ChaCha20-Poly1305 with the sequence number as
// nonce; version, protocol and prefix are authenticated with it. Read next: packet.c.
#ifndef LOPE_NETCODE_PACKET_H
#define LOPE_NETCODE_PACKET_H

#include "replay.h"
#include "token.h"

#include <lope/net.h>

#define NETCODE_REQUEST_SIZE 1078
#define NETCODE_DATA LOPE_NET_PACKET                        // bytes of a packet's data, at most
#define NETCODE_PACKET (1 + 8 + NETCODE_DATA + NETCODE_TAG) // bytes of a packet, at most
#define NETCODE_CHALLENGE 300                               // bytes of a sealed challenge token

typedef enum netcode_kind {
    NETCODE_KIND_REQUEST = 0,
    NETCODE_KIND_DENIED,
    NETCODE_KIND_CHALLENGE,
    NETCODE_KIND_RESPONSE,
    NETCODE_KIND_KEEP_ALIVE,
    NETCODE_KIND_PAYLOAD,
    NETCODE_KIND_DISCONNECT,
    NETCODE_KIND_COUNT
} netcode_kind;

// What reading a packet has found.
typedef enum netcode_read {
    NETCODE_READ_OK = 0,
    NETCODE_READ_SHORT,    // too short to be one
    NETCODE_READ_KIND,     // of an unknown kind, or one that this end does not take now
    NETCODE_READ_SEQUENCE, // of an impossible count of sequence bytes
    NETCODE_READ_REPLAYED, // it came already, or is too old to tell
    NETCODE_READ_FORGED,   // not sealed with this key, or changed
    NETCODE_READ_SIZE      // authentic, but not of its kind's size
} netcode_read;

// A packet that was read. `data` is `size` bytes.
typedef struct netcode_packet {
    uint32_t kind; // netcode_kind
    uint64_t sequence;
    size_t size;
    uint8_t data[NETCODE_DATA];
} netcode_packet;

// Writes a request. Always NETCODE_REQUEST_SIZE bytes.
void netcode_request_write(const netcode_sealed *sealed, uint8_t bytes[NETCODE_REQUEST_SIZE]);
// Reads one. Returns false when it is none: of another size or version.
bool netcode_request_read(const uint8_t *bytes, size_t size, netcode_sealed *sealed);

// Writes and seals a packet of another kind. size: of the data, up to NETCODE_DATA. Returns the packet's size.
size_t netcode_packet_write(uint32_t kind, uint64_t sequence, const void *data, size_t size, uint64_t protocol,
                            const uint8_t key[LOPE_NETCODE_KEY], uint8_t bytes[NETCODE_PACKET]);
// Reads one. kinds: bits 1 << netcode_kind of those that this end takes now. replay: of the other end.
netcode_read netcode_packet_read(const uint8_t *bytes, size_t size, uint32_t kinds, uint64_t protocol,
                                 const uint8_t key[LOPE_NETCODE_KEY], netcode_replay *replay, netcode_packet *packet);

// Seals a challenge token with a server's own key.
void netcode_challenge_seal(const uint8_t key[LOPE_NETCODE_KEY], uint64_t sequence, uint64_t player,
                            const uint8_t user_data[LOPE_NETCODE_USER_DATA], uint8_t bytes[NETCODE_CHALLENGE]);
// Opens one. Returns false when it was not sealed with this key and sequence number.
bool netcode_challenge_open(const uint8_t key[LOPE_NETCODE_KEY], uint64_t sequence, const uint8_t bytes[NETCODE_CHALLENGE],
                            uint64_t *player, uint8_t user_data[LOPE_NETCODE_USER_DATA]);

#endif
