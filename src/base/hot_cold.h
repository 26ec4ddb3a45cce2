// hot_cold.h - says of code how often it runs, so that what every tick runs lies close together in memory. It changes no result.
//
// An instruction cache holds 32 KB: what seldom runs, lying between what every tick runs, makes that fall out of it. Compilers that do not
// know of this lay the code out as they like.
#ifndef LOPE_BASE_HOT_COLD_H
#define LOPE_BASE_HOT_COLD_H

#if defined(__GNUC__)
// Before a function that few ticks come to. It is made small, not fast, and stands far from the others with all that only leads to it: so
// nothing that a tick among walls runs many times over.
#define LOPE_RARE __attribute__((cold, noinline))
// Before a function that nearly every tick runs: these stand together.
#define LOPE_OFTEN __attribute__((hot))
// Around a condition that seldom holds, of something that runs every tick where it does: swimming, riding.
#define LOPE_SELDOM(condition) __builtin_expect(!!(condition), 0)
#else
#define LOPE_RARE
#define LOPE_OFTEN
#define LOPE_SELDOM(condition) (condition)
#endif

#endif
