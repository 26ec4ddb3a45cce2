// test_rims.c - off the far rim of a box that lies aslant, still or under way: when and where it lets go, at
// any tick rate and phase.
//
// When: as off a still box, for who walks on one under way goes relative to it. Where: as at 360 Hz, for in the air the stick works in the
// world. Read next: test_bases.c, test_lifts.c.
#include "check.h"
#include "stage.h"

static const double rates[] = {20, 60, 360};
#define DEGREES 0.017453292519943295
#define AFTER 0.3  // s, from its letting go, that the rest is compared at
#define TIME 1e-5  // s: a floor's end is found to 1/16384 of a slice of the way, 3 microseconds of a tick at 20 Hz
#define PLACE 2e-4 // m: over a lower rim the round bottom goes down four times as steep as it goes on at 6 m/s for so long
#define PHASES 12  // of the first tick

typedef struct walk {
    double tilt, vx, vz; // degrees, of the far rim up; m/s of the box
    double first, until; // s: the first tick's length; of the walk
} walk;

typedef struct gone {
    double time;               // s, at which it lets go
    lope_point feet, velocity; // at the end, as seen from the box
} gone;

static gone play(const walk *w, double rate)
{
    stage *s = stage_open(STAGE_BOXES);
    lope_body box = stage_moving_box(s, 0, 0, 0, 6, 1, 6);
    lope_transform pose = {{0, 0, 0}, lope_quat_from_axis((lope_vec3){0, 0, 1}, (float)(w->tilt * DEGREES))};
    for (int i = 0; i < 2; i++) { // it is there, and has not turned to it
        assert_int_equal(lope_level_set_pose(s->level, box, &pose), LOPE_OK);
        lope_level_end_tick(s->level);
    }
    stage_place(s, 0, 0.5 / cos(w->tilt * DEGREES) + 0.02, 0, LOPE_MODE_WALKING);
    stage_move(s, 1, 0);
    double t = 0;
    for (int n = 0; t < w->until - 1e-9; n++) {
        double next = w->first + n / rate < w->until ? w->first + n / rate : w->until;
        pose.position = (lope_point){w->vx * next, 0, w->vz * next};
        assert_int_equal(lope_level_set_pose(s->level, box, &pose), LOPE_OK);
        stage_tick(s, (float)(next - t));
        t = next;
    }
    const stage_event *off = stage_first(s, LOPE_EVENT_WALK_OFF);
    assert_non_null(off);
    assert_int_equal(stage_count(s, LOPE_EVENT_WALK_OFF), 1);
    brute_point f = stage_feet(s), v = stage_velocity(s);
    gone g = {off->time, {f.x - w->vx * t, f.y, f.z - w->vz * t}, {v.x - w->vx, v.y, v.z - w->vz}};
    stage_close(s);
    return g;
}

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static void off_at(double tilt, double vx, double vz)
{
    walk still = {.tilt = tilt, .first = 1.0 / 360, .until = 1.5};
    double lets_go = play(&still, 360).time;
    walk fine = {.tilt = tilt, .vx = vx, .vz = vz, .first = 1.0 / 360, .until = lets_go + AFTER};
    gone truth = play(&fine, 360);
    for (int i = 0; i < 3; i++) {
        double time = 0, place = 0, velocity = 0;
        for (int k = 1; k <= PHASES; k++) {
            walk w = {.tilt = tilt, .vx = vx, .vz = vz, .first = (double)k / PHASES / rates[i], .until = fine.until};
            gone g = play(&w, rates[i]);
            time = fmax(time, fabs(g.time - lets_go));
            place = fmax(place, apart(g.feet, truth.feet));
            velocity = fmax(velocity, apart(g.velocity, truth.velocity));
        }
        printf("  far rim %s, box at (%g, %g) m/s, %g Hz: lets go off by %.3g s; %g s later off by %.3g m, %.3g m/s\n",
               tilt > 0 ? "up" : "down", vx, vz, rates[i], time, AFTER, place, velocity);
        check_below("lets go", time, TIME);
        check_below("off its place", place, PLACE);
        check_below("off its velocity", velocity, PLACE);
    }
}

// Not before a lower rim that comes after it: it pushes it as if it stood still for the tick.
static void lets_go_at_the_same_place(void **unused)
{
    (void)unused;
    static const double speeds[][2] = {{0, 0}, {-2, 0}, {-4, 0}, {0, 1.5}, {2, 0}, {3, 0}};
    for (int c = 0; c < 6; c++) off_at(20, speeds[c][0], speeds[c][1]);
    for (int c = 0; c < 4; c++) off_at(-20, speeds[c][0], speeds[c][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lets_go_at_the_same_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
