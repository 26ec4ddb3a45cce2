// packet.c - packets, written and read. Read first: packet.h.
#include "packet.h"

#include <sodium.h>

#define NONCE 12
#define ASSOCIATED (NETCODE_VERSION_SIZE + 8 + 1)

// Writes the nonce of a sequence number: four zero bytes before it.
static void nonce_of(uint64_t sequence, uint8_t nonce[NONCE])
{
    netcode_writer w = {nonce, nonce + NONCE, false};
    netcode_put(&w, 0, 4);
    netcode_put(&w, sequence, 8);
}

// ---- requests ---------------------------------------------------------------------------------------------

void netcode_request_write(const netcode_sealed *sealed, uint8_t bytes[NETCODE_REQUEST_SIZE])
{
    netcode_writer w = {bytes, bytes + NETCODE_REQUEST_SIZE, false};
    netcode_put(&w, NETCODE_KIND_REQUEST, 1);
    netcode_put_bytes(&w, NETCODE_VERSION, NETCODE_VERSION_SIZE);
    netcode_put(&w, sealed->protocol, 8);
    netcode_put(&w, sealed->expiry, 8);
    netcode_put_bytes(&w, sealed->nonce, sizeof sealed->nonce);
    netcode_put_bytes(&w, sealed->bytes, sizeof sealed->bytes);
}

bool netcode_request_read(const uint8_t *bytes, size_t size, netcode_sealed *sealed)
{
    uint8_t version[NETCODE_VERSION_SIZE];
    netcode_reader r = {bytes, bytes + size, false};
    if (size != NETCODE_REQUEST_SIZE || netcode_take(&r, 1) != NETCODE_KIND_REQUEST) return false;
    netcode_take_bytes(&r, version, sizeof version);
    if (memcmp(version, NETCODE_VERSION, sizeof version) != 0) return false;
    sealed->protocol = netcode_take(&r, 8);
    sealed->expiry = netcode_take(&r, 8);
    netcode_take_bytes(&r, sealed->nonce, sizeof sealed->nonce);
    netcode_take_bytes(&r, sealed->bytes, sizeof sealed->bytes);
    return !r.bad;
}

// ---- all others -------------------------------------------------------------------------------------------

// Writes what is authenticated with a packet's data.
static void associated_of(uint64_t protocol, uint8_t prefix, uint8_t bytes[ASSOCIATED])
{
    netcode_writer w = {bytes, bytes + ASSOCIATED, false};
    netcode_put_bytes(&w, NETCODE_VERSION, NETCODE_VERSION_SIZE);
    netcode_put(&w, protocol, 8);
    netcode_put(&w, prefix, 1);
}

static uint32_t bytes_of(uint64_t sequence)
{
    uint32_t count = 1;
    while ((sequence >>= 8) != 0) count++;
    return count;
}

size_t netcode_packet_write(uint32_t kind, uint64_t sequence, const void *data, size_t size, uint64_t protocol,
                            const uint8_t key[LOPE_NETCODE_KEY], uint8_t bytes[NETCODE_PACKET])
{
    uint8_t associated[ASSOCIATED], nonce[NONCE];
    const uint32_t count = bytes_of(sequence);
    const uint8_t prefix = (uint8_t)(count << 4 | kind);
    netcode_writer w = {bytes, bytes + NETCODE_PACKET, false};
    netcode_put(&w, prefix, 1);
    netcode_put(&w, sequence, count);
    associated_of(protocol, prefix, associated);
    nonce_of(sequence, nonce);
    crypto_aead_chacha20poly1305_ietf_encrypt(w.at, NULL, data, size, associated, sizeof associated, NULL, nonce, key);
    return 1 + count + size + NETCODE_TAG;
}

static bool is_replay_protected(uint32_t kind) { return kind >= NETCODE_KIND_KEEP_ALIVE; }

