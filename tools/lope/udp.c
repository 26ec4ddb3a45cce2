// udp.c - opens the UDP transport for `lope serve` and `lope join`: secrets and tokens from files. Read first:
// network.h, adapters/udp/lope_udp.h.
//
// A file of a secret has 64 hexadecimal digits. One that is not there is made, for its owner alone.
#define _POSIX_C_SOURCE 200809L

#include "network.h"

#include "adapters/udp/lope_udp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TOKEN_SECONDS 3600u

// ---- files ------------------------------------------------------------------------------------------------

static bool read_hex(const char *text, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned int value;
        if (strspn(text + 2 * i, "0123456789abcdefABCDEF") < 2 || sscanf(text + 2 * i, "%2x", &value) != 1) return false;
        bytes[i] = (uint8_t)value;
    }
    return true;
}

// Makes a file with a new secret. Returns false when there is one already, or it cannot be.
static bool make_master(const char *file)
{
    uint8_t bytes[LOPE_TOKEN_SECRET];
    char text[2 * LOPE_TOKEN_SECRET + 2];
    const int out = open(file, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (out < 0) return false;
    if (lope_token_draw(bytes, sizeof bytes) != LOPE_OK) {
        close(out);
        return false;
    }
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    text[2 * LOPE_TOKEN_SECRET] = '\n';
    const bool written = write(out, text, 2 * LOPE_TOKEN_SECRET + 1) == 2 * LOPE_TOKEN_SECRET + 1;
    return close(out) == 0 && written;
}

// Reads the first line of a file. Returns false on a fault.
static bool read_line(const char *file, char *line, int size, lope_scene_fault *fault)
{
    FILE *in = fopen(file, "r");
    if (in == NULL) return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s)", file, strerror(errno));
    if (fgets(line, size, in) == NULL) line[0] = '\0';
    fclose(in);
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}

static bool read_master(const char *file, uint8_t master[LOPE_TOKEN_SECRET], lope_scene_fault *fault)
{
    char line[2 * LOPE_TOKEN_SECRET + 4];
    if (!read_line(file, line, sizeof line, fault)) return false;
    if (strlen(line) == 2 * LOPE_TOKEN_SECRET && read_hex(line, master, LOPE_TOKEN_SECRET)) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: found no secret, expected 64 hexadecimal digits", file);
}

// ---- tokens -----------------------------------------------------------------------------------------------

static bool make_token(const uint8_t master[LOPE_TOKEN_SECRET], uint64_t player, uint64_t server, lope_token *token,
                       lope_scene_fault *fault)
{
    lope_token_claim claim = {.player = player, .server = server, .expiry = (uint64_t)time(NULL) + TOKEN_SECONDS};
    if (lope_token_draw(claim.random, sizeof claim.random) == LOPE_OK &&
        (player != 0 || lope_token_draw(&claim.player, sizeof claim.player) == LOPE_OK) &&
        lope_token_make(master, &claim, token) == LOPE_OK)
        return true;
    return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "lope: the system gives no random bytes");
}

static bool print_tokens(const uint8_t master[LOPE_TOKEN_SECRET], const tool_serve_wish *wish, lope_scene_fault *fault)
{
    for (uint64_t i = 0; i < wish->tokens; i++) {
        lope_token token;
        char text[LOPE_TOKEN_TEXT];
        if (!make_token(master, i + 1, wish->server, &token, fault)) return false;
        lope_token_write(&token, text);
        printf("token %s\n", text);
    }
    return true;
}

static bool find_token(const tool_join_wish *wish, lope_token *token, lope_scene_fault *fault)
{
    char line[LOPE_TOKEN_TEXT + 2];
    uint8_t master[LOPE_TOKEN_SECRET];
    if (wish->master_file != NULL)
        return read_master(wish->master_file, master, fault) && make_token(master, wish->player, wish->server, token, fault);
    if (wish->token == NULL && wish->token_file == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "lope: join: a token is missing, expected --token, --token-file or --token-master");
    if (wish->token == NULL && !read_line(wish->token_file, line, sizeof line, fault)) return false;
    if (lope_token_read(wish->token != NULL ? wish->token : line, token) == LOPE_OK) return true;
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: join: that is no token, expected what `lope serve` prints");
}

// ---- opening ----------------------------------------------------------------------------------------------

