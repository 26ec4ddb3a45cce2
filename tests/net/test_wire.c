// test_wire.c - what stands in packets, there and back: bits, requests member by member, orders, ranges,
// states, proxies, and packets as fixed bytes.
#include "net_help.h"

#include "../behaviour/clean_state.h"
#include "play.h"

#include "net/client_packet.h"
#include "net/proxy.h"
#include "net/ranges.h"
#include "net/requests_wire.h"
#include "net/serial.h"
#include "net/server_packet.h"
#include "net/sight.h"
#include "net/state_wire.h"
#include "net/view.h"

#include <ctype.h>

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

// ---- packets as bytes -------------------------------------------------------------------------------------

static const lope_net_rules exact = {.tick_rate = 60};

static void same_bytes(const char *name, const lope_bits *out, const char *golden)
{
    char hex[2 * 512 + 1] = "";
    assert_false(out->bad);
    assert_true(lope_bits_bytes(out) < 512);
    for (size_t i = 0; i < lope_bits_bytes(out); i++) snprintf(hex + 2 * i, 3, "%02x", out->bytes[i]);
    if (strcmp(hex, golden) != 0) printf("%s: %s\n", name, hex);
    assert_string_equal(hex, golden);
}

static lope_client_packet client_packet(void)
{
    lope_client_packet p = {.has_heard = true,
                            .heard = 4990,
                            .has_agreed = true,
                            .agreed = 4988,
                            .wish = true,
                            .orders = 7,
                            .plans = 3,
                            .newest = 5003,
                            .count = 3,
                            .names = true,
                            .seen = {4986, 4988, 4990}};
    p.commands[0] = (lope_command){.tick = 5001, .right = 127, .ahead = -3, .yaw = 40000, .pitch = -200, .held = 5, .pressed = 1};
    p.commands[1] = (lope_command){.tick = 5002, .right = 127, .ahead = -3, .yaw = 40090, .pitch = -200, .held = 5};
    p.commands[2] = (lope_command){.tick = 5003,
                                   .right = 127,
                                   .ahead = -3,
                                   .up = -7,
                                   .yaw = 40090,
                                   .pitch = -200,
                                   .held = 0x80010001u,
                                   .own_size = 2,
                                   .own = {0xab, 0xcd}};
    return p;
}

static void client_packets(void **unused)
{
    (void)unused;
    uint8_t bytes[512];
    lope_client_packet hello = {.hello = true, .rules = UINT64_C(0x0123456789abcdef), .stamp = 11};
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_client_packet_pass(&out, &hello, 5000);
    same_bytes("hello", &out, "df9b5713cf8a46021600");
    lope_client_packet p = client_packet(), back = {0};
    out = lope_bits_write(bytes, sizeof bytes);
    lope_client_packet_pass(&out, &p, 5000);
    same_bytes("commands", &out, "fa4d441e0c1817270ec4399cfffaab000500342d844838ff00800040c56a7304");
    lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
    lope_client_packet_pass(&in, &back, 5012);
    assert_true(lope_bits_all_read(&in));
    p = client_packet();
    assert_int_equal(back.heard, p.heard);
    assert_int_equal(back.agreed, p.agreed);
    assert_true(back.wish);
    assert_int_equal(back.orders, 7);
    assert_int_equal(back.plans, 3);
    assert_int_equal(back.count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(back.commands[i].tick, p.commands[i].tick);
        assert_true(lope_command_equal(&back.commands[i], &p.commands[i]));
        assert_int_equal(back.seen[i], p.seen[i]);
    }
}

static lope_server_packet server_packet(void)
{
    lope_server_packet p = {.tick = 70000,
                            .least = -3,
                            .has_newest = true,
                            .newest = 70009,
                            .digest = 0xfeedf00du,
                            .covered = 20,
                            .first_order = 300,
                            .order_count = 2,
                            .newest_order = 301 & 255,
                            .has_base = true,
                            .base = 69950,
                            .command = {.tick = 70000, .ahead = 127, .yaw = 9},
                            .run = 2,
                            .has_seen = true,
                            .seen = 69990,
                            .orders_before = 299,
                            .forbidden = 3,
                            .has_view_base = true,
                            .view_base = 69994};
    for (uint32_t i = 0; i < 5; i++) lope_ranges_set(&p.replaced, 69990 + i, true);
    return p;
}

static void server_packets(void **unused)
{
    (void)unused;
    uint8_t bytes[512];
    lope_server_packet p = server_packet(), back = {0};
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_server_packet_pass(&out, &p, p.tick, &exact);
    lope_server_packet_pass_state(&out, &p);
    lope_server_packet_pass_view(&out, &p);
    same_bytes("server", &out, "c045f4f3221ae0dbfd296214d952b004000094590201fe20cd22560200009806");
    lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
    lope_server_packet_pass(&in, &back, 69980, &exact);
    lope_server_packet_pass_state(&in, &back);
    lope_server_packet_pass_view(&in, &back);
    assert_true(lope_bits_all_read(&in));
    p = server_packet();
    assert_int_equal(back.tick, p.tick);
    assert_int_equal(back.least, p.least);
    assert_int_equal(back.newest, p.newest);
    assert_int_equal(back.digest, p.digest);
    assert_memory_equal(&back.replaced, &p.replaced, sizeof p.replaced);
    assert_int_equal(back.first_order, 300);
    assert_int_equal(back.order_count, 2);
    assert_int_equal(back.base, p.base);
    assert_int_equal(back.run, 2);
    assert_int_equal(back.seen, p.seen);
    assert_int_equal(back.orders_before, 299);
    assert_int_equal(back.forbidden, 3);
    assert_int_equal(back.view_base, p.view_base);
    assert_true(lope_command_equal(&back.command, &p.command));
    lope_server_packet mismatch = {.mismatch = true},
                       whole = {.whole = true, .tick = 0xdeadbeefu, .stamp = 16, .player = 513, .digest = 1};
    out = lope_bits_write(bytes, sizeof bytes);
    lope_server_packet_pass(&out, &mismatch, 0, &exact);
    same_bytes("mismatch", &out, "01");
    out = lope_bits_write(bytes, sizeof bytes);
    lope_server_packet_pass(&out, &whole, 0, &exact);
    same_bytes("whole", &out, "befbb67ac3000140000000000000");
}

