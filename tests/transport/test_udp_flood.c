// test_udp_flood.c - what strangers send: hellos by the hundred thousand, garbage by the million bytes, half
// handshakes. Nothing is kept, nothing crashes, and players that are in play on.
#include "sim_net.h"

#include <openssl/crypto.h>

#ifdef LOPE_QUICK
#define HELLOS 10000u
#define GARBAGE 2000000u // bytes
#else
#define HELLOS 100000u
#define GARBAGE 8000000u
#endif

// ---- what OpenSSL holds -----------------------------------------------------------------------------------

static size_t held; // bytes

static void *count_malloc(size_t size, const char *file, int line)
{
    size_t *block = malloc(size + 16);
    (void)file;
    (void)line;
    if (block == NULL) return NULL;
    block[0] = size;
    held += size;
    return (char *)block + 16;
}

static void count_free(void *memory, const char *file, int line)
{
    (void)file;
    (void)line;
    if (memory == NULL) return;
    char *block = (char *)memory - 16;
    held -= *(size_t *)(void *)block;
    free(block);
}

static void *count_realloc(void *memory, size_t size, const char *file, int line)
{
    void *next = count_malloc(size, file, line);
    if (memory == NULL || next == NULL) return next;
    const size_t before = *(size_t *)(void *)((char *)memory - 16);
    memcpy(next, memory, before < size ? before : size);
    count_free(memory, file, line);
    return next;
}

// ---- what strangers send ------------------------------------------------------------------------------------

// Returns the address of one stranger of many.
static lope_address stranger(uint32_t k)
{
    return (lope_address){.ip = {[10] = 0xff, 0xff, 172, (uint8_t)(k >> 16), (uint8_t)(k >> 8), (uint8_t)k},
                          .port = (uint16_t)(1024 + k % 50000)};
}

