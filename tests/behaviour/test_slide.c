// test_slide.c - the library's slide: its law against closed forms at all tick rates, under bars, over cliffs,
// on what moves, in and out by jumps, and the law of the PlatformerGame sample.
//
// Speeds, slopes and places are drawn; the seed is printed. Times and ways by the exact law are to hold within
// 0.1 %; the test asks for NEAR, ten times less.
#include "check.h"
#include "clean_state.h"
#include "draw.h"
#include "stage.h"

#include <lope/save.h>

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

static void note_end(lope_tick *tick, const lope_ability_self *self, lope_end why)
{
    end.count++;
    end.at = lope_tick_now(tick);
    end.why = why;
    end.feet = lope_tick_feet(tick);
    end.velocity = lope_tick_velocity(tick);
    lope_slide_ability()->ended(tick, self, why);
}

static lope_ability noted;

static lope_quat frame_of(int frame)
{
    const lope_vec3 axes[FRAMES] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[FRAMES] = {0, 180, 90, 50};
    return lope_quat_from_axis(axes[frame], angles[frame] * (float)DEGREE);
}

// sample: with the walking of the PlatformerGame sample.
static stage *open_with(stage_form form, int frame, bool sample)
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

static stage *open_frame(stage_form form, int frame) { return open_with(form, frame, false); }

static void set(stage *s, const char *field, double value)
{
    lope_error error = {0};
    if (lope_moveset_set(&s->moveset, "slide", field, value, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
}

static double get(const stage *s, const char *field)
{
    double value = 0;
    assert_int_equal(lope_moveset_get(&s->moveset, "slide", field, &value), LOPE_OK);
    return value;
}

static bool slides(const stage *s)
{
    lope_slide_report report;
    return lope_slide_report_of(&s->moveset, &s->state, &report);
}

static uint32_t phase(const stage *s)
{
    lope_slide_report report;
    assert_true(lope_slide_report_of(&s->moveset, &s->state, &report));
    return report.phase;
}

static bool is_low(const stage *s) { return s->state.height < s->state.standing_height; }

// Puts a walker there, and gives it a level velocity along x.
static void place(stage *s, double x, double y, double velocity)
{
    stage_place(s, x, y, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    if (!stage_walking(s)) fail_msg("seed %llu: it does not stand", (unsigned long long)seed);
    stage_set_velocity(s, velocity, 0, 0);
    s->time = 0;
    s->event_count = 0;
    memset(&end, 0, sizeof end);
}

static void press(stage *s, uint32_t button)
{
    s->input.pressed |= button;
    s->input.held |= button;
}

static void start(stage *s, float rate)
{
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / rate);
    s->input.held &= ~LOPE_BUTTON_SLIDE;
    assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
}

// Slides to the end, at most for `most` seconds. Returns the time of the end; -1: it has not ended.
static double slide(stage *s, float rate, double most)
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

static law law_on(const stage *s, double degrees, bool down)
{
    const double a = degrees * DEGREE, g = 9.8;
    const double slope = get(s, "gravity") * g * sin(a) * cos(a), friction = get(s, "friction") * g * cos(a) * cos(a);
    return (law){(down ? slope : -slope) - friction, get(s, "drag"), get(s, "max_speed")};
}

// Returns the seconds from one speed to another; negative or NaN: never. *way: m meanwhile.
static double time_to(const law *l, double from, double to, double *way)
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
static double way_in(const law *l, double from, double time)
{
    double way, until = time_to(l, from, l->most, &way);
    const double terminal = l->rate / l->drag;
    if (terminal > l->most && until >= 0 && until < time) return way + l->most * (time - until);
    return terminal * time + (from - terminal) * (1 - exp(-l->drag * time)) / l->drag;
}

static void near_share(const char *what, double value, double wanted, const char *where)
{
    if (!(fabs(value - wanted) <= NEAR * fabs(wanted)))
        fail_msg("%s %s: %.9g, wanted %.9g; seed %llu", where, what, value, wanted, (unsigned long long)seed);
}

// ---- flat ground and slopes -----------------------------------------------------------------------------

// A ramp that rises toward +x, with the character on it 50 m of way from its foot.
static void place_on_ramp(stage *s, double degrees, double velocity)
{
    const double a = degrees * DEGREE, x = 50 * cos(a);
    stage_ramp(s, 0, 0, 0, degrees, 0, 100, 8);
    place(s, x, x * tan(a) + 0.34 * (1 / cos(a) - 1) + 1e-3, velocity);
}

static void slide_on(stage_form form, int frame, double degrees, bool down, float rate)
{
    stage *s = open_frame(form, frame);
    char where[120];
    const double speed = draw(4.5, 10.5);
    snprintf(where, sizeof where, "%s, frame %d, %g degrees %s, %.9g m/s, %g Hz:", stage_form_names[form], frame, degrees,
             down ? "down" : "up", speed, (double)rate);
    set(s, "drag", draw(0.05, 0.5));
    set(s, "friction", draw(0.2, 0.8));
    place_on_ramp(s, degrees, down ? -speed : speed);
    const law l = law_on(s, degrees, down);
    const double from = fabs((double)(float)speed);
    const brute_point begun = stage_feet(s);
    double way = 0, time = time_to(&l, from, get(s, "min_speed"), &way);
    const bool ends = l.rate < l.drag * get(s, "min_speed") && time < 4;
    const double most = ends ? time + 1 : 3;
    const double ended = slide(s, rate, most);
    if (!ends) {
        const brute_point now = stage_feet(s);
        if (ended >= 0) fail_msg("%s it ends at %g s; seed %llu", where, ended, (unsigned long long)seed);
        near_share("way", fabs(now.x - begun.x), way_in(&l, from, s->time), where);
        check_below("top speed", stage_speed(s), l.most * (1 + 1e-6));
        stage_close(s);
        return;
    }
    near_share("time", ended, time, where);
    lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
    near_share("way", fabs(feet.x - begun.x), way, where);
    near_share("speed", lope_point_length(end.velocity), get(s, "min_speed"), where);
    assert_int_equal(end.why, LOPE_END_DONE);
    assert_false(is_low(s));
    stage_close(s);
}

static void a_slide_on_slopes_keeps_to_its_law_at_every_rate(void **unused)
{
    (void)unused;
    seed = 30101;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int degrees = 0; degrees <= 40; degrees += degrees == 0 ? 10 : 5)
        for (int down = 0; down < 2; down++)
            for (int i = 0; i < RATES; i++) slide_on((stage_form)pick(2), (int)pick(FRAMES), degrees, down, rates[i]);
}

// Down a slope to the top speed, over level ground, and up another slope: each kink is found within the tick.
static void a_slide_over_kinks_ends_alike_at_every_rate(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        double first = 0;
        for (int i = RATES - 1; i >= 0; i--) {
            stage *s = open_frame(STAGE_BOXES, frame);
            const double a = 30 * DEGREE, length = 14, x = length * cos(a), y = length * sin(a);
            stage_box(s, -30, y - 1, -10, 0, y, 10);
            stage_tilted_box(s, 0.5 * x - 0.5 * sin(a), 0.5 * y - 0.5 * cos(a), 0, length, 1, 20, -30, 0);
            stage_box(s, x, -1, -10, x + 3, 0, 10);
            stage_ramp(s, x + 3, 0, 0, 15, 0, 60, 20);
            set(s, "friction", 0.2);
            set(s, "drag", 0.05);
            place(s, -4, y, 8);
            const double ended = slide(s, rates[i], 20);
            assert_int_equal(end.why, LOPE_END_DONE);
            lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
            if (i == RATES - 1) first = ended;
            if (feet.x < x + 3) fail_msg("it came only to %g", feet.x);
            near_share("time", ended, first, "over kinks");
            stage_close(s);
        }
    }
}

