// hash.c - one 64-bit hash over values, equal on every machine. See hash.h.
//
// Each value is folded in as a 64-bit number by xor and a mixing step that is one to one. So two sequences
// that differ in one value differ in their hash. It is no defence against chosen values.
#include "base/hash.h"

#include <string.h>

uint64_t lope_hash_u64(uint64_t hash, uint64_t value)
{
    // The added constant keeps a zero that is folded into a zero from staying zero. The factors are odd, with
    // about half their bits set.
    hash = (hash ^ value) + UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ (hash >> 31)) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ (hash >> 29)) * UINT64_C(0xa0761d6478bd642f);
    return hash ^ (hash >> 32);
}

uint64_t lope_hash_u32(uint64_t hash, uint32_t value) { return lope_hash_u64(hash, value); }

// Takes eight bytes at a time, put together in little-endian order on every machine. The count goes in last,
// so that trailing zeros count too.
uint64_t lope_hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    uint64_t word = 0;
    for (size_t i = 0; i < count; ++i) {
        word |= (uint64_t)at[i] << (8 * (i % 8));
        if (i % 8 == 7) {
            hash = lope_hash_u64(hash, word);
            word = 0;
        }
    }
    if (count % 8 != 0) hash = lope_hash_u64(hash, word);
    return lope_hash_u64(hash, (uint64_t)count);
}

uint64_t lope_hash_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits == UINT32_C(0x80000000)) bits = 0;
    if ((bits & UINT32_C(0x7fffffff)) > UINT32_C(0x7f800000)) bits = UINT32_C(0x7fc00000);
    return lope_hash_u32(hash, bits);
}

uint64_t lope_hash_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (bits == UINT64_C(0x8000000000000000)) bits = 0;
    if ((bits & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000)) bits = UINT64_C(0x7ff8000000000000);
    return lope_hash_u64(hash, bits);
}

uint64_t lope_hash_vec3(uint64_t hash, lope_vec3 value)
{
    return lope_hash_float(lope_hash_float(lope_hash_float(hash, value.x), value.y), value.z);
}

uint64_t lope_hash_point(uint64_t hash, lope_point value)
{
    return lope_hash_double(lope_hash_double(lope_hash_double(hash, value.x), value.y), value.z);
}
