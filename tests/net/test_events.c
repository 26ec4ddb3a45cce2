// test_events.c - events are told once each: what a client told, less what it told as undone, against what
// happened at the server, under loss, silences and launches.
#include "net_help.h"

#include "game.h"

#include "net/told.h"

#define MOST 20000u

typedef struct entry {
    uint32_t tick, kind;
    uint64_t body;
    int matched;
} entry;

typedef struct list {
    entry *entries;
    uint32_t count, undone, strays;
} list;

typedef struct scene {
    game g;
    list server[GAME_SEATS], client[GAME_SEATS];
    uint64_t random;
    double launches;
    bool wanders;
} scene;

static void add(list *l, uint32_t tick, const lope_event *event)
{
    if (l->entries == NULL) l->entries = calloc(MOST, sizeof *l->entries);
    if (l->entries == NULL || l->count == MOST) fail_msg("too many events");
    l->entries[l->count++] = (entry){.tick = tick, .kind = event->kind, .body = event->body};
}

static uint32_t apart(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

// Takes the nearest entry of that thing away; false: there is none.
static bool take_back(list *l, uint32_t tick, const lope_event *event)
{
    uint32_t best = MOST, least = 2 * LOPE_TOLD_NEAR + 1;
    for (uint32_t i = l->count; i-- > 0;) {
        const entry *e = &l->entries[i];
        if (e->kind != event->kind || e->body != event->body || apart(e->tick, tick) >= least) continue;
        best = i;
        least = apart(e->tick, tick);
    }
    if (best == MOST) return false;
    l->entries[best] = l->entries[--l->count];
    return true;
}

static void reported(game *g, uint32_t seat, uint32_t tick, const lope_report *report)
{
    scene *s = g->context;
    for (uint32_t i = 0; i < report->event_count && i < LOPE_REPORT_EVENTS; i++) add(&s->server[seat], tick, &report->events[i]);
}

static void frame(game *g, uint32_t seat)
{
    scene *s = g->context;
    uint32_t count;
    const lope_net_event *events = lope_net_client_events(g->clients[seat].net, &count);
    for (uint32_t i = 0; i < count; i++) {
        list *l = &s->client[seat];
        if (!events[i].undone) {
            add(l, events[i].tick, &events[i].event);
        } else {
            l->undone++;
            l->strays += !take_back(l, events[i].tick, &events[i].event);
        }
    }
}

static void before_tick(game *g, uint32_t tick)
{
    scene *s = g->context;
    (void)tick;
    for (uint32_t i = 0; i < 4; i++) {
        if (random_between(&s->random, 0, 1) >= s->launches / 60) continue;
        lope_requests requests = {.asked = LOPE_REQUEST_LAUNCH,
                                  .launch_velocity = {(float)random_between(&s->random, -3, 3), 5, 0}};
        lope_net_server_order(g->server, i, &(lope_input){.requests = &requests}, random_below(&s->random, 10));
    }
}

// A thing may be moved by LOPE_TOLD_NEAR ticks by each of two corrections, and is told once all the same.
#define DRIFT (2 * LOPE_TOLD_NEAR)

// Counts of a client's entries those that the server has too, in pairs of the nearest; `from` to `to` in
// ticks. Returns how many of either side have no partner within DRIFT ticks.
static uint32_t compare(list *client, list *server, uint32_t from, uint32_t to, uint32_t *pairs, uint32_t *twice)
{
    uint32_t alone = 0;
    for (uint32_t i = 0; i < client->count; i++) {
        entry *c = &client->entries[i], *best = NULL;
        uint32_t least = DRIFT + 1;
        bool any = false;
        for (uint32_t k = 0; k < server->count; k++) {
            entry *e = &server->entries[k];
            if (e->kind != c->kind || e->body != c->body || apart(e->tick, c->tick) > DRIFT) continue;
            any = true;
            if (e->matched || apart(e->tick, c->tick) >= least) continue;
            best = e;
            least = apart(e->tick, c->tick);
        }
        if (best != NULL) best->matched = c->matched = 1;
        if (c->tick < from || c->tick >= to) continue;
        *pairs += best != NULL;
        *twice += best == NULL && any;
        alone += best == NULL;
    }
    for (uint32_t k = 0; k < server->count; k++) {
        const entry *e = &server->entries[k];
        alone += !e->matched && e->tick >= from && e->tick < to;
    }
    return alone;
}

static void play(const lope_net_link_profile *line, double launches, double seconds, double most)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = LOPE_NET_PASS}, line, 9));
    s->g.context = s;
    s->g.hooks = (game_hooks){.before_tick = before_tick, .reported = reported, .frame = frame, .wishes = game_wander};
    s->random = 12345;
    s->launches = launches;
    static const lope_point places[4] = {{0, 0, 5}, {10, 0.3, 0}, {-10, 0.3, 0}, {0, 0.3, 14}};
    for (uint32_t i = 0; i < 4; i++) game_join(&s->g, places[i]);
    game_run(&s->g, seconds);
    uint32_t pairs = 0, alone = 0, twice = 0, undone = 0, strays = 0, heals = 0, wrong = 0;
    const uint32_t end = lope_net_server_tick(s->g.server);
    for (uint32_t i = 0; i < 4; i++) {
        const lope_net_stats stats = lope_net_client_stats(s->g.clients[i].net);
        alone += compare(&s->client[i], &s->server[i], 60, end - 120, &pairs, &twice);
        undone += s->client[i].undone;
        strays += s->client[i].strays;
        assert_int_equal(stats.undone, s->client[i].undone);
        heals += stats.heals;
        wrong += stats.wrong;
        free(s->client[i].entries);
        free(s->server[i].entries);
    }
    printf("loss %.2f, %.1f launches a second: %u events told once, %u with no partner (%u of them a second time), %u undone "
           "(%u that were never told), %u heals\n",
           line->loss, launches, pairs, alone, twice, undone, strays, heals);
    assert_int_equal(wrong, 0);
    assert_true(pairs > 200);
    assert_int_equal(strays, 0);
    assert_true((double)alone <= most * pairs);
    if (line->loss > 0) assert_true(heals > 10);
    assert_string_equal(s->g.fault, "");
    game_close(&s->g);
    free(s);
}

// With no correction each thing is told once, to the last one.
static void clean_line(void **unused)
{
    (void)unused;
    play(&(lope_net_link_profile){.delay = 0.03}, 0, 30, 0);
}

static void losses(void **unused)
{
    (void)unused;
    play(&(lope_net_link_profile){.delay = 0.05, .jitter = 0.01, .loss = 0.1, .burst = 0.5}, 0, 60, 0);
}

static void launches(void **unused)
{
    (void)unused;
    play(&(lope_net_link_profile){.delay = 0.1, .jitter = 0.02, .loss = 0.05}, 0.5, 60, 0.0);
}

static void all_at_once(void **unused)
{
    (void)unused;
    play(
        &(lope_net_link_profile){
            .delay = 0.1, .jitter = 0.04, .loss = 0.1, .burst = 0.5, .doubled = 0.05, .silence = 0.7, .silence_every = 7},
        0.5, 60, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clean_line), cmocka_unit_test(losses), cmocka_unit_test(launches),
                                       cmocka_unit_test(all_at_once)};
    return cmocka_run_group_tests_name("net.events", tests, NULL, NULL);
}
