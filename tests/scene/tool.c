// tool.c - runs the program through the shell and reads what it wrote.
//
// Read next: tool.h.
#include "tool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#if !defined(_WIN32)
#include <sys/wait.h>
#endif

char *tool_read(const char *file, size_t *size)
{
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) return NULL;
    fseek(stream, 0, SEEK_END);
    long length = ftell(stream);
    assert_true(length >= 0);
    fseek(stream, 0, SEEK_SET);
    char *text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, stream), (size_t)length);
    text[length] = 0;
    fclose(stream);
    if (size != NULL) *size = (size_t)length;
    return text;
}

void tool_write(const char *file, const void *bytes, size_t size)
{
    FILE *stream = fopen(file, "wb");
    if (stream == NULL) fail_msg("cannot write %s", file);
    assert_int_equal(fwrite(bytes, 1, size, stream), size);
    assert_int_equal(fclose(stream), 0);
}

void tool_write_text(const char *file, const char *text) { tool_write(file, text, strlen(text)); }

size_t tool_count_lines(const char *text)
{
    size_t count = 0;
    for (; *text != 0; text++) count += *text == '\n' ? 1u : 0u;
    return count;
}

tool_result tool_call(const char *tag, const char *folder, const char *arguments)
{
    char command[4096], out[1024], err[1024];
    tool_result result = {0};
    snprintf(out, sizeof out, "%s/%s.stdout", LOPE_TEST_OUT, tag);
    snprintf(err, sizeof err, "%s/%s.stderr", LOPE_TEST_OUT, tag);
    int length = snprintf(command, sizeof command, "cd \"%s\" && \"%s\" %s > \"%s\" 2> \"%s\"",
                          folder != NULL ? folder : LOPE_TEST_OUT, LOPE_TOOL, arguments, out, err);
    assert_true(length > 0 && (size_t)length < sizeof command);
    int status = system(command);
#if defined(_WIN32)
    result.status = status;
#else
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
#endif
    result.output = tool_read(out, NULL);
    result.error = tool_read(err, NULL);
    assert_non_null(result.output);
    assert_non_null(result.error);
    result.error_lines = tool_count_lines(result.error);
    return result;
}

void tool_result_free(tool_result *result)
{
    free(result->output);
    free(result->error);
    memset(result, 0, sizeof *result);
}

int tool_line(const char *text, size_t n, char *line, size_t size)
{
    for (; n > 0; n--) {
        text = strchr(text, '\n');
        if (text == NULL) return 0;
        text++;
    }
    if (*text == 0) return 0;
    size_t length = strcspn(text, "\n");
    assert_true(length < size);
    memcpy(line, text, length);
    line[length] = 0;
    return 1;
}

double tool_cell(const char *row, size_t n)
{
    for (; n > 0; n--) {
        row = strchr(row, ',');
        assert_non_null(row);
        row++;
    }
    return strtod(row, NULL);
}

void tool_row(const char *trace, unsigned tick, const char *name, char *row, size_t size)
{
    char start[128];
    snprintf(start, sizeof start, "%u,", tick);
    for (const char *at = trace; at != NULL && *at != 0; at = strchr(at, '\n'), at = at == NULL ? NULL : at + 1) {
        if (strncmp(at, start, strlen(start)) != 0) continue;
        const char *second = strchr(strchr(at, ',') + 1, ',') + 1;
        if (strncmp(second, name, strlen(name)) != 0 || second[strlen(name)] != ',') continue;
        assert_true(tool_line(at, 0, row, size));
        return;
    }
    fail_msg("no row for tick %u of %s", tick, name);
}
