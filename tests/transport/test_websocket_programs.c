// test_websocket_programs.c - `lope serve --websocket` as a process, with players over UDP and over WebSocket in one
// match, on the real clock.
#define _POSIX_C_SOURCE 200809L

#include "programs.h"
#include "websocket_certificate.h"

#include <signal.h>

#define STILL 1000.0 // ms: half of what a client may be silent for without another state

// Reads the port that a server prints after a word.
static int read_port(program *server, const char *word)
{
    char line[64] = "";
    assert_non_null(fgets(line, sizeof line, server->out));
    if (strncmp(line, word, strlen(word)) != 0) fail_msg("found %s, expected %s", line, word);
    return atoi(line + strlen(word));
}

static void players_over_both_transports_play_one_match(void **unused)
{
    const char *master = LOPE_TEST_OUT "/websocket_master";
    char udp[32], web[40], text[8192];
    double still = 0;
    (void)unused;
    remove(master);
    const char *words[PROGRAM_WORDS] = {"lope",      "serve",     PROGRAM_LEVEL, "--port", "0",      "--websocket",    "0",
                                        "--address", "127.0.0.1", "--bots",      "1",      "--json", "--token-master", master,
                                        "--seconds", "14"};
    program server = program_start(words);
    snprintf(udp, sizeof udp, "127.0.0.1:%d", read_port(&server, "port "));
    snprintf(web, sizeof web, "ws://127.0.0.1:%d", read_port(&server, "websocket "));
    program first = program_join(web, master, "6", NULL), second = program_join(udp, master, "6", NULL),
            killed = program_join(web, master, "60", NULL);
    program_wait_for_players(&server, 3);
    program_sleep(1);
    program late = program_join(web, master, "5", NULL);
    program_wait_for_players(&server, 1);
    kill(killed.id, SIGKILL);
    const int states = program_states(&first, "websocket", &still) + program_states(&second, "udp", &still) +
                       program_states(&late, "late websocket", &still);
    assert_int_equal(program_finish(&killed, text, sizeof text), -1);
    assert_int_equal(program_finish(&server, text, sizeof text), 0);
    printf("server: %s", text);
    if (text_number(text, "longest_ms") > still) still = text_number(text, "longest_ms");
    if (still < STILL) assert_int_equal(states, 3); // else the machine parted the ends, which costs another state
    assert_int_equal((int)text_number(text, "came"), 5);
    assert_int_equal((int)text_number(text, "refused"), 0);
    assert_true(text_count(text, "\"why\": \"it left\"") >= 3); // TCP tells also of the one that was killed
}

static void players_over_tls_play_a_match(void **unused)
{
    const char *master = LOPE_TEST_OUT "/websocket_tls_master", *own = LOPE_TEST_OUT "/websocket_tls";
    const char *certificate = LOPE_TEST_OUT "/websocket_tls.crt", *key = LOPE_TEST_OUT "/websocket_tls.key";
    char web[40], text[8192];
    double still = 0;
    (void)unused;
    remove(master);
    certificate_make(own, "localhost");
    program server = program_start((const char *[PROGRAM_WORDS]){
        "lope", "serve", PROGRAM_LEVEL, "--port", "0", "--websocket", "0", "--address", "127.0.0.1", "--certificate", certificate,
        "--key", key, "--json", "--token-master", master, "--seconds", "9"});
    read_port(&server, "port ");
    snprintf(web, sizeof web, "wss://localhost:%d", read_port(&server, "websocket "));
    program trusts =
        program_start((const char *[PROGRAM_WORDS]){"lope", "join", web, PROGRAM_LEVEL, "--bot", "--json", "--token-master",
                                                    master, "--seconds", "5", "--authorities", certificate});
    program does_not = program_join(web, master, "5", NULL);
    const int states = program_states(&trusts, "wss", &still);
    assert_int_not_equal(program_finish(&does_not, text, sizeof text), 0);
    assert_int_equal(program_finish(&server, text, sizeof text), 0);
    printf("server: %s", text);
    if (text_number(text, "longest_ms") > still) still = text_number(text, "longest_ms");
    if (still < STILL) assert_int_equal(states, 1);
    assert_int_equal((int)text_number(text, "came"), 1);
}

static void words_that_are_wrong_are_refused(void **unused)
{
    (void)unused;
    program_refuses((const char *[]){"lope", "join", "ws://localhost", PROGRAM_LEVEL, NULL}, "a token is missing");
    program_refuses((const char *[]){"lope", "join", "ws://localhost:0", PROGRAM_LEVEL, "--token", "x", NULL},
                    "expected HOST or HOST:PORT");
    program_refuses((const char *[]){"lope", "join", "ws://localhost", PROGRAM_LEVEL, "--token", "x", "--link", "bad", NULL},
                    "--link is for UDP");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--websocket", "99999", NULL}, "--websocket");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--certificate", "x", NULL}, "need --websocket");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--port", "0", "--websocket", "0", "--certificate", "x",
                                     "--key", "x", NULL},
                    "certificate: is no PEM file of one");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_over_both_transports_play_one_match),
        cmocka_unit_test(players_over_tls_play_a_match),
        cmocka_unit_test(words_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
