// lope_token.h - what lets a player in: a token that a backend makes and a server checks, with one secret
// between them and no table.
//
// A token is an identity, which may be seen, and a key, which only the player may have. The identity has the
// player's number, the server's, when it expires, random bytes, and a tag over these; tag and key are
// HMAC-SHA256 of the identity with the secret that backend and server share (the master). So the server works
// out the key of any identity that it is shown. The backend hands the token to the player over a line of its
// own that is secret, such as HTTPS.
//
// Each identity counts once, at one server, as long as the server runs: short expiries bound what a restart
// forgets. Threads: the functions are pure; from any thread.
#ifndef LOPE_TOKEN_H
#define LOPE_TOKEN_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_TOKEN_SECRET 32    // bytes of a master
#define LOPE_TOKEN_KEY 32       // bytes of a token's key
#define LOPE_TOKEN_RANDOM 16    // bytes that make an identity the only one of its kind
#define LOPE_TOKEN_IDENTITY 112 // letters of an identity: hexadecimal digits
#define LOPE_TOKEN_TEXT 178     // room for a token as text, with its end: identity, '.', key

// What an identity says.
typedef struct lope_token_claim {
    uint64_t player; // the game's own number of it
    uint64_t server; // that it is for
    uint64_t expiry; // s since 1970, from which on it does not count
    uint8_t random[LOPE_TOKEN_RANDOM];
} lope_token_claim;

// A token, as a player has it.
typedef struct lope_token {
    char identity[LOPE_TOKEN_IDENTITY + 1];
    uint8_t key[LOPE_TOKEN_KEY];
} lope_token;

// Makes a token. claim->random must be from a source that cannot be guessed, such as lope_token_draw.
lope_result lope_token_make(const uint8_t master[LOPE_TOKEN_SECRET], const lope_token_claim *claim, lope_token *token);
// Fills bytes that cannot be guessed: a claim's random ones, a master. LOPE_ERROR_STATE: the system has none.
lope_result lope_token_draw(void *bytes, size_t size);

// Writes a token as text, LOPE_TOKEN_TEXT letters with the end.
void lope_token_write(const lope_token *token, char text[LOPE_TOKEN_TEXT]);
// Reads one. LOPE_ERROR_FORMAT: it is not one.
lope_result lope_token_read(const char *text, lope_token *token);
// Reads what an identity says, without a check of its tag. LOPE_ERROR_FORMAT: it is not one.
lope_result lope_token_claim_of(const char *identity, lope_token_claim *claim);

// Checks an identity: its form, its tag, its server, and whether it has expired at `time` (s since 1970).
// Returns 0 with *claim and the key filled, or LOPE_TRANSPORT_TOKEN_MALFORMED, _FORGED, _EXPIRED, _OF_OTHER.
uint32_t lope_token_check(const uint8_t master[LOPE_TOKEN_SECRET], const char *identity, uint64_t server, uint64_t time,
                          lope_token_claim *claim, uint8_t key[LOPE_TOKEN_KEY]);

#ifdef __cplusplus
}
#endif
#endif
