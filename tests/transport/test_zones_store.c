// test_zones_store.c - the store of zones in memory, the texts of etcd's answers, and the order of records: a lease ends, a fence
// grows, a place is changed from where it is alone, an older owner's record is refused. Real answers of etcd: test_zones_real.c.
#include "../net/net_help.h"

#include "adapters/zones/etcd_text.h"
#include "adapters/zones/lope_zones.h"
#include "adapters/zones/message.h"

static lope_zone_answer acquire(lope_zone_memory *memory, uint64_t lease, double now)
{
    return lope_zone_memory_do(memory, &(lope_zone_ask){.what = LOPE_ZONE_ACQUIRE, .lease = lease, .name = "a", .zone = 1}, now);
}

static void a_zone_has_one_owner(void **unused)
{
    (void)unused;
    lope_zone_memory *memory = lope_zone_memory_create(3, 4);
    const lope_zone_ask grant = {.what = LOPE_ZONE_GRANT, .seconds = 2};
    const uint64_t first = lope_zone_memory_do(memory, &grant, 0).lease, second = lope_zone_memory_do(memory, &grant, 0).lease;
    const lope_zone_answer got = acquire(memory, first, 0.5);
    assert_true(got.granted);
    assert_false(acquire(memory, second, 0.5).granted);
    assert_int_equal(acquire(memory, first, 0.6).fence, got.fence); // asked again: the same
    const lope_zone_ask keep = {.what = LOPE_ZONE_KEEP, .lease = first}, keep_second = {.what = LOPE_ZONE_KEEP, .lease = second};
    assert_true(lope_zone_memory_do(memory, &keep, 1.9).granted);
    assert_true(lope_zone_memory_do(memory, &keep_second, 1.9).granted);
    assert_false(acquire(memory, second, 3.8).granted);
    assert_true(lope_zone_memory_do(memory, &keep_second, 3.8).granted);
    assert_false(lope_zone_memory_do(memory, &keep, 3.9).granted); // it has ended
    const lope_zone_answer next = acquire(memory, second, 3.9);
    assert_true(next.granted && next.fence > got.fence);
    lope_zone_memory_destroy(memory);
}

static void a_place_is_changed_from_where_it_is(void **unused)
{
    (void)unused;
    lope_zone_memory *memory = lope_zone_memory_create(3, 4);
    const uint64_t lease = lope_zone_memory_do(memory, &(lope_zone_ask){.what = LOPE_ZONE_GRANT, .seconds = 2}, 0).lease;
    const uint64_t fence = acquire(memory, lease, 0).fence;
    lope_zone_ask ask = {.what = LOPE_ZONE_PLACE, .zone = 1, .fence = fence, .player = 7, .to = {1, 5, fence}};
    assert_true(lope_zone_memory_do(memory, &ask, 0).granted);
    assert_false(lope_zone_memory_do(memory, &ask, 0).granted); // it is somewhere already
    ask.from = (lope_zone_place){1, 4, fence};
    ask.to = (lope_zone_place){2, 6, fence};
    const lope_zone_answer refused = lope_zone_memory_do(memory, &ask, 0);
    assert_false(refused.granted);
    assert_int_equal(refused.place.hops, 5);
    ask.from.hops = 5;
    ask.fence = fence + 1;
    assert_false(lope_zone_memory_do(memory, &ask, 0).granted); // of another owner
    ask.fence = fence;
    assert_true(lope_zone_memory_do(memory, &ask, 0).granted);
    const lope_zone_answer list = lope_zone_memory_do(memory, &(lope_zone_ask){.what = LOPE_ZONE_LIST}, 0);
    assert_int_equal(list.player_count, 1);
    assert_int_equal(list.players[0].place.zone, 2);
    ask.from = ask.to;
    ask.to = (lope_zone_place){0};
    assert_false(lope_zone_memory_do(memory, &ask, 2.5).granted); // the lease has ended
    lope_zone_memory_destroy(memory);
}

static void records_have_an_order(void **unused)
{
    (void)unused;
    const zone_record old = {.hops = 3, .fence = 5, .tick = 110}, now = {.hops = 3, .fence = 9, .tick = 105};
    const zone_record given = {.hops = 4, .fence = 9, .tick = 120, .given = true}, there = {.hops = 4, .fence = 6, .tick = 121};
    assert_true(record_is_newer(&now, &old)); // by tick alone the old owner's late record would count
    assert_false(record_is_newer(&old, &now));
    assert_true(record_is_newer(&given, &now));
    assert_true(record_is_newer(&there, &given)); // its new owner's, whatever its fence
    assert_false(record_is_newer(&given, &there));
    assert_false(record_is_newer(&now, &now));
}

