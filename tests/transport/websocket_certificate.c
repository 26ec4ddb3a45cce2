// websocket_certificate.c - made by OpenSSL: a key of P-256, a name in the subject and as DNS name. Read first:
// websocket_certificate.h.
#include "websocket_certificate.h"

#include "../net/net_help.h"

#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

static void add_name(X509 *certificate, const char *name)
{
    char text[128];
    snprintf(text, sizeof text, "DNS:%s", name);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, text);
    assert_non_null(extension);
    assert_int_equal(X509_add_ext(certificate, extension, -1), 1);
    X509_EXTENSION_free(extension);
    X509_NAME *subject = X509_get_subject_name(certificate);
    const unsigned char *bytes = (const unsigned char *)name;
    assert_int_equal(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, bytes, -1, -1, 0), 1);
    assert_int_equal(X509_set_issuer_name(certificate, subject), 1);
}

void certificate_make(const char *file, const char *name)
{
    char path[1024];
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    assert_true(key != NULL && certificate != NULL);
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_pubkey(certificate, key);
    add_name(certificate, name);
    assert_true(X509_sign(certificate, key, EVP_sha256()) > 0);
    snprintf(path, sizeof path, "%s.crt", file);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(PEM_write_X509(out, certificate), 1);
    fclose(out);
    snprintf(path, sizeof path, "%s.key", file);
    out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(PEM_write_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL), 1);
    fclose(out);
    X509_free(certificate);
    EVP_PKEY_free(key);
}
