// test_packet_bytes.c - packets of both ends as fixed bytes: what is read here is read the same on every
// machine. Read next: test_wire.c, what stands in them.
#include "net_help.h"

#include "net/client_packet.h"
#include "net/server_packet.h"
#include "net/sight.h"
#include "net/state_wire.h"
#include "net/view.h"

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
                            .lacks = true,
                            .reals = 0x25c3,
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
    same_bytes("commands", &out, "fa4d440e971e0c1817270ec4399cfffaab000500342d844838ff00800040c56a7304");
    lope_bits in = lope_bits_read(bytes, lope_bits_bytes(&out));
    lope_client_packet_pass(&in, &back, 5012);
    assert_true(lope_bits_all_read(&in));
    p = client_packet();
    assert_int_equal(back.heard, p.heard);
    assert_int_equal(back.agreed, p.agreed);
    assert_true(back.lacks);
    assert_int_equal(back.reals, p.reals);
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(client_packets), cmocka_unit_test(server_packets),
                                       cmocka_unit_test(pieces), cmocka_unit_test(state_as_bytes)};
    return cmocka_run_group_tests_name("net.packet_bytes", tests, NULL, NULL);
}
