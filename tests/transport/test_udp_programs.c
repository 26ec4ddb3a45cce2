// test_udp_programs.c - `lope serve` and `lope join` as processes on this machine's loopback, on the real
// clock: one is there early, one comes late over a bad line, one is killed.
#define _POSIX_C_SOURCE 200809L

#include "programs.h"

#include <signal.h>

#define STILL 1000.0 // ms: half of what a client may be silent for without another state

static void players_come_late_leave_and_are_killed(void **unused)
{
    const char *master = LOPE_TEST_OUT "/udp_master", *recording = LOPE_TEST_OUT "/udp_players.lrec";
    char line[64] = "", host[32], text[8192];
    (void)unused;
    remove(master);
    const char *words[PROGRAM_WORDS] = {"lope",      "serve", PROGRAM_LEVEL, "--port",         "0",    "--address", "127.0.0.1",
                                        "--bots",    "1",     "--json",      "--token-master", master, "--record",  recording,
                                        "--seconds", "24"};
    program server = program_start(words);
    assert_non_null(fgets(line, sizeof line, server.out));
    assert_int_equal(strncmp(line, "port ", 5), 0);
    snprintf(host, sizeof host, "127.0.0.1:%d", atoi(line + 5));
    program first = program_join(host, master, "5", NULL), killed = program_join(host, master, "60", NULL);
    program_wait_for_players(&server, 2);
    program_sleep(1);
    program late = program_join(host, master, "5", "bad");
    program_wait_for_players(&server, 1);
    kill(killed.id, SIGKILL);
    double still = 0;
    const int first_states = program_states(&first, "first", &still), late_states = program_states(&late, "late", &still);
    assert_int_equal(program_finish(&killed, text, sizeof text), -1);
    assert_int_equal(program_finish(&server, text, sizeof text), 0);
    printf("server: %s", text);
    still = fmax(still, text_number(text, "longest_ms"));
    if (still < STILL) { // else the machine parted the ends, which costs another state
        assert_int_equal(first_states, 1);
        assert_int_equal(late_states, 1);
    }
    assert_int_equal((int)text_number(text, "came"), 4);
    assert_int_equal((int)text_number(text, "refused"), 0);
    assert_int_equal(text_count(text, "\"why\": \"nothing came from it for too long\""), 1); // the client that was killed
    assert_true(text_count(text, "\"why\": \"it left\"") >= 1); // the goodbye over the bad line may be lost
    const char *replay[] = {"lope", "replay", recording, NULL};
    program replayed = program_start(replay);
    const int status = program_finish(&replayed, text, sizeof text);
    printf("%s", text);
    assert_int_equal(status, 0);
    assert_int_equal(text_count(text, " ticks equal"), 4);
}

static void words_that_are_wrong_are_refused(void **unused)
{
    (void)unused;
    program_refuses((const char *[]){"lope", "join", "localhost", PROGRAM_LEVEL, NULL}, "a token is missing");
    program_refuses((const char *[]){"lope", "join", "localhost", PROGRAM_LEVEL, "--token", "open sesame", NULL},
                    "that is no token");
    program_refuses((const char *[]){"lope", "join", "localhost:99999", PROGRAM_LEVEL, "--token", "x", NULL},
                    "expected HOST or HOST:PORT");
    program_refuses((const char *[]){"lope", "join", "[::1", PROGRAM_LEVEL, "--token", "x", NULL}, "expected HOST or HOST:PORT");
    program_refuses((const char *[]){"lope", "join", "localhost", NULL}, "lope join [ws://|wss://]HOST[:PORT] LEVEL");
    program_refuses((const char *[]){"lope", "serve", LOPE_TEST_OUT "/none.json", NULL}, "none.json");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--port", "0", "--players", "60", "--bots", "10", NULL},
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
