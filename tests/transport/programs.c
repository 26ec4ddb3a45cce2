// programs.c - processes of `lope`. Read first: programs.h.
#define _POSIX_C_SOURCE 200809L

#include "programs.h"

#include <math.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

program program_start(const char *const *words)
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

int program_finish(program *p, char *text, size_t size)
{
    int status;
    const size_t got = fread(text, 1, size - 1, p->out);
    text[got] = '\0';
    fclose(p->out);
    assert_int_equal(waitpid(p->id, &status, 0), p->id);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void program_sleep(double seconds)
{
    const time_t whole = (time_t)seconds;
    nanosleep(&(struct timespec){.tv_sec = whole, .tv_nsec = (long)(1e9 * (seconds - (double)whole))}, NULL);
}

void program_wait_for_players(program *server, int count)
{
    char line[256];
    while (count > 0) {
        if (fgets(line, sizeof line, server->out) == NULL) fail_msg("the server ends before its players come");
        count -= strstr(line, "player ") != NULL && strstr(line, " comes") != NULL;
    }
}

double text_number(const char *json, const char *key)
{
    char name[40];
    snprintf(name, sizeof name, "\"%s\": ", key);
    const char *at = strstr(json, name);
    if (at == NULL) fail_msg("no %s in: %s", key, json);
    return strtod(at + strlen(name), NULL);
}

program program_join(const char *host, const char *master, const char *seconds, const char *line)
{
    const char *words[PROGRAM_WORDS] = {"lope",
                                        "join",
                                        host,
                                        PROGRAM_LEVEL,
                                        "--bot",
                                        "--json",
                                        "--token-master",
                                        master,
                                        "--seconds",
                                        seconds,
                                        line != NULL ? "--link" : NULL,
                                        line};
    return program_start(words);
}

int program_states(program *p, const char *who, double *still)
{
    char text[4096];
    const int status = program_finish(p, text, sizeof text);
    printf("%s: %s", who, text);
    if (status != 0) fail_msg("%s ends with %d: %s", who, status, text);
    assert_int_equal((int)text_number(text, "wrong"), 0);
    assert_true(text_number(text, "checks") > 20);
    assert_true(text_number(text, "ticks") > 60);
    assert_non_null(strstr(text, "\"current\": true"));
    *still = fmax(*still, text_number(text, "longest_ms"));
    return (int)text_number(text, "states");
}

int text_count(const char *text, const char *what)
{
    int count = 0;
    while ((text = strstr(text, what)) != NULL) {
        count++;
        text += strlen(what);
    }
    return count;
}

void program_refuses(const char *const *words, const char *says)
{
    char text[4096];
    program p = program_start(words);
    assert_int_equal(program_finish(&p, text, sizeof text), 2);
    if (strstr(text, says) == NULL) fail_msg("%s", text);
}
