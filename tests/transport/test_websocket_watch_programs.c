// test_websocket_watch_programs.c - `lope serve --spectate` as a process, and a player that tells it its prediction with
// `lope join --show-prediction`: what comes to a watcher over a real socket.
#define _POSIX_C_SOURCE 200809L

#include "programs.h"
#include "scene/spectator_frame.h"
#include "told.h"
#include "websocket_raw.h"

#include <signal.h>

#define LONGEST 20.0 // s, beside a busy machine

// Reads what a server prints until a word begins a line. Returns what stands after it; NULL: this lope has no page.
static char *read_after(program *server, const char *word, char *line, int size)
{
    while (fgets(line, size, server->out) != NULL) {
        if (strncmp(line, word, strlen(word)) == 0) return line + strlen(word);
        if (strstr(line, "--spectate: this lope was built without") != NULL) return NULL;
    }
    fail_msg("the server does not print %s", word);
    return NULL;
}

// Looks through bytes of the stream for a frame with a player that is no bot and tells its prediction.
static bool finds_player(const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at + 4 + LOPE_SPECTATOR_HEAD_SIZE < size; at++) {
        if (bytes[at] != 0x82 || bytes[at + 1] != 126) continue; // a whole binary message of 126 bytes or more
        const uint8_t *frame = bytes + at + 4;
        const size_t length = (size_t)bytes[at + 2] << 8 | bytes[at + 3];
        if (frame[0] != LOPE_SPECTATOR_FRAME || at + 4 + length > size ||
            length < LOPE_SPECTATOR_HEAD_SIZE + (size_t)frame[1] * LOPE_SPECTATOR_PLAYER_SIZE)
            continue;
        for (uint32_t i = 0; i < frame[1]; i++) {
            const uint8_t flags = frame[LOPE_SPECTATOR_HEAD_SIZE + i * LOPE_SPECTATOR_PLAYER_SIZE + 2];
            if (flags == (LOPE_SPECTATOR_JOINED | LOPE_SPECTATOR_PREDICTED)) return true;
        }
    }
    return false;
}

static void watcher_sees_the_prediction_of_a_player(void **unused)
{
    static uint8_t bytes[1u << 20];
    const char *master = LOPE_TEST_OUT "/watch_master";
    char line[256], udp[32], text[8192];
    size_t size = 0;
    bool ended = false;
    (void)unused;
    remove(master);
    const char *words[PROGRAM_WORDS] = {"lope",      "serve", PROGRAM_LEVEL, "--port", "0",      "--address",      "127.0.0.1",
                                        "--bots",    "2",     "--link",      "good",   "--json", "--token-master", master,
                                        "--seconds", "60",    "--spectate",  "0",      "--quiet"};
    program server = program_start(words);
    snprintf(udp, sizeof udp, "127.0.0.1:%d", atoi(read_after(&server, "port ", line, sizeof line)));
    const char *found_port = read_after(&server, "spectate http://127.0.0.1:", line, sizeof line);
    if (found_port == NULL) {
        program_finish(&server, text, sizeof text);
        skip();
    }
    const int port = atoi(found_port);
    const char *join[PROGRAM_WORDS] = {"lope",  "join",           udp,    PROGRAM_LEVEL,
                                       "--bot", "--token-master", master, "--show-prediction"};
    program player = program_start(join);
    const int raw = raw_connect((uint16_t)port, 0);
    const double end = transport_clock() + LONGEST;
    raw_upgrade_as(raw, "lope-spectate", NULL);
    while (!finds_player(bytes, size) && transport_clock() < end && !ended && size < sizeof bytes) {
        size += raw_read(raw, bytes + size, sizeof bytes - size, &ended);
        program_sleep(0.05);
    }
    const bool found = finds_player(bytes, size);
    printf("%zu bytes of the stream\n", size);
    raw_close(raw);
    kill(player.id, SIGTERM);
    program_finish(&player, text, sizeof text);
    kill(server.id, SIGTERM);
    assert_int_equal(program_finish(&server, text, sizeof text), 0);
    assert_true(found);
}

static void words_that_are_wrong_are_refused(void **unused)
{
    (void)unused;
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--spectate", "99999", NULL}, "--spectate");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--port", "0", "--link", "worse", NULL},
                    "expected lan, good, average, bad or awful");
    program_refuses((const char *[]){"lope", "serve", PROGRAM_LEVEL, "--port", "0", "--spectate", "0", "--spectate-address",
                                     "192.0.2.1", NULL},
                    "cannot listen");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(watcher_sees_the_prediction_of_a_player),
        cmocka_unit_test(words_that_are_wrong_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
