// test_rim_behind.c - in a ditch between a slope that is too steep and the rim of a block behind the
// character: walking into the slope is no step onto the block.
//
// The capsule fits between both, and its round bottom is beside the rim, just within the reach at which a rim
// holds. A step up that comes down on that rim would climb backward, let go at once, and climb again for ever.
// Read next: motion/step/step_up.c, is_behind.
#include "check.h"
#include "draw.h"
#include "stage.h"

#define RADIUS 0.34 // m, the capsule's
#define RADIANS 0.017453292519943295
#ifdef LOPE_QUICK
#define SCENES 20
#else
#define SCENES 60
#endif
#define SECONDS 2.0
#define SETTLED 1.0 // s, after which it stands still
#define STILL 1e-3  // m

static const double rates[] = {20, 60, 240};

typedef struct ditch {
    double slope;  // degrees
    double height; // m, of the block
    double behind; // m, from the axis to the rim
    double x, z;   // the input
} ditch;

static ditch draw_ditch(void)
{
    ditch d = {.slope = draw(62, 86), .behind = draw(0.3, 0.339), .z = -draw(0.2, 1), .x = draw(-0.5, 0.5)};
    // the round bottom is beside the rim, not in it
    const double most = RADIUS - sqrt(RADIUS * RADIUS - d.behind * d.behind);
    d.height = draw(0.02, most - 0.01);
    return d;
}

static stage *open_ditch(const ditch *d, stage_form form)
{
    const double lean = cos(d->slope * RADIANS), axis = RADIUS * (1 - lean) / sin(d->slope * RADIANS);
    stage *s = stage_open(form);
    stage_floor(s);
    stage_ramp(s, 0, 0, 0, d->slope, 90, 2, 6); // rises toward -z
    stage_box(s, -3, 0, axis + d->behind, 3, d->height, axis + d->behind + 1);
    stage_place(s, 0, 0, axis + 1e-4, LOPE_MODE_WALKING);
    stage_move(s, d->x, d->z);
    return s;
}

static void a_rim_behind_is_no_step(void **unused)
{
    (void)unused;
    seed = 31;
    printf("seed 31\n");
    for (int n = 0; n < SCENES; n++) {
        const ditch d = draw_ditch();
        for (int r = 0; r < 3; r++) {
            stage *s = open_ditch(&d, (stage_form)(n % STAGE_FORM_COUNT));
            while (s->time < SECONDS - 1e-9) {
                stage_tick(s, (float)(1 / rates[r]));
                const bool steps = s->time > SETTLED && s->report.moved_by_step > 0;
                if (s->state.mode == LOPE_MODE_WALKING && fabs(stage_feet(s).y) < STILL && !steps) continue;
                fail_msg("ditch %d at %.0f Hz, slope %.1f, rim %.3f high and %.3f behind: at %.3f s at height %.4f, mode %u", n,
                         rates[r], d.slope, d.height, d.behind, s->time, stage_feet(s).y, (unsigned)s->state.mode);
            }
            stage_close(s);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_rim_behind_is_no_step)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
