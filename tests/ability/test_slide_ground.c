// test_slide_ground.c - the slide over drawn ground of ramps and flats, beside an integration of its law.
//
// The ground is a profile of straight pieces, as triangles in two cuts and as hulls. The capsule's bottom is a
// ball, so the feet go along the profile's upper offset: straight over the pieces, on an arc over each crest.
// The integration knows this path and the law of the guide's chapter 25, with the slope of the path at each
// place. Read next: ../behaviour/test_slide_round.c,
// yard.h.
#include "yard.h"

#include "../behaviour/draw.h"

#define POINTS 12
#define SCENES 24
#define STEP 1e-4 // s, of the integration; at half of it the times are the same within 1e-5
// share of the time: the law lags by up to 1 degree on an arc, and a slice at 20 Hz may lead over a small bump
#define WITHIN 0.005

typedef struct profile {
    double x[POINTS], y[POINTS];
    int count;
    double radius, speed, least, most, friction, drag;
} profile;

static void draw_profile(profile *p)
{
    *p = (profile){.count = 5 + (int)pick(POINTS - 5), .radius = (double)0.34f, .least = draw(0.5, 2.5)};
    p->most = p->least * draw(3, 6);
    p->speed = draw(2.5 * p->least, p->most);
    p->friction = draw(0.1, 0.6);
    p->drag = draw(0, 0.5);
    p->x[0] = -3;
    for (int i = 1; i < p->count; i++) {
        const bool last = i == p->count - 1;
        const double slope = last || pick(4) == 0 ? 0 : draw(-32, 32) * DEGREE;
        const double length = last ? 150 : i == 1 ? 4.5 : draw(0.6, 3);
        p->x[i] = p->x[i - 1] + length * cos(slope);
        p->y[i] = p->y[i - 1] + length * sin(slope);
    }
}

// Returns the slope (m a m) of the path of the feet at x, and their height in *y.
static double path_at(const profile *p, double x, double *y)
{
    double rise = 0;
    *y = -1e9;
    for (int i = 0; i < p->count; i++) {
        const double r = p->radius, off = x - p->x[i];
        const double arc = fabs(off) < r ? sqrt(r * r - off * off) : 0;
        if (arc > 0 && p->y[i] + arc > *y) *y = p->y[i] + arc, rise = -off / arc;
        if (i + 1 == p->count) break;
        const double dx = p->x[i + 1] - p->x[i], dy = p->y[i + 1] - p->y[i], length = sqrt(dx * dx + dy * dy);
        const double along = off + r * dy / length, over = p->y[i] + along * dy / dx + r * dx / length;
        if (along >= 0 && along <= dx && over > *y) *y = over, rise = dy / dx;
    }
    *y -= p->radius;
    return rise;
}

// Returns the seconds until the slide comes to its least speed, by the law. speed: at the start.
static double time_by_law(const profile *p, double speed)
{
    double time = 0, y;
    for (double x = 0; time < 60 && x < 140; time += STEP) {
        const double slope = atan(path_at(p, x, &y)), upright = cos(slope);
        const double rate = -9.8 * upright * (sin(slope) + p->friction * upright) - p->drag * speed;
        if (speed <= p->least && rate <= 0) return time;
        x += (speed + 0.5 * rate * STEP) * STEP;
        speed = fmin(speed + rate * STEP, p->most);
    }
    return -1;
}

// Adds the ground. cut: triangles, more of them, or hulls.
static void add_ground(stage *s, const profile *p, int cut)
{
    for (int i = 0; i + 1 < p->count; i++)
        for (int k = 0; k < (cut == 1 ? 6 : 1); k++) {
            const double wide = cut == 1 ? 1 : 6, z0 = -3 + wide * k, z1 = z0 + wide;
            const double x0 = p->x[i], x1 = p->x[i + 1], y0 = p->y[i], y1 = p->y[i + 1], dx = x1 - x0, dy = y1 - y0;
            if (cut < 2) {
                stage_sheet(s, (brute_point){x0, y0, z1}, (brute_point){x1, y1, z1}, (brute_point){x1, y1, z0},
                            (brute_point){x0, y0, z0});
                continue;
            }
            const double length = sqrt(dx * dx + dy * dy), thick = 0.4;
            stage_tilted_box(s, 0.5 * (x0 + x1) + 0.5 * thick * dy / length, 0.5 * (y0 + y1) - 0.5 * thick * dx / length, 0,
                             length, thick, 6, atan2(dy, dx) / DEGREE, 0);
        }
}

// Slides from x = 0. Returns the seconds until its end.
static double slide_over(const profile *p, int cut, int frame, float rate)
{
    stage *s = stage_open_at(cut < 2 ? STAGE_MESH : STAGE_HULLS, yard_turn(frame), lope_point_make(100 * frame, 7, -30));
    double y;
    add_ground(s, p, cut);
    const uint32_t slide = yard_add(s, lope_slide_ability());
    yard_set(s, "slide", "min_speed", p->least);
    yard_set(s, "slide", "max_speed", p->most);
    yard_set(s, "slide", "friction", p->friction);
    yard_set(s, "slide", "drag", p->drag);
    path_at(p, 0, &y);
    stage_flush(s);
    stage_place(s, 0, y, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1e-3f);
    assert_true(stage_walking(s));
    stage_set_velocity(s, p->speed, 0, 0);
    s->time = 0;
    s->event_count = 0;
    yard_press(s, LOPE_BUTTON_SLIDE);
    stage_tick(s, 1 / rate);
    s->input.held = 0;
    const double ended = yard_until_end(s, slide, rate, 61);
    check_near("aside", stage_feet(s).z, 0, 5e-3);
    stage_close(s);
    return ended;
}

static void over_ramps_and_flats_it_keeps_to_its_law(void **unused)
{
    (void)unused;
    static const float at[3] = {20, 75, 360};
    int played = 0;
    double worst = 0;
    for (int scene = 0; scene < SCENES; scene++) {
        seed = 31500 + (uint64_t)scene;
        profile p;
        draw_profile(&p);
        const double due = time_by_law(&p, p.speed), slower = time_by_law(&p, 0.998 * p.speed),
                     faster = time_by_law(&p, 1.002 * p.speed), spread = fabs(faster - slower);
        // it never ends, or comes over a crest by a hair
        if (due < 0 || slower < 0 || faster < 0 || spread > 0.02 * due) continue;
        played++;
        for (int k = 0; k < 3; k++) {
            const double ended = slide_over(&p, (scene + k) % 3, scene % FRAMES, at[k]), off = fabs(ended - due) / due;
            if (off > worst) worst = off;
            if (off > WITHIN) fail_msg("seed %d at %g Hz: %g s, by the law %g s", 31500 + scene, (double)at[k], ended, due);
        }
    }
    printf("  %d scenes, at worst %.2g of the time off\n", played, worst);
    assert_true(played >= SCENES / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(over_ramps_and_flats_it_keeps_to_its_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
