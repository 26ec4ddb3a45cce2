// net.c - `lope net F`: a network match of wanderers on a virtual clock, and what came of it.
//
// Read next: scene/match.h.
#include "network.h"

#include "scene/match.h"

#include <string.h>

#define USAGE "lope net SCENARIO.json [options]"

typedef struct net_options {
    uint64_t clients, seed;
    double seconds, rtt, jitter, loss, burst, doubled, silence, silence_every, bound, launches, clock;
    bool has_jitter, has_bound, jostles, json, quiet;
} net_options;

static lope_scene_match_options match_of(const net_options *o)
{
    const double jitter = o->has_jitter ? o->jitter : 0.1 * o->rtt;
    return (lope_scene_match_options){.clients = (uint32_t)o->clients,
                                      .seconds = o->seconds,
                                      .seed = o->seed,
                                      .bound = o->has_bound ? tool_contact_bound(o->bound) : 0.0f,
                                      .launches = o->launches,
                                      .jostles = o->jostles,
                                      .clock = o->clock,
                                      .line = {.delay = 0.5e-3 * o->rtt,
                                               .jitter = 1e-3 * jitter,
                                               .loss = 0.01 * o->loss,
                                               .burst = o->burst,
                                               .doubled = 0.01 * o->doubled,
                                               .silence = o->silence,
                                               .silence_every = o->silence_every}};
}

static void print_json(const lope_scene_match_result *r)
{
    printf("{\"ticks\": %llu, \"digests_checked\": %llu, \"digests_wrong\": %llu, \"states_sent\": %llu, \"joins\": %llu, "
           "\"replaced\": %llu, \"healed\": %llu, \"rerun_ticks\": %llu, \"orders\": %llu, \"undone\": %llu, \"refused\": %llu, ",
           (unsigned long long)r->ticks, (unsigned long long)r->digests_checked, (unsigned long long)r->digests_wrong,
           (unsigned long long)r->states_sent, (unsigned long long)r->joins, (unsigned long long)r->replaced,
           (unsigned long long)r->healed, (unsigned long long)r->rerun_ticks, (unsigned long long)r->orders,
           (unsigned long long)r->undone, (unsigned long long)r->refused);
    printf("\"up_bits\": %.0f, \"down_bits\": %.0f, \"proxy_bits\": %.2f, \"idle_bits\": %.2f, \"offset_p50\": %.5f, "
           "\"offset_p95\": %.5f, \"jumps\": %llu, \"far_jumps\": %llu, \"proxy_p50\": %.5f, \"proxy_p95\": %.5f, ",
           r->up_bits, r->down_bits, r->proxy_bits, r->idle_bits, r->offset_p50, r->offset_p95, (unsigned long long)r->jumps,
           (unsigned long long)r->far_jumps, r->proxy_p50, r->proxy_p95);
    printf("\"client_us\": %.3f, \"server_us\": %.3f, \"rerun_us\": %.3f, \"network_us\": %.3f, \"distance_first\": %.4f, "
           "\"told\": %llu, \"overlap_max\": %.4f, \"touching\": %llu, \"overlapping\": %llu, \"current\": %u, \"hash\": "
           "\"%016llx\"}\n",
           r->client_us, r->server_us, r->rerun_us, r->network_us, r->distance_first, (unsigned long long)r->told, r->overlap_max,
           (unsigned long long)r->touching, (unsigned long long)r->overlapping, (unsigned)r->all_equal,
           (unsigned long long)r->hash);
}

static void print_table(const net_options *o, const lope_scene_match_result *r)
{
    printf("%llu clients, %.0f s, round trip %.0f ms, loss %.1f %%, seed %llu\n", (unsigned long long)o->clients, o->seconds,
           o->rtt, o->loss, (unsigned long long)o->seed);
    printf("  digests         %llu compared, %llu wrong\n", (unsigned long long)r->digests_checked,
           (unsigned long long)r->digests_wrong);
    printf("  states          %llu sent beside those of %llu joins\n", (unsigned long long)r->states_sent,
           (unsigned long long)r->joins);
    printf("  commands        %llu ticks, %llu of them without one in time (%.3f %%)\n", (unsigned long long)r->ticks,
           (unsigned long long)r->replaced, r->ticks > 0 ? 100.0 * (double)r->replaced / (double)r->ticks : 0.0);
    printf("  corrections     %llu by inputs, %llu ticks run again, %llu events undone\n", (unsigned long long)r->healed,
           (unsigned long long)r->rerun_ticks, (unsigned long long)r->undone);
    if (r->touching > 0)
        printf("  contact         %llu pair-ticks in touch, %.2f %% of them deeper than 0.25 m, most %.1f cm; %.1f true places "
               "told a "
               "client-second\n",
               (unsigned long long)r->touching, 100.0 * (double)r->overlapping / (double)r->touching, 100.0 * r->overlap_max,
               (double)r->told / (o->seconds * (double)o->clients));
    printf("  orders          %llu\n", (unsigned long long)r->orders);
    const double client_seconds = o->seconds * (double)o->clients;
    printf("  own jumps       p50 %.1f mm, p95 %.1f mm; %.2f a client-second, %.2f of them of more than 24 cm\n",
           1e3 * r->offset_p50, 1e3 * r->offset_p95, (double)r->jumps / client_seconds, (double)r->far_jumps / client_seconds);
    printf("  others shown    p50 %.1f mm, p95 %.1f mm from where they were\n", 1e3 * r->proxy_p50, 1e3 * r->proxy_p95);
    printf("  up, down        %.1f, %.1f kbit/s a client, with 57 bytes of headers a packet\n", 1e-3 * r->up_bits,
           1e-3 * r->down_bits);
    printf("  another one     %.1f bits when it moves, %.1f when it stands\n", r->proxy_bits, r->idle_bits);
    printf(
        "  time            client %.2f us a tick, %.2f us a tick run again; server %.2f us a player-tick and %.2f of network\n",
        r->client_us, r->rerun_us, r->server_us, r->network_us);
    printf("  hash            %016llx\n", (unsigned long long)r->hash);
}

