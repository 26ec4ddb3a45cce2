// read_common.h - a recording that is being read, and how its bytes are refused. Read next: read.c.
#ifndef LOPE_RECORD_READ_COMMON_H
#define LOPE_RECORD_READ_COMMON_H

#include "record/bytes.h"
#include "record/recording.h"

// A recording that is being read.
typedef struct lope_load {
    lope_recording *recording;
    lope_reader in; // of the present chunk's payload
    const unsigned char *bytes;
    size_t size, next; // next: where the next chunk begins
    uint32_t chunks;   // read so far
    char tag[5];
    uint32_t version;             // of the format
    uint32_t promised;            // how many ticks the head says there are
    const lope_tick_record *last; // the tick before; NULL: the next tick is the first of its chunk
    lope_error *error;
} lope_load;

// Fills load->error: the present chunk, the byte where the reader stands or failed, `field` for what was
// read, and `what` for the fault. Returns `code`.
lope_result lope_load_refuse(const lope_load *load, lope_result code, const char *field, const char *what);

// Fills load->error: out of memory. Returns LOPE_ERROR_MEMORY.
lope_result lope_load_no_memory(const lope_load *load);

#endif
