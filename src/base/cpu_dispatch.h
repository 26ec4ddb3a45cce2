// cpu_dispatch.h - the way into the rooms of the tick, which some builds hold twice: once for every processor, once for those with AVX.
//
// What runs in every tick is compiled a second time with -mavx, where vectors of four doubles and eight floats are one register; its names are
// its own, but for those of its doors, which end in _avx (cmake/avx.cmake). A door is a public function by which all of it is reached: a tick,
// and whoever hands out what a tick calls back, the modes and the level's gather. It asks the processor which of the two shall be used. Both
// work on the same memory and give the same bits, so it does not matter which of them a call meets.
// Built without CMake, or where the compiler may use AVX anyway, there are no second rooms, and a door is nothing.
#ifndef LOPE_BASE_CPU_DISPATCH_H
#define LOPE_BASE_CPU_DISPATCH_H

#if defined(LOPE_AVX_DOORS)
// Before the definition of a door.
#define LOPE_DOOR(name) extern __typeof__(name) name##_avx
// Its first statement: the call goes on in the other rooms where the processor has AVX and the system keeps its registers.
#define LOPE_THROUGH_DOOR(name, ...) \
    if (__builtin_cpu_supports("avx")) return name##_avx(__VA_ARGS__)
#else
#define LOPE_DOOR(name) struct name##_dispatch
#define LOPE_THROUGH_DOOR(name, ...) (void)0
#endif

#endif