static void show_progress(void *context, double share)
{
    (void)context;
    fprintf(stderr, "\r%3.0f %%", 100.0 * share);
}

// Tells what is not as it must be: digests that differ, a client that hears nothing any more.
static int judge(const net_options *o, const lope_scene_match_result *r)
{
    int status = 0;
    if (r->digests_wrong > 0) {
        fprintf(stderr, "lope: net: %llu digests differ\n", (unsigned long long)r->digests_wrong);
        status = LOPE_SCENE_OWN_FAULT;
    }
    if (r->all_equal < o->clients) {
        fprintf(stderr, "lope: net: %u of %llu clients have agreed with the server in the last 2 s\n", (unsigned)r->all_equal,
                (unsigned long long)o->clients);
        status = LOPE_SCENE_OWN_FAULT;
    }
    return status;
}

int tool_net(int count, char **arguments)
{
    net_options o = {.clients = 8, .seconds = 60, .rtt = 100, .seed = 1, .clock = 1};
    lope_scene_fault fault = {0};
    const char *file = NULL;
    const tool_option list[] = {
        {.name = "--clients", .value = "N", .help = "players, 1 to 64; 8", .whole = &o.clients, .low = 1, .high = 64},
        {.name = "--seconds", .value = "S", .help = "of play; 60", .number = &o.seconds, .low = 0.1, .high = 86400},
        {.name = "--rtt", .value = "MS", .help = "round trip; 100", .number = &o.rtt, .low = 0, .high = 2000},
        {.name = "--jitter",
         .value = "MS",
         .help = "by which each way is longer or shorter; a tenth of the round trip",
         .number = &o.jitter,
         .flag = &o.has_jitter,
         .low = 0,
         .high = 1000},
        {.name = "--loss",
         .value = "P",
         .help = "% of packets that are lost, each way; 0",
         .number = &o.loss,
         .low = 0,
         .high = 90},
        {.name = "--burst",
         .value = "P",
         .help = "chance, 0 to 1, that the packet after a lost one is lost too; 0",
         .number = &o.burst,
         .low = 0,
         .high = 0.99},
        {.name = "--doubled",
         .value = "P",
         .help = "% of packets that come twice; 0",
         .number = &o.doubled,
         .low = 0,
         .high = 100},
        {.name = "--silence",
         .value = "S",
         .help = "in which nothing comes through; 0",
         .number = &o.silence,
         .low = 0,
         .high = 60},
        {.name = "--silence-every",
         .value = "S",
         .help = "how often; 0: never",
         .number = &o.silence_every,
         .low = 0,
         .high = 3600},
        {.name = "--bound",
         .value = "M",
         .help = "by which a belief of another may be off in contact, m; 0: not at all, above 100: as it is; 0.25.\n"
                 "Players meet each other where the scenario's first character meets characters",
         .number = &o.bound,
         .flag = &o.has_bound,
         .low = 0,
         .high = 1e6},
        {.name = "--launches",
         .value = "N",
         .help = "orders of the server, a player and second: launches, teleports, layers; 0",
         .number = &o.launches,
         .low = 0,
         .high = 20},
        {.name = "--jostle",
         .help = "players press toward one point that goes round, and jump, instead of wandering",
         .flag = &o.jostles},
        {.name = "--clock",
         .value = "F",
         .help = "how much faster the first client's clock is; 1",
         .number = &o.clock,
         .low = 0.1,
         .high = 20},
        {.name = "--seed", .value = "N", .help = "of players and lines; 1", .whole = &o.seed, .low = 0, .high = 1e15},
        {.name = "--json", .help = "prints one object", .flag = &o.json},
        {.name = "--quiet", .help = "shows no progress", .flag = &o.quiet},
        {0},
    };
    if (!tool_parse(count, arguments, list, &file, 1, 1, USAGE, &fault)) return tool_report(&fault);
    lope_scenario *scenario = lope_scenario_load(file, NULL, &fault);
    if (scenario == NULL) return tool_report(&fault);
    lope_scene_match_options options = match_of(&o);
    lope_scene_match_result result;
    if (!o.quiet && !o.json) options.progress = show_progress;
    const bool played = lope_scene_match_play(scenario, &options, &result, &fault);
    if (options.progress != NULL) fprintf(stderr, "\r     \r");
    lope_scenario_free(scenario);
    if (!played) return tool_report(&fault);
    if (o.json)
        print_json(&result);
    else
        print_table(&o, &result);
    return judge(&o, &result);
}
