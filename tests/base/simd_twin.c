// simd_twin.c - simd_compute.h with the plain C17 twin.
#undef LOPE_SIMD
#define LOPE_SIMD 0
#include "simd_compute.h"

simd_kind simd_twin_kind(void)
{
    simd_kind kind = {0, 1, compute};
    return kind;
}
