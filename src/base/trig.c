// trig.c - sine, cosine, tangent, their inverses, exponential and logarithm, with the same bits on every
// machine.
//
// The C library's own functions differ between platforms in the last bit. That is enough for two machines to
// part ways. These functions use only + - * / and sqrt on doubles, in an order fixed here, and integers. One
// rounding to float ends each. Everything in between is good to 2^-36 of the result or better. So a float
// result is off by at most half a unit in the last place (ulp) and 2^-12 of one more.
//
// The series are plain Taylor series, cut where the first omitted term is below that bound, so the size of
// that term is the proof. The tests measure it. Read next: vec.c, which turns angles into quaternions.
#include "base/error.h"
#include <lope/vec.h>

#include <float.h>
#include <string.h>

// pi / 2 as a sum of three. The first two have 33 bits, so their product with a count below 2^20 is exact in
// a double.
#define HALF_PI_HIGH 0x1.921fb54400000p+0
#define HALF_PI_MIDDLE 0x1.0b4611a600000p-34
#define HALF_PI_LOW 0x1.3198a2e037073p-69
#define HALF_PI 0x1.921fb54442d18p+0
#define WHOLE_PI 0x1.921fb54442d18p+1
#define QUARTERS_PER_RADIAN 0x1.45f306dc9c883p-1 // 2 / pi

// ln 2 as a sum of two. The first has 40 bits, so its product with the exponent of any double is exact.
#define LN2_HIGH 0x1.62e42fefa2000p-1
#define LN2_LOW 0x1.9ef35793c7673p-41
#define LN2_INVERSE 0x1.71547652b82fep+0

// An angle as a number of quarter turns (0 to 3, whole turns dropped) and a rest of at most an eighth turn.
typedef struct reduced_angle {
    double rest; // radians, -pi / 4 to pi / 4 and a rounding error
    uint32_t quarter;
} reduced_angle;

// Returns the bits of a float.
static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Returns the double that has these bits.
static double double_from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Reduces 0 <= x < 2^19. x - n * high is exact, because both are multiples of 2^-32 (or n is 0) and the
// difference is small. The next two steps lose only the last bit of the rest, however small the rest is.
static reduced_angle reduce_moderate(double x)
{
    uint32_t n = (uint32_t)(x * QUARTERS_PER_RADIAN + 0.5);
    double count = (double)n;
    reduced_angle result;
    result.rest = ((x - count * HALF_PI_HIGH) - count * HALF_PI_MIDDLE) - count * HALF_PI_LOW;
    result.quarter = n & 3u;
    return result;
}

// Reduces floats x >= 2^19, in integers (the method of Payne and Hanek). x = m * 2^e with m of 24 bits, so
// the quarter turns are m * (2/pi * 2^e). Binary digits of 2/pi * 2^e worth 4 or more give whole turns, which
// do not matter. So the 96 digits from the one worth 2 down to 2^-94 are cut out of the table and multiplied
// by m modulo 2^96. The digits below are worth less than 2^24 * 2^-94 = 2^-70 quarter turns. No float in this
// range comes nearer than 2^-31 to a whole number of quarter turns, so the rest is good to 2^-39.
static reduced_angle reduce_large(float x)
{
    // The digits of 2/pi, 32 to a word, after a word of zeros for the digits before the point.
    static const uint32_t digits[8] = {0u,          0xa2f9836eu, 0x4e441529u, 0xfc2757d1u,
                                       0xf534ddc0u, 0xdb629599u, 0x3c439041u, 0xfe5163abu};
    uint32_t bits = float_bits(x);
    uint32_t m = (bits & 0x7fffffu) | 0x800000u;
    uint32_t e_biased = (bits >> 23) & 0xffu; // e = e_biased - 150, -4 to 104
    uint32_t first = e_biased - 120u;         // the digit worth 2, from the first of the table: e + 30
    uint32_t word = first / 32u, shift = first % 32u;
    uint64_t pair[3];
    for (uint32_t i = 0; i < 3; ++i) {
        uint64_t joined = (uint64_t)digits[word + i] << 32 | digits[word + i + 1u];
        pair[i] = (joined >> (32u - shift)) & 0xffffffffu;
    }
    uint64_t low = m * pair[2];
    uint64_t middle = m * pair[1] + (low >> 32);
    uint64_t high = m * pair[0] + (middle >> 32);
    uint64_t top = high << 32 | (middle & 0xffffffffu); // two digits of quarter turns, then 62 of fraction
    reduced_angle result;
    result.quarter = (uint32_t)(top >> 62);
    int64_t fraction = (int64_t)(top & UINT64_C(0x3fffffffffffffff));
    if (fraction >= INT64_C(1) << 61) {
        fraction -= INT64_C(1) << 62;
        result.quarter = (result.quarter + 1u) & 3u;
    }
    result.rest = ((double)fraction * 0x1p-62 + (double)(low & 0xffffffffu) * 0x1p-94) * HALF_PI;
    return result;
}