// Against a wall: along it by the law with what speed is left, or over at the instant at which it is met.
static void against_a_wall_it_ends_alike_at_every_rate(void **unused)
{
    (void)unused;
    seed = 30107;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int degrees = 15; degrees <= 90; degrees += 15) {
        const double speed = draw(6, 10);
        for (int i = 0; i < RATES; i++) {
            stage *s = open_frame(STAGE_BOXES, degrees / 15 % FRAMES);
            stage_floor(s);
            stage_tilted_box(s, 3.5, 0, 0, 1, 4, 40, 0, 90 - degrees);
            place(s, 0, 0, speed);
            const law l = law_on(s, 0, true);
            // the wall's near face, seen along the way; the capsule meets it a radius before
            const double to_wall = 3.5 - (0.5 + (double)s->state.radius) / sin(degrees * DEGREE);
            double low = 2, high = (double)(float)speed, way, time = 0;
            for (int k = 0; k < 60; k++) {
                time = time_to(&l, (double)(float)speed, 0.5 * (low + high), &way);
                *(way > to_wall ? &low : &high) = 0.5 * (low + high);
            }
            const double along = low * cos(degrees * DEGREE);
            if (along > 2) time += time_to(&l, along, 2, &way);
            // the capsule stops a skin before the wall
            near_share("time", slide(s, rates[i], 5), time, "against a wall");
            stage_close(s);
        }
    }
}

// ---- under a bar ----------------------------------------------------------------------------------------

