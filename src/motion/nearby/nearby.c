// nearby.c - keeps, orders and finds what was gathered. The sink that fills a set stands in sink.c.
#include "motion/nearby/nearby.h"
#include "base/copy.h"
#include "base/hot_cold.h"
#include "base/memory.h"
#include "base/prefetch.h"
#include "base/simd.h"
#include "motion/nearby/query_log.h"
#include "motion/nearby/sink.h"

#include <string.h>

lope_nearby *lope_nearby_create(const lope_allocator *allocator)
{
    lope_allocator use = lope_allocator_or_default(allocator);
    lope_nearby *nearby = lope_allocate_zero(&use, sizeof *nearby);
    if (!nearby) return NULL;
    nearby->allocator = use;
    nearby->growth = LOPE_GROWTH;
    return nearby;
}

#define RESERVE_BODIES 8  // that stand near; and of what moves: bodies, round shapes and characters, each
#define RESERVE_MOVING 24 // triangles of what moves: two boxes

// How many blocks take as much room as those of so many triangles and their edges.
static size_t blocks_and_edges(size_t triangles)
{
    size_t blocks = (triangles + LOPE_BLOCK - 1) / LOPE_BLOCK;
    return blocks + (blocks * sizeof(lope_near_edges) + sizeof(lope_near_block) - 1) / sizeof(lope_near_block);
}

// The blocks first, then the triangles: so what every tick reads mostly comes to stand in a few pages, behind the nearby that was made
// last. To find where a page is costs more than to read its lines, where there are thousands.
static bool set_reserve(const lope_allocator *allocator, lope_near_set *set, size_t triangles, size_t rounds)
{
    size_t blocks = blocks_and_edges(triangles), round_blocks = (rounds + LOPE_BLOCK - 1) / LOPE_BLOCK;
    return lope_grow(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, blocks,
                     sizeof *set->triangle_blocks) &&
           lope_grow(allocator, (void **)&set->triangles, &set->triangle_capacity, triangles, sizeof *set->triangles) &&
           lope_grow(allocator, (void **)&set->bodies, &set->body_capacity, RESERVE_BODIES, sizeof *set->bodies) &&
           lope_grow(allocator, (void **)&set->order, &set->order_capacity, 2 * triangles, sizeof *set->order) &&
           lope_grow(allocator, (void **)&set->rounds, &set->round_capacity, rounds, sizeof *set->rounds) &&
           lope_grow(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks, sizeof *set->round_blocks);
}

lope_result lope_nearby_reserve(lope_nearby *nearby, uint32_t triangles)
{
    if (!nearby) return LOPE_ERROR_NULL;
    const lope_allocator *allocator = &nearby->allocator;
    bool good = set_reserve(allocator, &nearby->sets[0], triangles, LOPE_BLOCK) &&
                set_reserve(allocator, &nearby->sets[1], RESERVE_MOVING, RESERVE_BODIES) &&
                lope_grow(allocator, (void **)&nearby->fences, &nearby->fence_capacity, RESERVE_BODIES, sizeof *nearby->fences);
    return good ? LOPE_OK : LOPE_ERROR_MEMORY;
}

void lope_near_set_free(const lope_allocator *allocator, lope_near_set *set)
{
    lope_release(allocator, set->bodies, set->body_capacity * sizeof *set->bodies);
    lope_release(allocator, set->triangles, set->triangle_capacity * sizeof *set->triangles);
    lope_release(allocator, set->rounds, set->round_capacity * sizeof *set->rounds);
    lope_release(allocator, set->triangle_blocks, set->triangle_block_capacity * sizeof *set->triangle_blocks);
    lope_release(allocator, set->round_blocks, set->round_block_capacity * sizeof *set->round_blocks);
    lope_release(allocator, set->order, set->order_capacity * sizeof *set->order);
    lope_release(allocator, set->volumes, set->volume_capacity * sizeof *set->volumes);
}

void lope_nearby_destroy(lope_nearby *nearby)
{
    if (!nearby) return;
    lope_allocator allocator = nearby->allocator;
    lope_near_set_free(&allocator, &nearby->sets[0]);
    lope_near_set_free(&allocator, &nearby->sets[1]);
    lope_near_set_free(&allocator, &nearby->zones.sets[0]);
    lope_near_set_free(&allocator, &nearby->zones.sets[1]);
    lope_release(&allocator, nearby->fences, nearby->fence_capacity * sizeof *nearby->fences);
    lope_release(&allocator, nearby, sizeof *nearby);
}

