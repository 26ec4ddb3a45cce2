// test_water_line.c - where water begins and ends: at its instant though it moves, and with time between one
// mode and the same one again.
#include "check.h"
#include "stage.h"

#include <stdio.h>

#define RATES 3
static const float rates[RATES] = {20, 60, 360};
static const lope_volume water = {.water = true};
static const double half_height = 0.88;

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static double between(uint32_t *seed, double a, double b) { return a + (b - a) * (double)next_random(seed) / 16777216.0; }

static lope_quat any_turn(uint32_t *seed)
{
    lope_quat q = {(float)between(seed, -1, 1), (float)between(seed, -1, 1), (float)between(seed, -1, 1), 1.2f};
    return lope_quat_normalize(q);
}

// Modes that are gone into twice without any time. Once, and out again, may be: who falls into water at a
// wall may leap from it at once.
static int turned_back(const stage *s)
{
    int count = 0;
    for (int i = 0; i < s->event_count; i++)
        for (int k = 0; k < i; k++) {
            const stage_event *a = &s->events[k], *b = &s->events[i];
            bool modes = a->event.kind == LOPE_EVENT_MODE && b->event.kind == LOPE_EVENT_MODE;
            if (modes && b->time - a->time < 1e-6 && b->event.to == a->event.to) count++;
        }
    return count;
}

// Along a wall in a pool, looking up: it leaps, falls back in and leaps again for eight seconds, and never
// hangs where it comes in, though its middle is then right at the surface by a rounding.
static void leaps_along_a_wall_go_on(void **unused)
{
    (void)unused;
    uint32_t seed = 20261122u;
    printf("  seed %u\n", seed);
    for (int k = 0; k < 60; k++) {
        float rate = rates[k % RATES];
        stage *s = stage_open_at(STAGE_BOXES, k % 4 ? any_turn(&seed) : lope_quat_identity(), lope_point_make(0, 0, 0));
        stage_box(s, -500, -9, -500, 500, -8, 500);
        stage_box(s, -500, -8, -4, 500, 0.8, -2);
        stage_volume(s, -500, -8, -500, 500, 0, 500, false, &water);
        stage_tune(s, "buoyancy", 1);
        stage_place(s, between(&seed, -50, 50), between(&seed, -2.5, -0.9), 0, LOPE_MODE_FALLING);
        stage_move(s, 0.95, -0.3);
        s->input.look_pitch = 12 * 0.017453292519943295f;
        double began = stage_feet(s).x, last = began;
        for (int t = 0; t < 16; t++) {
            stage_run(s, 0.5, rate);
            double x = stage_feet(s).x;
            if (x < last + 0.5)
                fail_msg("run %d at %g Hz: %.3f m in half a second, at %.2f s", k, (double)rate, x - last, s->time);
            last = x;
        }
        assert_int_equal(turned_back(s), 0);
        if (stage_count(s, LOPE_EVENT_MODE) > 40) fail_msg("run %d: %d mode events", k, stage_count(s, LOPE_EVENT_MODE));
        stage_close(s);
    }
}

typedef enum kind { LEFT_BEHIND, TIDE, FLOWS_OVER, FALLS_IN, KINDS } kind;
static const char *const kind_names[KINDS] = {"left behind", "tide", "flows over", "falls in"};

// One scene with water that moves at `speed`; returns the instant at which its middle comes out of it, or
// under it.
static double set_up(stage *s, kind kind, double away, double speed, lope_body *body, brute_point *center, brute_point *way)
{
    bool up = kind == TIDE || kind == FALLS_IN;
    double top = kind == TIDE ? half_height - away : kind == FALLS_IN ? -away : 4;
    *center = brute_make(kind == FLOWS_OVER ? -3 - away : 0, top - 4, 0); // a pool 6 m wide, 8 m deep
    *body = stage_volume(s, center->x - 3, top - 8, -10, center->x + 3, top, 10, true, &water);
    *way = up ? brute_make(0, speed, 0) : brute_make(kind == LEFT_BEHIND ? -speed : speed, 0, 0);
    if (kind == LEFT_BEHIND) stage_place(s, 3 - away, -1, 0, LOPE_MODE_SWIMMING);
    if (kind == TIDE) stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    if (kind == FLOWS_OVER) stage_place(s, 0, 0, 0, LOPE_MODE_FLYING);
    if (kind == FALLS_IN) stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    if (kind != FALLS_IN) return away / speed;
    double high = away + half_height; // half g t2 + speed t = high
    return 2 * high / (speed + sqrt(speed * speed + 2 * 9.8 * high));
}

