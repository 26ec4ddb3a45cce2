// test_slide.c - the law of the library's slide against closed forms at all tick rates: on slopes, over kinks,
// along walls, under bars, over cliffs, on what moves; and the law of the PlatformerGame sample.
//
// Speeds, slopes and places are drawn; the seed is printed. Times and ways by the exact law are to hold within
// 0.1 %; the test asks for NEAR, ten times less.
#include "slide_scene.h"

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
        cmocka_unit_test(on_a_moving_floor_the_law_is_that_of_the_floor),
        cmocka_unit_test(the_sample_law_takes_its_times),
        cmocka_unit_test(the_sample_law_has_its_quirks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
