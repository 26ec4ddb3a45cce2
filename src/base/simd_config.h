// simd_config.h - the choice between vector extensions and plain C17, and how wide a vector is.
//
// LOPE_SIMD chooses: 1 (the default with gcc and clang) takes vectors, 0 takes the plain C17 twin.
// LOPE_SIMD_WIDTH is the number of floats in a vector: 8 with AVX, else 4, which SSE2, NEON and wasm have.
// Eight lanes are LOPE_SIMD_PARTS vectors. Read next: simd_f8.h.
#ifndef LOPE_BASE_SIMD_CONFIG_H
#define LOPE_BASE_SIMD_CONFIG_H

#ifndef LOPE_SIMD
#if defined(__GNUC__)
#define LOPE_SIMD 1
#else
#define LOPE_SIMD 0
#endif
#endif

#if LOPE_SIMD

// <immintrin.h> has thousands of functions, and reading them takes most of a file's compilation. SSE2 stands
// in a small header of its own. AVX does too, but gcc wants to be told that it is asked for by itself; CMake
// tries whether it can be (LOPE_LEAN_AVX).
#if defined(__AVX__) && defined(LOPE_LEAN_AVX)
#define _IMMINTRIN_H_INCLUDED
#include <smmintrin.h>

#include <avxintrin.h>
#elif defined(__AVX__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

// gcc for Windows does not keep its stack aligned for 32-byte vectors, so there it takes two of 16.
#if defined(__AVX__) && (defined(__clang__) || !defined(_WIN32))
#define LOPE_SIMD_WIDTH 8
#define LOPE_SIMD_EACH(statement) statement(0)
#else
#define LOPE_SIMD_WIDTH 4
#define LOPE_SIMD_EACH(statement) statement(0) statement(1)
#endif
#define LOPE_SIMD_PARTS (8 / LOPE_SIMD_WIDTH)

// LLVM's back end for wasm joins the load of a number with the vector that repeats the number. It then lets
// this load pass later stores and calls (scripts/golden/load_splat.c shows it). LOPE_SIMD_LOADED(x) ends the
// load where it stands.
#if defined(__clang__) && defined(__wasm_simd128__)
#define LOPE_SIMD_LOADED(x) __asm__("" : "+r"(x))
#else
#define LOPE_SIMD_LOADED(x) ((void)0)
#endif

#endif

// Defines `name`, an operation on a struct of two halves, half by half.
#define LOPE_SIMD_HALVES(type, half, name, operator) \
    static inline type name(type a, type b)          \
    {                                                \
        a.half[0] = a.half[0] operator b.half[0];    \
        a.half[1] = a.half[1] operator b.half[1];    \
        return a;                                    \
    }

#endif
