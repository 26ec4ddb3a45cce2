// no_websocket.c - stands for websocket.c where this program was built without libwebsockets. Read first: network.h.
#include "network.h"
#include "spectate.h"

static lope_transport *refuse(lope_scene_fault *fault)
{
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                    "lope: this program was built without libwebsockets, so without WebSocket (Debian: apt-get install "
                    "libwebsockets-dev, then build anew)");
    return NULL;
}

lope_transport *tool_websocket_serve(const tool_serve_wish *wish, const uint8_t *master, const lope_transport *udp,
                                     lope_scene_fault *fault)
{
    (void)wish;
    (void)master;
    (void)udp;
    return refuse(fault);
}

lope_transport *tool_websocket_join(const tool_join_wish *wish, const char *host, uint16_t port, bool secure, const void *token,
                                    lope_scene_fault *fault)
{
    (void)wish;
    (void)secure;
    (void)host;
    (void)port;
    (void)token;
    return refuse(fault);
}

const lope_scene_audience *tool_spectate_open(const lope_scenario *scenario, const char *address, uint64_t port,
                                              lope_scene_fault *fault)
{
    (void)scenario;
    (void)address;
    (void)port;
    refuse(fault);
    return NULL;
}

void tool_spectate_close(bool quiet) { (void)quiet; }
