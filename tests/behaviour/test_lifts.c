// test_lifts.c - down upon a lift under way: the instant, and all that follows from it, at any tick rate.
//
// Two truths: the closed form of the fall against the lift's height; and a twin that falls onto a floor that
// stands, as the fall is seen from the lift (from all that moves evenly a fall looks the same). Read next:
// test_bases.c.
#include "check.h"
#include "stage.h"

static const double rates[] = {20, 60, 360};
static const lope_quat no_turn = {0, 0, 0, 1};
#define G 9.8
#define SAGITTA 5e-4 // m, that a chord of a fall may be off its parabola
#define TIME 1e-4    // s: of that length at the 5 m/s at which these falls end, the slowest at half of it
#define AFTER 0.5    // s, from the landing on, that the rest is compared at

typedef struct fall {
    double height, up;  // m over the lift's floor at first; m/s, of the character
    double lift, aside; // m/s, of the lift: up, and along x
    double vx, stick;   // m/s along x; and the stick along z
    double first;       // s, that the first tick is long
    lope_quat turn;
} fall;

typedef struct outcome {
    double landed, speed;       // s; m/s, told by the landing
    lope_point at, velocity;    // m, m/s: AFTER it, as seen from the lift
    int landings, leaves, hits; // events
} outcome;

static double lands_at(const fall *f)
{
    double v = f->up - f->lift;
    return (v + sqrt(v * v + 2 * G * f->height)) / G;
}

// To the same instant at each rate: the last tick is as long as is left.
static outcome play(const fall *f, double rate, bool twin)
{
    double x = twin ? f->aside : 0, y = twin ? f->lift : 0, until = lands_at(f) + AFTER, t = 0;
    stage *s = stage_open_at(STAGE_BOXES, f->turn, (lope_point){0, 0, 0});
    lope_body lift = stage_moving_box(s, 0, -0.5, 0, 60, 1, 60);
    stage_place(s, 0, f->height, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, f->vx - x, f->up - y, 0);
    for (int n = 0; t < until - 1e-9; n++) {
        double next = f->first + n / rate;
        if (next > until) next = until;
        if (!twin) stage_carry(s, lift, f->aside * next, f->lift * next - 0.5, 0);
        stage_move(s, 0, f->stick);
        stage_tick(s, (float)(next - t));
        t = next;
    }
    const stage_event *land = stage_first(s, LOPE_EVENT_LAND);
    assert_non_null(land);
    brute_point feet = stage_feet(s), v = stage_velocity(s);
    outcome o = {.landed = land->time, .speed = (double)land->event.value, .velocity = {v.x, v.y, v.z}};
    o.at = (lope_point){feet.x - (twin ? 0 : f->aside * t), feet.y - (twin ? 0 : f->lift * t), feet.z};
    o.landings = stage_count(s, LOPE_EVENT_LAND);
    o.leaves = stage_count(s, LOPE_EVENT_WALK_OFF);
    o.hits = stage_count(s, LOPE_EVENT_HIT);
    assert_true(stage_walking(s));
    stage_close(s);
    return o;
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

typedef struct worst {
    double time, speed, place, velocity;
} worst;

static void compare(const fall *f, double rate, worst *w)
{
    outcome o = play(f, rate, false), twin = play(f, rate, true);
    w->time = fmax(w->time, fmax(fabs(o.landed - lands_at(f)), fabs(twin.landed - lands_at(f))));
    w->speed = fmax(w->speed, fabs(o.speed - twin.speed));
    w->place = fmax(w->place, apart(o.at, twin.at));
    w->velocity = fmax(w->velocity, apart(o.velocity, twin.velocity));
    assert_int_equal(o.landings, 1);
    assert_int_equal(o.leaves + o.hits, 0);
}

static void judge(const char *what, double rate, const worst *w)
{
    printf("  %s, %g Hz: lands off by %.3g s, %.3g m/s; %g s later off by %.3g m, %.3g m/s\n", what, rate, w->time, w->speed,
           AFTER, w->place, w->velocity);
    check_below("off its instant", w->time, TIME);
    check_below("speed of the landing", w->speed, G * TIME);
    check_below("off its place", w->place, SAGITTA);
    check_below("off its velocity", w->velocity, G * TIME);
}

static void all_heights(const char *what, fall f)
{
    f.turn = no_turn;
    for (int i = 0; i < 3; i++) {
        worst w = {0};
        f.first = 1 / rates[i];
        for (f.height = 1; f.height <= 3.001; f.height += 0.09) compare(&f, rates[i], &w);
        judge(what, rates[i], &w);
    }
}

static void lands_at_its_instant(void **unused)
{
    (void)unused;
    static const double lifts[] = {0, 1, 3, -1, -3};
    for (int c = 0; c < 5; c++) {
        char what[64];
        snprintf(what, sizeof what, "lift at %g m/s", lifts[c]);
        all_heights(what, (fall){.lift = lifts[c], .vx = 3, .stick = 1});
    }
    all_heights("lift aslant", (fall){.lift = 2, .aside = 1.5, .vx = 1.5});
    all_heights("caught on the way up", (fall){.lift = 6, .up = 4.2, .vx = 1.5, .stick = 1});
}

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static double between(uint32_t *seed, double a, double b) { return a + (b - a) * (double)next_random(seed) / 16777216.0; }

// Whatever the lift, the fall, the rate, the phase of the ticks and the way that is up.
static void any_lift(void **unused)
{
    (void)unused;
    worst w = {0};
    uint32_t first = 20261122u, seed = first;
    for (int i = 0; i < 300; i++) {
        fall f = {.height = between(&seed, 0.5, 3), .up = between(&seed, -3, 5), .lift = between(&seed, -2, 6)};
        f.vx = between(&seed, -4, 4);
        f.stick = next_random(&seed) % 2 ? 1 : 0;
        double a = between(&seed, -3, 3), rate = between(&seed, 15, 240);
        bool turned = next_random(&seed) % 2;
        f.turn = turned ? lope_quat_from_axis((lope_vec3){0.6f, 0.0f, 0.8f}, (float)a) : no_turn;
        f.first = between(&seed, 0.1, 1) / rate;
        compare(&f, rate, &w);
    }
    printf("  seed %u\n", first);
    judge("any lift", 0, &w);
}

// There is no room to see it from the lift, for there is a ceiling over its head: it is caught all the same,
// and nothing is gone through.
static void under_a_ceiling(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        lope_body lift = stage_moving_box(s, 0, -1.5, 0, 4, 1, 4);
        stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
        double top = (double)s->state.height + 0.05;
        stage_box(s, -3, top, -3, 3, top + 1, 3);
        for (int n = 1; n <= (int)(0.2 * rates[i] + 0.5); n++) {
            stage_carry(s, lift, 0, -1.5 + 4.5 * n / rates[i], 0);
            stage_tick(s, (float)(1 / rates[i]));
            check_below("depth", stage_depth(s), 1e-4);
        }
        printf("  %g Hz: lands at %.4f s\n", rates[i], stage_first(s, LOPE_EVENT_LAND)->time);
        assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 1);
        assert_true(stage_walking(s));
        stage_close(s);
    }
}

