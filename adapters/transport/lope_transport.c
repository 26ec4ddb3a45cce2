// lope_transport.c - reasons in words. Read first: lope_transport.h.
#include "lope_transport.h"

const char *lope_transport_why_text(uint32_t why)
{
    static const char *const texts[LOPE_TRANSPORT_WHY_COUNT] = {
        "no reason was given",
        "it left",
        "nothing came from it for too long",
        "no seat is free",
        "the handshake did not end in time: no answer came, or the key is not the token's",
        "it does not keep to the protocol",
        "the server did not let it in",
        "what it showed is no token",
        "its token was not made with this server's secret",
        "its token has expired",
        "its token is for another server",
        "its token was used before",
        "its player is in already",
    };
    return why < LOPE_TRANSPORT_WHY_COUNT ? texts[why] : "unknown";
}
