// test_zones_match.c - many machines on a virtual clock: players go over borders while they run, jump and ride; owners die,
// stand still and are cut off, and the store is slow. And the same with servers that do not stop at their lease's end, and
// with clocks that go wrong by more than was said, which must be seen to fail.
#include "../net/net_help.h"

#include "zones_match.h"

static zones_match *play(const match_def *def, double seconds, match_end *end)
{
    zones_match *m = malloc(sizeof *m);
    assert_non_null(m);
    assert_true(match_open(m, def));
    match_run(m, seconds);
    match_calm(m);
    match_run(m, 8);
    *end = match_ends(m);
    return m;
}

static void players_go_over_borders(void **unused)
{
    const uint64_t first = test_seed();
    match_end sum = {.lost = 0};
    (void)unused;
    for (uint64_t i = 0; i < 4; i++) {
        match_end end;
        zones_match *m = play(&(match_def){.seed = first + i, .rates = 0.05}, 30, &end);
        assert_int_equal(m->counts.twice, 0);
        assert_int_equal(m->counts.owners_most, 1);
        assert_int_equal(end.lost + end.doubled + end.lagging, 0);
        assert_int_equal(end.servers.faults, 0);
        assert_int_equal(end.servers.rescued, 0);
        sum.servers.taken += end.servers.taken;
        sum.servers.airborne += end.servers.airborne;
        sum.servers.riding += end.servers.riding;
        sum.servers.moving += end.servers.moving;
        sum.servers.gap_sum += end.servers.gap_sum;
        if (end.servers.gap_most > sum.servers.gap_most) sum.servers.gap_most = end.servers.gap_most;
        sum.checks += end.checks;
        sum.wrong += end.wrong;
        sum.states += end.states;
        sum.begun += end.begun;
        match_close(m);
        free(m);
    }
    printf("hand-overs %u, running %u, in the air %u, riding %u; ticks run late: mean %.2f, most %u; digests %u, wrong %u; "
           "states beside the first %u\n",
           sum.servers.taken, sum.servers.moving, sum.servers.airborne, sum.servers.riding,
           sum.servers.gap_sum / (double)sum.servers.taken, sum.servers.gap_most, sum.checks, sum.wrong, sum.states - sum.begun);
    assert_true(sum.servers.taken > 100 && sum.servers.airborne > 5 && sum.servers.riding > 5 && sum.servers.moving > 50);
    assert_true(sum.servers.gap_most <= LOPE_NET_GAP);
    assert_true(sum.checks > 4 * 6 * 600);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.states, sum.begun);
    assert_int_equal(sum.begun, 4 * MATCH_PLAYERS);
}

static void owners_die(void **unused)
{
    const uint64_t first = test_seed();
    const char *given = getenv("LOPE_ZONES_RUNS");
    const uint64_t runs = given != NULL ? strtoull(given, NULL, 10) : 20;
    match_end sum = {.lost = 0};
    match_counts counts = {.ticks = 0};
    (void)unused;
    for (uint64_t i = 0; i < runs; i++) {
        match_end end;
        zones_match *m = play(&(match_def){.seed = first + 100 + i, .chaos = true, .rates = 0.07}, 40, &end);
        if (m->counts.twice + end.lost + end.doubled + end.wrong + end.lagging + end.servers.faults > 0 ||
            m->counts.owners_most > 1)
            fail_msg("run %u: %u ticks run twice, %u owners; lost %u, doubled %u, wrong %u, without a server %u, faults %u",
                     (unsigned)i, m->counts.twice, m->counts.owners_most, end.lost, end.doubled, end.wrong, end.lagging,
                     end.servers.faults);
        counts.ticks += m->counts.ticks;
        counts.kills += m->counts.kills;
        counts.pauses += m->counts.pauses;
        counts.splits += m->counts.splits;
        counts.slow += m->counts.slow;
        counts.cuts += m->counts.cuts;
        if (m->counts.missing_most > counts.missing_most) counts.missing_most = m->counts.missing_most;
        sum.servers.taken += end.servers.taken;
        sum.servers.rescued += end.servers.rescued;
        if (end.servers.again_most > sum.servers.again_most) sum.servers.again_most = end.servers.again_most;
        sum.checks += end.checks;
        sum.begun += end.begun;
        sum.refused += end.refused;
        match_close(m);
        free(m);
    }
    printf("%u runs: killed %u, still %u, links split %u, store slow %u, cut off %u; hand-overs %u, players taken over from the "
           "dead %u, "
           "ticks run again at most %u, records refused %u\n",
           (unsigned)runs, counts.kills, counts.pauses, counts.splits, counts.slow, counts.cuts, sum.servers.taken,
           sum.servers.rescued, sum.servers.again_most, (unsigned)sum.refused);
    printf("ticks of players %u, run by two servers 0; lost 0, doubled 0; run by nobody for at most %.1f s; digests %u, wrong "
           "0; clients that began anew %u\n",
           (unsigned)counts.ticks, counts.missing_most, sum.checks, sum.begun - (unsigned)runs * MATCH_PLAYERS);
    assert_true(counts.kills >= runs && sum.servers.rescued > counts.kills);
}

// What the tests above rest on: without these rules the same runs go wrong, and it is seen.
static void without_its_rules_it_fails(void **unused)
{
    const uint64_t first = test_seed();
    uint32_t reckless = 0, clocks = 0, owners = 1;
    (void)unused;
    for (uint64_t i = 0; i < 3; i++) {
        match_end end;
        zones_match *m = play(&(match_def){.seed = first + 100 + i, .chaos = true, .rates = 0.07, .reckless = true}, 30, &end);
        reckless += m->counts.twice;
        match_close(m);
        free(m);
        m = play(&(match_def){.seed = first + 100 + i, .chaos = true, .rates = 0.3, .drift = 1e-9}, 30, &end);
        clocks += m->counts.twice;
        if (m->counts.owners_most > owners) owners = m->counts.owners_most;
        match_close(m);
        free(m);
    }
    printf("ticks run by two servers: %u where servers go on after their lease; %u where clocks go 30 %% wrong and none is "
           "allowed for, %u owners of a zone\n",
           reckless, clocks, owners);
    assert_true(reckless > 0);
    assert_true(owners > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(players_go_over_borders), cmocka_unit_test(owners_die),
                                       cmocka_unit_test(without_its_rules_it_fails)};
    return cmocka_run_group_tests_name("transport.zones_match", tests, NULL, NULL);
}
