// test_crowded.c - characters among each other, where something pushes, lifts or carries them.
//
// Scenes are drawn from a seed that is printed, turned to a direction of gravity, and played at six rates and
// at a reference rate:
//   row     2 to 10 in a straight row, that a wall shoves along
//   crooked the same, each up to 5 cm aside: the row buckles
//   stack   2 to 5 on each other on a lift, that stops, or goes up into a ceiling
//   knot    2 to 10 that press toward one place on a platform that slides, speeds up and stops
//   glance  two that walk past, and meet off-centre
// Measured at each tick's end: how deep two capsules are in each other, unless one was told that it is stuck.
// In the end: how far the characters are from where they end at 240 Hz, for rates below it; and for all
// rates, from where they end at the reference rate, beyond what a hair's change of the start (2 mm) makes
// there. LOPE_SEED=n draws other scenes, LOPE_SCENES=n so many, LOPE_SCENE=n plays one and leaves it as a
// file, LOPE_TELL=1 prints each. Read next: src/world/lock_step.c, src/world/shoves.c.
#include "../zoo/zoo.h"
#include "draw.h"
#include "scene/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef LOPE_QUICK
#define SCENES 20
#else
#define SCENES 60
#endif
#define PEOPLE_MOST 10
#define RADIUS 0.34
#define HEIGHT 1.76
#define ASIDE 2e-3 // m
#define APART 0.01 // m, and share of the way: promise 7
#define OVERLAP 1e-3
#define SECONDS 3.0
#define REFERENCE 1000.0 // Hz
#define PI 3.14159265358979

static const double rates[] = {20, 30, 60, 120, 240, 360};
#define RATES (sizeof rates / sizeof *rates)
#define STEP_RATE 4 // of the rates: 240 Hz, at which a tick is as long as a step of a longer one

typedef enum crowd_kind { ROW, CROOKED, STACK, KNOT, GLANCE, CROWD_KINDS } crowd_kind;
static const char *const kind_names[CROWD_KINDS] = {"row", "crooked", "stack", "knot", "glance"};

typedef struct person {
    double feet[3], heading, press, speed; // m; the stick's direction and length; m/s
} person;

typedef struct crowd {
    crowd_kind kind;
    char level[800];
    double turn[4];
    person people[PEOPLE_MOST];
    int count;
} crowd;

// What became of a scene at one rate.
typedef struct outcome {
    lope_point ends[PEOPLE_MOST];
    double ways[PEOPLE_MOST]; // m
    double overlap, at;       // m, s
} outcome;

static uint64_t first_seed = 1;

static double whole_time(double low, double high) { return floor(draw(low, high) * 10 + 0.5) / 10; }
static double draw_speed(double low, double high) { return exp(draw(log(low), log(high))); }

static void add_person(crowd *c, double x, double y, double z, double heading, double press, double speed)
{
    c->people[c->count++] = (person){{x, y, z}, heading, press, speed};
}

static void draw_row(crowd *c)
{
    const int count = 2 + (int)pick(9);
    const double aside = c->kind == ROW ? 0 : draw(0.001, 0.05), gap = pick(2) ? 0.002 : draw(0, 0.3), speed = draw_speed(0.1, 5);
    for (int i = 0; i < count; i++) add_person(c, i * (2 * RADIUS + gap), 0, draw(-aside, aside), 0, 0, 4);
    snprintf(c->level, sizeof c->level, ",{\"box\":[1,3,6],\"position\":[%.6f,1.5,0],\"motion\":{\"velocity\":[%.6f,0,0]}}",
             -0.5 - RADIUS - draw(0.01, 0.5) * speed, speed);
}