typedef struct dive {
    double sinks, walks; // m/s, of the lift; the stick along z, at full speed from the start
    double height;       // m over the water that the middle is at first
    bool parts;          // water slows it more than the lift: it swims alone
} dive;

typedef struct dived {
    double time;               // s, at which it swims
    lope_point feet, velocity; // m, m/s: AFTER that
} dived;

static const lope_volume water = {.water = true, .fluid_friction = 0.3f};
#define ALONE \
    3e-4 // m, m/s: steps of the swimming law lie elsewhere in time; at other rates the twin itself is off by a tenth of it
#define ABOARD 2e-3 // m: the pull of the water, 1 m/s2, over a tick of 20 Hz, by which one who swims upon the lift meets it late

// With the surface at y = 0.
static stage *pool(void)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_volume(s, -30, -20, -30, 30, 0, 30, false, &water);
    stage_place(s, 0, 0, 0, LOPE_MODE_FALLING);
    return s;
}

static dived result(stage *s, double time)
{
    brute_point feet = stage_feet(s), v = stage_velocity(s);
    dived o = {.time = time, .feet = {feet.x, feet.y, feet.z}, .velocity = {v.x, v.y, v.z}};
    assert_int_equal(s->state.mode, LOPE_MODE_SWIMMING);
    stage_close(s);
    return o;
}

static dived sink(const dive *d, double rate)
{
    stage *s = pool();
    double top = d->height - 0.5 * (double)s->state.height, until = d->height / d->sinks + AFTER, t = 0;
    lope_body lift = stage_moving_box(s, 0, top - 0.5, 0, 60, 1, 60);
    stage_place(s, 0, top, 0, LOPE_MODE_WALKING);
    stage_set_velocity(s, 0, 0, d->walks * (double)s->tuning.max_walk_speed);
    for (int n = 1; t < until - 1e-9; n++) {
        double next = n / rate < until ? n / rate : until;
        stage_carry(s, lift, 0, top - 0.5 - d->sinks * next, 0);
        stage_move(s, 0, d->walks);
        stage_tick(s, (float)(next - t));
        t = next;
    }
    const stage_event *in = stage_last(s, LOPE_EVENT_MODE);
    assert_non_null(in);
    return result(s, in->time);
}

