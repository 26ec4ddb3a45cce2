// mesh_off.c - looks over an .off before assimp reads it, which ends the program on a file that was cut off.
//
// A word with OFF in it, which may be missing; three counts: points, faces, edges; a line for each point,
// then for each face. What follows the numbers of a line (colours, normals) is passed over, and so are
// comments behind # and empty lines. Read next: mesh_import.c.
#include "mesh_off.h"

#include "mesh_scan.h"

#define LARGEST_COUNT 4294967295u

// Goes to the first word of the next line that has one. Returns its length, 0 at the end of the text.
static size_t next_line(lope_scene_scan *scan, const char **word)
{
    for (;;) {
        size_t length = lope_scene_scan_word(scan, word);
        if (length == 0 || **word != '#') return length;
        lope_scene_scan_next_line(scan);
    }
}

static bool read_counts(lope_scene_scan *scan, uint64_t counts[2])
{
    const char *word;
    size_t length = next_line(scan, &word);
    bool named = length >= 3 && word[length - 3] == 'O' && word[length - 2] == 'F' && word[length - 1] == 'F';
    if (named) length = next_line(scan, &word);
    if (lope_scene_scan_is(word, length, "BINARY"))
        return lope_scene_scan_fail(scan, word, length, "text; convert it to .glb or .obj");
    for (int i = 0; i < 2; i++) {
        if (!lope_scene_scan_whole(word, length, LARGEST_COUNT, &counts[i]))
            return lope_scene_scan_fail(scan, word, length, "the number of points, of faces and of edges");
        if (i == 0) length = lope_scene_scan_word(scan, &word);
    }
    lope_scene_scan_next_line(scan);
    return true;
}

static bool check_point(lope_scene_scan *scan)
{
    const char *word;
    double value;
    size_t length = next_line(scan, &word);
    for (int i = 0; i < 3; i++) {
        if (i > 0) length = lope_scene_scan_word_in_line(scan, &word);
        if (!lope_scene_scan_number(word, length, &value))
            return lope_scene_scan_fail(scan, word, length, "3 coordinates of a point");
    }
    lope_scene_scan_next_line(scan);
    return true;
}

static bool check_face(lope_scene_scan *scan, uint64_t points)
{
    const char *word;
    uint64_t count = 0, index = 0;
    size_t length = next_line(scan, &word);
    if (!lope_scene_scan_whole(word, length, LARGEST_COUNT, &count))
        return lope_scene_scan_fail(scan, word, length, "a face: its number of corners, then their points");
    for (; count > 0; count--) {
        length = lope_scene_scan_word_in_line(scan, &word);
        if (!lope_scene_scan_whole(word, length, LARGEST_COUNT, &index) || index >= points)
            return lope_scene_scan_fail(scan, word, length, "the number of a point, from 0 and less than the points there are");
    }
    lope_scene_scan_next_line(scan);
    return true;
}

bool lope_scene_off_check(const char *text, size_t length, const char *file, lope_scene_fault *fault)
{
    lope_scene_scan scan = {.file = file, .fault = fault, .at = text, .end = text + length, .line = 1};
    uint64_t counts[2] = {0, 0};
    if (!read_counts(&scan, counts)) return false;
    for (uint64_t i = 0; i < counts[0]; i++) {
        if (!check_point(&scan)) return false;
    }
    for (uint64_t i = 0; i < counts[1]; i++) {
        if (!check_face(&scan, counts[0])) return false;
    }
    return true;
}