// Reduces a finite angle of 0 or more.
static reduced_angle reduce(float x_positive)
{
    return x_positive < 0x1p19f ? reduce_moderate((double)x_positive) : reduce_large(x_positive);
}

// Returns the sine for |x| <= pi / 4. The first omitted term is x^13 / 13!, under 2^-36 of the result.
static double sine_series(double x)
{
    double s = x * x;
    double sum = 1.0 / 362880.0 - s * (1.0 / 39916800.0);
    sum = 1.0 / 5040.0 - s * sum;
    sum = 1.0 / 120.0 - s * sum;
    sum = 1.0 / 6.0 - s * sum;
    return x - x * (s * sum);
}

// Returns the cosine for |x| <= pi / 4. The first omitted term is x^14 / 14!, under 2^-40 of the result.
static double cosine_series(double x)
{
    double s = x * x;
    double sum = 1.0 / 3628800.0 - s * (1.0 / 479001600.0);
    sum = 1.0 / 40320.0 - s * sum;
    sum = 1.0 / 720.0 - s * sum;
    sum = 1.0 / 24.0 - s * sum;
    sum = 0.5 - s * sum;
    return 1.0 - s * sum;
}

// Returns the sine of a reduced angle.
static double sine_of(reduced_angle angle)
{
    double value = (angle.quarter & 1u) != 0 ? cosine_series(angle.rest) : sine_series(angle.rest);
    return (angle.quarter & 2u) != 0 ? -value : value;
}

// Returns the cosine of a reduced angle: the sine of a quarter turn more.
static double cosine_of(reduced_angle angle)
{
    angle.quarter = (angle.quarter + 1u) & 3u;
    return sine_of(angle);
}

float lope_sin(float x)
{
    if (!lope_finite(x)) return NAN;
    double value = sine_of(reduce(fabsf(x)));
    return (float)(x < 0.0f ? -value : value);
}

float lope_cos(float x)
{
    if (!lope_finite(x)) return NAN;
    return (float)cosine_of(reduce(fabsf(x)));
}

float lope_tan(float x)
{
    if (!lope_finite(x)) return NAN;
    reduced_angle angle = reduce(fabsf(x));
    double value = sine_of(angle) / cosine_of(angle); // no float is so near a pole that this exceeds 2^31
    return (float)(x < 0.0f ? -value : value);
}

// Returns the arc tangent of 0 <= t <= 1. With c the nearest eighth, atan t = atan c + atan u for u = (t - c)
// / (1 + t c), and |u| <= 1 / 16. The first omitted term is u^11 / 11, under 2^-43 of u.
static double arc_tangent(double t)
{
    static const double of_eighths[9] = {0.0,
                                         0x1.fd5ba9aac2f6ep-4,
                                         0x1.f5b75f92c80ddp-3,
                                         0x1.6f61941e4def1p-2,
                                         0x1.dac670561bb4fp-2,
                                         0x1.1e00babdefeb4p-1,
                                         0x1.4978fa3269ee1p-1,
                                         0x1.700a7c5784634p-1,
                                         0x1.921fb54442d18p-1};
    uint32_t eighth = (uint32_t)(t * 8.0 + 0.5);
    double c = (double)eighth * 0.125;
    double u = (t - c) / (1.0 + t * c);
    double s = u * u;
    double sum = 1.0 / 7.0 - s * (1.0 / 9.0);
    sum = 1.0 / 5.0 - s * sum;
    sum = 1.0 / 3.0 - s * sum;
    return of_eighths[eighth] + (u - u * (s * sum));
}

