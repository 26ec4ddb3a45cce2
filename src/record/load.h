// load.h - a recording that is being read, and what is told when its bytes make no sense. Read next: read.c.
#ifndef LOPE_RECORD_LOAD_H
#define LOPE_RECORD_LOAD_H

#include "record/bytes.h"
#include "record/recording.h"

typedef struct lope_load {
    lope_recording *recording;
    lope_reader in; // of the present chunk's payload
    const unsigned char *bytes;
    size_t size, next; // next: where the next chunk begins
    uint32_t chunks;   // read so far
    char tag[5];
    uint32_t promised;            // ticks, by the head
    const lope_tick_record *last; // NULL: the next tick is the first of its chunk
    lope_error *error;
} lope_load;

// What stands in the present chunk is not what it should be.
lope_result lope_load_refuse(const lope_load *load, lope_result code, const char *field, const char *what);
lope_result lope_load_no_memory(const lope_load *load);

lope_result lope_load_movesets(lope_load *load);                    // of the head
lope_result lope_load_tick(lope_load *load, lope_tick_record *now); // of a chunk of them

#endif
