// simd_vector.c - simd_compute.h with vectors, where the compiler has them.
#undef LOPE_SIMD
#include "simd_compute.h"

simd_kind simd_vector_kind(void)
{
#if LOPE_SIMD
    simd_kind kind = {1, LOPE_SIMD_WIDTH, compute};
#else
    simd_kind kind = {0, 1, compute};
#endif
    return kind;
}
