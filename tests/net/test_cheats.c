// test_cheats.c - what cheats gain: each attack of cheats.h beside an honest client over the same line. A
// cheat goes no farther than the honest one in the same time, stays no longer in the air, gets at most 10
// states a second, and costs the server at most 2 % of a core.
//
// LOPE_CHEATS_SECONDS: of each row, 6; `./run net cheats` plays 60 and holds the costs to their limit. In a
// short form the costs may be five times as high, as the machine may be busy.
#include "net_help.h"

#include "cheats.h"

#include "scene/clock.h"

#include <math.h>

#define BEGIN 4.0        // s: from then on it is measured; all have joined and run
#define STATES_MOST 10.0 // a s
#define SHARE_MOST 2.0   // % of a core
#define REWIND_MOST 0.75 // s: lines up to 0.5 s are believed, and 0.25 s beyond them
#define CROWD 5u
#define PAST 128u // ticks

typedef struct row {
    game g;
    const cheat *cheat;
    cheat_memory memory;
    lope_point last;
    lope_point target[PAST];                       // where the second one was, by tick
    float rise;                                    // m/s: the cheat's speed upward in the last tick
    double way, air, longest, high, deepest, back; // m; s in the air above the floor; m of its head above the floor; m; s
    bool finite;
} row;

typedef struct result {
    double way, states, share, air, high, deepest, back;
    uint32_t wrong, refused;
} result;

static size_t cheats_of(game *g, uint32_t seat, uint8_t *bytes, size_t size)
{
    row *r = g->context;
    return seat == 0 ? cheat_packet(r->cheat, &r->memory, g, seat, bytes, size) : size;
}

// The cheat runs in a circle of 6 m, one rad in 60 of its own ticks, so that a fast clock turns no faster.
static void wishes(game *g, uint32_t seat, double now)
{
    const row *r = g->context;
    lope_command *wish = &g->clients[seat].wish;
    if (seat != 0 && (seat != 1 || r->cheat->crowd)) { // those in the way take small steps
        wish->ahead = (int8_t)(r->cheat->crowd && (uint64_t)(now * 2 + seat) % 3 == 0 ? 40 : 0);
        wish->yaw = (uint16_t)(uint64_t)(now * 9000 + seat * 20000);
        return;
    }
    const uint32_t tick = lope_net_client_stats(g->clients[seat].net).tick;
    wish->ahead = 127;
    wish->yaw = (uint16_t)(uint64_t)(tick * (65536.0 / 6.283185307179586 / 60.0));
    if (seat != 0) return; // the target of shots
    wish->held = r->cheat->jumps ? LOPE_BUTTON_JUMP : 0;
    const lope_state *own = lope_net_client_state(g->clients[0].net);
    if (r->cheat->crouches && own != NULL && own->mode == LOPE_MODE_FALLING && own->velocity.y < 1)
        wish->held |= LOPE_BUTTON_CROUCH;
    wish->pressed = r->cheat->jumps && (uint64_t)(now * 60) % 40 == 0 ? LOPE_BUTTON_JUMP : 0;
}

static double overlap(const lope_state *a, const lope_state *b)
{
    const double x = a->feet.x - b->feet.x, z = a->feet.z - b->feet.z;
    const bool beside = a->feet.y < b->feet.y + (double)b->height && b->feet.y < a->feet.y + (double)a->height;
    return beside ? (double)a->radius + (double)b->radius - sqrt(x * x + z * z) : 0;
}

// Returns how long ago the other character was where a shot of the cheat meets it.
static double rewound(const row *r, uint32_t tick)
{
    lope_capsule seen;
    uint32_t best = 0;
    double least = 1e9;
    if (!lope_net_server_rewind(r->g.server, 0, 1, &seen)) return 0;
    for (uint32_t back = 1; back < PAST - 1; back++) {
        const lope_point at = r->target[(tick - back) % PAST];
        const double x = seen.a.x - at.x, z = seen.a.z - at.z, apart = x * x + z * z;
        if (apart < least) best = back;
        least = fmin(least, apart);
    }
    return (best - 1) / 60.0;
}