// Returns the angle of (x, y), -pi to pi, for finite numbers; 0 for (0, 0).
static double angle_of(double y, double x)
{
    double across = fabs(x), up = fabs(y);
    if (up == 0.0 && across == 0.0) return 0.0;
    double angle = up <= across ? arc_tangent(up / across) : HALF_PI - arc_tangent(across / up);
    if (x < 0.0) angle = WHOLE_PI - angle;
    return y < 0.0 ? -angle : angle;
}

float lope_atan2(float y, float x)
{
    if (!lope_finite(x) || !lope_finite(y)) return NAN;
    return (float)angle_of((double)y, (double)x);
}

float lope_acos(float x)
{
    if (!lope_finite(x)) return NAN;
    double cosine = (double)x;
    if (cosine > 1.0) cosine = 1.0;
    if (cosine < -1.0) cosine = -1.0;
    // Near 1 and -1 the factors stay exact, where 1 - x^2 would lose its digits.
    return (float)angle_of(sqrt((1.0 - cosine) * (1.0 + cosine)), cosine);
}

// Returns 2^k for -1022 <= k <= 1023.
static double power_of_two(int32_t k) { return double_from_bits((uint64_t)(k + 1023) << 52); }

// x = k ln 2 + r with |r| <= ln 2 / 2. The first omitted term of e^r is r^14 / 14!, under 2^-57.
double lope_exp_double(double x)
{
    if (!lope_finite_double(x)) return NAN;
    if (x > 709.78) return DBL_MAX;
    if (x < -746.0) return 0.0;
    int32_t k = (int32_t)(x * LN2_INVERSE + (x < 0.0 ? -0.5 : 0.5));
    double r = (x - (double)k * LN2_HIGH) - (double)k * LN2_LOW;
    // Even and odd terms are summed apart, so that a processor can work on both at once.
    double s = r * r;
    double even = 1.0 / 3628800.0 + s * (1.0 / 479001600.0);
    double odd = 1.0 / 39916800.0 + s * (1.0 / 6227020800.0);
    even = 1.0 / 40320.0 + s * even;
    odd = 1.0 / 362880.0 + s * odd;
    even = 1.0 / 720.0 + s * even;
    odd = 1.0 / 5040.0 + s * odd;
    even = 1.0 / 24.0 + s * even;
    odd = 1.0 / 120.0 + s * odd;
    even = 0.5 + s * even;
    odd = 1.0 / 6.0 + s * odd;
    double sum = 1.0 + (r + s * (even + r * odd));
    // In two steps, because 2^k itself may be beyond the range of a double.
    return sum * power_of_two(k / 2) * power_of_two(k - k / 2);
}

float lope_exp(float x)
{
    if (!lope_finite(x)) return NAN;
    double value = lope_exp_double((double)x);
    return value > (double)FLT_MAX ? FLT_MAX : (float)value;
}

// x = m 2^k with m from sqrt(1/2) to sqrt(2), and ln m = 2 artanh s for s = (m - 1) / (m + 1), |s| < 0.1716.
// The first omitted term is s^20 / 21 of the whole, under 2^-55.
double lope_log_double(double x)
{
    if (!lope_finite_double(x)) return NAN;
    if (x <= 0.0) return -1e300;
    int32_t k = 0;
    if (x < DBL_MIN) { // subnormal: its exponent does not tell its size
        x *= 0x1p54;
        k = -54;
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    k += (int32_t)(bits >> 52) - 1023;
    double m = double_from_bits((bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000));
    if (m > 0x1.6a09e667f3bcdp+0) {
        m *= 0.5;
        k += 1;
    }
    double s = (m - 1.0) / (m + 1.0);
    double square = s * s;
    double sum = 1.0 / 17.0 + square * (1.0 / 19.0);
    sum = 1.0 / 15.0 + square * sum;
    sum = 1.0 / 13.0 + square * sum;
    sum = 1.0 / 11.0 + square * sum;
    sum = 1.0 / 9.0 + square * sum;
    sum = 1.0 / 7.0 + square * sum;
    sum = 1.0 / 5.0 + square * sum;
    sum = square * (1.0 / 3.0 + square * sum);
    return (double)k * LN2_HIGH + (2.0 * (s + s * sum) + (double)k * LN2_LOW);
}
