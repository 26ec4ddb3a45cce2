// test_agones.c - the adapter for Agones, beside a sidecar of this test's own: what it asks for, in which order, and
// what it does when the sidecar refuses, is away, is slow or answers nonsense.
#define _POSIX_C_SOURCE 200809L

#include "adapters/agones/lope_agones.h"

#include "../net/net_help.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define STEP 0.01 // s of the virtual clock between two updates
#define LONGEST 1000

// A sidecar that takes one connection after another.
typedef struct sidecar {
    int listener, connection;
    uint16_t port;
    const char *answer; // NULL: none
    size_t answer_size; // 0: that of the text
    size_t piece;       // bytes of the answer that go out at a time; 0: all
    size_t told;        // bytes of it
    char asked[512];
    size_t read;
    char paths[4096]; // of all requests, each after a blank
} sidecar;

static const char good[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

static void sidecar_open(sidecar *s, const char *answer)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    memset(s, 0, sizeof *s);
    s->answer = answer;
    s->connection = -1;
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(s->listener, (const struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(s->listener, 8), 0);
    assert_int_equal(fcntl(s->listener, F_SETFL, O_NONBLOCK), 0);
    assert_int_equal(getsockname(s->listener, (struct sockaddr *)&at, &size), 0);
    s->port = ntohs(at.sin_port);
}

static void sidecar_hang_up(sidecar *s)
{
    if (s->connection >= 0) close(s->connection);
    s->connection = -1;
}

static void sidecar_close(sidecar *s)
{
    sidecar_hang_up(s);
    if (s->listener >= 0) close(s->listener);
    s->listener = -1;
}

// Notes the path of a whole request; the request's body is {}.
static void note(sidecar *s)
{
    char path[64];
    assert_int_equal(sscanf(s->asked, "POST %60s HTTP/1.1\r\n", path), 1);
    assert_non_null(strstr(s->asked, "\r\nContent-Length: 2\r\n"));
    assert_non_null(strstr(s->asked, "\r\nContent-Type: application/json\r\n"));
    assert_true(strlen(s->paths) + strlen(path) + 2 < sizeof s->paths);
    strcat(strcat(s->paths, " "), path);
}

static void sidecar_go_on(sidecar *s)
{
    if (s->connection < 0) {
        s->connection = s->listener >= 0 ? accept(s->listener, NULL, NULL) : -1;
        if (s->connection < 0) return;
        assert_int_equal(fcntl(s->connection, F_SETFL, O_NONBLOCK), 0);
        s->read = s->told = 0;
    }
    const bool whole = s->read >= 2 && memcmp(s->asked + s->read - 2, "{}", 2) == 0;
    if (!whole) {
        const ssize_t got = recv(s->connection, s->asked + s->read, sizeof s->asked - 1 - s->read, 0);
        if (got == 0) sidecar_hang_up(s);
        if (got <= 0) return;
        s->read += (size_t)got;
        s->asked[s->read] = '\0';
        if (s->read >= 2 && memcmp(s->asked + s->read - 2, "{}", 2) == 0) note(s);
        return;
    }
    const size_t size = s->answer == NULL ? 0 : s->answer_size > 0 ? s->answer_size : strlen(s->answer);
    if (s->told < size) {
        const size_t piece = s->piece > 0 && s->piece < size - s->told ? s->piece : size - s->told;
        const ssize_t sent = send(s->connection, s->answer + s->told, piece, MSG_NOSIGNAL);
        if (sent <= 0) sidecar_hang_up(s);
        s->told += sent > 0 ? (size_t)sent : 0;
    } else if (s->answer != NULL) {
        sidecar_hang_up(s);
    } else {
        char byte;
        if (recv(s->connection, &byte, 1, 0) == 0) sidecar_hang_up(s); // the other side has given up
    }
}

// Both go on until so many requests have ended.
static void until_ended(lope_agones *fleet, sidecar *s, double *now, uint64_t count)
{
    for (int i = 0; i < LONGEST; i++) {
        const lope_agones_stats stats = lope_agones_stats_of(fleet);
        if (stats.answered + stats.failed >= count) return;
        lope_agones_update(fleet, *now);
        sidecar_go_on(s);
        *now += STEP;
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    fail_msg("only %d requests have ended", (int)(lope_agones_stats_of(fleet).answered + lope_agones_stats_of(fleet).failed));
}

static void requests_go_in_their_order_with_health_between(void **unused)
{
    sidecar s;
    double now = 100;
    (void)unused;
    sidecar_open(&s, good);
    lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = s.port}, NULL);
    lope_agones_ask(fleet, LOPE_AGONES_READY);
    lope_agones_ask(fleet, LOPE_AGONES_READY); // once
    until_ended(fleet, &s, &now, 2);
    assert_string_equal(s.paths, " /health /ready");
    assert_true(lope_agones_stats_of(fleet).done[LOPE_AGONES_READY]);
    assert_false(lope_agones_stats_of(fleet).done[LOPE_AGONES_SHUTDOWN]);
    assert_int_equal(lope_agones_stats_of(fleet).status, 200);
    until_ended(fleet, &s, &now, 4);
    assert_string_equal(s.paths, " /health /ready /health /health"); // each 2 s
    assert_true(lope_agones_stats_of(fleet).healthy > 103.9 && lope_agones_stats_of(fleet).healthy < 104.5);
    lope_agones_ask(fleet, LOPE_AGONES_ALLOCATE);
    lope_agones_ask(fleet, LOPE_AGONES_SHUTDOWN);
    until_ended(fleet, &s, &now, 6);
    assert_string_equal(s.paths, " /health /ready /health /health /allocate /shutdown");
    assert_true(lope_agones_stats_of(fleet).done[LOPE_AGONES_SHUTDOWN]);
    assert_int_equal(lope_agones_stats_of(fleet).failed, 0);
    lope_agones_close(fleet);
    sidecar_close(&s);
}

