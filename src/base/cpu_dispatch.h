// cpu_dispatch.h - chooses between two compilations of the code of a tick: one for every processor, one for
// those with AVX.
//
// The code that runs in every tick is compiled a second time with -mavx, where four doubles or eight floats
// are one register. Its names are its own, but for the few public functions that lead into it; those end in
// _avx (cmake/avx.cmake). They are the functions of a tick, and those that hand out what a tick calls back:
// the modes and the gather of a level. Such a function asks the processor which compilation to use. Both work
// on the same memory and give the same bits, so a call may go to either.
//
// Built without CMake, or where the compiler may use AVX anyway, there is one compilation, and these macros
// do nothing.
#ifndef LOPE_BASE_CPU_DISPATCH_H
#define LOPE_BASE_CPU_DISPATCH_H

#if defined(LOPE_AVX_DISPATCH)
// Stands before the definition of a public function that leads into the code of a tick. Declares its twin for
// AVX.
#define LOPE_DISPATCH(name) extern __typeof__(name) name##_avx
// The first statement of such a function. Calls the twin where the processor has AVX and the system keeps its
// registers.
#define LOPE_DISPATCH_CALL(name, ...) \
    if (__builtin_cpu_supports("avx")) return name##_avx(__VA_ARGS__)
// The same in a function that returns nothing.
#define LOPE_DISPATCH_RUN(name, ...)     \
    if (__builtin_cpu_supports("avx")) { \
        name##_avx(__VA_ARGS__);         \
        return;                          \
    }                                    \
    (void)0
#else
#define LOPE_DISPATCH(name) struct name##_dispatch
#define LOPE_DISPATCH_CALL(name, ...) (void)0
#define LOPE_DISPATCH_RUN(name, ...) (void)0
#endif

#endif
