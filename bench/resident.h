// resident.h - how much memory of the process is resident.
#ifndef LOPE_BENCH_RESIDENT_H
#define LOPE_BENCH_RESIDENT_H

// Returns the bytes of the process that are resident, or 0 where the system does not tell (elsewhere than on Linux).
double resident_bytes(void);

#endif
