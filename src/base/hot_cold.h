// hot_cold.h - marks how often code runs, so that the code of every tick lies close together in memory. It
// changes no result.
//
// An instruction cache holds 32 KB. Code that seldom runs, lying between the code of every tick, pushes the
// latter out of it. Compilers that do not know how often code runs lay it out in any order.
#ifndef LOPE_BASE_HOT_COLD_H
#define LOPE_BASE_HOT_COLD_H

#if defined(__GNUC__)
// Before a function that few ticks call. It is compiled for size, and placed far from the others with all
// code that only leads to it. So it may not be a function that a tick among walls calls many times.
#define LOPE_COLD __attribute__((cold, noinline))
// Before a function that nearly every tick calls. Such functions are placed together.
#define LOPE_HOT __attribute__((hot))
// After `static`, before a function that nearly every tick calls from one place, and few from another:
// its code stands in both.
#define LOPE_INLINED inline __attribute__((always_inline))
// Before a function that must stay one of its own: its caller ends with it, and needs no registers saved.
#define LOPE_NOINLINE __attribute__((noinline))
// Around a condition that seldom holds, though it holds in every tick of a character that swims or rides.
#define LOPE_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#else
#define LOPE_COLD
#define LOPE_HOT
#define LOPE_INLINED inline
#define LOPE_NOINLINE
#define LOPE_UNLIKELY(condition) (condition)
#endif

#endif
