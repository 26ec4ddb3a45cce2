// test_mantle.c - the mantle over a grid of ledges: it ends standing where it aimed, or is refused for the
// right reason.
//
// A seeded draw from the grid by default; LOPE_MANTLE_ALL=1 takes the whole of it. What must come, how deep
// the capsule is in anything, the times and the closed forms are worked out by mantle_scene.c and here, not
// by the library. Prints how often each outcome came. Read next: mantle_scene.h.
#include "mantle_scene.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 30u
#define DRAWS 6000
#define AIMED 0.02 // m: how far from the place aimed at it may come to stand
#define DEPTH 1e-3 // m: how deep in anything the way `clear` may lead
#define FORM 1e-3  // m: how far off the closed form the other ways may be
#define LATE 1e-5  // s: rounding of the ends of ticks, which are floats

static uint32_t random_state;
static uint32_t draw(uint32_t below)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(random_state >> 8) * below >> 24);
}

// ---- counts ---------------------------------------------------------------------------------------------

#define OUTCOMES (LOPE_REFUSAL_COUNT + 1)
typedef struct counts {
    uint32_t started[MANTLE_SHAPES], refused[MANTLE_SHAPES], failed[MANTLE_SHAPES], why[OUTCOMES];
    double deepest, off_aim, off_form, late;
} counts;

static void say(const mantle_case *c, const char *what, double figure)
{
    printf("  FAILED %s: %s (%g): height %g, angle %g, gap %g, speed %g, above %g, radius %g, extra %g, up %d, %g Hz, way %u\n",
           mantle_shape_name(c->shape), what, figure, c->height, c->angle, c->gap, c->speed, c->above, c->radius, c->extra, c->up,
           c->rate, c->way);
}

// ---- closed forms ---------------------------------------------------------------------------------------

static double smooth(double x, double a, double b)
{
    x = x <= a ? 0 : x >= b ? 1 : (x - a) / (b - a);
    return x * x * (3 - 2 * x);
}

// Returns the place of the way `als` or `root` from T, in a frame with z toward the ledge and y up. from: the
// start. seconds: since then. yaw: rad of the facing at the start, from that at the end.
static lope_point form(uint32_t way, lope_point from, double height, bool in_air, double yaw, double seconds)
{
    const bool high = in_air || height > 1.25;
    const double rate = high ? 1.2 : 1, end = high ? 2.1 : 1, down = high ? 2 : 1, back = 0.65;
    const double start = end - mantle_seconds(height, in_air) * rate, s = start + seconds * rate;
    const double x = high ? smooth(s, 0.333, 1) : smooth(s, 0.3, 0.7), z = high ? smooth(s, 0.333, 0.7) : smooth(s, 0.3, 0.6),
                 y = high ? smooth(s, 0, 0.3) : smooth(s, 0.1, 0.4);
    if (way == LOPE_MANTLE_ALS) {
        const double b = smooth(s - start, 0, 0.2);
        const lope_point r = {from.x * (1 - y), from.y + (-down - from.y) * z, from.z + (-back - from.z) * y};
        return lope_point_add(lope_point_scale(from, 1 - b), lope_point_scale(r, b * (1 - x)));
    }
    const double x0 = high ? smooth(start, 0.333, 1) : smooth(start, 0.3, 0.7),
                 z0 = high ? smooth(start, 0.333, 0.7) : smooth(start, 0.3, 0.6);
    const double to = high ? 0.6 : 0.7, blend = fmin(seconds / 0.2, 1), along = fmin(fmax((s - 0.3) / (to - 0.3), 0), 1);
    const double turned = yaw * (1 - blend * smooth(s, 0.3, to)), w = blend * along;
    // yaw turns z toward -x: positive is left, seen with y up and z ahead
    const lope_point ahead = {sin(yaw), 0, cos(yaw)}, now = {sin(turned), 0, cos(turned)};
    const lope_point begin = {from.x - ahead.x * back * x0, from.y - down * z0, from.z - ahead.z * back * x0};
    const lope_point last = {0, -down, -back};
    const lope_point frame = lope_point_add(lope_point_scale(begin, 1 - w), lope_point_scale(last, w));
    return lope_point_make(frame.x + now.x * back * x, frame.y + down * z, frame.z + now.z * back * x);
}

// ---- one case -------------------------------------------------------------------------------------------

// What a mantle aims at, in the ledge's frame of the layout.
typedef struct aim {
    lope_point target, ahead, start;
    double yaw, height;
} aim;

