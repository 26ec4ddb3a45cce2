// test_crush.c - pressed by what moves into what stands, or between two that move: a character that is
// crushed never comes out at the back of anything, however thin it is, is told of it once, and is free on its
// own side when there is room again.
//
// Each crusher is a box that comes along one axis at a speed, stays where it has gone to, and goes back. The
// truth is the capsule's place along that axis. Read next: test_moving.c, test_bases.c.
#include "check.h"
#include "stage.h"

static const double rates[] = {20, 60, 360};
static const double speeds[] = {0.1, 1.0, 5.0};
static const double thicknesses[] = {0.05, 0.1, 0.2, 0.5, 1.0};
#define STAYS 0.3 // s, of a crusher at the end of its way
#define FREE 1e-3 // m: touching is not overlapping
#ifdef LOPE_QUICK
#define QUICK 1 // every two of speed, rate and depth together, in place of every three
#else
#define QUICK 0
#endif

typedef struct crusher {
    lope_body body;
    int axis;     // 0: x, 1: y
    double at[3]; // m, its centre at the start
    double way;   // m along its axis, signed
    double speed; // m/s
} crusher;

static double long_of(const crusher *c) { return fabs(c->way) / c->speed; }

// Its way after `t` s, when the whole takes `whole` s one way.
static double gone(const crusher *c, double t, double whole)
{
    double there = t < long_of(c) ? t : long_of(c), back = t - whole - STAYS;
    double way = there * c->speed - (back > 0 ? back * c->speed : 0);
    return (way > 0 ? way : 0) * (c->way < 0 ? -1 : 1);
}

static void carry(stage *s, const crusher *c, double t, double whole)
{
    double p[3] = {c->at[0], c->at[1], c->at[2]};
    p[c->axis] += gone(c, t, whole);
    stage_carry(s, c->body, p[0], p[1], p[2]);
}

typedef struct outcome {
    double low, high; // m: the feet along the axis, over all ticks
    double end_along; // m
    int crushes;
    bool by_one; // the event names one of the crushers
    bool free;
} outcome;

static outcome press(stage *s, const crusher *crushers, int count, double rate)
{
    outcome o = {.low = 1e9, .high = -1e9};
    double whole = 0;
    for (int i = 0; i < count; i++) whole = fmax(whole, long_of(&crushers[i]));
    int ticks = (int)((2 * whole + STAYS + 0.5) * rate);
    for (int k = 1; k <= ticks; k++) {
        for (int i = 0; i < count; i++) carry(s, &crushers[i], k / rate, whole);
        stage_tick(s, (float)(1.0 / rate));
        brute_point f = stage_feet(s);
        double along = crushers[0].axis == 0 ? f.x : f.y;
        o.low = fmin(o.low, along);
        o.high = fmax(o.high, along);
    }
    const stage_event *event = stage_first(s, LOPE_EVENT_CRUSH);
    for (int i = 0; event && i < count; i++) {
        uint64_t id = lope_level_id(s->level, crushers[i].body);
        o.by_one = o.by_one || event->event.body == id || event->event.body_from == id;
    }
    o.crushes = stage_count(s, LOPE_EVENT_CRUSH) + stage_count(s, LOPE_EVENT_STUCK);
    o.end_along = crushers[0].axis == 0 ? stage_feet(s).x : stage_feet(s).y;
    o.free = s->state.stuck_ticks == 0;
    return o;
}

// The way that one of two crushers makes in a tick is all that they may shift it by beyond where they met it.
static void judge(const char *what, const outcome *o, double low, double high, double end, double within)
{
    if (o->low < low - FREE || o->high > high + within) fail_msg("%s: went from %.4f to %.4f", what, o->low, o->high);
    if (!o->free) fail_msg("%s: is still stuck", what);
    if (o->crushes != 1 || !o->by_one) fail_msg("%s: %d events%s", what, o->crushes, o->by_one ? "" : ", of others");
    check_near(what, o->end_along, end, within);
}

static lope_quat turn_of(int i)
{
    static const float turns[3][4] = {{0, 0, 0, 1}, {0.5f, 0.5f, -0.5f, 0.5f}, {0.182574f, 0.365148f, 0.547723f, 0.730297f}};
    return (lope_quat){turns[i][0], turns[i][1], turns[i][2], turns[i][3]};
}

static stage *open(int frame)
{
    stage *s = stage_open_at(STAGE_BOXES, turn_of(frame), frame ? lope_point_make(1e4, -2e4, 3e4) : lope_point_make(0, 0, 0));
    stage_tune(s, "can_crouch", 0);
    return s;
}