static void draw_stack(crowd *c)
{
    const int count = 2 + (int)pick(4);
    const double speed = draw_speed(0.2, 3), begins = whole_time(0.3, 0.6), aside = pick(2) ? 0 : draw(0, 0.02);
    const double top = count * HEIGHT, room = draw(0.2, 1), rise = pick(2) ? room - 0.05 : room + draw(0, 0.8);
    for (int i = 0; i < count; i++)
        add_person(c, draw(-aside, aside), 0.001 + i * (HEIGHT + 0.001), draw(-aside, aside), 0, 0, 4);
    snprintf(
        c->level, sizeof c->level,
        ",{\"box\":[3,0.5,3],\"position\":[0,-0.25,0],\"motion\":{\"keys\":[{\"t\":%.1f,\"position\":[0,-0.25,0]},{\"t\":%.1f,"
        "\"position\":[0,%.6f,0]}]}},{\"box\":[4,0.5,4],\"position\":[0,%.6f,0]}",
        begins, begins + ceil(rise / speed * 10) / 10, rise - 0.25, top + room + 0.25);
}

static void draw_knot(crowd *c)
{
    const int count = 2 + (int)pick(9);
    const double from = draw(0, 2 * PI), speed = draw_speed(0.2, 4), heading = draw(-PI, PI), way = draw(0.5, 4);
    const double begins = whole_time(0.1, 1), ends = begins + ceil(way / speed * 10) / 10;
    for (int i = 0; i < count; i++) {
        const double angle = from + 2 * PI * i / count, away = draw(1, 1.5) * fmax(0.6, 0.13 * count);
        add_person(c, away * cos(angle), 0.201, away * sin(angle), angle + PI, pick(4) ? 1 : 0, draw(1, 5));
    }
    snprintf(c->level, sizeof c->level,
             ",{\"box\":[9,0.4,9],\"position\":[0,0,0],\"motion\":{\"keys\":[{\"t\":%.1f,\"position\":[0,0,0]},{\"t\":%.1f,"
             "\"position\":[%.6f,0,%.6f]}],\"ease\":\"%s\"}}",
             begins, ends, way * cos(heading), way * sin(heading), pick(2) ? "linear" : "smooth");
}

static void draw_glance(crowd *c)
{
    const double speed = draw(1, 6), other = pick(3) ? draw(1, 6) : 0, angle = draw(-PI, PI), off = draw(-0.68, 0.68);
    const double meets = draw(0.3, 1);
    // both go to a place about the origin at the same time
    add_person(c, -speed * meets, 0, 0.5 * off, 0, 1, speed);
    add_person(c, -other * meets * cos(angle), 0, -0.5 * off - other * meets * sin(angle), angle, other > 0, fmax(other, 1));
    person *a = &c->people[0], *b = &c->people[1];
    const double apart = hypot(a->feet[0] - b->feet[0], a->feet[2] - b->feet[2]);
    if (apart < 0.7) a->feet[0] -= 1; // not born in each other
}

static crowd draw_crowd(void)
{
    static void (*const draws[CROWD_KINDS])(crowd *) = {draw_row, draw_row, draw_stack, draw_knot, draw_glance};
    static const double turns[][4] = {{0, 0, 0, 1}, {0.5, 0.5, 0.5, 0.5}, {0.2, -0.4, 0.1, 0.888819442}};
    crowd c;
    memset(&c, 0, sizeof c);
    c.kind = (crowd_kind)pick(CROWD_KINDS);
    memcpy(c.turn, turns[pick(3)], sizeof c.turn);
    draws[c.kind](&c);
    return c;
}

// dx, dz: m, by which every second character starts aside.
static zoo *open_crowd(const crowd *c, double rate, double dx, double dz)
{
    char people[6000], name[64];
    int n = 0;
    for (int i = 0; i < c->count; i++) {
        const person *p = &c->people[i];
        const double share = i % 2 ? 1 : 0;
        n += snprintf(people + n, sizeof people - (size_t)n,
                      "%s{\"name\":\"c%d\",\"feet\":[%.9f,%.9f,%.9f],\"collides_with\":[\"solid\",\"character\"],\"tuning\":{"
                      "\"max_walk_speed\":%.6f},\"input\":[{\"t\":0,\"move\":[%.9f,0,%.9f]}]}",
                      i ? "," : "", i, p->feet[0] + share * dx, p->feet[1], p->feet[2] + share * dz, p->speed,
                      p->press * cos(p->heading), p->press * sin(p->heading));
    }
    snprintf(name, sizeof name, "crowded_%llu", (unsigned long long)first_seed);
    return zoo_open_text(name, rate,
                         "{\"lope\":1,\"duration\":%.1f,\"turn\":[%.12f,%.12f,%.12f,%.12f],\"level\":[{\"box\":[90,1,90],"
                         "\"position\":[0,%.1f,0]}%s"
                         "],\"characters\":[%s]}\n",
                         SECONDS, c->turn[0], c->turn[1], c->turn[2], c->turn[3],
                         c->kind == STACK || c->kind == KNOT ? -2.5 : -0.5, c->level, people);
}

