// near_set.c - memory of one set of gathered shapes, and its order: by body id, then index, then part.
//
// Rule: the order never depends on how the world happened to hand the shapes out. Read next: near_boxes.c.
#include "motion/nearby/near_set.h"
#include "base/memory.h"
#include "motion/nearby/near_boxes.h"

#include <string.h>

#define GROW_EXACT 64   // elements, up to which arrays grow to what is needed
#define GROW_TIGHT 1024 // elements, up to which they grow by an eighth more; beyond by half more

bool lope_near_grow(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element, size_t step)
{
    if (needed <= *capacity) return true;
    if (needed > SIZE_MAX / element / 4 - step) return false;
    const size_t more = needed <= GROW_EXACT ? 0 : needed / (needed <= GROW_TIGHT ? 8 : 2);
    const size_t grown = (needed + more + step - 1) / step * step;
    void *larger = lope_allocate(allocator, grown * element);
    if (larger == NULL) return false;
    if (*capacity != 0) memcpy(larger, *array, *capacity * element);
    lope_release(allocator, *array, *capacity * element);
    *array = larger;
    *capacity = grown;
    return true;
}

// Asks for the blocks first, then for the triangles. So what every tick reads comes to stand in few pages,
// behind the nearby itself: for thousands of characters, to find a page costs more than to read its lines.
bool lope_near_set_reserve(const lope_allocator *allocator, lope_near_set *set, size_t triangles, size_t rounds, size_t bodies)
{
    size_t blocks = lope_near_blocks_and_edges(triangles), round_blocks = (rounds + LOPE_BLOCK - 1) / LOPE_BLOCK;
    return lope_near_grow(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, blocks,
                          sizeof *set->triangle_blocks, 1) &&
           lope_near_grow(allocator, (void **)&set->triangles, &set->triangle_capacity, triangles, sizeof *set->triangles,
                          LOPE_NEAR_STEP) &&
           lope_near_grow(allocator, (void **)&set->bodies, &set->body_capacity, bodies, sizeof *set->bodies, 1) &&
           lope_near_grow(allocator, (void **)&set->rounds, &set->round_capacity, rounds, sizeof *set->rounds, 1) &&
           lope_near_grow(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks,
                          sizeof *set->round_blocks, 1);
}

// Makes room for exactly `needed` elements, where there is less. What the array holds is lost.
static bool renew(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element)
{
    if (needed <= *capacity) return true;
    lope_release(allocator, *array, *capacity * element);
    *array = needed <= SIZE_MAX / element / 4 ? lope_allocate(allocator, needed * element) : NULL;
    *capacity = *array != NULL ? needed : 0;
    return *array != NULL;
}

bool lope_near_set_reserve_exactly(const lope_allocator *allocator, lope_near_set *set, size_t triangles, size_t rounds,
                                   size_t bodies)
{
    const size_t blocks = lope_near_blocks_and_edges(triangles), round_blocks = (rounds + LOPE_BLOCK - 1) / LOPE_BLOCK;
    return renew(allocator, (void **)&set->triangle_blocks, &set->triangle_block_capacity, blocks,
                 sizeof *set->triangle_blocks) &&
           renew(allocator, (void **)&set->triangles, &set->triangle_capacity, triangles, sizeof *set->triangles) &&
           renew(allocator, (void **)&set->bodies, &set->body_capacity, bodies, sizeof *set->bodies) &&
           renew(allocator, (void **)&set->rounds, &set->round_capacity, rounds, sizeof *set->rounds) &&
           renew(allocator, (void **)&set->round_blocks, &set->round_block_capacity, round_blocks, sizeof *set->round_blocks);
}

bool lope_near_set_reserve_order(const lope_allocator *allocator, lope_near_set *set, size_t triangles)
{
    return lope_grow(allocator, (void **)&set->order, &set->order_capacity, 2 * triangles, sizeof *set->order);
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

size_t lope_near_set_bytes(const lope_near_set *set)
{
    return set->body_capacity * sizeof *set->bodies + set->triangle_capacity * sizeof *set->triangles +
           set->round_capacity * sizeof *set->rounds + set->triangle_block_capacity * sizeof *set->triangle_blocks +
           set->round_block_capacity * sizeof *set->round_blocks + set->order_capacity * sizeof *set->order +
           set->volume_capacity * sizeof *set->volumes;
}

// Returns whether triangle a comes before b: by body id, then index, then part.
static bool triangle_before(const lope_near_set *set, const lope_near_triangle *a, const lope_near_triangle *b)
{
    if (a->body != b->body && set->bodies[a->body].id != set->bodies[b->body].id)
        return set->bodies[a->body].id < set->bodies[b->body].id;
    if (a->index != b->index) return a->index < b->index;
    return a->part < b->part;
}

// Returns whether round shape a comes before b: by body id, then index.
static bool round_before(const lope_near_set *set, const lope_near_round *a, const lope_near_round *b)
{
    uint64_t ia = set->bodies[a->body].id, ib = set->bodies[b->body].id;
    return ia != ib ? ia < ib : a->index < b->index;
}

#define SORT_FEW 24 // triangles that are sorted by insertion; more are sorted in runs of so many, then merged

// Sorts order[first .. end) by insertion.
static void insert_in_order(lope_near_set *set, uint32_t first, uint32_t end)
{
    for (uint32_t i = first + 1; i < end; i++) {
        uint32_t moving = set->order[i], j = i;
        const lope_near_triangle *one = &set->triangles[moving];
        for (; j > first && triangle_before(set, one, &set->triangles[set->order[j - 1]]); j--) set->order[j] = set->order[j - 1];
        set->order[j] = moving;
    }
}

// Sorts set->order[0 .. n) by merging from the bottom up. order[n .. 2 n) is scratch.
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

void lope_near_set_sort_named(lope_near_set *set, uint32_t count) { sort_order(set, count); }

// Moves triangle order[i] to place i, for all i, along the cycles of the permutation.
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

// Returns whether the triangles are in order already. A level hands out most of what it gathers so.
static bool in_order(const lope_near_set *set)
{
    for (uint32_t i = 1; i < set->triangle_count; i++) {
        const lope_near_triangle *one = &set->triangles[i], *last = one - 1;
        if (one->body == last->body && one->index > last->index) continue;
        if (triangle_before(set, one, last)) return false;
    }
    return true;
}

bool lope_near_set_sort_triangles(const lope_allocator *allocator, lope_near_set *set)
{
    uint32_t n = set->triangle_count;
    if (in_order(set)) return true;
    if (!lope_near_set_reserve_order(allocator, set, n)) return false;
    for (uint32_t i = 0; i < n; i++) set->order[i] = i;
    sort_order(set, n);
    put_in_order(set, n);
    return true;
}

// Sorts by insertion, for round shapes are few.
void lope_near_set_sort_rounds(lope_near_set *set)
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
    lope_near_set_sort_rounds(set);
    return lope_near_set_sort_triangles(allocator, set);
}
