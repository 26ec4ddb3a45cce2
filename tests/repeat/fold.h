// fold.h - one number for many: what golden runs print. Strict: bits as they are, so even the sign of a zero
// counts.
#ifndef LOPE_TESTS_REPEAT_FOLD_H
#define LOPE_TESTS_REPEAT_FOLD_H

#include <lope/vec.h>
#include <string.h>

#define FOLD_START UINT64_C(0x6c6f706521000001)

// A multiply and a shift on either side, each one to one, so that one different value is never lost again.
static inline uint64_t fold_u64(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0xd1342543de82ef95) + 1u;
    return hash ^ (hash >> 29);
}

static inline uint64_t fold_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return fold_u64(hash, bits);
}

static inline uint64_t fold_float(uint64_t hash, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return fold_u64(hash, bits);
}

static inline uint64_t fold_vec3(uint64_t hash, lope_vec3 v) { return fold_float(fold_float(fold_float(hash, v.x), v.y), v.z); }

static inline uint64_t fold_point(uint64_t hash, lope_point p)
{
    return fold_double(fold_double(fold_double(hash, p.x), p.y), p.z);
}

static inline uint64_t fold_bytes(uint64_t hash, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) hash = fold_u64(hash, bytes[i]);
    return hash;
}

#endif