static lope_point body_in_layout(const mantle_scene *s, lope_point p, bool is_place)
{
    // the ledge's first body stands in the ledge's frame at `at`; meshes stand in the world
    const bool mesh = s->what.shape == MANTLE_MESH || s->what.shape == MANTLE_CORNER_MESH || s->what.shape == MANTLE_SLOPE;
    if (mesh) return lope_quat_rotate_point(lope_quat_conjugate(s->turn), p);
    return is_place ? lope_transform_apply(&s->at[0], p) : lope_quat_rotate_point(s->at[0].rotation, p);
}

static aim aim_of(const mantle_scene *s, const lope_mantle_report *report, lope_point start, float yaw)
{
    aim a = {.start = start, .height = (double)report->height};
    const lope_quat facing = report->target.rotation;
    const lope_point ahead = lope_quat_rotate_point(facing, lope_vec3_to_point(s->state.forward));
    a.target = body_in_layout(s, report->target.point, true);
    a.ahead = body_in_layout(s, ahead, false);
    // the facing at the start, before any ledge has turned it
    const lope_point world = lope_quat_rotate_point(lope_quat_from_axis(s->state.up, yaw), lope_vec3_to_point(s->state.forward));
    const lope_point was = lope_quat_rotate_point(lope_quat_conjugate(s->turn), world);
    a.yaw = -atan2(a.ahead.x * was.z - a.ahead.z * was.x, was.x * a.ahead.x + was.z * a.ahead.z);
    return a;
}

// Returns how far (m) the feet are off the closed form now.
static double off_form(const mantle_scene *s, const aim *a)
{
    const lope_point up = {0, 1, 0}, left = lope_point_cross(up, a->ahead);
    const lope_point from = lope_point_sub(a->start, a->target);
    const lope_point local = {lope_point_dot(from, left), from.y, lope_point_dot(from, a->ahead)};
    const lope_point due = form(s->what.way, local, s->what.height, s->what.above > 0, a->yaw, s->time - s->began);
    const lope_point at =
        lope_point_add(lope_point_mad(lope_point_scale(left, due.x), a->ahead, due.z), lope_point_scale(up, due.y));
    return lope_point_length(lope_point_sub(lope_point_add(a->target, at), mantle_scene_seen(s, s->state.feet)));
}

// Runs a mantle that has started to its end. Returns what was wrong, or NULL, with its figure.
static const char *follow(mantle_scene *s, const aim *a, counts *n, double *figure)
{
    const double seconds = mantle_seconds(s->what.height, s->what.above > 0);
    bool depth_known = s->what.shape != MANTLE_SLOPE;
    mantle_scene_press(s, false);
    while (s->ended < 0) {
        if (s->what.way == LOPE_MANTLE_CLEAR) {
            const double depth = depth_known ? mantle_scene_depth(s) : 0;
            if (depth > n->deepest) n->deepest = depth;
            *figure = depth;
            if (depth > DEPTH) return "inside something";
        } else {
            *figure = off_form(s, a);
            if (*figure > n->off_form) n->off_form = *figure;
            if (*figure > FORM) return "off the closed form";
        }
        *figure = s->time;
        if (s->time > s->began + seconds + 1) return "does not end";
        if (mantle_scene_tick(s) != LOPE_OK) return "tick refused";
    }
    *figure = (double)s->state.mode;
    if (s->state.mode != LOPE_MODE_WALKING) return "does not end walking";
    *figure = s->ended - s->began - seconds;
    if (fabs(*figure) > n->late) n->late = fabs(*figure);
    if (fabs(*figure) > LATE) return "takes another time";
    for (int i = 0; i < 2; i++) { // at once, and a quarter of a second later
        *figure = lope_point_length(lope_point_sub(mantle_scene_seen(s, s->state.feet), a->target));
        if (*figure > n->off_aim) n->off_aim = *figure;
        if (*figure > AIMED) return i ? "does not stay where it aimed" : "not where it aimed";
        const double until = s->time + 0.25;
        while (i == 0 && s->time < until)
            if (mantle_scene_tick(s) != LOPE_OK) return "tick refused";
    }
    *figure = (double)s->state.mode;
    if (s->state.mode != LOPE_MODE_WALKING || !s->state.floor.walkable) return "does not stand";
    const double depth = depth_known ? mantle_scene_depth(s) : 0;
    *figure = depth;
    return depth > DEPTH ? "stands inside something" : NULL;
}