// A bar of `length` m at 1 m over the floor, from x = 3. Under it the slide goes on as a crawl, and ends where
// the whole standing capsule is out.
static void slide_under_bar(stage_form form, int frame, double length, float rate)
{
    stage *s = open_frame(form, frame);
    char where[120];
    stage_floor(s);
    stage_box(s, 3, 1, -5, 3 + length, 4, 5);
    const double speed = draw(6.5, 10.5);
    snprintf(where, sizeof where, "%s, frame %d, bar of %g m, %.9g m/s, %g Hz:", stage_form_names[form], frame, length, speed,
             (double)rate);
    place(s, 0, 0, speed);
    const law l = law_on(s, 0, true);
    const double least = get(s, "min_speed"), radius = (double)s->state.radius;
    double way, time = time_to(&l, (double)(float)speed, least, &way);
    const double out = 3 + length + radius, in = 3 - radius;
    const bool under = way > in && way < out;
    if (under) {
        time += (out - way) / least;
        way = out;
    }
    const double ended = slide(s, rate, time + 2);
    lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
    near_share("time", ended, time, where);
    // the way out is found by a sweep that keeps a tenth of a millimetre clear
    near_share("way", feet.x, way, where);
    if (under && stage_count(s, LOPE_EVENT_ABILITY_PHASE) == 0) fail_msg("%s it does not crawl", where);
    assert_false(is_low(s));
    check_below("depth", stage_depth(s), 1e-4);
    stage_close(s);
}

static void under_a_bar_it_crawls_until_there_is_room(void **unused)
{
    (void)unused;
    seed = 30102;
    printf("  seed %llu\n", (unsigned long long)seed);
    const double lengths[] = {0.5, 1, 2, 4, 6, 8, 10};
    for (int k = 0; k < 7; k++)
        for (int i = 0; i < RATES; i++)
            slide_under_bar((stage_form)pick(STAGE_FORM_COUNT), (int)pick(FRAMES), lengths[k], rates[i]);
}

// It is never taller than the bar lets it on its way, and input steers the crawl: back out where it came in.
static void a_crawl_is_steered(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_frame(STAGE_BOXES, 0);
        stage_floor(s);
        stage_box(s, 3, 1, -5, 40, 4, 5);
        place(s, 0, 0, 8);
        start(s, rates[i]);
        while (phase(s) != LOPE_SLIDE_CRAWLS && s->time < 9) stage_tick(s, 1.0f / rates[i]);
        const double x = stage_feet(s).x, begun = s->time;
        stage_move(s, -1, 0);
        while (slides(s) && s->time < 20) {
            stage_tick(s, 1.0f / rates[i]);
            check_below("depth", stage_depth(s), 1e-4);
        }
        assert_int_equal(end.count, 1);
        lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
        check_near("way back", feet.x, 3 - (double)s->state.radius, 1e-3);
        const double took = s->time - (double)(1.0f / rates[i]) + end.at - begun;
        check_near("time back", took, (x - feet.x) / 2, 1e-4 * took);
        stage_close(s);
    }
}

// A wall under the bar stops it; it does not end there, and does not get stuck.
static void a_wall_under_a_bar_stops_the_crawl(void **unused)
{
    (void)unused;
    stage *s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    stage_box(s, 1, 1, -5, 40, 4, 5);
    stage_box(s, 4, 0, -5, 5, 1, 5);
    place(s, 0, 0, 9);
    start(s, 60);
    stage_run(s, 3, 60);
    assert_true(slides(s) && is_low(s));
    check_near("at the wall", stage_feet(s).x, 4 - (double)s->state.radius, 1e-3);
    stage_move(s, -1, 0);
    stage_run(s, 3, 60);
    assert_false(slides(s) || is_low(s));
    stage_close(s);
}

// ---- over a cliff ---------------------------------------------------------------------------------------

static void over_a_cliff_it_ends_with_its_speed(void **unused)
{
    (void)unused;
    seed = 30103;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int frame = 0; frame < FRAMES; frame++) {
        const double speed = draw(6, 10.5);
        double first = 0;
        for (int i = 0; i < RATES; i++) {
            stage *s = open_frame(STAGE_BOXES, frame);
            stage_box(s, -20, -1, -10, 2, 0, 10);
            place(s, 0, 0, speed);
            const law l = law_on(s, 0, true);
            double way, time;
            const double ended = slide(s, rates[i], 5);
            assert_int_equal(end.why, LOPE_END_DONE);
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            assert_false(is_low(s));
            time = time_to(&l, (double)(float)speed, lope_point_length(end.velocity), &way);
            if (i == 0) first = ended;
            near_share("time", ended, time, "over a cliff");
            near_share("time", ended, first, "over a cliff at each rate");
            stage_close(s);
        }
    }
}