// Messages of random bytes, and good ones cut at each length or with a byte changed.
static void damaged_messages_are_none(void **unused)
{
    uint64_t seed = test_seed();
    uint8_t bytes[256], out[300];
    zone_message read;
    (void)unused;
    for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random_next(&seed);
    const zone_message m = {.kind = MESSAGE_RECORD,
                            .head = {UINT64_C(1) << 60, 2, UINT64_C(3) << 50, 4, 5, UINT32_MAX, true},
                            .bytes = bytes,
                            .size = 200};
    const size_t size = message_write(&m, out, sizeof out);
    assert_int_equal(size, 254);
    assert_true(message_read(&read, out, size));
    assert_true(read.head.player == m.head.player && read.head.zone == m.head.zone && read.head.hops == m.head.hops);
    assert_true(read.head.fence == m.head.fence && read.head.to_fence == m.head.to_fence);
    assert_true(read.head.tick == m.head.tick && read.head.given == m.head.given);
    assert_memory_equal(read.bytes, bytes, 200);
    assert_int_equal(message_write(&m, out, 253), 0);
    for (size_t cut = 0; cut < size; cut++) assert_false(message_read(&read, out, cut));
    for (uint32_t i = 0; i < 9; i++) {
        out[i] ^= 0x80;
        assert_false(message_read(&read, out, size));
        out[i] ^= 0x80;
    }
    for (int i = 0; i < 10000; i++) {
        for (uint32_t k = 9; k < 54; k++) out[k] = (uint8_t)random_next(&seed);
        if (message_read(&read, out, size)) assert_true(read.size == 200);
    }
}

static void answers_of_etcd_are_read(void **unused)
{
    static const char text[] =
        "{\"header\":{\"cluster_id\":\"32\",\"revision\":\"17\"},\"kvs\":[{\"key\":\"bG9wZS96b25lLzE=\","
        "\"create_revision\":\"12\",\"value\":\"QQ==\",\"lease\":\"99\"},{\"key\":\"bG9wZS9wbGF5ZXIvNw==\","
        "\"create_revision\":\"13\",\"value\":\"MSAyIDM=\"}],\"count\":\"2\"}";
    const etcd_piece body = {text, text + sizeof text - 1};
    char out[32], base[32];
    etcd_piece list = etcd_list(body), entry;
    (void)unused;
    assert_int_equal(etcd_number(body, "revision"), 17);
    assert_true(etcd_next(&list, &entry));
    assert_int_equal(etcd_number(entry, "lease"), 99);
    assert_true(etcd_from_base64(etcd_field(entry, "key"), out, sizeof out));
    assert_string_equal(out, "lope/zone/1");
    assert_true(etcd_next(&list, &entry));
    assert_int_equal(etcd_number(entry, "lease"), 0);
    assert_true(etcd_from_base64(etcd_field(entry, "value"), out, sizeof out));
    assert_string_equal(out, "1 2 3");
    assert_false(etcd_next(&list, &entry));
    assert_false(etcd_true(body, "succeeded"));
    for (size_t cut = 0; cut < sizeof text; cut++) { // cut answers are read no further than they go
        char *piece = malloc(cut + 1);
        memcpy(piece, text, cut);
        etcd_piece some = etcd_list((etcd_piece){piece, piece + cut});
        while (etcd_next(&some, &entry)) etcd_from_base64(etcd_field(entry, "value"), out, sizeof out);
        free(piece);
    }
    for (uint32_t length = 0; length < 12; length++) {
        const char *const plain = "abcdefghijkl";
        snprintf(out, sizeof out, "%.*s", (int)length, plain);
        assert_true(etcd_base64(out, base, sizeof base));
        assert_true(etcd_from_base64((etcd_piece){base, base + strlen(base)}, out, sizeof out));
        assert_int_equal(strlen(out), length);
        assert_memory_equal(out, plain, length);
    }
    assert_false(etcd_base64("abcdef", base, 8));
}

static void bad_settings_are_refused(void **unused)
{
    lope_error error = {0};
    (void)unused;
    assert_null(lope_zone_etcd(&(lope_zone_etcd_def){.address = "localhost", .error = &error}));
    assert_string_equal(error.field, "address");
    assert_null(lope_zone_etcd(&(lope_zone_etcd_def){.prefix = "a b", .error = &error}));
    assert_string_equal(error.field, "prefix");
    assert_null(lope_zones_open(&(lope_zones_def){.name = "a", .error = &error}));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    lope_zone_store *away = lope_zone_etcd(&(lope_zone_etcd_def){.port = 1}); // nobody listens there
    lope_zone_answer answer = {.heard = false};
    assert_non_null(away);
    bool ended = !away->ask(away, &(lope_zone_ask){.what = LOPE_ZONE_LIST}, 0);
    for (int i = 0; i < 1000 && !ended; i++) ended = away->answer(away, &answer, 0.001 * i);
    assert_true(ended);
    assert_false(answer.heard);
    away->close(away);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zone_has_one_owner),     cmocka_unit_test(a_place_is_changed_from_where_it_is),
        cmocka_unit_test(records_have_an_order),    cmocka_unit_test(damaged_messages_are_none),
        cmocka_unit_test(answers_of_etcd_are_read), cmocka_unit_test(bad_settings_are_refused),
    };
    return cmocka_run_group_tests_name("transport.zones_store", tests, NULL, NULL);
}
