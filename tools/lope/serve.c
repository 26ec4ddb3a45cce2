// serve.c - `lope serve LEVEL`: a server process of a network match on the real clock. Read next:
// scene/serve.h, network.h.
#include "fleet.h"
#include "network.h"
#include "spectate.h"

#include "scene/serve.h"

#define USAGE "lope serve LEVEL [options]"

static const char *how_left(const lope_scene_serve_row *row) { return row->left < 0 ? "" : lope_transport_why_text(row->why); }

static void print_table(const lope_scene_serve_result *r)
{
    printf("%.1f s, %llu ticks, %llu of them late (most %.1f ms), %llu let go; %.1f %% of a processor\n", r->seconds,
           (unsigned long long)r->ticks, (unsigned long long)r->late, 1e3 * r->longest, (unsigned long long)r->let_go,
           r->seconds > 0 ? 100.0 * r->busy / r->seconds : 0.0);
    printf("%u came, %llu were not let in\n", (unsigned)r->came, (unsigned long long)r->refused);
    printf("%20s %7s %7s %7s %8s %6s %6s %7s %9s %9s\n", "player", "came s", "left s", "ticks", "replaced", "late", "states",
           "refused", "up bytes", "down");
    for (uint32_t i = 0; i < r->row_count; i++) {
        const lope_scene_serve_row *row = &r->rows[i];
        const lope_net_seat_stats *s = &row->stats;
        char left[16] = "-";
        if (row->left >= 0) snprintf(left, sizeof left, "%.1f", row->left);
        printf("%3s %16llx %7.1f %7s %7u %8u %6u %6u %7u %9llu %9llu  %s\n", row->bot ? "bot" : "",
               (unsigned long long)row->player, row->came, left, s->ticks, s->replaced, s->late, s->states,
               s->refused + s->flooded, (unsigned long long)s->up, (unsigned long long)s->down, how_left(row));
    }
}

static void print_json(const lope_scene_serve_result *r)
{
    printf("{\"seconds\": %.2f, \"ticks\": %llu, \"late\": %llu, \"longest_ms\": %.2f, \"let_go\": %llu, \"busy\": %.4f, "
           "\"again\": %llu, \"came\": %u, \"refused\": %llu, \"players\": [",
           r->seconds, (unsigned long long)r->ticks, (unsigned long long)r->late, 1e3 * r->longest, (unsigned long long)r->let_go,
           r->seconds > 0 ? r->busy / r->seconds : 0.0, (unsigned long long)r->again, (unsigned)r->came,
           (unsigned long long)r->refused);
    for (uint32_t i = 0; i < r->row_count; i++) {
        const lope_scene_serve_row *row = &r->rows[i];
        const lope_net_seat_stats *s = &row->stats;
        printf("%s{\"player\": \"%llx\", \"bot\": %s, \"came\": %.2f, \"left\": %.2f, \"why\": \"%s\", \"ticks\": %u, "
               "\"replaced\": %u, \"late\": %u, \"states\": %u, \"refused\": %u, \"flooded\": %u, \"up\": %llu, \"down\": %llu}",
               i > 0 ? ", " : "", (unsigned long long)row->player, row->bot ? "true" : "false", row->came, row->left,
               how_left(row), s->ticks, s->replaced, s->late, s->states, s->refused, s->flooded, (unsigned long long)s->up,
               (unsigned long long)s->down);
    }
    printf("]}\n");
}

static void say(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "lope: serve: %s\n", text);
}

