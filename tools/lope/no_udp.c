// no_udp.c - stands for udp.c where this program was built without OpenSSL. Read first: network.h.
#include "network.h"

static lope_transport *refuse(lope_scene_fault *fault)
{
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                    "lope: this program was built without OpenSSL, so without serve and join (Debian: apt-get install "
                    "libssl-dev, then build anew)");
    return NULL;
}

lope_transport *tool_serve_open(const tool_serve_wish *wish, lope_scene_fault *fault)
{
    (void)wish;
    return refuse(fault);
}

lope_transport *tool_join_open(const tool_join_wish *wish, lope_scene_fault *fault)
{
    (void)wish;
    return refuse(fault);
}
