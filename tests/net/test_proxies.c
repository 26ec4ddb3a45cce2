// test_proxies.c - the others as they are shown, against where they were at the moment that is shown: on the
// ground and on bodies that slide, lift and turn; what happens when nothing comes any more.
#include "net_help.h"

#include "game.h"

#include <math.h>

#define PAST 512u

typedef struct scene {
    game g;
    lope_point past[GAME_SEATS][PAST];
    uint32_t mover; // seat that is watched
    double *errors;
    uint32_t count, capacity;
    double newest; // moment that was shown last
    uint32_t back; // times that it went back
    bool stands;
} scene;

static void reported(game *g, uint32_t seat, uint32_t tick, const lope_report *report)
{
    scene *s = g->context;
    (void)report;
    s->past[seat][tick % PAST] = g->clients[seat].state.feet;
}

static void frame(game *g, uint32_t seat)
{
    scene *s = g->context;
    lope_net_proxy proxies[GAME_SEATS];
    if (seat == s->mover || g->now < 3) return;
    const uint32_t count = lope_net_client_proxies(g->clients[seat].net, proxies, GAME_SEATS);
    const double moment = lope_net_client_shown(g->clients[seat].net);
    const uint32_t tick = (uint32_t)moment;
    s->back += moment < s->newest - 0.5;
    s->newest = moment;
    if (tick + 1 > lope_net_server_tick(g->server)) return;
    for (uint32_t i = 0; i < count; i++) {
        if (proxies[i].body != g->clients[s->mover].state.own_body) continue;
        const lope_point a = s->past[s->mover][tick % PAST], b = s->past[s->mover][(tick + 1) % PAST];
        const lope_point at = lope_point_mad(a, lope_point_sub(b, a), moment - tick);
        if (s->count < s->capacity) s->errors[s->count++] = lope_point_length(lope_point_sub(proxies[i].feet, at));
    }
}

static void wishes(game *g, uint32_t seat, double now)
{
    const scene *s = g->context;
    lope_command *wish = &g->clients[seat].wish;
    wish->ahead = (int8_t)(seat == s->mover && !s->stands ? 70 : 0);
    wish->yaw = (uint16_t)((uint64_t)(now * 30000) & 0xffffu); // in a circle of less than 2 m
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void watch(const char *name, lope_point feet, bool stands, const lope_net_link_profile *line, uint64_t base, double p50,
                  double p95)
{
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->capacity = 100000;
    s->errors = calloc(s->capacity, sizeof *s->errors);
    assert_non_null(s->errors);
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = LOPE_NET_PASS}, line, 2));
    s->g.context = s;
    s->g.hooks = (game_hooks){.reported = reported, .frame = frame, .wishes = wishes};
    s->stands = stands;
    game_join(&s->g, (lope_point){0, 0, 5});
    s->mover = game_join(&s->g, feet);
    game_run(&s->g, 23);
    assert_true(s->count > 2000);
    if (base != 0) assert_true(s->g.clients[s->mover].state.base_body == base); // it has not fallen off
    qsort(s->errors, s->count, sizeof *s->errors, by_value);
    const double half = s->errors[s->count / 2], most = s->errors[(uint32_t)(0.95 * s->count)], last = s->errors[s->count - 1];
    printf("%-24s p50 %.1f mm, p95 %.1f mm, most %.1f mm; the moment went back %u times\n", name, 1e3 * half, 1e3 * most,
           1e3 * last, s->back);
    assert_true(half <= p50);
    assert_true(most <= p95);
    assert_string_equal(s->g.fault, "");
    game_close(&s->g);
    free(s->errors);
    free(s);
}

static const lope_net_link_profile clean = {.delay = 0.05};
static const lope_net_link_profile lossy = {.delay = 0.05, .jitter = 0.01, .loss = 0.05};

// The place is rounded to 1/256 m (2 mm off at most along each axis, 1.7 mm in the mean), the velocity to
// 1/16 m/s: over 1/30 s that bends the cubic by another 0.3 mm.
static void grounds(void **unused)
{
    (void)unused;
    watch("ground, stands", (lope_point){2, 0, 5}, true, &clean, 0, 0.0034, 0.0034);
    watch("ground, walks", (lope_point){2, 0, 5}, false, &clean, 0, 0.003, 0.006);
    watch("ground, walks, 5 %", (lope_point){2, 0, 5}, false, &lossy, 0, 0.003, 0.010);
}

// On a body the place is in its frame: as well as on the ground. 6 mm of the lift and the turntable beside
// it: between two ticks the truth is taken along the chord.
static void bases(void **unused)
{
    (void)unused;
    const lope_point places[3] = {{10, 0.3, 0}, {-10, 0.3, 0}, {0, 0.3, 14}};
    static const char *const names[3] = {"slides", "lifts", "turns"};
    static const uint64_t ids[3] = {GAME_SLIDE, GAME_LIFT, GAME_TURN};
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s, stands", names[i]);
        watch(name, places[i], true, &clean, ids[i], 0.004, 0.006);
        snprintf(name, sizeof name, "%s, walks", names[i]);
        watch(name, places[i], false, &clean, 0, 0.004, 0.010);
        snprintf(name, sizeof name, "%s, walks, 5 %%", names[i]);
        watch(name, places[i], false, &lossy, 0, 0.004, 0.015);
    }
}

// When nothing comes any more one who walks goes on for a quarter of a second and then stands, and says so.
static void silence(void **unused)
{
    (void)unused;
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = LOPE_NET_PASS}, &clean, 2));
    const uint32_t viewer = game_join(&s->g, (lope_point){0, 0, 5}), mover = game_join(&s->g, (lope_point){2, 0, 5});
    s->g.clients[mover].wish = (lope_command){.ahead = 127, .yaw = 16384};
    game_run(&s->g, 2);
    s->g.clients[viewer].down.profile.loss = 0.99; // nearly nothing
    s->g.clients[viewer].down.profile.burst = 0.9999999;
    s->g.clients[viewer].down.lost_before = 1;
    lope_net_proxy p, before = {0};
    double way = 0;
    bool held = false;
    for (int k = 0; k < 120; k++) {
        game_run(&s->g, 1.0 / 60);
        assert_int_equal(lope_net_client_proxies(s->g.clients[viewer].net, &p, 1), 1);
        if (k > 0) way += lope_point_length(lope_point_sub(p.feet, before.feet));
        if (held) assert_true(lope_point_length(lope_point_sub(p.feet, before.feet)) == 0);
        held = p.holds;
        before = p;
    }
    const double speed = (double)sqrtf(lope_vec3_dot(s->g.clients[mover].state.velocity, s->g.clients[mover].state.velocity));
    printf("speed %.2f m/s, shown to go on for %.2f m\n", speed, way);
    assert_true(held);
    assert_true(way < speed * (0.25 + 0.05 + 0.1 + 0.1)); // what was known ahead of the moment shown, and on the way
    assert_true(way > speed * 0.2);
    game_close(&s->g);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grounds), cmocka_unit_test(bases), cmocka_unit_test(silence)};
    return cmocka_run_group_tests_name("net.proxies", tests, NULL, NULL);
}
