// or_default.h - a setting that is 0 stands for its default.
#ifndef LOPE_CONTROL_OR_DEFAULT_H
#define LOPE_CONTROL_OR_DEFAULT_H

// Returns a setting, or its default where it is not above 0.
static inline double lope_or_default(float given, double usual) { return given > 0 ? (double)given : usual; }

#endif
