// fault.c - one-line faults, and the search for the word that was meant.
//
// The distance is the optimal string alignment distance: insertions, deletions, changes and swaps of neighbours count 1.
// Read next: json.c.
#include "fault.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WORD_LENGTH 64

bool lope_scene_fail(lope_scene_fault *fault, int status, const char *format, ...)
{
    if (fault == NULL || fault->status != 0) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    fault->status = status;
    for (char *c = fault->text; *c != 0; c++) {
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    return false;
}

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

// Three rows of the table are enough: a swap looks two rows back.
static unsigned edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    unsigned rows[3][WORD_LENGTH + 1];
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3];
        const unsigned *above = rows[(i + 2) % 3], *two_above = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            unsigned change = a[i - 1] == b[j - 1] ? 0u : 1u;
            unsigned best = least(above[j - 1] + change, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) best = least(best, two_above[j - 2] + 1);
            row[j] = best;
        }
    }
    return rows[a_length % 3][b_length];
}

const char *lope_scene_nearest(const char *word, const char *const *known)
{
    size_t length = strlen(word);
    if (length == 0 || length > WORD_LENGTH) return NULL;
    // A third of the word may be wrong; of a very short one, one letter.
    unsigned limit = length < 4 ? 1u : least((unsigned)(length + 2) / 3, 4u);
    const char *nearest = NULL;
    for (; *known != NULL; known++) {
        size_t known_length = strlen(*known);
        if (known_length > WORD_LENGTH) continue;
        unsigned distance = edit_distance(word, length, *known, known_length);
        if (distance > limit || distance >= known_length) continue;
        nearest = *known;
        limit = distance - (distance > 0 ? 1u : 0u);
        if (distance == 0) break;
    }
    return nearest;
}
