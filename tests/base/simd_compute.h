// simd_compute.h - the body of simd_vector.c and simd_twin.c, compiled once with each LOPE_SIMD.
#include "base/simd.h"
#include "simd_cases.h"

static simd_results compute(const float *from_a, const float *from_b)
{
    simd_results r;
    memset(&r, 0, sizeof r);
    lope_f8 a = lope_f8_load(from_a), b = lope_f8_load(from_b);
    lope_m8 less = lope_f8_less(a, b), less_equal = lope_f8_less_equal(b, a);
    lope_f8_store(r.splat, lope_f8_splat(from_a[3]));
    lope_f8_store(r.add, lope_f8_add(a, b));
    lope_f8_store(r.sub, lope_f8_sub(a, b));
    lope_f8_store(r.mul, lope_f8_mul(a, b));
    lope_f8_store(r.div, lope_f8_div(a, b));
    lope_f8_store(r.min, lope_f8_min(a, b));
    lope_f8_store(r.max, lope_f8_max(a, b));
    lope_f8_store(r.select, lope_f8_select(less, a, b));
    r.less = lope_m8_bits(less);
    r.less_equal = lope_m8_bits(less_equal);
    r.both = lope_m8_bits(lope_m8_and(less, less_equal));
    r.either = lope_m8_bits(lope_m8_or(less, less_equal));
    r.neither = lope_m8_bits(lope_m8_not(lope_m8_or(less, less_equal)));
    r.any_less = lope_m8_any(less);
    r.any_both = lope_m8_any(lope_m8_and(less, less_equal));
    return r;
}
