// test_zones_real.c - many machines as processes: etcd, three servers, six players over UDP. An owner is killed with
// signal 9 while its players run; then it is started again, and another one is killed. Figures: how long until all its players
// are run again, players lost, ticks run by two servers, digests that differ. Without etcd (Debian: apt-get install
// etcd-server) it is skipped.
#define _POSIX_C_SOURCE 200809L

#include "../net/net_help.h"

#include "zones_bots.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LONGEST 120.0 // s that anything may take, on a busy machine

typedef struct trial {
    process_shared *shared;
    zones_world world;
    zones_bot bots[PROCESS_PLAYERS];
    pid_t etcd, servers[ZONES];
    char folder[128];
    double mark; // s: what is asked is whether it has happened since then
    uint32_t mark_tick;
} trial;

// Lets the players play for so long, or until a condition holds.
static double play(trial *t, double seconds, bool (*until)(trial *))
{
    const double begin = process_clock();
    double now = begin;
    for (; now - begin < seconds && (until == NULL || !until(t)); now = process_clock()) {
        for (uint32_t i = 0; i < PROCESS_PLAYERS; i++) zones_bot_frame(&t->bots[i], now);
        nanosleep(&(struct timespec){.tv_nsec = 8000000}, NULL);
    }
    return now - begin;
}

static bool all_play(trial *t)
{
    for (uint32_t i = 0; i < PROCESS_PLAYERS; i++)
        if (!zones_bot_plays(&t->bots[i], t->mark)) return false;
    return true;
}

static void mark(trial *t)
{
    t->mark = process_clock();
    t->mark_tick = process_tick(t->shared);
}

// Returns whether a player was run last by a server that is up, since the mark.
static bool is_run(const trial *t, uint32_t player)
{
    const uint32_t by = atomic_load(&t->shared->ran_by[player]);
    return by != 0 && t->servers[by - 1] != 0 && atomic_load(&t->shared->ran_at[player]) > t->mark_tick;
}

static bool all_run(trial *t)
{
    for (uint32_t player = 1; player <= PROCESS_PLAYERS; player++)
        if (!is_run(t, player)) return false;
    return true;
}

static bool all_ready(trial *t)
{
    for (uint32_t i = 0; i < ZONES; i++)
        if (!atomic_load(&t->shared->ready[i])) return false;
    return true;
}

// Returns the server that runs the most players; *count receives how many.
static uint32_t busiest(const trial *t, uint32_t *count)
{
    uint32_t runs[ZONES] = {0}, best = 0;
    for (uint32_t player = 1; player <= PROCESS_PLAYERS; player++)
        if (is_run(t, player)) runs[atomic_load(&t->shared->ran_by[player]) - 1]++;
    for (uint32_t i = 1; i < ZONES; i++)
        if (runs[i] > runs[best]) best = i;
    *count = runs[best];
    return best;
}

static uint32_t count_lost(const trial *t)
{
    uint32_t lost = 0;
    for (uint32_t player = 1; player <= PROCESS_PLAYERS; player++) lost += !is_run(t, player);
    return lost;
}

static void kill_one(trial *t, uint32_t round)
{
    uint32_t players, begun = 0, checks = 0, wrong = 0, states = 0;
    mark(t);
    play(t, LONGEST, all_run);
    const uint32_t victim = busiest(t, &players);
    const pid_t id = t->servers[victim];
    t->servers[victim] = 0;
    assert_int_equal(kill(id, SIGKILL), 0);
    assert_int_equal(waitpid(id, NULL, 0), id);
    mark(t);
    const double run = play(t, LONGEST, all_run);
    mark(t);
    const double played = run + play(t, LONGEST, all_play);
    play(t, 3, NULL);
    t->servers[victim] = process_start_server(t->shared, victim);
    play(t, LONGEST, all_ready);
    play(t, 4, NULL);
    mark(t);
    play(t, LONGEST, all_run);
    play(t, LONGEST, all_play);
    const uint32_t lost = count_lost(t), twice = atomic_load(&t->shared->twice);
    for (uint32_t i = 0; i < PROCESS_PLAYERS; i++) zones_bot_count(&t->bots[i], &begun, &checks, &wrong, &states);
    printf("kill -9 %u: server %u with %u players; run again after %.2f s, played again after %.2f s; lost %u, ticks run by two "
           "servers %u; digests %u, wrong %u%s\n",
           round, victim, players, run, played, lost, twice, checks, wrong, lost + twice + wrong > 0 ? "  WRONG" : "");
    assert_true(players > 0);
    assert_true(run < LONGEST);
    assert_int_equal(lost + twice + wrong, 0);
}

static bool has_etcd(void) { return system("command -v etcd >/dev/null 2>&1") == 0; }

static int begin(void **state)
{
    static trial t;
    *state = &t;
    t.shared = process_share();
    snprintf(t.folder, sizeof t.folder, "%s/etcd-%ld", LOPE_TEST_OUT, (long)getpid());
    if (t.shared == NULL || !has_etcd()) return 0;
    t.etcd = process_start_etcd(t.shared, t.folder);
    return 0;
}

static int finish(void **state)
{
    trial *t = *state;
    char command[160];
    for (uint32_t i = 0; i < ZONES; i++)
        if (t->servers[i] > 0) {
            kill(t->servers[i], SIGKILL);
            waitpid(t->servers[i], NULL, 0);
        }
    if (t->etcd > 0) {
        kill(t->etcd, SIGKILL);
        waitpid(t->etcd, NULL, 0);
    }
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    return system(command) == 0 ? 0 : 1;
}

static void owners_are_killed(void **state)
{
    trial *t = *state;
    uint32_t begun = 0, checks = 0, wrong = 0, states = 0;
    if (!has_etcd()) {
        printf("skipped: etcd is not installed (Debian: apt-get install etcd-server)\n");
        skip();
    }
    assert_true(t->etcd > 0);
    assert_true(zones_world_open(&t->world));
    for (uint32_t i = 0; i < ZONES; i++) t->servers[i] = process_start_server(t->shared, i);
    for (uint32_t i = 0; i < PROCESS_PLAYERS; i++) assert_true(zones_bot_open(&t->bots[i], &t->world, t->shared, i + 1));
    printf("players are in after %.1f s\n", play(t, LONGEST, all_play));
    assert_true(all_play(t));
    play(t, 3, NULL);
    for (uint32_t round = 1; round <= 3; round++) kill_one(t, round);
    for (uint32_t i = 0; i < PROCESS_PLAYERS; i++) {
        zones_bot_count(&t->bots[i], &begun, &checks, &wrong, &states);
        zones_bot_close(&t->bots[i]);
    }
    printf("over borders %u, ticks run late at most %u; from the dead %u, ticks run again at most %u; clients %u, states %u; "
           "faults %u\n",
           atomic_load(&t->shared->taken), atomic_load(&t->shared->gap_most), atomic_load(&t->shared->rescued),
           atomic_load(&t->shared->again_most), begun, states, atomic_load(&t->shared->faults));
    assert_int_equal(atomic_load(&t->shared->faults), 0);
    assert_true(atomic_load(&t->shared->rescued) > 0);
    zones_world_close(&t->world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(owners_are_killed, begin, finish)};
    return cmocka_run_group_tests_name("transport.zones_real", tests, NULL, NULL);
}