void lope_near_set_clear(lope_near_set *set)
{
    set->body_count = 0;
    set->triangle_count = 0;
    set->round_count = 0;
    set->conveys = false;
    set->volume_count = 0;
}

void lope_nearby_clear(lope_nearby *nearby)
{
    if (!nearby) return;
    lope_near_set_clear(&nearby->sets[0]);
    lope_near_set_clear(&nearby->sets[1]);
    nearby->fence_count = 0;
    nearby->kept = nearby->patch.kept = false;
    nearby->moving_kept = nearby->clear_kept = false;
    lope_near_set_clear(&nearby->zones.sets[0]);
    lope_near_set_clear(&nearby->zones.sets[1]);
    nearby->zones_kept = nearby->zones_moving_kept = false;
}

size_t lope_near_set_bytes(const lope_near_set *set)
{
    return set->body_capacity * sizeof *set->bodies + set->triangle_capacity * sizeof *set->triangles +
           set->round_capacity * sizeof *set->rounds + set->triangle_block_capacity * sizeof *set->triangle_blocks +
           set->round_block_capacity * sizeof *set->round_blocks + set->order_capacity * sizeof *set->order +
           set->volume_capacity * sizeof *set->volumes;
}

size_t lope_nearby_bytes(const lope_nearby *nearby)
{
    if (!nearby) return 0;
    return sizeof *nearby + lope_near_set_bytes(&nearby->sets[0]) + lope_near_set_bytes(&nearby->sets[1]) +
           lope_near_set_bytes(&nearby->zones.sets[0]) + lope_near_set_bytes(&nearby->zones.sets[1]) +
           nearby->fence_capacity * sizeof *nearby->fences;
}

// The nearest multiple of the grid; beyond 2^52 of its cells every number is one.
static double snap(double x, double grid)
{
    double cells = x / grid + 0.5;
    if (!(cells > -4503599627370496.0 && cells < 4503599627370496.0)) return floor(cells) * grid;
    double whole = (double)(int64_t)cells;
    return (whole > cells ? whole - 1.0 : whole) * grid;
}

// Whether a place snaps to that origin for sure: it is within its cell by more than the rounding of a division, a billion cells away, too.
static inline bool snaps_to(lope_point feet, lope_point origin, double grid)
{
    double within = (0.5 - 1e-3) * grid, most = 1e9 * grid;
    lope_point off = lope_point_sub(feet, origin);
    bool near_it = fabs(off.x) < within && fabs(off.y) < within && fabs(off.z) < within;
    return near_it && fabs(feet.x) < most && fabs(feet.y) < most && fabs(feet.z) < most;
}

// Mostly that of the last tick.
static inline lope_point origin_for(const lope_nearby *nearby, lope_point feet, double grid)
{
    bool stands = nearby->kept && !(nearby->unit * LOPE_GRID < grid) && !(nearby->unit * LOPE_GRID > grid);
    if (stands && snaps_to(feet, nearby->origin, grid)) return nearby->origin;
    return lope_point_make(snap(feet.x, grid), snap(feet.y, grid), snap(feet.z, grid));
}

LOPE_OFTEN void lope_nearby_begin(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter, lope_point feet,
                                  lope_near_self *self, double unit)
{
    double grid = LOPE_GRID * unit;
    const lope_point origin = origin_for(nearby, feet, grid);
    bool same = nearby->kept && surroundings->static_revision && nearby->context == surroundings->context &&
                nearby->gather == surroundings->gather && nearby->filter.channels == filter.channels &&
                nearby->filter.ignore == filter.ignore && nearby->origin.x == origin.x && nearby->origin.y == origin.y &&
                nearby->origin.z == origin.z && nearby->revision == surroundings->static_revision(surroundings->context);
    if (!same) {
        lope_near_set_clear(&nearby->sets[0]);
        nearby->kept = nearby->patch.kept = nearby->clear_kept = false;
    }
    lope_near_set_clear(&nearby->sets[1]);
    nearby->moving_kept = false;
    nearby->fence_count = 0;
    nearby->origin = origin;
    nearby->unit = unit;
    nearby->self = self;
    lope_point local = lope_point_sub(feet, origin);
    self->start.a = lope_point_add(local, self->start.a);
    self->start.b = lope_point_add(local, self->start.b);
}

void lope_nearby_move(lope_nearby *nearby, lope_point by)
{
    nearby->self->start.a = lope_point_add(nearby->self->start.a, by);
    nearby->self->start.b = lope_point_add(nearby->self->start.b, by);
    nearby->moving_kept = false;
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
    if (a->body != b->body && set->bodies[a->body].id != set->bodies[b->body].id)
        return set->bodies[a->body].id < set->bodies[b->body].id;
    if (a->index != b->index) return a->index < b->index;
    return a->part < b->part;
}

