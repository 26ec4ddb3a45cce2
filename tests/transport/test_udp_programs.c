// test_udp_programs.c - `lope serve` and `lope join` as processes on this machine's loopback, on the real
// clock: one is there early, one comes late over a bad line, one is killed.
#define _POSIX_C_SOURCE 200809L

#include "../net/net_help.h"

#include <math.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LEVEL LOPE_GYM_DIR "/tour.json"
#define WORDS 24
#define STILL 1000.0 // ms: half of what a client may be silent for without another state

// A process, and what it prints.
typedef struct program {
    pid_t id;
    FILE *out;
} program;

static program start(const char *const *words)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    const pid_t id = fork();
    assert_true(id >= 0);
    if (id == 0) {
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        execv(LOPE_TOOL, (char *const *)words);
        _exit(127);
    }
    close(ends[1]);
    program p = {id, fdopen(ends[0], "r")};
    assert_non_null(p.out);
    return p;
}

// Reads all that a program prints, up to its end. Returns its exit status, or -1 when it was killed.
static int finish(program *p, char *text, size_t size)
{
    int status;
    const size_t got = fread(text, 1, size - 1, p->out);
    text[got] = '\0';
    fclose(p->out);
    assert_int_equal(waitpid(p->id, &status, 0), p->id);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void sleep_for(double seconds)
{
    const time_t whole = (time_t)seconds;
    nanosleep(&(struct timespec){.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))}, NULL);
}

// Reads what the server says until so many players have come.
static void wait_for_players(program *server, int count)
{
    char line[256];
    while (count > 0) {
        if (fgets(line, sizeof line, server->out) == NULL) fail_msg("the server ends before its players come");
        count -= strstr(line, "player ") != NULL && strstr(line, " comes") != NULL;
    }
}

static double number_of(const char *json, const char *key)
{
    char name[40];
    snprintf(name, sizeof name, "\"%s\": ", key);
    const char *at = strstr(json, name);
    if (at == NULL) fail_msg("no %s in: %s", key, json);
    return strtod(at + strlen(name), NULL);
}

static program join(const char *host, const char *master, const char *seconds, const char *line)
{
    const char *words[WORDS] = {"lope",
                                "join",
                                host,
                                LEVEL,
                                "--bot",
                                "--json",
                                "--token-master",
                                master,
                                "--seconds",
                                seconds,
                                line != NULL ? "--link" : NULL,
                                line};
    return start(words);
}

// Checks a client's end. Returns the states that it was sent. *still: ms, the longest that an end stood still.
static int states_of(program *p, const char *who, double *still)
{
    char text[4096];
    const int status = finish(p, text, sizeof text);
    printf("%s: %s", who, text);
    if (status != 0) fail_msg("%s ends with %d: %s", who, status, text);
    assert_int_equal((int)number_of(text, "wrong"), 0);
    assert_true(number_of(text, "checks") > 20);
    assert_true(number_of(text, "ticks") > 60);
    assert_non_null(strstr(text, "\"current\": true"));
    *still = fmax(*still, number_of(text, "longest_ms"));
    return (int)number_of(text, "states");
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    while ((text = strstr(text, what)) != NULL) {
        count++;
        text += strlen(what);
    }
    return count;
}

static void players_come_late_leave_and_are_killed(void **unused)
{
    const char *master = LOPE_TEST_OUT "/udp_master", *recording = LOPE_TEST_OUT "/udp_players.lrec";
    char line[64] = "", host[32], text[8192];
    (void)unused;
    remove(master);
    const char *words[WORDS] = {"lope",      "serve", LEVEL,    "--port",         "0",    "--address", "127.0.0.1",
                                "--bots",    "1",     "--json", "--token-master", master, "--record",  recording,
                                "--seconds", "24"};
    program server = start(words);
    assert_non_null(fgets(line, sizeof line, server.out));
    assert_int_equal(strncmp(line, "port ", 5), 0);
    snprintf(host, sizeof host, "127.0.0.1:%d", atoi(line + 5));
    program first = join(host, master, "5", NULL), killed = join(host, master, "60", NULL);
    wait_for_players(&server, 2);
    sleep_for(1);
    program late = join(host, master, "5", "bad");
    wait_for_players(&server, 1);
    kill(killed.id, SIGKILL);
    double still = 0;
    const int first_states = states_of(&first, "first", &still), late_states = states_of(&late, "late", &still);
    assert_int_equal(finish(&killed, text, sizeof text), -1);
    assert_int_equal(finish(&server, text, sizeof text), 0);
    printf("server: %s", text);
    still = fmax(still, number_of(text, "longest_ms"));
    if (still < STILL) { // else the machine parted the ends, which costs another state
        assert_int_equal(first_states, 1);
        assert_int_equal(late_states, 1);
    }
    assert_int_equal((int)number_of(text, "came"), 4);
    assert_int_equal((int)number_of(text, "refused"), 0);
    assert_int_equal(count_of(text, "\"why\": \"nothing came from it for too long\""), 1); // the client that was killed
    assert_true(count_of(text, "\"why\": \"it left\"") >= 1); // the goodbye over the bad line may be lost
    const char *replay[] = {"lope", "replay", recording, NULL};
    program replayed = start(replay);
    const int status = finish(&replayed, text, sizeof text);
    printf("%s", text);
    assert_int_equal(status, 0);
    assert_int_equal(count_of(text, " ticks equal"), 4);
}

static void refuses(const char *const *words, const char *says)
{
    char text[4096];
    program p = start(words);
    assert_int_equal(finish(&p, text, sizeof text), 2);
    if (strstr(text, says) == NULL) fail_msg("%s", text);
}

static void words_that_are_wrong_are_refused(void **unused)
{
    (void)unused;
    refuses((const char *[]){"lope", "join", "localhost", LEVEL, NULL}, "a token is missing");
    refuses((const char *[]){"lope", "join", "localhost", LEVEL, "--token", "open sesame", NULL}, "that is no token");
    refuses((const char *[]){"lope", "join", "localhost:99999", LEVEL, "--token", "x", NULL}, "expected HOST or HOST:PORT");
    refuses((const char *[]){"lope", "join", "[::1", LEVEL, "--token", "x", NULL}, "expected HOST or HOST:PORT");
    refuses((const char *[]){"lope", "join", "localhost", NULL}, "lope join HOST[:PORT] LEVEL");
    refuses((const char *[]){"lope", "serve", LOPE_TEST_OUT "/none.json", NULL}, "none.json");
    refuses((const char *[]){"lope", "serve", LEVEL, "--port", "0", "--players", "60", "--bots", "10", NULL},
            "64 in all at most");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_come_late_leave_and_are_killed),
        cmocka_unit_test(words_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
