// test_wire.c - what stands in packets, there and back: bits, requests member by member, orders, ranges and
// states. Read next: test_proxy_wire.c, of other characters; test_packet_bytes.c, whole packets.
#include "net_help.h"

#include "../behaviour/clean_state.h"
#include "play.h"

#include "net/ranges.h"
#include "net/requests_wire.h"
#include "net/serial.h"
#include "net/server_packet.h"
#include "net/state_wire.h"

// ---- bits -------------------------------------------------------------------------------------------------

#define VALUES 4000

static uint32_t low_bits(uint32_t value, unsigned count) { return count >= 32 ? value : value & ((1u << count) - 1u); }

// Random values in every width, at every place of a byte; then one bit more than there is.
static void every_width(void **unused)
{
    (void)unused;
    static uint8_t bytes[VALUES * 4];
    uint64_t seed = test_seed();
    for (int round = 0; round < 50; round++) {
        static uint32_t values[VALUES];
        static unsigned widths[VALUES];
        memset(bytes, 0xff, sizeof bytes); // what stood there before does not matter
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        size_t sum = 0;
        for (int i = 0; i < VALUES; i++) {
            widths[i] = round < 33 ? (unsigned)round : random_below(&seed, 33);
            values[i] = random_next(&seed);
            assert_int_equal(lope_bits_pass(&out, values[i], widths[i]), low_bits(values[i], widths[i]));
            sum += widths[i];
            assert_int_equal(out.at, sum);
        }
        assert_false(out.bad);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        for (int i = 0; i < VALUES; i++)
            assert_int_equal(lope_bits_pass(&in, 0xdeadbeefu, widths[i]), low_bits(values[i], widths[i]));
        assert_true(lope_bits_all_read(&in));
        assert_int_equal(lope_bits_pass(&in, 0, 8), 0);
        assert_true(in.bad);
        assert_int_equal(lope_bits_pass(&in, 0, 0), 0); // it sticks
        assert_true(in.bad);
        assert_false(lope_bits_all_read(&in));
    }
    uint8_t two[3] = {0, 0, 0x5a};
    lope_bits out = lope_bits_write(two, 2);
    lope_bits_pass(&out, 0xffffu, 16);
    lope_bits_pass(&out, 1, 1);
    assert_true(out.bad);
    assert_int_equal(two[2], 0x5a);
}

static void other_passes(void **unused)
{
    (void)unused;
    static const unsigned widths[3] = {3, 7, 32};
    uint64_t seed = test_seed();
    for (int k = 0; k < 100000; k++) {
        uint8_t bytes[64];
        const uint32_t word = random_next(&seed) >> random_below(&seed, 32), near = random_next(&seed);
        const uint64_t wide = (uint64_t)random_next(&seed) << 32 | random_next(&seed);
        const unsigned count = 1 + random_below(&seed, 32);
        const int32_t fits = (int32_t)((int64_t)(int32_t)random_next(&seed) >> (32 - count));
        const int32_t some = (int32_t)random_next(&seed) >> random_below(&seed, 32);
        const uint32_t tick = near + random_below(&seed, 65535) - 32767;
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_bits_small(&out, word);
        lope_bits_wide(&out, wide);
        lope_bits_signed(&out, fits, count);
        lope_bits_near(&out, some, widths);
        lope_bits_tick(&out, tick, near);
        lope_bits_flag(&out, word & 1u);
        assert_false(out.bad);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        assert_int_equal(lope_bits_small(&in, 0), word);
        assert_true(lope_bits_wide(&in, 0) == wide);
        assert_int_equal(lope_bits_signed(&in, 0, count), fits);
        assert_true(lope_bits_fit(fits, count));
        assert_int_equal(lope_bits_near(&in, 0, widths), some);
        assert_int_equal(lope_bits_tick(&in, 0, near), tick);
        assert_int_equal(lope_bits_flag(&in, false), word & 1u);
        assert_true(lope_bits_all_read(&in));
    }
    static const unsigned narrow[3] = {3, 7, 9};
    uint8_t bytes[8];
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_bits_near(&out, 256, narrow); // 9 bits end at 255
    assert_true(out.bad);
}

