// nearby.c - keeps, orders and finds what was gathered. The sink that fills a set stands in sink.c.
#include "motion/nearby.h"
#include "base/memory.h"
#include "motion/sink.h"

#include <float.h>
#include <string.h>

lope_nearby *lope_nearby_create(const lope_allocator *allocator)
{
    lope_allocator use = lope_allocator_or_default(allocator);
    lope_nearby *nearby = lope_allocate_zero(&use, sizeof *nearby);
    if (nearby) nearby->allocator = use;
    return nearby;
}

static void set_free(const lope_allocator *allocator, lope_near_set *set)
{
    lope_release(allocator, set->bodies, set->body_capacity * sizeof *set->bodies);
    lope_release(allocator, set->triangles, set->triangle_capacity * sizeof *set->triangles);
    lope_release(allocator, set->rounds, set->round_capacity * sizeof *set->rounds);
    lope_release(allocator, set->triangle_blocks, set->triangle_block_capacity * sizeof *set->triangle_blocks);
    lope_release(allocator, set->round_blocks, set->round_block_capacity * sizeof *set->round_blocks);
    lope_release(allocator, set->order, set->order_capacity * sizeof *set->order);
    lope_release(allocator, set->spare_triangles, set->spare_capacity * sizeof *set->spare_triangles);
}

void lope_nearby_destroy(lope_nearby *nearby)
{
    if (!nearby) return;
    lope_allocator allocator = nearby->allocator;
    set_free(&allocator, &nearby->sets[0]);
    set_free(&allocator, &nearby->sets[1]);
    lope_release(&allocator, nearby->fences, nearby->fence_capacity * sizeof *nearby->fences);
    lope_release(&allocator, nearby, sizeof *nearby);
}

static void set_clear(lope_near_set *set)
{
    set->body_count = 0;
    set->triangle_count = 0;
    set->round_count = 0;
}

void lope_nearby_clear(lope_nearby *nearby)
{
    if (!nearby) return;
    set_clear(&nearby->sets[0]);
    set_clear(&nearby->sets[1]);
    nearby->fence_count = 0;
    nearby->kept = false;
    nearby->moving_kept = false;
}

static size_t set_bytes(const lope_near_set *set)
{
    return set->body_capacity * sizeof *set->bodies + set->triangle_capacity * sizeof *set->triangles +
           set->round_capacity * sizeof *set->rounds + set->triangle_block_capacity * sizeof *set->triangle_blocks +
           set->round_block_capacity * sizeof *set->round_blocks + set->order_capacity * sizeof *set->order +
           set->spare_capacity * sizeof *set->spare_triangles;
}

size_t lope_nearby_bytes(const lope_nearby *nearby)
{
    if (!nearby) return 0;
    return sizeof *nearby + set_bytes(&nearby->sets[0]) + set_bytes(&nearby->sets[1]) +
           nearby->fence_capacity * sizeof *nearby->fences;
}

static double snap(double x, double grid) { return floor(x / grid + 0.5) * grid; }

void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                       const lope_capsule *capsule, double unit)
{
    double grid = LOPE_GRID * unit;
    lope_point origin = lope_point_make(snap(feet.x, grid), snap(feet.y, grid), snap(feet.z, grid));
    bool same = nearby->kept && surroundings->static_revision && nearby->context == surroundings->context &&
                nearby->gather == surroundings->gather && nearby->filter.channels == filter.channels &&
                nearby->filter.ignore == filter.ignore && nearby->origin.x == origin.x && nearby->origin.y == origin.y &&
                nearby->origin.z == origin.z && nearby->revision == surroundings->static_revision(surroundings->context);
    if (!same) {
        set_clear(&nearby->sets[0]);
        nearby->kept = false;
    }
    set_clear(&nearby->sets[1]);
    nearby->moving_kept = false;
    nearby->fence_count = 0;
    nearby->origin = origin;
    nearby->unit = unit;
    lope_point local = lope_point_sub(feet, origin);
    nearby->start = (lope_capsule){lope_point_add(local, capsule->a), lope_point_add(local, capsule->b), capsule->radius};
}

