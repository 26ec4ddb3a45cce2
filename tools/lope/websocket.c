// websocket.c - opens WebSocket for `lope serve` and `lope join`. Read first: network.h,
// adapters/websocket/lope_websocket.h.
#include "network.h"

#include "adapters/websocket/lope_websocket.h"

static lope_transport *opened(lope_transport *transport, const lope_error *error, lope_scene_fault *fault)
{
    const int status = error->code == LOPE_ERROR_MEMORY ? LOPE_SCENE_OWN_FAULT : LOPE_SCENE_BAD_INPUT;
    if (transport == NULL) lope_scene_fail(fault, status, "lope: %s: %s", error->field, error->text);
    return transport;
}

lope_transport *tool_websocket_serve(const tool_serve_wish *wish, const uint8_t *master, const lope_transport *udp,
                                     lope_scene_fault *fault)
{
    lope_error error = {0};
    lope_transport *transport = lope_websocket_serve(&(lope_websocket_serve_def){.address = wish->address,
                                                                                 .port = (uint16_t)wish->websocket_port,
                                                                                 .peers = (uint32_t)wish->players,
                                                                                 .master = master,
                                                                                 .server = wish->server,
                                                                                 .origin = wish->origin,
                                                                                 .beside = udp,
                                                                                 .error = &error});
    if (opened(transport, &error, fault) != NULL) printf("websocket %u\n", (unsigned)lope_websocket_port(transport));
    return transport;
}

lope_transport *tool_websocket_join(const char *host, uint16_t port, const void *token, lope_scene_fault *fault)
{
    lope_error error = {0};
    return opened(lope_websocket_join(&(lope_websocket_join_def){.host = host, .port = port, .token = token, .error = &error}),
                  &error, fault);
}
