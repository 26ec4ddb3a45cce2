// match.c - the match: server, clients, lines, and what is measured of them. Read first: match.h.
//
// Server and clients share one level, and ask it at the poses of any tick by views (lope/level_view.h). Time
// goes on in steps of 1/480 s; a client has 120 frames a second.
#include "match.h"

#include "clock.h"
#include "match_hand.h"
#include "net_begin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 480u        // a second
#define FRAME 4u          // steps
#define HEADER_BYTES 57.0 // IP and UDP 28, DTLS 29
#define SAMPLES 65536u
#define BODY UINT64_C(1000) // id of the first player's character, for the others
#define FAR_JUMP 0.24       // m
#define RECENT 2.0          // s
#define PAST 256u           // ticks of which the server's places are kept

typedef struct samples {
    double *values;
    uint32_t count;
    uint64_t seen;
} samples;

typedef struct client {
    lope_net_client *net;
    lope_net_link up, down;
    lope_scene_hand hand;
    double time; // s, of its own clock
    lope_scene_net_view view;
    uint64_t ticks;
} client;

typedef struct match {
    const lope_scene_match_options *options;
    lope_scene_match_result *result;
    lope_scene_player *player;
    lope_scene_net_level level;
    const lope_moveset *moveset;
    lope_net_rules rules;
    lope_net_server *server;
    lope_state *states;
    const lope_state **ends; // of the seats
    lope_nearby **nearbys;
    client *clients;
    lope_scene_net_view view; // of the server
    samples offsets, proxies;
    uint64_t random;
    lope_point centre;      // where the first one begins
    lope_point (*past)[64]; // feet of all, by tick
    double client_time, server_time, network_time, rerun_time;
} match;

// ---- samples ----------------------------------------------------------------------------------------------

