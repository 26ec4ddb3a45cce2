// test_proxy_wire.c - what stands in packets of other characters, there and back: proxies, how they are run
// ahead, and the places that are told. Read next: test_wire.c.
#include "net_help.h"

#include "net/proxy.h"
#include "net/sight.h"

// ---- proxies ----------------------------------------------------------------------------------------------

static lope_proxy random_proxy(uint64_t *seed)
{
    lope_proxy p = {.radius = (uint16_t)random_next(seed),
                    .height = (uint16_t)random_next(seed),
                    .yaw = (uint8_t)random_next(seed),
                    .mode = (uint8_t)random_below(seed, 32),
                    .push_priority = (uint8_t)random_below(seed, 17),
                    .base = random_below(seed, 2) ? LOPE_BODY_NONE : random_next(seed)};
    for (int i = 0; i < 3; i++) {
        p.place[i] = (int32_t)random_next(seed) >> random_below(seed, 32);
        p.velocity[i] = (int16_t)((int32_t)random_next(seed) >> (16 + random_below(seed, 16)));
    }
    return p;
}

static void same_proxy(const lope_proxy *a, const lope_proxy *b)
{
    assert_memory_equal(a->place, b->place, sizeof a->place);
    assert_memory_equal(a->velocity, b->velocity, sizeof a->velocity);
    assert_int_equal(a->radius, b->radius);
    assert_int_equal(a->height, b->height);
    assert_int_equal(a->yaw, b->yaw);
    assert_int_equal(a->mode, b->mode);
    assert_int_equal(a->push_priority, b->push_priority);
    assert_true(a->base == b->base);
}

static size_t pass_known(const lope_proxy *proxy, const lope_proxy_known *known, bool plain)
{
    static const lope_net_rules rules = {.tick_rate = 60, .gravity = {0, -9.8f, 0}};
    uint8_t bytes[128];
    lope_proxy copy = *proxy, back;
    memset(&back, 0x55, sizeof back);
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_proxy_pass(&out, &copy, known, &rules, plain);
    lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
    lope_proxy_pass(&in, &back, known, &rules, plain);
    assert_true(lope_bits_all_read(&in));
    same_proxy(proxy, &back);
    return out.at;
}

static size_t pass_proxy(const lope_proxy *proxy, const lope_proxy *base, uint32_t ticks, bool plain)
{
    const lope_proxy_known known = {.proxy = base, .ticks = ticks};
    return pass_known(proxy, base != NULL ? &known : NULL, plain);
}

// A character that turns evenly as it runs takes few bits where both ends know how it turned; where it is known
// of one tick alone it takes more.
static void proxies_that_turn(void **unused)
{
    (void)unused;
    lope_proxy at[3];
    for (int k = 0; k < 3; k++) {
        const double angle = 0.2 + 0.12 * k, radius = 4.0 / 1.2; // m: 4 m/s at 1.2 rad/s, 6 ticks apart
        at[k] = (lope_proxy){.base = LOPE_BODY_NONE, .mode = 1, .yaw = (uint8_t)(40.7 * angle)};
        at[k].place[0] = (int32_t)(256 * radius * sin(angle));
        at[k].place[2] = (int32_t)(256 * radius * cos(angle));
        at[k].velocity[0] = (int16_t)(16 * 4 * cos(angle));
        at[k].velocity[2] = (int16_t)(-16 * 4 * sin(angle));
    }
    lope_proxy_known known = {.proxy = &at[1], .ticks = 6};
    const size_t once = pass_known(&at[2], &known, true);
    known.change = lope_proxy_changed(&at[0], &at[1], 6);
    const size_t twice = pass_known(&at[2], &known, true);
    printf("one that turns: %zu bits, %zu where its turn is known\n", once, twice);
    assert_true(twice <= 14 && twice + 4 <= once);
    known.ticks = LOPE_PROXY_KEPT - 5; // the server does not know the first any more
    const size_t old = pass_known(&at[2], &known, true);
    known.change = (lope_proxy_change){0};
    assert_int_equal(old, pass_known(&at[2], &known, true));
    lope_proxy aboard = at[0];
    aboard.base = 7;
    assert_int_equal(lope_proxy_changed(&aboard, &at[1], 6).ticks, 0);
    assert_int_equal(lope_proxy_changed(&at[0], &at[1], LOPE_PROXY_KEPT + 1).ticks, 0);
}

