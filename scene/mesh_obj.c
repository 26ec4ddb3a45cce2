// mesh_obj.c - a quick look through an .obj before assimp reads it, to name the line of what is wrong.
//
// assimp takes "nan" for a number and says of a bad index only that there is one. This looks at `v` and `f`
// lines alone. A backslash at a line's end joins it with the next: it becomes a space, and the line break a
// vertical tab, which counts as a space and as a line of the file. assimp gets a space for it, no comments,
// no spaces at the beginning of lines, and a digit before each number's point. Read next: mesh_import.c.
#include "mesh_obj.h"

#include "mesh_data.h"
#include "read_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINED '\v' // a line break that joins

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

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == JOINED; }

// The next word of the line; its length, 0 at the line's end.
static size_t next_word(const char **at, const char *end)
{
    while (*at < end && is_space(**at)) (*at)++;
    size_t length = 0;
    while (*at + length < end && !is_space((*at)[length])) length++;
    return length;
}

// place: where in the text; word: what is there.
static bool fault_at(const obj *o, const char *place, const char *word, size_t length, const char *expected)
{
    int shown = length < 40 ? (int)length : 40;
    unsigned long line = o->line;
    for (const char *at = o->at; at < place; at++) line += *at == JOINED ? 1u : 0u;
    return lope_scene_fail(o->fault, LOPE_SCENE_BAD_INPUT, "%s:%lu: found %.*s, expected %s", o->file, line, shown, word,
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
        if (length == 0) return fault_at(o, at, "the end of the line", 19, "3 coordinates after v");
        if (!is_finite_number(at, length)) return fault_at(o, at, at, length, "a finite number");
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
            return fault_at(o, at, at, length, expected);
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
        for (at = o->at; at < end; at++) o->line += *at == JOINED ? 1u : 0u;
        o->at = end + 1;
    }
    return true;
}

// Comments are not joined: they may end with the path of a folder. A carriage return alone ends a line as
// well.
static void join_lines(char *text, size_t length)
{
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) memset(text, ' ', 3);
    bool comment = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\r' && i + 1 < length && text[i + 1] != '\n') text[i] = '\n';
        if (text[i] == '#') comment = true;
        if (text[i] == '\n') comment = false;
        if (text[i] != '\\') continue;
        size_t end = i + 2 < length && text[i + 1] == '\r' && text[i + 2] == '\n' ? i + 2 : i + 1;
        if (end < length && text[end] != '\n' && text[end] != '\r') continue;
        text[i] = ' ';
        if (end >= length || comment) continue;
        text[end - 1] = ' ';
        text[end] = JOINED;
    }
}

// Whether a number that begins with its point begins here.
static bool is_bare_point(const char *text, size_t i)
{
    return text[i] == '.' && i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t' || text[i - 1] == JOINED);
}

// Gives the text so much more room, before it, that a digit fits before each bare point. Returns the room, and
// sets the text NULL when memory is short.
static size_t make_room(char **text, size_t length)
{
    size_t room = 0;
    for (size_t i = 0; i < length; i++) room += is_bare_point(*text, i) ? 1u : 0u;
    if (room == 0) return 0;
    char *more = realloc(*text, length + room + 1);
    if (more == NULL) free(*text);
    if (more != NULL) memmove(more + room, more, length);
    *text = more;
    return room;
}

// assimp passes over lines that begin with a space, stumbles over comments behind numbers, and takes a word for
// a number only where it begins with a sign or a digit. first: where the text begins that is left; the length
// is from 0.
static size_t strip_lines(char *text, size_t first, size_t length)
{
    size_t kept = 0, line = 0;
    bool comment = false;
    for (size_t i = first; i < length; i++) {
        bool space = is_space(text[i]) && text[i] != '\r';
        if (is_bare_point(text + first, i - first) && !comment && kept > line && text[line] == 'v') text[kept++] = '0';
        if (text[i] == '#' && (kept == line || ((text[line] == 'v' || text[line] == 'f') && text[kept - 1] == ' ')))
            comment = true;
        if (text[i] == '\n') comment = false;
        if (comment || (space && kept == line)) continue;
        text[kept++] = space ? ' ' : text[i];
        if (text[i] == '\n') line = kept;
    }
    text[kept] = 0;
    return kept;
}

char *lope_scene_obj_text(const char *file, size_t *length, lope_scene_fault *fault)
{
    char *text = lope_scene_read_file(file, LOPE_SCENE_LARGEST_MESH, "a mesh file", length, fault);
    if (text == NULL) return NULL;
    join_lines(text, *length);
    obj o = {.file = file, .fault = fault, .end = text + *length};
    if (!check(&o, text)) {
        free(text);
        return NULL;
    }
    const size_t room = make_room(&text, *length);
    if (text == NULL) {
        lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
        return NULL;
    }
    *length = strip_lines(text, room, *length + room);
    return text;
}

bool lope_scene_obj_check(const char *file, lope_scene_fault *fault)
{
    size_t length = 0;
    char *text = lope_scene_obj_text(file, &length, fault);
    free(text);
    return text != NULL;
}