// A ram from the side, 0.8 m into the wall.
static void ram(double rate, double speed, double thick, double into, int frame)
{
    stage *s = open(frame);
    stage_floor(s);
    stage_box(s, 2, -1, -6, 5, 4, 6);
    crusher c = {.axis = 0, .at = {0.6 - thick / 2, 1.5, 0}, .way = 1.4 + into, .speed = speed};
    c.body = stage_moving_box(s, c.at[0], c.at[1], c.at[2], thick, 2.9, 9.8);
    stage_place(s, 1.2, 0, 0, LOPE_MODE_WALKING);
    outcome o = press(s, &c, 1, rate);
    judge("ram", &o, 1.2, 1.66, 1.66, FREE);
    stage_close(s);
}

// A lift whose top goes on `into` m after its rider's head has met the ceiling.
static void lift(double rate, double speed, double thick, double into, int frame)
{
    stage *s = open(frame);
    stage_box(s, -5, 3, -5, 5, 4, 5);
    crusher c = {.axis = 1, .at = {0, 0.9 - thick / 2, 0}, .way = 0.34 + into, .speed = speed};
    c.body = stage_moving_box(s, c.at[0], c.at[1], c.at[2], 6, thick, 6);
    stage_place(s, 0.3, 0.9, 0.2, LOPE_MODE_WALKING);
    outcome o = press(s, &c, 1, rate);
    judge("lift", &o, 0.9, 1.24, 0.9, FREE);
    stage_close(s);
}

// A slab that comes down on its head.
static void slab(double rate, double speed, double thick, double into, int frame)
{
    stage *s = open(frame);
    stage_floor(s);
    crusher c = {.axis = 1, .at = {0, 2.0 + thick / 2, 0}, .way = -0.24 - into, .speed = speed};
    c.body = stage_moving_box(s, c.at[0], c.at[1], c.at[2], 6, thick, 6);
    stage_place(s, 0.3, 0, 0.2, LOPE_MODE_WALKING);
    outcome o = press(s, &c, 1, rate);
    judge("slab", &o, 0, 0, 0, FREE);
    stage_close(s);
}

// Two that close on each other, the one twice as fast, until each is `into` m in the other.
static void two_rams(double rate, double speed, double thick, double into, int frame)
{
    stage *s = open(frame);
    stage_floor(s);
    double gap = 1.5, way = (gap + into) / 3;
    crusher c[2] = {{.axis = 0, .at = {-thick / 2, 1.5, 0}, .way = 2 * way, .speed = speed},
                    {.axis = 0, .at = {gap + thick / 2, 1.5, 0}, .way = -way, .speed = speed / 2}};
    for (int i = 0; i < 2; i++) c[i].body = stage_moving_box(s, c[i].at[0], c[i].at[1], c[i].at[2], thick, 2.9, 9.8);
    stage_place(s, 0.75, 0, 0, LOPE_MODE_WALKING);
    outcome o = press(s, c, 2, rate);
    double met = (gap - 0.68) / 3 * 2 + 0.34; // where the two of them have it between them
    judge("two rams", &o, 0.75, met, met, speed / rate + FREE);
    stage_close(s);
}

typedef void (*scene)(double rate, double speed, double thick, double into, int frame);
static const double intos[] = {0.25, 0.8, 1.2}; // m

static void over_all(scene one)
{
    int count = 0;
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < 3; r++)
            for (int v = 0; v < 3; v++)
                for (int k = 0; k < 5; k++) {
                    if (v == 0 && r == 2 && i > 0) continue; // the slowest at the most ticks
                    if (QUICK && (i + 2 * r + v) % 3 != 0) continue;
                    one(rates[r], speeds[v], thicknesses[k], intos[i], (i + r + v + k) % 3);
                    count++;
                }
    printf("  %d of them: of %g to %g m, at %g to %g m/s, %g to %g m into what stands, at %g to %g Hz\n", count, thicknesses[0],
           thicknesses[4], speeds[0], speeds[2], intos[0], intos[2], rates[0], rates[2]);
}

static void rams(void **unused)
{
    (void)unused;
    over_all(ram);
}

static void lifts(void **unused)
{
    (void)unused;
    over_all(lift);
}

static void slabs(void **unused)
{
    (void)unused;
    over_all(slab);
}

static void pairs_of_rams(void **unused)
{
    (void)unused;
    over_all(two_rams);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rams),
        cmocka_unit_test(lifts),
        cmocka_unit_test(slabs),
        cmocka_unit_test(pairs_of_rams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
