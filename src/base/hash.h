// hash.h - one 64-bit hash over values (never over padding or addresses), equal on little and big endian.
//
// Each function folds a value into `hash` and returns the new hash. The first call takes LOPE_HASH_START.
// Read next: hash.c.
#ifndef LOPE_BASE_HASH_H
#define LOPE_BASE_HASH_H

#include <lope/vec.h>

#define LOPE_HASH_START UINT64_C(0xcbf29ce484222325)

// Folds in bytes. Their order must be the same on every machine.
uint64_t lope_hash_bytes(uint64_t hash, const void *bytes, size_t count);
// Folds in a 32-bit number.
uint64_t lope_hash_u32(uint64_t hash, uint32_t value);
// Folds in a 64-bit number.
uint64_t lope_hash_u64(uint64_t hash, uint64_t value);
// Folds in a float. -0 counts as 0, and all NaNs are one.
uint64_t lope_hash_float(uint64_t hash, float value);
// Folds in a double. -0 counts as 0, and all NaNs are one.
uint64_t lope_hash_double(uint64_t hash, double value);
// Folds in three floats.
uint64_t lope_hash_vec3(uint64_t hash, lope_vec3 value);
// Folds in three doubles.
uint64_t lope_hash_point(uint64_t hash, lope_point value);

#endif
