// read_common.c - how a part of a recording is refused. Read next: read.c.
#include "record/read_common.h"

#include "base/error.h"

lope_result lope_load_refuse(const lope_load *load, lope_result code, const char *field, const char *what)
{
    size_t at = load->in.failed ? load->in.failed_at : load->in.at;
    return lope_refuse(load->error, code, field, "chunk %u %s, byte %zu: %s", (unsigned)load->chunks, load->tag, at, what);
}

lope_result lope_load_no_memory(const lope_load *load)
{
    return lope_refuse(load->error, LOPE_ERROR_MEMORY, "allocator", "out of memory for a recording of %u ticks",
                       (unsigned)load->promised);
}