int tool_serve(int count, char **arguments)
{
    lope_scene_fault fault = {0};
    tool_serve_wish wish = {.port = TOOL_PORT, .server = 1, .players = 16};
    lope_scene_serve_options options = {.seed = 1, .goes_on = tool_goes_on};
    uint64_t bots = 0, tokens = 0, agones = 0, spectate_port = 0;
    double bound = 0;
    bool has_bound = false, has_tokens = false, has_agones = false, json = false, quiet = false, opened = false, spectate = false;
    const char *file = NULL, *spectate_address = NULL, *line = NULL;
    const tool_option list[] = {
        {.name = "--players", .value = "N", .help = "that may come; 16", .whole = &wish.players, .low = 1, .high = 64},
        {.name = "--bots",
         .value = "N",
         .help = "that wander about in this process; 0. With the players 64 at most",
         .whole = &bots,
         .low = 0,
         .high = 64},
        {.name = "--link",
         .value = "NAME",
         .help = "makes the bots' links worse, both ways: lan, good, average (100 ms, 2 % lost), bad or awful, as of\n"
                 "lope join --link",
         .text = &line},
        {.name = "--port", .value = "P", .help = "UDP; 0: any that is free; 7777", .whole = &wish.port, .low = 0, .high = 65535},
        {.name = "--websocket",
         .value = "P",
         .help = "also over WebSocket, for browsers, on a port beside; 0: any that is free. Nothing is\n"
                 "encrypted there without --certificate: behind a proxy that ends TLS, or at home",
         .whole = &wish.websocket_port,
         .flag = &wish.websocket,
         .low = 0,
         .high = 65535},
        {.name = "--certificate",
         .value = "F",
         .help = "PEM file: TLS on the port of --websocket, wss://. With --key",
         .text = &wish.certificate},
        {.name = "--key", .value = "F", .help = "PEM file of the certificate's key", .text = &wish.key},
        {.name = "--page",
         .value = "F",
         .help = "gives the page that plays to browsers, over HTTP on the port of --websocket; `./run net page`\n"
                 "makes one",
         .text = &wish.page},
        {.name = "--origin",
         .value = "U",
         .help = "pages of other origins open no WebSocket, https://play.example; without, all may",
         .text = &wish.origin},
        {.name = "--spectate",
         .value = "P",
         .help = "shows the match live to browsers on a port of its own, 7779 say; 0: any that is free. They see\n"
                 "where all players are, and may change the bots' links",
         .whole = &spectate_port,
         .flag = &spectate,
         .low = 0,
         .high = 65535},
        {.name = "--spectate-address",
         .value = "A",
         .help = "of this machine, for --spectate; 127.0.0.1: seen from this machine alone",
         .text = &spectate_address},
        {.name = "--address", .value = "A", .help = "of this machine, as a number; all that it has", .text = &wish.address},
        {.name = "--seconds",
         .value = "S",
         .help = "after which it ends; until it is stopped",
         .number = &options.seconds,
         .low = 0.1,
         .high = 1e7},
        {.name = "--bound",
         .value = "M",
         .help = "by which a belief of another may be off in contact, m; 0: not at all, above 100: as it is; 0.25.\n"
                 "Players meet each other where the scenario's first character meets characters",
         .number = &bound,
         .flag = &has_bound,
         .low = 0,
         .high = 1e6},
        {.name = "--record", .value = "F", .help = "a recording of each player, for `lope replay`", .text = &options.record},
        {.name = "--token-master",
         .value = "F",
         .help = "file of the secret that makes tokens; it is made where there is none.\n"
                 "Without: a secret of its own, and a token for each player is printed",
         .text = &wish.master_file},
        {.name = "--tokens",
         .value = "N",
         .help = "to print, for an hour each",
         .whole = &tokens,
         .flag = &has_tokens,
         .low = 0,
         .high = 1000},
        {.name = "--server",
         .value = "N",
         .help = "number of this server, which tokens name; 1",
         .whole = &wish.server,
         .low = 0,
         .high = 1e15},
        {.name = "--agones",
         .value = "P",
         .help = "tells Agones, which runs fleets of servers, that it is ready, well and done: by the sidecar on this\n"
                 "port of this machine; 0: as AGONES_SDK_HTTP_PORT says, else 9358",
         .whole = &agones,
         .flag = &has_agones,
         .low = 0,
         .high = 65535},
        {.name = "--seed", .value = "N", .help = "of the bots; 1", .whole = &options.seed, .low = 0, .high = 1e15},
        {.name = "--json", .help = "prints one object at the end", .flag = &json},
        {.name = "--quiet", .help = "does not tell of players that come and go", .flag = &quiet},
        {0},
    };
    if (!tool_parse(count, arguments, list, &file, 1, 1, USAGE, &fault)) return tool_report(&fault);
    if ((wish.certificate != NULL || wish.key != NULL) && !wish.websocket) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: serve: --certificate and --key need --websocket");
        return tool_report(&fault);
    }
    if (wish.page != NULL && !wish.websocket) {
        lope_scene_fail(&fault, LOPE_SCENE_BAD_INPUT, "lope: serve: --page needs --websocket");
        return tool_report(&fault);
    }
    wish.tokens = has_tokens ? tokens : wish.master_file == NULL ? wish.players : 0;
    options.players = (uint32_t)wish.players;
    options.bots = (uint32_t)bots;
    options.bound = has_bound ? tool_contact_bound(bound) : 0.0f;
    if (!quiet) options.says = say;
    lope_scenario *scenario = tool_network_level(file, &fault);
    wish.scenario = scenario;
    if (scenario != NULL && lope_scene_serve_check(scenario, &options, &fault) &&
        (line == NULL || tool_line_find(line, &options.line, &fault)))
        opened = tool_serve_open(&wish, options.transports, &fault);
    if (opened && spectate) options.audience = tool_spectate_open(scenario, spectate_address, spectate_port, &fault);
    const bool shown = !spectate || options.audience != NULL;
    static lope_scene_serve_result result;
    tool_watch_signals();
    if (opened && has_agones) {
        options.context = tool_fleet_open(agones, &fault);
        options.goes_on = tool_fleet_goes_on;
    }
    const bool served =
        opened && shown && (!has_agones || options.context != NULL) && lope_scene_serve(scenario, &options, &result, &fault);
    tool_fleet_close(options.context);
    if (spectate && shown) tool_spectate_close(quiet);
    if (opened) tool_serve_close(options.transports);
    if (scenario != NULL) lope_scenario_free(scenario);
    if (!served) return tool_report(&fault);
    if (json)
        print_json(&result);
    else
        print_table(&result);
    return 0;
}