static const lope_state *state_of(const zoo *z, int i)
{
    return lope_character_state(lope_scene_player_actor(z->player, (uint32_t)i)->handle);
}

// Returns how deep (m) two capsules of the same up are in each other; less than 0: they are apart.
static double overlap_of(const lope_state *a, const lope_state *b)
{
    const lope_point up = lope_vec3_to_point(a->up), way = lope_point_sub(b->feet, a->feet);
    const double rise = lope_point_dot(way, up), level = lope_point_length(lope_point_mad(way, up, -rise));
    const double low_a = (double)a->radius, high_a = (double)(a->height - a->radius);
    const double low_b = rise + (double)b->radius, high_b = rise + (double)(b->height - b->radius);
    const double over = fmax(0, fmax(low_b - high_a, low_a - high_b));
    return (double)(a->radius + b->radius) - hypot(level, over);
}

static void watch(const zoo *z, int count, outcome *o)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++) {
            const lope_state *a = state_of(z, i), *b = state_of(z, k);
            if (a->stuck_ticks > 0 || b->stuck_ticks > 0) continue;
            const double overlap = overlap_of(a, b);
            if (overlap > o->overlap) o->overlap = overlap, o->at = zoo_time(z);
        }
}

static outcome play(const crowd *c, double rate, double dx, double dz)
{
    outcome o;
    memset(&o, 0, sizeof o);
    zoo *z = open_crowd(c, rate, dx, dz);
    while (zoo_tick(z)) {
        for (int i = 0; i < c->count; i++) {
            const lope_point now = state_of(z, i)->feet;
            o.ways[i] += zoo_time(z) < 1.5 / rate ? 0 : lope_point_length(lope_point_sub(now, o.ends[i]));
            o.ends[i] = now;
        }
        watch(z, c->count, &o);
    }
    zoo_close(z);
    return o;
}

