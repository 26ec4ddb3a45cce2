// zip_entry.c - see zip_entry.h. An archive ends with a table of its entries, and that with its own place.
#include "zip_entry.h"

#include "inflate.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define END_SIZE 22u   // bytes of the table's end, without a comment
#define ROW_SIZE 46u   // bytes of a row of the table, without its names
#define ENTRY_SIZE 30u // bytes before an entry's names and data
#define COMMENT_MOST 0xFFFFu

typedef struct archive {
    const unsigned char *bytes;
    size_t size;
} archive;

static uint32_t number_of(const unsigned char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = bytes - 1; i >= 0; i--) value = value << 8 | at[i];
    return value;
}

// Returns where `size` bytes begin with "PK" and the two bytes of `kind`; NULL where they do not fit in.
static const unsigned char *part(const archive *zip, size_t at, size_t size, uint32_t kind)
{
    if (at > zip->size || size > zip->size - at) return NULL;
    return number_of(zip->bytes + at, 4) == (kind << 16 | 0x4B50u) ? zip->bytes + at : NULL;
}

static const unsigned char *find_end(const archive *zip)
{
    for (size_t back = END_SIZE; back <= zip->size && back <= END_SIZE + COMMENT_MOST; back++) {
        const unsigned char *end = part(zip, zip->size - back, END_SIZE, 0x0605u);
        if (end != NULL) return end;
    }
    return NULL;
}

static char small(char letter) { return letter >= 'A' && letter <= 'Z' ? (char)(letter + 32) : letter; }

static bool is_named(const unsigned char *found, size_t length, const char *name)
{
    if (length != strlen(name)) return false;
    for (size_t i = 0; i < length; i++)
        if (small((char)found[i]) != small(name[i])) return false;
    return true;
}

// Returns the row of the entry of that name; NULL: there is none.
static const unsigned char *find_row(const archive *zip, const char *name)
{
    const unsigned char *end = find_end(zip);
    if (end == NULL) return NULL;
    size_t at = number_of(end + 16, 4);
    for (uint32_t left = number_of(end + 10, 2); left > 0; left--) {
        const unsigned char *row = part(zip, at, ROW_SIZE, 0x0201u);
        if (row == NULL) return NULL;
        const size_t length = number_of(row + 28, 2), more = number_of(row + 30, 2) + (size_t)number_of(row + 32, 2);
        if (length > zip->size - at - ROW_SIZE) return NULL;
        if (is_named(row + ROW_SIZE, length, name)) return row;
        at += ROW_SIZE + length + more;
    }
    return NULL;
}

size_t lope_scene_zip_begin(const unsigned char *zip, size_t size, const char *name, unsigned char *to, size_t room)
{
    const archive whole = {zip, size};
    const unsigned char *row = find_row(&whole, name);
    if (row == NULL) return 0;
    size_t at = number_of(row + 42, 4), packed = number_of(row + 20, 4);
    const unsigned char *entry = part(&whole, at, ENTRY_SIZE, 0x0403u);
    if (entry == NULL) return 0;
    at += ENTRY_SIZE + number_of(entry + 26, 2) + (size_t)number_of(entry + 28, 2);
    if (at > size || packed > size - at) return 0;
    const uint32_t method = number_of(row + 10, 2);
    if (method == 8) return lope_scene_inflate(zip + at, packed, to, room);
    if (method != 0) return 0;
    if (packed > room) packed = room;
    memcpy(to, zip + at, packed);
    return packed;
}
