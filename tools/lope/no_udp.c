// no_udp.c - stands for udp.c where this program was built without OpenSSL. Read first: network.h.
#include "fleet.h"
#include "network.h"

static bool refuse(lope_scene_fault *fault)
{
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                           "lope: this program was built without OpenSSL, so without serve and join (Debian: apt-get install "
                           "libssl-dev, then build anew)");
}

bool tool_serve_open(const tool_serve_wish *wish, lope_transport *transports[TOOL_TRANSPORTS], lope_scene_fault *fault)
{
    (void)wish;
    (void)transports;
    return refuse(fault);
}

lope_transport *tool_join_open(const tool_join_wish *wish, lope_scene_fault *fault)
{
    (void)wish;
    refuse(fault);
    return NULL;
}

// Without UDP there is no server, and so no fleet.
void *tool_fleet_open(uint64_t port, lope_scene_fault *fault)
{
    (void)port;
    (void)fault;
    return NULL;
}

bool tool_fleet_goes_on(void *fleet)
{
    (void)fleet;
    return false;
}

void tool_fleet_close(void *fleet) { (void)fleet; }
