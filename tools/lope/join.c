// join.c - `lope join HOST LEVEL`: a client process of a network match on the real clock. Read next:
// scene/join.h, network.h.
#include "network.h"

#include "scene/join.h"

#define USAGE "lope join [ws://|wss://]HOST[:PORT] LEVEL [options]"

static void print_table(const lope_scene_join_result *r)
{
    const lope_net_stats *s = &r->net;
    const double seconds = r->seconds > 0 ? r->seconds : 1;
    printf("%.1f s; let in after %.0f ms, a state after %.0f ms\n", r->seconds, 1e3 * r->opened_at, 1e3 * r->joined_at);
    printf("  ticks           %llu in %llu frames, the longest of %.0f ms; %.1f m walked\n", (unsigned long long)r->ticks,
           (unsigned long long)r->frames, 1e3 * r->longest, r->walked);
    printf("  digests         %u compared, %u wrong\n", s->checks, s->wrong);
    printf("  states          %u, the one of joining included\n", s->states);
    printf("  replaced        %u ticks without a command in time\n", s->replaced);
    printf("  corrections     %u by inputs, %u ticks run again, %u events undone, %u true places told\n", s->heals,
           s->rerun_ticks, s->undone, s->told);
    printf("  lead            %.1f ticks ahead of what it had heard; queue %.1f ticks, pace %.3f\n", r->lead, (double)s->depth,
           (double)s->pace);
    printf("  round trip      %.1f ms, jitter %.1f ms\n", 1e3 * r->round_trip, 1e3 * (double)s->jitter);
    printf("  up, down        %llu, %llu bytes; %.1f, %.1f kbit/s without headers\n", (unsigned long long)s->up,
           (unsigned long long)s->down, 8e-3 * (double)s->up / seconds, 8e-3 * (double)s->down / seconds);
    printf("  others          %u\n", (unsigned)r->others);
}

static void print_json(const lope_scene_join_result *r)
{
    const lope_net_stats *s = &r->net;
    printf("{\"opened\": %s, \"joined\": %s, \"current\": %s, \"closed\": \"%s\", \"seconds\": %.3f, \"opened_ms\": %.1f, "
           "\"joined_ms\": %.1f, \"ticks\": %llu, \"longest_ms\": %.1f, \"walked\": %.3f, \"checks\": %u, \"wrong\": %u, "
           "\"states\": %u, ",
           r->opened ? "true" : "false", s->joined ? "true" : "false", r->current ? "true" : "false",
           r->closed ? lope_transport_why_text(r->why) : "", r->seconds, 1e3 * r->opened_at, 1e3 * r->joined_at,
           (unsigned long long)r->ticks, 1e3 * r->longest, r->walked, s->checks, s->wrong, s->states);
    printf(
        "\"replaced\": %u, \"heals\": %u, \"rerun_ticks\": %u, \"undone\": %u, \"told\": %u, \"lead\": %.2f, \"round_trip_ms\": "
        "%.2f, \"jitter_ms\": %.2f, \"up\": %llu, \"down\": %llu, \"refused\": %u, \"others\": %u}\n",
        s->replaced, s->heals, s->rerun_ticks, s->undone, s->told, r->lead, 1e3 * r->round_trip, 1e3 * (double)s->jitter,
        (unsigned long long)s->up, (unsigned long long)s->down, s->refused, (unsigned)r->others);
}

// Tells what is not as it must be.
static int judge(const lope_scene_join_result *r)
{
    if (!r->opened)
        fprintf(stderr, "lope: join: %s\n", r->closed ? lope_transport_why_text(r->why) : "it was stopped before");
    else if (r->net.mismatch)
        fprintf(stderr, "lope: join: the server plays another level, or by other rules: take the file that it plays\n");
    else if (!r->net.joined)
        fprintf(stderr, "lope: join: no state came\n");
    else if (r->net.wrong > 0)
        fprintf(stderr, "lope: join: %u digests differ\n", r->net.wrong);
    else if (r->closed)
        fprintf(stderr, "lope: join: the server is gone: %s\n", lope_transport_why_text(r->why));
    else
        return 0;
    return !r->opened || r->net.mismatch ? LOPE_SCENE_BAD_INPUT : r->closed && r->net.wrong == 0 ? 0 : LOPE_SCENE_OWN_FAULT;
}

int tool_join(int count, char **arguments)
{
    lope_scene_fault fault = {0};
    tool_join_wish wish = {.server = 1, .seed = 1};
    lope_scene_join_options options = {.seed = 1, .goes_on = tool_goes_on};
    double bound = 0;
    bool has_bound = false, json = false;
    const char *words[2] = {NULL, NULL};
    const tool_option list[] = {
        {.name = "--bot",
         .help = "wanders about; without, the character stands and is moved by the level and the server alone",
         .flag = &options.bot},
        {.name = "--seconds",
         .value = "S",
         .help = "of play; until it is stopped",
         .number = &options.seconds,
         .low = 0.1,
         .high = 1e7},
        {.name = "--token", .value = "T", .help = "that lets it in, as `lope serve` prints it", .text = &wish.token},
        {.name = "--token-file", .value = "F", .help = "the same in a file, which others cannot see", .text = &wish.token_file},
        {.name = "--token-master",
         .value = "F",
         .help = "makes its own token with the secret of a server on this machine",
         .text = &wish.master_file},
        {.name = "--player",
         .value = "N",
         .help = "number in a token that it makes",
         .whole = &wish.player,
         .low = 1,
         .high = 1e15},
        {.name = "--server", .value = "N", .help = "that such a token is for; 1", .whole = &wish.server, .low = 0, .high = 1e15},
        {.name = "--authorities",
         .value = "F",
         .help = "PEM file of the certificates that are trusted with wss://; without, those of the system",
         .text = &wish.authorities},
        {.name = "--link",
         .value = "NAME",
         .help = "makes the line worse, both ways: lan, good (40 ms), average (100 ms, 2 % lost), bad (200 ms, 5 % in\n"
                 "bursts) or awful (300 ms, 10 % in bursts, silences)",
         .text = &wish.line},
        {.name = "--bound",
         .value = "M",
         .help = "of the server, where it was given one: the rules must be the same",
         .number = &bound,
         .flag = &has_bound,
         .low = 0,
         .high = 1e6},
        {.name = "--show-prediction",
         .help = "tells those that watch the server's --spectate what this client predicts, between its packets",
         .flag = &options.shows},
        {.name = "--seed", .value = "N", .help = "of bot and line; 1", .whole = &options.seed, .low = 0, .high = 1e15},
        {.name = "--json", .help = "prints one object", .flag = &json},
        {0},
    };
    if (!tool_parse(count, arguments, list, words, 2, 2, USAGE, &fault)) return tool_report(&fault);
    wish.host = words[0];
    wish.seed = options.seed;
    options.bound = has_bound ? tool_contact_bound(bound) : 0.0f;
    lope_scenario *scenario = tool_network_level(words[1], &fault);
    if (scenario != NULL) options.transport = tool_join_open(&wish, &fault);
    lope_scene_join_result result;
    tool_watch_signals();
    const bool joined = options.transport != NULL && lope_scene_join(scenario, &options, &result, &fault);
    lope_transport_close(options.transport);
    if (scenario != NULL) lope_scenario_free(scenario);
    if (!joined) return tool_report(&fault);
    if (json)
        print_json(&result);
    else if (result.opened && !result.net.mismatch)
        print_table(&result);
    return judge(&result);
}
