// fuzz_transport.c - fuzz target: what strangers send to the adapters is read: packets, requests and challenges
// of netcode, tokens of netcode and of DTLS.
//
// The first byte chooses the reader. Bytes alone never pass a seal; so packets are also sealed here with a key
// that the reader has, and some of their bits turned over: only an untouched one is read, once, as it was
// written.
#include "adapters/netcode/packet.h"
#include "adapters/udp/lope_token.h"

#include "bytes.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define TOKEN_MOST 400u // letters of a text

static const uint8_t key[LOPE_NETCODE_KEY] = {7, 1, 2, 3};

static void require(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "INVARIANT %s\n", what);
    abort();
}

static void fill(bytes *b, uint8_t *to, size_t size)
{
    for (size_t i = 0; i < size; i++) to[i] = (uint8_t)bytes_u8(b);
}

// Turns some bits over. Returns how many.
static uint32_t spoil(bytes *b, uint8_t *at, size_t size)
{
    const uint32_t count = bytes_u8(b) % 3;
    for (uint32_t i = 0; i < count; i++) at[bytes_u16(b) % size] ^= (uint8_t)(1 + bytes_u8(b) % 255);
    return count;
}

static void packets_as_they_come(bytes *b)
{
    uint8_t raw[NETCODE_PACKET + 8];
    netcode_packet packet;
    netcode_replay replay = {0};
    const size_t size = bytes_u16(b) % (sizeof raw + 1);
    fill(b, raw, size);
    const netcode_read read = netcode_packet_read(raw, size, bytes_u8(b), 1, key, &replay, &packet);
    require(read != NETCODE_READ_OK, "bytes that nobody sealed are read as a packet");
}

static void packets_sealed(bytes *b)
{
    uint8_t raw[NETCODE_PACKET], data[NETCODE_DATA];
    netcode_replay replay = {0};
    for (uint32_t k = bytes_u8(b) % 8; k > 0; k--) {
        netcode_packet packet;
        const uint32_t kind = 1 + bytes_u8(b) % (NETCODE_KIND_COUNT - 1), kinds = bytes_u8(b);
        const uint64_t sequence = (uint64_t)bytes_u32(b) << bytes_u8(b) % 33;
        const size_t size = bytes_u16(b) % (sizeof data + 1);
        fill(b, data, size);
        const size_t whole = netcode_packet_write(kind, sequence, data, size, 1, key, raw);
        const bool fresh = netcode_replay_is_new(&replay, sequence);
        const uint8_t first = raw[0];
        const uint32_t spoilt = spoil(b, raw, whole), cut = bytes_u8(b) % 4 == 0 ? 1 : 0;
        const netcode_read read = netcode_packet_read(raw, whole - cut, kinds, 1, key, &replay, &packet);
        if (read != NETCODE_READ_OK) continue;
        require(cut == 0, "a packet that was cut is read");
        // two bits that were turned over may have been the same one
        require(spoilt < 2 ? spoilt == 0 : raw[0] == first, "a packet that was changed is read");
        require(packet.kind == kind && packet.sequence == sequence && packet.size == size, "another packet is read");
        require(size == 0 || memcmp(packet.data, data, size) == 0, "other bytes are read");
        require(fresh || kind < NETCODE_KIND_KEEP_ALIVE, "a packet is read again");
    }
}

static void requests_and_challenges(bytes *b)
{
    uint8_t raw[NETCODE_REQUEST_SIZE], user_data[LOPE_NETCODE_USER_DATA], challenge[NETCODE_CHALLENGE];
    lope_netcode_claim claim;
    netcode_keys keys;
    netcode_sealed sealed;
    uint64_t player;
    fill(b, sealed.bytes, sizeof sealed.bytes);
    fill(b, sealed.nonce, sizeof sealed.nonce);
    sealed.protocol = bytes_u32(b);
    sealed.expiry = bytes_u32(b);
    netcode_request_write(&sealed, raw);
    spoil(b, raw, sizeof raw);
    if (netcode_request_read(raw, bytes_u8(b) % 8 == 0 ? bytes_u16(b) % sizeof raw : sizeof raw, &sealed))
        require(netcode_private_open(key, &sealed, &claim, &keys) != 0, "a token that nobody sealed opens");
    fill(b, challenge, sizeof challenge);
    require(!netcode_challenge_open(key, bytes_u32(b), challenge, &player, user_data), "a challenge that nobody sealed opens");
}

// A token's plain part is read as it stands: whatever it says must be within bounds.
static void netcode_tokens(bytes *b)
{
    static uint8_t token[LOPE_NETCODE_TOKEN];
    lope_netcode_claim claim = {.protocol = 1, .player = 2, .created = 10, .expiry = 20, .server_count = 1 + bytes_u8(b) % 4};
    netcode_keys keys;
    netcode_sealed sealed;
    for (uint32_t i = 0; i < claim.server_count; i++)
        if (lope_netcode_address(i % 2 ? "[::1]:9" : "127.0.0.1:9", &claim.servers[i]) != LOPE_OK) return;
    if (lope_netcode_token_make(key, &claim, token) != LOPE_OK) return;
    for (uint32_t k = bytes_u8(b) % 16; k > 0; k--) token[bytes_u16(b) % sizeof token] = (uint8_t)bytes_u8(b);
    if (!netcode_token_read(token, &claim, &keys, &sealed)) return;
    require(claim.server_count >= 1 && claim.server_count <= LOPE_NETCODE_SERVERS, "a token has no server or too many");
}

static void texts(bytes *b)
{
    char text[TOKEN_MOST + 1];
    lope_token token;
    lope_token_claim claim;
    const uint8_t master[LOPE_TOKEN_SECRET] = {1};
    const lope_token_claim made = {.player = bytes_u32(b), .server = 3, .expiry = 1000};
    if (lope_token_make(master, &made, &token) != LOPE_OK) return;
    lope_token_write(&token, text);
    require(lope_token_read(text, &token) == LOPE_OK, "a token that was written is not read");
    size_t length = strlen(text);
    if (bytes_u8(b) % 2) length = bytes_u16(b) % (TOKEN_MOST + 1);
    for (size_t i = strlen(text); i < length; i++) text[i] = (char)(1 + bytes_u8(b) % 255);
    text[length] = 0;
    for (uint32_t k = bytes_u8(b) % 8; k > 0 && length > 0; k--) text[bytes_u16(b) % length] = (char)(1 + bytes_u8(b) % 255);
    if (lope_token_read(text, &token) == LOPE_OK) lope_token_claim_of(token.identity, &claim);
    lope_token_claim_of(text, &claim);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(bytes *) = {packets_as_they_come, packets_sealed, requests_and_challenges, netcode_tokens,
                                               texts};
    if (sodium_init() < 0) return 0;
    bytes b = bytes_open(data, size);
    readers[bytes_u8(&b) % (sizeof readers / sizeof *readers)](&b);
    return 0;
}
