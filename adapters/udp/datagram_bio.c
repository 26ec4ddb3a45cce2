// datagram_bio.c - datagrams in memory as a BIO. Read first: datagram_bio.h.
#include "datagram_bio.h"

#include <string.h>

#define OVERHEAD 48 // bytes of IPv6 and UDP

static int bio_read(BIO *bio, char *out, int size)
{
    udp_session *session = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (session->in == NULL || size <= 0) {
        BIO_set_retry_read(bio);
        return -1;
    }
    const size_t count = session->in_size < (size_t)size ? session->in_size : (size_t)size;
    memcpy(out, session->in, count);
    session->in = NULL;
    return (int)count;
}

static int bio_write(BIO *bio, const char *bytes, int size)
{
    udp_session *session = BIO_get_data(bio);
    const lope_datagrams *to = &session->end->datagrams;
    BIO_clear_retry_flags(bio);
    if (size > 0) to->send(to->context, &session->address, bytes, (size_t)size, session->end->now);
    return size;
}

static long bio_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    switch (command) {
    case BIO_CTRL_FLUSH:
        return 1;
    case BIO_CTRL_DGRAM_QUERY_MTU:
    case BIO_CTRL_DGRAM_GET_FALLBACK_MTU:
        return UDP_MTU;
    case BIO_CTRL_DGRAM_GET_MTU_OVERHEAD:
        return OVERHEAD;
    default:
        return 0;
    }
}

BIO_METHOD *udp_datagram_bio(void)
{
    BIO_METHOD *method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "lope datagram");
    if (method == NULL) return NULL;
    if (BIO_meth_set_read(method, bio_read) && BIO_meth_set_write(method, bio_write) && BIO_meth_set_ctrl(method, bio_control))
        return method;
    BIO_meth_free(method);
    return NULL;
}