// Looks at where the cheat is, before each tick of the server.
static void before_tick(game *g, uint32_t tick)
{
    row *r = g->context;
    const lope_state *own = &g->clients[0].state;
    const double x = own->feet.x - r->last.x, z = own->feet.z - r->last.z, y = own->feet.y;
    r->target[(tick - 1) % PAST] = g->clients[1].state.feet;
    r->last = own->feet;
    r->finite &= isfinite(own->feet.x) && isfinite(own->feet.y) && isfinite(own->feet.z) && isfinite(own->velocity.x) &&
                 isfinite(own->velocity.y) && isfinite(own->velocity.z) && isfinite(own->yaw);
    if (g->now < BEGIN) return;
    r->way += sqrt(x * x + z * z);
    const bool jumped = own->velocity.y > r->rise; // off the ground, where it was for less than a tick
    r->rise = own->velocity.y;
    r->air = own->mode == LOPE_MODE_FALLING && !jumped && y > -0.1 ? r->air + 1.0 / 60 : 0;
    r->longest = fmax(r->longest, r->air);
    r->high = fmax(r->high, y + (double)own->height);
    for (uint32_t i = 1; r->cheat->crowd && i <= CROWD; i++) r->deepest = fmax(r->deepest, overlap(own, &g->clients[i].state));
    if (!r->cheat->crowd) r->back = fmax(r->back, rewound(r, tick));
}

static lope_net_seat_stats seat_of(const game *g)
{
    lope_net_seat_stats stats;
    assert_int_equal(lope_net_server_stats(g->server, 0, &stats), LOPE_OK);
    return stats;
}

static uint32_t allocations;

static void *allocate(void *context, size_t size, size_t alignment)
{
    const lope_allocator plain = lope_allocator_default();
    (void)context;
    allocations++;
    return plain.allocate(plain.context, size, alignment);
}

static void release(void *context, void *memory, size_t size)
{
    const lope_allocator plain = lope_allocator_default();
    (void)context;
    plain.release(plain.context, memory, size);
}

static void open_row(row *r, const cheat *c, uint32_t stepping)
{
    static const lope_net_link_profile line = {.delay = 0.05, .jitter = 0.005, .loss = 0.01};
    memset(r, 0, sizeof *r);
    const lope_net_rules rules = {.contact_bound = c->crowd ? 0 : LOPE_NET_PASS, .stepping = stepping};
    assert_true(game_open(&r->g, &(lope_net_server_def){.rules = rules, .allocator = {allocate, release, NULL}}, &line, 5));
    r->cheat = c;
    r->finite = true;
    r->memory.random = 99;
    r->g.context = r;
    r->g.cpu = lope_scene_clock_cpu;
    r->g.hooks = (game_hooks){.cheats = cheats_of, .wishes = wishes, .before_tick = before_tick};
    game_join(&r->g, (lope_point){0, 0, -20});
    if (c->clock > 0) r->g.clients[0].clock = c->clock;
    for (uint32_t i = 0; i < CROWD; i++) { // on the circle: it begins to the left, so the middle is at x = -6
        const double angle = 6.283185307179586 * (i + 0.5) / CROWD;
        game_join(&r->g, (lope_point){6 * cos(angle) - 6, 0, 6 * sin(angle) - 20});
    }
}

static result play_row(const cheat *c, uint32_t stepping, double seconds)
{
    row *r = malloc(sizeof *r);
    assert_non_null(r);
    open_row(r, c, stepping);
    const uint32_t taken = allocations;
    game_run(&r->g, BEGIN);
    const uint32_t states = seat_of(&r->g).states;
    const double cost = r->g.clients[0].cost;
    game_run(&r->g, seconds);
    const lope_net_seat_stats seat = seat_of(&r->g);
    result a = {.way = r->way,
                .states = (seat.states - states) / seconds,
                .share = 100 * (r->g.clients[0].cost - cost) / seconds,
                .air = r->longest,
                .high = r->high,
                .deepest = r->deepest,
                .back = r->back,
                .refused = seat.refused + seat.flooded};
    const bool honest = c->forge == NULL && c->send == NULL && c->clock == 0;
    for (uint32_t i = honest ? 0 : 1; i <= CROWD; i++) a.wrong += lope_net_client_stats(r->g.clients[i].net).wrong;
    assert_true(r->finite);
    assert_int_equal(allocations, taken); // whatever comes, the server takes no memory
    assert_string_equal(r->g.fault, "");
    game_close(&r->g);
    free(r);
    return a;
}