static bool round_before(const lope_near_set *set, const lope_near_round *a, const lope_near_round *b)
{
    uint64_t ia = set->bodies[a->body].id, ib = set->bodies[b->body].id;
    return ia != ib ? ia < ib : a->index < b->index;
}

#define SORT_FEW 24 // so many are put in order by insertion, and more in runs of so many

static void insert_in_order(lope_near_set *set, uint32_t first, uint32_t end)
{
    for (uint32_t i = first + 1; i < end; i++) {
        uint32_t moving = set->order[i], j = i;
        const lope_near_triangle *one = &set->triangles[moving];
        for (; j > first && triangle_before(set, one, &set->triangles[set->order[j - 1]]); j--) set->order[j] = set->order[j - 1];
        set->order[j] = moving;
    }
}

// Bottom-up merge sort of set->order[0 .. n), with its upper half as scratch.
static void sort_order(lope_near_set *set, uint32_t n)
{
    if (n < 2) return; // without any there is no order, nor memory for one
    uint32_t *from = set->order, *to = set->order + n;
    for (uint32_t first = 0; first < n; first += SORT_FEW)
        insert_in_order(set, first, first + SORT_FEW < n ? first + SORT_FEW : n);
    for (uint32_t width = SORT_FEW; width < n; width *= 2) {
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

// Brings triangle order[i] to place i, along the circles in which they change places.
static void put_in_order(lope_near_set *set, uint32_t n)
{
    lope_near_triangle held;
    for (uint32_t i = 0; i < n; i++) {
        if (set->order[i] == i) continue;
        uint32_t to = i;
        held = set->triangles[i];
        while (set->order[to] != i) {
            uint32_t from = set->order[to];
            set->triangles[to] = set->triangles[from];
            set->order[to] = to;
            to = from;
        }
        set->triangles[to] = held;
        set->order[to] = to;
    }
}

// A level hands out most of what it gathers in order.
static bool in_order(const lope_near_set *set)
{
    for (uint32_t i = 1; i < set->triangle_count; i++) {
        const lope_near_triangle *one = &set->triangles[i], *last = one - 1;
        if (one->body == last->body && one->index > last->index) continue;
        if (triangle_before(set, one, last)) return false;
    }
    return true;
}

static bool sort_triangles(const lope_allocator *allocator, lope_near_set *set)
{
    uint32_t n = set->triangle_count;
    if (!lope_grow(allocator, (void **)&set->order, &set->order_capacity, 2 * (size_t)n, sizeof *set->order)) return false;
    if (in_order(set)) return true;
    for (uint32_t i = 0; i < n; i++) set->order[i] = i;
    sort_order(set, n);
    put_in_order(set, n);
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

bool lope_near_set_order(const lope_allocator *allocator, lope_near_set *set)
{
    uint32_t volume = 0;
    for (uint32_t i = 0; i < set->body_count; i++)
        if (set->bodies[i].volume) set->bodies[i].volume = &set->volumes[volume++];
    sort_rounds(set);
    return sort_triangles(allocator, set);
}

#define GRID_HALF 32000.0 // steps from the middle of a set's grid to its ends; beyond them all is the last step
#define GRID_LAST 32760.0

static inline lope_d4 within_steps(lope_d4 x)
{
    return lope_d4_max(lope_d4_min(x, lope_d4_splat(GRID_LAST)), lope_d4_splat(-GRID_LAST));
}

// In steps, rounded outward: one step for the cut of the conversion, one for all rounding.
static inline lope_d4 steps_below(lope_d4 x, lope_d4 corner, lope_d4 steps)
{
    return within_steps(lope_d4_sub(lope_d4_mul(lope_d4_sub(x, corner), steps), lope_d4_splat(GRID_HALF + 2.0)));
}

static inline lope_d4 steps_above(lope_d4 x, lope_d4 corner, lope_d4 steps)
{
    return within_steps(lope_d4_sub(lope_d4_mul(lope_d4_sub(x, corner), steps), lope_d4_splat(GRID_HALF - 2.0)));
}

lope_near_box lope_near_box_of(const lope_near_set *set, const lope_bounds *local)
{
    lope_d4 corner = lope_d4_make(set->corner.x, set->corner.y, set->corner.z, set->corner.z), steps = lope_d4_splat(set->steps);
    lope_d4 lower = lope_d4_make(local->lower.x, local->lower.y, local->lower.z, local->lower.z);
    lope_d4 upper = lope_d4_make(local->upper.x, local->upper.y, local->upper.z, local->upper.z);
    lope_near_box box;
    lope_d4_store_shorts(box.lower, steps_below(lower, corner, steps), steps_above(upper, corner, steps));
    return box;
}

// The grid spans what was asked for: what sticks out is cut off there, which only makes boxes larger than they are.
static void lay_grid(lope_near_set *set, const lope_bounds *local)
{
    lope_point size = lope_point_sub(local->upper, local->lower);
    double most = size.x > size.y ? size.x : size.y;
    most = most > size.z ? most : size.z;
    set->corner = local->lower;
    set->steps = 2.0 * GRID_HALF / (most > 1e-3 ? most : 1e-3);
}

static void block_put(lope_near_block *block, uint32_t k, const lope_near_box *box)
{
    for (int axis = 0; axis < 3; axis++) {
        block->lower[axis][k] = box->lower[axis];
        block->upper[axis][k] = box->upper[axis];
    }
}

// What the last of so many members' blocks has no member for.
static void blocks_pad(lope_near_block *blocks, uint32_t count)
{
    const lope_near_box nothing = {{INT16_MAX, INT16_MAX, INT16_MAX, 0}, {INT16_MIN, INT16_MIN, INT16_MIN, 0}};
    if (count % LOPE_BLOCK == 0) return;
    lope_near_block *last = &blocks[count / LOPE_BLOCK];
    for (uint32_t k = count % LOPE_BLOCK; k < LOPE_BLOCK; k++) block_put(last, k, &nothing);
}

static inline lope_d4 four_places(const lope_near_triangle *const t[4], size_t place)
{
    const double *a = &t[0]->shape.v[0].x, *b = &t[1]->shape.v[0].x, *c = &t[2]->shape.v[0].x, *d = &t[3]->shape.v[0].x;
    return lope_d4_make(a[place], b[place], c[place], d[place]);
}

// One axis of the boxes of eight triangles.
static inline void block_put_axis(lope_near_block *block, const lope_near_triangle *const t[LOPE_BLOCK], size_t axis,
                                  double corner, double steps)
{
    lope_d4 from = lope_d4_splat(corner), by = lope_d4_splat(steps), lower[2], upper[2];
    for (int half = 0; half < 2; half++) {
        lope_d4 a = four_places(t + 4 * half, axis), b = four_places(t + 4 * half, 3 + axis),
                c = four_places(t + 4 * half, 6 + axis);
        lower[half] = steps_below(lope_d4_min(lope_d4_min(a, b), c), from, by);
        upper[half] = steps_above(lope_d4_max(lope_d4_max(a, b), c), from, by);
    }
    lope_d4_store_shorts(block->lower[axis], lower[0], lower[1]);
    lope_d4_store_shorts(block->upper[axis], upper[0], upper[1]);
}

typedef struct eight_triangles {
    const lope_near_triangle *t[LOPE_BLOCK];
} eight_triangles;

// From number i on; what is lacking is the last triangle again.
static inline eight_triangles eight_from(const lope_near_set *set, uint32_t i)
{
    const lope_near_triangle *last = &set->triangles[set->triangle_count - 1];
    eight_triangles eight;
    eight.t[0] = &set->triangles[i];
    for (uint32_t k = 1; k < LOPE_BLOCK; k++) eight.t[k] = eight.t[k - 1] + (eight.t[k - 1] < last ? 1 : 0);
    return eight;
}

static void put_triangle_boxes(lope_near_set *set)
{
    uint32_t count = set->triangle_count;
    for (uint32_t i = 0; i < count; i += LOPE_BLOCK) {
        eight_triangles eight = eight_from(set, i);
        lope_near_block *block = &set->triangle_blocks[i / LOPE_BLOCK];
        block_put_axis(block, eight.t, 0, set->corner.x, set->steps);
        block_put_axis(block, eight.t, 1, set->corner.y, set->steps);
        block_put_axis(block, eight.t, 2, set->corner.z, set->steps);
    }
    blocks_pad(set->triangle_blocks, count);
}

// Half of an edge's mark is made of each of its ends: of x and z alone, for few edges lie over one another.
typedef struct mark_scale {
    lope_d4 x, z, from; // in so many steps
} mark_scale;

// Two ends fill the steps from one end of the grid to the other, at most.
static mark_scale mark_scale_of(const lope_near_set *set)
{
    double x = 0.3125 * set->steps, z = 0.1875 * set->steps;
    double from = 0.5 * GRID_HALF + set->corner.x * x + set->corner.z * z;
    return (mark_scale){lope_d4_splat(x), lope_d4_splat(z), lope_d4_splat(from)};
}

static inline lope_d4 four_halves(const lope_near_triangle *const t[4], size_t corner, const mark_scale *scale)
{
    lope_d4 x = lope_d4_mul(four_places(t, 3 * corner), scale->x), z = lope_d4_mul(four_places(t, 3 * corner + 2), scale->z);
    return lope_d4_sub(lope_d4_add(x, z), scale->from);
}

static void put_edges(lope_near_set *set)
{
    mark_scale scale = mark_scale_of(set);
    lope_near_edges *edges = lope_near_edges_of(set);
    for (uint32_t i = 0; i < set->triangle_count; i += LOPE_BLOCK, edges++) {
        eight_triangles eight = eight_from(set, i);
        lope_d4 mark[3][2];
        for (int half = 0; half < 2; half++) {
            const lope_near_triangle *const *t = eight.t + 4 * half;
            lope_d4 a = four_halves(t, 0, &scale), b = four_halves(t, 1, &scale), c = four_halves(t, 2, &scale);
            mark[0][half] = within_steps(lope_d4_add(a, b));
            mark[1][half] = within_steps(lope_d4_add(b, c));
            mark[2][half] = within_steps(lope_d4_add(c, a));
        }
        for (int k = 0; k < 3; k++) lope_d4_store_shorts(edges->mark[k], mark[k][0], mark[k][1]);
    }
}

static bool build_blocks(const lope_allocator *allocator, lope_near_set *set)
{
    size_t triangle_blocks = blocks_and_edges(set->triangle_count);
    size_t round_blocks = (set->round_count + LOPE_BLOCK - 1) / LOPE_BLOCK;
    if (!lope_grow(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, triangle_blocks,
                   sizeof *set->triangle_blocks))
        return false;
    if (!lope_grow(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks, sizeof *set->round_blocks))
        return false;
    put_triangle_boxes(set);
    for (uint32_t i = 0; i < set->round_count; i++) {
        lope_bounds bounds = lope_shape_bounds(&set->rounds[i].shape);
        lope_near_box box = lope_near_box_of(set, &bounds);
        block_put(&set->round_blocks[i / LOPE_BLOCK], i % LOPE_BLOCK, &box);
    }
    blocks_pad(set->round_blocks, set->round_count);
    return true;
}

#define CORES_MEET 1e-9 // m: nearer than that the way from core to core is rounding

// Which way out of one another two take whose cores meet: at right angles to both, as the separation has it, and then for each the other's
// reversed.
static lope_point part_cores(const lope_nearby *nearby, lope_point normal, const lope_capsule *other, uint64_t id)
{
    const lope_capsule *own = &nearby->self->start;
    lope_point apart = lope_point_sub(lope_point_add(own->a, own->b), lope_point_add(other->a, other->b));
    double side = lope_point_dot(normal, apart), least = CORES_MEET * nearby->unit;
    if (side > least || side < -least) return lope_point_scale(normal, side < 0 ? -1.0 : 1.0);
    double first = normal.x;
    if (!(first > CORES_MEET || first < -CORES_MEET)) first = normal.z;
    if (!(first > CORES_MEET || first < -CORES_MEET)) first = normal.y;
    return lope_point_scale(normal, (first < 0) == (nearby->self->own < id) ? -1.0 : 1.0);
}

#define OVER 0.5 // rise of the way between two, from which on one is over the other

static double faster(double speed, double least) { return speed > least ? speed : least; }

// Both find the same: from where they stand and what they fall with when the tick begins.
static double share_of_gap(const lope_nearby *nearby, const lope_capsule *other, lope_point normal, const lope_sink_body *body)
{
    const lope_capsule *own = &nearby->self->start;
    lope_point zero = {0, 0, 0}, mine = nearby->self->falls ? nearby->self->heading : zero;
    lope_point velocity = body->falls ? lope_vec3_to_point(body->velocity) : zero;
    lope_point axes = lope_point_add(lope_point_sub(own->b, own->a), lope_point_sub(other->b, other->a));
    double rise = lope_point_dot(axes, normal), length = lope_point_length(axes);
    double closing = faster(-lope_point_dot(mine, normal), 0), met = faster(lope_point_dot(velocity, normal), 0);
    if (!(closing + met > 0) || rise * rise < OVER * OVER * length * length) return 0.5;
    return closing / (closing + met);
}

static double share_of_way(const lope_nearby *nearby, const lope_sink_body *body)
{
    return nearby->self->firm == body->firm ? 0.5 : nearby->self->firm < body->firm ? 1.0 : 0.0;
}

static void fence_between(const lope_nearby *nearby, const lope_near_round *round, const lope_sink_body *body,
                          lope_near_fence *fence)
{
    const lope_capsule *own = &nearby->self->start, *other = &round->shape.as.capsule;
    lope_separation apart = lope_capsule_separation(own, &round->shape);
    lope_point normal = apart.normal;
    if (apart.distance + own->radius + other->radius < CORES_MEET * nearby->unit)
        normal = part_cores(nearby, normal, other, body->id);
    double a = lope_point_dot(normal, other->a), b = lope_point_dot(normal, other->b);
    double reach = (a > b ? a : b) + other->radius;
    fence->share = apart.distance < 0 ? share_of_way(nearby, body) : share_of_gap(nearby, other, normal, body);
    fence->firm = body->firm;
    fence->normal = normal;
    fence->gap = apart.distance;
    fence->offset = reach + (1.0 - fence->share) * apart.distance;
    fence->point = apart.point;
    fence->body = round->body;
    fence->index = round->index;
}

static bool bounds_touch(const lope_bounds *a, const lope_bounds *b)
{
    return a->lower.x <= b->upper.x && a->upper.x >= b->lower.x && a->lower.y <= b->upper.y && a->upper.y >= b->lower.y &&
           a->lower.z <= b->upper.z && a->upper.z >= b->lower.z;
}

// Other characters leave the round shapes and become fences, where they touch the moving bounds: a fence is a plane without an end, so it shall
// not stand for those who were gathered for another reason.
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
        lope_bounds bounds = lope_shape_bounds(&round->shape);
        if (!bounds_touch(&bounds, &nearby->moving_bounds)) continue;
        if (!lope_grow(&nearby->allocator, (void **)&nearby->fences, &nearby->fence_capacity, (size_t)nearby->fence_count + 1,
                       sizeof *nearby->fences))
            return false;
        fence_between(nearby, round, &set->bodies[round->body], &nearby->fences[nearby->fence_count++]);
    }
    set->round_count = kept;
    return true;
}

// most: triangles. *over: there are more, and the set is empty.
static lope_result gather_set(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              lope_gather_kind kind, const lope_bounds *local, size_t most, bool *over)
{
    lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    lope_near_set *set = &nearby->sets[kind == LOPE_MOVING];
    lope_near_set_clear(set);
    bool room = set->triangle_capacity >= LOPE_SINK_AHEAD;
    if (kind == LOPE_STATIC && room) lope_ahead(set->triangles, LOPE_SINK_AHEAD * sizeof *set->triangles);
    lope_sink sink; // cleared without a `rep stos`: who meets characters gathers in every tick
    lope_clear_bytes(&sink, sizeof sink);
    sink.set = set;
    sink.allocator = &nearby->allocator;
    sink.origin = nearby->origin;
    sink.most = most;
    lope_sink_watch noted;
    if (kind == LOPE_MOVING && nearby->log) {
        noted = lope_log_watch(nearby->log);
        sink.watch = &noted;
    }
    lope_result result = surroundings->gather(surroundings->context, &world, filter, kind, &sink);
    if (result == LOPE_OK) result = sink.failed;
    *over = sink.over;
    if (sink.over) lope_near_set_clear(set);
    if (result == LOPE_OK && set->body_count == 0) return LOPE_OK;
    if (result == LOPE_OK) sort_rounds(set);
    if (result == LOPE_OK && kind == LOPE_MOVING && !raise_fences(nearby)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && set->triangle_count == 0 && set->round_count == 0) return LOPE_OK; // fences, or nothing but volumes
    lay_grid(set, local);
    if (result == LOPE_OK && !sort_triangles(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && !build_blocks(&nearby->allocator, set)) result = LOPE_ERROR_MEMORY;
    if (result == LOPE_OK && kind == LOPE_STATIC && set->triangle_count > 0) put_edges(set);
    if (result != LOPE_OK) lope_near_set_clear(set);
    return result;
}

static lope_bounds both(const lope_bounds *a, const lope_bounds *b)
{
    lope_point low = a->lower, high = a->upper;
    if (b->lower.x < low.x) low.x = b->lower.x;
    if (b->lower.y < low.y) low.y = b->lower.y;
    if (b->lower.z < low.z) low.z = b->lower.z;
    if (b->upper.x > high.x) high.x = b->upper.x;
    if (b->upper.y > high.y) high.y = b->upper.y;
    if (b->upper.z > high.z) high.z = b->upper.z;
    return (lope_bounds){low, high};
}

// Of the growth: so far a static gather reaches to all sides, by so much it is shifted to where the character goes, and so much farther
// it reaches there, that it serves longest for what it costs. `shift` is less than `beside`, or it would not reach what was asked for.
typedef struct reach_shape {
    double beside, shift, ahead;
} reach_shape;

// What was asked for and more, ahead most. Where little is near, a wide gather that reached ahead as well would find too much.
static lope_bounds bounds_ahead(const lope_nearby *nearby, const lope_bounds *local)
{
    static const reach_shape narrow = {0.8, 0.7, 1.0}, wide = {1.0, 0.8, 0.0};
    const reach_shape *shape = nearby->growth > LOPE_GROWTH ? &wide : &narrow;
    double by = nearby->growth * nearby->unit, speed = lope_point_length(nearby->self->heading);
    lope_bounds bounds = grow(local, shape->beside * by);
    if (!(speed > 0.1 * nearby->unit)) return bounds;
    lope_point way = lope_point_scale(nearby->self->heading, by / speed), shift = lope_point_scale(way, shape->shift);
    lope_bounds shifted = {lope_point_add(bounds.lower, shift), lope_point_add(bounds.upper, shift)};
    shift = lope_point_scale(way, shape->ahead);
    lope_bounds ahead = {lope_point_add(shifted.lower, shift), lope_point_add(shifted.upper, shift)};
    return both(&shifted, &ahead);
}

#define FEW 3   // things: with no more, the next gather may reach farther
#define MANY 12 // with more, it had better not: what has to be gathered and passed over grows with the square

static void choose_growth(lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[0];
    uint32_t things = set->round_count;
    for (uint32_t i = 0; i < set->triangle_count && things <= MANY; i++)
        if (set->triangles[i].part == 0) things++; // a box or hull is one
    if (things <= FEW && nearby->growth < LOPE_GROWTH_MOST) nearby->growth *= 2;
    if (things > MANY && nearby->growth > LOPE_GROWTH) nearby->growth *= 0.5;
}

// A wide gather must not ask for memory: where it would, it is made again as narrow as can be.
static lope_result gather_static(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                 const lope_bounds *local)
{
    bool wide = nearby->growth > LOPE_GROWTH, over;
    nearby->bounds = bounds_ahead(nearby, local);
    size_t most = wide ? nearby->sets[0].triangle_capacity : SIZE_MAX;
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_STATIC, &nearby->bounds, most, &over);
    if (result != LOPE_OK || !over) return result;
    nearby->growth = LOPE_GROWTH;
    nearby->bounds = bounds_ahead(nearby, local);
    return gather_set(nearby, surroundings, filter, LOPE_STATIC, &nearby->bounds, SIZE_MAX, &over);
}

#define CLEAR_MOST 3.0 // m, that it is looked for room around what is clear
#define CLEAR_PAYS 2   // ticks for which it has to serve to pay
#define CLEAR_REST 4   // gathers until it is tried again where it may not
#define MILLIONTH 1e-6

// Whether nothing that moves can have come to within `bounds`, by what was found earlier. Then the moving set is empty.
static bool stays_clear(lope_nearby *nearby, const lope_surroundings *surroundings, const lope_bounds *local)
{
    const uint64_t moved = surroundings->moved(surroundings->context);
    const double nearer = MILLIONTH * (double)(moved - nearby->clear_moved);
    const lope_bounds within = grow(&nearby->clear, -nearer), wide = grow(local, LOPE_MOVING_GROWTH * nearby->unit);
    nearby->clear_kept = moved != LOPE_MOVED_UNKNOWN && lope_bounds_contain(&within, &wide);
    if (!nearby->clear_kept) return false;
    nearby->moving_bounds = within;
    if (nearby->sets[1].body_count > 0) lope_near_set_clear(&nearby->sets[1]);
    if (nearby->clear_served < CLEAR_PAYS && ++nearby->clear_served == CLEAR_PAYS) nearby->clear_rest = 0;
    return true;
}

// Whether nothing that moves is within the moving bounds, and if so how much farther there is nothing, either. Not asked where it would
// not pay: false.
static bool look_for_clear(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter)
{
    if (!surroundings->moved || !surroundings->room || nearby->fence_count > 0) return false;
    if (nearby->clear_rest > 0) {
        nearby->clear_rest--;
        return false;
    }
    nearby->clear_rest = CLEAR_REST;
    nearby->clear_served = 0;
    nearby->clear_moved = surroundings->moved(surroundings->context);
    if (nearby->clear_moved == LOPE_MOVED_UNKNOWN) return false;
    const lope_bounds *local = &nearby->moving_bounds;
    const lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    const double room = surroundings->room(surroundings->context, &world, filter, CLEAR_MOST * nearby->unit);
    nearby->clear = grow(local, (1.0 - 1e-3) * room); // whatever was rounded is far less
    nearby->clear_kept = room > 0;
    return nearby->clear_kept;
}

static bool any_moves(const lope_surroundings *surroundings, lope_filter filter)
{
    return !surroundings->channels || surroundings->channels(surroundings->context, LOPE_MOVING) & filter.channels;
}

static lope_result cover_static(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                const lope_bounds *local, uint32_t *gathers)
{
    nearby->kept = nearby->patch.kept = false;
    nearby->gathered++;
    lope_result result = gather_static(nearby, surroundings, filter, local);
    if (result != LOPE_OK) return result;
    *gathers += 1;
    nearby->context = surroundings->context;
    nearby->gather = surroundings->gather;
    nearby->filter = filter;
    nearby->revision = surroundings->static_revision ? surroundings->static_revision(surroundings->context) : 0;
    nearby->kept = true;
    choose_growth(nearby);
    return LOPE_OK;
}

// was_clear: nothing of what moves was near until now. Then mostly nothing is yet, and by asking how far that holds a gather is spared.
static lope_result cover_moving(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                const lope_bounds *local, bool was_clear, uint32_t *gathers)
{
    lope_bounds wide = grow(local, LOPE_MOVING_GROWTH * nearby->unit);
    if (nearby->fence_count > 0) wide = both(&wide, &nearby->moving_bounds); // a fence stands for the tick
    lope_put_point(&nearby->moving_bounds.lower, &wide.lower);
    lope_put_point(&nearby->moving_bounds.upper, &wide.upper);
    if (was_clear && nearby->clear_rest == 0 && look_for_clear(nearby, surroundings, filter)) {
        lope_near_set_clear(&nearby->sets[1]);
        return LOPE_OK;
    }
    bool over;
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_MOVING, &nearby->moving_bounds, SIZE_MAX, &over);
    if (result != LOPE_OK) return result;
    *gathers += 1;
    if (nearby->sets[1].body_count == 0) look_for_clear(nearby, surroundings, filter);
    return LOPE_OK;
}

