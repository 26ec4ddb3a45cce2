// test_shoved_aside.c - a body goes past a standing character and shoves it ahead and out of its way: along
// one path at every tick rate.
//
// The way of the shove is that of the contact normal at each instant. Round bodies and corners turn it while
// they go past, so a push per tick along the first normal is first order in the tick. Each case draws the
// body's shape, size, heading, speed and offset from a seed that is printed, and is played at all rates. It
// ends within 1 cm at each of them (promise 7). LOPE_SEED=n draws others, LOPE_WALKS=n so many, LOPE_WALK=n
// one of them. Read next: src/motion/moving/push_out.c.
#include "../zoo/zoo.h"
#include "draw.h"
#include "scene/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIANS 0.017453292519943295
#define RADIUS 0.34 // m, the character's
#define APART 0.01  // m, promise 7
#define WALKS 40

static const double rates[] = {20, 60, 120, 240, 360};
#define RATES (sizeof rates / sizeof *rates)
typedef enum passer_kind { SPHERE, CAPSULE, CYLINDER, BOX, MESH, HULL, PASSER_KINDS } passer_kind;
static const char *const kinds[] = {"sphere", "capsule", "cylinder", "box", "mesh", "hull"};

typedef struct passer {
    passer_kind kind;
    double radius, heading, turn, speed, offset; // m; degrees; degrees about up, of what has corners; m/s; m
} passer;

static passer draw_passer(void)
{
    passer p = {.kind = (passer_kind)pick(PASSER_KINDS), .radius = draw(0.3, 1.2), .heading = draw(-180, 180)};
    p.turn = draw(20, 70); // a corner ahead, not a face
    p.speed = draw(0.5, 10);
    // The nearer to the middle it comes, the longer it shoves, and every error grows by e over its own
    // radius.
    p.offset = (pick(2) ? 1 : -1) * draw(0.05, 0.9) * (p.radius + (p.kind < BOX ? RADIUS : 0));
    if (p.kind == SPHERE && p.radius < 0.6) p.radius = 0.6; // a smaller one would be stepped upon
    return p;
}

static zoo *open_passer(const passer *p, double rate, double *reach)
{
    char shape[400];
    const double c = cos(p->heading * RADIANS), s = sin(p->heading * RADIANS), r = p->radius;
    *reach = 2 * r + 2 * RADIUS + 0.5;
    if (p->kind == SPHERE)
        snprintf(shape, sizeof shape, "\"sphere\":%.6f", r);
    else if (p->kind == CAPSULE || p->kind == CYLINDER)
        snprintf(shape, sizeof shape, "\"%s\":[%.6f,%.6f]", kinds[p->kind], r, 2 * r + 2);
    else if (p->kind == HULL)
        snprintf(shape, sizeof shape,
                 "\"hull\":[[%.6f,-1,0],[%.6f,1,0],[%.6f,-1,%.6f],[%.6f,1,%.6f],[%.6f,-1,%.6f],[%.6f,1,%.6f]]", r, r, -r, r, -r,
                 r, -r, -r, -r, -r);
    else
        snprintf(shape, sizeof shape, "\"box\":[%.6f,2,%.6f]%s", 2 * r, 2 * r, p->kind == MESH ? ",\"as\":\"mesh\"" : "");
    const double up = p->kind == SPHERE ? fmax(r, 0.9)
                      : p->kind < BOX   ? r + 1
                                        : 1.0,
                 yaw = p->kind < BOX ? 0 : p->turn - p->heading;
    return zoo_open_text("shoved_aside", rate,
                         "{\"lope\":1,\"duration\":%.6f,\"level\":["
                         "{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},"
                         "{\"name\":\"passer\",%s,\"position\":[%.6f,%.6f,%.6f],\"euler\":[0,%.6f,0],"
                         "\"motion\":{\"velocity\":[%.6f,0,%.6f]}}],"
                         "\"characters\":[{\"name\":\"hero\",\"feet\":[0,0,0],\"input\":[]}]}",
                         ceil(20 * (2 * *reach + 4) / p->speed) / 20, shape, -*reach * c - p->offset * s, up,
                         -*reach * s + p->offset * c, yaw, p->speed * c, p->speed * s);
}

static void a_body_shoves_along_one_path_at_every_rate(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t last = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    uint32_t failed = 0, shoved = 0;
    double widest = 0;
    for (uint32_t i = begin; i < last; i++) {
        seed = first << 32 | i;
        const passer p = draw_passer();
        lope_point ends[RATES];
        double apart = 0, reach;
        for (size_t k = 0; k < RATES; k++) {
            zoo *z = open_passer(&p, rates[k], &reach);
            while (zoo_tick(z)) {}
            ends[k] = zoo_feet(z, "hero");
            zoo_close(z);
        }
        for (size_t k = 0; k < RATES; k++) apart = fmax(apart, lope_point_length(lope_point_sub(ends[k], ends[RATES - 1])));
        shoved += lope_point_length(ends[0]) > 0.01 ? 1 : 0;
        widest = fmax(widest, apart);
        if (!(apart > APART) || failed++ >= 20) continue;
        printf("  walk %u: %s of %.3f m, heading %.1f, turned %.1f, %.2f m/s, off %.3f: %.4f m apart, at", i, kinds[p.kind],
               p.radius, p.heading, p.turn, p.speed, p.offset, apart);
        for (size_t k = 0; k < RATES; k++) printf(" (%.3f, %.3f, %.3f)", ends[k].x, ends[k].y, ends[k].z);
        printf("\n");
    }
    printf("seed %llu: %u bodies go past, %u shove, %u failed, at most %.4f m apart\n", (unsigned long long)first, last - begin,
           shoved, failed, widest);
    assert_int_equal(failed, 0);
    assert_true(shoved > (last - begin) / 2);
}

static void the_cases_shove_along_one_path(void **unused)
{
    (void)unused;
    static const char *const cases[] = {"f18-pillar", "f18-flat"};
    for (size_t c = 0; c < 2; c++) {
        lope_point ends[RATES];
        for (size_t k = 0; k < RATES; k++) {
            zoo *z = zoo_open_case(cases[c], rates[k]);
            if (!z) return;
            while (zoo_tick(z)) {}
            ends[k] = zoo_feet(z, "hero");
            zoo_close(z);
            const double apart = lope_point_length(lope_point_sub(ends[k], ends[0]));
            if (apart > APART) fail_msg("%s at %g Hz: %.4f m apart", cases[c], rates[k], apart);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_body_shoves_along_one_path_at_every_rate),
                                       cmocka_unit_test(the_cases_shove_along_one_path)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
