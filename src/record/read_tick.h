// read_tick.h - reads one tick of a recording. Read next: read_tick.c.
#ifndef LOPE_RECORD_READ_TICK_H
#define LOPE_RECORD_READ_TICK_H

#include "record/read_common.h"

// Reads the next tick from the present chunk, as the change from load->last.
lope_result lope_load_tick(lope_load *load, lope_tick_record *now);

#endif