static double distance(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

typedef struct tally {
    uint32_t scenes, overlaps, unlike, ends, excused;
    double deepest[RATES], widest[RATES]; // m; widest: beyond what a hair makes
} tally;

// Returns the spread (m) of a character's end at the reference rate.
static void find_spreads(const crowd *c, const outcome *truth, double spreads[])
{
    static const double to[4][2] = {{ASIDE, 0}, {-ASIDE, 0}, {0, ASIDE}, {0, -ASIDE}};
    outcome o[5] = {*truth};
    for (int k = 0; k < 4; k++) {
        o[k + 1] = play(c, REFERENCE, to[k][0], to[k][1]);
        for (int j = 0; j <= k; j++)
            for (int i = 0; i < c->count; i++) spreads[i] = fmax(spreads[i], distance(o[k + 1].ends[i], o[j].ends[i]));
    }
}

// Returns by how much (m) an end is farther from the truth than it may be.
static double beyond(const crowd *c, const outcome *o, const outcome *truth, const double spreads[])
{
    double most = 0;
    for (int i = 0; i < c->count; i++)
        most = fmax(most, distance(o->ends[i], truth->ends[i]) - fmax(APART, APART * truth->ways[i]) - spreads[i]);
    return most;
}

// Returns whether all rates up to 240 Hz end alike.
static bool are_alike(const crowd *c, const outcome at[])
{
    static const double none[PEOPLE_MOST];
    for (size_t k = 0; k < STEP_RATE; k++)
        if (beyond(c, &at[k], &at[STEP_RATE], none) > 0) return false;
    return true;
}

static void judge(uint32_t number, const crowd *c, tally *t)
{
    static const double none[PEOPLE_MOST];
    outcome at[RATES];
    const outcome truth = play(c, REFERENCE, 0, 0);
    double spreads[PEOPLE_MOST] = {0}, overlap = truth.overlap, apart = 0, far = 0;
    for (size_t k = 0; k < RATES; k++) {
        at[k] = play(c, rates[k], 0, 0);
        overlap = fmax(overlap, at[k].overlap);
        apart = fmax(apart, beyond(c, &at[k], &truth, none));
        t->deepest[k] = fmax(t->deepest[k], at[k].overlap);
    }
    if (apart > 0) find_spreads(c, &truth, spreads);
    for (size_t k = 0; k < RATES; k++) {
        const double more = beyond(c, &at[k], &truth, spreads);
        far = fmax(far, more);
        t->widest[k] = fmax(t->widest[k], more);
    }
    t->scenes++;
    t->overlaps += overlap > OVERLAP;
    t->unlike += !are_alike(c, at);
    t->ends += far > 0;
    t->excused += apart > 0 && far <= 0;
    if (!getenv("LOPE_SCENE") && !getenv("LOPE_TELL")) return;
    printf("  LOPE_SEED=%llu LOPE_SCENE=%u %s of %d:", (unsigned long long)first_seed, number, kind_names[c->kind], c->count);
    for (size_t k = 0; k < RATES; k++) printf(" %.4f@%.3f/%.4f", at[k].overlap, at[k].at, beyond(c, &at[k], &truth, none));
    printf(" reference %.4f, a hair %.4f\n", truth.overlap, spreads[c->count / 2]);
    fflush(stdout);
}

// Known: shares of the scenes that may go wrong. At up to 240 Hz they end alike, but for one now and then (of
// 69 straight rows one buckles by itself). A tick of 360 Hz is shorter than a step of the others: a knot that
// jams, and which of a pressed stack crouches, may come out otherwise. A crooked row that buckles before a
// fast wall has two in each other, mostly by some millimetres.
static const struct {
    double overlaps, unlike, ends;
} known[CROWD_KINDS] = {{0.03, 0.03, 0}, {0.55, 0.1, 0.15}, {0.4, 0.1, 0.3}, {0, 0, 0.35}, {0, 0, 0}};

static void print_tally(const char *name, const tally *t)
{
    printf("  %-7s %6u %8u %6u %6u %7u   overlap", name, t->scenes, t->overlaps, t->unlike, t->ends, t->excused);
    for (size_t k = 0; k < RATES; k++) printf(" %.4f", t->deepest[k]);
    printf("   ends");
    for (size_t k = 0; k < RATES; k++) printf(" %.4f", t->widest[k]);
    printf("\n");
}

static void characters_among_each_other(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_SCENES"), *one = getenv("LOPE_SCENE");
    if (given) first_seed = strtoull(given, NULL, 10);
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t last = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : SCENES;
    tally of[CROWD_KINDS];
    memset(of, 0, sizeof of);
    for (uint32_t i = begin; i < last; i++) {
        seed = first_seed << 32 | i;
        const crowd c = draw_crowd();
        judge(i, &c, &of[c.kind]);
        if (one) zoo_close(open_crowd(&c, REFERENCE, 0, 0));
    }
    printf("seed %llu, reference %g Hz; m at 20, 30, 60, 120, 240, 360 Hz\n  %-7s %6s %8s %6s %6s %7s\n",
           (unsigned long long)first_seed, REFERENCE, "kind", "scenes", "overlaps", "unlike", "ends", "excused");
    for (int k = 0; k < CROWD_KINDS; k++) print_tally(kind_names[k], &of[k]);
    for (int k = 0; k < CROWD_KINDS; k++) {
        if (of[k].overlaps > known[k].overlaps * of[k].scenes) fail_msg("%s: %u overlap", kind_names[k], of[k].overlaps);
        if (of[k].unlike > known[k].unlike * of[k].scenes) fail_msg("%s: %u end apart up to 240 Hz", kind_names[k], of[k].unlike);
        if (of[k].ends > known[k].ends * of[k].scenes) fail_msg("%s: %u end apart", kind_names[k], of[k].ends);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(characters_among_each_other)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