static void pieces(void **unused)
{
    (void)unused;
    uint8_t bytes[512];
    lope_order order = {.tick = 130, .forbidden = 3, .held = 1, .pressed = 1, .has_requests = true};
    order.requests = (lope_requests){.asked = LOPE_REQUEST_LAUNCH | LOPE_REQUEST_LAYER,
                                     .launch_overrides_vertical = true,
                                     .launch_velocity = {1, -2.5f, 1e-3f},
                                     .teleport_feet = {1e6, -0.1, 3},
                                     .layer = {.id = 3, .priority = -4, .duration = -1, .target = {0, 1, -1}, .curve = 2},
                                     .root_motion = {.yaw = 0.5f, .flags = 1}};
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_order_pass(&out, &order, 100);
    same_bytes("order", &out,
               "820032096221000000010100007f00004080df240675100000000090d02548333333333333f71700000000000001081c00000000000000000"
               "00000e0ffffff0f0000f82b0000000000000000000000000000fc0f000000000000fcaf0200000000000000040000f80900000000");
    lope_proxy proxy = {.place = {-1000, 2560, 70000},
                        .velocity = {-80, 0, 12},
                        .radius = 87,
                        .height = 451,
                        .yaw = 200,
                        .mode = 2,
                        .push_priority = 16,
                        .base = 12};
    const lope_proxy expected = {
        .place = {-1002, 2540, 0}, .velocity = {-80, 0, 0}, .radius = 87, .height = 300, .yaw = 198, .base = LOPE_BODY_NONE};
    const lope_net_rules rules = {.tick_rate = 60, .gravity = {0, -9.8f, 0}};
    uint64_t body = UINT64_C(0x100000002);
    bool same = false;
    out = lope_bits_write(bytes, sizeof bytes);
    lope_view_slot_pass(&out, 0, LOPE_NET_NONE);
    lope_view_slot_pass(&out, 33, 0);
    lope_view_body_pass(&out, &body, &same);
    const lope_proxy_known known = {.proxy = &expected, .change = {.velocity = {6, 0, -9}, .yaw = 3, .ticks = 2}, .ticks = 4};
    lope_proxy_pass(&out, &proxy, &known, &rules, false);
    lope_real real = {.tick = 95, .body = 7, .at = proxy};
    lope_real_pass(&out, &real, 100, &expected, 90, &rules);
    lope_view_slot_pass(&out, LOPE_NET_NONE, 33);
    same_bytes("others", &out,
               "0d150000000800000010d0e1003300000000000000f00718feffb72200e04b5008e870801900000000000000f8030cffff5b1100f00500");
    lope_plans plans = {
        .count = 1, .revision = 5, .plans = {{.body = 9, .plan = 2, .tick = 110, .before = 1, .before_tick = 3, .revision = 5}}};
    uint32_t earliest = 0;
    out = lope_bits_write(bytes, sizeof bytes);
    lope_plans_pass(&out, &plans, 4, 100, &earliest);
    same_bytes("plans", &out, "0b0000002600000000000000206e00c400000000");
}

// A state is words of packed bytes; this one has whole and broken numbers, a page, and zeros.
static void state_as_bytes(void **unused)
{
    (void)unused;
    uint8_t bytes[512];
    lope_state state, base;
    assert_int_equal(lope_state_init(&state, &(lope_state_def){.feet = {1.5, -2, 1e6}, .yaw = 0.25f}), LOPE_OK);
    base = state;
    state.velocity = (lope_vec3){3, 0.1f, -4};
    state.feet.x = 1.625;
    state.held = 3;
    state.pages |= LOPE_PAGE_BASE;
    state.base_body = 77;
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    assert_true(lope_state_pass(&out, &state, &base));
    same_bytes("state", &out, "050400101078000020a09b99997b060c0000082c01038841004d00000000000000");
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
                                       cmocka_unit_test(real_states),
                                       cmocka_unit_test(proxies),
                                       cmocka_unit_test(proxies_that_turn),
                                       cmocka_unit_test(rice_values),
                                       cmocka_unit_test(proxies_of_states),
                                       cmocka_unit_test(expected_of_anything),
                                       cmocka_unit_test(expected_is_ballistic),
                                       cmocka_unit_test(told_places),
                                       cmocka_unit_test(client_packets),
                                       cmocka_unit_test(server_packets),
                                       cmocka_unit_test(pieces),
                                       cmocka_unit_test(state_as_bytes)};
    return cmocka_run_group_tests_name("net.wire", tests, NULL, NULL);
}
