// test_ramp_side.c - up a ramp along its side, and a little outward: the round bottom rolls over the side's
// edge until the contact is too steep. That is no slope before the character, and does not stop it: it walks
// on, or comes off the ramp beside it.
//
// Read next: character/modes/walking_slope.c.
#include "check.h"
#include "draw.h"
#include "stage.h"

#define SCENES 80
#define SECONDS 1.5
#define STANDS 0.25 // s without way: it is held
#define WAY 1e-4    // m in a tick, at least

static const double rates[] = {20, 60, 240};

typedef struct side {
    double slope; // degrees
    double out;   // m, from the ramp's side to the axis
    double turn;  // degrees, outward from straight up
} side;

static side draw_side(void) { return (side){.slope = draw(15, 43), .out = draw(0.12, 0.3), .turn = draw(0.5, 12)}; }

// A ramp that rises toward +x, with a side along z = 2; the walker begins beyond that side, at the ramp's
// foot.
static stage *open_side(const side *d, stage_form form)
{
    stage *s = stage_open(form);
    stage_floor(s);
    stage_ramp(s, 0, 0, 0, d->slope, 0, 8, 4);
    stage_place(s, -1, 0, 2 + d->out, LOPE_MODE_WALKING);
    stage_move(s, cos(d->turn * 0.017453292519943295), sin(d->turn * 0.017453292519943295));
    return s;
}

static void a_walker_at_a_ramps_side_goes_on(void **unused)
{
    (void)unused;
    uint32_t rolled = 0;
    seed = 57;
    printf("seed 57\n");
    for (int n = 0; n < SCENES; n++) {
        const side d = draw_side();
        for (int r = 0; r < 3; r++) {
            stage *s = open_side(&d, (stage_form)(n % STAGE_FORM_COUNT));
            double still = 0;
            while (s->time < SECONDS - 1e-9) {
                const brute_point before = stage_feet(s);
                stage_tick(s, (float)(1 / rates[r]));
                still = brute_length(brute_sub(stage_feet(s), before)) > WAY ? 0 : still + 1 / rates[r];
                if (still < STANDS) continue;
                fail_msg("side %d at %.0f Hz, slope %.1f, %.3f m out, %.1f degrees outward: held at %.3f s, (%.3f, %.3f, %.3f)",
                         n, rates[r], d.slope, d.out, d.turn, s->time, before.x, before.y, before.z);
            }
            rolled += stage_count(s, LOPE_EVENT_WALK_OFF) > 0;
            stage_close(s);
        }
    }
    printf("%u of %d come off the ramp\n", rolled, 3 * SCENES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_walker_at_a_ramps_side_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