static lope_transport *opened(lope_transport *transport, const lope_error *error, lope_scene_fault *fault)
{
    const int status = error->code == LOPE_ERROR_MEMORY ? LOPE_SCENE_OWN_FAULT : LOPE_SCENE_BAD_INPUT;
    if (transport == NULL) lope_scene_fail(fault, status, "lope: %s: %s", error->field, error->text);
    return transport;
}

static bool find_master(const tool_serve_wish *wish, uint8_t master[LOPE_TOKEN_SECRET], lope_scene_fault *fault)
{
    if (wish->master_file != NULL) {
        make_master(wish->master_file);
        return read_master(wish->master_file, master, fault);
    }
    return lope_token_draw(master, LOPE_TOKEN_SECRET) == LOPE_OK ||
           lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "lope: the system gives no random bytes");
}

static lope_transport *open_udp(const tool_serve_wish *wish, const uint8_t *master, lope_scene_fault *fault)
{
    lope_error error = {0};
    lope_transport *transport = lope_udp_serve(&(lope_udp_serve_def){.address = wish->address,
                                                                     .port = (uint16_t)wish->port,
                                                                     .peers = (uint32_t)wish->players,
                                                                     .master = master,
                                                                     .server = wish->server,
                                                                     .error = &error});
    if (opened(transport, &error, fault) != NULL) printf("port %u\n", (unsigned)lope_udp_port(transport));
    return transport;
}

bool tool_serve_open(const tool_serve_wish *wish, lope_transport *transports[TOOL_TRANSPORTS], lope_scene_fault *fault)
{
    uint8_t master[LOPE_TOKEN_SECRET];
    if (!find_master(wish, master, fault)) return false;
    transports[0] = open_udp(wish, master, fault);
    bool good = transports[0] != NULL;
    if (good && wish->websocket) {
        transports[1] = tool_websocket_serve(wish, master, transports[0], fault);
        good = transports[1] != NULL;
    }
    good = good && print_tokens(master, wish, fault);
    fflush(stdout);
    if (!good) tool_serve_close(transports);
    return good;
}

bool tool_host_split(const char *text, char *host, size_t size, uint16_t *port, lope_scene_fault *fault)
{
    const bool brackets = text[0] == '[';
    const char *close = brackets ? strchr(text, ']') : NULL, *colon = close != NULL ? strchr(close, ':') : strchr(text, ':');
    if (!brackets && colon != NULL && strchr(colon + 1, ':') != NULL) colon = NULL;
    const char *end = brackets ? close : colon != NULL ? colon : text + strlen(text);
    const char *start = text + brackets;
    char *rest = NULL;
    const unsigned long number = colon != NULL ? strtoul(colon + 1, &rest, 10) : *port;
    if (end == NULL || end <= start || (size_t)(end - start) >= size || number == 0 || number > 65535 ||
        (rest != NULL && *rest != '\0'))
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: join: found %.80s, expected HOST or HOST:PORT", text);
    memcpy(host, start, (size_t)(end - start));
    host[end - start] = '\0';
    *port = (uint16_t)number;
    return true;
}

static lope_transport *join_udp(const tool_join_wish *wish, const char *host, uint16_t port, const lope_token *token,
                                lope_scene_fault *fault)
{
    lope_net_link_profile line;
    lope_error error = {0};
    if (wish->line != NULL && !tool_line_find(wish->line, &line, fault)) return NULL;
    return opened(lope_udp_join(&(lope_udp_join_def){.host = host,
                                                     .port = port,
                                                     .token = token,
                                                     .shape = wish->line != NULL ? &line : NULL,
                                                     .seed = wish->seed,
                                                     .error = &error}),
                  &error, fault);
}

lope_transport *tool_join_open(const tool_join_wish *wish, lope_scene_fault *fault)
{
    const bool secure = strncmp(wish->host, "wss://", 6) == 0, websocket = secure || strncmp(wish->host, "ws://", 5) == 0;
    const size_t scheme = secure ? 6 : websocket ? 5 : 0;
    char host[256];
    uint16_t port = websocket ? TOOL_WEBSOCKET_PORT : TOOL_PORT;
    lope_token token;
    if (!tool_host_split(wish->host + scheme, host, sizeof host, &port, fault)) return NULL;
    if (websocket && wish->line != NULL) {
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "lope: join: --link is for UDP: a bad line lies over datagrams");
        return NULL;
    }
    if (!find_token(wish, &token, fault)) return NULL;
    return websocket ? tool_websocket_join(wish, host, port, secure, &token, fault) : join_udp(wish, host, port, &token, fault);
}