LOPE_OFTEN lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                                         const lope_bounds *local, uint32_t *gathers)
{
    if (!nearby->kept || !lope_bounds_contain(&nearby->bounds, local)) {
        lope_result result = cover_static(nearby, surroundings, filter, local, gathers);
        if (result != LOPE_OK) return result;
    }
    if (nearby->moving_kept && (nearby->nothing_moves || lope_bounds_contain(&nearby->moving_bounds, local))) return LOPE_OK;
    nearby->moving_kept = nearby->nothing_moves = false;
    const bool was_clear = nearby->clear_kept && surroundings->moved && nearby->fence_count == 0;
    if (!was_clear || !stays_clear(nearby, surroundings, local)) {
        nearby->nothing_moves = !any_moves(surroundings, filter);
        lope_result result = LOPE_OK;
        if (!nearby->nothing_moves) result = cover_moving(nearby, surroundings, filter, local, was_clear, gathers);
        if (result != LOPE_OK) return result;
    }
    nearby->moving_kept = true;
    return LOPE_OK;
}

lope_result lope_nearby_look(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                             const lope_bounds *local, bool moving_alone, uint32_t *gathers)
{
    if (!moving_alone && !(nearby->kept && lope_bounds_contain(&nearby->bounds, local))) {
        lope_result result = cover_static(nearby, surroundings, filter, local, gathers);
        if (result != LOPE_OK) return result;
    }
    bool none = nearby->nothing_moves || nearby->clear_kept; // but characters
    if (none || !nearby->moving_kept || lope_bounds_contain(&nearby->moving_bounds, local)) return LOPE_OK;
    bool over;
    const lope_bounds wide = both(&nearby->moving_bounds, local);
    lope_result result = gather_set(nearby, surroundings, filter, LOPE_MOVING, &wide, SIZE_MAX, &over);
    nearby->moving_kept = result == LOPE_OK;
    if (nearby->moving_kept) *gathers += 1;
    return result;
}