// A character that was at that instant where the lift then was, with its velocity; and no lift.
static dived swim(const dive *d, double rate)
{
    stage *s = pool();
    double fastest = d->walks * (double)s->tuning.max_walk_speed, due = d->height / d->sinks, t = 0;
    stage_place(s, 0, -0.5 * (double)s->state.height - 1e-6, fastest * due, LOPE_MODE_SWIMMING); // just within
    stage_set_velocity(s, 0, -d->sinks, fastest);
    stage_move(s, 0, d->walks);
    for (int n = 1; t < AFTER - 1e-9; n++) {
        double next = n / rate < AFTER ? n / rate : AFTER;
        stage_tick(s, (float)(next - t));
        t = next;
    }
    return result(s, due);
}

static void carried_into_water(void **unused)
{
    (void)unused;
    static const dive dives[] = {{0.4, 0, 0, false}, {0.4, 1, 0, false}, {1, 0, 0, false}, {1, 1, 0, false},
                                 {3, 0, 0, false},   {3, 1, 0, true},    {5, 0, 0, true},  {5, 1, 0, true}};
    for (int c = 0; c < 8; c++)
        for (int i = 0; i < 3; i++) {
            dive d = dives[c];
            double late = 0, off = 0, off_velocity = 0;
            for (d.height = 0.5; d.height < 0.701; d.height += 0.02) {
                dived o = sink(&d, rates[i]), other = d.parts ? swim(&d, rates[i]) : sink(&d, 360);
                late = fmax(late, fabs(o.time - d.height / d.sinks));
                off = fmax(off, apart(o.feet, other.feet));
                off_velocity = fmax(off_velocity, apart(o.velocity, other.velocity));
            }
            printf("  sinks at %g m/s, %s, %g Hz: swims off by %.3g s; %g s later off %s by %.3g m, %.3g m/s\n", d.sinks,
                   d.walks > 0 ? "walking" : "standing", rates[i], late, AFTER, d.parts ? "the twin" : "360 Hz", off,
                   off_velocity);
            check_below("off its instant", late, 1e-6);
            check_below("off its place", off, d.parts ? ALONE : ABOARD);
            if (d.parts) check_below("off its velocity", off_velocity, ALONE);
        }
}

// Water takes it just over a lift that it would have come down upon within the tick: from there on it is
// where it is in the world.
static void into_water_over_a_lift(void **unused)
{
    (void)unused;
    double there[3], worst = 0;
    for (double rises = -1; rises < 1.1; rises += 0.5)
        for (double over = 0.02; over < 0.2; over += 0.03) {
            for (int i = 2; i >= 0; i--) {
                stage *s = pool();
                double half = 0.5 * (double)s->state.height, drop = 1.0, due = sqrt(2 * drop / G), t = 0;
                double top = -half - over - rises * due; // at first: when it is in the water it is so far below the feet
                lope_body lift = stage_moving_box(s, 0, top - 0.5, 0, 20, 1, 20);
                stage_place(s, 0, drop - half, 0, LOPE_MODE_FALLING);
                for (int n = 1; t < due + 1e-3 - 1e-9; n++) {
                    double next = n / rates[i] < due + 1e-3 ? n / rates[i] : due + 1e-3;
                    stage_carry(s, lift, 0, top - 0.5 + rises * next, 0);
                    stage_tick(s, (float)(next - t));
                    t = next;
                }
                const stage_event *in = stage_last(s, LOPE_EVENT_MODE);
                assert_non_null(in);
                assert_int_equal(in->event.to, LOPE_MODE_SWIMMING);
                check_near("swims", in->time, due, TIME);
                there[i] = stage_feet(s).y;
                worst = fmax(worst, fabs(there[i] - there[2]));
                stage_close(s);
            }
        }
    printf("  a millisecond later off 360 Hz by %.3g m\n", worst);
    check_below("off its place", worst, SAGITTA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lands_at_its_instant),   cmocka_unit_test(any_lift),
        cmocka_unit_test(under_a_ceiling),        cmocka_unit_test(carried_into_water),
        cmocka_unit_test(into_water_over_a_lift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