static void refused_requests_are_made_again(void **unused)
{
    sidecar s;
    double now = 0;
    (void)unused;
    sidecar_open(&s, "HTTP/1.1 503 Service Unavailable\r\n\r\n");
    lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = s.port, .health = -1}, NULL);
    lope_agones_ask(fleet, LOPE_AGONES_READY);
    until_ended(fleet, &s, &now, 3);
    assert_true(now > 2 && now < 2.5); // at 0, 1 and 2 s
    assert_int_equal(lope_agones_stats_of(fleet).status, 503);
    assert_int_equal(lope_agones_stats_of(fleet).failed, 3);
    assert_false(lope_agones_stats_of(fleet).done[LOPE_AGONES_READY]);
    s.answer = good;
    until_ended(fleet, &s, &now, 4);
    assert_true(lope_agones_stats_of(fleet).done[LOPE_AGONES_READY]);
    lope_agones_close(fleet);
    sidecar_close(&s);
}

static void sidecar_that_is_away_or_silent_holds_up_nothing(void **unused)
{
    sidecar s;
    double now = 0;
    (void)unused;
    sidecar_open(&s, NULL);
    lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = s.port, .health = -1}, NULL);
    lope_agones_ask(fleet, LOPE_AGONES_READY);
    until_ended(fleet, &s, &now, 1); // it never answers
    assert_true(now > 2 && now < 2.2);
    assert_int_equal(lope_agones_stats_of(fleet).status, 0);
    sidecar_close(&s); // now it is away
    until_ended(fleet, &s, &now, 3);
    assert_int_equal(lope_agones_stats_of(fleet).failed, 3);
    assert_true(now < 5.5);
    lope_agones_close(fleet);
}

static void answers_may_come_in_pieces(void **unused)
{
    sidecar s;
    double now = 0;
    (void)unused;
    sidecar_open(&s, good);
    s.piece = 1;
    lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = s.port, .health = -1}, NULL);
    lope_agones_ask(fleet, LOPE_AGONES_ALLOCATE);
    until_ended(fleet, &s, &now, 1);
    assert_true(lope_agones_stats_of(fleet).done[LOPE_AGONES_ALLOCATE]);
    lope_agones_close(fleet);
    sidecar_close(&s);
}

