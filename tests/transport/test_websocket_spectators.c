// test_websocket_spectators.c - the stream to browsers that watch: late and slow ones, messages that come back, files,
// and connections that are refused.
#define _POSIX_C_SOURCE 200809L

#include "adapters/websocket/lope_spectators.h"

#include "told.h"
#include "websocket_raw.h"

#include "../net/net_help.h"

#include <time.h>

#define LARGE 20000u // bytes of a frame that is hard to take
#define LONGEST 4.0  // s that something may take here

// A server's end, and a connection by hand that watches.
typedef struct stream {
    lope_spectators *spectators;
    double start;
} stream;

typedef struct watcher {
    int raw;
    bool ended, open;
    uint8_t bytes[400000];
    size_t size;
    uint32_t frames;
    uint32_t newest; // number in the frame that came last
} watcher;

static const lope_websocket_file files[] = {{"/", "text/html", "<p>page", 7}, {"/level", "application/octet-stream", "LEVEL", 5}};

static stream stream_open(uint32_t watchers)
{
    lope_error error = {0};
    stream s = {.start = transport_clock()};
    s.spectators =
        lope_spectators_open(&(lope_spectators_def){.watchers = watchers, .files = files, .file_count = 2, .error = &error});
    if (s.spectators == NULL) fail_msg("%s: %s", error.field, error.text);
    return s;
}

static void pause_a_little(void) { nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL); }

static void update(const stream *s)
{
    lope_spectators_update(s->spectators, transport_clock() - s->start);
    pause_a_little();
}

static watcher *watch(const stream *s, int room)
{
    watcher *w = test_calloc(1, sizeof *w);
    w->raw = raw_connect(lope_spectators_port(s->spectators), room);
    raw_upgrade_as(w->raw, "lope-spectate", NULL);
    return w;
}

static void watcher_free(watcher *w)
{
    raw_close(w->raw);
    test_free(w);
}

// Takes the whole frames out of what has come; each has its number in its first 4 bytes.
static void take_frames(watcher *w)
{
    size_t at = 0;
    while (w->size - at >= 4) {
        const uint8_t *head = w->bytes + at;
        const size_t skip = head[1] == 126 ? 4 : 2, size = head[1] == 126 ? (size_t)head[2] << 8 | head[3] : head[1];
        if (w->size - at < skip + size) break;
        assert_int_equal(head[0] & 0x80u, 0x80u);
        if ((head[0] & 15u) == RAW_BINARY) {
            memcpy(&w->newest, head + skip, sizeof w->newest);
            w->frames++;
        }
        at += skip + size;
    }
    memmove(w->bytes, w->bytes + at, w->size - at);
    w->size -= at;
}

// Reads what has come: the answer to the request, then frames.
static void take(watcher *w)
{
    size_t got;
    while ((got = raw_read(w->raw, w->bytes + w->size, sizeof w->bytes - w->size, &w->ended)) > 0) w->size += got;
    for (size_t i = 0; !w->open && i + 4 <= w->size; i++) {
        if (memcmp(w->bytes + i, "\r\n\r\n", 4) != 0) continue;
        w->open = strncmp((const char *)w->bytes, "HTTP/1.1 101", 12) == 0;
        w->size -= i + 4;
        memmove(w->bytes, w->bytes + i + 4, w->size);
        break;
    }
    if (w->open) take_frames(w);
}

static void show(const stream *s, uint32_t number, size_t size)
{
    static uint8_t bytes[LARGE];
    memcpy(bytes, &number, sizeof number);
    assert_true(lope_spectators_show(s->spectators, bytes, size));
}

static void wait_for_count(const stream *s, uint32_t count)
{
    const double end = transport_clock() + LONGEST;
    while (lope_spectators_count(s->spectators) != count && transport_clock() < end) update(s);
    assert_int_equal(lope_spectators_count(s->spectators), count);
}

static void wait_for_frame(const stream *s, watcher *w, uint32_t number)
{
    const double end = transport_clock() + LONGEST;
    while (w->newest != number && transport_clock() < end) {
        update(s);
        take(w);
    }
    assert_int_equal(w->newest, number);
}

// ---- frames -----------------------------------------------------------------------------------------------

static void frames_go_whole_to_each_that_watches(void **unused)
{
    (void)unused;
    const stream s = stream_open(0);
    watcher *first = watch(&s, 0), *second = watch(&s, 0);
    wait_for_count(&s, 2);
    for (uint32_t i = 1; i <= 50; i++) {
        show(&s, i, 4 + 13 * i);
        wait_for_frame(&s, first, i);
        wait_for_frame(&s, second, i);
    }
    assert_int_equal(first->frames, 50);
    assert_int_equal(second->frames, 50);
    const lope_spectators_stats stats = lope_spectators_stats_of(s.spectators);
    assert_true(stats.came == 2 && stats.sent == 100 && stats.lost == 0);
    assert_true(stats.bytes == 2 * (50 * 4 + 13 * 50 * 51 / 2));
    watcher_free(first);
    wait_for_count(&s, 1);
    watcher_free(second);
    wait_for_count(&s, 0);
    lope_spectators_close(s.spectators);
}

