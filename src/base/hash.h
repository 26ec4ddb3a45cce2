// hash.h - one 64-bit hash over values (never over padding or addresses), equal on little and big endian.
#ifndef LOPE_BASE_HASH_H
#define LOPE_BASE_HASH_H

#include <lope/vec.h>

#define LOPE_HASH_START UINT64_C(0xcbf29ce484222325)

uint64_t lope_hash_bytes(uint64_t hash, const void *bytes, size_t count); // bytes whose order is the same everywhere
uint64_t lope_hash_u32(uint64_t hash, uint32_t value);
uint64_t lope_hash_u64(uint64_t hash, uint64_t value);
uint64_t lope_hash_float(uint64_t hash, float value); // -0 counts as 0; all NaNs are one
uint64_t lope_hash_double(uint64_t hash, double value);
uint64_t lope_hash_vec3(uint64_t hash, lope_vec3 value);
uint64_t lope_hash_point(uint64_t hash, lope_point value);

#endif
