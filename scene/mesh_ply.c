// mesh_ply.c - looks over a .ply before assimp reads it, which never ends on a header that is cut off, nor on
// a large count.
//
// A header names elements, each with a count and properties; a property is a number or a list, which is a
// count and numbers. The body holds them in that order, as words or as bytes. Here everything is counted, and
// numbers of text must be numbers. Read next: mesh_import.c.
#include "mesh_ply.h"

#include "mesh_scan.h"

#include <string.h>

#define MOST_ELEMENTS 32u
#define MOST_PROPERTIES 128u // of all elements
#define LARGEST_COUNT 4294967295u

typedef enum format { ASCII, LITTLE, BIG } format;

typedef struct property {
    uint32_t size, count_size; // bytes; count_size 0: no list
} property;

typedef struct element {
    uint64_t count;
    uint32_t first, properties;
} element;

typedef struct ply {
    lope_scene_scan scan;
    format format;
    element elements[MOST_ELEMENTS];
    property properties[MOST_PROPERTIES];
    uint32_t element_count, property_count;
} ply;

// Bytes of a type; 0 for an unknown one. whole: only types of whole numbers.
static uint32_t size_of(const char *word, size_t length, bool whole)
{
    static const struct {
        const char *name;
        uint32_t size;
    } types[] = {{"char", 1},  {"uchar", 1},   {"int8", 1},   {"uint8", 1},  {"short", 2}, {"ushort", 2},
                 {"int16", 2}, {"uint16", 2},  {"int", 4},    {"uint", 4},   {"int32", 4}, {"uint32", 4},
                 {"float", 4}, {"float32", 4}, {"double", 8}, {"float64", 8}};
    for (size_t i = 0; i < (whole ? 12 : sizeof types / sizeof *types); i++) {
        if (lope_scene_scan_is(word, length, types[i].name)) return types[i].size;
    }
    return 0;
}

static bool read_format(ply *p)
{
    const char *word;
    size_t length = lope_scene_scan_word_in_line(&p->scan, &word);
    p->format = lope_scene_scan_is(word, length, "ascii")               ? ASCII
                : lope_scene_scan_is(word, length, "binary_big_endian") ? BIG
                                                                        : LITTLE;
    return p->format != LITTLE || lope_scene_scan_is(word, length, "binary_little_endian") ||
           lope_scene_scan_fail(&p->scan, word, length, "ascii, binary_little_endian or binary_big_endian");
}

static bool read_element(ply *p)
{
    const char *word;
    uint64_t count = 0;
    if (p->element_count == MOST_ELEMENTS) return lope_scene_scan_fail(&p->scan, "one more", 8, "no more than 32 elements");
    lope_scene_scan_word_in_line(&p->scan, &word);
    size_t length = lope_scene_scan_word_in_line(&p->scan, &word);
    if (!lope_scene_scan_whole(word, length, LARGEST_COUNT, &count))
        return lope_scene_scan_fail(&p->scan, word, length, "a name and a count after element");
    p->elements[p->element_count++] = (element){.count = count, .first = p->property_count};
    return true;
}

static bool read_property(ply *p)
{
    const char *word;
    property read = {0};
    if (p->element_count == 0) return lope_scene_scan_fail(&p->scan, "property", 8, "an element before it");
    if (p->property_count == MOST_PROPERTIES) return lope_scene_scan_fail(&p->scan, "one more", 8, "no more than 128 properties");
    size_t length = lope_scene_scan_word_in_line(&p->scan, &word);
    if (lope_scene_scan_is(word, length, "list")) {
        length = lope_scene_scan_word_in_line(&p->scan, &word);
        read.count_size = size_of(word, length, true);
        if (read.count_size == 0) return lope_scene_scan_fail(&p->scan, word, length, "a type of whole numbers, such as uchar");
        length = lope_scene_scan_word_in_line(&p->scan, &word);
    }
    read.size = size_of(word, length, false);
    if (read.size == 0) return lope_scene_scan_fail(&p->scan, word, length, "a type, such as float");
    if (lope_scene_scan_word_in_line(&p->scan, &word) == 0) return lope_scene_scan_fail(&p->scan, word, 0, "the property's name");
    p->properties[p->property_count++] = read;
    p->elements[p->element_count - 1].properties++;
    return true;
}