// Keeps a sample, or one of many in place of another.
static void keep(samples *s, double value)
{
    if (s->count < SAMPLES) {
        s->values[s->count++] = value;
    } else {
        uint64_t random = s->seen;
        const uint64_t at = (uint64_t)(lope_scene_draw(&random) * (double)s->seen);
        if (at < SAMPLES) s->values[at] = value;
    }
    s->seen++;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(samples *s, double share)
{
    if (s->count == 0) return 0;
    qsort(s->values, s->count, sizeof *s->values, by_value);
    return s->values[(uint32_t)(share * (s->count - 1))];
}

// ---- players ----------------------------------------------------------------------------------------------

// Returns what a player wishes in a frame.
static lope_command wish(const match *m, client *c, double seconds)
{
    const lope_state *own = lope_net_client_state(c->net);
    if (!m->options->jostles || own == NULL) return lope_scene_hand_wander(&c->hand, c->time, seconds);
    return lope_scene_hand_jostle(&c->hand, c->time, seconds, m->centre, own->feet);
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static void receive(match *m, client *c)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    while ((size = lope_net_link_receive(&c->down, bytes, c->time)) > 0) {
        const lope_net_stats was = lope_net_client_stats(c->net);
        const lope_point before = was.joined ? lope_net_client_state(c->net)->feet : (lope_point){0, 0, 0};
        const double start = lope_scene_clock_cpu();
        lope_net_client_receive(c->net, bytes, size, c->time);
        const double spent = lope_scene_clock_cpu() - start;
        const lope_net_stats is = lope_net_client_stats(c->net);
        m->client_time += spent;
        if (is.rerun_ticks != was.rerun_ticks) m->rerun_time += spent;
        if (!was.joined || is.heals == was.heals || is.tick != was.tick) continue;
        const double moved = apart(lope_net_client_state(c->net)->feet, before);
        if (moved > 1e-6) keep(&m->offsets, moved);
        m->result->jumps += moved > 1e-6;
        m->result->far_jumps += moved > FAR_JUMP;
    }
}

// Compares the others as they are shown with where they were.
static void judge_proxies(match *m, client *c)
{
    lope_net_proxy proxies[64];
    const uint32_t count = lope_net_client_proxies(c->net, proxies, 64);
    const double moment = lope_net_client_shown(c->net);
    if (moment < 2) return;
    const uint32_t tick = (uint32_t)moment;
    if (tick + 1 > lope_net_server_tick(m->server) || lope_net_server_tick(m->server) - tick > 200) return;
    for (uint32_t i = 0; i < count && i < 64; i++) {
        const uint32_t k = (uint32_t)(proxies[i].body - BODY);
        const lope_point a = m->past[tick % PAST][k], b = m->past[(tick + 1) % PAST][k];
        keep(&m->proxies, apart(proxies[i].feet, lope_point_mad(a, lope_point_sub(b, a), moment - tick)));
    }
}

static void frame(match *m, client *c, double seconds, uint32_t number)
{
    uint8_t bytes[LOPE_NET_PACKET];
    c->time += seconds;
    receive(m, c);
    const lope_command command = wish(m, c, seconds);
    const double start = lope_scene_clock_cpu();
    c->ticks += lope_net_client_advance(c->net, c->time, &command);
    const size_t size = lope_net_client_packet(c->net, bytes, sizeof bytes, c->time);
    m->client_time += lope_scene_clock_cpu() - start;
    if (size > 0) lope_net_link_send(&c->up, bytes, size, c->time);
    if (number % 8 == 0) judge_proxies(m, c);
}

// ---- the server -------------------------------------------------------------------------------------------

// Orders something of a player's character, as games do.
static void order(match *m, uint32_t player)
{
    lope_requests requests = {0};
    const lope_input input = {.requests = &requests};
    const double kind = lope_scene_draw(&m->random), x = lope_scene_draw(&m->random) - 0.5, z = lope_scene_draw(&m->random) - 0.5;
    const uint32_t ahead = lope_scene_draw(&m->random) < 0.5 ? 0 : (uint32_t)(20 * lope_scene_draw(&m->random));
    if (kind < 0.4) {
        requests.asked = LOPE_REQUEST_LAUNCH;
        requests.launch_velocity = (lope_vec3){(float)(8 * x), 6, (float)(8 * z)};
    } else if (kind < 0.6) {
        requests.asked = LOPE_REQUEST_TELEPORT;
        requests.teleport_needs_room = true;
        requests.teleport_feet = lope_point_add(m->states[player].feet, (lope_point){4 * x, 0.5, 4 * z});
    } else if (kind < 0.8) {
        requests.asked = LOPE_REQUEST_LAYER;
        requests.layer = (lope_layer){
            .id = 7, .kind = LOPE_LAYER_VELOCITY, .duration = 0.4f, .velocity = {(float)(10 * x), 0, (float)(10 * z)}};
    } else {
        lope_net_server_forbid(m->server, player, kind < 0.9 ? LOPE_FORBID_JUMP | LOPE_FORBID_CROUCH : 0, ahead);
        m->result->orders++;
        return;
    }
    m->result->orders += lope_net_server_order(m->server, player, &input, ahead) == LOPE_OK;
}

static void receive_all(match *m, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    size_t size;
    const double start = lope_scene_clock_cpu();
    for (uint32_t i = 0; i < m->options->clients; i++)
        while ((size = lope_net_link_receive(&m->clients[i].up, bytes, now)) > 0)
            lope_net_server_receive(m->server, i, bytes, size, now);
    m->network_time += lope_scene_clock_cpu() - start;
}

// Returns how deep two characters are in each other, m; below 0: apart. Both stand along y.
static double overlap(const lope_state *a, const lope_state *b)
{
    const double x = a->feet.x - b->feet.x, z = a->feet.z - b->feet.z;
    const double low_a = a->feet.y + (double)a->radius, high_a = a->feet.y + (double)a->height - (double)a->radius;
    const double low_b = b->feet.y + (double)b->radius, high_b = b->feet.y + (double)b->height - (double)b->radius;
    const double gap = low_b > high_a ? low_b - high_a : low_a > high_b ? low_a - high_b : 0;
    return (double)a->radius + (double)b->radius - sqrt(x * x + z * z + gap * gap);
}

static void judge_contact(match *m)
{
    lope_scene_match_result *r = m->result;
    for (uint32_t i = 0; i < m->options->clients; i++) {
        for (uint32_t k = 0; k < i; k++) {
            const double deep = overlap(&m->states[i], &m->states[k]);
            r->touching += deep > -0.02;
            r->overlapping += deep > 0.25;
            if (deep > r->overlap_max) r->overlap_max = deep;
        }
    }
}

static bool move_one(match *m, uint32_t i, const lope_surroundings *surroundings, lope_scene_fault *fault)
{
    lope_input input;
    lope_net_server_input(m->server, i, &input);
    const lope_surroundings sight = lope_net_server_sight(m->server, i, surroundings);
    const lope_result result =
        lope_move(&m->states[i], &input, m->moveset, &sight, m->nearbys[i], 1.0f / (float)m->rules.tick_rate, NULL);
    lope_net_server_moved(m->server, i, &m->states[i]);
    return result == LOPE_OK ||
           lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: player %u, tick %u: %s", m->player->scenario->file, (unsigned)i,
                           (unsigned)lope_net_server_tick(m->server), lope_result_text(result));
}

static bool move_all(match *m, lope_scene_fault *fault)
{
    const uint32_t tick = lope_net_server_tick(m->server);
    const lope_surroundings *surroundings = lope_scene_net_around(&m->view, tick);
    for (uint32_t i = 0; i < m->options->clients; i++)
        if (!move_one(m, i, surroundings, fault)) return false;
    uint32_t again;
    lope_state start;
    while (lope_net_server_again(m->server, &again, &start)) {
        m->states[again] = start;
        if (!move_one(m, again, surroundings, fault)) return false;
    }
    for (uint32_t i = 0; i < m->options->clients; i++) m->past[tick % PAST][i] = m->states[i].feet;
    if (m->rules.contact_bound != LOPE_NET_PASS) judge_contact(m);
    return true;
}

