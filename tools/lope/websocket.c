// websocket.c - opens WebSocket for `lope serve` and `lope join`. Read first: network.h,
// adapters/websocket/lope_websocket.h.
#include "network.h"

#include "adapters/websocket/lope_websocket.h"
#include "level_pack.h"
#include "scene/read_file.h"

#define LARGEST_PAGE (64u << 20) // bytes

// What browsers are given: the page, and its level.
static lope_websocket_file files[2];

// Reads the page, and packs the level. Returns false on a fault.
static bool make_files(const tool_serve_wish *wish, lope_scene_fault *fault)
{
    tool_pack pack;
    size_t size;
    const char *page = lope_scene_read_file(wish->page, LARGEST_PAGE, "a page that plays", &size, fault);
    if (page == NULL || !tool_level_pack(wish->scenario, &pack, fault)) return false;
    files[0] = (lope_websocket_file){"/", "text/html; charset=utf-8", page, size};
    files[1] = (lope_websocket_file){"/level.pack", "application/octet-stream", pack.bytes, pack.size};
    return true;
}

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
    if (wish->page != NULL && !make_files(wish, fault)) return NULL;
    lope_transport *transport = lope_websocket_serve(&(lope_websocket_serve_def){.address = wish->address,
                                                                                 .port = (uint16_t)wish->websocket_port,
                                                                                 .peers = (uint32_t)wish->players,
                                                                                 .master = master,
                                                                                 .server = wish->server,
                                                                                 .origin = wish->origin,
                                                                                 .beside = udp,
                                                                                 .files = files,
                                                                                 .certificate = wish->certificate,
                                                                                 .key = wish->key,
                                                                                 .file_count = wish->page != NULL ? 2 : 0,
                                                                                 .error = &error});
    if (opened(transport, &error, fault) == NULL) return NULL;
    printf("websocket %u\n", (unsigned)lope_websocket_port(transport));
    if (wish->page != NULL)
        printf("page http%s://%s:%u/#TOKEN\n", wish->certificate != NULL ? "s" : "",
               wish->address != NULL ? wish->address : "localhost", (unsigned)lope_websocket_port(transport));
    return transport;
}

lope_transport *tool_websocket_join(const tool_join_wish *wish, const char *host, uint16_t port, bool secure, const void *token,
                                    lope_scene_fault *fault)
{
    lope_error error = {0};
    return opened(
        lope_websocket_join(&(lope_websocket_join_def){
            .host = host, .port = port, .token = token, .secure = secure, .authorities = wish->authorities, .error = &error}),
        &error, fault);
}
