// session.c - DTLS by OpenSSL over datagrams in memory. Read first: session.h.
#include "session.h"

#include "datagram_bio.h"

#include "../transport/lope_transport.h"

#include <openssl/err.h>
#include <openssl/hmac.h>

#include <stdlib.h>
#include <string.h>

#define SUITE "ECDHE-PSK-CHACHA20-POLY1305"
#define GROUP "X25519"
#define FIRST_WAIT 200000u // us until a handshake first repeats itself
#define LONGEST_WAIT 800000u
#define HEADER 13u // bytes before a record
#define TAG 16u    // bytes behind what a record holds
#define COOKIE 16u
#define COOKIE_SECONDS 30.0 // a cookie counts for one to two times as long

// ---- cookies ----------------------------------------------------------------------------------------------

// Makes the cookie of an address in a period. A peer that brings it back reads what is sent to that address.
static bool make_cookie(const udp_session *session, int64_t period, uint8_t cookie[COOKIE])
{
    struct {
        lope_address address;
        int64_t period;
    } message;
    uint8_t out[32];
    unsigned int size = sizeof out;
    memset(&message, 0, sizeof message);
    message.address = session->address;
    message.period = period;
    if (HMAC(EVP_sha256(), session->end->cookies, sizeof session->end->cookies, (const uint8_t *)&message, sizeof message, out,
             &size) == NULL)
        return false;
    memcpy(cookie, out, COOKIE);
    return true;
}

static int64_t period_of(const udp_session *session) { return (int64_t)(session->end->now / COOKIE_SECONDS); }

static int give_cookie(SSL *ssl, unsigned char *cookie, unsigned int *size)
{
    const udp_session *session = SSL_get_app_data(ssl);
    *size = COOKIE;
    return make_cookie(session, period_of(session), cookie);
}

static int check_cookie(SSL *ssl, const unsigned char *cookie, unsigned int size)
{
    const udp_session *session = SSL_get_app_data(ssl);
    uint8_t right[COOKIE];
    for (int64_t age = 0; age < 2 && size == COOKIE; age++)
        if (make_cookie(session, period_of(session) - age, right) && CRYPTO_memcmp(right, cookie, COOKIE) == 0) return 1;
    return 0;
}

// ---- keys -------------------------------------------------------------------------------------------------

static unsigned int show_token(SSL *ssl, const char *hint, char *identity, unsigned int identity_size, unsigned char *key,
                               unsigned int key_size)
{
    const udp_session *session = SSL_get_app_data(ssl);
    const lope_token *token = session->end->token;
    (void)hint;
    if (token == NULL || identity_size < sizeof token->identity || key_size < LOPE_TOKEN_KEY) return 0;
    memcpy(identity, token->identity, sizeof token->identity);
    memcpy(key, token->key, LOPE_TOKEN_KEY);
    return LOPE_TOKEN_KEY;
}

// Finds the key of a token that a peer shows; 0 refuses it, and the session says why.
static unsigned int find_key(SSL *ssl, const char *identity, unsigned char *key, unsigned int key_size)
{
    udp_session *session = SSL_get_app_data(ssl);
    const udp_end *end = session->end;
    if (end->master == NULL || key_size < LOPE_TOKEN_KEY) return 0;
    session->why = lope_token_check(end->master, identity, end->server, (uint64_t)time(NULL), &session->claim, key);
    if (session->why == 0) session->why = end->admit(end->admit_context, &session->claim);
    return session->why == 0 ? LOPE_TOKEN_KEY : 0;
}

// ---- ends and sessions ------------------------------------------------------------------------------------

static bool set_up(udp_end *end)
{
    SSL_CTX *context = end->context;
    SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU | SSL_OP_COOKIE_EXCHANGE | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET |
                                     SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_quiet_shutdown(context, 0);
    SSL_CTX_set_cookie_generate_cb(context, give_cookie);
    SSL_CTX_set_cookie_verify_cb(context, check_cookie);
    if (end->master != NULL)
        SSL_CTX_set_psk_server_callback(context, find_key);
    else
        SSL_CTX_set_psk_client_callback(context, show_token);
    return SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION) && SSL_CTX_set_max_proto_version(context, DTLS1_2_VERSION) &&
           SSL_CTX_set_cipher_list(context, SUITE) && SSL_CTX_set1_groups_list(context, GROUP);
}

bool udp_end_open(udp_end *end)
{
    end->method = udp_datagram_bio();
    end->context = SSL_CTX_new(end->master != NULL ? DTLS_server_method() : DTLS_client_method());
    if (end->method != NULL && end->context != NULL && set_up(end) &&
        lope_token_draw(end->cookies, sizeof end->cookies) == LOPE_OK)
        return true;
    ERR_clear_error();
    SSL_CTX_free(end->context);
    BIO_meth_free(end->method);
    return false;
}

