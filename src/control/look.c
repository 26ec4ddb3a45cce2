// look.c - turns mouse, stick and touch into look input. See lope/look.h.
//
// The ramp of a stick's boost is linear in time, so the turn of a frame is an integral in closed form.
#include <lope/look.h>

#include "base/error.h"
#include <lope/vec.h>

#include <math.h>

#define DEAD_ZONE 0.2f
#define FULL_ZONE 0.05f
#define TURN_RATE 2.8f      // rad/s: half a turn in 1.1 s
#define PITCH_SHARE 0.7f    // of the turn rate: the way up and down is shorter
#define SENSITIVITY 0.0015f // rad a count: a turn in 4,200 counts
#define OUT 0.9f            // of the whole way: a stick is all but out
#define FAST 1000.0         // counts/s, by which acceleration counts

static const lope_stick_settings stick_defaults;
static const lope_pointer_settings pointer_defaults;

// Returns a member, the default where it is 0, and 0 where it is negative.
static float or_look_default(float given, float usual) { return given < 0 ? 0 : given > 0 ? given : usual; }

// Returns a length of the whole way (0 to 1) after dead zone, full zone and response curve.
static float respond(const lope_stick_settings *s, float length)
{
    const float dead = or_look_default(s->dead_zone, DEAD_ZONE), most = 1.0f - or_look_default(s->full_zone, FULL_ZONE);
    if (length <= dead || most <= dead) return length > dead ? 1.0f : 0;
    const float share = length >= most ? 1.0f : (length - dead) / (most - dead);
    if (s->exponent <= 0 || share >= 1.0f) return share;
    return (float)lope_exp_double((double)s->exponent * lope_log_double((double)share));
}

// Returns one axis by itself.
static float respond_axis(const lope_stick_settings *s, float x) { return x < 0 ? -respond(s, -x) : respond(s, x); }

void lope_stick_shape(const lope_stick_settings *settings, float x, float y, float *out_x, float *out_y)
{
    const lope_stick_settings *s = settings ? settings : &stick_defaults;
    *out_x = *out_y = 0;
    if (!lope_finite(x) || !lope_finite(y)) return;
    if (s->axial) {
        x = respond_axis(s, x);
        y = respond_axis(s, y);
    }
    const float length = sqrtf(x * x + y * y);
    if (!(length > 0)) return;
    const float cut = length < 1.0f ? length : 1.0f, wanted = s->axial ? cut : respond(s, cut);
    *out_x = x * (wanted / length);
    *out_y = y * (wanted / length);
}

// Returns the integral of the boost's factor over `seconds` after `out` seconds of being all but out.
static double boosted(const lope_stick_settings *s, double out, double seconds)
{
    if (s->boost <= 0) return seconds;
    const double more = (double)s->boost - 1.0, begin = (double)s->boost_delay, ramp = (double)s->boost_time;
    const double at[2] = {out - begin, out + seconds - begin};
    double sums[2]; // of the factor's part over 1, up to the frame's begin and end
    for (int i = 0; i < 2; i++) {
        const double t = at[i] > 0 ? at[i] : 0;
        sums[i] = t < ramp ? 0.5 * t * t / ramp : t - 0.5 * ramp;
    }
    return seconds + more * (sums[1] - sums[0]);
}

void lope_look_from_stick(lope_stick_memory *memory, const lope_stick_settings *settings, float x, float y, double seconds,
                          double *yaw, double *pitch)
{
    const lope_stick_settings *s = settings ? settings : &stick_defaults;
    const float turn = or_look_default(s->turn_rate, TURN_RATE), rise = or_look_default(s->pitch_rate, PITCH_SHARE * turn);
    lope_stick_shape(s, x, y, &x, &y);
    const bool out = sqrtf(x * x + y * y) >= OUT;
    const double time = out ? boosted(s, memory->out_seconds, seconds) : seconds;
    memory->out_seconds = out ? memory->out_seconds + seconds : 0;
    *yaw = (double)(s->invert_yaw ? x : -x) * (double)turn * time;
    *pitch = (double)(s->invert_pitch ? -y : y) * (double)rise * time;
}

void lope_look_from_pointer(const lope_pointer_settings *settings, double x, double y, double seconds, double *yaw, double *pitch)
{
    const lope_pointer_settings *s = settings ? settings : &pointer_defaults;
    const double sensitivity = (double)or_look_default(s->sensitivity, SENSITIVITY);
    const double rise = (double)or_look_default(s->pitch_sensitivity, (float)sensitivity);
    double times = 1;
    *yaw = *pitch = 0;
    if (!lope_finite_double(x) || !lope_finite_double(y)) return;
    if (s->acceleration > 0 && seconds > 0) {
        times += (double)s->acceleration * sqrt(x * x + y * y) / (FAST * seconds);
        if (s->most > 0 && times > (double)s->most) times = (double)s->most;
    }
    *yaw = (s->invert_yaw ? x : -x) * sensitivity * times;
    *pitch = (s->invert_pitch ? y : -y) * rise * times;
}

// Checks one number against its range.
static lope_result check(lope_error *error, const char *name, float value, double least, double most)
{
    if (!lope_finite(value)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, name, "%s is NaN or infinite", name);
    if ((double)value >= least && (double)value <= most) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, name, "%s is %g; it takes %g to %g", name, (double)value, least, most);
}

lope_result lope_stick_settings_check(const lope_stick_settings *s, lope_error *error)
{
    if (!s) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; all zero are the defaults");
    const struct {
        const char *name;
        float value;
        double least, most;
    } members[] = {{"dead_zone", s->dead_zone, -1, 0.95},  {"full_zone", s->full_zone, -1, 0.5},  {"exponent", s->exponent, 0, 8},
                   {"turn_rate", s->turn_rate, 0, 100},    {"pitch_rate", s->pitch_rate, 0, 100}, {"boost", s->boost, 0, 20},
                   {"boost_delay", s->boost_delay, 0, 60}, {"boost_time", s->boost_time, 0, 60}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const lope_result result = check(error, members[i].name, members[i].value, members[i].least, members[i].most);
        if (result) return result;
    }
    return LOPE_OK;
}

lope_result lope_pointer_settings_check(const lope_pointer_settings *s, lope_error *error)
{
    if (!s) return lope_refuse(error, LOPE_ERROR_NULL, "settings", "settings is NULL; all zero are the defaults");
    lope_result result = check(error, "sensitivity", s->sensitivity, 0, 10);
    if (!result) result = check(error, "pitch_sensitivity", s->pitch_sensitivity, 0, 10);
    if (!result) result = check(error, "acceleration", s->acceleration, 0, 1000);
    if (!result) result = check(error, "most", s->most, 0, 1000);
    return result;
}
