// bytes.h - the small change of the format: little-endian numbers, numbers of varying length, checksums. Bounds are checked everywhere.
#ifndef LOPE_RECORD_BYTES_H
#define LOPE_RECORD_BYTES_H

#include <lope/base.h>

// Counts what does not fit, too, so that a writer without bytes says how many it takes.
typedef struct lope_writer {
    unsigned char *bytes;
    size_t capacity, size;
} lope_writer;

void lope_write_byte(lope_writer *writer, unsigned value);
void lope_write_bytes(lope_writer *writer, const void *bytes, size_t count);
void lope_write_fixed(lope_writer *writer, uint64_t value, int bytes); // little-endian
void lope_write_number(lope_writer *writer, uint64_t value);           // seven bits a byte, the lowest first
void lope_write_text(lope_writer *writer, const char *text);           // its length, then its bytes
// Over what has been written already, when it has fitted.
void lope_write_over(lope_writer *writer, size_t at, uint64_t value, int bytes);

// A reader that has failed reads zeros. `at` counts from the beginning of the recording.
typedef struct lope_reader {
    const unsigned char *bytes;
    size_t at, end;
    bool failed;      // it has come to the end, or met a number that is none
    size_t failed_at; // there
} lope_reader;

unsigned lope_read_byte(lope_reader *reader);
uint64_t lope_read_fixed(lope_reader *reader, int bytes);
uint64_t lope_read_number(lope_reader *reader);
uint32_t lope_read_count(lope_reader *reader,
                         size_t least); // of things that take at least so many bytes each: never more than are there
void lope_read_text(lope_reader *reader, char *text, size_t capacity); // without zeros in it

#define LOPE_CHECKSUM_START UINT64_C(0xcbf29ce484222325)
// FNV-1a: each step is one to one, so any one byte that is changed changes it, for certain.
uint64_t lope_checksum(uint64_t sum, const unsigned char *bytes, size_t count);

static inline uint64_t lope_zigzag(uint64_t change) { return change << 1 ^ (0 - (change >> 63)); }
static inline uint64_t lope_unzigzag(uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

#endif