// Returns what a row breaks; "": nothing.
static const char *breach(const result *a, const cheat *c, const result *legal, uint32_t stepping, double seconds, bool costs)
{
    // beyond the honest way: 1 mm a s for how circles are cut into ticks; as commands come also 0.25 s and 0.5 %
    const double slack = 1e-3 * seconds, speed = legal[CHEAT_LEGAL].way / seconds;
    const bool arrival = stepping == LOPE_NET_ON_ARRIVAL;
    const double most = legal[CHEAT_LEGAL].way * (arrival ? 1.005 : 1) + (arrival ? 0.25 * speed : 0) + slack;
    if (a->way > most) return "goes too far";
    // in the air: a jump, and what a character may be held back
    if (a->air > legal[CHEAT_LONG].air + (arrival ? 0.27 : 0.02)) return "hangs in the air";
    if (a->high > legal[CHEAT_JUMPER].high + 0.01) return "goes too high";
    if (a->states > STATES_MOST + 1 / seconds) return "gets too many states";
    if (a->share > SHARE_MOST * (costs ? 1 : 5)) return "costs too much";
    if (c->crowd && a->deepest > 0.5) return "goes into others";
    if (a->back > REWIND_MOST + 0.02) return "shoots too far into the past";
    if (a->wrong > 0) return "digests of honest ones are wrong";
    return "";
}

static uint32_t play_all(uint32_t stepping, double seconds, bool costs)
{
    result legal[CHEAT_CROWD + 1] = {{0}};
    uint32_t wrong = 0;
    printf("%-28s %9s %9s %8s %8s %7s %7s %9s %8s %8s\n", stepping == LOPE_NET_ON_TICK ? "at their ticks" : "as they come",
           "way m", "of legal", "states/s", "core %", "air s", "head m", "overlap cm", "shot s", "refused");
    for (uint32_t i = 0; i < cheat_count; i++) {
        const result a = play_row(&cheats[i], stepping, seconds);
        if (i <= CHEAT_CROWD) legal[i] = a;
        const char *fault = i <= CHEAT_LONG ? "" : breach(&a, &cheats[i], legal, stepping, seconds, costs);
        printf("%-28s %9.2f %9.4f %8.2f %8.3f %7.2f %7.2f %9.1f %8.3f %8u  %s%s\n", cheats[i].name, a.way,
               a.way / legal[CHEAT_LEGAL].way, a.states, a.share, a.air, a.high, 100 * a.deepest, a.back, (unsigned)a.refused,
               fault[0] != 0 ? "WRONG: " : "", fault);
        wrong += fault[0] != 0;
    }
    assert_true(legal[CHEAT_LEGAL].way > 4.0 * seconds); // an honest one runs
    assert_true(legal[CHEAT_JUMPER].air > 0.3);          // and jumps
    return wrong;
}

static double seconds_of(bool *costs)
{
    const char *given = getenv("LOPE_CHEATS_SECONDS");
    *costs = given != NULL;
    return given != NULL ? strtod(given, NULL) : 6;
}

static void at_ticks(void **unused)
{
    bool costs;
    const double seconds = seconds_of(&costs);
    (void)unused;
    assert_int_equal(play_all(LOPE_NET_ON_TICK, seconds, costs), 0);
}

static void on_arrival(void **unused)
{
    bool costs;
    const double seconds = seconds_of(&costs);
    (void)unused;
    assert_int_equal(play_all(LOPE_NET_ON_ARRIVAL, seconds, costs), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(at_ticks), cmocka_unit_test(on_arrival)};
    return cmocka_run_group_tests_name("net.cheats", tests, NULL, NULL);
}
