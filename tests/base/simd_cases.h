// simd_cases.h - what simd_vector.c and simd_twin.c each compute with their kind of simd.h, for test_simd.c
// to compare.
#ifndef LOPE_TESTS_BASE_SIMD_CASES_H
#define LOPE_TESTS_BASE_SIMD_CASES_H

#include <stdbool.h>
#include <stdint.h>

// Every operation on eight pairs of numbers: as floats, the first four as doubles, and the low halves of
// their bits as short integers.
typedef struct simd_results {
    float splat[8], add[8], sub[8], mul[8], div[8], min[8], max[8], select[8], halves[8];
    uint32_t less, less_equal, both, either, neither;
    bool any_less, any_both;
    double splat4[4], add4[4], sub4[4], mul4[4], div4[4], min4[4], max4[4], root4[4], made4[4], with4[4], wide4[4];
    int16_t shorts[8];
    uint32_t greater4, greater8, greater_or_before8;
    uint32_t same8; // greater, or the same as lane 2 of the first
    int16_t most8[8], apart8[8];
    float floats8[8];
} simd_results;

typedef struct simd_kind {
    int vectors; // 1: vectors, 0: the twin
    int width;   // lanes of one hardware vector
    simd_results (*compute)(const float *a, const float *b);
} simd_kind;

simd_kind simd_vector_kind(void);
simd_kind simd_twin_kind(void);

#endif