static void hellos_keep_nothing_and_answers_are_shorter(void **unused)
{
    udp_game g;
    udp_guest guest;
    sim_talk t;
    size_t held_before = 0;
    (void)unused;
    udp_game_open(&g, 4, 1);
    sim_talk_begin(&t, &g.p);
    const lope_token token = udp_game_token(&g, 1, 5, 60);
    udp_game_join(&g, &guest, &token);
    lope_transport_event event;
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_receive(guest.transport, udp_game_now(&g), bytes, sizeof bytes, &event);
    assert_int_equal(t.count, 1);
    const sim_datagram hello = t.list[0];
    g.p.count = 0;
    g.p.tap = NULL;
    const uint64_t answered = g.p.bytes;
    for (uint32_t i = 0; i < HELLOS; i++) {
        const lope_address from = stranger(i);
        sim_net_put(&g.p, &from, &g.address, hello.bytes, hello.size);
        if (i % 500 != 499) continue;
        g.skipped += 0.01;
        udp_game_look(&g, NULL, 0);
        g.p.count = 0; // the answers
        if (i == 499) held_before = held;
    }
    const lope_udp_stats s = lope_udp_stats_of(g.server);
    const double answer = (double)(g.p.bytes - answered) / HELLOS;
    printf("%u hellos of %zu bytes: %ld bytes are held, answers of %.0f bytes\n", HELLOS, hello.size,
           (long)held - (long)held_before, answer);
    assert_true(s.hellos == HELLOS);
    assert_true(s.handshakes == 0);
    assert_int_equal(held, held_before);
    assert_true(answer > 0 && answer <= (double)hello.size);
    lope_transport_close(guest.transport);
    udp_game_join(&g, &guest, &token); // and an honest client still comes in
    udp_game_settle(&g, &guest, 1, 4);
    assert_int_equal(guest.told.opened, 1);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

// Returns how many bytes of a kind of garbage there are: drawn, or what was overheard with bits changed.
static size_t garbage(uint64_t *seed, const sim_talk *t, uint8_t *bytes)
{
    const uint32_t kind = random_below(seed, 4);
    if (kind == 0 || t->count == 0) {
        const size_t size = random_below(seed, 4) == 0 ? random_below(seed, LOPE_DATAGRAM) : random_below(seed, 80);
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_next(seed);
        if (kind == 0 && size > 14 && random_below(seed, 2)) { // the head of a handshake record
            const uint8_t head[] = {22, 0xfe, 0xff, 0, 0, 0, 0, 0, 0, 0, 0};
            memcpy(bytes, head, sizeof head);
            bytes[13] = 1;
        }
        return size;
    }
    return sim_talk_changed(t, seed, kind == 1 ? 0 : 6, bytes);
}

// Garbage from strangers and, with a forged address, from a player, to the server and to the player. The
// player's packets go through all the time.
static void garbage_disturbs_no_player(void **unused)
{
    static sim_talk t;
    udp_game g;
    udp_guest guest;
    uint64_t seed = test_seed();
    uint64_t total = 0, count = 0;
    uint32_t sent = 0;
    (void)unused;
    t.count = 0;
    udp_game_open(&g, 4, 2);
    sim_talk_begin(&t, &g.p);
    const lope_token token = udp_game_token(&g, 1, 5, 60);
    udp_game_join(&g, &guest, &token);
    udp_game_settle(&g, &guest, 1, 4);
    assert_int_equal(guest.told.opened, 1);
    while (total < GARBAGE) {
        for (uint32_t k = 0; k < 20; k++, count++) {
            uint8_t bytes[LOPE_DATAGRAM];
            const size_t size = garbage(&seed, &t, bytes);
            if (size == 0) continue; // the sim_net knows no empty ones
            const lope_address from = random_below(&seed, 2) ? guest.address : stranger(random_below(&seed, 9));
            if (random_below(&seed, 4) == 0)
                sim_net_put(&g.p, &g.address, &guest.address, bytes, size);
            else
                sim_net_put(&g.p, &from, &g.address, bytes, size);
            total += size;
        }
        g.skipped += 0.1;
        sent++;
        assert_int_equal(lope_transport_send(guest.transport, 0, &sent, sizeof sent, udp_game_now(&g)), LOPE_OK);
        assert_int_equal(lope_transport_send(g.server, 0, &sent, sizeof sent, udp_game_now(&g)), LOPE_OK);
        if (t.count == SIM_TALK) t.count = 32; // it overhears on
        udp_game_look(&g, &guest, 1);
        if (g.told.packets != sent || guest.told.packets != sent || memcmp(g.told.last, &sent, sizeof sent) != 0)
            fail_msg("after %llu datagrams: the server has %u of %u packets, the player %u", (unsigned long long)count,
                     g.told.packets, sent, guest.told.packets);
    }
    printf("%llu datagrams, %llu bytes of garbage: %u packets each way, all came once\n", (unsigned long long)count,
           (unsigned long long)total, sent);
    assert_int_equal(g.told.closed, 0);
    assert_int_equal(guest.told.closed, 0);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

// Garbage among handshakes: none of the sanitizers finds fault, and a client with a quiet line comes in
// afterwards.
static void garbage_in_handshakes_does_not_crash(void **unused)
{
    static sim_talk t;
    udp_game g;
    uint64_t seed = test_seed() + 1;
    uint32_t opened = 0;
    (void)unused;
    udp_game_open(&g, 40, 3);
    sim_talk_begin(&t, &g.p);
    for (uint32_t round = 0; round < 40; round++) {
        udp_guest guest;
        const lope_token token = udp_game_token(&g, round, 5, 60);
        t.count = 0;
        udp_game_join(&g, &guest, &token);
        for (uint32_t step = 0; step < 30; step++) {
            uint8_t bytes[LOPE_DATAGRAM];
            for (uint32_t k = 0; k < 3; k++) {
                const size_t size = garbage(&seed, &t, bytes);
                const bool up = random_below(&seed, 2);
                if (size > 0) sim_net_put(&g.p, up ? &guest.address : &g.address, up ? &g.address : &guest.address, bytes, size);
            }
            udp_game_look(&g, &guest, 1);
        }
        opened += guest.told.opened;
        lope_transport_close(guest.transport);
        g.p.ends--;
        g.p.count = 0;
        g.skipped += 11; // whatever is left at the server is given up
        udp_game_look(&g, NULL, 0);
    }
    udp_guest last;
    const lope_token token = udp_game_token(&g, 99, 5, 60);
    udp_game_join(&g, &last, &token);
    udp_game_settle(&g, &last, 1, 4);
    assert_int_equal(last.told.opened, 1);
    printf("%u of 40 handshakes came through garbage\n", opened);
    lope_transport_close(last.transport);
    udp_game_close(&g);
}

// Strangers that bring the cookie back and stop there: they cannot fill the server, and are forgotten.
static void half_handshakes_are_bounded_and_given_up(void **unused)
{
    static udp_guest guests[60];
    udp_game g;
    (void)unused;
    udp_game_open(&g, 4, 4);
    for (uint32_t i = 0; i < 40; i++) {
        lope_token token = udp_game_token(&g, i, 5, 60);
        token.key[0] ^= 1; // it never comes in
        udp_game_join(&g, &guests[i], &token);
        g.p.end[g.p.ends - 1].own.ip[15] = 200; // all of one network, at ports of their own
        g.p.end[g.p.ends - 1].own.port = (uint16_t)(2000 + i);
    }
    for (uint32_t k = 0; k < 10; k++) udp_game_look(&g, guests, 40);
    const lope_udp_stats s = lope_udp_stats_of(g.server);
    assert_true(s.handshakes == 16);
    udp_guest honest;
    const lope_token token = udp_game_token(&g, 99, 5, 60);
    udp_game_join(&g, &honest, &token);
    udp_game_settle(&g, &honest, 1, 4);
    assert_int_equal(honest.told.opened, 1);
    g.skipped += 6;
    udp_game_look(&g, NULL, 0);
    assert_true(lope_udp_stats_of(g.server).given_up == 16);
    assert_int_equal(g.told.opened, 1);
    for (uint32_t i = 0; i < 40; i++) lope_transport_close(guests[i].transport);
    lope_transport_close(honest.transport);
    udp_game_close(&g);
}

// A client that floods is cut to what one may send, before anything is decrypted.
static void flood_of_a_player_is_cut(void **unused)
{
    udp_game g;
    udp_guest guest;
    (void)unused;
    udp_game_open(&g, 4, 5);
    const lope_token token = udp_game_token(&g, 1, 5, 60);
    udp_game_join(&g, &guest, &token);
    udp_game_settle(&g, &guest, 1, 4);
    const double now = udp_game_now(&g);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(lope_transport_send(guest.transport, 0, &i, sizeof i, now), LOPE_OK);
    udp_game_look(&g, NULL, 0);
    assert_in_range(g.told.packets, 50, 64); // 64 at once, less what the handshake took just now
    assert_true(lope_udp_stats_of(g.server).flooded == 1000 - g.told.packets);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hellos_keep_nothing_and_answers_are_shorter),
        cmocka_unit_test(garbage_disturbs_no_player),
        cmocka_unit_test(garbage_in_handshakes_does_not_crash),
        cmocka_unit_test(half_handshakes_are_bounded_and_given_up),
        cmocka_unit_test(flood_of_a_player_is_cut),
    };
    if (!CRYPTO_set_mem_functions(count_malloc, count_realloc, count_free)) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