// Down a ledge of 0.6 m under a ceiling that leaves 1.6 m below it: it falls low, goes on where it lands, and
// ends in the open.
static void over_a_ledge_without_room_it_goes_on(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++) {
        stage *s = open_frame((stage_form)(i % STAGE_FORM_COUNT), i % FRAMES);
        stage_box(s, -20, -3, -10, 2, 0, 10);
        stage_box(s, -1, 1, -10, 9, 3, 10);
        stage_box(s, 2, -3, -10, 60, -0.6, 10);
        place(s, -2, 0, 9);
        start(s, rates[i]);
        bool fell_low = false;
        while (slides(s) && s->time < 9) {
            stage_tick(s, 1.0f / rates[i]);
            fell_low |= slides(s) && s->state.mode == LOPE_MODE_FALLING && is_low(s) && phase(s) == LOPE_SLIDE_FALLS;
            check_below("depth", stage_depth(s), 1e-4);
        }
        assert_true(fell_low);
        assert_int_equal(end.count, 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
        lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
        // the edge of the ceiling, 1.6 m over the floor, is beside the round top of the standing capsule
        const double r = (double)s->state.radius, over = 1.6 - ((double)s->state.height - r);
        check_near("out", feet.x, 9 + sqrt(r * r - over * over), 1e-3);
        assert_true(stage_walking(s));
        assert_false(is_low(s));
        stage_close(s);
    }
}

// ---- jumps ----------------------------------------------------------------------------------------------

static stage *slide_for(float seconds, float rate, bool bar, const char *field, double value)
{
    stage *s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    if (bar) stage_box(s, 1, 1, -5, 4, 4, 5);
    if (field) set(s, field, value);
    place(s, 0, 0, 9);
    start(s, rate);
    while (s->time < (double)seconds) stage_tick(s, 1.0f / rate);
    assert_true(slides(s));
    return s;
}

static void a_jump_ends_it_and_keeps_the_speed(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++)
        for (int hop = 0; hop < 2; hop++) {
            stage *s = slide_for(0.3f, rates[i], false, "hop", 1.5 * hop);
            const double speed = stage_speed(s);
            press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rates[i]);
            assert_int_equal(end.count, 1);
            check_near("at once", end.at, 0, 1e-9);
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
            // falling slows a speed above the tuning's by nothing without input
            check_near("speed", stage_speed(s), speed + 1.5 * hop, 1e-3);
            assert_false(is_low(s));
            stage_close(s);
        }
}

static void without_room_a_jump_is_refused_or_waits(void **unused)
{
    (void)unused;
    for (int i = 0; i < RATES; i++)
        for (int waits = 0; waits < 2; waits++) {
            stage *s = slide_for(0.25f, rates[i], true, "jump", waits);
            press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rates[i]);
            assert_true(slides(s) && is_low(s) && stage_walking(s));
            double tick = s->time;
            while (slides(s) && s->time < 5) {
                tick = s->time;
                stage_tick(s, 1.0f / rates[i]);
            }
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), waits);
            assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), !waits);
            if (!waits) assert_int_equal(stage_first(s, LOPE_EVENT_REFUSE)->event.to, LOPE_REFUSAL_BLOCKED);
            if (waits) { // at the instant at which there is room
                lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
                check_near("place", feet.x, 4 + (double)s->state.radius, 1e-3);
                check_near("instant", stage_first(s, LOPE_EVENT_JUMP)->time, tick + end.at, 1e-6);
                check_below("kept", 5, stage_speed(s));
            }
            stage_close(s);
        }
}

// ---- how it begins, and its options ---------------------------------------------------------------------

static uint32_t ask(stage *s, double velocity)
{
    place(s, 0, 0, velocity);
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / 60);
    s->input.held = 0;
    return lope_report_refused(&s->report, LOPE_ASKED_ABILITY + SLIDE);
}

static void it_begins_on_the_ground_above_twice_the_least_speed(void **unused)
{
    (void)unused;
    stage *s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    assert_int_equal(ask(s, 3.99), LOPE_REFUSAL_SLOW);
    assert_false(slides(s) || is_low(s));
    assert_int_equal(ask(s, 4.01), LOPE_REFUSAL_NONE);
    assert_true(slides(s));
    set(s, "start_speed", 6);
    assert_int_equal(ask(s, 5.99), LOPE_REFUSAL_SLOW);
    assert_int_equal(ask(s, 6.01), LOPE_REFUSAL_NONE);
    stage_place(s, 0, 3, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 8, 0, 0);
    press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_ABILITY + SLIDE), LOPE_REFUSAL_WRONG_MODE);
    // held on: at the landing
    while (s->state.mode == LOPE_MODE_FALLING) stage_tick(s, 1.0f / 60);
    assert_true(slides(s));
    check_near("at the landing", stage_first(s, LOPE_EVENT_ABILITY)->time, stage_first(s, LOPE_EVENT_LAND)->time, 1e-6);
    stage_close(s);
}

