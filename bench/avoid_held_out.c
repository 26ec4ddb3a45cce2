// avoid_held_out.c - many crowds of each family, drawn by a seed, that no constant of avoidance was chosen
// by. See avoid_held_out.h.
#include "avoid_held_out.h"

#include <stdio.h>
#include <string.h>

#define DEEP 0.01 // m, that two agents may overlap

// A family, and between what its parameters are drawn.
typedef struct avoid_family {
    const char *name;
    avoid_put *put;
    uint32_t count_low, count_high;
    double size_low, size_high, gap_low, gap_high; // gap: times the largest radius
} avoid_family;

static const avoid_family families[] = {
    {"circle", avoid_circle, 10, 300, 0, 0, 0, 0}, // its radius follows from the count
    {"streams", avoid_streams, 40, 160, 3, 10, 2.6, 5},     {"door", avoid_door, 20, 100, 0.9, 3, 2.6, 5},
    {"door_both", avoid_door_both, 10, 60, 1.8, 3, 2.6, 5}, {"corridor", avoid_corridor, 40, 240, 2.5, 6, 2.6, 5},
    {"bridge", avoid_bridge, 40, 240, 2.5, 6, 2.6, 5},      {"corner", avoid_corner, 20, 100, 2.5, 6, 2.6, 5},
    {"joining", avoid_joining, 20, 100, 2.5, 6, 2.6, 5},    {"standing", avoid_standing, 20, 100, 4, 8, 2.6, 5},
};
#define FAMILIES (sizeof families / sizeof *families)

static double draw(uint64_t *seed, double low, double high)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return low + (high - low) * (double)((*seed * UINT64_C(2685821657736338717)) >> 11) / 9007199254740992.0;
}

// Draws what a crowd of the family is like.
static avoid_kind draw_kind(const avoid_family *family, uint64_t *seed)
{
    const double one = draw(seed, 0.2, 0.5), other = draw(seed, 0, 1) < 0.5 ? one : draw(seed, 0.2, 0.5);
    const double slow = draw(seed, 1.4, 6), fast = draw(seed, 0, 1) < 0.5 ? slow : draw(seed, 1.4, 6);
    avoid_kind kind = {.count = (uint32_t)draw(seed, family->count_low, family->count_high),
                       .size = draw(seed, family->size_low, family->size_high),
                       .radius_low = one < other ? one : other,
                       .radius_high = one < other ? other : one,
                       .speed_low = slow < fast ? slow : fast,
                       .speed_high = slow < fast ? fast : slow,
                       .seed = 1 + (uint64_t)draw(seed, 0, 1000)};
    // what is as wide as two of them at least lets them pass
    const double fits = family->put == avoid_circle ? 1 : family->put == avoid_door ? kind.size / 2.2 : kind.size / 5;
    if (kind.radius_high > fits) kind.radius_high = fits;
    if (kind.radius_low > fits) kind.radius_low = fits;
    kind.gap = kind.radius_high * draw(seed, family->gap_low, family->gap_high);
    if (family->put == avoid_circle) {
        kind.gap = kind.radius_high * draw(seed, 2.4, 5);
        kind.size = kind.count * kind.gap / 6.2832;
        if (kind.size < 4) kind.size = 4;
    }
    // neighbours do not touch at the start
    const double room = (kind.gap - 2 * kind.radius_high) / (2 * kind.gap);
    kind.jitter = draw(seed, 0, 1) < 0.3 ? 0 : 0.65 * room;
    return kind;
}

static avoid_way draw_way(uint64_t *seed)
{
    static const lope_vec3 ups[] = {{0, 1, 0}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0.26726124f, 0.53452248f, -0.80178373f}};
    static const double rates[] = {20, 30, 60, 60, 120};
    return (avoid_way){.rate = rates[(int)draw(seed, 0, 5)],
                       .units = draw(seed, 0, 1) < 0.25 ? 100 : 1,
                       .up = draw(seed, 0, 1) < 0.6 ? ups[0] : ups[(int)draw(seed, 0, 5)],
                       .threads = 1,
                       .collide = draw(seed, 0, 1) < 0.5,
                       .avoid = true};
}

static bool good(const avoid_result *r) { return r->arrived == r->count && r->fell == 0 && r->deepest < DEEP; }

static void tell(const avoid_scene *scene, const avoid_way *way, const avoid_result *r)
{
    printf("%-4s %-78s %3.0f Hz %s%s: %3u of %3u, last %5.1f s, way %.2f, deep %.4f m, %4.1f m/s2, fell %u, %.2f us\n",
           good(r) ? "" : "BAD", scene->name, way->rate, way->collide ? "collide" : "through", way->units > 1 ? " cm" : "",
           r->arrived, r->count, r->last, r->way, r->deepest, r->change, r->fell, r->us);
    fflush(stdout);
}

// Plays one family. Returns how many of its crowds are not as they must be.
static uint32_t play_family(const avoid_family *family, const avoid_ask *ask)
{
    static avoid_scene scene;
    uint64_t seed = (ask->seed + (uint64_t)(family - families) * 7919) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    uint32_t bad = 0;
    uint64_t arrived = 0, count = 0;
    double deepest = 0;
    for (uint32_t i = 0; i < 8; i++) draw(&seed, 0, 1);
    for (uint32_t run = 0; run < ask->runs; run++) {
        const avoid_kind kind = draw_kind(family, &seed);
        avoid_way way = draw_way(&seed);
        if (ask->collide >= 0) way.collide = ask->collide;
        avoid_result result;
        if (ask->only >= 0 && (uint32_t)ask->only != run) continue;
        family->put(&scene, &kind);
        if (!avoid_play(&scene, &way, &result)) {
            printf("%s: could not be played\n", scene.name);
            return bad + 1;
        }
        if (ask->all || !good(&result)) tell(&scene, &way, &result);
        bad += !good(&result);
        arrived += result.arrived;
        count += result.count;
        if (result.deepest > deepest) deepest = result.deepest;
    }
    printf("== %-10s %u of %u crowds as they must be, %.2f %% arrived, overlap %.4f m at most\n", family->name, ask->runs - bad,
           ask->runs, 100.0 * (double)arrived / (double)count, deepest);
    fflush(stdout);
    return bad;
}

uint32_t avoid_held_out(const avoid_ask *ask)
{
    uint32_t bad = 0;
    printf("seed %llu\n", (unsigned long long)ask->seed);
    for (uint32_t i = 0; i < FAMILIES; i++)
        if (ask->family == NULL || strcmp(ask->family, families[i].name) == 0) bad += play_family(&families[i], ask);
    return bad;
}