// Up to the line behind end_header.
static bool read_header(ply *p)
{
    bool formatted = false;
    for (;;) {
        const char *word;
        bool good = true;
        size_t length = lope_scene_scan_word(&p->scan, &word);
        if (lope_scene_scan_is(word, length, "end_header") && p->scan.at < p->scan.end) {
            lope_scene_scan_next_line(&p->scan);
            return formatted || lope_scene_scan_fail(&p->scan, word, length, "a line that begins with format before it");
        }
        if (length == 0 || p->scan.at >= p->scan.end) return lope_scene_scan_fail(&p->scan, word, 0, "end_header and the points");
        if (lope_scene_scan_is(word, length, "format")) {
            good = read_format(p);
            formatted = true;
        } else if (lope_scene_scan_is(word, length, "element")) {
            good = read_element(p);
        } else if (lope_scene_scan_is(word, length, "property")) {
            good = read_property(p);
        } else if (!lope_scene_scan_is(word, length, "comment") && !lope_scene_scan_is(word, length, "obj_info")) {
            good = lope_scene_scan_fail(&p->scan, word, length, "format, element, property, comment, obj_info or end_header");
        }
        if (!good) return false;
        lope_scene_scan_next_line(&p->scan);
    }
}

static bool cut_off(const ply *p, const element *e, uint64_t whole)
{
    return lope_scene_fail(p->scan.fault, LOPE_SCENE_BAD_INPUT,
                           "%.250s: ends inside element %llu of %llu of kind %u of its header; it was cut off, export it again",
                           p->scan.file, (unsigned long long)whole, (unsigned long long)e->count, (unsigned)(e - p->elements));
}

// Reads a count of `size` bytes; a negative one is a huge one here, and runs past the end.
static uint64_t count_at(const ply *p, uint32_t size)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < size; i++) {
        uint32_t byte = (unsigned char)p->scan.at[p->format == BIG ? i : size - 1 - i];
        value = value << 8 | byte;
    }
    return value;
}

// Goes over the bytes of one element.
static bool skip_bytes(ply *p, const element *e)
{
    for (uint32_t i = 0; i < e->properties; i++) {
        const property *read = &p->properties[e->first + i];
        uint64_t count = 1, left = (uint64_t)(p->scan.end - p->scan.at);
        if (read->count_size > left) return false;
        if (read->count_size > 0) count = count_at(p, read->count_size);
        left -= read->count_size;
        if (count * read->size > left) return false;
        p->scan.at += read->count_size + count * read->size;
    }
    return true;
}

// Goes over the words of one element.
static bool skip_words(ply *p, const element *e)
{
    for (uint32_t i = 0; i < e->properties; i++) {
        const char *word;
        uint64_t count = 1;
        if (p->properties[e->first + i].count_size > 0) {
            size_t length = lope_scene_scan_word(&p->scan, &word);
            if (!lope_scene_scan_whole(word, length, LARGEST_COUNT, &count))
                return lope_scene_scan_fail(&p->scan, word, length, "how many numbers follow");
        }
        for (; count > 0; count--) {
            double value;
            size_t length = lope_scene_scan_word(&p->scan, &word);
            if (!lope_scene_scan_number(word, length, &value)) return lope_scene_scan_fail(&p->scan, word, length, "a number");
        }
    }
    return true;
}

bool lope_scene_ply_check(const char *text, size_t length, const char *file, lope_scene_fault *fault)
{
    ply p = {.scan = {.file = file, .fault = fault, .at = text, .end = text + length, .line = 1}};
    const char *word;
    size_t first = lope_scene_scan_word(&p.scan, &word);
    if (!lope_scene_scan_is(word, first, "ply") && !lope_scene_scan_is(word, first, "PLY"))
        return lope_scene_scan_fail(&p.scan, word, first, "ply");
    lope_scene_scan_next_line(&p.scan);
    if (!read_header(&p)) return false;
    for (uint32_t i = 0; i < p.element_count; i++) {
        const element *e = &p.elements[i];
        if (e->properties == 0 && e->count > 0) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                                   "%.250s: element %u of its header has no property, expected one at least", file, (unsigned)i);
        }
        for (uint64_t k = 0; k < e->count; k++) {
            if (p.format == ASCII && !skip_words(&p, e)) return false;
            if (p.format != ASCII && !skip_bytes(&p, e)) return cut_off(&p, e, k + 1);
        }
    }
    return true;
}
