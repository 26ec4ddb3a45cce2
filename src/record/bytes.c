// bytes.c - writes and reads the numbers and texts of a recording. See bytes.h.
#include "record/bytes.h"

#include <string.h>

void lope_write_byte(lope_writer *writer, unsigned value)
{
    if (writer->size < writer->capacity) writer->bytes[writer->size] = (unsigned char)value;
    writer->size++;
}

void lope_write_bytes(lope_writer *writer, const void *bytes, size_t count)
{
    if (writer->size <= writer->capacity && count <= writer->capacity - writer->size && count > 0)
        memcpy(writer->bytes + writer->size, bytes, count);
    writer->size += count;
}

void lope_write_fixed(lope_writer *writer, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) lope_write_byte(writer, i < 8 ? (unsigned)(value >> (8 * i) & 255u) : 0);
}

void lope_write_number(lope_writer *writer, uint64_t value)
{
    for (; value > 127; value >>= 7) lope_write_byte(writer, (unsigned)(value & 127u) | 128u);
    lope_write_byte(writer, (unsigned)value);
}

void lope_write_text(lope_writer *writer, const char *text)
{
    size_t length = strlen(text);
    lope_write_number(writer, length);
    lope_write_bytes(writer, text, length);
}

void lope_write_over(lope_writer *writer, size_t at, uint64_t value, int bytes)
{
    lope_writer there = {writer->bytes, writer->capacity, at};
    lope_write_fixed(&there, value, bytes);
}

// Notes a failure, and the place of the first one.
static void fail(lope_reader *reader)
{
    if (!reader->failed) reader->failed_at = reader->at;
    reader->failed = true;
}

unsigned lope_read_byte(lope_reader *reader)
{
    if (reader->failed || reader->at == reader->end) {
        fail(reader);
        return 0;
    }
    return reader->bytes[reader->at++];
}

uint64_t lope_read_fixed(lope_reader *reader, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)lope_read_byte(reader) << (8 * i);
    return reader->failed ? 0 : value;
}

uint64_t lope_read_number(lope_reader *reader)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        uint64_t byte = lope_read_byte(reader);
        if (shift == 63 && byte > 1) break;
        value |= (byte & 127u) << shift;
        if (byte < 128) return reader->failed ? 0 : value;
    }
    fail(reader);
    return 0;
}

uint32_t lope_read_count(lope_reader *reader, size_t least)
{
    uint64_t count = lope_read_number(reader);
    if (count <= (reader->end - reader->at) / least && count <= UINT32_MAX) return (uint32_t)count;
    fail(reader);
    return 0;
}

void lope_read_text(lope_reader *reader, char *text, size_t capacity)
{
    uint64_t length = lope_read_number(reader);
    text[0] = 0;
    if (reader->failed || length >= capacity || length > reader->end - reader->at) {
        fail(reader);
        return;
    }
    for (size_t i = 0; i < length; i++) {
        text[i] = (char)lope_read_byte(reader);
        if (text[i] == 0) fail(reader);
    }
    text[length] = 0;
}

uint64_t lope_checksum(uint64_t sum, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}