// Held, it begins when the character is fast enough, and again and again; pressed, once; with a cooldown, when
// that is over.
static void the_trigger_says_what_the_button_asks_for(void **unused)
{
    (void)unused;
    const double cooldowns[] = {0, 0, 1.7};
    for (int i = 0; i < 3; i++) {
        stage *s = open_frame(STAGE_BOXES, 0);
        stage_box(s, -50, -1, -50, 450, 0, 50);
        set(s, "trigger", i == 1 ? LOPE_TRIGGER_PRESS : LOPE_TRIGGER_HELD);
        set(s, "cooldown", cooldowns[i]);
        place(s, 0, 0, 0);
        stage_move(s, 1, 0);
        press(s, LOPE_BUTTON_SLIDE);
        for (int k = 0; k < 600; k++) {
            stage_tick(s, 1.0f / 60);
            if (k > 0) assert_int_equal(s->report.refused_count, 0);
        }
        const int count = stage_count(s, LOPE_EVENT_ABILITY);
        if (i == 1) assert_int_equal(count, 0);
        if (i == 0) check_below("starts", 6, count);
        if (i == 2) check_near("starts", count, 6, 0);
        stage_close(s);
    }
}

static void options_of_its_end_and_height(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.2f, 60, false, "height", 0);
    assert_false(is_low(s));
    assert_int_equal(stage_count(s, LOPE_EVENT_RESIZE), 0);
    stage_close(s);
    s = slide_for(0.2f, 60, false, "height", 1.2);
    check_near("height", (double)s->state.height, 1.2, 1e-6);
    check_near("feet", stage_feet(s).y, 0, 1e-6);
    check_near("mesh", (double)s->report.mesh_offset, 0.5 * ((double)s->state.standing_height - 1.2), 1e-6);
    stage_run(s, 3, 60);
    check_near("mesh", (double)s->report.mesh_offset, 0, 0);
    assert_false(is_low(s));
    stage_close(s);
    s = open_frame(STAGE_BOXES, 0);
    stage_floor(s);
    set(s, "release_ends", 1);
    place(s, 0, 0, 9);
    press(s, LOPE_BUTTON_SLIDE);
    stage_run(s, 0.5, 60);
    assert_true(slides(s));
    s->input.held = 0;
    stage_tick(s, 1.0f / 60);
    assert_false(slides(s));
    check_below("still fast", 6, lope_point_length(end.velocity));
    stage_close(s);
}

// The crouch button does not change the slide's size; held on, the character crouches after it.
static void crouching_waits_for_its_end(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.1f, 60, false, "height", 1.1);
    press(s, LOPE_BUTTON_CROUCH);
    stage_tick(s, 1.0f / 60);
    check_near("height", (double)s->state.height, 1.1, 1e-6);
    while (slides(s)) stage_tick(s, 1.0f / 60);
    stage_tick(s, 1.0f / 60);
    check_near("crouched", (double)s->state.height, (double)s->moveset.tuning.crouched_height, 1e-6);
    stage_close(s);
}

// A resize that the game asks for is that of the standing capsule: the slide stays low.
static void a_resize_counts_after_its_end(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.1f, 60, false, NULL, 0);
    s->requests.asked = LOPE_REQUEST_RESIZE;
    s->requests.resize_height = 2;
    stage_tick(s, 1.0f / 60);
    check_near("low", (double)s->state.height, 0.8, 1e-6);
    check_near("standing", (double)s->state.standing_height, 2, 1e-6);
    while (slides(s)) stage_tick(s, 1.0f / 60);
    check_near("height", (double)s->state.height, 2, 1e-6);
    stage_close(s);
}

// What ends it by force where there is no room leaves the character crouched; it stands up in the open.
static void an_interrupted_slide_without_room_stays_crouched(void **unused)
{
    (void)unused;
    stage *s = slide_for(0.25f, 60, true, NULL, 0);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_FLYING;
    stage_tick(s, 1.0f / 60);
    assert_false(slides(s));
    assert_int_equal(end.why, LOPE_END_MODE_LEFT);
    assert_true(is_low(s));
    stage_set_velocity(s, 0, 0, 0);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_WALKING;
    stage_move(s, 1, 0);
    stage_run(s, 3, 60);
    assert_false(is_low(s));
    check_below("depth", stage_depth(s), 1e-4);
    stage_close(s);
}

// ---- on what moves --------------------------------------------------------------------------------------

