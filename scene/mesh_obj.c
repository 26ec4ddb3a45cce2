// mesh_obj.c - a quick look through an .obj before assimp reads it, to name the line of what is wrong.
//
// assimp takes "nan" for a number and says of a bad index only that there is one. This looks at `v` and `f` lines alone.
// Read next: mesh_import.c.
#include "mesh_obj.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct obj {
    const char *file;
    lope_scene_fault *fault;
    const char *at, *end;
    unsigned long line;
    unsigned long long points, points_so_far;
} obj;

static const char *line_end(const obj *o)
{
    const char *end = memchr(o->at, '\n', (size_t)(o->end - o->at));
    return end == NULL ? o->end : end;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// The next word of the line; its length, 0 at the line's end.
static size_t next_word(const char **at, const char *end)
{
    while (*at < end && is_space(**at)) (*at)++;
    size_t length = 0;
    while (*at + length < end && !is_space((*at)[length])) length++;
    return length;
}

static bool fault_at(const obj *o, const char *word, size_t length, const char *expected)
{
    int shown = length < 40 ? (int)length : 40;
    return lope_scene_fail(o->fault, LOPE_SCENE_BAD_INPUT, "%s:%lu: found %.*s, expected %s", o->file, o->line, shown, word,
                           expected);
}

// Plain digits, sign and point are finite without a closer look; the rest goes through strtod.
static bool is_finite_number(const char *word, size_t length)
{
    char copy[64];
    size_t plain = 0;
    while (plain < length && strchr("0123456789+-.", word[plain]) != NULL && word[plain] != 0) plain++;
    if (plain == length && length < 30) return true;
    if (length >= sizeof copy) return false;
    memcpy(copy, word, length);
    copy[length] = 0;
    char *stop = copy;
    double value = strtod(copy, &stop);
    return stop == copy + length && fabs(value) <= 3.0e38;
}

static bool check_vertex(const obj *o, const char *at, const char *end)
{
    for (int i = 0; i < 3; i++) {
        size_t length = next_word(&at, end);
        if (length == 0) return fault_at(o, "the end of the line", 19, "3 coordinates after v");
        if (!is_finite_number(at, length)) return fault_at(o, at, length, "a finite number");
        at += length;
    }
    return true;
}

static bool check_face(const obj *o, const char *at, const char *end)
{
    for (;;) {
        size_t length = next_word(&at, end);
        if (length == 0 || *at == '#') return true;
        bool negative = *at == '-';
        unsigned long long index = 0;
        for (size_t i = negative ? 1 : 0; i < length && at[i] >= '0' && at[i] <= '9'; i++) {
            if (index < 100000000000ull) index = index * 10 + (unsigned long long)(at[i] - '0');
        }
        unsigned long long most = negative ? o->points_so_far : o->points;
        if (index < 1 || index > most) {
            char expected[80];
            snprintf(expected, sizeof expected, "a vertex number from 1 to %llu%s", most, negative ? " back" : "");
            return fault_at(o, at, length, expected);
        }
        at += length;
    }
}

static void count_points(obj *o, const char *text)
{
    for (o->at = text; o->at < o->end; o->at = line_end(o) + 1) {
        const char *at = o->at;
        if (next_word(&at, line_end(o)) == 1 && *at == 'v') o->points++;
    }
}

static bool check(obj *o, const char *text)
{
    count_points(o, text);
    o->line = 1;
    for (o->at = text; o->at < o->end; o->line++) {
        const char *at = o->at, *end = line_end(o);
        if (next_word(&at, end) == 1 && *at == 'v') {
            if (!check_vertex(o, at + 1, end)) return false;
            o->points_so_far++;
        } else if (at < end && *at == 'f' && next_word(&at, end) == 1) {
            if (!check_face(o, at + 1, end)) return false;
        }
        o->at = end + 1;
    }
    return true;
}

bool lope_scene_obj_check(const char *file, lope_scene_fault *fault)
{
    FILE *stream = fopen(file, "rb");
    if (stream == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s), expected a mesh file", file,
                               strerror(errno));
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    char *text = size >= 0 && fseek(stream, 0, SEEK_SET) == 0 ? malloc((size_t)size + 1) : NULL;
    bool good = text != NULL && fread(text, 1, (size_t)size, stream) == (size_t)size;
    fclose(stream);
    if (!good) {
        free(text);
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read, expected a mesh file", file);
    }
    obj o = {.file = file, .fault = fault, .end = text + size};
    good = check(&o, text);
    free(text);
    return good;
}