static bool tick(match *m, double now, lope_scene_fault *fault)
{
    uint8_t bytes[LOPE_NET_PACKET];
    const double chance = m->options->launches / m->rules.tick_rate;
    for (uint32_t i = 0; chance > 0 && i < m->options->clients; i++)
        if (lope_scene_draw(&m->random) < chance) order(m, i);
    const double start = lope_scene_clock_cpu();
    lope_net_server_begin(m->server);
    if (!move_all(m, fault)) return false;
    const double moved = lope_scene_clock_cpu();
    lope_net_server_end(m->server, m->ends);
    m->server_time += moved - start;
    for (uint32_t i = 0; i < m->options->clients; i++) {
        const size_t size = lope_net_server_packet(m->server, i, bytes, sizeof bytes, now);
        if (size > 0) lope_net_link_send(&m->clients[i].down, bytes, size, now);
    }
    m->network_time += lope_scene_clock_cpu() - moved;
    return true;
}

// ---- beginning and end ------------------------------------------------------------------------------------

// Puts the players round where the scenario's first character stands, on what there is to stand on.
static bool join_all(match *m, lope_scene_fault *fault)
{
    const lope_state *first = lope_character_state(m->player->actors[0].handle);
    const bool meets = m->rules.contact_bound != LOPE_NET_PASS;
    const lope_scene_net_ground ground = {&m->view, m->moveset, m->nearbys[0], 1};
    uint32_t at = 0;
    m->centre = first->feet;
    for (uint32_t i = 0; i < m->options->clients; i++) {
        uint32_t seat;
        m->states[i] = meets ? lope_scene_net_begin(&ground, first, &at) : *first;
        m->states[i].own_body = BODY + i;
        m->ends[i] = &m->states[i];
        if (lope_net_server_join(m->server, BODY + i, &m->states[i], &seat) != LOPE_OK || seat != i)
            return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: player %u has no seat", m->player->scenario->file,
                                   (unsigned)i);
    }
    return true;
}

static bool make_clients(match *m)
{
    for (uint32_t i = 0; i < m->options->clients; i++) {
        client *c = &m->clients[i];
        c->view.of = &m->level;
        c->hand = (lope_scene_hand){.random = m->options->seed * 1000003u + i};
        lope_net_link_begin(&c->up, &m->options->line, m->options->seed * 7919u + 2u * i);
        lope_net_link_begin(&c->down, &m->options->line, m->options->seed * 7919u + 2u * i + 1u);
        c->net = lope_net_client_create(&(lope_net_client_def){
            .rules = m->rules, .moveset = m->moveset, .around = lope_scene_net_around, .context = &c->view});
        m->nearbys[i] = lope_nearby_create(NULL);
        if (c->net == NULL || m->nearbys[i] == NULL) return false;
    }
    return true;
}

static bool make(match *m, lope_scene_fault *fault)
{
    const uint32_t n = m->options->clients;
    lope_error error = {0};
    m->states = calloc(n, sizeof *m->states);
    m->ends = calloc(n, sizeof *m->ends);
    m->nearbys = calloc(n, sizeof *m->nearbys);
    m->clients = calloc(n, sizeof *m->clients);
    m->past = calloc(PAST, sizeof *m->past);
    m->offsets.values = calloc(SAMPLES, sizeof(double));
    m->proxies.values = calloc(SAMPLES, sizeof(double));
    m->view.of = &m->level;
    m->server =
        lope_net_server_create(&(lope_net_server_def){.rules = m->rules, .moveset = m->moveset, .players = n, .error = &error});
    const bool good = m->states != NULL && m->ends != NULL && m->nearbys != NULL && m->clients != NULL && m->past != NULL &&
                      m->offsets.values != NULL && m->proxies.values != NULL && m->server != NULL && make_clients(m);
    if (!good && error.code != LOPE_OK)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "net: %s %s", error.field, error.text);
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "out of memory");
}

static void destroy(match *m)
{
    for (uint32_t i = 0; m->clients != NULL && i < m->options->clients; i++) {
        lope_net_client_destroy(m->clients[i].net);
        lope_nearby_destroy(m->nearbys[i]);
    }
    lope_net_server_destroy(m->server);
    free(m->states);
    free(m->ends);
    free(m->nearbys);
    free(m->clients);
    free(m->past);
    free(m->offsets.values);
    free(m->proxies.values);
    lope_scene_player_destroy(m->player);
}

