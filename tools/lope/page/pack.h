// pack.h - how numbers get into the page: columns of whole numbers, each as wide as it must be, in planes of bytes, gzipped, in
// base64.
//
// A column holds `parts` values (x, y, z) for each of `series` (characters) at each of `length` (ticks). It is stored part by
// part, series by series, tick by tick, as the difference from the tick before, and of those first all lowest bytes, then all
// next ones: what hardly changes becomes long runs, which gzip loves. viewer/src/data.js undoes it. Read next: columns.h.
#ifndef LOPE_TOOL_PAGE_PACK_H
#define LOPE_TOOL_PAGE_PACK_H

#include "scene/fault.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// Bytes that grow. Once out of memory it stays failed and takes nothing more.
typedef struct page_bytes {
    unsigned char *data;
    size_t size, capacity;
    bool failed;
} page_bytes;

bool page_bytes_room(page_bytes *bytes, size_t size); // `size` bytes from data on may be written; false: out of memory
void page_bytes_add(page_bytes *bytes, const void *data, size_t size);
void page_bytes_print(page_bytes *bytes, const char *format, ...) LOPE_SCENE_FORMAT(2, 3);
void page_bytes_text(page_bytes *bytes, const char *text); // as a JSON text, safe inside <script>
void page_bytes_free(page_bytes *bytes);

// A column of a table of rows: `parts` values from `first` on in each row, in steps of `unit`.
typedef struct page_column {
    const char *name;
    uint32_t first, parts, most_width; // most_width: bytes a value, 1, 2 or 4
    double unit;
} page_column;

// How a packed column is described in the page's head.
typedef struct page_packed {
    uint32_t width; // bytes a value
    double scale;   // of a unit: above 1 where values were made coarser to fit `most_width`
} page_packed;

// values[(tick * series + s) * stride + part], part < parts.
typedef struct page_values {
    const int32_t *values;
    size_t stride, series, length;
    uint32_t parts;
} page_values;

// Appends the column. most_width: 1, 2 or 4; values that need more are divided.
page_packed page_pack(page_bytes *out, const page_values *values, uint32_t most_width);
// The head's entry of a packed column: {"name": ..., "parts": ..., ...}.
void page_describe(page_bytes *head, const char *name, const page_values *values, page_packed packed, double unit);

// gzip, then base64, as <script id="lope:NAME">. False: out of memory, or the stream is in error.
bool page_block(FILE *out, const char *name, const page_bytes *bytes);
// gzips alone; for knowing how large something will be. The result is to be freed.
bool page_gzip(const page_bytes *bytes, page_bytes *zipped);
bool page_zipped_block(FILE *out, const char *name, const page_bytes *zipped);

int32_t page_whole(double value, double unit); // value / unit, rounded, kept within 31 bits

#endif
