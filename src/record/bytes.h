// bytes.h - the primitives of the format: little-endian numbers, numbers of varying length, texts, checksums.
//
// Bounds are checked everywhere: a writer never writes and a reader never reads beyond its bytes. Read next:
// fields.h.
#ifndef LOPE_RECORD_BYTES_H
#define LOPE_RECORD_BYTES_H

#include <lope/base.h>

// A writer. It counts bytes that do not fit too, so that a writer without memory tells how many it takes.
typedef struct lope_writer {
    unsigned char *bytes;
    size_t capacity, size;
} lope_writer;

// Writes a byte.
void lope_write_byte(lope_writer *writer, unsigned value);
// Writes bytes.
void lope_write_bytes(lope_writer *writer, const void *bytes, size_t count);
// Writes the lowest `bytes` bytes of a number, little-endian.
void lope_write_fixed(lope_writer *writer, uint64_t value, int bytes);
// Writes a number with seven bits a byte, the lowest first.
void lope_write_number(lope_writer *writer, uint64_t value);
// Writes the length of a text, then its bytes.
void lope_write_text(lope_writer *writer, const char *text);
// Writes the lowest `bytes` bytes of a number over bytes at `at` that were written before, if they fitted.
void lope_write_over(lope_writer *writer, size_t at, uint64_t value, int bytes);

// A reader. After a failure it reads zeros. `at` counts from the beginning of the recording.
typedef struct lope_reader {
    const unsigned char *bytes;
    size_t at, end;
    bool failed;      // it came to the end, or to bytes that are no number
    size_t failed_at; // the place of the failure
} lope_reader;

// Reads a byte; 0 after a failure.
unsigned lope_read_byte(lope_reader *reader);
// Reads a little-endian number of `bytes` bytes.
uint64_t lope_read_fixed(lope_reader *reader, int bytes);
// Reads a number of lope_write_number.
uint64_t lope_read_number(lope_reader *reader);
// Reads a count of things that take `least` bytes each at least. Fails when the bytes left are too few for
// it.
uint32_t lope_read_count(lope_reader *reader, size_t least);
// Reads a text into `capacity` bytes. Fails when it does not fit with its zero, or when a byte of it is zero.
void lope_read_text(lope_reader *reader, char *text, size_t capacity);

#define LOPE_CHECKSUM_START UINT64_C(0xcbf29ce484222325)
// Returns the FNV-1a checksum of some bytes, going on from `sum`. Each step is one to one, so any one byte
// that is changed changes the sum.
uint64_t lope_checksum(uint64_t sum, const unsigned char *bytes, size_t count);

// Maps small changes of either sign to small numbers.
static inline uint64_t lope_zigzag(uint64_t change) { return change << 1 ^ (0 - (change >> 63)); }
// Undoes lope_zigzag.
static inline uint64_t lope_unzigzag(uint64_t number) { return number >> 1 ^ (0 - (number & 1)); }

#endif
