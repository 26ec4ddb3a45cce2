// programs.h - `lope` as processes, for tests of `lope serve` and `lope join`.
#ifndef LOPE_TESTS_PROGRAMS_H
#define LOPE_TESTS_PROGRAMS_H

#include "../net/net_help.h"

#include <sys/types.h>

#define PROGRAM_LEVEL LOPE_GYM_DIR "/tour.json"
#define PROGRAM_WORDS 24

// A process, and what it prints.
typedef struct program {
    pid_t id;
    FILE *out;
} program;

program program_start(const char *const *words);
// Reads all that a program prints, up to its end. Returns its exit status, or -1 when it was killed.
int program_finish(program *p, char *text, size_t size);
// Starts a client that wanders. line: of --link; NULL: none.
program program_join(const char *host, const char *master, const char *seconds, const char *line);
// Reads what the server says until so many players have come.
void program_wait_for_players(program *server, int count);
// Checks a client's end. Returns the states that it was sent. *still: ms, the longest that an end stood still.
int program_states(program *p, const char *who, double *still);
// Checks that a program refuses its words, and says why.
void program_refuses(const char *const *words, const char *says);
void program_sleep(double seconds);

// Return the number after a key of JSON; how often a text has another in it.
double text_number(const char *json, const char *key);
int text_count(const char *text, const char *what);

#endif