// Answers of random bytes, and good ones with a byte changed: what is no 200 counts as a failure.
static void nonsense_is_no_answer(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (int i = 0; i < 200; i++) {
        sidecar s;
        char answer[sizeof good];
        double now = 0;
        memcpy(answer, good, sizeof good);
        const uint32_t at = random_below(&seed, 17);
        answer[at] = (char)(answer[at] + 1 + (int)random_below(&seed, 254));
        for (size_t k = 0; i % 2 == 0 && k < sizeof answer; k++) answer[k] = (char)random_next(&seed);
        // a change of the minor version, of the words after the status, or in the line's end is still a 200, but for a 0, after which no line ends
        const bool is_good = i % 2 == 1 && answer[at] != '\0' &&
                             ((at == 7 && answer[7] >= '0' && answer[7] <= '9') || at > 11 ||
                              (at == 8 && strchr("\t\n\v\f\r", answer[8]) != NULL));
        sidecar_open(&s, answer);
        s.answer_size = sizeof good - 1;
        lope_agones *fleet = lope_agones_open(&(lope_agones_def){.port = s.port, .health = -1}, NULL);
        lope_agones_ask(fleet, LOPE_AGONES_READY);
        until_ended(fleet, &s, &now, 1);
        if (is_good != lope_agones_stats_of(fleet).done[LOPE_AGONES_READY])
            fail_msg("answer %d: byte %u became %d, taken as %s", i, (unsigned)at, answer[at], is_good ? "none" : "good");
        lope_agones_close(fleet);
        sidecar_close(&s);
    }
}

static void bad_settings_are_refused(void **unused)
{
    lope_error error = {0};
    (void)unused;
    assert_null(lope_agones_open(&(lope_agones_def){.address = "localhost"}, &error));
    assert_string_equal(error.field, "address");
    setenv("AGONES_SDK_HTTP_PORT", "many", 1);
    assert_null(lope_agones_open(NULL, &error));
    assert_string_equal(error.field, "AGONES_SDK_HTTP_PORT");
    setenv("AGONES_SDK_HTTP_PORT", "70000", 1);
    assert_null(lope_agones_open(NULL, NULL));
    unsetenv("AGONES_SDK_HTTP_PORT");
    lope_agones_close(NULL);
}

static void port_may_come_from_the_environment(void **unused)
{
    sidecar s;
    char text[8];
    double now = 0;
    (void)unused;
    sidecar_open(&s, good);
    snprintf(text, sizeof text, "%u", (unsigned)s.port);
    setenv("AGONES_SDK_HTTP_PORT", text, 1);
    lope_agones *fleet = lope_agones_open(NULL, NULL);
    until_ended(fleet, &s, &now, 1);
    assert_string_equal(s.paths, " /health");
    unsetenv("AGONES_SDK_HTTP_PORT");
    lope_agones_close(fleet);
    sidecar_close(&s);
}

// `lope serve --agones` says that it is ready, and at its end that it is done.
static void program_tells_of_its_beginning_and_its_end(void **unused)
{
    static const char begins[] = " /health /ready", ends[] = " /shutdown";
    sidecar s;
    char command[1024];
    (void)unused;
    sidecar_open(&s, good);
    snprintf(command, sizeof command,
             "\"%s\" serve \"%s/levels/zoo/lift.json\" --port 0 --seconds 1 --quiet --agones %u >/dev/null", LOPE_TOOL,
             LOPE_SOURCE_DIR, (unsigned)s.port);
    FILE *program = popen(command, "r");
    assert_non_null(program);
    for (int i = 0; i < 30000 && strstr(s.paths, ends) == NULL; i++) { // 30 s, for a busy machine
        sidecar_go_on(&s);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    for (int i = 0; i < 10; i++) sidecar_go_on(&s); // the answer to it
    assert_int_equal(pclose(program), 0);
    assert_memory_equal(s.paths, begins, sizeof begins - 1);
    assert_string_equal(s.paths + strlen(s.paths) - (sizeof ends - 1), ends);
    sidecar_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_go_in_their_order_with_health_between),
        cmocka_unit_test(refused_requests_are_made_again),
        cmocka_unit_test(sidecar_that_is_away_or_silent_holds_up_nothing),
        cmocka_unit_test(answers_may_come_in_pieces),
        cmocka_unit_test(nonsense_is_no_answer),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(port_may_come_from_the_environment),
        cmocka_unit_test(program_tells_of_its_beginning_and_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
