// test_low_beside.c - a walker that presses against the side of a ramp or of stairs, which gets low along the
// way, steps up at the same place at every tick rate.
//
// The side is tried where it is met, and again in every tick. Without the search on the way a character steps up
// to a tick's way later at 20 Hz than at 360: 44 of the 60 walks drawn here beside ramps end more than CLOSE
// apart, by up to 0.7 m.
// Where a step is first possible has no closed form, for its landing lies ahead along the input; 360 Hz is the
// other opinion, at which a tick leads 1.7 cm on.
// LOPE_SCENES=N in the environment plays N of each kind and form (60), from LOPE_SEED on.
#include "check.h"
#include "draw.h"
#include "stage.h"

#include <stdlib.h>

static const float rates[] = {20, 40, 60, 144}; // Hz, against FINE
#define RATES 4
#define FINE 360.0f
#define CLOSE 0.01 // m: what is asked of all rates
// The share of walks that may end farther apart, and why: a landing can be within reach on a stretch shorter than
// the places that are tried, a third of a radius; and stairs stand within a tick's reach of two landings at once.
#define APART 0.05
#define SECONDS 3.0
#define DEGREE 0.017453292519943295

typedef enum side_kind { SIDE_RAMP, SIDE_STAIRS, SIDE_KINDS } side_kind;
static const char *const kind_names[SIDE_KINDS] = {"ramp", "stairs"};

// What is drawn. The side lies in z = 0 and gets low toward +x; the walker comes from +z.
typedef struct side_scene {
    double degrees;     // of the ramp
    double rise, tread; // m, of the stairs
    double course;      // degrees, of the input from +x toward the side
    double start;       // m along x
} side_scene;

static side_scene draw_side(side_kind kind)
{
    side_scene r = {.degrees = draw(10, 40), .rise = draw(0.1, 0.3), .tread = draw(0.25, 0.5), .course = draw(15, 80)};
    // where the side is 1.2 m high or so
    r.start = (kind == SIDE_RAMP ? -1.2 / tan(r.degrees * DEGREE) : -1.2 * r.tread / r.rise) + draw(0, 0.5);
    return r;
}

static void put_up(stage *s, side_kind kind, const side_scene *r)
{
    stage_box(s, -60, -1, -60, 60, 0, 60);
    if (kind == SIDE_STAIRS) {
        for (int k = 0; k < 12; k++) stage_box(s, -r->tread * (k + 1), 0, -10, -r->tread * k, r->rise * (k + 1), 0);
        return;
    }
    // the top of a box that is tilted about its middle goes through the origin
    const double a = r->degrees * DEGREE, half = 6;
    stage_tilted_box(s, -half * cos(a) - sin(a), half * sin(a) - cos(a), -5, 2 * half, 2, 10, -r->degrees, 0);
}

// Returns where a walker is after SECONDS.
static brute_point walk(stage_form form, side_kind kind, const side_scene *r, int frame, float rate)
{
    static const lope_quat turns[] = {{0, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 0.5f}, {0.6f, 0, 0, 0.8f}, {0.1f, 0.7f, -0.5f, 0.5f}};
    stage *s = stage_open_at(form, turns[frame], lope_point_make(frame * 100.0, 0, frame * -30.0));
    put_up(s, kind, r);
    stage_place(s, r->start, 0, 0.8, LOPE_MODE_WALKING);
    stage_move(s, cos(r->course * DEGREE), -sin(r->course * DEGREE));
    for (int k = 0; k < (int)(SECONDS * (double)rate); k++) {
        stage_tick(s, 1.0f / rate);
        if (stage_depth(s) > 1e-3) fail_msg("%g m inside", stage_depth(s));
    }
    const brute_point feet = stage_feet(s);
    stage_close(s);
    return feet;
}

static void a_side_that_gets_low_is_stepped_onto_at_the_same_place(void **unused)
{
    (void)unused;
    const char *count = getenv("LOPE_SCENES"), *first = getenv("LOPE_SEED");
    const int scenes = count ? atoi(count) : 60;
    const uint64_t from = first ? strtoull(first, NULL, 10) : 1;
    print_message("  %d scenes of each kind and form from seed %llu\n", scenes, (unsigned long long)from);
    for (side_kind kind = 0; kind < SIDE_KINDS; kind++)
        for (stage_form form = 0; form < STAGE_FORM_COUNT; form++) {
            int apart = 0;
            double worst = 0;
            for (int i = 0; i < scenes; i++) {
                seed = from + (uint64_t)i;
                const side_scene r = draw_side(kind);
                const brute_point fine = walk(form, kind, &r, i % 4, FINE),
                                  end = walk(form, kind, &r, i % 4, rates[i / 4 % RATES]);
                const double off = sqrt(pow(end.x - fine.x, 2) + pow(end.y - fine.y, 2) + pow(end.z - fine.z, 2));
                apart += !(off < CLOSE);
                if (off > worst) worst = off;
            }
            print_message("  %s, %s: %d of %d end apart, %.3f m at most\n", kind_names[kind], stage_form_names[form], apart,
                          scenes, worst);
            if (apart > APART * scenes) fail_msg("%s, %s: too many", kind_names[kind], stage_form_names[form]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_side_that_gets_low_is_stepped_onto_at_the_same_place)};
    return cmocka_run_group_tests_name("behaviour.low_beside", tests, NULL, NULL);
}
