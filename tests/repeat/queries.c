// queries.c - rays, sweeps, overlaps and boxes all over a level, and one number for all that they find. Read
// next: golden.h.
#include "fold.h"
#include "golden.h"
#include "park.h"

#define RAYS 3000
#define SWEEPS 1000
#define OVERLAPS_SHOWN 16

static lope_point inside(const lope_bounds *bounds, uint32_t *seed)
{
    const double x = park_random(seed), y = park_random(seed), z = park_random(seed);
    const lope_point size = lope_point_sub(bounds->upper, bounds->lower);
    return lope_point_add(bounds->lower, lope_point_make(x * size.x, y * size.y, z * size.z));
}

static lope_point way(uint32_t *seed, double length)
{
    const double x = park_random(seed), y = park_random(seed), z = park_random(seed);
    return lope_point_make(length * (2 * x - 1), length * (2 * y - 1), length * (2 * z - 1));
}

// A capsule of 0.2 to 0.6 m radius, leaning a little.
static lope_capsule capsule_at(lope_point center, uint32_t *seed)
{
    const lope_point lean = lope_point_add(way(seed, 0.3), lope_point_make(0, 0.5, 0));
    const double radius = 0.2 + 0.4 * park_random(seed);
    lope_capsule capsule = {lope_point_sub(center, lean), lope_point_add(center, lean), radius};
    return capsule;
}

static uint64_t fold_hit(uint64_t hash, const lope_level_hit *hit)
{
    hash = fold_u64(fold_u64(hash, hit->id), hit->triangle);
    hash = fold_double(fold_double(hash, hit->fraction), hit->depth);
    return fold_vec3(fold_vec3(fold_point(hash, hit->point), hit->normal), hit->surface_normal);
}

static uint64_t overlaps_at(uint64_t hash, const lope_level *level, const lope_capsule *capsule)
{
    const lope_filter all = {LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
    lope_level_hit hits[OVERLAPS_SHOWN];
    uint32_t count = 0, bodies = 0;
    lope_level_overlap(level, capsule, all, hits, OVERLAPS_SHOWN, &count);
    hash = fold_u64(hash, count);
    for (uint32_t i = 0; i < count && i < OVERLAPS_SHOWN; i++) hash = fold_hit(hash, &hits[i]);
    const lope_bounds bounds = {lope_point_sub(capsule->a, lope_point_make(1, 1, 1)),
                                lope_point_add(capsule->b, lope_point_make(1, 1, 1))};
    uint64_t ids[OVERLAPS_SHOWN];
    lope_level_bodies_in(level, &bounds, all, ids, OVERLAPS_SHOWN, &bodies);
    for (uint32_t i = 0; i < bodies && i < OVERLAPS_SHOWN; i++) hash = fold_u64(hash, ids[i]);
    return fold_u64(hash, bodies);
}

uint64_t golden_queries(const lope_level *level, uint32_t seed)
{
    const lope_filter all = {LOPE_CHANNEL_SOLID, LOPE_BODY_NONE};
    const lope_bounds bounds = lope_level_bounds(level);
    uint64_t hash = FOLD_START;
    for (int i = 0; i < RAYS; i++) {
        const lope_point from = inside(&bounds, &seed), motion = way(&seed, 40);
        lope_level_hit hit;
        const bool met = lope_level_ray(level, from, motion, all, &hit);
        hash = fold_u64(hash, met);
        if (!met) continue;
        hash = fold_hit(hash, &hit);
        const lope_capsule capsule = capsule_at(hit.point, &seed); // where something is to be found
        hash = overlaps_at(hash, level, &capsule);
    }
    for (int i = 0; i < SWEEPS; i++) {
        const lope_capsule capsule = capsule_at(inside(&bounds, &seed), &seed);
        const lope_point motion = way(&seed, 15);
        lope_level_hit hit;
        const bool met = lope_level_sweep(level, &capsule, motion, all, &hit);
        hash = fold_u64(hash, met);
        if (met) hash = fold_hit(hash, &hit);
    }
    return hash;
}