static void on_a_moving_floor_the_law_is_that_of_the_floor(void **unused)
{
    (void)unused;
    seed = 30104;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < RATES; i++) {
        stage *s = open_frame(STAGE_BOXES, (int)pick(FRAMES));
        const double speed = draw(5, 10), vx = draw(-4, 4), vz = draw(-4, 4), dt = (double)(1.0f / rates[i]);
        lope_body floor = stage_moving_box(s, 0, -0.5, 0, 80, 1, 80);
        stage_carry(s, floor, 0, -0.5, 0);
        place(s, 0, 0, 0);
        double t = 0;
        for (int k = 0; k < 3; k++) {
            t += dt;
            stage_carry(s, floor, vx * t, -0.5, vz * t);
            stage_tick(s, 1.0f / rates[i]);
        }
        stage_set_velocity(s, speed, 0, 0);
        const brute_point begun = stage_feet(s);
        const law l = law_on(s, 0, true);
        double way, time = time_to(&l, (double)(float)speed, 2, &way);
        press(s, LOPE_BUTTON_SLIDE);
        const double t0 = t, s0 = s->time;
        double tick = 0;
        while (end.count == 0 && t < 6) {
            tick = s->time;
            t += dt;
            stage_carry(s, floor, vx * t, -0.5, vz * t);
            stage_tick(s, 1.0f / rates[i]);
            s->input.held = 0;
        }
        (void)t0;
        near_share("time", tick - s0 + end.at, time, "on a moving floor");
        lope_point feet = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(end.feet, s->origin));
        // the feet of a tick are where the floor will be at its end
        const double moved = dt * ceil((tick - s0 + end.at) / dt - 1e-6);
        near_share("way", feet.x - begun.x - vx * moved, way, "on a moving floor");
        check_near("aside", feet.z - begun.z - vz * moved, 0, 1e-3);
        stage_close(s);
    }
}

// ---- the sample's law -----------------------------------------------------------------------------------

// The sample's rule on level ground, with its input: ticks from 9 m/s until the slide is over.
static int sample_ticks(double rate)
{
    double speed = 9, change = 0;
    int ticks = 0;
    while (speed > 2 && ticks < 1000) {
        change -= 0.3 / rate;
        speed += change;
        speed = speed < 2 ? 2 : speed > 11 ? 11 : speed;
        if (speed <= 2) break;
        speed += 2 / rate;
        speed = speed < 9 ? speed : 9;
        ticks++;
    }
    return ticks;
}

static void the_sample_law_takes_its_times(void **unused)
{
    (void)unused;
    const double known[][2] = {{30, 1.433}, {60, 0.967}, {120, 0.667}};
    for (int frame = 0; frame < FRAMES; frame++)
        for (int i = 0; i < 3; i++) {
            stage *s = open_with(STAGE_BOXES, frame, true);
            const double rate = known[i][0];
            stage_floor(s);
            set(s, "law", LOPE_SLIDE_PLATFORMER_GAME);
            place(s, 0, 0, 9);
            stage_move(s, 1, 0);
            const double ended = slide(s, (float)rate, 5);
            printf("  %g Hz: %.4f s, the rule by itself %.4f s, the fact sheet %.3f s\n", rate, ended, sample_ticks(rate) / rate,
                   known[i][1]);
            check_near("the sample's time", ended, known[i][1], 1 / rate + 5e-4);
            check_near("its rule", ended, sample_ticks(rate) / rate, 1e-3 / rate);
            assert_false(is_low(s));
            stage_close(s);
        }
}

// Its quirks: any slope down speeds up, however little, and what has gathered on the flat has to be worked off
// first.
static void the_sample_law_has_its_quirks(void **unused)
{
    (void)unused;
    stage *s = open_with(STAGE_BOXES, 0, true);
    set(s, "law", LOPE_SLIDE_PLATFORMER_GAME);
    place_on_ramp(s, 1, -6);
    stage_move(s, -1, 0);
    start(s, 60);
    const double before = stage_speed(s);
    stage_run(s, 0.5, 60);
    assert_true(slides(s));
    check_below("faster", before + 0.5, stage_speed(s));
    stage_run(s, 3, 60);
    check_below("held", stage_speed(s), 11 * (1 + 1e-6));
    stage_close(s);
}

// ---- near the walkable limit ----------------------------------------------------------------------------