// ---- requests ---------------------------------------------------------------------------------------------

typedef struct member {
    const char *name;
    size_t at, size;
    bool truth;
} member;

#define MEMBER(name)                                                                    \
    {                                                                                   \
#name, offsetof(lope_requests, name), sizeof(((lope_requests *)0)->name), false \
    }
#define TRUTH(name)                                              \
    {                                                            \
#name, offsetof(lope_requests, name), sizeof(bool), true \
    }

static const member members[] = {MEMBER(asked),
                                 TRUTH(launch_overrides_horizontal),
                                 TRUTH(launch_overrides_vertical),
                                 TRUTH(teleport_needs_room),
                                 TRUTH(impulse_is_velocity),
                                 TRUTH(force_is_acceleration),
                                 TRUTH(has_requested_velocity),
                                 TRUTH(requested_at_max),
                                 TRUTH(has_root_motion),
                                 MEMBER(knockback_time),
                                 MEMBER(launch_velocity),
                                 MEMBER(impulse),
                                 MEMBER(force),
                                 MEMBER(avoidance),
                                 MEMBER(teleport_feet),
                                 MEMBER(requested_velocity),
                                 MEMBER(mode),
                                 MEMBER(resize_radius),
                                 MEMBER(resize_height),
                                 MEMBER(end_layer),
                                 MEMBER(layer.id),
                                 MEMBER(layer.kind),
                                 MEMBER(layer.flags),
                                 MEMBER(layer.priority),
                                 MEMBER(layer.duration),
                                 MEMBER(layer.velocity),
                                 MEMBER(layer.target),
                                 MEMBER(layer.strength),
                                 MEMBER(layer.height),
                                 MEMBER(layer.radius),
                                 MEMBER(layer.curve),
                                 MEMBER(layer.finish),
                                 MEMBER(layer.finish_velocity),
                                 MEMBER(root_motion.translation),
                                 MEMBER(root_motion.yaw),
                                 MEMBER(root_motion.flags)};

#define MEMBERS (sizeof members / sizeof *members)

// Counts the members of a struct in a header: names that end with a comma or a semicolon, outside of
// comments.
static uint32_t members_in(const char *header, const char *name)
{
    char file[1024], begin[64], line[512];
    snprintf(file, sizeof file, "%s/include/lope/%s", LOPE_SOURCE_DIR, header);
    snprintf(begin, sizeof begin, "typedef struct %s {", name);
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    uint32_t count = 0;
    bool inside = false;
    while (fgets(line, sizeof line, in)) {
        if (inside && line[0] == '}') break;
        for (const char *c = line; inside && *c != 0 && strncmp(c, "//", 2) != 0; c++) count += *c == ',' || *c == ';';
        inside = inside || strncmp(line, begin, strlen(begin)) == 0;
    }
    fclose(in);
    assert_true(inside);
    return count;
}

// Every byte of every member comes back. What the list above lacks is counted in the headers, so a member
// that is added to them fails here until it has a row in the list; then it fails until it has one in
// requests_wire.c.
static void requests_byte_by_byte(void **unused)
{
    (void)unused;
    const uint32_t in_headers = members_in("requests.h", "lope_requests") + members_in("layer.h", "lope_layer") +
                                members_in("layer.h", "lope_root_motion") - 2; // layer and root_motion themselves
    assert_int_equal(MEMBERS, in_headers);
    for (size_t m = 0; m < MEMBERS; m++) {
        for (size_t i = 0; i < members[m].size; i++) {
            for (unsigned value = 1; value < 256; value += members[m].truth ? 255 : 1) {
                lope_requests requests = {0}, back;
                uint8_t bytes[512];
                memset(&back, 0x77, sizeof back);
                ((uint8_t *)&requests)[members[m].at + i] = (uint8_t)value;
                lope_bits out = lope_bits_write(bytes, sizeof bytes);
                lope_requests_pass(&out, &requests);
                lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
                lope_requests_pass(&in, &back);
                assert_true(lope_bits_all_read(&in));
                if (memcmp(&requests, &back, sizeof back) != 0) fail_msg("%s: byte %zu does not come back", members[m].name, i);
            }
        }
    }
}

