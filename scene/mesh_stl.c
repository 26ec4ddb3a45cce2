// mesh_stl.c - looks over an .stl before assimp reads it, which takes a cut text for a whole one.
//
// A binary .stl is 80 bytes of anything, the number of triangles and 50 bytes for each. Its size tells it from a
// text. The last line of a text begins with endsolid. Read next: mesh_import.c.
#include "mesh_stl.h"

#include "mesh_scan.h"

#include <string.h>

#define HEADER 84u
#define TRIANGLE 50u

static bool check_text(const char *text, size_t length, const char *file, lope_scene_fault *fault)
{
    lope_scene_scan scan = {.file = file, .fault = fault, .at = text, .end = text + length, .line = 1};
    bool inside = true;
    while (scan.at < scan.end) {
        const char *word;
        size_t size = lope_scene_scan_word(&scan, &word);
        if (size == 0) break;
        bool ends = size == 8 && (memcmp(word, "endsolid", 8) == 0 || memcmp(word, "ENDSOLID", 8) == 0);
        inside = !ends;
        if (scan.at < scan.end) lope_scene_scan_next_line(&scan);
    }
    return !inside || lope_scene_scan_fail(&scan, scan.at, 0, "endsolid");
}

bool lope_scene_stl_check(const char *text, size_t length, const char *file, lope_scene_fault *fault)
{
    uint64_t count = 0;
    for (uint32_t i = 0; length >= HEADER && i < 4; i++) count |= (uint64_t)(unsigned char)text[80 + i] << (8 * i);
    if (length >= HEADER && length == HEADER + TRIANGLE * count) return true;
    if (length >= 5 && (memcmp(text, "solid", 5) == 0 || memcmp(text, "SOLID", 5) == 0))
        return check_text(text, length, file, fault);
    return lope_scene_fail(
        fault, LOPE_SCENE_BAD_INPUT,
        "%.250s: %llu bytes, and neither a text that begins with solid nor the %llu bytes of its %llu triangles; export it again",
        file, (unsigned long long)length, (unsigned long long)(HEADER + TRIANGLE * count), (unsigned long long)count);
}
