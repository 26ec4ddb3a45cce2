// tls.h - what both ends of WebSocket have of TLS: by the OpenSSL that libwebsockets was built with. Read first:
// lope_websocket.h.
#ifndef LOPE_WEBSOCKET_TLS_H
#define LOPE_WEBSOCKET_TLS_H

#include <lope/base.h>

// Older versions of the protocol, which neither end speaks: flags of OpenSSL.
long web_tls_without(void);
// Returns OpenSSL's context of clients, which libwebsockets takes in place of one of its own: it would keep that after
// a handshake that fails. authorities: PEM file of certificates that it trusts; NULL: those of the system. Free it
// after libwebsockets' own. NULL: there is no memory, or the file cannot be used; then the error is filled in.
void *web_tls_client(const char *authorities, lope_error *error);
// The same for a server, which trusts nobody.
void *web_tls_no_client(void);
void web_tls_client_free(void *client); // NULL is fine
// Tests the files of a server's certificate and its key. Returns whether they are right and belong together, else
// fills in the error. error: NULL is fine.
bool web_tls_check_pair(const char *certificate, const char *key, lope_error *error);

#endif