static void fill(lope_requests *requests, uint64_t *seed, uint32_t one_in)
{
    memset(requests, 0, sizeof *requests);
    for (size_t m = 0; m < MEMBERS; m++) {
        if (random_below(seed, one_in) != 0) continue;
        uint8_t *at = (uint8_t *)requests + members[m].at;
        for (size_t i = 0; i < members[m].size; i++) at[i] = members[m].truth ? 1 : (uint8_t)random_next(seed);
    }
}

static void requests_at_once(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    size_t most = 0;
    for (int k = 0; k < 20000; k++) {
        lope_requests requests, back;
        uint8_t bytes[512];
        fill(&requests, &seed, 1 + (uint32_t)k % 8);
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_requests_pass(&out, &requests);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        lope_requests_pass(&in, &back);
        assert_true(lope_bits_all_read(&in));
        assert_memory_equal(&requests, &back, sizeof back);
        most = out.at > most ? out.at : most;
    }
    printf("longest %zu bits\n", most);
}

// ---- orders -----------------------------------------------------------------------------------------------

static void orders(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    for (int k = 0; k < 50000; k++) {
        const uint32_t near = random_next(&seed), what = random_next(&seed);
        lope_order order = {.tick = near + random_below(&seed, 400) - 200,
                            .forbidden = what & 1u ? random_next(&seed) & 511u : 0};
        lope_order back = {.number = 0};
        uint8_t bytes[512];
        order.stands = what & 2u;
        if (!order.stands && (what & 4u)) order.held = random_next(&seed);
        if (!order.stands && (what & 8u)) order.pressed = random_next(&seed);
        order.has_requests = !order.stands && (what & 16u);
        if (order.has_requests) fill(&order.requests, &seed, 6);
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_order copy = order;
        lope_order_pass(&out, &copy, near);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        lope_order_pass(&in, &back, near);
        assert_true(lope_bits_all_read(&in));
        assert_int_equal(back.tick, order.tick);
        assert_int_equal(back.stands, order.stands);
        assert_int_equal(back.forbidden, order.forbidden);
        assert_int_equal(back.held, order.held);
        assert_int_equal(back.pressed, order.pressed);
        assert_int_equal(back.has_requests, order.has_requests);
        assert_memory_equal(&back.requests, &order.requests, sizeof order.requests);
    }
}

// What is forbidden in a tick, beside a plain list that is searched in full: orders are given in any order
// of their ticks.
static void standing_orders(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    for (int round = 0; round < 3000; round++) {
        lope_orders kept = {0};
        lope_order list[LOPE_ORDERS_KEPT];
        const uint32_t from = round % 3 == 0 ? UINT32_MAX - 30 : random_next(&seed);
        const uint32_t count = random_below(&seed, LOPE_ORDERS_KEPT);
        for (uint32_t i = 0; i < count; i++) {
            list[i] = (lope_order){.tick = from + random_below(&seed, 60), .stands = random_below(&seed, 2), .forbidden = 1u + i};
            lope_orders_add(&kept, &list[i]);
        }
        for (uint32_t tick = from; tick != from + 60; tick++) {
            const lope_order *best = NULL;
            for (uint32_t i = 0; i < count; i++)
                if (list[i].stands && !lope_tick_after(list[i].tick, tick) &&
                    (best == NULL || !lope_tick_after(best->tick, list[i].tick)))
                    best = &list[i];
            assert_int_equal(lope_orders_forbidden(&kept, tick), best != NULL ? best->forbidden : 0);
        }
    }
}

