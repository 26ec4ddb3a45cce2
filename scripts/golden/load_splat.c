// load_splat.c - shows a fault of LLVM's back end for wasm, and that the vectors of src/base are free of it.
//
// For a number that is loaded and repeated in a vector, the back end makes one instruction, v128.load64_splat or its
// like. The node of that instruction has no place in the order of loads and stores, so it may come after a later store
// or call that changes the number. Seen in clang 14 with -O1 -msimd128. By itself this shows it:
//
//     v2 f(double *x, double *y) { double kept = *x; *y = 1; return (v2){kept, kept}; }
//
// f(&x, &x) returns 1, whatever x was. LOPE_SIMD_LOADED in src/base/simd_config.h keeps the load where it stands, and
// -fno-vectorize -fno-slp-vectorize keep clang from making such vectors by itself. scripts/determinism.sh runs this in
// each target of wasm. It prints the first kind of vector that is wrong, with exit status 1.
#include "base/simd.h"

#include <stdio.h>
#include <string.h>

// Each loads *x, changes *y, which is the same here, and stores a vector of what it has loaded.
__attribute__((noinline)) void of_d2(const double *x, double *y, double *to)
{
    const double kept = *x;
    *y = 1;
    const lope_d2 v = lope_d2_make(kept, kept);
    memcpy(to, &v, sizeof v);
}

__attribute__((noinline)) void of_d4(const double *x, double *y, double *to)
{
    const double kept = *x;
    *y = 1;
    const lope_d4 v = lope_d4_splat(kept);
    lope_d4_store(to, v);
}

__attribute__((noinline)) void of_f8(const float *x, float *y, float *to)
{
    const float kept = *x;
    *y = 1;
    const lope_f8 v = lope_f8_splat(kept);
    lope_f8_store(to, v);
}

__attribute__((noinline)) void of_s8(const int16_t *x, int16_t *y, int16_t *to)
{
    const int16_t kept = *x;
    *y = 1;
    const lope_s8 v = lope_s8_splat(kept);
    memcpy(to, &v, sizeof v);
}

// Two sums, of which clang's own vectoriser makes a vector.
__attribute__((noinline)) void of_sums(const double *x, double *y, double *to)
{
    const double kept = *x, first = to[0], second = to[1];
    *y = 1;
    to[0] = kept + first;
    to[1] = kept + second;
}

int main(void)
{
    double d[3][4] = {{0}}, x[3] = {7, 7, 7};
    float f[8] = {0}, y = 7;
    int16_t s[8] = {0}, z = 7;
    of_d2(&x[0], &x[0], d[0]);
    of_d4(&x[1], &x[1], d[1]);
    of_sums(&x[2], &x[2], d[2]);
    of_f8(&y, &y, f);
    of_s8(&z, &z, s);
    const char *wrong = d[0][0] != 7   ? "d2"
                        : d[1][0] != 7 ? "d4"
                        : f[0] != 7    ? "f8"
                        : s[0] != 7    ? "s8"
                        : d[2][0] != 7 ? "a sum"
                                       : NULL;
    if (wrong != NULL) printf("load_splat: %s is loaded too late\n", wrong);
    return wrong != NULL;
}