static void add_client(match *m, uint32_t player)
{
    lope_scene_match_result *r = m->result;
    client *c = &m->clients[player];
    const lope_net_stats s = lope_net_client_stats(c->net);
    lope_net_seat_stats seat = {0};
    lope_net_server_stats(m->server, player, &seat);
    r->ticks += seat.ticks;
    r->replaced += seat.replaced;
    r->digests_checked += s.checks;
    r->digests_wrong += s.wrong;
    r->joins += 1;
    r->states_sent += s.states - 1;
    r->healed += s.heals;
    r->rerun_ticks += s.rerun_ticks;
    r->undone += s.undone;
    r->told += seat.told;
    r->refused += s.refused + seat.refused + seat.flooded;
    r->up_bits += 8.0 * ((double)c->up.bytes + HEADER_BYTES * (double)c->up.sent);
    r->down_bits += 8.0 * ((double)c->down.bytes + HEADER_BYTES * (double)c->down.sent);
    r->proxy_bits += (double)seat.moving_bits;
    r->idle_bits += (double)seat.idle_bits;
    r->all_equal += lope_net_server_tick(m->server) - s.agreed < RECENT * m->rules.tick_rate;
    r->hash = r->hash * UINT64_C(1099511628211) ^ lope_state_digest(&m->states[player]);
}

static double share(double a, double b) { return b > 0 ? a / b : 0; }

static void sum_up(match *m)
{
    lope_scene_match_result *r = m->result;
    uint64_t ticks = 0, moving = 0, idle = 0;
    for (uint32_t i = 0; i < m->options->clients; i++) {
        lope_net_seat_stats seat = {0};
        lope_net_server_stats(m->server, i, &seat);
        add_client(m, i);
        ticks += m->clients[i].ticks;
        moving += seat.moving;
        idle += seat.idle;
    }
    const double client_seconds = m->options->seconds * m->options->clients;
    const double player_ticks = (double)lope_net_server_tick(m->server) * m->options->clients;
    r->up_bits = share(r->up_bits, client_seconds);
    r->down_bits = share(r->down_bits, client_seconds);
    r->proxy_bits = share(r->proxy_bits, (double)moving);
    r->idle_bits = share(r->idle_bits, (double)idle);
    r->offset_p50 = quantile(&m->offsets, 0.5);
    r->offset_p95 = quantile(&m->offsets, 0.95);
    r->proxy_p50 = quantile(&m->proxies, 0.5);
    r->proxy_p95 = quantile(&m->proxies, 0.95);
    r->client_us = 1e6 * share(m->client_time, (double)ticks);
    r->rerun_us = 1e6 * share(m->rerun_time, (double)r->rerun_ticks);
    r->server_us = 1e6 * share(m->server_time, player_ticks);
    r->network_us = 1e6 * share(m->network_time, player_ticks);
    r->distance_first = m->states[0].distance_walked;
}

// ---- the match --------------------------------------------------------------------------------------------

static bool play(match *m, lope_scene_fault *fault)
{
    const uint64_t steps = (uint64_t)(m->options->seconds * STEPS);
    double next = 0;
    for (uint64_t step = 0; step < steps; step++) {
        const double now = (double)step / STEPS;
        receive_all(m, now);
        for (; next <= now; next += 1.0 / m->rules.tick_rate)
            if (!tick(m, now, fault)) return false;
        for (uint32_t i = 0; i < m->options->clients; i++) {
            if ((step + i) % FRAME != 0) continue;
            const double clock = i == 0 ? m->options->clock : 1.0;
            frame(m, &m->clients[i], clock * FRAME / STEPS, (uint32_t)(step / FRAME));
        }
        if (m->options->progress != NULL && step % (STEPS / 4) == 0)
            m->options->progress(m->options->context, (double)step / (double)steps);
    }
    return true;
}

bool lope_scene_match_play(const lope_scenario *scenario, const lope_scene_match_options *options,
                           lope_scene_match_result *result, lope_scene_fault *fault)
{
    match m = {.options = options, .result = result, .random = options->seed};
    memset(result, 0, sizeof *result);
    if (scenario->character_count == 0)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                               "%s: characters: a match needs one, to tell what players are and where "
                               "they begin",
                               scenario->file);
    m.player = lope_scene_player_create(scenario, NULL, fault);
    if (m.player == NULL) return false;
    m.moveset = &m.player->movesets[0];
    m.level = (lope_scene_net_level){.player = m.player, .level = lope_scene_player_level(m.player)};
    m.rules = lope_scene_net_rules(&m.level, options->bound, options->tick_rate);
    m.rules.send_every = options->send_every;
    m.rules.copies = options->copies;
    const bool good = make(&m, fault) && join_all(&m, fault) && play(&m, fault);
    if (good) sum_up(&m);
    destroy(&m);
    return good;
}
