// prediction.c - `lope join --show-prediction`: a client tells the server's spectators what it has predicted, as plain
// datagrams beside the match. Read first: spectate.h.
#include "network.h"
#include "spectate.h"

#include "adapters/transport/socket.h"

static lope_datagrams line;
static lope_address server;

bool tool_prediction_open(const char *where, lope_scene_fault *fault)
{
    char host[256];
    uint16_t port = TOOL_SPECTATE_PORT;
    lope_error error = {0};
    if (!tool_host_split(where, host, sizeof host, &port, fault)) return false;
    return lope_socket_connect(host, port, &line, &server, &error) ||
           lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: --show-prediction: %s", error.text);
}

void tool_prediction_send(void *unused, const lope_spectator_prediction *prediction)
{
    uint8_t bytes[LOPE_SPECTATOR_PREDICTION_SIZE];
    (void)unused;
    lope_spectator_prediction_write(prediction, bytes);
    line.send(line.context, &server, bytes, sizeof bytes, 0);
}

void tool_prediction_close(void)
{
    if (line.close != NULL) line.close(line.context);
    line = (lope_datagrams){0};
}
