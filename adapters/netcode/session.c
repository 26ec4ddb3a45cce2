// session.c - one end's side of a line. Read first: session.h.
#include "session.h"

void netcode_session_send(netcode_session *session, const lope_datagrams *datagrams, uint32_t kind, const void *data, size_t size,
                          double now)
{
    uint8_t bytes[NETCODE_PACKET];
    const size_t whole = netcode_packet_write(kind, session->sequence++, data, size, session->protocol, session->send_key, bytes);
    datagrams->send(datagrams->context, &session->address, bytes, whole, now);
    session->sent = now;
}

netcode_read netcode_session_read(netcode_session *session, const uint8_t *bytes, size_t size, uint32_t kinds, double now,
                                  netcode_packet *packet)
{
    const netcode_read result =
        netcode_packet_read(bytes, size, kinds, session->protocol, session->receive_key, &session->replay, packet);
    if (result == NETCODE_READ_OK) session->heard = now;
    return result;
}

void netcode_session_part(netcode_session *session, const lope_datagrams *datagrams, double now)
{
    for (uint32_t i = 0; i < NETCODE_PARTINGS; i++)
        netcode_session_send(session, datagrams, NETCODE_KIND_DISCONNECT, NULL, 0, now);
}

bool netcode_session_is_silent(const netcode_session *session, double now)
{
    return session->timeout > 0 && now - session->heard > session->timeout;
}

bool netcode_session_is_due(const netcode_session *session, double now) { return now - session->sent >= NETCODE_SEND_EVERY; }
