// simd_compute.h - the body of simd_vector.c and simd_twin.c, compiled once with each LOPE_SIMD.
#include "base/simd.h"
#include "simd_cases.h"

static void compute_doubles(const float *from_a, const float *from_b, simd_results *r)
{
    double wide_a[4], wide_b[4];
    for (int i = 0; i < 4; ++i) {
        wide_a[i] = (double)from_a[i];
        wide_b[i] = (double)from_b[i];
    }
    lope_d4 a = lope_d4_load(wide_a), b = lope_d4_load(wide_b);
    lope_d4_store(r->splat4, lope_d4_splat(wide_a[3]));
    lope_d4_store(r->add4, lope_d4_add(a, b));
    lope_d4_store(r->sub4, lope_d4_sub(a, b));
    lope_d4_store(r->mul4, lope_d4_mul(a, b));
    lope_d4_store(r->div4, lope_d4_div(a, b));
    lope_d4_store(r->min4, lope_d4_min(a, b));
    lope_d4_store(r->max4, lope_d4_max(a, b));
    lope_d4_store(r->root4, lope_d4_sqrt(a));
    lope_d4_store(r->made4, lope_d4_make(wide_b[2], wide_a[0], wide_b[3], wide_a[1]));
    lope_d4_store(r->with4, lope_d4_with_first(a, wide_b[3]));
    lope_d4_store(r->wide4, lope_d4_load_floats(from_b + 3));
    lope_d4 least = lope_d4_splat(-32768.0), most = lope_d4_splat(32767.0);
    lope_d4_store_shorts(r->shorts, lope_d4_min(lope_d4_max(a, least), most), lope_d4_max(lope_d4_min(b, most), least));
    r->greater4 = lope_d4_greater_bits(a, b);
}

static void compute_shorts(const float *from_a, const float *from_b, simd_results *r)
{
    int16_t short_a[8], short_b[8];
    for (int i = 0; i < 8; ++i) {
        memcpy(&short_a[i], &from_a[i], sizeof short_a[i]);
        memcpy(&short_b[i], &from_b[i], sizeof short_b[i]);
    }
    lope_s8 a = lope_s8_load(short_a), b = lope_s8_load(short_b);
    lope_s8 greater = lope_s8_or_greater(lope_s8_splat(0), a, b);
    r->greater8 = lope_s8_bits(greater);
    r->greater_or_before8 = lope_s8_bits(lope_s8_or_greater(greater, lope_s8_splat(short_b[5]), a));
    r->same8 = lope_s8_bits(lope_s8_or_same(greater, lope_s8_splat(short_a[2]), a));
    lope_s8 most = lope_s8_max(a, b), apart = lope_s8_half_apart(a, b);
    memcpy(r->most8, &most, sizeof r->most8);
    memcpy(r->apart8, &apart, sizeof r->apart8);
    lope_f8_store(r->floats8, lope_f8_of_shorts(a));
}

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
    lope_f8_store(r.halves, lope_f8_load_halves(from_b, from_a + 4));
    lope_f8_store(r.select, lope_f8_select(less, a, b));
    r.less = lope_m8_bits(less);
    r.less_equal = lope_m8_bits(less_equal);
    r.both = lope_m8_bits(lope_m8_and(less, less_equal));
    r.either = lope_m8_bits(lope_m8_or(less, less_equal));
    r.neither = lope_m8_bits(lope_m8_not(lope_m8_or(less, less_equal)));
    r.any_less = lope_m8_any(less);
    r.any_both = lope_m8_any(lope_m8_and(less, less_equal));
    compute_doubles(from_a, from_b, &r);
    compute_shorts(from_a, from_b, &r);
    return r;
}