static void late_watcher_gets_the_newest_frame_at_once(void **unused)
{
    (void)unused;
    const stream s = stream_open(0);
    for (uint32_t i = 1; i <= 20; i++) show(&s, i, 900);
    watcher *late = watch(&s, 0);
    wait_for_frame(&s, late, 20); // none is shown any more
    assert_int_equal(late->frames, 1);
    assert_true(lope_spectators_stats_of(s.spectators).lost == 0); // what was before it came is not lost
    watcher_free(late);
    lope_spectators_close(s.spectators);
}

static void slow_watcher_loses_old_frames_and_holds_up_no_other(void **unused)
{
    (void)unused;
    const stream s = stream_open(0);
    watcher *slow = watch(&s, 4096), *quick = watch(&s, 0);
    double longest = 0;
    wait_for_count(&s, 2);
    for (uint32_t i = 1; i <= 300; i++) {
        const double before = transport_clock();
        show(&s, i, LARGE);
        lope_spectators_update(s.spectators, before - s.start);
        const double took = transport_clock() - before;
        if (took > longest) longest = took;
        wait_for_frame(&s, quick, i);
    }
    printf("a watcher that takes nothing: the longest update was %.2f ms\n", 1e3 * longest);
    assert_int_equal(quick->frames, 300);
    assert_true(longest < 0.5); // a write that blocks would take for ever; the bound is for a machine that is busy
    wait_for_frame(&s, slow, 300);
    printf("of 300 frames it has taken %u, the newest one among them\n", (unsigned)slow->frames);
    assert_true(slow->frames < 100); // what the system keeps for it, and the newest one
    assert_true(lope_spectators_stats_of(s.spectators).lost == 300 - slow->frames);
    watcher_free(slow);
    watcher_free(quick);
    lope_spectators_close(s.spectators);
}

static void watcher_that_takes_nothing_for_long_is_ended(void **unused)
{
    (void)unused;
    const stream s = stream_open(0);
    watcher *dead = watch(&s, 4096);
    wait_for_count(&s, 1);
    for (uint32_t i = 1; i <= 200; i++) {
        show(&s, i, LARGE);
        lope_spectators_update(s.spectators, transport_clock() - s.start);
    }
    lope_spectators_update(s.spectators, transport_clock() - s.start + 25);
    for (int i = 0; i < 100 && lope_spectators_count(s.spectators) > 0; i++)
        lope_spectators_update(s.spectators, transport_clock() - s.start + 25);
    assert_int_equal(lope_spectators_count(s.spectators), 0);
    watcher_free(dead);
    lope_spectators_close(s.spectators);
}

// ---- what comes back --------------------------------------------------------------------------------------

static void messages_are_heard_in_their_order(void **unused)
{
    (void)unused;
    const stream s = stream_open(0);
    watcher *w = watch(&s, 0);
    uint8_t bytes[LOPE_SPECTATORS_MESSAGE];
    wait_for_count(&s, 1);
    take(w);
    raw_frame(w->raw, RAW_BINARY, true, "first", 5);
    raw_frame(w->raw, RAW_BINARY, false, "the ", 4);
    raw_frame(w->raw, RAW_CONTINUED, true, "second", 6);
    for (int i = 0; i < 200 && lope_spectators_stats_of(s.spectators).heard < 2; i++) update(&s);
    assert_int_equal(lope_spectators_hear(s.spectators, bytes), 5);
    assert_memory_equal(bytes, "first", 5);
    assert_int_equal(lope_spectators_hear(s.spectators, bytes), 10);
    assert_memory_equal(bytes, "the second", 10);
    assert_int_equal(lope_spectators_hear(s.spectators, bytes), 0);
    for (int i = 0; i < 1000; i++) raw_frame(w->raw, RAW_BINARY, true, "flood", 5);
    for (int i = 0; i < 2000 && lope_spectators_stats_of(s.spectators).dropped < 900; i++) update(&s);
    const lope_spectators_stats stats = lope_spectators_stats_of(s.spectators);
    assert_true(stats.dropped > 800 && stats.heard < 200);
    assert_int_equal(lope_spectators_count(s.spectators), 1);
    watcher_free(w);
    lope_spectators_close(s.spectators);
}

