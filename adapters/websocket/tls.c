// tls.c - files of certificates and keys, tested before libwebsockets reads them, which says of none what is wrong.
// Read first: tls.h.
#include "tls.h"

#include "../transport/refuse.h"

#include <openssl/err.h>
#include <openssl/ssl.h>

long web_tls_without(void) { return (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1); }

void *web_tls_no_client(void) { return SSL_CTX_new(TLS_client_method()); }

void web_tls_no_client_free(void *no_client) { SSL_CTX_free(no_client); }

// Returns whether a test was passed. Else it fills in the error, and what OpenSSL has noted is forgotten.
static bool passes(bool good, lope_error *error, const char *field, const char *text)
{
    if (!good) lope_transport_refuse(error, LOPE_ERROR_FORMAT, field, text);
    ERR_clear_error();
    return good;
}

bool web_tls_check_pair(const char *certificate, const char *key, lope_error *error)
{
    if (certificate == NULL || key == NULL)
        return passes(false, error, certificate == NULL ? "certificate" : "key", "is missing: certificate and key go together");
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL) return passes(false, error, "certificate", "there is no memory");
    const bool good =
        passes(SSL_CTX_use_certificate_chain_file(context, certificate) == 1, error, "certificate", "is no PEM file of one") &&
        passes(SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1, error, "key",
               "is no PEM file of the certificate's key");
    SSL_CTX_free(context);
    return good;
}

bool web_tls_check_authorities(const char *authorities, lope_error *error)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    const bool good = passes(context != NULL && SSL_CTX_load_verify_locations(context, authorities, NULL) == 1, error,
                             "authorities", "is no PEM file of certificates");
    SSL_CTX_free(context);
    return good;
}
