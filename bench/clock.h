// clock.h - the clocks and the median that all figures use.
#ifndef LOPE_BENCH_CLOCK_H
#define LOPE_BENCH_CLOCK_H

// s, of the calling thread; of all the process's threads; of the wall.
double clock_thread(void);
double clock_process(void);
double clock_wall(void);

// Sorts the values.
double clock_median(double *values, int count);

#endif