static bool is_size_of(uint32_t kind, size_t size)
{
    if (kind == NETCODE_KIND_PAYLOAD) return size > 0 && size <= NETCODE_DATA;
    if (kind == NETCODE_KIND_CHALLENGE || kind == NETCODE_KIND_RESPONSE) return size == 8 + NETCODE_CHALLENGE;
    return size == (kind == NETCODE_KIND_KEEP_ALIVE ? 8 : 0);
}

netcode_read netcode_packet_read(const uint8_t *bytes, size_t size, uint32_t kinds, uint64_t protocol,
                                 const uint8_t key[LOPE_NETCODE_KEY], netcode_replay *replay, netcode_packet *packet)
{
    uint8_t associated[ASSOCIATED], nonce[NONCE];
    if (size < 1 + 1 + NETCODE_TAG) return NETCODE_READ_SHORT;
    const uint8_t prefix = bytes[0];
    const uint32_t kind = prefix & 15u, count = prefix >> 4;
    if (kind == NETCODE_KIND_REQUEST || kind >= NETCODE_KIND_COUNT || (kinds >> kind & 1u) == 0) return NETCODE_READ_KIND;
    if (count < 1 || count > 8) return NETCODE_READ_SEQUENCE;
    if (size < 1 + count + NETCODE_TAG) return NETCODE_READ_SHORT;
    if (size > NETCODE_PACKET) return NETCODE_READ_SIZE;
    netcode_reader r = {bytes + 1, bytes + size, false};
    packet->kind = kind;
    packet->sequence = netcode_take(&r, count);
    packet->size = size - 1 - count - NETCODE_TAG;
    if (is_replay_protected(kind) && !netcode_replay_is_new(replay, packet->sequence)) return NETCODE_READ_REPLAYED;
    if (packet->size > NETCODE_DATA) return NETCODE_READ_SIZE;
    associated_of(protocol, prefix, associated);
    nonce_of(packet->sequence, nonce);
    if (crypto_aead_chacha20poly1305_ietf_decrypt(packet->data, NULL, NULL, r.at, (size_t)(r.end - r.at), associated,
                                                  sizeof associated, nonce, key) != 0)
        return NETCODE_READ_FORGED;
    if (is_replay_protected(kind)) netcode_replay_note(replay, packet->sequence);
    return is_size_of(kind, packet->size) ? NETCODE_READ_OK : NETCODE_READ_SIZE;
}

// ---- challenge tokens -------------------------------------------------------------------------------------

void netcode_challenge_seal(const uint8_t key[LOPE_NETCODE_KEY], uint64_t sequence, uint64_t player,
                            const uint8_t user_data[LOPE_NETCODE_USER_DATA], uint8_t bytes[NETCODE_CHALLENGE])
{
    uint8_t plain[NETCODE_CHALLENGE - NETCODE_TAG] = {0}, nonce[NONCE];
    netcode_writer w = {plain, plain + sizeof plain, false};
    netcode_put(&w, player, 8);
    netcode_put_bytes(&w, user_data, LOPE_NETCODE_USER_DATA);
    nonce_of(sequence, nonce);
    crypto_aead_chacha20poly1305_ietf_encrypt(bytes, NULL, plain, sizeof plain, NULL, 0, NULL, nonce, key);
}

bool netcode_challenge_open(const uint8_t key[LOPE_NETCODE_KEY], uint64_t sequence, const uint8_t bytes[NETCODE_CHALLENGE],
                            uint64_t *player, uint8_t user_data[LOPE_NETCODE_USER_DATA])
{
    uint8_t plain[NETCODE_CHALLENGE - NETCODE_TAG], nonce[NONCE];
    nonce_of(sequence, nonce);
    if (crypto_aead_chacha20poly1305_ietf_decrypt(plain, NULL, NULL, bytes, NETCODE_CHALLENGE, NULL, 0, nonce, key) != 0)
        return false;
    netcode_reader r = {plain, plain + sizeof plain, false};
    *player = netcode_take(&r, 8);
    netcode_take_bytes(&r, user_data, LOPE_NETCODE_USER_DATA);
    return !r.bad;
}
