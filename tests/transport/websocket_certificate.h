// websocket_certificate.h - a certificate that signs itself, and its key, as PEM files: for tests of TLS.
#ifndef LOPE_TESTS_WEBSOCKET_CERTIFICATE_H
#define LOPE_TESTS_WEBSOCKET_CERTIFICATE_H

// Writes FILE.crt and FILE.key for a host's name, good for an hour. Fails the test when it cannot.
void certificate_make(const char *file, const char *name);

#endif