// Every size of a signed value, by every width: it comes back, and takes as many bits as are foretold.
static void rice_values(void **unused)
{
    (void)unused;
    for (unsigned low = 0; low < 10; low++) {
        for (uint32_t k = 0; k < 3 * 33 * 2; k++) {
            const uint32_t size = k / 6 < 32 ? 1u << k / 6 : 0, some = size - 1 + k % 3, value = k % 2 ? some : 0 - some;
            uint8_t bytes[16];
            lope_bits out = lope_bits_write(bytes, sizeof bytes);
            lope_bits_rice(&out, value, low);
            assert_int_equal(out.at, lope_bits_rice_size(value, low));
            lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
            assert_int_equal(lope_bits_rice(&in, 0, low), value);
            assert_true(lope_bits_all_read(&in));
        }
    }
    uint8_t ones[16]; // a size that no value has
    memset(ones, 0xff, sizeof ones);
    lope_bits in = lope_bits_read(ones, sizeof ones);
    assert_int_equal(lope_bits_rice(&in, 0, 3), 0);
    assert_true(in.bad);
}

static void proxies(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    size_t most = 0;
    for (int k = 0; k < 200000; k++) {
        const lope_proxy a = random_proxy(&seed), b = random_proxy(&seed);
        lope_proxy near = a;
        near.place[k % 3] = (int32_t)((uint32_t)near.place[k % 3] + random_below(&seed, 100) - 50);
        const uint32_t ticks = random_below(&seed, 300);
        const size_t bits = pass_proxy(&a, &b, ticks, false), whole = pass_proxy(&a, NULL, 0, false);
        most = bits > most ? bits : whole > most ? whole : most;
        pass_proxy(&a, &near, ticks, false);
        assert_true(lope_proxy_is_plain(&a, &near));
        pass_proxy(&a, &near, ticks, true);
        pass_proxy(&a, &near, random_next(&seed), true);
    }
    printf("longest %zu bits\n", most);
    assert_true(most <= 450); // ENTRY_MOST of server_send.c, less 110 for slot, body, tick and flags
}

// All modes that a state can have, and all priorities, survive the rounding and the way.
static void proxies_of_states(void **unused)
{
    (void)unused;
    lope_state state;
    const lope_proxy_frame world = {.pose = {.rotation = {0, 0, 0, 1}}};
    for (uint32_t mode = 0; mode < LOPE_MODES; mode++) {
        assert_int_equal(lope_state_init(&state, &(lope_state_def){.mode = mode, .feet = {-3.21, 4.5, 1e5}, .yaw = -3}), LOPE_OK);
        state.mode = mode;
        state.velocity = (lope_vec3){3, -40, 0.03f};
        const lope_proxy proxy = lope_proxy_make(&state, LOPE_BODY_NONE, &world);
        pass_proxy(&proxy, NULL, 0, false);
        assert_int_equal(proxy.mode, mode);
        const lope_point feet = lope_proxy_feet(&proxy, &world);
        assert_true(lope_point_length(lope_point_sub(feet, state.feet)) < 1.8 * 0.5 / LOPE_PROXY_PLACE);
    }
}

// Numbers as far off as a hostile packet can make them: ahead by any number of ticks, the place stays one
// (UBSan looks on).
static void expected_of_anything(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    lope_net_rules rules = {.tick_rate = 10, .gravity = {0, -1e9f, 1e30f}};
    for (int k = 0; k < 100000; k++) {
        lope_proxy proxy = random_proxy(&seed);
        if (k % 2) proxy.mode = LOPE_MODE_FALLING;
        const lope_proxy next = lope_proxy_expected(&proxy, &rules, random_next(&seed) >> random_below(&seed, 32));
        for (int i = 0; i < 3; i++) assert_true(next.place[i] >= -2147483000 && next.place[i] <= 2147483000);
    }
}