static lope_bounds grow(const lope_bounds *bounds, double by)
{
    lope_point g = lope_point_make(by, by, by);
    lope_bounds grown = {lope_point_sub(bounds->lower, g), lope_point_add(bounds->upper, g)};
    return grown;
}

// Order by body id, then index, then part: never by how the world happened to hand them out.
static bool triangle_before(const lope_near_set *set, const lope_near_triangle *a, const lope_near_triangle *b)
{
    uint64_t ia = set->bodies[a->body].id, ib = set->bodies[b->body].id;
    if (ia != ib) return ia < ib;
    if (a->index != b->index) return a->index < b->index;
    return a->part < b->part;
}

static bool round_before(const lope_near_set *set, const lope_near_round *a, const lope_near_round *b)
{
    uint64_t ia = set->bodies[a->body].id, ib = set->bodies[b->body].id;
    return ia != ib ? ia < ib : a->index < b->index;
}

// Bottom-up merge sort of set->order[0 .. n), with its upper half as scratch.
static void sort_order(lope_near_set *set, uint32_t n)
{
    uint32_t *from = set->order, *to = set->order + n;
    for (uint32_t width = 1; width < n; width *= 2) {
        for (uint32_t start = 0; start < n; start += 2 * width) {
            uint32_t middle = start + width < n ? start + width : n, end = start + 2 * width < n ? start + 2 * width : n;
            uint32_t i = start, j = middle;
            for (uint32_t k = start; k < end; k++) {
                bool right = i >= middle || (j < end && triangle_before(set, &set->triangles[from[j]], &set->triangles[from[i]]));
                to[k] = right ? from[j++] : from[i++];
            }
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != set->order) memcpy(set->order, from, n * sizeof *from);
}

static bool sort_triangles(const lope_allocator *allocator, lope_near_set *set)
{
    uint32_t n = set->triangle_count;
    bool sorted = true;
    for (uint32_t i = 1; i < n && sorted; i++) sorted = !triangle_before(set, &set->triangles[i], &set->triangles[i - 1]);
    if (sorted) return true;
    if (!lope_grow(allocator, (void **)&set->order, &set->order_capacity, 2 * (size_t)n, sizeof *set->order)) return false;
    if (!lope_grow(allocator, (void **)&set->spare_triangles, &set->spare_capacity, set->triangle_capacity,
                   sizeof *set->triangles))
        return false;
    for (uint32_t i = 0; i < n; i++) set->order[i] = i;
    sort_order(set, n);
    for (uint32_t i = 0; i < n; i++) set->spare_triangles[i] = set->triangles[set->order[i]];
    lope_near_triangle *swap = set->triangles;
    size_t capacity = set->triangle_capacity;
    set->triangles = set->spare_triangles;
    set->triangle_capacity = set->spare_capacity;
    set->spare_triangles = swap;
    set->spare_capacity = capacity;
    return true;
}

static void sort_rounds(lope_near_set *set) // few: insertion
{
    for (uint32_t i = 1; i < set->round_count; i++) {
        lope_near_round moving = set->rounds[i];
        uint32_t j = i;
        for (; j > 0 && round_before(set, &moving, &set->rounds[j - 1]); j--) set->rounds[j] = set->rounds[j - 1];
        set->rounds[j] = moving;
    }
}

// Rounded outward by more than a float's rounding at the sizes that occur.
static float float_below(double x)
{
    double low = x - (x < 0 ? -x : x) * 2.5e-7 - 1e-7;
    return low < -3e38 ? -FLT_MAX : low > 3e38 ? 3e38f : (float)low;
}

static float float_above(double x) { return -float_below(-x); }

static void block_put_box(lope_near_block *blocks, uint32_t i, const lope_bounds *bounds)
{
    lope_near_block *block = &blocks[i / LOPE_BLOCK];
    uint32_t lane = i % LOPE_BLOCK;
    block->lower[0][lane] = float_below(bounds->lower.x);
    block->lower[1][lane] = float_below(bounds->lower.y);
    block->lower[2][lane] = float_below(bounds->lower.z);
    block->upper[0][lane] = float_above(bounds->upper.x);
    block->upper[1][lane] = float_above(bounds->upper.y);
    block->upper[2][lane] = float_above(bounds->upper.z);
}

static void block_put_plane(lope_near_block *blocks, uint32_t i, lope_point normal, double offset, bool two_sided)
{
    lope_near_block *block = &blocks[i / LOPE_BLOCK];
    uint32_t lane = i % LOPE_BLOCK;
    block->normal[0][lane] = (float)normal.x;
    block->normal[1][lane] = (float)normal.y;
    block->normal[2][lane] = (float)normal.z;
    block->offset[lane] = (float)offset;
    block->one_sided[lane] = two_sided ? 0.0f : 1.0f;
}

static void block_pad(lope_near_block *blocks, uint32_t count)
{
    lope_bounds nothing = {{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (uint32_t i = count; i % LOPE_BLOCK != 0; i++) {
        block_put_box(blocks, i, &nothing);
        block_put_plane(blocks, i, lope_point_make(0, 0, 0), 0, true);
    }
}

static bool build_blocks(const lope_allocator *allocator, lope_near_set *set)
{
    size_t triangle_blocks = (set->triangle_count + LOPE_BLOCK - 1) / LOPE_BLOCK;
    size_t round_blocks = (set->round_count + LOPE_BLOCK - 1) / LOPE_BLOCK;
    if (!lope_grow(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, triangle_blocks,
                   sizeof *set->triangle_blocks))
        return false;
    if (!lope_grow(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks, sizeof *set->round_blocks))
        return false;
    for (uint32_t i = 0; i < set->triangle_count; i++) {
        lope_bounds bounds = lope_triangle_bounds(&set->triangles[i].shape);
        const lope_near_triangle *triangle = &set->triangles[i];
        block_put_box(set->triangle_blocks, i, &bounds);
        block_put_plane(set->triangle_blocks, i, triangle->normal, lope_point_dot(triangle->normal, triangle->shape.v[0]),
                        triangle->two_sided);
    }
    block_pad(set->triangle_blocks, set->triangle_count);
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds bounds = lope_shape_bounds(&set->rounds[i].shape);
        block_put_box(set->round_blocks, i, &bounds);
        block_put_plane(set->round_blocks, i, lope_point_make(0, 0, 0), 0, true);
    }
    block_pad(set->round_blocks, set->round_count);
    return true;
}

static void fence_between(const lope_capsule *own, const lope_near_round *round, lope_near_fence *fence)
{
    const lope_capsule *other = &round->shape.as.capsule;
    lope_separation apart = lope_capsule_separation(own, &round->shape);
    double a = lope_point_dot(apart.normal, other->a), b = lope_point_dot(apart.normal, other->b);
    double reach = (a > b ? a : b) + other->radius;
    fence->normal = apart.normal;
    fence->gap = apart.distance;
    fence->offset = reach + 0.5 * apart.distance;
    fence->point = apart.point;
    fence->body = round->body;
    fence->index = round->index;
}

// Other characters leave the round shapes and become fences.
static bool raise_fences(lope_nearby *nearby)
{
    lope_near_set *set = &nearby->sets[1];
    uint32_t kept = 0;
    nearby->fence_count = 0;
    for (uint32_t i = 0; i < set->round_count; i++) {
        const lope_near_round *round = &set->rounds[i];
        if (!set->bodies[round->body].character || round->shape.kind != LOPE_SHAPE_CAPSULE) {
            set->rounds[kept++] = *round;
            continue;
        }
        if (!lope_grow(&nearby->allocator, (void **)&nearby->fences, &nearby->fence_capacity, (size_t)nearby->fence_count + 1,
                       sizeof *nearby->fences))
            return false;
        fence_between(&nearby->start, round, &nearby->fences[nearby->fence_count++]);
    }
    set->round_count = kept;
    return true;
}

static lope_result gather_set(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              lope_gather_kind kind, const lope_bounds *local)
{
    lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    lope_near_set *set = &nearby->sets[kind == LOPE_MOVING];
    set_clear(set);
    lope_sink sink = {.set = set, .allocator = &nearby->allocator, .origin = nearby->origin};
    lope_result result = surroundings->gather(surroundings->context, &world, filter, kind, &sink);
    if (result == LOPE_OK) result = sink.failed;
    if (result == LOPE_OK) sort_rounds(set);
    if (result == LOPE_OK && !sort_triangles(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && kind == LOPE_MOVING && !raise_fences(nearby)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && !build_blocks(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result != LOPE_OK) set_clear(set);
    return result;
}

lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              const lope_bounds *local, uint32_t *gathers)
{
    lope_bounds grown = grow(local, LOPE_GROWTH * nearby->unit);
    if (!nearby->kept || !lope_bounds_contain(&nearby->bounds, local)) {
        nearby->kept = false;
        lope_result result = gather_set(nearby, surroundings, filter, LOPE_STATIC, &grown);
        if (result != LOPE_OK) return result;
        *gathers += 1;
        nearby->bounds = grown;
        nearby->context = surroundings->context;
        nearby->gather = surroundings->gather;
        nearby->filter = filter;
        nearby->revision = surroundings->static_revision ? surroundings->static_revision(surroundings->context) : 0;
        nearby->kept = true;
    }
    if (!nearby->moving_kept || !lope_bounds_contain(&nearby->moving_bounds, local)) {
        nearby->moving_kept = false;
        lope_result result = gather_set(nearby, surroundings, filter, LOPE_MOVING, &grown);
        if (result != LOPE_OK) return result;
        *gathers += 1;
        nearby->moving_bounds = grown;
        nearby->moving_kept = true;
    }
    return LOPE_OK;
}

static void put3(float to[3], lope_point from)
{
    to[0] = (float)from.x;
    to[1] = (float)from.y;
    to[2] = (float)from.z;
}

lope_near_query lope_near_query_bounds(const lope_bounds *local)
{
    lope_near_query query = {{float_below(local->lower.x), float_below(local->lower.y), float_below(local->lower.z)},
                             {float_above(local->upper.x), float_above(local->upper.y), float_above(local->upper.z)},
                             .any_front = true};
    return query;
}

lope_near_query lope_near_query_capsule(const lope_capsule *capsule, lope_point motion, double unit)
{
    double r = capsule->radius;
    lope_point a = capsule->a, b = capsule->b, m = motion;
    lope_bounds bounds = {{(a.x < b.x ? a.x : b.x) + (m.x < 0 ? m.x : 0) - r, (a.y < b.y ? a.y : b.y) + (m.y < 0 ? m.y : 0) - r,
                           (a.z < b.z ? a.z : b.z) + (m.z < 0 ? m.z : 0) - r},
                          {(a.x > b.x ? a.x : b.x) + (m.x > 0 ? m.x : 0) + r, (a.y > b.y ? a.y : b.y) + (m.y > 0 ? m.y : 0) + r,
                           (a.z > b.z ? a.z : b.z) + (m.z > 0 ? m.z : 0) + r}};
    lope_near_query query = lope_near_query_bounds(&bounds);
    put3(query.a, a);
    put3(query.b, b);
    put3(query.motion, motion);
    // Planes as floats are off by a few roundings of the largest coordinate, which the offset of a plane may share.
    double size = 0;
    for (int i = 0; i < 3; i++) {
        double low = (double)query.lower[i], high = (double)query.upper[i];
        size = -low > size ? -low : high > size ? high : size;
    }
    query.radius = (float)(r + 1e-5 * unit + size * 2e-6);
    query.any_front = !(lope_point_dot(motion, motion) > 0);
    return query;
}