// Where the feet shall come to stand, where the layout tells: 0.15 m behind the edge, on the top, where the
// cylinder of the sweep has met the wall. *figure: m off it.
static const char *right_place(const mantle_scene *s, const aim *a, double *figure)
{
    const mantle_case *c = &s->what;
    const double turned = c->angle / 360 * 2 * 3.14159265358979;
    lope_point due = {-0.15, c->height + c->above, (c->gap + 0.15 * c->radius) * tan(turned)};
    if (c->shape == MANTLE_THIN || c->shape == MANTLE_SLATS) due.x = -0.05;
    if (c->shape == MANTLE_CORNER || c->shape == MANTLE_CORNER_MESH) { // firm ground: inside both faces
        const double in_one = (-a->target.x + a->target.z) / sqrt(2.0), in_other = (-a->target.x - a->target.z) / sqrt(2.0);
        *figure = fmin(in_one, in_other);
        return *figure < 0.03 || *figure > 0.2 || fabs(a->target.y - due.y) > 1e-3 ? "aims beside the corner" : NULL;
    }
    if (c->shape == MANTLE_SLOPE) { // the feet hang above the plane, for the bottom is round
        const double slope = c->extra / 360 * 2 * 3.14159265358979;
        due.y += 0.15 * tan(slope) + c->radius * (1 / cos(slope) - 1);
    }
    *figure = lope_point_length(lope_point_sub(a->target, due));
    return *figure > 2e-3 ? "aims elsewhere" : NULL;
}

// Prints what the last look ahead has found, in the layout.
static void print_probe(const mantle_scene *s)
{
    const lope_probe *probe = &s->report.probe;
    const lope_quat back = lope_quat_conjugate(s->turn);
    printf("    %u casts, wall %u at %g m, %u ledges\n", probe->casts, probe->wall, probe->wall_distance, probe->ledge_count);
    for (uint32_t i = 0; i < probe->ledge_count; i++) {
        const lope_probe_ledge *l = &probe->ledges[i];
        const lope_point edge = lope_quat_rotate_point(back, l->edge), stand = lope_quat_rotate_point(back, l->stand),
                         in = lope_quat_rotate_point(back, l->inward);
        printf("    height %g, at %g m, edge %g %g %g, inward %g %g %g, stand %g %g %g, floor %g, depth %g, room %g, flags %u\n",
               l->height, l->distance, edge.x, edge.y, edge.z, in.x, in.y, in.z, stand.x, stand.y, stand.z, l->floor, l->depth,
               l->room, l->flags);
    }
}

static bool run_case(const mantle_case *c, counts *n)
{
    mantle_scene s;
    mantle_scene_open(&s, c);
    const mantle_due due = mantle_scene_due(c);
    const char *wrong = NULL;
    double figure = 0;
    const float yaw = s.state.yaw;
    const lope_point start = mantle_scene_seen(&s, s.state.feet);
    mantle_scene_press(&s, true);
    const bool refused_tick = mantle_scene_tick(&s) != LOPE_OK;
    // a press that was refused jumps or falls on; within the same tick it may then start by itself
    const uint32_t why = lope_report_refused(&s.report, LOPE_ASKED_ABILITY + s.ability);
    if (refused_tick) {
        wrong = "tick refused";
    } else if (s.began >= 0 && why == LOPE_REFUSAL_NONE) {
        n->started[c->shape]++;
        lope_mantle_report report;
        if (!due.starts) {
            wrong = "starts, should be refused";
            figure = due.reasons[0];
        } else if (!lope_mantle_report_of(&s.moveset, &s.state, &report)) {
            wrong = "no report";
        } else {
            const aim a = aim_of(&s, &report, start, yaw);
            wrong = right_place(&s, &a, &figure);
            if (!wrong) wrong = follow(&s, &a, n, &figure);
        }
    } else {
        n->refused[c->shape]++;
        if (why < LOPE_REFUSAL_COUNT) n->why[why]++;
        bool right = false;
        for (int i = 0; i < 5; i++) right = right || (due.reasons[i] != LOPE_REFUSAL_NONE && due.reasons[i] == why);
        figure = why;
        if (!right) wrong = due.starts ? "refused, should start" : "refused for another reason";
    }
    if (wrong) say(c, wrong, figure);
    if (wrong && getenv("LOPE_MANTLE_PROBE")) print_probe(&s);
    n->failed[c->shape] += wrong != NULL;
    mantle_scene_close(&s);
    return wrong == NULL;
}

// ---- the grid -------------------------------------------------------------------------------------------

