// pack.c - columns into bytes, bytes into text.
//
// Read next: columns.c.
#include "pack.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define MOST_WHOLE 2147483647.0

static bool reserve(page_bytes *bytes, size_t more)
{
    if (bytes->failed) return false;
    if (bytes->capacity - bytes->size >= more) return true;
    size_t capacity = bytes->capacity < 4096 ? 4096 : bytes->capacity + bytes->capacity / 2;
    if (capacity < bytes->size + more) capacity = bytes->size + more;
    unsigned char *data = realloc(bytes->data, capacity);
    if (data == NULL) {
        bytes->failed = true;
        return false;
    }
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

bool page_bytes_room(page_bytes *bytes, size_t size)
{
    bytes->size = 0;
    return reserve(bytes, size > 0 ? size : 1);
}

void page_bytes_add(page_bytes *bytes, const void *data, size_t size)
{
    if (size == 0 || !reserve(bytes, size)) return;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void page_bytes_print(page_bytes *bytes, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (length < 0 || (size_t)length >= sizeof text) {
        bytes->failed = true;
        return;
    }
    page_bytes_add(bytes, text, (size_t)length);
}

void page_bytes_text(page_bytes *bytes, const char *text)
{
    page_bytes_add(bytes, "\"", 1);
    for (; *text != 0; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 32 || c == '<' || c == '>' || c == '&')
            page_bytes_print(bytes, "\\u%04x", (unsigned)c);
        else if (c == '"' || c == '\\')
            page_bytes_print(bytes, "\\%c", (int)c);
        else
            page_bytes_add(bytes, &c, 1);
    }
    page_bytes_add(bytes, "\"", 1);
}

void page_bytes_free(page_bytes *bytes)
{
    free(bytes->data);
    *bytes = (page_bytes){0};
}

int32_t page_whole(double value, double unit)
{
    double whole = floor(value / unit + 0.5);
    if (!(whole > -MOST_WHOLE)) return -2147483647; // also what is no number
    return whole < MOST_WHOLE ? (int32_t)whole : 2147483647;
}

static double largest(const page_values *v)
{
    double most = 0.0;
    for (size_t row = 0; row < v->length * v->series; row++) {
        for (uint32_t part = 0; part < v->parts; part++) {
            double size = fabs((double)v->values[row * v->stride + part]);
            if (size > most) most = size;
        }
    }
    return most;
}

static page_packed choose(const page_values *v, uint32_t most_width)
{
    double most = largest(v);
    uint32_t width = most <= 127.0 ? 1 : most <= 32767.0 ? 2 : 4;
    if (width <= most_width) return (page_packed){width, 1.0};
    return (page_packed){most_width, most / (most_width == 1 ? 127.0 : 32767.0)};
}

page_packed page_pack(page_bytes *out, const page_values *v, uint32_t most_width)
{
    page_packed packed = choose(v, most_width);
    size_t count = v->length * v->series * v->parts, at = 0;
    if (count == 0 || !reserve(out, count * packed.width)) return packed;
    unsigned char *planes = out->data + out->size;
    for (uint32_t part = 0; part < v->parts; part++) {
        for (size_t s = 0; s < v->series; s++) {
            uint32_t before = 0;
            for (size_t i = 0; i < v->length; i++, at++) {
                double value = (double)v->values[(i * v->series + s) * v->stride + part];
                uint32_t now = (uint32_t)page_whole(value, packed.scale), step = now - before;
                for (uint32_t byte = 0; byte < packed.width; byte++)
                    planes[byte * count + at] = (unsigned char)(step >> (8 * byte) & 255u);
                before = now;
            }
        }
    }
    out->size += count * packed.width;
    return packed;
}

void page_describe(page_bytes *head, const char *name, const page_values *v, page_packed packed, double unit)
{
    page_bytes_print(head, "{\"name\": \"%s\", \"parts\": %u, \"series\": %zu, \"length\": %zu, \"width\": %u, \"scale\": %.12g}",
                     name, (unsigned)v->parts, v->series, v->length, (unsigned)packed.width, unit * packed.scale);
}

bool page_gzip(const page_bytes *bytes, page_bytes *zipped)
{
    z_stream stream = {0};
    // 15 + 16: a gzip frame. The highest levels take five times as long for a hundredth less.
    if (bytes->failed || deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    bool good = reserve(zipped, deflateBound(&stream, (uLong)bytes->size) + 32);
    if (good) {
        stream.next_in = bytes->data;
        stream.avail_in = (uInt)bytes->size;
        stream.next_out = zipped->data + zipped->size;
        stream.avail_out = (uInt)(zipped->capacity - zipped->size);
        good = bytes->size <= 0xFFFFFFFFu && deflate(&stream, Z_FINISH) == Z_STREAM_END;
        zipped->size += stream.total_out;
    }
    deflateEnd(&stream);
    return good;
}

bool page_zipped_block(FILE *out, const char *name, const page_bytes *zipped)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char line[4096];
    size_t used = 0;
    fprintf(out, "<script type=\"text/plain\" id=\"lope:%s\">", name);
    for (size_t i = 0; i < zipped->size; i += 3) {
        size_t left = zipped->size - i;
        uint32_t three = (uint32_t)zipped->data[i] << 16;
        if (left > 1) three |= (uint32_t)zipped->data[i + 1] << 8;
        if (left > 2) three |= zipped->data[i + 2];
        line[used++] = digits[three >> 18];
        line[used++] = digits[three >> 12 & 63];
        line[used++] = left > 1 ? digits[three >> 6 & 63] : '=';
        line[used++] = left > 2 ? digits[three & 63] : '=';
        if (used == sizeof line) {
            fwrite(line, 1, used, out);
            used = 0;
        }
    }
    fwrite(line, 1, used, out);
    fputs("</script>\n", out);
    return ferror(out) == 0;
}

bool page_block(FILE *out, const char *name, const page_bytes *bytes)
{
    page_bytes zipped = {0};
    bool good = page_gzip(bytes, &zipped) && page_zipped_block(out, name, &zipped);
    page_bytes_free(&zipped);
    return good;
}