// A slide along a slope of 50 degrees, which is a wall that the ground bends to: a tick of 1/60 s leads where
// four of 1/240 s do, for it runs again in such parts. Without the trait its hooks are called once.
static void near_the_walkable_limit_its_ticks_run_in_parts(void **unused)
{
    (void)unused;
    for (int repeats = 0; repeats < 2; repeats++) {
        stage *s[2];
        uint32_t again = 0;
        for (int k = 0; k < 2; k++) {
            s[k] = stage_open(STAGE_BOXES);
            noted = *lope_slide_ability();
            if (!repeats) noted.traits = LOPE_ABILITY_LOW;
            assert_int_equal(lope_moveset_add_ability(&s[k]->moveset, &noted, NULL, NULL, NULL), LOPE_OK);
            stage_floor(s[k]);
            stage_ramp(s[k], 3, 0, 0, 50, 0, 8, 60);
            stage_place(s[k], 2, 0, 20, LOPE_MODE_WALKING);
            stage_tick(s[k], 1e-3f);
            stage_set_velocity(s[k], 5.4, 0, -7.2);
            press(s[k], LOPE_BUTTON_SLIDE);
        }
        for (int t = 0; t < 60; t++) {
            uint32_t sweeps = 0;
            stage_tick(s[0], 1 / 60.0f);
            for (int i = 0; i < 4; i++) {
                stage_tick(s[1], 1 / 240.0f);
                sweeps += s[1]->report.sweeps;
            }
            again += s[0]->report.sweeps > sweeps;
            // floats of the velocity are rounded in other places
            if (repeats) check_below("apart", brute_length(brute_sub(stage_feet(s[0]), stage_feet(s[1]))), 1e-4);
        }
        assert_true(slides(s[0]) == slides(s[1]));
        printf("  %u ticks of 60 ran again\n", (unsigned)again);
        if (repeats) assert_true(again > 0);
        if (!repeats) assert_int_equal(again, 0);
        stage_close(s[0]);
        stage_close(s[1]);
    }
}

// ---- at random ------------------------------------------------------------------------------------------

static stage *open_park(void)
{
    stage *s = open_with((stage_form)pick(STAGE_FORM_COUNT), (int)pick(FRAMES), false);
    stage_box(s, -12, -1, -12, 12, 0, 12);
    stage_box(s, -40, -6, -40, 40, -5, 40);
    for (int i = 0; i < 6; i++) {
        const double x = draw(-11, 9), z = draw(-11, 9), y = draw(0.7, 1.6);
        stage_box(s, x, y, z, x + draw(0.5, 6), y + 0.5, z + draw(0.5, 6));
    }
    for (int i = 0; i < 3; i++) stage_ramp(s, draw(-8, 4), 0, draw(-8, 8), draw(5, 44), draw(0, 360), draw(4, 12), draw(1, 5));
    set(s, "jump", pick(2));
    set(s, "hop", draw(0, 2));
    set(s, "release_ends", pick(2));
    set(s, "law", pick(4) == 0);
    set(s, "trigger", pick(LOPE_TRIGGER_COUNT));
    set(s, "height", draw(0.5, 1.4));
    set(s, "friction", draw(0, 0.8));
    return s;
}

// Buttons and directions drawn anew some times a second: nothing overlaps, no state is broken, each start has
// its end, and the size is that of a slide, of crouching, or the standing one.
static void presses_at_random_leave_sound_states(void **unused)
{
    (void)unused;
    seed = 30106;
    printf("  seed %llu\n", (unsigned long long)seed);
    int starts = 0;
    for (int round = 0; round < 40; round++) {
        const uint64_t begun = seed;
        stage *s = open_park();
        const float rate = rates[pick(RATES)];
        stage_place(s, draw(-11, 11), 6, draw(-11, 11), LOPE_MODE_FALLING);
        double next = 0;
        while (s->time < 12) {
            char text[160];
            if (s->time >= next) {
                next = s->time + draw(0.05, 0.6);
                const double angle = draw(0, 6.3);
                stage_move(s, cos(angle), sin(angle));
                s->input.held = 0;
                if (pick(2)) press(s, LOPE_BUTTON_SLIDE);
                if (pick(4) == 0) press(s, LOPE_BUTTON_JUMP);
                if (pick(5) == 0) press(s, LOPE_BUTTON_CROUCH);
                if (pick(4) == 0 && stage_walking(s)) stage_set_velocity(s, 8 * cos(angle), 0, 8 * sin(angle));
            }
            stage_tick(s, 1.0f / rate);
            if (!clean_state(&s->state, text)) fail_msg("seed %llu: %s", (unsigned long long)begun, text);
            // the round bottom stands a hair in a slope, as any walker's
            if (stage_depth(s) > 1e-3)
                fail_msg("seed %llu: %g m deep at %g s", (unsigned long long)begun, stage_depth(s), s->time);
            if (slides(s) != (s->report.mesh_offset > 0)) fail_msg("seed %llu: mesh", (unsigned long long)begun);
        }
        const int count = stage_count(s, LOPE_EVENT_ABILITY);
        if (count != stage_count(s, LOPE_EVENT_ABILITY_END) + slides(s)) fail_msg("seed %llu: ends", (unsigned long long)begun);
        starts += count;
        stage_close(s);
    }
    printf("  %d slides\n", starts);
    assert_true(starts > 100);
}