void udp_end_close(udp_end *end)
{
    SSL_CTX_free(end->context);
    BIO_meth_free(end->method);
    OPENSSL_cleanse(end->cookies, sizeof end->cookies);
    if (end->datagrams.close != NULL) end->datagrams.close(end->datagrams.context);
}

static unsigned int next_wait(SSL *ssl, unsigned int last)
{
    (void)ssl;
    return last == 0 ? FIRST_WAIT : last < LONGEST_WAIT / 2 ? 2 * last : LONGEST_WAIT;
}

udp_session *udp_session_make(udp_end *end)
{
    udp_session *session = calloc(1, sizeof *session);
    BIO *bio = BIO_new(end->method);
    SSL *ssl = SSL_new(end->context);
    if (session == NULL || bio == NULL || ssl == NULL) {
        free(session);
        BIO_free(bio);
        SSL_free(ssl);
        return NULL;
    }
    BIO_set_data(bio, session);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    SSL_set_app_data(ssl, session);
    SSL_set_mtu(ssl, UDP_MTU);
    DTLS_set_timer_cb(ssl, next_wait);
    if (end->master != NULL)
        SSL_set_accept_state(ssl);
    else
        SSL_set_connect_state(ssl);
    session->end = end;
    session->ssl = ssl;
    return session;
}

void udp_session_free(udp_session *session)
{
    if (session == NULL) return;
    SSL_free(session->ssl);
    free(session);
}

// ---- what comes -------------------------------------------------------------------------------------------

// Returns how many bytes of a datagram are records that a peer may have sent. OpenSSL 3.0 ends a session for an
// encrypted record that is too short to hold its tag, though it drops all others that are wrong. Forged
// addresses could part players so; such records do not come as far as OpenSSL.
static size_t whole_records(const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (size - at >= HEADER) {
        const uint8_t *record = bytes + at;
        const size_t length = (size_t)record[11] << 8 | record[12];
        const bool encrypted = (record[3] | record[4]) != 0;
        if (length > size - at - HEADER || length == 0 || (encrypted && length <= TAG)) break;
        at += HEADER + length;
    }
    return at;
}

static void read_from(udp_session *session, const uint8_t *bytes, size_t size)
{
    session->in_size = whole_records(bytes, size);
    session->in = session->in_size > 0 ? bytes : NULL;
}

bool udp_session_listen(udp_session *session, const lope_address *from, const uint8_t *bytes, size_t size)
{
    BIO_ADDR *peer = BIO_ADDR_new();
    session->address = *from;
    read_from(session, bytes, size);
    ERR_clear_error();
    const int result = peer != NULL ? DTLSv1_listen(session->ssl, peer) : 0;
    session->in = NULL;
    ERR_clear_error();
    BIO_ADDR_free(peer);
    return result > 0;
}

// Finds out why OpenSSL does not go on.
static udp_got judge(udp_session *session, int result)
{
    const int error = SSL_get_error(session->ssl, result);
    const unsigned long code = ERR_peek_error();
    ERR_clear_error();
    if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return UDP_NONE;
    if (session->why == 0) {
        const bool alert = ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) > SSL_AD_REASON_OFFSET;
        session->why = error == SSL_ERROR_ZERO_RETURN                                ? LOPE_TRANSPORT_LEFT
                       : alert && !session->finished && session->end->master == NULL ? LOPE_TRANSPORT_NOT_LET_IN
                                                                                     : LOPE_TRANSPORT_BROKEN;
    }
    return UDP_OVER;
}

udp_got udp_session_read(udp_session *session, const uint8_t *bytes, size_t bytes_size, void *out, size_t out_size, size_t *size)
{
    int result;
    if (bytes != NULL) read_from(session, bytes, bytes_size);
    ERR_clear_error();
    if (!session->finished) {
        result = SSL_do_handshake(session->ssl);
        session->finished = result == 1;
        if (result == 1) return UDP_FINISHED;
    } else {
        result = SSL_read(session->ssl, out, (int)out_size);
        if (result > 0) {
            *size = (size_t)result;
            return UDP_BYTES;
        }
    }
    const udp_got got = judge(session, result);
    session->in = NULL;
    return got;
}

bool udp_session_tick(udp_session *session)
{
    ERR_clear_error();
    const bool good = DTLSv1_handle_timeout(session->ssl) >= 0;
    ERR_clear_error();
    return good;
}

bool udp_session_send(udp_session *session, const void *bytes, size_t size)
{
    ERR_clear_error();
    const bool sent = SSL_write(session->ssl, bytes, (int)size) == (int)size;
    ERR_clear_error();
    return sent;
}

void udp_session_leave(udp_session *session)
{
    ERR_clear_error();
    if (session->finished) SSL_shutdown(session->ssl);
    ERR_clear_error();
}