static const double angles[] = {0, 15, 30, 45, 60}, gaps[] = {0.02, 0.15, 0.3}, speeds[] = {0, 3, 6},
                    aboves[] = {0, 0.15, 0.4, 1.5}, radii[] = {0.2, 0.34, 0.5}, rates[] = {20, 30, 60, 90, 120, 240};
static const double ceilings[] = {1.0, 1.2, 1.4, 1.6, 1.7, 1.75, 1.8, 1.85, 1.9, 2.0}, slopes[] = {10, 20, 30, 34, 36, 40, 44};
#define HEIGHTS 49
#define COUNT(a) ((uint32_t)(sizeof(a) / sizeof *(a)))

// Returns the case of the grid; what it does not say is drawn. False: the layout has no such case.
static bool case_of(mantle_case *c, int shape, uint32_t height, uint32_t angle, uint32_t gap, uint32_t speed, uint32_t above,
                    uint32_t radius)
{
    *c = (mantle_case){.shape = (mantle_shape)shape,
                       .height = 0.3 + 0.05 * height,
                       .angle = angles[angle],
                       .gap = gaps[gap],
                       .speed = speeds[speed],
                       .above = aboves[above],
                       .radius = radii[radius],
                       .up = (int)draw(4),
                       .rate = rates[draw(COUNT(rates))],
                       .way = draw(4) ? LOPE_MANTLE_CLEAR : 1 + draw(2)};
    if (shape == MANTLE_CEILING) c->extra = ceilings[draw(COUNT(ceilings))];
    if (shape == MANTLE_SLOPE) c->extra = slopes[draw(COUNT(slopes))];
    if (shape == MANTLE_MOVING) c->extra = draw(5);
    if (shape == MANTLE_ROOF) return c->height + c->above <= 2 && c->above <= 0.4;
    if (shape == MANTLE_STAIRS) {
        c->height = 0.6;
        return c->above <= 0 && height < 6;
    }
    return true;
}

static void print_counts(const counts *n)
{
    uint32_t failed = 0, all = 0;
    printf("  %-13s %8s %8s %8s\n", "", "stands", "refused", "failed");
    for (int i = 0; i < MANTLE_SHAPES; i++) {
        printf("  %-13s %8u %8u %8u\n", mantle_shape_name((mantle_shape)i), n->started[i], n->refused[i], n->failed[i]);
        failed += n->failed[i];
        all += n->started[i] + n->refused[i];
    }
    for (uint32_t i = 1; i < LOPE_REFUSAL_COUNT; i++)
        if (n->why[i]) printf("  refused: %-42s %8u\n", lope_refusal_text(i), n->why[i]);
    printf("  %u cases, %u failures; at worst: %.2g m deep, %.2g m off the aim, %.2g m off the closed form, %.2g s late\n", all,
           failed, n->deepest, n->off_aim, n->off_form, n->late);
}

static void mantle_grid_stands_or_is_refused(void **unused)
{
    (void)unused;
    static counts n;
    const char *all = getenv("LOPE_MANTLE_ALL"), *seed = getenv("LOPE_MANTLE_SEED"), *draws = getenv("LOPE_MANTLE_DRAWS");
    uint32_t failed = 0, most = draws ? (uint32_t)atoi(draws) : DRAWS;
    mantle_case c;
    random_state = seed ? (uint32_t)atoi(seed) : SEED;
    printf("  seed %u, %s\n", random_state, all ? "the whole grid" : "drawn from the grid");
    for (uint32_t i = 0; !all && i < most; i++)
        if (case_of(&c, (int)draw(MANTLE_SHAPES), draw(HEIGHTS), draw(COUNT(angles)), draw(COUNT(gaps)), draw(COUNT(speeds)),
                    draw(COUNT(aboves)), draw(COUNT(radii))))
            failed += !run_case(&c, &n);
    for (int shape = 0; all && shape < MANTLE_SHAPES; shape++)
        for (uint32_t i = 0; i < HEIGHTS * COUNT(angles) * COUNT(gaps) * COUNT(speeds) * COUNT(aboves) * COUNT(radii); i++) {
            const uint32_t height = i % HEIGHTS, rest = i / HEIGHTS, angle = rest % COUNT(angles), more = rest / COUNT(angles);
            if (case_of(&c, shape, height, angle, more % 3, more / 3 % 3, more / 9 % COUNT(aboves), more / 9 / COUNT(aboves)))
                failed += !run_case(&c, &n);
        }
    print_counts(&n);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mantle_grid_stands_or_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