// A standing order goes on when more orders have come than are kept; the one of the latest tick, not the one
// pushed out last.
static void standing_orders_outlast(void **unused)
{
    (void)unused;
    lope_orders kept = {0};
    lope_orders_add(&kept, &(lope_order){.tick = 120, .stands = true, .forbidden = 2});
    lope_orders_add(&kept, &(lope_order){.tick = 10, .stands = true, .forbidden = 1}); // of an earlier tick, given later
    for (uint32_t i = 0; i < LOPE_ORDERS_KEPT; i++) lope_orders_add(&kept, &(lope_order){.tick = 200 + i});
    assert_int_equal(lope_orders_forbidden(&kept, 300), 2);
}

// ---- ranges -----------------------------------------------------------------------------------------------

static void ranges(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    size_t most = 0;
    for (int k = 0; k < 40000; k++) {
        const uint32_t count = random_below(&seed, LOPE_NET_RING),
                       last = k % 2 ? random_next(&seed) : random_below(&seed, 600) - 300;
        const uint32_t dense = 1 + random_below(&seed, 40);
        lope_ranges set = {{0}}, back;
        uint8_t bytes[400];
        bool value = false;
        memset(&back, 0xff, sizeof back);
        for (uint32_t i = 0; i < LOPE_NET_RING; i++) {
            if (random_below(&seed, dense) == 0) value = !value;
            lope_ranges_set(&set, last - i, value);
        }
        lope_bits out = lope_bits_write(bytes, sizeof bytes);
        lope_ranges copy = set;
        lope_ranges_pass(&out, &copy, last, count);
        assert_false(out.bad);
        lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
        lope_ranges_pass(&in, &back, last, count);
        assert_true(lope_bits_all_read(&in));
        for (uint32_t i = 0; i < LOPE_NET_RING; i++)
            assert_int_equal(lope_ranges_has(&back, last - i), i < count && lope_ranges_has(&set, last - i));
        most = out.at > most ? out.at : most;
    }
    printf("longest %zu bits\n", most);
}

static void ranges_of_any_bytes(void **unused)
{
    (void)unused;
    uint64_t seed = test_seed();
    for (int k = 0; k < 100000; k++) {
        uint8_t bytes[24];
        lope_ranges set;
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random_next(&seed);
        const size_t size = random_below(&seed, sizeof bytes + 1);
        const uint32_t count = random_below(&seed, LOPE_NET_RING), last = random_next(&seed);
        lope_bits in = lope_bits_read(bytes, size);
        lope_ranges_pass(&in, &set, last, count);
        assert_true(in.at <= size * 8);
        for (uint32_t i = count; i < LOPE_NET_RING; i++) assert_false(lope_ranges_has(&set, last - i));
    }
}

// ---- states -----------------------------------------------------------------------------------------------

static size_t there_and_back(const lope_state *state, const lope_state *base)
{
    uint8_t bytes[2 * sizeof(lope_state)];
    lope_state copy = *state, back;
    memset(&back, 0xee, sizeof back);
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    assert_true(lope_state_pass(&out, &copy, base));
    lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
    assert_true(lope_state_pass(&in, &back, base));
    assert_true(lope_bits_all_read(&in));
    assert_memory_equal(&back, state, sizeof back);
    assert_true(lope_state_digest(&back) == lope_state_digest(state));
    assert_int_equal(lope_state_digest_32(&back), lope_state_digest_32(state));
    return lope_bits_bytes(&out);
}

// Random states with every set of pages, whole and as differences to random ones.
static void random_states(void **unused)
{
    (void)unused;
    uint32_t seed = (uint32_t)test_seed() | 1u;
    lope_state state, base;
    for (uint32_t pages = 0; pages <= LOPE_PAGES_ALL; pages++) {
        for (uint32_t other = 0; other <= LOPE_PAGES_ALL; other += 1 + pages % 5) {
            clean_state_random(&state, pages, &seed);
            clean_state_random(&base, other, &seed);
            there_and_back(&state, &base);
        }
        clean_state_random(&state, pages, &seed);
        there_and_back(&state, NULL);
        there_and_back(&state, &state);
    }
}

