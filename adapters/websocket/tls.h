// tls.h - what both ends of WebSocket have of TLS: by the OpenSSL that libwebsockets was built with. Read first:
// lope_websocket.h.
#ifndef LOPE_WEBSOCKET_TLS_H
#define LOPE_WEBSOCKET_TLS_H

#include <lope/base.h>

// Older versions of the protocol, which neither end speaks: flags of OpenSSL.
long web_tls_without(void);
// Returns what a server gives libwebsockets in place of an end of clients, which it would make with all certificates
// of the system, and keep. Free it after the context. NULL: there is no memory.
void *web_tls_no_client(void);
void web_tls_no_client_free(void *no_client); // NULL is fine
// Tests the files of a server's certificate and its key. Returns whether they are right and belong together, else
// fills in the error. error: NULL is fine.
bool web_tls_check_pair(const char *certificate, const char *key, lope_error *error);
// Tests a file of certificates that a client trusts. Returns whether it can be used, else fills in the error.
bool web_tls_check_authorities(const char *authorities, lope_error *error);

#endif
