// serial.h - ticks compared: they wrap round after 2^32, 828 days at 60 Hz.
#ifndef LOPE_NET_SERIAL_H
#define LOPE_NET_SERIAL_H

#include <stdbool.h>
#include <stdint.h>

// Returns how many ticks `a` is after `b`; negative: before it.
static inline int32_t lope_tick_since(uint32_t a, uint32_t b) { return (int32_t)(a - b); }
// True when tick `a` is after tick `b`.
static inline bool lope_tick_after(uint32_t a, uint32_t b) { return lope_tick_since(a, b) > 0; }

#endif