static void what_is_no_message_ends_its_connection(void **unused)
{
    static uint8_t large[LOPE_SPECTATORS_MESSAGE + 1];
    const struct {
        unsigned opcode;
        size_t size;
    } wrong[] = {{RAW_TEXT, 5}, {RAW_BINARY, sizeof large}, {RAW_BINARY, 0}};
    (void)unused;
    const stream s = stream_open(0);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint8_t bytes[LOPE_SPECTATORS_MESSAGE];
        watcher *w = watch(&s, 0);
        wait_for_count(&s, 1);
        raw_frame(w->raw, wrong[i].opcode, true, large, wrong[i].size);
        wait_for_count(&s, 0);
        assert_int_equal(lope_spectators_hear(s.spectators, bytes), 0);
        watcher_free(w);
    }
    lope_spectators_close(s.spectators);
}

// ---- who may watch ----------------------------------------------------------------------------------------

static void answer_to(const stream *s, const char *origin, char *text, size_t size)
{
    const double end = transport_clock() + LONGEST;
    const int raw = raw_connect(lope_spectators_port(s->spectators), 0);
    size_t got = 0;
    bool ended = false;
    raw_upgrade_as(raw, "lope-spectate", origin);
    while (!ended && strstr(text, "\r\n\r\n") == NULL && transport_clock() < end) {
        update(s);
        got += raw_read(raw, text + got, size - 1 - got, &ended);
        text[got] = '\0';
    }
    raw_close(raw);
}

static void pages_of_other_hosts_are_refused(void **unused)
{
    char text[4096] = "";
    (void)unused;
    const stream s = stream_open(0);
    answer_to(&s, "http://evil.example", text, sizeof text);
    assert_null(strstr(text, "101 Switching"));
    assert_true(lope_spectators_stats_of(s.spectators).refused == 1);
    text[0] = '\0';
    answer_to(&s, "http://localhost", text, sizeof text); // the host that raw_upgrade_as asks
    assert_non_null(strstr(text, "101 Switching"));
    assert_true(lope_spectators_stats_of(s.spectators).refused == 1);
    lope_spectators_close(s.spectators);
}

static void one_too_many_is_refused(void **unused)
{
    (void)unused;
    const stream s = stream_open(1);
    watcher *first = watch(&s, 0);
    wait_for_count(&s, 1);
    watcher *second = watch(&s, 0);
    const double end = transport_clock() + LONGEST;
    while (!second->ended && transport_clock() < end) {
        update(&s);
        take(second);
    }
    assert_true(second->ended);
    assert_int_equal(lope_spectators_count(s.spectators), 1);
    assert_true(lope_spectators_stats_of(s.spectators).refused == 1);
    show(&s, 7, 100);
    wait_for_frame(&s, first, 7);
    watcher_free(first);
    watcher_free(second);
    lope_spectators_close(s.spectators);
}

static void files_are_given_and_a_taken_port_is_refused(void **unused)
{
    static const char request[] = "GET /level HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    char text[2048] = "";
    lope_error error = {0};
    size_t got = 0;
    bool ended = false;
    (void)unused;
    const stream s = stream_open(0);
    const double end = transport_clock() + LONGEST;
    const int raw = raw_connect(lope_spectators_port(s.spectators), 0);
    raw_write(raw, request, sizeof request - 1);
    while (strstr(text, "LEVEL") == NULL && transport_clock() < end) {
        update(&s);
        got += raw_read(raw, text + got, sizeof text - 1 - got, &ended);
        text[got] = '\0';
    }
    assert_non_null(strstr(text, "200"));
    assert_non_null(strstr(text, "application/octet-stream"));
    assert_non_null(strstr(text, "LEVEL"));
    raw_close(raw);
    assert_null(lope_spectators_open(&(lope_spectators_def){.port = lope_spectators_port(s.spectators), .error = &error}));
    assert_string_equal(error.field, "spectate");
    assert_null(lope_spectators_open(&(lope_spectators_def){.watchers = 5000, .error = &error}));
    assert_string_equal(error.field, "watchers");
    lope_spectators_close(s.spectators);
    lope_spectators_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_go_whole_to_each_that_watches),
        cmocka_unit_test(late_watcher_gets_the_newest_frame_at_once),
        cmocka_unit_test(slow_watcher_loses_old_frames_and_holds_up_no_other),
        cmocka_unit_test(watcher_that_takes_nothing_for_long_is_ended),
        cmocka_unit_test(messages_are_heard_in_their_order),
        cmocka_unit_test(what_is_no_message_ends_its_connection),
        cmocka_unit_test(pages_of_other_hosts_are_refused),
        cmocka_unit_test(one_too_many_is_refused),
        cmocka_unit_test(files_are_given_and_a_taken_port_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
