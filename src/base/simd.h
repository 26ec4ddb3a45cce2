// simd.h - eight floats, eight short integers, four or two doubles at a time, with equal bits on every
// machine.
//
// The operations are written once over the vector extensions of gcc and clang, which compile for every
// processor. Other compilers get a twin in plain C17. The rules that keep the bits equal:
// - Each operation is defined lane by lane in IEEE arithmetic.
// - min is a < b ? a : b and max is a > b ? a : b. That settles zeros of both signs and NaN: the second
//   operand is returned. x86 has exactly this as one instruction.
// - There are no sums over lanes, because their order would show in the result.
//
// Read next: simd_config.h, which chooses between the two.
#ifndef LOPE_BASE_SIMD_H
#define LOPE_BASE_SIMD_H

#include "base/simd_d2.h"
#include "base/simd_d4.h"
#include "base/simd_f8.h"
#include "base/simd_s8.h"

#endif
