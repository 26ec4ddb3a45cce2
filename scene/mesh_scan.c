// mesh_scan.c - words and numbers of a mesh file's text.
//
// Read next: mesh_ply.c, mesh_off.c.
#include "mesh_scan.h"

#include <stdlib.h>
#include <string.h>

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t lope_scene_scan_word_in_line(lope_scene_scan *scan, const char **word)
{
    while (scan->at < scan->end && is_space(*scan->at)) scan->at++;
    *word = scan->at;
    while (scan->at < scan->end && !is_space(*scan->at) && *scan->at != '\n') scan->at++;
    return (size_t)(scan->at - *word);
}

void lope_scene_scan_next_line(lope_scene_scan *scan)
{
    const char *end = scan->at < scan->end ? memchr(scan->at, '\n', (size_t)(scan->end - scan->at)) : NULL;
    scan->at = end == NULL ? scan->end : end + 1;
    scan->line += end == NULL ? 0u : 1u;
}

size_t lope_scene_scan_word(lope_scene_scan *scan, const char **word)
{
    for (;;) {
        size_t length = lope_scene_scan_word_in_line(scan, word);
        if (length > 0 || scan->at >= scan->end) return length;
        lope_scene_scan_next_line(scan);
    }
}

bool lope_scene_scan_is(const char *word, size_t length, const char *text)
{
    return length == strlen(text) && memcmp(word, text, length) == 0;
}

bool lope_scene_scan_number(const char *word, size_t length, double *value)
{
    char copy[64];
    if (length == 0 || length >= sizeof copy) return false;
    memcpy(copy, word, length);
    copy[length] = 0;
    char *stop = copy;
    *value = strtod(copy, &stop);
    return stop == copy + length;
}

bool lope_scene_scan_whole(const char *word, size_t length, uint64_t most, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (word[i] < '0' || word[i] > '9' || *value > most) return false;
        *value = *value * 10 + (uint64_t)(word[i] - '0');
    }
    return length > 0 && *value <= most;
}

bool lope_scene_scan_fail(const lope_scene_scan *scan, const char *word, size_t length, const char *expected)
{
    if (length == 0 && scan->at < scan->end)
        return lope_scene_fail(scan->fault, LOPE_SCENE_BAD_INPUT, "%.250s:%lu: the line ends here, expected %s", scan->file,
                               scan->line, expected);
    if (length == 0) {
        return lope_scene_fail(scan->fault, LOPE_SCENE_BAD_INPUT,
                               "%.250s:%lu: the file ends here, expected %s; it was cut off, export it again", scan->file,
                               scan->line, expected);
    }
    return lope_scene_fail(scan->fault, LOPE_SCENE_BAD_INPUT, "%.250s:%lu: found %.*s, expected %s", scan->file, scan->line,
                           length < 40 ? (int)length : 40, word, expected);
}