// A pool that goes away from under a swimmer, a tide, one that flows over a flyer at rest, and one that rises
// to meet who falls.
static void moving_water_begins_and_ends_at_its_instant(void **unused)
{
    (void)unused;
    uint32_t seed = 715517u;
    printf("  seed %u\n", seed);
    for (int k = 0; k < 80; k++) {
        kind kind = (enum kind)(k % KINDS);
        double away = between(&seed, 0.3, 2.5), speed = between(&seed, 0.2, 4), rate = between(&seed, 20, 200);
        stage *s = stage_open_at(STAGE_BOXES, k % 3 ? any_turn(&seed) : lope_quat_identity(), lope_point_make(0, 0, 0));
        lope_body body;
        brute_point center, way;
        if (kind == TIDE) stage_floor(s);
        double at = set_up(s, kind, away, speed, &body, &center, &way);
        while (s->time < at + 0.05) {
            double then = s->time + 1 / rate;
            stage_carry(s, body, center.x + way.x * then, center.y + way.y * then, center.z);
            stage_tick(s, (float)(1 / rate));
        }
        const stage_event *e = stage_first(s, LOPE_EVENT_MODE);
        if (!e) fail_msg("%s: run %d: no other mode", kind_names[kind], k);
        check_near(kind_names[kind], e->time, at, 2e-4);
        assert_int_equal(stage_count(s, LOPE_EVENT_MODE), 1);
        stage_close(s);
    }
}

// The least time between two changes of the mode.
static double shortest(const stage *s)
{
    double least = 1e9, last = -1e9;
    for (int i = 0; i < s->event_count; i++) {
        if (s->events[i].event.kind != LOPE_EVENT_MODE) continue;
        if (s->events[i].time - last < least) least = s->events[i].time - last;
        last = s->events[i].time;
    }
    return least;
}

// A wave that goes over dry ground, faster than it is swum in and slower than one walks: who swims falls
// behind, walks after it and swims again. It does so for ever, but it does not flicker, and its changes of
// the mode are the same ones at every rate.
static void the_edge_of_a_wave_does_not_flicker(void **unused)
{
    (void)unused;
    static const double speeds[] = {3.2, 4, 5, 5.8};
    for (int k = 0; k < 4; k++) {
        int modes[RATES];
        double there[RATES], seconds = k == 0 ? 40 : 20;
        for (int i = 0; i < RATES; i++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_box(s, -50, -1, -20, 250, 0, 20);
            lope_body body = stage_volume(s, -25, 0, -10, -15, 6, 10, true, &water);
            stage_place(s, -20, 2, 0, LOPE_MODE_SWIMMING);
            stage_move(s, 1, 0);
            for (int t = 1; t <= (int)rates[i] * (int)seconds; t++) {
                stage_carry(s, body, -20 + speeds[k] * t / (double)rates[i], 3, 0);
                stage_tick(s, 1.0f / rates[i]);
            }
            modes[i] = stage_count(s, LOPE_EVENT_MODE);
            there[i] = stage_feet(s).x;
            printf("  %g m/s at %g Hz: %d changes of the mode, %.3f s apart at least, x %.4f\n", speeds[k], (double)rates[i],
                   modes[i], shortest(s), there[i]);
            if (shortest(s) < 0.03) fail_msg("it flickers");
            stage_close(s);
        }
        for (int i = 0; i < RATES; i++) {
            if (k > 0) assert_int_equal(modes[i], modes[RATES - 1]);
            if (modes[i] < 5) fail_msg("it does not catch up");
            check_near("x as at 360 Hz", there[i], there[RATES - 1], 0.2); // of the wave's 100 m: where in its turn it is
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaps_along_a_wall_go_on),
        cmocka_unit_test(moving_water_begins_and_ends_at_its_instant),
        cmocka_unit_test(the_edge_of_a_wave_does_not_flicker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
