// test_head_riders.c - a rider on the head of a character that walks goes along with it, and not a tick
// behind.
//
// The rider is carried to where the walker's level velocity leads by the tick's end. So it is late only by
// what the walker speeds up in a tick. Each case draws the walk, a stack of one or two riders and where they
// stand on the head from a seed that is printed, and is played at all rates. Once the walk is steady, each
// rider stands where it stood on the head. LOPE_SEED=n draws others, LOPE_WALKS=n so many, LOPE_WALK=n one of
// them. Read next: src/motion/nearby/character_planes.c (lead_base).
#include "../zoo/zoo.h"
#include "scene/scenario.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RADIANS 0.017453292519943295
#define APART 0.01 // m, promise 7
#define HEAD 1.76  // m
#define WALKS 16

static const double rates[] = {20, 60, 120, 240, 360};
#define RATES (sizeof rates / sizeof *rates)

static uint64_t seed = 1;

static double draw(double low, double high)
{
    seed += UINT64_C(0x9E3779B97F4A7C15); // splitmix64
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

static void riders_keep_their_place_on_a_walking_head(void **unused)
{
    (void)unused;
    const char *given = getenv("LOPE_SEED"), *many = getenv("LOPE_WALKS"), *one = getenv("LOPE_WALK");
    const uint64_t first = given ? strtoull(given, NULL, 10) : 1;
    const uint32_t begin = one ? (uint32_t)strtoul(one, NULL, 10) : 0;
    const uint32_t last = one ? begin + 1 : many ? (uint32_t)strtoul(many, NULL, 10) : WALKS;
    uint32_t failed = 0;
    double widest = 0;
    for (uint32_t i = begin; i < last; i++) {
        seed = first << 32 | i;
        const double heading = draw(-180, 180) * RADIANS, speed = draw(0.5, 5), off = draw(0, 0.1);
        const bool stack = draw(0, 1) < 0.5;
        char second[200] = "";
        if (stack)
            snprintf(second, sizeof second,
                     ",{\"name\":\"second\",\"feet\":[0,%.6f,0],\"collides_with\":[\"solid\",\"character\"],\"input\":[]}",
                     2 * HEAD);
        double worst = 0;
        for (size_t k = 0; k < RATES; k++) {
            zoo *z = zoo_open_text(
                "head_riders", rates[k],
                "{\"lope\":1,\"duration\":3,\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]}],"
                "\"characters\":[{\"name\":\"under\",\"feet\":[0,0,0],\"collides_with\":[\"solid\",\"character\"],"
                "\"input\":[{\"t\":0.5,\"move\":[%.9f,0,%.9f]}],\"tuning\":{\"max_walk_speed\":%.6f}},"
                "{\"name\":\"rider\",\"feet\":[%.6f,%.6f,0],\"collides_with\":[\"solid\",\"character\"],\"input\":[]}%s]}",
                cos(heading), sin(heading), speed, stack ? 0 : off, HEAD, second);
            lope_point place[2] = {{0, 0, 0}, {0, 0, 0}};
            while (zoo_tick(z)) {
                const double time = zoo_time(z);
                for (int r = 0; r < (stack ? 2 : 1); r++) {
                    const lope_point at = lope_point_sub(zoo_feet(z, r ? "second" : "rider"), zoo_feet(z, "under"));
                    if (time < 0.49) place[r] = at;
                    if (time > 1.5) worst = fmax(worst, lope_point_length(lope_point_sub(at, place[r])));
                }
            }
            zoo_close(z);
        }
        widest = fmax(widest, worst);
        if (worst <= APART || failed++ >= 20) continue;
        printf("  walk %u: heading %.2f, %.2f m/s, off %.3f%s: %.4f m off its place\n", i, heading, speed, off,
               stack ? ", a stack" : "", worst);
    }
    printf("seed %llu: %u walks with riders, %u failed, at most %.4f m off\n", (unsigned long long)first, last - begin, failed,
           widest);
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(riders_keep_their_place_on_a_walking_head)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
