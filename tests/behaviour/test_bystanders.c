// test_bystanders.c - a character walks past, along and between others that stand: as past pillars, at every
// tick rate.
//
// A character that rests does not move by itself, so the other one meets its capsule and not a plane halfway.
// Each case draws one to three bystanders, their sizes, the walk and its speed from a seed that is printed.
// It is played at all rates, among bystanders and among capsules of the level in their places. All ends lie
// within 1 cm (promise 7), and no two capsules overlap. Some walkers come down by a jump. LOPE_SEED=n draws
// others, LOPE_WALKS=n so many, LOPE_WALK=n one of them. Read next: src/motion/nearby/character_planes.h.
#include "../zoo/zoo.h"
#include "draw.h"
#include "scene/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIANS 0.017453292519943295
#define RADIUS 0.34 // m, the walker's
#define SKIN 1e-4   // m, by which two capsules may overlap: five times what counts as a touch
#define APART 0.01  // m, promise 7
#define MOST 3      // bystanders
#define WALKS 40

static const double rates[] = {20, 60, 120, 240, 360};
#define RATES (sizeof rates / sizeof *rates)

typedef struct bystander {
    double x, z, radius, height;
} bystander;

typedef struct crowd {
    bystander them[MOST];
    uint32_t count;
    double heading, speed, jump; // degrees; m/s; s when it jumps, or less than 0
} crowd;

// Bystanders stand along the way, each apart from the others.
static crowd draw_crowd(void)
{
    crowd c = {.count = 1 + pick(MOST), .heading = draw(-180, 180), .speed = draw(1, 8), .jump = pick(4) ? -1 : draw(0.1, 0.4)};
    double along = 0;
    for (uint32_t i = 0; i < c.count; i++) {
        bystander *b = &c.them[i];
        b->radius = draw(0.25, 0.6);
        b->height = 2 * b->radius + draw(0.4, 1.2);
        along += draw(1.6, 2.6);
        // not right in the way, where the side on which it is passed hangs on rounding
        const double off = (pick(2) ? 1 : -1) * draw(0.02, 0.9), h = c.heading * RADIANS;
        b->x = along * cos(h) - off * sin(h);
        b->z = along * sin(h) + off * cos(h);
    }
    return c;
}

static zoo *open_crowd(const crowd *c, double rate, bool statues)
{
    char level[800] = "", people[1000] = "", jump[80] = "";
    size_t at = 0, most = sizeof people;
    for (uint32_t i = 0; i < c->count; i++) {
        const bystander *b = &c->them[i];
        if (statues)
            at += (size_t)snprintf(level + at, sizeof level - at, ",{\"capsule\":[%.6f,%.6f],\"position\":[%.6f,%.6f,%.6f]}",
                                   b->radius, b->height, b->x, 0.5 * b->height, b->z);
        else
            at += (size_t)snprintf(people + at, most - at,
                                   ",{\"name\":\"b%u\",\"feet\":[%.6f,0,%.6f],\"radius\":%.6f,\"height\":%.6f,"
                                   "\"collides_with\":[\"solid\",\"character\"],\"input\":[]}",
                                   i, b->x, b->z, b->radius, b->height);
    }
    if (c->jump >= 0)
        snprintf(jump, sizeof jump, ",{\"t\":%.6f,\"jump\":true},{\"t\":%.6f,\"jump\":false}", c->jump, c->jump + 0.1);
    return zoo_open_text(
        "bystanders", rate,
        "{\"lope\":1,\"duration\":3,\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]}%s],"
        "\"characters\":[{\"name\":\"hero\",\"feet\":[0,0,0],\"collides_with\":[\"solid\",\"character\"],"
        "\"input\":[{\"t\":0,\"move\":[%.9f,0,%.9f]}%s],\"tuning\":{\"max_walk_speed\":%.6f}}%s]}",
        level, cos(c->heading * RADIANS), sin(c->heading * RADIANS), jump, c->speed, people);
}

// Returns the deepest overlap (m) of the walker with a bystander that stands at its place.
static double overlap(const zoo *z, const crowd *c)
{
    double most = 0;
    const lope_point feet = zoo_feet(z, "hero");
    for (uint32_t i = 0; i < c->count; i++) {
        const bystander *b = &c->them[i];
        const double over = fmax(0, feet.y + RADIUS - (b->height - b->radius));
        most = fmax(most, RADIUS + b->radius - sqrt(pow(feet.x - b->x, 2) + pow(feet.z - b->z, 2) + over * over));
    }
    return most;
}

static lope_point play(const crowd *c, double rate, bool statues, double *deepest)
{
    zoo *z = open_crowd(c, rate, statues);
    while (zoo_tick(z)) *deepest = fmax(*deepest, overlap(z, c));
    const lope_point end = zoo_feet(z, "hero");
    zoo_close(z);
    return end;
}

static void bystanders_are_passed_as_pillars_are(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t last = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    uint32_t failed = 0, unlike = 0;
    double widest = 0, depth = 0;
    for (uint32_t i = begin; i < last; i++) {
        seed = first << 32 | i;
        const crowd c = draw_crowd();
        lope_point ends[2][RATES];
        double apart[2] = {0, 0}, other = 0, deepest = 0;
        for (int statues = 0; statues < 2; statues++)
            for (size_t k = 0; k < RATES; k++) ends[statues][k] = play(&c, rates[k], statues, &deepest);
        for (size_t k = 0; k < RATES; k++) {
            for (int s = 0; s < 2; s++)
                apart[s] = fmax(apart[s], lope_point_length(lope_point_sub(ends[s][k], ends[s][RATES - 1])));
            other = fmax(other, lope_point_length(lope_point_sub(ends[0][k], ends[1][k])));
        }
        // where the walk among pillars is not the same at each rate, neither is this one
        const bool fair = apart[1] <= APART;
        unlike += fair ? 0 : 1;
        if (fair) widest = fmax(widest, fmax(apart[0], other));
        depth = fmax(depth, deepest);
        if (((!fair || (apart[0] <= APART && other <= APART)) && deepest <= SKIN) || failed++ >= 20) continue;
        printf(
            "  walk %u: %u bystanders, heading %.1f, %.2f m/s, jumps at %.2f: %.4f m apart, %.4f m from the walk among pillars, "
            "%.5f m deep\n",
            i, c.count, c.heading, c.speed, c.jump, apart[0], other, deepest);
    }
    printf("seed %llu: %u walks, %u failed, at most %.4f m apart and %.6f m deep; %u of the walks among pillars differ\n",
           (unsigned long long)first, last - begin, failed, widest, depth, unlike);
    assert_int_equal(failed, 0);
}

static void the_case_is_as_its_control(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < RATES; k++) {
        zoo *z = zoo_open_case("f15-bystander", rates[k]), *control = zoo_open_case("f15-statue", rates[k]);
        if (!z || !control) return;
        while (zoo_tick(z) && zoo_tick(control)) {}
        const double apart = lope_point_length(lope_point_sub(zoo_feet(z, "hero"), zoo_feet(control, "hero")));
        if (apart > APART) fail_msg("at %g Hz %.4f m from the walk past a statue", rates[k], apart);
        zoo_close(z);
        zoo_close(control);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bystanders_are_passed_as_pillars_are),
                                       cmocka_unit_test(the_case_is_as_its_control)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