// A packet that is cut leaves the state as it was.
static void cut_states(void **unused)
{
    (void)unused;
    uint32_t seed = (uint32_t)test_seed() | 1u;
    lope_state state, back, was;
    uint8_t bytes[2 * sizeof(lope_state)];
    clean_state_random(&state, LOPE_PAGE_BASE | LOPE_PAGE_LAYERS, &seed);
    clean_state_random(&was, LOPE_PAGE_MODE, &seed);
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_state_pass(&out, &state, NULL);
    for (size_t size = 0; size < lope_bits_bytes(&out); size++) {
        uint8_t *cut = malloc(size > 0 ? size : 1);
        assert_non_null(cut);
        memcpy(cut, bytes, size);
        back = was;
        lope_bits in = lope_bits_read(cut, size);
        assert_false(lope_state_pass(&in, &back, NULL));
        assert_memory_equal(&back, &was, sizeof was);
        free(cut);
    }
}

typedef struct sizes {
    size_t whole, difference, count, sum, pages;
} sizes;

static void states_of(const char *name, sizes *s)
{
    static lope_state ring[16];
    char file[1024];
    play p;
    snprintf(file, sizeof file, "%s/levels/zoo/%s.json", LOPE_SOURCE_DIR, name);
    assert_true(play_open(&p, file));
    play_hand hand = {.random = 77};
    lope_state state = p.start;
    for (uint32_t tick = 1; tick < 1200; tick++) {
        const play_tick given = play_draw(&hand, state.feet, 40);
        assert_int_equal(play_move(&p, &state, &given, tick, NULL), LOPE_OK);
        ring[tick % 16] = state;
        if (tick < 16) continue;
        const size_t whole = there_and_back(&state, NULL), difference = there_and_back(&state, &ring[(tick - 12) % 16]);
        s->whole = whole > s->whole ? whole : s->whole;
        s->difference = difference > s->difference ? difference : s->difference;
        s->sum += difference;
        s->count++;
        s->pages |= state.pages;
    }
    play_close(&p);
}

// Real states: walkers, riders, swimmers, climbers; layers, abilities and what they use.
static void real_states(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "turntable", "lift",  "layers", "dash",  "mantle", "climb",       "slide",          "rope",
        "roll",      "glide", "ladder", "prone", "sprint", "double_jump", "gravity_planet", "preset_platformer"};
    sizes s = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) states_of(names[i], &s);
    printf("%zu states, pages %zx: whole at most %zu bytes, to that of 12 ticks before at most %zu, %.1f in the mean\n", s.count,
           s.pages, s.whole, s.difference, (double)s.sum / (double)s.count);
    const size_t wanted = LOPE_PAGE_BASE | LOPE_PAGE_LAYERS | LOPE_PAGE_ABILITY | LOPE_PAGE_GAUGES;
    assert_true((s.pages & wanted) == wanted);
    assert_true(s.whole < LOPE_NET_PACKET); // what does not fit into a packet can never join
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_width),
                                       cmocka_unit_test(other_passes),
                                       cmocka_unit_test(requests_byte_by_byte),
                                       cmocka_unit_test(requests_at_once),
                                       cmocka_unit_test(orders),
                                       cmocka_unit_test(standing_orders),
                                       cmocka_unit_test(standing_orders_outlast),
                                       cmocka_unit_test(ranges),
                                       cmocka_unit_test(ranges_of_any_bytes),
                                       cmocka_unit_test(random_states),
                                       cmocka_unit_test(cut_states),
                                       cmocka_unit_test(real_states)};
    return cmocka_run_group_tests_name("net.wire", tests, NULL, NULL);
}
