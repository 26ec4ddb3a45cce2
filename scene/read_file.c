// read_file.c - reads a file to its end, in growing pieces, so that pipes serve as well as files.
#include "read_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PIECE 65536

static char *refuse(const char *file, const char *why, const char *expected, lope_scene_fault *fault)
{
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s), expected %s", file, why, expected);
    return NULL;
}

// The text so far, grown or NULL, when it is too large or memory is out.
static char *read_all(FILE *stream, size_t most, size_t *length)
{
    char *text = NULL;
    size_t capacity = 0;
    *length = 0;
    for (;;) {
        if (*length + 1 >= capacity) {
            capacity = capacity == 0 ? FIRST_PIECE : capacity * 2;
            char *more = *length < most ? realloc(text, capacity) : NULL;
            if (more == NULL) break;
            text = more;
        }
        size_t got = fread(text + *length, 1, capacity - 1 - *length, stream);
        *length += got;
        if (got > 0) continue;
        text[*length] = 0;
        return text;
    }
    free(text);
    return NULL;
}

char *lope_scene_read_file(const char *file, size_t most, const char *expected, size_t *length, lope_scene_fault *fault)
{
    FILE *stream = fopen(file, "rb");
    if (stream == NULL) return refuse(file, strerror(errno), expected, fault);
    errno = 0;
    char *text = read_all(stream, most, length);
    int why = errno;
    bool good = ferror(stream) == 0;
    fclose(stream);
    if (text != NULL && good) return text;
    free(text);
    if (!good) return refuse(file, strerror(why), expected, fault);
    lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: too large, expected less than %u MB", file, (unsigned)(most >> 20));
    return NULL;
}
