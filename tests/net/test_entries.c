// test_entries.c - entries that are written once a tick for all who know the same: packets are those that a
// server writes which keeps none.
#include "net_help.h"

#include "net/client_packet.h"
#include "net/server_private.h"

#include <math.h>

#define PLAYERS 9u
#define TICKS 400u
#define RATE 60u

typedef struct twin {
    lope_net_server *server;
    lope_state states[PLAYERS];
    const lope_state *ends[PLAYERS];
    double now; // s
} twin;

static lope_moveset moveset;
static const lope_net_rules rules = {.contact_bound = LOPE_NET_PASS, .tells_commands = true};

static void tell(twin *t, uint32_t player, lope_client_packet *p)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_client_packet_pass(&out, p, lope_net_server_tick(t->server));
    assert_false(out.bad);
    assert_int_equal(lope_net_server_receive(t->server, player, bytes, lope_bits_bytes(&out), t->now), LOPE_OK);
}

static void join(twin *t, uint32_t player, uint64_t body)
{
    uint32_t seat;
    assert_int_equal(lope_state_init(&t->states[player], &(lope_state_def){.feet = {2.0 * player, 0, 0}}), LOPE_OK);
    assert_int_equal(lope_net_server_join(t->server, body, &t->states[player], &seat), LOPE_OK);
    assert_int_equal(seat, player);
    t->ends[player] = &t->states[player];
    tell(t, player, &(lope_client_packet){.hello = true, .rules = lope_net_rules_hash(&rules, &moveset)});
}

static void open_twin(twin *t)
{
    memset(t, 0, sizeof *t);
    t->server = lope_net_server_create(
        &(lope_net_server_def){.rules = rules, .moveset = &moveset, .players = PLAYERS, .tick = UINT32_MAX - 200});
    assert_non_null(t->server);
    for (uint32_t i = 0; i < PLAYERS; i++) join(t, i, 1 + i);
}

// Some stand, some walk, some turn and fall.
static void walk(twin *t, uint32_t k)
{
    for (uint32_t i = 0; i < PLAYERS; i++) {
        lope_state *s = &t->states[i];
        const double angle = i % 4 == 3 ? 0.05 * k + i : i;
        const double speed = i % 4 == 0 ? 0 : 3;
        s->velocity = (lope_vec3){(float)(speed * cos(angle)), 0, (float)(speed * sin(angle))};
        s->feet.x += (double)s->velocity.x / RATE;
        s->feet.z += (double)s->velocity.z / RATE;
        s->mode = (k + 7 * i) % 90 < 20 ? LOPE_MODE_FALLING : LOPE_MODE_WALKING;
    }
}

// Plays a tick. heard: ticks since each client's newest packet, LOPE_NET_RING: it says nothing. Fills in
// the packets.
static void step(twin *t, uint32_t k, bool forgets, const uint32_t heard[PLAYERS], uint8_t packets[PLAYERS][LOPE_NET_PACKET],
                 size_t sizes[PLAYERS])
{
    const uint32_t tick = lope_net_server_tick(t->server);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const uint32_t at = tick - heard[i];
        const uint32_t sent = t->server->seats[i].sent[at % LOPE_NET_RING]; // 0: none

        if (heard[i] < LOPE_NET_RING && sent != 0 && sent == at + 1)
            tell(t, i, &(lope_client_packet){.has_heard = true, .heard = at});
    }
    assert_int_equal(lope_net_server_begin(t->server), LOPE_OK);
    walk(t, k);
    assert_int_equal(lope_net_server_end(t->server, t->ends), LOPE_OK);
    for (uint32_t i = 0; i < PLAYERS; i++) {
        if (forgets) memset(t->server->entries, 0, sizeof *t->server->entries * LOPE_ENTRIES * PLAYERS);
        sizes[i] = lope_net_server_packet(t->server, i, packets[i], LOPE_NET_PACKET, t->now);
    }
    t->now += 1.0 / RATE;
}

// Lines of several lengths, some packets lost, seats that are left and taken again, ticks that wrap round.
static void same_packets_without(void **unused)
{
    (void)unused;
    static uint8_t packets[2][PLAYERS][LOPE_NET_PACKET];
    size_t sizes[2][PLAYERS];
    twin keeps, forgets;
    uint64_t seed = test_seed(), count = 0;
    open_twin(&keeps);
    open_twin(&forgets);
    for (uint32_t k = 0; k < TICKS; k++) {
        uint32_t heard[PLAYERS];
        for (uint32_t i = 0; i < PLAYERS; i++)
            heard[i] = random_below(&seed, 3) == 0 ? LOPE_NET_RING : 3 + random_below(&seed, 8);
        if (k % 50 == 49) {
            const uint32_t leaver = random_below(&seed, PLAYERS);
            assert_int_equal(lope_net_server_leave(keeps.server, leaver), LOPE_OK);
            assert_int_equal(lope_net_server_leave(forgets.server, leaver), LOPE_OK);
            join(&keeps, leaver, 100 + k);
            join(&forgets, leaver, 100 + k);
        }
        step(&keeps, k, false, heard, packets[0], sizes[0]);
        step(&forgets, k, true, heard, packets[1], sizes[1]);
        for (uint32_t i = 0; i < PLAYERS; i++) {
            assert_int_equal(sizes[0][i], sizes[1][i]);
            assert_memory_equal(packets[0][i], packets[1][i], sizes[0][i]);
            count += sizes[0][i] > 0;
        }
    }
    assert_true(count > TICKS * PLAYERS / 3); // nearly every second tick
    lope_net_server_destroy(keeps.server);
    lope_net_server_destroy(forgets.server);
}

// An entry is found by its whole key; one that is too long is not kept.
static void kept_by_key(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    for (int k = 0; k < 10000; k++) {
        uint8_t bytes[64], copy[64];
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_bits_pass(&out, random_next(&seed), random_below(&seed, 33)); // what stands before
        const size_t start = out.at;
        const uint32_t count = random_below(&seed, 160);
        for (uint32_t i = 0; i < count; i++) lope_bits_flag(&out, random_next(&seed) & 1u);
        const lope_entry_key key = {random_next(&seed), (uint8_t)(1 + random_below(&seed, 255)), (uint8_t)random_next(&seed)};
        assert_true(lope_entry_place(&key) < LOPE_ENTRIES);
        lope_entry entry = {0};
        lope_entry_keep(&entry, &key, true, &out, start);
        assert_true(lope_entry_is(&entry, &key) == (count <= 32 * LOPE_ENTRY_WORDS));
        if (!lope_entry_is(&entry, &key)) continue;
        assert_true(entry.idle);
        lope_entry_key others[3] = {key, key, key};
        others[0].tick++;
        others[1].known++;
        others[2].changed++;
        for (int i = 0; i < 3; i++) assert_false(lope_entry_is(&entry, &others[i]));
        lope_bits again = lope_bits_write(copy, sizeof copy), in = lope_bits_read(bytes, lope_bits_bytes(&out));
        lope_bits_pass(&again, lope_bits_pass(&in, 0, (unsigned)start), (unsigned)start);
        lope_entry_write(&entry, &again);
        assert_int_equal(again.at, out.at);
        assert_memory_equal(bytes, copy, lope_bits_bytes(&out));
    }
}

int main(void)
{
    const lope_tuning tuning = lope_tuning_default();
    if (lope_moveset_make(&moveset, &tuning, NULL) != LOPE_OK) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(kept_by_key), cmocka_unit_test(same_packets_without)};
    return cmocka_run_group_tests_name("net.entries", tests, NULL, NULL);
}
