// test_clutter.c - a wanderer in rooms full of boxes of all sizes and angles, as boxes, one mesh and hulls:
// never deeper than 1 mm in anything, nothing passed through, and every tick's move accounted for.
//
// Lives are drawn from seeds that are printed; LOPE_LIVES in the environment plays more of them than the
// usual few.
#include "check.h"
#include "stage.h"

enum { BOXES = 90, TICKS = 1200 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static double uniform(uint32_t *seed) { return (double)next_random(seed) / 16777216.0; }

// Posts, kerbs, walls, ramps and low roofs strewn over 16 by 16 m inside four walls, on a floor that may be
// tilted.
static void build(stage *s, uint32_t seed)
{
    static const double tilts[] = {0, 0, 15, 30};
    double tilt = tilts[seed % 4], slope = tan(tilt * 3.14159265358979 / 180);
    stage_tilted_box(s, 0, -1.0, 0, 60, 2 * cos(tilt * 3.14159265358979 / 180), 60, tilt, 0);
    for (int side = 0; side < 4; side++)
        stage_tilted_box(s,
                         side == 0   ? 9
                         : side == 1 ? -9
                                     : 0,
                         5,
                         side == 2   ? 9
                         : side == 3 ? -9
                                     : 0,
                         20, 40, 1, 0, side < 2 ? 90 : 0);
    for (int i = 0; i < BOXES; i++) {
        double x = 16 * uniform(&seed) - 8, z = 16 * uniform(&seed) - 8, ground = x * slope;
        double yaw = 360 * uniform(&seed), a = uniform(&seed), b = uniform(&seed), c = uniform(&seed);
        switch (i % 5) {
        case 0:
            stage_tilted_box(s, x, ground + 1, z, 0.1 + 0.5 * a, 3 + b, 0.05 + 0.5 * c, 0, yaw);
            break; // post
        case 1:
            stage_tilted_box(s, x, ground, z, 0.5 + 2 * a, 0.1 + 0.9 * b, 0.5 + 2 * c, 0, yaw);
            break; // kerb
        case 2:
            stage_tilted_box(s, x, ground, z, 1 + 2 * a, 0.3 + b, 0.5 + 2 * c, 80 * a - 40, yaw);
            break; // ramp
        case 3:
            stage_tilted_box(s, x, ground + 1.9 + b, z, 0.5 + a, 0.2 + b, 0.5 + c, 90 * a - 45, yaw);
            break; // roof
        default:
            stage_tilted_box(s, x, ground + b, z, 0.2 + a, 0.2 + b, 0.2 + c, 360 * a, yaw);
            break; // boulder
        }
    }
}

static double speed_of(const lope_state *state) { return (double)lope_vec3_length(state->velocity); }

// Everything that has a name in the report, and the greatest speed that the tick has room for (see
// test_wanderers.c).
static void check_account(const stage *s, const lope_state *before, const char *label)
{
    double moved = lope_point_length(lope_point_sub(s->state.feet, before->feet)), top = speed_of(before) + (20.48 + 9.8) / 60;
    for (uint32_t i = 0; i < s->report.event_count; i++)
        if (s->report.events[i].kind == LOPE_EVENT_JUMP) top += 4.2;
    if (speed_of(&s->state) > top) top = speed_of(&s->state);
    double allowed = top / 60 + s->report.moved_by_step + s->report.moved_by_snap + s->report.moved_by_depenetration + 1e-3;
    if (moved > allowed) fail_msg("%s, tick %d: moved %g m, accounted for %g", label, (int)s->tick, moved, allowed);
}

static bool crosses(const stage *s, brute_point from, brute_point to)
{
    for (int i = 0; i < s->triangle_count; i++)
        if (brute_segment_hits(from, to, &s->triangles[i], NULL)) return true;
    return false;
}

static double live(stage_form form, uint32_t seed, double *deepest)
{
    char label[64];
    snprintf(label, sizeof label, "%s, seed %u", stage_form_names[form], (unsigned)seed);
    stage *s = stage_open(form);
    build(s, seed);
    uint32_t random = seed * 2654435761u;
    stage_place(s, 0, 12, 0, LOPE_MODE_FALLING);
    double walked = 0;
    for (int t = 0; t < TICKS; t++) {
        if (t % 40 == 0) {
            double angle = 6.2831853 * uniform(&random), strength = next_random(&random) % 4 ? 1.0 : 0.3;
            stage_move(s, strength * cos(angle), strength * sin(angle));
            if (next_random(&random) % 3 == 0) s->input.pressed = LOPE_BUTTON_JUMP;
        }
        lope_state before = s->state;
        brute_point from = stage_feet(s);
        stage_tick(s, 1.0f / 60);
        brute_point to = stage_feet(s);
        check_account(s, &before, label);
        walked += hypot(to.x - from.x, to.z - from.z);
        double depth = stage_depth(s);
        if (depth > *deepest && s->state.stuck_ticks == 0) *deepest = depth;
        if (depth > 1e-3 && s->state.stuck_ticks == 0)
            fail_msg("%s, tick %d: %g mm deep at %g %g %g (%s)", label, (int)s->tick, depth * 1e3, to.x, to.y, to.z,
                     lope_mode_name(s->state.mode));
        brute_point core = brute_make(0, 0.34, 0);
        if (crosses(s, brute_add(from, core), brute_add(to, core)))
            fail_msg("%s, tick %d: passed through something at %g %g %g", label, (int)s->tick, to.x, to.y, to.z);
    }
    stage_close(s);
    return walked;
}

static void lives_in_clutter(void **unused)
{
    (void)unused;
    const char *more = getenv("LOPE_LIVES");
#ifdef LOPE_QUICK
    uint32_t lives = 2;
#else
    uint32_t lives = 12;
#endif
    if (more) lives = (uint32_t)strtoul(more, NULL, 10);
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        double deepest = 0, walked = 0;
        for (uint32_t seed = 1; seed <= lives; seed++) walked += live((stage_form)form, seed, &deepest);
        printf("  %s, seeds 1 to %u: walked %.0f m, %.3g mm deep at most\n", stage_form_names[form], (unsigned)lives, walked,
               deepest * 1e3);
        if (walked < 20.0 * lives) fail_msg("walked only %g m in %u lives", walked, (unsigned)lives);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lives_in_clutter)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