// Run ahead, a falling proxy follows the parabola, one that stands or walks a line; to the rounding of a
// step a tick.
static void expected_is_ballistic(void **unused)
{
    (void)unused;
    const lope_net_rules rules = {.tick_rate = 60, .gravity = {0, -9.8f, 0}};
    for (uint32_t n = 0; n <= 60; n++) {
        for (int falls = 0; falls < 2; falls++) {
            const lope_proxy p = {.place = {256, -512, 1000},
                                  .velocity = {-48, 80, 7},
                                  .mode = falls ? LOPE_MODE_FALLING : LOPE_MODE_WALKING,
                                  .base = LOPE_BODY_NONE};
            const lope_proxy q = lope_proxy_expected(&p, &rules, n);
            const double t = n / 60.0, g = falls ? -9.8125 : 0; // gravity in steps of 1/16
            assert_true(llabs(q.place[0] - (long long)(256 - 3 * t * 256)) <= 2);
            const double y = -512 + (5 * t + 0.5 * g * t * t) * 256;
            assert_true((double)q.place[1] <= y + 2 && (double)q.place[1] >= y - 2);
            const double vy = 80 + g * t * 16;
            assert_true((double)q.velocity[1] <= vy + 1 && (double)q.velocity[1] >= vy - 1);
        }
    }
}

// ---- told places ------------------------------------------------------------------------------------------

// The newest one that was told for a tick or before it counts, for 48 ticks, until a snapshot is newer; what
// is pushed out or forgotten is not there; numbers round the end of 16 bits are found again.
static void told_places(void **unused)
{
    (void)unused;
    static lope_reals reals;
    reals = (lope_reals){.newest = 65500, .oldest = 65500};
    for (uint32_t i = 0; i < 300; i++)
        lope_reals_add(&reals, &(lope_real){.body = 1 + i % 3, .tick = 1000 + i, .at = {.place = {(int32_t)i}}});
    assert_int_equal(reals.newest, 65800);
    assert_null(lope_reals_get(&reals, 65800 - LOPE_REALS));
    assert_non_null(lope_reals_get(&reals, 65801 - LOPE_REALS));
    assert_null(lope_reals_get(&reals, 65801));
    assert_int_equal(lope_reals_number(&reals, (65801u) & 0xffffu), 65801);
    assert_int_equal(lope_reals_number(&reals, 65530), 65530);
    assert_int_equal(lope_reals_find(&reals, 1, 1200, 1100)->at.place[0], 198); // of 1,198; 1,201 is later
    assert_non_null(lope_reals_find(&reals, 1, 1200, 1196));
    assert_null(lope_reals_find(&reals, 1, 1200, 1197)); // the snapshot has the start of 1,198
    assert_null(lope_reals_find(&reals, 4, 1200, 1100));
    assert_non_null(lope_reals_find(&reals, 3, 1299 + LOPE_BELIEF_MOST, 1100));
    assert_null(lope_reals_find(&reals, 3, 1300 + LOPE_BELIEF_MOST, 1100));
    uint32_t number = 65800;
    assert_int_equal(lope_reals_before(&reals, 3, 1299, &number)->tick, 1296);
    assert_int_equal(number, 65797);
    // one of a tick's end is as new as a snapshot of that tick
    lope_reals_add(&reals, &(lope_real){.body = 9, .tick = 1300, .ended = true});
    assert_non_null(lope_reals_find(&reals, 9, 1300, 1299));
    assert_null(lope_reals_find(&reals, 9, 1301, 1300));
    lope_reals_forget(&reals);
    assert_null(lope_reals_find(&reals, 1, 1200, 1100));
    assert_null(lope_reals_get(&reals, 65800));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proxies),           cmocka_unit_test(proxies_that_turn),    cmocka_unit_test(rice_values),
        cmocka_unit_test(proxies_of_states), cmocka_unit_test(expected_of_anything), cmocka_unit_test(expected_is_ballistic),
        cmocka_unit_test(told_places)};
    return cmocka_run_group_tests_name("net.proxy_wire", tests, NULL, NULL);
}