// ---- saved, read back, run again ------------------------------------------------------------------------

static void a_slide_that_is_saved_goes_on_alike(void **unused)
{
    (void)unused;
    seed = 30105;
    printf("  seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < 24; round++) {
        stage *s = open_frame((stage_form)pick(STAGE_FORM_COUNT), (int)pick(FRAMES));
        const float rate = rates[pick(RATES)];
        stage_floor(s);
        stage_box(s, 3, 1, -5, 3 + draw(0.5, 9), 4, 5);
        set(s, "law", round % 4 == 3 ? LOPE_SLIDE_PLATFORMER_GAME : LOPE_SLIDE_EXACT);
        set(s, "jump", LOPE_SLIDE_JUMP_WAITS);
        place(s, 0, 0, draw(7, 10));
        start(s, rate);
        const int until = (int)(draw(0, 1.2) * (double)rate), jump = (int)pick(60);
        for (int i = 0; i < until && slides(s); i++) stage_tick(s, 1.0f / rate);
        unsigned char bytes[4096];
        size_t size = 0;
        uint64_t hashes[400];
        lope_state again;
        assert_int_equal(lope_state_write(&s->state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
        for (int i = 0; i < 400; i++) {
            if (i == jump) press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rate);
            s->input.held = 0;
            hashes[i] = lope_state_hash(&s->state);
        }
        assert_int_equal(lope_state_read(&again, bytes, size, NULL, NULL), LOPE_OK);
        s->state = again;
        lope_nearby_clear(s->nearby);
        for (int i = 0; i < 400; i++) {
            char text[160];
            if (i == jump) press(s, LOPE_BUTTON_JUMP);
            stage_tick(s, 1.0f / rate);
            s->input.held = 0;
            if (lope_state_hash(&s->state) != hashes[i]) fail_msg("round %d: tick %d differs", round, i);
            if (!clean_state(&s->state, text)) fail_msg("%s", text);
        }
        assert_false(slides(s));
        stage_close(s);
    }
}

static void its_defaults_are_those_of_its_fields(void **unused)
{
    (void)unused;
    stage *s = open_frame(STAGE_BOXES, 0);
    lope_slide_settings settings;
    lope_slide_settings_default(&settings);
    const lope_ability *ability = lope_slide_ability();
    for (uint32_t i = 0; i < ability->field_count; i++) {
        const lope_field *field = &ability->fields[i];
        double value = 0;
        assert_int_equal(lope_moveset_get(&s->moveset, "slide", field->name, &value), LOPE_OK);
        const char *at = (const char *)&settings + field->offset;
        const bool whole = field->kind == LOPE_FIELD_ENUM || field->kind == LOPE_FIELD_BOOL;
        check_near(field->name, whole ? (double)*(const uint32_t *)(const void *)at : (double)*(const float *)(const void *)at,
                   value, 0);
    }
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slide_on_slopes_keeps_to_its_law_at_every_rate),
        cmocka_unit_test(a_slide_over_kinks_ends_alike_at_every_rate),
        cmocka_unit_test(against_a_wall_it_ends_alike_at_every_rate),
        cmocka_unit_test(under_a_bar_it_crawls_until_there_is_room),
        cmocka_unit_test(a_crawl_is_steered),
        cmocka_unit_test(a_wall_under_a_bar_stops_the_crawl),
        cmocka_unit_test(over_a_cliff_it_ends_with_its_speed),
        cmocka_unit_test(over_a_ledge_without_room_it_goes_on),
        cmocka_unit_test(a_jump_ends_it_and_keeps_the_speed),
        cmocka_unit_test(without_room_a_jump_is_refused_or_waits),
        cmocka_unit_test(it_begins_on_the_ground_above_twice_the_least_speed),
        cmocka_unit_test(the_trigger_says_what_the_button_asks_for),
        cmocka_unit_test(options_of_its_end_and_height),
        cmocka_unit_test(crouching_waits_for_its_end),
        cmocka_unit_test(a_resize_counts_after_its_end),
        cmocka_unit_test(an_interrupted_slide_without_room_stays_crouched),
        cmocka_unit_test(on_a_moving_floor_the_law_is_that_of_the_floor),
        cmocka_unit_test(the_sample_law_takes_its_times),
        cmocka_unit_test(the_sample_law_has_its_quirks),
        cmocka_unit_test(near_the_walkable_limit_its_ticks_run_in_parts),
        cmocka_unit_test(presses_at_random_leave_sound_states),
        cmocka_unit_test(a_slide_that_is_saved_goes_on_alike),
        cmocka_unit_test(its_defaults_are_those_of_its_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
