// slide_scene.h - scenes of one character that slides, and the closed forms of its law, for tests.
#ifndef LOPE_TESTS_BEHAVIOUR_SLIDE_SCENE_H
#define LOPE_TESTS_BEHAVIOUR_SLIDE_SCENE_H

#include "check.h"
#include "draw.h"
#include "stage.h"

#define RATES 8
static const float rates[RATES] = {20, 30, 50, 60, 120, 144, 240, 360};
#define FRAMES 4
#define DEGREE (3.14159265358979323846 / 180)
#define NEAR 1e-4 // share of a time or a way
#define SLIDE 0u  // the ability's number

// ---- a scene with a slide -------------------------------------------------------------------------------

// Where the last slide ended: for the test alone.
static struct {
    int count;
    double at; // s into its tick
    lope_end why;
    lope_point feet, velocity;
} end;

static inline void note_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    end.count++;
    end.at = lope_tick_now(tick);
    end.why = why;
    end.feet = lope_tick_feet(tick);
    end.velocity = lope_tick_velocity(tick);
    lope_slide_ability()->ended(tick, self, why);
}

static lope_ability noted;

static inline lope_quat frame_of(int frame)
{
    const lope_vec3 axes[FRAMES] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[FRAMES] = {0, 180, 90, 50};
    return lope_quat_from_axis(axes[frame], angles[frame] * (float)DEGREE);
}

// sample: with the walking of the PlatformerGame sample.
static inline stage *open_with(stage_form form, int frame, bool sample)
{
    lope_error error = {0};
    stage *s = stage_open_at(form, frame_of(frame), lope_point_make(frame * 100, -30 * frame, 7));
    if (sample) {
        stage_tune(s, "max_walk_speed", 9);
        stage_tune(s, "max_acceleration", 2);
        stage_tune(s, "braking_deceleration_walking", 2);
    }
    noted = *lope_slide_ability();
    noted.ended = note_end;
    if (lope_moveset_add_ability(&s->moveset, &noted, NULL, NULL, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
    memset(&end, 0, sizeof end);
    return s;
}

static inline stage *open_frame(stage_form form, int frame) { return open_with(form, frame, false); }

static inline void set(stage *s, const char *field, double value)
{
    lope_error error = {0};
    if (lope_moveset_set(&s->moveset, "slide", field, value, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
}

static inline double get(const stage *s, const char *field)
{
    double value = 0;
    assert_int_equal(lope_moveset_get(&s->moveset, "slide", field, &value), LOPE_OK);
    return value;
}

static inline bool slides(const stage *s)
{
    lope_slide_report report;
    return lope_slide_report_of(&s->moveset, &s->state, &report);
}

static inline uint32_t phase(const stage *s)
{
    lope_slide_report report;
    assert_true(lope_slide_report_of(&s->moveset, &s->state, &report));
    return report.phase;
}

static inline bool is_low(const stage *s) { return s->state.height < s->state.standing_height; }

// Puts a walker there, and gives it a level velocity along x.
static inline void place(stage *s, double x, double y, double velocity)
{
    stage_place(s, x, y, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    if (!stage_walking(s)) fail_msg("seed %llu: it does not stand", (unsigned long long)seed);
    stage_set_velocity(s, velocity, 0, 0);
    s->time = 0;
    s->event_count = 0;
    memset(&end, 0, sizeof end);
}

static inline void press(stage *s, uint32_t button)
{
    s->input.pressed |= button;
    s->input.held |= button;
}

static inline void start(stage *s, float rate)
{
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / rate);
    s->input.held &= ~LOPE_BUTTON_SLIDE;
    assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
}

// Slides to the end, at most for `most` seconds. Returns the time of the end; -1: it has not ended.
static inline double slide(stage *s, float rate, double most)
{
    double begun = s->time;
    start(s, rate);
    while (end.count == 0 && s->time < most) {
        if (s->time > 0) begun = s->time;
        stage_tick(s, 1.0f / rate);
    }
    if (end.count == 0) return -1;
    return (begun > 0 ? begun : s->time - (double)(1.0f / rate)) + end.at;
}

// ---- closed forms ---------------------------------------------------------------------------------------

// v' = rate - drag v along a straight way; v is held at `most`.
typedef struct law {
    double rate, drag, most;
} law;

static inline law law_on(const stage *s, double degrees, bool down)
{
    const double a = degrees * DEGREE, g = 9.8;
    const double slope = get(s, "gravity") * g * sin(a) * cos(a), friction = get(s, "friction") * g * cos(a) * cos(a);
    return (law){(down ? slope : -slope) - friction, get(s, "drag"), get(s, "max_speed")};
}

// Returns the seconds from one speed to another; negative or NaN: never. *way: m meanwhile.
static inline double time_to(const law *l, double from, double to, double *way)
{
    double time;
    if (l->drag > 0)
        time = log((l->drag * from - l->rate) / (l->drag * to - l->rate)) / l->drag;
    else
        time = (to - from) / l->rate;
    *way = l->drag > 0 ? (from - to + l->rate * time) / l->drag : 0.5 * (from + to) * time;
    return time;
}

// Returns the way (m) in `time` seconds from a speed, held at the top speed.
static inline double way_in(const law *l, double from, double time)
{
    double way, until = time_to(l, from, l->most, &way);
    const double terminal = l->rate / l->drag;
    if (terminal > l->most && until >= 0 && until < time) return way + l->most * (time - until);
    return terminal * time + (from - terminal) * (1 - exp(-l->drag * time)) / l->drag;
}

static inline void near_share(const char *what, double value, double wanted, const char *where)
{
    if (!(fabs(value - wanted) <= NEAR * fabs(wanted)))
        fail_msg("%s %s: %.9g, wanted %.9g; seed %llu", where, what, value, wanted, (unsigned long long)seed);
}

#endif
